"""Rounds: drawing, opening, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.links import Link
from chalicelib.api.http.paths import LeaguePath, RoundPath
from chalicelib.api.http.queries import NoQuery, PageQuery, TablesQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.shared import LEAGUE
from chalicelib.service.context import Context
from chalicelib.service.once import Answer
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.rounds.requests")
    shapes = LazyShapes("chalicelib.api.resources.rounds.answers")


def list_rounds(ctx: Context, call: Call[LeaguePath, PageQuery, None]) -> shapes.Rounds:
    """Return a page of rounds."""
    from chalicelib.service import rounds

    from . import answers

    query = call.query
    page = rounds.list_rounds(ctx, call.caller, call.path.league, query.after, query.limit)
    return answers.rounds(page)


def draw_round(
    ctx: Context, call: Call[LeaguePath, NoQuery, requests.RoundBody]
) -> Answer[shapes.Round]:
    """Draw a round."""
    from chalicelib.service import rounds

    from . import answers

    request = call.body.request()
    return rounds.draw_round(ctx, call.caller, call.once, answers.round_, call.path.league, request)


def read_round(ctx: Context, call: Call[RoundPath, TablesQuery, None]) -> shapes.Round:
    """Return a round."""
    from chalicelib.service import rounds

    from . import answers

    path = call.path
    shown = rounds.read_round(ctx, call.caller, path.league, path.round)
    return answers.round_(shown, call.query.after)


def discard_round(ctx: Context, call: Call[RoundPath, NoQuery, None]) -> shapes.Round:
    """Discard a draft."""
    from chalicelib.service import rounds

    from . import answers

    path = call.path
    return answers.round_(rounds.discard_round(ctx, call.caller, path.league, path.round))


def open_round(ctx: Context, call: Call[RoundPath, NoQuery, None]) -> shapes.Round:
    """Open a round."""
    from chalicelib.service import rounds

    from . import answers

    path = call.path
    return answers.round_(rounds.open_round(ctx, call.caller, path.league, path.round))


def close_round(ctx: Context, call: Call[RoundPath, NoQuery, None]) -> shapes.Round:
    """Close a round."""
    from chalicelib.service import rounds

    from . import answers

    path = call.path
    return answers.round_(rounds.close_round(ctx, call.caller, path.league, path.round))


_TO_TABLE: Final = Link(
    "table",
    "getTable",
    "The first of its tables, once the round is open; the others likewise.",
    answered={"table": "/tables/0/table"},
)

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
            Right.PAGE_READ,
            {200: shapes.Rounds},
        ),
        route(
            "POST",
            LEAGUE + "/rounds",
            "drawRound",
            "Draw a round's seating, as a draft",
            takes(LeaguePath, body=requests.RoundBody),
            draw_round,
            Right.ROUNDS_WRITE,
            {201: shapes.Round},
            ("cannot-seat", "unknown-players", "too-many"),
            keyed=True,
            location="rounds/{round}",
            links=(
                Link(
                    "round",
                    "getRound",
                    "The new round.",
                    kept=("league",),
                    answered={"round": "/round"},
                ),
                Link(
                    "opening",
                    "openRound",
                    "Opens the draft for play.",
                    kept=("league",),
                    answered={"round": "/round"},
                ),
            ),
        ),
        route(
            "GET",
            LEAGUE + "/rounds/{round}",
            "getRound",
            "A round",
            takes(RoundPath, query=TablesQuery),
            read_round,
            Right.PAGE_READ,
            {200: shapes.Round},
            links=(_TO_TABLE,),
        ),
        route(
            "DELETE",
            LEAGUE + "/rounds/{round}",
            "discardRound",
            "Discard a draft",
            takes(RoundPath),
            discard_round,
            Right.ROUNDS_WRITE,
            {200: shapes.Round},
            ("round-state",),
        ),
        route(
            "POST",
            LEAGUE + "/rounds/{round}/open",
            "openRound",
            "Open a round for play",
            takes(RoundPath),
            open_round,
            Right.ROUNDS_WRITE,
            {200: shapes.Round},
            ("round-state",),
            links=(_TO_TABLE,),
        ),
        route(
            "POST",
            LEAGUE + "/rounds/{round}/close",
            "closeRound",
            "Close a round: each game ends after its hand in progress",
            takes(RoundPath),
            close_round,
            Right.ROUNDS_WRITE,
            {200: shapes.Round},
            ("round-state",),
        ),
    ),
)
