"""The answers about score sheets."""

from __future__ import annotations

from chalicelib.api.resources.actions.parts import ledger
from chalicelib.service import scores as service

from .answers import ScorePreview


def preview(tried: service.ScoreTrial) -> ScorePreview:
    """Return what a score sheet would pay."""
    seats, spaces = tried.accounts.seats, tried.accounts.spaces
    *layout, kitty, pot, _ = tried.chips[seats:]
    return {
        "status": "preview",
        "table": tried.table_id,
        "hand": tried.hand,
        "legal": True,
        "recorded": tried.recorded,
        "stacks": list(tried.chips[:seats]),
        "layout": dict(zip(spaces, layout, strict=True)),
        "kitty": kitty,
        "pot": pot,
        "entries": ledger(tried.entries, tried.accounts),
    }
