"""Who sees what of a hand."""

from __future__ import annotations

from chalicelib.rules import PUBLIC, TEXT, Hand, Phase, Viewer, cards, effects, view
from chalicelib.rules.actions import Play

from .tables import play, sit

COVERED = {"played_cards": "covered", "penalty.missed_play": 1}
KNOWS = Viewer(knows_deal=True)


def table(script: str = "", **options: str) -> Hand:
    hand = sit("saratoga", "9S 2D 5C", "10S 2C", "QS JS 2H", widow="KC KD", options=options)
    return play(hand, script) if script else hand


def plays(hand: Hand, viewer: Viewer = PUBLIC) -> list[str]:
    return ["?" if play.card is None else TEXT[play.card] for play in view(hand, viewer).plays]


def test_a_seat_sees_its_own_cards_sorted() -> None:
    assert view(table(), Viewer(2)).holdings == {2: tuple(cards("2H JS QS"))}
    assert view(table(), PUBLIC).holdings == {}


def test_what_lies_on_the_table_is_public() -> None:
    seen = view(table("0:9S"))
    assert seen.stacks == (46, 46, 46)
    assert seen.layout == (3, 3, 3, 3)
    assert (seen.kitty, seen.pot, seen.dealer, seen.live) == (0, 0, 2, (0, 1, 2))
    assert seen.cards_left == (2, 2, 3)
    assert (seen.phase, seen.awaiting) == (Phase.RUN, "run")


def test_the_card_a_run_waits_for_is_public_but_not_its_holder() -> None:
    hand = table("0:9S")
    for viewer in (PUBLIC, Viewer(0), Viewer(2)):
        seen = view(hand, viewer)
        assert seen.waits_for == TEXT.index("10S")
        assert seen.turn is None
        assert seen.legal == ()
    seen = view(hand, Viewer(1))
    assert seen.turn == 1
    assert seen.legal == (Play(1, TEXT.index("10S")),)


def test_who_leads_is_public_and_what_may_be_led_is_not() -> None:
    seen = view(table(), Viewer(1))
    assert (seen.awaiting, seen.turn, seen.waits_for, seen.legal) == ("lead", 0, None, ())
    assert len(view(table(), Viewer(0)).legal) == 3


def test_who_knows_the_deal_sees_everything() -> None:
    seen = view(table("0:9S"), KNOWS)
    assert set(seen.holdings) == {0, 1, 2}
    assert seen.widow == tuple(cards("KC KD"))
    assert seen.dead is not None
    assert len(seen.dead) == 52 - 10
    assert seen.turn == 1
    assert len(seen.legal) == 1


def test_widow_and_dead_cards_are_secret_until_the_end() -> None:
    hand = table("0:9S")
    for viewer in (PUBLIC, Viewer(0), Viewer(1), Viewer(2)):
        assert (view(hand, viewer).widow, view(hand, viewer).dead) == (None, None)
    play(hand, "1:10S, 2:JS, 2:QS, 2:2H")
    seen = view(hand)
    assert seen.winner == 2
    assert seen.widow == tuple(cards("KC KD"))
    assert seen.holdings == {0: tuple(cards("5C 2D")), 1: tuple(cards("2C")), 2: ()}
    assert (seen.phase, seen.awaiting, seen.turn) == (Phase.OVER, None, None)


def test_the_dealer_does_not_see_the_widow_before_he_takes_it() -> None:
    """R5."""
    hand = sit("saratoga", "9S", "10S", "JS", widow="KC KD", options={"widow": "exchange"})
    assert view(hand, Viewer(2)).widow is None
    assert (view(hand).awaiting, view(hand).turn) == ("widow", 2)
    play(hand, "2:exchange")
    assert view(hand, Viewer(2)).holdings == {2: tuple(cards("KC KD"))}
    assert view(hand, Viewer(1)).dead is None


def test_bids_are_public_and_the_bounds_are_the_bidders() -> None:
    """R5."""
    options = {"widow": "exchange_or_auction"}
    hand = sit("saratoga", "9S", "10S", "JS", widow="KC", options=options)
    play(hand, "2:decline, 0:bid 7")
    assert (view(hand).awaiting, view(hand).turn, view(hand).bid) == ("bid", 1, (7, 0))
    assert view(hand).highest == 0
    assert view(hand, Viewer(1)).highest == 46
    play(hand, "1:pass")
    assert view(hand).bid is None


def test_open_cards_stay_open() -> None:
    """R7."""
    hand = table("0:9S, 1:10S, 2:JS, 2:QS")
    assert plays(hand) == ["9S", "10S", "JS", "QS"]


def test_of_covered_cards_only_the_top_one_before_each_seat_is_seen() -> None:
    """R7."""
    hand = table("0:9S, 1:10S, 2:JS, 2:QS", played_cards="covered")
    assert plays(hand) == ["9S", "10S", "?", "QS"]
    assert plays(hand, Viewer(0)) == ["9S", "10S", "?", "QS"]
    assert plays(hand, Viewer(2)) == plays(hand, KNOWS) == ["9S", "10S", "JS", "QS"]
    play(hand, "2:2H")
    assert plays(hand) == ["9S", "10S", "JS", "QS", "2H"]


def test_who_missed_a_card_is_reported_only_at_the_end() -> None:
    """R9."""
    hand = sit("saratoga", "9S 2D", "10S 2C", "JS 2H", options=COVERED)
    play(hand, "0:9S, stop")
    assert effects(hand, 2) == ([], [])
    play(hand, "0:2D")
    assert [(e.kind, e.seat) for e in effects(hand, 3)[0]] == [("miss", 1), ("end", 0)]


def test_effects_are_those_of_one_action() -> None:
    hand = table("0:9S, 1:10S, 2:JS")
    told, chips = effects(hand, 3)
    assert told == []
    assert [(e.source, e.target, e.amount, e.reason) for e in chips] == [(6, 2, 3, "boodle")]
    assert len(effects(hand, 0)[1]) == 12
