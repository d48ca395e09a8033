"""Standings: of a league and of a table, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import re
from typing import Any
from urllib.parse import parse_qsl, unquote

import pytest
from harness.club import SHORT, Club, Got, League

COLUMNS = ["rank", "tied", "player", "name", "chips", "net", "rounds", "hands"]


def short_hand(night: League) -> None:
    for table in night.tables:
        dealer = 3 if not table.hand else table.page()["next_dealer"]
        turned = {str((int(seat) + dealer - 1) % 3 + 1): cards for seat, cards in SHORT.items()}
        table.enter(turned, dealer=dealer)
        table.play("2S", "3S", "4S", "5H")


def lines(got: Got, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(line[name] for name in names) for line in got["standings"]]


def by_seat(night: League, *seats: int) -> list[int]:
    return [night.table.players[seat - 1] for seat in seats]


def test_a_league_stands_by_chips(club: Club) -> None:
    night = club.entered()
    short_hand(night)
    got = night.standings()
    first, second, third = by_seat(night, 1, 2, 3)
    assert lines(got, "rank", "player", "chips", "net", "rounds", "hands") == [
        (1, first, 48, -2, 1, 1),
        (2, second, 45, -5, 1, 1),
        (3, third, 41, -9, 1, 1),
    ]
    assert (got["status"], got["made_from"]["tables"], got["made_from"]["hands"]) == (
        "provisional",
        1,
        1,
    )


def test_equals_share_a_rank(club: Club) -> None:
    night = club.entered(4)
    table = night.table
    # Seat 4 deals and pays double; seat 1 goes out at once: seats 2 and 3 have lost alike.
    table.enter({"1": "AC", "2": "3S", "3": "4S", "4": "JS"}, dealer=4)
    table.play("AC")
    assert lines(night.standings(), "rank", "tied", "chips") == [
        (1, False, 49),
        (2, True, 45),
        (2, True, 45),
        (4, False, 41),
    ]
    assert lines(club.get(f"{table.path}/standings"), "rank") == [(1,), (2,), (2,), (4,)]


def test_after_the_first_hands_unclaimed_chips_are_left_out(club: Club) -> None:
    night = club.entered()
    short_hand(night)
    short_hand(night)
    night.close_round()
    stacks = {
        hand["hand"]: hand["stacks"] for hand in club.get(f"{night.table.path}/hands")["hands"]
    }
    players = night.table.players
    for hands in (1, 2):
        got = dict(lines(night.standings(hands=hands), "player", "chips"))
        assert got == dict(zip(players, stacks[hands], strict=True))
        assert {h for (h,) in lines(night.standings(hands=hands), "hands")} == {hands}
        table = club.get(f"{night.table.path}/standings", hands=hands)
        assert dict(lines(table, "player", "chips")) == got
    # 16 + 16 chips lie on the layout: 10 for each, 2 for the bank.
    final = dict(lines(night.standings(), "player", "chips"))
    assert final == dict(zip(players, (n + 10 for n in stacks[2]), strict=True))
    assert dict(lines(night.standings(hands=9), "player", "chips")) == dict(
        zip(players, stacks[2], strict=True)
    )


def test_rounds_add_up(club: Club) -> None:
    night = club.entered()
    short_hand(night)
    night.close_round()
    one = dict(lines(night.standings(fresh="true"), "player", "net"))
    night.open_round(seed="other")
    short_hand(night)
    night.close_round()
    two = dict(
        zip(night.table.players, (s["stack"] for s in night.table.page()["seats"]), strict=True)
    )
    got = night.standings(fresh="true", by="net")
    assert dict(lines(got, "player", "net")) == {p: one[p] + two[p] - 50 for p in one}
    assert {n for (n,) in lines(got, "rounds")} == {2}
    assert {n for (n,) in lines(got, "hands")} == {2}
    nets = [n for (n,) in lines(got, "net")]
    assert nets == sorted(nets, reverse=True)


def test_net_decides_unless_asked_otherwise(club: Club) -> None:
    """Sums of stacks would reward sitting in more rounds."""
    night = club.entered()
    short_hand(night)
    for path in (night.path, night.table.path):
        assert club.get(f"{path}/standings")["by"] == "net"
        assert club.get(f"{path}/standings", by="chips")["by"] == "chips"


def test_a_table_counts_once_a_hand_is_played_out(club: Club) -> None:
    night = club.entered()
    night.table.enter()
    assert night.standings(fresh="true")["standings"] == []
    assert club.get(f"{night.table.path}/standings")["standings"] == []
    night.table.play("2S", "3S", "4S", "5H")
    assert {r for (r,) in lines(night.standings(fresh="true"), "rounds")} == {1}


def test_a_new_name_moves_the_revision_and_the_entity_tag(club: Club) -> None:
    night = club.entered()
    short_hand(night)
    before = night.standings(fresh="true")
    file = club.get(f"{night.table.path}/standings", format="csv").headers["Content-Disposition"]
    number = before["standings"][0]["player"]
    named = club.patch(f"{night.path}/players/{number}", {"name": "Zoë"}, night.organiser)
    assert named.status == 200
    after = night.standings(fresh="true")
    assert after["standings"][0]["name"] == "Zoë"
    assert after["made_from"]["revision"] != before["made_from"]["revision"]
    assert after.headers["ETag"] != before.headers["ETag"]
    renamed = club.get(f"{night.table.path}/standings", format="csv")
    assert renamed.headers["Content-Disposition"] != file


def test_two_leagues_have_different_revisions(club: Club) -> None:
    one, two = (club.entered(name="Tuesday"), club.entered(name="Tuesday"))
    for league in (one, two):
        assert league.standings()["standings"] == []
    first, second = (league.standings()["made_from"]["revision"] for league in (one, two))
    assert first != second


def test_by_net_and_by_chips_may_differ(club: Club) -> None:
    league = club.league(recording="entered")
    league.add_players(4)
    league.open_round(players=[1, 2, 3])
    short_hand(league)
    league.close_round(1)
    league.open_round(players=[1, 2, 4])
    chips = lines(league.standings(fresh="true", by="chips"), "player")
    assert chips  # the second table has not dealt and does not count
    short_hand(league)
    assert {p for (p,) in lines(league.standings(fresh="true"), "player")} == {1, 2, 3, 4}
    by_net = lines(league.standings(fresh="true", by="net"), "rank", "player", "net")
    by_chips = lines(league.standings(fresh="true", by="chips"), "rank", "player", "chips")
    assert [p for _, p, _ in by_net] != [p for _, p, _ in by_chips]


def test_a_snapshot_serves_five_seconds(club: Club) -> None:
    night = club.entered()
    short_hand(night)
    first = night.standings()
    short_hand(night)
    club.clock.tick(4.9)
    assert night.standings().json == first.json
    fresh = night.standings(fresh="true")
    assert fresh["made_from"]["hands"] == 2
    assert fresh["made_from"]["revision"] != first["made_from"]["revision"]
    assert night.standings().json == fresh.json
    short_hand(night)
    club.clock.tick(5)
    later = night.standings()
    assert (later["made_at"], later["made_from"]["hands"]) == ("2026-11-30T19:00:09.900Z", 3)


def test_a_clock_that_is_set_back_does_not_freeze_a_snapshot(club: Club) -> None:
    night = club.entered()
    short_hand(night)
    night.standings()
    short_hand(night)
    club.clock.tick(-60)
    assert night.standings()["made_from"]["hands"] == 2


def test_an_abandoned_hand_does_not_count(club: Club) -> None:
    night = club.entered()
    night.table.enter()
    night.table.act(1, night.director, abandon=True)
    assert night.standings()["standings"] == []
    assert club.get(f"{night.table.path}/standings")["hands_counted"] == 0


def test_a_thousand_players_are_read_in_pages(club: Club) -> None:
    league = club.league(recording="entered")
    league.add_players(1000)
    league.open_round(tables=125)
    cards = ["AC", "3S", "4S", "JS", "3H", "4H", "JH", "3D"]
    for table in league.tables:
        table.enter({str(seat): card for seat, card in enumerate(cards, 1)}, dealer=8)
        table.play("AC", token=table.scorer)
    page = league.standings(limit=200, after=800)
    assert (len(page["standings"]), page["next_after"]) == (200, None)
    assert page["standings"][-1]["rank"] == 876  # the dealers, who paid double
    assert len(club.get(f"{league.path}/standings", format="csv").text.splitlines()) == 1001
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        page = club.get(f"{league.path}/players", after=after, limit=200).json
        seen += [player["player"] for player in page["players"]]
        after = page["next_after"]
    assert seen == list(range(1, 1001))


def test_pages_of_standings_meet(club: Club) -> None:
    night = club.night(tables=3, recording="entered")
    short_hand(night)
    whole = lines(night.standings(limit=200), "rank", "player")
    parts: list[tuple[Any, ...]] = []
    after: int | None = 0
    while after is not None:
        page = night.standings(after=after, limit=4)
        parts += lines(page, "rank", "player")
        after = page["next_after"]
    assert parts == whole
    assert len(whole) == 9
    assert night.standings(after=9)["standings"] == []


# -- CSV ----------------------------------------------------------------------------------------


def test_standings_are_a_table_that_spreadsheets_open(club: Club) -> None:
    league = club.league(recording="entered")
    league.add_players(0, ['=HYPERLINK("x")', "Żółw, „Ann”", "-1+1"])
    league.open_round()
    short_hand(league)
    for got in (
        club.get(f"{league.path}/standings", format="csv"),
        club.call("GET", f"{league.path}/standings", headers={"Accept": "text/csv, */*;q=0.9"}),
        club.get(f"{league.table.path}/standings", format="csv"),
    ):
        assert got.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert ", standings by net, revision " in got.headers["Content-Disposition"]
        assert "Accept" in got.headers["Vary"]
        assert got.text.startswith("\ufeff" + ",".join(COLUMNS) + "\r\n")
        rows = list(csv.DictReader(io.StringIO(got.text[1:])))
        names = {row["name"] for row in rows}
        assert names == {'\'=HYPERLINK("x")', "Żółw, „Ann”", "'-1+1"}
        assert [row["rank"] for row in rows] == ["1", "2", "3"]
        assert {row["tied"] for row in rows} == {"no"}
        assert "-2" in {row["net"] for row in rows}  # a number is no formula


def test_csv_has_all_lines_unless_asked_otherwise(club: Club) -> None:
    night = club.night(3, tables=20, recording="entered")
    short_hand(night)
    whole = club.get(f"{night.path}/standings", format="csv").text
    assert len(whole.splitlines()) == 61
    part = club.get(f"{night.path}/standings", format="csv", limit=10, after=50)
    assert part.text.splitlines()[1:] == whole.splitlines()[51:]
    assert len(night.standings()["standings"]) == 50
    assert "Link" not in part.headers


def test_a_part_of_a_csv_says_so_and_where_it_goes_on(club: Club) -> None:
    night = club.night(3, tables=20, recording="entered")
    short_hand(night)
    whole = club.get(f"{night.path}/standings", format="csv", by="net").text.splitlines()[1:]
    query = "format=csv&limit=25&by=net&fresh=true"
    found: list[str] = []
    names = []
    while query:
        got = club.call("GET", f"{night.path}/standings", query=dict(parse_qsl(query)))
        found += got.text.splitlines()[1:]
        names += re.findall("lines [0-9]+ to [0-9]+", got.headers["Content-Disposition"])
        link = got.headers.get("Link", "")
        query = link.removeprefix("<?").removesuffix('>; rel="next"')
    assert found == whole
    assert names == ["lines 1 to 25", "lines 26 to 50", "lines 51 to 60"]


def test_a_csv_is_named_after_whose_it_is_and_its_revision(club: Club) -> None:
    night = club.night(name='Клуб "А"/1', recording="entered")
    short_hand(night)
    path = f"{night.path}/standings"
    revision = night.standings(fresh="true")["made_from"]["revision"]
    named = club.get(path, format="csv", hands=1).headers["Content-Disposition"]
    plain, _, encoded = named.partition("; filename*=UTF-8''")
    expected = f"Клуб  А  1, standings by net after hand 1, revision {revision}.csv"
    assert unquote(encoded) == expected
    assert plain.isascii()
    first = club.get(f"{night.table.path}/standings", format="csv").headers["Content-Disposition"]
    assert re.search(r"Клуб  А  1, round 1, table 1, .*revision [0-9a-f]{16}\.csv", unquote(first))
    short_hand(night)
    again = club.get(f"{night.table.path}/standings", format="csv").headers["Content-Disposition"]
    assert again != first


def test_a_csv_may_have_semicolons(club: Club) -> None:
    league = club.league(recording="entered")
    league.add_players(3, ["Ann; Lee", "x;=1+1", "＝1+1"])
    league.open_round()
    short_hand(league)
    short_hand(league)
    for path in (league.path, league.table.path):
        got = club.get(f"{path}/standings", format="csv", separator="semicolon")
        assert got.text.startswith("\ufeff" + ";".join(COLUMNS) + "\r\n")
        rows = list(csv.DictReader(io.StringIO(got.text[1:]), delimiter=";"))
        assert {row["name"] for row in rows} == {"Ann; Lee", "x;'=1+1", "'＝1+1"}
        commas = club.get(f"{path}/standings", format="csv", separator="comma")
        assert commas.text == club.get(f"{path}/standings", format="csv").text
        assert club.get(f"{path}/standings", separator=";").code == "invalid-request"


@pytest.mark.parametrize(
    "query",
    [
        {"by": "luck"},
        {"hands": 0},
        {"hands": "x"},
        {"limit": 201},
        {"format": "pdf"},
        {"fresh": "maybe"},
        {"colour": "red"},
    ],
)
def test_a_query_that_means_nothing_is_refused(club: Club, query: dict[str, object]) -> None:
    assert club.league().standings(**query).code == "invalid-request"


def test_a_private_leagues_standings_are_hidden(club: Club) -> None:
    night = club.entered(public=False)
    short_hand(night)
    for path in (f"{night.path}/standings", f"{night.table.path}/standings"):
        for query in ({}, {"format": "csv"}, {"by": "net", "hands": 1}):
            assert club.get(path, **query).code == "not-found"
        assert club.get(path, night.viewer).status == 200


def test_who_has_played_no_hand_that_counts_has_no_place(club: Club) -> None:
    """Whether nothing was dealt at his table, or all that was dealt there was abandoned."""
    night = club.night(tables=2)
    first = night.tables[0]
    first.deal()
    first.act(1, night.director, abandon=True)
    night.close_round()
    assert night.standings(fresh="true")["standings"] == []
