"""Properties of any stream of posts from any sender."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from harness.club import SHORT, Club, Table
from harness.memory import MemoryStore
from harness.sizes import sized
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.service.hand_logs import load_log
from chalicelib.service.tables import load_table
from chalicelib.store.records.live import LiveHand, LiveRecord

CARDS = [card for hand in SHORT.values() for card in hand.split()]
WHO = ("seat 1", "seat 2", "seat 3", "scorer", "director", "viewer")

actions = st.one_of(
    st.builds(lambda card: {"play": card}, st.sampled_from(CARDS)),
    st.sampled_from([{"stop": True}, {"follow": True}, {"bid": 1}, {"pass": True}]),
    st.builds(lambda number: {"undo": number}, st.integers(1, 5)),
    st.builds(
        lambda card, seat: {"play": card, "seat": seat}, st.sampled_from(CARDS), st.integers(1, 4)
    ),
)
posts = st.lists(
    st.tuples(st.sampled_from(WHO), st.integers(-1, 2), actions, st.booleans()), max_size=14
)
few = settings(max_examples=sized(10, 200), suppress_health_check=list(HealthCheck))


@contextmanager
def table_at_play() -> Iterator[tuple[Table, dict[str, str]]]:
    options = {"penalty.missed_play": 1, "penalty.compensation": True}
    table = Club(MemoryStore()).entered(options=options).table
    tokens = {f"seat {seat}": table.seat(seat) for seat in table.seats}
    tokens |= {
        "scorer": table.scorer,
        "director": table.league.director,
        "viewer": table.league.viewer,
    }
    table.enter(widow="KS QS")
    yield table, tokens


def send(table: Table, tokens: dict[str, str], stream: list[Any], times: int) -> list[Any]:
    """Post a stream, each post ``times`` times in a row; return the last answers."""
    answers = []
    for who, offset, action, moving in stream:
        table.club.clock.tick(0.7 if moving else 0)
        number = max(1, len(table.log()["actions"]) + 1 + offset)
        for _ in range(times):
            got = table.act(number, tokens[who], hand=1, **action)
        answers.append((number, got))
    return answers


def state(table: Table) -> Any:
    return [table.club.get(table.at() + page).json for page in ("", "/actions", "/ledger")]


@few
@given(posts)
def test_a_post_twice_is_a_post_once(stream: list[Any]) -> None:
    with table_at_play() as (table, tokens), table_at_play() as (other, others):
        once = send(table, tokens, stream, 1)
        twice = send(other, others, stream, 2)
        assert state(table) == state(other)
        for (_, first), (_, again) in zip(once, twice, strict=True):
            if first.status in (200, 201):
                assert (again.status, again.json) == (200, first.json)


@few
@given(posts)
def test_chips_are_conserved_after_every_post(stream: list[Any]) -> None:
    with table_at_play() as (table, tokens):
        for post in stream:
            send(table, tokens, [post], 1)
            ledger = table.ledger()
            assert sum(ledger["after"].values()) == sum(ledger["before"].values()) == 150
            page = table.page()
            chips = sum(seat["stack"] for seat in page["seats"]) + sum(page["layout"].values())
            assert chips + page["kitty"] + page["pot"] + page["bank"] == page["bought_in"] == 150
            moved = dict.fromkeys(ledger["before"], 0)
            for entry in ledger["entries"]:
                moved[entry["from"]] -= entry["amount"]
                moved[entry["to"]] += entry["amount"]
            assert {a: n + moved[a] for a, n in ledger["before"].items()} == ledger["after"]


@few
@given(posts)
def test_the_log_replayed_gives_the_hand_as_it_stands(stream: list[Any]) -> None:
    with table_at_play() as (table, tokens), table_at_play() as (other, others):
        send(table, tokens, stream, 1)
        log = table.log()["actions"]
        for entry in log:
            body = {k: v for k, v in entry["action"].items() if k != "card"}
            by = entry["by"]
            who = f"seat {by['number']}" if by["kind"] == "seat" else by["kind"]
            if set(body) & {"stop", "follow", "undo"}:
                body.pop("seat", None)
            assert other.act(entry["number"], others[who], **body).status == 201
        shown = [
            [(e["number"], e["action"], e["digest"], e["effects"]) for e in t.log()["actions"]]
            for t in (table, other)
        ]
        assert shown[0] == shown[1]
        assert table.ledger() == other.ledger()


@few
@given(posts)
def test_receipts_do_not_change_but_for_undone_by(stream: list[Any]) -> None:
    with table_at_play() as (table, tokens):
        kept: dict[int, Any] = {}
        for post in stream:
            for number, got in send(table, tokens, [post], 1):
                if got.status == 201:
                    kept[number] = (post, got.json)
        for number, ((who, _, action, _), receipt) in kept.items():
            again = table.act(number, tokens[who], hand=1, **action).json
            again.pop("undone_by", None)
            assert again == receipt


@few
@given(posts)
def test_the_record_is_read_as_it_was_written(stream: list[Any]) -> None:
    with table_at_play() as (table, tokens):
        send(table, tokens, stream, 1)
        ctx = table.club.context
        loaded = load_table(ctx, table.id)
        text = loaded.live.dumps()
        assert LiveRecord.loads(text).dumps() == text
        log, _ = load_log(ctx, loaded, 1)
        read = LiveRecord.loads(log.live.dumps())
        assert read.hand
        # Not what was read, but every action written again.
        anew = LiveHand(read.hand.deal, read.hand.actions, read.hand.notes, read.hand.noted)
        assert LiveRecord(read.table, anew).dumps() == log.live.dumps()
        digests = [entry["digest"] for entry in table.log()["actions"]]
        assert [log.digest(n) for n in range(1, len(log.actions) + 1)] == digests
