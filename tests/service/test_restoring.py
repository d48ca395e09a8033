"""A restored table begins anew: no link is used twice, and everybody can see why."""

from __future__ import annotations

import hashlib
import json

from harness.club import Club, Table
from harness.contributors import contributors, drawing

from chalicelib.local.proof import check_deal
from chalicelib.service.restoring import begin_anew


def restore(table: Table) -> bool:
    """Begin anew at a table, as with the process that serves a restored folder."""
    begun = begin_anew(table.club.context, table.id)
    table.club.context.commitments.clear()
    return begun


def test_an_open_draw_is_abandoned_and_the_next_one_is_of_another_chain(club: Club) -> None:
    table = club.night().table
    phones = contributors(table)
    table.deal()
    for phone in phones:
        phone.open()
    table.play_out()
    table.deal()
    phones[0].open()
    old = table.page()["commitment"]
    club.clock.tick(60)
    assert restore(table)
    page = table.page()
    note = {"at": page["restored"][0]["at"], "hand": 2, "commitment": old}
    assert (page["restored"], page["state"]) == ([note], "waiting")
    assert page["commitment"] != old
    assert [seat["commitment"] for seat in page["seats"]] == [None] * 3
    assert (table.view()["status"], page["abandoned"]) == ("abandoned", 1)
    assert hashlib.sha256(hashlib.sha256(bytes.fromhex(table.view()["link"])).digest()).hexdigest()
    by = table.log()["actions"][0]["by"]
    assert by == {"kind": "organiser", "number": 0}
    for phone in phones:
        phone.commit()
    table.deal()
    assert json.loads(table.view()["draw"]["text"])[7] == page["commitment"]
    for phone in phones:
        phone.open()
    table.play_out()
    records = club.get(f"{table.path}/records")["records"]
    for record in records:
        check_deal(record)
    commitments = [record["proof"]["commitment"] for record in records]
    assert commitments == [old, old, page["commitment"]]


def test_a_hand_in_play_is_abandoned_where_boodle_deals(club: Club) -> None:
    dealt, entered = club.night().table, club.entered().table
    dealt.deal()
    entered.enter()
    assert restore(dealt)
    assert restore(entered)
    assert (dealt.page()["state"], entered.page()["state"]) == ("waiting", "playing")
    entered.play_short()


def test_a_link_that_was_shown_is_not_used_again(club: Club) -> None:
    table = club.night().table
    links = []
    for _ in range(2):
        table.deal()
        restore(table)
        links.append(table.view()["link"])
    assert len({*links}) == 2
    first, second = table.page()["restored"]
    assert (first["hand"], second["hand"]) == (1, 2)
    assert first["commitment"] != second["commitment"]


def test_what_was_missed_stays(club: Club) -> None:
    table = club.night().table
    drawing(table, 3)
    club.clock.tick(20)
    club.put(f"{table.at()}/draws/2", {"left_out": [3]}, table.scorer)
    restore(table)
    assert table.page()["seats"][2]["redraws"] == 1


def test_a_game_that_is_over_stays_as_it_was(club: Club) -> None:
    night = club.night()
    night.table.deal()
    night.table.play_out()
    night.close_round()
    before = night.table.page()
    assert not restore(night.table)
    assert night.table.page() == before
