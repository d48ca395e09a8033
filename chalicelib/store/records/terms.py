"""The record of terms: the rules and settings that tables play by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from chalicelib.json_value import Json
from chalicelib.rules.version import Version
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At


@dataclass(frozen=True, slots=True)
class TermsRecord:
    """Terms, found by the hash of their text; they never change.

    Attributes
    ----------
    rules_version
        The version of the rules of play that their hands are dealt under.
    options
        Every option, including those with default values.
    play_clock
        Seconds after which others may act for a seat; ``None``: never.
    """

    FORMAT: ClassVar[int] = 1

    rules_version: Version
    preset: str
    options: Mapping[str, Json]
    play_clock: int | None

    @classmethod
    def at(cls, terms_hash: str) -> At[TermsRecord]:
        """Return the place of the terms with a hash."""
        return At(Key(f"X#{terms_hash}", "TERMS"), cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "version": self.rules_version,
            "preset": self.preset,
            "options": self.options,
            "play_clock": self.play_clock,
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> TermsRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        return cls(
            rules_version=members.number_choice("version", Version),
            preset=members.text("preset"),
            options=members.mapping("options"),
            play_clock=members.optional_whole("play_clock"),
        )
