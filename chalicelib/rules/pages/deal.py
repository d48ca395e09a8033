"""The rules page about the deal, the widow and the stages before play (R4, R5, R15)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message, say
from chalicelib.rules.cards import PACK
from chalicelib.rules.deal import DEAD, WIDOW, deal_pack
from chalicelib.rules.options.rules import Rules

from .sections import Bullet, Rows

SIZES = range(2, 9)


def deal(rules: Rules) -> Iterator[Bullet | Rows]:
    """Return the bullets about how the cards are dealt, and how many (R4)."""
    if not rules.widow.exists:
        yield (say("page.deal.no_widow"),)
    else:
        yield say("page.deal.with_widow"), say(f"page.deal.first.{rules.dealing.first.value}")
    yield (say(f"page.deal.leftover.{rules.dealing.leftover.value}"),)
    if rules.widow.is_dead:
        yield (say("page.widow.dead"),)
    yield (say("page.sizes"),)
    yield Rows(tuple(_sizes(rules, players) for players in SIZES))


def _sizes(rules: Rules, players: int) -> Message:
    """Return how many cards each hand has, in the order from eldest to the dealer."""
    where = deal_pack(rules, PACK, range(players), players - 1).where
    hands = [where.count(seat) for seat in range(players)]
    each = say("page.sizes.each", n=hands[0])
    parts = [each if len(set(hands)) == 1 else say("page.sizes.list", hands=_spaced(hands))]
    if rules.widow.exists:
        parts.append(say("page.sizes.widow", n=where.count(WIDOW)))
    if DEAD in where:
        parts.append(say("page.sizes.aside", n=where.count(DEAD)))
    return say("page.sizes.players", n=players, parts=tuple(parts))


def _spaced(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def widow(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about exchange and auction of the widow (R5)."""
    if not rules.widow.is_open:
        return
    yield say("page.widow.exchange"), say("page.widow.old_hand")
    if not rules.widow.can_be_sold:
        yield (say("page.widow.left"),)
        return
    yield (say(f"page.auction.{rules.widow.opener.value}"),)
    yield say("page.bids.order"), say("page.bids.height")
    yield say("page.bids.won"), say("page.bids.none"), say("page.widow.then_play")


def held(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about the first stage of Three in One (R15)."""
    if not rules.winning.spaces_by_holding:
        return
    several = rules.table.has_sets
    yield say("page.held.when"), *[say("page.held.several")] * several
    if any(len(space.sets) > 1 for space in rules.table.layout):
        yield (say("page.held.shared"),)
    yield (say("page.held.rest"),)


def poker(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about the second stage of Three in One (R15)."""
    if rules.winning.pot_by_poker:
        yield (say("page.poker.choose"),)
        yield say("page.poker.betting"), say("page.poker.words"), *_all_in(rules)
        yield say("page.poker.show"), say("page.poker.won"), say("page.poker.tied")
        yield say("page.poker.ranking"), say("page.poker.ace")
        yield (say("page.poker.back"),)


def _all_in(rules: Rules) -> Iterator[Message]:
    yield say("page.poker.all_in")
    if rules.version.bets_can_be_called:
        yield say("page.poker.callable")
