"""The score sheet of a hand with real cards: sent whole, checked, and paid at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips that a seat paid."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class TakenWidow:
    """Who took the widow, and its price; ``None`` if the dealer exchanged it (R5)."""

    seat: int
    price: int | None


@dataclass(frozen=True, slots=True)
class BlockedSpace:
    """A win that a missed play prevented: its space and its seat (R10)."""

    space: str
    seat: int


@dataclass(frozen=True, slots=True)
class MissedCard:
    """A card that a seat missed, and the wins that this prevented, in order (R9, R10)."""

    seat: int
    card: str
    blocked: tuple[BlockedSpace, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The content of a score sheet, with names for spaces and cards.

    Attributes
    ----------
    out
        Who went out; ``None`` if the hand ended without a winner (R6).
    cards_left
        Seat -> cards left.
    spaces
        Space -> the seats that won it.
    pot
        Who won the pot.
    fees, bets
        The payments for passes (R6), and those into the pot (R15).
    widow
        Who took the widow, if anybody.
    misses
        The missed cards, in their order.
    chips
        Seat -> chips in the end, if counted.
    """

    out: int | None = None
    cards_left: Mapping[int, int] = field(default_factory=dict)
    spaces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    pot: tuple[int, ...] = ()
    fees: tuple[Payment, ...] = ()
    bets: tuple[Payment, ...] = ()
    widow: TakenWidow | None = None
    misses: tuple[MissedCard, ...] = ()
    chips: Mapping[int, int] = field(default_factory=dict)


def put_score(ctx: Context, caller: Caller, table_id: str, hand: int, sheet: ScoreSheet) -> bool:
    """Record a hand's score sheet, which ends the hand. A repetition changes nothing.

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
        return _post(log, sheet, poster, ctx.tenths())

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


def _post(log: PostedLog, sheet: ScoreSheet, poster: Poster, now: int) -> bool:
    """Add a score sheet to the hand's log; return whether it is new."""
    if not log.recording.takes_sheet:
        raise Refusal("not-now", say("score.not-here"))
    facts = _facts(sheet, log)
    if [logged.action for logged in log.actions] == facts:
        return False
    if log.hand.over and not log.hand.abandoned:
        recorded = [log.seen(number, ()) for number in range(1, len(log.actions) + 1)]
        raise SheetConflict(log.table.hand, recorded)
    if log.hand.over:
        raise Refusal("hand-over", say("hand.number-over", hand=log.table.hand))
    for fact in facts:
        log.add(Logged(fact, poster, max(now, log.deal.started)))
    return True


def _facts(sheet: ScoreSheet, log: PostedLog) -> list[Action]:
    """Return a sheet as the actions of a scored hand; their order is always the same."""
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
    for name, seats in sheet.spaces.items():
        facts += [Take(space=space(name), seat=seat(one)) for one in seats]
    facts += [Fee(seat(paid.seat), paid.chips) for paid in sheet.fees]
    for miss in sheet.misses:
        facts.append(Miss(card=parse_card(miss.card), seat=seat(miss.seat)))
        facts += [Block(space=space(win.space), seat=seat(win.seat)) for win in miss.blocked]
    facts += [Left(seat(one), cards) for one, cards in sorted(sheet.cards_left.items())]
    facts += [Chips(seat(one), chips) for one, chips in sorted(sheet.chips.items())]
    facts.append(End() if sheet.out is None else Out(seat(sheet.out)))
    return facts
