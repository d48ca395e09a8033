"""What the kinds of problems mean, and what a program should do, in English and Russian.

A page for those who write programs and those who ask what a phone has just said. The titles are
short; the meaning says what has happened, the advice what to do.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Explained(NamedTuple):
    """A kind of problem, explained."""

    title: str
    meaning: str
    advice: str


EN: Final[dict[str, Explained]] = {
    "invalid-json": Explained(
        "The body is not JSON",
        "The body cannot be read as one JSON value in UTF-8, names a member twice, or holds a "
        "number that JSON does not have.",
        "Mend the program that wrote the body; the same request will fail again.",
    ),
    "unauthenticated": Explained(
        "A valid token is needed",
        "There is no token, or it is damaged, expired or revoked.",
        "Send Authorization: Bearer and the token. If it has expired or was revoked, join again "
        "with a new code.",
    ),
    "forbidden": Explained(
        "This token may not do that",
        "The token is good, but not for this: another kind of token, another league, table or "
        "seat. If kinds is given, tokens of these kinds may; if dealer is given, that seat deals.",
        "Do not repeat it. GET /v1/me says what the token may do.",
    ),
    "not-found": Explained(
        "There is no such thing",
        "Nothing is there, or nothing that this caller may know of.",
        "Check the path. Nothing is wrong with a program that asks for the next hand too early.",
    ),
    "code-unknown": Explained(
        "There is no such join code",
        "No code reads like this. The letters O, I and L are read as the digits 0 and 1.",
        "Let the player check what was typed. Many wrong codes are answered by rate-limited.",
    ),
    "method-not-allowed": Explained(
        "This method is not offered here",
        "The path is right, the method is not; allow lists the methods there are.",
        "Mend the program.",
    ),
    "not-acceptable": Explained(
        "There is no such representation",
        "Accept takes none of the media types that there are here; offered lists them.",
        "Send another Accept, or none.",
    ),
    "action-conflict": Explained(
        "Another action is recorded here",
        "Under this number something else is recorded: recorded says what, by says whose.",
        "Read the hand again, and post what still makes sense under the next number.",
    ),
    "beyond-the-end": Explained(
        "The log does not reach this far",
        "An action was posted under a number that is not the next one; expected is the next.",
        "Read the log from what is known of it on; post what was left out first.",
    ),
    "digest-mismatch": Explained(
        "The log went another way",
        "The post follows a log that is not the one recorded, because of an undo for example.",
        "Throw the queue away, read the log, and ask the player again.",
    ),
    "hand-over": Explained(
        "The hand is over",
        "The hand has ended and takes no more actions.",
        "Read the hand for its result, and look for the next one.",
    ),
    "hand-conflict": Explained(
        "This hand cannot be dealt now",
        "It has been dealt otherwise, or it is not the next hand, or the last one still goes on. "
        "current, expected and entries say how things stand.",
        "Read the table, and go on with the hand that is there.",
    ),
    "game-over": Explained(
        "The game is over",
        "The game at this table has ended; no hand is dealt any more.",
        "Show the standings.",
    ),
    "not-now": Explained(
        "Not now",
        "It could be done at another time: an auction is open, the widow is undecided, the play "
        "clock still runs.",
        "Read the hand again. If retry_after is given, wait so many seconds and repeat it.",
    ),
    "undo-refused": Explained(
        "This action cannot be undone",
        "Only the last action in force can be undone, and only if it has shown nothing hidden.",
        "Undo the later actions first, or ask the director.",
    ),
    "stakes-missing": Explained(
        "Stakes are missing",
        "The hand cannot be dealt before the seats listed have placed their stakes.",
        "Ask those seats to place them; then deal.",
    ),
    "seat-taken": Explained(
        "That seat cannot be taken",
        "Somebody else sits there, or a seat before it is free; expected is the next free seat.",
        "Read the table, and take the seat that is free.",
    ),
    "rules-frozen": Explained(
        "The rules are frozen",
        "The league's rules cannot change any more, because a hand has been dealt by them.",
        "Create another league for other rules.",
    ),
    "round-state": Explained(
        "The round is not in that state",
        "The round is already open, closed or discarded, or players of it cannot sit down now.",
        "Read the round; if players are listed, close their other round or draw anew.",
    ),
    "name-taken": Explained(
        "Names are taken",
        "The league has players of these names, or the list names somebody twice.",
        "Leave out those who are there already, or say that they are namesakes.",
    ),
    "code-used": Explained(
        "The join code was used",
        "Another phone has traded this code for a token; a code is good for one phone.",
        "Ask the organiser for a new code. If this phone lost the answer, repeat it with the "
        "same nonce.",
    ),
    "code-expired": Explained(
        "The join code has expired",
        "The code was good for a time that is over, or was made before tokens were revoked.",
        "Ask the organiser for a new code.",
    ),
    "too-large": Explained(
        "The body is too large",
        "The body has more bytes than limit; nothing of it was read.",
        "Send less at a time: lists may be sent in parts.",
    ),
    "unsupported-media-type": Explained(
        "The body must be JSON",
        "The body was sent as something other than application/json (or, to PATCH, "
        "application/merge-patch+json), or it was compressed.",
        "Send Content-Type: application/json, and the body as it is.",
    ),
    "invalid-request": Explained(
        "The request is not right",
        "A member or a parameter is missing, unknown, of the wrong type or out of bounds; errors "
        "lists what is wrong, and where.",
        "Mend the program, or let the user correct what was typed; the same request will fail "
        "again.",
    ),
    "malformed": Explained(
        "This means nothing in the game",
        "There is no such card, seat, space or option, or the deal cannot be.",
        "Correct it; the same request will fail again.",
    ),
    "against-the-rules": Explained(
        "Against the rules",
        "The rules of the game forbid it; section says which, legal what that seat may do.",
        "Tell the player, and offer what is legal.",
    ),
    "cannot-seat": Explained(
        "The players cannot be seated so",
        "So many players do not fit so many tables of 3 to 8 seats.",
        "Ask for another number of tables, or for none, or check who is absent.",
    ),
    "unknown-players": Explained(
        "Some players cannot take part",
        "The players listed are not in the league, or have withdrawn.",
        "Read the players again, and leave those out.",
    ),
    "league-full": Explained(
        "The league is full",
        "The league has as many players as a league can have.",
        "Create another league.",
    ),
    "too-many": Explained(
        "Too many of these",
        "A league, a table or a hand has as many of these as it can have.",
        "Do without; docs/limits.md has all limits.",
    ),
    "idempotency-key-reused": Explained(
        "The Idempotency-Key came with another request",
        "The same key came before, with another path or another body.",
        "Take a new key for every new request, and the old one only to repeat the old request.",
    ),
    "rate-limited": Explained(
        "Too many attempts",
        "Too many requests, joins, wrong codes or new leagues came in too short a time.",
        "Wait as many seconds as Retry-After says, then go on more slowly.",
    ),
    "internal": Explained(
        "A fault of the server",
        "The program has a fault; it is in the log under request_id.",
        "Repeat it once; then tell whoever runs the server the request_id.",
    ),
    "unavailable": Explained(
        "The store does not work",
        "The store failed, and it is not certain whether the request was carried out.",
        "Repeat the same request after Retry-After seconds, with the same key or number: it "
        "counts once.",
    ),
    "busy": Explained(
        "Too busy; the request can be repeated",
        "Others wrote the same thing at the same time, or the store is overloaded; it is not "
        "certain that the request was carried out.",
        "Repeat the same request after Retry-After seconds, with the same key or number: it "
        "counts once.",
    ),
}

RU: Final[dict[str, Explained]] = {
    "invalid-json": Explained(
        "Тело запроса — не JSON",
        "Тело нельзя прочесть как одно значение JSON в UTF-8, или имя в нём названо дважды, или "
        "в нём стоит число, какого в JSON не бывает.",
        "Исправьте программу, которая составила тело: тот же запрос снова не пройдёт.",
    ),
    "unauthenticated": Explained(
        "Нужен действующий токен",
        "Токена нет, или он повреждён, просрочен либо отозван.",
        "Отправьте Authorization: Bearer и токен. Если он просрочен или отозван, присоединитесь "
        "заново по новому коду.",
    ),
    "forbidden": Explained(
        "С этим токеном так нельзя",
        "Токен в порядке, но не для этого: он другого вида, для другой лиги, другого стола или "
        "места. Если указаны kinds, можно с токенами этих видов; если указан dealer, сдаёт это "
        "место.",
        "Не повторяйте запрос. GET /v1/me скажет, что с этим токеном можно.",
    ),
    "not-found": Explained(
        "Такого нет",
        "Здесь ничего нет, либо ничего, о чём этому клиенту можно знать.",
        "Проверьте путь. Если программа просто рано спросила о следующей раздаче, всё в порядке.",
    ),
    "code-unknown": Explained(
        "Такого кода нет",
        "Кода с такой записью нет. Буквы O, I и L читаются как цифры 0 и 1.",
        "Пусть игрок проверит, что набрал. На множество неверных кодов ответом будет rate-limited.",
    ),
    "method-not-allowed": Explained(
        "Такого метода здесь нет",
        "Путь верный, а метод нет; в allow перечислены те, что есть.",
        "Исправьте программу.",
    ),
    "not-acceptable": Explained(
        "Такого представления нет",
        "Accept не допускает ни одного из типов содержимого, какие здесь есть; они перечислены в "
        "offered.",
        "Отправьте другой Accept или никакого.",
    ),
    "action-conflict": Explained(
        "Здесь записано другое действие",
        "Под этим номером записано другое: recorded — что, by — чьё.",
        "Прочтите раздачу заново и отправьте то, что ещё имеет смысл, под следующим номером.",
    ),
    "beyond-the-end": Explained(
        "Запись до этого номера не дошла",
        "Действие отправлено не под следующим номером; следующий — expected.",
        "Дочитайте запись с известного места и сначала отправьте пропущенное.",
    ),
    "digest-mismatch": Explained(
        "Запись пошла иначе",
        "Действие продолжает не ту запись, что есть, — например, из-за отмены.",
        "Отбросьте очередь, прочтите запись и спросите игрока снова.",
    ),
    "hand-over": Explained(
        "Раздача окончена",
        "Раздача закончилась и действий больше не принимает.",
        "Прочтите её итог и смотрите, началась ли следующая.",
    ),
    "hand-conflict": Explained(
        "Эту раздачу сейчас сдать нельзя",
        "Она уже сдана иначе, или она не следующая, или ещё идёт прежняя. Как обстоит дело, "
        "говорят current, expected и entries.",
        "Прочтите стол и продолжайте ту раздачу, что там есть.",
    ),
    "game-over": Explained(
        "Игра окончена",
        "Игра за этим столом закончилась, больше не сдают.",
        "Покажите таблицу результатов.",
    ),
    "not-now": Explained(
        "Не сейчас",
        "В другое время можно: открыт торг, не решено о вдове, ещё идут часы хода.",
        "Прочтите раздачу заново. Если указано retry_after, подождите столько секунд и повторите.",
    ),
    "undo-refused": Explained(
        "Это действие отменить нельзя",
        "Отменяется только последнее действующее действие, и только если оно не открыло скрытого.",
        "Отмените сначала более поздние действия или обратитесь к распорядителю.",
    ),
    "stakes-missing": Explained(
        "Нет ставок",
        "Раздачу нельзя сдать, пока перечисленные в seats места не сделали ставок.",
        "Попросите эти места сделать ставки, потом сдавайте.",
    ),
    "seat-taken": Explained(
        "Это место занять нельзя",
        "На нём сидит другой, или свободно место перед ним; expected — ближайшее свободное место.",
        "Прочтите стол и займите свободное место.",
    ),
    "rules-frozen": Explained(
        "Правила больше не меняются",
        "Правила лиги менять нельзя: по ним уже сдана раздача.",
        "Для других правил создайте другую лигу.",
    ),
    "round-state": Explained(
        "Тур не в том состоянии",
        "Тур уже открыт, закрыт или отброшен, либо его игроки сейчас не могут сесть за столы.",
        "Прочтите тур; если перечислены игроки, закройте их другой тур или тяните жребий заново.",
    ),
    "name-taken": Explained(
        "Имена заняты",
        "В лиге уже есть игроки с такими именами, или в списке кто-то назван дважды.",
        "Уберите из списка тех, кто уже есть, или укажите, что это тёзки.",
    ),
    "code-used": Explained(
        "Код уже использован",
        "Другой телефон уже обменял этот код на токен; код годится для одного телефона.",
        "Попросите у организатора новый код. Если ответ потерял этот же телефон, повторите запрос "
        "с тем же nonce.",
    ),
    "code-expired": Explained(
        "Срок кода истёк",
        "Время действия кода прошло, либо он выдан раньше, чем были отозваны токены.",
        "Попросите у организатора новый код.",
    ),
    "too-large": Explained(
        "Тело запроса слишком велико",
        "В теле больше байтов, чем limit; из него ничего не прочитано.",
        "Отправляйте меньше за раз: списки можно слать по частям.",
    ),
    "unsupported-media-type": Explained(
        "Тело должно быть JSON",
        "Тело отправлено не как application/json (или, для PATCH, application/merge-patch+json), "
        "либо оно сжато.",
        "Отправьте Content-Type: application/json и несжатое тело.",
    ),
    "invalid-request": Explained(
        "Запрос составлен неверно",
        "Чего-то не хватает, что-то лишнее, не того типа или вне границ; в errors сказано, что не "
        "так и где.",
        "Исправьте программу или дайте пользователю исправить набранное: тот же запрос снова не "
        "пройдёт.",
    ),
    "malformed": Explained(
        "В игре это ничего не значит",
        "Нет такой карты, места, поля или настройки, либо такой сдачи быть не может.",
        "Исправьте: тот же запрос снова не пройдёт.",
    ),
    "against-the-rules": Explained(
        "Против правил",
        "Правила игры это запрещают: section — какой раздел, legal — что этому месту можно.",
        "Скажите об этом игроку и предложите то, что можно.",
    ),
    "cannot-seat": Explained(
        "Так игроков не рассадить",
        "Столько игроков не сесть за столько столов по 3–8 мест.",
        "Укажите другое число столов или никакого, либо проверьте, кто отсутствует.",
    ),
    "unknown-players": Explained(
        "Некоторые игроки участвовать не могут",
        "Перечисленных игроков в лиге нет, либо они выбыли.",
        "Прочтите список игроков заново и уберите этих.",
    ),
    "league-full": Explained(
        "Лига заполнена",
        "В лиге столько игроков, сколько в ней может быть.",
        "Создайте другую лигу.",
    ),
    "too-many": Explained(
        "Этого слишком много",
        "У лиги, стола или раздачи этого уже столько, сколько может быть.",
        "Обойдитесь без этого; все пределы — в docs/limits.md.",
    ),
    "idempotency-key-reused": Explained(
        "Idempotency-Key уже был с другим запросом",
        "Тот же ключ приходил раньше с другим путём или другим телом.",
        "Для каждого нового запроса берите новый ключ, а прежний — только чтобы повторить прежний "
        "запрос.",
    ),
    "rate-limited": Explained(
        "Слишком много попыток",
        "За слишком короткое время пришло слишком много запросов, неверных кодов или новых лиг.",
        "Подождите столько секунд, сколько указано в Retry-After, и продолжайте медленнее.",
    ),
    "internal": Explained(
        "Ошибка сервера",
        "В программе ошибка; она записана в журнал под request_id.",
        "Повторите один раз; потом сообщите request_id тому, у кого работает сервер.",
    ),
    "unavailable": Explained(
        "Хранилище не работает",
        "Хранилище отказало, и неизвестно, исполнен ли запрос.",
        "Повторите тот же запрос через Retry-After секунд, с тем же ключом или номером: он "
        "зачтётся один раз.",
    ),
    "busy": Explained(
        "Занято; запрос можно повторить",
        "Другие меняли то же самое, или хранилище перегружено; неизвестно, исполнен ли запрос.",
        "Повторите тот же запрос через Retry-After секунд, с тем же ключом или номером: он "
        "зачтётся один раз.",
    ),
}

EXPLAINED: Final = {"en": EN, "ru": RU}
"""The kinds of problems by language and code."""
