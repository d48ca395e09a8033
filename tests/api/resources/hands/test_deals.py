"""Before the deal and the deal itself: entries, the amount, who deals, when, and how fairly."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from harness.club import SHORT, SHORT_PLAYS, Body, Club, Got, Table
from harness.memory import MemoryStore

from chalicelib.rules import fairness

SPREAD = {"AH": 1, "KC": 1, "QD": 1, "JS": 1}


def enter(table: Table, hand: int, seat: int, token: str | None = None, **body: object) -> Got:
    path = f"{table.at(hand)}/entries/{seat}"
    return table.club.put(path, body, token or table.seat(seat))


def amount(table: Table, hand: int, chips: int, token: str) -> Got:
    return table.club.put(f"{table.at(hand)}/amount", {"amount": chips}, token)


# -- entries ------------------------------------------------------------------------------------


def test_missing_stakes_are_named_by_seat(club: Club) -> None:
    table = club.night(preset="boodle").table
    enter(table, 1, 2, stakes=SPREAD)
    got = table.put_hand(1)
    assert (got.status, got.code, got["seats"]) == (409, "stakes-missing", [1, 3])
    for seat in (1, 3):
        assert enter(table, 1, seat, stakes={"AH": 4}).status == 200
    table.deal()
    assert table.view()["layout"] == {"AH": 9, "KC": 1, "QD": 1, "JS": 1}


def test_an_entry_is_replaced_until_the_deal(club: Club) -> None:
    table = club.night(preset="boodle").table
    for seat in table.seats:
        enter(table, 1, seat, stakes={"AH": 4})
    got = enter(table, 1, 1, stakes={"KC": 4}, seed="lucky")
    assert got["entries"][0] == {"seat": 1, "stakes": {"KC": 4}, "has_seed": True, "rebuy": False}
    table.deal()
    assert table.view()["layout"] == {"AH": 8, "KC": 4, "QD": 0, "JS": 0}
    got = enter(table, 1, 1, stakes={"AH": 4})
    assert (got.status, got.code) == (409, "hand-conflict")


def test_single_stakes_stand_on_one_space(club: Club) -> None:
    table = club.night(preset="newmarket_horses").table
    assert enter(table, 1, 1, stakes={"KS": 1, "KH": 1}).code == "against-the-rules"
    for seat, space in ((1, "KS"), (2, "KH"), (3, "KS")):
        assert enter(table, 1, seat, stakes={space: 2}).status == 200
    table.deal()
    assert table.view()["layout"] == {"KS": 4, "KH": 2, "KD": 0, "KC": 0}
    assert table.view()["kitty"] == 3


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ({"AH": 3}, "against-the-rules"),
        ({"AH": 5}, "against-the-rules"),
        ({"AH": 4, "2C": 0}, "malformed"),
        ({"AH": 5, "KC": -1}, "invalid-request"),
        ({"AH": True}, "invalid-request"),
        ({"AH": "4"}, "invalid-request"),
        ({"AH": 4.5}, "invalid-request"),
    ],
)
def test_a_wrong_stake_is_refused(club: Club, stakes: object, code: str) -> None:
    assert enter(club.night(preset="boodle").table, 1, 1, stakes=stakes).code == code


def test_whole_numbers_may_be_written_with_a_point(club: Club) -> None:
    table = club.night(preset="boodle").table
    assert enter(table, 1, 1, stakes={"AH": 4.0})["entries"][0]["stakes"] == {"AH": 4}


def test_fixed_stakes_are_not_placed(club: Club) -> None:
    got = enter(club.night().table, 1, 1, stakes={"AH": 1})
    assert (got.code, got["section"]) == ("against-the-rules", "R3")


def test_a_seat_speaks_for_itself_and_the_scorer_for_all(club: Club) -> None:
    table = club.night(preset="boodle").table
    assert enter(table, 1, 1, table.seat(2), stakes=SPREAD).code == "forbidden"
    assert enter(table, 1, 1, table.league.director, stakes=SPREAD).code == "forbidden"
    for seat in table.seats:
        assert enter(table, 1, seat, table.scorer, stakes=SPREAD).status == 200
    assert enter(table, 1, 4, table.scorer, stakes=SPREAD).code == "not-found"


def test_the_next_hand_shows_what_was_said_but_no_seeds(club: Club) -> None:
    table = club.night(preset="boodle").table
    enter(table, 1, 1, stakes=SPREAD, seed="tail of a rabbit")
    got = club.get(table.at(1))
    assert (got["status"], got["entries"][0]["has_seed"]) == ("open", True)
    assert "rabbit" not in got.text
    assert club.get(table.at(2)).code == "not-found"


# -- the amount ---------------------------------------------------------------------------------


def test_the_dealer_names_the_amount(club: Club) -> None:
    table = club.night(preset="boodle").table
    dealer = table.page()["next_dealer"]
    other = dealer % 3 + 1
    assert amount(table, 1, 2, table.seat(other)).code == "forbidden"
    assert amount(table, 1, 2, table.league.director).code == "forbidden"
    assert amount(table, 1, 3, table.scorer)["amount"] == 3
    assert amount(table, 1, 2, table.seat(dealer))["amount"] == 2
    for seat in table.seats:
        assert enter(table, 1, seat, stakes=SPREAD).code == "against-the-rules"
        assert enter(table, 1, seat, stakes={"AH": 2}).status == 200
    table.deal()
    assert (table.view()["amount"], table.view()["layout"]["AH"]) == (2, 6)
    assert amount(table, 1, 2, table.scorer).status == 200  # a repeat
    assert amount(table, 1, 3, table.scorer).code == "hand-conflict"


def test_stakes_that_no_longer_fit_the_amount_are_missing(club: Club) -> None:
    table = club.night(preset="boodle").table
    for seat in table.seats:
        enter(table, 1, seat, stakes=SPREAD)
    amount(table, 1, 2, table.scorer)
    enter(table, 1, 2, stakes={"AH": 2})
    assert table.put_hand(1)["seats"] == [1, 3]


def test_with_an_amount_of_nothing_nobody_has_to_stake(club: Club) -> None:
    table = club.night(preset="boodle").table
    amount(table, 1, 0, table.scorer)
    table.deal()
    assert sum(table.view()["layout"].values()) == 0


def test_where_the_rules_set_the_amount_nobody_names_it(club: Club) -> None:
    table = club.night().table
    assert amount(table, 1, 2, table.scorer)["section"] == "R3"


# -- the deal -----------------------------------------------------------------------------------


def test_the_same_deal_again_changes_nothing(club: Club) -> None:
    table = club.night().table
    first = table.put_hand(1, table.scorer)
    assert first.status == 201
    again = table.put_hand(1, table.scorer)
    assert (again.status, again.json) == (200, first.json)
    assert table.put_hand(1, table.league.director).status == 200


def test_another_body_for_a_hand_dealt_is_a_conflict(club: Club) -> None:
    table = club.night().table
    table.deal(dealer=3)
    bodies: list[Body] = [{}, {"dealer": 2}]
    for body in bodies:
        got = table.put_hand(1, **body)
        assert (got.status, got.code, got["current"]) == (409, "hand-conflict", 1)
    assert table.put_hand(1, dealer=3).status == 200


def test_a_hand_is_dealt_in_turn(club: Club) -> None:
    table = club.entered().table
    assert (
        table.put_hand(2, deal={"partial": True, "hands": {"1": ["2S"], "2": ["3S"], "3": ["4S"]}})[
            "expected"
        ]
        == 1
    )
    table.enter()
    got = table.put_hand(2)
    assert (got.code, got["current"]) == ("hand-conflict", 1)
    table.play_short()
    assert table.put_hand(3)["expected"] == 2
    table.enter()
    assert table.put_hand(1, deal={"hands": SHORT}).code == "invalid-request"


@pytest.mark.parametrize("who", ["dealer", "scorer", "director", "organiser"])
def test_dealer_scorer_and_director_deal(club: Club, who: str) -> None:
    table = club.night().table
    dealer = table.page()["next_dealer"]
    token = {
        "dealer": table.seat(dealer),
        "scorer": table.scorer,
        "director": table.league.director,
        "organiser": table.league.organiser,
    }[who]
    assert table.deal(token=token)["dealer"] == dealer


def test_no_other_seat_deals(club: Club) -> None:
    table = club.night().table
    dealer = table.page()["next_dealer"]
    for seat in set(table.seats) - {dealer}:
        got = table.put_hand(1, table.seat(seat))
        assert (got.code, got["dealer"]) == ("forbidden", dealer)


def test_the_deal_rotates(club: Club) -> None:
    table = club.entered().table
    seats = {1: "1", 2: "2", 3: "3"}
    table.enter()
    table.play_short()
    for dealer in (1, 2, 3):
        assert table.page()["next_dealer"] == dealer
        got = table.put_hand(table.hand + 1, dealer=dealer, deal={"deck": ["2S"] * 52})
        assert (got.code, got["section"]) == ("against-the-rules", "R2")
        eldest = dealer % 3
        hands = {seats[eldest + 1]: "2S", seats[(eldest + 1) % 3 + 1]: "9D", seats[dealer]: "JS"}
        assert table.enter(hands)["dealer"] == dealer
        table.play("2S")


def test_the_first_dealer_is_drawn_from_the_rounds_seed(club: Club) -> None:
    table = club.night(seed="a draw").table
    lot = hashlib.sha256(b"a draw:dealer:1").hexdigest()
    assert table.page()["next_dealer"] == int(lot, 16) % 3 + 1


def test_a_first_dealer_who_is_not_there_is_refused(club: Club) -> None:
    assert club.night().table.put_hand(1, dealer=7).code == "malformed"


def test_after_the_last_hand_the_game_is_over(club: Club) -> None:
    table = club.entered(options={"ending.hands": 1}).table
    table.enter()
    table.play_short()
    page = table.page()
    assert (page["state"], page["ended"], page["next_hand"]) == ("over", "hands", None)
    assert (page["next_dealer"], sum(page["layout"].values())) == (None, 0)
    assert sum(seat["stack"] for seat in page["seats"]) + page["bank"] == page["bought_in"]
    assert table.put_hand(2).code == "game-over"
    assert enter(table, 2, 1, seed="x").code == "game-over"
    assert club.get(table.at(2)).code == "not-found"


def test_unclaimed_chips_are_shared_and_the_rest_goes_to_the_bank(club: Club) -> None:
    table = club.entered(options={"ending.hands": 1}).table
    table.enter()
    table.play_short()
    # 16 chips lie on the layout: 5 for each of three seats, 1 for the bank.
    page = table.page()
    assert [seat["stack"] for seat in page["seats"]] == [48 + 5, 45 + 5, 41 + 5]
    assert page["bank"] == 1


def test_a_round_closed_during_a_hand_ends_the_game_with_it(club: Club) -> None:
    table = club.entered().table
    table.enter()
    table.league.close_round()
    page = table.page()
    assert (page["state"], page["closing"], page["next_hand"]) == ("playing", True, None)
    table.play_short()
    assert table.page()["ended"] == "closed"
    assert table.put_hand(2).code == "game-over"
    assert table.act(4, table.seat(1), play="5H").status == 200


def test_a_round_closed_between_hands_ends_the_game_at_once(club: Club) -> None:
    table = club.entered().table
    table.enter()
    table.play_short()
    for _ in range(2):
        assert table.league.close_round()["state"] == "closed"
        assert (table.page()["ended"], table.page()["bank"]) == ("closed", 1)
    assert table.put_hand(2).code == "game-over"


def test_a_round_closed_before_the_first_deal_counts_nothing(club: Club) -> None:
    table = club.night().table
    table.league.close_round()
    assert table.page()["ended"] == "closed"
    assert table.put_hand(1).code == "game-over"
    assert table.league.standings()["standings"] == []


# -- fairness -----------------------------------------------------------------------------------


def pack_of(link: bytes, message: str) -> list[str]:
    """Shuffle a pack as the documents say, with nothing of Boodle's."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    pack = [rank + suit for suit in "CDHS" for rank in ranks]
    stream, block = b"", 0
    for last in range(51, 0, -1):
        while True:
            if not stream:
                data = message.encode() + block.to_bytes(4, "big")
                stream, block = hmac.new(link, data, hashlib.sha256).digest(), block + 1
            byte, stream = stream[0], stream[1:]
            if byte < 256 - 256 % (last + 1):
                break
        at = byte % (last + 1)
        pack[last], pack[at] = pack[at], pack[last]
    return pack


def test_a_stranger_can_verify_every_deal(club: Club) -> None:
    table = club.night(4).table
    commitment = table.page()["commitment"]
    for hand in (1, 2, 3):
        for seat in (1, 3):
            enter(table, hand, seat, seed=f"seed of {seat} for {hand}")
        table.deal(dealer=2 if hand == 1 else None)
        setup = club.get(f"{table.at()}/setup").json
        held = {}
        for seat in table.seats:
            cards = club.get(f"{table.at()}/cards", table.seat(seat)).json["cards"]
            held[seat] = set(cards)
        assert table.view()["link"] is None
        if hand == 2:
            table.act(1, table.league.director, abandon=True)
        else:
            table.play_out()
        page = club.get(table.at()).json
        assert page["setup"] == setup
        # The chain leads from the link that is shown to the commitment made before.
        link = bytes.fromhex(page["link"])
        value = link
        for _ in range(hand):
            value = hashlib.sha256(value).digest()
        assert value.hex() == commitment
        # The message has everybody's seed in it.
        message = json.loads(setup["message"])
        seeds = [f"seed of 1 for {hand}", "", f"seed of 3 for {hand}", ""]
        assert message == [
            "boodle-deal-1",
            table.league.id,
            table.id,
            hand,
            [1, 2, 3, 4],
            setup["dealer"],
            seeds,
        ]
        # The pack, dealt one card at a time, widow first, gives the hands that were held.
        pack = pack_of(link, setup["message"])
        piles = [0, *((setup["dealer"] + i) % 4 + 1 for i in range(4))]
        dealt: dict[int, set[str]] = {pile: set() for pile in piles}
        for at, card in enumerate(pack):
            dealt[piles[at % 5]].add(card)
        assert {seat: dealt[seat] for seat in table.seats} == held


def test_a_seats_seed_changes_the_deal() -> None:
    dealt = []
    for seed in ("a", "a", "b"):
        table = Club(MemoryStore()).night().table
        enter(table, 1, 1, seed=seed)
        table.deal(dealer=3)
        dealt.append(table.club.get(f"{table.at()}/cards", table.seat(1)).json["cards"])
    assert dealt[0] == dealt[1] != dealt[2]


def test_the_link_of_every_hand_number_is_another(club: Club) -> None:
    table = club.night().table
    links = set()
    for _ in range(3):
        table.deal()
        table.act(1, table.league.director, abandon=True)
        links.add(table.view()["link"])
    assert len(links) == 3


# -- seats without chips ------------------------------------------------------------------------


def test_a_seat_without_chips_is_out(club: Club) -> None:
    table = club.entered(options={"chips.start": 8}).table
    for seat in table.seats:
        table.seat(seat)
    table.enter({"1": "AC", "2": "3S", "3": "4S"})  # the dealer, seat 3, stakes all he has
    table.play("AC")
    seats = table.page()["seats"]
    assert [(seat["stack"], seat["in"]) for seat in seats] == [(5, True), (3, True), (0, False)]
    deal = {"partial": True, "hands": {"1": ["2S"], "2": ["3S"], "3": ["4S"]}}
    assert table.put_hand(2, deal=deal).code == "malformed"
    assert table.put_hand(2, table.seat(3), deal=deal).code == "forbidden"
    got = table.enter({"1": "KD 2S", "2": "3S"})
    assert (got["dealer"], got["turn"]) == (1, 2)
    assert [seat["dealt_in"] for seat in got["seats"]] == [True, True, False]
    page = table.view(table.seat(3))
    assert (page["me"], page["seats"][2]["cards"], page["legal"]) == (3, None, [])
    assert club.get(f"{table.at()}/cards", table.seat(3))["cards"] == []
    assert table.act(1, table.seat(3), play="3S").code == "against-the-rules"
    assert table.act(1, table.seat(2), play="3S").status == 201
    page = table.page()
    assert (page["ended"], page["next_hand"]) == ("seats", None)  # seat 1 staked all it had
    assert sum(seat["stack"] for seat in page["seats"]) + page["bank"] == 24


def test_a_seat_that_cannot_stake_sits_out(club: Club) -> None:
    options = {"chips.start": 8, "stakes.short": "sit_out"}
    table = club.entered(options=options).table
    table.enter({"1": "AC", "2": "3S", "3": "4S"})
    table.play("AC")
    # Seat 1 would deal, but has 5 of the 8 chips that a dealer stakes; nobody has them.
    assert table.page()["ended"] == "seats"


def test_what_an_entry_leaves_out_stays(club: Club) -> None:
    table = club.night(preset="newmarket").table
    path = f"{table.path}/hands/1/entries/1"
    club.put(path, {"stakes": {"AH": 1}}, table.scorer)
    club.put(path, {"seed": "lucky"}, table.scorer)
    entry = club.get(f"{table.path}/hands/1", table.scorer)["entries"][0]
    assert (entry["stakes"], entry["has_seed"]) == ({"AH": 1}, True)
    club.put(path, {"stakes": None}, table.scorer)
    entry = club.get(f"{table.path}/hands/1", table.scorer)["entries"][0]
    assert (entry["stakes"], entry["has_seed"]) == (None, True)


def test_the_ledgers_of_table_and_hands_add_up_to_the_stacks(club: Club) -> None:
    """R13, R14: what was bought in, what each hand moved, what was shared out at the end."""
    table = club.entered(options={"ending.hands": 1}).table
    table.enter()
    table.play_short()
    between = club.get(f"{table.path}/ledger").json
    hand = club.get(f"{table.path}/hands/1/ledger")["entries"]
    page = table.page()
    balances: dict[str, int] = {}
    for entry in [*between["bought_in"], *hand, *between["unclaimed"]]:
        balances[entry["from"]] = balances.get(entry["from"], 0) - entry["amount"]
        balances[entry["to"]] = balances.get(entry["to"], 0) + entry["amount"]
    assert balances.pop("shop") == -page["bought_in"]
    stacks = {f"seat {seat['seat']}": seat["stack"] for seat in page["seats"]}
    assert {name: n for name, n in balances.items() if n} == {
        name: n for name, n in {**stacks, "bank": page["bank"]}.items() if n
    }


def test_an_entry_repeated_after_the_deal_is_answered_and_another_refused(club: Club) -> None:
    """A phone that lost the reply can tell whether its stakes and seed counted."""
    table = club.night(preset="newmarket").table
    said = {"stakes": {"AH": 1}, "seed": "mine"}
    path = f"{table.path}/hands/1/entries/1"
    club.put(path, said, table.seat(1))
    for seat in (2, 3):
        enter(table, 1, seat, stakes={"QD": 1})
    table.deal()
    assert club.put(path, said, table.seat(1)).status == 200
    got = club.put(path, {**said, "seed": "other"}, table.seat(1))
    assert (got.code, got["entries"]["entries"][0]["stakes"]) == ("hand-conflict", {"AH": 1})
    assert club.put(path, said, table.seat(2)).code == "forbidden"


def test_the_order_in_which_stakes_come_decides_nothing(club: Club) -> None:
    """The members of a JSON object have no order."""
    pages = []
    for placed in ({"QD": 1, "AH": 2}, {"AH": 2, "QD": 1}):
        table = club.night(preset="boodle", options={"stakes.mode": "free"}).table
        again = dict(reversed(placed.items()))
        for seat in table.seats:
            got = enter(table, 1, seat, stakes=placed | {"JS": 1})
            same = enter(table, 1, seat, stakes={"JS": 1} | again)
            assert (same.status, same.text) == (got.status, got.text)
        table.deal()
        assert enter(table, 1, 1, stakes={"JS": 1} | again).status == 200
        assert enter(table, 1, 1, stakes={"JS": 2, "QD": 1, "AH": 1}).code == "hand-conflict"
        ledger = club.get(table.at(1) + "/ledger", table.scorer)["entries"]
        pages.append([(one["from"], one["to"], one["amount"]) for one in ledger])
    assert pages[0] == pages[1]


def test_the_name_of_a_space_may_be_typed_in_any_way(club: Club) -> None:
    layout = [{"name": "Zoe\u0308", "cards": ["KH"]}, {"name": "Ann\u00a0 Lee", "cards": ["QH"]}]
    options = {"layout": layout, "stakes.mode": "free", "stakes.amount": 3}
    table = club.night(preset="saratoga", options=options).table
    typed = {"ann  LEE": 2, "Zoë": 1}
    for seat in table.seats:
        assert enter(table, 1, seat, stakes=typed).status == 200
    entries = club.get(table.at(1), table.scorer)["entries"]
    assert [*entries[0]["stakes"].items()] == [("Zoë", 1), ("Ann Lee", 2)]
    assert enter(table, 1, 1, stakes={"Zoë": 1, "ZOE\u0308": 2}).code == "malformed"
    table.deal()
    assert table.view()["layout"] == {"Zoë": 3, "Ann Lee": 6}
    assert enter(table, 1, 1, stakes=typed).status == 200
    assert enter(table, 1, 1, stakes={"Zoë": 3}).code == "hand-conflict"


def test_stakes_placed_by_a_scorer_leave_the_seats_seed(club: Club) -> None:
    table = club.night(preset="newmarket").table
    path = f"{table.path}/hands/1/entries/2"
    club.put(path, {"seed": "mine"}, table.seat(2))
    got = club.put(path, {"stakes": {"AH": 1}}, table.scorer)
    assert got["entries"] == [{"seat": 2, "stakes": {"AH": 1}, "has_seed": True, "rebuy": False}]


def test_no_player_makes_himself_the_first_dealer(club: Club) -> None:
    """R2: who deals first was drawn; scorer or director may name another."""
    table = club.night().table
    drawn = table.page()["next_dealer"]
    other = drawn % 3 + 1
    assert table.put_hand(1, table.seat(other), dealer=other).code == "forbidden"
    assert table.put_hand(1, table.seat(drawn), dealer=other).code == "forbidden"
    assert table.put_hand(1, table.seat(drawn), dealer=drawn).status == 201


def test_a_table_whose_chain_is_spent_is_over(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "CHAIN_LENGTH", 2)
    table = club.night().table
    for hand in (1, 2):
        table.deal()
        club.put(f"{table.path}/hands/{hand}/actions/1", {"abandon": True}, table.league.director)
    page = table.page()
    assert (page["state"], page["ended"], page["next_hand"]) == ("over", "hands", None)
    assert club.put(f"{table.path}/hands/3", {}, table.scorer).code == "game-over"


# -- who enters a deal ----------------------------------------------------------------------------

DEAL = {"partial": True, "hands": {seat: cards.split() for seat, cards in SHORT.items()}}


def test_nobody_who_plays_enters_the_cards(club: Club) -> None:
    table = club.entered().table
    dealer = table.page()["next_dealer"]
    assert table.put_hand(1, table.seat(dealer), deal=DEAL).code == "forbidden"
    assert table.put_hand(1, table.scorer).code == "malformed"
    assert table.put_hand(1, table.scorer, dealer=3, deal=DEAL).status == 201


@pytest.mark.parametrize("recording", ["dealt", "observed", "result"])
def test_no_cards_are_entered_where_they_are_dealt(club: Club, recording: str) -> None:
    table = club.night(recording=recording).table
    assert table.put_hand(1, dealer=3, deal=DEAL).code == "malformed"
    assert table.page()["hand"] == 0


def test_of_a_hand_that_was_not_dealt_there_is_nothing_to_read(club: Club) -> None:
    table = club.entered().table
    for page in ("/setup", "/cards", "/ledger", "/actions"):
        assert club.get(table.at(1) + page, table.seat(1)).code == "not-found", page


def test_the_own_cards_are_read_at_the_own_table(club: Club) -> None:
    night = club.night(tables=2)
    here, there = night.tables
    here.deal(dealer=3)
    assert len(club.get(here.at() + "/cards", here.seat(1))["cards"]) == 13
    assert club.get(here.at() + "/cards", there.seat(1)).code == "forbidden"


def test_nothing_is_entered_for_a_hand_that_is_over(club: Club) -> None:
    table = club.entered(preset="boodle").table
    for seat in table.seats:
        assert enter(table, 1, seat, table.scorer, stakes={"AH": 4}).status == 200
    table.enter()
    table.play(*SHORT_PLAYS)
    assert table.view()["status"] == "over"
    for got in (
        amount(table, 1, 3, table.scorer),
        enter(table, 1, 1, table.scorer, stakes={"KC": 4}),
    ):
        assert (got.code, got["current"]) == ("hand-conflict", 1)


def test_a_hand_still_to_come_says_what_is_next(club: Club) -> None:
    night = club.entered()
    table = night.table

    def asked(hand: int) -> dict[str, object]:
        pages = [club.get(f"{table.at(hand)}{path}") for path in ("", "/setup", "/actions")]
        assert {(page.status, page.code) for page in pages} == {(404, "not-found")}
        words = ("type", "title", "status", "detail")
        told = [{n: v for n, v in page.json.items() if n not in words} for page in pages]
        assert told[0] == told[1] == told[2]
        return told[0]

    assert asked(2) == {"next_hand": 1, "poll_after": 2}
    table.enter()
    assert asked(2) == {"current": 1, "poll_after": 2}
    table.play("2S", "3S", "4S", "5H")
    assert club.get(table.at(2))["status"] == "open"
    assert asked(3) == {"next_hand": 2, "poll_after": 2}
    assert asked(0) == {}
    night.close_round()
    assert asked(2) == {"ended": "closed"}
