"""What each viewer may see of a hand: the one filter for its secrets.

While a hand is under way, a seat sees its own cards and what lies on the table. The holder of the
card a run waits for, the widow, dead cards and other seats' cards are secret. That some seat holds
that card is not secret, nor is a forced pass. When the hand is over, all cards are open.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import islice, takewhile
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from .actions import Action, Back, Event, Phase, SeatAction
from .audit.findings import Finding
from .cards import Card, cards_of
from .deal import DEAD, WIDOW
from .hand.fold import Fold
from .hand.known import Hand
from .ledger import Entry


class Viewer(NamedTuple):
    """Who asks: a seat, or ``None`` for no seat; or somebody who knows the whole deal.

    ``knows_deal`` is for the person who entered the deal and may see every card.
    """

    seat: int | None = None
    knows_deal: bool = False


PUBLIC = Viewer()

_Caused = TypeVar("_Caused", Event, Entry)


class PlayedCard(NamedTuple):
    """A card on the table; ``card`` is ``None`` where it is covered and may not be seen (R7)."""

    seat: int
    card: Card | None
    led: bool


Awaiting: TypeAlias = Literal[
    "draw", "widow", "bid", "bet", "pot", "lead", "run", "show", "ruling", "sheet"
]


class HandView(NamedTuple):
    """A hand as one viewer may see it.

    Attributes
    ----------
    awaiting
        What the hand waits for; ``None`` when it is over.
    turn
        The seat the hand waits for; in a run only that seat sees it.
    waits_for
        The card a run waits for.
    cards_left
        How many cards each seat holds.
    away
        The seats that are away (R17).
    holdings
        The cards the viewer may see, by seat.
    to_show
        How many cards each seat still has to show, on an observed table.
    findings, waived
        What the audit of an observed hand found, and the numbers of those that were waived.
    put
        What each seat has put in, in a betting round (R15).
    widow, dead
        The cards of widow and dead pile, where they may be seen.
    bid
        The highest bid and its seat, in an auction.
    legal
        What the viewer's own seat may do now; of bids, bets and raises the lowest.
    highest
        The most chips that may go with a bid, bet or raise of that seat; 0 if there is none.
    """

    phase: Phase
    awaiting: Awaiting | None
    turn: int | None
    waits_for: Card | None
    dealer: int
    live: tuple[int, ...]
    stacks: tuple[int, ...]
    layout: tuple[int, ...]
    kitty: int
    pot: int
    cards_left: tuple[int, ...]
    away: frozenset[int]
    plays: tuple[PlayedCard, ...]
    holdings: dict[int, tuple[Card, ...]]
    to_show: dict[int, int]
    findings: tuple[Finding, ...]
    waived: frozenset[int]
    put: tuple[int, ...] | None
    widow: tuple[Card, ...] | None
    dead: tuple[Card, ...] | None
    bid: tuple[int, int] | None
    highest: int
    winner: int | None
    legal: tuple[Action, ...]


@runtime_checkable
class _Audited(Protocol):
    """A hand of real cards, which the seats show and the audit judges (R9-R11)."""

    findings: list[Finding]
    waived: set[int]

    @property
    def unshown(self) -> dict[int, int]:
        """How many cards each seat still has to show."""


_AWAITING: Final[Mapping[Phase, Awaiting]] = {
    Phase.DRAW: "draw",
    Phase.WIDOW: "widow",
    Phase.AUCTION: "bid",
    Phase.POKER: "bet",
    Phase.POT: "pot",
    Phase.LEAD: "lead",
    Phase.RUN: "run",
    Phase.SHOW: "show",
    Phase.DUES: "ruling",
    Phase.SHEET: "sheet",
}


def view(hand: Fold, viewer: Viewer = PUBLIC) -> HandView:
    """Return what ``viewer`` may see of ``hand``.

    Of real cards only those on the table are known, and everybody may see them.
    """
    dealt = isinstance(hand, Hand)
    audited = hand if not dealt and isinstance(hand, _Audited) else None
    all_open = hand.over or viewer.knows_deal or not dealt
    seen = hand.live if all_open else [seat for seat in hand.live if seat == viewer.seat]
    turn: int | None = hand.turn if hand.turn >= 0 else None
    if dealt and hand.phase is Phase.RUN and hand.where[hand.next_card] in seen:
        turn = hand.where[hand.next_card]
    bid = hand.auction_bid if hand.phase is Phase.AUCTION else None
    ledger = hand.ledger
    return HandView(
        phase=hand.phase,
        awaiting=_AWAITING.get(hand.phase),
        turn=turn,
        waits_for=hand.next_card if hand.phase is Phase.RUN else None,
        dealer=hand.dealer,
        live=tuple(hand.live),
        stacks=tuple(ledger.stacks),
        layout=tuple(ledger.layout),
        kitty=ledger.chips[ledger.kitty],
        pot=ledger.chips[ledger.pot],
        cards_left=tuple(hand.counts),
        away=frozenset(seat for seat in hand.live if hand.away >> seat & 1),
        plays=visible_plays(hand, viewer),
        holdings={
            seat: tuple(sorted(cards_of(hand.sets[seat]), key=hand.rules.table.order.sort_key))
            for seat in seen
            if hand.sets[seat].bit_count() == hand.counts[seat] or hand.sets[seat]
        },
        to_show=audited.unshown if audited and hand.phase is Phase.SHOW else {},
        findings=tuple(audited.findings) if audited else (),
        waived=frozenset(audited.waived) if audited else frozenset(),
        put=tuple(hand.betting.put) if hand.betting and hand.phase is Phase.POKER else None,
        widow=_pile(hand, WIDOW) if all_open and dealt else None,
        dead=_pile(hand, DEAD) if all_open and dealt else None,
        bid=bid,
        highest=most_chips(hand) if turn is not None and turn == viewer.seat else 0,
        winner=hand.winner,
        legal=legal_for(hand, viewer),
    )


def most_chips(hand: Fold) -> int:
    """Return the most chips of a bid, bet or raise by the seat to act (R5, R15)."""
    most = hand.highest_bid()
    if hand.betting and hand.phase is Phase.POKER and hand.betting.bet:
        return most + hand.betting.put[hand.turn]  # a raise is to so many chips in all (R15)
    return most


def _pile(hand: Fold, pile: int) -> tuple[Card, ...]:
    return tuple(card for card in range(52) if hand.where[card] == pile)


def legal_for(hand: Fold, viewer: Viewer) -> tuple[Action, ...]:
    """Return the legal actions of the viewer's own seat; all of them for one who knows the deal.

    A seat that is away may be back at any time (R17).
    """
    own = tuple(
        action
        for action in hand.legal_actions()
        if viewer.knows_deal or (isinstance(action, SeatAction) and action.seat == viewer.seat)
    )
    seat = viewer.seat
    is_away = seat is not None and not hand.over and seat in hand.live and hand.away >> seat & 1
    return (*own, Back(seat)) if seat is not None and is_away else own


def visible_plays(hand: Fold, viewer: Viewer = PUBLIC) -> tuple[PlayedCard, ...]:
    """Return the plays of a hand, with covered cards left out for other seats (R7)."""
    if not hand.rules.runs.cards_are_covered or hand.over or viewer.knows_deal:
        return tuple(PlayedCard(*play) for play in hand.plays)
    shown = []
    topped: set[int] = set()
    for seat, card, led in reversed(hand.plays):
        covered = seat in topped and seat != viewer.seat
        shown.append(PlayedCard(seat, None if covered else card, led))
        topped.add(seat)
    return tuple(reversed(shown))


def covered_cards(hand: Fold, viewer: Viewer = PUBLIC) -> set[Card]:
    """Return the played cards that ``viewer`` may not inspect (R7)."""
    shown = visible_plays(hand, viewer)
    return {card for (_, card, _), play in zip(hand.plays, shown, strict=True) if play.card is None}


def effects(hand: Fold, number: int) -> tuple[list[Event], list[Entry]]:
    """Return the effects of the action with this number: events, and movements of chips.

    They do not depend on cards that were hidden when the action was done. Cards played by it may be
    covered by now: see :func:`covered_cards`.
    """
    return _caused(hand.events, number), _caused(hand.ledger.entries, number)


def _caused(things: Sequence[_Caused], number: int) -> list[_Caused]:
    """Return the items of an action from a list that is in the order of actions."""
    first = bisect_left(things, number, key=lambda thing: thing.action)
    return list(takewhile(lambda thing: thing.action == number, islice(things, first, None)))
