"""What is wrong with a hand record, in Russian, by the English templates."""

from __future__ import annotations

from typing import Final

RECORDS: Final = {
    "it is no hand record: boodle_hand is missing": "это не запись раздачи: нет boodle_hand",
    "the record has version {version}; this program reads version {known}": (
        "у записи версия {version}; эта программа читает версию {known}"
    ),
    "it cannot be read as JSON: {reason}": "это не читается как JSON: {reason}",
    "{name!r} stands twice in one object": "имя {name!r} стоит в одном объекте дважды",
    "{number} is no JSON number": "{number} — не число JSON",
    "{at} is unknown to this version and left out": ("{at} этой версии неизвестно и не прочитано"),
    "an object is wanted": "здесь нужен объект",
    "a list is wanted": "здесь нужен список",
    "a list of texts is wanted": "здесь нужен список строк",
    "a text of up to {most} is wanted": "здесь нужна строка не длиннее {most} знаков",
    "true or false is wanted": "здесь нужно true или false",
    "a whole number from {low} to {high} is wanted": "здесь нужно целое число от {low} до {high}",
    "one of {allowed} is wanted": "здесь нужно одно из: {allowed}",
    "it is missing": "этого не хватает",
    "a hand has 2 to 8 seats": "в раздаче от 2 до 8 мест",
    "there is no account {name!r}": "счёта {name!r} нет",
    "these are not the cards that nobody was dealt": "это не те карты, которые никому не сданы",
    "an action has exactly one verb": "у действия ровно один глагол",
    "undone_by does not fit the undo {number}": "undone_by не согласуется с undo {number}",
    "there is one stack for each seat": "у каждого места одна стопка фишек",
    "it is not how the rules deal": "правила сдают не так",
    "the record has no deal, and so cannot be replayed": (
        "в записи нет сдачи, поэтому её нельзя разыграть снова"
    ),
    "the set-up": "начало раздачи",
    "action {number}": "действие {number}",
    "stated is {stated}, but the actions give {found}": (
        "указано {stated}, а по действиям выходит {found}"
    ),
}
