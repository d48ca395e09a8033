"""What cannot have happened on a table of real cards, or stand on a score sheet, in Russian.

By the English templates, as everywhere; the betting and the first dealer are here as well.
"""

from __future__ import annotations

from typing import Final

RECORDED: Final = {
    # the form of an action
    "{verb} has a seat and a card": "у {verb} есть место и карта",
    "{verb} has a seat and a whole number, not too small": (
        "у {verb} есть место и целое число, не слишком малое"
    ),
    "{verb} has no seat, and nothing else": "у {verb} нет ни места, ни чего-либо ещё",
    "waive has the number of a finding, or nothing": (
        "у waive есть номер найденной ошибки или ничего"
    ),
    "seat {seat} is not in the hand": "место {seat} не участвует в раздаче",
    "there is no space {space}": "поля {space} нет",
    "{space} is closed": "поле {space} закрыто",
    # the first dealer
    "cards are turned up until the first jack, and no further": (
        "карты открывают до первого валета и не дальше"
    ),
    "to cut: {seats}": "снимают: {seats}",
    "still to cut: {seats}": "ещё не сняли: {seats}",
    "{card} was turned up twice": "{card} открыта дважды",
    # runs
    "play starts when the widow is decided (R5)": "играть начинают, когда решено о вдове (R5)",
    "missed plays cost nothing here, so a run is played on": (
        "пропущенные ходы здесь ничего не стоят, так что ряд играют дальше"
    ),
    "here every run plays itself, also for those who stay": (
        "здесь каждый ряд идёт сам собой, и у тех, кто на месте, тоже"
    ),
    "seat {seat} is away already": "место {seat} уже отошло",
    "seat {seat} is not away": "место {seat} не отходило",
    # Three in One
    "play starts when the pot is won (R15)": "играть начинают, когда разыгран банк (R15)",
    "no betting is going on": "ставок сейчас не делают",
    "seat {seat} is to bet": "ставит место {seat}",
    "{verb} is not possible now; there are {verbs}": "сейчас нельзя {verb}; можно {verbs}",
    "to {verb} is to put in {low} to {high} chips in all": (
        "{verb} — это поставить всего от {low} до {high} (фишек)"
    ),
    "spaces are taken at the deal, before the betting (R15)": (
        "поля берут сразу после сдачи, до ставок (R15)"
    ),
    "seat {seat} has taken it": "место {seat} это уже взяло",
    "seat {seat} has too few cards for it": "у места {seat} для этого слишком мало карт",
    "seat {seat} took {space}, so it held other cards": (
        "место {seat} взяло поле {space}, значит, карты у него были другие"
    ),
    "{card} cannot win for two seats": "{card} не может выиграть сразу для двух мест",
    "no pot is to be won now (R15)": "банк сейчас не разыгрывается (R15)",
    "seat {seat} has folded": "место {seat} бросило карты",
    # cards as they fall
    "no run is going on; name the card that was led": (
        "ряд не идёт; назовите карту, с которой зашли"
    ),
    "the first lead is free, so somebody can lead": (
        "первый заход свободный, так что кто-то зайти может"
    ),
    "the others have no chip left when they have passed: the hand ends, say end": (
        "пасуя, остальные отдают последние фишки: раздача окончена, запишите end"
    ),
    "; if it was led all the same, say lead": "; если с неё всё-таки зашли, запишите lead",
    "the run waits for {due}, not {card}{hint}": "ряд ждёт {due}, а не {card}{hint}",
    "seat {seat} leads{hint}": "заходит место {seat}{hint}",
    "{card} was played by seat {seat}": "{card} сыграна местом {seat}",
    "{card} was shown by seat {seat}": "{card} показана местом {seat}",
    "no card is played any more: the seats show what they hold": (
        "карт больше не кладут: места показывают, что осталось на руках"
    ),
    "the seats show their cards when the hand is played out": (
        "карты показывают, когда раздача доиграна"
    ),
    "seat {seat} has shown all its cards": "место {seat} показало все свои карты",
    "no dues are to be confirmed or waived": "подтверждать или прощать сейчас нечего",
    "there is no finding {number}": "ошибки под номером {number} не найдено",
    "finding {number} is waived": "ошибка под номером {number} уже прощена",
    "here a hand goes on until a seat has no card left": (
        "здесь раздача идёт, пока у кого-то не кончатся карты"
    ),
    # score sheets
    "the sheet says so already": "в записи счёта это уже есть",
    "the sheet says so otherwise": "в записи счёта сказано иное",
    "this space has been taken": "это поле уже взято",
    "one seat wins the pot, once in a hand": "банк берёт одно место, один раз за раздачу",
    "passing costs nothing here": "пас здесь ничего не стоит",
    "a pass costs {fee}": "пас стоит {fee}",
    "there is no betting here": "ставок здесь не делают",
    "the widow is not for sale here": "вдову здесь не продают",
    "the widow has been taken": "вдова уже взята",
    "the dealer may exchange the widow, the others may buy it": (
        "сдающий может обменяться с вдовой, остальные — купить её"
    ),
    "{card} can be missed but once": "{card} можно проглядеть только раз",
    "no run leads to {card}": "ни один ряд не ведёт к {card}",
    "blocked boodle wins are not made good here": (
        "за несостоявшийся выигрыш вороха здесь не возмещают"
    ),
    "a blocked win follows the miss that blocked it": (
        "несостоявшийся выигрыш записывают сразу за пропуском, который ему помешал"
    ),
    "no run from {card} wins it": "ряд, который идёт от {card}, этого поля не берёт",
    "the sheet does not sum: seat {seat} comes to {has} chips, not {said}": (
        "счёт не сходится: у места {seat} выходит фишек {has}, а не {said}"
    ),
    "seat {seat} had {has} chips to pay {amount}": (
        "у места {seat} было фишек {has}, а платить {amount}"
    ),
    "the sheet does not say how many cards are left to {seats}": (
        "не записано, сколько карт осталось: {seats}"
    ),
    "who goes out has no card left": "у того, кто вышел, карт не осталось",
    "seat {seat} had no card left, so it went out": (
        "у места {seat} карт не осталось, значит, вышло оно"
    ),
    "seat {seat} had {dealt} cards": "у места {seat} было карт: {dealt}",
    "seat {seat} played {played} cards, too few for what it won": (
        "место {seat} сыграло карт: {played} — для такого выигрыша мало"
    ),
    "seat {seat} is left alone and wins": "место {seat} осталось одно и выигрывает",
    "seat {seat} has dropped out": "место {seat} выбыло из раздачи",
    "a space that was taken was not blocked": "поле взято, значит, выигрыш состоялся",
    "seat {seat} held no card any more": "у места {seat} карт уже не было",
    "a report is made of a hand that was played to its end": (
        "разбор делают по доигранной раздаче"
    ),
    # the service
    "the first dealer is found by {how} here": "первого сдающего здесь определяют так: {how}",
    "with real cards say who deals first: dealer, or how he was found": (
        "при игре настоящими картами назовите первого сдающего: dealer или found"
    ),
    "seat {seat} was found to deal": "сдавать выпало месту {seat}",
    "this table is not recorded by score sheets": "за этим столом счёт раздач не сдают листом",
    "another score sheet is recorded for hand {hand}": "для раздачи {hand} записан другой лист",
    "say which seat it is: {verb} has a seat": "назовите место: у {verb} есть место",
    "no {verb} is posted at a table recorded like this": (
        "при такой записи стола {verb} не посылают"
    ),
    "of a score sheet there is nothing to audit: no card is known": (
        "по листу разбирать нечего: ни одна карта не известна"
    ),
    "the hand was abandoned: there is nothing to audit": "раздача прекращена, разбирать нечего",
    "a seat goes away and comes back {most} times in a hand": (
        "за раздачу место уходит и возвращается не больше {most} раз"
    ),
    "the hand is not played out": "раздача не доиграна",
    "give either turned and start, or cuts": "дайте либо turned и start, либо cuts",
    "turned needs start: the seat that got the first card": (
        "к turned нужен start: место, получившее первую карту"
    ),
}
