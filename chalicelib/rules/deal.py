"""Dealing the pack into hands and widow (R4)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from chalicelib.message import say

from .cards import BITS, PACK, TEXT, Card
from .errors import Malformed
from .options.rules import Rules

WIDOW = -1
DEAD = -2
PLAYED = -3
UNKNOWN = -4

_WHOLE: Final = frozenset(PACK)


class Deal(NamedTuple):
    """Where every card of the pack lies when the hand begins.

    Attributes
    ----------
    where
        For each card the seat (from 0) that holds it, or ``WIDOW``, or ``DEAD`` for a card
        that is face down and out of play.
    """

    where: tuple[int, ...]

    def cards(self, pile: int) -> list[Card]:
        """Return the cards of a seat, of the widow or of the dead pile."""
        return [card for card in PACK if self.where[card] == pile]


def clockwise(seats: Sequence[int], start: int) -> list[int]:
    """Return ``seats`` (ascending) clockwise from the left of ``start``, which comes last."""
    left = bisect_right(seats, start)
    return [*seats[left:], *seats[:left]]


def deal_pack(rules: Rules, pack: Sequence[Card], live: Sequence[int], dealer: int) -> Deal:
    """Deal a pack one card at a time, clockwise (R4).

    Parameters
    ----------
    pack
        The 52 cards, in the order in which they are dealt.
    live
        The seats that are dealt in, ascending.
    dealer
        The dealer's seat.

    Raises
    ------
    Malformed
        ``pack`` is not the whole pack.
    """
    if len(pack) != 52 or any(type(card) is not int for card in pack) or set(pack) != _WHOLE:
        raise Malformed(say("deck.not-a-pack"))
    piles = clockwise(live, dealer)
    if rules.widow.exists:
        piles = [WIDOW, *piles] if rules.dealing.widow_first else [*piles, WIDOW]
    piles = piles or [DEAD]  # every seat has dropped out at the stakes (R12)
    even = len(pack) - len(pack) % len(piles)
    if rules.dealing.deals_all:
        to = piles * (len(pack) // len(piles) + 1)
    else:
        rest = WIDOW if rules.dealing.leftover_to_widow else DEAD
        to = piles * (even // len(piles)) + [rest] * (len(pack) - even)
    where = [DEAD] * 52
    for card, pile in zip(pack, to, strict=False):
        where[card] = pile
    return Deal(tuple(where))


def holdings(where: Sequence[int], seats: int) -> list[int]:
    """Return the cards of every seat as a set, a bit a card."""
    piles = [0] * (seats - UNKNOWN)  # includes the piles that no seat holds, indexed from the end
    for bit, pile in zip(BITS, where, strict=False):
        piles[pile] |= bit
    return piles[:seats]


def deal_hands(hands: Mapping[int, Sequence[Card]], widow: Sequence[Card] = ()) -> Deal:
    """Return the deal in which each seat of ``hands`` holds those cards; any other card is dead.

    Raises
    ------
    Malformed
        A card is in two places, or a seat has no card.
    """
    where = [DEAD] * 52
    for pile, cards in [*hands.items(), (WIDOW, widow)]:
        if not cards and pile != WIDOW:
            raise Malformed(say("deal.seat-without-cards", seat=pile + 1))
        for card in cards:
            if type(card) is not int or card not in PACK or type(pile) is not int:
                raise Malformed(say("deal.no-card", card=str(card)[:10]))
            if where[card] != DEAD:
                raise Malformed(say("deal.card-twice", card=TEXT[card]))
            where[card] = pile
    return Deal(tuple(where))
