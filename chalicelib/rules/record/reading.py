"""Reading hand records with care (``docs/hand-record.md``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple, cast

from chalicelib.json_value import Json
from chalicelib.message import Message, say
from chalicelib.rules.actions import LARGEST, Part, Recording, whole
from chalicelib.rules.cards import PACK, Card, parse_card
from chalicelib.rules.deal import DEAD, Deal, deal_hands
from chalicelib.rules.errors import Malformed
from chalicelib.rules.ledger import Entry, Reason
from chalicelib.rules.options.presets import make_rules
from chalicelib.rules.options.rules import Rules
from chalicelib.rules.version import UNSTATED, Version

from .log import UNDONE_BY, Step, read_log_action, steps_of
from .members import Members, read_json, wrong
from .proofs import read_proof
from .record import VERSION, HandRecord, Place, Result, accounts, dealing


def parse(text: str | bytes) -> HandRecord:
    """Return the record of a text; it is not yet checked by a replay.

    Raises
    ------
    Malformed
        It is not a hand record, or one of a later version; the error says where.
    """
    return from_json(read_json(text))


def from_json(value: Json) -> HandRecord:
    """Return the record of a JSON value; see :func:`parse`."""
    warnings: list[Message] = []
    top = Members(value, "", warnings)
    if top.maybe("boodle_hand") is None:
        raise Malformed(say("record.not-a-record"))
    version = top.number("boodle_hand", 1, LARGEST)
    if version != VERSION:
        raise Malformed(
            say(
                "record.version",
                version=version,
                known=VERSION,
            )
        )
    rules = _rules(top.inner("rules"))
    recording = _recording(top)
    rows = [
        Members(row, f"seats[{index}]", warnings) for index, row in enumerate(top.rows("seats"))
    ]
    if not 2 <= len(rows) <= 8:
        raise wrong("seats", Malformed(say("record.seats")))
    seats = _seats(rows)
    count = len(rows)
    inner = top.maybe_inner
    record = HandRecord(
        rules=rules,
        recording=recording,
        stacks=tuple(seat.stack for seat in seats),
        seats=tuple(number for number, seat in enumerate(seats) if seat.takes_part),
        dealer=top.number("dealer", 1, count) - 1,
        amount=top.number("amount", 0, LARGEST),
        layout=top.chips("layout", rules, needed=False),
        kitty=top.number("kitty", 0, LARGEST, 0),
        pot=top.number("pot", 0, LARGEST, 0),
        bank=top.number("bank", -LARGEST, LARGEST, 0),
        claimed=_claimed(rules, top.maybe_rows("claimed") or ()),
        away=sum(seat.away << number for number, seat in enumerate(seats)),
        left=sum(seat.left << number for number, seat in enumerate(seats)),
        placements=_placements(rules, stakes, count) if (stakes := inner("stakes")) else {},
        deal=_deal(deal, count) if (deal := inner("deal")) else None,
        log=_log(rules, top, count),
        result=_result(rules, result, count) if (result := inner("result")) else None,
        place=_place(place) if (place := inner("table")) else None,
        names=tuple(seat.name for seat in seats),
        proof=read_proof(proof, dealing(rules)) if (proof := inner("proof")) else None,
    )
    top.end()
    return replace(record, warnings=tuple(warnings))


def _recording(top: Members) -> Recording:
    found = top.take("recording")
    for recording in Recording:
        if recording == found:
            return recording
    allowed = tuple(Recording)
    raise wrong("recording", Malformed(say("record.choice", allowed=allowed)))


def _rules(members: Members) -> Rules:
    preset = members.text("preset")
    options = members.inner("options").members if "options" in members else {}
    number = members.number("version", 1, LARGEST, UNSTATED)
    members.end()
    if number not in tuple(Version):
        detail = say("record.rules-version", version=number, known=max(Version))
        raise wrong("rules.version", Malformed(detail))
    try:
        return make_rules(preset, options, Version(number))
    except Malformed as error:
        raise wrong("rules", error) from None


class _Seat(NamedTuple):
    """A seat as written."""

    name: str | None
    stack: int
    takes_part: bool
    away: bool
    left: bool


def _seats(rows: list[Members]) -> list[_Seat]:
    seats = []
    for row in rows:
        name = row.maybe_text("name")
        stack = row.number("stack", -LARGEST, LARGEST)
        takes_part, left = row.flag("in", True), row.flag("left", False)
        seats.append(_Seat(name, stack, takes_part, row.flag("away", False), left))
        row.end()
    return seats


def _claimed(rules: Rules, rows: Iterable[Json]) -> int:
    names = accounts(rules, 0)[:-1]
    claimed = 0
    for name in rows:
        if name not in names:
            raise wrong("claimed", _no_account(name))
        claimed |= 1 << names.index(str(name))
    return claimed


def _no_account(name: Json) -> Malformed:
    return Malformed(say("record.account", name=str(name)[:40]))


def _seat(members: Members, name: str, count: int) -> int:
    if not (name.isascii() and name.isdigit() and len(name) == 1 and 1 <= int(name) <= count):
        raise wrong(members.at, Malformed(say("seat.unknown", seat=name[:10])))
    return int(name) - 1


def _placements(rules: Rules, stakes: Members, count: int) -> dict[int, dict[int, int]]:
    placements = {}
    for name in stakes:
        chips = stakes.chips(name, rules)
        placements[_seat(stakes, name, count)] = {
            space: placed for space, placed in enumerate(chips) if placed
        }
    return placements


def _cards(members: Members, name: str) -> list[Card]:
    try:
        return [parse_card(card) for card in members.rows(name)]
    except Malformed as error:
        # If the list itself is missing, there is an error for it already.
        raise error if "at" in error.detail.values else wrong(members.path(name), error) from None


def _deal(members: Members, count: int) -> Deal:
    piles = members.inner("hands")
    hands = {_seat(piles, name, count): _cards(piles, name) for name in piles}
    widow = _cards(members, "widow") if members.maybe("widow") is not None else []
    dead = _cards(members, "dead") if members.maybe("dead") is not None else None
    members.end()
    try:
        deal = deal_hands(hands, widow)
    except Malformed as error:
        raise wrong("deal", error) from None
    if dead is not None and sorted(dead) != [card for card in PACK if deal.where[card] == DEAD]:
        raise wrong("deal.dead", Malformed(say("record.undealt")))
    return deal


def _log(rules: Rules, top: Members, count: int) -> tuple[Step, ...]:
    actions, stated = [], []
    for number, row in enumerate(top.rows("actions"), 1):
        at = f"actions[{number - 1}]"
        members = Members(row, at, top.warnings)
        try:
            action, unknown = read_log_action(members.members, rules.table.space_names)
            seat = members.maybe(Part.SEAT)
            if seat is not None and whole(seat, 1, 8) > count:
                raise Malformed(say("seat.unknown", seat=whole(seat, 1, 8)))
        except Malformed as error:
            raise wrong(at, error) from None
        actions.append(action)
        back = members.maybe(UNDONE_BY)
        stated.append(None if back is None else members.number(UNDONE_BY, 1, LARGEST))
        for name in members:
            if name not in unknown:
                members.take(name)
        members.end()
    try:
        steps = steps_of(actions)
    except Malformed as error:
        raise wrong("actions", error) from None
    for index, (step, by) in enumerate(zip(steps, stated, strict=True)):
        if step.undone_by != by:
            raise wrong(
                f"actions[{index}]",
                Malformed(say("record.undone-by", number=by or step.undone_by or 0)),
            )
    return steps


def _result(rules: Rules, members: Members, count: int) -> Result:
    won = members.take("winner")
    stacks = members.rows("stacks")
    if len(stacks) != count:
        raise wrong("result.stacks", Malformed(say("record.stacks")))
    try:
        after = tuple(whole(stack, -LARGEST, LARGEST) for stack in stacks)
    except Malformed as error:
        raise wrong("result.stacks", error) from None
    rows = members.maybe_rows("ledger")
    result = Result(
        winner=None if won is None else members.number("winner", 1, count) - 1,
        abandoned=members.flag("abandoned", False),
        stacks=after,
        layout=members.chips("layout", rules),
        kitty=members.number("kitty", 0, LARGEST, 0),
        pot=members.number("pot", 0, LARGEST, 0),
        bank=members.number("bank", -LARGEST, LARGEST, 0),
        entries=None if rows is None else _entries(rules, rows, count, members.warnings),
    )
    members.end()
    return result


def _entries(
    rules: Rules, rows: Iterable[Json], count: int, warnings: list[Message]
) -> tuple[Entry, ...]:
    numbers = {name: n for n, name in enumerate(accounts(rules, count))}
    entries = []
    for index, row in enumerate(rows):
        entry = Members(row, f"result.ledger[{index}]", warnings)
        ends = []
        for name in ("from", "to"):
            account = entry.text(name)
            if account not in numbers:
                raise wrong(entry.path(name), _no_account(account))
            ends.append(numbers[account])
        source, target = ends
        amount, action = entry.number("amount", 0, LARGEST), entry.number("action", 0, LARGEST)
        # A reason that no hand gives is found when the ledger is compared.
        reason = cast(Reason, entry.text("reason"))
        entries.append(Entry(source, target, amount, reason, action))
        entry.end()
    return tuple(entries)


def _place(members: Members) -> Place:
    place = Place(members.text("league"), members.text("table"), members.number("hand", 1, LARGEST))
    members.end()
    return place
