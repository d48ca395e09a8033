"""What becomes of a seat that has run out of chips (R12)."""

from __future__ import annotations

import pytest

from chalicelib.rules.options.chips import Broke, Chips


@pytest.mark.parametrize("broke", Broke)
def test_a_seat_without_chips_does_one_thing(broke: Broke) -> None:
    chips = Chips(broke=broke)
    asked = [chips.broke_drop_out, chips.may_be_bought, chips.may_owe]
    assert asked == [broke is one for one in (Broke.DROP_OUT, Broke.REBUY, Broke.DEBT)]
