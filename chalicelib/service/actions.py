"""Posting actions, singly or in a queue: each is judged, recorded once, and safe to repeat.

A post goes straight through: the hand's log is loaded, decides, and is committed. If another
request was faster, the new log decides again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple, TypeVar

from chalicelib.message import say
from chalicelib.rules import RulesError
from chalicelib.rules.actions import TABLE
from chalicelib.store.port import Busy, Conflict, Item, Put
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster

from .access import poster_at
from .context import Context, KeptLog
from .errors import NoTable, Refusal
from .hand_logs import load_log
from .log import Receipt, SeenAction
from .notes import with_reasons
from .once import ATTEMPTS
from .posting import PostedLog
from .posts import Post
from .results import end_of_hand
from .rights import Caller
from .tables import Table, load_table, table_from

T = TypeVar("T")


class Verdict(NamedTuple):
    """The result of one post: a receipt, and whether it was recorded before."""

    receipt: Receipt
    repeated: bool


class Outcome(Enum):
    """What became of an action of a queue."""

    RECORDED = "recorded"
    REPEATED = "repeated"
    REFUSED = "refused"
    NOT_TRIED = "not_tried"


class QueueVerdict(NamedTuple):
    """What became of an action of a queue.

    A receipt comes with ``RECORDED`` and ``REPEATED``, the error that stopped the queue with
    ``REFUSED``.
    """

    number: int
    outcome: Outcome
    receipt: Receipt | None = None
    error: Refusal | RulesError | None = None


class Trial(NamedTuple):
    """What a post would record, or has recorded."""

    table_id: str
    hand: int
    number: int
    action: SeenAction
    recorded: bool


def put_action(
    ctx: Context, caller: Caller, table_id: str, hand: int, number: int, post: Post
) -> Verdict:
    """Record an action under its number; a repetition gets the same receipt.

    Raises
    ------
    Refusal
        In this order: ``unauthenticated``, ``forbidden``, ``action-conflict``,
        ``digest-mismatch``, ``hand-over``, ``beyond-the-end``, ``undo-refused``, ``not-now``.
    RulesError
        The action is not legal.
    Busy
        Too many writers at once.
    """

    def decide(log: PostedLog, poster: Poster) -> Verdict:
        new = log.post(number, post, poster, ctx.tenths())
        return Verdict(log.receipt(number, poster), not new)

    return on_log(ctx, caller, table_id, hand, decide)


def post_queue(
    ctx: Context, caller: Caller, table_id: str, hand: int, first: int, posts: Sequence[Post]
) -> list[QueueVerdict]:
    """Record the longest valid prefix of a queue of consecutive actions, in one write.

    Returns
    -------
    list of QueueVerdict
        One for each post, in order; those after a refused one are not tried.

    Raises
    ------
    Refusal, Busy
        An error of the whole queue: of the token, the table or the hand.
    """

    def decide(log: PostedLog, poster: Poster) -> list[QueueVerdict]:
        verdicts: list[QueueVerdict] = []
        for number, post in enumerate(posts, first):
            try:
                new = log.post(number, post, poster, ctx.tenths())
            except (Refusal, RulesError) as error:
                verdicts.append(QueueVerdict(number, Outcome.REFUSED, error=error))
                break
            outcome = Outcome.RECORDED if new else Outcome.REPEATED
            verdicts.append(QueueVerdict(number, outcome, log.receipt(number, poster)))
        tried = first + len(verdicts)
        untried = range(tried, first + len(posts))
        return verdicts + [QueueVerdict(number, Outcome.NOT_TRIED) for number in untried]

    return on_log(ctx, caller, table_id, hand, decide)


def on_log(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    decide: Callable[[PostedLog, Poster], T],
) -> T:
    """Load a hand's log, call ``decide`` with it, and commit what was added.

    If another request was faster, decide again on what it wrote.

    Raises
    ------
    Refusal, RulesError
        The errors of ``decide``, and those of token, table and hand.
    Busy
        Too many writers at once.
    """
    where = LiveRecord.at(table_id).key
    item = ctx.store.get([where]).get(where)
    for _ in range(ATTEMPTS):
        if item is None:
            raise NoTable(table_id)
        log = _take_kept(ctx, table_id, item, hand)
        if log is not None:
            poster = poster_at(ctx, caller, table_id, log.table)
        else:
            table = table_from(item, table_id)
            poster = poster_at(ctx, caller, table_id, _seated(table.live, hand))
            log, _ = load_log(ctx, table, hand)
        result = decide(log, poster)
        if not log.grown:
            return result
        if log.reasons:
            log.kept = log.kept.noting()
        live, kept = log.live, None
        if log.hand.over:
            table = Table(table_id, live, item.version)
            writes = end_of_hand(ctx, table, live, log.terms, log.hand)
        else:
            kept = KeptLog(live.dumps(), log)
            writes = [Put(where, kept.text, item.version)]
        if log.reasons:
            writes.append(with_reasons(ctx, table_id, hand, log.reasons))
        try:
            ctx.store.commit(writes)
        except Conflict as conflict:
            item = conflict.current.get(where) or ctx.store.get([where]).get(where)
            continue
        if kept:
            log.grown, log.reasons = False, {}
            ctx.logs.put(table_id, kept)
        return result
    raise Busy("too many writers at once")


def _seated(live: LiveRecord, hand: int) -> LiveTable:
    """Return a table as it decides who posts to a hand.

    A phone whose reply was lost asks again, also when its player has left meanwhile (R12); a hand
    that is over takes nothing new.
    """
    over = live.hand is None or hand < live.table.hand
    return replace(live.table, left=0) if over and live.table.left else live.table


def _take_kept(ctx: Context, table_id: str, item: Item, hand: int) -> PostedLog | None:
    """Return the log that this process kept of a hand, if it wrote the record that was read.

    The log is removed from the memory, so only this request has it and may change it.
    """
    kept = ctx.logs.pop(table_id)
    if kept is None or item.body != kept.text or kept.log.table.hand != hand:
        return None
    return kept.log


def try_action(
    ctx: Context, caller: Caller, table_id: str, hand: int, number: int, post: Post
) -> Trial:
    """Return what a post would record, without storing it; for one's own seat only.

    Its effects are not returned, because they can depend on cards that the seat does not see.

    Raises
    ------
    Refusal, RulesError
        As :func:`put_action`; ``forbidden`` also for those without a seat, unless they entered
        the deal.
    """
    table = load_table(ctx, table_id)
    poster = poster_at(ctx, caller, table_id, table.live.table)
    log, _ = load_log(ctx, table, hand)
    if poster != log.deal.enterer and (poster.seat is None or not TABLE[post.verb].of_seat):
        # A dry run of ``follow`` would show who holds the card that the run waits for.
        raise Refusal("forbidden", say("rights.dry-run"))
    action = log.judge(number, post, poster, ctx.tenths())
    if action is None:
        return Trial(table_id, hand, number, log.seen(number, ()), recorded=True)
    log.verify(action)
    return Trial(table_id, hand, number, SeenAction(action, (), log.accounts), recorded=False)
