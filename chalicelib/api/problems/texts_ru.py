"""The details of problems in Russian, by the English templates where they are raised.

Both have the same gaps. ``ё`` is written; the words of the API (``dealer``, ``partial``, verbs)
stay as a program writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chalicelib.api.resources.actions.requests import VERBS

from .texts_ru_recorded import RECORDED
from .texts_ru_records import RECORDS
from .texts_ru_seats import SEATS

_THINGS: Final = {
    "code id": "такого кода",
    "hand": "такой раздачи",
    "join code": "такого кода присоединения",
    "league": "такой лиги",
    "number": "такого номера",
    "page": "такой страницы",
    "player": "такого игрока",
    "preset": "такого набора правил",
    "round": "такого тура",
    "seat": "такого места",
    "subject": "такого владельца токена",
    "table": "такого стола",
    "token subject": "такого владельца токена",
}

_ENGINE: Final = {
    # cards and deals
    "{text!r} is not a card; write rank and suit letter, as in 10S or QH": (
        "{text!r} — не карта; пишите достоинство и букву масти, как 10S или QH"
    ),
    "the pack has every card exactly once": "в колоде каждая карта ровно один раз",
    "seat {seat} has no card": "у места {seat} нет карт",
    "{card} is dealt twice": "{card} сдана дважды",
    "a table deals at most {most} hands": "за столом сдают не больше {most} раздач",
    "a game starts with {least} to {most} seats, not {seats}": (
        "игру начинают от {least} до {most} мест, а не {seats}"
    ),
    "the game is over": "игра окончена",
    "the first deal, and only the first, names the dealer (R2)": (
        "сдающего называют в первой сдаче, и только в ней (R2)"
    ),
    "the hand is not over": "раздача не окончена",
    "the game is not over": "игра не окончена",
    "a hand has {least} to {most} seats": "в раздаче от {least} до {most} мест",
    "seat {seat} cannot deal: it is not in the game": (
        "место {seat} не может сдавать: оно не в игре"
    ),
    "there is no seat {seat} to deal to": "места {seat}, которому сдавать, нет",
    "the seats dealt in are those that hold cards, and no others": (
        "в раздаче участвуют те места, у которых есть карты, и только они"
    ),
    "the layout has {spaces} spaces, not {given}": "в раскладке полей {spaces}, а не {given}",
    "no stack and no space has less than no chips": (
        "ни у места, ни на поле не бывает меньше нуля фишек"
    ),
    "the hand is over": "раздача окончена",
    # options
    "{name} is one of {allowed}; {value} is not": (
        "{name} — одно из: {allowed}; {value} сюда не подходит"
    ),
    "{name} is a whole number from {low} to {high}; {value} is not": (
        "{name} — целое число от {low} до {high}; {value} сюда не подходит"
    ),
    "such a thing": "такое",
    "layout is a list of 1 to {most} spaces": "layout — список от 1 до {most} полей",
    "each space of the layout needs a name of its own": (
        "у каждого поля раскладки должно быть своё имя"
    ),
    "a space's name has 1 to 24 printable characters": ("в имени поля от 1 до 24 печатных знаков"),
    "space {name!r}: cards is a list of 1 to 13 cards": (
        "поле {name!r}: cards — список от 1 до 13 карт"
    ),
    "space {name!r} names a card twice": "поле {name!r} называет карту дважды",
    'a space of the layout is a card, or {"name": …, "cards": […]}': (
        'поле раскладки — карта или {"name": …, "cards": […]}'
    ),
    "deal.leftover equal_to_widow needs a widow; widow is none": (
        "для deal.leftover equal_to_widow нужна вдова, а widow — none"
    ),
    "there is no preset {preset!r}; there are {presets}": (
        "набора правил {preset!r} нет; есть {presets}"
    ),
    "there is no option {name!r}{hint}": "настройки {name!r} нет{hint}",
    "; did you mean {like}?": "; может быть, {like}?",
    # stakes
    "the rules set the amount: {amount}": "размер ставки задан правилами: {amount}",
    "the amount of the stakes is not negative": "размер ставки не бывает отрицательным",
    "fewer than two seats are able to stake: the game is over": (
        "ставку могут сделать меньше двух мест: игра окончена"
    ),
    "a stake is placed on a space of the layout": "ставку кладут на поле раскладки",
    "a stake is not negative": "ставка не бывает отрицательной",
    "the stake of {due} goes on one space": "ставку {due} кладут на одно поле",
    "the stake comes to {due} in all; {total} placed": (
        "ставка — всего {due} (фишек); положено {total}"
    ),
    "no stake is placed by {seats}": "ставку не сделали: {seats}",
    "seat {seat}": "место {seat}",
    # what is legal
    "a play has a seat and a card": "у хода есть место и карта",
    "a bid has a seat and a whole number of chips, at least 1": (
        "у заявки есть место и целое число фишек, не меньше 1"
    ),
    "{text!r} is no action; one is: 3 plays 10S": (
        "{text!r} — не действие; вот действие: 3 plays 10S"
    ),
    "there is no action {verb!r}; there are {verbs}": "действия {verb!r} нет; есть {verbs}",
    "{verb} has a seat, and nothing else": "у {verb} есть место и больше ничего",
    "there is no seat {seat}": "места {seat} нет",
    "the run waits for {due}; seat {seat} does not hold it": (
        "ряд ждёт {due}; у места {seat} её нет"
    ),
    "the run waits for {due}, not {card}": "ряд ждёт {due}, а не {card}",
    "seat {seat} leads": "заходит место {seat}",
    "seat {seat} does not hold {card}": "у места {seat} нет карты {card}",
    "the first lead is {card}": "первый заход — {card}",
    "the lead after a stop must change {change}": "заход после остановки должен сменить {change}",
    "a lead is the lowest card held in its suit, which {card} is not": (
        "заходят младшей картой масти, а {card} — не младшая на руке"
    ),
    "no run is waiting for a card": "никакой ряд не ждёт карты",
    "the widow is not for exchange or sale here": "вдову здесь не меняют и не продают",
    "the dealer has decided about the widow": "сдающий уже решил о вдове",
    "the dealer, seat {seat}, decides about the widow": ("о вдове решает сдающий, место {seat}"),
    "the dealer does not open an auction here": "сдающий здесь не открывает торг",
    "there is no widow in this deal": "в этой сдаче нет вдовы",
    "no auction is open": "торг не открыт",
    "seat {seat} is to bid or pass": "очередь места {seat} заявить или пасовать",
    "the next bid is at least {least}": "следующая заявка — не меньше {least}",
    "seat {seat} holds {most} chips and cannot bid more": (
        "фишек у места {seat}: {most}, больше заявить нельзя"
    ),
}

_SERVICE: Final = {
    # who may do what
    "this takes a token": "для этого нужен токен",
    "{who}'s token does not do this; it takes one of: {kind}": (
        "токен {who} для этого не годится; нужен токен: {kind}"
    ),
    "the token belongs to another league": "токен относится к другой лиге",
    "the token belongs to another table": "токен относится к другому столу",
    "the token was revoked": "токен отозван",
    "the token has expired": "срок токена истёк",
    "the token is not valid": "токен недействителен",
    "this player does not sit at this table": "этот игрок не сидит за этим столом",
    "creating a league takes the deployment's key": "чтобы создать лигу, нужен ключ установки",
    "recovering a league takes the deployment's key": (
        "чтобы вернуть доступ к лиге, нужен ключ установки"
    ),
    "an organiser does not revoke his own token": "организатор не отзывает свой же токен",
    "only a seat has cards of its own": "свои карты есть только у места за столом",
    "a dry run is for one's own seat": "пробовать можно только за своё место",
    "a player acts for his own seat only": "игрок действует только за своё место",
    "a player speaks for his own seat only": "игрок говорит только за своё место",
    "{who} does not post {verb} here; who may: {kind}": (
        "действие {verb} здесь не для {who}; оно для: {kind}"
    ),
    "{who} does not post {verb} here; who may: {kind}, and who entered the deal": (
        "действие {verb} здесь не для {who}; оно для: {kind} — и для того, кто ввёл сдачу"
    ),
    "a player may post {verb} only where the league sets a play clock": (
        "игрок может отправить {verb}, только если в лиге заданы часы хода"
    ),
    "the dealer names the amount": "размер ставки называет сдающий",
    "seat {seat} deals": "сдаёт место {seat}",
    "who enters a deal sees all cards, so no player enters it": (
        "кто вводит сдачу, видит все карты, поэтому игрок её не вводит"
    ),
    # leagues, players, rounds
    "the rules were frozen when the league's first hand was dealt": (
        "правила не меняются с тех пор, как в лиге сдали первую раздачу"
    ),
    "a league has at most {most} players": "игроков в лиге не больше {most}",
    "a league has at most {most} rounds": "туров в лиге не больше {most}",
    "a league has at most {most} {kind} tokens": "токенов {kind} в лиге не больше {most}",
    "a table has at most {most} scorer tokens": "токенов секретаря у стола не больше {most}",
    "already there: {names}; say namesakes if they are other people": (
        "уже есть: {names}; если это другие люди, укажите namesakes"
    ),
    "no such players: {players}": "таких игроков нет: {players}",
    "withdrawn: {players}": "выбыли: {players}",
    "a round needs at least {least} players; there are {players}": (
        "для тура нужно не меньше {least} игроков, а есть {players}"
    ),
    "{players} players do not make {tables} tables of {least} to {most}": (
        "игроков {players}, столов {tables}: по {least}–{most} мест за столом не выходит"
    ),
    "a round has at most {most} tables": "столов в туре не больше {most}",
    "round {number} has been opened": "тур {number} уже открывали",
    "round {number} is {state}": "тур {number} {state}",
    "round {number} is not open": "тур {number} не открыт",
    "players {players} sit in round {other}, which is open; close it first": (
        "игроки {players} сидят в туре {other}, а он открыт; сначала закройте его"
    ),
    "players {players} have withdrawn; draw the round anew": (
        "игроки {players} выбыли; проведите жеребьёвку тура заново"
    ),
    # codes
    "this code was used by another phone": "этот код использовал другой телефон",
    "this code has expired; ask for a new one": "срок этого кода истёк; попросите новый",
    "the player's tokens were revoked since": "токены игрока с тех пор отозваны",
    "there is no such code; check what you typed": "такого кода нет; проверьте, что набрали",
    "the player's round is just being opened": "тур игрока как раз открывается",
    "too many attempts; wait {wait} seconds": "слишком много попыток; подождите, секунд: {wait}",
    # dealing and stakes
    "hand {hand} is not finished": "раздача {hand} не закончена",
    "hand {hand} has been dealt": "раздача {hand} уже сдана",
    "hand {hand} has been dealt, and not with this": "раздача {hand} уже сдана, и не с этим",
    "hand {hand} has been dealt, by another request": "раздача {hand} уже сдана другим запросом",
    "a hand has been dealt at this table": "за этим столом уже сдавали",
    "the game at this table is over": "игра за этим столом окончена",
    "the next hand is {hand}": "следующая раздача — {hand}",
    "the deal rotates: it is seat {seat}'s turn": "сдают по кругу: очередь места {seat}",
    "the rules set the amount of the stakes here": "размер ставки здесь задан правилами",
    "the stakes are fixed here; nothing is placed": "ставки здесь постоянные, их не кладут",
    "there is no space {space!r}; there are {spaces}": "поля {space!r} нет; есть {spaces}",
    "stakes of {amount} are not placed by {seats}": "ставку {amount} не сделали: {seats}",
    "at this table no deal is entered": "за этим столом сдачу не вводят",
    "at this table the deal is entered: give its deck, or hands and widow": (
        "за этим столом сдачу вводят: укажите deck или hands и widow"
    ),
    "seat {seat} is not dealt in": "место {seat} не участвует в раздаче",
    "{whose} is dealt {due} cards, not {given}; say partial if the deal is meant so": (
        "{whose}: карт по сдаче {due}, а не {given}; если так и задумано, укажите partial"
    ),
    "the widow": "вдова",
    # actions
    "action {number} is recorded otherwise": "действие {number} записано иначе",
    "the post does not follow action {number} as it is recorded": (
        "отправленное не продолжает действие {number} так, как оно записано"
    ),
    "hand {hand} is over": "раздача {hand} окончена",
    "the next action is number {expected}": "номер следующего действия — {expected}",
    "{verb} has no seat": "у {verb} нет места",
    "the play clock has {left} seconds left": "на часах хода осталось секунд: {left}",
    "after {most} actions a hand takes no {verb}": (
        "действий в раздаче уже {most}; {verb} она больше не принимает"
    ),
    "action {number} is not in force": "действие {number} не в силе",
    "only the last action in force, {last}, can be undone here": (
        "отменить здесь можно только последнее действующее действие, {last}"
    ),
    "{verb} is not undone: it has shown what was hidden": (
        "{verb} не отменяют: оно открыло скрытое"
    ),
}

_API: Final = {
    "the request was not carried out for certain; repeat it": (
        "неизвестно, исполнен ли запрос; повторите его"
    ),
    "the store failed; nothing is certain, repeat it": (
        "хранилище отказало; ничего не известно, повторите запрос"
    ),
    "the fault has been logged": "ошибка записана в журнал",
    "{method} is not offered here": "метода {method} здесь нет",
    "Authorization must be: Bearer, a space, the token": (
        "в Authorization должно быть: Bearer, пробел, токен"
    ),
    "this Idempotency-Key came before with another request": (
        "этот Idempotency-Key уже приходил с другим запросом"
    ),
    "an Idempotency-Key has 1 to {most} ASCII characters": (
        "в Idempotency-Key от 1 до {most} знаков ASCII"
    ),
    "without a token an Idempotency-Key has at least {least} characters, as nobody else may "
    "guess it": (
        "без токена в Idempotency-Key не меньше {least} знаков, чтобы никто не мог его угадать"
    ),
    "too many requests; wait {wait} seconds": "слишком много запросов; подождите, секунд: {wait}",
    "send Content-Type: application/json": "отправьте Content-Type: application/json",
    "it has changed since; read it again": "с тех пор оно изменилось; прочтите его заново",
    "send the body as it is, without Content-Encoding": (
        "отправьте тело как есть, без Content-Encoding"
    ),
    "a parameter may be given once only": "параметр можно указать только один раз",
    "{header} is not heeded here": "{header} здесь не учитывается",
    "this is answered as: {offered}": "ответ бывает такого типа: {offered}",
    "a body has at most {most} bytes": "в теле не больше {most} байтов",
    # bodies
    "the body cannot be read": "тело нельзя прочесть",
    "the body cannot be read as JSON: {reason}": "тело не читается как JSON: {reason}",
    "the body is not UTF-8": "тело — не UTF-8",
    "the body names {name!r} twice": "в теле дважды названо {name!r}",
    "the body has {number}, which is no JSON number": "в теле стоит {number}, а это не число JSON",
    "the body is nested too deeply": "тело вложено слишком глубоко",
    "{fault} at line {line} column {column}": "{fault}, строка {line}, столбец {column}",
    # models
    "{at}: {problem}": "{at}: {problem}",
    "control characters are not allowed": "управляющие знаки не допускаются",
    "write true": "пишите true",
    "give either deck, or hands (and widow)": "укажите либо deck, либо hands (и widow)",
    "a deck has its widow in it": "вдова уже есть в deck",
    "an action has exactly one of " + ", ".join(VERBS): (
        "в действии ровно одно из: " + ", ".join(VERBS)
    ),
    "the year must be from 2000 to 2099": "год должен быть от 2000 до 2099",
    "a player's needs player, a scorer's needs table, others neither": (
        "для игрока нужен player, для секретаря — table, для прочих ничего"
    ),
}

PYDANTIC: Final = {
    "missing": "обязательно",
    "extra_forbidden": "такого здесь не бывает",
    "model_type": "должен быть объект",
    "model_attributes_type": "должен быть объект",
    "dict_type": "должен быть объект",
    "list_type": "должен быть список",
    "string_type": "должна быть строка",
    "string_too_short": "знаков не меньше {min_length}",
    "string_too_long": "знаков не больше {max_length}",
    "string_pattern_mismatch": "должно иметь вид {pattern}",
    "int_type": "должно быть целое число",
    "int_parsing": "должно быть целое число",
    "int_parsing_size": "слишком большое число",
    "int_from_float": "должно быть целое число, без дробной части",
    "finite_number": "должно быть конечное число",
    "bool_type": "должно быть true или false",
    "bool_parsing": "должно быть true или false",
    "greater_than_equal": "не меньше {ge}",
    "less_than_equal": "не больше {le}",
    "literal_error": "должно быть: {expected}",
    "too_short": "элементов не меньше {min_length}, а их {actual_length}",
    "too_long": "элементов не больше {max_length}, а их {actual_length}",
    "datetime_type": "должны быть дата и время",
    "datetime_parsing": "должны быть дата и время по RFC 3339",
    "datetime_from_date_parsing": "должны быть дата и время по RFC 3339",
    "datetime_object_invalid": "таких даты и времени нет",
    "timezone_aware": "у времени должен быть часовой пояс",
    "invalid_key": "имена должны быть строками",
}
"""What pydantic says of a value, by its type of error; the gaps are those of its context."""

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "who": {
        "an organiser": "организатора",
        "a director": "распорядителя",
        "a scorer": "секретаря",
        "a player": "игрока",
        "a viewer": "зрителя",
        "anyone": "кого угодно",
        "an anyone": "кого угодно",
    },
    "kind": {
        "organiser": "организатора",
        "director": "распорядителя",
        "scorer": "секретаря",
        "player": "игрока",
        "viewer": "зрителя",
    },
    "state": {
        "draft": "ещё черновик",
        "opening": "как раз открывается",
        "open": "открыт",
        "closed": "закрыт",
        "discarded": "отброшен",
    },
    "how": {
        "first_jack": "по первому валету",
        "high_card": "по старшей карте",
        "chosen": "по уговору",
        "random": "по жребию",
    },
    "change": {"suit": "масть", "colour": "цвет", "none": "ничего"},
    "fault": {
        "EOF while parsing a value": "конец текста вместо значения",
        "EOF while parsing an object": "конец текста внутри объекта",
        "EOF while parsing a list": "конец текста внутри списка",
        "EOF while parsing a string": "конец текста внутри строки",
        "expected value": "здесь должно быть значение",
        "expected ident": "здесь должно быть значение",
        "expected `:`": "здесь должно быть «:»",
        "expected `,` or `]`": "здесь должно быть «,» или «]»",
        "expected `,` or `}`": "здесь должно быть «,» или «}»",
        "trailing comma": "лишняя запятая",
        "trailing characters": "лишние знаки в конце",
        "key must be a string": "имя должно быть строкой",
        "invalid number": "неверное число",
        "invalid escape": "неверный знак после обратной черты",
        "invalid unicode code point": "неверный знак Юникода",
        "unexpected end of hex escape": "оборванный знак после обратной черты",
        "lone leading surrogate in hex escape": "половина знака Юникода",
        "control character (\\u0000-\\u001F) found while parsing a string": (
            "управляющий знак внутри строки"
        ),
        "number out of range": "слишком большое число",
        "recursion limit exceeded": "слишком глубокая вложенность",
    },
}
"""Words that fill a gap of that name, in the case that its sentences need."""

RUSSIAN: Final[Mapping[str, str]] = {
    **{f"there is no such {thing}": f"{words} нет" for thing, words in _THINGS.items()},
    **_ENGINE,
    **_SERVICE,
    **_API,
    **RECORDED,
    **RECORDS,
    **SEATS,
    **{f"pydantic.{kind}": text for kind, text in PYDANTIC.items()},
}
