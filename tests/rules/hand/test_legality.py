"""What is refused, with which of the three errors, which section and which words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from harness.messages import says

from chalicelib.message import say
from chalicelib.rules import AgainstRules, Hand, Malformed, NotNow, RulesError
from chalicelib.rules.actions import make_action
from rules.strategies import snapshot
from rules.tables import action, play, sit

HANDS = ("5S 9S 3H", "6S 2D", "7S 4C")


def leading(**options: Any) -> Hand:
    """Seat 0 is to lead; it holds 5S 9S 3H."""
    return sit(
        "saratoga", *HANDS, options={name.replace("_", "."): v for name, v in options.items()}
    )


def running() -> Hand:
    """The run waits for 6S, which seat 1 holds."""
    return play(leading(), "0:5S")


def changing() -> Hand:
    """Seat 1 is to lead another suit than spades."""
    return play(sit("saratoga", "5S 3H", "6S 2D 9S", "8S 4C"), "0:5S, 1:6S")


def undecided(auction: str = "dealer", widow: str = "exchange_or_auction") -> Hand:
    """Seat 2 is to decide about the widow."""
    options = {"widow": widow, "auction": auction}
    return sit("saratoga", *HANDS, widow="KC", options=options, chips=[10, 4, 10])


def bidding(script: str = "2:auction, 0:bid 3") -> Hand:
    """Seat 1 is to bid, without a chip; 3 are bid."""
    return play(undecided(), script)


def over() -> Hand:
    return play(sit("saratoga", "5S", "6H", "7H"), "0:5S")


CASES: list[tuple[Any, Any, type[RulesError], str | None, str, str]] = [
    # table, action, error, section, words, what the seat may do instead
    (leading, ("knock", 0), Malformed, None, says("action.unknown-verb", verb="knock"), ""),
    (leading, ("play", 0), Malformed, None, says("action.play-form"), ""),
    (leading, ("play", None, 3), Malformed, None, says("action.play-form"), ""),
    (leading, ("play", 0, 52), Malformed, None, says("action.play-form"), ""),
    (leading, ("play", 0, -1), Malformed, None, says("action.play-form"), ""),
    (leading, ("play", 0, 1, 1), Malformed, None, says("action.play-form"), ""),
    (leading, ("play", 3, 1), Malformed, None, says("seat.unknown", seat=4), ""),
    (leading, ("play", -1, 1), Malformed, None, says("seat.unknown", seat=0), ""),
    (bidding, ("bid", 1), Malformed, None, says("action.bid-form"), ""),
    (bidding, ("bid", 1, None, 0), Malformed, None, says("action.bid-form"), ""),
    (bidding, ("bid", 1, 3, 4), Malformed, None, says("action.bid-form"), ""),
    (bidding, ("bid", None, None, 4), Malformed, None, says("action.bid-form"), ""),
    (bidding, ("pass",), Malformed, None, says("action.seat-form", verb="pass"), ""),
    (bidding, ("pass", 1, 3), Malformed, None, says("action.seat-form", verb="pass"), ""),
    (running, ("stop", 1), Malformed, None, says("action.no-seat-form", verb="stop"), ""),
    (undecided, ("decline",), Malformed, None, says("action.seat-form", verb="decline"), ""),
    (over, "0:5S", NotNow, None, says("hand.over"), ""),
    (over, "stop", NotNow, None, says("hand.over"), ""),
    (undecided, "0:5S", NotNow, None, says("play.before-widow"), ""),
    (bidding, "0:5S", NotNow, None, says("play.before-widow"), ""),
    (bidding, "2:exchange", NotNow, None, says("widow.decided"), ""),
    (undecided, "0:bid 1", NotNow, None, says("widow.no-auction-open"), ""),
    (leading, "0:pass", NotNow, None, says("widow.no-auction-open"), ""),
    (lambda: leading(penalty_compensation=True), "stop", NotNow, None, says("play.no-run"), ""),
    (running, "stop", AgainstRules, "R9", says("play.stop-without-fines"), ""),
    (running, "2:7S", AgainstRules, "R7", says("play.run-waits", due="6S", card="7S"), ""),
    (running, "1:2D", AgainstRules, "R7", says("play.run-waits", due="6S", card="2D"), "1:6S"),
    (running, "0:6S", AgainstRules, "R7", says("play.run-waits-seat", due="6S", seat=1), ""),
    (leading, "1:6S", AgainstRules, "R6", says("lead.another-seat", seat=1), ""),
    (leading, "0:6S", AgainstRules, "R6", says("play.not-held", seat=1, card="6S"), "0:3H, 0:5S"),
    (
        leading,
        "0:9S",
        AgainstRules,
        "R6",
        says("lead.not-lowest", card="9S"),
        "0:3H, 0:5S",
    ),
    (
        changing,
        "1:9S",
        AgainstRules,
        "R6",
        says("lead.must-change", change="lead.change.suit"),
        "1:2D",
    ),
    (
        lambda: sit("saratoga", *HANDS, options={"lead.first": "lowest:S"}),
        "0:3H",
        AgainstRules,
        "R6",
        says("lead.first", card="5S"),
        "0:5S",
    ),
    (leading, "2:exchange", AgainstRules, "R5", says("widow.not-open"), ""),
    (undecided, "0:exchange", AgainstRules, "R5", says("widow.dealer-decides", seat=3), ""),
    (
        lambda: undecided("anyone"),
        "2:auction",
        AgainstRules,
        "R5",
        says("widow.no-auction-here"),
        "2:exchange, 2:decline",
    ),
    (
        lambda: undecided("dealer", "exchange"),
        "2:auction",
        AgainstRules,
        "R5",
        says("widow.no-auction-here"),
        "2:exchange, 2:decline",
    ),
    (
        lambda: sit("saratoga", *HANDS, options={"widow": "exchange"}),
        "2:exchange",
        AgainstRules,
        "R5",
        says("widow.none"),
        "2:decline",
    ),
    (bidding, "0:bid 4", AgainstRules, "R5", says("bid.another-seat", seat=2), ""),
    (bidding, "2:pass", AgainstRules, "R5", says("bid.another-seat", seat=2), ""),
    (bidding, "1:bid 3", AgainstRules, "R5", says("bid.too-low", least=4), "1:pass"),
    (bidding, "1:bid 4", AgainstRules, "R5", says("bid.too-high", seat=2, most=0), "1:pass"),
]


@pytest.mark.parametrize(
    ("table", "tried", "error", "section", "words", "instead"),
    CASES,
    ids=[f"{case[4]} ({n})" for n, case in enumerate(CASES)],
)
def test_refused_and_nothing_changed(
    table: Any, tried: Any, error: type[RulesError], section: str | None, words: str, instead: str
) -> None:
    hand = table()
    before = snapshot(hand)
    with pytest.raises(error) as refused:
        hand.apply(action(tried) if isinstance(tried, str) else make_action(*tried))
    assert re.search(words, str(refused.value))
    assert snapshot(hand) == before
    if isinstance(refused.value, AgainstRules):
        assert refused.value.section == section
        legal = [action(text.strip()) for text in instead.split(",") if text]
        assert list(refused.value.legal) == legal


def test_there_are_three_errors_and_one_above_them() -> None:
    for error in (Malformed, NotNow, AgainstRules):
        assert issubclass(error, RulesError)
    assert issubclass(Malformed, ValueError)
    later = say("hand.over")
    assert NotNow(later).detail == later
    assert str(NotNow(later)) == "hand.over"


def test_an_unknown_verb_is_cut_short_in_the_answer() -> None:
    with pytest.raises(Malformed) as refused:
        make_action("x" * 500)
    assert len(str(refused.value)) < 300
