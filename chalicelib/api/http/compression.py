"""Compressed answers: gzip, if the caller accepts it (RFC 9110, 8.4)."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from typing import Final

from .messages import Reply

AT_LEAST: Final = 1024
"""The least bytes of an answer to compress; API Gateway has the same (``infra/template.json``)."""

LEVEL: Final = 5
"""The highest level saves a few per cent more, for twice the time."""

SUFFIX: Final = "-gzip"
"""The suffix of a compressed answer's entity tag, since its bytes differ."""

_ZERO: Final = re.compile(r"q\s*=\s*0(\.0{0,3})?", re.IGNORECASE)


def compressed(reply: Reply, accept_encoding: str) -> bytes:
    """Return the body of an answer as sent, and set its headers accordingly."""
    body = reply.body.encode()
    if len(body) < AT_LEAST:
        return body
    reply.headers["Vary"] = ", ".join(filter(None, (reply.headers.get("Vary"), "Accept-Encoding")))
    if not takes_gzip(accept_encoding):
        return body
    reply.headers["Content-Encoding"] = "gzip"
    if "ETag" in reply.headers:
        reply.headers["ETag"] = reply.headers["ETag"].removesuffix('"') + SUFFIX + '"'
    return gzip.compress(body, LEVEL, mtime=0)


@lru_cache(maxsize=64)
def takes_gzip(accept_encoding: str) -> bool:
    """Return whether a caller accepts gzip.

    Examples
    --------
    >>> takes_gzip("br, gzip;q=0.8"), takes_gzip("*"), takes_gzip("gzip;q=0"), takes_gzip("")
    (True, True, False, False)
    """
    found: dict[str, bool] = {}
    for part in accept_encoding[:256].split(","):
        coding, _, quality = part.partition(";")
        found[coding.strip().lower()] = not _ZERO.fullmatch(quality.strip())
    return found.get("gzip", found.get("*", False))
