"""Answers in JSON: what handlers return, and its conversion to a reply."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.service.once import Answer
from chalicelib.store.records.members import compact

from .messages import Reply

JsonObject = Mapping[str, object]

JsonDict = dict[str, object]
"""A member of an answer that is an object with any members."""
"""A JSON object; a ``TypedDict`` is one."""

Answered = JsonObject | Answer[JsonObject] | Reply | None
"""What a handler returns: an answer, perhaps a repeated one, a whole reply, or ``None`` (empty)."""


def json_reply(status: int, answer: JsonObject | Answer[JsonObject] | None) -> Reply:
    """Return an answer as JSON; a repeated one has a header that says so."""
    headers = {"Content-Type": "application/json"}
    if isinstance(answer, Answer):
        if answer.replayed:
            headers["Idempotency-Replayed"] = "true"
        answer = answer.body
    if answer is None:
        return Reply(status, "", {})
    return Reply(status, compact(answer), headers)
