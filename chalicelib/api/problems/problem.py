"""Every error the API can give, as problem+json (RFC 9457).

``type`` is ``urn:boodle:problem:`` and the code; it is stable, the texts are not. Programs decide
by the code and by the members documented here. The texts are in the language of the request; title,
meaning and advice of a kind are in the catalogues of :mod:`chalicelib.texts`, as ``problem.``, the
code and what it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from chalicelib.api.http.invalid import InvalidRequest
from chalicelib.api.http.messages import CORS, JsonDict, Reply
from chalicelib.json_value import Json
from chalicelib.league.errors import LeagueError
from chalicelib.message import Message, say
from chalicelib.rules import AgainstRules, Malformed, NotNow, RulesError
from chalicelib.rules.actions import action_json
from chalicelib.service.errors import Refusal
from chalicelib.texts import DEFAULT_LANGUAGE, render

MEDIA_TYPE: Final = "application/problem+json"
URN: Final = "urn:boodle:problem:"


class Kind(NamedTuple):
    """A kind of problem: its code, its status, and its possible further members."""

    code: str
    status: int
    members: tuple[str, ...] = ()

    @property
    def title(self) -> Message:
        """The kind in a few words."""
        return say(f"problem.{self.code}.title")

    @property
    def meaning(self) -> Message:
        """What has happened."""
        return say(f"problem.{self.code}.meaning")

    @property
    def advice(self) -> Message:
        """What to do about it."""
        return say(f"problem.{self.code}.advice")


KINDS: Final[Mapping[str, Kind]] = {
    kind.code: kind
    for kind in (
        Kind("invalid-json", 400),
        Kind("unauthenticated", 401),
        Kind("forbidden", 403, ("dealer", "kinds")),
        Kind("not-found", 404, ("current", "next_hand", "poll_after", "ended", "round")),
        Kind("code-unknown", 404),
        Kind("method-not-allowed", 405, ("allow",)),
        Kind("not-acceptable", 406, ("offered",)),
        Kind("action-conflict", 409, ("recorded", "by", "sheet")),
        Kind("beyond-the-end", 409, ("expected",)),
        Kind("digest-mismatch", 409, ("expected_after",)),
        Kind("hand-over", 409),
        Kind("hand-conflict", 409, ("current", "expected", "entries")),
        Kind("draw-conflict", 409, ("draw", "seats")),
        Kind("game-over", 409, ("ended", "ends_at")),
        Kind("not-now", 409, ("retry_after",)),
        Kind("undo-refused", 409),
        Kind("stakes-missing", 409, ("seats",)),
        Kind("seat-taken", 409, ("expected",)),
        Kind("rules-frozen", 409),
        Kind("round-state", 409, ("players",)),
        Kind("name-taken", 409, ("names",)),
        Kind("code-used", 409),
        Kind("code-expired", 410),
        Kind("precondition-failed", 412),
        Kind("too-large", 413, ("limit",)),
        Kind("unsupported-media-type", 415),
        Kind("invalid-request", 422, ("errors",)),
        Kind("malformed", 422),
        Kind("against-the-rules", 422, ("section", "legal")),
        Kind("cannot-seat", 422),
        Kind("unknown-players", 422, ("players",)),
        Kind("league-full", 422),
        Kind("too-many", 422),
        Kind("idempotency-key-reused", 422),
        Kind("rate-limited", 429, ("retry_after",)),
        Kind("internal", 500, ("request_id",)),
        Kind("unavailable", 503, ("request_id", "retry_after")),
        Kind("busy", 503, ("retry_after",)),
    )
}


def refusal_of(error: Refusal | RulesError | LeagueError) -> Refusal:
    """Return the refusal for an error of the engine or the competition."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, LeagueError):
        return Refusal(error.code, error.detail, **error.members)
    if isinstance(error, AgainstRules):
        legal = [action_json(action) for action in error.legal]
        return Refusal("against-the-rules", error.detail, section=error.section, legal=legal)
    if isinstance(error, NotNow):
        return Refusal("not-now", error.detail)
    assert isinstance(error, Malformed)
    return Refusal("malformed", error.detail)


def problem_body(
    error: Refusal | RulesError | LeagueError,
    language: str = DEFAULT_LANGUAGE,
    further: JsonDict | None = None,
) -> JsonDict:
    """Return the problem details of an error.

    Parameters
    ----------
    further
        Members beside those that the error itself has.
    """
    refusal = refusal_of(error)
    kind = KINDS[refusal.code]
    body: JsonDict = {
        "type": URN + refusal.code,
        "title": render(kind.title, language),
        "status": kind.status,
        "detail": render(refusal.detail, language),
        **refusal.members,
    }
    if isinstance(refusal, InvalidRequest):
        body["errors"] = [
            {"at": one.at, "problem": render(one.problem, language)} for one in refusal.errors
        ]
    return {**body, **(further or {})}


def _list(value: object) -> Sequence[Json]:
    assert isinstance(value, list)
    return value


def problem(
    error: Refusal | RulesError | LeagueError,
    language: str = DEFAULT_LANGUAGE,
    further: JsonDict | None = None,
) -> Reply:
    """Return the answer for an error; see :func:`problem_body`."""
    body = problem_body(error, language, further)
    headers = {
        "Content-Type": MEDIA_TYPE,
        "Content-Language": language,
        "Vary": "Accept-Language",
        "Cache-Control": "no-store",
    }
    if "retry_after" in body:
        headers["Retry-After"] = str(body["retry_after"])
    status = KINDS[refusal_of(error).code].status
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="boodle"'
    if "allow" in body:
        headers["Allow"] = ", ".join(map(str, _list(body["allow"])))
    return Reply(status, json.dumps(body, ensure_ascii=False), headers)


def method_not_allowed(method: str, allowed: list[str], language: str) -> Reply:
    """Return the answer to a method that a path does not have (RFC 9110, 15.5.6)."""
    detail = say("request.method", method=method[:20])
    reply = problem(Refusal("method-not-allowed", detail, allow=allowed), language)
    reply.headers |= CORS
    return reply
