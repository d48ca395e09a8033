"""Whether an action is legal where the cards are known, why not, and what is legal (R5-R9)."""

from __future__ import annotations

from typing import Final, Protocol

from chalicelib.message import say
from chalicelib.rules.actions import (
    LEAD,
    OVER,
    PLAYS,
    POKER,
    RUN,
    STOP,
    Action,
    Auction,
    Away,
    Back,
    Bet,
    Bid,
    Call,
    Check,
    Decline,
    Exchange,
    Fold,
    Pass,
    Play,
    Raise,
    Recording,
    SeatAction,
    Stop,
    verbs_of,
)
from chalicelib.rules.cards import NO_CARD, TEXT, Card
from chalicelib.rules.errors import NotNow
from chalicelib.rules.illegal import AgainstRules

from .betting import Betting, verify_bet
from .form import check_form, not_handled
from .widow import WidowTable, verify_decision, verify_offer, widow_actions

_VERBS: Final = verbs_of(Recording.DEALT)


class KnownTable(WidowTable, Protocol):
    """What the legal actions depend on in a hand whose cards are known.

    Attributes
    ----------
    live
        The seats in the hand, ascending.
    away
        The seats that are away, a bit a seat.
    counts
        How many cards each seat holds.
    where
        Where each card lies (:mod:`chalicelib.rules.deal`).
    sets
        The cards of each seat as a set, a bit a card.
    next_card
        The card a run waits for.
    forced, permitted
        The card that must be led first, if any, and the suits (a bit a card) that may be led.
    leads
        The cards that may be led, once they are worked out for this lead.
    betting
        The betting round, once it has begun.
    misses_count
        Whether a missed play costs anything, so that a run can be stopped.
    """

    live: list[int]
    away: int
    counts: list[int]
    where: list[int]
    sets: list[int]
    next_card: Card
    forced: Card
    permitted: int
    leads: list[Card] | None
    betting: Betting | None
    misses_count: bool


def legal_actions(hand: KnownTable) -> list[Action]:
    """Return every legal action; of bids, bets and raises only the lowest."""
    phase, turn = hand.phase, hand.turn
    if phase is RUN:
        card = hand.next_card
        actions: list[Action] = [PLAYS[hand.where[card]][card]]
        if hand.misses_count:
            actions.append(STOP)
        return actions
    if phase is LEAD:
        plays = PLAYS[turn]
        return [plays[card] for card in hand.leads or leads(hand)]
    if phase is POKER and hand.betting is not None:
        return [*hand.betting.options(hand.highest_bid())]
    return widow_actions(hand)


def leads(hand: KnownTable) -> list[Card]:
    """Return the cards that the seat to lead may lead: the lowest of each permitted suit (R6)."""
    if hand.leads is None:
        if hand.forced != NO_CARD:
            hand.leads = [hand.forced]
        else:
            held = hand.sets[hand.turn] & hand.permitted
            hand.leads = hand.rules.table.order.lowest_of_each(held)
    return hand.leads


def verify(hand: KnownTable, action: Action) -> None:
    """Raise unless ``action`` is legal; see :meth:`.Fold.verify` for the errors."""
    if type(action) is Play:  # by far the most frequent cases; isinstance costs more
        if hand.phase is RUN:
            due = hand.next_card
            if action.card == due and action.seat == hand.where[due] and _whole(action):
                return
        elif (
            hand.phase is LEAD
            and action.seat == hand.turn
            and action.card in (hand.leads or leads(hand))
            and _whole(action)
        ):
            return
    check_form(action, _VERBS, len(hand.counts), hand.rules.chips.may_owe)
    if hand.phase is OVER:
        raise NotNow(say("hand.over"))
    match action:
        case Away() | Back():
            _verify_away(hand, action)
        case SeatAction() if hand.rules.absent_seats_act and is_away(hand, action.seat):
            raise AgainstRules("R17", say("seat.is-away", seat=action.seat + 1))
        case Play():
            _verify_play(hand, action.seat, action.card)
        case Stop():
            _verify_stop(hand)
        case Bid() | Pass():
            verify_offer(hand, action)
        case Exchange() | Decline() | Auction():
            verify_decision(hand, action)
        case Check() | Bet() | Call() | Raise() | Fold():
            verify_bet(hand, action)
        case _:
            raise not_handled(action)


def _whole(play: Play) -> bool:
    """Whether seat and card are integers, not merely equal to them as 3.0 is to 3."""
    return type(play.card) is int and type(play.seat) is int


def _verify_play(hand: KnownTable, seat: int, card: Card) -> None:
    if hand.phase is RUN:
        due = TEXT[hand.next_card]
        if card == hand.next_card:
            detail = say("play.run-waits-seat", due=due, seat=seat + 1)
            raise AgainstRules("R7", detail)
        detail = say("play.run-waits", due=due, card=TEXT[card])
        raise AgainstRules("R7", detail, _options(hand, seat))
    if hand.phase is POKER:
        raise NotNow(say("play.before-pot"))
    if hand.phase is not LEAD:
        raise NotNow(say("play.before-widow"))
    if seat != hand.turn:
        raise AgainstRules("R6", say("lead.another-seat", seat=hand.turn + 1))
    if card in leads(hand):
        return
    if hand.where[card] != seat:
        detail = say("play.not-held", seat=seat + 1, card=TEXT[card])
    elif hand.forced != NO_CARD:
        detail = say("lead.first", card=TEXT[hand.forced])
    elif not hand.permitted >> card & 1:
        change = hand.rules.leading.change.value
        detail = say("lead.must-change", change=say(f"lead.change.{change}"))
    else:
        detail = say("lead.not-lowest", card=TEXT[card])
    raise AgainstRules("R6", detail, _options(hand, seat))


def _verify_stop(hand: KnownTable) -> None:
    if not hand.misses_count:
        raise AgainstRules("R9", say("play.stop-without-fines"))
    if hand.phase is not RUN:
        raise NotNow(say("play.no-run"))


def is_away(hand: KnownTable, seat: int) -> bool:
    """Whether a seat is away (R17)."""
    return bool(hand.away >> seat & 1)


def _verify_away(hand: KnownTable, action: Away | Back) -> None:
    seat = action.seat
    if seat not in hand.live:
        raise AgainstRules("R17", say("seat.not-in-hand", seat=seat + 1))
    if hand.rules.runs.play_themselves and not hand.rules.absent_seats_act:
        raise AgainstRules("R17", say("seat.stays-and-follows"))
    if isinstance(action, Away) == is_away(hand, seat):
        detail = (
            say("seat.away-already", seat=seat + 1)
            if isinstance(action, Away)
            else say("seat.not-away", seat=seat + 1)
        )
        raise AgainstRules("R17", detail)


def _options(hand: KnownTable, seat: int) -> tuple[Action, ...]:
    own = [
        action
        for action in legal_actions(hand)
        if isinstance(action, SeatAction) and action.seat == seat
    ]
    return tuple(own)
