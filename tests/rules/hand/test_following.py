"""R7: cards of a run that play themselves, under ``following: automatic`` or for an absent seat.

What else is done for an absent seat (R17) is in :mod:`.test_absent`.
"""

from __future__ import annotations

from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import (
    TEXT,
    AgainstRules,
    Game,
    Hand,
    Malformed,
    NotNow,
    Viewer,
    effects,
    make_rules,
    view,
)
from chalicelib.rules.actions import Away, Back, Play, Stop, make_action
from chalicelib.rules.views import covered_cards
from rules.tables import action, deal_of, entries, leads, play, sit

HANDS = ("2S 5D", "3S 6D 8D", "4S 7H 9C")


def table(*hands: str, script: str = "", automatic: bool = False, **more: Any) -> Hand:
    options = more.pop("options", {})
    options = {"away": "waits", **options}
    if automatic:
        options = {"following": "automatic", **options}
    hand = sit("saratoga", *(hands or HANDS), options=options, **more)
    return play(hand, script) if script else hand


def followed(hand: Hand) -> list[tuple[int, int | None, str]]:
    """Return the cards that were played for their holders: action, seat, card."""
    return [(e.action, e.seat, TEXT[e.card or 0]) for e in hand.events if e.kind == "play"]


# following: automatic


def test_after_a_lead_the_whole_run_plays_itself() -> None:
    hand = table(automatic=True, script="0:2S")
    assert followed(hand) == [(1, 1, "3S"), (1, 2, "4S")]
    assert [(seat, TEXT[card], led) for seat, card, led in hand.plays] == [
        (0, "2S", True),
        (1, "3S", False),
        (2, "4S", False),
    ]
    assert (hand.number, leads(hand)) == (1, "2: 9C 7H")


def test_the_events_stand_in_the_order_of_what_happened() -> None:
    hand = table(automatic=True, script="0:2S")
    events, _ = effects(hand, 1)
    assert [(event.kind, event.seat) for event in events] == [
        ("play", 1),
        ("play", 2),
        ("stop", 2),
    ]


def test_boodle_pot_and_end_are_those_of_the_cards_that_played_themselves() -> None:
    """R8: seat 1 takes 3 from JS and the pot at QS, goes out, and gets 2 + 1 and the kitty."""
    hand = table("9S 2C 4C", "10S JS QS", "2H", automatic=True, kitty=6, pot=5, script="0:9S")
    assert entries(hand, "boodle", "pot", "cards left", "kitty") == [
        (6, 1, 3),
        (8, 1, 5),
        (2, 1, 1),
        (0, 1, 2),
        (7, 1, 6),
    ]
    assert {entry.action for entry in hand.ledger.entries if entry.reason != "stake"} == {1}
    assert (hand.winner, hand.number) == (1, 1)


def test_a_lead_is_asked_for_even_where_only_one_card_may_be_led() -> None:
    """R6."""
    hand = table("2S 9S", "3S", "4S 7D", automatic=True, options={"lead.first": "lowest:S"})
    assert leads(hand) == "0: 2S"
    play(table("2S 9S", "3S 5C", "4S 7D", automatic=True), "0:2S")
    hand = table("2S 9S", "3S 5C", "4S 7D", automatic=True, script="0:2S")
    assert leads(hand) == "2: 7D"
    assert hand.number == 1


def test_nobody_can_miss_a_play() -> None:
    """R9: a run never waits."""
    hand = table(automatic=True, options={"penalty.missed_play": 1}, script="0:2S")
    with pytest.raises(NotNow, match=says("play.no-run")):
        hand.apply(Stop())


def test_nobody_is_away_where_all_cards_follow() -> None:
    hand = table(automatic=True)
    for verb in ("away", "back"):
        with pytest.raises(AgainstRules, match=says("seat.stays-and-follows")) as refused:
            hand.apply(make_action(verb, 0))
        assert refused.value.section == "R17"


# away and back


def test_a_seat_that_goes_away_in_a_run_plays_the_card_the_run_waits_for() -> None:
    hand = table(script="0:2S")
    assert hand.phase.value == "run"
    play(hand, "1:away")
    assert followed(hand) == [(2, 1, "3S")]
    assert hand.legal_actions() == [Play(2, TEXT.index("4S"))]
    play(hand, "2:4S")
    assert (hand.number, followed(hand)) == (3, [(2, 1, "3S")])


def test_the_cards_of_who_is_away_follow_those_of_others() -> None:
    hand = table(script="1:away, 2:away, 0:2S")
    assert followed(hand) == [(3, 1, "3S"), (3, 2, "4S")]


def test_a_seat_that_has_come_back_is_asked_again() -> None:
    hand = table("2S 5D", "3S 6D 8D", "4S 7D 9C", script="1:away, 0:2S, 2:4S, 1:back, 2:7D")
    assert followed(hand) == [(2, 1, "3S")]
    assert hand.legal_actions() == [action("1:8D")]


def test_a_seat_that_is_away_is_still_asked_to_lead() -> None:
    hand = table(script="0:away")
    assert leads(hand) == "0: 5D 2S"
    assert (hand.number, hand.plays) == (1, [])
    play(hand, "0:5D")
    assert hand.legal_actions() == [action("1:6D")]


def test_a_seat_that_is_away_misses_no_play() -> None:
    """R9: it cannot be let go by either, because its card lies at once."""
    hand = table(options={"penalty.missed_play": 1}, script="1:away, 0:2S")
    assert followed(hand) == [(2, 1, "3S")]
    play(hand, "stop")
    assert [(miss.seat, TEXT[miss.card]) for miss in hand.misses] == [(2, "4S")]


def test_away_is_never_listed_and_always_possible_until_the_hand_is_over() -> None:
    hand = table("2S", "4S", "6S")
    assert {listed.verb for listed in hand.legal_actions()} == {"play"}
    play(hand, "2:away, 2:back, 2:away, 0:2S")
    with pytest.raises(NotNow, match=says("hand.over")):
        hand.apply(Back(2))


def test_away_also_while_the_widow_is_decided() -> None:
    """R5: decisions are still asked for."""
    hand = table(widow="2D", options={"widow": "exchange"}, script="2:away")
    assert [listed.verb for listed in hand.legal_actions()] == ["exchange", "decline"]


@pytest.mark.parametrize(
    ("script", "refused", "words"),
    [
        ("", "0:back", says("seat.not-away", seat=1)),
        ("0:away", "0:away", says("seat.away-already", seat=1)),
        ("0:away, 0:back", "0:back", says("seat.not-away", seat=1)),
    ],
)
def test_refusals(script: str, refused: str, words: str) -> None:
    with pytest.raises(AgainstRules, match=words) as caught:
        table(script=script).apply(action(refused))
    assert caught.value.section == "R17"


def test_only_a_seat_in_the_hand_goes_away() -> None:
    hand = table("2S", "", "4S 6S", chips=[50, 0, 50], seats=[0, 2])
    with pytest.raises(AgainstRules, match=says("seat.not-in-hand", seat=2)):
        hand.apply(Away(1))
    with pytest.raises(Malformed, match=says("seat.unknown", seat=4)):
        hand.apply(Away(3))
    with pytest.raises(Malformed, match=says("action.seat-form", verb="away")):
        make_action("away", 0, 5)


def test_who_is_away_stays_away_in_the_next_hand() -> None:
    game = Game.start(make_rules("saratoga", {"away": "waits"}), 3)
    hand = game.deal(deal_of("2S", "4S 6S", "8S"), dealer=2)
    game.take(play(hand, "1:away, 0:2S"))
    assert game.away == 0b010
    hand = play(game.deal(deal_of("2H 9C", "3S 6D", "2S 9H")), "1:3S, 2:away")
    assert hand.away == 0b110
    assert followed(hand) == []
    assert table(away=0b010, script="0:2S").plays[-1][:2] == (1, TEXT.index("3S"))


def test_a_hand_replayed_follows_in_the_same_way() -> None:
    script = "1:away, 0:2S, 2:4S, 1:back, 2:7H"
    assert table(script=script).plays == table(script=script).plays
    assert table(script=script).events == table(script=script).events


def test_covered_cards_that_played_themselves_are_covered_as_well() -> None:
    """R7: of 10S and JS before seat 1 only JS is seen, but by seat 1."""
    options = {"played_cards": "covered"}
    hand = table("9S 2C", "10S JS 2D 3H", "5D", automatic=True, options=options, script="0:9S")
    assert followed(hand) == [(1, 1, "10S"), (1, 1, "JS")]
    assert covered_cards(hand) == covered_cards(hand, Viewer(0)) == {TEXT.index("10S")}
    assert covered_cards(hand, Viewer(1)) == set()
    assert [play.card for play in view(hand).plays] == [TEXT.index("9S"), None, TEXT.index("JS")]
