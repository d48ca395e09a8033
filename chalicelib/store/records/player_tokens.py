"""The record of a player's tokens: not the tokens themselves, which are never stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At, league_partition

_PREFIX = "T#"


class Issuing(Enum):
    """How a token came to be."""

    MINTED = "minted"
    """An organiser issued it."""
    CODE = "code"
    """A join code was traded for it."""
    RENEWED = "renewed"
    """The player ended all tokens and got this one."""


class IssuedEntry(NamedTuple):
    """A token of a player.

    Attributes
    ----------
    number
        Its number among the player's tokens, which its claims have.
    by
        The number of the organiser who issued it, or the code; ``None``: the player, or unknown.
    at
        When, in milliseconds since 1970.
    expires
        Seconds since 1970.
    noted
        Whether hands note it until it is confirmed.
    confirmed
        When it was confirmed with an earlier token, in milliseconds since 1970.
    nonce
        The hash of the nonce it was renewed with, so that the same can be answered again.
    """

    number: int
    how: Issuing
    by: int | None
    at: int
    expires: int
    epoch: int
    noted: bool
    confirmed: int | None = None
    nonce: str | None = None

    @property
    def is_noted(self) -> bool:
        """Whether it is still to be confirmed."""
        return self.noted and self.confirmed is None

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        return {
            "number": self.number,
            "how": self.how.value,
            "by": self.by,
            "at": self.at,
            "expires": self.expires,
            "epoch": self.epoch,
            "noted": self.noted,
            "confirmed": self.confirmed,
            "nonce": self.nonce,
        }

    @classmethod
    def read(cls, members: Members) -> IssuedEntry:
        """Return the entry of the JSON that :meth:`as_json` made."""
        return cls(
            number=members.whole("number"),
            how=members.choice("how", Issuing),
            by=members.optional_whole("by"),
            at=members.whole("at"),
            expires=members.whole("expires"),
            epoch=members.whole("epoch"),
            noted=members.flag("noted"),
            confirmed=members.optional_whole("confirmed"),
            nonce=members.optional_text("nonce"),
        )


class Ending(NamedTuple):
    """All tokens of an epoch were ended.

    Attributes
    ----------
    by
        The number of the organiser who revoked them; ``None``: the player.
    at
        When, in milliseconds since 1970.
    """

    epoch: int
    by: int | None
    at: int

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        return {"epoch": self.epoch, "by": self.by, "at": self.at}

    @classmethod
    def read(cls, members: Members) -> Ending:
        """Return the ending of the JSON that :meth:`as_json` made."""
        return cls(members.whole("epoch"), members.optional_whole("by"), members.whole("at"))


@dataclass(frozen=True, slots=True)
class PlayerTokensRecord:
    """The list of a player's tokens, the latest of them.

    Attributes
    ----------
    earlier
        How many tokens of the present epoch are not on the list, because they were issued before
        there was one, or are too many.
    issued, ended
        The tokens, and the endings, in order.
    """

    FORMAT: ClassVar[int] = 1

    earlier: int = 0
    issued: tuple[IssuedEntry, ...] = ()
    ended: tuple[Ending, ...] = ()

    @classmethod
    def at(cls, league: str, player: int) -> At[PlayerTokensRecord]:
        """Return the place of a player's tokens."""
        return At(Key(league_partition(league), f"{_PREFIX}{player:05d}"), cls)

    def valid(self, epoch: int, now: int) -> tuple[IssuedEntry, ...]:
        """Return the tokens on the list that are valid.

        Parameters
        ----------
        epoch
            The player's.
        now
            Seconds since 1970.
        """
        return tuple(one for one in self.issued if one.epoch == epoch and one.expires > now)

    def count(self, epoch: int, now: int) -> int:
        """Return how many tokens are valid; see :meth:`valid`."""
        return self.earlier + len(self.valid(epoch, now))

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "earlier": self.earlier,
            "issued": {str(place): one.as_json() for place, one in enumerate(self.issued)},
            "ended": {str(place): one.as_json() for place, one in enumerate(self.ended)},
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> PlayerTokensRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        issued, ended = members.by_number("issued"), members.by_number("ended")
        return cls(
            earlier=members.whole("earlier"),
            issued=tuple(IssuedEntry.read(issued[place]) for place in sorted(issued)),
            ended=tuple(Ending.read(ended[place]) for place in sorted(ended)),
        )
