"""The further members of problems, in JSON."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.api.resources.actions.parts import action, poster
from chalicelib.api.resources.hands.entry_answers import entries
from chalicelib.service.errors import Refusal
from chalicelib.service.refusals import ActionConflict, EntriesConflict, SheetConflict


def members_of(refusal: Refusal) -> Mapping[str, object]:
    """Return the members of a refusal's problem, including what is recorded."""
    if isinstance(refusal, ActionConflict):
        return {"recorded": action(refusal.recorded), "by": poster(refusal.poster)}
    if isinstance(refusal, SheetConflict):
        return {"sheet": [action(seen) for seen in refusal.sheet]}
    if isinstance(refusal, EntriesConflict):
        return {**refusal.members, "entries": entries(refusal.entered)}
    return refusal.members
