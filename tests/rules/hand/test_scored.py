"""Hands recorded by their score sheet: what it pays, and what it cannot say (R3-R15)."""

from __future__ import annotations

from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import (
    Action,
    AgainstRules,
    Malformed,
    NotNow,
    Phase,
    RulesError,
    make_rules,
    parse_card,
)
from chalicelib.rules.actions import make_action
from chalicelib.rules.hand.scored import ScoredHand
from rules.recordings import score_of
from rules.strategies import snapshot
from rules.tables import entries, play, sit


def a_sheet(preset: str = "saratoga", chips: int | list[int] = 50, **options: Any) -> ScoredHand:
    """Return the blank sheet of a hand of four (10, 10, 10, 11 cards); the last seat deals."""
    stacks = [chips] * 4 if isinstance(chips, int) else chips
    dotted = {name.replace("__", "."): value for name, value in options.items()}
    return ScoredHand(make_rules(preset, dotted), stacks, 3)


def fact(text: str) -> Action:
    """Return a fact: ``0:take 4``, ``1:miss 10S``, ``1:pot``, ``2:out``, ``end``."""
    seat, _, what = text.strip().rpartition(":")
    verb, _, more = what.partition(" ")
    if not seat:
        return make_action(verb)
    if verb in ("miss", "play"):
        return make_action(verb, int(seat), parse_card(more))
    return make_action(verb, int(seat), None, int(more) if more else None)


def write(sheet: ScoredHand, text: str) -> ScoredHand:
    return sheet.replay(fact(one) for one in text.split(","))


def refuse(
    sheet: ScoredHand, text: str, kind: type[RulesError], match: str, section: str = ""
) -> None:
    """Write the sheet; its last fact is refused with this reason, and changes nothing."""
    *before, last = text.split(",")
    for one in before:
        sheet.apply(fact(one))
    was = snapshot(sheet)
    with pytest.raises(kind, match=match) as refused:
        sheet.apply(fact(last))
    assert getattr(refused.value, "section", "") == section
    assert snapshot(sheet) == was


LEFT = "1:left 3, 2:left 4, 3:left 5"
MISSES: dict[str, Any] = {"penalty__missed_play": 1, "penalty__compensation": True}


def test_a_sheet_pays_what_it_says() -> None:
    """R8: two spaces of four chips, twelve cards left; a seat of ten cards is out."""
    hand = write(a_sheet(), f"0:take 4, 1:take 1, {LEFT}, 0:out")
    assert hand.over
    assert hand.winner == 0
    assert hand.ledger.stacks == [46 + 4 + 12, 46 + 4 - 3, 46 - 4, 46 - 5]
    assert hand.ledger.layout == [0, 4, 4, 0]
    assert hand.counts == [0, 3, 4, 5]


def test_kitty_and_pot_are_paid_as_well() -> None:
    """R8."""
    hand = a_sheet("newmarket", stakes__mode="fixed")
    write(hand, f"1:pot, {LEFT}, 0:out")
    assert entries(hand, "pot", "kitty") == [(9, 1, 4), (8, 0, 4)]


def test_a_miss_and_the_win_it_blocked() -> None:
    """R9, R10: seat 2 missed the ten of spades, and so seat 3 the jack's four chips."""
    hand = write(a_sheet(**MISSES), f"1:miss 10S, 2:block 4, {LEFT}, 0:out")
    assert entries(hand, "compensation") == [(1, 2, 4)]
    assert entries(hand, "missed play") == [(1, 2, 1), (1, 3, 1), (1, 0, 1)]


def test_of_two_misses_of_one_win_the_later_pays() -> None:
    """R10: the sheet says both, and the same blocked win with each."""
    sheet = f"1:miss 9S, 2:block 4, 3:miss 10S, 2:block 4, {LEFT}, 0:out"
    assert entries(write(a_sheet(**MISSES), sheet), "compensation") == [(3, 2, 4)]


def test_the_stacks_are_checked() -> None:
    """R14."""
    hand = a_sheet()
    sheet = f"0:take 4, {LEFT}, 0:chips 62, 1:chips 43, 2:chips 42, 3:chips 41, 0:out"
    assert write(hand, sheet).over
    refuse(
        a_sheet(),
        f"0:take 4, {LEFT}, 0:chips 60, 0:out",
        AgainstRules,
        says("score.stack-differs", seat=1, has=62, said=60),
        "R14",
    )


def test_a_widow_sold_and_exchanged() -> None:
    """R5: the buyer pays the dealer."""
    hand = write(a_sheet("michigan_ru"), f"1:sold 7, {LEFT}, 0:out")
    assert entries(hand, "widow") == [(1, 3, 7)]
    hand = write(a_sheet("michigan_pagat", widow="exchange"), f"{LEFT[:-1]}11, 3:exchange, 0:out")
    assert hand.counts[3] == 11  # the widow of eleven cards


def test_the_order_of_the_facts_does_not_matter() -> None:
    """R4, R5: the cards left are counted against what the seat held in the end."""
    for sheet in ("1:left 11, 1:sold 7", "1:sold 7, 1:left 11"):
        hand = a_sheet("michigan_pagat", widow="exchange_or_auction")
        write(hand, f"{sheet}, 2:left 4, 3:left 5, 0:out")
        assert hand.counts == [0, 11, 4, 5]


def test_three_in_one_by_its_sheet() -> None:
    """R15: the ace's chips are taken, and bet, before the pot is won."""
    hand = a_sheet("three_in_one", chips=[9, 50, 50, 50])
    write(hand, f"0:take 1, 0:bet 4, 1:bet 4, 0:pot, 2:fee 1, {LEFT}, 0:out")
    assert entries(hand, "boodle", "bet", "pot", "pass fee") == [
        (4, 0, 4),
        (0, 12, 4),
        (1, 12, 4),
        (12, 0, 12),
        (2, 11, 1),
    ]


def test_who_is_left_alone_wins_with_cards_in_hand() -> None:
    """R12, ``drop_out``: the others pay their last chips for passing."""
    hand = a_sheet(chips=[6, 50, 6, 6], broke="drop_out", lead__change="colour", lead__pass_fee=2)
    write(hand, "0:fee 2, 2:fee 2, 3:fee 2, 1:left 8, 1:out")
    assert (hand.live, hand.winner, hand.ledger.stacks) == ([1], 1, [0, 52, 0, 0])


@pytest.mark.parametrize(
    ("text", "kind", "match", "section"),
    [
        ("0:take 4, 1:take 4", AgainstRules, says("score.space-taken"), "R8"),
        ("0:take 9", Malformed, says("space.unknown", space=9), ""),
        ("0:take 4, 0:take 4", AgainstRules, says("score.same"), "R14"),
        ("0:left 3, 0:left 4", AgainstRules, says("score.otherwise"), "R14"),
        ("0:chips 3, 0:chips 4", AgainstRules, says("score.otherwise"), "R14"),
        (f"0:left 2, {LEFT}, 0:out", AgainstRules, says("score.winner-has-cards"), "R8"),
        ("1:left 0, 2:left 1, 3:left 1, 0:out", AgainstRules, says("score.went-out", seat=2), "R8"),
        ("1:left 3, 0:out", NotNow, says("score.cards-left-missing"), ""),
        (
            "1:left 11, 2:left 1, 3:left 1, 0:out",
            AgainstRules,
            says("score.cards-dealt", seat=2, dealt=10),
            "R4",
        ),
        (f"0:left 3, {LEFT}, end", AgainstRules, says("hand.goes-on"), "R6"),
        ("1:fee 1", AgainstRules, says("score.pass-free"), "R6"),
        ("1:bet 1", AgainstRules, says("bet.none-here"), "R15"),
        ("1:sold 1", AgainstRules, says("widow.not-open"), "R5"),
        ("3:exchange", AgainstRules, says("widow.not-open"), "R5"),
        ("1:miss 10S", AgainstRules, says("play.stop-without-fines"), "R9"),
        ("1:block 4", AgainstRules, says("score.no-compensation"), "R10"),
        ("1:play 4S", Malformed, says("action.unknown-verb", verb="play"), ""),
        ("1:left -1", Malformed, says("action.number-form", verb="left"), ""),
        ("7:left 1", Malformed, says("seat.unknown", seat=8), ""),
        (
            "1:take 4, 1:left 10, 2:left 1, 3:left 1, 0:out",
            AgainstRules,
            says("score.too-few-played", seat=2, played=0),
            "R8",
        ),
        (
            "1:take 4, 1:take 3, 1:left 9, 2:left 1, 3:left 1, 0:out",
            AgainstRules,
            says("score.too-few-played", seat=2, played=1),
            "R8",
        ),
        (
            "1:pot, 1:left 8, 2:left 1, 3:left 1, 0:out",
            AgainstRules,
            says("score.too-few-played", seat=2, played=2),
            "R8",
        ),
    ],
)
def test_what_a_sheet_cannot_say(
    text: str, kind: type[RulesError], match: str, section: str
) -> None:
    refuse(a_sheet(), text, kind, match, section)


@pytest.mark.parametrize(
    ("text", "match", "section"),
    [
        ("1:miss 2S", says("score.no-run-to", card="2S"), "R9"),
        ("1:miss 10S, 2:miss 10S", says("score.missed-once", card="10S"), "R9"),
        ("2:block 4", says("score.blocked-follows-miss"), "R10"),
        ("1:miss 10S, 2:block 1", says("score.no-run-wins", card="10S"), "R10"),
        ("1:miss QS, 2:block 4", says("score.no-run-wins", card="QS"), "R10"),
        ("1:miss 10S, 2:block 4, 2:block 4", says("score.same"), "R14"),
        (f"0:take 4, 1:miss 10S, 2:block 4, {LEFT}, 0:out", says("score.blocked-taken"), "R10"),
        (f"1:miss 10S, 0:block 4, {LEFT}, 0:out", says("score.no-card-held", seat=1), "R10"),
    ],
)
def test_misses_and_blocked_wins_that_cannot_be(text: str, match: str, section: str) -> None:
    """R9, R10."""
    refuse(a_sheet(**MISSES), text, AgainstRules, match, section)


def test_fees_bets_and_prices_that_cannot_be() -> None:
    """R5, R6, R12, R15."""
    fees: dict[str, Any] = {"lead__change": "suit", "lead__pass_fee": 2}
    refuse(a_sheet(**fees), "0:fee 3", AgainstRules, says("score.pass-fee", fee=2), "R6")
    free = a_sheet(lead__change="none", lead__pass_fee=2)
    refuse(free, "0:fee 2", AgainstRules, says("score.pass-free"), "R6")
    poor = a_sheet(chips=[5, 50, 50, 50], **fees)
    refuse(
        poor,
        f"0:fee 2, {LEFT}, 0:out",
        AgainstRules,
        says("score.cannot-pay", seat=1, has=1, amount=2),
        "R6",
    )
    ru = a_sheet("michigan_ru")
    refuse(ru, "3:sold 5", AgainstRules, says("widow.who-may"), "R5")
    refuse(ru, "0:exchange", AgainstRules, says("widow.who-may"), "R5")
    refuse(
        ru,
        f"1:sold 47, {LEFT}, 0:out",
        AgainstRules,
        says("score.cannot-pay", seat=2, has=46, amount=47),
        "R5",
    )
    refuse(ru, "2:sold 3", AgainstRules, says("widow.taken"), "R5")
    exchange = a_sheet("michigan_ru", widow="exchange")
    refuse(exchange, "1:sold 1", AgainstRules, says("widow.not-for-sale"), "R5")
    three = a_sheet("three_in_one", chips=[12, 50, 50, 50])
    refuse(
        three,
        f"0:bet 4, {LEFT}, 0:out",
        AgainstRules,
        says("score.cannot-pay", seat=1, has=3, amount=4),
        "R15",
    )


def test_debts_do_not_let_anybody_bid_or_bet_what_he_has_not() -> None:
    """R12: under ``debt`` fees and dues may be owed, a price or a bet may not (R5, R15)."""
    ru = a_sheet("michigan_ru", broke="debt")
    refuse(
        ru,
        f"1:sold 47, {LEFT}, 0:out",
        AgainstRules,
        says("score.cannot-pay", seat=2, has=46, amount=47),
        "R5",
    )
    three = a_sheet("three_in_one", chips=[12, 50, 50, 50], broke="debt")
    refuse(
        three,
        f"0:bet 4, {LEFT}, 0:out",
        AgainstRules,
        says("score.cannot-pay", seat=1, has=3, amount=4),
        "R15",
    )


def test_shares_of_a_space_that_cannot_be() -> None:
    """R15: 8-9-10 in four suits may be shared; the king of hearts has one holder."""
    three = a_sheet("three_in_one")
    refuse(
        three,
        f"0:take 2, 1:take 6, {LEFT}, 0:out",
        AgainstRules,
        says("take.card-won-twice", card="KH"),
        "R8",
    )
    three = a_sheet("three_in_one")
    refuse(
        three, f"0:take 1, 1:take 1, {LEFT}, 0:out", AgainstRules, says("score.space-taken"), "R8"
    )
    write(a_sheet("three_in_one"), f"0:take 7, 1:take 7, {LEFT}, 0:out")


def test_a_sheet_of_those_that_dropped_out() -> None:
    """R12, ``drop_out``."""
    options: dict[str, Any] = {"broke": "drop_out", "lead__change": "colour", "lead__pass_fee": 2}
    hand = a_sheet(chips=[6, 50, 6, 6], **options)
    refuse(
        hand,
        "0:fee 2, 2:fee 2, 3:fee 2, 1:left 8, 0:out",
        AgainstRules,
        says("seat.dropped-out", seat=1),
        "R12",
    )
    refuse(hand, "end", AgainstRules, says("score.left-alone", seat=2), "R12")
    hand = a_sheet(chips=[4, 50, 50, 50], **options)
    assert hand.live == [1, 2, 3]
    refuse(hand, "0:left 3", Malformed, says("seat.not-in-hand", seat=1))


def test_nothing_follows_the_end() -> None:
    hand = write(a_sheet(), f"{LEFT}, 0:out")
    refuse(hand, "0:take 1", NotNow, says("hand.over"))


def test_a_hand_without_a_winner() -> None:
    """R6: everyone has cards left, and they cost nothing."""
    hand = a_sheet(lead__change="suit", lead__stuck="pass_then_end")
    write(hand, f"0:take 4, 0:left 1, {LEFT}, end")
    assert (hand.winner, hand.ledger.stacks) == (None, [50, 46, 46, 46])
    assert hand.phase is Phase.OVER


def test_nobody_left_to_deal_to() -> None:
    """R12: all but one dropped out at the stakes; there is nothing to write."""
    hand = a_sheet(chips=[4, 4, 50, 4], broke="drop_out")
    assert (hand.over, hand.winner) == (True, 2)


def test_a_sheet_offers_nothing() -> None:
    """Only the table knows what can be written."""
    sheet = a_sheet("michigan_ru")
    assert (sheet.legal_actions(), sheet.highest_bid()) == ([], 0)


def test_the_sheet_of_a_dealt_hand() -> None:
    """R9, R10: written out in full."""
    hand = sit(
        "michigan", "9S 2C 3C", "10S 5D 6D", "JS 7H 8H",
        options={"penalty.missed_play": 1, "penalty.compensation": True, "lead.change": "none"},
    )  # fmt: skip
    assert score_of(play(hand, "0:9S, stop, 0:2C, 0:3C")) == [
        fact(one)
        for one in (
            "1:miss 10S", "2:block 4", "1:left 3", "2:left 3",
            "0:chips 53", "1:chips 37", "2:chips 44", "0:out",
        )
    ]  # fmt: skip
