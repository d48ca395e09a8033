"""Why a request is refused."""

from __future__ import annotations

from chalicelib.json_value import Json
from chalicelib.message import Message, say


class Refusal(Exception):
    """A request was refused; nothing has changed.

    Attributes
    ----------
    code
        A stable name of the kind of problem; ``api.problems`` lists them all.
    detail
        One sentence for the person who asked; its words are in the catalogues of
        :mod:`chalicelib.texts`.
    members
        More for the program that asked.
    """

    def __init__(self, code: str, detail: Message, **members: Json) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.members = members


def not_found(what: str) -> Refusal:
    """Return the refusal for something that does not exist, or not for this caller."""
    # Without a gap: in most languages the sentence bends with the thing.
    return Refusal("not-found", say(f"not-found.{what}"))
