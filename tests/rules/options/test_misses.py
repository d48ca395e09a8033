"""What missed plays and false leads cost (R8-R11)."""

from __future__ import annotations

from chalicelib.rules.options.misses import Dues, FalseLead, Misses, Priority


def test_a_miss_costs_where_there_is_a_fine_or_compensation() -> None:
    """R9."""
    assert not Misses().cost_anything
    assert Misses(fine=1).cost_anything
    assert Misses(compensation=True).cost_anything


def test_either_dues_are_paid_first() -> None:
    """R8."""
    assert not Misses().fine_first
    assert Misses(priority=Priority.FINE_FIRST).fine_first


def test_a_false_lead_is_fined_or_left_to_a_ruling() -> None:
    """R11."""
    assert not Misses().false_leads_are_fined
    assert Misses(false_lead=FalseLead.FINE_NO_BOODLE).false_leads_are_fined


def test_dues_of_an_audit_are_confirmed_or_automatic() -> None:
    """R11."""
    assert not Misses().dues_are_automatic
    assert Misses(dues=Dues.AUTOMATIC).dues_are_automatic
