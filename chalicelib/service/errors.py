"""The error of a refused request."""

from __future__ import annotations

from chalicelib.json_value import Json
from chalicelib.message import Message, say


class Refusal(Exception):
    """A request was refused; nothing has changed.

    Attributes
    ----------
    code
        A stable name of the kind of problem; ``api.problems`` lists all of them.
    detail
        One sentence for the person who asks; its words are in the catalogues of
        :mod:`chalicelib.texts`.
    members
        Further values for the program that asks.
    """

    def __init__(self, code: str, detail: Message, **members: Json) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.members = members


class NoTable(Refusal):
    """No table with this id is open (``not-found``)."""

    def __init__(self, table_id: str) -> None:
        super().__init__("not-found", say("not-found.table"))
        self.table_id = table_id


def not_found(what: str) -> Refusal:
    """Return the refusal for something that does not exist, or not for this caller."""
    # One text for each thing: in most languages the sentence depends on the noun.
    return Refusal("not-found", say(f"not-found.{what}"))
