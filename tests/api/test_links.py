"""The links of the document: every one of them is followed, in a league that is played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from harness.club import DEPLOYMENT_KEY, Club, Got, route_of

from chalicelib.api.contract.components import Components
from chalicelib.api.contract.links import links
from chalicelib.api.contract.openapi import document
from chalicelib.api.http.links import Link
from chalicelib.api.routes import RESOURCES, ROUTES
from chalicelib.json_value import Json

DOCUMENT = document(RESOURCES)
OPERATIONS = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
}
LINKS = {
    (name, status, link)
    for name, (_, _, operation) in OPERATIONS.items()
    for status, response in operation["responses"].items()
    for link in response.get("links", {})
}
"""Every link there is: its operation, the status of the answer, its name."""
PATHS = {route.name: route.path for route in ROUTES}


def resolved(expression: str, path: Mapping[str, str], answer: Json) -> Json:
    """Return what a runtime expression stands for."""
    if expression.startswith("$request.path."):
        return path[expression.removeprefix("$request.path.")]
    assert expression.startswith("$response.body#/"), expression
    for part in expression.split("/")[1:]:
        if isinstance(answer, Sequence) and not isinstance(answer, str):
            answer = answer[int(part)]
        else:
            assert isinstance(answer, Mapping)
            answer = answer[part]
    assert answer is not None, expression
    return answer


class Client:
    """Asks, and follows the links of what it was answered.

    Attributes
    ----------
    followed
        The links followed so far, as in ``LINKS``.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self.followed: set[tuple[str, str, str]] = set()

    def ask(self, method: str, path: str, body: Json, token: str | None) -> Answer:
        got = self.club.call(method, path, body, token)
        assert got.status < 300, got
        route = route_of(method, path)
        assert route is not None
        own = zip(route.path.split("/"), path.split("/"), strict=True)
        values = {name[1:-1]: value for name, value in own if name.startswith("{")}
        return Answer(self, route.name, values, got)


class Answer:
    """An answer, and the values in the path of its request."""

    def __init__(self, client: Client, name: str, path: Mapping[str, str], got: Got) -> None:
        self.client = client
        self.name = name
        self.path = path
        self.got = got

    def follow(self, name: str, token: str, body: dict[str, Json] | None = None) -> Answer:
        """Follow a link."""
        status = str(self.got.status)
        reference = OPERATIONS[self.name][2]["responses"][status]["links"][name]["$ref"]
        link = DOCUMENT["components"]["links"][reference.rpartition("/")[2]]
        method, path, _ = OPERATIONS[link["operationId"]]
        answer = json.loads(self.got.text)
        for part, expression in link["parameters"].items():
            path = path.replace(f"{{{part}}}", str(resolved(expression, self.path, answer)))
        self.client.followed.add((self.name, status, name))
        return self.client.ask(method, path, body, token)


def test_every_link_leads_on(club: Club) -> None:
    client = Client(club)
    made = client.ask("POST", "/v1/leagues", {"name": "Links"}, DEPLOYMENT_KEY)
    token = made.got["token"]
    path = f"/v1/leagues/{made.follow('league', token).got['league']}"
    new = client.ask("POST", f"{path}/players", {"name": "Ann"}, token)
    assert new.follow("player", token).got["name"] == "Ann"
    more = client.ask("POST", f"{path}/players/bulk", {"names": ["Ben", "Cleo"]}, token)
    assert more.follow("firstPlayer", token).got["name"] == "Ben"

    draft = client.ask("POST", f"{path}/rounds", {"tables": 1}, token)
    opened = draft.follow("opening", token)
    table = opened.follow("table", token)
    assert draft.follow("round", token).follow("table", token).got.json == table.got.json

    here = f"/v1/tables/{table.got['table']}"
    changed = client.ask("PATCH", here, {"recording": "dealt"}, token)
    before = table.follow("nextHand", token)
    assert changed.follow("nextHand", token).got.json == before.got.json
    dealt = [before.follow("deal", token, {"dealer": 1}) for _ in range(2)]
    assert [one.got.status for one in dealt] == [201, 200]
    pages = [one.follow("page", token) for one in dealt]
    for again in (("GET", None), ("PATCH", {"recording": "dealt"})):
        page = client.ask(again[0], here, again[1], token).follow("hand", token)
        assert page.got.json == pages[0].got.json

    turn = dealt[0].got["turn"]
    player = {"kind": "player", "player": table.got["seats"][turn - 1]["player"]}
    seat = club.post(f"{path}/tokens", player, token)["token"]
    own = pages[0].client.ask("GET", f"{here}/hands/1", None, seat)
    body = {**own.got["legal"][0], "after": own.got["digest"]}
    posted = [one.follow("nextAction", seat, body) for one in (own, *dealt)]
    assert [one.got.status for one in posted] == [201, 200, 200]
    for one in posted:
        assert one.follow("page", seat).got["next_action"] == own.got["next_action"] + 1

    assert client.followed == LINKS


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        (Link("gone", "getNothing", "Nowhere."), "does not exist"),
        (Link("hand", "getHand", "No number.", kept=("table",)), "does not fill"),
        (Link("league", "getLeague", "None here.", kept=("league",)), "what it has not"),
    ],
)
def test_a_link_that_leads_nowhere_is_an_error(link: Link, fault: str) -> None:
    (table,) = (route for route in ROUTES if route.name == "getTable")
    with pytest.raises(ValueError, match=fault):
        links(replace(table, links=(link,)), PATHS, Components())


def test_rounds_tables_hands_and_actions_are_linked() -> None:
    leads = {
        name: {
            DOCUMENT["components"]["links"][link["$ref"].rpartition("/")[2]]["operationId"]
            for response in operation["responses"].values()
            for link in response.get("links", {}).values()
        }
        for name, (_, _, operation) in OPERATIONS.items()
    }
    assert leads["getRound"] == {"getTable"}
    assert leads["getTable"] == {"getHand"}
    assert leads["getHand"] == {"dealHand", "putAction"}
    assert leads["drawRound"] >= {"getRound"}
