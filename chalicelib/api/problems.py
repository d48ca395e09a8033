"""Every error the API can give, as problem+json (RFC 9457).

``type`` is ``urn:boodle:problem:`` and the code; it is stable, the texts are not. Programs go
by the code and by the members documented here. The texts are in the language of the request
under way (:mod:`chalicelib.api.texts`); what they mean is in :mod:`chalicelib.api.texts_kinds`.
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
from .texts import ENGLISH, speak, spoken
from .texts_kinds import EXPLAINED

MEDIA_TYPE: Final = "application/problem+json"
URN: Final = "urn:boodle:problem:"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its status, its English title, and what further members it may have."""

    status: int
    title: str
    members: tuple[str, ...] = ()


_STATUSES: Final[Mapping[str, tuple[int, tuple[str, ...]]]] = {
    "invalid-json": (400, ()),
    "unauthenticated": (401, ()),
    "forbidden": (403, ("dealer",)),
    "not-found": (404, ()),
    "code-unknown": (404, ()),
    "method-not-allowed": (405, ("allow",)),
    "action-conflict": (409, ("recorded", "by")),
    "beyond-the-end": (409, ("expected",)),
    "digest-mismatch": (409, ("expected_after",)),
    "hand-over": (409, ()),
    "hand-conflict": (409, ("current", "expected", "recorded")),
    "game-over": (409, ()),
    "not-now": (409, ("retry_after",)),
    "undo-refused": (409, ()),
    "stakes-missing": (409, ("seats",)),
    "rules-frozen": (409, ()),
    "round-state": (409, ("players",)),
    "name-taken": (409, ("names",)),
    "code-used": (409, ()),
    "code-expired": (410, ()),
    "too-large": (413, ("limit",)),
    "unsupported-media-type": (415, ()),
    "invalid-request": (422, ("errors",)),
    "malformed": (422, ()),
    "against-the-rules": (422, ("section", "legal")),
    "cannot-seat": (422, ()),
    "unknown-players": (422, ("players",)),
    "league-full": (422, ()),
    "too-many": (422, ()),
    "idempotency-key-reused": (422, ()),
    "rate-limited": (429, ("retry_after",)),
    "internal": (500, ("request_id",)),
    "unavailable": (503, ("request_id", "retry_after")),
    "busy": (503, ("retry_after",)),
}

KINDS: Final[Mapping[str, Kind]] = {
    code: Kind(status, EXPLAINED[ENGLISH][code].title, members)
    for code, (status, members) in _STATUSES.items()
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


def problem_body(
    error: Refusal | RulesError, request_id: str | None = None, language: str | None = None
) -> dict[str, Any]:
    """Return the problem details of an error, in the language of the request under way."""
    refusal = refusal_of(error)
    language = language or spoken()
    body = {
        "type": URN + refusal.code,
        "title": EXPLAINED[language][refusal.code].title,
        "status": KINDS[refusal.code].status,
        "detail": speak(refusal.detail, language),
        **refusal.members,
    }
    if "errors" in refusal.members:
        body["errors"] = [
            {**one, "problem": speak(one["problem"], language)} for one in body["errors"]
        ]
    return {**body, "request_id": request_id} if request_id else body


def problem(
    error: Refusal | RulesError, request_id: str | None = None, language: str | None = None
) -> Reply:
    """Return the answer for an error, in the language of the request under way."""
    language = language or spoken()
    body = problem_body(error, request_id, language)
    headers = {
        "Content-Type": MEDIA_TYPE,
        "Content-Language": language,
        "Vary": "Accept-Language",
        "Cache-Control": "no-store",
    }
    if "retry_after" in body:
        headers["Retry-After"] = str(body["retry_after"])
    if body["status"] == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="boodle"'
    if "allow" in body:
        headers["Allow"] = ", ".join(body["allow"])
    return Reply(body["status"], json.dumps(body, ensure_ascii=False), headers)
