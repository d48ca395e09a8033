"""The live record: written and read alike, whatever is in it, and small."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.actions.strategies import ACTIONS

from chalicelib.rules.actions import STOP, TABLE, Follow, Play, Recording, Role, parse_action
from chalicelib.rules.game import GameEnd
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
    st.builds(Poster, st.just(Role.PLAYER), seats),
    st.builds(Poster, st.just(Role.SCORER), st.integers(0, MAX_SCORERS - 1)),
    st.builds(
        Poster, st.sampled_from([Role.DIRECTOR, Role.ORGANISER]), st.integers(1, MAX_STAFF - 1)
    ),
)
phones = st.none() | st.integers(9_466_848_000, 41_024_448_000)  # 2000 to 2099


@st.composite
def logs(draw: Any) -> tuple[Logged, ...]:
    at = EVENING
    actions = []
    for action in draw(st.lists(ACTIONS, max_size=12)):
        at += draw(st.integers(0, 10**7))
        actions.append(Logged(action, draw(posters), at, draw(phones)))
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
        recording=draw(st.sampled_from(Recording)),
        players=draw(each),
        epochs=draw(each),
        terms=draw(st.sampled_from(["", "AbC-_0123456"])),
        hand=draw(st.integers(0, 1000)),
        counted=draw(st.integers(0, 1000)),
        dealer=draw(seats),
        closing=draw(st.booleans()),
        ended=draw(st.sampled_from([None, *GameEnd])),
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
    table = LiveTable("x" * 16, 1, 2, Recording.DEALT, (4, 5, 6), (0, 0, 0), stacks=(50, 49, 51))
    deal = LiveDeal(EVENING, DIGEST, 2, 1, tuple(n % 3 for n in range(52)))
    for live in (LiveRecord(table), LiveRecord(table, LiveHand(deal))):
        fields = live.dumps().split("|")
        assert LiveRecord.loads("|".join(["1", *fields[1:10], *fields[11:]])) == live


def test_no_card_is_taken_for_a_verb() -> None:
    for card in range(52):
        for action in (Play(7, card), Follow(7, card)):
            one = [Logged(action, Poster(Role.PLAYER, 7), EVENING + 40)]
            assert decode_actions(encode_actions(one, EVENING), EVENING) == one


def test_eight_seats_fit_into_a_kilobyte() -> None:
    """45 plays and 44 stops, four seconds apart, each with the phone's own time."""
    actions = []
    for number in range(89):
        at = EVENING + 40 * (number + 1)
        if number % 2:
            actions.append(Logged(STOP, Poster(Role.SCORER, 0), at, at - 7))
        else:
            seat = number % 8
            actions.append(Logged(Play(seat, number // 2), Poster(Role.PLAYER, seat), at, at - 7))
    table = LiveTable(
        league="x" * 16,
        round=12,
        number=120,
        recording=Recording.DEALT,
        players=tuple(4990 + seat for seat in range(8)),
        epochs=(0,) * 8,
        terms="y" * 12,
        hand=30,
        counted=29,
        dealer=7,
        scorers=(0,),
        stacks=(150,) * 8,
        layout=(20,) * 4,
        leaving=255,
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


CODES = {
    "3 plays 10S": "v2",
    "stop": ".",
    "3 follows with 10S": ">v2",
    "3 takes the widow": "*2",
    "3 leaves the widow": "-2",
    "3 auctions the widow": "=2",
    "3 bids 40": "+2oB",
    "3 passes": "/2",
    "3 checks": "~K2",
    "3 bets 5": "~B2L",
    "3 calls": "~C2",
    "3 raises to 7": "~R2P",
    "3 folds": "~F2",
    "3 goes away": "~A2",
    "3 comes back": "~Z2",
    "3 leads 10S": "~L2v",
    "3 takes space 2": "~T2F",
    "3 takes the pot": "~P2",
    "3 shows 10S": "~S2v",
    "end": "~E",
    "confirm": "~Y",
    "waive all": "~WA",
    "waive 3": "~WH",
    "reassign 3": "~XH",
    "3 pays 1 for a pass": "~f2D",
    "3 buys the widow for 4": "~d2J",
    "3 has 0 cards left": "~l2B",
    "3 misses 10S": "~m2v",
    "3 is kept from space 1": "~b2D",
    "3 has -2 chips": "~h2E",
    "3 goes out": "~o2",
    "undo 7": "<H",
    "abandon": "!",
}


@pytest.mark.parametrize(("text", "code"), CODES.items())
def test_what_is_stored_stays_as_it_is(text: str, code: str) -> None:
    """Records of every version are read: no code of the table may change."""
    logged = Logged(parse_action(text), Poster(Role.SCORER, 1), EVENING + 3)
    assert encode_actions([logged], EVENING) == f"{code}BD_"
    assert decode_actions(f"{code}BD_", EVENING) == [logged]


def test_every_verb_has_its_code_written_down() -> None:
    assert {parse_action(text).verb for text in CODES} == {*TABLE}
