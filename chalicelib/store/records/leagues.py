"""The record of a league."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.recording import Recording
from chalicelib.store.port import Key

from .claims import TokenKind
from .members import Members, compact
from .record import At, league_partition


class StaffToken(NamedTuple):
    """A token of staff: the note about its bearer, when it was issued (milliseconds), its epoch."""

    epoch: int
    label: str
    issued: int

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        return {"epoch": self.epoch, "label": self.label, "issued": self.issued}

    @classmethod
    def read(cls, members: Members) -> StaffToken:
        """Return the value from the JSON that :meth:`as_json` made."""
        return cls(members.whole("epoch"), members.text("label"), members.whole("issued"))


STAFF = (TokenKind.ORGANISER, TokenKind.DIRECTOR, TokenKind.VIEWER)
"""The kinds of token whose epochs the league's record keeps."""


@dataclass(frozen=True, slots=True)
class LeagueRecord:
    """A league.

    Attributes
    ----------
    options
        The options of the rules that differ from those of the ``preset``.
    play_clock
        Seconds after which others may act for a seat; ``None``: never.
    frozen
        Whether a hand was dealt, so that the rules can no longer change.
    created
        Milliseconds since 1970.
    staff
        The tokens issued for each kind of :data:`STAFF`, by number.
    """

    FORMAT: ClassVar[int] = 1

    name: str
    public: bool
    preset: str
    options: Mapping[str, Json]
    recording: Recording
    play_clock: int | None
    frozen: bool
    created: int
    staff: Mapping[TokenKind, Mapping[int, StaffToken]]

    @classmethod
    def at(cls, league: str) -> At[LeagueRecord]:
        """Return the place of a league."""
        return At(Key(league_partition(league), "LEAGUE"), cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "name": self.name,
            "public": self.public,
            "preset": self.preset,
            "options": self.options,
            "recording": self.recording.value,
            "play_clock": self.play_clock,
            "frozen": self.frozen,
            "created": self.created,
            "staff": {
                kind.value: {str(number): token.as_json() for number, token in issued.items()}
                for kind, issued in self.staff.items()
            },
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> LeagueRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        staff = members.within("staff")
        return cls(
            name=members.text("name"),
            public=members.flag("public"),
            preset=members.text("preset"),
            options=members.mapping("options"),
            recording=members.choice("recording", Recording),
            play_clock=members.optional_whole("play_clock"),
            frozen=members.flag("frozen"),
            created=members.whole("created"),
            staff={
                kind: {
                    number: StaffToken.read(token)
                    for number, token in staff.by_number(kind.value).items()
                }
                for kind in STAFF
            },
        )
