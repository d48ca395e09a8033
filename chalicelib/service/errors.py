"""Why a request is refused."""

from __future__ import annotations

from chalicelib.rules.errors import say
from chalicelib.store.records.members import JSON

__all__ = ["Refusal", "not_found", "say"]


class Refusal(Exception):
    """A request was refused; nothing has changed.

    Attributes
    ----------
    code
        A stable name of the kind of problem; ``api.problems`` lists them all.
    detail
        One sentence for the person who asked, in English; with gaps it is made by :func:`say`,
        so that the API can say it in another language.
    members
        More for the program that asked.
    """

    def __init__(self, code: str, detail: str, **members: JSON) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.members = members


def not_found(what: str) -> Refusal:
    """Return the refusal for something that does not exist, or not for this caller."""
    # Without a gap: in most languages the sentence bends with the thing.
    return Refusal("not-found", f"there is no such {what}")
