"""Every game of the family over HTTP: betting, following, dropping out, time and targets."""

from __future__ import annotations

import copy
import re
from dataclasses import replace

import pytest
from harness.club import Club, Table
from harness.memory import MemoryStore

from chalicelib.rules import PRESETS
from chalicelib.rules.version import Version
from chalicelib.store.records.summaries import SummaryRecord


def stake(table: Table, hand: int) -> None:
    """Place what has to be placed, all on the first space."""
    space = next(iter(table.page()["layout"]))
    amount = table.club.get(f"{table.league.path}")["rules"]["stakes.amount"]
    for seat in table.seats:
        body = {"stakes": {space: amount}}
        got = table.club.put(f"{table.at(hand)}/entries/{seat}", body, table.seat(seat))
        assert got.status in (200, 422), got  # fixed stakes are not placed


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_of_every_preset_is_played_out(club: Club, preset: str) -> None:
    table = club.night(4, preset=preset).table
    stake(table, 1)
    table.deal(dealer=4)
    table.play_out()
    page = table.page()
    assert page["hands_counted"] == 1
    chips = [seat["stack"] for seat in page["seats"]]
    table_chips = sum(page["layout"].values()) + page["kitty"] + page["pot"] + page["bank"]
    assert sum(chips) + table_chips == page["bought_in"] == 200


def test_the_betting_of_three_in_one(club: Club) -> None:
    table = club.night(4, preset="three_in_one").table
    table.deal(dealer=4)
    page = table.view(table.seat(1))
    assert (page["awaiting"], page["phase"], page["put"]) == ("you", "poker", [0, 0, 0, 0])
    assert page["legal"] == [
        {"check": True, "seat": 1},
        {"bet": 1, "seat": 1},
        {"fold": True, "seat": 1},
    ]
    assert table.view(table.seat(2))["awaiting"] == "bet"
    assert table.act(1, table.seat(2), bet=3).code == "against-the-rules"
    assert table.act(1, table.scorer, bet=3, seat=1).code == "forbidden"
    assert table.act(1, table.seat(1), bet=page["highest"] + 1).code == "against-the-rules"
    assert table.act(1, table.seat(1), bet=3).status == 201
    assert table.act(2, table.seat(2), raise_=7).status == 201
    assert table.act(3, table.seat(3), fold=True).status == 201
    assert table.act(4, table.seat(4), call=True).status == 201
    pot = table.view()["pot"]
    got = table.act(5, table.seat(1), call=True)
    assert [event["event"] for event in got["effects"]["events"]] == ["best_hand"]
    won = [entry for entry in got["effects"]["ledger"] if entry["reason"] == "pot"]
    assert sum(entry["amount"] for entry in won) == pot + 4
    assert table.view()["phase"] == "lead"
    director = table.league.director
    assert table.act(6, director, undo=5, reason="a mistake").code == "undo-refused"


def test_runs_that_play_themselves(club: Club) -> None:
    table = club.night(4, options={"following": "automatic"}).table
    table.deal(dealer=4)
    legal = table.view(table.seat(1))["legal"][0]
    got = table.act(1, table.seat(1), play=legal["play"])
    page = table.view()
    assert page["awaiting"] == "lead"
    played = [event["card"] for event in got["effects"]["events"] if event["event"] == "play"]
    assert [play["card"] for play in page["plays"]] == [legal["play"], *played]
    assert table.act(2, table.scorer, away=True, seat=1).status == 201  # it leads no more (R17)
    table.play_out()
    assert table.page()["hands_counted"] == 1


def test_covered_cards_that_played_themselves_are_not_revealed_to_others(club: Club) -> None:
    options = {"following": "automatic", "played_cards": "covered"}
    table = club.night(3, options=options).table
    table.deal(dealer=3)
    number = 1
    while table.view()["phase"] != "over" and number < 4:
        turn = table.view()["turn"]
        legal = table.view(table.seat(turn))["legal"][0]
        assert table.act(number, table.seat(turn), play=legal["play"]).status == 201
        number += 1
    seen = [play["card"] for play in table.view()["plays"]]
    log = table.club.get(table.at() + "/actions")["actions"]
    events = [event for one in log for event in one["effects"]["events"]]
    told = [event.get("card") for event in events if event["event"] == "play"]
    told += [one["action"]["play"] for one in log]
    assert sorted(filter(None, told)) == sorted(filter(None, seen))
    assert None in seen


def test_a_seat_that_is_away(club: Club) -> None:
    table = club.entered(options={"penalty.missed_play": 1}).table
    table.enter()
    assert table.act(1, table.seat(2), away=True).status == 201
    assert table.act(2, table.seat(3), away=True, seat=2).code == "forbidden"
    assert table.act(2, table.scorer, away=True).code == "malformed"
    got = table.act(2, table.seat(1), play="2S")
    assert {"event": "play", "seat": 2, "card": "3S"} in got["effects"]["events"]
    assert table.act(3, table.scorer, back=True, seat=2).status == 201
    assert table.act(4, table.scorer, back=True, seat=2).code == "against-the-rules"


def test_a_hand_that_ends_at_its_stakes(club: Club) -> None:
    """R12: whom the stakes leave without chips is not dealt in; nobody is left to play here."""
    options = {"chips.start": 3, "broke": "drop_out"}
    table = club.night(3, preset="newmarket", options=options).table
    stake(table, 1)
    assert table.put_hand(1, dealer=3).status == 201
    assert table.put_hand(1, dealer=3).status == 200
    page = table.view(hand=1)
    assert (page["status"], page["winner"]) == ("over", None)
    assert [seat["dealt_in"] for seat in page["seats"]] == [False] * 3
    assert table.act(1, table.seat(1), hand=1, play="2S").code == "hand-over"
    page = table.page()
    assert (page["ended"], page["bank"], page["hands_counted"]) == ("seats", 9, 1)


def test_no_deal_when_the_time_is_up(club: Club) -> None:
    table = club.night(3, options={"ending.minutes": 30}).table
    table.deal(dealer=3)
    table.play_out()
    assert table.page()["ended"] is None
    club.clock.tick(30 * 60)
    got = table.put_hand(2)
    assert (got.code, got["ended"], got["ends_at"]) == (
        "game-over", "minutes", "2026-11-30T19:30:00.000Z"
    )  # fmt: skip
    assert "2026-11-30 at 19:30 UTC" in got["detail"]
    page = table.page()
    assert (page["state"], page["ended"]) == ("over", "minutes")
    assert sum(page["layout"].values()) == 0
    assert table.put_hand(2).text == got.text


def left_on_the_layout(club: Club) -> Table:
    """Return a table that has played a hand nobody won a space of, and the last of its minute."""
    table = club.entered(options={"ending.minutes": 1}).table
    assert table.page()["ends_at"] is None
    table.enter()
    table.play_short()
    page = table.page()
    assert (page["state"], page["next_hand"]) == ("waiting", 2)
    assert page["ends_at"] == "2026-11-30T19:01:00.000Z"
    assert sum(page["layout"].values()) == 16
    club.clock.tick(59.9)
    assert table.page()["state"] == "waiting"
    club.clock.tick(0.1)
    return table


def items(club: Club) -> object:
    """Return all that the store holds."""
    store = club.context.store
    assert isinstance(store, MemoryStore)
    return copy.deepcopy(store._partitions)


def test_time_ends_by_the_clock_and_not_by_a_request(club: Club) -> None:
    """R13: every page says so at once, alike for the first to ask; nothing is written for it."""
    table = left_on_the_layout(club)
    stored = items(club)
    page = table.page()
    assert (page["state"], page["ended"]) == ("over", "minutes")
    assert (page["next_hand"], page["next_dealer"]) == (None, None)
    chips = [seat["stack"] for seat in page["seats"]]
    assert (sum(page["layout"].values()), sum(chips) + page["bank"]) == (0, 150)
    ledger = club.get(f"{table.path}/ledger").json
    assert sum(one["amount"] for one in ledger["unclaimed"]) == 16
    standings = table.league.standings(fresh="true").json
    shown = club.get(f"{table.path}/standings").json
    assert (shown["ended"], shown["standings"]) == ("minutes", standings["standings"])
    assert sorted(line["chips"] for line in shown["standings"]) == sorted(chips)
    assert club.get(table.at(2)).status == 404
    first = table.put_hand(2)
    assert first.code == "game-over"
    entry = club.put(f"{table.at(2)}/entries/1", {"rebuy": False}, table.seat(1))
    assert entry["detail"] == table.put_hand(2)["detail"] == first["detail"]
    assert items(club) == stored
    assert table.page() == page
    assert table.league.standings(fresh="true").json == {
        **standings, "made_at": table.league.standings()["made_at"]
    }  # fmt: skip


def test_a_round_closed_after_the_time_was_up_changes_nothing(club: Club) -> None:
    table = left_on_the_layout(club)
    page = table.page()
    standings = table.league.standings(fresh="true")["standings"]
    refused = table.put_hand(2).text
    assert table.league.close_round().status == 200
    assert table.page() == {**page, "closing": True}
    assert table.league.standings(fresh="true")["standings"] == standings
    assert table.put_hand(2).text == refused


def test_standings_change_their_revision_when_the_clock_ends_a_game(club: Club) -> None:
    table = left_on_the_layout(club)
    club.clock.tick(-1)
    before = table.league.standings(fresh="true")
    club.clock.tick(1)
    after = table.league.standings(fresh="true")
    assert before["made_from"]["revision"] != after["made_from"]["revision"]
    assert before.headers["ETag"] != after.headers["ETag"]


def test_of_a_table_without_the_time_of_its_first_deal_the_clock_is_known(club: Club) -> None:
    """Summaries of version 0.1 do not have it; the live record has."""
    table = left_on_the_layout(club)
    at = SummaryRecord.at(table.league.id, 1, 1)
    stored = at.read(club.context.store)
    assert stored is not None
    assert stored.record.began is not None
    club.context.store.commit([stored.put(replace(stored.record, began=None))])
    chips = [line["chips"] for line in table.league.standings(fresh="true")["standings"]]
    assert sum(chips) == 150 - table.page()["bank"]


def test_the_hand_in_progress_is_finished_when_the_time_is_up(club: Club) -> None:
    table = club.night(3, options={"ending.minutes": 30}).table
    table.deal(dealer=3)
    club.clock.tick(45 * 60)
    table.play_out()
    assert table.page()["ended"] == "minutes"


def test_a_game_ends_when_a_seat_has_the_chips(club: Club) -> None:
    table = club.night(3, options={"ending.chips": 1}).table
    table.deal(dealer=3)
    table.play_out()
    assert table.page()["ended"] == "chips"


def test_debts_go_below_zero(club: Club) -> None:
    options = {"broke": "debt", "chips.start": 1, "ending.hands": 2, "per_card": 3}
    table = club.night(3, options=options).table
    table.deal(dealer=3)
    table.play_out()
    page = table.page()
    assert min(seat["stack"] for seat in page["seats"]) < 0
    assert all(seat["in"] for seat in page["seats"])
    table.deal()
    table.play_out()
    assert table.page()["ended"] == "hands"
    lines = table.league.standings()["standings"]
    assert [line["chips"] for line in lines] == sorted((x["chips"] for x in lines), reverse=True)


def test_spaces_once_won_are_closed(club: Club) -> None:
    options = {"wind_down": "remove_claimed"}
    table = club.night(3, options=options).table
    for hand in range(1, 40):
        if table.page()["ended"]:
            break
        table.deal(dealer=3 if hand == 1 else None)
        table.play_out()
    assert table.page()["ended"] == "claimed"


def test_the_rules_are_a_page_in_two_languages(club: Club) -> None:
    league = club.league(preset="michigan_ru", options={"per_card": 3})
    english = club.get(league.path + "/rules")
    assert english["rules"]["per_card"] == 3
    assert "3 chips" in english["text"]
    russian = club.get(league.path + "/rules", language="ru")
    assert (russian["language"], russian["preset"]) == ("ru", "michigan_ru")
    assert english["version"] == Version.CURRENT
    assert f"Rules of play, version {Version.CURRENT.value}." in english["text"]
    assert "фишки" in russian["text"]
    spoken = club.call("GET", league.path + "/rules", headers={"Accept-Language": "ru"})
    assert spoken["text"] == russian["text"]
    plain = club.get("/v1/presets/stops/rules", format="text")
    assert plain.headers["Content-Type"].startswith("text/plain")
    assert plain.text.startswith(club.get("/v1/presets/stops/rules")["text"][:40])
    page = club.call("GET", league.path + "/rules", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.headers["Content-Type"].startswith("text/html")
    assert page.text.count("<h2>") == english["text"].count("\n## ")
    points = re.findall(r"^ *(?:-|\d\.) ", english["text"], re.MULTILINE)
    assert page.text.count("<li>") == page.text.count("</li>") == len(points)
    assert club.get(league.path + "/rules", format="html", language="ru").text.startswith(
        '<!doctype html>\n<html lang="ru">'
    )
    assert club.get("/v1/presets/canasta/rules").code == "not-found"
