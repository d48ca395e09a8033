"""The live record of a table, as one compact string.

A play reads and writes this record and nothing else, so its size is the price of a play: it
has to stay within 1 KB for eight seats, 45 plays and 44 stops. Fields stand in a fixed order
with ``|`` between them and ``,`` within; whole numbers are written in base 36, and each action
of the hand in progress takes six or seven characters (:mod:`.live_log`). The
first field names the format, so that a later one can be told apart. ``boodle inspect`` shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from .live_log import (
    ALPHABET,
    VALUE,
    Logged,
    Poster,
    decode_actions,
    encode_actions,
    encode_poster,
    read_poster,
)

FORMAT: Final = "2"
_TABLE: Final = 11
_HAND: Final = 8
"""How many fields a record has of the table, and how many more of a hand in progress."""
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_WHERE: Final = {-4: "u", -2: "x", -1: "w", **{seat: str(seat) for seat in range(8)}}
_PILE: Final = {char: pile for pile, char in _WHERE.items()}


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
        ``dealt``, ``entered``, ``observed`` or ``result``.
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
    began
        When the first hand was dealt, in tenths of a second since 1970; 0 before.
    bought
        By seat, the chips bought; empty while every seat has bought one stack.
    claimed, away
        What was won, for the wind-down, and the seats that are away, as in the engine's game.
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
    began: int = 0
    bought: list[int] = field(default_factory=list)
    claimed: int = 0
    away: int = 0
    current: Current | None = None


_RECORDING: Final = {"dealt": "d", "entered": "e", "observed": "o", "result": "r"}
_RECORDING_OF: Final = {char: recording for recording, char in _RECORDING.items()}
_ENDED: Final = {
    None: "-",
    "hands": "h",
    "seats": "s",
    "closed": "c",
    "minutes": "m",
    "chips": "t",
    "claimed": "w",
}
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
    return _numbers_text(tuple(values))


# From one play to the next hardly any of these changes.
@lru_cache(maxsize=2048)
def _numbers_text(values: tuple[int, ...]) -> str:
    return ",".join(map(_number, values))


@lru_cache(maxsize=512)
def _where_text(where: tuple[int, ...]) -> str:
    return "".join(_WHERE[pile] for pile in where)


def _read_numbers(text: str) -> list[int]:
    return [int(part, 36) for part in text.split(",")] if text else []


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
        _numbers((live.began, live.claimed, live.away, *live.bought)),
    ]
    if current:
        fields += [
            _number(current.started),
            current.digest,
            _numbers((current.dealer, current.amount)),
            encode_poster(current.enterer) if current.enterer else "",
            _where_text(current.where),
            ",".join(
                str(seat) + "".join(f"{ALPHABET[space]}{_number(n)}." for space, n in put.items())
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
    if fields[0] == "1" and len(fields) in (_TABLE - 1, _TABLE - 1 + _HAND):
        # Format 1 knew nothing of what stands in the last field of the table.
        fields = [FORMAT, *fields[1 : _TABLE - 1], "0,0,0", *fields[_TABLE - 1 :]]
    if fields[0] != FORMAT or len(fields) not in (_TABLE, _TABLE + _HAND):
        raise UnknownFormat(f"not a live record of format {FORMAT}: {body[:20]!r}")
    _, league, numbers, flags, terms, players, epochs, scorers, stacks, table, more = fields[
        :_TABLE
    ]
    round_, number, hand, counted, dealer = _read_numbers(numbers)
    seats = _read_numbers(players)
    *layout, kitty, pot, bank = _read_numbers(table)
    began, claimed, away, *bought = _read_numbers(more)
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
        began=began,
        bought=bought,
        claimed=claimed,
        away=away,
        current=_decode_current(fields[_TABLE:]) if len(fields) > _TABLE else None,
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
        enterer=read_poster(enterer) if enterer else None,
        actions=log,
        written=(len(log), actions),
        notes=[
            Note(int(after), int(seat), started + int(at))
            for after, seat, at in (note.split(".") for note in notes.split(",") if note)
        ],
    )


def _read_placement(text: str) -> dict[int, int]:
    return {VALUE[part[0]]: int(part[1:], 36) for part in text.split(".") if part}
