"""Chips bought and seats taken between hands: rebuys and joining (R12)."""

from __future__ import annotations

import csv
import io
import random
from typing import Any

import pytest
from harness.club import SHORT, Club, Got, League, Table
from harness.seeds import numbers

from chalicelib.store.records.live import LiveRecord

REBUY = {"broke": "rebuy", "chips.start": 8}
"""Seat 3 deals and stakes all it has; nobody wins a space, and seat 1 goes out."""

FOUR = {"1": "2S 5H", "2": "3S 9D", "3": "4S JS", "4": "7S"}


def join(table: Table, seat: int, player: int, token: str | None = None) -> Got:
    body = {"player": player}
    got = table.club.put(f"{table.path}/seats/{seat}", body, token or table.scorer)
    if got.status == 201:
        table.players.append(player)
    return got


def rebuy(table: Table, hand: int, seat: int, token: str | None = None, buys: bool = True) -> Got:
    path = f"{table.at(hand)}/entries/{seat}"
    return table.club.put(path, {"rebuy": buys}, token or table.seat(seat))


def with_guests(club: Club, guests: int = 1, **league: Any) -> League:
    """Return a night of three seats at one table, and so many players who sit nowhere."""
    night = club.league(**{"recording": "entered", **league})
    players = night.add_players(3 + guests)
    night.open_round(players=players[:3], seed="a draw")
    return night


def short_hand(table: Table) -> None:
    """Play the short hand, turned so that the dealer has the last seat of it."""
    dealer = table.page()["next_dealer"] if table.hand else 3
    seats = len(table.players)
    turned = {str((int(seat) + dealer - 1) % seats + 1): cards for seat, cards in SHORT.items()}
    if seats == 4:
        turned[str((dealer + 3) % seats + 1)] = "7S"
    table.enter(turned, dealer=dealer)
    table.play("2S", "3S", "4S", "5H")


def stacks(table: Table) -> list[int]:
    return [seat["stack"] for seat in table.page()["seats"]]


def ledger(table: Table) -> list[tuple[int, str, int, str]]:
    got = table.club.get(f"{table.path}/ledger")
    return [(buy["hand"], buy["to"], buy["amount"], buy["reason"]) for buy in got["bought_in"]]


def lines(got: Got, *names: str) -> dict[int, tuple[Any, ...]]:
    return {line["player"]: tuple(line[name] for name in names) for line in got["standings"]}


# -- rebuys (R12) ---------------------------------------------------------------------------------


def test_a_seat_out_of_chips_buys_a_new_stack_for_the_next_deal(club: Club) -> None:
    table = club.entered(options=REBUY).table
    short_hand(table)
    assert stacks(table) == [5, 3, 0]
    got = rebuy(table, 2, 3)
    assert [(e["seat"], e["rebuy"]) for e in got["entries"]] == [(3, True)]
    assert stacks(table) == [5, 3, 0]  # it is bought with the deal
    assert rebuy(table, 2, 3).text == got.text
    short_hand(table)  # seat 1 deals and stakes all it has, seat 2 goes out
    page = table.page()
    assert [(s["stack"], s["bought"]) for s in page["seats"]] == [(0, 8), (1, 8), (3, 16)]
    assert page["bought_in"] == 32
    assert sum(stacks(table)) + sum(page["layout"].values()) == 32
    first = [(1, f"seat {seat}", 8, "bought in") for seat in (1, 2, 3)]
    assert ledger(table) == [*first, (2, "seat 3", 8, "rebuy")]


def test_who_does_not_buy_is_not_dealt_in(club: Club) -> None:
    table = club.entered(options=REBUY).table
    short_hand(table)
    rebuy(table, 2, 3)
    rebuy(table, 2, 3, buys=False)
    table.enter({"1": "2S", "2": "3S"})
    assert [seat["dealt_in"] for seat in table.view()["seats"]] == [True, True, False]


def test_a_named_amount_beyond_the_chips_of_who_buys_and_deals_is_refused(club: Club) -> None:
    """R3: seat 2 names all it has while seat 1 is out; then seat 1 buys less, and deals."""
    table = club.entered(preset="boodle", options=REBUY).table
    assert club.put(f"{table.at(1)}/amount", {"amount": 0}, table.scorer).status == 200
    table.enter({"1": "2S 4D 5D 6D 7D 8D 9D 10D JD", "2": "3S", "3": "4S"})
    table.play("2S", "3S")
    assert stacks(table) == [0, 17, 7]

    def name(amount: int) -> Got:
        return club.put(f"{table.at(2)}/amount", {"amount": amount}, table.scorer)

    def deal(*placed: int) -> Got:
        for seat, chips in enumerate(placed, 1):
            body = {"stakes": {"AH": chips}}
            assert club.put(f"{table.at(2)}/entries/{seat}", body, table.scorer).status == 200
        hands = {"1": ["2S"], "2": ["3S"], "3": ["4S"]}
        return table.put_hand(2, deal={"hands": hands, "partial": True})

    beyond = name(18)
    assert (beyond.status, beyond.code, beyond["section"]) == (422, "against-the-rules", "R3")
    assert "17" in beyond["detail"]
    assert name(17).status == 200
    assert rebuy(table, 2, 1).status == 200
    refused = deal(8, 17, 7)
    assert (refused.status, refused.code, refused["section"]) == (422, "against-the-rules", "R3")
    assert "8" in refused["detail"]
    assert stacks(table) == [0, 17, 7]
    assert name(8).status == 200
    assert deal(8, 8, 7).status == 201
    seen = table.club.get(table.at(2), table.scorer)
    assert (seen["dealer"], seen["amount"]) == (1, 8)


def test_who_has_chips_buys_none(club: Club) -> None:
    table = club.entered(options=REBUY).table
    short_hand(table)
    got = rebuy(table, 2, 1)
    assert (got.code, got["section"]) == ("against-the-rules", "R12")


def test_without_rebuy_in_the_rules_nobody_buys(club: Club) -> None:
    table = club.entered(options={"chips.start": 8}).table
    short_hand(table)
    got = rebuy(table, 2, 3)
    assert (got.code, got["section"]) == ("against-the-rules", "R12")


def test_the_game_goes_on_while_seats_may_buy(club: Club) -> None:
    table = club.entered(options={**REBUY, "chips.start": 4}).table
    short_hand(table)
    page = table.page()
    assert stacks(table) == [0, 0, 0]
    assert (page["state"], page["ended"], page["next_hand"]) == ("waiting", None, 2)
    for buyers in ((), (2,)):
        for seat in buyers:
            assert rebuy(table, 2, seat).status == 200
        got = table.put_hand(2, deal={"hands": {"1": ["2S"], "2": ["3S"]}, "partial": True})
        assert (got.status, got.code) == (409, "not-now")
        assert "fewer than two seats have chips" in got["detail"]
    assert rebuy(table, 2, 3).status == 200
    table.enter({"2": "2S", "3": "3S"})
    # The deal goes on to the left of seat 3, past seat 1.
    assert table.view()["dealer"] == 2


def test_a_stack_bought_for_a_hand_that_was_abandoned_stays(club: Club) -> None:
    night = club.entered(options=REBUY)
    table = night.table
    short_hand(table)
    rebuy(table, 2, 3)
    table.enter()
    assert table.act(1, night.director, abandon=True).status == 201
    assert stacks(table) == [5, 3, 8]
    assert rebuy(table, 3, 3).code == "against-the-rules"
    got = night.standings(by="net", fresh="true")
    assert sorted(n for (n,) in lines(got, "net").values()) == [-8, -5, -3]


def test_net_counts_every_stack_bought(club: Club) -> None:
    night = club.entered(options=REBUY)
    table = night.table
    short_hand(table)
    one = lines(night.standings(by="net", fresh="true"), "chips", "net")
    rebuy(table, 2, 3)
    short_hand(table)
    first, second, third = table.players
    now = lines(night.standings(by="net", fresh="true"), "chips", "net")
    assert now == {first: (0, -8), second: (1, -7), third: (3, -13)}
    for got in (
        night.standings(by="net", hands=1, fresh="true"),
        club.get(f"{table.path}/standings", hands=1),
    ):
        assert lines(got, "chips", "net") == one == {
            first: (5, -3), second: (3, -5), third: (0, -8)
        }  # fmt: skip
    sheet = night.standings(format="csv", by="net", fresh="true").text.lstrip("\ufeff")
    rows = {int(row["player"]): int(row["net"]) for row in csv.DictReader(io.StringIO(sheet))}
    assert rows == {player: net for player, (_, net) in now.items()}


# -- joining (R12) --------------------------------------------------------------------------------


def test_a_player_joins_between_hands_by_buying_a_stack(club: Club) -> None:
    night = with_guests(club)
    table = night.table
    guest = night.player(4)
    assert club.get("/v1/me", guest)["table"] is None
    short_hand(table)
    got = join(table, 4, 4)
    assert (got.status, got["seats"][3]["stack"], got["seats"][3]["bought"]) == (201, 50, 50)
    me = club.get("/v1/me", guest).json
    assert (me["table"], me["seat"]) == (table.id, 4)
    assert club.get(f"{night.path}/rounds/1")["tables"][0]["players"] == table.players
    assert ledger(table)[-1] == (2, "seat 4", 50, "bought in")
    assert table.page()["next_dealer"] == 4
    table.enter({"1": "2S 5H", "2": "3S 9D", "4": "4S JS", "3": "7S"})
    assert table.view(guest)["me"] == 4
    table.play("2S", "3S")
    assert table.act(3, guest, play="4S").status == 201
    table.play("5H")
    page = table.page()
    assert sum(stacks(table)) + sum(page["layout"].values()) == page["bought_in"] == 200


def test_the_same_again_is_answered_alike_and_another_refused(club: Club) -> None:
    night = with_guests(club, 2)
    table = night.table
    short_hand(table)
    first = join(table, 4, 4)
    again = join(table, 4, 4)
    assert (first.status, again.status, again.text) == (201, 200, first.text)
    assert again.replayed
    got = join(table, 4, 5)
    assert (got.status, got.code, got["expected"]) == (409, "seat-taken", 5)
    assert join(table, 6, 5).code == "seat-taken"
    table.enter(FOUR)
    assert join(table, 4, 4).status == 200  # during a hand, too: nothing changes


def test_nobody_joins_during_a_hand(club: Club) -> None:
    table = with_guests(club).table
    table.enter()
    assert join(table, 4, 4).code == "hand-conflict"
    table.play_short()
    assert join(table, 4, 4).status == 201


def test_before_the_first_deal_only_the_seating_grows(club: Club) -> None:
    night = with_guests(club)
    table = night.table
    assert join(table, 4, 4, night.director).status == 201
    assert ledger(table) == []
    assert night.standings(fresh="true")["standings"] == []
    table.enter(FOUR)
    assert table.page()["bought_in"] == 200
    assert ledger(table) == [(1, f"seat {seat}", 50, "bought in") for seat in (1, 2, 3, 4)]


def test_a_table_has_at_most_eight_seats(club: Club) -> None:
    night = with_guests(club, 6)
    for seat in range(4, 9):
        assert join(night.table, seat, seat).status == 201
    assert join(night.table, 9, 9).status == 404
    got = join(night.table, 8, 9)
    assert (got.code, "expected" in got.json) == ("seat-taken", False)
    assert len(night.table.page()["seats"]) == 8


def test_who_sits_in_an_open_round_does_not_join(club: Club) -> None:
    night = club.night(tables=2)
    here, there = night.tables
    for table, player in ((here, here.players[0]), (here, there.players[0])):
        got = join(table, 4, player)
        assert (got.status, got.code, got["players"]) == (409, "round-state", [player])
    assert join(here, 4, 99).code == "not-found"


def test_a_round_does_not_open_with_who_has_joined_another(club: Club) -> None:
    night = with_guests(club, 3)
    drawn = night.draw(players=[4, 5, 6])["round"]
    assert join(night.table, 4, 4).status == 201
    got = club.post(f"{night.path}/rounds/{drawn}/open", None, night.organiser)
    assert (got.code, got["players"]) == ("round-state", [4])


def test_who_has_withdrawn_does_not_join(club: Club) -> None:
    night = with_guests(club)
    body = {"withdrawn_from": 1}
    club.patch(f"{night.path}/players/4", body, night.organiser)
    got = join(night.table, 4, 4)
    assert (got.code, got["players"]) == ("round-state", [4])


def test_a_game_that_is_over_takes_nobody(club: Club) -> None:
    night = with_guests(club)
    short_hand(night.table)
    night.close_round()
    assert join(night.table, 4, 4).code == "game-over"


def test_nobody_joins_when_the_time_is_up(club: Club) -> None:
    table = with_guests(club, options={"ending.minutes": 30}).table
    short_hand(table)
    club.clock.tick(30 * 60)
    assert join(table, 4, 4).code == "game-over"


def test_a_revoked_token_of_who_joined_is_refused_at_the_table(club: Club) -> None:
    night = with_guests(club)
    table, old = night.table, night.player(4)
    short_hand(table)
    join(table, 4, 4)
    assert night.revoke("player-4").status == 204
    assert table.put_hand(2, old).code == "unauthenticated"
    assert rebuy(table, 2, 4, night.issue("player", player=4)).code == "against-the-rules"


def test_a_token_revoked_before_is_refused_after_joining(club: Club) -> None:
    night = with_guests(club)
    old = night.player(4)
    night.revoke("player-4")
    join(night.table, 4, 4)
    assert night.table.put_hand(1, old).code == "unauthenticated"
    live = LiveRecord.at(night.table.id).read(club.context.store)
    assert live
    assert live.record.table.epochs == (0, 0, 0, 1)


@pytest.mark.parametrize("kind", ["player", "viewer"])
def test_players_do_not_seat_anybody(club: Club, kind: str) -> None:
    night = with_guests(club)
    token = night.player(4) if kind == "player" else night.viewer
    assert join(night.table, 4, 4, token).code == "forbidden"


def test_standings_of_tables_that_grew(club: Club) -> None:
    night = with_guests(club)
    table = night.table
    short_hand(table)
    before = lines(night.standings(fresh="true"), "chips", "net", "hands")
    join(table, 4, 4)
    joined = lines(night.standings(fresh="true"), "chips", "net", "hands")
    assert joined == {**before, 4: (50, 0, 0)}
    short_hand(table)
    now = lines(night.standings(fresh="true"), "chips", "net", "hands")
    assert now == {
        player: (stack, stack - 50, 1 if player == 4 else 2)
        for player, stack in zip(table.players, stacks(table), strict=True)
    }
    assert lines(night.standings(hands=1, fresh="true"), "chips", "net", "hands") == before
    assert lines(club.get(f"{table.path}/standings", hands=1), "chips", "net", "hands") == before
    hands = club.get(f"{table.path}/hands")["hands"]
    assert [len(hand["stacks"]) for hand in hands] == [3, 4]
    night.close_round()
    final = lines(night.standings(by="net", fresh="true"), "net")
    page = table.page()
    assert sum(net for (net,) in final.values()) == -page["bank"]


@pytest.mark.parametrize("seed", numbers(1, 1))
def test_a_night_of_rebuys_and_joins_keeps_its_books(club: Club, seed: int) -> None:
    """R12, R14: chips are those bought, nets add up, standings after a hand stay as they are."""
    chance = random.Random(seed)
    options = {"broke": "rebuy", "chips.start": 10}
    night = with_guests(club, 5, recording="dealt", options=options)
    table = night.table
    after: dict[int, dict[int, tuple[Any, ...]]] = {}
    for hand in range(1, 7):
        if len(table.players) < 8 and chance.random() < 0.6:
            guest = len(table.players) + 1
            assert join(table, guest, guest).status == 201
        for seat, chips in enumerate(stacks(table), 1):
            if not chips:
                rebuy(table, hand, seat)
        table.deal()
        if chance.random() < 0.2:
            assert table.act(1, night.director, abandon=True).status == 201
        table.play_out()
        page = table.page()
        lying = sum(page["layout"].values()) + page["bank"]
        assert sum(stacks(table)) + lying == page["bought_in"]
        assert page["bought_in"] == sum(chips for _, _, chips, _ in ledger(table))
        got = night.standings(by="net", fresh="true")
        assert sum(net for (net,) in lines(got, "net").values()) == -lying
        counted = page["hands_counted"]
        if counted:
            after.setdefault(
                counted, lines(night.standings(hands=counted, fresh="true"), "chips", "net")
            )
    for counted, then in after.items():
        now = lines(night.standings(hands=counted, fresh="true"), "chips", "net")
        assert now == then


def test_a_table_whose_game_is_over_offers_no_seat(club: Club) -> None:
    night = with_guests(club)
    short_hand(night.table)
    night.close_round()
    for seat in (1, 4, 5, 8):
        got = join(night.table, seat, 4)
        assert (got.code, "expected" in got.json) == ("game-over", False)


def test_joining_in_a_hand_says_when_a_seat_can_be_taken(club: Club) -> None:
    night = with_guests(club)
    night.table.enter()
    got = join(night.table, 4, 4)
    assert (got.code, got["current"]) == ("hand-conflict", 1)
    assert "dealt" not in got["title"] + got["detail"]
    assert got["detail"] == "hand 1 is being played; take a seat once it is over"
