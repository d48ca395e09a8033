"""The answers about tables, between their hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from chalicelib.api.resources.actions.parts import account_forms, account_names
from chalicelib.api.shapes import Account, Time
from chalicelib.league.places import Change, ChangeKind
from chalicelib.rules.actions import Recording
from chalicelib.rules.game import GameEnd
from chalicelib.service import tables as service
from chalicelib.store.records.times import rfc3339


class _Seat(TypedDict):
    """A seat of a table."""

    seat: Annotated[int, Field(description="From 1, clockwise.")]
    player: Annotated[int, Field(description="The player's number.")]
    name: Annotated[str, Field(description="The player's name.")]
    stack: Annotated[int, Field(description="The seat's chips.")]
    bought: Annotated[int, Field(description="All chips that this player has bought or brought.")]
    left: Annotated[
        bool, Field(description="Whether the seat is vacant: this player sat there last (R12).")
    ]
    left_with: Annotated[
        int | None,
        Field(description="The stack to come back with, or for a substitute; null: none."),
    ]
    leaving: Annotated[
        bool, Field(description="Whether the player leaves after the hand in progress.")
    ]
    away: Annotated[bool, Field(description="Whether a fixed rule plays for the seat (R17).")]


_InGame = TypedDict(
    "_InGame",
    {
        "in": Annotated[
            bool,
            Field(description="Whether somebody with chips sits there, and so is in the game."),
        ]
    },
)


class TableSeat(_Seat, _InGame):
    """A seat of a table."""


class Table(TypedDict):
    """A table; chips are those between hands."""

    table: str
    """The table's name in paths."""
    league: str
    """Its league."""
    round: int
    """Its round."""
    number: int
    """Its number in the round."""
    recording: Annotated[
        Recording,
        Field(
            description="`dealt`: Boodle deals. `entered`: deals are entered before play. "
            "`observed`: real cards, each posted as it falls. `result`: real cards and a score "
            "sheet."
        ),
    ]
    commitment: str
    """c0, which proves every deal of this table (see getHand's `link`)."""
    state: Literal["waiting", "playing", "over"]
    """Between hands `waiting`, in a hand `playing`, at the end of the game `over`."""
    ended: Annotated[
        GameEnd | None,
        Field(
            description="Why the game is over: `hands` played, `minutes` up, `chips` reached, "
            "every space `claimed`, `seats` out of chips, round `closed`."
        ),
    ]
    ends_at: Annotated[
        Time | None,
        Field(
            description="Until when hands are dealt (R13; RFC 3339, UTC); null: not known yet, or "
            "no time is set."
        ),
    ]
    closing: bool
    """Whether the round is closed: after the hand in progress the game ends."""
    hand: int
    """The last hand dealt; 0 before the first."""
    next_hand: int | None
    """The hand that can be dealt now; null: none can."""
    next_dealer: int | None
    """The seat whose turn it is to deal; null: none can."""
    hands_counted: int
    """How many hands were played out."""
    bought_in: int
    """Chips bought, by everybody who sat there."""
    brought_in: int
    """Chips brought by substitutes, and from other tables (R14)."""
    taken_away: int
    """Stacks of who has left."""
    seats: list[TableSeat]
    """In seat order."""
    layout: dict[str, int]
    """Space of the layout -> chips on it."""
    kitty: int
    """Chips in the kitty."""
    pot: int
    """Chips in the pot."""
    bank: int
    """Chips that belong to nobody."""


_From = TypedDict(
    "_From",
    {
        "from": Annotated[
            str,
            Field(description="Where from: `seat 1`, `space AH`, `shop` or `player 7`."),
        ]
    },
)

MovedReason: TypeAlias = Literal["left", "back", "substitute", "brought"]

MovementReason = TypeAliasType(
    "MovementReason",
    Annotated[
        Literal["bought in", "rebuy", "left", "back", "substitute", "brought", "unclaimed"],
        Field(description="Why chips moved outside any hand."),
    ],
)


class Movement(_From):
    """A movement of chips outside any hand."""

    to: Annotated[str, Field(description="Where to, likewise, or `bank`.")]
    source: Annotated[Account, Field(description="Where from.")]
    target: Annotated[Account, Field(description="Where to.")]
    amount: Annotated[int, Field(description="Chips.")]
    reason: MovementReason


class PlayersMovement(Movement):
    """Chips that a player bought, took away or brought."""

    hand: int
    """The hand before whose deal it was."""
    player: int
    """The player's number."""


class TableLedger(TypedDict):
    """Movements of chips outside the hands: bought in, taken away, and shared out at the end."""

    table: str
    """The table's name in paths."""
    bought_in: Annotated[
        list[PlayersMovement],
        Field(
            description="Chips bought: by who sits down (`bought in`), and by who has run out "
            "(`rebuy`, R12)."
        ),
    ]
    moved: Annotated[
        list[PlayersMovement],
        Field(description="Stacks taken away (`left`) and brought (the others; R12)."),
    ]
    unclaimed: list[Movement]
    """Unclaimed chips, shared out when the game ended."""


def table(page: service.TablePage) -> Table:
    """Return a table."""
    now = page.table
    return {
        "table": page.id,
        "league": now.league,
        "round": now.round,
        "number": now.number,
        "recording": now.recording,
        "commitment": page.commitment,
        "state": page.state.value,
        "ended": now.ended,
        "ends_at": None if page.ends_at is None else rfc3339(page.ends_at),
        "closing": now.closing,
        "hand": now.hand,
        "next_hand": page.next_hand,
        "next_dealer": None if page.next_dealer is None else page.next_dealer + 1,
        "hands_counted": now.counted,
        "bought_in": page.bought_in,
        "brought_in": page.brought_in,
        "taken_away": page.taken_away,
        "seats": [
            {
                "seat": number,
                "player": seat.player,
                "name": seat.name,
                "stack": seat.stack,
                "bought": seat.bought,
                "left": seat.left,
                "left_with": seat.left_with,
                "leaving": seat.leaving,
                "away": seat.away,
                "in": seat.in_game,
            }
            for number, seat in enumerate(page.seats, 1)
        ],
        "layout": dict(page.layout),
        "kitty": page.kitty,
        "pot": page.pot,
        "bank": page.bank,
    }


def _moved(change: Change, names: Sequence[str], forms: Sequence[Account]) -> PlayersMovement:
    """Return a stack taken away or brought."""
    seat, player = names[change.seat], f"player {change.player}"
    at_seat: Account = forms[change.seat]
    of_player: Account = {"kind": "player", "player": change.player}
    away = change.takes_away
    return {
        "hand": change.hand,
        "player": change.player,
        "from": seat if away else player,
        "to": player if away else seat,
        "source": at_seat if away else of_player,
        "target": of_player if away else at_seat,
        "amount": change.chips,
        "reason": _REASONS[change.kind],
    }


_REASONS: Final[Mapping[ChangeKind, MovedReason]] = {
    ChangeKind.LEFT: "left",
    ChangeKind.BACK: "back",
    ChangeKind.SUBSTITUTE: "substitute",
    ChangeKind.BROUGHT: "brought",
}


def table_ledger(moved: service.TableLedger) -> TableLedger:
    """Return the movements of chips outside the hands."""
    names, forms = account_names(moved.accounts), account_forms(moved.accounts)
    return {
        "table": moved.table_id,
        "bought_in": [
            {
                "hand": bought.hand,
                "player": bought.player,
                "from": "shop",
                "to": names[bought.seat],
                "source": {"kind": "shop"},
                "target": forms[bought.seat],
                "amount": bought.chips,
                "reason": "rebuy" if bought.again else "bought in",
            }
            for bought in moved.bought
        ],
        "moved": [_moved(change, names, forms) for change in moved.moved],
        "unclaimed": [
            {
                "from": names[entry.source],
                "to": names[entry.target],
                "source": forms[entry.source],
                "target": forms[entry.target],
                "amount": entry.amount,
                "reason": "unclaimed",
            }
            for entry in moved.unclaimed
        ],
    }
