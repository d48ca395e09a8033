"""The examples in the published document: recorded in a real run, complete, and valid.

``BOODLE_RECORD=1 pytest tests/api/test_contract_examples.py`` writes them anew; then
``make openapi`` takes them into the document.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from harness.club import DEPLOYMENT_KEY, Club, Got, League, Table, route_of
from harness.contributors import Contributor, contributors, redraw
from jsonschema import Draft202012Validator

from chalicelib.api.contract.examples import FILE
from chalicelib.api.contract.openapi import document_text
from chalicelib.api.routes import RESOURCES, ROUTES
from chalicelib.store.port import Store
from chalicelib.store.sqlite.store import SqliteStore

SECRETS = {"token": "<a token>", "code": "0000-0000"}
PAGE_BEGINS = 300
NONCE = "A" * 22
DRAWN = ('["boodle-deal-2"', '{"league"')
MAX_TEXT = 40
MAX_LIST = 3  # of games, options, problems, and plays of a record: they all look alike
WITHOUT = {"getOpenApi", "getDocs", "revokeTokens", "revokeCode", "deletePlayer", "leaveTable"}


def _secret(value: Any) -> bool:
    """Whether a value is a token or join code; a problem's ``code`` is none."""
    code = r"[0-9A-Z]{4}-[0-9A-Z]{4}"
    return isinstance(value, str) and (value.count(".") == 2 or bool(re.fullmatch(code, value)))


def unsecret(value: Any) -> Any:
    """Return a value with placeholders where it had secrets."""
    if isinstance(value, dict):
        return {
            name: SECRETS[name] if name in SECRETS and _secret(part) else unsecret(part)
            for name, part in value.items()
        }
    return [unsecret(part) for part in value] if isinstance(value, list) else value


class Recorder(Club):
    """A club that keeps the first exchange of each operation and status."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.kept: dict[str, dict[str, Any]] = {}
        self.recording = True

    def call(self, method: str, path: str, body: Any = None, *rest: Any, **more: Any) -> Got:
        got = super().call(method, path, body, *rest, **more)
        route = route_of(method, path)
        if not self.recording or route is None or got.status == 204:
            return got
        kept = self.kept.setdefault(route.name, {})
        if body is not None and got.status < 300:
            kept.setdefault("request", unsecret(body))
        if "json" in got.headers["Content-Type"]:
            kept.setdefault("responses", {}).setdefault(str(got.status), unsecret(got.json))
        else:
            kept.setdefault("text", got.text)
        return got


def expect(status: int, got: Got) -> Got:
    assert got.status == status, got
    return got


def night(club: Recorder) -> None:
    """Play a small league, every operation in its place."""
    for path in (
        "health",
        "ready",
        "presets",
        "presets/boodle",
        "presets/boodle/rules",
        "problems",
    ):
        expect(200, club.get(f"/v1/{path}"))
    options = {"per_card": 2}
    body = {"name": "Tuesday club", "preset": "boodle", "options": options, "play_clock": 60}
    made = expect(201, club.post("/v1/leagues", body, key="6f0b2c1e-8f6d-4f6a-9b7e-0d7f2f7c5a11"))
    expect(422, club.post("/v1/leagues", {"name": "Tuesday club", "preset": "canasta"}))
    league = League(club, made["league"]["league"], made["token"])
    people(club, league)
    number = rounds(club, league)
    credentials(club, league)
    table = league.table
    expect(200, club.patch(table.path, {"recording": "dealt"}, league.organiser))
    expect(200, club.get(table.path, league.organiser))
    hand(club, table)
    seats(club, table)
    for path in (
        "",
        "/standings",
        "/ledger",
        "/hands",
        "/records",
        "/hands/1/record",
        "/hands/1/audit",
    ):
        expect(200, club.get(table.path + path, league.organiser))
    expect(200, league.standings())
    expect(200, league.standings(format="csv"))
    expect(409, club.patch(league.path, {"preset": "michigan"}, league.organiser))
    expect(200, club.patch(league.path, {"name": "Tuesday night club"}, league.organiser))
    expect(200, club.get(league.path))
    expect(200, club.get(league.path + "/rules"))
    real_cards(club)
    expect(200, league.close_round(number))
    recover = league.path + "/recover"
    expect(403, club.post(recover, headers={"Boodle-Key": "a guess"}))
    expect(201, club.post(recover, headers={"Boodle-Key": DEPLOYMENT_KEY}))
    expect(200, club.call("GET", "/v1/leagues", headers={"Boodle-Key": DEPLOYMENT_KEY}))


def people(club: Recorder, league: League) -> None:
    path, organiser = league.path + "/players", league.organiser
    expect(201, club.post(path + "/bulk", {"names": ["Ann", "Ben", "Cleo"]}, organiser))
    expect(201, club.post(path, {"name": "Dan"}, organiser))
    expect(409, club.post(path, {"name": "Ann"}, organiser))
    expect(401, club.post(path, {"name": "Eve"}))
    expect(200, club.patch(path + "/4", {"name": "Dan the elder"}, organiser))
    expect(200, club.post(path + "/4/withdraw", None, organiser))
    expect(200, club.get(path))
    expect(200, club.get(path + "/4"))
    expect(404, club.get(path + "/5"))


def rounds(club: Recorder, league: League) -> int:
    path, organiser = league.path + "/rounds", league.organiser
    expect(422, club.post(path, {"tables": 2}, organiser))
    expect(201, club.post(path, {"seed": "30 November", "tables": 1}, organiser))
    expect(201, club.post(path, {"seed": "a mistake", "tables": 1}, organiser))
    expect(200, club.get(path))
    expect(200, club.delete(path + "/2", organiser))
    opened = expect(200, club.post(path + "/1/open", None, organiser))
    expect(409, club.delete(path + "/1", organiser))
    expect(200, club.get(path + "/1"))
    league.tables = [Table(league, table["table"], table["players"]) for table in opened["tables"]]
    return 1


def credentials(club: Recorder, league: League) -> None:
    path, organiser = league.path, league.organiser
    body = {"kind": "scorer", "label": "the tablet", "table": league.table.id}
    expect(201, club.post(path + "/tokens", body, organiser))
    expect(200, club.get(path + "/tokens", organiser))
    issued = expect(201, club.post(path + "/codes", {"kind": "player", "player": 1}, organiser))
    trade = {"code": issued["code"], "nonce": NONCE}
    joined = expect(200, club.post("/v1/join", trade))
    expect(409, club.post("/v1/join", {**trade, "nonce": "B" * 22}))
    expect(404, club.post("/v1/join", {**trade, "code": "2345-6789"}))
    expect(200, club.get("/v1/me", joined["token"]))
    club.recording = False
    club.post(path + "/tokens", {"kind": "player", "player": 1}, organiser)
    club.recording = True
    mine = expect(200, club.get("/v1/me/tokens", joined["token"]))
    number = mine["tokens"][0]["number"]
    expect(200, club.post(f"/v1/me/tokens/{number}/confirm", None, joined["token"]))
    expect(200, club.post("/v1/me/tokens", {"nonce": NONCE}, joined["token"]))
    expect(201, club.post(path + "/codes/sheet", {}, organiser))
    listed = expect(200, club.get(path + "/codes", organiser))
    expect(204, club.delete(f"{path}/codes/{listed['codes'][0]['code_id']}", organiser))


def hand(club: Recorder, table: Table) -> None:
    """Deal a hand and play it out, tokens being issued off the record."""
    club.recording = False
    tokens = {seat: table.seat(seat) for seat in table.seats}
    dealer = table.page()["next_dealer"]
    spaces = list(table.page()["layout"])
    club.recording = True
    table.hand = 1
    expect(409, table.put_hand(1, tokens[dealer]))
    expect(200, club.put(table.at() + "/amount", {"amount": 4}, tokens[dealer]))
    for seat, token in tokens.items():
        stakes = dict.fromkeys(spaces[:4], 1)
        body = {"stakes": stakes, "away": False}
        expect(200, club.put(f"{table.at()}/entries/{seat}", body, token))
    phones = contributors(table)
    for status in (201, 200):
        expect(status, table.put_hand(1, tokens[dealer]))
    expect(409, Contributor(table, 1).open(2))
    opening = phones[0].body()
    for status in (201, 200):
        expect(status, phones[0].post(1, opening))
    phones[0].number += 1
    expect(409, redraw(table, 2, 2, 3))
    club.clock.tick(20)
    for status in (201, 200):
        expect(status, redraw(table, 2, 2, 3))
    expect(201, phones[0].open())
    club.recording = False
    page, token = _whose_turn(table, tokens)
    club.recording = True
    expect(200, club.get(table.at(), token))
    expect(200, club.get(table.at() + "/cards", token))
    expect(404, club.get(f"{table.path}/hands/3", token))
    first = {"play": page["legal"][0]["play"], "after": page["digest"]}
    held = next(seat["cards"] for seat in page["seats"] if seat["cards"])
    wrong = next(card for card in held if card not in [one["play"] for one in page["legal"]])
    expect(422, table.act(1, token, play=wrong))
    for status in (201, 200):
        expect(status, table.act(1, token, **first))
    expect(409, table.act(1, token, play=wrong))
    club.recording = False
    page, token = _whose_turn(table, tokens)
    club.recording = True
    queue = {"first": 2, "after": page["digest"], "actions": [{"play": page["legal"][0]["play"]}]}
    expect(200, club.post(table.at() + "/actions", queue, token))
    expect(200, club.get(table.at() + "/actions", token))
    expect(200, club.get(table.at() + "/setup"))
    expect(200, club.get(table.at() + "/ledger"))
    club.recording = False
    table.play_out()
    club.recording = True


def real_cards(club: Recorder) -> None:
    """Play a hand with real cards whose score sheet is put, the league being made unrecorded."""
    club.recording = False
    table = club.night(preset="michigan", recording="result").table
    expect(201, table.put_hand(1, dealer=3))
    club.recording = True
    left = {"cards_left": {"2": 4, "3": 1}, "spaces": {"QD": [1], "JS": [3]}}
    path = table.at(1) + "/score"
    expect(422, club.put(path, {"out": 1, **left, "spaces": {"QD": [1, 2]}}, table.scorer))
    for status in (201, 200):
        expect(status, club.put(path, {"out": 1, **left}, table.scorer))
    expect(409, club.put(path, {"out": 2, **left}, table.scorer))


def seats(club: Recorder, table: Table) -> None:
    """Count the chips after the hand, and let somebody join before the next."""
    organiser = table.league.organiser
    counted = {str(seat["seat"]): seat["stack"] for seat in table.page()["seats"]}
    counted["1"] -= 1
    expect(200, club.put(table.at() + "/count", {"stacks": counted}, organiser))
    expect(200, club.get(table.path + "/counts"))
    late = expect(201, club.post(table.league.path + "/players", {"name": "Eve"}, organiser))
    for status in (201, 200):
        expect(status, club.put(f"{table.path}/seats/4", {"player": late["player"]}, organiser))
    expect(409, club.put(f"{table.path}/seats/4", {"player": 4}, organiser))
    expect(204, club.delete(f"{table.path}/seats/4", organiser))
    expect(200, club.put(f"{table.path}/commitments/1/readmission", None, organiser))


def _whose_turn(table: Table, tokens: Mapping[int, str]) -> tuple[dict[str, Any], str]:
    for token in tokens.values():
        page = table.view(token)
        if page["awaiting"] == "you":
            return page, token
    raise AssertionError("nobody's turn")


def _shorten(kept: Any) -> None:
    """Leave few options and movements of chips in their lists, and the beginnings of draws."""
    if isinstance(kept, list) and kept and isinstance(kept[0], dict) and "reason" in kept[0]:
        del kept[MAX_LIST:]
    for name, part in kept.items() if isinstance(kept, dict) else enumerate(kept):
        if isinstance(part, str) and part.startswith(DRAWN) and len(part) > MAX_TEXT:
            kept[name] = part[:MAX_TEXT] + " …"
        if name == "rules" and isinstance(part, dict):
            kept[name] = dict(list(part.items())[:MAX_LIST])
        elif isinstance(part, dict | list):
            _shorten(part)


def recorded(store: Store) -> str:
    club = Recorder(store)
    night(club)
    for operation, lists in (
        ("listPresets", ("presets", "options")),
        ("listProblems", ("problems",)),
    ):
        for name in lists:
            del club.kept[operation]["responses"]["200"][name][MAX_LIST:]
    _shorten(club.kept)
    for name in ("getPresetRules", "getLeagueRules"):
        page = club.kept[name]["responses"]["200"]
        page["text"] = page["text"][:PAGE_BEGINS] + " …"
    one = club.kept["getRecord"]["responses"]["200"]
    for record in (one, *club.kept["listRecords"]["responses"]["200"]["records"]):
        del record["actions"][MAX_LIST:]
    return json.dumps(club.kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def test_the_examples_are_what_a_real_run_gives(store: SqliteStore) -> None:
    again = recorded(store)
    if os.environ.get("BOODLE_RECORD") == "1":
        FILE.write_text(again, "utf-8")
    assert FILE.read_text("utf-8") == again, "record them anew: see this file's docstring"


def test_every_body_and_every_answer_has_an_example() -> None:
    kept = json.loads(FILE.read_text("utf-8"))
    for route in ROUTES:
        if route.name in WITHOUT:
            continue
        wanted = {str(status) for status in route.replies}
        assert wanted <= set(kept[route.name]["responses"]), route.name
        assert (route.body is not None) == ("request" in kept[route.name]), route.name


DOCUMENT = json.loads(document_text(RESOURCES))
CONTENTS = [
    pytest.param(media["schema"], media["example"], id=f"{operation['operationId']}-{where}")
    for item in DOCUMENT["paths"].values()
    for operation in item.values()
    for where, part in [("body", operation.get("requestBody", {})), *operation["responses"].items()]
    for media in part.get("content", {}).values()
    if "example" in media
]


@pytest.mark.parametrize(("schema", "example"), CONTENTS)
def test_an_example_is_valid(schema: dict[str, Any], example: Any) -> None:
    whole = {**schema, "components": DOCUMENT["components"]}
    Draft202012Validator(whole).validate(example)


def test_no_example_has_a_secret() -> None:
    text = FILE.read_text("utf-8")
    assert "eyJ" not in text  # how a JWT begins
    assert Path(FILE).stat().st_size < 80_000
