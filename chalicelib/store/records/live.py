"""The live record of a table, as one compact string.

A play reads and writes this record and nothing else, so its size is the price of a play: it
has to stay within 1 KB for eight seats, 45 plays and 44 stops. Fields stand in a fixed order
with ``|`` between them and ``,`` within; whole numbers are written in base 36, and each action
of the hand in progress takes six or seven characters (:mod:`.live_log`). The
first field is the number of the format. ``boodle inspect`` shows a record in readable form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, Self

from chalicelib.rules.actions import Recording
from chalicelib.rules.game import GameEnd
from chalicelib.store.port import Key

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
from .members import UnreadableRecord
from .record import At, table_partition

_TABLE: Final = 10
_HAND: Final = 8
"""How many fields a record has of the table, and how many more of a hand in progress."""
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_WHERE: Final = {-4: "u", -2: "x", -1: "w", **{seat: str(seat) for seat in range(8)}}
_PILE: Final = {char: pile for pile, char in _WHERE.items()}
_RECORDING: Final = {
    Recording.DEALT: "d",
    Recording.ENTERED: "e",
    Recording.OBSERVED: "o",
    Recording.RESULT: "r",
}
_RECORDING_OF: Final = {char: recording for recording, char in _RECORDING.items()}
_ENDED: Final = {
    None: "-",
    GameEnd.HANDS: "h",
    GameEnd.SEATS: "s",
    GameEnd.CLOSED: "c",
    GameEnd.MINUTES: "m",
    GameEnd.CHIPS: "t",
    GameEnd.CLAIMED: "w",
}
_ENDED_OF: Final = {char: ended for ended, char in _ENDED.items()}


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table between two hands; while one is in progress, as it was before.

    Attributes
    ----------
    league, round, number
        Where it belongs: the league, the round's number, the table's number in it.
    recording
        How its hands are recorded.
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
        Chips; of a hand in progress, those before its stakes.
    began
        When the first hand was dealt, in tenths of a second since 1970; 0 before.
    bought
        By seat, the chips bought; empty while every seat has bought one stack.
    claimed, away
        What was won, for the wind-down, and the seats that are away, as in the engine's game.
    """

    league: str
    round: int
    number: int
    recording: Recording
    players: tuple[int, ...]
    epochs: tuple[int, ...]
    terms: str = ""
    hand: int = 0
    counted: int = 0
    dealer: int = 0
    closing: bool = False
    ended: GameEnd | None = None
    scorers: tuple[int, ...] = ()
    stacks: tuple[int, ...] = ()
    layout: tuple[int, ...] = ()
    kitty: int = 0
    pot: int = 0
    bank: int = 0
    began: int = 0
    bought: tuple[int, ...] = ()
    claimed: int = 0
    away: int = 0


@dataclass(frozen=True, slots=True)
class LiveDeal:
    """What the deal of the hand in progress fixed.

    Attributes
    ----------
    started
        When it was dealt, in tenths of a second since 1970.
    digest
        digest(0), of the public set-up.
    dealer
        The seat whose turn it was to deal.
    amount
        The amount of the stakes.
    where
        The pile of each card, as the engine has it; empty where no card is known.
    placements
        By seat, the chips placed on each space.
    enterer
        Who posted the deal, on an entered hand.
    """

    started: int
    digest: str
    dealer: int
    amount: int
    where: tuple[int, ...]
    placements: Mapping[int, Mapping[int, int]] = field(default_factory=dict, hash=False)
    enterer: Poster | None = None


class Note(NamedTuple):
    """A public remark in a hand's log that is no action: a seat's token was handed out again.

    ``after`` is the number of the action before it; ``at`` is in tenths of a second since 1970.
    """

    after: int
    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class LiveHand:
    """The hand in progress: what its deal fixed, its log, and public remarks on it.

    A log only grows at its end: ``text`` is the log as it was read or written last, so that
    :meth:`plus` writes no more than the new action.
    """

    deal: LiveDeal
    actions: tuple[Logged, ...] = ()
    notes: tuple[Note, ...] = ()
    text: str | None = field(default=None, compare=False, repr=False)

    def plus(self, logged: Logged) -> LiveHand:
        """Return the hand with one more action in its log."""
        text = self.log_text() if self.text is None else self.text
        text += encode_actions((logged,), self.last)
        return LiveHand(self.deal, (*self.actions, logged), self.notes, text)

    @property
    def last(self) -> int:
        """When the last action was recorded, or else the hand was dealt."""
        return self.actions[-1].at if self.actions else self.deal.started

    def log_text(self) -> str:
        """Return the log as it is written, every action anew."""
        return encode_actions(self.actions, self.deal.started)


@dataclass(frozen=True, slots=True)
class LiveRecord:
    """A table as it stands, with the hand in progress, if any."""

    FORMAT: ClassVar[int] = 2

    table: LiveTable
    hand: LiveHand | None = None

    @classmethod
    def at(cls, table_id: str) -> At[Self]:
        """Return where a table's live record is kept."""
        return At(Key(table_partition(table_id), "LIVE"), cls)

    def dumps(self) -> str:
        """Return the record's text."""
        hand = self.hand
        if hand is None:
            return _table_text(self.table)
        started = hand.deal.started
        notes = ",".join(f"{note.after}.{note.seat}.{note.at - started}" for note in hand.notes)
        table, deal = _table_text(self.table), _deal_text(hand.deal)
        log = hand.log_text() if hand.text is None else hand.text
        return f"{table}|{deal}|{log}|{notes}"

    @classmethod
    def loads(cls, text: str) -> Self:
        """Return the record that :meth:`dumps` wrote, or an earlier version in format 1.

        Raises
        ------
        UnreadableRecord
            It is of another format, or damaged.
        """
        number, *fields = text.split("|")
        if number == "1" and len(fields) in (_TABLE - 1, _TABLE - 1 + _HAND):
            # Format 1 knew nothing of what stands in the last field of the table.
            number, fields[_TABLE - 1 : _TABLE - 1] = str(cls.FORMAT), ["0,0,0"]
        if number != str(cls.FORMAT) or len(fields) not in (_TABLE, _TABLE + _HAND):
            raise UnreadableRecord(f"not a live record of format {cls.FORMAT}: {text[:20]!r}")
        try:
            hand = _read_hand(fields[_TABLE:]) if len(fields) > _TABLE else None
            return cls(_read_table(fields[:_TABLE]), hand)
        except (KeyError, IndexError, ValueError) as error:
            raise UnreadableRecord(f"a damaged live record: {text[:20]!r}") from error


# From one play to the next a table and its deal stay the same (bench/records.py).
@lru_cache(maxsize=512)
def _table_text(table: LiveTable) -> str:
    return "|".join(
        (
            str(LiveRecord.FORMAT),
            table.league,
            _numbers((table.round, table.number, table.hand, table.counted, table.dealer)),
            _RECORDING[table.recording] + _ENDED[table.ended] + ("c" if table.closing else ""),
            table.terms,
            _numbers(table.players),
            _numbers(table.epochs) if any(table.epochs) else "",
            _numbers(table.scorers),
            _numbers(table.stacks),
            _numbers((*table.layout, table.kitty, table.pot, table.bank)),
            _numbers((table.began, table.claimed, table.away, *table.bought)),
        )
    )


@lru_cache(maxsize=512)
def _deal_text(deal: LiveDeal) -> str:
    return "|".join(
        (
            _number(deal.started),
            deal.digest,
            _numbers((deal.dealer, deal.amount)),
            encode_poster(deal.enterer) if deal.enterer else "",
            "".join(_WHERE[pile] for pile in deal.where),
            ",".join(
                str(seat)
                + "".join(f"{ALPHABET[space]}{_number(n)}." for space, n in placed.items())
                for seat, placed in deal.placements.items()
            ),
        )
    )


def _read_table(fields: list[str]) -> LiveTable:
    league, numbers, flags, terms, players, epochs, scorers, stacks, chips, more = fields
    round_, number, hand, counted, dealer = _read_numbers(numbers)
    seats = _read_numbers(players)
    *layout, kitty, pot, bank = _read_numbers(chips)
    began, claimed, away, *bought = _read_numbers(more)
    return LiveTable(
        league=league,
        round=round_,
        number=number,
        recording=_RECORDING_OF[flags[0]],
        players=seats,
        epochs=_read_numbers(epochs) or (0,) * len(seats),
        terms=terms,
        hand=hand,
        counted=counted,
        dealer=dealer,
        closing=flags.endswith("c") and len(flags) == 3,
        ended=_ENDED_OF[flags[1]],
        scorers=_read_numbers(scorers),
        stacks=_read_numbers(stacks),
        layout=tuple(layout),
        kitty=kitty,
        pot=pot,
        bank=bank,
        began=began,
        bought=tuple(bought),
        claimed=claimed,
        away=away,
    )


def _read_hand(fields: list[str]) -> LiveHand:
    started_text, digest, dealt, enterer, where, placements, actions, notes = fields
    started = int(started_text, 36)
    dealer, amount = _read_numbers(dealt)
    deal = LiveDeal(
        started=started,
        digest=digest,
        dealer=dealer,
        amount=amount,
        where=tuple(_PILE[char] for char in where),
        placements={
            int(placed[0]): _read_placement(placed[1:])
            for placed in placements.split(",")
            if placed
        },
        enterer=read_poster(enterer) if enterer else None,
    )
    return LiveHand(
        deal,
        actions=tuple(decode_actions(actions, started)),
        notes=tuple(
            Note(int(after), int(seat), started + int(at))
            for after, seat, at in (note.split(".") for note in notes.split(",") if note)
        ),
        text=actions,
    )


def _read_placement(text: str) -> dict[int, int]:
    return {VALUE[part[0]]: int(part[1:], 36) for part in text.split(".") if part}


def _number(value: int) -> str:
    if 0 <= value < 36:
        return _DIGITS[value]
    sign, value = ("-", -value) if value < 0 else ("", value)
    digits = ""
    while value or not digits:
        value, digit = divmod(value, 36)
        digits = _DIGITS[digit] + digits
    return sign + digits


def _numbers(values: Iterable[int]) -> str:
    return ",".join(map(_number, values))


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part, 36) for part in text.split(",")) if text else ()
