"""R12, R14: leaving a table between hands, coming back, substitutes and newcomers, over HTTP."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from harness.club import Club, Got, League, Table
from harness.seeds import numbers

from chalicelib.local.readable import Reader
from chalicelib.rules.record import as_json, from_json, from_record
from chalicelib.service.log import sha256_text
from chalicelib.store.port import Conflict
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.summaries import SummaryRecord


def night(club: Club, seats: int = 4, guests: int = 3, **league: Any) -> League:
    """Return a night of one table of dealt hands, and so many players who sit nowhere."""
    made = club.league(**league)
    players = made.add_players(seats + guests)
    made.open_round(players=players[:seats], seed="a draw")
    return made


def guest(table: Table, number: int = 1) -> int:
    """Return a player of the league who did not sit at the table at first."""
    seats = len(table.players)
    return sorted(set(range(1, seats + 9)) - set(table.players))[number - 1]


def leave(table: Table, seat: int, token: str | None = None) -> Got:
    """Let a seat leave, and return the table's page, or the refusal."""
    got = table.club.delete(f"{table.path}/seats/{seat}", token or table.scorer)
    return table.club.get(table.path, table.scorer) if got.status == 204 else got


def sit(
    table: Table, seat: int, player: int, token: str | None = None, *, substitute: bool = False
) -> Got:
    body = {"player": player, **({"substitute": True} if substitute else {})}
    got = table.club.put(f"{table.path}/seats/{seat}", body, token or table.league.director)
    if got.status == 201:
        table.players[seat - 1 :] = [player, *table.players[seat:]]
    return got


def hand(table: Table) -> None:
    """Deal the next hand and play it out."""
    taken = [seat["seat"] for seat in table.page()["seats"] if not seat["left"]]
    table.deal(dealer=None if table.hand else taken[0])
    table.play_out()


def lines(got: Got) -> dict[int, tuple[int, int, int]]:
    return {one["player"]: (one["chips"], one["net"], one["hands"]) for one in got["standings"]}


def standings(table: Table, **query: Any) -> dict[int, tuple[int, int, int]]:
    """Return the standings of the league, which are those of its one table."""
    whole = lines(table.league.standings(fresh="true", **query))
    assert whole == lines(table.club.get(f"{table.path}/standings", **query))
    return whole


def holdings(page: Any, ledger: Any) -> dict[int, int]:
    """Return the chips of each player: the stack at the table, and those left with.

    A stack that a substitute plays on with is the substitute's. Who has no other is ranked with it
    all the same.
    """
    last: dict[int, int] = {}
    kept: dict[int, list[int]] = {}
    lying: dict[str, int] = {}
    for one in ledger["moved"]:
        player, chips = one["player"], one["amount"]
        if one["reason"] == "left":
            last[player], lying[one["from"]] = chips, player
            kept.setdefault(player, []).append(chips)
        elif one["reason"] == "back":
            kept[player].pop()
        else:
            kept[lying[one["to"]]].pop()
    held = {player: sum(stacks) for player, stacks in kept.items() if stacks}
    for seat in page["seats"]:
        if not seat["left"]:
            held[seat["player"]] = held.get(seat["player"], 0) + seat["stack"]
    return {**last, **held}


def check(table: Table) -> None:
    """R14, on the page of the table, in its ledger and in the standings."""
    page = table.page()
    if not page["hand"]:
        return  # nothing is bought yet
    lying = sum(page["layout"].values()) + page["kitty"] + page["pot"] + page["bank"]
    entered = page["bought_in"] + page["brought_in"]
    stacks = sum(seat["stack"] for seat in page["seats"])
    assert stacks + lying + page["taken_away"] == entered
    ledger = table.club.get(f"{table.path}/ledger").json
    moved: dict[str, int] = dict.fromkeys(("left", "back", "substitute", "brought"), 0)
    for one in ledger["moved"]:
        moved[one["reason"]] += one["amount"]
    assert moved["left"] - moved["back"] == page["taken_away"]
    assert moved["substitute"] + moved["brought"] == page["brought_in"]
    assert sum(one["amount"] for one in ledger["bought_in"]) == page["bought_in"]
    if page["hands_counted"]:
        found = standings(table)
        assert {player: held for player, (held, _, _) in found.items()} == holdings(page, ledger)
        assert sum(net for _, net, _ in found.values()) == -lying


def test_an_evening_with_one_who_leaves_one_who_returns_and_a_substitute(club: Club) -> None:
    table = night(club).table
    first, second, third, fourth = table.players
    stranger = guest(table)
    hand(table)
    stack = [seat["stack"] for seat in table.page()["seats"]]

    got = leave(table, 2, table.seat(2))
    assert got.status == 200
    seat = got["seats"][1]
    assert (seat["player"], seat["left"], seat["left_with"]) == (second, True, stack[1])
    assert (seat["stack"], seat["in"], got["taken_away"]) == (0, False, stack[1])
    check(table)
    table.deal()
    assert [one["dealt_in"] for one in table.view()["seats"]] == [True, False, True, True]
    table.play_out()
    assert standings(table)[second] == (stack[1], stack[1] - 50, 1)
    check(table)

    # Seat 2 comes back with what it left with; seat 3 is replaced by somebody who goes on.
    got = sit(table, 2, second, table.seat(2))
    assert (got.status, got["seats"][1]["stack"]) == (201, stack[1])
    third_stack = got["seats"][2]["stack"]
    got = sit(table, 3, stranger, substitute=True)
    assert (got.status, got["seats"][2]["player"]) == (201, stranger)
    assert (got["seats"][2]["stack"], got["seats"][2]["bought"]) == (third_stack, third_stack)
    assert club.get(f"{table.league.path}/rounds/1")["tables"][0]["players"] == table.players
    check(table)
    hand(table)
    check(table)

    stacks = [one["stack"] for one in table.page()["seats"]]
    assert standings(table) == {
        first: (stacks[0], stacks[0] - 50, 3),
        second: (stacks[1], stacks[1] - 50, 2),
        third: (third_stack, third_stack - 50, 2),
        stranger: (stacks[2], stacks[2] - third_stack, 1),
        fourth: (stacks[3], stacks[3] - 50, 3),
    }
    assert sorted(standings(table, hands=1)) == sorted([first, second, third, fourth])
    moved = club.get(f"{table.path}/ledger")["moved"]
    assert [(one["hand"], one["from"], one["to"], one["reason"]) for one in moved] == [
        (2, "seat 2", f"player {second}", "left"),
        (3, f"player {second}", "seat 2", "back"),
        (3, "seat 3", f"player {third}", "left"),
        (3, f"player {stranger}", "seat 3", "substitute"),
    ]
    # The records of the hands keep who sat there then.
    records = club.get(f"{table.path}/records")["records"]
    names = [[seat["name"] for seat in record["seats"]] for record in records]
    assert [name[2] for name in names] == [f"Player {third}"] * 2 + [f"Player {stranger}"]
    assert [seat["in"] for seat in records[1]["seats"]] == [True, False, True, True]
    assert [seat.get("left") for seat in records[1]["seats"]] == [None, True, None, None]
    for record in records:
        assert as_json(from_json(record)) == record
        assert from_record(from_json(record)).over
    # Everybody can work out the digest of a set-up with a vacant seat.
    setup = club.get(f"{table.at(2)}/setup")
    assert club.get(f"{table.at(2)}/actions")["digest"] == sha256_text(setup["message"])
    table.league.close_round()
    check(table)


def test_who_played_and_was_replaced_is_not_deleted(club: Club) -> None:
    table = night(club).table
    second, stranger = table.players[1], guest(table)
    hand(table)
    assert leave(table, 2).status == 200
    assert sit(table, 2, stranger, substitute=True).status == 201
    path, organiser = f"{table.league.path}/players", table.league.organiser
    got = club.delete(f"{path}/{second}", organiser)
    assert (got.code, got["players"]) == ("round-state", [second])
    assert club.delete(f"{path}/{stranger}", organiser).code == "round-state"


def test_a_substitute_takes_a_vacant_place_later(club: Club) -> None:
    table = night(club).table
    gone, stranger = table.players[0], guest(table)
    hand(table)
    stack = leave(table, 1)["taken_away"]
    hand(table)
    got = sit(table, 1, stranger, substitute=True)
    assert (got.status, got["seats"][0]["stack"], got["brought_in"]) == (201, stack, stack)
    assert sit(table, 1, stranger, substitute=True).status == 200
    check(table)
    # Whose stack another plays on with may join anew, and buys a stack.
    got = sit(table, 5, gone)
    assert (got.status, got["seats"][4]["stack"], got["bought_in"]) == (201, 50, 250)
    hand(table)
    check(table)
    assert standings(table)[gone][2] == 2


def test_a_stack_that_others_go_on_with_counts_for_them(club: Club) -> None:
    """Who sits down again shows the chips held, however many stacks others took over."""
    table = night(club).table
    hand(table)
    gone = table.players[1]
    won = standings(table)[gone][1]
    for seat, other in ((2, guest(table, 1)), (5, guest(table, 2))):
        left = leave(table, seat)["seats"][seat - 1]["left_with"]
        assert sit(table, seat, other, substitute=True).status == 201
        assert standings(table)[gone][:2] == (left, won)  # ranked with what was left with
        assert sit(table, len(table.players) + 1, gone).status == 201
        assert standings(table)[gone][:2] == (50, won)
        check(table)


def test_a_newcomer_buys_into_a_vacant_place(club: Club) -> None:
    table = night(club).table
    gone, stranger = table.players[0], guest(table)
    hand(table)
    stack = leave(table, 1)["taken_away"]
    got = sit(table, 1, stranger, table.scorer)
    assert (got.status, got["seats"][0]["stack"], got["bought_in"]) == (201, 50, 250)
    assert (got["seats"][0]["left"], got["seats"][0]["left_with"]) == (False, None)
    # The place is taken; who left comes back to another, with the stack.
    got = sit(table, 5, gone, table.league.player(gone))
    assert (got.status, got["seats"][4]["stack"], got["taken_away"]) == (201, stack, 0)
    hand(table)
    check(table)


def test_the_deal_passes_over_a_place_that_was_left(club: Club) -> None:
    table = night(club).table
    hand(table)
    assert table.page()["next_dealer"] == 2
    leave(table, 2)
    assert table.page()["next_dealer"] == 3
    got = table.put_hand(2, table.seat(2))
    assert got.code == "forbidden"
    assert table.put_hand(2, table.seat(3)).status == 201


def test_who_leaves_during_a_hand_leaves_after_it(club: Club) -> None:
    table = night(club).table
    table.deal(dealer=1)
    table.step()  # the process keeps the log, with the table as it was
    got = leave(table, 3, table.seat(3))
    assert (got.status, got["seats"][2]["leaving"], got["seats"][2]["left"]) == (200, True, False)
    again = leave(table, 3, table.seat(3))
    assert again.text == got.text
    table.play_out()  # the seat plays on
    page = table.page()
    assert (page["seats"][2]["leaving"], page["seats"][2]["left"]) == (False, True)
    assert page["taken_away"] == page["seats"][2]["left_with"]
    check(table)


def test_who_changes_the_mind_during_the_hand_stays(club: Club) -> None:
    table = night(club).table
    table.deal(dealer=1)
    leave(table, 3)
    got = sit(table, 3, table.players[2], table.seat(3))
    assert (got.status, got["seats"][2]["leaving"]) == (201, False)
    table.play_out()
    assert not table.page()["seats"][2]["left"]


def test_who_leaves_the_last_hand_shares_in_it(club: Club) -> None:
    """The game is over with the hand, so nobody leaves after it."""
    table = night(club, options={"ending.hands": 1}).table
    table.deal(dealer=1)
    leave(table, 3)
    table.play_out()
    page = table.page()
    assert (page["ended"], page["taken_away"], page["seats"][2]["left"]) == ("hands", 0, False)


def test_an_abandoned_hand_lets_leave_as_well(club: Club) -> None:
    table = night(club).table
    table.deal(dealer=1)
    leave(table, 3)
    assert table.act(1, table.league.director, abandon=True).status == 201
    assert table.page()["taken_away"] == 50
    assert standings(table) == {}  # no hand was played out, so that nobody has a rank


def test_with_fewer_than_two_seats_left_the_game_is_over(club: Club) -> None:
    table = night(club, 3).table
    hand(table)
    page = leave(table, 1).json
    lying = sum(page["layout"].values())
    assert page["ended"] is None
    left = page["seats"][1]["stack"]
    page = leave(table, 3).json
    assert (page["ended"], page["state"], page["next_hand"]) == ("seats", "over", None)
    assert page["seats"][1]["stack"] == left + lying  # who left shares nothing unclaimed
    check(table)
    assert sit(table, 1, table.players[0]).code == "game-over"
    assert leave(table, 2).code == "game-over"
    assert leave(table, 1).status == 200  # as before


def test_before_the_first_deal_places_change_hands_for_nothing(club: Club) -> None:
    table = night(club, 3).table
    drawn = table.page()["next_dealer"]
    gone = table.players[drawn - 1]
    got = leave(table, drawn)
    assert (got["taken_away"], got["seats"][drawn - 1]["left_with"]) == (0, None)
    assert got["next_dealer"] == drawn % 3 + 1
    refused = table.put_hand(1)
    assert (refused.status, refused.code) == (409, "not-now")
    assert "at least 3 players" in refused["detail"]
    assert sit(table, 4, guest(table)).status == 201
    hand(table)
    check(table)
    assert gone not in standings(table)
    got = sit(table, drawn, gone, table.league.player(gone))
    assert (got.status, got["seats"][drawn - 1]["stack"]) == (201, 50)


def test_what_was_entered_goes_with_who_entered_it(club: Club) -> None:
    options = {"stakes.set_by": "dealer"}
    table = night(club, preset="boodle", options=options).table
    space = next(iter(table.page()["layout"]))
    for seat in (1, 2):
        body = {"stakes": {space: 4}}
        assert club.put(f"{table.at(1)}/entries/{seat}", body, table.seat(seat)).status == 200
    dealer = table.page()["next_dealer"]
    club.put(f"{table.at(1)}/amount", {"amount": 3}, table.seat(dealer))
    leave(table, 2)
    entries = club.get(table.at(1), table.scorer).json
    assert [one["seat"] for one in entries["entries"]] == [1]
    refused = club.put(f"{table.at(1)}/entries/2", {"rebuy": False}, table.scorer)
    assert (refused.status, refused.code) == (409, "not-now")
    if dealer != 2:
        assert entries["amount"] == 3
        leave(table, dealer)
    assert club.get(table.at(1), table.scorer)["amount"] is None


def test_who_has_withdrawn_from_the_league_leaves_the_table(club: Club) -> None:
    """He was dealt in again."""
    made = night(club)
    table = made.table
    hand(table)
    for seat in (2, 3):
        player = table.players[seat - 1]
        if seat == 3:
            table.deal()
        for _ in range(2):
            path = f"{made.path}/players/{player}/withdraw"
            assert club.post(path, None, made.organiser).status == 200
        if seat == 3:
            assert table.page()["seats"][2]["leaving"]
            table.play_out()
        assert table.page()["seats"][seat - 1]["left"]
    table.deal()
    assert [one["dealt_in"] for one in table.view()["seats"]] == [True, False, False, True]


def test_who_withdraws_from_a_later_round_plays_on(club: Club) -> None:
    made = night(club)
    table = made.table
    hand(table)
    path = f"{made.path}/players/{table.players[1]}"
    assert club.patch(path, {"withdrawn_from": 2}, made.organiser).status == 200
    assert not table.page()["seats"][1]["left"]
    assert club.patch(path, {"withdrawn_from": 1}, made.organiser).status == 200
    assert table.page()["seats"][1]["left"]


def test_a_withdrawal_does_not_depend_on_the_game(club: Club) -> None:
    made = night(club, options={"ending.minutes": 1})
    hand(made.table)
    club.clock.tick(60)
    path = f"{made.path}/players/{made.table.players[1]}/withdraw"
    assert club.post(path, None, made.organiser).status == 200
    assert not made.table.page()["seats"][1]["left"]


def test_who_has_left_is_free_for_another_round(club: Club) -> None:
    made = night(club, 4, 2)
    table = made.table
    gone = table.players[0]
    others = [guest(table), guest(table, 2)]
    number = made.draw(players=[gone, *others])["round"]
    opening = f"{made.path}/rounds/{number}/open"
    assert club.post(opening, None, made.organiser)["players"] == [gone]
    leave(table, 1)
    assert club.post(opening, None, made.organiser).status == 200
    got = sit(table, 1, gone)
    assert (got.code, got["players"]) == ("round-state", [gone])


def test_the_chips_of_a_vacant_seat_are_not_counted(club: Club) -> None:
    table = night(club).table
    hand(table)
    leave(table, 2)
    hand(table)
    book = {str(one["seat"]): one["stack"] for one in table.page()["seats"] if not one["left"]}
    got = club.put(f"{table.at()}/count", {"stacks": book}, table.scorer)
    assert (got.status, got["agrees"], len(got["seats"])) == (200, True, 4)
    del book["1"]
    assert club.put(f"{table.at()}/count", {"stacks": book}, table.scorer).code == "malformed"
    assert club.get(f"{table.path}/counts")["agreed_after"] == 2


# -- who may --------------------------------------------------------------------------------------


def test_players_leave_and_come_back_for_themselves_alone(club: Club) -> None:
    table = night(club).table
    hand(table)
    assert leave(table, 1, table.seat(2)).code == "forbidden"
    assert leave(table, 1, table.league.viewer).code == "forbidden"
    assert leave(table, 1, table.league.player(guest(table))).code == "forbidden"
    assert leave(table, 9).status == 404
    assert leave(table, 5).code == "not-found"
    leave(table, 1, table.seat(1))
    one, two = table.players[:2]
    assert sit(table, 1, two, table.seat(2)).code == "forbidden"
    assert sit(table, 1, one, table.seat(2)).code == "forbidden"
    assert sit(table, 1, guest(table), table.league.player(guest(table))).code == "forbidden"
    assert sit(table, 1, one, table.seat(1), substitute=True).code == "forbidden"
    got = sit(table, 5, one, table.seat(1))
    assert (got.code, got["expected"]) == ("seat-taken", 1)
    assert sit(table, 1, one, table.seat(1)).status == 201


def test_the_scorer_seats_no_substitute(club: Club) -> None:
    table = night(club).table
    hand(table)
    got = sit(table, 1, guest(table), table.scorer, substitute=True)
    assert got.code == "forbidden"
    assert sit(table, 1, guest(table), table.league.organiser, substitute=True).status == 201


def test_who_has_left_acts_at_the_table_no_more(club: Club) -> None:
    made = night(club, public=False)
    table = made.table
    hand(table)
    old = table.seat(1)
    leave(table, 1, old)
    entry = club.put(f"{table.at(2)}/entries/1", {"rebuy": False}, old)
    assert entry.code == "forbidden"
    table.deal()
    assert table.act(1, old, away=True).code == "forbidden"
    assert table.view(old)["me"] is None  # a member of the league still reads its pages


def test_who_has_left_gets_the_receipts_of_before(club: Club) -> None:
    """The reply to the last play was lost, and its player has gone home."""
    table = night(club, recording="entered").table
    table.enter({"1": "2S 5H", "2": "3S 9D", "3": "4S JS", "4": "7S"}, dealer=4)
    for number, (seat, card) in enumerate(((1, "2S"), (2, "3S"), (3, "4S")), 1):
        assert table.act(number, table.seat(seat), play=card).status == 201
    last = table.act(4, table.seat(1), play="5H")
    assert last.status == 201
    leave(table, 1, table.seat(1))
    again = table.act(4, table.seat(1), play="5H")
    assert (again.status, again.text, again.replayed) == (200, last.text, True)
    assert table.act(5, table.seat(1), play="7S").code == "hand-over"


def test_a_revoked_token_does_not_come_back(club: Club) -> None:
    made = night(club)
    table = made.table
    hand(table)
    old = table.seat(1)
    leave(table, 1)
    made.revoke(f"player-{table.players[0]}")
    assert leave(table, 1, old).code == "unauthenticated"
    assert sit(table, 1, table.players[0], old).code == "unauthenticated"


def test_a_substitute_needs_a_stack_and_no_other_place(club: Club) -> None:
    table = night(club).table
    hand(table)
    one, two = table.players[:2]
    assert sit(table, 1, two, substitute=True).code == "seat-taken"
    leave(table, 1)
    # Who left goes on with the own stack, whatever it is called.
    assert sit(table, 1, one, substitute=True)["brought_in"] == 0
    leave(table, 1)
    sit(table, 1, guest(table), substitute=True)
    leave(table, 1)
    sit(table, 1, guest(table, 1))
    assert sit(table, 5, guest(table, 2), substitute=True).code == "not-now"
    assert sit(table, 2, guest(table, 2)).code == "seat-taken"
    check(table)


@pytest.mark.parametrize("recording", ["observed", "result"])
def test_a_place_is_left_at_every_recording(club: Club, recording: str) -> None:
    table = night(club, recording=recording).table
    assert table.put_hand(1, dealer=1).status == 201
    leave(table, 2)
    assert table.club.put(f"{table.at(1)}/actions/1", {"abandon": True}, table.league.director)
    assert table.page()["seats"][1]["left"]
    assert table.put_hand(2).status == 201
    assert [one["dealt_in"] for one in table.view(hand=2)["seats"]] == [True, False, True, True]


def test_inspect_shows_who_has_left_and_who_leaves(club: Club) -> None:
    table = night(club).table
    hand(table)
    leave(table, 2)
    table.deal()
    leave(table, 3)
    store, where = club.context.store, LiveRecord.at(table.id).key
    shown = Reader(lambda key: store.get([key]).get(key), secrets=False).read(
        store.get([where])[where]
    )
    text = json.dumps(shown)
    assert (text.count('"left": true'), text.count('"leaves_after_the_hand": true')) == (1, 1)


# -- records --------------------------------------------------------------------------------------


def test_live_records_without_vacant_places_are_as_they_were(club: Club) -> None:
    table = night(club).table
    hand(table)
    leave(table, 2)
    table.deal()
    leave(table, 3)
    stored = LiveRecord.at(table.id).read(club.context.store)
    assert stored is not None
    text = stored.record.dumps()
    assert LiveRecord.loads(text) == stored.record
    assert (stored.record.table.left, stored.record.table.leaving) == (2, 4)
    without = text.split("|")
    assert without[2] == "1,1,2,1,0,2,4"
    without[2] = "1,1,2,1,0"
    assert LiveRecord.loads("|".join(without)).table.left == 0


@pytest.mark.parametrize("seed", numbers(1, 3))
def test_an_evening_at_random_keeps_its_books(club: Club, seed: int) -> None:
    """R12, R14: leaving, coming back, standing in or joining, the chips are those brought."""
    chance = random.Random(seed)
    made = night(club, 4, 5, options={"broke": "rebuy", "chips.start": 12})
    table = made.table
    league = range(1, 10)
    after: dict[int, dict[int, tuple[int, int, int]]] = {}
    for number in range(1, 7):
        page = table.page()
        if page["next_hand"] is None:
            break
        for seat in page["seats"]:
            if not seat["left"] and not seat["stack"] and number > 1:
                path = f"{table.at(number)}/entries/{seat['seat']}"
                club.put(path, {"rebuy": True}, table.scorer)
        for _ in range(1 + chance.randrange(3)):
            page = table.page()
            here = [seat["seat"] for seat in page["seats"] if not seat["left"]]
            if chance.random() < 0.5 and len(here) > 3:
                assert leave(table, chance.choice(here)).status == 200
            else:
                seat = chance.randint(1, min(8, len(page["seats"]) + 1))
                got = sit(table, seat, chance.choice(league), substitute=chance.random() < 0.5)
                assert got.status in (200, 201, 409, 422), got
            check(table)
        here = [seat["seat"] for seat in table.page()["seats"] if not seat["left"]]
        body: Any = {"dealer": here[0]} if number == 1 else {}
        if table.put_hand(number, **body).status != 201:
            break
        table.hand = number
        if chance.random() < 0.3:
            leave(table, chance.choice(here))
        table.play_out()
        check(table)
        counted = table.page()["hands_counted"]
        after[counted] = standings(table, hands=counted)
    assert after
    for counted, then in after.items():
        assert standings(table, hands=counted) == then


# -- to another table ---------------------------------------------------------------------------


def two_tables(club: Club, **league: Any) -> tuple[League, Table, Table]:
    """Return a night of two tables of four, where a hand has been played at each."""
    made = club.league(**league)
    players = made.add_players(10)
    made.open_round(players=players[:8], tables=2, seed="a draw")
    one, two = made.tables
    for table in (one, two):
        hand(table)
    return made, one, two


def both(made: League) -> dict[int, tuple[int, int, int]]:
    """Return the standings of two tables: nets balance, and no chips are counted twice."""
    found = lines(made.standings(fresh="true"))
    pages = [table.page() for table in made.tables]
    held = {
        seat["player"]: seat["stack"]
        for page in pages
        for seat in page["seats"]
        if not seat["left"]
    }
    lying = sum(sum(page["layout"].values()) + page["kitty"] + page["pot"] for page in pages)
    assert {player: found[player][0] for player in held} == held
    assert sum(net for _, net, _ in found.values()) == -lying
    return found


def test_who_is_moved_to_another_table_brings_the_stack_and_it_counts_once(club: Club) -> None:
    made, one, two = two_tables(club)
    moved = one.players[1]
    net = both(made)[moved][1]
    stack = leave(one, 2)["seats"][1]["left_with"]
    assert stack not in (0, 50)
    got = sit(two, 5, moved)
    assert (got.status, got["seats"][4]["stack"], got["seats"][4]["bought"]) == (201, stack, stack)
    assert (got["bought_in"], got["brought_in"]) == (200, stack)
    assert sit(two, 5, moved).status == 200
    page = one.page()
    assert (page["taken_away"], page["seats"][1]["left_with"]) == (stack, None)
    assert club.get(f"{two.path}/ledger")["moved"] == [
        {
            "hand": 2, "player": moved, "amount": stack, "reason": "brought",
            "from": f"player {moved}", "source": {"kind": "player", "player": moved},
            "to": "seat 5", "target": {"kind": "seat", "seat": 5},
        }
    ]  # fmt: skip
    assert [one["reason"] for one in club.get(f"{one.path}/ledger")["moved"]] == ["left"]
    assert both(made)[moved] == (stack, net, 1)
    hand(two)
    hand(one)
    after = both(made)[moved]
    assert (after[0] - stack, after[2]) == (after[1] - net, 2)
    # And back, with what is left of it.
    stack = leave(two, 5)["seats"][4]["left_with"]
    got = sit(one, 2, moved)
    assert (got.status, got["seats"][1]["stack"]) == (201, stack)
    assert both(made)[moved] == after


def test_a_stack_goes_on_at_one_place_alone(club: Club) -> None:
    """Neither a substitute nor its player finds it at the table that was left."""
    made, one, two = two_tables(club)
    moved, others = one.players[1], (9, 10)
    leave(one, 2)
    assert sit(two, 5, moved).status == 201
    assert sit(one, 2, others[0], substitute=True).code == "not-now"
    got = club.put(f"{one.path}/seats/2", {"player": moved}, made.director)
    assert got.code == "round-state"  # sits at the other table
    assert sit(one, 2, others[0])["bought_in"] == 250  # a newcomer buys into the place
    leave(one, 2)
    assert sit(one, 2, others[1], substitute=True).status == 201
    both(made)


def test_who_was_replaced_at_the_first_table_is_moved_as_well(club: Club) -> None:
    made, one, two = two_tables(club)
    moved, others = one.players[1], (9, 10)
    stack = leave(one, 2)["seats"][1]["left_with"]
    assert sit(one, 2, others[0]).status == 201
    got = sit(two, 5, moved)
    assert got["seats"][4]["stack"] == stack
    both(made)


def test_a_stack_that_another_plays_on_with_is_not_brought(club: Club) -> None:
    _, one, two = two_tables(club)
    moved, others = one.players[1], (9,)
    leave(one, 2)
    assert sit(one, 2, others[0], substitute=True).status == 201
    got = sit(two, 5, moved)
    assert (got["seats"][4]["stack"], got["brought_in"]) == (50, 0)


def test_two_who_seat_the_same_player_at_once_bring_one_stack(club: Club) -> None:
    """The table that was left is written too, so that only one of them finds the stack."""
    made, one, two = two_tables(club)
    moved = one.players[1]
    leave(one, 2)
    first = SummaryRecord.at(made.id, 1, 1).read(club.context.store)
    assert first is not None
    assert sit(two, 5, moved).status == 201
    with pytest.raises(Conflict):
        club.context.store.commit([first.put(first.record)])
    again = SummaryRecord.at(made.id, 1, 1).read(club.context.store)
    assert again is not None
    assert SummaryRecord.loads(again.record.dumps()) == again.record
    assert again.record.changes[-1].kind == "elsewhere"
