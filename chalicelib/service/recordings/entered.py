"""``entered``: the deal is entered before play; then as if the server had dealt."""

from __future__ import annotations

from chalicelib.message import say
from chalicelib.rules import AgainstRules, Deal, Malformed, deal_hands, deal_pack, parse_card
from chalicelib.rules.actions import Recording
from chalicelib.rules.cards import PACK
from chalicelib.rules.deal import WIDOW
from chalicelib.rules.hand.staked import StakedHand
from chalicelib.service.errors import Refusal
from chalicelib.store.records.deal_request import DealRequest, EnteredDeck, EnteredHands
from chalicelib.store.records.live_log import Poster

from .dealt import Dealt


class Entered(Dealt):
    """Tables whose deals are entered; see :class:`.recording.TableRecording`."""

    word = Recording.ENTERED
    has_insiders = True
    is_drawn = False

    def deal(
        self, poster: Poster, request: DealRequest, staked: StakedHand, seats: int
    ) -> tuple[int, ...]:
        """Return the cards entered by someone who does not play."""
        given = request.deal
        if given is None:
            raise Malformed(say("deal.must-be-entered"))
        if poster.seat is not None:
            raise Refusal("forbidden", say("deal.enterer-sees-cards"))
        if isinstance(given, EnteredDeck):
            pack = [parse_card(card) for card in given.cards]
            return deal_pack(staked.rules, pack, staked.live, staked.dealer).where
        return _hands(given, staked, seats).where

    def enterer(self, poster: Poster) -> Poster | None:
        """Return the poster, who entered the deal."""
        return poster


def _hands(given: EnteredHands, staked: StakedHand, seats: int) -> Deal:
    """Return a deal given hand by hand.

    Unless it is ``partial``, its piles must have the sizes of R4, so that a card which is missing
    or entered for the wrong seat is noticed at once.
    """
    hands = {}
    for seat, cards in given.hands.items():
        if not 1 <= seat <= seats:
            raise Malformed(say("seat.unknown", seat=seat))
        if seat - 1 not in staked.live:
            raise Malformed(say("deal.seat-not-dealt-in", seat=seat))
        hands[seat - 1] = [parse_card(card) for card in cards]
    deal = deal_hands(hands, [parse_card(card) for card in given.widow or ()])
    if not given.partial:
        _check_sizes(deal, staked)
    return deal


def _check_sizes(deal: Deal, staked: StakedHand) -> None:
    due = deal_pack(staked.rules, PACK, staked.live, staked.dealer)
    for pile in (*staked.live, WIDOW):
        if len(deal.cards(pile)) != len(due.cards(pile)):
            whose = say("deal.the-widow") if pile == WIDOW else say("seat.name", seat=pile + 1)
            raise AgainstRules(
                "R4",
                say(
                    "deal.hand-sizes",
                    whose=whose,
                    due=len(due.cards(pile)),
                    given=len(deal.cards(pile)),
                ),
            )
