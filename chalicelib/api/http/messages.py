"""Requests and answers of the routes, independent of the framework, and answers in JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from chalicelib.service.once import Answer
from chalicelib.store.records.members import compact
from chalicelib.texts import DEFAULT_LANGUAGE

CORS_HEADERS: Final = (
    "Authorization",
    "Boodle-Key",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "X-Request-Id",
)
EXPOSED_HEADERS: Final = (
    "Content-Disposition",
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "Retry-After",
    "Sunset",
    "X-Request-Id",
)
CORS_MAX_AGE: Final = 600
CORS: Final[Mapping[str, str]] = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": ",".join(CORS_HEADERS),
    "Access-Control-Expose-Headers": ",".join(EXPOSED_HEADERS),
    "Access-Control-Max-Age": str(CORS_MAX_AGE),
}
"""The headers that let pages of any origin use the API, which has no cookies."""
REQUEST_ID: Final = "X-Request-Id"
_REQUEST_NAME: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
_HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}", re.ASCII)
_OWN_HOST: Final = re.compile(r"(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?", re.IGNORECASE)
NOTICE: Final = timedelta(days=365)
"""The least time between a deprecation and the removal (``docs/deprecation.md``)."""


class Request(NamedTuple):
    """A request as received.

    Attributes
    ----------
    params
        The variable parts of the path, not decoded.
    query
        Query parameters, decoded: all values of each name.
    headers
        Name in lower case -> value.
    address
        The address it came from.
    request_id
        Names the request in logs and in its answer.
    language
        The language to answer in, as ``Accept-Language`` asks.
    """

    method: str
    path: str
    params: Mapping[str, str]
    query: Mapping[str, Sequence[str]]
    headers: Mapping[str, str]
    body: bytes
    address: str
    request_id: str
    language: str = DEFAULT_LANGUAGE

    @property
    def base(self) -> str | None:
        """The address of the server as the caller wrote it, a stage on AWS included.

        ``None`` if the request does not say, or names the machine itself: others cannot open that.
        """
        host = self.headers.get("host", "")
        if not _HOST.fullmatch(host) or _OWN_HOST.fullmatch(host):
            return None
        scheme = "https" if self.headers.get("x-forwarded-proto") == "https" else "http"
        return f"{scheme}://{host}{self.path.partition('/v1/')[0]}"


@dataclass(slots=True)
class Reply:
    """An answer: status, body and headers.

    Attributes
    ----------
    content
        The content for its entity tag, if that is not the whole body.
    """

    status: int
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    content: str | None = None


@dataclass(frozen=True, slots=True)
class Deprecated:
    """A deprecation (``docs/deprecation.md``).

    Attributes
    ----------
    since, sunset
        When it was deprecated, and when it will be removed: the beginnings of these days, UTC.
    instead
        The replacement, a sentence in Markdown.
    link
        The address of a page about it.
    """

    since: date
    sunset: date
    instead: str
    link: str

    def __post_init__(self) -> None:
        if self.sunset - self.since < NOTICE:
            raise ValueError(f"what is to go stays for {NOTICE.days} days at least")

    def headers(self) -> dict[str, str]:
        """Return the headers of every answer: RFC 9745, RFC 8594, and a link."""
        from email.utils import format_datetime  # slow to import, and rarely needed

        since, sunset = (
            datetime(day.year, day.month, day.day, tzinfo=UTC) for day in (self.since, self.sunset)
        )
        return {
            "Deprecation": f"@{int(since.timestamp())}",
            "Sunset": format_datetime(sunset, usegmt=True),
            "Link": f'<{self.link}>; rel="deprecation"',
        }


def request_id(headers: Mapping[str, str], own: str) -> str:
    """Return the id of a request for logs and answers: the caller's, or else the server's.

    Parameters
    ----------
    headers
        The request's headers, by name in lower case.
    own
        The server's id, used if the caller gives none that is fit for a log.
    """
    given = headers.get("x-request-id", "")
    return given if _REQUEST_NAME.fullmatch(given) else own


JsonObject = Mapping[str, object]
"""A JSON object; a ``TypedDict`` is one."""

JsonDict = dict[str, object]
"""A member of an answer that is an object with any members."""

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
