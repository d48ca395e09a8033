"""Errors that the user of the command line can correct: one line, without a traceback."""

from __future__ import annotations

from chalicelib.message import Message
from chalicelib.texts import DEFAULT_LANGUAGE, render

from .terminal import Exit


class Trouble(Exception):
    """A command cannot be carried out, for a reason that its user can understand and remove.

    Attributes
    ----------
    code
        The exit code of the command.
    """

    code = Exit.FAILED


class WrongCall(Trouble):
    """A command was called with wrong arguments and did not begin."""

    code = Exit.WRONG_CALL


def in_words(message: Message) -> str:
    """Return the English text of a message."""
    return render(message, DEFAULT_LANGUAGE)
