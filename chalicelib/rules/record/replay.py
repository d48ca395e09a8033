"""From a hand to its record, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from chalicelib.message import Message, say
from chalicelib.rules.actions import (
    Abandon,
    Action,
    Follow,
    Play,
    Recording,
    no_such_verb,
    standing,
)
from chalicelib.rules.errors import Malformed, RulesError
from chalicelib.rules.hand.fold import Fold, Setup
from chalicelib.rules.hand.known import Hand
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.scored import ScoredHand
from chalicelib.rules.hand.undealt import UndealtHand
from chalicelib.rules.ledger import Ledger

from .log import LogAction, UnknownAction, steps_of
from .record import HandRecord, Place, Proof, Result, accounts

Stated: TypeAlias = int | bool | tuple[int | str, ...] | None
"""A value of a result: as a record states it, or as a replay finds it."""


def to_record(
    hand: Fold,
    log: Iterable[Action],
    *,
    recording: Recording,
    claimed: int = 0,
    away: int = 0,
    left: int = 0,
    place: Place | None = None,
    names: Sequence[str | None] = (),
    proof: Proof | None = None,
) -> HandRecord:
    """Return the record of a hand as it stands.

    Parameters
    ----------
    log
        All its actions, including each ``undo`` and what it took back.
    claimed, away, left
        As they were when the hand began.
    proof
        Only for a hand that has ended, since it reveals the secret of the deal.
    """
    before = _before(hand.ledger)
    seats, spaces = hand.ledger.seats, hand.ledger.kitty
    return HandRecord(
        rules=hand.rules,
        recording=recording,
        stacks=tuple(before[:seats]),
        seats=_taking_part(hand),
        dealer=hand.dealer,
        amount=hand.amount,
        layout=tuple(before[seats:spaces]),
        kitty=before[hand.ledger.kitty],
        pot=before[hand.ledger.pot],
        bank=before[hand.ledger.bank],
        claimed=claimed,
        away=away,
        left=left,
        placements=_placements(hand),
        deal=hand.deal if isinstance(hand, Hand) else None,
        log=steps_of(log),
        result=_result(hand) if hand.over else None,
        place=place,
        names=tuple(names) or (None,) * seats,
        proof=proof,
    )


def _taking_part(hand: Fold) -> tuple[int, ...]:
    """Return the seats that staked or were dealt in, those that dropped out included (R12)."""
    seats = {*hand.live}
    seats |= {
        event.seat for event in hand.events if event.kind == "drop" and event.seat is not None
    }
    if isinstance(hand, Hand):
        seats |= {pile for pile in hand.deal.where if pile >= 0}
    return tuple(sorted(seats))


def _before(ledger: Ledger) -> list[int]:
    """Return the balances before the stakes: the present ones with every movement reversed."""
    chips = ledger.chips[:]
    for source, target, amount, _, _ in ledger.entries:
        chips[source] += amount
        chips[target] -= amount
    return chips


def _placements(hand: Fold) -> Mapping[int, Mapping[int, int]]:
    if hand.rules.stakes.are_fixed or not hand.amount:
        return {}
    placed: dict[int, dict[int, int]] = {seat: {} for seat in _taking_part(hand)}
    for source, target, amount, reason, action in hand.ledger.entries:
        if not action and reason == "stake":
            placed[source][target - hand.ledger.seats] = amount
    return placed


def _result(hand: Fold) -> Result:
    ledger = hand.ledger
    return Result(
        winner=hand.winner,
        abandoned=hand.abandoned,
        stacks=tuple(ledger.stacks),
        layout=tuple(ledger.layout),
        kitty=ledger.chips[ledger.kitty],
        pot=ledger.chips[ledger.pot],
        bank=ledger.chips[ledger.bank],
        entries=tuple(ledger.entries),
    )


def begin(record: HandRecord) -> Fold:
    """Return the hand of a record before its first action.

    Raises
    ------
    Malformed, AgainstRules, NotNow
        The set-up is wrong (R1, R3, R4), or the deal is not known.
    """
    setup: Setup = {
        "layout": record.layout,
        "kitty": record.kitty,
        "pot": record.pot,
        "bank": record.bank,
        "seats": record.seats,
        "amount": record.amount,
        "placements": record.placements,
        "claimed": record.claimed,
    }
    rules, stacks, dealer = record.rules, record.stacks, record.dealer
    match record.recording:
        case Recording.OBSERVED:
            return ObservedHand(rules, stacks, dealer, **setup)
        case Recording.RESULT:
            return ScoredHand(rules, stacks, dealer, **setup)
        case Recording.DEALT | Recording.ENTERED:
            if record.deal is None and record.result and record.result.abandoned:
                return UndealtHand(rules, stacks, dealer, **setup, away=record.away)
            if record.deal is None:
                raise Malformed(say("record.no-deal"))
            return Hand(rules, stacks, dealer, record.deal, **setup, away=record.away)


def from_record(record: HandRecord, upto: int | None = None) -> Fold:
    """Replay a record and return the hand after the first ``upto`` actions.

    Every action is judged again. Without ``upto`` the hand is replayed to its end, and its result
    must equal the one the record states.

    Raises
    ------
    Malformed
        The set-up, an action or the result is wrong; the error says which.
    """
    log = [step.action for step in record.log]
    try:
        hand = begin(record)
    except RulesError as error:
        raise _at(say("record.set-up"), error.detail) from None
    for number in standing(log[:upto]).numbers:
        try:
            do(hand, log[number - 1], number)
        except RulesError as error:
            raise _at(say("record.action", number=number), error.detail) from None
    if upto is None and record.result:
        _check_result(record.result, hand)
    return hand


def do(hand: Fold, action: LogAction, number: int) -> None:
    """Do an action of a log that is in force.

    Raises
    ------
    RulesError
        It is not legal, or this version does not know its verb.
    """
    match action:
        case UnknownAction(verb):
            raise no_such_verb(verb)
        case Abandon():
            hand.abandon(number)
        case Follow(seat, card):
            hand.apply(Play(seat, card), number)
        case _:
            hand.apply(action, number)


def _at(where: str | Message, problem: Message) -> Malformed:
    return Malformed(say("fault.at", at=where, problem=problem))


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _check_result(stated: Result, hand: Fold) -> None:
    """Raise unless the result is that of the hand; the error says where they differ."""
    if not hand.over:
        raise _at("result", say("hand.not-over"))
    found = _result(hand)

    def seat(number: int | None) -> int | None:
        return None if number is None else number + 1

    pairs: list[tuple[str, Stated, Stated]] = [
        ("winner", seat(stated.winner), seat(found.winner)),
        ("abandoned", stated.abandoned, found.abandoned),
    ]
    names = accounts(hand.rules, hand.ledger.seats)
    balances = (*stated.stacks, *stated.layout, stated.kitty, stated.pot, stated.bank)
    pairs += zip(names, balances, hand.ledger.chips, strict=True)
    if stated.entries is not None:
        pairs.append(("ledger", len(stated.entries), len(hand.ledger.entries)))
        both = zip(stated.entries, hand.ledger.entries, strict=False)
        pairs += [(f"ledger[{i}]", tuple(said), tuple(so)) for i, (said, so) in enumerate(both)]
    for what, said, is_so in pairs:
        if said != is_so:
            raise _at(
                f"result, {what}",
                say("record.differs", stated=_written(said), found=_written(is_so)),
            )
