"""The live record of a table, as one compact string.

A play reads and writes this record and nothing else, so its size is the price of a play: it
has to stay within 1 KB for eight seats, 45 plays and 44 stops. Fields stand in a fixed order
with ``|`` between them and ``,`` within; whole numbers are written in base 36, and each action
of the hand in progress takes six or seven characters (see :func:`encode_actions`). The first
field names the format, so that a later one can be told apart. ``boodle inspect`` shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

FORMAT: Final = "1"
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789()"
_VALUE: Final = {char: value for value, char in enumerate(_ALPHABET)}
_CARDS: Final = _ALPHABET[:52]
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
_NO_TIME: Final = "_"
_SCORERS: Final = _ALPHABET[:26]
_POSTERS: Final = {"director": "d", "organiser": "o"}
_POSTER_OF: Final = {char: kind for kind, char in _POSTERS.items()}
MAX_SCORERS: Final = len(_SCORERS)
MAX_STAFF: Final = len(_ALPHABET)
"""How many directors, and how many organisers, a league can have had."""

_WHERE: Final = {-2: "x", -1: "w", **{seat: str(seat) for seat in range(8)}}
_PILE: Final = {char: pile for pile, char in _WHERE.items()}


class Poster(NamedTuple):
    """Who posted: ``seat`` and its number from 0, or ``scorer``, ``director``, ``organiser``."""

    kind: str
    number: int


class Logged(NamedTuple):
    """An action as recorded. Times are tenths of a second since 1970; seats count from 0.

    ``verb`` is one of the engine's, or ``follow``, ``undo`` (``amount`` is the number of the
    action taken back) or ``abandon``.
    """

    verb: str
    seat: int | None
    card: int | None
    amount: int | None
    poster: Poster
    at: int
    phone: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A public remark in a hand's log that is no action: a seat's token was handed out again."""

    after: int
    seat: int
    at: int


@dataclass(slots=True)
class Current:
    """The hand in progress.

    ``digest`` is digest(0), of the public set-up. ``dealer`` is the seat whose turn it was to
    deal. ``where`` has the pile of each card as the engine has it. ``placements`` has, by seat,
    the chips on each space; ``enterer`` posted the deal, on an entered hand. ``written`` is how
    many of the actions stand in the record as it was read, and how: a log only grows at its end,
    so that much need not be written anew.
    """

    started: int
    digest: str
    dealer: int
    amount: int
    where: tuple[int, ...]
    placements: dict[int, dict[int, int]] = field(default_factory=dict)
    enterer: Poster | None = None
    actions: list[Logged] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    written: tuple[int, str] = field(default=(0, ""), compare=False)


@dataclass(slots=True)
class Live:
    """A table as it stands.

    Attributes
    ----------
    league, round, table
        Where it belongs: the league, the round's number, the table's number in it.
    recording
        ``dealt`` or ``entered``.
    terms
        The hash of the rules and settings in force; empty before the first deal.
    hand
        The number of the last hand dealt; 0 before the first.
    counted
        How many hands were played out.
    dealer
        The seat that dealt last; before the first deal the one drawn to deal.
    closing
        Whether the round is closed: no new deal.
    ended
        Why the game is over, or ``None``.
    players, epochs
        By seat, the players' numbers and the epochs of their tokens.
    scorers
        The epochs of the table's scorer slots.
    stacks, layout, kitty, pot, bank
        Chips when no hand is in progress, else those before its stakes.
    """

    league: str
    round: int
    table: int
    recording: str
    players: list[int]
    epochs: list[int]
    terms: str = ""
    hand: int = 0
    counted: int = 0
    dealer: int = 0
    closing: bool = False
    ended: str | None = None
    scorers: list[int] = field(default_factory=list)
    stacks: list[int] = field(default_factory=list)
    layout: list[int] = field(default_factory=list)
    kitty: int = 0
    pot: int = 0
    bank: int = 0
    current: Current | None = None


_POSTER_AT: Final = {
    **{str(seat): Poster("seat", seat) for seat in range(8)},
    **{char: Poster("scorer", slot) for slot, char in enumerate(_SCORERS)},
}
"""Who posted, where one character says it."""

_RECORDING: Final = {"dealt": "d", "entered": "e"}
_RECORDING_OF: Final = {char: recording for recording, char in _RECORDING.items()}
_ENDED: Final = {None: "-", "hands": "h", "seats": "s", "closed": "c"}
_ENDED_OF: Final = {char: ended for ended, char in _ENDED.items()}


class UnknownFormat(ValueError):
    """The record was written by a newer Boodle, or is no live record."""


def _number(value: int) -> str:
    if 0 <= value < 36:
        return _DIGITS[value]
    sign, value = ("-", -value) if value < 0 else ("", value)
    digits = ""
    while value or not digits:
        value, digit = divmod(value, 36)
        digits = _DIGITS[digit] + digits
    return sign + digits


def _numbers(values: Sequence[int]) -> str:
    return ",".join(map(_number, values))


def _read_numbers(text: str) -> list[int]:
    return [int(part, 36) for part in text.split(",")] if text else []


def _varint(value: int) -> str:
    chars = ""
    while value >= 32:
        chars += _ALPHABET[32 | value & 31]
        value >>= 5
    return chars + _ALPHABET[value]


def _read_varint(text: str, at: int) -> tuple[int, int]:
    value = _VALUE[text[at]]
    if value < 32:
        return value, at + 1
    value = shift = 0
    while True:
        part = _VALUE[text[at]]
        at += 1
        value |= (part & 31) << shift
        if part < 32:
            return value, at
        shift += 5


def _poster(poster: Poster) -> str:
    if poster.kind == "seat":
        return str(poster.number)
    if poster.kind == "scorer":
        return _SCORERS[poster.number]
    return _POSTERS[poster.kind] + _ALPHABET[poster.number]


def _read_poster(text: str) -> Poster:
    return _POSTER_AT.get(text) or Poster(_POSTER_OF[text[0]], _VALUE[text[1]])


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
        else:
            seat = action.seat if action.verb in _SEATED else ""
            amount = _varint(action.amount) if action.amount is not None else ""
            parts.append(f"{_VERBS[action.verb]}{seat}{amount}")
        parts.append(_poster(action.poster))
        parts.append(_varint(action.at - last))
        last = action.at
        if action.phone is None:
            parts.append(_NO_TIME)
        else:
            ahead = action.phone - action.at
            parts.append(_varint(2 * ahead if ahead >= 0 else -2 * ahead - 1))
    return "".join(parts)


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
        if verb is None:
            verb = "play"
            if char == _FOLLOW:
                verb, char = "follow", text[at]
                at += 1
            card, seat = _VALUE[char], int(text[at])
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
            poster = Poster(_POSTER_OF[text[at]], _VALUE[text[at + 1]])
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


def _log_text(current: Current) -> str:
    count, text = current.written
    last = current.actions[count - 1].at if count else current.started
    text += encode_actions(current.actions[count:], last)
    current.written = (len(current.actions), text)
    return text


def encode(live: Live) -> str:
    """Return the record's body."""
    current = live.current
    fields = [
        FORMAT,
        live.league,
        _numbers((live.round, live.table, live.hand, live.counted, live.dealer)),
        _RECORDING[live.recording] + _ENDED[live.ended] + ("c" if live.closing else ""),
        live.terms,
        _numbers(live.players),
        _numbers(live.epochs) if any(live.epochs) else "",
        _numbers(live.scorers),
        _numbers(live.stacks),
        _numbers((*live.layout, live.kitty, live.pot, live.bank)),
    ]
    if current:
        fields += [
            _number(current.started),
            current.digest,
            _numbers((current.dealer, current.amount)),
            _poster(current.enterer) if current.enterer else "",
            "".join(_WHERE[pile] for pile in current.where),
            ",".join(
                str(seat) + "".join(f"{_ALPHABET[space]}{_number(n)}." for space, n in put.items())
                for seat, put in current.placements.items()
            ),
            _log_text(current),
            ",".join(
                f"{note.after}.{note.seat}.{note.at - current.started}" for note in current.notes
            ),
        ]
    return "|".join(fields)


def decode(body: str) -> Live:
    """Return the record that :func:`encode` wrote.

    Raises
    ------
    UnknownFormat
        It is of another format.
    """
    fields = body.split("|")
    if fields[0] != FORMAT or len(fields) not in (10, 18):
        raise UnknownFormat(f"not a live record of format {FORMAT}: {body[:20]!r}")
    _, league, numbers, flags, terms, players, epochs, scorers, stacks, table = fields[:10]
    round_, number, hand, counted, dealer = _read_numbers(numbers)
    seats = _read_numbers(players)
    *layout, kitty, pot, bank = _read_numbers(table)
    return Live(
        league=league,
        round=round_,
        table=number,
        recording=_RECORDING_OF[flags[0]],
        players=seats,
        epochs=_read_numbers(epochs) or [0] * len(seats),
        terms=terms,
        hand=hand,
        counted=counted,
        dealer=dealer,
        closing=flags.endswith("c") and len(flags) == 3,
        ended=_ENDED_OF[flags[1]],
        scorers=_read_numbers(scorers),
        stacks=_read_numbers(stacks),
        layout=layout,
        kitty=kitty,
        pot=pot,
        bank=bank,
        current=_decode_current(fields[10:]) if len(fields) > 10 else None,
    )


def _decode_current(fields: list[str]) -> Current:
    started_text, digest, dealt, enterer, where, placements, actions, notes = fields
    started = int(started_text, 36)
    dealer, amount = _read_numbers(dealt)
    log = decode_actions(actions, started)
    return Current(
        started=started,
        digest=digest,
        dealer=dealer,
        amount=amount,
        where=tuple(_PILE[char] for char in where),
        placements={int(put[0]): _read_placement(put[1:]) for put in placements.split(",") if put},
        enterer=_read_poster(enterer) if enterer else None,
        actions=log,
        written=(len(log), actions),
        notes=[
            Note(int(after), int(seat), started + int(at))
            for after, seat, at in (note.split(".") for note in notes.split(",") if note)
        ],
    )


def _read_placement(text: str) -> dict[int, int]:
    return {_VALUE[part[0]]: int(part[1:], 36) for part in text.split(".") if part}
