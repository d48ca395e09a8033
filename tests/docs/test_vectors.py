"""The published test vectors hold: records, proofs, and the shuffle step by step."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest
from harness.messages import says
from jsonschema import Draft202012Validator

from chalicelib.local import proof
from chalicelib.rules import TEXT, AgainstRules, Hand, Malformed, NotNow, fairness
from chalicelib.rules.record import dumps, from_json, from_record, parse

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = DOCS / "vectors"
RECORDS = sorted(VECTORS.glob("*.boodle.json"))


def read(name: str) -> Any:
    return json.loads((VECTORS / name).read_text("utf-8"))


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    return Draft202012Validator(json.loads((DOCS / "hand-record.schema.json").read_text("utf-8")))


def test_they_are_all_there() -> None:
    page = (DOCS / "hand-record.md").read_text("utf-8")
    assert len(RECORDS) >= 3
    for path in VECTORS.iterdir():
        assert f"vectors/{path.name}" in page


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_records_are_read_replayed_and_written_alike(
    path: Path, schema: Draft202012Validator
) -> None:
    text = path.read_text("utf-8")
    record = parse(text)
    assert not record.warnings
    assert dumps(record) == text
    assert from_record(record).over == (record.result is not None)
    schema.validate(json.loads(text))
    if record.proof:
        proof.check_deal(json.loads(text))


def test_the_table_is_proved_and_replayed(schema: Draft202012Validator) -> None:
    page = read("table.json")
    (table,) = proof.tables_of([page]).values()
    assert table.prove() == []
    for value in page["records"]:
        schema.validate(value)
        from_record(from_json(value))
    assert [value["result"].get("abandoned", False) for value in page["records"]] == [0, 1, 0]
    assert any("undo" in action for action in page["records"][2]["actions"])


def test_a_seat_that_is_away_acts_without_actions() -> None:
    """R17: seat 2 has no action at all, and seat 3 none from where it goes away to its return."""
    record = read("absent.boodle.json")
    assert [seat.get("away", False) for seat in record["seats"]] == [False, True, False, False]
    acted = [action["seat"] for action in record["actions"]]
    assert 2 not in acted
    verbs = [next(iter(action)) for action in record["actions"]]
    assert 3 not in acted[verbs.index("away") + 1 : verbs.index("back")]
    hand = from_record(from_json(record))
    assert isinstance(hand, Hand)
    played = {play[1] for play in hand.plays}
    assert len(played) > verbs.count("play")
    assert {TEXT.index(card) for card in record["deal"]["hands"]["2"]} & played


@pytest.mark.parametrize(
    ("name", "paid"),
    [
        ("two-holders", [("seat 2", "seat 3", 6), ("seat 4", "seat 5", 6)]),
        ("one-holder", [("seat 4", "seat 3", 6)]),
    ],
)
def test_a_space_is_made_good_to_each_holder_once(
    name: str, paid: list[tuple[str, str, int]]
) -> None:
    """R10."""
    record = read(f"{name}.boodle.json")
    assert paid == [
        (entry["from"], entry["to"], entry["amount"])
        for entry in record["result"]["ledger"]
        if entry["reason"] == "compensation"
    ]


def test_a_finding_of_two_causes_is_reassigned() -> None:
    """R11: without `reassign` the seat that was passed over would pay; one pass is proved."""
    record = read("reassigned.boodle.json")
    verbs = [next(iter(action)) for action in record["actions"]]
    assert verbs[-2:] == ["reassign", "confirm"]
    fees = [entry for entry in record["result"]["ledger"] if entry["reason"] == "pass fee"]
    assert [(entry["from"], entry["amount"]) for entry in fees] == [("seat 3", 1)]
    del record["actions"][-2]
    with pytest.raises(Malformed, match=says("record.differs")):
        from_record(from_json(record))


@pytest.mark.parametrize("name", ["absent", "one-holder", "reassigned"])
def test_what_version_2_changed_does_not_replay_as_version_1(name: str) -> None:
    record = read(f"{name}.boodle.json")
    assert record["rules"].pop("version") == 2
    with pytest.raises((Malformed, AgainstRules, NotNow)):
        from_record(from_json(record))


def test_a_place_is_left_and_taken_by_a_substitute(schema: Draft202012Validator) -> None:
    """R12: the stack leaves with its player, and the substitute goes on with it."""
    page = read("substitute.json")
    (table,) = proof.tables_of([page]).values()
    assert table.prove() == []
    for value in page["records"]:
        schema.validate(value)
        assert value["rules"]["version"] == 2
        from_record(from_json(value))
    first, second, third = page["records"]
    (seat,) = [n for n, row in enumerate(second["seats"]) if row.get("left")]
    assert first["seats"][seat]["name"] == second["seats"][seat]["name"]
    assert (second["seats"][seat]["stack"], second["seats"][seat]["in"]) == (0, False)
    assert third["seats"][seat]["name"] != first["seats"][seat]["name"]
    assert third["seats"][seat]["stack"] == first["result"]["stacks"][seat]


def test_the_chain() -> None:
    chain = read("shuffle.json")["chain"]
    value = bytes.fromhex(chain["seed"])
    links = {}
    for number in range(1000, -1, -1):
        links[number] = value.hex()
        value = hashlib.sha256(value).digest()
    for number, link in chain["links"].items():
        assert links[int(number)] == link
        assert fairness.link(bytes.fromhex(chain["seed"]), int(number)).hex() == link


def test_the_shuffle_step_by_step() -> None:
    vector = read("shuffle.json")
    first = read("table.json")["records"][0]
    message, link = vector["message"], bytes.fromhex(vector["link"])
    assert (message, vector["link"]) == (first["proof"]["message"], first["proof"]["link"])
    blocks = [
        hmac.digest(link, message.encode() + counter.to_bytes(4, "big"), "sha256")
        for counter in range(len(vector["blocks"]))
    ]
    assert [block.hex() for block in blocks] == vector["blocks"]
    stream = iter(b"".join(blocks))
    pack = list(TEXT)
    assert [step["n"] for step in vector["steps"]] == [*range(52, 1, -1)]
    for step in vector["steps"]:
        n = step["n"]
        for skipped in step.get("skipped", []):
            assert next(stream) == skipped >= 256 - 256 % n
        assert next(stream) == step["byte"] < 256 - 256 % n
        index = step["byte"] % n
        pack[n - 1], pack[index] = pack[index], pack[n - 1]
        assert (index, pack[n - 1]) == (step["index"], step["card"])
    assert pack == vector["pack"] == proof.shuffle(link, message)
    assert pack == [TEXT[card] for card in fairness.shuffle(link, message)]
    assert any("skipped" in step for step in vector["steps"])
    parts = json.loads(message)
    assert proof.piles(pack, parts[4], parts[5], first["proof"]["dealing"]) == vector["piles"]


def test_the_draw_of_the_second_protocol() -> None:
    """A second try, since seat 3 did not open the first; three seats contribute."""
    vector = read("boodle-deal-2.json")
    message, link = vector["record"]["message"], bytes.fromhex(vector["record"]["link"])
    text = message[: message.rindex("]") + 1]
    _, league, table, hand, attempt, seats, dealer, c0, rows, left_out, setup = json.loads(text)
    commitments = [(seat, commitment) for seat, commitment in rows]
    assert text == fairness.draw_text(
        league, table, hand, attempt, seats, dealer, c0, commitments, left_out, setup
    )
    opened = message[len(text) :]
    secrets = [opened[at : at + 64] for at in range(0, len(opened), 64)]
    assert message == fairness.full_message(text, secrets)
    assert [seat for seat, _ in commitments] == [1, 2, 4]
    for (_, commitment), secret in zip(commitments, secrets, strict=True):
        assert fairness.fits(secret, commitment)
    assert (attempt, left_out) == (2, [[3]])
    value = link
    for _ in range(hand):
        value = hashlib.sha256(value).digest()
    assert value.hex() == c0
    pack = [TEXT[card] for card in fairness.shuffle(link, message)]
    dealing = {"widow": True, "first": "widow", "leftover": "deal_all"}
    dealt = proof.piles(pack, seats, dealer, dealing)
    hands = vector["record"]["hands"]
    assert dealt == {"widow": hands.pop("0"), **hands, "dead": []}
    noted_hand, noted_draw, noted_secret, noted_cards = vector["note"]
    assert (noted_hand, noted_draw) == (hand, fairness.hash_text(text))
    assert noted_secret == secrets[0]
    assert sorted(noted_cards) == sorted(dealt["1"])


def test_the_example_in_the_page_is_a_record(schema: Draft202012Validator) -> None:
    page = (DOCS / "hand-record.md").read_text("utf-8")
    text = page.split("```json\n")[1].split("```")[0]
    record = parse(text)
    assert not record.warnings
    assert from_record(record).over
    schema.validate(json.loads(text))
