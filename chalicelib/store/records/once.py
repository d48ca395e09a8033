"""The record of the reply to a request that carried an Idempotency-Key."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, UnreadableRecord, compact, read_json
from .record import At

PACKED_FROM: Final = 4096
"""The least bytes of an answer that is packed."""


@dataclass(frozen=True, slots=True)
class OnceRecord:
    """The answer to the first request with an Idempotency-Key.

    In format 2 a long answer is packed: a draw of 200 tables has 130 KB of names, and is kept for a
    day.

    Attributes
    ----------
    request
        The hash of the request.
    reply
        The answer as JSON values, with seals in place of its secrets.
    """

    FORMAT: ClassVar[int] = 2
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
        reply = compact(self.reply).encode()
        if len(reply) < PACKED_FROM:
            return compact(self.as_json())
        packed = b64encode(zlib.compress(reply)).decode()
        return compact({"format": self.FORMAT, "request": self.request, "packed": packed})

    @classmethod
    def loads(cls, text: str) -> OnceRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        if "packed" not in members:
            return cls(request=members.text("request"), reply=members.json("reply"))
        try:
            reply = zlib.decompress(b64decode(members.text("packed"), validate=True)).decode()
        except (ValueError, zlib.error) as error:
            raise UnreadableRecord(f"a packed reply is damaged: {error}") from None
        return cls(request=members.text("request"), reply=read_json(reply))
