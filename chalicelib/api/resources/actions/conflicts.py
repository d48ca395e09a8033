"""What is recorded instead of a refused post, for its problem."""

from __future__ import annotations

from chalicelib.api.http.messages import JsonDict
from chalicelib.service.refusals import ActionConflict, SheetConflict

from .parts import action, poster


def recorded(error: Exception) -> JsonDict:
    """Return the members of an error's problem that show recorded actions."""
    match error:
        case ActionConflict():
            return {"recorded": action(error.recorded), "by": poster(error.poster)}
        case SheetConflict():
            from .recorded_sheet import score_sheet

            return {"sheet": score_sheet(error.sheet), "by": poster(error.poster)}
        case _:
            return {}
