"""The log of a hand as text: six or seven characters an action, in the live record.

The table of verbs decides how an action is written: a card played is one letter, common verbs have
one sign, the others ``~`` and a letter. The parts of the action follow, then the poster, and two
times as differences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from chalicelib.rules.actions import PLAYS, TABLE, Action, Part, Play, Role, Row

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789()"
VALUE: Final = {char: value for value, char in enumerate(ALPHABET)}
_CARDS: Final = ALPHABET[:52]
_OTHER: Final = "~"
_NO_TIME: Final = "_"
_SCORERS: Final = ALPHABET[:26]
_STAFF: Final = {Role.DIRECTOR: "d", Role.ORGANISER: "o"}
_STAFF_OF: Final = {char: role for role, char in _STAFF.items()}
_FROM_ONE: Final = frozenset({Role.PLAYER, Role.SCORER})
MAX_SCORERS: Final = len(_SCORERS)
MAX_STAFF: Final = len(ALPHABET)
"""How many directors, and how many organisers, a league can have over time."""


PosterKind: TypeAlias = Literal["seat", "scorer", "director", "organiser"]

_KIND: Final[Mapping[Role, PosterKind]] = {
    Role.PLAYER: "seat",
    Role.SCORER: "scorer",
    Role.DIRECTOR: "director",
    Role.ORGANISER: "organiser",
}


class Poster(NamedTuple):
    """Who posted: a role, and the number of the seat (from 0), scorer's slot (from 0) or token."""

    role: Role
    number: int

    @property
    def seat(self) -> int | None:
        """The seat, if the poster is a player."""
        return self.number if self.role is Role.PLAYER else None

    @property
    def kind(self) -> PosterKind:
        """The role's name in records and answers: a player posts for a ``seat``."""
        return _KIND[self.role]

    @property
    def shown_number(self) -> int:
        """The number in records and answers, where seats and slots count from 1."""
        return self.number + (self.role in _FROM_ONE)

    @classmethod
    def of(cls, kind: str, shown_number: int) -> Self:
        """Return the poster with this kind and number, as shown.

        Raises
        ------
        KeyError
            There is no such kind.
        """
        role = _ROLE_OF[kind]
        return cls(role, shown_number - (role in _FROM_ONE))


_ROLE_OF: Final[Mapping[str, Role]] = {kind: role for role, kind in _KIND.items()}


class Logged(NamedTuple):
    """A recorded action: who posted it, and when, in tenths of a second since 1970.

    ``phone`` is the phone's own time.
    """

    action: Action
    poster: Poster
    at: int
    phone: int | None = None


_POSTER_AT: Final = {
    **{str(seat): Poster(Role.PLAYER, seat) for seat in range(8)},
    **{char: Poster(Role.SCORER, slot) for slot, char in enumerate(_SCORERS)},
}
"""The posters that one character encodes."""


def _varint(value: int) -> str:
    chars = ""
    while value >= 32:
        chars += ALPHABET[32 | value & 31]
        value >>= 5
    return chars + ALPHABET[value]


def _read_varint(text: str, at: int) -> tuple[int, int]:
    value = VALUE[text[at]]
    if value < 32:
        return value, at + 1
    value = shift = 0
    while True:
        part = VALUE[text[at]]
        at += 1
        value |= (part & 31) << shift
        if part < 32:
            return value, at
        shift += 5


def encode_poster(poster: Poster) -> str:
    """Return the text of a poster, one character or two."""
    match poster.role:
        case Role.PLAYER:
            return str(poster.number)
        case Role.SCORER:
            return _SCORERS[poster.number]
        case Role.DIRECTOR | Role.ORGANISER:
            return _STAFF[poster.role] + ALPHABET[poster.number]


def read_poster(text: str) -> Poster:
    """Return the poster that :func:`encode_poster` wrote."""
    return _POSTER_AT.get(text) or Poster(_STAFF_OF[text[0]], VALUE[text[1]])


# -- actions ------------------------------------------------------------------------------------


def _in_order(row: Row) -> tuple[int, ...]:
    """Return the order in which the parts of a verb are written, by their indices in the row."""
    places = range(len(row.parts))
    if row.code.startswith(_OTHER):
        return tuple(places)
    return tuple(sorted(places, key=lambda place: row.parts[place] is not Part.CARD))


_ORDER: Final = {row.verb: _in_order(row) for row in TABLE.values()}
_ROW_OF: Final = {row.code: row for row in TABLE.values()}
_ALONE: Final = {row.code: row.make() for row in TABLE.values() if not row.parts}
"""The actions without parts."""


def _encode_action(action: Action) -> str:
    if isinstance(action, Play):  # by far the most frequent case
        return f"{_CARDS[action.card]}{action.seat}"
    row = TABLE[action.verb]
    text = row.code
    if text in _ALONE:
        return text
    values = action.values()
    for place in _ORDER[row.verb]:
        text += _encode_part(row, row.parts[place], values[place])
    return text


def _encode_part(row: Row, part: Part, value: int | None) -> str:
    if value is None:
        return _varint(0)
    match part:
        case Part.SEAT:
            return str(value)
        case Part.CARD:
            return _CARDS[value]
        case Part.SPACE:
            value += 1
        case _:
            pass
    if not row.code.startswith(_OTHER):
        return _varint(value)
    # 0 stands for no number, and numbers may be negative: 1 is 0, 2 is -1, 3 is 1.
    return _varint(1 + 2 * value if value >= 0 else -2 * value)


def _decode_action(text: str, at: int) -> tuple[Action, int]:
    """Return the action that begins at an index of a log, and the index of its end."""
    char = text[at]
    if char in VALUE:  # a card
        return PLAYS[int(text[at + 1])][VALUE[char]], at + 2
    code = text[at : at + 2] if char == _OTHER else char
    at += len(code)
    if code in _ALONE:
        return _ALONE[code], at
    row = _ROW_OF[code]
    values: list[int | None] = [None] * len(row.parts)
    for place in _ORDER[row.verb]:
        values[place], at = _decode_part(row, row.parts[place], text, at)
    return row.make(*values), at


def _decode_part(row: Row, part: Part, text: str, at: int) -> tuple[int | None, int]:
    if part is Part.SEAT:
        return int(text[at]), at + 1
    if part is Part.CARD:
        return VALUE[text[at]], at + 1
    coded, at = _read_varint(text, at)
    if row.code.startswith(_OTHER):
        if not coded:
            return None, at
        coded = coded // 2 if coded & 1 else -(coded // 2)
    return coded - (part is Part.SPACE), at


def encode_actions(actions: Sequence[Logged], started: int) -> str:
    """Return the text of a log: each action, its poster and its times.

    After the action come the poster, the tenths of a second since the action before, and the
    phone's own time as a difference from the server's.
    """
    parts = []
    last = started
    for logged in actions:
        parts.append(_encode_action(logged.action))
        parts.append(encode_poster(logged.poster))
        parts.append(_varint(logged.at - last))
        last = logged.at
        if logged.phone is None:
            parts.append(_NO_TIME)
        else:
            ahead = logged.phone - logged.at
            parts.append(_varint(2 * ahead if ahead >= 0 else -2 * ahead - 1))
    return "".join(parts)


def decode_actions(text: str, started: int) -> list[Logged]:
    """Return the log that :func:`encode_actions` wrote."""
    actions: list[Logged] = []
    at = 0
    time = started
    end = len(text)
    while at < end:
        action, at = _decode_action(text, at)
        poster = _POSTER_AT.get(text[at])
        if poster:
            at += 1
        else:
            poster = Poster(_STAFF_OF[text[at]], VALUE[text[at + 1]])
            at += 2
        passed, at = _read_varint(text, at)
        time += passed
        phone = None
        if text[at] == _NO_TIME:
            at += 1
        else:
            zigzag, at = _read_varint(text, at)
            phone = time + (-(zigzag + 1) // 2 if zigzag & 1 else zigzag // 2)
        actions.append(Logged(action, poster, time, phone))
    return actions
