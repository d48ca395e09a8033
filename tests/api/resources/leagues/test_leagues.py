"""Leagues, and their rules until the first deal."""

from __future__ import annotations

import pytest
from harness.club import DEPLOYMENT_KEY, Body, Club

from chalicelib.rules import PRESETS
from chalicelib.service.context import Settings
from chalicelib.store.records.counters import CountersRecord
from chalicelib.store.records.league_index import LeagueIndexRecord


def test_every_preset_makes_a_league(club: Club) -> None:
    for preset in PRESETS:
        got = club.post("/v1/leagues", {"name": "L", "preset": preset})
        assert got.status == 201
        page = club.get(f"/v1/presets/{preset}")
        assert got["league"]["rules"] == page["rules"]
        assert got["league"]["options"] == {}
    presets = [one["preset"] for one in club.get("/v1/presets")["presets"]]
    assert presets == list(PRESETS)
    assert club.get("/v1/presets/bridge").code == "not-found"


def test_options_change_the_rules(club: Club) -> None:
    league = club.league(options={"chips.start": 80.0, "layout": ["AH", "KC"], "per_card": 1})
    page = club.get(league.path).json
    assert page["rules"]["chips.start"] == 80
    assert page["rules"]["layout"] == ["AH", "KC"]
    assert set(page["options"]) == {"chips.start", "layout"}  # per_card is the preset's anyway


@pytest.mark.parametrize(
    "body",
    [
        {"preset": "bridge"},
        {"options": {"no.such": 1}},
        {"options": {"chips.start": 0}},
        {"options": {"chips.start": True}},
        {"options": {"chips.start": "50"}},
        {"options": {"chips.start": 50.5}},
        {"options": {"chips.start": None}},
        {"options": {"penalty.compensation": 1}},
        {"options": {"lead.change": "rank"}},
        {"options": {"layout": []}},
        {"options": {"layout": ["AH", "AH"]}},
        {"options": {"layout": [{"name": "x", "cards": [["AH"]]}]}},
        {"options": {"layout": {"x": ["AH"]}}},
        {"options": {"layout": {"x": "AH"}}},
        {"options": {"layout": "AH"}},
        {"options": {"layout": [{"name": "x", "cards": "ts"}]}},
        {"options": {"layout": [{"name": "x", "cards": "8"}]}},
        {"options": {"widow": "none", "deal.leftover": "equal_to_widow"}},
    ],
)
def test_senseless_rules_are_refused(club: Club, body: dict[str, object]) -> None:
    assert club.post("/v1/leagues", {"name": "L", **body}).code == "malformed"
    league = club.league()
    assert club.patch(league.path, body, league.organiser).code == "malformed"
    assert club.get(league.path)["options"] == {}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": "   "},
        {"name": "x" * 61},
        {"name": "a\nb"},
        {"name": None},
        {"name": 5},
        {"name": "L", "colour": "red"},
        {"name": "L", "public": "yes"},
        {"name": "L", "public": 1},
        {"name": "L", "recording": "filmed"},
        {"name": "L", "play_clock": 4},
        {"name": "L", "play_clock": True},
        {"name": "L", "play_clock": "30"},
        {"name": "L", "play_clock": 30.5},
        {"name": "L", "options": []},
    ],
)
def test_a_request_of_the_wrong_shape_is_refused(club: Club, body: dict[str, object]) -> None:
    got = club.post("/v1/leagues", body)
    assert (got.status, got.code) == (422, "invalid-request")
    assert got["errors"][0]["at"].startswith("/body/")


def test_names_are_trimmed_and_may_be_in_any_script(club: Club) -> None:
    got = club.post("/v1/leagues", {"name": "  Клуб «Ворох» 🂡 ", "play_clock": 30.0})
    assert got["league"]["name"] == "Клуб «Ворох» 🂡"
    assert got["league"]["play_clock"] == 30


def test_a_change_leaves_the_rest_as_it_was(club: Club) -> None:
    league = club.league(options={"chips.start": 80}, play_clock=60)
    before = club.get(league.path).json
    got = club.patch(league.path, {"name": "Friday club"}, league.organiser)
    assert got.json == {**before, "name": "Friday club"}
    got = club.patch(league.path, {"play_clock": None, "public": False}, league.organiser)
    assert (got["play_clock"], got["public"]) == (None, False)
    got = club.patch(league.path, {"preset": "saratoga"}, league.organiser)
    assert got["options"] == {"chips.start": 80}
    assert club.patch(league.path, {"options": {}}, league.organiser)["options"] == {}
    assert club.patch(league.path, {}, league.organiser).status == 200
    for null in ("name", "preset", "options", "public", "recording"):
        assert club.patch(league.path, {null: None}, league.organiser).code == "invalid-request"


def test_the_rules_freeze_with_the_first_hand(club: Club) -> None:
    night = club.night(tables=2, options={"chips.start": 80})
    assert club.patch(night.path, {"options": {"chips.start": 60}}, night.organiser).status == 200
    assert club.get(night.path)["frozen"] is False
    assert night.tables[1].page()["seats"][0]["stack"] == 60
    night.table.deal()
    assert club.get(night.path)["frozen"] is True
    changes: list[Body] = [
        {"options": {"chips.start": 80}},
        {"options": {}},
        {"preset": "boodle"},
        {"play_clock": 30},
    ]
    for change in changes:
        got = club.patch(night.path, change, night.organiser)
        assert (got.status, got.code) == (409, "rules-frozen")
    same = {"options": {"chips.start": 60}, "preset": "michigan", "play_clock": None}
    more = {"name": "Friday club", "public": False, "recording": "entered"}
    assert club.patch(night.path, {**same, **more}, night.organiser).status == 200
    night.tables[1].deal()
    assert night.tables[1].page()["bought_in"] == 180


def test_creating_a_league_takes_the_deployments_key(club: Club) -> None:
    closed = club.use(settings=Settings())
    assert closed.post("/v1/leagues", {"name": "L"}).code == "forbidden"
    for key, code in ((DEPLOYMENT_KEY, None), ("wrong", "forbidden"), ("", "forbidden")):
        got = closed.post("/v1/leagues", {"name": "L"}, headers={"Boodle-Key": key})
        assert got.code == code


def test_new_leagues_are_limited(club: Club) -> None:
    club = club.use(settings=Settings(open_leagues=True, leagues_in_all=2))
    key = club.new_key()
    club.post("/v1/leagues", {"name": "L"}, key=key)
    club.post("/v1/leagues", {"name": "L"}, key=key)  # a repeat is none
    club.post("/v1/leagues", {"name": "L"})
    got = club.post("/v1/leagues", {"name": "L"})
    assert (got.status, got.code, got["retry_after"]) == (429, "rate-limited", 3600)
    assert club.post("/v1/leagues", {"name": "L"}, key=key).replayed
    club.clock.tick(3600)
    assert club.post("/v1/leagues", {"name": "L"}).status == 201


def test_leagues_of_strangers_do_not_use_up_the_organisers(club: Club) -> None:
    """60 leagues of a stranger kept the organiser waiting for the rest of the hour."""
    club = club.use(settings=Settings(open_leagues=True, local_leagues=True))
    codes = [
        club.post("/v1/leagues", {"name": "L"}, address=f"192.0.2.{n // 21}").code
        for n in range(5 * 21)
    ]
    assert codes.count(None) == 60
    assert codes[:21] == [None] * 20 + ["rate-limited"]  # nor does one of them those of the others
    key = {"Boodle-Key": DEPLOYMENT_KEY}
    for _ in range(70):
        assert club.post("/v1/leagues", {"name": "Ours"}, headers=key).status == 201
    here = {"Host": "localhost:8000"}
    for _ in range(70):
        got = club.post("/v1/leagues", {"name": "Ours"}, headers=here, address="127.0.0.1")
        assert got.status == 201


LAPTOP = {"Host": "127.0.0.1:8000"}


@pytest.mark.parametrize(
    ("address", "headers", "allowed"),
    [
        ("127.0.0.1", LAPTOP, True),
        ("::1", {"Host": "[::1]:8000"}, True),
        ("::ffff:127.0.0.1", {"Host": "localhost"}, True),
        ("127.0.0.1", {**LAPTOP, "Origin": "http://127.0.0.1:8000"}, True),
        ("192.0.2.7", LAPTOP, False),
        ("", LAPTOP, False),
        ("127.0.0.1", {}, False),
        ("127.0.0.1", {"Host": "192.168.1.7:8000"}, False),
        ("127.0.0.1", {"Host": "localhost.example.org"}, False),
        ("127.0.0.1", {"Host": "127.0.0.1.nip.io:8000"}, False),
        ("127.0.0.1", {**LAPTOP, "Origin": "http://127.0.0.1:9000"}, False),
        ("127.0.0.1", {**LAPTOP, "Origin": "https://example.org"}, False),
        ("127.0.0.1", {**LAPTOP, "Origin": "null"}, False),
        ("127.0.0.1", {**LAPTOP, "X-Forwarded-For": "127.0.0.1"}, False),
        ("127.0.0.1", {**LAPTOP, "X-Forwarded-Host": "localhost"}, False),
        ("127.0.0.1", {**LAPTOP, "Forwarded": "for=127.0.0.1"}, False),
        ("127.0.0.1", {**LAPTOP, "Via": "1.1 proxy"}, False),
        ("127.0.0.1", {**LAPTOP, "X-Real-Ip": "127.0.0.1"}, False),
    ],
)
def test_a_laptop_takes_new_leagues_from_itself(
    club: Club, address: str, headers: dict[str, str], allowed: bool
) -> None:
    """Anyone on the network could create leagues, and fill the disk."""
    laptop = club.use(settings=Settings(local_leagues=True))
    got = laptop.post("/v1/leagues", {"name": "L"}, headers=headers, address=address)
    assert got.code == (None if allowed else "forbidden")
    key = {**headers, "Boodle-Key": DEPLOYMENT_KEY}
    got = laptop.post("/v1/leagues", {"name": "L"}, headers=key, address=address)
    assert got.status == 201
    got = club.use(settings=Settings()).post(
        "/v1/leagues", {"name": "L"}, headers=headers, address=address
    )
    assert got.code == "forbidden"


def test_who_knows_an_idempotency_key_gets_no_token_with_it(club: Club) -> None:
    """The same key and body from another address got the organiser's token."""
    key, body = club.new_key(), {"name": "L"}
    mine = club.post("/v1/leagues", body, key=key)
    assert club.post("/v1/leagues", body, key=key).text == mine.text  # the reply was lost
    other = club.post("/v1/leagues", body, key=key, address="192.0.2.8")
    assert not other.replayed
    assert other["league"]["league"] != mine["league"]["league"]
    held = {"Boodle-Key": DEPLOYMENT_KEY}
    by_key = club.post("/v1/leagues", body, key=key, headers=held)
    assert not by_key.replayed
    # The key's holder gets it repeated wherever he is.
    again = club.post("/v1/leagues", body, key=key, headers=held, address="192.0.2.9")
    assert again.replayed
    assert again.text == by_key.text
    guessed = club.post("/v1/leagues", body, key=key, headers={"Boodle-Key": "a guess"})
    assert guessed["league"]["league"] not in (mine["league"]["league"], by_key["league"]["league"])


def test_a_lost_league_is_recovered_by_the_deployments_key(club: Club) -> None:
    league = club.league()
    path = f"{league.path}/recover"
    assert club.post(path).code == "forbidden"
    assert club.post(path, headers={"Boodle-Key": "wrong"}).code == "forbidden"
    assert club.post(path, None, league.organiser).code == "forbidden"
    assert club.post("/v1/leagues/none/recover", headers={"Boodle-Key": DEPLOYMENT_KEY}).code == (
        "not-found"
    )
    token = club.post(path, headers={"Boodle-Key": DEPLOYMENT_KEY})["token"]
    assert club.get("/v1/me", token)["subject"] == "organiser-2"
    assert club.get("/v1/me", league.organiser).status == 200  # others are not shut out
    assert club.delete(f"{league.path}/tokens/organiser-1", token).status == 204
    assert club.get("/v1/me", league.organiser).code == "unauthenticated"


def test_who_holds_the_deployments_key_lists_the_leagues(club: Club) -> None:
    made = {club.league(name=f"Club {n}", public=n > 1).id: f"Club {n}" for n in range(5)}
    key = {"Boodle-Key": DEPLOYMENT_KEY}
    seen: dict[str, str] = {}
    after: str | None = ""
    while after is not None:
        query = {"limit": 2, "after": after} if after else {"limit": 2}
        page = club.call("GET", "/v1/leagues", query=query, headers=key)
        assert (page.status, page.headers["Cache-Control"]) == (200, "no-store")
        seen |= {league["league"]: league["name"] for league in page["leagues"]}
        after = page["next_after"]
    assert seen == made
    for headers in ({}, {"Boodle-Key": "another key, as long"}):
        assert club.call("GET", "/v1/leagues", headers=headers).code == "forbidden"
    assert club.call("GET", "/v1/leagues", query={"after": "L#"}, headers=key).status == 422


def test_a_league_of_version_0_1_is_listed_once_it_is_changed_or_recovered(club: Club) -> None:
    key = {"Boodle-Key": DEPLOYMENT_KEY}

    def names() -> list[str]:
        page = club.call("GET", "/v1/leagues", headers=key)
        return [league["name"] for league in page["leagues"]]

    changed, recovered = club.league(name="One"), club.league(name="Two")
    for league in (changed, recovered):
        stored = LeagueIndexRecord.at(league.id).read(club.context.store)
        counters = CountersRecord.at(league.id).read(club.context.store)
        assert stored is not None
        assert counters is not None
        club.context.store.commit([stored.delete(), counters.touch()])
    assert names() == []
    assert club.patch(changed.path, {"name": "Three"}, changed.organiser).status == 200
    for _ in range(2):
        got = club.call("POST", f"{recovered.path}/recover", headers=key, key=club.new_key())
        assert got.status == 201
    assert sorted(names()) == ["Three", "Two"]
