"""The draw of a hand: closed, opened by the phones, dealt by the last one, or drawn again."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from harness.club import Club, Table
from harness.contributors import Contributor, contributors, drawing, redraw, text_of

from chalicelib.rules import TEXT
from chalicelib.rules.deal import clockwise
from chalicelib.rules.fairness import commitment_of, hash_text, read_message, secret, shuffle
from chalicelib.rules.record import from_record, parse


def sha256(text: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()[:43]


def setup_of(table: Table, hand: int | None = None) -> Any:
    return table.club.get(f"{table.at(hand)}/setup").json


def abandon(table: Table) -> None:
    got = table.act(1, table.league.director, abandon=True)
    assert got.status == 201, got


# -- closing ------------------------------------------------------------------------------------


def test_without_a_commitment_the_hand_is_dealt_at_once(club: Club) -> None:
    table = club.night().table
    got = table.deal()
    assert (got["phase"], got["draw"]) == ("lead", None)
    setup = setup_of(table)
    assert setup["message"] == json.dumps(
        [
            "boodle-deal-2",
            table.league.id,
            table.id,
            1,
            1,
            setup["dealt_in"],
            setup["dealer"],
            table.page()["commitment"],
            [],
            [],
            hash_text(setup["text"]),
        ],
        separators=(",", ":"),
    )
    assert (setup["protocol"], setup["contributed"]) == ("boodle-deal-2", [])
    assert got["digest"] == sha256(setup["message"])


def test_closing_publishes_the_draw_and_deals_nothing(club: Club) -> None:
    table = club.night().table
    phones = contributors(table, 1, 3)
    got = table.deal()
    draw = got["draw"]
    assert (got["status"], got["phase"], got["awaiting"]) == ("playing", "draw", "draw")
    assert (draw["draw"], draw["opened"], draw["missing"], draw["left_out"]) == (1, [], [1, 3], [])
    assert [seat["cards_left"] for seat in got["seats"]] == [0, 0, 0]
    assert text_of(table)[:9] == [
        "boodle-deal-2",
        table.league.id,
        table.id,
        1,
        1,
        [1, 2, 3],
        got["dealer"],
        table.page()["commitment"],
        [[phone.seat, phone.commitment] for phone in phones],
    ]
    assert text_of(table)[9:] == [[], hash_text(draw["setup"])]
    assert got["digest"] == sha256(draw["text"])
    setup = setup_of(table)
    assert (setup["text"], setup["message"]) == (draw["setup"], draw["text"])
    assert setup["contributed"] == []
    assert club.get(f"{table.at()}/cards", table.seat(1))["cards"] == []


def test_the_set_up_text_states_the_rules_whole(club: Club) -> None:
    table = club.night().table
    drawing(table, 1)
    stated = json.loads(setup_of(table)["text"])
    assert len(stated["rules"]) == 64
    assert stated["away"] == []
    assert not {"seeds", "message"} & set(stated)


def test_the_same_deal_again_is_no_other_draw(club: Club) -> None:
    table = club.night().table
    drawing(table)
    before = table.view()
    again = table.put_hand(1)
    assert (again.status, again.json) == (200, before)
    other = table.put_hand(1, dealer=2)
    assert (other.status, other.code) == (409, "hand-conflict")
    assert table.put_hand(2).code == "hand-conflict"


def test_a_seat_that_is_away_takes_no_part(club: Club) -> None:
    table = club.night().table
    contributors(table)
    entry = club.put(f"{table.at(1)}/entries/2", {"away": True}, table.seat(2))
    assert entry.status == 200
    table.deal()
    assert table.view()["draw"]["missing"] == [1, 3]
    assert json.loads(setup_of(table)["text"])["away"] == [2]


def test_the_entries_are_closed_while_the_draw_is_open(club: Club) -> None:
    night = club.night(preset="boodle")
    table = night.table
    for seat in table.seats:
        club.put(f"{table.at(1)}/entries/{seat}", {"stakes": {"AH": 4}}, table.seat(seat))
    drawing(table)
    entry = club.put(f"{table.at(1)}/entries/1", {"stakes": {"KC": 4}}, table.seat(1))
    assert (entry.status, entry.code) == (409, "hand-conflict")
    amount = club.put(f"{table.at(1)}/amount", {"amount": 2}, table.scorer)
    assert (amount.status, amount.code) == (409, "hand-conflict")


def test_nothing_is_played_before_the_cards_are_dealt(club: Club) -> None:
    table = club.night().table
    drawing(table)
    for token, body in (
        (table.seat(1), {"play": "2S"}),
        (table.seat(1), {"away": True, "seat": 1}),
        (table.scorer, {"follow": True}),
        (table.scorer, {"stop": True}),
    ):
        got = table.act(1, token, **body)
        assert got.code == "not-now", got
    assert table.view(table.seat(1))["legal"] == []


# -- opening ------------------------------------------------------------------------------------


def test_the_last_to_open_deals(club: Club) -> None:
    table = club.night().table
    first, second, third = drawing(table)
    assert club.get(f"{table.at()}/audit").code == "not-now"
    text = table.view()["draw"]["text"]
    got = second.open()
    assert (got.status, got["phase"], got["draw"]["opened"]) == (201, "draw", [2])
    assert first.open()["draw"]["missing"] == [3]
    secrets = [secret(phone.seed, 0) for phone in (first, second, third)]
    assert not any(one in table.view().__repr__() for one in secrets)
    dealt = third.open()
    assert (dealt.status, dealt["phase"], dealt["draw"]) == (201, "lead", None)
    setup = setup_of(table)
    assert setup["message"] == text + "".join(secrets)
    assert setup["contributed"] == [1, 2, 3]
    assert dealt["digest"] == sha256(setup["message"])
    cards = club.get(f"{table.at()}/cards", table.seat(1))["cards"]
    assert len(cards) > 10


def test_the_deal_is_the_one_of_link_and_message(club: Club) -> None:
    table = club.night().table
    for phone in drawing(table):
        phone.open()
    held = {seat: table.view(table.seat(seat))["seats"][seat - 1]["cards"] for seat in table.seats}
    table.play_out()
    page = table.view()
    link, message = bytes.fromhex(page["link"]), page["setup"]["message"]
    value = link
    for _ in range(table.hand):
        value = hashlib.sha256(value).digest()
    assert value.hex() == table.page()["commitment"]
    order = clockwise(list(table.seats), page["dealer"])
    pack = [TEXT[card] for card in shuffle(link, message)]
    for at, seat in enumerate(order, 1):  # the widow gets the first card (R4)
        assert set(pack[at::4]) == set(held[seat])
    record = parse(club.get(f"{table.at()}/record").text)
    assert from_record(record).over
    assert record.proof is not None
    assert read_message(record.proof.message).secrets == tuple(
        secret(f"seed of seat {seat}".encode(), 0) for seat in table.seats
    )


def test_what_comes_next_is_committed_for_the_next_hand(club: Club) -> None:
    table = club.night().table
    phones = drawing(table)
    for phone in phones:
        phone.open()
    seats = table.page()["seats"]
    assert [seat["commitment"] for seat in seats] == [phone.commitment for phone in phones]
    table.play_out()
    table.deal()
    assert text_of(table)[8] == [[phone.seat, phone.commitment] for phone in phones]


def test_an_opening_is_repeated_alike(club: Club) -> None:
    table = club.night().table
    first, second, _ = drawing(table)
    body = first.body()
    assert first.open().status == 201
    again = first.post(1, body)
    assert (again.status, again.replayed) == (200, True)
    second.open()
    assert first.post(1, body).status == 200
    third = Contributor(table, 3)
    third.open()
    assert first.post(1, body).status == 200  # the reply was lost, and the hand is dealt
    other = first.post(1, {**body, "next": "ab" * 32})
    assert (other.status, other.code) == (409, "draw-conflict")
    table.play_out()
    table.deal()
    got = club.put(f"{table.at(1)}/draws/1/1", body, table.seat(1))
    assert got.status == 200


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"secret": "ab" * 32}, "malformed"),
        ({"draw": "ab" * 32}, "malformed"),
        ({"next": commitment_of(secret(b"seed of seat 1", 0))}, "malformed"),
        ({"secret": "AB" * 32}, "invalid-request"),
        ({"next": None}, "invalid-request"),
    ],
)
def test_a_wrong_opening_is_refused(club: Club, other: Any, code: str) -> None:
    table = club.night().table
    phone = drawing(table)[0]
    got = phone.open(**other)
    assert (got.status, got.code) == (422, code)
    assert table.view()["draw"]["opened"] == []


def test_nobody_opens_for_another_seat(club: Club) -> None:
    table = club.night().table
    phone = drawing(table)[0]
    league = table.league
    for token in (table.seat(2), table.scorer, league.director, league.organiser):
        assert phone.open(token=token).code == "forbidden"


def test_what_is_not_open_is_not_opened(club: Club) -> None:
    table = club.night().table
    phones = drawing(table, 1, 2)
    body = phones[0].body()
    ahead = phones[0].open(2)
    assert (ahead.code, ahead["draw"], ahead["seats"]) == ("draw-conflict", 1, [1, 2])
    bystander = Contributor(table, 3)
    assert bystander.post(1, body).code == "draw-conflict"
    assert club.put(f"{table.at(2)}/draws/1/1", body, table.seat(1)).code == "not-found"
    for phone in phones:
        phone.open()
    late = bystander.post(1, body)
    assert (late.code, late["draw"], late["seats"]) == ("draw-conflict", 1, [])
    table.play_out()
    table.deal()
    abandon(table)
    closed = club.put(f"{table.at(2)}/draws/1/1", body, table.seat(1))
    assert closed.code == "draw-conflict"


def test_a_hand_dealt_without_a_draw_has_none_to_open(club: Club) -> None:
    table = club.night().table
    table.deal()
    body = {"draw": "ab" * 32, "secret": "ab" * 32, "next": "ab" * 32}
    got = Contributor(table, 1).post(1, body)
    assert (got.code, got["draw"]) == ("draw-conflict", 0)


def test_nobody_commits_anew_while_the_draw_is_open(club: Club) -> None:
    table = club.night().table
    phone = drawing(table, 1)[0]
    assert phone.commit().status == 200  # as before
    other = Contributor(table, 2)
    got = other.commit()
    assert (got.status, got.code) == (409, "draw-conflict")
    phone.open()
    assert other.commit().status == 200


# -- drawing again ------------------------------------------------------------------------------


def test_who_does_not_open_is_left_out_after_twenty_seconds(club: Club) -> None:
    table = club.night().table
    first, second, third = drawing(table)
    before = text_of(table)
    first.open()
    second.open()
    early = redraw(table, 2, 3)
    assert (early.status, early.code, early["retry_after"]) == (409, "not-now", 20)
    club.clock.tick(19)
    assert redraw(table, 2, 3)["retry_after"] == 1
    club.clock.tick(1)
    got = redraw(table, 2, 3)
    assert (got.status, got["draw"]["draw"], got["draw"]["left_out"]) == (201, 2, [[3]])
    assert got["draw"]["missing"] == [1, 2]
    after = text_of(table)
    changed = {at for at in range(11) if before[at] != after[at]}
    assert changed == {4, 8, 9}  # the try, commitments, left_out
    assert after[8] == [[1, first.commitment], [2, second.commitment]]
    assert redraw(table, 2, 3).status == 200
    late = third.post(1, {"draw": "ab" * 32, "secret": third.secret, "next": third.next})
    assert late.code == "draw-conflict"
    first.open()
    assert second.open()["phase"] == "lead"
    assert setup_of(table)["contributed"] == [1, 2]
    seats = table.page()["seats"]
    assert [seat["redraws"] for seat in seats] == [0, 0, 1]
    assert seats[2]["commitment"] is None


@pytest.mark.parametrize("who", ["seat", "scorer", "director"])
def test_everybody_at_the_table_may_draw_again(club: Club, who: str) -> None:
    table = club.night().table
    first, _, _ = drawing(table)
    first.open()
    club.clock.tick(20)
    tokens = {"seat": table.seat(3), "scorer": table.scorer, "director": table.league.director}
    assert redraw(table, 2, 2, 3, token=tokens[who]).status == 201


def test_exactly_those_missing_are_left_out(club: Club) -> None:
    table = club.night().table
    first, second, third = drawing(table)
    first.open()
    club.clock.tick(20)
    for left_out in ((2,), (1, 2, 3), (1,), (2, 3, 4)):
        got = redraw(table, 2, *left_out)
        assert (got.status, got.code, got["seats"]) == (409, "draw-conflict", [2, 3])
    for number in (1, 3):
        assert redraw(table, number, 2, 3).code == "draw-conflict"
    second.open()
    assert redraw(table, 2, 2, 3)["seats"] == [3]
    third.open()
    got = redraw(table, 2, 3)
    assert (got.code, got["seats"]) == ("draw-conflict", [])


def test_if_nobody_opens_boodle_deals_alone(club: Club) -> None:
    table = club.night().table
    drawing(table, 1, 2)
    club.clock.tick(20)
    got = redraw(table, 2, 1, 2)
    assert (got.status, got["phase"]) == (201, "lead")
    setup = setup_of(table)
    assert json.loads(setup["message"])[8:10] == [[], [[1, 2]]]
    assert setup["contributed"] == []
    assert redraw(table, 2, 1, 2).status == 200


def test_who_is_left_out_twice_is_readmitted_by_a_director(club: Club) -> None:
    table = club.night().table
    third = Contributor(table, 3)
    for _ in range(2):
        assert third.commit().status == 200
        table.deal()
        club.clock.tick(20)
        assert redraw(table, 2, 3).status == 201
        table.play_out()
        third.number += 1
    refused = third.commit()
    assert (refused.status, refused["kinds"]) == (403, ["director", "organiser"])
    assert [(seat["redraws"], seat["barred"]) for seat in table.page()["seats"]][2] == (2, True)
    path = f"{table.path}/commitments/3/readmission"
    for token in (table.seat(3), table.scorer):
        assert club.put(path, None, token).code == "forbidden"
    for _ in range(2):
        got = club.put(path, None, table.league.director)
        assert (got.status, got["barred"], got["redraws"]) == (200, False, 2)
    assert third.commit().status == 200


def test_a_draw_that_is_abandoned_spends_its_link(club: Club) -> None:
    table = club.night().table
    phones = drawing(table)
    phones[0].open()
    text = table.view()["draw"]["text"]
    before = [seat["stack"] for seat in table.page()["seats"]]
    abandon(table)
    page = table.view()
    assert (page["status"], page["setup"]["message"], page["draw"]) == ("abandoned", text, None)
    value = bytes.fromhex(page["link"])
    assert hashlib.sha256(value).hexdigest() == table.page()["commitment"]
    assert [seat["stack"] for seat in table.page()["seats"]] == before
    assert (table.page()["abandoned"], table.page()["hands_counted"]) == (1, 0)
    record = parse(club.get(f"{table.at()}/record").text)
    assert from_record(record).abandoned
    assert phones[1].post(1, {"draw": "ab" * 32, "secret": "ab" * 32, "next": "ab" * 32}).code == (
        "draw-conflict"
    )
    table.deal()
    # What was opened is spent; the others' secrets are still unknown.
    assert text_of(table)[8] == [[phone.seat, phone.commitment] for phone in phones]


def test_the_page_has_another_tag_after_each_opening(club: Club) -> None:
    table = club.night().table
    first, second, _ = drawing(table)
    tags = set()
    for phone in (first, second, None):
        tags.add(club.get(table.at(), table.seat(3)).headers["ETag"])
        if phone:
            phone.open()
    assert len(tags) == 3


# -- beside the draw ----------------------------------------------------------------------------


def test_a_token_handed_out_again_during_the_draw_is_noted_in_the_hand(club: Club) -> None:
    table = club.night().table
    phones = drawing(table)
    before = [note["seat"] for note in table.view()["notes"]]
    table.league.issue("player", player=table.players[1])
    for phone in phones:
        phone.open()
    assert [note["seat"] for note in table.view()["notes"]] == [*before, 2]


def test_a_round_closed_during_the_draw_ends_with_the_hand(club: Club) -> None:
    table = club.night().table
    phones = drawing(table)
    table.league.close_round()
    assert (table.page()["state"], table.page()["closing"]) == ("playing", True)
    for phone in phones:
        phone.open()
    table.play_out()
    assert table.page()["ended"] == "closed"


def test_who_leaves_during_the_draw_leaves_after_the_hand(club: Club) -> None:
    table = club.night(4).table
    phones = drawing(table)
    assert club.delete(f"{table.path}/seats/2", phones[1].token).status in (200, 204)
    assert club.put(f"{table.path}/seats/5", {"player": 1}, table.scorer).code == "hand-conflict"
    for phone in phones:
        assert phone.open().status == 201
    table.play_out()
    assert table.page()["seats"][1]["left"]


def test_the_pages_of_a_hand_that_was_abandoned_before_its_deal(club: Club) -> None:
    table = club.night().table
    drawing(table)
    abandon(table)
    (past,) = club.get(f"{table.path}/hands")["hands"]
    assert (past["hand"], past["status"], past["winner"]) == (1, "abandoned", None)
    assert [entry["action"] for entry in table.log()["actions"]] == [{"abandon": True}]
    entries = table.ledger()["entries"]
    assert sum(entry["reason"] == "abandoned" for entry in entries) * 2 == len(entries)
    assert club.get(f"{table.at()}/cards", table.seat(1))["cards"] == []
    audit = club.get(f"{table.at()}/audit")
    assert (audit.code, "abandoned" in audit["detail"]) == ("not-found", True)
    assert table.act(2, table.league.director, abandon=True).code == "hand-over"


def test_seats_that_drop_out_at_the_stakes_open_a_draw_of_no_cards(club: Club) -> None:
    """R12, ``drop_out``: nobody is left to deal to, and still no deal can have been chosen."""
    table = club.night(3, options={"broke": "drop_out", "chips.start": 4}).table
    table.put_hand(1, dealer=3)
    table.hand = 1
    assert table.view()["status"] == "over"
    assert setup_of(table)["dealt_in"] == []


def test_a_stack_bought_for_a_hand_is_bought_once(club: Club) -> None:
    options = {"broke": "rebuy", "chips.start": 8}
    night = club.entered(options=options)
    table = night.table
    table.enter({"1": "AC", "2": "3S", "3": "4S"})
    table.play("AC")
    assert table.page()["seats"][2]["stack"] == 0
    club.put(f"{table.at(2)}/entries/3", {"rebuy": True}, table.seat(3))
    bought = table.page()["bought_in"]
    table.enter({"1": "KD 2S", "2": "3S", "3": "4S"})
    assert table.page()["bought_in"] == bought + 8


def test_joining_and_every_page_show_the_commitment_of_the_table(club: Club) -> None:
    night = club.night()
    table = night.table
    c0 = table.page()["commitment"]
    body = {"kind": "player", "player": table.players[0]}
    code = club.post(f"{night.path}/codes", body, night.organiser)["code"]
    joined = club.post("/v1/join", {"code": code, "nonce": "n" * 22})
    assert (joined["table"], joined["commitment"]) == (table.id, c0)
    me = club.get("/v1/me", joined["token"])
    assert (me["table"], me["commitment"]) == (table.id, c0)
    assert club.get("/v1/me", table.scorer)["commitment"] == c0
    table.deal()
    assert table.view()["commitment"] == c0
    before = club.league()
    before.add_players(3)
    early = before.issue("player", player=1)
    assert (club.get("/v1/me", early)["table"], club.get("/v1/me", early)["commitment"]) == (
        None,
        None,
    )
