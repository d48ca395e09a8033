"""`boodle replay` and `boodle verify`: a hand told from its record, and its deal proved."""

from __future__ import annotations

import copy
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rules.real_table import RealTable

from chalicelib.api.runtime import folder_context
from chalicelib.local import proof
from chalicelib.local.cli import main
from chalicelib.local.client import Client
from chalicelib.local.server import Server
from chalicelib.rules import Action, Phase, parse_card
from chalicelib.rules.actions import Confirm, Recording, Show, Waive, make_action
from chalicelib.rules.record import Place, as_json, to_record

VECTORS = Path(__file__).parents[2] / "docs" / "vectors"
TABLE = VECTORS / "table.json"
AUCTION = VECTORS / "auction.boodle.json"
ENTERED = VECTORS / "entered.boodle.json"
UNFINISHED = VECTORS / "unfinished.boodle.json"
SPACES = ("AH", "KC", "QD", "JS")
COMMITMENT = json.loads(TABLE.read_text("utf-8"))["commitment"]


def page() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(TABLE.read_text("utf-8"))
    return found


@pytest.fixture
def keep(tmp_path: Path) -> Callable[[Any, str], str]:
    def write(value: Any, name: str = "record.json") -> str:
        path = tmp_path / name
        path.write_text(json.dumps(value), "utf-8")
        return str(path)

    return write


def played(hand: int) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(ENTERED.read_text("utf-8"))
    record["table"]["hand"] = hand
    return record


def page_of(hands: range, of: int) -> dict[str, Any]:
    """A page of the records of a table's hands."""
    records = [played(hand) for hand in hands]
    more = hands[-1] if hands[-1] < of else None
    table = records[0]["table"]["table"]
    return {"table": table, "hands": of, "records": records, "next_after": more}


@pytest.mark.parametrize("command", ["replay", "audit", "verify"])
def test_hands_that_a_page_does_not_have_are_named(
    command: str, keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(1)["table"]["table"]
    first = keep(page_of(range(1, 21), 23))
    rest = keep(page_of(range(21, 24), 23), "rest.json")
    assert main([command, first]) == 0
    assert capsys.readouterr().err == (
        f"boodle {command}: table {table} has 23 hands, and of these 21 to 23 are not here; "
        "the page after=20 begins with hand 21\n"
    )
    assert main([command, first, rest]) == 0
    assert capsys.readouterr().err == ""
    assert main([command, keep([played(1), played(3)])]) == 0  # a choice of hands, not a page
    assert capsys.readouterr().err == ""


def test_a_hand_that_is_on_another_page_is_not_said_to_be_none(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = keep(page_of(range(1, 21), 22))
    assert main(["replay", path, "--hand", "21"]) == 1
    error = capsys.readouterr().err
    assert "has no hand 21; table" in error
    assert "of these 21 to 22 are not here" in error
    assert main(["replay", path, "--hand", "20"]) == 0
    assert capsys.readouterr().err == ""


def test_several_gaps_are_told_as_spans(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    gaps = page_of(range(2, 3), 6)
    gaps["records"].append(played(5))
    main(["audit", keep(gaps)])
    assert "of these 1, 3 to 4, 6 are not here; the page after=0" in capsys.readouterr().err
    main(["audit", keep(page_of(range(1, 6), 6))])
    assert "of these 6 is not here" in capsys.readouterr().err


# -- verify -------------------------------------------------------------------------------------


def test_a_table_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(TABLE)]) == 0
    out = capsys.readouterr().out
    assert "hands 1 to 3 proved, none left out\n" in out
    assert f"by commitment {COMMITMENT}: compare it" in out
    assert main(["verify", str(TABLE), "--commitment", COMMITMENT]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 4
    assert "hands 1 to 3: by boodle-deal-1: every deal was fixed by the server" in out
    assert "hand 2: abandoned after the deal" in out


def test_that_names_are_not_covered_is_said_once_and_only_of_what_is_proved(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    renamed = page()
    renamed["records"][0]["seats"][0]["name"] = "Zoe"
    assert main(["verify", keep(renamed), str(AUCTION)]) == 0
    assert capsys.readouterr().out.count("names of players are not covered by the proof\n") == 1
    assert main(["verify", str(ENTERED)]) == 0
    assert "names of players" not in capsys.readouterr().out
    _swap_cards(renamed)
    assert main(["verify", keep(renamed)]) == 1
    assert "names of players" not in capsys.readouterr().out


def test_one_hand_is_proved_and_nothing_said_of_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify", str(AUCTION)]) == 0
    assert "hand 1 proved; whether others were left out" in capsys.readouterr().out


def test_the_records_of_a_table_may_stand_in_several_files(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    files = [keep(record, f"{n}.json") for n, record in enumerate(page()["records"], 1)]
    assert main(["verify", *files, str(AUCTION)]) == 0
    out = capsys.readouterr().out
    assert "hands 1 to 3 proved, none left out" in out
    assert "hand 1 proved; whether" in out
    assert main(["verify", files[0], files[2]]) == 1
    assert "hand 2 of the table is left out" in capsys.readouterr().out
    assert main(["verify", *files, files[0]]) == 0


def _swap_cards(page: dict[str, Any]) -> None:
    hands = page["records"][0]["deal"]["hands"]
    hands["1"][0], hands["2"][0] = hands["2"][0], hands["1"][0]


def _to_widow(page: dict[str, Any]) -> None:
    deal = page["records"][0]["deal"]
    deal["widow"].append(deal["hands"]["1"].pop())


def _alter_link(page: dict[str, Any]) -> None:
    record = page["records"][1]
    record["proof"]["link"] = "0" + record["proof"]["link"][1:]


def _message(record: dict[str, Any], place: int, value: Any) -> None:
    parts = json.loads(record["proof"]["message"])
    parts[place] = value
    record["proof"]["message"] = json.dumps(parts, separators=(",", ":"))


def _alter_seed(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["seeds"][0] = "three blind cats"


def _alter_seed_everywhere(page: dict[str, Any]) -> None:
    record = page["records"][0]
    record["proof"]["seeds"][0] = "three blind cats"
    _message(record, 6, record["proof"]["seeds"])


def _swap_seeds(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["seeds"].reverse()


def _swap_seeds_everywhere(page: dict[str, Any]) -> None:
    record = page["records"][0]
    record["proof"]["seeds"].reverse()
    _message(record, 6, record["proof"]["seeds"])


def _other_seats(page: dict[str, Any]) -> None:
    _message(page["records"][0], 4, [2, 1, 3])


def _other_dealer(page: dict[str, Any]) -> None:
    page["records"][0]["dealer"] = 1


def _other_dealer_everywhere(page: dict[str, Any]) -> None:
    page["records"][0]["dealer"] = 1
    _message(page["records"][0], 5, 1)


def _other_algorithm(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["algorithm"] = "boodle-deal-3"


def _algorithm_of_another_protocol(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["algorithm"] = "boodle-deal-2"


def _other_algorithm_in_the_message(page: dict[str, Any]) -> None:
    _message(page["records"][0], 0, "boodle-deal-2")


def _spaced_message(page: dict[str, Any]) -> None:
    proof = page["records"][0]["proof"]
    proof["message"] = proof["message"].replace(",", ", ")


def _no_message(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["message"] = "["


def _other_dealing(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["dealing"]["first"] = "eldest"


def _odd_dealing(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["dealing"]["first"] = "dealer"


def _left_out(page: dict[str, Any]) -> None:
    del page["records"][1]


def _first_left_out(page: dict[str, Any]) -> None:
    del page["records"][0]


def _last_left_out(page: dict[str, Any]) -> None:
    del page["records"][2]


def _twice(page: dict[str, Any]) -> None:
    other = copy.deepcopy(page["records"][0])
    other["seats"][0]["name"] = "Zoe"
    page["records"].append(other)


def _renumbered(page: dict[str, Any]) -> None:
    page["records"][2]["table"]["hand"] = 4


def _no_proof(page: dict[str, Any]) -> None:
    del page["records"][1]["proof"]


def _said_to_be_entered(page: dict[str, Any]) -> None:
    page["records"][1]["recording"] = "entered"


def _other_commitment(page: dict[str, Any]) -> None:
    page["commitment"] = "0" * 64


def _own_commitment(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["commitment"] = "0" * 64


def _short_link(page: dict[str, Any]) -> None:
    page["records"][0]["proof"]["link"] = "abcd"


def _other_result(page: dict[str, Any]) -> None:
    page["records"][2]["result"]["stacks"][0] += 1


def _other_play(page: dict[str, Any]) -> None:
    page["records"][2]["actions"][3]["seat"] = 8


@pytest.mark.parametrize(
    ("falsify", "told"),
    [
        (_swap_cards, "hand 1: the cards are not those that link, seeds and seats make: seat "),
        (_to_widow, "hand 1: the cards are not those"),
        (_alter_link, "hand 2: the link is not link 2 of the chain"),
        (_alter_seed, "hand 1: seeds: the record says ['three blind cats'"),
        (_alter_seed_everywhere, "hand 1: the cards are not those that link, seeds and seats"),
        (_swap_seeds, "hand 1: seeds: the record says ["),
        (_swap_seeds_everywhere, "hand 1: the cards are not those that link, seeds and seats"),
        (_other_seats, "hand 1: seats dealt in: the record says [1, 2, 3], the message of the"),
        (_other_dealer, "hand 1: dealer: the record says 1, the message of the deal 2"),
        (_other_dealer_everywhere, "hand 1: the cards are not those"),
        (_other_algorithm, "hand 1: the algorithm is 'boodle-deal-3'; this program knows"),
        (_algorithm_of_another_protocol, "hand 1: the text of the draw is not one"),
        (_other_algorithm_in_the_message, "hand 1: algorithm: the record says boodle-deal-1, the"),
        (_spaced_message, "hand 1: the message of the deal is not written as"),
        (_no_message, "hand 1: the message of the deal is not one"),
        (_other_dealing, "hand 1: the cards are not those"),
        (_odd_dealing, "hand 1: the record does not say in a known way"),
        (_left_out, "hand 2 of the table is left out"),
        (_first_left_out, "hand 1 of the table is left out"),
        (_last_left_out, "hand 3 of the table is left out"),
        (_twice, "hand 1 is there twice, and not alike"),
        (_renumbered, "hand 4: the link is not link 4 of the chain"),
        (_no_proof, "hand 2: the record has no proof"),
        (_said_to_be_entered, "hand 2: it was not dealt by Boodle, so there is no deal to prove"),
        (_other_commitment, f"the commitment is {COMMITMENT}, not 0000"),
        (_own_commitment, "hand 1: the link is not link 1 of the chain"),
        (_short_link, "hand 1: the link is not 32 bytes in hex"),
        (_other_result, "hand 3: result, seat 1: the record says "),
        (_other_play, "hand 3: actions[3]: there is no seat 8"),
    ],
)
def test_what_was_tampered_with_is_reported(
    falsify: Callable[[dict[str, Any]], None],
    told: str,
    keep: Callable[..., str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    changed = page()
    falsify(changed)
    assert changed != page()
    assert main(["verify", keep(changed)]) == 1
    assert f": {told}" in capsys.readouterr().out


@pytest.mark.parametrize("hand", range(3))
def test_no_bit_of_what_fixes_a_deal_can_be_changed(hand: int) -> None:
    """Every card in another's place, every digit of the link: none goes through."""
    record = page()["records"][hand]
    proof.check_deal(record)
    cards = [(seat, i) for seat, held in record["deal"]["hands"].items() for i in range(len(held))]
    for seat, index in cards:
        changed = copy.deepcopy(record)
        hands = changed["deal"]["hands"]
        other = "2" if seat == "1" else "1"
        hands[seat][index], hands[other][0] = hands[other][0], hands[seat][index]
        with pytest.raises(proof.Disproved):
            proof.check_deal(changed)
    for place in range(64):
        changed = copy.deepcopy(record)
        link = changed["proof"]["link"]
        digit = "0" if link[place] != "0" else "1"
        changed["proof"]["link"] = link[:place] + digit + link[place + 1 :]
        with pytest.raises(proof.Disproved, match="is not link"):
            proof.check_deal(changed)


def test_links_that_do_not_follow_each_other_are_reported() -> None:
    records = page()["records"]
    records[1]["proof"]["link"] = records[2]["proof"]["link"]
    with pytest.raises(proof.Disproved, match="hand 2 does not lead to the one before"):
        proof.check_chain(records, 3)


def test_another_commitment_than_the_published_one_is_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify", str(TABLE), "--commitment", "ab" * 32]) == 1
    assert f"not {'ab' * 32} as was published" in capsys.readouterr().out
    assert main(["verify", str(TABLE), str(AUCTION), "--commitment", COMMITMENT]) == 2
    assert "several tables" in capsys.readouterr().err
    for none in ("", " "):  # a shell variable that stayed empty
        assert main(["verify", str(TABLE), "--commitment", none]) == 1
        assert "proved" not in capsys.readouterr().out


@pytest.mark.parametrize("proof_", [None, "AS", {}, ...])
@pytest.mark.parametrize("alone", [True, False])
def test_a_dealt_hand_without_a_proof_is_not_proved(
    capsys: pytest.CaptureFixture[str], keep: Callable[..., str], proof_: Any, alone: bool
) -> None:
    changed = page()
    if proof_ is ...:
        del changed["records"][0]["proof"]
    else:
        changed["records"][0]["proof"] = proof_
    assert main(["verify", keep(changed["records"][0] if alone else changed)]) == 1
    shown = capsys.readouterr().out
    assert "hand 1: the record has no proof" in shown or "no algorithm" in shown


def recorded(recording: str, actions: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "boodle_hand": 1,
        "rules": {"preset": "michigan"},
        "recording": recording,
        "table": {"league": "L", "table": "T", "hand": 1},
        "seats": [{"stack": 50}] * 3,
        "dealer": 3,
        "amount": 1,
        "actions": actions,
        **more,
    }


def by_score_sheet() -> dict[str, Any]:
    """Seat 2 goes out, nobody wins a space, the others pay for 13 cards each (R3, R8)."""
    sheet = [{"left": 13, "seat": 1}, {"left": 13, "seat": 3}, {"out": True, "seat": 2}]
    result = {"winner": 2, "stacks": [33, 72, 29], "layout": dict.fromkeys(SPACES, 4)}
    return recorded("result", sheet, result=result)


def test_what_boodle_did_not_deal_is_replayed_and_has_no_deal_to_prove(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    no_deal = "; it was not dealt by Boodle, so there is no deal to prove\n"
    for record, replays in (
        (json.loads(ENTERED.read_text("utf-8")), "to its result"),
        (by_score_sheet(), "to its result"),
        (recorded("observed", [{"play": "2C", "seat": 1}]), "as far as it was played"),
    ):
        assert main(["verify", keep(record)]) == 0
        got = capsys.readouterr()
        assert got.out.endswith(f": hand 1 replays {replays}{no_deal}")
        assert (got.out.count("\n"), got.err) == (1, "")
        assert main(["replay", keep(record)]) == 0
        for strict in (["--dealt"], ["--commitment", COMMITMENT]):
            assert main(["verify", keep(record), *strict]) == 1
        capsys.readouterr()
    assert main(["verify", str(ENTERED), str(TABLE)]) == 0
    out = capsys.readouterr().out
    assert no_deal in out
    assert "hands 1 to 3 proved" in out


def test_a_result_that_was_altered_is_reported_of_a_hand_without_a_deal_too(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    record = by_score_sheet()
    record["result"]["stacks"][0] += 1
    assert main(["verify", keep(record)]) == 1
    out = capsys.readouterr().out
    assert "hand 1: result, seat 1: the record says " in out
    assert "replays to its result" not in out


def test_a_table_without_hands_beside_one_that_is_proved(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    empty: dict[str, Any] = {**page(), "table": "other", "records": [], "hands": 0}
    assert main(["verify", str(TABLE), keep(empty)]) == 0
    assert "table other: no hand is over yet\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({}, "no hand record"),
        ([1], "no hand record"),
        ({"records": [{}]}, "no hand record"),
        ({"boodle_hand": 1}, "does not say of which table"),
    ],
)
def test_what_is_no_record_is_reported(
    value: Any, told: str, keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", keep(value)]) == 1
    error = capsys.readouterr().err
    assert error.startswith("boodle verify: ")
    assert told in error


def test_a_table_without_hands_has_nothing_to_prove(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    empties: tuple[Any, ...] = ({**page(), "records": [], "hands": 0}, [])
    for empty in empties:
        assert main(["verify", keep(empty)]) == 1
        assert capsys.readouterr().err == "boodle verify: there is no hand to prove\n"


def test_damage_anywhere_is_reported_and_never_a_fault(keep: Callable[..., str]) -> None:
    """Every member of a record, left out or put in disorder in turn."""

    def damaged(value: Any, root: Any, results: list[Any]) -> None:
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for name, part in [*members]:
            if part and isinstance(part, dict | list) and name not in ("ledger", "actions"):
                damaged(part, root, results)
            others: tuple[Any, ...] = (None, 7, "x", [], {}, [[]], -1)
            for other in others:
                value[name] = other
                results.append(copy.deepcopy(root))
            value[name] = part

    record = page()["records"][0]
    results: list[Any] = []
    damaged(record, record, results)
    assert len(results) > 500
    for changed in results:
        try:
            tables = proof.tables_of([changed])
        except proof.Disproved:
            continue
        for table in tables.values():
            table.prove()
    path = keep(record)
    for number, changed in enumerate(results):
        Path(path).write_text(json.dumps(changed), "utf-8")
        assert main(["verify", path]) in (0, 1), changed
        if number % 5 == 0:
            for command in ("replay", "audit"):
                assert main([command, path]) in (0, 1), (command, changed)


def test_the_verifier_stands_alone(tmp_path: Path, keep: Callable[..., str]) -> None:
    """Copied elsewhere, with nothing of Boodle in reach, it proves and refutes."""
    program = tmp_path / "proof.py"
    shutil.copy(str(proof.__file__), program)
    imports = re.findall(r"^(?:from|import) (\w+)", program.read_text("utf-8"), re.M)
    assert set(imports) <= {"__future__", "collections", "hashlib", "hmac", "json", "sys", "typing"}

    def run(*files: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-I", str(program), *files],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    proved = run(str(TABLE))
    assert (proved.returncode, proved.stdout.count(proof.NAMES)) == (0, 1)
    undealt = run(str(ENTERED))
    assert (undealt.returncode, proof.NOT_DEALT in undealt.stdout) == (0, True)
    assert proof.NAMES not in undealt.stdout
    changed = page()
    _swap_cards(changed)
    refuted = run(keep(changed))
    assert (refuted.returncode, "are not those" in refuted.stdout) == (1, True)
    assert run().returncode == 2
    assert run(str(tmp_path / "nothing")).returncode == 2
    (tmp_path / "text").write_text("not JSON", "utf-8")
    assert run(str(tmp_path / "text")).returncode == 2
    assert run(keep({})).returncode == 1


@pytest.mark.parametrize("preset", ["michigan", "michigan_ru"])
def test_every_deal_of_a_demo_is_proved(
    preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    small = ["--once", "--tables", "2", "--players", "7", "--hands", "3", "--seed", "5"]
    assert main(["demo", *small, "--preset", preset, "--data", str(folder)]) == 0
    league = re.search(r"/v1/leagues/([^/]+)/standings", capsys.readouterr().out)
    assert league
    server = Server(folder_context(folder), "127.0.0.1", 0)
    thread = server.start()
    try:
        with Client(server.host, server.port) as client:
            path = f"/v1/leagues/{league[1]}/rounds/1"
            tables = [row["table"] for row in client.call("GET", path).expect(200)["tables"]]
            for table in tables:
                files = []
                after: int | None = 0
                while after is not None:
                    path = f"/v1/tables/{table}/records?limit=2&after={after}"
                    got = client.call("GET", path).expect(200)
                    files.append(tmp_path / f"{table}-{after}.json")
                    files[-1].write_text(json.dumps(got), "utf-8")
                    after = got["next_after"]
                assert len(files) == 2
                shown = client.call("GET", f"/v1/tables/{table}").expect(200)["commitment"]
                assert main(["verify", *map(str, files), "--commitment", shown]) == 0
                assert "hands 1 to 3 proved, none left out" in capsys.readouterr().out
                assert main(["verify", str(files[0])]) == 1
                assert "hand 3 of the table is left out" in capsys.readouterr().out
                assert main(["replay", *map(str, files[:1])]) == 0
                assert capsys.readouterr().out.count("winner: ") == 2
    finally:
        server.stop()
        thread.join()


# -- replay -------------------------------------------------------------------------------------


def test_a_hand_is_reported_play_by_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(ENTERED)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("newmarket, entered: league ")
    assert told[0].endswith(", hand 1; version 1 of the rules")
    assert "  Player 3 (3): 50 chips, deals" in told
    assert "  Player 2 (1): 5H 2S" in told
    assert "        Player 2 (1) -> space AH 1 (stake)" in told
    start = told.index("   1  Player 2 (1) leads 2S   (taken back by action 2)")
    assert told[start + 1] == "   2  undo 1"
    assert told[start + 2] == "   3  Player 2 (1) leads 5H   (taken back by action 4)"
    assert told[start + 6] == "   6  Player 1 (2) plays 3S"
    assert "        the hand is over: Player 3 (3) is out" in told
    assert "winner: Player 3 (3)" in told


def test_the_widow_and_missed_plays_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(AUCTION)]) == 0
    told = capsys.readouterr().out
    for line in (
        "   1  Eve (1): decline\n",
        "   4  Dan (4): bid 3\n",
        "   6  Ann (2): pass\n",
        "        Dan (4) takes the widow\n        Dan (4) -> Eve (1) 3 (widow)\n",
        "   8  Cleo (3) plays 6C (follow)\n",
        "  14  stop: 5D is not played\n",
        "        Cleo (3) missed 5D\n",
        "(boodle)\n",
        "(missed play)\n",
    ):
        assert line in told


def test_a_replay_stops_where_it_is_reported_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(ENTERED), "--at", "3"]) == 0
    told = capsys.readouterr().out
    assert "   3  Player 2 (1) leads 5H" in told
    assert "   4  " not in told
    assert "  Player 2 (1): 2S\n" in told
    assert main(["replay", str(ENTERED), "--at", "0"]) == 0
    assert "waiting: lead, Player 2 (1)\n" in capsys.readouterr().out
    assert main(["replay", str(ENTERED), "--at", "99"]) == 1
    assert capsys.readouterr().err == "boodle replay: the hand has 8 actions\n"


def test_an_unfinished_hand_says_what_it_waits_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(UNFINISHED)]) == 0
    assert "waiting: run for 4S\n" in capsys.readouterr().out


def test_of_a_table_all_hands_are_reported_or_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(TABLE)]) == 0
    told = capsys.readouterr().out
    assert told.count("michigan, dealt: ") == 3
    assert "abandoned: every payment is taken back" in told
    assert main(["replay", str(TABLE), "--hand", "2"]) == 0
    assert capsys.readouterr().out.count("michigan, dealt: ") == 1
    assert main(["replay", str(TABLE), "--hand", "4"]) == 1
    assert capsys.readouterr().err.endswith("has no hand 4\n")


def test_a_replay_from_the_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = io.TextIOWrapper(io.BytesIO(ENTERED.read_bytes()))
    monkeypatch.setattr("sys.stdin", text)
    assert main(["replay", "-"]) == 0
    assert "winner: " in capsys.readouterr().out


def test_a_result_that_the_plays_belie_is_reported(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(ENTERED.read_text("utf-8"))
    record["result"]["stacks"][2] += 5
    assert main(["replay", keep(record)]) == 1
    got = capsys.readouterr()
    assert "winner: Player 3 (3)" in got.out
    assert re.search(
        r"record.json: result, seat 3: the record says \d+, but the actions give", got.err
    )


def test_what_a_later_version_added_is_warned_of(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(AUCTION.read_text("utf-8"))
    record["weather"] = "fine"
    record["seats"][0]["hat"] = True
    for command in ("replay", "verify"):
        assert main([command, keep(record)]) == 0
        error = capsys.readouterr().err
        assert "seats[0].hat is unknown to this version and was left out\n" in error
        assert "weather is unknown" in error


@pytest.mark.parametrize("command", ["replay", "audit", "verify"])
def test_files_that_cannot_be_read_are_a_wrong_call(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("not JSON", "utf-8")
    for name, told in (("none", "No such file"), ("text", "cannot be read as JSON")):
        assert main([command, str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"boodle {command}: {tmp_path / name}: ")
        assert told in error
        assert error.count("\n") == 1


@pytest.mark.parametrize(
    "args", [["replay"], ["verify"], ["replay", "x", "--at", "-1"], ["replay", "x", "--hand", "0"]]
)
def test_wrong_calls(args: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(args)
    assert ended.value.code == 2


def observed_hand(ruling: Action | None = None) -> dict[str, Any]:
    """Seat 8 leads 9S; seat 1 misses 10S, and seat 8 leads 2D; the cards show it later (R9)."""
    options = {"penalty.missed_play": 1, "lead.pass_fee": 1}
    table = RealTable({7: "9S 2D 3D 5D 6D", 0: "10S", 1: "4D"}, options=options)
    plays = [(7, "9S"), (7, "2D"), (7, "3D"), (1, "4D"), (7, "5D"), (7, "6D")]
    actions: list[Action] = [make_action("play", seat, parse_card(card)) for seat, card in plays]
    for action in actions:
        table.hand.apply(action)
    for seat, card in table.left():
        if table.hand.phase is Phase.SHOW:
            actions.append(Show(seat, card))
            table.hand.apply(actions[-1])
    assert table.hand.phase is Phase.DUES, table.hand.phase
    actions.append(ruling or Confirm())
    table.hand.apply(actions[-1])
    record: dict[str, Any] = as_json(
        to_record(table.hand, actions, recording=Recording.OBSERVED, place=Place("L", "T", 1))
    )
    return record


def test_with_real_cards_what_happened_is_told_where_it_happened(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    record = observed_hand()
    assert main(["replay", keep(record)]) == 0
    told = capsys.readouterr().out.splitlines()
    start = told.index("   1  seat 8 leads 9S")
    assert told[start + 1 : start + 5] == [
        "        the run ends with 9S",
        "        Miss 1: seat 1 did not play 10S (action 2).",
        "   2  seat 8 leads 2D",
        "   3  seat 8 plays 3D",
    ]
    assert sum("10S" in line and "iss" in line for line in told) == 1
    assert main(["replay", keep(observed_hand(Waive(None)))]) == 0
    assert "did not play 10S (action 2). It is waived." in capsys.readouterr().out
    # As far as action 1 nobody has missed anything.
    assert main(["replay", keep(record), "--at", "1"]) == 0
    assert "Miss" not in capsys.readouterr().out


def test_who_passed_before_a_lead_is_told_before_it(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    """R6: seats 1 and 2 pass, and pay for it, before seat 3 leads; the lead alone shows it."""
    actions = [{"play": "AS", "seat": 8}, {"play": "2D", "seat": 3}]
    options = {"lead.change": "suit", "lead.pass_fee": 1, "lead.first": "dealer"}
    record = recorded("observed", actions, dealer=8, seats=[{"stack": 50}] * 8)
    record["rules"] = {"preset": "saratoga", "options": options}
    assert main(["replay", keep(record)]) == 0
    told = capsys.readouterr().out.splitlines()
    lead = told.index("   2  seat 3 leads 2D")
    passed = [line for line in told[:lead] if "has to pass" in line]
    assert len(passed) == 3
    assert [line for line in told[:lead] if "pass fee" in line]
    assert not [line for line in told[lead:] if "pass" in line]


def test_what_was_claimed_is_paid_before_the_first_lead(
    keep: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    """R15: seat 1 takes the ace's space, all pass the betting but seat 2, who wins the pot."""
    actions: list[dict[str, Any]] = [{"take": "AH", "seat": 1}]
    actions += [{"check": True, "seat": seat} for seat in (1, 2, 3)]
    actions += [{"pot": True, "seat": 2}, {"play": "2C", "seat": 2}]
    record = recorded("observed", actions)
    record["rules"] = {"preset": "three_in_one"}
    assert main(["replay", keep(record)]) == 0
    told = capsys.readouterr().out.splitlines()
    space = told.index("        space AH -> seat 1 3 (boodle)")
    first = next(place for place, line in enumerate(told) if line.startswith("   2  seat 1"))
    assert space == first - 1
    pot = next(place for place, line in enumerate(told) if line.startswith("        pot -> seat 2"))
    assert told[pot + 1] == "   6  seat 2 leads 2C"
