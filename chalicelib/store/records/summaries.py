"""The record of what a table contributes to the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.league.places import Change, ChangeKind
from chalicelib.rules.game import GameEnd
from chalicelib.store.port import Key

from .members import Members, UnreadableRecord, compact, whole_numbers
from .record import At, Series, league_partition

_PREFIX = "S#"


class HandResult(NamedTuple):
    """The stacks after the dues of a hand that counted."""

    hand: int
    stacks: tuple[int, ...]


class Movement(NamedTuple):
    """A movement of chips when the game ended, between accounts of the ledger."""

    source: int
    target: int
    amount: int
    reason: str
    action: int


@dataclass(frozen=True, slots=True)
class SummaryRecord:
    """What a table contributes to the standings.

    Attributes
    ----------
    table
        The table.
    players
        The players' numbers, by seat; at a vacant seat, who sat there last.
    bought
        All chips bought at each seat, by all who sat there; ``None`` before the first deal.
    hands
        The stacks after each hand that counted.
    final
        The stacks after unclaimed chips were shared out, once the game is over.
    changes
        What changed at the places after the first deal, in order (R12).
    unclaimed
        How unclaimed chips were shared out; ``None`` unless the game has ended after a deal.
    ended
        Why the game is over, or ``None``. A game whose time is up ends by the clock, and nothing
        is written then (R13).
    began
        When the first hand was dealt, in tenths of a second since 1970; ``None`` before, and where
        it was not recorded.
    """

    FORMAT: ClassVar[int] = 2

    table: str
    players: tuple[int, ...]
    bought: tuple[int, ...] | None = None
    hands: tuple[HandResult, ...] = ()
    final: tuple[int, ...] | None = None
    changes: tuple[Change, ...] = ()
    unclaimed: tuple[Movement, ...] | None = None
    ended: GameEnd | None = None
    began: int | None = None

    @classmethod
    def at(cls, league: str, round_number: int, table_number: int) -> At[SummaryRecord]:
        """Return the place of the summary of a table."""
        sort = f"{_PREFIX}{round_number:04d}#{table_number:03d}"
        return At(Key(league_partition(league), sort), cls)

    @staticmethod
    def round_of(key: Key) -> int:
        """Return the round in the key of a summary."""
        return int(key.sort.removeprefix(_PREFIX).partition("#")[0])

    @classmethod
    def of_league(cls, league: str) -> Series[SummaryRecord]:
        """Return the summaries of a league's tables, by round and table."""
        return Series(league_partition(league), _PREFIX, cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        only_bought = all(change.is_purchase for change in self.changes)
        members: dict[str, Json] = {
            **({} if only_bought else {"format": self.FORMAT}),
            "table": self.table,
            "players": self.players,
            "bought": self.bought,
            "hands": [(hand, *stacks) for hand, stacks in self.hands],
            "final": self.final,
        }
        # Format 1, which is still written where it says all, has purchases only.
        if not only_bought:
            members["changes"] = self.changes
        elif self.changes:
            members["buys"] = [(change.hand, change.seat, change.chips) for change in self.changes]
        if self.unclaimed is not None:
            members["unclaimed"] = self.unclaimed
        if self.ended is not None:
            members["ended"] = self.ended.value
        if self.began is not None:
            members["began"] = self.began
        return members

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> SummaryRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        players = members.wholes("players")
        moved = members.rows("unclaimed", len(Movement._fields)) if "unclaimed" in members else None
        return cls(
            table=members.text("table"),
            players=players,
            bought=members.optional_wholes("bought"),
            hands=tuple(
                [HandResult(row[0], tuple(row[1:])) for row in members.rows_of_wholes("hands")]
            ),
            final=members.optional_wholes("final"),
            changes=_changes(members, players),
            unclaimed=None if moved is None else tuple(_movement(row) for row in moved),
            ended=members.choice("ended", GameEnd) if "ended" in members else None,
            began=members.optional_whole("began"),
        )


def _changes(members: Members, players: Sequence[int]) -> tuple[Change, ...]:
    """Return the changes of a record of any format; one of purchases has one player a seat."""
    if "changes" in members:
        return tuple(map(_change, members.rows("changes", len(Change._fields))))
    if "buys" not in members:
        return ()
    buys = members.rows_of_wholes("buys", 3)
    try:
        return tuple(
            Change(hand, ChangeKind.BOUGHT, seat, players[seat], chips)
            for hand, seat, chips in buys
        )
    except IndexError:
        raise UnreadableRecord("chips were bought by a seat that there is not") from None


def _change(row: Sequence[Json]) -> Change:
    hand, kind, *others = row
    number, seat, player, chips = whole_numbers((hand, *others))
    try:
        return Change(number, ChangeKind(str(kind)), seat, player, chips)
    except ValueError:
        raise UnreadableRecord(f"no change at a place: {str(kind)[:20]!r}") from None


def _movement(row: Sequence[Json]) -> Movement:
    *numbers, reason, last = row
    source, target, amount, action = whole_numbers((*numbers, last))
    if not isinstance(reason, str):
        raise UnreadableRecord("a movement of chips has no reason")
    return Movement(source, target, amount, reason, action)
