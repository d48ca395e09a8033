"""Who may post what: seats, scorer and director, the play clock, and who entered the deal."""

from __future__ import annotations

from typing import Any

import pytest
from harness.club import SHORT, Body, Club, League, Table

from chalicelib.rules import TEXT

FINES = {"penalty.missed_play": 1}


def night(club: Club, **more: Any) -> League:
    night = club.entered(options=FINES, **more)
    night.table.enter()
    night.table.act(1, night.table.seat(1), play="2S")
    return night


def posters(night: League) -> dict[str, str]:
    table = night.table
    return {
        "scorer": table.scorer,
        "second scorer": night.issue("scorer", table=table.id),
        "director": night.director,
        "organiser": night.organiser,
    }


# -- dealt hands --------------------------------------------------------------------------------


def test_on_dealt_hands_only_the_seat_plays(club: Club) -> None:
    table = club.night().table
    table.deal(dealer=3)
    card = table.view(table.seat(1))["legal"][0]["play"]
    for who, token in posters(table.league).items():
        assert table.act(1, token, play=card, seat=1).code == "forbidden", who
        assert table.act(1, token, play=card).code == "forbidden", who
    assert table.act(1, table.seat(2), play=card, seat=1).code == "forbidden"
    assert table.act(1, table.seat(1), play=card, seat=1).status == 201


@pytest.mark.parametrize(
    "body",
    [{"exchange": True}, {"decline": True}, {"auction": True}, {"bid": 1}, {"pass": True}],
)
def test_on_dealt_hands_only_the_seat_decides(club: Club, body: Body) -> None:
    table = club.night(preset="michigan_ru").table
    table.deal(dealer=3)
    for who, token in posters(table.league).items():
        assert table.act(1, token, **body).code == "forbidden", who


@pytest.mark.parametrize("who", ["scorer", "director", "organiser"])
def test_scorer_and_director_follow_and_stop(club: Club, who: str) -> None:
    table = night(club).table
    token = posters(table.league)[who]
    got = table.act(2, token, follow=True)
    assert (got.status, got["action"]) == (201, {"follow": True, "card": "3S", "seat": 2})
    assert table.act(2, token, follow=True).json == got.json
    assert table.act(3, token, stop=True).status == 201
    assert table.view()["awaiting"] == "lead"
    assert [play["card"] for play in table.view()["plays"]] == ["2S", "3S"]


def test_a_followed_card_is_the_same_only_as_follow(club: Club) -> None:
    table = night(club).table
    table.act(2, table.scorer, follow=True)
    got = table.act(2, table.seat(2), play="3S")
    assert (got.code, got["recorded"]["follow"]) == ("action-conflict", True)


def test_neither_follows_nor_stops_where_no_run_waits(club: Club) -> None:
    table = club.entered(options=FINES).table
    table.enter()
    for body in ({"follow": True}, {"stop": True}):
        assert table.act(1, table.league.director, **body).code == "not-now"


def test_stop_is_refused_where_misses_cost_nothing(club: Club) -> None:
    table = club.entered().table
    table.enter()
    table.play("2S")
    got = table.act(2, table.scorer, stop=True)
    assert (got.code, got["section"]) == ("against-the-rules", "R9")


def test_a_miss_is_fined_at_the_end(club: Club) -> None:
    table = night(club).table
    table.act(2, table.scorer, stop=True)  # seat 2 held 3S
    table.act(3, table.seat(1), play="5H")
    entries = table.ledger()["entries"]
    fines = [e for e in entries if e["reason"] == "missed play"]
    assert [(e["from"], e["to"], e["amount"]) for e in fines] == [
        ("seat 2", "seat 3", 1),
        ("seat 2", "seat 1", 1),
    ]


# -- the play clock -----------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["follow", "stop"])
def test_players_go_on_once_the_play_clock_has_run_out(club: Club, verb: str) -> None:
    table = night(club, play_clock=30).table
    club.clock.tick(29.5)
    got = table.act(2, table.seat(3), **{verb: True})
    assert (got.status, got.code, got["retry_after"]) == (409, "not-now", 1)
    assert got.headers["Retry-After"] == "1"
    club.clock.tick(0.5)
    assert table.act(2, table.seat(3), **{verb: True}).status == 201


def test_the_play_clock_starts_with_the_action_before(club: Club) -> None:
    table = night(club, play_clock=30).table
    club.clock.tick(31)
    assert table.act(2, table.seat(3), follow=True).status == 201
    assert table.act(3, table.seat(1), follow=True).code == "not-now"
    club.clock.tick(31)
    assert table.act(3, table.seat(1), follow=True).status == 201


def test_only_a_play_starts_the_play_clock_again(club: Club) -> None:
    """What others do while the run waits for a seat leaves that seat no more time."""
    table = night(club, play_clock=30).table
    refused = table.act(2, table.seat(1), follow=True)
    club.clock.tick(20)
    assert table.act(2, table.seat(3), away=True).status == 201
    assert table.act(3, table.league.director, undo=2, reason="too soon").status == 201
    assert table.act(4, table.seat(3), away=True).status == 201
    assert table.act(5, table.seat(3), back=True).status == 201
    assert table.act(6, table.seat(3), play="4S").status == 422
    assert (refused["retry_after"], table.act(6, table.seat(1), follow=True)["retry_after"]) == (
        30, 10
    )  # fmt: skip
    club.clock.tick(10)
    assert table.act(6, table.seat(1), follow=True).status == 201


def test_taking_back_a_play_gives_its_seat_the_time_anew(club: Club) -> None:
    table = night(club, play_clock=30).table
    club.clock.tick(20)
    assert table.act(2, table.seat(2), play="3S").status == 201
    club.clock.tick(20)
    assert table.act(3, table.league.director, undo=2, reason="too soon").status == 201
    assert table.act(4, table.seat(1), follow=True)["retry_after"] == 30


@pytest.mark.parametrize("verb", ["follow", "stop"])
def test_without_a_play_clock_players_never_do(club: Club, verb: str) -> None:
    table = night(club).table
    club.clock.tick(86400)
    assert table.act(2, table.seat(2), **{verb: True}).code == "forbidden"


def test_a_phones_own_time_does_not_move_the_clock(club: Club) -> None:
    table = night(club, play_clock=30).table
    got = table.act(2, table.seat(3), follow=True, phone_at="2026-11-30T23:59:00Z")
    assert got.code == "not-now"


# -- abandon ------------------------------------------------------------------------------------


def test_abandon_reverses_everything_and_moves_the_deal_on(club: Club) -> None:
    table = club.night().table
    table.deal(dealer=3)
    before = table.ledger()["before"]
    card = table.view(table.seat(1))["legal"][0]["play"]
    table.act(1, table.seat(1), play=card)
    assert table.act(2, table.scorer, abandon=True).code == "forbidden"
    assert table.act(2, table.seat(1), abandon=True).code == "forbidden"
    got = table.act(2, table.league.director, abandon=True)
    assert (got.status, got["effects"]["events"]) == (201, [{"event": "end"}])
    assert table.ledger()["after"] == before
    page = table.view()
    assert (page["status"], page["winner"]) == ("abandoned", None)
    assert len(page["link"]) == 64
    assert page["seats"][1]["cards"]
    table_page = table.page()
    assert (table_page["hands_counted"], table_page["next_hand"]) == (0, 2)
    assert table_page["next_dealer"] == 1
    assert [seat["stack"] for seat in table_page["seats"]] == [50, 50, 50]
    assert table.deal()["dealer"] == 1
    row = club.get(f"{table.path}/hands").json["hands"][0]
    assert (row["status"], row["winner"], row["stacks"]) == ("abandoned", None, [50, 50, 50])


def test_a_hand_that_is_over_is_not_abandoned(club: Club) -> None:
    table = club.entered().table
    table.enter()
    table.play_short()
    assert table.act(5, table.league.director, abandon=True).code == "hand-over"


# -- dry runs -----------------------------------------------------------------------------------


def test_a_dry_run_judges_and_stores_nothing(club: Club) -> None:
    table = club.entered().table
    table.enter()
    seat = table.seat(1)
    before = table.view()
    got = table.act(1, seat, play="2S", dry_run=True)
    assert got.status == 200
    assert not got.replayed
    assert got.json == {
        "kind": "dry_run",
        "table": table.id,
        "hand": 1,
        "number": 1,
        "action": {"play": "2S", "seat": 1},
        "legal": True,
        "recorded": False,
    }
    assert table.act(1, table.seat(1), play="3S", dry_run=True).code == "against-the-rules"
    assert table.act(2, table.seat(1), play="2S", dry_run=True).code == "beyond-the-end"
    assert table.view() == before


def test_a_dry_run_of_what_is_recorded_says_so(club: Club) -> None:
    table = night(club).table
    assert table.act(1, table.seat(1), play="2S", dry_run=True)["recorded"] is True
    assert table.act(1, table.seat(1), play="5H", dry_run=True).code == "action-conflict"


def test_a_dry_run_is_for_ones_own_seat(club: Club) -> None:
    table = night(club, play_clock=5).table
    assert table.act(2, table.seat(2), play="3S", dry_run=True).status == 200
    assert table.act(2, table.seat(1), play="3S", seat=2, dry_run=True).code == "forbidden"
    assert table.act(2, table.league.director, abandon=True, dry_run=True).code == "forbidden"


def test_a_dry_run_does_not_tell_who_holds_the_next_card(club: Club) -> None:
    table = night(club, play_clock=5).table
    club.clock.tick(60)
    for seat in table.seats:
        got = table.act(2, table.seat(seat), follow=True, dry_run=True)
        assert got.code == "forbidden"
    assert table.act(2, table.league.director, follow=True, dry_run=True).code == "forbidden"


# -- entered hands ------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["scorer", "director", "organiser"])
def test_who_entered_the_deal_posts_for_every_seat_and_sees_all(club: Club, who: str) -> None:
    table = club.entered().table
    tokens = {**posters(table.league), "seat": table.seat(3)}
    table.enter(token=tokens[who])
    page = table.view(tokens[who])
    held = {str(seat["seat"]): seat["cards"] for seat in page["seats"]}
    assert held["1"] == ["5H", "2S"]
    assert (page["turn"], page["awaiting"]) == (1, "lead")
    assert [action["play"] for action in page["legal"]] == ["5H", "2S"]
    table.play("2S", "3S", token=tokens[who])
    for other in set(tokens) - {who}:
        seen = [seat["cards"] for seat in table.view(tokens[other])["seats"]]
        own = 2 if other == "seat" else None
        assert all(cards is None for at, cards in enumerate(seen) if at != own), other
        if other != "seat":
            assert table.act(3, tokens[other], play="4S").code == "forbidden", other


def test_the_seats_of_an_entered_deal_play_too(club: Club) -> None:
    table = club.entered().table
    table.enter()
    table.play_short()
    assert [a["by"]["kind"] for a in table.log()["actions"]] == ["seat"] * 4


def test_no_player_enters_a_deal_as_he_would_see_all_cards(club: Club) -> None:
    table = club.entered().table
    deck = {"deck": list(TEXT)}
    assert table.put_hand(1, table.seat(3), deal=deck, dealer=3).code == "forbidden"
    assert table.put_hand(1, table.scorer, deal=deck, dealer=3).status == 201


@pytest.mark.parametrize(
    "hands",
    [
        {"1": ["2S"], "2": ["3S"], "3": ["4S"]},
        {"1": TEXT[:13], "2": TEXT[13:26], "3": TEXT[26:38]},
        {"1": TEXT[:14], "2": TEXT[14:26], "3": TEXT[26:39]},
    ],
)
def test_hands_have_the_sizes_that_are_dealt_unless_said_to_be_partial(
    club: Club, hands: dict[str, list[str]]
) -> None:
    """R4: three seats and the widow get 13 each."""
    table = club.entered().table
    deal = {"hands": {seat: list(cards) for seat, cards in hands.items()}}
    got = table.put_hand(1, table.scorer, deal=deal, dealer=3)
    assert (got.code, got["section"]) == ("against-the-rules", "R4")
    assert table.put_hand(1, table.scorer, deal={**deal, "partial": True}, dealer=3).status == 201


def test_a_whole_deal_by_hands_and_widow_is_taken(club: Club) -> None:
    table = club.entered().table
    piles = [list(TEXT[i::4]) for i in range(4)]
    deal = {"hands": dict(zip("123", piles, strict=False)), "widow": piles[3]}
    assert table.put_hand(1, table.scorer, deal=deal, dealer=3).status == 201


def test_an_entered_hand_is_read_by_anyone_of_the_league(club: Club) -> None:
    night = club.night(tables=2, recording="entered", public=False)
    here, there = night.tables
    here.enter(SHORT, token=here.scorer)
    for token in (there.seat(1), there.scorer, night.viewer, night.director):
        page = here.view(token)
        assert [seat["cards"] for seat in page["seats"]] == [None] * 3
        assert here.log(token)["actions"] == []


def test_a_deal_is_not_entered_where_the_server_deals(club: Club) -> None:
    table = club.night().table
    got = table.put_hand(
        1, deal={"partial": True, "hands": {"1": ["2S"], "2": ["3S"], "3": ["4S"]}}
    )
    assert got.code == "malformed"


def test_where_deals_are_entered_one_is_needed(club: Club) -> None:
    assert club.entered().table.put_hand(1).code == "malformed"


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        ({"partial": True, "hands": {"1": ["2S"], "2": ["2S"], "3": ["4S"]}}, "malformed"),
        ({"hands": {"1": ["2S"], "2": ["3S"], "3": []}}, "malformed"),
        ({"partial": True, "hands": {"1": ["2S"], "2": ["3S"]}}, "malformed"),
        ({"hands": {"1": ["2S"], "2": ["3S"], "4": ["4S"]}}, "malformed"),
        ({"hands": {"1": ["2S"], "2": ["3S"], "²": ["4S"]}}, "invalid-request"),
        ({"hands": {"1": ["2S"], "2": ["3S"], "03": ["4S"]}}, "invalid-request"),
        ({"hands": {"1": ["2S"], "2": ["3S"], "9" * 5000: ["4S"]}}, "invalid-request"),
        ({"hands": {"1": ["2S"], "2": ["3S"], "3": ["1S"]}}, "invalid-request"),
        ({"deck": ["2S"] * 52}, "malformed"),
        ({"deck": ["2S"] * 51}, "invalid-request"),
        ({}, "invalid-request"),
        ({"deck": ["2S"] * 52, "hands": {"1": ["2S"], "2": ["3S"]}}, "invalid-request"),
        ({"deck": ["2S"] * 52, "widow": ["2S"]}, "invalid-request"),
    ],
)
def test_a_senseless_deal_is_refused(club: Club, deal: object, code: str) -> None:
    table: Table = club.entered().table
    assert table.put_hand(1, deal=deal, dealer=3).code == code
    assert table.page()["hand"] == 0


def test_a_whole_pack_is_dealt_in_order(club: Club) -> None:
    table = club.entered().table
    assert table.put_hand(1, deal={"deck": list(TEXT)}, dealer=3).status == 201
    table.hand = 1
    page = table.view(table.scorer)
    assert [seat["cards_left"] for seat in page["seats"]] == [13, 13, 13]
    assert len(page["widow"]) == 13
    assert page["widow"][0] == "2C"  # R4: the widow gets the first card
    assert page["seats"][0]["cards"][0] == "3C"
