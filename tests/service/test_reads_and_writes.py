"""The bill: what a play costs in reads and writes, and how large it makes the record."""

from __future__ import annotations

from harness.club import Club, Table
from harness.watched import Calls, Meanwhile, Watched

from chalicelib.store.port import item_bytes
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.live import LiveRecord


def counted(table: Table) -> Calls:
    calls = Calls()
    table.league.club = table.club.use(store=Watched(table.club.context.store, calls))
    return calls


def test_a_play_is_one_read_and_one_write_of_the_live_record(club: Club) -> None:
    table = club.entered().table
    table.enter()
    tokens = table.seat(1), table.scorer
    calls = counted(table)
    live = [LiveRecord.at(table.id).key]
    assert table.act(1, tokens[0], play="2S").status == 201
    assert calls.made == [("get", live), ("commit", live)]
    calls.made.clear()
    assert table.act(2, tokens[1], play="3S").status == 201
    assert calls.made == [("get", live), ("commit", live)]
    calls.made.clear()
    assert table.act(1, tokens[0], play="2S").status == 200
    assert table.act(1, tokens[0], play="5H").status == 409
    assert table.act(3, tokens[0], play="AC").status == 422
    assert calls.made == [("get", live)] * 3


def test_a_directors_deed_costs_one_read_more(club: Club) -> None:
    table = club.entered(options={"penalty.missed_play": 1}).table
    table.enter()
    table.play("2S")
    director = table.league.director
    calls = counted(table)
    assert table.act(2, director, follow=True).status == 201
    live = LiveRecord.at(table.id).key
    assert calls.made == [
        ("get", [live]),
        ("get", [LeagueRecord.at(table.league.id).key]),
        ("commit", [live]),
    ]


def test_a_lost_race_is_judged_by_what_was_written(club: Club) -> None:
    """The record that stood in the way comes with the conflict: nothing is read again."""
    table = club.entered().table
    table.enter()
    table.seat(1)

    def overtake() -> None:
        assert table.act(1, table.scorer, play="2S").status == 201

    calls = Calls()
    other = club.use(store=Watched(club.context.store, calls, Meanwhile(overtake)))
    path = f"{table.at()}/actions/1"
    got = other.put(path, {"play": "2S"}, table.seat(1))
    assert (got.status, got.replayed) == (200, True)
    assert calls.verbs == ["get", "commit"]


def test_a_whole_hand_of_eight_fits_its_budget(club: Club) -> None:
    table = club.night(8, options={"penalty.missed_play": 1}).table
    for seat in table.seats:
        table.seat(seat)
    table.scorer  # noqa: B018 - hands the token out
    table.deal()
    where = LiveRecord.at(table.id).key
    largest = 0
    while (page := table.view())["status"] == "playing":
        number = page["next_action"]
        if page["awaiting"] == "run" and number % 2:
            table.club.clock.tick(4)
            got = table.act(number, table.scorer, stop=True)
        else:
            table.club.clock.tick(4)
            for seat in table.seats:
                mine = table.view(table.seat(seat))
                if mine["awaiting"] == "you":
                    got = table.act(
                        number,
                        table.seat(seat),
                        play=mine["legal"][0]["play"],
                        phone_at="2026-11-30T19:00:30Z",
                    )
                    break
        assert got.status == 201, got
        item = club.context.store.get([where])[where]
        largest = max(largest, item_bytes(item.key, item.body, item.version))
    assert largest <= 1024
