"""`boodle audit`: the audit of a recorded hand, in words (R9, R10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from chalicelib.local.cli import main
from chalicelib.rules import Hand, cards, deal_hands, make_rules, parse_card
from chalicelib.rules.actions import Left, Out, Play, Recording, Stop
from chalicelib.rules.hand.scored import ScoredHand
from chalicelib.rules.record import Place, dumps, to_record

RULES = make_rules("saratoga", {"penalty.missed_play": 1, "penalty.compensation": True})


def missed_hand() -> str:
    """Seat 2 misses 10S, behind which seat 3 holds JS and its four chips."""
    deal = deal_hands({0: cards("9S 2D 3H"), 1: cards("10S 5D 6C"), 2: cards("JS QH KC")})
    hand = Hand(RULES, [50] * 3, 2, deal)
    actions = [
        Play(0, parse_card("9S")),
        Stop(),
        Play(0, parse_card("2D")),
        Play(0, parse_card("3H")),
    ]
    hand.replay(actions)
    names = ["Ann", "Ben", "Cleo"]
    return dumps(
        to_record(hand, actions, recording=Recording.ENTERED, place=Place("l", "t", 4), names=names)
    )


def test_who_missed_what_and_who_owes_whom(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hand.boodle.json"
    file.write_text(missed_hand(), "utf-8")
    assert main(["audit", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:4] == [
        "Hand 4",
        "Miss 1: Ben did not play 10S (action 2).",
        "Cleo would have won JS with JS; 3 chips on it in the end.",
        "  Miss 1 (Ben) pays: it is the last miss that prevented it.",
    ]
    assert "Ben to Cleo: 3 chips (compensation)." in told
    assert "Ben to Ann: 1 chip (missed play)." in told
    assert main(["audit", str(file), "--hand", "4"]) == 0
    assert main(["audit", str(file), "--hand", "5"]) == 1


def test_of_a_score_sheet_there_is_nothing_to_audit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = ScoredHand(RULES, [50] * 3, 2)
    facts = [Left(1, 2), Left(2, 1), Out(0)]
    hand.replay(facts)
    file = tmp_path / "sheet.boodle.json"
    file.write_text(dumps(to_record(hand, facts, recording=Recording.RESULT)), "utf-8")
    assert main(["audit", str(file)]) == 1
    assert "a score sheet cannot be audited" in capsys.readouterr().err
