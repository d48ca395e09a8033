"""Patterns of messages, for ``pytest.raises(…, match=…)``: tests check ids, not words."""

from __future__ import annotations

import re


def says(message_id: str, /, **values: object) -> str:
    """Return a pattern of the message with that id, and at least these of its first values."""
    shown = ", ".join(f"{name}={value}" for name, value in values.items())
    return re.escape(f"{message_id} ({shown}" if values else message_id) + r"(?![\w.-])"
