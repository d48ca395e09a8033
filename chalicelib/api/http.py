"""A request and an answer, as the routes see them: no framework in sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

CORS_HEADERS: Final = (
    "Authorization",
    "Boodle-Key",
    "Content-Type",
    "Idempotency-Key",
    "If-None-Match",
)
EXPOSED_HEADERS: Final = ("ETag", "Idempotency-Replayed", "Location", "Retry-After")
CORS_MAX_AGE: Final = 600


@dataclass(frozen=True, slots=True)
class Request:
    """A request as received.

    Attributes
    ----------
    params
        The variable parts of the path, as they stand there.
    query
        Query parameters, decoded, the last of each name.
    headers
        By name in lower case.
    address
        Where it came from.
    request_id
        Names the request in logs and in answers to unforeseen faults.
    """

    method: str
    path: str
    params: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    address: str
    request_id: str


@dataclass(slots=True)
class Reply:
    """An answer: status, body and headers."""

    status: int
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)


def cors_headers() -> dict[str, str]:
    """Return the headers that let a page from anywhere use the API; it sends no cookies."""
    return {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": ",".join(CORS_HEADERS),
        "Access-Control-Expose-Headers": ",".join(EXPOSED_HEADERS),
        "Access-Control-Max-Age": str(CORS_MAX_AGE),
    }
