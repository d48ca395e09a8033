"""Rounds: drawing, opening, closing."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api import models as m
from chalicelib.api.http import queries as q
from chalicelib.api.http.routing import Answers, Call, Route
from chalicelib.api.resources.shared import LEAGUE
from chalicelib.service import (
    rounds,
)
from chalicelib.service.context import Context

a: Final = Answers("chalicelib.api.answers")


def list_rounds(ctx: Context, call: Call) -> Any:
    """Return a page of rounds."""
    query = call.query
    return rounds.list_rounds(ctx, call.caller, call.params["league"], query.after, query.limit)


def draw_round(ctx: Context, call: Call) -> Any:
    """Draw a round."""
    body = call.body
    return rounds.draw_round(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        seed=body.seed,
        tables=body.tables,
        players=body.players,
        absent=body.absent,
        recording=body.recording,
    )


def read_round(ctx: Context, call: Call) -> Any:
    """Return a round."""
    return rounds.read_round(ctx, call.caller, call.params["league"], call.params["round"])


def discard_round(ctx: Context, call: Call) -> Any:
    """Discard a draft."""
    return rounds.discard_round(ctx, call.caller, call.params["league"], call.params["round"])


def open_round(ctx: Context, call: Call) -> Any:
    """Open a round."""
    return rounds.open_round(ctx, call.caller, call.params["league"], call.params["round"])


def close_round(ctx: Context, call: Call) -> Any:
    """Close a round."""
    return rounds.close_round(ctx, call.caller, call.params["league"], call.params["round"])


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        LEAGUE + "/rounds",
        "listRounds",
        "The rounds of a league",
        list_rounds,
        "page.read",
        {200: a.Rounds},
        query=q.PageQuery,
    ),
    Route(
        "POST",
        LEAGUE + "/rounds",
        "drawRound",
        "Draw a round's seating, as a draft",
        draw_round,
        "rounds.write",
        {201: a.Round},
        ("cannot-seat", "unknown-players", "too-many"),
        body=m.RoundBody,
        keyed=True,
    ),
    Route(
        "GET",
        LEAGUE + "/rounds/{round}",
        "getRound",
        "A round",
        read_round,
        "page.read",
        {200: a.Round},
    ),
    Route(
        "DELETE",
        LEAGUE + "/rounds/{round}",
        "discardRound",
        "Discard a draft",
        discard_round,
        "rounds.write",
        {200: a.Round},
        ("round-state",),
    ),
    Route(
        "POST",
        LEAGUE + "/rounds/{round}/open",
        "openRound",
        "Open a round for play",
        open_round,
        "rounds.write",
        {200: a.Round},
        ("round-state",),
    ),
    Route(
        "POST",
        LEAGUE + "/rounds/{round}/close",
        "closeRound",
        "Close a round: each game ends after its hand in progress",
        close_round,
        "rounds.write",
        {200: a.Round},
        ("round-state",),
    ),
)
