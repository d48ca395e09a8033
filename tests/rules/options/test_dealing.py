"""How the cards are dealt (R4)."""

from __future__ import annotations

import pytest
from harness.messages import says

from chalicelib.rules import Malformed, make_rules
from chalicelib.rules.options.dealing import Dealing, FirstCard, Leftover
from chalicelib.rules.options.widow import Use, Widow


@pytest.mark.parametrize("leftover", Leftover)
def test_leftover_cards_go_to_one_place(leftover: Leftover) -> None:
    dealing = Dealing(leftover=leftover)
    asked = (dealing.deals_all, dealing.leftover_aside, dealing.leftover_to_widow)
    wanted = [
        leftover is one
        for one in (Leftover.DEAL_ALL, Leftover.EQUAL_ASIDE, Leftover.EQUAL_TO_WIDOW)
    ]
    assert list(asked) == wanted


def test_the_first_card_goes_to_the_widow_or_to_eldest() -> None:
    assert Dealing().widow_first
    assert not Dealing(first=FirstCard.ELDEST).widow_first


def test_leftover_cards_need_a_widow_to_go_to() -> None:
    to_widow = Dealing(leftover=Leftover.EQUAL_TO_WIDOW)
    to_widow.check_widow(Widow())
    Dealing().check_widow(Widow(use=Use.NONE))
    with pytest.raises(Malformed, match=says("option.leftover-without-widow")):
        to_widow.check_widow(Widow(use=Use.NONE))
    with pytest.raises(Malformed, match=says("option.leftover-without-widow")):
        make_rules("saratoga", {"deal.leftover": "equal_to_widow", "widow": "none"})
