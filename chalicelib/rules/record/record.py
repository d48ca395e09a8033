"""The values of a hand record (``docs/hand-record.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeAlias

from chalicelib.json_value import Json
from chalicelib.message import Message
from chalicelib.rules.actions import Recording
from chalicelib.rules.deal import Deal
from chalicelib.rules.fairness import DEAL_1, DEAL_2
from chalicelib.rules.ledger import Entry, account_name
from chalicelib.rules.options.rules import Rules

from .log import Step

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Place:
    """Which hand it is: the names of league and table, and its number there."""

    league: str
    table: str
    hand: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended; ``entries`` are all movements of chips, if stated."""

    winner: int | None
    abandoned: bool
    stacks: tuple[int, ...]
    layout: tuple[int, ...]
    kitty: int
    pot: int
    bank: int
    entries: tuple[Entry, ...] | None = None


@dataclass(frozen=True, slots=True)
class SeedProof:
    """The proof of a deal by ``boodle-deal-1`` (``docs/fairness.md``); bytes are written in hex."""

    commitment: str
    link: str
    message: str
    seeds: tuple[str, ...]

    algorithm: ClassVar[str] = DEAL_1


@dataclass(frozen=True, slots=True)
class DrawProof:
    """The proof of a deal by ``boodle-deal-2`` (``docs/fairness.md``); bytes are written in hex.

    Attributes
    ----------
    commitment, link
        ``c0`` of the table, and the hand's link.
    message
        M: the text of the draw, and the secrets; without them if the hand was never dealt.
    setup
        P: the published set-up, whose hash the draw fixes.
    """

    commitment: str
    link: str
    message: str
    setup: str

    algorithm: ClassVar[str] = DEAL_2


Proof: TypeAlias = SeedProof | DrawProof


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as a portable value: its set-up, its actions, and how it ended.

    Attributes
    ----------
    seats
        The seats that take part: they stake and are dealt in. Seats count from 0 here, from 1
        when written.
    stacks, layout, kitty, pot, bank
        Chips before the stakes.
    claimed, away
        As in :class:`chalicelib.rules.Hand`.
    left
        The seats that are vacant (R12), a bit a seat; they do not take part.
    deal
        ``None`` where it is not known.
    log
        All actions, including those taken back and their ``undo``; the first has number 1.
    warnings
        The members that were left out because this version does not know them.
    """

    rules: Rules
    recording: Recording
    stacks: tuple[int, ...]
    seats: tuple[int, ...]
    dealer: int
    amount: int
    layout: tuple[int, ...]
    kitty: int = 0
    pot: int = 0
    bank: int = 0
    claimed: int = 0
    away: int = 0
    left: int = 0
    placements: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    deal: Deal | None = None
    log: tuple[Step, ...] = ()
    result: Result | None = None
    place: Place | None = None
    names: tuple[str | None, ...] = ()
    proof: Proof | None = None
    warnings: tuple[Message, ...] = field(default=(), compare=False)


def accounts(rules: Rules, seats: int) -> list[str]:
    """Return the names of all accounts, by their numbers."""
    count = seats + len(rules.table.layout) + 3
    return [account_name(account, seats, rules.table.space_names) for account in range(count)]


def dealing(rules: Rules) -> dict[str, Json]:
    """Return the part of the rules that decides where each card of a pack is dealt (R4)."""
    return {
        "widow": rules.widow.exists,
        "first": rules.dealing.first.value,
        "leftover": rules.dealing.leftover.value,
    }
