"""Hand records: nothing is lost on the way, what is unknown is warned of, what is wrong is told."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness.messages import says
from harness.seeds import numbers
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from chalicelib.rules import (
    PRESETS,
    Action,
    Hand,
    Malformed,
    Phase,
    deal_hands,
    make_rules,
    parse_card,
)
from chalicelib.rules.actions import (
    TABLE,
    Abandon,
    Bid,
    Decline,
    Follow,
    Left,
    Out,
    Part,
    Pass,
    Play,
    Stop,
    Take,
    Undo,
    Waive,
    standing,
)
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.scored import ScoredHand
from chalicelib.rules.record import (
    HandRecord,
    LogAction,
    Place,
    Recording,
    SeedProof,
    Step,
    UnknownAction,
    as_json,
    dumps,
    from_json,
    from_record,
    parse,
    step_json,
    to_record,
)
from chalicelib.rules.record.log import read_log_action
from chalicelib.rules.version import Version
from rules.actions.strategies import actions
from rules.strategies import Setup, any_rules, begin, lawful, setups, snapshot, streams
from rules.tables import deal_of

SCHEMA = Path(__file__).parents[3] / "docs" / "hand-record.schema.json"
SPACES = ("AH", "KC", "K-Q")


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    written = json.loads(SCHEMA.read_text("utf-8"))
    Draft202012Validator.check_schema(written)
    return Draft202012Validator(written)


def plain_of(record: HandRecord) -> dict[str, Any]:
    """Return a record as JSON, to be changed."""
    plain: dict[str, Any] = json.loads(dumps(record))
    return plain


def fold(setup: Setup, log: Sequence[LogAction]) -> Hand:
    hand = setup.hand()
    for number in standing(log).numbers:
        action = log[number - 1]
        if isinstance(action, Abandon):
            hand.abandon(number)
        elif isinstance(action, Follow):
            hand.apply(Play(action.seat, action.card), number)
        else:
            assert not isinstance(action, UnknownAction)
            hand.apply(action, number)
    return hand


def night(setup: Setup, random: Random) -> tuple[Hand, list[Action]]:
    """Play a hand with second thoughts: some actions undone, some followed, some given up."""
    hand = begin(setup)
    log: list[Action] = []
    while not hand.over and random.random() > 0.01:
        dice = random.random()
        in_force = standing(log).numbers
        if in_force and dice < 0.1:
            log.append(Undo(random.choice(in_force)))
            hand = fold(setup, log)
            continue
        if dice > 0.995:
            log.append(Abandon())
            hand.abandon(len(log))
            continue
        action = lawful(hand, random)
        if hand.phase is Phase.RUN and isinstance(action, Play) and dice > 0.8:
            log.append(Follow(action.seat, action.card))
        else:
            log.append(action)
        hand.apply(action, len(log))
    return hand, log


def record_of(setup: Setup, random: Random) -> tuple[Hand, HandRecord]:
    hand, log = night(setup, random)
    names = [random.choice((None, "Ann", "Бен “the 🃏”")) for _ in setup.stacks]
    carried: dict[str, Any] = {"claimed": setup.claimed, "away": setup.away}
    return hand, to_record(hand, log, recording=Recording.ENTERED, names=names, **carried)


def check_round_trip(setup: Setup, random: Random, schema: Draft202012Validator) -> None:
    hand, record = record_of(setup, random)
    text = dumps(record)
    again = parse(text)
    assert again == record
    assert not again.warnings
    assert dumps(again) == text
    assert parse(text.encode()) == record
    assert parse(json.dumps(json.loads(text))) == record
    assert snapshot(from_record(again)) == snapshot(hand)
    assert [*schema.iter_errors(json.loads(text))] == []


@given(setups(), streams())
def test_nothing_is_lost_on_the_way(setup: Setup, random: Random) -> None:
    written = json.loads(SCHEMA.read_text("utf-8"))
    check_round_trip(setup, random, Draft202012Validator(written))


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_is_lost_in_any_preset(preset: str, schema: Draft202012Validator) -> None:
    for seed in numbers(2, 2):
        random = Random(f"{preset} {seed}")
        rules = make_rules(preset)
        seats = random.randint(3, 8)
        setup = Setup(
            rules,
            [50] * seats,
            random.randrange(seats),
            random.sample(range(52), 52),
            list(range(seats)),
            [random.randint(0, 9) for _ in rules.table.layout],
            3,
            2,
            None,
            {s: {0: rules.stakes.amount} for s in range(seats)}
            if not rules.stakes.are_fixed
            else {},
        )
        check_round_trip(setup, random, schema)


@pytest.mark.parametrize("preset", ["michigan", "michigan_ru"])
def test_a_hand_of_real_cards_is_kept_without_its_deal(
    preset: str, schema: Draft202012Validator
) -> None:
    """R9-R11: only what lay on the table is known."""
    hand = ObservedHand(make_rules(preset), [50, 50, 50], 2)
    log: list[Action] = [] if preset == "michigan" else [Decline(2), Pass(0), Pass(1)]
    log += [
        Play(0, parse_card("2S")),
        Play(1, parse_card("3S")),
        Play(2, parse_card("4S")),
    ]
    for number, action in enumerate(log, 1):
        hand.apply(action, number)
    record = to_record(hand, log, recording=Recording.OBSERVED)
    again = parse(dumps(record))
    assert again == record
    assert again.deal is None
    assert snapshot(from_record(again)) == snapshot(hand)
    assert [*schema.iter_errors(as_json(record))] == []


def test_a_score_sheet_is_kept_fact_by_fact(schema: Draft202012Validator) -> None:
    """R14: the sheet is checked again when it is read."""
    hand = ScoredHand(make_rules("michigan"), [50, 50, 50], 2)
    log = [
        Take(1, 1),
        Left(0, 5),
        Left(2, 3),
        Out(1),
    ]
    for number, action in enumerate(log, 1):
        hand.apply(action, number)
    assert hand.over
    record = to_record(hand, log, recording=Recording.RESULT)
    written = plain_of(record)
    assert written["actions"][0] == {"take": "KC", "seat": 2}
    again = parse(dumps(record))
    assert again == record
    assert snapshot(from_record(again)) == snapshot(hand)
    assert [*schema.iter_errors(written)] == []
    written["actions"][1]["left"] = 6
    with pytest.raises(
        Malformed,
        match=says("fault.at", at="result, seat 1", problem="record.differs (stated=41, found=40)"),
    ):
        from_record(from_json(written))


@given(setups(any_rules(), small=True), streams())
def test_a_record_can_be_stopped_anywhere(setup: Setup, random: Random) -> None:
    """R8: the fold is the same at every point, also where something was taken back later."""
    _, record = record_of(setup, random)
    log = [step.action for step in record.log]
    for upto in range(len(log) + 1):
        assert snapshot(from_record(record, upto)) == snapshot(fold(setup, log[:upto]))


def unknown(verb: str, said: str | int, seat: int | None) -> UnknownAction:
    form = {verb: said} if seat is None else {verb: said, "seat": seat}
    return UnknownAction(verb, tuple(form.items()))


UNKNOWN = st.builds(
    unknown,
    st.sampled_from(["double", "peek"]),
    st.just(True) | st.integers(0, 2**53) | st.sampled_from(["QD", "all"]),
    st.none() | st.integers(1, 8),
)


@given(actions(len(SPACES)) | UNKNOWN)
def test_every_action_is_written_and_read_alike(action: LogAction) -> None:
    written = json.loads(json.dumps(step_json(Step(action), SPACES)))
    assert read_log_action(written, SPACES) == (action, [])
    assert step_json(Step(action, 9), SPACES) == {**written, "undone_by": 9}


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Play(0, parse_card("9S")), {"play": "9S", "seat": 1}),
        (Stop(), {"stop": True}),
        (Bid(2, 3), {"bid": 3, "seat": 3}),
        (Pass(2), {"pass": True, "seat": 3}),
        (Follow(1, parse_card("QD")), {"follow": True, "seat": 2, "card": "QD"}),
        (Undo(7), {"undo": 7}),
        (Waive(2), {"waive": 2}),
        (Waive(), {"waive": True}),
        (Take(0, 2), {"take": "K-Q", "seat": 1}),
        (
            UnknownAction("peek", (("peek", True), ("seat", 1), ("card", "QD"))),
            {"peek": True, "seat": 1, "card": "QD"},
        ),
    ],
)
def test_actions_as_they_are_posted(action: LogAction, written: dict[str, Any]) -> None:
    assert step_json(Step(action), SPACES) == written


# -- what is unknown, and what is wrong ---------------------------------------------------------


def sample() -> HandRecord:
    """A record with all there is: names, stakes placed, an undo, a result, a proof."""
    rules = make_rules("boodle", {"chips.start": 20})
    hand = Hand(
        rules,
        [20, 20, 20],
        2,
        deal_of("2S 5H", "3S 9D", "4S JS", widow="KD"),
        amount=2,
        placements={0: {0: 2}, 1: {1: 1, 2: 1}, 2: {3: 2}},
    )
    log = [Play(0, parse_card("5H")), Undo(1)]
    for number, (seat, card) in enumerate([(0, "2S"), (1, "3S"), (2, "4S"), (0, "5H")], 3):
        log.append(Play(seat, parse_card(card)))
        hand.apply(log[-1], number)
    return to_record(
        hand,
        log,
        recording=Recording.ENTERED,
        place=Place("league", "table", 7),
        names=["Ann", "Ben", None],
        proof=SeedProof("0" * 64, "1" * 64, "[]", ("", "x", "")),
    )


def objects(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Give every object of a record whose members have fixed names."""
    if isinstance(value, dict):
        if not path.endswith(("options", "layout", "stakes", "hands")) and ".stakes" not in path:
            yield path, value
        for name, part in value.items():
            if name != "stakes":
                yield from objects(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from objects(part, f"{path}[{index}]")


def test_what_a_later_version_adds_is_warned_of_and_left_out(
    schema: Draft202012Validator,
) -> None:
    record = sample()
    plain = as_json(record)
    count = 0
    for index in range(len([*objects(plain)])):
        changed = copy.deepcopy(plain)
        path, found = [*objects(changed)][index]
        if path == "proof.dealing":
            continue
        found["new"] = {"later": 1}
        read = from_json(changed)
        assert read == record
        assert [f"{path}.new" if path else "new"] == [w.values["at"] for w in read.warnings]
        assert [*schema.iter_errors(changed)] == []
        count += 1
    assert count > 20


def test_a_later_version_is_refused_by_its_number() -> None:
    with pytest.raises(Malformed, match=says("record.version", version=2, known=1)):
        from_json({**as_json(sample()), "boodle_hand": 2})


def test_a_hand_keeps_the_version_of_the_rules_that_it_was_dealt_under() -> None:
    written = json.loads(dumps(sample()))
    assert written["rules"]["version"] == Version.CURRENT
    assert from_json(written).rules.version is Version.CURRENT
    del written["rules"]["version"]
    record = from_json(written)
    assert record.rules.version is Version.ONE
    assert json.loads(dumps(record)) == written
    written["rules"]["version"] = max(Version) + 1
    with pytest.raises(
        Malformed,
        match=says(
            "fault.at", at="rules.version", problem="record.rules-version (version=3, known=2)"
        ),
    ):
        from_json(written)


def test_an_unknown_verb_is_kept_and_only_its_replay_refused() -> None:
    plain = plain_of(sample())
    plain["actions"].append({"double": True, "seat": 1})
    del plain["result"]
    record = from_json(plain)
    assert record.log[-1].action == unknown("double", True, 1)
    assert plain_of(record)["actions"][-1] == {"double": True, "seat": 1}
    with pytest.raises(
        Malformed,
        match=says("fault.at", at="record.action (number=7)", problem="action.unknown-verb"),
    ):
        from_record(record)


@pytest.mark.parametrize(
    ("form", "kept"),
    [
        (
            {"double": True, "seat": 2, "card": "QD"},
            (("double", True), ("seat", 2), ("card", "QD")),
        ),
        ({"double": 3, "seat": None, "card": None}, (("double", 3),)),
    ],
)
def test_what_an_unknown_verb_has_beside_it_is_kept(
    form: dict[str, Any], kept: tuple[tuple[str, bool | int | str | None], ...]
) -> None:
    plain = plain_of(sample())
    plain["actions"].append(form)
    del plain["result"]
    assert from_json(plain).log[-1].action == UnknownAction("double", kept)


@pytest.mark.parametrize(
    "form",
    [
        {"double": None},
        {"double": [1]},
        {"double": True, "seat": 9},
        {"double": True, "card": "1H"},
        {"double": 1.5},
    ],
)
def test_an_unknown_verb_with_something_else_beside_it_is_refused(form: dict[str, Any]) -> None:
    plain = plain_of(sample())
    plain["actions"].append(form)
    with pytest.raises(Malformed):
        from_json(plain)


def test_a_result_need_not_list_the_movements() -> None:
    record = sample()
    assert record.result is not None
    assert record.result.entries
    short = replace(record, result=replace(record.result, entries=None))
    assert "ledger" not in plain_of(short)["result"]
    assert from_json(plain_of(short)) == short
    assert snapshot(from_record(short)) == snapshot(from_record(record))


REMOVED = object()

BROKEN: list[tuple[str, Any, str, bool]] = [
    ("boodle_hand", REMOVED, says("record.not-a-record"), True),
    (
        "boodle_hand",
        "1",
        says("fault.at", at="boodle_hand", problem="record.number (low=1, high=9007199254740992)"),
        True,
    ),
    (
        "boodle_hand",
        True,
        says("fault.at", at="boodle_hand", problem="record.number (low=1, high=9007199254740992)"),
        True,
    ),
    ("rules", REMOVED, says("fault.at", at="rules", problem="record.missing"), True),
    (
        "rules.preset",
        "canasta",
        says("fault.at", at="rules", problem="option.preset-unknown"),
        False,
    ),
    (
        "rules.options",
        {"lead.chnge": "suit"},
        says("fault.at", at="rules", problem="option.unknown"),
        False,
    ),
    ("rules.options", [], says("fault.at", at="rules.options", problem="record.object"), True),
    (
        "recording",
        "filmed",
        says(
            "fault.at",
            at="recording",
            problem="record.choice (allowed=[dealt, entered, observed, result])",
        ),
        True,
    ),
    ("seats", {}, says("fault.at", at="seats", problem="record.list"), True),
    (
        "seats",
        [{"stack": 1, "in": True}],
        says("fault.at", at="seats", problem="record.seats"),
        True,
    ),
    ("seats.0", 5, says("fault.at", at="seats[0]", problem="record.object"), True),
    (
        "seats.0.stack",
        "20",
        says(
            "fault.at",
            at="seats[0].stack",
            problem="record.number (low=-9007199254740992, high=9007199254740992)",
        ),
        True,
    ),
    (
        "seats.0.stack",
        REMOVED,
        says("fault.at", at="seats[0].stack", problem="record.missing"),
        True,
    ),
    ("seats.1.in", 1, says("fault.at", at="seats[1].in", problem="record.boolean"), True),
    (
        "seats.1.name",
        1,
        says("fault.at", at="seats[1].name", problem="record.text (most=4000)"),
        True,
    ),
    ("dealer", 4, says("fault.at", at="dealer", problem="record.number (low=1, high=3)"), False),
    ("dealer", 0, says("fault.at", at="dealer", problem="record.number (low=1, high=3)"), True),
    ("dealer", 1.5, says("fault.at", at="dealer", problem="record.number (low=1, high=3)"), True),
    (
        "amount",
        -1,
        says("fault.at", at="amount", problem="record.number (low=0, high=9007199254740992)"),
        True,
    ),
    (
        "layout",
        {"7H": 1},
        says(
            "fault.at",
            at="layout",
            problem="stakes.unknown-space (space=7H, spaces=[AH, KC, QD, JS])",
        ),
        False,
    ),
    (
        "layout.AH",
        -1,
        says("fault.at", at="layout.AH", problem="record.number (low=0, high=9007199254740992)"),
        True,
    ),
    ("stakes.9", {"AH": 1}, says("fault.at", at="stakes", problem="seat.unknown (seat=9)"), True),
    (
        "stakes.1",
        {"XX": 1},
        says(
            "fault.at",
            at="stakes.1",
            problem="stakes.unknown-space (space=XX, spaces=[AH, KC, QD, JS])",
        ),
        False,
    ),
    (
        "claimed",
        ["space ZZ"],
        says("fault.at", at="claimed", problem="record.account (name=space ZZ)"),
        False,
    ),
    ("deal.hands", REMOVED, says("fault.at", at="deal.hands", problem="record.missing"), True),
    (
        "deal.hands.1",
        ["2S", "3S"],
        says("fault.at", at="deal", problem="deal.card-twice (card=3S)"),
        False,
    ),
    (
        "deal.hands.1",
        ["1S"],
        says("fault.at", at="deal.hands.1", problem="card.unreadable (text=1S)"),
        True,
    ),
    (
        "deal.hands.1",
        [],
        says("fault.at", at="deal", problem="deal.seat-without-cards (seat=1)"),
        True,
    ),
    (
        "deal.hands.7",
        ["2H"],
        says("fault.at", at="deal.hands", problem="seat.unknown (seat=7)"),
        False,
    ),
    ("deal.dead", ["2S"], says("fault.at", at="deal.dead", problem="record.undealt"), False),
    ("actions", {}, says("fault.at", at="actions", problem="record.list"), True),
    ("actions.0", "play", says("fault.at", at="actions[0]", problem="record.object"), True),
    ("actions.0", {}, says("fault.at", at="actions[0]", problem="record.one-verb"), True),
    (
        "actions.0",
        {"play": "5H", "stop": True},
        says("fault.at", at="actions[0]", problem="record.one-verb"),
        True,
    ),
    (
        "actions.0.play",
        "1H",
        says("fault.at", at="actions[0]", problem="card.unreadable (text=1H)"),
        True,
    ),
    (
        "actions.0.seat",
        9,
        says("fault.at", at="actions[0]", problem="record.number (low=1, high=8)"),
        True,
    ),
    (
        "actions.2.seat",
        4,
        says("fault.at", at="actions[2]", problem="seat.unknown (seat=4)"),
        False,
    ),
    (
        "actions.0.undone_by",
        REMOVED,
        says("fault.at", at="actions[0]", problem="record.undone-by (number=2)"),
        False,
    ),
    (
        "actions.2.undone_by",
        2,
        says("fault.at", at="actions[2]", problem="record.undone-by (number=2)"),
        False,
    ),
    (
        "actions.1.undo",
        2,
        says("fault.at", at="actions", problem="log.not-in-force (number=2)"),
        False,
    ),
    (
        "actions.1.undo",
        "1",
        says("fault.at", at="actions[1]", problem="record.number (low=0, high=9007199254740992)"),
        True,
    ),
    (
        "result.winner",
        REMOVED,
        says("fault.at", at="result.winner", problem="record.missing"),
        True,
    ),
    (
        "result.winner",
        9,
        says("fault.at", at="result.winner", problem="record.number (low=1, high=3)"),
        True,
    ),
    ("result.stacks", [1, 2], says("fault.at", at="result.stacks", problem="record.stacks"), False),
    (
        "result.stacks",
        [1, 2, "3"],
        says(
            "fault.at",
            at="result.stacks",
            problem="record.number (low=-9007199254740992, high=9007199254740992)",
        ),
        True,
    ),
    (
        "result.ledger.0.from",
        "seat 4",
        says("fault.at", at="result.ledger[0].from", problem="record.account (name=seat 4)"),
        False,
    ),
    (
        "result.ledger.0.amount",
        None,
        says(
            "fault.at",
            at="result.ledger[0].amount",
            problem="record.number (low=0, high=9007199254740992)",
        ),
        True,
    ),
    (
        "table.hand",
        "7",
        says("fault.at", at="table.hand", problem="record.number (low=1, high=9007199254740992)"),
        True,
    ),
    ("table.league", REMOVED, says("fault.at", at="table.league", problem="record.missing"), True),
    ("proof.seeds", [1], says("fault.at", at="proof.seeds", problem="record.texts"), True),
    (
        "proof.link",
        None,
        says("fault.at", at="proof.link", problem="record.text (most=4000)"),
        True,
    ),
    (
        "proof.dealing.first",
        "eldest",
        says("fault.at", at="proof.dealing", problem="record.dealt-otherwise"),
        False,
    ),
]


def broken(path: str, value: Any) -> dict[str, Any]:
    changed: Any = as_json(sample())
    *way, last = path.split(".") if not path.startswith("layout") else path.split(".", 1)
    at = changed
    for step in way:
        at = at[int(step) if isinstance(at, list) else step]
    if value is REMOVED:
        del at[last]
    else:
        at[int(last) if isinstance(at, list) else last] = value
    result: dict[str, Any] = changed
    return result


@pytest.mark.parametrize(("path", "value", "told", "structural"), BROKEN)
def test_what_is_wrong_is_reported_with_its_place(
    path: str, value: Any, told: str, structural: bool, schema: Draft202012Validator
) -> None:
    changed = broken(path, value)
    with pytest.raises(Malformed, match=f"^{told}"):
        parse(json.dumps(changed))
    assert schema.is_valid(changed) is not structural


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", says("record.not-json")),
        ("[", says("record.not-json")),
        ("[" * 100_000, says("record.not-json")),
        (b"\xff\xfe", says("record.not-json")),
        ("9" * 5000, says("record.not-json")),
        ("[]", says("fault.at", at="record", problem="record.object")),
        ('{"a": 1, "a": 2}', says("record.member-twice", name="a")),
        ('{"boodle_hand": NaN}', says("record.no-number", number="NaN")),
    ],
)
def test_what_is_no_json_object_is_reported(text: str | bytes, told: str) -> None:
    with pytest.raises(Malformed, match=f"^{told}"):
        parse(text)


@pytest.mark.parametrize("value", [None, 1, "x", [], [{}], {}, {"boodle_hand": 1}])
def test_anything_else_is_malformed(value: Any) -> None:
    with pytest.raises(Malformed):
        from_json(value)


LIES: list[tuple[str, Any, str]] = [
    (
        "result.winner",
        2,
        says("fault.at", at="result, winner", problem="record.differs (stated=2, found=1)"),
    ),
    (
        "result.winner",
        None,
        says("fault.at", at="result, winner", problem="record.differs (stated=null"),
    ),
    (
        "result.stacks.1",
        99,
        says("fault.at", at="result, seat 2", problem="record.differs (stated=99, found=17)"),
    ),
    (
        "result.layout.AH",
        9,
        says("fault.at", at="result, space AH", problem="record.differs (stated=9, found=2)"),
    ),
    (
        "result.kitty",
        1,
        says("fault.at", at="result, kitty", problem="record.differs (stated=1, found=0)"),
    ),
    (
        "result.abandoned",
        True,
        says("fault.at", at="result, abandoned", problem="record.differs (stated=true"),
    ),
    (
        "result.ledger.0.amount",
        5,
        says("fault.at", at="result, ledger[0]", problem="record.differs"),
    ),
    (
        "result.ledger",
        [],
        says("fault.at", at="result, ledger", problem="record.differs (stated=0, found=6)"),
    ),
    (
        "actions.5",
        {"play": "9D", "seat": 2},
        says("fault.at", at="record.action (number=6)", problem="lead.another-seat (seat=1)"),
    ),
    (
        "actions.5",
        {"stop": True},
        says("fault.at", at="record.action (number=6)", problem="play.stop-without-fines"),
    ),
    (
        "stakes.1",
        {"AH": 1},
        says("fault.at", at="record.set-up", problem="stakes.total (due=2, total=1)"),
    ),
    ("seats.0.in", False, says("fault.at", at="record.set-up", problem="deal.seats-and-hands")),
    ("deal", None, says("fault.at", at="record.set-up", problem="record.no-deal")),
]


@pytest.mark.parametrize(("path", "value", "told"), LIES)
def test_a_record_that_its_own_plays_belie_is_refused(path: str, value: Any, told: str) -> None:
    record = from_json(broken(path, value))
    with pytest.raises(Malformed, match=f"^{told}"):
        from_record(record)


def test_a_result_before_the_end_is_refused() -> None:
    plain = plain_of(sample())
    plain["actions"].pop()
    with pytest.raises(Malformed, match=says("fault.at", at="result", problem="hand.not-over")):
        from_record(from_json(plain))


def test_one_action_stands_on_one_line() -> None:
    text = dumps(sample())
    lines = text.splitlines()
    assert sum('"play"' in line for line in lines) == 5
    assert '    {"play": "5H", "seat": 1, "undone_by": 2},' in lines
    assert text.endswith("}\n")


def test_what_may_be_left_out_is_filled_in() -> None:
    """R3: without stakes placed, kitty or pot a set-up is short."""
    short: dict[str, Any] = {
        "boodle_hand": 1,
        "rules": {"preset": "michigan"},
        "recording": "entered",
        "seats": [{"stack": 50}, {"stack": 50}],
        "dealer": 2,
        "amount": 1,
        "deal": {"hands": {"1": ["9S"], "2": ["KC", "10S"]}},
        "actions": [{"play": "9S", "seat": 1}],
    }
    hand = from_record(from_json(short))
    expected = Hand(
        make_rules("michigan", version=Version.ONE),
        [50, 50],
        1,
        deal_hands({0: [parse_card("9S")], 1: [parse_card("KC"), parse_card("10S")]}),
    )
    expected.apply(Play(0, parse_card("9S")))
    assert snapshot(hand) == snapshot(expected)


def test_the_schema_knows_every_verb(schema: Draft202012Validator) -> None:
    verbs = {
        choice["required"][0]
        for choice in schema.schema["$defs"]["action"]["oneOf"]
        if "required" in choice
    }
    assert verbs == {*TABLE}


def test_the_schema_has_the_value_of_every_verb(schema: Draft202012Validator) -> None:
    number = {"type": "integer", "minimum": 0}
    alone = {"anyOf": [{"const": True}, {"$ref": "#/$defs/chips"}]}
    values = {
        Part.CARD: {"$ref": "#/$defs/card"},
        Part.SPACE: {"type": "string"},
        Part.CHIPS: number,
        Part.CARDS: number,
        Part.FAULT: number,
        Part.NUMBER: number,
        Part.FINDING: alone,
        None: alone,
    }
    members = schema.schema["$defs"]["action"]["properties"]
    assert {verb.value: members.get(verb.value) for verb in TABLE} == {
        verb.value: values[row.value_part] for verb, row in TABLE.items()
    }
