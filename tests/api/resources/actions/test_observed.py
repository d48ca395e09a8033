"""Tables with real cards, told card by card: who tells what, shows, the audit's dues (R9-R11)."""

from __future__ import annotations

from random import Random
from typing import Any

from harness.club import Body, Club, Table
from harness.real_cards import real_hand

from chalicelib.rules import TEXT, Hand, Phase, make_rules
from chalicelib.rules.actions import Check, Play

RULES = {"penalty.missed_play": 1, "penalty.compensation": True}


def observed(club: Club, **more: Any) -> Table:
    table = club.night(4, recording="observed", options=RULES, **more).table
    table.deal(dealer=4)
    return table


def tell(table: Table, told: list[Body], first: int = 1) -> int:
    """Post what a scorer tells, and return the number of the next action."""
    for start in range(0, len(told), 40):
        part = told[start : start + 40]
        assert set(table.verdicts(first + start, part, table.scorer)) == {"recorded"}
    return first + len(told)


def careless_hand(seed: int) -> tuple[Hand, list[Body]]:
    rules = make_rules("michigan", RULES)
    return real_hand(rules, [50] * 4, 3, Random(seed), careless=0.3)


def test_a_hand_recorded_card_by_card_ends_as_if_it_had_been_dealt(club: Club) -> None:
    table = observed(club)
    hand, told = careless_hand(1)
    number = tell(table, told)
    page = table.view(table.scorer)
    assert (page["phase"], page["awaiting"]) == ("dues", "ruling")
    assert [(one["finding"], one["seat"], one["card"]) for one in page["findings"]]
    assert len(page["findings"]) == len(hand.misses)
    got = table.act(number, table.scorer, confirm=True)
    assert got.status == 201
    assert [seat["stack"] for seat in table.page()["seats"]] == hand.ledger.stacks
    assert table.act(number, table.scorer, confirm=True).replayed


def test_the_next_deal_waits_for_the_ruling(club: Club) -> None:
    table = observed(club)
    _, told = careless_hand(1)
    number = tell(table, told)
    assert table.put_hand(2).code == "hand-conflict"
    assert table.act(number, table.seat(1), confirm=True).code == "forbidden"
    assert table.act(number, table.league.director, waive=99).code == "malformed"
    assert table.act(number, table.league.director, waive=1).status == 201
    assert table.act(number + 1, table.scorer, waive=1).code == "against-the-rules"
    assert table.act(number + 1, table.scorer, waive=True).status == 201
    assert not [e for e in ledger(table) if e["reason"] in ("missed play", "compensation")]
    assert table.put_hand(2).status == 201


def ledger(table: Table) -> list[Body]:
    got = table.club.get(table.at(1) + "/ledger", table.scorer)
    entries: list[Body] = got["entries"]
    return entries


def test_dues_can_be_automatic(club: Club) -> None:
    options = {**RULES, "penalty.dues": "automatic"}
    table = club.night(4, recording="observed", options=options).table
    table.deal(dealer=4)
    hand, told = careless_hand(1)
    tell(table, told)
    assert table.view(table.scorer)["status"] == "over"
    assert [seat["stack"] for seat in table.page()["seats"]] == hand.ledger.stacks


def test_each_seat_may_tell_its_own_cards(club: Club) -> None:
    table = observed(club)
    assert table.act(1, table.seat(2), play="3C").code == "against-the-rules"  # seat 1 leads
    assert table.act(1, table.seat(1), play="3C").status == 201
    assert table.act(2, table.seat(3), play="4C", seat=2).code == "forbidden"
    got = table.act(2, table.seat(3), follow=True)
    assert got["action"] == {"follow": True, "card": "4C", "seat": 3}
    assert table.act(2, table.seat(3), follow=True).replayed
    assert table.act(2, table.scorer, follow=True, seat=4).code == "action-conflict"


def test_what_cannot_have_happened_is_refused_and_loses_nothing(club: Club) -> None:
    table = observed(club)
    table.act(1, table.scorer, play="3C", seat=1)
    for body in (
        {"play": "3C", "seat": 2},  # a card twice
        {"play": "5C", "seat": 2},  # not the next of its run
        {"show": "5C", "seat": 2},
        {"end": True},
        {"take": "AH", "seat": 1},
    ):
        got = table.act(2, table.scorer, **body)
        assert got.code in ("against-the-rules", "not-now"), (body, got)
    assert table.act(2, table.scorer, take="XX", seat=1).code == "malformed"
    assert table.act(2, table.scorer, play="4C").code == "malformed"  # whose?
    assert table.act(2, table.scorer, stop=True).code == "forbidden"
    assert table.view()["next_action"] == 2


def test_a_scorer_takes_back_as_much_as_was_recorded_wrongly(club: Club) -> None:
    table = observed(club)
    _, told = careless_hand(1)
    number = tell(table, told[:12])
    assert table.act(number, table.scorer, undo=5).status == 201
    assert table.view()["plays"] == table.view()["plays"][:4]
    assert len(table.view()["plays"]) == 4
    assert table.act(number + 1, table.scorer, undo=7).code == "undo-refused"
    hand, told = careless_hand(1)
    number = tell(table, told[4:], first=number + 1)
    table.act(number, table.scorer, confirm=True)
    assert [seat["stack"] for seat in table.page()["seats"]] == hand.ledger.stacks


def test_an_undo_has_no_seat_which_its_digest_would_have_and_the_log_not(club: Club) -> None:
    table = observed(club)
    table.act(1, table.scorer, play="3C", seat=1)
    got = table.act(2, table.scorer, undo=1, seat=1)
    detail = "/body: undo takes neither a seat nor anything else"
    assert (got.code, got["detail"]) == ("invalid-request", detail)
    assert table.act(2, table.scorer, undo=1).status == 201


def test_another_ruling_is_no_repeat(club: Club) -> None:
    table = observed(club)
    number = tell(table, careless_hand(1)[1])
    assert table.act(number, table.scorer, waive=1).status == 201
    assert table.act(number, table.scorer, waive=1).replayed
    assert table.act(number, table.scorer, waive=True).code == "action-conflict"


def test_covered_cards_are_seen_by_the_scorer_who_wrote_them_down(club: Club) -> None:
    options = {**RULES, "played_cards": "covered"}
    table = club.night(4, recording="observed", options=options).table
    table.deal(dealer=4)
    table.act(1, table.scorer, play="3C", seat=1)
    table.act(2, table.scorer, follow=True, seat=1)
    assert [play["card"] for play in table.view(table.scorer)["plays"]] == ["3C", "4C"]
    assert [play["card"] for play in table.view(table.seat(2))["plays"]] == [None, "4C"]
    assert [play["card"] for play in table.view(table.league.director)["plays"]] == [None, "4C"]


def test_the_first_dealer_is_found_by_cards_turned_up_or_cut(club: Club) -> None:
    table = club.night(4, recording="observed", preset="michigan").table
    turned = {"turned": ["3C", "9D", "JS"], "start": 2}
    assert table.put_hand(1, found={**turned, "turned": ["3C", "9D"]}).code == "against-the-rules"
    cuts = {"cuts": [{"1": "3C", "2": "9D", "3": "KS", "4": "2S"}]}
    assert table.put_hand(1, found=cuts).code == "against-the-rules"  # a jack finds him here
    assert table.put_hand(1, found={"turned": ["JS"]}).code == "invalid-request"
    assert table.put_hand(1, found=turned, dealer=1).code == "against-the-rules"
    assert table.put_hand(1, found=turned, cut=True).status == 201
    assert table.put_hand(1, found=turned, cut=True).status == 200
    table.hand = 1
    page = table.view()
    assert page["dealer"] == 4
    setup = table.club.get(table.at() + "/setup")
    assert (setup["found"], setup["cut"]) == (turned, True)

    table = club.night(4, recording="observed", preset="michigan_ru").table
    cuts = {"cuts": [{"1": "KC", "2": "9D", "3": "KS", "4": "2S"}, {"1": "4C", "3": "5C"}]}
    assert table.put_hand(1, found=cuts).status == 201
    assert table.club.get(table.at(1))["dealer"] == 3


def test_a_space_that_was_not_taken_is_a_finding_of_the_page_and_the_audit(club: Club) -> None:
    """R15: Three in One told without its layout; who held the cards of a space is named."""
    table = club.night(4, recording="observed", preset="three_in_one").table
    table.deal(dealer=4)
    random = Random(5)
    hand = Hand(make_rules("three_in_one"), [50] * 4, 3, random.sample(range(52), 52))
    told: list[Body] = []
    while hand.phase is Phase.POKER:
        told.append({"check": True, "seat": hand.turn + 1})
        hand.apply(Check(hand.turn))
    told.append({"pot": True, "seat": hand.turn + 1})
    while not hand.over:
        action = hand.legal_actions()[0]
        assert isinstance(action, Play)
        verb = "follow" if hand.phase is Phase.RUN else "play"
        card = True if verb == "follow" else TEXT[action.card]
        told.append({verb: card, "seat": action.seat + 1})
        hand.apply(action)
    if hand.winner is None:
        told.append({"end": True})
    told += [
        {"show": TEXT[card], "seat": seat + 1}
        for seat in hand.live
        for card in range(52)
        if hand.where[card] == seat
    ]
    tell(table, told)
    page = table.view(table.scorer)
    assert page["awaiting"] == "ruling"
    assert {one["finding"] for one in page["findings"]} == {"space_not_taken"}
    audit = table.club.get(table.at(1) + "/audit")
    assert [one["number"] for one in audit["false_leads"]] == [
        one["number"] for one in page["findings"]
    ]
    assert table.act(len(told) + 1, table.scorer, waive=True).status == 201
