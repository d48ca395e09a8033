"""What a person at the command line can correct: one line, without a traceback."""

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
    """A command was called wrongly, so that it could not begin: what it was given is of no use."""

    code = Exit.WRONG_CALL


def in_words(message: Message) -> str:
    """Return what a message says: the command line speaks English."""
    return render(message, DEFAULT_LANGUAGE)
