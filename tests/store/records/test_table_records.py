"""The records of tables: written and read back, refused where they are damaged or unknown."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.league.places import Change, ChangeKind
from chalicelib.rules.actions import Play, Recording, Role
from chalicelib.rules.game import GameEnd
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.commitments import CommitmentsRecord, SeatCommitment
from chalicelib.store.records.counts import CountRecord
from chalicelib.store.records.deal_request import (
    CutCards,
    DealRequest,
    EnteredDeck,
    EnteredHands,
    TurnedCards,
)
from chalicelib.store.records.draws import Draw, DrawsRecord, Opening
from chalicelib.store.records.entries import EntriesRecord, SeatEntry
from chalicelib.store.records.info import InfoRecord, Restored, ScorerSlot
from chalicelib.store.records.live import LiveDeal, LiveHand, LiveRecord, LiveTable
from chalicelib.store.records.live_log import Logged, Poster
from chalicelib.store.records.members import UnreadableRecord
from chalicelib.store.records.notes import IssueNote, NotesRecord
from chalicelib.store.records.record import Record
from chalicelib.store.records.setups import PublicSetup, SetupRecord
from chalicelib.store.records.summaries import HandResult, Movement, SummaryRecord
from chalicelib.store.records.times import read_rfc3339, rfc3339

EVENING = 1_796_065_200_000

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
wholes = st.integers(0, 2**53)
seats = st.integers(1, 8)
several = st.lists(wholes, max_size=8).map(tuple)
cards = st.lists(texts, max_size=3).map(tuple)
times = st.integers(946_684_800_000, 4_102_444_800_000)
posters = st.one_of(
    st.builds(Poster, st.sampled_from([Role.PLAYER, Role.SCORER]), st.integers(0, 7)),
    st.builds(Poster, st.sampled_from([Role.DIRECTOR, Role.ORGANISER]), st.integers(1, 61)),
)
placed = st.dictionaries(texts, wholes, max_size=3)
found = st.builds(TurnedCards, cards, seats) | st.builds(
    CutCards, st.lists(st.dictionaries(seats, texts, max_size=3), max_size=2).map(tuple)
)
deals = st.builds(EnteredDeck, cards) | st.builds(
    EnteredHands, st.dictionaries(seats, cards, max_size=3), st.none() | cards, st.booleans()
)
public = st.builds(
    PublicSetup,
    league=texts,
    table=texts,
    hand=wholes,
    recording=st.sampled_from(Recording),
    terms=texts,
    players=several,
    dealt_in=several,
    dealer=seats,
    amount=wholes,
    stakes=st.dictionaries(seats, placed, max_size=3),
    stacks=several,
    layout=several,
    kitty=wholes,
    pot=wholes,
    found=st.none() | found,
    cut=st.none() | st.booleans(),
    rules=texts,
    away=several,
    seeds=st.none(),
    message=st.none(),
)
seeded = st.builds(
    lambda setup, seeds, message: setup._replace(rules=None, away=(), seeds=seeds, message=message),
    public,
    cards,
    st.none() | texts,
)
setups = st.builds(
    SetupRecord,
    asked=st.builds(
        DealRequest,
        dealer=st.none() | st.integers(0, 7),
        deal=st.none() | deals,
        found=st.none() | found,
        cut=st.none() | st.booleans(),
    ),
    public=public | seeded,
    link=st.none() | texts,
    poster=posters,
    dealt=times,
    drawn=st.none() | texts,
)
LIVE = LiveRecord(
    LiveTable(
        "l1", 1, 2, Recording.DEALT, (4, 5, 6), (0, 1, 0), "terms", 1, layout=(1,), stacks=(9, 9, 9)
    ),
    LiveHand(
        LiveDeal(EVENING // 100, "d" * 43, 2, 1, tuple(n % 3 for n in range(52))),
        (Logged(Play(1, 12), Poster(Role.PLAYER, 1), EVENING // 100 + 7),),
    ),
)

RECORDS: dict[type[Record], st.SearchStrategy[Any]] = {
    InfoRecord: st.builds(
        InfoRecord,
        league=texts,
        round=wholes,
        number=wholes,
        commitment=texts,
        scorers=st.lists(st.builds(ScorerSlot, texts, wholes), max_size=12).map(tuple),
        restored=st.lists(st.builds(Restored, wholes, wholes, texts), max_size=2).map(tuple),
    ),
    ChainRecord: st.builds(ChainRecord, st.binary(max_size=32)),
    EntriesRecord: st.builds(
        EntriesRecord,
        amount=st.none() | wholes,
        seats=st.dictionaries(
            st.integers(0, 7),
            st.builds(SeatEntry, st.none() | placed, st.booleans()),
            max_size=3,
        ),
        closed=st.booleans(),
    ),
    CommitmentsRecord: st.builds(
        CommitmentsRecord,
        seats=st.dictionaries(
            st.integers(0, 7),
            st.builds(SeatCommitment, wholes, st.none() | texts, wholes),
            max_size=3,
        ),
        redraws=st.dictionaries(st.integers(0, 7), wholes, max_size=3),
    ),
    DrawsRecord: st.builds(
        DrawsRecord,
        draws=st.lists(
            st.builds(
                Draw,
                texts,
                wholes,
                st.dictionaries(st.integers(0, 7), texts, max_size=3),
                st.dictionaries(st.integers(0, 7), st.builds(Opening, texts, texts), max_size=3),
            ),
            min_size=1,
            max_size=2,
        ).map(tuple),
        left_out=st.lists(st.lists(st.integers(1, 8), min_size=1).map(tuple), max_size=2).map(
            tuple
        ),
        dealt=st.booleans(),
    ),
    SetupRecord: setups,
    ArchiveRecord: st.builds(ArchiveRecord, st.just(LIVE), setups, wholes),
    CountRecord: st.builds(CountRecord, several, posters, wholes),
    NotesRecord: st.builds(
        NotesRecord,
        several,
        st.lists(
            st.builds(IssueNote, st.integers(0, 7), wholes, wholes, st.none() | posters), max_size=3
        ).map(tuple),
        st.dictionaries(wholes, texts, max_size=3),
    ),
    SummaryRecord: st.builds(
        SummaryRecord,
        table=texts,
        players=several,
        bought=st.none() | several,
        hands=st.lists(st.builds(HandResult, wholes, several), max_size=3).map(tuple),
        final=st.none() | several,
        changes=st.just(())
        | st.lists(
            st.builds(Change, wholes, st.sampled_from(ChangeKind), wholes, wholes, wholes),
            max_size=3,
        ).map(lambda changes: (Change(2, ChangeKind.LEFT, 1, 7, 0), *changes)),
        began=st.none() | wholes,
        unclaimed=st.none()
        | st.lists(st.builds(Movement, wholes, wholes, wholes, texts, wholes), max_size=3).map(
            tuple
        ),
        ended=st.none() | st.sampled_from(GameEnd),
    ),
}

SETUP = (
    '{"asked":{"dealer":2,"deal":{"hands":{"1":["2S","10s"],"2":["3S"]},"widow":[],"partial":true},'
    '"found":{"cuts":[{"1":"KD","2":"2C"}]},"cut":true},'
    '"public":{"league":"l1","table":"t1","hand":3,"recording":"entered","terms":"x","players":'
    '[4,1,2],"dealt_in":[1,2,3],"dealer":3,"amount":4,"stakes":{"1":{"AH":3,"KC":1}},'
    '"stacks":[9,9,9],"layout":[1,0,0,0],"kitty":0,"pot":2,"seeds":["","Änne",""],"message":null,'
    '"found":{"cuts":[{"1":"KD","2":"2C"}]},"cut":true},"link":null,'
    '"by":{"kind":"scorer","number":1},"at":"2026-11-30T19:00:00.300Z"}'
)

WRITTEN: dict[type[Record], list[str]] = {
    InfoRecord: [
        '{"league":"l1","round":2,"number":1,"commitment":"ab","scorers":{}}',
        (
            '{"league":"l1","round":2,"number":1,"commitment":"ab","scorers":'
            '{"0":{"label":"Änne","issued":1790000000000},"1":{"label":"","issued":1790000000001}}}'
        ),
    ],
    ChainRecord: ["00ff"],
    EntriesRecord: [
        '{"amount":null,"seats":{},"closed":false}',
        (
            '{"amount":4,"seats":{"0":{"stakes":{"KC":1,"AH":3},"rebuy":false},'
            '"2":{"stakes":null,"rebuy":true}},"closed":true}'
        ),
    ],
    CommitmentsRecord: [
        '{"seats":{},"redraws":{}}',
        (
            '{"seats":{"0":{"player":4,"commitment":"ab","missed":0},'
            '"2":{"player":2,"commitment":null,"missed":2}},"redraws":{"2":3}}'
        ),
    ],
    DrawsRecord: [
        (
            '{"draws":[{"text":"[]","at":1790000000000,"commitments":{"0":"ab","2":"cd"},'
            '"openings":{"0":["ef","01"]}},{"text":"[]","at":1790000020000,'
            '"commitments":{"0":"01"},"openings":{}}],"left_out":[[3]],"dealt":false}'
        ),
    ],
    SetupRecord: [
        SETUP,
        SETUP.replace('"terms":"x"', '"terms":"x","rules":"ab"')
        .replace('"seeds":["","Änne",""],"message":null', '"away":[2]')
        .replace('"link":null', '"link":"cd"')
        .replace('300Z"', '300Z","drawn":"[]"'),
        SETUP.replace('{"hands":{"1":["2S","10s"],"2":["3S"]},"widow":[],"partial":true}', "null")
        .replace(',"found":{"cuts":[{"1":"KD","2":"2C"}]},"cut":true}', "}", 1)
        .replace('{"cuts":[{"1":"KD","2":"2C"}]},"cut":true', 'null,"cut":null'),
        SETUP.replace('{"cuts":[{"1":"KD","2":"2C"}]}', '{"turned":["2C","JD"],"start":1}').replace(
            '{"hands":{"1":["2S","10s"],"2":["3S"]},"widow":[],"partial":true}',
            '{"deck":["2S","3S"]}',
        ),
    ],
    ArchiveRecord: [f'{{"live":"{LIVE.dumps()}","setup":{SETUP},"ended":17960652003}}'],
    CountRecord: ['{"counted":[48,-3,41],"by":{"kind":"director","number":1},"at":1790000000000}'],
    NotesRecord: [
        '{"tokens":[1,2,1],"issued":{},"reasons":{}}',
        (
            '{"tokens":[1,2],"issued":{"0":{"seat":2,"after":0,"at":17960652003,'
            '"by":{"kind":"organiser","number":1}},"1":{"seat":1,"after":7,"at":17960652103,'
            '"by":null}},"reasons":{"7":"tapped the wrong card","12":"Не то"}}'
        ),
    ],
    SummaryRecord: [
        '{"table":"t1","players":[4,1,2],"bought":null,"hands":[],"final":null}',
        '{"table":"t1","players":[4,1,2],"bought":null,"hands":[],"final":null,"ended":"closed"}',
        (
            '{"table":"t1","players":[4,1,2],"bought":[9,18,9],"hands":[[1,9,0,18],[3,9,9,18]],'
            '"final":[9,9,18],"buys":[[2,1,9]],"unclaimed":[[3,0,1,"unclaimed",0]],"ended":"hands"}'
        ),
        (
            '{"table":"t1","players":[4],"bought":[9],"hands":[],"final":[9],"unclaimed":[],'
            '"ended":"seats"}'
        ),
    ],
}
"""Texts of each record as it was first written."""

every_record = pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
of_members = pytest.mark.parametrize(
    "kind",
    [kind for kind in RECORDS if kind is not ChainRecord],
    ids=lambda kind: kind.__name__,
)


@every_record
@given(data=st.data())
def test_what_is_written_is_read_back(kind: type[Record], data: st.DataObject) -> None:
    record = data.draw(RECORDS[kind])
    assert kind.loads(record.dumps()) == record


@every_record
def test_what_was_written_before_is_read_and_written_alike(kind: type[Record]) -> None:
    for text in WRITTEN[kind]:
        assert kind.loads(text).dumps() == text


@every_record
@pytest.mark.parametrize("text", ["null", "{", '"text"', "[1]", "-1", "[" * 100_000])
def test_damaged_text_is_refused(kind: type[Record], text: str) -> None:
    with pytest.raises(UnreadableRecord):
        kind.loads(text)


@of_members
@pytest.mark.parametrize("number", [0, "next", "1", True, None])
def test_an_unknown_format_is_refused(kind: type[Record], number: object) -> None:
    if number == "next":
        number = kind.FORMAT + 1
    with pytest.raises(UnreadableRecord):
        kind.loads(json.dumps({**json.loads(WRITTEN[kind][-1]), "format": number}))


@of_members
def test_a_missing_member_is_refused_unless_it_may_be_null(kind: type[Record]) -> None:
    written = json.loads(WRITTEN[kind][-1])
    refused = set()
    for name in written:
        left = {other: value for other, value in written.items() if other != name}
        try:
            kind.loads(json.dumps(left))
        except UnreadableRecord:
            refused.add(name)
    may_be_null = {"amount", "link", "bought", "final", "unclaimed", "ended"}
    if kind is ArchiveRecord:
        may_be_null.remove("ended")
    assert refused == set(written) - may_be_null


@of_members
def test_a_member_of_another_type_is_refused(kind: type[Record]) -> None:
    written = json.loads(WRITTEN[kind][-1])
    for name in written:
        with pytest.raises(UnreadableRecord):
            kind.loads(json.dumps({**written, name: [[]]}))


def test_changes_at_places_are_read_back_and_only_purchases_stay_in_format_1() -> None:
    """R12. Who bought is the seat's player in format 1: nobody else sat there."""
    old = SummaryRecord.loads(WRITTEN[SummaryRecord][2])
    assert old.changes == (Change(2, ChangeKind.BOUGHT, 1, 1, 9),)
    left = Change(4, ChangeKind.LEFT, 0, 4, 9)
    new = replace(old, changes=(*old.changes, left), began=17_960_652_003)
    assert '"format":2' in new.dumps()
    assert '"changes":[[2,"bought",1,1,9],[4,"left",0,4,9]]' in new.dumps()
    assert SummaryRecord.loads(new.dumps()) == new
    for wrong in ("sold", 3):
        text = new.dumps().replace('"left"', json.dumps(wrong))
        with pytest.raises(UnreadableRecord):
            SummaryRecord.loads(text)
    with pytest.raises(UnreadableRecord, match="by a seat that there is not"):
        SummaryRecord.loads(WRITTEN[SummaryRecord][2].replace("[[2,1,9]]", "[[2,7,9]]"))


def test_the_time_of_a_deal_is_a_time() -> None:
    with pytest.raises(UnreadableRecord, match="no time of the deal"):
        SetupRecord.loads(SETUP.replace("2026-11-30", "2026-13-30"))


def test_the_live_record_in_an_archive_may_be_of_the_first_format() -> None:
    fields = LIVE.dumps().split("|")
    older = "|".join(["1", *fields[1:10], *fields[11:]])
    (text,) = WRITTEN[ArchiveRecord]
    assert ArchiveRecord.loads(text.replace(LIVE.dumps(), older)).live == LIVE


@given(times)
def test_times_are_read_as_they_were_written(moment: int) -> None:
    assert read_rfc3339(rfc3339(moment)) == moment


def test_a_seed_entered_under_the_first_protocol_is_left_out() -> None:
    old = '{"amount":null,"seats":{"2":{"stakes":null,"seed":"Änne","rebuy":true}},"closed":false}'
    assert EntriesRecord.loads(old).dumps() == old.replace('"seed":"Änne",', "")


def test_the_text_of_a_set_up_is_ascii_but_that_of_the_first_protocol_stays_as_it_was() -> None:
    seeded = SetupRecord.loads(SETUP).public
    assert '"seeds":["","Änne",""]' in seeded.dumps()
    drawn = seeded._replace(seeds=None, rules="ab", stakes={1: {"Änne": 1}})
    assert '{"1":{"\\u00c4nne":1}}' in drawn.dumps()
