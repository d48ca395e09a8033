"""What a person at the command line can put right: said in one line, without a traceback."""

from __future__ import annotations


class Trouble(Exception):
    """A command cannot be carried out, for a reason that its user can understand and remove."""
