"""The answers about standings."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from chalicelib.api.shapes import Time
from chalicelib.league.standings import RankedBy, Standing
from chalicelib.rules.game import GameEnd
from chalicelib.service.standings import LeagueStandings
from chalicelib.service.standings import TableStandings as ServedTableStandings
from chalicelib.store.records.times import rfc3339


class StandingsLine(TypedDict):
    """One player's line."""

    rank: int
    """The place; equals share one (1, 2, 2, 4)."""
    tied: bool
    """Whether others have the same place."""
    player: int
    """The player's number."""
    name: str
    """The player's name."""
    chips: int
    """Chips held or left with, over all tables sat at."""
    net: int
    """Chips won less chips lost."""
    rounds: int
    """How many rounds the player sat in."""
    hands: int
    """How many hands were counted."""


class MadeFrom(TypedDict):
    """The facts that standings were made from."""

    tables: int
    """How many tables."""
    hands: int
    """How many hands were played out."""
    revision: str
    """Changes whenever the facts change."""


class Standings(TypedDict):
    """A page of a league's standings."""

    league: str
    """The league's name in paths."""
    league_name: str
    """Its name for people."""
    status: Literal["provisional"]
    """Always `provisional`: later hands count too."""
    by: RankedBy
    """What decides: `chips` or `net`."""
    hands: int | None
    """How many hands of each table count, from the first; null: all."""
    made_at: Time
    """When they were computed; they may be a few seconds old (see `fresh`)."""
    made_from: MadeFrom
    """The facts they were made from."""
    standings: list[StandingsLine]
    """Best first."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


class TableStandings(TypedDict):
    """The standings of a table."""

    table: str
    """The table's name in paths."""
    status: Literal["provisional"]
    """Always `provisional`: later hands count too."""
    by: RankedBy
    """What decides: `chips` or `net`."""
    hands: int | None
    """How many hands count, from the first; null: all."""
    hands_counted: int
    """How many hands were counted."""
    ended: GameEnd | None
    """Why the game is over (see getTable); null: it goes on."""
    standings: list[StandingsLine]
    """Best first."""


def line(standing: Standing) -> StandingsLine:
    """Return one player's line."""
    return {
        "rank": standing.rank,
        "tied": standing.tied,
        "player": standing.player,
        "name": standing.name,
        "chips": standing.chips,
        "net": standing.net,
        "rounds": standing.rounds,
        "hands": standing.hands,
    }


def league_standings(page: LeagueStandings) -> Standings:
    """Return a page of a league's standings."""
    return {
        "league": page.league_id,
        "league_name": page.league_name,
        "status": "provisional",
        "by": page.by,
        "hands": page.hands,
        "made_at": rfc3339(page.made_at),
        "made_from": {
            "tables": page.made_from.tables,
            "hands": page.made_from.hands,
            "revision": page.made_from.revision,
        },
        "standings": [line(standing) for standing in page.lines],
        "next_after": page.next_after,
    }


def table_standings(page: ServedTableStandings) -> TableStandings:
    """Return the standings of a table."""
    return {
        "table": page.table_id,
        "status": "provisional",
        "by": page.by,
        "hands": page.hands,
        "hands_counted": page.hands_counted,
        "ended": None if page.ended is None else GameEnd(page.ended),
        "standings": [line(standing) for standing in page.lines],
    }
