"""Draws: how phones take part in the shuffle (``docs/fairness.md``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.messages import Reply, json_reply
from chalicelib.api.http.paths import DrawPath, OpeningPath, SeatPath
from chalicelib.api.http.queries import NoQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.hands.answers import Hand, hand_page
from chalicelib.api.resources.shared import HAND, TABLE
from chalicelib.service import commitments, draws, hands
from chalicelib.service.context import Context
from chalicelib.service.once import Answer
from chalicelib.service.rights import Caller, Right

from . import answers

if TYPE_CHECKING:
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.draws.requests")


def put_commitment(
    ctx: Context, call: Call[SeatPath, NoQuery, requests.CommitmentBody]
) -> answers.Commitment:
    """Record what a phone commits to."""
    path, committed = call.path, call.body.commitment
    return answers.commitment(
        commitments.put_commitment(ctx, call.caller, path.table, path.seat - 1, committed)
    )


def readmit(ctx: Context, call: Call[SeatPath, NoQuery, None]) -> answers.Commitment:
    """Let a player commit again."""
    path = call.path
    return answers.commitment(commitments.readmit(ctx, call.caller, path.table, path.seat - 1))


def open_draw(ctx: Context, call: Call[OpeningPath, NoQuery, requests.OpeningBody]) -> Reply:
    """Open a seat's secret; 200 instead of 201 when it was opened before."""
    path = call.path
    new = draws.open_draw(
        ctx, call.caller, path.table, path.hand, path.draw, path.seat - 1, call.body.opened()
    )
    return _page(ctx, call.caller, path.table, path.hand, new)


def redraw(ctx: Context, call: Call[DrawPath, NoQuery, requests.RedrawBody]) -> Reply:
    """Draw again; 200 instead of 201 when it was drawn again before."""
    path, left_out = call.path, call.body.left_out
    new = draws.redraw(ctx, call.caller, path.table, path.hand, path.draw, left_out)
    return _page(ctx, call.caller, path.table, path.hand, new)


def _page(ctx: Context, caller: Caller, table: str, hand: int, new: bool) -> Reply:
    page = hand_page(hands.read_hand(ctx, caller, table, hand))
    return json_reply(201 if new else 200, Answer(page, not new))


COMMITMENT: Final = TABLE + "/commitments/{seat}"

RESOURCE: Final = Resource(
    "draws",
    "Draws: how phones take part in the shuffle.",
    (
        route(
            "PUT",
            COMMITMENT,
            "putCommitment",
            "What a seat's phone commits to for the next draw",
            takes(SeatPath, body=requests.CommitmentBody),
            put_commitment,
            Right.HAND_COMMIT,
            {200: answers.Commitment},
            ("draw-conflict", "not-now"),
        ),
        route(
            "PUT",
            COMMITMENT + "/readmission",
            "readmit",
            "Let the player of a seat commit again, who was left out twice",
            takes(SeatPath),
            readmit,
            Right.HAND_READMIT,
            {200: answers.Commitment},
            ("not-now",),
        ),
        route(
            "PUT",
            HAND + "/draws/{draw}/{seat}",
            "openDraw",
            "Open a seat's secret; the last one deals",
            takes(OpeningPath, body=requests.OpeningBody),
            open_draw,
            Right.HAND_COMMIT,
            {201: Hand, 200: Hand},
            ("draw-conflict", "malformed"),
        ),
        route(
            "PUT",
            HAND + "/draws/{draw}",
            "redraw",
            "Draw again without the seats that have not opened",
            takes(DrawPath, body=requests.RedrawBody),
            redraw,
            Right.HAND_DEAL,
            {201: Hand, 200: Hand},
            ("draw-conflict", "not-now"),
        ),
    ),
)
