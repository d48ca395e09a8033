"""The audit over HTTP: of dealt and observed hands, before and after the ruling (R9-R11)."""

from __future__ import annotations

from harness.club import Club, Got, Table

OPTIONS = {"penalty.missed_play": 1, "penalty.compensation": True}
HANDS = {"1": "2S 9D 3H", "2": "3S 5D 6C", "3": "JS QH KC"}


def audit(table: Table, hand: int = 1) -> Got:
    return table.club.get(f"{table.at(hand)}/audit", table.scorer)


def test_who_missed_what_which_win_it_blocked_and_who_pays(club: Club) -> None:
    """R9, R10: seat 2 misses 10S, above which seat 3 holds JS with the stakes of all on it."""
    table = club.entered(options=OPTIONS).table
    table.enter({"1": "9S 2D 3H", "2": "10S 5D 6C", "3": "JS QH KC"})
    assert table.act(1, table.seat(1), play="9S").status == 201
    assert table.act(2, table.scorer, stop=True).status == 201
    assert audit(table).code == "not-now"
    for number, (seat, card) in enumerate([(1, "2D"), (1, "3H")], 3):
        assert table.act(number, table.seat(seat), play=card).status == 201, number
    got = audit(table)
    assert got["settled"]
    assert got["misses"] == [{"miss": 1, "seat": 2, "card": "10S", "action": 2, "waived": False}]
    assert got["blocked"] == [
        {
            "space": "JS",
            "card": "JS",
            "seat": 3,
            "chips": 4,
            "paid_by": 2,
            "misses": [{"miss": 1, "pays": True, "reason": "pays"}],
        }
    ]
    paid = [(one["from"], one["to"], one["amount"], one["reason"]) for one in got["payments"]]
    assert paid[:3] == [
        ("seat 2", "seat 3", 4, "compensation"),
        ("seat 2", "seat 3", 1, "missed play"),
        ("seat 2", "seat 1", 1, "missed play"),
    ]
    assert got["dues"][1] == {"seat": 2, "paid": 9, "received": 0}


def test_a_score_sheet_and_an_abandoned_hand_have_no_audit(club: Club) -> None:
    table = club.night(recording="result").table
    table.deal(dealer=3)
    assert table.act(1, table.league.director, abandon=True).status == 201
    assert audit(table).code == "not-found"
    assert audit(table, 2).code == "not-found"
    table = club.entered().table
    table.enter()
    assert table.act(1, table.league.director, abandon=True).status == 201
    assert audit(table).code == "not-found"
