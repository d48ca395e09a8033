"""Whether an action is legal, why not, and what would be (R5-R9)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from chalicelib.rules.actions import (
    AUCTION,
    LEAD,
    OVER,
    PARTS,
    PLAYS,
    POKER,
    RUN,
    STOP,
    TABLE,
    VERBS,
    WIDOW_OPEN,
    Action,
    Auction,
    Bid,
    Decline,
    Exchange,
    Pass,
    Play,
    ill_formed,
)
from chalicelib.rules.cards import NO_CARD, TEXT, Card
from chalicelib.rules.errors import AgainstRules, Malformed, NotNow, say

from .betting import BETTING_VERBS

if TYPE_CHECKING:
    from .fold import Fold
    from .known import Hand


def legal_actions(hand: Hand) -> list[Action]:
    """Return every legal action; of bids, bets and raises only the lowest."""
    phase, turn = hand.phase, hand.turn
    if phase is RUN:
        card = hand.next_card
        actions: list[Action] = [PLAYS[hand.where[card]][card]]
        if hand.rules.fines_misses:
            actions.append(STOP)
        return actions
    if phase is LEAD:
        plays = PLAYS[turn]
        return [plays[card] for card in hand.leads or leads(hand)]
    if phase is POKER:
        assert hand.betting is not None
        return hand.betting.options(hand.highest_bid())
    return widow_actions(hand)


def widow_actions(hand: Fold) -> list[Action]:
    """Return what the dealer or a bidder may do about the widow; of the bids only the lowest."""
    turn = hand.turn
    if hand.phase is WIDOW_OPEN:
        actions: list[Action] = [Decline(turn)]
        if hand.has_widow:
            actions.insert(0, Exchange(turn))
            if _dealer_may_auction(hand):
                actions.append(Auction(turn))
        return actions
    if hand.phase is AUCTION:
        lowest = next_bid(hand)
        bids = [Bid(turn, lowest)] if lowest <= hand.highest_bid() else []
        return [*bids, Pass(turn)]
    return []


def leads(hand: Hand) -> list[Card]:
    """Return the cards that the seat to lead may lead: the lowest of each permitted suit (R6)."""
    if hand.leads is None:
        if hand.forced != NO_CARD:
            hand.leads = [hand.forced]
        else:
            held = hand.sets[hand.turn] & hand.permitted
            hand.leads = hand.rules.order.lowest_of_each(held)
    return hand.leads


def next_bid(hand: Fold) -> int:
    """Return the lowest bid that may be made: 1, or one more than the last (R5)."""
    return hand.auction.bid + 1 if hand.auction else 1


def verify(hand: Hand, action: Action) -> None:
    """Return if ``action`` is legal; see :meth:`Fold.verify` for what it raises."""
    if isinstance(action, Play):  # by far the most frequent cases
        if hand.phase is RUN:
            if action.card == hand.next_card and hand.where[hand.next_card] == action.seat:
                return
        elif (
            hand.phase is LEAD
            and action.seat == hand.turn
            and action.card in (hand.leads or leads(hand))
        ):
            return
    check_form(hand, action, VERBS)
    verb, seat, card, amount = action.loose
    if hand.phase is OVER:
        raise NotNow("the hand is over")
    if verb == "stop":
        _verify_stop(hand)
        return
    assert seat is not None
    if verb == "play":
        assert card is not None
        _verify_play(hand, seat, card)
    elif verb in ("bid", "pass"):
        verify_call(hand, seat, amount)
    elif verb in BETTING_VERBS:
        verify_bet(hand, action)
    elif verb in ("away", "back"):
        _verify_away(hand, verb, seat)
    else:
        verify_widow(hand, verb, seat)


def check_form(hand: Fold, action: Action, verbs: Collection[str]) -> None:
    """Raise unless an action is one of ``verbs``, of a seat and with a card and number there are.

    Raises
    ------
    Malformed
        It is not so.
    """
    verb, seat, card, amount = action.loose
    if verb not in verbs:
        listed = tuple(sorted(verbs, key=list(PARTS).index))
        raise Malformed(
            say("there is no action {verb!r}; there are {verbs}", verb=verb[:20], verbs=listed)
        )
    row = TABLE[verb]
    if card is not None and not 0 <= card < 52:
        raise ill_formed(row)
    if amount is not None:
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise ill_formed(row)
        owed = verb == "chips" and hand.rules.broke == "debt"
        if amount < row.least and not owed:
            raise ill_formed(row)
    if seat is not None and not 0 <= seat < len(hand.counts):
        raise Malformed(say("there is no seat {seat}", seat=seat + 1))


def _verify_play(hand: Hand, seat: int, card: Card) -> None:
    if hand.phase is RUN:
        due = TEXT[hand.next_card]
        if card == hand.next_card:
            detail = say(
                "the run waits for {due}; seat {seat} does not hold it", due=due, seat=seat + 1
            )
            raise AgainstRules("R7", detail)
        detail = say("the run waits for {due}, not {card}", due=due, card=TEXT[card])
        raise AgainstRules("R7", detail, _options(hand, seat))
    if hand.phase is POKER:
        raise NotNow("play starts when the pot is won (R15)")
    if hand.phase is not LEAD:
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
    if hand.phase is not RUN:
        raise NotNow("no run is waiting for a card")


def _verify_away(hand: Hand, verb: str, seat: int) -> None:
    if seat not in hand.live:
        raise AgainstRules("R7", say("seat {seat} is not in the hand", seat=seat + 1))
    if hand.rules.following == "automatic":
        raise AgainstRules("R7", "here every run plays itself, also for those who stay")
    if (verb == "away") == hand.follows(seat):
        detail = (
            say("seat {seat} is away already", seat=seat + 1)
            if verb == "away"
            else say("seat {seat} is not away", seat=seat + 1)
        )
        raise AgainstRules("R7", detail)


def verify_widow(hand: Fold, verb: str, seat: int) -> None:
    """Return if this seat may decide so about the widow (R5).

    Raises
    ------
    AgainstRules, NotNow
        It is not so.
    """
    if not hand.rules.widow_is_open:
        raise AgainstRules("R5", "the widow is not for exchange or sale here")
    if hand.phase is not WIDOW_OPEN:
        raise NotNow("the dealer has decided about the widow")
    if seat != hand.dealer:
        raise AgainstRules(
            "R5", say("the dealer, seat {seat}, decides about the widow", seat=hand.dealer + 1)
        )
    if verb == "auction" and not _dealer_may_auction(hand):
        raise AgainstRules("R5", "the dealer does not open an auction here", _options(hand, seat))
    if verb != "decline" and not hand.has_widow:
        raise AgainstRules("R5", "there is no widow in this deal", _options(hand, seat))


def verify_call(hand: Fold, seat: int, amount: int | None) -> None:
    """Return if this seat may bid so much, or pass if ``amount`` is ``None`` (R5).

    Raises
    ------
    AgainstRules, NotNow
        It is not so.
    """
    if hand.phase is not AUCTION:
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


def verify_bet(hand: Fold, action: Action) -> None:
    """Return if the betting of Three in One allows this (R15).

    Raises
    ------
    AgainstRules, NotNow
        It is not so.
    """
    if hand.phase is not POKER or hand.betting is None:
        raise NotNow("no betting is going on")
    hand.betting.verify(action, hand.highest_bid())


def _options(hand: Fold, seat: int) -> tuple[Action, ...]:
    # A list first: a tuple made of a generator costs twice as much.
    return tuple([action for action in hand.legal_actions() if action.seat == seat])


def _dealer_may_auction(hand: Fold) -> bool:
    return hand.rules.widow.dealer_opens_auction
