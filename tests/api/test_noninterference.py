"""Nothing a viewer can obtain depends on cards hidden from him, nor does what the process logs.

Two clubs are alike in everything (ids, links, clocks) but for their packs, which differ in two
cards that the viewer cannot see. The same posts are made in both. As long as what happened on
the table is the same, every answer the viewer can get must be the same, to the byte: status,
headers and body, of every page, error, dry run, receipt and verdict, in either language.
"""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock

import pytest
from harness.club import Club, Got, Table
from harness.gateway import answered
from harness.memory import MemoryStore
from harness.sizes import sized
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Step
from hypothesis import strategies as st

from chalicelib.api.routes import ROUTES
from chalicelib.rules import TEXT, Action, Hand, Phase
from chalicelib.rules.actions import Play, Stop
from chalicelib.rules.cards import cards_of
from chalicelib.service.hand_logs import load_log
from chalicelib.service.tables import load_table

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("michigan", {}),
    ("michigan", {"penalty.missed_play": 1, "penalty.compensation": True}),
    ("michigan_ru", {"widow": "dead"}),
    ("michigan_pagat", {"lead.change": "colour", "lead.pass_fee": 1, "widow": "none"}),
    ("saratoga", {"lead.first": "lowest:H", "lead.stuck": "pass_then_end"}),
]
STAFF = ("anyone", "viewer", "scorer", "director", "organiser")

Seen = tuple[int, tuple[tuple[str, str], ...], str]


class Ear:
    """What the process says: log records of every level and logger, stdout, stderr."""

    def __init__(self, log: pytest.LogCaptureFixture, out: pytest.CaptureFixture[str]) -> None:
        self._log = log
        self._out = out

    def listen(self) -> None:
        """Hear everything from now on; Chalice sets its logger's level with each app made."""
        self._log.set_level(1)
        self._log.set_level(1, "boodle")

    def heard(self) -> list[Any]:
        """Return what was said since the last time."""
        said = [
            (record.name, record.levelno, record.getMessage(), record.exc_text)
            for record in self._log.records
        ]
        self._log.clear()
        return [said, *self._out.readouterr()]


@pytest.fixture
def ear(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> Ear:
    return Ear(caplog, capfd)


@contextmanager
def club_with(
    pack: list[int], preset: str, options: dict[str, Any], away: int | None, ear: Ear
) -> Iterator[tuple[Table, list[Any]]]:
    """Yield a table where that pack is dealt, and what the process said meanwhile."""
    with mock.patch("chalicelib.rules.fairness.shuffle", return_value=list(pack)):
        club = Club(MemoryStore())
        club.headers["X-Request-Id"] = "the-same"
        ear.listen()
        ear.heard()
        table = club.night(4, preset=preset, options=options, play_clock=20).table
        for seat in table.seats:
            table.seat(seat)
        _ = table.scorer, table.league.director, table.league.viewer
        if away is not None:
            club.put(f"{table.path}/hands/1/entries/{away}", {"away": True}, table.scorer)
        table.deal(dealer=4)
        yield table, ear.heard()


def hand_of(table: Table) -> Hand:
    loaded = load_table(table.club.context, table.id)
    hand = load_log(table.club.context, loaded, 1)[0].hand
    assert isinstance(hand, Hand)
    return hand


def public(hand: Hand) -> tuple[Any, ...]:
    """What has happened on the table, told from the engine itself and not from any view.

    Whose card a run waits for is known to nobody but that seat (R6).
    """
    return (
        hand.phase,
        None if hand.phase is Phase.RUN else hand.turn,
        hand.next_card,
        hand.plays,
        hand.events,
        hand.ledger.entries,
        hand.counts,
    )


def ask(
    table: Table,
    method: str,
    path: str,
    token: str | None,
    body: Any = None,
    query: str = "",
    **headers: str,
) -> Seen:
    """Make a request and return all that comes back, as it comes."""
    raw = b"" if body is None else json.dumps(body).encode()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "REMOTE_ADDR": "192.0.2.7",
        "CONTENT_TYPE": "application/json",
        "HTTP_X_REQUEST_ID": "the-same",
        "CONTENT_LENGTH": str(len(raw)),
        "wsgi.input": io.BytesIO(raw),
        **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
    }
    if token is not None:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    line, heads, content = answered(table.club.wsgi, environ)
    status = int(line.split()[0])
    assert status < 500, path
    return status, tuple(sorted(heads)), content.decode()


def pages(table: Table) -> list[str]:
    """Every page there is of this league, its round, its table and its hands."""
    known = {"league": table.league.id, "table": table.id, "round": 1, "hand": 1, "player": 1}
    paths = [route.path for route in ROUTES if route.method == "GET"]
    found = [
        path.format(**known)
        for path in paths
        if path == "/v1/me" or "{league}" in path or "{table}" in path
    ]
    return [*found, table.at(2)]


def seen_by(table: Table, token: str | None, seat: int | None, number: int, rng: Random) -> Any:
    """Everything this viewer can obtain now, by whatever request."""
    at = table.at()
    seen: list[Seen] = []
    found = pages(table)
    for path in found:
        seen.append(ask(table, "GET", path, token))
    for path in rng.sample(found, 4):
        page = ask(table, "GET", path, token)
        known = dict(page[1]).get("ETag", "*")
        again = ask(table, "GET", path, token, if_none_match=known)
        assert again[0] == (304 if page[0] == 200 else page[0])
        seen += [again, ask(table, "HEAD", path, token)]
    seen.append(ask(table, "GET", f"{at}/actions", token, query=f"after={max(0, number - 2)}"))
    posts: list[dict[str, Any]] = [{"play": text} for text in rng.sample(TEXT, 12)]
    others = [{"play": rng.choice(TEXT), "seat": other} for other in table.seats]
    verbs = [{verb: True} for verb in ("stop", "follow", "exchange", "decline", "auction", "pass")]
    posts += [*others, *verbs, {"undo": 1}, {"undo": max(1, number - 1)}, {"bid": 1}]
    for place, post in enumerate(posts):
        language = ("en", "ru")[(place + number) % 2]
        path = f"{at}/actions/{number}"
        seen.append(ask(table, "PUT", path, token, post, "dry_run=true", accept_language=language))
    # Posts that cannot be recorded, at a number beyond the end and at one that is taken.
    for place, post in enumerate(posts[:4]):
        language = ("en", "ru")[place % 2]
        path = f"{at}/actions/{number + 1}"
        seen.append(ask(table, "PUT", path, token, post, accept_language=language))
    if number > 1:
        post = {"play": "2C", "seat": seat or 1}
        seen.append(ask(table, "PUT", f"{at}/actions/{number - 1}", token, post))
    seen.append(queue(table, token, seat, number, rng))
    return seen


def queue(table: Table, token: str | None, seat: int | None, number: int, rng: Random) -> Seen:
    """Post a queue of what is recorded last and of what cannot be recorded."""
    log = json.loads(ask(table, "GET", f"{table.at()}/actions", token, query="limit=200")[2])
    digests = [log["digest"], *(entry["digest"] for entry in log["actions"])]
    own = set() if seat is None else set(cards_of(hand_of(table).sets[seat - 1]))
    foreign = rng.choice([TEXT[card] for card in range(52) if card not in own])
    actions = [*(entry["action"] for entry in log["actions"][-1:]), {"play": foreign}]
    first = number + 1 - len(actions)
    body = {"first": first, "after": digests[first - 1], "actions": [*actions, {"stop": True}]}
    return ask(table, "POST", f"{table.at()}/actions", token, body, accept_language="ru")


def token_of(table: Table, viewer: int | str) -> str | None:
    if isinstance(viewer, int):
        return table.seat(viewer)
    if viewer == "scorer":
        return table.scorer
    token: str | None = None if viewer == "anyone" else getattr(table.league, viewer)
    return token


def compare_after_a_swap(
    ear: Ear, seed: int, which: tuple[str, dict[str, Any]], viewer: int | str
) -> int:
    """Compare what a viewer gets of two deals that differ in two cards hidden from him."""
    rng = Random(seed)
    preset, options = which
    pack = rng.sample(range(52), 52)
    seat = viewer if isinstance(viewer, int) else None
    away = rng.choice([None, None, *(other for other in (1, 2, 3, 4) if other != seat)])
    with club_with(pack, preset, options, away, ear) as (one, said):
        where = hand_of(one).deal.where
        hidden = [card for card in range(52) if seat is None or where[card] != seat - 1]
        first, second = rng.sample(hidden, 2)
        swapped = [{first: second, second: first}.get(card, card) for card in pack]
        with club_with(swapped, preset, options, away, ear) as (other, also):
            assert (one.id, said) == (other.id, also)
            return compare(one, other, viewer, rng, ear)


# What fails is seldom simpler when shrunk, and that takes minutes.
@settings(
    max_examples=sized(3, 100),
    suppress_health_check=list(HealthCheck),
    phases=[Step.reuse, Step.generate],
)
@given(
    seed=st.integers(0, 10**6),
    which=st.sampled_from(OPTIONS),
    viewer=st.sampled_from([1, 2, 3, 4, *STAFF]),
)
def test_what_a_viewer_gets_does_not_depend_on_cards_hidden_from_him(
    ear: Ear, seed: int, which: tuple[str, dict[str, Any]], viewer: int | str
) -> None:
    compare_after_a_swap(ear, seed, which, viewer)


@pytest.mark.parametrize("viewer", [2, "anyone"])
def test_the_pairs_do_compare_something(ear: Ear, viewer: int | str) -> None:
    assert compare_after_a_swap(ear, 1, OPTIONS[0], viewer) > 10


def compare(one: Table, other: Table, viewer: int | str, rng: Random, ear: Ear) -> int:
    """Play the same in both and compare all that the viewer gets, to the first difference.

    Return how many answers and lines of the log were compared.
    """
    number = 1
    compared = 0
    got: list[Any] = [[], []]
    while True:
        hands = hand_of(one), hand_of(other)
        if public(hands[0]) != public(hands[1]) or hands[0].over:
            return compared
        drawn = rng.random()
        looks = number < 4 or rng.randrange(sized(4, 2)) == 0
        for mine, table in zip(got, (one, other), strict=True):
            seat = viewer if isinstance(viewer, int) else None
            if looks:
                mine.extend(seen_by(table, token_of(table, viewer), seat, number, Random(drawn)))
            mine.extend(ear.heard())
        for this, that in zip(*got, strict=True):
            assert this == that
            compared += 1
        both = sorted(set.intersection(*(set(hand.legal_actions()) for hand in hands)), key=str)
        if not both:
            return compared
        action = None if number > 1 and drawn < 0.2 else rng.choice(both)
        taken = {True: 0, False: 0}
        got = [[], []]
        for mine, table in zip(got, (one, other), strict=True):
            table.club.clock.tick(3)
            ear.heard()
            poster, answer = act(table, number, action, hands[0])
            taken[answer.status == 201] += 1
            if poster == viewer:
                mine.append((answer.status, sorted(answer.headers.items()), answer.text))
            mine.extend(ear.heard())
        assert set(taken.values()) == {0, 2}
        number += taken[True] // 2


def act(table: Table, number: int, action: Action | None, hand: Hand) -> tuple[int | str, Got]:
    """Post an action, or take the last one back; return who posted it, and the answer."""
    if action is None:
        return "scorer", table.act(number, table.scorer, undo=number - 1)
    if isinstance(action, Stop) or (isinstance(action, Play) and followed(action.card, hand)):
        body = {"stop": True} if isinstance(action, Stop) else {"follow": True}
        got = table.act(number, table.scorer, **body)
        poster: int | str = "scorer"
    else:
        assert isinstance(action, Play)
        poster = action.seat + 1
        got = table.act(number, table.seat(poster), play=TEXT[action.card])
    assert got.status == 201, got
    return poster, got


def followed(card: int | None, hand: Hand) -> bool:
    """Whether this play of a run is posted as ``follow``: every third card, say."""
    return hand.phase is Phase.RUN and card is not None and card % 3 == 0


def test_what_the_process_says_is_heard(ear: Ear, club: Club) -> None:
    ear.listen()
    ear.heard()
    for name, level in (("boodle", logging.DEBUG), ("", 1), ("any.other", logging.INFO)):
        logging.getLogger(name).log(level, "the pack")
    print("out")
    print("err", file=sys.stderr)
    said, out, err = ear.heard()
    assert [name for name, *_ in said] == ["boodle", "root", "any.other"]
    assert ("out" in out, "err" in err) == (True, True)
    assert club.get("/v1/health").status == 200
    assert ear.heard() == [[], "", ""]
