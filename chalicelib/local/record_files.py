"""Hand records in files, as the commands read them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from chalicelib.rules import Malformed
from chalicelib.rules.record import read_json

from .trouble import WrongCall

STANDARD_INPUT: Final = "-"
_MOST: Final = 200 * 1024 * 1024


def read_file(name: str) -> Any:
    """Return the JSON value that a file has, or the standard input where the name is ``-``.

    Raises
    ------
    WrongCall
        It cannot be read, or is no JSON.
    """
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(_MOST)
        else:
            with Path(name).open("rb") as file:
                content = file.read(_MOST)
        return read_json(content)
    except OSError as error:
        raise WrongCall(f"{name}: {error.strerror or error}") from None
    except Malformed as error:
        raise WrongCall(f"{name}: {error.detail}") from None


def records_in(document: Any) -> Sequence[Any]:
    """Return the records of a document: one, a list of them, or a page of a table's records."""
    if isinstance(document, dict) and isinstance(document.get("records"), list):
        document = document["records"]
    return document if isinstance(document, list) else [document]
