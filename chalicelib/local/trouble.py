"""What a person at the command line can correct: one line, without a traceback."""

from __future__ import annotations


class Trouble(Exception):
    """A command cannot be carried out, for a reason that its user can understand and remove.

    Attributes
    ----------
    code
        The exit code of the command.
    """

    code = 1


class WrongCall(Trouble):
    """A command was called wrongly, so that it could not begin: what it was given is of no use."""

    code = 2
