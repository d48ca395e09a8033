"""Writing hand records: one action and one movement of chips a line (``docs/hand-record.md``)."""

from __future__ import annotations

import json
from typing import Final

from chalicelib.json_value import Json
from chalicelib.rules.cards import TEXT
from chalicelib.rules.deal import DEAD, WIDOW, Deal
from chalicelib.rules.options.presets import overridden
from chalicelib.rules.options.rules import Rules
from chalicelib.rules.version import UNSTATED

from .log import step_json
from .proofs import proof_json
from .record import VERSION, HandRecord, Result, accounts, dealing

_WIDTH: Final = 96


def as_json(record: HandRecord) -> dict[str, Json]:
    """Return a record as JSON values."""
    rules, spaces = record.rules, record.rules.table.space_names
    written: dict[str, Json] = {
        "boodle_hand": VERSION,
        "rules": _rules_json(rules),
        "recording": record.recording.value,
    }
    if record.place:
        place = record.place
        written["table"] = {"league": place.league, "table": place.table, "hand": place.hand}
    written["seats"] = [_seat_json(record, seat) for seat in range(len(record.stacks))]
    written["dealer"] = record.dealer + 1
    written["layout"] = dict(zip(spaces, record.layout, strict=True))
    written |= {"kitty": record.kitty, "pot": record.pot, "bank": record.bank}
    if record.claimed:
        names = accounts(rules, 0)
        written["claimed"] = [names[n] for n in range(len(spaces) + 2) if record.claimed >> n & 1]
    written["amount"] = record.amount
    if record.placements:
        written["stakes"] = {
            str(seat + 1): {spaces[space]: chips for space, chips in sorted(placed.items())}
            for seat, placed in sorted(record.placements.items())
        }
    if record.deal:
        written["deal"] = _deal_json(rules, record.deal)
    written["actions"] = [step_json(step, spaces) for step in record.log]
    if record.result:
        written["result"] = _result_json(rules, record.result)
    if record.proof:
        written["proof"] = proof_json(record.proof, dealing(rules))
    return written


def _rules_json(rules: Rules) -> dict[str, Json]:
    written: dict[str, Json] = {"preset": rules.preset, "options": overridden(rules)}
    return written if rules.version == UNSTATED else {**written, "version": rules.version.value}


def _seat_json(record: HandRecord, seat: int) -> dict[str, Json]:
    view: dict[str, Json] = {}
    if seat < len(record.names) and record.names[seat] is not None:
        view["name"] = record.names[seat]
    view |= {"stack": record.stacks[seat], "in": seat in record.seats}
    view |= {"away": True} if record.away >> seat & 1 else {}
    return {**view, "left": True} if record.left >> seat & 1 else view


def _deal_json(rules: Rules, deal: Deal) -> dict[str, Json]:
    def pile(number: int) -> list[str]:
        return [TEXT[card] for card in sorted(deal.cards(number), key=rules.table.order.sort_key)]

    seats = sorted({seat for seat in deal.where if seat >= 0})
    return {
        "hands": {str(seat + 1): pile(seat) for seat in seats},
        "widow": pile(WIDOW),
        "dead": pile(DEAD),
    }


def _result_json(rules: Rules, result: Result) -> dict[str, Json]:
    view: dict[str, Json] = {"winner": None if result.winner is None else result.winner + 1}
    if result.abandoned:
        view["abandoned"] = True
    view["stacks"] = list(result.stacks)
    view["layout"] = dict(zip(rules.table.space_names, result.layout, strict=True))
    view |= {"kitty": result.kitty, "pot": result.pot, "bank": result.bank}
    if result.entries is not None:
        names = accounts(rules, len(result.stacks))
        view["ledger"] = [
            {
                "from": names[entry.source],
                "to": names[entry.target],
                "amount": entry.amount,
                "reason": entry.reason,
                "action": entry.action,
            }
            for entry in result.entries
        ]
    return view


def dumps(record: HandRecord) -> str:
    """Return a record as text, one action and one movement of chips a line."""
    return _pretty(as_json(record), 0) + "\n"


def _pretty(value: Json, depth: int) -> str:
    line = json.dumps(value, ensure_ascii=False)
    indent = "  " * (depth + 1)
    close = "\n" + "  " * depth
    if isinstance(value, list) and value and isinstance(value[0], dict):
        rows = (json.dumps(item, ensure_ascii=False) for item in value)
        return f"[\n{indent}" + f",\n{indent}".join(rows) + f"{close}]"
    if isinstance(value, dict) and value and (depth == 0 or len(line) > _WIDTH):
        members = (
            f"{json.dumps(k, ensure_ascii=False)}: {_pretty(v, depth + 1)}"
            for k, v in value.items()
        )
        return f"{{\n{indent}" + f",\n{indent}".join(members) + f"{close}}}"
    return line
