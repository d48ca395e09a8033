"""Every error the API can give, as problem+json (RFC 9457).

``type`` is ``urn:boodle:problem:`` and the code; it is stable, the texts are not. Programs go
by the code and by the members documented here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from chalicelib.rules import AgainstRules, Malformed, NotNow, RulesError
from chalicelib.service.errors import Refusal
from chalicelib.service.views import action_view

from .http import Reply

MEDIA_TYPE: Final = "application/problem+json"
URN: Final = "urn:boodle:problem:"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its status, its title, and what further members it may have."""

    status: int
    title: str
    members: tuple[str, ...] = ()


KINDS: Final[Mapping[str, Kind]] = {
    "invalid-json": Kind(400, "The body is not JSON"),
    "unauthenticated": Kind(401, "A valid token is needed"),
    "forbidden": Kind(403, "This token may not do that", ("dealer",)),
    "not-found": Kind(404, "There is no such thing"),
    "code-unknown": Kind(404, "There is no such join code"),
    "method-not-allowed": Kind(405, "This method is not offered here", ("allow",)),
    "action-conflict": Kind(409, "Another action is recorded here", ("recorded", "by")),
    "beyond-the-end": Kind(409, "The log does not reach this far", ("expected",)),
    "digest-mismatch": Kind(409, "The log went another way", ("expected_after",)),
    "hand-over": Kind(409, "The hand is over"),
    "hand-conflict": Kind(
        409, "This hand cannot be dealt now", ("current", "expected", "recorded")
    ),
    "game-over": Kind(409, "The game is over"),
    "not-now": Kind(409, "Not now", ("retry_after",)),
    "undo-refused": Kind(409, "This action cannot be undone"),
    "stakes-missing": Kind(409, "Stakes are missing", ("seats",)),
    "rules-frozen": Kind(409, "The rules are frozen"),
    "round-state": Kind(409, "The round is not in that state", ("players",)),
    "name-taken": Kind(409, "Names are taken", ("names",)),
    "code-used": Kind(409, "The join code was used"),
    "code-expired": Kind(410, "The join code has expired"),
    "too-large": Kind(413, "The body is too large", ("limit",)),
    "unsupported-media-type": Kind(415, "The body must be JSON"),
    "invalid-request": Kind(422, "The request is not right", ("errors",)),
    "malformed": Kind(422, "This means nothing in the game"),
    "against-the-rules": Kind(422, "Against the rules", ("section", "legal")),
    "cannot-seat": Kind(422, "The players cannot be seated so"),
    "unknown-players": Kind(422, "Some players cannot take part", ("players",)),
    "league-full": Kind(422, "The league is full"),
    "too-many": Kind(422, "Too many of these"),
    "idempotency-key-reused": Kind(422, "The Idempotency-Key came with another request"),
    "rate-limited": Kind(429, "Too many attempts", ("retry_after",)),
    "internal": Kind(500, "A fault of the server", ("request_id",)),
    "unavailable": Kind(503, "The store does not work", ("request_id", "retry_after")),
    "busy": Kind(503, "Too busy; the request can be repeated", ("retry_after",)),
}

TITLES: Final = {URN + code: kind.title for code, kind in KINDS.items()}


def refusal_of(error: Refusal | RulesError) -> Refusal:
    """Return an engine's error as the refusal it is to the API."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, AgainstRules):
        legal = [action_view(action) for action in error.legal]
        return Refusal("against-the-rules", error.detail, section=error.section, legal=legal)
    if isinstance(error, NotNow):
        return Refusal("not-now", error.detail)
    assert isinstance(error, Malformed)
    return Refusal("malformed", error.detail)


def problem_body(error: Refusal | RulesError, request_id: str | None = None) -> dict[str, Any]:
    """Return the problem details of an error."""
    refusal = refusal_of(error)
    kind = KINDS[refusal.code]
    body = {
        "type": URN + refusal.code,
        "title": kind.title,
        "status": kind.status,
        "detail": refusal.detail,
        **refusal.members,
    }
    return {**body, "request_id": request_id} if request_id else body


def problem(error: Refusal | RulesError, request_id: str | None = None) -> Reply:
    """Return the answer for an error."""
    body = problem_body(error, request_id)
    headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
    if "retry_after" in body:
        headers["Retry-After"] = str(body["retry_after"])
    if body["status"] == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="boodle"'
    if "allow" in body:
        headers["Allow"] = ", ".join(body["allow"])
    return Reply(body["status"], json.dumps(body, ensure_ascii=False), headers)
