"""The common parts of answers about actions, hands and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Final, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from chalicelib.api.shapes import Account, Card, Later, LedgerReason, Time
from chalicelib.rules import Entry, account_name
from chalicelib.rules import Event as Happened
from chalicelib.rules.actions import Form, action_json
from chalicelib.rules.actions.events import EventKind
from chalicelib.rules.cards import TEXT
from chalicelib.rules.cards import Card as CardNumber
from chalicelib.service import log
from chalicelib.service.notes import HandNote
from chalicelib.store.records import live_log
from chalicelib.store.records.times import rfc3339

POLL_PLAYING: Final = 2
POLL_WAITING: Final = 10
"""Seconds to wait before reading it again."""


def _recorded() -> type:
    from .shapes import RecordedAction

    return RecordedAction


def _posted() -> type:
    from .requests import ActionPost

    return ActionPost


Action: TypeAlias = Annotated[Form, Later(_recorded)]
"""An action as it is recorded."""
LegalAction: TypeAlias = Annotated[Form, Later(_posted)]
"""An action as it may be posted."""


class Event(TypedDict):
    """Something an action caused, beside chips moving."""

    event: Annotated[
        EventKind,
        Field(
            description="`stop`: the run ended. `pass`: the seat had to pass. `lifted`: the seat "
            "may lead what was forbidden. `sold`: the seat takes the widow. `unsold`: nobody bid. "
            "`best_hand`: the seat wins the pot, or a share. `play`: the seat's card played "
            "itself. `declined`, `no_bid`, `checked`, `folded`: done for a seat that is away. "
            "`drop`: the seat is out of chips and leaves the hand. `miss`: the seat missed this "
            "card. `end`: the hand is over."
        ),
    ]
    seat: NotRequired[int]
    """The seat, if the event is about one; at `end` the winner's."""
    card: NotRequired[Card]
    """The card, if the event is about one; left out if covered."""


class Note(TypedDict):
    """A public note in a hand's log."""

    note: Literal["token_issued", "taken_back"]
    """`token_issued`: one for the seat, which its player has not confirmed with an earlier one;
    somebody else may see its cards. `taken_back`: by an `undo`."""
    after: int
    """The number of the action that came before it."""
    at: Time
    """When (RFC 3339, UTC)."""
    seat: NotRequired[int]
    """The seat, if it is about one."""
    by: NotRequired[Poster]
    """Who took the action back, or issued the token or its code."""
    reason: NotRequired[str]
    """Why."""


_From = TypedDict(
    "_From",
    {
        "from": Annotated[
            str,
            Field(description="Where from: `seat 1`, `space AH`, `kitty`, `pot` or `bank`."),
        ]
    },
)


class LedgerEntry(_From):
    """One movement of chips, and the number of the action that caused it (0: the stakes)."""

    to: str
    """Where to, likewise."""
    source: Account
    """Where from."""
    target: Account
    """Where to."""
    amount: int
    """Chips."""
    reason: LedgerReason
    action: int
    """The action that caused it; 0: the stakes."""


class Poster(TypedDict):
    """Who posted an action."""

    kind: Literal["seat", "scorer", "director", "organiser"]
    """The kind of token: a seat's player, or staff."""
    number: int
    """Which: the seat's number, or the token's."""


def action(seen: log.SeenAction) -> Action:
    """Return an action as a viewer sees it: ``{"play": "10S", "seat": 3}``."""
    return action_json(seen.action, seen.accounts.spaces, seen.covered)


def event(happened: Happened, covered: Collection[CardNumber]) -> Event:
    """Return an event of a hand, without its card if that is covered."""
    shown: Event = {"event": happened.kind}
    if happened.seat is not None:
        shown["seat"] = happened.seat + 1
    if happened.card is not None and happened.card not in covered:
        shown["card"] = TEXT[happened.card]
    return shown


def account_names(accounts: log.Accounts) -> tuple[str, ...]:
    """Return the names of a table's accounts, in order."""
    count = accounts.seats + len(accounts.spaces) + 3
    return tuple(account_name(one, accounts.seats, accounts.spaces) for one in range(count))


def account_forms(accounts: log.Accounts) -> tuple[Account, ...]:
    """Return a table's accounts, in order."""
    seats: list[Account] = [{"kind": "seat", "seat": n + 1} for n in range(accounts.seats)]
    spaces: list[Account] = [{"kind": "space", "space": space} for space in accounts.spaces]
    return (*seats, *spaces, {"kind": "kitty"}, {"kind": "pot"}, {"kind": "bank"})


def ledger(entries: Sequence[Entry], accounts: log.Accounts) -> list[LedgerEntry]:
    """Return movements of chips."""
    names, forms = account_names(accounts), account_forms(accounts)
    return [
        {
            "from": names[entry.source],
            "to": names[entry.target],
            "source": forms[entry.source],
            "target": forms[entry.target],
            "amount": entry.amount,
            "reason": entry.reason,
            "action": entry.action,
        }
        for entry in entries
    ]


def poster(by: live_log.Poster) -> Poster:
    """Return who posted."""
    return {"kind": by.kind, "number": by.shown_number}


def notes(given: Iterable[HandNote]) -> list[Note]:
    """Return the public notes in a log."""
    return [_note(note) for note in given]


def _note(given: HandNote) -> Note:
    note: Note = {"note": given.kind.value, "after": given.after, "at": rfc3339(given.at * 100)}
    if given.seat is not None:
        note["seat"] = given.seat + 1
    if given.by is not None:
        note["by"] = poster(given.by)
    if given.reason is not None:
        note["reason"] = given.reason
    return note
