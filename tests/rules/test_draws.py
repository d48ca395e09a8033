"""What the text of a draw says is read with care: it is compared with what a phone knows."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from harness.messages import says
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.rules import Malformed
from chalicelib.rules.fairness import (
    Draw,
    commitment_of,
    full_message,
    hash_text,
    read_draw,
    read_message,
    secret,
)

SECRETS = [secret(b"phones", number) for number in range(3)]
DRAW = Draw(
    league="L",
    table="T",
    hand=7,
    attempt=2,
    dealt_in=(1, 2, 3, 4),
    dealer=4,
    c0="c" * 64,
    commitments=tuple(zip((1, 2, 4), map(commitment_of, SECRETS), strict=True)),
    left_out=((3,),),
    setup_hash="d" * 64,
)
NO_DRAW = says("deal.no-draw")

seats = st.sets(st.integers(1, 8)).map(lambda found: tuple(sorted(found)))
digests = st.binary(min_size=32, max_size=32).map(bytes.hex)
draws = st.builds(
    Draw,
    league=st.text(),
    table=st.text(),
    hand=st.integers(1, 1000),
    attempt=st.integers(1, 20),
    dealt_in=seats,
    dealer=st.integers(1, 8),
    c0=digests,
    commitments=st.dictionaries(st.integers(1, 8), digests).map(
        lambda found: tuple(sorted(found.items()))
    ),
    left_out=st.lists(seats.filter(bool), max_size=4).map(tuple),
    setup_hash=digests,
)


@given(draws)
def test_a_draw_is_read_as_it_was_written(draw: Draw) -> None:
    assert read_draw(draw.text) == draw
    assert draw.hash == hash_text(draw.text)
    secrets = [secret(b"", seat) for seat in draw.contributed]
    assert read_message(full_message(draw.text, secrets)) == (draw, tuple(secrets))
    assert read_message(draw.text) == (draw, ())


@pytest.mark.parametrize("part", range(11))
@pytest.mark.parametrize("value", [None, True, -1, 0, 1.5, "x", "", [0], [[]], [9], {}, [2, 1]])
def test_a_part_that_is_odd_is_refused(part: int, value: Any) -> None:
    """Only another name of the league or the table could stand there."""
    parts = json.loads(DRAW.text)
    parts[part] = value
    text = json.dumps(parts, separators=(",", ":"))
    if part in (1, 2) and isinstance(value, str):
        assert read_draw(text) != DRAW
    else:
        with pytest.raises(Malformed, match=NO_DRAW):
            read_draw(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        DRAW.text.replace(",", ", "),
        DRAW.text + " ",
        DRAW.text.replace('"L"', '"\\u004c"'),
        DRAW.text.replace("boodle-deal-2", "boodle-deal-1"),
        DRAW.text.replace("c" * 64, "C" * 64),
        json.dumps([*json.loads(DRAW.text), 1], separators=(",", ":")),
        replace(DRAW, commitments=DRAW.commitments[::-1]).text,
        replace(DRAW, commitments=(*DRAW.commitments, DRAW.commitments[-1])).text,
        replace(DRAW, dealt_in=(1, 1, 2)).text,
    ],
)
def test_a_text_written_otherwise_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match=NO_DRAW):
        read_draw(text)


@pytest.mark.parametrize(
    "behind",
    [SECRETS[:2], [*SECRETS, SECRETS[0]], [*SECRETS, "0"], [*SECRETS[:2], "G" * 64], ["a" * 191]],
)
def test_secrets_that_are_none_or_not_one_for_each_commitment_are_refused(
    behind: list[str],
) -> None:
    with pytest.raises(Malformed, match=NO_DRAW):
        read_message(full_message(DRAW.text, behind))
