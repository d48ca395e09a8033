"""Ways to choose a deal: each is refused, or seen by everybody at the table.

The players here can read and write the database, as the owner of a laptop can.
"""

from __future__ import annotations

import json

from harness.club import Club, Table
from harness.contributors import Contributor, contributors, drawing, redraw, text_of

from chalicelib.rules.fairness import commitment_of, fits, link
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.draws import Draw, DrawsRecord
from chalicelib.store.records.info import InfoRecord


def stored(table: Table) -> Draw:
    """Return the open draw as the database has it, secrets that were opened included."""
    found = DrawsRecord.at(table.id, table.hand).read(table.club.context.store)
    assert found is not None
    return found.record.last


def test_a_seat_that_reads_the_others_secrets_cannot_change_its_own(club: Club) -> None:
    """He knows link and secrets, so every try of his own would show him a deal."""
    table = club.night().table
    first, second, owner = drawing(table)
    first.open()
    second.open()
    assert sorted(stored(table).openings) == [0, 1]
    before = table.view()["draw"]["text"]
    body = owner.body()
    for number in range(20):
        owner.number = number + 1
        assert owner.commit().code == "draw-conflict"
        assert owner.post(1, {**body, "secret": owner.secret}).code == "malformed"
    owner.number = 0
    assert table.view()["draw"]["text"] == before
    assert owner.open()["phase"] == "lead"


def test_who_withholds_his_secret_gets_one_blind_draw_in_public(club: Club) -> None:
    """What the others open next is nowhere in the database before they open it."""
    table = club.night().table
    first, second, owner = drawing(table)
    first.open()
    second.open()
    known = {opening.secret for opening in stored(table).openings.values()}
    club.clock.tick(20)
    assert redraw(table, 2, 3, token=owner.token).status == 201
    again = stored(table)
    assert not any(fits(one, given) for one in known for given in again.commitments.values())
    assert (again.openings, sorted(again.commitments)) == ({}, [0, 1])
    assert table.view()["draw"]["left_out"] == [[3]]
    assert table.page()["seats"][2]["redraws"] == 1
    assert owner.commit().code == "draw-conflict"


def test_a_chain_swapped_before_the_first_hand_is_not_the_one_that_was_noted(club: Club) -> None:
    night = club.night()
    table = night.table
    noted = club.get("/v1/me", table.seat(1))["commitment"]
    store = club.context.store
    info, chain = InfoRecord.at(table.id).read(store), ChainRecord.at(table.id).read(store)
    assert info is not None
    assert chain is not None
    other = bytes(32)
    store.commit(
        [
            chain.put(ChainRecord(other)),
            info.put(
                InfoRecord(
                    info.record.league, info.record.round, info.record.number, link(other, 0).hex()
                )
            ),
        ]
    )
    drawing(table)
    assert text_of(table)[7] != noted
    assert table.page()["restored"] == []  # so no note explains it


def test_a_draw_that_is_abandoned_is_counted_and_spends_its_link(club: Club) -> None:
    table = club.night().table
    first, _, _ = drawing(table)
    first.open()
    assert table.act(1, table.league.director, abandon=True).status == 201
    page = table.view()
    assert (page["status"], len(page["link"]), table.page()["abandoned"]) == ("abandoned", 64, 1)
    table.deal()
    assert text_of(table)[3] == 2


def test_a_copied_commitment_cannot_be_opened_by_the_copier(club: Club) -> None:
    """Until the deal nobody but its phone shows the secret, and then every commitment stands."""
    table = club.night().table
    first, _ = contributors(table, 1, 2)
    path = f"{table.path}/commitments/3"
    assert club.put(path, {"commitment": first.commitment}, table.seat(3)).status == 200
    table.deal()
    copier = Contributor(table, 3)
    body = {**copier.body(), "secret": "ab" * 32}
    assert copier.post(1, body).code == "malformed"
    before = text_of(table)
    first.open()
    assert text_of(table) == before


def test_a_set_up_cannot_change_under_an_open_draw(club: Club) -> None:
    """Who plays, with which chips, under which rules, was fixed before anything was opened."""
    night = club.night(preset="boodle")
    table = night.table
    for seat in table.seats:
        club.put(f"{table.at(1)}/entries/{seat}", {"stakes": {"AH": 4}}, table.scorer)
    phones = drawing(table)
    before = table.view()["draw"]["setup"]
    assert club.put(f"{table.at(1)}/entries/1", {"away": True}, table.scorer).status == 409
    assert club.put(f"{table.at(1)}/entries/1", {"stakes": {"KC": 4}}, table.scorer).status == 409
    assert club.patch(table.path, {"recording": "entered"}, night.director).status == 409
    assert club.put(f"{table.path}/seats/4", {"player": 1}, table.scorer).status == 409
    night.close_round()
    for phone in phones:
        assert table.view()["draw"]["setup"] == before
        phone.open()
    setup = club.get(f"{table.at(1)}/setup")
    assert setup["text"] == before
    assert json.loads(setup["text"])["stakes"]["1"] == {"AH": 4}


def test_what_a_phone_commits_to_next_is_another_secret(club: Club) -> None:
    """A secret that was opened is known to the server, so it must not be used again."""
    table = club.night().table
    first, _, _ = drawing(table)
    body = first.body()
    assert first.post(1, {**body, "next": commitment_of(body["secret"])}).code == "malformed"
