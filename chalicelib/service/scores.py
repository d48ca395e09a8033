"""The score sheet of a hand with real cards: put whole, checked, and paid at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chalicelib.rules import Action, Malformed, parse_card
from chalicelib.rules.actions import End, make_action
from chalicelib.store.records.live_log import Logged, Poster

from .access import Caller, check_right, poster_at
from .actions import judge_and_commit, load_sheet
from .context import Context
from .entries import placement_of
from .errors import Refusal, say
from .sheet import Sheet
from .tables import load_table
from .views import entry_view


@dataclass(frozen=True, slots=True)
class Score:
    """What a score sheet says; seats count from 1, spaces and cards have their names.

    Attributes
    ----------
    out
        Who went out; ``None``: the hand ended without a winner (R6).
    cards_left
        Seat -> cards left.
    spaces
        Space -> the seats that won it.
    pot
        Who won the pot.
    fees, bets
        Seat and chips of each payment for a pass (R6), and into the pot (R15).
    widow
        The seat that took the widow, and what it paid; ``None`` for the dealer's exchange (R5).
    misses
        Seat, card, and the wins it blocked (space and seat), in their order (R9, R10).
    chips
        Seat -> chips in the end, where they were counted.
    """

    out: int | None = None
    cards_left: dict[int, int] = field(default_factory=dict)
    spaces: dict[str, list[int]] = field(default_factory=dict)
    pot: list[int] = field(default_factory=list)
    fees: list[tuple[int, int]] = field(default_factory=list)
    bets: list[tuple[int, int]] = field(default_factory=list)
    widow: tuple[int, int | None] | None = None
    misses: list[tuple[int, str, list[tuple[str, int]]]] = field(default_factory=list)
    chips: dict[int, int] = field(default_factory=dict)


def put_score(ctx: Context, caller: Caller, table_id: str, hand: int, score: Score) -> bool:
    """Record a hand's score sheet, which ends the hand. The same sheet again changes nothing.

    Returns
    -------
    bool
        Whether it is new.

    Raises
    ------
    Refusal
        ``forbidden``; ``action-conflict``: another sheet is recorded; ``hand-over``;
        ``not-now``: the table is not recorded by score sheets.
    Malformed, AgainstRules, NotNow
        The sheet contradicts itself or the rules, or something is missing.
    """
    check_right(caller, "hand.score")

    def judge(sheet: Sheet, poster: Poster) -> tuple[bool, bool]:
        new = _judge(ctx, sheet, poster, score)
        return new, new

    created: bool = judge_and_commit(ctx, caller, table_id, hand, judge)
    return created


def try_score(
    ctx: Context, caller: Caller, table_id: str, hand: int, score: Score
) -> dict[str, Any]:
    """Return what a score sheet would pay, and store nothing.

    Raises
    ------
    Refusal, RulesError
        As :func:`put_score`.
    """
    check_right(caller, "hand.score")
    table = load_table(ctx, table_id)
    poster = poster_at(ctx, caller, table_id, table.live.table)
    sheet, _ = load_sheet(ctx, table, hand)
    new = _judge(ctx, sheet, poster, score)
    ledger, rules = sheet.hand.ledger, sheet.terms.rules
    return {
        "table": table_id,
        "hand": hand,
        "legal": True,
        "recorded": not new,
        "stacks": ledger.stacks,
        "layout": dict(zip(rules.table.space_names, ledger.layout, strict=True)),
        "kitty": ledger.chips[ledger.kitty],
        "pot": ledger.chips[ledger.pot],
        "entries": [entry_view(entry, ledger.seats, rules) for entry in ledger.entries],
    }


def _judge(ctx: Context, sheet: Sheet, poster: Poster, score: Score) -> bool:
    """Put the score on the hand's sheet; return whether it is new."""
    if sheet.table.recording != "result":
        raise Refusal("not-now", "this table is not recorded by score sheets")
    facts = _facts(score, sheet)
    log = [logged.action for logged in sheet.log]
    if log == facts:
        return False
    if sheet.hand.over and not sheet.hand.abandoned:
        raise Refusal(
            "action-conflict",
            say("another score sheet is recorded for hand {hand}", hand=sheet.table.hand),
            sheet=[sheet.shown(number, ()) for number in range(1, len(log) + 1)],
        )
    if sheet.hand.over:
        raise Refusal("hand-over", say("hand {hand} is over", hand=sheet.table.hand))
    now = max(ctx.tenths(), sheet.deal.started)
    for fact in facts:
        sheet.add(Logged(*fact.loose, poster, now))
    return True


def _facts(score: Score, sheet: Sheet) -> list[Action]:
    """Return the sheet as the actions of a scored hand; their order is always the same."""
    facts = []
    if score.widow:
        seat, price = score.widow
        verb = "exchange" if price is None else "sold"
        facts.append(_fact(sheet, verb, seat, amount=price))
    facts += [_fact(sheet, "bet", seat, amount=chips) for seat, chips in score.bets]
    facts += [_fact(sheet, "pot", seat) for seat in score.pot]
    for space, seats in score.spaces.items():
        facts += [_fact(sheet, "take", seat, amount=_space(sheet, space)) for seat in seats]
    facts += [_fact(sheet, "fee", seat, amount=chips) for seat, chips in score.fees]
    for seat, card, blocked in score.misses:
        facts.append(_fact(sheet, "miss", seat, card=parse_card(card)))
        facts += [
            _fact(sheet, "block", holder, amount=_space(sheet, space)) for space, holder in blocked
        ]
    facts += [_fact(sheet, "left", seat, amount=n) for seat, n in sorted(score.cards_left.items())]
    facts += [_fact(sheet, "chips", seat, amount=n) for seat, n in sorted(score.chips.items())]
    facts.append(End() if score.out is None else _fact(sheet, "out", score.out))
    return facts


def _fact(
    sheet: Sheet, verb: str, seat: int, card: int | None = None, amount: int | None = None
) -> Action:
    if not 1 <= seat <= len(sheet.table.players):
        raise Malformed(say("there is no seat {seat}", seat=seat))
    return make_action(verb, seat - 1, card, amount)


def _space(sheet: Sheet, name: str) -> int:
    ((index, _),) = placement_of(sheet.terms.rules, {name: 0}).items()
    return index + 1
