"""The variable parts of paths, and the values that a handler gets."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeVar, get_type_hints

from chalicelib.service.errors import not_found

P = TypeVar("P")


class Part(NamedTuple):
    """One variable part of a path.

    Attributes
    ----------
    pattern
        The pattern of its values; anything else is not found.
    meaning
        Its meaning, a sentence for the document.
    highest
        The highest value, if it is a whole number from 1.
    """

    pattern: str
    meaning: str
    highest: int | None = None


PARTS: Final[Mapping[str, Part]] = {
    "league": Part("[A-Za-z0-9_-]{1,64}", "The league's name, as createLeague gives it."),
    "table": Part("[A-Za-z0-9_-]{1,64}", "The table's name, as a round's `tables` give it."),
    "preset": Part("[a-z_]{1,40}", "The game's name."),
    "player": Part("[1-9][0-9]{0,4}", "The player's number in the league.", 99_999),
    "round": Part("[1-9][0-9]{0,3}", "The round's number in the league.", 9_999),
    "hand": Part("[1-9][0-9]{0,3}", "The hand's number at the table.", 9_999),
    "seat": Part("[1-8]", "The seat, clockwise.", 8),
    "draw": Part("[1-9]", "The draw's number in the hand.", 9),
    "number": Part("[1-9][0-9]{0,5}", "The action's number in the hand's log.", 999_999),
    "token": Part("[1-9][0-9]{0,5}", "The token's number on the player's list.", 999_999),
    "subject": Part("[A-Za-z0-9_-]{1,80}", "Whose tokens, such as `player-7`."),
    "code_id": Part("[A-Za-z0-9_-]{1,64}", "The code's `code_id`, not the code."),
}
"""Every variable part, by its name."""

_PATTERNS: Final = {name: re.compile(part.pattern, re.ASCII) for name, part in PARTS.items()}
_NUMBERS: Final = frozenset(name for name, part in PARTS.items() if part.highest)


class NoPath(NamedTuple):
    """A path without variable parts."""


class PresetPath(NamedTuple):
    """A path below a named game."""

    preset: str


class LeaguePath(NamedTuple):
    """A path below a league."""

    league: str


class PlayerPath(NamedTuple):
    """A path below a player."""

    league: str
    player: int


class RoundPath(NamedTuple):
    """A path below a round."""

    league: str
    round: int


class TokenPath(NamedTuple):
    """A path below a token of one's own."""

    token: int


class SubjectPath(NamedTuple):
    """A path below a subject of tokens."""

    league: str
    subject: str


class CodePath(NamedTuple):
    """A path below a join code."""

    league: str
    code_id: str


class TablePath(NamedTuple):
    """A path below a table."""

    table: str


class SeatPath(NamedTuple):
    """A path below a seat of a table."""

    table: str
    seat: int


class HandPath(NamedTuple):
    """A path below a hand."""

    table: str
    hand: int


class EntryPath(NamedTuple):
    """A path below a seat of a hand."""

    table: str
    hand: int
    seat: int


class DrawPath(NamedTuple):
    """A path below a draw of a hand."""

    table: str
    hand: int
    draw: int


class OpeningPath(NamedTuple):
    """A path below a seat in a draw."""

    table: str
    hand: int
    draw: int
    seat: int


class ActionPath(NamedTuple):
    """A path below an action of a hand."""

    table: str
    hand: int
    number: int


_fields: Final = cache(get_type_hints)


def check_path(path: str, form: Callable[..., object]) -> None:
    """Raise unless ``form`` has a field for each variable part of ``path``, of the part's type.

    Raises
    ------
    TypeError
        It does not.
    """
    named = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    wanted = {name: int if PARTS[name].highest else str for name in named}
    if _fields(form) != wanted:
        raise TypeError(f"{path} is not read by {form}")


def read_path(form: Callable[..., P], texts: Mapping[str, str]) -> P:
    """Return the values of a path's variable parts.

    Raises
    ------
    Refusal
        ``not-found``: a part does not match its pattern.
    """
    values: dict[str, str | int] = {}
    for name, text in texts.items():
        if not _PATTERNS[name].fullmatch(text):
            raise not_found(name.replace("_", "-"))
        values[name] = int(text) if name in _NUMBERS else text
    return form(**values)
