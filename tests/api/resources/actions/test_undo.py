"""Undo is an action: it takes back the last one in force, and numbers go on."""

from __future__ import annotations

from typing import Any

import pytest
from harness.club import Club, Got, League, Table

from chalicelib.message import say
from chalicelib.service import hands, notes, posting
from chalicelib.service.errors import Refusal
from chalicelib.service.recordings import dealt

WIDOW = {"1": "2S 5H", "2": "3S 9D", "3": "4S JS"}


@pytest.fixture
def table(club: Club) -> Table:
    table = club.entered().table
    table.enter()
    return table


def test_undo_takes_the_last_action_back(table: Table) -> None:
    before = table.view(), table.ledger()
    table.play("2S")
    got = table.act(2, table.scorer, undo=1)
    assert (got.status, got["action"]) == (201, {"undo": 1})
    assert got["effects"] == {"events": [], "ledger": []}
    after = table.view(), table.ledger()
    assert after[1] == before[1]
    assert (after[0]["plays"], after[0]["awaiting"], after[0]["next_action"]) == ([], "lead", 3)


def test_a_receipt_says_by_what_it_was_undone(table: Table) -> None:
    first = table.act(1, table.seat(1), play="2S")
    table.act(2, table.scorer, undo=1)
    again = table.act(1, table.seat(1), play="2S")
    assert again.json == {**first.json, "undone_by": 2}
    assert table.log()["actions"][0]["undone_by"] == 2


def test_what_an_undone_action_had_caused_stays_in_its_receipt(table: Table) -> None:
    table.play("2S", "3S")
    receipt = table.act(3, table.scorer, play="4S").json
    assert receipt["effects"]["events"]
    table.act(4, table.scorer, undo=3)
    assert table.act(3, table.scorer, play="4S").json == {**receipt, "undone_by": 4}
    table.play("4S", "5H")
    assert table.act(3, table.scorer, play="4S").json == {**receipt, "undone_by": 4}
    assert table.log()["actions"][2]["effects"] == receipt["effects"]
    assert table.ledger()["entries"][-1]["action"] == 6


def test_another_amount_is_another_action(club: Club) -> None:
    table = club.entered(preset="michigan_ru").table
    table.enter(WIDOW, widow="6H 7H")
    table.act(1, table.seat(3), decline=True)
    bid = table.act(2, table.seat(1), bid=3)
    assert bid["action"] == {"bid": 3, "seat": 1}
    assert table.act(2, table.seat(1), bid=3.0).json == bid.json
    for amount in (2, 4):
        assert table.act(2, table.seat(1), bid=amount).code == "action-conflict"
    assert table.act(3, table.seat(2), bid=3)["section"] == "R5"
    assert table.act(3, table.seat(2), bid=99)["legal"] == [
        {"bid": 4, "seat": 2},
        {"pass": True, "seat": 2},
    ]


def test_an_undo_of_another_action_is_another_undo(table: Table) -> None:
    table.play("2S", "3S")
    table.act(3, table.scorer, undo=2)
    assert table.act(3, table.scorer, undo=1).code == "action-conflict"


def test_something_else_can_be_played_then(table: Table) -> None:
    table.play("2S")
    table.act(2, table.scorer, undo=1)
    assert table.act(3, table.seat(1), play="5H").status == 201
    assert table.act(1, table.seat(1), play="2S")["undone_by"] == 2
    assert [play["card"] for play in table.view()["plays"]] == ["5H"]


def test_undo_again_is_a_repeat_and_not_another_undo(table: Table) -> None:
    table.play("2S", "3S")
    first = table.act(3, table.scorer, undo=2)
    again = table.act(3, table.league.director, undo=2)
    assert (again.status, again.json) == (200, first.json)
    assert len(table.view()["plays"]) == 1


def test_after_an_undo_the_one_before_is_the_last(table: Table) -> None:
    table.play("2S", "3S")
    table.act(3, table.scorer, undo=2)
    assert table.act(4, table.scorer, undo=1).status == 201
    assert table.view()["plays"] == []


@pytest.mark.parametrize("number", [1, 3, 9])
def test_only_the_last_action_in_force_is_undone(table: Table, number: int) -> None:
    table.play("2S", "3S")
    got = table.act(3, table.scorer, undo=number)
    assert (got.status, got.code) == (409, "undo-refused")


def test_an_undo_is_not_undone(table: Table) -> None:
    table.play("2S")
    table.act(2, table.scorer, undo=1)
    assert table.act(3, table.scorer, undo=2).code == "undo-refused"
    assert table.act(3, table.scorer, undo=1).code == "undo-refused"


def taken_back(page: Got | dict[str, Any]) -> list[dict[str, Any]]:
    """Return the notes of a hand about what was taken back."""
    return [note for note in page["notes"] if note["note"] == "taken_back"]


@pytest.mark.parametrize("who", ["director", "organiser"])
def test_a_director_takes_back_with_a_reason_that_everybody_reads(club: Club, who: str) -> None:
    night = club.entered()
    table, token = night.table, getattr(night, who)
    table.enter()
    table.play("2S")
    assert table.act(2, token, undo=1).code == "undo-refused"
    got = table.act(2, token, undo=1, reason="  the wrong   card")
    assert (got.status, got["action"]) == (201, {"undo": 1})
    assert table.act(2, token, undo=1).json == got.json
    note = {
        "note": "taken_back",
        "after": 2,
        "at": got["at"],
        "by": {"kind": who, "number": 1},
        "reason": "the wrong card",
    }
    for page in (table.view(), table.log(), table.view(table.seat(2))):
        assert taken_back(page) == [note]
    table.play("2S", "3S", "4S", "5H")
    assert taken_back(table.view()) == [note]  # of a hand that is over, too


def led_at(night: League) -> Table:
    """Deal a hand and lead a card whose run goes on."""
    table = night.table
    table.deal(dealer=3)
    for card in table.view(table.seat(1))["seats"][0]["cards"]:
        assert table.act(1, table.seat(1), play=card).status == 201
        if table.view()["awaiting"] == "run":
            return table
        assert table.act(2, night.director, undo=1, reason="another card").status == 201
    raise AssertionError


def test_nobody_follows_looks_and_takes_it_back(club: Club) -> None:
    """An organiser posted ``follow``, saw the card, and undid it and the lead."""
    night = club.night(options={"penalty.missed_play": 1})
    table = led_at(night)
    assert table.act(2, night.organiser, follow=True).status == 201
    for token in (table.seat(1), table.seat(2), table.scorer):
        assert table.act(3, token, undo=2, reason="a mistake").code == "forbidden"
    alone = table.act(3, night.organiser, undo=2, reason="a mistake")
    assert (alone.status, alone.code) == (409, "undo-refused")
    assert table.act(3, night.organiser, undo=1, reason="a mistake").code == "undo-refused"
    queue = [{"undo": 2, "reason": "a"}, {"undo": 1, "reason": "b"}]
    assert table.verdicts(3, queue, night.organiser) == ["refused", "not_tried"]
    assert taken_back(table.view()) == []
    assert table.verdicts(3, queue, night.director) == ["recorded", "recorded"]
    assert [(note["after"], note["reason"]) for note in taken_back(table.view())] == [
        (3, "a"), (4, "b")
    ]  # fmt: skip


def test_reasons_are_bounded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MAX_REASONS", 1)
    table.play("2S")
    director = table.league.director
    assert table.act(2, director, undo=1, reason="once").status == 201
    table.play("2S")
    assert table.act(4, director, undo=3, reason="twice").code == "too-many"
    assert table.act(4, table.scorer, undo=3).status == 201


def test_a_scorer_takes_back_only_of_a_deal_that_he_entered(table: Table) -> None:
    other = table.league.issue("scorer", table=table.id)
    table.play("2S")
    assert table.act(2, other, undo=1, reason="a mistake").code == "forbidden"
    assert table.act(2, table.scorer, undo=1).status == 201
    assert taken_back(table.view()) == []


def test_a_reason_goes_with_an_undo_alone(table: Table) -> None:
    got = table.act(1, table.seat(1), play="2S", reason="for fun")
    assert (got.status, got.code) == (422, "invalid-request")
    for reason in ("", "x" * 201, "a\x00b", None, 7):
        got = table.act(1, table.scorer, undo=1, reason=reason)
        assert (got.status, got.code) == (422, "invalid-request")


def test_what_was_allowed_is_asked_for_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scorer repeats what he recorded when he could, before an update, say."""
    table.play("2S")
    first = table.act(2, table.scorer, undo=1)

    def refuse(*_: object) -> None:
        raise Refusal("forbidden", say("rights.act-for-own-seat"))

    monkeypatch.setattr(dealt.Dealt, "seat_for", refuse)
    assert table.act(2, table.scorer, undo=1).json == first.json
    assert table.act(2, table.league.director, undo=1).code == "forbidden"
    assert table.act(2, table.scorer, undo=2).code == "forbidden"


def test_a_player_does_not_undo(table: Table) -> None:
    table.play("2S")
    assert table.act(2, table.seat(1), undo=1).code == "forbidden"


def test_never_past_the_hands_end(table: Table) -> None:
    table.play_short()
    assert table.act(5, table.scorer, undo=4).code == "hand-over"
    table.enter()
    assert table.act(5, table.scorer, hand=1, undo=4).code == "hand-over"


def test_what_has_shown_hidden_cards_is_not_undone(club: Club) -> None:
    night = club.entered(preset="michigan_ru")
    table = night.table
    table.enter(WIDOW, widow="6H 7H")
    table.act(1, table.scorer, decline=True)  # by whom the deal was entered, for the dealer
    assert table.act(2, table.scorer, undo=1).code == "undo-refused"
    table.act(2, table.scorer, bid=3)
    assert table.act(3, table.scorer, undo=2).code == "undo-refused"
    table.act(3, table.scorer, pass_=True)
    assert table.act(4, table.scorer, undo=3).code == "undo-refused"
    assert [a["effects"]["events"] for a in table.log()["actions"]][2] == [
        {"event": "sold", "seat": 1}
    ]


@pytest.mark.parametrize("verb", ["exchange", "auction"])
def test_neither_an_exchange_nor_an_auction_is_undone(club: Club, verb: str) -> None:
    options = {"widow": "exchange_or_auction", "auction": "dealer"}
    table = club.entered(options=options).table
    table.enter(WIDOW, widow="6H 7H")
    assert table.act(1, table.seat(3), **{verb: True}).status == 201
    assert table.act(2, table.scorer, undo=1).code == "undo-refused"


def test_stop_and_follow_are_undone(club: Club) -> None:
    table = club.entered(options={"penalty.missed_play": 1}).table
    table.enter()
    table.play("2S")
    table.act(2, table.scorer, follow=True)
    assert table.act(3, table.scorer, undo=2).status == 201
    table.act(4, table.scorer, stop=True)
    assert table.act(5, table.scorer, undo=4).status == 201
    assert table.act(6, table.seat(2), play="3S").status == 201


def test_a_log_cannot_be_grown_until_nothing_fits(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undoing over and over is bounded; playing on, and abandoning, never are."""
    monkeypatch.setattr(posting, "MAX_LOG", 4)
    table = club.entered().table
    table.enter()
    for number in (1, 3):
        assert table.act(number, table.scorer, play="2S").status == 201
        assert table.act(number + 1, table.scorer, undo=number).status == 201
    assert table.act(5, table.scorer, play="2S").status == 201
    assert table.act(6, table.scorer, undo=5).code == "too-many"
    assert table.act(6, table.scorer, play="3S").status == 201
    assert table.act(7, table.league.director, abandon=True).status == 201


def test_a_seat_that_keeps_going_away_uses_up_its_own_bound_alone(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "MAX_ABSENCES", 4)
    table = club.entered().table
    table.enter()
    for number in (1, 3):
        assert table.act(number, table.seat(2), away=True).status == 201
        assert table.act(number + 1, table.seat(2), back=True).status == 201
    assert table.act(5, table.seat(2), away=True).code == "too-many"
    assert table.act(5, table.seat(3), away=True).status == 201
    assert table.act(6, table.seat(1), play="2S").status == 201
    assert table.act(7, table.league.director, abandon=True).status == 201


def test_raises_cannot_grow_a_log_but_a_call_is_always_possible(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "MAX_LOG", 2)
    monkeypatch.setattr(hands, "MAX_LOG", 2)
    table = club.night(preset="three_in_one").table
    table.deal(dealer=3)
    assert table.act(1, table.seat(1), bet=1).status == 201
    assert table.act(2, table.seat(2), raise_=2).status == 201
    assert table.act(3, table.seat(3), raise_=3).code == "too-many"
    page = table.view(table.seat(3))
    assert page["legal"] == [{"call": True, "seat": 3}, {"fold": True, "seat": 3}]
    assert page["highest"] is None
    assert table.act(3, table.seat(3), call=True).status == 201
    assert table.act(4, table.seat(1), fold=True).status == 201
    assert table.view()["phase"] == "lead"
