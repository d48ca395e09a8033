"""Answers in JSON: what handlers return, and how it becomes a reply."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.service.context import Context
from chalicelib.service.once import Answer, compact
from chalicelib.service.secrets import SEAL, unseal

from .messages import Reply

JsonObject = Mapping[str, object]
"""A JSON object; a ``TypedDict`` is one."""

Answered = JsonObject | Answer | Reply | None
"""What a handler returns: the answer, an answer that may be a repeated one, a whole reply, or
``None`` where there is nothing to say."""


def json_reply(ctx: Context, status: int, answer: JsonObject | Answer | None) -> Reply:
    """Return an answer as JSON, its secrets unsealed; a repeated one says so in a header."""
    headers = {"Content-Type": "application/json"}
    if isinstance(answer, Answer):
        if answer.replayed:
            headers["Idempotency-Replayed"] = "true"
        answer = answer.body
    if answer is None:
        return Reply(status, "", {})
    text = compact(answer)
    if SEAL in text:
        text = compact(unseal(ctx, answer))
    return Reply(status, text, headers)
