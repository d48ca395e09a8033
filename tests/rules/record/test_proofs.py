"""The proof of a record, by its protocol."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from harness.messages import says
from jsonschema import Draft202012Validator

from chalicelib.rules import Malformed
from chalicelib.rules.fairness import Draw, commitment_of, full_message, hash_text, secret
from chalicelib.rules.record import DrawProof, HandRecord, SeedProof, dumps, from_json, parse

DOCS = Path(__file__).parents[3] / "docs"
SETUP = '{"league":"L","table":"T","hand":7}'
SECRETS = [secret(b"phones", number) for number in range(2)]
DRAW = Draw(
    league="L",
    table="T",
    hand=7,
    attempt=3,
    dealt_in=(1, 2, 3),
    dealer=3,
    c0="0" * 64,
    commitments=((1, commitment_of(SECRETS[0])), (3, commitment_of(SECRETS[1]))),
    left_out=((2,), (2,)),
    setup_hash=hash_text(SETUP),
)
PROOF = DrawProof("0" * 64, "1" * 64, full_message(DRAW.text, SECRETS), SETUP)


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    return Draft202012Validator(json.loads((DOCS / "hand-record.schema.json").read_text("utf-8")))


def sample(proof: DrawProof | SeedProof = PROOF) -> HandRecord:
    text = (DOCS / "vectors" / "auction.boodle.json").read_text("utf-8")
    return replace(parse(text), proof=proof)


def test_a_draw_is_written_with_what_its_message_says(schema: Draft202012Validator) -> None:
    record = sample()
    text = dumps(record)
    written = json.loads(text)
    proof = written["proof"]
    assert proof["algorithm"] == "boodle-deal-2"
    assert proof["draw"] == hash_text(DRAW.text)
    assert proof["tries"] == 3
    assert proof["contributed"] == [1, 3]
    assert proof["left_out"] == [[2], [2]]
    assert proof["setup"] == SETUP
    assert "seeds" not in proof
    assert [*schema.iter_errors(written)] == []
    assert parse(text) == record
    assert dumps(parse(text)) == text


def test_a_hand_that_was_drawn_and_never_dealt_has_no_secrets() -> None:
    record = sample(replace(PROOF, message=DRAW.text))
    assert parse(dumps(record)) == record


@pytest.mark.parametrize(
    ("name", "value", "told", "structural"),
    [
        ("draw", "2" * 64, says("fault.at", at="proof.draw", problem="record.drawn-otherwise"), 0),
        ("tries", 1, says("fault.at", at="proof.tries", problem="record.drawn-otherwise"), 0),
        (
            "contributed",
            [1, 2, 3],
            says("fault.at", at="proof.contributed", problem="record.drawn-otherwise"),
            0,
        ),
        (
            "left_out",
            [],
            says("fault.at", at="proof.left_out", problem="record.drawn-otherwise"),
            0,
        ),
        ("message", "[]", says("fault.at", at="proof.message", problem="deal.no-draw"), 0),
        ("setup", 1, says("fault.at", at="proof.setup", problem="record.text (most=20000)"), 1),
        ("draw", None, says("fault.at", at="proof.draw", problem="record.drawn-otherwise"), 1),
    ],
)
def test_a_proof_that_says_two_things_is_malformed(
    name: str, value: Any, told: str, structural: bool, schema: Draft202012Validator
) -> None:
    written = json.loads(dumps(sample()))
    written["proof"][name] = value
    with pytest.raises(Malformed, match=f"^{told}"):
        from_json(written)
    assert schema.is_valid(written) is not bool(structural)


def test_members_of_a_proof_are_missed() -> None:
    written = json.loads(dumps(sample()))
    for name in written["proof"].keys() - {"dealing"}:
        changed = copy.deepcopy(written)
        del changed["proof"][name]
        missing = says("fault.at", at=f"proof.{name}", problem="record.missing")
        with pytest.raises(Malformed, match=missing):
            from_json(changed)


def test_a_protocol_of_a_later_version_is_left_out_with_a_warning(
    schema: Draft202012Validator,
) -> None:
    written = json.loads(dumps(sample()))
    written["proof"] = {"algorithm": "boodle-deal-3", "commitment": "0" * 64}
    written["proof"] |= {"link": "1" * 64, "message": "later"}
    record = from_json(written)
    assert record.proof is None
    assert [warning.values["at"] for warning in record.warnings] == ["proof"]
    assert schema.is_valid(written)
