"""Rounds: drawing, opening, closing."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http.paths import LeaguePath, RoundPath
from chalicelib.api.http.queries import NoQuery, PageQuery
from chalicelib.api.http.replies import Answered
from chalicelib.api.http.route import Answers, Call, Resource, route, takes
from chalicelib.api.resources.shared import LEAGUE
from chalicelib.service import (
    rounds,
)
from chalicelib.service.context import Context

from .requests import RoundBody

a: Final = Answers("chalicelib.api.answers")


def list_rounds(ctx: Context, call: Call[LeaguePath, PageQuery, None]) -> Answered:
    """Return a page of rounds."""
    query = call.query
    return rounds.list_rounds(ctx, call.caller, call.path.league, query.after, query.limit)


def draw_round(ctx: Context, call: Call[LeaguePath, NoQuery, RoundBody]) -> Answered:
    """Draw a round."""
    body = call.body
    return rounds.draw_round(
        ctx,
        call.caller,
        call.once,
        call.path.league,
        seed=body.seed,
        tables=body.tables,
        players=body.players,
        absent=body.absent,
        recording=body.recording,
    )


def read_round(ctx: Context, call: Call[RoundPath, NoQuery, None]) -> Answered:
    """Return a round."""
    return rounds.read_round(ctx, call.caller, call.path.league, call.path.round)


def discard_round(ctx: Context, call: Call[RoundPath, NoQuery, None]) -> Answered:
    """Discard a draft."""
    return rounds.discard_round(ctx, call.caller, call.path.league, call.path.round)


def open_round(ctx: Context, call: Call[RoundPath, NoQuery, None]) -> Answered:
    """Open a round."""
    return rounds.open_round(ctx, call.caller, call.path.league, call.path.round)


def close_round(ctx: Context, call: Call[RoundPath, NoQuery, None]) -> Answered:
    """Close a round."""
    return rounds.close_round(ctx, call.caller, call.path.league, call.path.round)


RESOURCE: Final = Resource(
    "rounds",
    "Rounds: drawing, opening, closing.",
    (
        route(
            "GET",
            LEAGUE + "/rounds",
            "listRounds",
            "The rounds of a league",
            takes(LeaguePath, query=PageQuery),
            list_rounds,
            "page.read",
            {200: a.Rounds},
        ),
        route(
            "POST",
            LEAGUE + "/rounds",
            "drawRound",
            "Draw a round's seating, as a draft",
            takes(LeaguePath, body=RoundBody),
            draw_round,
            "rounds.write",
            {201: a.Round},
            ("cannot-seat", "unknown-players", "too-many"),
            keyed=True,
            location="rounds/{round}",
        ),
        route(
            "GET",
            LEAGUE + "/rounds/{round}",
            "getRound",
            "A round",
            takes(RoundPath),
            read_round,
            "page.read",
            {200: a.Round},
        ),
        route(
            "DELETE",
            LEAGUE + "/rounds/{round}",
            "discardRound",
            "Discard a draft",
            takes(RoundPath),
            discard_round,
            "rounds.write",
            {200: a.Round},
            ("round-state",),
        ),
        route(
            "POST",
            LEAGUE + "/rounds/{round}/open",
            "openRound",
            "Open a round for play",
            takes(RoundPath),
            open_round,
            "rounds.write",
            {200: a.Round},
            ("round-state",),
        ),
        route(
            "POST",
            LEAGUE + "/rounds/{round}/close",
            "closeRound",
            "Close a round: each game ends after its hand in progress",
            takes(RoundPath),
            close_round,
            "rounds.write",
            {200: a.Round},
            ("round-state",),
        ),
    ),
)
