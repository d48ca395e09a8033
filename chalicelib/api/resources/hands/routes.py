"""Hands: before the deal, the deal, what is seen of them."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api import models as m
from chalicelib.api.http import queries as q
from chalicelib.api.http.messages import Reply
from chalicelib.api.http.routing import Answers, Call, Route, json_reply
from chalicelib.api.resources.shared import HAND, TABLE, changes
from chalicelib.service import (
    entries,
    hands,
    pages,
)
from chalicelib.service.context import Context
from chalicelib.service.once import Answer

a: Final = Answers("chalicelib.api.table_answers")
ms: Final = Answers("chalicelib.api.resources.hands.score_requests")
au: Final = Answers("chalicelib.api.resources.hands.audit_answers")
r: Final = Answers("chalicelib.api.resources.hands.record_answers")


def read_hand(ctx: Context, call: Call) -> Any:
    """Return a hand as the caller may see it."""
    return pages.read_hand(ctx, call.caller, call.params["table"], call.params["hand"])


def put_hand(ctx: Context, call: Call) -> Any:
    """Deal a hand; 200 instead of 201 when it had been dealt alike."""
    table, hand, body = call.params["table"], call.params["hand"], call.body
    created = hands.put_hand(ctx, call.caller, table, hand, body.request())
    page = pages.read_hand(ctx, call.caller, table, hand)
    return json_reply(ctx, 201 if created else 200, Answer(page, not created))


def put_amount(ctx: Context, call: Call) -> Any:
    """Name the amount of the stakes."""
    return entries.put_amount(
        ctx, call.caller, call.params["table"], call.params["hand"], call.body.amount
    )


def put_entry(ctx: Context, call: Call) -> Any:
    """Record a seat's stakes and seed."""
    params = call.params
    return entries.put_entry(
        ctx,
        call.caller,
        params["table"],
        params["hand"],
        params["seat"] - 1,
        entries.EntryChange(**changes(call.body)),
    )


def put_score(ctx: Context, call: Call) -> Any:
    """Record a hand's score sheet: 201 when it is new, 200 when it was recorded before."""
    from chalicelib.service import scores

    body, table, hand = call.body, call.params["table"], call.params["hand"]
    score = scores.Score(
        out=body.out,
        cards_left={int(seat): n for seat, n in body.cards_left.items()},
        spaces=body.spaces,
        pot=body.pot,
        fees=[(paid.seat, paid.chips) for paid in body.fees],
        bets=[(paid.seat, paid.chips) for paid in body.bets],
        widow=body.widow and (body.widow.seat, body.widow.price),
        misses=[
            (miss.seat, miss.card, [(win.space, win.seat) for win in miss.blocked])
            for miss in body.misses
        ],
        chips={int(seat): n for seat, n in body.chips.items()},
    )
    if call.query.dry_run:
        return json_reply(ctx, 200, scores.try_score(ctx, call.caller, table, hand, score))
    created = scores.put_score(ctx, call.caller, table, hand, score)
    page = pages.read_hand(ctx, call.caller, table, hand)
    return json_reply(ctx, 201 if created else 200, Answer(page, not created))


def read_audit(ctx: Context, call: Call) -> Any:
    """Return what the audit says of a hand that is over."""
    from chalicelib.service import audits

    return audits.read_audit(ctx, call.caller, call.params["table"], call.params["hand"])


def read_setup(ctx: Context, call: Call) -> Any:
    """Return a hand's public set-up."""
    return pages.read_setup(ctx, call.caller, call.params["table"], call.params["hand"])


def read_cards(ctx: Context, call: Call) -> Any:
    """Return the caller's own cards."""
    return pages.read_cards(ctx, call.caller, call.params["table"], call.params["hand"])


def read_ledger(ctx: Context, call: Call) -> Any:
    """Return a hand's ledger."""
    return pages.read_ledger(ctx, call.caller, call.params["table"], call.params["hand"])


def read_record(ctx: Context, call: Call) -> Reply:
    """Return a hand's record as the text to be kept, one action a line."""
    from chalicelib.rules.record.record import dumps  # loads as much as playing does
    from chalicelib.service import records

    record = records.read_record(ctx, call.caller, call.params["table"], call.params["hand"])
    return Reply(200, dumps(record), {"Content-Type": "application/json"})


def list_records(ctx: Context, call: Call) -> Any:
    """Return a page of a table's hand records."""
    from chalicelib.service import records

    query = call.query
    return records.list_records(ctx, call.caller, call.params["table"], query.after, query.limit)


_DEAL_PROBLEMS: Final = (
    "hand-conflict",
    "game-over",
    "stakes-missing",
    "malformed",
    "against-the-rules",
    "not-now",
)

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        HAND,
        "getHand",
        "A hand as the caller may see it",
        read_hand,
        "page.read",
        {200: a.HandPage},
    ),
    Route(
        "PUT",
        HAND,
        "dealHand",
        "Close the entries and deal",
        put_hand,
        "hand.deal",
        {201: a.Hand, 200: a.Hand},
        _DEAL_PROBLEMS,
        body=m.HandBody,
    ),
    Route(
        "PUT",
        HAND + "/amount",
        "nameAmount",
        "Name the amount of a hand's stakes",
        put_amount,
        "hand.amount",
        {200: a.Entries},
        ("hand-conflict", "game-over", "against-the-rules"),
        body=m.AmountBody,
    ),
    Route(
        "PUT",
        HAND + "/entries/{seat}",
        "putEntry",
        "A seat's stakes and seed before a deal",
        put_entry,
        "hand.entry",
        {200: a.Entries},
        ("hand-conflict", "game-over", "malformed", "against-the-rules"),
        body=m.EntryBody,
    ),
    Route(
        "PUT",
        HAND + "/score",
        "putScore",
        "The score sheet of a hand with real cards, which ends it",
        put_score,
        "hand.score",
        {201: a.Hand, 200: a.HandOrPreview},
        ("action-conflict", "hand-over", "not-now", "malformed", "against-the-rules"),
        body=ms.ScoreBody,
        query=q.DryRunQuery,
    ),
    Route(
        "GET",
        HAND + "/setup",
        "getSetup",
        "What was public when a hand was dealt; digest(0) is its SHA-256",
        read_setup,
        "page.read",
        {200: a.Setup},
    ),
    Route(
        "GET",
        HAND + "/cards",
        "getCards",
        "The caller's own cards",
        read_cards,
        "hand.cards",
        {200: a.Cards},
    ),
    Route(
        "GET",
        HAND + "/ledger",
        "getLedger",
        "Every movement of chips of a hand",
        read_ledger,
        "page.read",
        {200: a.Ledger},
    ),
    Route(
        "GET",
        HAND + "/audit",
        "getAudit",
        "Who missed what, which boodle win that blocked, and who owes whom",
        read_audit,
        "page.read",
        {200: au.Audit},
        ("not-now",),
    ),
    Route(
        "GET",
        HAND + "/record",
        "getRecord",
        "A hand that is over, in a form to keep and hand on",
        read_record,
        "page.read",
        {200: r.HandRecord},
        ("not-now",),
    ),
    Route(
        "GET",
        TABLE + "/records",
        "listRecords",
        "The records of a table's hands, for boodle verify",
        list_records,
        "page.read",
        {200: r.HandRecords},
        query=q.RecordsQuery,
    ),
)
