"""Nothing a viewer can obtain depends on cards hidden from him.

Two clubs are alike in everything (ids, links, clocks) but for their packs, which differ in two
cards that the viewer cannot see. The same posts are made in both. As long as what happened on
the table is the same, every answer the viewer can get must be the same, to the byte.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from boodle import Club, Got, Table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.rules import TEXT, Hand, Phase
from chalicelib.service.actions import load_sheet
from chalicelib.service.tables import load_table
from chalicelib.store.sqlite import SqliteStore

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("michigan", {}),
    ("michigan", {"penalty.missed_play": 1, "penalty.compensation": True}),
    ("michigan_ru", {"widow": "dead"}),
    ("michigan_pagat", {"lead.change": "colour", "lead.pass_fee": 1, "widow": "none"}),
    ("saratoga", {"lead.first": "lowest:H", "lead.stuck": "pass_then_end"}),
]


@contextmanager
def club_with(pack: list[int], preset: str, options: dict[str, Any]) -> Iterator[Table]:
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch("chalicelib.rules.fairness.shuffle", return_value=list(pack)),
    ):
        store = SqliteStore(Path(folder) / "boodle.db")
        try:
            club = Club(store)
            table = club.night(4, preset=preset, options=options, play_clock=20).table
            for seat in table.seats:
                table.seat(seat)
            _ = table.scorer, table.league.director, table.league.viewer
            table.deal(dealer=4)
            yield table
        finally:
            store.close()


def hand_of(table: Table) -> Hand:
    loaded = load_table(table.club.context, table.id)
    return load_sheet(table.club.context, loaded, 1)[0].hand


def public(hand: Hand) -> tuple[Any, ...]:
    """What has happened on the table, told from the engine itself and not from any view."""
    return (
        hand.phase,
        hand.turn,
        hand.next_card,
        hand.plays,
        hand.events,
        hand.ledger.entries,
        hand.counts,
    )


def seen_by(table: Table, token: str | None, seat: int | None, number: int) -> list[Got]:
    """Everything this viewer can obtain now: pages, errors, dry runs, by whatever request."""
    club, at = table.club, table.at()
    pages = [
        club.get(path, token)
        for path in (
            at,
            f"{at}/actions",
            f"{at}/ledger",
            f"{at}/setup",
            f"{at}/cards",
            table.path,
            f"{table.path}/hands",
            f"{table.path}/standings",
            f"{table.league.path}/standings",
        )
    ]
    posts: list[dict[str, Any]] = [{"play": text} for text in TEXT]
    posts += [{"play": text, "seat": other} for text in TEXT[::5] for other in table.seats]
    posts += [{verb: True} for verb in ("stop", "follow", "exchange", "decline", "pass")]
    posts += [{"undo": 1}, {"bid": 1}]
    if token is not None:
        pages += [club.put(f"{at}/actions/{number}", post, token, dry_run="true") for post in posts]
        # Posts that cannot be recorded, at a number beyond the end and at one that is taken.
        pages += [club.put(f"{at}/actions/{number + 1}", post, token) for post in posts[:4]]
        if number > 1:
            pages.append(club.put(f"{at}/actions/1", {"play": "2C", "seat": seat or 1}, token))
    return pages


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), which=st.sampled_from(OPTIONS), viewer=st.integers(0, 6))
def test_what_a_viewer_gets_does_not_depend_on_cards_hidden_from_him(
    seed: int, which: tuple[str, dict[str, Any]], viewer: int
) -> None:
    rng = Random(seed)
    preset, options = which
    pack = rng.sample(range(52), 52)
    seat = viewer if 1 <= viewer <= 4 else None
    with club_with(pack, preset, options) as one:
        where = hand_of(one).deal.where
        hidden = [card for card in range(52) if seat is None or where[card] != seat - 1]
        first, second = rng.sample(hidden, 2)
        swapped = [{first: second, second: first}.get(card, card) for card in pack]
        with club_with(swapped, preset, options) as other:
            compare(one, other, seat, viewer, rng)


def compare(one: Table, other: Table, seat: int | None, viewer: int, rng: Random) -> None:
    """Play the same in both and compare all that the viewer gets, to the first difference."""
    number = 1
    while True:
        hands = hand_of(one), hand_of(other)
        if public(hands[0]) != public(hands[1]) or hands[0].over:
            return
        answers = []
        for table in (one, other):
            league = table.league
            token = (
                table.seat(seat) if seat else {0: None, 5: table.scorer, 6: league.director}[viewer]
            )
            answers.append(seen_by(table, token, seat, number))
        for mine, its in zip(*answers, strict=True):
            assert (mine.status, mine.headers, mine.text) == (its.status, its.headers, its.text)
        legal = [set(hand.legal_actions()) for hand in hands]
        both = sorted(legal[0] & legal[1], key=str)
        if not both:
            return
        action = rng.choice(both)
        for table in (one, other):
            table.club.clock.tick(3)
            if action.verb == "stop" or followed(action.card, hands[0]):
                body = {"stop": True} if action.verb == "stop" else {"follow": True}
                got = table.act(number, table.scorer, **body)
            else:
                assert action.seat is not None
                assert action.card is not None
                got = table.act(number, table.seat(action.seat + 1), play=TEXT[action.card])
            assert got.status == 201, got
        number += 1


def followed(card: int | None, hand: Hand) -> bool:
    """Whether this play of a run is posted as ``follow``: every third card, say."""
    return hand.phase is Phase.RUN and card is not None and card % 3 == 0
