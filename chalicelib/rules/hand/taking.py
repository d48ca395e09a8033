"""What seats with real cards can take: spaces at the deal, and the pot (R8, R15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from chalicelib.message import say
from chalicelib.rules.actions import Phase
from chalicelib.rules.audit.claims import Claims
from chalicelib.rules.cards import TEXT, Card
from chalicelib.rules.deal import PLAYED, UNKNOWN
from chalicelib.rules.errors import Malformed, NotNow
from chalicelib.rules.illegal import AgainstRules
from chalicelib.rules.options.rules import Rules

from .betting import Betting


class TakingTable(Protocol):
    """What taking spaces and pot depends on at a table with real cards.

    Attributes
    ----------
    where
        Where each card lies, as far as it is known (:mod:`chalicelib.rules.deal`).
    played_by
        Who played each card; -1 for nobody.
    counts
        How many cards each seat holds.
    claims
        Who took spaces and pot.
    """

    rules: Rules
    phase: Phase
    where: list[int]
    played_by: list[int]
    counts: list[int]
    claims: Claims
    betting: Betting | None


def verify_take(table: TakingTable, seat: int, space: int) -> None:
    """Raise unless it is possible that a seat took a space at the deal.

    Raises
    ------
    Malformed, NotNow, AgainstRules
        It cannot.
    """
    if not table.claims.layout_open:
        raise NotNow(say("take.before-betting"))
    layout = table.rules.table.layout
    if space >= len(layout):
        raise Malformed(say("space.unknown", space=space + 1))
    takers = table.claims.takers.get(space, [])
    if seat in takers:
        raise AgainstRules("R15", say("take.taken", seat=seat + 1))
    if len(takers) >= len(layout[space].sets):
        raise AgainstRules("R15", say("score.space-taken"))
    if max(map(len, layout[space].sets)) > table.counts[seat]:
        raise AgainstRules("R15", say("take.too-few-cards", seat=seat + 1))
    check_sharing(table.rules, {**table.claims.takers, space: [*takers, seat]})


def check_sharing(rules: Rules, takers: Mapping[int, Sequence[int]]) -> None:
    """Raise if the same card would win a space for two seats.

    Raises
    ------
    AgainstRules
        It has.
    """
    winner_of: dict[Card, int] = {}
    for space, seats in takers.items():
        sets = rules.table.layout[space].sets
        if len(sets) > 1:
            continue
        for card in sets[0]:
            if any(winner_of.setdefault(card, seat) != seat for seat in seats):
                raise AgainstRules("R8", say("take.card-won-twice", card=TEXT[card]))


def check_takers(table: TakingTable, seat: int, card: Card, last_of: int = -1) -> None:
    """Raise unless every seat can have held the cards of its spaces if ``seat`` held a card.

    ``last_of`` is the seat whose last unknown card it is.

    Raises
    ------
    AgainstRules
        A seat cannot have held it.
    """
    for space, takers in table.claims.takers.items():
        for taker in takers:
            if not any(
                all(
                    _may_have_held(table, taker, other, seat, card, taker == last_of)
                    for other in cards
                )
                for cards in table.rules.table.layout[space].sets
            ):
                raise AgainstRules(
                    "R15",
                    say(
                        "take.other-cards",
                        seat=taker + 1,
                        space=table.rules.table.space_names[space],
                    ),
                )


def _may_have_held(
    table: TakingTable, taker: int, wanted: Card, seat: int, card: Card, all_shown: bool
) -> bool:
    if wanted == card:
        return taker == seat
    pile = table.where[wanted]
    if pile == UNKNOWN:
        return not all_shown
    return taker == (table.played_by[wanted] if pile == PLAYED else pile)


def verify_pot(table: TakingTable, seat: int) -> None:
    """Raise unless it is possible that a seat took the pot, or a share of it.

    Raises
    ------
    NotNow, AgainstRules
        It cannot.
    """
    if table.phase is not Phase.POT or table.betting is None:
        raise NotNow(say("pot.none-now"))
    if seat not in table.betting.seats:
        raise AgainstRules("R15", say("seat.folded", seat=seat + 1))
    if seat in table.claims.pot_winners:
        raise AgainstRules("R15", say("take.taken", seat=seat + 1))
