"""The log of a hand as text: six or seven characters an action, in the live record.

A card played is one letter, the verbs of every table have one sign, the others ``~`` and a
letter; what goes with the verb follows, then the poster, and two times as differences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from chalicelib.rules.actions import PLAYS, Action, Verb, make_action

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789()"
VALUE: Final = {char: value for value, char in enumerate(ALPHABET)}
_CARDS: Final = ALPHABET[:52]
_VERBS: Final = {
    "stop": ".",
    "exchange": "*",
    "decline": "-",
    "auction": "=",
    "bid": "+",
    "pass": "/",
    "undo": "<",
    "abandon": "!",
}
_VERB_OF: Final = {char: verb for verb, char in _VERBS.items()}
_SEATED: Final = frozenset({"exchange", "decline", "auction", "bid", "pass"})
_FOLLOW: Final = ">"
_OTHER: Final = "~"
_OTHERS: Final = {
    "lead": "Lsc",
    "show": "Ssc",
    "end": "E",
    "take": "Tsn",
    "pot": "Ps",
    "check": "Ks",
    "bet": "Bsn",
    "call": "Cs",
    "raise": "Rsn",
    "fold": "Fs",
    "confirm": "Y",
    "waive": "Wn",
    "away": "As",
    "back": "Zs",
    "fee": "fsn",
    "sold": "dsn",
    "left": "lsn",
    "miss": "msc",
    "block": "bsn",
    "chips": "hsn",
    "out": "os",
}
"""Every other verb: ``~``, its letter, and what it has: seat (s), card (c), amount (n)."""
_OTHER_OF: Final = {shape[0]: (verb, shape[1:]) for verb, shape in _OTHERS.items()}
_NO_TIME: Final = "_"
_SCORERS: Final = ALPHABET[:26]
_POSTERS: Final = {"director": "d", "organiser": "o"}
_POSTER_OF: Final = {char: kind for kind, char in _POSTERS.items()}
MAX_SCORERS: Final = len(_SCORERS)
MAX_STAFF: Final = len(ALPHABET)
"""How many directors, and how many organisers, a league can have had."""


class Poster(NamedTuple):
    """Who posted: ``seat`` and its number from 0, or ``scorer``, ``director``, ``organiser``."""

    kind: str
    number: int


class Logged(NamedTuple):
    """An action as recorded. Times are tenths of a second since 1970; seats count from 0.

    ``verb`` is one of the engine's, or ``follow``, ``undo`` (``amount`` is the number of the
    action taken back) or ``abandon``. A space is told by its number in the layout, from 1.
    """

    verb: str
    seat: int | None
    card: int | None
    amount: int | None
    poster: Poster
    at: int
    phone: int | None = None

    @property
    def action(self) -> Action:
        """What was done."""
        if self.verb == Verb.PLAY and self.seat is not None and self.card is not None:
            return PLAYS[self.seat][self.card]
        return make_action(self.verb, self.seat, self.card, self.amount)


_POSTER_AT: Final = {
    **{str(seat): Poster("seat", seat) for seat in range(8)},
    **{char: Poster("scorer", slot) for slot, char in enumerate(_SCORERS)},
}
"""Who posted, where one character says it."""


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
    """Return who posted, in one character or two."""
    if poster.kind == "seat":
        return str(poster.number)
    if poster.kind == "scorer":
        return _SCORERS[poster.number]
    return _POSTERS[poster.kind] + ALPHABET[poster.number]


def read_poster(text: str) -> Poster:
    """Return the poster that :func:`encode_poster` wrote."""
    return _POSTER_AT.get(text) or Poster(_POSTER_OF[text[0]], VALUE[text[1]])


def encode_actions(actions: Sequence[Logged], started: int) -> str:
    """Return the log of a hand: for each action what it was, who posted it, and when.

    A card played is one letter, any other verb one sign; seat, card or amount follow where
    they belong to it; then the poster, the tenths of a second since the action before, and the
    phone's own time as a difference from the server's.
    """
    parts = []
    last = started
    for action in actions:
        if action.verb == "play":
            parts.append(f"{_CARDS[action.card or 0]}{action.seat}")
        elif action.verb == "follow":
            parts.append(f"{_FOLLOW}{_CARDS[action.card or 0]}{action.seat}")
        elif action.verb in _OTHERS:
            parts.append(_encode_other(action))
        else:
            seat = action.seat if action.verb in _SEATED else ""
            amount = _varint(action.amount) if action.amount is not None else ""
            parts.append(f"{_VERBS[action.verb]}{seat}{amount}")
        parts.append(encode_poster(action.poster))
        parts.append(_varint(action.at - last))
        last = action.at
        if action.phone is None:
            parts.append(_NO_TIME)
        else:
            ahead = action.phone - action.at
            parts.append(_varint(2 * ahead if ahead >= 0 else -2 * ahead - 1))
    return "".join(parts)


def _encode_other(action: Logged) -> str:
    shape = _OTHERS[action.verb]
    text = _OTHER + shape[0]
    for part in shape[1:]:
        if part == "s":
            text += str(action.seat)
        elif part == "c":
            text += _CARDS[action.card or 0]
        else:
            # 0 stands for no amount, and amounts may be negative: so 1 for 0, 2 for -1, 3 for 1.
            amount = action.amount
            text += _varint(0 if amount is None else 1 + 2 * amount if amount >= 0 else -2 * amount)
    return text


def _decode_other(text: str, at: int) -> tuple[str, int | None, int | None, int | None, int]:
    """Return verb, seat, card and amount of what stands behind ``~``, and where it ends."""
    verb, parts = _OTHER_OF[text[at]]
    at += 1
    seat = card = amount = None
    for part in parts:
        if part == "s":
            seat, at = int(text[at]), at + 1
        elif part == "c":
            card, at = VALUE[text[at]], at + 1
        else:
            coded, at = _read_varint(text, at)
            if coded:
                amount = coded // 2 if coded & 1 else -(coded // 2)
    return verb, seat, card, amount, at


def decode_actions(text: str, started: int) -> list[Logged]:
    """Return the log that :func:`encode_actions` wrote."""
    actions: list[Logged] = []
    at = 0
    time = started
    end = len(text)
    while at < end:
        char = text[at]
        at += 1
        seat = card = amount = None
        verb = _VERB_OF.get(char)
        if char == _OTHER:
            verb, seat, card, amount, at = _decode_other(text, at)
        elif verb is None:
            verb = "play"
            if char == _FOLLOW:
                verb, char = "follow", text[at]
                at += 1
            card, seat = VALUE[char], int(text[at])
            at += 1
        elif verb in _SEATED:
            seat = int(text[at])
            at += 1
            if verb == "bid":
                amount, at = _read_varint(text, at)
        elif verb == "undo":
            amount, at = _read_varint(text, at)
        poster = _POSTER_AT.get(text[at])
        if poster:
            at += 1
        else:
            poster = Poster(_POSTER_OF[text[at]], VALUE[text[at + 1]])
            at += 2
        passed, at = _read_varint(text, at)
        time += passed
        phone = None
        if text[at] == _NO_TIME:
            at += 1
        else:
            zigzag, at = _read_varint(text, at)
            phone = time + (-(zigzag + 1) // 2 if zigzag & 1 else zigzag // 2)
        actions.append(Logged(verb, seat, card, amount, poster, time, phone))
    return actions
