"""The real chips counted, against the books."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness.club import Club, Got, Table

from chalicelib.local.readable import Reader
from chalicelib.store.records.counts import CountRecord

from .test_seats import REBUY, join, rebuy, short_hand, stacks, with_guests


def count(table: Table, hand: int, chips: Sequence[int], token: str | None = None) -> Got:
    body = {"stacks": {str(seat): n for seat, n in enumerate(chips, 1)}}
    return table.club.put(f"{table.at(hand)}/count", body, token or table.scorer)


def counts(table: Table, **query: Any) -> Any:
    return table.club.get(f"{table.path}/counts", **query).json


def test_a_count_is_reported_against_the_books(club: Club) -> None:
    table = club.entered().table
    assert counts(table) == {
        "table": table.id, "agreed_after": 0, "counts": [], "next_after": None
    }  # fmt: skip
    short_hand(table)
    got = count(table, 1, [47, 45, 42])
    assert got["seats"] == [
        {"seat": 1, "counted": 47, "book": 48, "difference": -1},
        {"seat": 2, "counted": 45, "book": 45, "difference": 0},
        {"seat": 3, "counted": 42, "book": 41, "difference": 1},
    ]
    assert (got["agrees"], got["by"]) == (False, {"kind": "scorer", "number": 1})
    assert stacks(table) == [48, 45, 41]  # the books stay
    assert counts(table)["counts"] == [got.json]
    assert counts(table)["agreed_after"] == 0


def test_books_and_table_agreed_last_after_some_hand(club: Club) -> None:
    table = club.entered().table
    for hand in (1, 2, 3):
        short_hand(table)
        book = stacks(table)
        count(table, hand, book if hand < 3 else [book[0] - 1, *book[1:]])
    got = counts(table)
    assert got["agreed_after"] == 2
    assert [one["agrees"] for one in got["counts"]] == [True, True, False]
    page = counts(table, after=1, limit=1)
    assert [one["hand"] for one in page["counts"]] == [2]
    assert (page["next_after"], page["agreed_after"]) == (2, 2)


def test_a_count_is_replaced_and_the_same_again_writes_nothing(club: Club) -> None:
    table = club.entered().table
    short_hand(table)
    first = count(table, 1, [48, 45, 41])
    where = CountRecord.at(table.id, 1).key
    club.clock.tick(60)
    assert count(table, 1, [48, 45, 41], table.league.director).text == first.text
    assert club.context.store.get([where])[where].version == 1
    again = count(table, 1, [48, 45, 40], table.league.director)
    assert (again["agrees"], again["by"]["kind"]) == (False, "director")
    assert [one["hand"] for one in counts(table)["counts"]] == [1]


def test_only_hands_that_are_over_are_counted(club: Club) -> None:
    table = club.entered().table
    table.enter()
    assert count(table, 1, [50] * 3).code == "not-now"
    assert count(table, 2, [50] * 3).code == "not-found"
    table.play_short()
    assert count(table, 1, [48, 45, 41]).status == 200


def test_every_seat_is_counted(club: Club) -> None:
    table = club.entered().table
    short_hand(table)
    for chips in ([48, 45], [48, 45, 41, 0]):
        assert count(table, 1, chips).code == "malformed"
    got = table.club.put(f"{table.at(1)}/count", {"stacks": {"0": 1, "1": 2}}, table.scorer)
    assert got.code == "invalid-request"


def test_players_do_not_count(club: Club) -> None:
    table = club.entered().table
    short_hand(table)
    assert count(table, 1, [48, 45, 41], table.seat(1)).code == "forbidden"


def test_an_abandoned_hand_leaves_what_it_found(club: Club) -> None:
    """Chips bought for it, and by who joined before it, are on the table."""
    night = with_guests(club, options=REBUY)
    table = night.table
    short_hand(table)
    join(table, 4, 4)
    rebuy(table, 2, 3)
    table.enter({"2": "2S", "3": "3S", "4": "4S", "1": "7S"})
    table.act(1, night.director, abandon=True)
    assert count(table, 2, [5, 3, 8, 8])["agrees"]
    assert count(table, 1, [5, 3, 0])["agrees"]
    short_hand(table)
    assert count(table, 3, stacks(table))["agrees"]
    assert [one["agrees"] for one in counts(table)["counts"]] == [True, True, True]


def test_before_any_hand_counted_the_books_have_what_was_bought(club: Club) -> None:
    night = club.entered()
    night.table.enter()
    night.table.act(1, night.director, abandon=True)
    assert count(night.table, 1, [50, 50, 50])["agrees"]


def test_unclaimed_chips_shared_at_the_end_change_no_count(club: Club) -> None:
    night = club.entered()
    short_hand(night.table)
    assert count(night.table, 1, [48, 45, 41])["agrees"]
    night.close_round()
    assert counts(night.table)["counts"][0]["agrees"]
    assert counts(night.table)["agreed_after"] == 1


def test_a_count_is_shown_in_readable_form(club: Club) -> None:
    table = club.entered().table
    short_hand(table)
    count(table, 1, [48, 45, 40])
    store, where = club.context.store, CountRecord.at(table.id, 1).key
    shown = Reader(lambda key: store.get([key]).get(key), secrets=False).read(
        store.get([where])[where]
    )
    assert isinstance(shown, dict)
    assert shown["counted"] == {"seat 1": 48, "seat 2": 45, "seat 3": 40}
    assert shown["at"] == "2026-11-30T19:00:00.000Z"


def test_nobody_has_less_than_no_chips_but_in_debt(club: Club) -> None:
    """R12: a count below zero is a mistake, except where a seat may owe chips."""
    table = club.entered().table
    short_hand(table)
    got = count(table, 1, [48, 45, -1])
    assert (got.status, got.code) == (422, "malformed")
    assert counts(table)["counts"] == []
    owing = club.entered(options={"broke": "debt"}).table
    short_hand(owing)
    assert count(owing, 1, [48, 45, -1]).status == 200
