"""Every record: written and read back, refused where it is damaged or unknown, kept by itself."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.json_value import Json
from chalicelib.league.rounds import RoundState, SeatedTable
from chalicelib.recording import Recording
from chalicelib.rules.version import Version
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.codes import CodeRecord, CodeSheetRecord, SheetEntry
from chalicelib.store.records.counters import CountersRecord
from chalicelib.store.records.league_index import LeagueIndexRecord
from chalicelib.store.records.leagues import STAFF, LeagueRecord, StaffToken
from chalicelib.store.records.members import UnreadableRecord, compact
from chalicelib.store.records.once import OnceRecord
from chalicelib.store.records.player_tokens import (
    Ending,
    IssuedEntry,
    Issuing,
    PlayerTokensRecord,
)
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Record
from chalicelib.store.records.rounds import RoundRecord
from chalicelib.store.records.tallies import TallyRecord
from chalicelib.store.records.terms import TermsRecord

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
wholes = st.integers(0, 2**53)
numbers = st.integers(1, 9999)
options = st.dictionaries(
    texts, st.one_of(st.booleans(), wholes, texts, st.lists(wholes, max_size=3)), max_size=4
)
claims = st.builds(
    Claims,
    kind=st.sampled_from(TokenKind),
    league=texts,
    number=wholes,
    epoch=wholes,
    expires=wholes,
    table=st.none() | texts.filter(bool),
)
staff_tokens = st.dictionaries(numbers, st.builds(StaffToken, wholes, texts, wholes), max_size=3)

RECORDS: dict[type[Record], st.SearchStrategy[Any]] = {
    LeagueRecord: st.builds(
        LeagueRecord,
        name=texts,
        public=st.booleans(),
        preset=texts,
        options=options,
        recording=st.sampled_from(Recording),
        play_clock=st.none() | wholes,
        frozen=st.booleans(),
        created=wholes,
        staff=st.fixed_dictionaries(dict.fromkeys(STAFF, staff_tokens)),
    ),
    PlayerRecord: st.builds(
        PlayerRecord,
        name=texts,
        withdrawn_from=st.none() | wholes,
        epoch=wholes,
        handed=wholes,
    ),
    LeagueIndexRecord: st.builds(LeagueIndexRecord, league=texts),
    CountersRecord: st.builds(CountersRecord, players=wholes, rounds=wholes),
    RoundRecord: st.builds(
        RoundRecord,
        state=st.sampled_from(RoundState),
        seed=texts,
        recording=st.sampled_from(Recording),
        drawn=wholes,
        opened=st.none() | wholes,
        closed=st.none() | wholes,
        absent=st.lists(wholes, max_size=3).map(tuple),
        tables=st.lists(
            st.builds(SeatedTable, texts, st.lists(wholes, max_size=8).map(tuple)), max_size=3
        ).map(tuple),
        drafts=st.none() | wholes,
    ),
    CodeRecord: st.builds(
        CodeRecord,
        league=texts,
        kind=st.sampled_from(TokenKind),
        player=st.none() | wholes,
        table=st.none() | texts,
        label=texts,
        epoch=wholes,
        expires=wholes,
        nonce=st.none() | texts,
        claims=st.none() | claims,
        revoked=st.booleans(),
        by=st.none() | wholes,
    ),
    PlayerTokensRecord: st.builds(
        PlayerTokensRecord,
        earlier=wholes,
        issued=st.lists(
            st.builds(
                IssuedEntry,
                number=wholes,
                how=st.sampled_from(Issuing),
                by=st.none() | wholes,
                at=wholes,
                expires=wholes,
                epoch=wholes,
                noted=st.booleans(),
                confirmed=st.none() | wholes,
                nonce=st.none() | texts,
            ),
            max_size=3,
        ).map(tuple),
        ended=st.lists(st.builds(Ending, wholes, st.none() | wholes, wholes), max_size=3).map(
            tuple
        ),
    ),
    CodeSheetRecord: st.builds(
        CodeSheetRecord,
        st.lists(st.builds(SheetEntry, texts, texts, st.none() | texts), max_size=3).map(tuple),
    ),
    OnceRecord: st.builds(
        OnceRecord,
        request=texts,
        reply=st.recursive(
            st.none() | st.booleans() | wholes | texts,
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
            max_leaves=8,
        ),
    ),
    TallyRecord: st.builds(TallyRecord, wholes),
    TermsRecord: st.builds(
        TermsRecord,
        rules_version=st.sampled_from(Version),
        preset=texts,
        options=options,
        play_clock=st.none() | wholes,
    ),
}

WRITTEN: dict[type[Record], str] = {
    LeagueRecord: '{"name":"Club","public":true,"preset":"michigan","options":{"widow":"auction"},'
    '"recording":"dealt","play_clock":null,"frozen":false,"created":1790000000000,'
    '"staff":{"organiser":{"1":{"epoch":0,"label":"first","issued":1790000000000}},'
    '"director":{},"viewer":{}}}',
    PlayerRecord: '{"name":"Änne","withdrawn_from":null,"epoch":0,"handed":1}',
    LeagueIndexRecord: '{"league":"x"}',
    CountersRecord: '{"players":14,"rounds":2}',
    RoundRecord: '{"state":"open","seed":"s","recording":"dealt","drawn":1,"opened":2,'
    '"closed":null,"absent":[3],"tables":[{"id":"t1","players":[4,1,2]}]}',
    CodeRecord: '{"league":"l1","kind":"player","player":7,"table":null,"label":"","epoch":0,'
    '"expires":1790000000,"nonce":"ab","claims":{"k":"player","l":"l1","n":7,"e":0,'
    '"exp":1790000000},"revoked":false}',
    PlayerTokensRecord: '{"earlier":1,"issued":{"0":{"number":2,"how":"code","by":1,'
    '"at":1790000000000,"expires":1797776000,"epoch":0,"noted":false,"confirmed":null,'
    '"nonce":null}},"ended":{"0":{"epoch":0,"by":null,"at":1790000000000}}}',
    CodeSheetRecord: '[{"code_id":"s-1","hash":"ff","name":"Änne"},'
    '{"code_id":"s-2","hash":"fe","name":null}]',
    OnceRecord: '{"request":"aa","reply":{"token":{"\\u0000token":{"k":"organiser","l":"l1","n":1,'
    '"e":0,"exp":1790000000}}}}',
    TallyRecord: "12",
    TermsRecord: '{"version":1,"preset":"michigan","options":{"stakes.amount":5},"play_clock":30}',
}
"""A text of each record as version 0.1 wrote it."""

every_record = pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
of_members = pytest.mark.parametrize(
    "kind",
    [kind for kind in RECORDS if kind not in (TallyRecord, CodeSheetRecord)],
    ids=lambda kind: kind.__name__,
)


@every_record
@given(data=st.data())
def test_what_is_written_is_read_back(kind: type[Record], data: st.DataObject) -> None:
    record = data.draw(RECORDS[kind])
    assert kind.loads(record.dumps()) == record


@every_record
def test_what_was_written_before_is_read_and_written_alike(kind: type[Record]) -> None:
    newest = 2 if kind is OnceRecord else 1
    assert newest == kind.FORMAT
    assert kind.loads(WRITTEN[kind]).dumps() == WRITTEN[kind]


@every_record
@pytest.mark.parametrize("text", ["", "null", "{", '"text"', "[1]", "-1", "[" * 100_000])
def test_damaged_text_is_refused(kind: type[Record], text: str) -> None:
    with pytest.raises(UnreadableRecord):
        kind.loads(text)


@of_members
@pytest.mark.parametrize("number", [0, 3, "1", True, None])
def test_an_unknown_format_is_refused(kind: type[Record], number: object) -> None:
    with pytest.raises(UnreadableRecord):
        kind.loads(json.dumps({**json.loads(WRITTEN[kind]), "format": number}))


@of_members
def test_a_missing_member_is_refused_unless_it_may_be_null(kind: type[Record]) -> None:
    written = json.loads(WRITTEN[kind])
    refused = set()
    for name in written:
        left = {other: value for other, value in written.items() if other != name}
        try:
            kind.loads(json.dumps(left))
        except UnreadableRecord:
            refused.add(name)
    may_be_null = {"withdrawn_from", "opened", "closed", "player", "table", "nonce", "play_clock"}
    assert refused == set(written) - may_be_null


@of_members
def test_a_member_of_another_type_is_refused(kind: type[Record]) -> None:
    written = json.loads(WRITTEN[kind])
    for name in written:
        if name == "reply":
            continue  # whatever was answered
        with pytest.raises(UnreadableRecord):
            kind.loads(json.dumps({**written, name: [[]]}))


@pytest.mark.parametrize("kind", [LeagueRecord, RoundRecord])
def test_an_unknown_recording_is_refused(kind: type[Record]) -> None:
    members = json.loads(WRITTEN[kind])
    members["recording"] = "filmed"
    with pytest.raises(UnreadableRecord, match="Recording"):
        kind.loads(json.dumps(members))


def test_formats_of_lists_and_numbers_are_refused_when_unknown() -> None:
    for kind in (TallyRecord, CodeSheetRecord):
        with pytest.raises(UnreadableRecord):
            kind.loads('{"format":2}')


def test_a_record_is_replaced_as_a_value() -> None:
    player = PlayerRecord.loads(WRITTEN[PlayerRecord])
    assert replace(player, handed=2).handed == 2
    assert player.handed == 1


def test_a_long_answer_is_packed_and_a_damaged_one_is_named() -> None:
    names = ["Anneliese", "\N{PLAYING CARD BLACK JOKER}" * 50]
    reply: Json = {"tables": [{"number": n, "names": names} for n in range(500)]}
    record = OnceRecord("aa", reply)
    text = record.dumps()
    assert len(text) < len(compact(reply)) / 20
    assert OnceRecord.loads(text) == record
    for inserted in ("!", "AAAA"):
        damaged = text.replace('"packed":"', f'"packed":"{inserted}')
        with pytest.raises(UnreadableRecord, match="packed"):
            OnceRecord.loads(damaged)
