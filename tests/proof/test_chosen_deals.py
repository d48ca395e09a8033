"""Ways to choose a deal: each fails, or is seen by a phone that contributes, and by its note."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from harness.club import Club, Table
from harness.draw_phones import SeatPhone, deal_with, phones_of
from harness.memory import MemoryStore

from chalicelib.local import proof
from chalicelib.local.draw_phone import Alarm, Check
from chalicelib.rules import TEXT, fairness
from chalicelib.rules.fairness import commitment_of, full_message, read_draw, secret
from chalicelib.service.restoring import begin_anew
from chalicelib.store.port import Store
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.draws import DrawsRecord
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.record import At


def overwrite(store: Store, at: At[Any], change: Callable[[Any], Any]) -> None:
    """Change a record in the database, as only its owner can."""
    stored = at.read(store)
    assert stored is not None
    store.commit([stored.put(change(stored.record))])


def forget(club: Club) -> None:
    """Serve anew: nothing of before is remembered outside the database."""
    club.context.commitments.clear()


def abandon(table: Table) -> None:
    number = table.view()["next_action"] or 1
    got = table.act(number, table.league.director, abandon=True)
    assert got.status == 201, got


def judge(table: Table, phone: SeatPhone) -> tuple[list[str], list[str]]:
    """Verify a table's records against a phone's note."""
    page = table.club.get(f"{table.path}/records").json
    (found,) = proof.tables_of([page]).values()
    return proof.judged(found, [proof.read_note(phone.part.export())])


def refused(got: Any, status: int, code: str) -> None:
    assert (got.status, got.code) == (status, code), got


# -- who reads the database, and has a seat -----------------------------------------------------


def test_a_reader_of_the_database_cannot_bring_another_secret_once_the_draw_is_closed(
    club: Club,
) -> None:
    """1,565 tries with seeds found all boodle cards; here there is nothing left to try."""
    table = club.night().table
    reader, *others = phones_of(table)
    table.deal()
    for phone in others:
        phone.open()
    draws = DrawsRecord.at(table.id, 1).read(club.context.store)
    chain = ChainRecord.at(table.id).read(club.context.store)
    assert draws is not None
    assert chain is not None
    text, opened = draws.record.last.text, draws.record.last.secrets
    link = fairness.link(chain.record.secret, 1)
    wanted = {TEXT[card] for card in fairness.shuffle(link, full_message(text, opened))[:13]}
    assert wanted  # it can work out any deal, and looks for a secret that gives a better one
    path = f"{table.path}/commitments/1"
    opening = reader.checked()
    assert opening is not None
    for number in range(100, 120):
        other = secret(b"tried", number)
        body = {"commitment": commitment_of(other)}
        refused(club.put(path, body, reader.token), 409, "draw-conflict")
        refused(reader.send(opening._replace(secret=other), 1), 422, "malformed")
        refused(
            club.put(f"{table.at(1)}/entries/1", {"seed": other}, reader.token),
            422,
            "invalid-request",
        )
    reader.open()
    message = full_message(text, [opening.secret, *opened])
    assert club.get(f"{table.at()}/setup")["message"] == message


def test_a_reader_who_opens_last_can_only_refuse_and_everybody_sees_how_often(club: Club) -> None:
    table = club.night().table
    reader, *others = phones_of(table)
    for hand in (1, 2):
        table.deal()
        for phone in others:
            phone.open()
        club.clock.tick(21)
        redraw = {"left_out": [1]}
        assert club.put(f"{table.at()}/draws/2", redraw, table.scorer).status == 201
        for phone in others:
            phone.open()
        assert club.get(f"{table.at()}/setup")["contributed"] == [2, 3]
        assert table.page()["seats"][0]["redraws"] == hand
        abandon(table)
        if hand == 1:
            reader.part.renew()
            assert reader.commit().status == 200
    refused(reader.commit(), 403, "forbidden")
    wrong, facts = judge(table, others[0])
    assert wrong == []
    assert "seat 1 was left out of 2 draws" in facts
    assert "hands 1 to 2: drawn 2 times; left out: seat 1" in facts
    readmission = f"{table.path}/commitments/1/readmission"
    assert club.put(readmission, None, table.league.director).status == 200
    reader.part.renew()
    assert reader.commit().status == 200
    table.deal()
    for phone in others:
        phone.open()
    club.clock.tick(21)
    assert club.put(f"{table.at()}/draws/2", {"left_out": [1]}, table.scorer).status == 201
    with pytest.raises(Alarm, match=Check.OFTEN.value):
        others[0].checked()


# -- who speaks for another's seat --------------------------------------------------------------


def test_nobody_commits_or_opens_for_another_seat(club: Club) -> None:
    night = club.night()
    table = night.table
    phones = phones_of(table)
    others = (table.scorer, night.director, night.organiser, table.seat(2))
    body = {"commitment": "0" * 64}
    for token in others:
        refused(club.put(f"{table.path}/commitments/1", body, token), 403, "forbidden")
    table.deal()
    opening = phones[0].checked()
    assert opening is not None
    for token in others:
        got = club.put(f"{table.at()}/draws/1/1", opening._asdict(), token)
        refused(got, 403, "forbidden")
    assert table.view()["draw"]["missing"] == [1, 2, 3]


def test_a_token_made_for_a_seat_commits_for_it_and_the_phone_alarms(club: Club) -> None:
    """An organiser takes a seat's place in the draw; its own phone opens nothing."""
    night = club.night()
    table = night.table
    phones = phones_of(table)
    made = night.issue("player", player=table.players[0])
    other = secret(b"the organiser's", 0)
    body = {"commitment": commitment_of(other)}
    assert club.put(f"{table.path}/commitments/1", body, made).status == 200
    table.deal()
    with pytest.raises(Alarm, match=Check.OWN.value):
        phones[0].checked()
    assert phones[1].checked() is not None


# -- who owns the server ------------------------------------------------------------------------


def test_a_chain_that_is_swapped_before_the_first_hand_is_seen(club: Club) -> None:
    table = club.night().table
    phones = phones_of(table)
    before = table.page()["commitment"]
    chosen = b"c" * 32
    store = club.context.store
    overwrite(store, ChainRecord.at(table.id), lambda _: ChainRecord(chosen))
    commitment = fairness.link(chosen, 0).hex()
    overwrite(store, InfoRecord.at(table.id), lambda info: replace(info, commitment=commitment))
    forget(club)
    table.deal()
    for phone in phones:
        with pytest.raises(Alarm, match=Check.CHAIN.value):
            phone.checked()
    abandon(table)
    (found,) = proof.tables_of([club.get(f"{table.path}/records").json]).values()
    found.published = [before]
    assert found.prove() == [f"the commitment is {commitment}, not {before} as was published"]


def copied(table: Table) -> Club:
    """A server on a copy of the data, as a backup keeps them."""
    club = table.club
    assert table.scorer  # tokens that are made later would be unknown there
    assert table.league.director
    assert isinstance(club.context.store, MemoryStore)
    other = club.use(store=club.context.store.copy())
    forget(other)
    return other


def moved(table: Table, club: Club) -> Table:
    """The same table on another server."""
    league = copy.copy(table.league)
    league.club = club
    other = copy.copy(table)
    other.league = league
    return other


def carry(phones: list[SeatPhone], table: Table) -> None:
    for phone in phones:
        phone.table = table


def test_a_restored_table_spends_no_link_twice_and_says_so(club: Club) -> None:
    table = club.night().table
    phones = phones_of(table)
    saved = copied(table)
    deal_with(table, phones)
    abandon(table)
    first = table.view()["link"]
    again = moved(table, saved)
    again.hand = 0
    assert begin_anew(saved.context, table.id)
    forget(saved)
    carry(phones, again)
    (restored,) = again.page()["restored"]
    assert restored["commitment"] == phones[0].part.export()["hands"][0]["commitment"]
    for phone in phones:
        phone.commit()
    again.deal()
    for phone in phones:
        with pytest.raises(Alarm, match=Check.CHAIN.value):
            phone.checked()
        phone.part.accept_chain(again.page()["commitment"])
    abandon(again)
    assert again.view()["link"] != first
    for phone in phones:
        phone.commit()
    again.deal()
    for phone in phones:
        phone.open()
    abandon(again)
    wrong, _ = judge(again, phones[0])
    assert wrong
    assert wrong[0].startswith("hand 1: the phone of seat 1 noted the commitment ")


def test_data_that_are_put_back_in_secret_deal_no_hand_again(club: Club) -> None:
    """Not `restore`: the owner copies the files back, and keeps the chain."""
    table = club.night().table
    phones = phones_of(table)
    saved = copied(table)
    deal_with(table, phones)
    again = moved(table, saved)
    again.hand = 0
    carry(phones, again)
    again.deal()
    for phone in phones:
        with pytest.raises(Alarm, match=Check.ORDER.value):
            phone.checked()
    abandon(again)
    wrong, _ = judge(again, phones[0])
    assert wrong == [
        "hand 1: the phone of seat 1 was dealt cards, and the record says that the hand never was"
    ] or wrong[0].startswith("hand 1: the phone of seat 1 opened another draw")


def test_a_draw_that_is_not_the_same_for_all_deals_to_nobody_who_looks(club: Club) -> None:
    """The owner shows each phone another text, to have several deals to choose from."""
    table = club.night().table
    phones = phones_of(table)
    table.deal()
    phones[0].open()

    def another(draws: DrawsRecord) -> DrawsRecord:
        shown = read_draw(draws.last.text)
        text = replace(shown, dealer=shown.dealer % 3 + 1).text
        return draws.with_last(draws.last._replace(text=text))

    overwrite(club.context.store, DrawsRecord.at(table.id, 1), another)
    for phone in phones[1:]:
        phone.open()
    phones[1].see_deal()
    with pytest.raises(Alarm, match=Check.MESSAGE.value):
        phones[0].see_deal()
    abandon(table)
    wrong, _ = judge(table, phones[0])
    assert wrong  # neither the record's set-up nor the note agree with such a message


def test_an_opening_that_the_owner_drops_is_missed(club: Club) -> None:
    table = club.night().table
    phones = phones_of(table)
    table.deal()
    for phone in phones[:2]:
        phone.open()

    def dropped(draws: DrawsRecord) -> DrawsRecord:
        kept = {seat: one for seat, one in draws.last.openings.items() if seat != 0}
        return draws.with_last(draws.last._replace(openings=kept))

    overwrite(club.context.store, DrawsRecord.at(table.id, 1), dropped)
    phones[2].open()
    club.clock.tick(21)
    assert club.put(f"{table.at()}/draws/2", {"left_out": [1]}, table.scorer).status == 201
    with pytest.raises(Alarm, match=Check.LEFT_OUT.value):
        phones[0].checked()
    for phone in phones[1:]:
        phone.open()
    abandon(table)
    wrong, _ = judge(table, phones[0])
    assert wrong == [
        "hand 1: the phone of seat 1 has a receipt for opening try 1, and was left out of the next"
    ]
    assert judge(table, phones[1])[0] == []


def test_a_hand_that_is_thrown_away_counts_and_its_link_is_shown(club: Club) -> None:
    table = club.night().table
    phones = phones_of(table)
    for hand in (1, 2, 3):
        deal_with(table, phones)
        abandon(table)
        for phone in phones:
            phone.see_end()
        assert table.page()["abandoned"] == hand
    wrong, facts = judge(table, phones[2])
    assert wrong == []
    assert "hands 1 to 3: abandoned after the deal" in facts
    assert "the note of seat 3 agrees: hands 1 to 3" in facts
