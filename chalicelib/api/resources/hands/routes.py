"""Hands: what is entered before the deal, the deal, the hand as it may be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.links import Link
from chalicelib.api.http.messages import Reply, json_reply
from chalicelib.api.http.paths import EntryPath, HandPath
from chalicelib.api.http.queries import DryRunQuery, NoQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.records.routes import ROUTES as RECORD_ROUTES
from chalicelib.api.resources.shared import HAND, TO_HAND
from chalicelib.service import dealing, entries, hands
from chalicelib.service.context import Context
from chalicelib.service.once import Answer
from chalicelib.service.rights import Right

from . import answers, entry_answers, past_answers, setup_answers

if TYPE_CHECKING:
    from . import audit_answers as audit_shapes
    from . import requests, score_requests
else:
    requests = LazyShapes("chalicelib.api.resources.hands.requests")
    score_requests = LazyShapes("chalicelib.api.resources.hands.score_requests")
    audit_shapes = LazyShapes("chalicelib.api.resources.hands.audit_answers")


def read_hand(ctx: Context, call: Call[HandPath, NoQuery, None]) -> answers.HandPage:
    """Return a hand as the caller may see it."""
    path = call.path
    return answers.hand_page(hands.read_hand(ctx, call.caller, path.table, path.hand))


def put_hand(ctx: Context, call: Call[HandPath, NoQuery, requests.HandBody]) -> Reply:
    """Deal a hand; 200 instead of 201 when the same request dealt it before."""
    table, hand = call.path.table, call.path.hand
    request, condition = call.body.request(), call.if_match.against(answers.hand_page)
    phone = call.body.phone
    created = dealing.put_hand(ctx, call.caller, table, hand, request, condition, phone)
    page = answers.hand_page(hands.read_hand(ctx, call.caller, table, hand))
    return json_reply(201 if created else 200, Answer(page, not created))


def put_amount(
    ctx: Context, call: Call[HandPath, NoQuery, requests.AmountBody]
) -> entry_answers.Entries:
    """Name the amount of the stakes."""
    path, amount = call.path, call.body.amount
    return entry_answers.entries(
        entries.put_amount(ctx, call.caller, path.table, path.hand, amount)
    )


def put_entry(
    ctx: Context, call: Call[EntryPath, NoQuery, requests.EntryBody]
) -> entry_answers.Entries:
    """Record what a seat enters."""
    path, change = call.path, call.body.change()
    return entry_answers.entries(
        entries.put_entry(ctx, call.caller, path.table, path.hand, path.seat - 1, change)
    )


def put_score(
    ctx: Context, call: Call[HandPath, DryRunQuery, score_requests.ScoreBody]
) -> answers.Hand | Reply:
    """Record a hand's score sheet: 201 when it is new, 200 when it was recorded before."""
    from chalicelib.service import scores

    from .score_answers import preview

    body, table, hand = call.body, call.path.table, call.path.hand
    sheet = body.sheet()
    if call.query.dry_run:
        return json_reply(200, preview(scores.try_score(ctx, call.caller, table, hand, sheet)))
    created = scores.put_score(ctx, call.caller, table, hand, sheet, body.phone)
    page = answers.hand_page(hands.read_hand(ctx, call.caller, table, hand))
    return json_reply(201 if created else 200, Answer(page, not created))


def read_audit(ctx: Context, call: Call[HandPath, NoQuery, None]) -> audit_shapes.Audit:
    """Return the audit of a hand that is over."""
    from chalicelib.service.audits import read_audit as audited

    from .audit_answers import audit

    return audit(audited(ctx, call.caller, call.path.table, call.path.hand))


def read_setup(ctx: Context, call: Call[HandPath, NoQuery, None]) -> setup_answers.Setup:
    """Return a hand's public set-up."""
    return setup_answers.setup(hands.read_setup(ctx, call.caller, call.path.table, call.path.hand))


def read_cards(ctx: Context, call: Call[HandPath, NoQuery, None]) -> answers.Cards:
    """Return the caller's own cards."""
    return answers.own_cards(hands.read_cards(ctx, call.caller, call.path.table, call.path.hand))


def read_ledger(ctx: Context, call: Call[HandPath, NoQuery, None]) -> past_answers.Ledger:
    """Return a hand's ledger."""
    path = call.path
    return past_answers.hand_ledger(hands.read_ledger(ctx, call.caller, path.table, path.hand))


_DEAL_PROBLEMS: Final = (
    "hand-conflict",
    "game-over",
    "stakes-missing",
    "malformed",
    "against-the-rules",
    "not-now",
)


_TO_ACTION: Final = Link(
    "nextAction",
    "putAction",
    "The next action, while the hand is played: one of `legal`, with `digest` as its `after`.",
    kept=("table", "hand"),
    answered={"number": "/next_action"},
)
_TO_DEAL: Final = Link(
    "deal", "dealHand", "Deals the hand, while it is `open`.", kept=("table", "hand")
)

RESOURCE: Final = Resource(
    "hands",
    "Hands: what is entered before the deal, the deal, the hand as it may be seen.",
    (
        route(
            "GET",
            HAND,
            "getHand",
            "A hand as the caller may see it",
            takes(HandPath),
            read_hand,
            Right.PAGE_READ,
            {200: answers.HandPage},
            links=(_TO_DEAL, _TO_ACTION),
        ),
        route(
            "PUT",
            HAND,
            "dealHand",
            "Close the entries and deal",
            takes(HandPath, body=requests.HandBody),
            put_hand,
            Right.HAND_DEAL,
            {201: answers.Hand, 200: answers.Hand},
            _DEAL_PROBLEMS,
            conditional=True,
            links=(TO_HAND, _TO_ACTION),
        ),
        route(
            "PUT",
            HAND + "/amount",
            "nameAmount",
            "Name the amount of a hand's stakes",
            takes(HandPath, body=requests.AmountBody),
            put_amount,
            Right.HAND_AMOUNT,
            {200: entry_answers.Entries},
            ("hand-conflict", "game-over", "against-the-rules"),
        ),
        route(
            "PUT",
            HAND + "/entries/{seat}",
            "putEntry",
            "A seat's stakes before a deal, and whether it is away",
            takes(EntryPath, body=requests.EntryBody),
            put_entry,
            Right.HAND_ENTRY,
            {200: entry_answers.Entries},
            ("hand-conflict", "game-over", "not-now", "malformed", "against-the-rules"),
        ),
        route(
            "PUT",
            HAND + "/score",
            "putScore",
            "The score sheet of a hand with real cards, which ends it",
            takes(HandPath, query=DryRunQuery, body=score_requests.ScoreBody),
            put_score,
            Right.HAND_SCORE,
            {201: answers.Hand, 200: answers.HandOrPreview},
            ("action-conflict", "hand-over", "not-now", "malformed", "against-the-rules"),
        ),
        route(
            "GET",
            HAND + "/setup",
            "getSetup",
            "What was public when a hand was dealt; digest(0) is its SHA-256",
            takes(HandPath),
            read_setup,
            Right.PAGE_READ,
            {200: setup_answers.Setup},
        ),
        route(
            "GET",
            HAND + "/cards",
            "getCards",
            "The caller's own cards",
            takes(HandPath),
            read_cards,
            Right.HAND_CARDS,
            {200: answers.Cards},
        ),
        route(
            "GET",
            HAND + "/ledger",
            "getLedger",
            "Every movement of chips of a hand",
            takes(HandPath),
            read_ledger,
            Right.PAGE_READ,
            {200: past_answers.Ledger},
        ),
        route(
            "GET",
            HAND + "/audit",
            "getAudit",
            "Who missed what, which boodle win that blocked, and who owes whom",
            takes(HandPath),
            read_audit,
            Right.PAGE_READ,
            {200: audit_shapes.Audit},
            ("not-now",),
        ),
        *RECORD_ROUTES,
    ),
)
