"""The demonstration's organiser, who sets up the evening, closes it, and counts the chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, cast

from chalicelib.api.resources.codes.answers import Code, Sheet
from chalicelib.api.resources.leagues.answers import NewLeague
from chalicelib.api.resources.rounds.answers import Round
from chalicelib.api.resources.standings.answers import Standings, StandingsLine
from chalicelib.api.resources.tables.answers import Table
from chalicelib.json_value import Json

from . import bots
from .client import Client, JsonObject
from .names import draw_names
from .table_night import Tally

_BULK: Final = 90
_PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of the evening: its id, the join codes of its seats and, last, of its scorer."""

    id: str
    codes: list[str]


@dataclass(frozen=True, slots=True)
class Accounts:
    """The results of the evening: the standings, and all chips, counted in two ways."""

    standings: list[StandingsLine]
    bought_in: int
    accounted_for: int


@dataclass(frozen=True, slots=True)
class Evening:
    """A round that is open for play. ``path`` is the league's."""

    path: str
    token: str
    round: int
    rules: Mapping[str, Json]
    tables: list[SeatedTable]

    def close(self, client: Client) -> Accounts:
        """Close the round, and return the standings and the count of the chips.

        Chips bought in are what each player has less what he won; chips accounted for are those
        that lie before the players, on the tables and in the bank.

        Raises
        ------
        Unexpected
            The API answered otherwise than it had to.
        """
        path = f"{self.path}/rounds/{self.round}/close"
        client.call("POST", path, token=self.token).expect(200)
        accounted_for = 0
        for table in self.tables:
            page: Table = client.call("GET", f"/v1/tables/{table.id}").expect(200)
            accounted_for += sum(seat["stack"] for seat in page["seats"])
            accounted_for += sum(page["layout"].values())
            accounted_for += page["kitty"] + page["pot"] + page["bank"]
        standings = self._standings(client)
        bought_in = sum(line["chips"] - line["net"] for line in standings)
        return Accounts(standings, bought_in, accounted_for)

    def _standings(self, client: Client) -> list[StandingsLine]:
        lines: list[StandingsLine] = []
        after: int | None = 0
        while after is not None:
            query = f"fresh=true&limit={_PAGE}&after={after}"
            page: Standings = client.call("GET", f"{self.path}/standings?{query}").expect(200)
            lines += page["standings"]
            after = page["next_after"]
        return lines


class Organiser:
    """Sets up a league over HTTP. Some of the requests are repeated, as if replies were lost."""

    def __init__(self, client: Client, rng: Random, tally: Tally) -> None:
        self._client = client
        self._rng = rng
        self._tally = tally
        self._token: str | None = None

    def open_evening(self, preset: str, hands: int, players: int, tables: int) -> Evening:
        """Create a league, add players, draw and open a round, and issue join codes.

        Raises
        ------
        Unexpected
            The API answered otherwise than it had to.
        """
        league = {
            "name": f"A night of {preset}",
            "preset": preset,
            "options": {"ending.hands": hands},
        }
        created: NewLeague = self._post("/v1/leagues", league)
        self._token = created["token"]
        path = f"/v1/leagues/{created['league']['league']}"
        names = draw_names(self._rng, players)
        for start in range(0, players, _BULK):
            self._post(f"{path}/players/bulk", {"names": names[start : start + _BULK]})
        drawn: Round = self._post(
            f"{path}/rounds", {"tables": tables, "seed": bots.nonce(self._rng)}
        )
        number = drawn["round"]
        opening = f"{path}/rounds/{number}/open"
        self._client.call("POST", opening, token=self._token).expect(200)
        codes = self._codes(path)
        seated = []
        for table in drawn["tables"]:
            scorer: Code = self._post(f"{path}/codes", {"kind": "scorer", "table": table["table"]})
            seats = [codes[player] for player in table["players"]]
            seated.append(SeatedTable(table["table"], [*seats, scorer["code"]]))
        rules = cast("Mapping[str, Json]", created["league"]["rules"])
        return Evening(path, created["token"], number, rules, seated)

    def _codes(self, path: str) -> dict[int, str]:
        """Return the join codes of all players, sheet by sheet."""
        codes: dict[int, str] = {}
        after: int | None = 0
        while after is not None:
            sheet: Sheet = self._post(f"{path}/codes/sheet", {"after": after})
            codes |= {
                slip["player"]: slip["code"]
                for slip in sheet["codes"]
                if slip["player"] is not None
            }
            after = sheet["next_after"]
        return codes

    def _post(self, path: str, body: JsonObject) -> Any:
        """Create something once, although the request is repeated."""
        key = bots.nonce(self._rng)
        created = self._client.call("POST", path, token=self._token, body=body, key=key).expect(201)
        if bots.chance(self._rng, bots.REPEATED):
            again = self._client.call("POST", path, token=self._token, body=body, key=key)
            self._tally.repeat_marked(again, created, 201)
        return created
