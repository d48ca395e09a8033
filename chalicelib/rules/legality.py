"""Whether an action is legal, why not, and what would be (R5-R9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import PLAYS, STOP, VERBS, Action, Phase
from .cards import NO_CARD, TEXT, Card
from .deal import WIDOW
from .errors import AgainstRules, Malformed, NotNow, say

if TYPE_CHECKING:
    from .hand import Hand


def legal_actions(hand: Hand) -> list[Action]:
    """Return every legal action; of the bids only the lowest."""
    phase, turn = hand.phase, hand.turn
    if phase is Phase.RUN:
        actions = [PLAYS[hand.where[hand.next_card]][hand.next_card]]
        if hand.rules.fines_misses:
            actions.append(STOP)
        return actions
    if phase is Phase.LEAD:
        plays = PLAYS[turn]
        return [plays[card] for card in leads(hand)]
    if phase is Phase.WIDOW:
        actions = [Action("decline", turn)]
        if WIDOW in hand.where:
            actions.insert(0, Action("exchange", turn))
            if _dealer_may_auction(hand):
                actions.append(Action("auction", turn))
        return actions
    if phase is Phase.AUCTION:
        lowest = next_bid(hand)
        bids = [Action("bid", turn, None, lowest)] if lowest <= hand.highest_bid() else []
        return [*bids, Action("pass", turn)]
    return []


def leads(hand: Hand) -> list[Card]:
    """Return the cards that the seat to lead may lead: the lowest of each permitted suit (R6)."""
    if hand.forced != NO_CARD:
        return [hand.forced]
    if hand.leads is None:
        held = hand.sets[hand.turn] & hand.permitted
        hand.leads = hand.rules.order.lowest_of_each(held)
    return hand.leads


def next_bid(hand: Hand) -> int:
    """Return the lowest bid that may be made: 1, or one more than the last (R5)."""
    return hand.auction.bid + 1 if hand.auction else 1


def verify(hand: Hand, action: Action) -> None:
    """Return if ``action`` is legal; see :meth:`Hand.verify` for what it raises."""
    verb, seat, card, amount = action
    if verb == "play" and card is not None and amount is None:  # by far the most frequent cases
        if hand.phase is Phase.RUN:
            if card == hand.next_card and hand.where[card] == seat:
                return
        elif hand.phase is Phase.LEAD and seat == hand.turn and card in leads(hand):
            return
    _check_form(hand, action)
    if hand.phase is Phase.OVER:
        raise NotNow("the hand is over")
    if verb == "stop":
        _verify_stop(hand)
        return
    assert seat is not None
    if verb == "play":
        assert card is not None
        _verify_play(hand, seat, card)
    elif verb in ("bid", "pass"):
        _verify_call(hand, seat, amount)
    else:
        _verify_widow(hand, verb, seat)


def _check_form(hand: Hand, action: Action) -> None:
    verb, seat, card, amount = action
    if verb == "play":
        if seat is None or card is None or amount is not None or not 0 <= card < 52:
            raise Malformed("a play has a seat and a card")
    elif verb == "bid":
        if seat is None or card is not None or not isinstance(amount, int) or amount < 1:
            raise Malformed("a bid has a seat and a whole number of chips, at least 1")
    elif verb not in VERBS:
        raise Malformed(
            say(
                "there is no action {verb!r}; there are {verbs}", verb=verb[:20], verbs=tuple(VERBS)
            )
        )
    elif (seat is None) != (verb == "stop") or card is not None or amount is not None:
        raise Malformed(
            say("stop has no seat, and nothing else")
            if verb == "stop"
            else say("{verb} has a seat, and nothing else", verb=verb)
        )
    if seat is not None and not 0 <= seat < len(hand.counts):
        raise Malformed(say("there is no seat {seat}", seat=seat + 1))


def _verify_play(hand: Hand, seat: int, card: Card) -> None:
    if hand.phase is Phase.RUN:
        due = TEXT[hand.next_card]
        if card == hand.next_card:
            detail = say(
                "the run waits for {due}; seat {seat} does not hold it", due=due, seat=seat + 1
            )
            raise AgainstRules("R7", detail)
        detail = say("the run waits for {due}, not {card}", due=due, card=TEXT[card])
        raise AgainstRules("R7", detail, _options(hand, seat))
    if hand.phase is not Phase.LEAD:
        raise NotNow("play starts when the widow is decided (R5)")
    if seat != hand.turn:
        raise AgainstRules("R6", say("seat {seat} leads", seat=hand.turn + 1))
    if card in leads(hand):
        return
    if hand.where[card] != seat:
        detail = say("seat {seat} does not hold {card}", seat=seat + 1, card=TEXT[card])
    elif hand.forced != NO_CARD:
        detail = say("the first lead is {card}", card=TEXT[hand.forced])
    elif not hand.permitted >> card & 1:
        detail = say("the lead after a stop must change {change}", change=hand.rules.lead_change)
    else:
        detail = say(
            "a lead is the lowest card held in its suit, which {card} is not", card=TEXT[card]
        )
    raise AgainstRules("R6", detail, _options(hand, seat))


def _verify_stop(hand: Hand) -> None:
    if not hand.rules.fines_misses:
        raise AgainstRules("R9", "missed plays cost nothing here, so a run is played on")
    if hand.phase is not Phase.RUN:
        raise NotNow("no run is waiting for a card")


def _verify_widow(hand: Hand, verb: str, seat: int) -> None:
    if hand.rules.widow not in ("exchange", "exchange_or_auction"):
        raise AgainstRules("R5", "the widow is not for exchange or sale here")
    if hand.phase is not Phase.WIDOW:
        raise NotNow("the dealer has decided about the widow")
    if seat != hand.dealer:
        raise AgainstRules(
            "R5", say("the dealer, seat {seat}, decides about the widow", seat=hand.dealer + 1)
        )
    if verb == "auction" and not _dealer_may_auction(hand):
        raise AgainstRules("R5", "the dealer does not open an auction here", _options(hand, seat))
    if verb != "decline" and WIDOW not in hand.where:
        raise AgainstRules("R5", "there is no widow in this deal", _options(hand, seat))


def _verify_call(hand: Hand, seat: int, amount: int | None) -> None:
    if hand.phase is not Phase.AUCTION:
        raise NotNow("no auction is open")
    if seat != hand.turn:
        raise AgainstRules("R5", say("seat {seat} is to bid or pass", seat=hand.turn + 1))
    if amount is None:
        return
    if amount < next_bid(hand):
        detail = say("the next bid is at least {least}", least=next_bid(hand))
        raise AgainstRules("R5", detail, _options(hand, seat))
    if amount > hand.highest_bid():
        most = hand.highest_bid()
        detail = say("seat {seat} holds {most} chips and cannot bid more", seat=seat + 1, most=most)
        raise AgainstRules("R5", detail, _options(hand, seat))


def _options(hand: Hand, seat: int) -> tuple[Action, ...]:
    return tuple(action for action in legal_actions(hand) if action.seat == seat)


def _dealer_may_auction(hand: Hand) -> bool:
    return hand.rules.widow == "exchange_or_auction" and hand.rules.auction == "dealer"
