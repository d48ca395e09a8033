"""Hands: before the deal, the deal, what is seen of them."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api import models as m
from chalicelib.api.routing import Answers, Call, Route, json_reply
from chalicelib.service import (
    entries,
    hands,
    pages,
)
from chalicelib.service.context import Context
from chalicelib.service.once import Answer

from .shared import HAND, changes

a: Final = Answers("chalicelib.api.table_answers")


def read_hand(ctx: Context, call: Call) -> Any:
    """Return a hand as the caller may see it."""
    return pages.read_hand(ctx, call.caller, call.params["table"], call.params["hand"])


def put_hand(ctx: Context, call: Call) -> Any:
    """Deal a hand; 200 instead of 201 when it had been dealt alike."""
    table, hand, body = call.params["table"], call.params["hand"], call.body
    request = hands.DealRequest(
        dealer=None if body.dealer is None else body.dealer - 1,
        deal=body.deal and body.deal.model_dump(exclude_defaults=True),
    )
    created = hands.put_hand(ctx, call.caller, table, hand, request)
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
        changes(call.body),
    )


def read_setup(ctx: Context, call: Call) -> Any:
    """Return a hand's public set-up."""
    return pages.read_setup(ctx, call.caller, call.params["table"], call.params["hand"])


def read_cards(ctx: Context, call: Call) -> Any:
    """Return the caller's own cards."""
    return pages.read_cards(ctx, call.caller, call.params["table"], call.params["hand"])


def read_ledger(ctx: Context, call: Call) -> Any:
    """Return a hand's ledger."""
    return pages.read_ledger(ctx, call.caller, call.params["table"], call.params["hand"])


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
)
