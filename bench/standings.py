"""The standings page of a league with 1,000 players, through the handler."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from chalicelib.store.records.summaries import HandResult, SummaryRecord

from . import deployed, handler
from .figure import Figure
from .timing import cpu_of, interleaved

PLAYERS: Final = 1000
TABLE_SEATS: Final = 8
HANDS: Final = 12
STANDINGS: Final = "/v1/leagues/{league}/standings"


def _league(played: deployed.Deployed, players: int) -> tuple[str, str]:
    """Make a league in which every table has played its hands; return its id and a token."""
    made = played.ask("POST", "/v1/leagues", body={"name": "Bench", "preset": deployed.PRESET})
    token, league = made["token"], made["league"]["league"]
    tables = players // TABLE_SEATS

    def ask(path: str, body: Any = None, **params: str) -> Any:
        resource = "/v1/leagues/{league}" + path
        where = {"league": league, **params}
        return played.ask("POST", resource, params=where, body=body, token=token)

    for start in range(0, players, 90):
        numbers = range(start, min(start + 90, players))
        ask("/players/bulk", {"names": [f"Player {number + 1}" for number in numbers]})
    ask("/rounds", {"tables": tables, "seed": "bench"})
    ask("/rounds/{round}/open", round="1")
    random = Random(1)
    store = played.context.store
    for table in range(1, tables + 1):
        summary = SummaryRecord.at(league, 1, table).read(store)
        assert summary is not None
        seats = len(summary.record.players)
        played_out = replace(
            summary.record,
            bought=(50,) * seats,
            hands=tuple(
                HandResult(hand, tuple(random.randrange(20, 80) for _ in range(seats)))
                for hand in range(1, HANDS + 1)
            ),
        )
        store.commit([summary.put(played_out)])
    return league, token


def measure(quick: bool) -> list[Figure]:
    """Return the milliseconds of a page, computed and from the snapshot, and of all."""
    players = 80 if quick else PLAYERS
    handler.with_credentials()
    plays = handler.Plays()
    with deployed.on_folder() as played:
        league, token = _league(played, players)

        def page(**query: str) -> str:
            asked = deployed.event("GET", STANDINGS, {"league": league}, None, token, query or None)
            answer = played.app(asked, None)
            if answer["statusCode"] != 200:
                raise deployed.Unexpected(f"standings: {answer}")
            return str(answer["body"])

        whole = page(format="csv", fresh="true")
        if len(whole.splitlines()) != players + 1:
            raise deployed.Unexpected("a player is missing in the standings")
        part = page()
        fresh, kept, whole_fresh, floor = interleaved(
            2 if quick else 15,
            partial(cpu_of, lambda: page(fresh="true"), 1),
            partial(cpu_of, page, 4),
            partial(cpu_of, lambda: page(format="csv", fresh="true"), 1),
            plays.mean_floor,
        )
    base = min(floor)

    def figure(name: str, values: list[float], note: str) -> Figure:
        best = min(values)
        return Figure(name, best * 1e3, "ms CPU", base * 1e3, best / base, note=note)

    shown = len(json.loads(part)["standings"])
    of = f"of {players:,} players, {players // TABLE_SEATS} tables"
    return [
        figure("standings.page", fresh, f"{shown} lines {of}, anew; by the handler's floor"),
        figure("standings.page.kept", kept, "the same within five seconds"),
        figure("standings.whole", whole_fresh, f"all lines as CSV, {len(whole) // 1000} kB, anew"),
    ]
