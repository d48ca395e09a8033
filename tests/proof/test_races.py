"""Eight writers at one table: one wins each number, and every other is told what is there."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from harness.club import SHORT_PLAYS, Club, Got, Table
from harness.nights import deck
from harness.seeds import fresh
from harness.sizes import sized
from harness.threads import at_once

from chalicelib.store.port import Store

POSTS = sized(25, 200)  # of each of eight writers
TABLES = sized(5, 50)
BUSY_TRIES = 50
SWITCH = 0.0001  # seconds
LATE, EARLY = -1, 1  # a number that is taken already, and one beyond the end
REFUSED = frozenset(
    {
        "against-the-rules",
        "beyond-the-end",
        "hand-over",
        "malformed",
        "not-now",
        "undo-refused",
    }
)


@pytest.fixture
def club(threaded_store: Store) -> Iterator[Club]:
    """A club whose threads take turns often, in the middle of whatever they do."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    yield Club(threaded_store)
    sys.setswitchinterval(before)


def insist(ask: Callable[[], Got]) -> Got:
    """Ask again while the store is too busy, as a phone does."""
    for _ in range(BUSY_TRIES):
        got = ask()
        if got.status != 503:
            return got
    raise AssertionError("always busy")


# -- actions at one table -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Posted:
    """A post, by whom, and what was answered."""

    by: dict[str, Any]
    place: tuple[int, int]
    got: Got


@dataclass(frozen=True, slots=True)
class Writer:
    """Somebody who posts at the table, and how the log calls him."""

    token: str
    kind: str
    number: int

    def choose(self, seen: dict[str, Any], rng: Random) -> dict[str, Any]:
        """Choose what to post, legal or not, on a hand seen with all cards."""
        legal = [dict(action) for action in seen["legal"]]
        if self.kind == "seat":
            mine = [action for action in legal if action.get("seat") == self.number]
            cards = seen["seats"][self.number - 1]["cards"]
            return rng.choice(mine or [{"play": card} for card in cards] or [{"play": "2C"}])
        if (self.kind, self.number) == ("scorer", 1):  # who entered the deal acts for all seats
            return rng.choice(legal)
        run = [{"follow": True}, {"stop": True}]
        if self.kind == "scorer":
            return rng.choice(run)
        undo = {"undo": max(1, seen["next_action"] - 1), "reason": "a race"}
        return rng.choice([*run, undo])


def writers_at(table: Table) -> list[Writer]:
    """Return eight: the scorer's two phones, four seats, another scorer, a director."""
    first = Writer(table.scorer, "scorer", 1)
    other = table.league.issue("scorer", table=table.id)
    seats = [Writer(table.seat(number), "seat", number) for number in table.seats]
    director = Writer(table.league.director, "director", 1)
    return [first, first, *seats, Writer(other, "scorer", 2), director]


def race_for_a_number(table: Table, writers: list[Writer], rng: Random) -> list[Posted]:
    """Let all writers post at once, most of them under the next number."""
    seen = table.view(table.scorer)

    def posting(writer: Writer) -> Callable[[], Posted]:
        action = writer.choose(seen, rng)
        number = max(1, seen["next_action"] + rng.choice([0] * 8 + [LATE, EARLY]))
        hand = table.hand
        by = {"kind": writer.kind, "number": writer.number}

        def post() -> Posted:
            got = insist(lambda: table.act(number, writer.token, hand, **action))
            return Posted(by, (hand, number), got)

        return post

    return at_once(*(posting(writer) for writer in writers))


def deal_at_once(table: Table) -> None:
    body = {"deal": deck("races", table.hand + 1)}
    token = table.scorer
    got = at_once(*(lambda: insist(lambda: table.put_hand(table.hand + 1, token, **body)),) * 4)
    assert sorted(answer.status for answer in got) == [200, 200, 200, 201]
    table.hand += 1


def whole_log(table: Table) -> dict[tuple[int, int], dict[str, Any]]:
    """Return what is recorded at each place, as who entered the deals sees it."""
    log: dict[tuple[int, int], dict[str, Any]] = {}
    for hand in range(1, table.hand + 1):
        after: int | None = 0
        while after is not None:
            page = table.log(table.scorer, hand, limit=200, after=after)
            log |= {(hand, entry["number"]): entry for entry in page["actions"]}
            after = page["next_after"]
    return log


def agrees(shown: dict[str, Any], action: dict[str, Any]) -> bool:
    """Whether an action is the recorded one, its card perhaps covered (R7)."""
    covered = {**action, "play" if "play" in action else "card": None}
    return shown in (action, covered)


def test_of_eight_writers_one_wins_each_number_and_the_others_are_reported(club: Club) -> None:
    table = club.entered(4, options={"penalty.missed_play": 1, "chips.start": 5000}).table
    writers, rng = writers_at(table), fresh("eight writers")
    posted: list[Posted] = []
    deal_at_once(table)
    while len(posted) < POSTS * len(writers):
        if table.view(table.scorer)["status"] != "playing":
            deal_at_once(table)
        posted += race_for_a_number(table, writers, rng)
    log = whole_log(table)
    winners: Counter[tuple[int, int]] = Counter()
    told: Counter[str] = Counter()
    for post in posted:
        entry, got = log.get(post.place), post.got
        told[got.code or str(got.status)] += 1
        if got.status in (200, 201):
            assert entry is not None, post
            winners[post.place] += got.status == 201
            assert got.replayed == (got.status == 200)
            assert got.status == 200 or entry["by"] == post.by, (post, entry)
            for name in ("number", "digest", "effects", "at"):
                assert got[name] == entry[name], (post, entry)
            assert agrees(got["action"], entry["action"]), (post, entry)
        elif got.code == "action-conflict":
            assert entry is not None, post
            assert got["by"] == entry["by"], (post, entry)
            assert agrees(got["recorded"], entry["action"]), (post, entry)
        else:
            assert got.code in REFUSED, post
    assert winners == Counter(log.keys())
    assert told["action-conflict"] > POSTS
    print(f"posts {len(posted)}, recorded {len(log)}, hands {table.hand}, {dict(told)}")


def test_a_queue_from_one_phone_against_single_posts_from_others(club: Club) -> None:
    told: Counter[str] = Counter()
    for table in club.entered(tables=TABLES).tables:
        queues, other, singles = race_of_queues(table)
        log = table.log(table.scorer)["actions"]
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        new = Counter(got["number"] for got in (other, *singles) if got.status == 201)
        for answer in queues:
            verdicts = [result["verdict"] for result in answer["results"]]
            told.update(verdicts)
            new += check_queue(answer["results"], verdicts, log)
        assert new == Counter(range(1, len(log) + 1)), "each number was called new once"
        led = log[0]["action"]["play"]
        assert (other.status == 201) == (led == "5H")
        assert told["refused"] % 2 == 0, "both queues met the same"
    print(f"tables {TABLES}, {dict(told)}")


def race_of_queues(table: Table) -> tuple[list[Got], Got, list[Got]]:
    """Let a queue be posted twice while its cards are posted singly, and another one led."""
    table.enter()
    after, scorer = table.digest(0), table.scorer
    tokens = {seat: table.seat(seat) for seat in table.seats}

    def queue() -> Got:
        cards = [{"play": card} for card in SHORT_PLAYS]
        return insist(lambda: table.queue(1, cards, scorer, after))

    def put(number: int, seat: int, card: str) -> Callable[[], Got]:
        return lambda: insist(lambda: table.act(number, tokens[seat], play=card))

    # Seat 1 means to lead another card; seats 2 and 3 may be too early.
    singles = [put(1, 1, "2S"), put(2, 2, "3S"), put(3, 3, "4S")]
    first, other, *others, second = at_once(queue, put(1, 1, "5H"), *singles, queue)
    return [first, second], other, others


def check_queue(
    results: list[dict[str, Any]], verdicts: list[str], log: list[dict[str, Any]]
) -> Counter[int]:
    """Hold the verdicts to the log; return the numbers that were called new."""
    new: Counter[int] = Counter()
    for result in results:
        number, verdict = result["number"], result["verdict"]
        if verdict in ("recorded", "repeated"):
            assert result["receipt"]["digest"] == log[number - 1]["digest"]
            new[number] += verdict == "recorded"
        elif verdict == "refused":
            assert result["problem"]["recorded"] == log[number - 1]["action"]
            assert result["problem"]["by"] == log[number - 1]["by"]
    stops = verdicts.index("refused") if "refused" in verdicts else len(verdicts)
    assert set(verdicts[:stops]) <= {"recorded", "repeated"}
    assert set(verdicts[stops + 1 :]) <= {"not_tried"}
    return new


# -- before the hand ----------------------------------------------------------------------------


def test_of_eight_deals_by_two_minds_one_is_dealt(club: Club) -> None:
    for table in club.night(4, tables=TABLES).tables:
        tokens = [table.scorer, table.league.director, table.league.organiser, table.scorer]
        minds = [(dealer, token) for dealer in (1, 2) for token in tokens]
        answers = at_once(
            *(
                lambda d=dealer, t=token, table=table: insist(
                    lambda: table.put_hand(1, t, dealer=d)
                )
                for dealer, token in minds
            )
        )
        statuses = [answer.status for answer in answers]
        dealt = [statuses[:4], statuses[4:]]
        assert sorted(map(sorted, dealt)) == [[200, 200, 200, 201], [409] * 4]
        dealer = 1 if 201 in dealt[0] else 2
        page = table.view(hand=1)
        for answer in answers:
            assert answer.code in (None, "hand-conflict")
            if answer.code is None:
                assert (answer["dealer"], answer["digest"]) == (dealer, page["digest"])


def test_entries_that_race_with_deals_are_in_the_deal_or_refused(club: Club) -> None:
    taken = 0
    for table in club.night(tables=TABLES, preset="boodle").tables:
        first: dict[str, Any] = {"stakes": {"AH": 4}, "seed": "early"}
        for seat in table.seats:
            club.put(f"{table.at(1)}/entries/{seat}", first, table.scorer)
        tokens = [table.scorer, table.league.director, table.league.organiser]
        said: list[tuple[int, dict[str, Any]]] = [
            (seat, {"stakes": {space: 4}, "seed": space})
            for seat in (1, 2)
            for space in ("KC", "QD")
        ]
        seats = {seat: table.seat(seat) for seat in table.seats}
        answers = at_once(
            *(lambda t=t, table=table: insist(lambda: table.put_hand(1, t)) for t in tokens),
            *(
                lambda seat=seat, body=body, table=table, seats=seats: insist(
                    lambda: club.put(f"{table.at(1)}/entries/{seat}", body, seats[seat])
                )
                for seat, body in said
            ),
        )
        deals, entries = answers[: len(tokens)], answers[len(tokens) :]
        assert sorted(got.status for got in deals) == [200, 200, 201]
        setup = club.get(f"{table.at(1)}/setup").json
        for seat in table.seats:
            mine = [
                (body, got) for (who, body), got in zip(said, entries, strict=True) if who == seat
            ]
            acknowledged = [body for body, got in mine if got.status == 200]
            assert {got.code for _, got in mine} <= {None, "hand-conflict"}
            dealt_with = {
                "stakes": setup["stakes"][str(seat)],
                "seed": setup["seeds"][setup["dealt_in"].index(seat)],
            }
            assert dealt_with in (acknowledged or [first])
            taken += len(acknowledged)
    print(f"tables {TABLES}, entries taken {taken} of {TABLES * 4}")
