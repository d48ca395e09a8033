"""The one way to a terminal: whatever the commands print goes through here.

Names and files come from others. A line break in one, an escape sequence or a sign that turns the
direction of text could make a terminal show what is not so, or do what nobody asked for. So each
line is made :func:`harmless` first. What the encoding of the output has no character for is
written as an escape too: a name is no reason to stop.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import sys
import unicodedata
from enum import IntEnum
from typing import Final

from chalicelib.json_value import Json

_JOINERS: Final = frozenset("\u200c\u200d")
"""Format characters that names need and that change nothing but the letters beside them."""


class Exit(IntEnum):
    """How a command ended, as its exit code says."""

    DONE = 0
    FAILED = 1
    """It could not be done; or what it checked is not right."""
    WRONG_CALL = 2
    """It was called wrongly, or a file cannot be read as what it should be."""
    NO_OUTPUT = 3
    """What it had to say could not be written."""
    FAULT = 70
    """A fault of Boodle itself (EX_SOFTWARE)."""
    INTERRUPTED = 130
    READER_GONE = 141
    """Who read the output has read enough; as for other programs (128 + SIGPIPE)."""


def harmless(text: str) -> str:
    r"""Return one line of text with an escape for each character that is not simply shown.

    Examples
    --------
    >>> print(harmless("\x1b[2J Zoë \u202e!"))
    \x1b[2J Zoë \u202e!
    """
    if text.isprintable():
        return text
    return "".join(one if _is_shown(one) else _escape(one) for one in text)


def _is_shown(char: str) -> bool:
    return char.isprintable() or char in _JOINERS or unicodedata.category(char) == "Zs"


def _escape(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def use_escapes() -> None:
    """Let stdout and stderr write an escape for what their encoding does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class OutputFailed(Exception):
    """What a command prints cannot be written, such as on a disk that is full."""


def show(*lines: str, at_once: bool = False) -> None:
    """Print lines.

    Parameters
    ----------
    at_once
        Whether somebody waits for them, though the output may be a file.

    Raises
    ------
    OutputFailed
        They cannot be written.
    """
    if lines:
        _print(*map(harmless, lines))
    if at_once:
        finish()


def _print(*lines: str) -> None:
    try:
        print(*lines, sep="\n")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(error.strerror or str(error)) from None


def finish() -> None:
    """Write what is still to be written: later a failure would show when nobody can say so.

    Raises
    ------
    OutputFailed
        It cannot be written.
    """
    try:
        if sys.stdout is not None:  # it is where the process was started without one
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(error.strerror or str(error)) from None


def let_go() -> None:
    """Throw away what could not be written, so that Python does not try again when it ends."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show_json(value: Json, indent: int | None = None) -> None:
    """Print a JSON value: with its characters as they are, if all can be shown and written."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    try:
        text.encode((sys.stdout and sys.stdout.encoding) or "utf-8")
        plain = all(map(_is_shown, text.replace("\n", "")))
    except UnicodeEncodeError:
        plain = False
    # JSON's own escapes, so that what reads the output gets the same value.
    _print(text if plain else json.dumps(value, indent=indent))


def warn(*lines: str) -> None:
    """Print lines on stderr, at once."""
    _print_error("\n".join(map(harmless, lines)) + "\n")


def _print_error(text: str) -> None:
    # Where stderr is closed, or cannot be written itself, there is nobody left to say so to.
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            print(text, end="", file=sys.stderr, flush=True)


class HarmlessFormatter(logging.Formatter):
    """Formats what is logged line by line as :func:`harmless`: messages quote what was sent."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        return "\n".join(map(harmless, super().format(record).split("\n")))


def show_in_place(line: str) -> None:
    """Write a line over the last one on stderr, which is a terminal; ``""`` wipes that out."""
    wipe_out = "" if line else "\x1b[K"
    _print_error(f"\r{harmless(line)}{wipe_out}")
