"""`boodle verify` of draws: who contributed, what phones noted, and every kind of tampering."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chalicelib.local import proof
from chalicelib.local.cli import main
from chalicelib.rules import fairness

VECTORS = Path(__file__).parents[2] / "docs" / "vectors"
TABLE = VECTORS / "table-2.json"
NOTE = VECTORS / "note-2.json"

Tamper = Callable[[dict[str, Any]], None]


def page() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(TABLE.read_text("utf-8"))
    return found


def note() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(NOTE.read_text("utf-8"))
    return found


COMMITMENT = page()["commitment"]


@pytest.fixture
def keep(tmp_path: Path) -> Callable[..., str]:
    def write(value: Any, name: str = "record.json") -> str:
        path = tmp_path / name
        path.write_text(json.dumps(value), "utf-8")
        return str(path)

    return write


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_table_is_proved_with_who_contributed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(TABLE), "--commitment", COMMITMENT, "--note", str(NOTE)]) == 0
    out = capsys.readouterr().out.replace(f"table {page()['table']}: ", "")
    assert out.splitlines() == [
        "hands 1 to 4 proved, none left out",
        "hands 1, 4: seats 1, 2, 3 contributed",
        "hand 2: seats 1, 2 contributed, seat 3 did not",
        "hand 2: drawn 2 times; left out: seat 3",
        "hand 2: abandoned after the deal",
        "hand 3: drawn, and abandoned before the deal",
        "the note of seat 1 agrees: hands 1 to 4",
        "names of players are not covered by the proof",
    ]


def test_the_verifier_that_stands_alone_says_the_same(tmp_path: Path) -> None:
    program = tmp_path / "proof.py"
    shutil.copy(str(proof.__file__), program)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(program), *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    proved = run("--note", str(NOTE), str(TABLE), "--commitment", COMMITMENT)
    assert proved.returncode == 0
    for line in ("deals proved: 4", "drawn 2 times; left out: seat 3", "seat 1 agrees: hands 1 to"):
        assert line in proved.stdout
    assert run(str(TABLE), "--commitment", "0" * 64).returncode == 1
    assert run("--note", str(TABLE), str(TABLE)).returncode == 1
    (tmp_path / "other.json").write_text(json.dumps({**note(), "table": "U"}), "utf-8")
    other = run("--note", "other.json", str(TABLE))
    assert (other.returncode, "a note of table U, and no record" in other.stdout) == (1, True)
    for wrong in (["--note"], ["--note", str(NOTE)], ["--what", str(TABLE)], ["--note", "x", "y"]):
        assert run(*wrong).returncode == 2


# -- tampering with the records -----------------------------------------------------------------


def first(page: dict[str, Any]) -> dict[str, Any]:
    record: dict[str, Any] = page["records"][0]
    return record


def on_first(path: str, value: Any) -> Tamper:
    """Change a member of the first record; a function gives it from the old one."""

    def change(page: dict[str, Any]) -> None:
        *way, last = path.split(".")
        at: Any = first(page)
        for step in way:
            at = at[int(step) if isinstance(at, list) else step]
        at[last] = value(at[last]) if callable(value) else value

    return change


def redrawn(place: int, value: Any) -> Tamper:
    """Change a part of the draw's text, and what the record says of it."""

    def change(page: dict[str, Any]) -> None:
        record = first(page)
        text, secrets = proof.split(record["proof"]["message"])
        parts = json.loads(text)
        parts[place] = value(parts[place]) if callable(value) else value
        text = json.dumps(parts, separators=(",", ":"))
        record["proof"] |= {
            "message": text + "".join(secrets),
            "draw": sha256(text),
            "tries": parts[4],
            "contributed": [pair[0] for pair in parts[8]],
            "left_out": parts[9],
        }

    return change


def on_secrets(change: Callable[[list[str]], list[str]]) -> Tamper:
    def tamper(page: dict[str, Any]) -> None:
        record = first(page)
        text, secrets = proof.split(record["proof"]["message"])
        record["proof"]["message"] = text + "".join(change(secrets))

    return tamper


def with_set_up(name: str, value: Any) -> Tamper:
    """Change the set-up text, and its hash in the draw."""

    def change(page: dict[str, Any]) -> None:
        setup = json.loads(first(page)["proof"]["setup"])
        setup[name] = value(setup[name]) if callable(value) else value
        text = json.dumps(setup, separators=(",", ":"))
        first(page)["proof"]["setup"] = text
        redrawn(10, sha256(text))(page)

    return change


def _swap_cards(page: dict[str, Any]) -> None:
    hands = first(page)["deal"]["hands"]
    hands["1"][0], hands["2"][0] = hands["2"][0], hands["1"][0]


def _to_widow(page: dict[str, Any]) -> None:
    deal = first(page)["deal"]
    deal["widow"].append(deal["hands"]["1"].pop())


def _without_a_contributor(page: dict[str, Any]) -> None:
    redrawn(8, lambda pairs: pairs[:-1])(page)
    on_secrets(lambda secrets: secrets[:-1])(page)


def _other_secret_everywhere(page: dict[str, Any]) -> None:
    commitment = fairness.commitment_of("1" * 64)
    redrawn(8, lambda pairs: [[pairs[0][0], commitment], *pairs[1:]])(page)
    on_secrets(lambda secrets: ["1" * 64, *secrets[1:]])(page)


def _never_dealt(page: dict[str, Any]) -> None:
    del first(page)["deal"]


def _abandoned_before(page: dict[str, Any]) -> None:
    record = page["records"][1]
    del record["deal"]


def _played_and_never_dealt(page: dict[str, Any]) -> None:
    page["records"][2]["actions"].insert(0, {"play": "2C", "seat": 1})


def _left_out(page: dict[str, Any]) -> None:
    del page["records"][2]


def _last_left_out(page: dict[str, Any]) -> None:
    del page["records"][3]


def _other_link(page: dict[str, Any]) -> None:
    link = page["records"][1]["proof"]["link"]
    page["records"][1]["proof"]["link"] = ("1" if link[0] == "0" else "0") + link[1:]


def _other_result(page: dict[str, Any]) -> None:
    page["records"][3]["result"]["stacks"][0] += 1


def _other_play(page: dict[str, Any]) -> None:
    page["records"][3]["actions"][0]["seat"] = 8


def _said_to_be_entered(page: dict[str, Any]) -> None:
    page["records"][1]["recording"] = "entered"


def _other_commitment(page: dict[str, Any]) -> None:
    page["commitment"] = "0" * 64


def _twice(page: dict[str, Any]) -> None:
    other = copy.deepcopy(first(page))
    other["seats"][0]["name"] = "Zoe"
    page["records"].append(other)


NOT_THOSE = "hand 1: the cards are not those that link, draw and seats make: "


@pytest.mark.parametrize(
    ("falsify", "told"),
    [
        (_swap_cards, NOT_THOSE),
        (_to_widow, NOT_THOSE),
        (_other_link, "hand 2: the link is not link 2 of the chain"),
        (on_first("proof.link", "ab"), "hand 1: the link is not 32 bytes in hex"),
        (on_first("proof.commitment", "0" * 64), "hand 1: the link is not link 1 of the chain"),
        (on_first("proof.algorithm", "boodle-deal-1"), "hand 1: the record has no seeds"),
        (on_first("proof.algorithm", "boodle-deal-3"), "hand 1: the algorithm is 'boodle-deal-3'"),
        (on_first("proof.draw", "0" * 64), "hand 1: draw: the record does not say the SHA-256"),
        (on_first("proof.tries", 2), "hand 1: tries: the record says 2, the draw 1"),
        (on_first("proof.contributed", [1, 2]), "hand 1: contributed: the record says [1, 2], the"),
        (on_first("proof.left_out", [[3]]), "hand 1: left out: the record says [[3]], the draw []"),
        (on_first("proof.setup", lambda text: text + " "), "hand 1: set-up: the record says "),
        (on_first("proof.message", "["), "hand 1: the text of the draw is not one"),
        (
            on_first("proof.message", lambda text: text.replace(",", ", ")),
            "hand 1: the text of the draw is not written as the algorithm writes it",
        ),
        (on_first("proof.dealing.first", "eldest"), NOT_THOSE),
        (on_first("proof.dealing.first", "dealer"), "hand 1: the record does not say in a known"),
        (on_first("dealer", 1), "hand 1: dealer: the record says 1, the draw "),
        (on_first("table.league", "L"), "hand 1: league: the record says L, the draw "),
        (on_first("amount", 9), "hand 1: amount: the record says 9, the set-up text "),
        (on_first("kitty", 9), "hand 1: kitty: the record says 9, the set-up text 0"),
        (on_first("pot", 9), "hand 1: pot: the record says 9, the set-up text 0"),
        (on_first("layout.AH", 9), "hand 1: layout: the record says [0, 0, 0, 9], the set-up"),
        (on_first("seats.0.stack", 9), "hand 1: stacks: the record says [9, 50, 50], the set-up"),
        (
            lambda page: first(page)["seats"][1].update(away=True),
            "hand 1: away: the record says [2], the set-up text []",
        ),
        (with_set_up("stacks", [50, 50, 51]), "hand 1: stacks: the record says [50, 50, 50], the"),
        (with_set_up("dealer", 9), "hand 1: dealer: the record says "),
        (with_set_up("hand", 2), "hand 1: hand: the record says 1, the set-up text 2"),
        (with_set_up("layout", None), "hand 1: the set-up text is not one, or the record has"),
        (with_set_up("players", [1, 1, 1]), NOT_THOSE),
        (with_set_up("rules", "0" * 64), NOT_THOSE),
        (redrawn(1, "L"), "hand 1: league: the record says "),
        (redrawn(3, 2), "hand 1: hand: the record says 1, the draw 2"),
        (redrawn(4, 2), "hand 1: try 2 must name who was left out of each before it"),
        (redrawn(5, [1, 2]), "hand 1: seats dealt in: the record says [1, 2, 3], the draw [1, 2]"),
        (redrawn(7, "0" * 64), "hand 1: commitment: the record says "),
        (redrawn(8, lambda pairs: pairs[::-1]), "hand 1: the text of the draw does not name its"),
        (redrawn(8, lambda pairs: pairs[1:]), "hand 1: 2 seats committed, and 3 secrets are"),
        (redrawn(8, []), "hand 1: 0 seats committed, and 3 secrets are opened"),
        (redrawn(9, [[]]), "hand 1: the text of the draw is not one"),
        (redrawn(9, [[3]]), "hand 1: try 1 must name who was left out of each before it"),
        (_without_a_contributor, NOT_THOSE),
        (_other_secret_everywhere, NOT_THOSE),
        (on_secrets(lambda secrets: secrets[:2]), "hand 1: 3 seats committed, and 2 secrets are"),
        (on_secrets(lambda secrets: []), "hand 1: 3 seats committed, and 0 secrets are opened"),
        (
            on_secrets(lambda secrets: [*secrets[:1], secrets[2], secrets[1]]),
            "hand 1: the secret of seat 2 does not fit what it had committed to",
        ),
        (
            on_secrets(lambda secrets: [*secrets[:2], "z" * 64]),
            "hand 1: the secret of seat 3 is not 32 bytes in hex",
        ),
        (_never_dealt, "hand 1: the record has no deal, and the hand was not abandoned before it"),
        (_abandoned_before, "hand 2: the record has no deal, and the hand was not abandoned"),
        (_played_and_never_dealt, "hand 3: the record has no deal, and the hand was not abandon"),
        (_left_out, "hand 3 of the table is left out"),
        (_last_left_out, "hand 4 of the table is left out"),
        (_twice, "hand 1 is there twice, and not alike"),
        (_said_to_be_entered, "hand 2: it was not dealt by Boodle, so there is no deal to prove"),
        (_other_commitment, f"the commitment is {COMMITMENT}, not 0000"),
        (_other_result, "hand 4: result, seat 1: the record says "),
        (_other_play, "hand 4: actions[0]: there is no seat 8"),
    ],
)
def test_what_was_tampered_with_is_reported(
    falsify: Tamper,
    told: str,
    keep: Callable[..., str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    changed = page()
    falsify(changed)
    assert changed != page()
    assert main(["verify", keep(changed)]) == 1
    assert f": {told}" in capsys.readouterr().out


def test_rules_that_deal_out_in_another_way_are_not_those_of_the_set_up_text() -> None:
    """The first pile made another one, with all cards, and a note, to match."""
    table = page()
    record = table["records"][1]
    record["rules"]["options"]["deal.first"] = "eldest"
    dealing = record["proof"]["dealing"]
    dealing["first"] = "eldest"
    message = record["proof"]["message"]
    pack = proof.shuffle(bytes.fromhex(record["proof"]["link"]), message)
    dealt = proof.piles(pack, proof.draw_of(message)[5], record["dealer"], dealing)
    for seat in record["deal"]["hands"]:
        record["deal"]["hands"][seat] = dealt[seat]
    record["deal"] |= {"widow": dealt["widow"], "dead": dealt["dead"]}
    (forged,) = proof.tables_of([table]).values()
    assert forged.prove() == [
        "hand 2: its set-up text names the rules of hand 1, and the record has others"
    ]


@pytest.mark.parametrize("name", ["message", "draw", "tries", "contributed", "left_out", "setup"])
def test_members_of_the_proof_are_missed(name: str) -> None:
    record = first(page())
    del record["proof"][name]
    with pytest.raises(proof.Disproved, match=f"the record has no {name}"):
        proof.check_deal(record)


def test_a_redraw_names_who_was_left_out_and_they_do_not_contribute() -> None:
    changed = page()
    changed["records"] = changed["records"][1:]
    redrawn(9, [[2]])(changed)
    with pytest.raises(proof.Disproved, match="left out of the last redraw, and yet contributed"):
        proof.check_deal(first(changed))


def test_no_digit_of_the_message_can_be_changed() -> None:
    record = first(page())
    message = record["proof"]["message"]
    for place in range(0, len(message), 7):
        changed = copy.deepcopy(record)
        other = "1" if message[place] != "1" else "2"
        changed["proof"]["message"] = message[:place] + other + message[place + 1 :]
        with pytest.raises(proof.Disproved):
            proof.check_deal(changed)


def test_damage_anywhere_is_reported_and_never_a_fault() -> None:
    """Every member of a record and of a note, left out or put in disorder in turn."""

    def damaged(value: Any, root: Any, results: list[Any]) -> None:
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for name, part in [*members]:
            if part and isinstance(part, dict | list) and name not in ("ledger", "actions"):
                damaged(part, root, results)
            others: tuple[Any, ...] = (None, 7, "x", [], {}, [[]], -1, "[1]")
            for other in others:
                value[name] = other
                results.append(copy.deepcopy(root))
            value[name] = part

    for record in page()["records"][1:3]:
        results: list[Any] = []
        damaged(record, record, results)
        for changed in results:
            try:
                tables = proof.tables_of([changed])
            except proof.Disproved:
                continue
            for table in tables.values():
                if not table.prove():
                    table.facts()
    (table,) = proof.tables_of([page()]).values()
    assert table.prove() == []
    notes: list[Any] = []
    damaged(note(), found := note(), notes)
    damaged(found, found, notes)
    for changed in notes:
        try:
            table.check_note(proof.read_note(changed))
        except proof.Disproved:
            continue


# -- what phones noted --------------------------------------------------------------------------


def entry(hand: int, attempt: int, **members: Any) -> Tamper:
    def change(note: dict[str, Any]) -> None:
        (found,) = (one for one in note["hands"] if (one["hand"], one["try"]) == (hand, attempt))
        found.update(members)

    return change


def _other_seat(note: dict[str, Any]) -> None:
    note["seat"] = 2


def _later_try(note: dict[str, Any]) -> None:
    note["hands"][0]["try"] = 3


def _more_hands(note: dict[str, Any]) -> None:
    note["hands"].append({**note["hands"][0], "hand": 5})


def _of_the_seat_left_out(note: dict[str, Any]) -> None:
    """Seat 3 opened the first draw of hand 2, and has a receipt for it."""
    note["seat"] = 3
    note["hands"] = [note["hands"][1]]


@pytest.mark.parametrize(
    ("falsify", "told"),
    [
        (entry(1, 1, commitment="0" * 64), "hand 1: the phone of seat 1 noted the commitment 0000"),
        (entry(1, 1, draw="0" * 64), "hand 1: the phone of seat 1 opened another draw than the"),
        (entry(2, 2, draw="0" * 64), "hand 2: the phone of seat 1 opened another draw than the"),
        (entry(3, 1, draw="0" * 64), "hand 3: the phone of seat 1 opened another draw than the"),
        (entry(1, 1, secret="0" * 64), "hand 1: the phone of seat 1 opened another secret than"),
        (entry(1, 1, cards=["2C"]), "hand 1: the phone of seat 1 held 2C; the record has "),
        (entry(3, 1, cards=["2C"]), "hand 3: the phone of seat 1 was dealt cards, and the record"),
        (_other_seat, "hand 1: the phone of seat 2 opened another secret than the one in the"),
        (_later_try, "hand 1: the phone of seat 1 opened try 3, and the record says that the"),
        (_more_hands, "hand 5 is in the note, and not in the records"),
        (_of_the_seat_left_out, "hand 2: the phone of seat 3 has a receipt for opening try 1, and"),
    ],
)
def test_records_that_a_note_belies_are_reported(
    falsify: Tamper, told: str, keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    changed = note()
    falsify(changed)
    assert main(["verify", str(TABLE), "--note", keep(changed)]) == 1
    assert f": {told}" in capsys.readouterr().out


def test_a_deal_that_is_hidden_as_abandoned_is_seen_by_who_held_cards(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without its cards and secrets the record of hand 2 is right: only a note knows better."""
    changed = page()
    record = changed["records"][1]
    del record["deal"]
    record["proof"]["message"] = proof.split(record["proof"]["message"])[0]
    record["actions"] = [{"abandon": True}]
    del record["result"]["ledger"]
    assert main(["verify", keep(changed)]) == 0
    assert "hands 2 to 3: drawn, and abandoned before the deal" in capsys.readouterr().out
    assert main(["verify", keep(changed), "--note", str(NOTE)]) == 1
    told = "hand 2: the phone of seat 1 was dealt cards, and the record says that the hand never"
    assert told in capsys.readouterr().out


def test_a_note_of_hands_that_are_not_here(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a single record nobody says that it is all: the note may have more."""
    assert main(["verify", keep(page()["records"][0]), "--note", str(NOTE)]) == 0
    out = capsys.readouterr().out
    assert "the note of seat 1 agrees: hand 1\n" in out
    assert "hand 4 is in the note, and not in the records" in out
    old = VECTORS / "table.json"
    other = {**note(), "table": json.loads(old.read_text("utf-8"))["table"]}
    assert main(["verify", str(old), "--note", keep(other)]) == 1
    assert "seat 1 opened a draw, and the record has none" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ([], "this is no note of a phone"),
        ({"boodle_hand": 1}, "this is no note of a phone"),
        ({"boodle_note": 2}, "the note is of a later version"),
        ({"boodle_note": 1, "hands": [{}]}, "the record has no hand"),
        ({**note(), "seat": "1"}, "the record has no seat"),
        ({**note(), "table": "U"}, "there is a note of table U, and no record"),
    ],
)
def test_what_is_no_note_is_reported(
    value: Any, told: str, keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(TABLE), "--note", keep(value)]) == 1
    assert told in capsys.readouterr().err


# -- tables that were restored, and protocols that change ---------------------------------------


def chained(*hands: tuple[int, bytes, str]) -> list[dict[str, Any]]:
    """Records of hands: number, the seed of the chain, the protocol."""
    return [
        {
            "table": {"hand": number},
            "proof": {
                "algorithm": algorithm,
                "commitment": fairness.link(seed, 0).hex(),
                "link": fairness.link(seed, number).hex(),
            },
        }
        for number, seed, algorithm in hands
    ]


A, B = b"a" * 32, b"b" * 32
TWO = fairness.DEAL_2


def test_another_chain_is_accepted_only_if_both_were_shown() -> None:
    records = chained((1, A, TWO), (2, A, TWO), (3, B, TWO), (4, B, TWO))
    shown = [fairness.link(seed, 0).hex() for seed in (A, B)]
    with pytest.raises(proof.Disproved, match="hand 3 has another commitment than hand 2"):
        proof.check_chain(records, 4)
    for wrong in ([shown[0]], [shown[1]], shown[::-1]):
        with pytest.raises(proof.Disproved, match="hand 3 has another commitment"):
            proof.check_chain(records, 4, wrong)
    proof.check_chain(records, 4, shown)
    back = chained((1, A, TWO), (2, B, TWO), (3, A, TWO))
    with pytest.raises(proof.Disproved, match="hand 3 has another commitment"):
        proof.check_chain(back, 3, shown)


def test_a_table_does_not_go_back_to_the_first_protocol() -> None:
    proof.check_chain(chained((1, A, fairness.DEAL_1), (2, A, TWO)), 2)
    with pytest.raises(proof.Disproved, match="hand 2 was dealt by an earlier protocol"):
        proof.check_chain(chained((1, A, TWO), (2, A, fairness.DEAL_1)), 2)


def test_a_commitment_that_was_noted_is_that_of_every_hand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify", str(TABLE), "--commitment", "ab" * 32]) == 1
    assert f"not {'ab' * 32} as was published" in capsys.readouterr().out
    given = ["--commitment", COMMITMENT, "--commitment", "ab" * 32]
    assert main(["verify", str(TABLE), *given]) == 0
