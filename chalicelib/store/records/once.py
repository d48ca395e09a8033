"""The record of the reply to a request that carried an Idempotency-Key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At


@dataclass(frozen=True, slots=True)
class OnceRecord:
    """The answer to the first request with an Idempotency-Key.

    Attributes
    ----------
    request
        The hash of the request.
    reply
        The answer as JSON values, with seals in place of its secrets.
    """

    FORMAT: ClassVar[int] = 1
    PARTITIONS: ClassVar[str] = "I#"
    """The beginning of the partitions of all such records."""

    request: str
    reply: Json

    @classmethod
    def at(cls, scope: str, key_hash: str) -> At[OnceRecord]:
        """Return the place of the reply to a caller's key."""
        return At(Key(f"{cls.PARTITIONS}{scope}", key_hash), cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {"request": self.request, "reply": self.reply}

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> OnceRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        return cls(request=members.text("request"), reply=members.json("reply"))
