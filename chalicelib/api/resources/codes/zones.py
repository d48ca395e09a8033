"""Time zones, by name or as an offset."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from chalicelib.message import say

# A plus sign in a query is a space once decoded.
_OFFSET: Final = re.compile(r"([+ -])([01][0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


def zone_of(name: str) -> tzinfo:
    """Return the time zone of a name, such as ``Europe/Berlin``, or of an offset, ``+03:00``.

    Names are known where the machine has the data of time zones; an offset always is.

    Raises
    ------
    ValueError
        There is no such time zone.
    """
    if name == "UTC":
        return UTC
    if match := _OFFSET.fullmatch(name):
        offset = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-offset if match[1] == "-" else offset)
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError(say("value.time-zone", name=name)) from None


def known_zone(name: str) -> str:
    """Return the name if there is such a time zone; see :func:`zone_of`."""
    zone_of(name)
    return name
