"""Tables recorded by score sheets: put whole, checked, paid, repeated."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from harness.club import Body, Club, Got, Table
from harness.real_cards import real_hand, score_sheet
from harness.seeds import numbers

from chalicelib.rules import make_rules
from chalicelib.store.records.setups import SetupRecord

RULES = {"penalty.missed_play": 1, "penalty.compensation": True}


def by_sheet(club: Club, **more: Any) -> Table:
    table = club.night(4, recording="result", options=RULES, **more).table
    table.deal(dealer=4)
    return table


def put(table: Table, sheet: Body, token: str | None = None) -> Got:
    return table.club.put(table.at(1) + "/score", sheet, token or table.scorer)


@pytest.mark.parametrize("seed", numbers(3, 3))
def test_a_sheet_pays_what_the_hand_paid(club: Club, seed: int) -> None:
    table = by_sheet(club)
    hand, _ = real_hand(make_rules("michigan", RULES), [50] * 4, 3, Random(seed), careless=0.4)
    sheet = score_sheet(hand)
    assert put(table, sheet).status == 201
    assert [seat["stack"] for seat in table.page()["seats"]] == hand.ledger.stacks
    again = put(table, sheet)
    assert (again.status, again.replayed) == (200, True)
    other = put(table, {**sheet, "misses": [], "chips": {}})
    assert other.code == "action-conflict"
    kept = other["sheet"]
    assert kept["out"] == sheet.get("out")
    assert put(table, kept).replayed  # it is in the form of a sheet, and the same one
    assert table.page()["hands_counted"] == 1


def test_the_members_of_a_sheet_have_no_order(club: Club) -> None:
    """A phone that makes its sheet again after a lost answer writes them as they come."""
    table = by_sheet(club)
    sheet: Body = {
        "out": 1,
        "cards_left": {"2": 3, "3": 1, "4": 6},
        "spaces": {"QD": [2], "AH": [1], "JS": [1]},
    }
    assert put(table, sheet).status == 201
    for spaces in ({"JS": [1], "QD": [2], "AH": [1]}, {"qd": [2], "js": [1], "ah": [1]}):
        cards = {"4": 6, "2": 3, "3": 1}
        got = put(table, {"spaces": spaces, "cards_left": cards, "out": 1})
        assert (got.status, got.replayed) == (200, True)
    assert put(table, {**sheet, "spaces": {"JS": [2], "QD": [1]}}).code == "action-conflict"
    kept = club.put(table.at(1) + "/score", {}, table.scorer)["sheet"]
    assert [*kept["spaces"]] == ["AH", "QD", "JS"]  # as they stand in the layout


def test_an_empty_sheet_is_not_an_abandoned_hand(club: Club) -> None:
    table = by_sheet(club)
    assert table.act(1, table.league.director, abandon=True).status == 201
    assert put(table, {}).code == "hand-over"


def test_another_sheet_is_answered_with_the_recorded_one_and_who_recorded_it(club: Club) -> None:
    table = by_sheet(club)
    sheet = {"out": 1, "cards_left": {"2": 4, "3": 1, "4": 2}}
    assert put(table, sheet).status == 201
    got = put(table, {"out": 1, "cards_left": {"2": 3, "3": 1, "4": 2}}, table.league.director)
    assert (got.status, got.code) == (409, "action-conflict")
    assert got["by"] == {"kind": "scorer", "number": 1}
    none: Body = {"spaces": {}, "pot": [], "fees": [], "bets": [], "widow": None, "misses": []}
    assert got["sheet"] == {**none, **sheet, "chips": {}}


def test_sheets_and_deals_keep_the_time_of_the_phone(club: Club) -> None:
    table = club.night(4, recording="result", options=RULES).table
    deal = {"dealer": 4, "phone_at": "2026-11-30T19:00:01+01:00"}
    assert club.put(table.at(1), deal, table.scorer).status == 201
    again = {"dealer": 4, "phone_at": "2026-11-30T19:00:09+01:00"}
    assert club.put(table.at(1), again, table.scorer).status == 200  # it decides nothing
    stored = SetupRecord.at(table.id, 1).read(club.context.store)
    assert stored is not None
    assert stored.record.phone == 17960616010
    assert SetupRecord.loads(stored.record.dumps()) == stored.record
    table.hand = 1
    sheet = {"out": 1, "cards_left": {"2": 4, "3": 1, "4": 2}, "phone_at": "2026-11-30T20:00:00Z"}
    assert put(table, sheet).status == 201
    assert put(table, {**sheet, "phone_at": "2026-11-30T20:00:05Z"}).status == 200
    times = {entry["phone_at"] for entry in table.log()["actions"]}
    assert times == {"2026-11-30T20:00:00.000Z"}
    wrong = {**sheet, "phone_at": "yesterday"}
    assert put(table, wrong).code == "invalid-request"


def test_a_sheet_that_contradicts_itself_is_refused_and_loses_nothing(club: Club) -> None:
    table = by_sheet(club)
    left = {"2": 4, "3": 1, "4": 2}
    for sheet, code in (
        ({"out": 1}, "not-now"),  # nobody's cards are told
        ({"out": 1, "cards_left": {**left, "1": 3}}, "against-the-rules"),
        ({"out": 1, "cards_left": {**left, "2": 40}}, "against-the-rules"),
        ({"cards_left": {**left, "1": 3}}, "against-the-rules"),  # a hand that cannot end so
        ({"out": 1, "cards_left": left, "chips": {"1": 49}}, "against-the-rules"),
        ({"out": 1, "cards_left": left, "spaces": {"AH": [1, 2]}}, "against-the-rules"),
        ({"out": 1, "cards_left": left, "spaces": {"XX": [1]}}, "malformed"),
        ({"out": 7, "cards_left": left}, "malformed"),
        ({"out": 1, "cards_left": left, "pot": [8]}, "malformed"),
        ({"out": 1, "cards_left": left, "misses": [{"seat": 2, "card": "1S"}]}, "invalid-request"),
        ({"out": 1, "cards_left": left, "fees": [{"seat": 2, "chips": 1}]}, "against-the-rules"),
    ):
        got = put(table, sheet)
        assert got.code == code, (sheet, got)
    assert table.view()["awaiting"] == "sheet"
    assert table.view()["next_action"] == 1
    assert put(table, {"out": 1, "cards_left": left}).status == 201


def test_who_puts_a_sheet_and_where(club: Club) -> None:
    table = by_sheet(club)
    sheet = {"out": 1, "cards_left": {"2": 4, "3": 1, "4": 2}}
    assert put(table, sheet, table.seat(1)).code == "forbidden"
    assert put(table, sheet, table.league.director).status == 201
    dealt = club.night(4).table
    dealt.deal(dealer=4)
    assert put(dealt, sheet).code == "not-now"
    assert table.act(1, table.scorer, play="3C", seat=1).code == "forbidden"


def test_a_sheet_comes_too_late_for_a_hand_that_was_abandoned(club: Club) -> None:
    table = by_sheet(club)
    assert table.act(1, table.league.director, abandon=True).status == 201
    sheet = {"out": 1, "cards_left": {"2": 4, "3": 1, "4": 2}}
    assert put(table, sheet).code == "hand-over"
    assert [seat["stack"] for seat in table.page()["seats"]] == [50] * 4


def test_a_dry_run_shows_what_a_sheet_would_pay(club: Club) -> None:
    table = by_sheet(club)
    sheet = {"out": 1, "cards_left": {"2": 4, "3": 1, "4": 2}}
    path = table.at(1) + "/score"
    got = club.put(path, sheet, table.scorer, dry_run="true")
    assert (got.status, got["recorded"], got["stacks"]) == (200, False, [53, 42, 45, 40])
    assert table.view()["status"] == "playing"
    wrong = {**sheet, "chips": {"1": 49}}
    assert club.put(path, wrong, table.scorer, dry_run="true").code == "against-the-rules"
    assert club.put(path, sheet, table.seat(1), dry_run="true").code == "forbidden"
    assert put(table, sheet).status == 201
    assert club.put(path, sheet, table.scorer, dry_run="true")["recorded"]


def test_with_real_cards_the_first_dealer_is_named(club: Club) -> None:
    table = club.night(4, recording="result").table
    assert table.put_hand(1).code == "against-the-rules"
    assert table.put_hand(1, dealer=2).status == 201
