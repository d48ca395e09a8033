"""The live record: written and read alike, whatever is in it, and small."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.store.port import item_bytes
from chalicelib.store.records.live import LiveDeal, LiveHand, LiveRecord, LiveTable, Note
from chalicelib.store.records.live_log import (
    MAX_SCORERS,
    MAX_STAFF,
    Logged,
    Poster,
    decode_actions,
    encode_actions,
)
from chalicelib.store.records.members import UnreadableRecord

EVENING = 17_960_652_000  # tenths of a second since 1970
DIGEST = "A" * 43

seats = st.integers(0, 7)
posters = st.one_of(
    st.builds(Poster, st.just("seat"), seats),
    st.builds(Poster, st.just("scorer"), st.integers(0, MAX_SCORERS - 1)),
    st.builds(Poster, st.sampled_from(["director", "organiser"]), st.integers(1, MAX_STAFF - 1)),
)
said = st.one_of(
    st.tuples(st.sampled_from(["play", "follow"]), seats, st.integers(0, 51), st.none()),
    st.tuples(
        st.sampled_from(["exchange", "decline", "auction", "pass"]), seats, st.none(), st.none()
    ),
    st.tuples(st.sampled_from(["stop", "abandon"]), st.none(), st.none(), st.none()),
    st.tuples(st.just("bid"), seats, st.none(), st.integers(1, 2**53)),
    st.tuples(st.sampled_from(["lead", "show", "miss"]), seats, st.integers(0, 51), st.none()),
    st.tuples(
        st.sampled_from(["take", "bet", "raise", "fee", "sold", "left", "block"]),
        seats,
        st.none(),
        st.integers(0, 10**7),
    ),
    st.tuples(st.just("chips"), seats, st.none(), st.integers(-(10**7), 10**7)),
    st.tuples(
        st.sampled_from(["pot", "check", "call", "fold", "away", "back", "out"]),
        seats,
        st.none(),
        st.none(),
    ),
    st.tuples(st.sampled_from(["end", "confirm"]), st.none(), st.none(), st.none()),
    st.tuples(st.just("waive"), st.none(), st.none(), st.none() | st.integers(1, 99)),
    st.tuples(st.just("undo"), st.none(), st.none(), st.integers(1, 100_000)),
)
phones = st.none() | st.integers(9_466_848_000, 41_024_448_000)  # 2000 to 2099


@st.composite
def logs(draw: Any) -> tuple[Logged, ...]:
    at = EVENING
    actions = []
    for what in draw(st.lists(said, max_size=12)):
        at += draw(st.integers(0, 10**7))
        actions.append(Logged(*what, draw(posters), at, draw(phones)))
    return tuple(actions)


chips = st.integers(0, 10**7)
deals = st.builds(
    LiveDeal,
    started=st.just(EVENING),
    digest=st.just(DIGEST),
    dealer=seats,
    amount=st.integers(0, 10_000),
    where=st.lists(st.integers(-2, 7), min_size=52, max_size=52).map(tuple),
    placements=st.dictionaries(
        seats, st.dictionaries(st.integers(0, 11), st.integers(1, 10_000), max_size=4), max_size=8
    ),
    enterer=st.none() | posters,
)
hands = st.builds(
    LiveHand,
    deals,
    actions=logs(),
    notes=st.lists(
        st.builds(Note, st.integers(0, 99), seats, st.integers(EVENING, EVENING + 10**6)),
        max_size=3,
    ).map(tuple),
)


@st.composite
def tables(draw: Any) -> LiveTable:
    count = draw(st.integers(3, 8))
    each = st.lists(st.integers(0, 5000), min_size=count, max_size=count).map(tuple)
    bought = st.lists(chips, min_size=count, max_size=count).map(tuple)
    return LiveTable(
        league="00bx9x5wz3nx0q1q",
        round=draw(st.integers(1, 9999)),
        number=draw(st.integers(1, 200)),
        recording=draw(st.sampled_from(["dealt", "entered", "observed", "result"])),
        players=draw(each),
        epochs=draw(each),
        terms=draw(st.sampled_from(["", "AbC-_0123456"])),
        hand=draw(st.integers(0, 1000)),
        counted=draw(st.integers(0, 1000)),
        dealer=draw(seats),
        closing=draw(st.booleans()),
        ended=draw(
            st.sampled_from([None, "hands", "seats", "closed", "minutes", "chips", "claimed"])
        ),
        scorers=draw(st.lists(st.integers(0, 99), max_size=MAX_SCORERS).map(tuple)),
        stacks=draw(st.just(()) | bought),
        layout=draw(st.lists(chips, max_size=12).map(tuple)),
        kitty=draw(chips),
        pot=draw(chips),
        bank=draw(chips),
        began=draw(st.sampled_from([0, EVENING])),
        bought=draw(st.just(()) | bought),
        claimed=draw(st.integers(0, 2**14 - 1)),
        away=draw(st.integers(0, 255)),
    )


lives = st.builds(LiveRecord, tables(), st.none() | hands)


@given(lives)
def test_a_record_is_read_as_it_was_written(live: LiveRecord) -> None:
    text = live.dumps()
    assert LiveRecord.loads(text) == live
    assert LiveRecord.loads(text).dumps() == text
    assert text.isascii()


@given(tables(), deals, logs())
def test_a_log_that_grows_is_written_as_a_whole_one(
    table: LiveTable, deal: LiveDeal, log: tuple[Logged, ...]
) -> None:
    whole = LiveRecord(table, LiveHand(deal, log))
    for read in range(len(log) + 1):
        grown = LiveRecord.loads(LiveRecord(table, LiveHand(deal, log[:read])).dumps()).hand
        assert grown is not None
        for logged in log[read:]:
            grown = grown.plus(logged)
        assert LiveRecord(table, grown) == whole
        assert LiveRecord(table, grown).dumps() == whole.dumps()


@given(logs())
def test_a_log_is_read_as_it_was_written(actions: tuple[Logged, ...]) -> None:
    assert tuple(decode_actions(encode_actions(actions, EVENING), EVENING)) == actions


def test_a_record_of_the_first_format_is_read() -> None:
    """It lacked the table's last field, and knew fewer verbs."""
    table = LiveTable("x" * 16, 1, 2, "dealt", (4, 5, 6), (0, 0, 0), stacks=(50, 49, 51))
    deal = LiveDeal(EVENING, DIGEST, 2, 1, tuple(n % 3 for n in range(52)))
    for live in (LiveRecord(table), LiveRecord(table, LiveHand(deal))):
        fields = live.dumps().split("|")
        assert LiveRecord.loads("|".join(["1", *fields[1:10], *fields[11:]])) == live


def test_no_card_is_taken_for_a_verb() -> None:
    for card in range(52):
        for verb in ("play", "follow"):
            one = [Logged(verb, 7, card, None, Poster("seat", 7), EVENING + 40)]
            assert decode_actions(encode_actions(one, EVENING), EVENING) == one


def test_eight_seats_fit_into_a_kilobyte() -> None:
    """45 plays and 44 stops, four seconds apart, each with the phone's own time."""
    actions = []
    for number in range(89):
        at = EVENING + 40 * (number + 1)
        if number % 2:
            actions.append(Logged("stop", None, None, None, Poster("scorer", 0), at, at - 7))
        else:
            seat = number % 8
            actions.append(
                Logged("play", seat, number // 2, None, Poster("seat", seat), at, at - 7)
            )
    table = LiveTable(
        league="x" * 16,
        round=12,
        number=120,
        recording="dealt",
        players=tuple(4990 + seat for seat in range(8)),
        epochs=(0,) * 8,
        terms="y" * 12,
        hand=30,
        counted=29,
        dealer=7,
        scorers=(0,),
        stacks=(150,) * 8,
        layout=(20,) * 4,
    )
    deal = LiveDeal(EVENING, DIGEST, 7, 1, tuple(n % 8 for n in range(52)))
    live = LiveRecord(table, LiveHand(deal, tuple(actions)))
    assert item_bytes(LiveRecord.at("t" * 16).key, live.dumps(), 3000) <= 1024


@pytest.mark.parametrize("body", ["", "x", "3|a|b", "2|a|b", "1|a|b", "2" + "|" * 19])
def test_a_record_of_another_format_is_refused(body: str) -> None:
    with pytest.raises(UnreadableRecord, match="not a live record of format 2"):
        LiveRecord.loads(body)


@pytest.mark.parametrize("damage", ["2|x|1,1,0", "2||?"])
def test_a_damaged_record_is_refused(damage: str) -> None:
    fields = damage.split("|") + [""] * 10
    with pytest.raises(UnreadableRecord, match="a damaged live record"):
        LiveRecord.loads("|".join(fields[:11]))
