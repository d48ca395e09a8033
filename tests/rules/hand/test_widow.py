"""R5: the widow, exchanged or sold."""

from __future__ import annotations

import pytest

from chalicelib.rules import TEXT, Hand, Phase
from chalicelib.rules.actions import Bid, Exchange, Pass, Play
from chalicelib.rules.deal import DEAD, WIDOW
from rules.tables import entries, events, play, sit

EXCHANGE = {"widow": "exchange"}
ANYONE = {"widow": "exchange_or_auction", "auction": "anyone"}
DEALER = {"widow": "exchange_or_auction", "auction": "dealer"}


def table(options: dict[str, str], chips: int | list[int] = 50) -> Hand:
    """Return a hand of seats 0 to 3 with two cards each; seat 3 deals, 1 chip on each space."""
    hands = ("2C 9H", "3C 10H", "4C JH", "5C QH")
    return sit("saratoga", *hands, widow="2S 3S 4S", options=options, chips=chips)


def held(hand: Hand, pile: int) -> str:
    return " ".join(TEXT[card] for card in range(52) if hand.where[card] == pile)


def verbs(hand: Hand) -> list[str]:
    return [action.verb for action in hand.legal_actions()]


@pytest.mark.parametrize("widow", ["dead", "none"])
def test_dead_or_none_play_starts_at_once(widow: str) -> None:
    assert table({"widow": widow}).phase is Phase.LEAD


def test_exchange_the_old_hand_is_dead() -> None:
    hand = play(table(EXCHANGE), "3:exchange")
    assert held(hand, 3) == "2S 3S 4S"
    assert held(hand, WIDOW) == ""
    assert {"5C", "QH"} <= set(held(hand, DEAD).split())
    assert hand.counts == [2, 2, 2, 3]
    assert hand.phase is Phase.LEAD
    assert hand.turn == 0


def test_exchange_once_and_by_the_dealer_alone() -> None:
    hand = table(EXCHANGE)
    assert verbs(hand) == ["exchange", "decline"]
    assert not any(hand.can(Exchange(seat)) for seat in range(3))
    play(hand, "3:exchange")
    assert not hand.can(Exchange(3))


def test_declined_the_widow_stays_dead() -> None:
    hand = play(table(EXCHANGE), "3:decline")
    assert held(hand, WIDOW) == "2S 3S 4S"
    assert hand.phase is Phase.LEAD


def test_no_play_before_the_dealer_has_decided() -> None:
    for options in (EXCHANGE, ANYONE, DEALER):
        hand = table(options)
        assert not any(hand.can(Play(seat, 0)) for seat in range(4))
        assert not hand.can(Bid(0, 1))
        assert not hand.can(Pass(0))


def test_anyone_declining_opens_the_auction() -> None:
    hand = table(ANYONE)
    assert verbs(hand) == ["exchange", "decline"]
    play(hand, "3:decline")
    assert (hand.phase, hand.turn) == (Phase.AUCTION, 0)
    assert hand.legal_actions() == [Bid(0, 1), Pass(0)]


def test_dealer_opens_the_auction_himself_and_may_then_not_exchange() -> None:
    hand = table(DEALER)
    assert verbs(hand) == ["exchange", "decline", "auction"]
    play(hand, "3:auction")
    assert hand.phase is Phase.AUCTION
    assert not hand.can(Exchange(3))
    assert play(table(DEALER), "3:decline").phase is Phase.LEAD


def test_bids_go_clockwise_rise_and_a_pass_is_final() -> None:
    hand = play(table(ANYONE), "3:decline, 0:bid 1, 1:pass, 2:bid 3")
    assert hand.turn == 0
    assert hand.auction_bid == (3, 2)
    assert [hand.can(Bid(0, n)) for n in (3, 4, 46, 47)] == [0, 1, 1, 0]
    assert not hand.can(Bid(1, 4))
    play(hand, "0:bid 4, 2:bid 5, 0:pass")
    assert hand.phase is Phase.LEAD


def test_the_last_bidder_pays_the_dealer_at_once_and_takes_the_widow() -> None:
    hand = play(table(ANYONE), "3:decline, 0:pass, 1:bid 5, 2:pass")
    assert entries(hand, "widow") == [(1, 3, 5)]
    assert hand.ledger.stacks == [46, 41, 46, 51]
    assert held(hand, 1) == "2S 3S 4S"
    assert {"3C", "10H"} <= set(held(hand, DEAD).split())
    assert events(hand, "sold", "unsold") == [("sold", 1)]


def test_nobody_bids_and_it_stays_dead() -> None:
    hand = play(table(DEALER), "3:auction, 0:pass, 1:pass, 2:pass")
    assert held(hand, WIDOW) == "2S 3S 4S"
    assert entries(hand, "widow") == []
    assert events(hand, "sold", "unsold") == [("unsold", None)]
    assert hand.phase is Phase.LEAD


def test_the_last_seat_asked_may_still_bid() -> None:
    hand = play(table(ANYONE), "3:decline, 0:pass, 1:pass, 2:bid 1")
    assert events(hand, "sold") == [("sold", 2)]


def test_no_bid_beyond_the_chips_held() -> None:
    hand = play(table(ANYONE, chips=[6, 4, 7, 9]), "3:decline")
    assert hand.highest_bid() == 2
    assert [hand.can(Bid(0, n)) for n in (1, 2, 3)] == [1, 1, 0]
    play(hand, "0:bid 2")
    assert hand.legal_actions() == [Pass(1)]  # no chips: a pass all the same
    play(hand, "1:pass")
    assert hand.legal_actions() == [Bid(2, 3), Pass(2)]


def test_the_dealer_cannot_bid() -> None:
    hand = play(table(ANYONE), "3:decline")
    assert not hand.can(Bid(3, 1))
    assert not hand.can(Pass(3))


def test_without_a_widow_there_is_nothing_to_exchange() -> None:
    for options in (EXCHANGE, ANYONE, DEALER):
        hand = sit("saratoga", "2C 9H", "3C 10H", options=options)
        assert verbs(hand) == ["decline"]
        assert play(hand, "1:decline").phase is Phase.LEAD


def test_a_card_in_the_widow_or_a_dropped_hand_stops_a_run() -> None:
    """R7: 5C was the dealer's until he exchanged."""
    hand = play(table(EXCHANGE), "3:exchange, 0:2C, 1:3C, 2:4C")
    assert events(hand, "stop") == [("stop", 2)]
    assert hand.turn == 2
