"""Draws: how phones take part in the shuffle (``docs/fairness.md``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.paths import SeatPath
from chalicelib.api.http.queries import NoQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.shared import TABLE
from chalicelib.service import commitments
from chalicelib.service.context import Context
from chalicelib.service.rights import Right

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
    ),
)
