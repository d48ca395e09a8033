"""The score sheet of a hand with real cards: sent whole, checked, and paid at once."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.message import say
from chalicelib.rules import Action, Entry, Malformed, parse_card
from chalicelib.rules.actions import (
    Bet,
    Block,
    Chips,
    End,
    Exchange,
    Fee,
    Left,
    Miss,
    Out,
    Pot,
    Sold,
    Take,
)
from chalicelib.store.records.live_log import Logged, Poster

from .access import poster_at
from .actions import on_log
from .context import Context
from .errors import Refusal
from .hand_logs import load_log
from .log import Accounts
from .posting import PostedLog
from .refusals import SheetConflict
from .rights import Caller, Right, check_right
from .score_sheets import ScoreSheet, sheet_of
from .tables import load_table


@dataclass(frozen=True, slots=True)
class ScoreTrial:
    """The result of a score sheet, or of a dry run: the chips after it, and every movement."""

    table_id: str
    hand: int
    recorded: bool
    accounts: Accounts
    chips: tuple[int, ...]
    entries: tuple[Entry, ...]


def put_score(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    sheet: ScoreSheet,
    phone: int | None = None,
) -> bool:
    """Record a hand's score sheet, which ends the hand. A repetition changes nothing.

    Parameters
    ----------
    phone
        The phone's own time, in tenths of a second since 1970; kept, and decides nothing.

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
    check_right(caller, Right.HAND_SCORE)

    def decide(log: PostedLog, poster: Poster) -> bool:
        return _post(log, sheet, poster, ctx.tenths(), phone)

    return on_log(ctx, caller, table_id, hand, decide)


def try_score(
    ctx: Context, caller: Caller, table_id: str, hand: int, sheet: ScoreSheet
) -> ScoreTrial:
    """Return what a score sheet would pay, without storing it.

    Raises
    ------
    Refusal, RulesError
        As :func:`put_score`.
    """
    check_right(caller, Right.HAND_SCORE)
    table = load_table(ctx, table_id)
    poster = poster_at(ctx, caller, table_id, table.live.table)
    log, _ = load_log(ctx, table, hand)
    new = _post(log, sheet, poster, ctx.tenths())
    ledger = log.hand.ledger
    return ScoreTrial(
        table_id, hand, not new, log.accounts, tuple(ledger.chips), tuple(ledger.entries)
    )


def _post(
    log: PostedLog, sheet: ScoreSheet, poster: Poster, now: int, phone: int | None = None
) -> bool:
    """Add a score sheet to the hand's log; return whether it is new."""
    if not log.recording.takes_sheet:
        raise Refusal("not-now", say("score.not-here"))
    facts = _facts(sheet, log)
    if log.hand.over and not log.hand.abandoned:
        kept = sheet_of([logged.action for logged in log.actions], log.accounts.spaces)
        if kept == sheet_of(facts, log.accounts.spaces):  # in whatever order the spaces came
            return False
        raise SheetConflict(log.table.hand, kept, log.actions[0].poster)
    if log.hand.over:
        raise Refusal("hand-over", say("hand.number-over", hand=log.table.hand))
    for fact in facts:
        log.add(Logged(fact, poster, max(now, log.deal.started), phone))
    return True


def _facts(sheet: ScoreSheet, log: PostedLog) -> list[Action]:
    """Return a sheet as the actions of a scored hand; their order is always the same.

    Spaces are in layout order, since the members of a JSON object have none.
    """
    facts: list[Action] = []
    space = log.terms.rules.table.space

    def seat(number: int) -> int:
        if not 0 <= number < len(log.table.players):
            raise Malformed(say("seat.unknown", seat=number + 1))
        return number

    if sheet.widow:
        taker, price = sheet.widow.seat, sheet.widow.price
        facts.append(Exchange(seat(taker)) if price is None else Sold(seat(taker), price))
    facts += [Bet(seat(paid.seat), paid.chips) for paid in sheet.bets]
    facts += [Pot(seat(one)) for one in sheet.pot]
    won = [(space(name), seats) for name, seats in sheet.spaces.items()]
    for index, seats in sorted(won, key=lambda pair: pair[0]):
        facts += [Take(space=index, seat=seat(one)) for one in seats]
    facts += [Fee(seat(paid.seat), paid.chips) for paid in sheet.fees]
    for miss in sheet.misses:
        facts.append(Miss(card=parse_card(miss.card), seat=seat(miss.seat)))
        facts += [Block(space=space(win.space), seat=seat(win.seat)) for win in miss.blocked]
    facts += [Left(seat(one), cards) for one, cards in sorted(sheet.cards_left.items())]
    facts += [Chips(seat(one), chips) for one, chips in sorted(sheet.chips.items())]
    facts.append(End() if sheet.out is None else Out(seat(sheet.out)))
    return facts
