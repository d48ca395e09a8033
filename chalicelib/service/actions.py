"""Posting actions, one or a queue: judged, recorded once, answered alike when repeated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from chalicelib.rules import RulesError
from chalicelib.rules.actions import action_json
from chalicelib.store.port import Busy, Conflict, Item, Put, Write
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.live_log import Poster

from .access import Caller, check_right, poster_at
from .context import Context
from .errors import Refusal, not_found
from .once import ATTEMPTS
from .results import end_of_hand
from .sheet import SEAT_VERBS, Post, Sheet
from .tables import Table, load_table, table_from
from .terms import load_terms

KEPT_SHEETS: Final = 256
"""How many tables' sheets a process keeps at most, some 20 KB each; and how many archives."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one post: a receipt, and whether it had been recorded before."""

    receipt: dict[str, Any]
    repeated: bool


def load_sheet(ctx: Context, table: Table, hand: int) -> tuple[Sheet, ArchiveRecord | None]:
    """Return the log of a hand, and its archive if it is over.

    Raises
    ------
    Refusal
        ``not-found``: no such hand was dealt.
    """
    live = table.live
    if live.hand is not None and hand == live.table.hand:
        return Sheet(table.id, live, load_terms(ctx, live.table.terms)), None
    if not 1 <= hand <= live.table.hand:
        raise not_found("hand")
    archive = _archived(ctx, table, hand)
    was = archive.live
    return Sheet(table.id, was, load_terms(ctx, was.table.terms)), archive


def _archived(ctx: Context, table: Table, hand: int) -> ArchiveRecord:
    """Return the archive of a hand; the last one's is read once for each state of the table."""
    last = hand == table.live.table.hand
    state = (table.version, table.live)
    if last and (kept := ctx.archives.get(table.id)) and kept[0] == state:
        return kept[1]
    stored = ArchiveRecord.at(table.id, hand).read(ctx.store)
    assert stored is not None  # written with the end of the hand
    if last:
        if len(ctx.archives) >= KEPT_SHEETS:
            ctx.archives.clear()
        ctx.archives[table.id] = (state, stored.record)
    return stored.record


def put_action(
    ctx: Context, caller: Caller, table_id: str, hand: int, number: int, post: Post
) -> Verdict:
    """Record an action under its number; the same again gets the same receipt.

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
    check_right(caller, "hand.act")

    def judge(sheet: Sheet, poster: Poster) -> tuple[Verdict, bool]:
        verdict = judge_one(ctx, sheet, poster, number, post)
        return verdict, not verdict.repeated

    verdict: Verdict = judge_and_commit(ctx, caller, table_id, hand, judge)
    return verdict


def post_queue(
    ctx: Context, caller: Caller, table_id: str, hand: int, first: int, posts: list[Post]
) -> list[dict[str, Any]]:
    """Record the longest valid beginning of a queue of consecutive actions, in one write.

    Returns
    -------
    list of dict
        For each post its ``number`` and ``verdict``: ``recorded`` or ``repeated`` with the
        receipt, ``refused`` with the error that stopped the queue, or ``not_tried``.

    Raises
    ------
    Refusal, Busy
        What concerns the whole queue: the token, the table, the hand.
    """
    check_right(caller, "hand.act")

    def judge(sheet: Sheet, poster: Poster) -> tuple[list[dict[str, Any]], bool]:
        results: list[dict[str, Any]] = []
        changed = False
        for number, post in enumerate(posts, first):
            if results and results[-1]["verdict"] in ("refused", "not_tried"):
                results.append({"number": number, "verdict": "not_tried"})
                continue
            try:
                verdict = judge_one(ctx, sheet, poster, number, post)
            except (Refusal, RulesError) as error:
                results.append({"number": number, "verdict": "refused", "error": error})
                continue
            changed = changed or not verdict.repeated
            word = "repeated" if verdict.repeated else "recorded"
            results.append({"number": number, "verdict": word, "receipt": verdict.receipt})
        return results, changed

    results: list[dict[str, Any]] = judge_and_commit(ctx, caller, table_id, hand, judge)
    return results


def judge_one(ctx: Context, sheet: Sheet, poster: Poster, number: int, post: Post) -> Verdict:
    """Judge a post against a sheet, and add it there if it is new and right."""
    post = sheet.placed(post)
    sheet.check_right(post, poster)
    if sheet.recorded(number, post, poster):
        return Verdict(sheet.receipt(number, poster), True)
    sheet.check_place(number, post)
    sheet.add(sheet.resolve(post, poster, ctx.tenths()))
    return Verdict(sheet.receipt(number, poster), False)


def judge_and_commit(ctx: Context, caller: Caller, table_id: str, hand: int, judge: Any) -> Any:
    """Load the hand, judge, commit; when another was quicker, judge anew by what he wrote.

    ``judge`` gets the hand's sheet and the poster, and returns what to answer and whether there
    is anything to write.

    Raises
    ------
    Refusal, RulesError
        What ``judge`` raises, and what concerns token, table and hand.
    Busy
        Too many writers at once.
    """
    where = LiveRecord.at(table_id).key
    item = ctx.store.get([where]).get(where)
    for _ in range(ATTEMPTS):
        kept = _take_kept(ctx, table_id, item)
        if kept and item and hand == kept.table.hand:
            table = Table(table_id, kept.live, item.version)
        else:
            table, kept = table_from(item, table_id), None
        poster = poster_at(ctx, caller, table_id, table.live.table)
        sheet = kept or load_sheet(ctx, table, hand)[0]
        verdict, changed = judge(sheet, poster)
        if not changed:
            return verdict
        writes = _writes(ctx, table, sheet)
        try:
            ctx.store.commit(writes)
        except Conflict as conflict:
            item = conflict.current.get(where) or ctx.store.get([where]).get(where)
            continue
        _keep(ctx, table_id, writes, sheet)
        return verdict
    raise Busy("too many writers at once")


def _take_kept(ctx: Context, table_id: str, item: Item | None) -> Sheet | None:
    """Return the sheet this process kept of a table, if the record read is the one it wrote.

    The sheet is taken out: whoever has it is the only one, and may change it.
    """
    body, sheet = ctx.sheets.pop(table_id, ("", None))
    return sheet if item and item.body == body else None


def _keep(ctx: Context, table_id: str, writes: list[Write], sheet: Sheet) -> None:
    """Keep the sheet of a hand in progress, with the record it made, for the table's next post."""
    (first, *others) = writes
    if others or not isinstance(first, Put):
        return  # the hand is over
    if len(ctx.sheets) >= KEPT_SHEETS:
        ctx.sheets.clear()
    ctx.sheets[table_id] = (first.body, sheet)


def _writes(ctx: Context, table: Table, sheet: Sheet) -> list[Write]:
    if sheet.hand.over:
        return end_of_hand(ctx, table, sheet.live, sheet.terms, sheet.hand)
    return [table.put(sheet.live)]


def dry_run(
    ctx: Context, caller: Caller, table_id: str, hand: int, number: int, post: Post
) -> dict[str, Any]:
    """Say whether a post would be recorded, and store nothing; for one's own seat only.

    What it would bring about is not told: that could depend on cards the seat does not see.

    Raises
    ------
    Refusal, RulesError
        As :func:`put_action`; ``forbidden`` also for who has no seat, unless he entered the deal.
    """
    check_right(caller, "hand.act")
    table = load_table(ctx, table_id)
    poster = poster_at(ctx, caller, table_id, table.live.table)
    sheet, _ = load_sheet(ctx, table, hand)
    if poster != sheet.deal.enterer and (poster.kind != "seat" or post.verb not in SEAT_VERBS):
        # To try ``follow`` would tell who holds the card that the run waits for.
        raise Refusal("forbidden", "a dry run is for one's own seat")
    post = sheet.placed(post)
    sheet.check_right(post, poster)
    repeated = sheet.recorded(number, post, poster)
    if repeated:
        logged = sheet.log[number - 1]
    else:
        sheet.check_place(number, post)
        logged = sheet.resolve(post, poster, ctx.tenths())
        sheet.verify(logged)
    return {
        "table": table_id,
        "hand": hand,
        "number": number,
        "action": action_json(logged.action, sheet.terms.rules.table.space_names),
        "legal": True,
        "recorded": repeated,
    }
