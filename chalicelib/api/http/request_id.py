"""The id of a request: the caller's, if it gives one, or else the server's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

HEADER: Final = "X-Request-Id"
_NAME: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)


def request_id(headers: Mapping[str, str], own: str) -> str:
    """Return the id of a request for logs and answers.

    Parameters
    ----------
    headers
        The request's headers, by name in lower case.
    own
        The server's id, used if the caller gives none that is fit for a log.
    """
    given = headers.get("x-request-id", "")
    return given if _NAME.fullmatch(given) else own
