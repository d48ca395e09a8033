"""Hands: before the deal, the deal, what is seen of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.messages import Reply
from chalicelib.api.http.paths import EntryPath, HandPath, TablePath
from chalicelib.api.http.queries import DryRunQuery, NoQuery, RecordsQuery
from chalicelib.api.http.replies import Answered, json_reply
from chalicelib.api.http.route import Answers, Call, Later, Resource, route, takes
from chalicelib.api.models import AmountBody, EntryBody, HandBody
from chalicelib.api.resources.shared import HAND, TABLE, changes
from chalicelib.service import (
    entries,
    hands,
    pages,
)
from chalicelib.service.context import Context
from chalicelib.service.once import Answer

if TYPE_CHECKING:
    from .score_requests import ScoreBody

a: Final = Answers("chalicelib.api.table_answers")

au: Final = Answers("chalicelib.api.resources.hands.audit_answers")
r: Final = Answers("chalicelib.api.resources.hands.record_answers")


def read_hand(ctx: Context, call: Call[HandPath, NoQuery, None]) -> Answered:
    """Return a hand as the caller may see it."""
    return pages.read_hand(ctx, call.caller, call.path.table, call.path.hand)


def put_hand(ctx: Context, call: Call[HandPath, NoQuery, HandBody]) -> Answered:
    """Deal a hand; 200 instead of 201 when it had been dealt alike."""
    table, hand = call.path.table, call.path.hand
    created = hands.put_hand(ctx, call.caller, table, hand, call.body.request())
    page = pages.read_hand(ctx, call.caller, table, hand)
    return json_reply(201 if created else 200, Answer(page, not created))


def put_amount(ctx: Context, call: Call[HandPath, NoQuery, AmountBody]) -> Answered:
    """Name the amount of the stakes."""
    return entries.put_amount(ctx, call.caller, call.path.table, call.path.hand, call.body.amount)


def put_entry(ctx: Context, call: Call[EntryPath, NoQuery, EntryBody]) -> Answered:
    """Record a seat's stakes and seed."""
    path = call.path
    return entries.put_entry(
        ctx,
        call.caller,
        path.table,
        path.hand,
        path.seat - 1,
        entries.EntryChange(**changes(call.body)),
    )


def put_score(ctx: Context, call: Call[HandPath, DryRunQuery, ScoreBody]) -> Answered:
    """Record a hand's score sheet: 201 when it is new, 200 when it was recorded before."""
    from chalicelib.service import scores

    body, table, hand = call.body, call.path.table, call.path.hand
    score = scores.Score(
        out=body.out,
        cards_left={int(seat): n for seat, n in body.cards_left.items()},
        spaces=body.spaces,
        pot=body.pot,
        fees=[(paid.seat, paid.chips) for paid in body.fees],
        bets=[(paid.seat, paid.chips) for paid in body.bets],
        widow=None if body.widow is None else (body.widow.seat, body.widow.price),
        misses=[
            (miss.seat, miss.card, [(win.space, win.seat) for win in miss.blocked])
            for miss in body.misses
        ],
        chips={int(seat): n for seat, n in body.chips.items()},
    )
    if call.query.dry_run:
        return json_reply(200, scores.try_score(ctx, call.caller, table, hand, score))
    created = scores.put_score(ctx, call.caller, table, hand, score)
    page = pages.read_hand(ctx, call.caller, table, hand)
    return json_reply(201 if created else 200, Answer(page, not created))


def read_audit(ctx: Context, call: Call[HandPath, NoQuery, None]) -> Answered:
    """Return what the audit says of a hand that is over."""
    from chalicelib.service import audits

    return audits.read_audit(ctx, call.caller, call.path.table, call.path.hand)


def read_setup(ctx: Context, call: Call[HandPath, NoQuery, None]) -> Answered:
    """Return a hand's public set-up."""
    return pages.read_setup(ctx, call.caller, call.path.table, call.path.hand)


def read_cards(ctx: Context, call: Call[HandPath, NoQuery, None]) -> Answered:
    """Return the caller's own cards."""
    return pages.read_cards(ctx, call.caller, call.path.table, call.path.hand)


def read_ledger(ctx: Context, call: Call[HandPath, NoQuery, None]) -> Answered:
    """Return a hand's ledger."""
    return pages.read_ledger(ctx, call.caller, call.path.table, call.path.hand)


def read_record(ctx: Context, call: Call[HandPath, NoQuery, None]) -> Reply:
    """Return a hand's record as the text to be kept, one action a line."""
    from chalicelib.rules.record import dumps  # loads as much as playing does
    from chalicelib.service import records

    record = records.read_record(ctx, call.caller, call.path.table, call.path.hand)
    return Reply(200, dumps(record), {"Content-Type": "application/json"})


def list_records(ctx: Context, call: Call[TablePath, RecordsQuery, None]) -> Answered:
    """Return a page of a table's hand records."""
    from chalicelib.service import records

    query = call.query
    return records.list_records(ctx, call.caller, call.path.table, query.after, query.limit)


_DEAL_PROBLEMS: Final = (
    "hand-conflict",
    "game-over",
    "stakes-missing",
    "malformed",
    "against-the-rules",
    "not-now",
)


def _score_body() -> type[ScoreBody]:
    from .score_requests import ScoreBody

    return ScoreBody


RESOURCE: Final = Resource(
    "hands",
    "Hands: before the deal, the deal, what is seen of them.",
    (
        route(
            "GET",
            HAND,
            "getHand",
            "A hand as the caller may see it",
            takes(HandPath),
            read_hand,
            "page.read",
            {200: a.HandPage},
        ),
        route(
            "PUT",
            HAND,
            "dealHand",
            "Close the entries and deal",
            takes(HandPath, body=HandBody),
            put_hand,
            "hand.deal",
            {201: a.Hand, 200: a.Hand},
            _DEAL_PROBLEMS,
        ),
        route(
            "PUT",
            HAND + "/amount",
            "nameAmount",
            "Name the amount of a hand's stakes",
            takes(HandPath, body=AmountBody),
            put_amount,
            "hand.amount",
            {200: a.Entries},
            ("hand-conflict", "game-over", "against-the-rules"),
        ),
        route(
            "PUT",
            HAND + "/entries/{seat}",
            "putEntry",
            "A seat's stakes and seed before a deal",
            takes(EntryPath, body=EntryBody),
            put_entry,
            "hand.entry",
            {200: a.Entries},
            ("hand-conflict", "game-over", "malformed", "against-the-rules"),
        ),
        route(
            "PUT",
            HAND + "/score",
            "putScore",
            "The score sheet of a hand with real cards, which ends it",
            takes(HandPath, query=DryRunQuery, body=Later(_score_body)),
            put_score,
            "hand.score",
            {201: a.Hand, 200: a.HandOrPreview},
            ("action-conflict", "hand-over", "not-now", "malformed", "against-the-rules"),
        ),
        route(
            "GET",
            HAND + "/setup",
            "getSetup",
            "What was public when a hand was dealt; digest(0) is its SHA-256",
            takes(HandPath),
            read_setup,
            "page.read",
            {200: a.Setup},
        ),
        route(
            "GET",
            HAND + "/cards",
            "getCards",
            "The caller's own cards",
            takes(HandPath),
            read_cards,
            "hand.cards",
            {200: a.Cards},
        ),
        route(
            "GET",
            HAND + "/ledger",
            "getLedger",
            "Every movement of chips of a hand",
            takes(HandPath),
            read_ledger,
            "page.read",
            {200: a.Ledger},
        ),
        route(
            "GET",
            HAND + "/audit",
            "getAudit",
            "Who missed what, which boodle win that blocked, and who owes whom",
            takes(HandPath),
            read_audit,
            "page.read",
            {200: au.Audit},
            ("not-now",),
        ),
        route(
            "GET",
            HAND + "/record",
            "getRecord",
            "A hand that is over, in a form to keep and hand on",
            takes(HandPath),
            read_record,
            "page.read",
            {200: r.HandRecord},
            ("not-now",),
        ),
        route(
            "GET",
            TABLE + "/records",
            "listRecords",
            "The records of a table's hands, for boodle verify",
            takes(TablePath, query=RecordsQuery),
            list_records,
            "page.read",
            {200: r.HandRecords},
        ),
    ),
)
