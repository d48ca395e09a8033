"""The name of a request: the caller's own, if it gives one, else the server's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

HEADER: Final = "X-Request-Id"
_NAME: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)


def request_id(headers: Mapping[str, str], own: str) -> str:
    """Return the name by which logs and answers know a request.

    Parameters
    ----------
    headers
        The request's, by name in lower case.
    own
        The server's name for it, where the caller gives none that can stand in a log.
    """
    given = headers.get("x-request-id", "")
    return given if _NAME.fullmatch(given) else own
