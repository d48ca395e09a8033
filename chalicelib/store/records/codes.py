"""The records of join codes: each code by its hash, and those issued together as a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .claims import Claims, TokenKind
from .members import Members, UnreadableRecord, compact, read_json
from .record import At, Series, league_partition

_PREFIX = "K#"


@dataclass(frozen=True, slots=True)
class CodeRecord:
    """A join code. The code itself is not stored; its keyed hash is the key.

    Attributes
    ----------
    kind
        The kind of token it is traded for: a player's or a scorer's.
    player, table
        Which player the token is for, or which table's scorer.
    label
        The note for a scorer's token.
    epoch
        The player's epoch when the code was issued.
    expires
        Seconds since 1970.
    nonce
        The hash of the nonce that bound the code; ``None``: unused.
    claims
        The claims it was traded for.
    by
        The number of the organiser who issued it; ``None`` in codes of version 0.1.
    """

    FORMAT: ClassVar[int] = 1

    league: str
    kind: TokenKind
    player: int | None
    table: str | None
    label: str
    epoch: int
    expires: int
    nonce: str | None = None
    claims: Claims | None = None
    revoked: bool = False
    by: int | None = None

    @classmethod
    def at(cls, code_hash: str) -> At[CodeRecord]:
        """Return the place of the code with a keyed hash."""
        return At(Key(f"C#{code_hash}", "CODE"), cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        by: dict[str, Json] = {} if self.by is None else {"by": self.by}
        return {
            "league": self.league,
            "kind": self.kind.value,
            "player": self.player,
            "table": self.table,
            "label": self.label,
            "epoch": self.epoch,
            "expires": self.expires,
            "nonce": self.nonce,
            "claims": None if self.claims is None else self.claims.as_json(),
            "revoked": self.revoked,
            **by,
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> CodeRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        claims = members.json("claims")
        return cls(
            league=members.text("league"),
            kind=members.choice("kind", TokenKind),
            player=members.optional_whole("player"),
            table=members.optional_text("table"),
            label=members.text("label"),
            epoch=members.whole("epoch"),
            expires=members.whole("expires"),
            nonce=members.optional_text("nonce"),
            claims=None if claims is None else Claims.from_json(claims),
            revoked=members.flag("revoked"),
            by=members.optional_whole("by"),
        )


class SheetEntry(NamedTuple):
    """A code of a sheet: its id for revoking it, its keyed hash, the player's name."""

    code_id: str
    hash: str
    name: str | None


@dataclass(frozen=True, slots=True)
class CodeSheetRecord:
    """The join codes that were issued together.

    In format 1 the text is a list; a later format will be an object that states its number.
    """

    FORMAT: ClassVar[int] = 1

    codes: tuple[SheetEntry, ...]

    @classmethod
    def at(cls, league: str, sheet: str) -> At[CodeSheetRecord]:
        """Return the place of a sheet of a league."""
        return At(Key(league_partition(league), f"{_PREFIX}{sheet}"), cls)

    @classmethod
    def of_league(cls, league: str) -> Series[CodeSheetRecord]:
        """Return all sheets of a league."""
        return Series(league_partition(league), _PREFIX, cls)

    def as_json(self) -> Sequence[Json]:
        """Return the record as JSON values."""
        return [
            {"code_id": code.code_id, "hash": code.hash, "name": code.name} for code in self.codes
        ]

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> CodeSheetRecord:
        """Return the record of a text."""
        listed = read_json(text)
        if not isinstance(listed, list):
            raise UnreadableRecord("no list of codes")
        return cls(
            tuple(
                SheetEntry(code.text("code_id"), code.text("hash"), code.optional_text("name"))
                for code in map(Members, listed)
            )
        )
