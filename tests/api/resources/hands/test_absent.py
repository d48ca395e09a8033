"""R17 over HTTP: who goes home is played for, and nobody waits."""

from __future__ import annotations

from typing import Any

import pytest
from harness.club import Club
from harness.league import TableOf

from chalicelib.store.records.entries import EntriesRecord, SeatEntry
from chalicelib.store.records.live import LiveRecord


def entry(table: TableOf[Club], hand: int, seat: int, token: str, **body: Any) -> Any:
    return table.club.put(f"{table.path}/hands/{hand}/entries/{seat}", body, token)


def away(table: TableOf[Club]) -> int:
    """Return the seats that are away as the table's record has them, a bit a seat."""
    stored = LiveRecord.at(table.id).read(table.club.context.store)
    assert stored is not None
    return stored.record.table.away


def test_a_seat_that_goes_home_in_its_turn_is_played_for_at_once(club: Club) -> None:
    table = club.night().table
    table.deal(dealer=3)
    leader = table.view()["turn"]
    got = table.act(1, table.seat(leader), away=True)
    assert got.status == 201
    first = got["effects"]["events"][0]
    assert (first["event"], first["seat"]) == ("play", leader)
    page = table.view(table.seat(leader))
    assert page["plays"][0]["seat"] == leader
    assert page["turn"] != leader
    assert page["legal"] == [{"back": True, "seat": leader}]
    assert [seat["away"] for seat in page["seats"]] == [seat == leader for seat in table.seats]


def test_a_hand_of_people_who_all_went_home_is_over_with_the_deal(club: Club) -> None:
    table = club.night().table
    for seat in (1, 2, 3):
        got = entry(table, 1, seat, table.seat(seat), away=True)
        assert got.status == 200
        assert [one["away"] for one in got["entries"] if one["seat"] == seat] == [True]
    table.deal(dealer=3)
    assert table.view()["status"] == "over"
    assert table.page()["state"] == "waiting"
    table.deal()
    assert table.view()["status"] == "over"  # who is away stays away


def test_any_seat_deals_for_a_dealer_who_went_home_and_no_other(club: Club) -> None:
    table = club.night().table
    table.deal(dealer=3)
    table.play_out()
    dealer = table.page()["next_dealer"]
    other = dealer % 3 + 1
    refused = table.put_hand(2, table.seat(other))
    assert (refused.status, refused.code) == (403, "forbidden")
    assert entry(table, 2, dealer, table.scorer, away=True).status == 200
    assert table.put_hand(2, table.seat(other)).status == 201
    assert table.view(hand=2)["dealer"] == dealer


def test_who_comes_back_between_hands_plays_again(club: Club) -> None:
    table = club.night().table
    assert entry(table, 1, 1, table.seat(1), away=True).status == 200
    table.deal(dealer=3)  # seat 1 would lead
    assert table.view()["plays"]
    table.play_out()
    assert entry(table, 2, 1, table.seat(1), away=False).status == 200
    table.deal()
    assert table.view(hand=2)["turn"] == 2  # the eldest is asked, and no other seat has led
    assert table.view(hand=2)["plays"] == []


def test_stakes_are_placed_for_a_seat_that_is_away(club: Club) -> None:
    """R3: one chip on each space from the first on."""
    table = club.night(preset="boodle").table
    for seat in (1, 2):
        stakes = {"AH": 4}
        assert entry(table, 1, seat, table.seat(seat), stakes=stakes).status == 200
    assert table.put_hand(1, table.scorer, dealer=3).code == "stakes-missing"
    assert entry(table, 1, 3, table.scorer, away=True).status == 200
    table.deal(dealer=3)
    staked = {
        entry["to"]: entry["amount"]
        for entry in table.ledger()["entries"]
        if (entry["from"], entry["reason"]) == ("seat 3", "stake")
    }
    assert staked == {"space AH": 1, "space KC": 1, "space QD": 1, "space JS": 1}


def test_an_absent_dealer_leaves_the_widow(club: Club) -> None:
    table = club.night(options={"widow": "exchange"}).table
    assert entry(table, 1, 3, table.scorer, away=True).status == 200
    table.deal(dealer=3)
    assert table.view()["phase"] == "lead"


def test_an_undo_takes_back_what_was_done_for_the_seat(club: Club) -> None:
    table = club.entered().table
    table.enter()
    before = table.view(table.scorer)
    assert table.act(1, table.scorer, away=True, seat=before["turn"]).status == 201
    assert table.view(table.scorer)["plays"]
    assert table.act(2, table.scorer, undo=1).status == 201
    after = table.view(table.scorer)
    assert (after["plays"], after["turn"]) == ([], before["turn"])


def test_at_a_table_with_real_cards_people_play_for_who_is_away(club: Club) -> None:
    table = club.night(recording="observed").table
    got = entry(table, 1, 1, table.scorer, away=True)
    assert (got.status, got.code, got["section"]) == (422, "against-the-rules", "R17")


@pytest.mark.parametrize("recording", ["observed", "result"])
def test_real_cards_instead_of_dealt_ones_leave_nobody_away(club: Club, recording: str) -> None:
    table = club.night().table
    assert entry(table, 1, 2, table.seat(2), away=True, rebuy=False).status == 200
    got = club.patch(table.path, {"recording": recording}, table.league.director)
    assert got["recording"] == recording
    page = club.get(f"{table.path}/hands/1", table.scorer)
    assert [one.get("away") for one in page["entries"]] in ([], [None], [False])
    table.deal(dealer=3)
    assert away(table) == 0


def test_an_entry_that_comes_as_the_recording_changes_makes_nobody_away(club: Club) -> None:
    table = club.night().table
    club.patch(table.path, {"recording": "observed"}, table.league.director)
    late = EntriesRecord(seats={1: SeatEntry(away=True)})
    club.context.store.commit([EntriesRecord.at(table.id, 1).create(late)])
    table.deal(dealer=3)
    assert away(table) == 0


def test_where_the_table_waits_nothing_is_done_for_the_seat(club: Club) -> None:
    table = club.night(options={"away": "waits"}).table
    table.deal(dealer=3)
    leader = table.view()["turn"]
    got = table.act(1, table.seat(leader), away=True)
    assert got["effects"]["events"] == []
    assert table.view()["turn"] == leader


def test_stakes_that_no_longer_fit_are_placed_anew_for_a_seat_that_is_away(club: Club) -> None:
    """R3: the amount is named after the seat has placed its stakes and gone home."""
    table = club.night(preset="boodle").table
    assert entry(table, 1, 2, table.seat(2), stakes={"AH": 4}, away=True).status == 200
    named = table.club.put(f"{table.path}/hands/1/amount", {"amount": 6}, table.scorer)
    assert named.status == 200
    for seat in (1, 3):
        assert entry(table, 1, seat, table.seat(seat), stakes={"AH": 6}).status == 200
    table.deal(dealer=3)
    staked = {
        entry["to"]: entry["amount"]
        for entry in table.ledger()["entries"]
        if (entry["from"], entry["reason"]) == ("seat 2", "stake")
    }
    assert staked == {"space AH": 2, "space KC": 2, "space QD": 1, "space JS": 1}


def test_an_absent_seat_bids_nothing_in_an_auction(club: Club) -> None:
    """R5, R17: the dealer sells; the seat that is away passes as an effect of that."""
    options = {"widow": "exchange_or_auction", "auction": "dealer"}
    table = club.night(options=options).table
    assert entry(table, 1, 1, table.seat(1), away=True).status == 200
    table.deal(dealer=3)
    got = table.act(1, table.seat(3), auction=True)
    assert [(one["event"], one["seat"]) for one in got["effects"]["events"]] == [("no_bid", 1)]
    assert table.view()["turn"] == 2


def test_an_absent_seat_checks_and_folds_in_the_poker_stage(club: Club) -> None:
    """R15, R17."""
    table = club.night(preset="three_in_one").table
    assert entry(table, 1, 2, table.seat(2), away=True).status == 200
    table.deal(dealer=3)
    got = table.act(1, table.seat(1), check=True)
    assert [(one["event"], one["seat"]) for one in got["effects"]["events"]] == [("checked", 2)]
    got = table.act(2, table.seat(3), bet=1)
    assert got["effects"]["events"] == []
    got = table.act(3, table.seat(1), call=True)
    assert got["effects"]["events"][0] == {"event": "folded", "seat": 2}


def test_the_card_of_a_run_follows_from_an_absent_seat(club: Club) -> None:
    """R7, R17: at once, as an effect of the card before it; nobody is told who holds what."""
    table = club.night(options={"away": "waits"}).table
    for seat in (1, 2):
        assert entry(table, 1, seat, table.seat(seat), away=True).status == 200
    table.deal(dealer=3)
    assert table.view()["phase"] == "lead"  # the table waits for a lead of seat 1
    for number in range(1, 60):
        page = table.view()
        if page["status"] != "playing" or page["phase"] == "run":
            break
        leader = page["turn"]
        legal = table.view(table.seat(leader))["legal"]
        table.act(number, table.seat(leader), **{k: v for k, v in legal[0].items() if k != "seat"})
    # A run never waits for a seat that is away.
    assert page["status"] == "over" or table.view(table.seat(3))["awaiting"] == "you"


def test_what_the_deal_caused_stands_in_the_log(club: Club) -> None:
    """R17: what was done for a seat that is away belongs to no action."""
    table = club.night().table
    assert entry(table, 1, 1, table.seat(1), away=True).status == 200
    table.deal(dealer=3)
    caused = table.log()["effects"]
    assert (caused["events"][0]["event"], caused["events"][0]["seat"]) == ("play", 1)
    assert {entry["reason"] for entry in caused["ledger"]} == {"stake"}


def test_a_seat_that_is_away_is_told_to_come_back_first(club: Club) -> None:
    table = club.night().table
    table.deal(dealer=3)
    assert table.act(1, table.seat(2), away=True).status == 201
    assert table.page()["seats"][1]["away"] is False  # as it was between the hands
    got = table.act(2, table.seat(2), play="2C")
    assert (got.status, got["section"]) == (422, "R17")
    assert "back" in got["detail"]
    again = table.act(2, table.seat(2), away=True)
    assert (again.status, again["section"]) == (422, "R17")
    [back] = table.view(table.seat(2))["legal"]
    assert back == {"back": True, "seat": 2}
    assert table.act(2, table.seat(2), **back).status == 201
    table.play_out()
    assert not any(seat["away"] for seat in table.page()["seats"])
