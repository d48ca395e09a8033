"""The answers about actions: receipts, logs, verdicts on queues."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from chalicelib.api.http.messages import JsonDict
from chalicelib.api.shapes import Digest, Later, Time
from chalicelib.rules import RulesError
from chalicelib.rules.actions import action_json
from chalicelib.service import actions as service
from chalicelib.service import log
from chalicelib.service.errors import Refusal
from chalicelib.service.hand_logs import Dealt, LogEntry, LogPage
from chalicelib.store.records.times import rfc3339

from .parts import (
    POLL_PLAYING,
    POLL_WAITING,
    Action,
    Event,
    LedgerEntry,
    Note,
    Poster,
    action,
    event,
    ledger,
    notes,
    poster,
)


def _problem() -> type:
    from chalicelib.api.problems.answers import Problem

    return Problem


ProblemBody: TypeAlias = Annotated[JsonDict, Later(_problem)]
"""A problem, with the members of its kind."""


class Effects(TypedDict):
    """What an action caused."""

    events: list[Event]
    """What happened, beside movements of chips."""
    ledger: list[LedgerEntry]
    """The chips that moved."""


class Receipt(TypedDict):
    """An action is recorded; the receipt is the same at every request."""

    kind: Literal["receipt"]
    """Always `receipt`."""
    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    number: int
    """The number that the action has in the hand's log."""
    action: Action
    """The action as recorded, its seat filled in."""
    digest: Digest
    """The digest of the log up to this action: the next action's `after`."""
    effects: Effects
    """What the action caused."""
    at: Time
    """When it was recorded, by the server's clock."""
    undone_by: NotRequired[int]
    """The number of the `undo` that took it back; left out: it is in force."""


class DryRun(TypedDict):
    """The action would be recorded."""

    kind: Literal["dry_run"]
    """Always `dry_run`."""
    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    number: int
    """The number it would get."""
    action: Action
    """The action, its seat filled in."""
    legal: Literal[True]
    """Always true; an action that is not legal gets a problem instead."""
    recorded: bool
    """Whether it is recorded already."""


class QueueVerdict(TypedDict):
    """The result of one action of a queue."""

    number: int
    """The action's number."""
    verdict: Literal["recorded", "repeated", "refused", "not_tried"]
    """`repeated`: it was recorded before; `not_tried`: one before it was refused."""
    receipt: NotRequired[Receipt]
    """As putAction answers; with `recorded` and `repeated`."""
    problem: NotRequired[ProblemBody]
    """As putAction would answer; with `refused`."""


class QueueAnswer(TypedDict):
    """What became of a queue."""

    results: list[QueueVerdict]
    """One for each action, in order."""


class LoggedAction(TypedDict):
    """An action of a hand's log."""

    number: int
    """Its place in the log, from 1."""
    action: Action
    """The action as recorded; a covered card is null."""
    by: Poster
    """Who posted it."""
    at: Time
    """When it was recorded, by the server's clock."""
    phone_at: Time | None
    """The time of the post by the phone's clock; null: not stated."""
    digest: Digest
    """The digest of the log up to here."""
    effects: Effects
    """What it caused."""
    undone_by: int | None
    """The number of the `undo` that took it back; null: it is in force."""


class Actions(TypedDict):
    """A page of a hand's log; ``digest`` is that of the set-up."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    digest: Digest
    """The digest of the set-up, digest(0)."""
    effects: Effects
    """What the deal caused: stakes, and what was done for seats that are away."""
    actions: list[LoggedAction]
    """By number."""
    next_after: int | None
    """`after` of the next page; null: this is the last for now."""
    over: bool
    """Whether the hand has ended, so that no more actions follow."""
    notes: list[Note]
    """Public notes in the log."""
    poll_after: int
    """Seconds to wait before reading it again."""


ReceiptOrDryRun = TypeAliasType(
    "ReceiptOrDryRun",
    Annotated[
        Receipt | DryRun,
        Field(
            discriminator="kind",
            description="The receipt of an action recorded before, or the answer to a dry run.",
        ),
    ],
)


def effects(given: log.Receipt | Dealt) -> Effects:
    """Return what an action, or the deal, caused."""
    entries, covered = given.entries, given.covered
    return {
        "events": [event(one, covered) for one in given.events],
        "ledger": ledger(entries, given.accounts) if entries else [],
    }


def receipt(given: log.Receipt) -> Receipt:
    """Return the receipt of an action."""
    shown: Receipt = {
        "kind": "receipt",
        "table": given.table_id,
        "hand": given.hand,
        "number": given.number,
        "action": action_json(given.action, given.accounts.spaces, given.covered),
        "digest": given.digest,
        "effects": effects(given),
        "at": rfc3339(given.at * 100),
    }
    if given.undone_by is not None:
        shown["undone_by"] = given.undone_by
    return shown


def trial(tried: service.Trial) -> DryRun:
    """Return the answer to a dry run."""
    return {
        "kind": "dry_run",
        "table": tried.table_id,
        "hand": tried.hand,
        "number": tried.number,
        "action": action(tried.action),
        "legal": True,
        "recorded": tried.recorded,
    }


ProblemOf: TypeAlias = Callable[[Refusal | RulesError], ProblemBody]
"""Returns the problem of an error."""


def queue(verdicts: Iterable[service.QueueVerdict], problem: ProblemOf) -> QueueAnswer:
    """Return what became of a queue."""
    return {"results": [_verdict(one, problem) for one in verdicts]}


def _verdict(verdict: service.QueueVerdict, problem: ProblemOf) -> QueueVerdict:
    shown: QueueVerdict = {"number": verdict.number, "verdict": verdict.outcome.value}
    if verdict.receipt is not None:
        shown["receipt"] = receipt(verdict.receipt)
    if verdict.error is not None:
        shown["problem"] = problem(verdict.error)
    return shown


def actions(page: LogPage) -> Actions:
    """Return a page of a hand's log."""
    return {
        "table": page.table_id,
        "hand": page.hand,
        "digest": page.digest,
        "effects": effects(page.dealt),
        "actions": [_logged(entry) for entry in page.entries],
        "next_after": page.next_after,
        "over": page.over,
        "notes": notes(page.notes),
        "poll_after": POLL_WAITING if page.over else POLL_PLAYING,
    }


def _logged(entry: LogEntry) -> LoggedAction:
    done = entry.recorded
    return {
        "number": done.number,
        "action": action_json(done.action, done.accounts.spaces, done.covered),
        "by": poster(entry.poster),
        "at": rfc3339(done.at * 100),
        "phone_at": None if entry.phone is None else rfc3339(entry.phone * 100),
        "digest": done.digest,
        "effects": effects(done),
        "undone_by": done.undone_by,
    }
