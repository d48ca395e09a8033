"""What is won, and how (R8, R15)."""

from __future__ import annotations

from chalicelib.rules.options.winning import PotWonBy, SpacesPaid, Winning


def test_the_pot_goes_to_a_run_or_to_a_poker_hand() -> None:
    for won_by in PotWonBy:
        winning = Winning(pot_won_by=won_by)
        assert winning.pot_by_run is (won_by is PotWonBy.RUN3)
        assert winning.pot_by_poker is (won_by is PotWonBy.POKER)


def test_a_space_goes_to_who_plays_or_to_who_holds_its_cards() -> None:
    for paid in SpacesPaid:
        winning = Winning(spaces_paid=paid)
        assert winning.spaces_by_playing is (paid is SpacesPaid.PLAYED)
        assert winning.spaces_by_holding is (paid is SpacesPaid.HELD)
