"""Hand records over HTTP: of hands that are over, for everybody who may read their pages."""

from __future__ import annotations

import json

import pytest
from harness.club import Club
from harness.contributors import contributors

from chalicelib.local import proof
from chalicelib.rules.record import dumps, from_json, from_record, parse
from chalicelib.service import records as service


def test_a_finished_hand_is_given_as_the_text_to_keep(club: Club) -> None:
    table = club.entered().table
    table.enter()
    table.play_short()
    got = club.get(table.at() + "/record")
    assert got.status == 200
    assert got.headers["Content-Type"] == "application/json"
    record = parse(got.text)
    assert dumps(record) == got.text
    assert from_record(record).ledger.stacks == [seat["stack"] for seat in table.view()["seats"]]
    assert record.proof is None
    assert got["recording"] == "entered"
    assert got["table"] == {"league": table.league.id, "table": table.id, "hand": 1}
    names = [seat["name"] for seat in table.page()["seats"]]
    assert [seat["name"] for seat in got["seats"]] == names
    accounts = ("source", "target")
    ledger = [
        {name: part for name, part in entry.items() if name not in accounts}
        for entry in table.ledger()["entries"]
    ]
    assert got["result"]["ledger"] == ledger
    again = club.call("GET", table.at() + "/record", headers={"If-None-Match": got.headers["ETag"]})
    assert again.status == 304


def test_the_log_is_given_whole_what_was_undone_too(club: Club) -> None:
    table = club.entered().table
    table.enter()
    table.play("2S")
    assert table.act(2, table.scorer, undo=1).status == 201
    table.play("2S", "3S", "4S", "5H")
    got = club.get(table.at() + "/record")
    assert got["actions"][:2] == [{"play": "2S", "seat": 1, "undone_by": 2}, {"undo": 1}]
    log = table.log()["actions"]
    shown = [{k: v for k, v in a.items() if k != "undone_by"} for a in got["actions"]]
    assert shown == [entry["action"] for entry in log]


def test_no_record_before_the_end(club: Club) -> None:
    """R4: the cards are secret while the hand is played."""
    night = club.night()
    table = night.table
    assert club.get(table.at(1) + "/record").status == 404
    table.deal(dealer=1)
    got = club.get(table.at() + "/record", night.organiser)
    assert (got.status, got.code) == (409, "not-now")
    page = club.get(table.path + "/records").json
    assert (page["hands"], page["records"]) == (0, [])
    table.play_out()
    assert club.get(table.at() + "/record").status == 200


def test_a_private_leagues_records_take_its_token(club: Club) -> None:
    night = club.night(public=False)
    table = night.table
    table.deal(dealer=1)
    table.play_out()
    for path in (table.at() + "/record", table.path + "/records"):
        assert club.get(path).status == 404
        assert club.get(path, night.viewer).status == 200
        assert club.get(path, table.seat(2)).status == 200


def test_records_of_a_table_page_by_page_prove_its_deals(club: Club) -> None:
    night = club.night()
    table = night.table
    (phone,) = contributors(table, 2)
    table.deal(dealer=3)
    assert phone.open().status == 201
    table.play_out()
    table.deal()
    phone.open()
    assert table.act(1, night.director, abandon=True).status == 201
    table.deal()
    phone.open()
    table.play_out()
    table.deal()  # its draw is open: its link stays secret
    first = club.get(table.path + "/records", limit=2).json
    assert (first["hands"], first["next_after"]) == (3, 2)
    assert first["commitment"] == table.page()["commitment"]
    rest = club.get(table.path + "/records", after=2).json
    assert rest["next_after"] is None
    records = first["records"] + rest["records"]
    assert [record["table"]["hand"] for record in records] == [1, 2, 3]
    assert records[1]["result"]["abandoned"] is True
    assert [record["proof"]["contributed"] for record in records] == [[2]] * 3
    for record in records:
        from_record(from_json(record))
        one = club.get(table.at(record["table"]["hand"]) + "/record").json
        assert one == record
    (proved,) = proof.tables_of([first, rest]).values()
    assert proved.prove() == []
    (short,) = proof.tables_of([first]).values()
    assert short.prove() == ["hand 3 of the table is left out"]
    assert json.dumps(records).count(table.view(hand=1)["link"]) == 1


@pytest.mark.parametrize("start", [8, 4])
def test_a_deal_to_fewer_than_the_table_is_proved_as_well(club: Club, start: int) -> None:
    """R12, ``drop_out``: the stakes left the dealer, or everybody, without chips."""
    options = {"broke": "drop_out", "chips.start": start}
    table = club.night(3, options=options).table
    table.deal(dealer=3)
    if start == 8:
        assert table.act(1, table.league.director, abandon=True).status == 201
    page = club.get(table.path + "/records")
    for record in page["records"]:
        proof.check_deal(record)
    assert [len(record["deal"]["hands"]) for record in page["records"]] == [2 if start == 8 else 0]


def test_a_page_of_records_ends_early_when_it_is_large(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = club.night().table
    for dealer in (3, None, None):
        table.deal(dealer=dealer)
        table.play_out()
    whole = club.get(table.path + "/records").json
    assert (len(whole["records"]), whole["next_after"]) == (3, None)
    monkeypatch.setattr(service, "PAGE_BYTES", len(json.dumps(whole["records"][0])) // 2)
    after: int | None = 0
    records, pages = [], 0
    while after is not None:
        page = club.get(table.path + "/records", after=after).json
        records += page["records"]
        after, pages = page["next_after"], pages + 1
    assert records == whole["records"]
    assert pages == 3
