"""What a rules page says of the deal, the widow and the stages before the play (R4, R5, R15)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.rules.cards import PACK
from chalicelib.rules.deal import DEAD, WIDOW, deal_pack
from chalicelib.rules.options.rules import Rules

from .terms import Terms
from .wording import Bullet, Phrase, phrase

SIZES = range(2, 9)


def deal(rules: Rules) -> Iterator[Bullet]:
    """Say how the cards are dealt, and how many (R4)."""
    if not rules.widow.exists:
        yield (phrase("deal.no_widow"),)
    else:
        yield phrase("deal.widow"), phrase(f"deal.first_{rules.deal_first}")
    yield (phrase(f"leftover.{rules.deal_leftover}"),)
    if rules.widow.is_dead:
        yield (phrase("widow.dead"),)
    yield phrase("sizes"), *(_sizes(rules, players) for players in SIZES)


def _sizes(rules: Rules, players: int) -> Phrase:
    """Return how many cards each hand has, in the order from eldest to the dealer."""
    where = deal_pack(rules, PACK, range(players), players - 1).where
    hands = [where.count(seat) for seat in range(players)]
    each = phrase("sizes.each", n=hands[0])
    parts = [each if len(set(hands)) == 1 else phrase("sizes.list", hands=_spaced(hands))]
    if rules.widow.exists:
        parts.append(phrase("sizes.widow", n=where.count(WIDOW)))
    if DEAD in where:
        parts.append(phrase("sizes.aside", n=where.count(DEAD)))
    key = "sizes.last" if players == SIZES[-1] else "sizes.players"
    return phrase(key, n=players, parts=tuple(parts))


def _spaced(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def widow(rules: Rules) -> Iterator[Bullet]:
    """Say exchange and auction of the widow (R5)."""
    if not rules.widow.is_open:
        return
    yield phrase("widow.exchange"), phrase("widow.old_hand")
    if not rules.widow.can_be_sold:
        yield (phrase("widow.left"),)
        return
    yield (phrase(f"auction.{rules.auction}"),)
    yield phrase("bids.order"), phrase("bids.height")
    yield phrase("bids.won"), phrase("bids.none"), phrase("widow.first")


def held(terms: Terms) -> Iterator[Bullet]:
    """Say the first stage of Three in One (R15)."""
    if not terms.held:
        return
    several = any(terms.card_of(space) is None for space in terms.rules.layout)
    yield phrase("held.when"), *[phrase("held.several")] * several
    if any(len(space.sets) > 1 for space in terms.rules.layout):
        yield (phrase("held.shared"),)
    yield (phrase("held.rest"),)


def poker(terms: Terms) -> Iterator[Bullet]:
    """Say the second stage of Three in One (R15)."""
    if terms.poker:
        yield (phrase("poker.choose"),)
        yield phrase("poker.betting"), phrase("poker.words"), phrase("poker.all_in")
        yield phrase("poker.show"), phrase("poker.won"), phrase("poker.tied")
        yield phrase("poker.ranking"), phrase("poker.ace")
        yield (phrase("poker.back"),)
