"""The same hand recorded in three ways: card by card, as an observed table, as a score sheet.

:func:`observe` records a finished dealt hand as a scorer at the table would have: each card as it
falls, with ``lead`` only where a plain ``play`` would mean something else, and what is left shown
at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, Final

from chalicelib.rules import (
    OPTIONS,
    PRESETS,
    Action,
    Fold,
    Hand,
    Malformed,
    NotNow,
    Phase,
    Rules,
    make_rules,
)
from chalicelib.rules.actions import (
    Auction,
    Bet,
    Bid,
    Block,
    Call,
    Check,
    Chips,
    Confirm,
    Decline,
    End,
    Exchange,
    Fee,
    Left,
    Miss,
    Out,
    Pass,
    Pot,
    Raise,
    SeatAction,
    Show,
    Sold,
    Take,
    make_action,
)
from chalicelib.rules.actions import Fold as FoldBet
from chalicelib.rules.deal import PLAYED, WIDOW, deal_pack
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.scored import ScoredHand
from chalicelib.rules.layout import holders_of

from .strategies import LAYOUTS, NAMES, PACK, STACKS, VALUES, Setup, lawful, placement

FORWARDED: Final = (Exchange, Decline, Auction, Bid, Pass, Check, Bet, Call, Raise, FoldBet)
"""Actions that look alike on open cards and on real ones."""

DECIDED: Final[Mapping[str, type[SeatAction]]] = {
    "declined": Decline,
    "no_bid": Pass,
    "checked": Check,
    "folded": FoldBet,
}
"""What was decided for a seat that is away (R17), by the event that says so."""

PAID: Final = {"pass fee": Fee, "widow": Sold, "bet": Bet}
"""Reasons of payments, and the facts of a score sheet that state them."""


def random_rules(preset: str, random: Random, overrides: int, **pinned: Any) -> Rules:
    """Return a preset's rules with that many options set in any way; ``pinned``: ``_`` for dot."""
    while True:
        chosen: dict[str, Any] = {}
        for option in random.sample(OPTIONS, overrides):
            if option.name == "layout":
                chosen[option.name] = random.choice(LAYOUTS)
            else:
                chosen[option.name] = random.choice(option.choices or tuple(VALUES[option.name]))
        chosen |= {NAMES[option]: value for option, value in pinned.items()}
        try:
            return make_rules(preset, chosen)
        except Malformed:  # two options that contradict each other
            continue


def clumped_pack(rules: Rules, seats: int, dealer: int, random: Random) -> list[int]:
    """Return a pack that deals most seats cards of one colour, so that many are stuck (R6)."""
    piles = deal_pack(rules, PACK, range(seats), dealer).where
    order = sorted(PACK, key=lambda place: (piles[place], random.random()))
    colours = random.sample([range(13), range(39, 52)], 2), random.sample([range(13, 39)], 1)
    clumps = [[*chain.from_iterable(colour)] for colour in random.sample(colours, 2)]
    for clump in clumps:
        random.shuffle(clump)
    cards = [*chain.from_iterable(clumps)]
    for _ in range(random.choice((0, 2, 6))):
        one, other = random.randrange(52), random.randrange(52)
        cards[one], cards[other] = cards[other], cards[one]
    pack = [0] * 52
    for place, card in zip(order, cards, strict=True):
        pack[place] = card
    return pack


def random_setup(rules: Rules, seats: int, random: Random) -> Setup:
    """Return a table about to deal: rich or poor stacks, chips carried over or none."""
    rich = random.random() < 0.5
    stacks = [60 if rich else random.choice(STACKS) for _ in range(seats)]
    carried = random.random() < 0.5
    dealer = random.randrange(seats)
    amount = None
    if rules.stakes.dealer_names_amount and random.random() < 0.7:
        amount = min(random.randint(1, 6), max(0, stacks[dealer]))
    clumped = random.random() < 0.4
    return Setup(
        rules,
        stacks,
        dealer,
        clumped_pack(rules, seats, dealer, random) if clumped else random.sample(PACK, 52),
        list(range(seats)),
        [random.randint(0, 9) if carried else 0 for _ in rules.table.layout],
        random.randint(0, 9) if carried else 0,
        random.randint(0, 9) if carried else 0,
        amount,
        {
            seat: placement(rules, 99 if rules.chips.may_owe else stack, random, amount)
            for seat, stack in enumerate(stacks)
        },
    )


def some_setup(number: int, **pinned: Any) -> tuple[Setup, Random]:
    """Return hand ``number`` of a series that goes through all presets and table sizes."""
    random = Random(number)
    presets = sorted(PRESETS)
    preset = presets[number % len(presets)]
    overrides = random.choice((0, 2, 6, 12))
    if random.random() < 0.5:
        pinned = {"penalty_missed_play": random.choice((1, 2)), **pinned}
    if random.random() < 0.5:
        pinned = {"penalty_compensation": True, **pinned}
    rules = random_rules(preset, random, overrides, **pinned)
    return random_setup(rules, 3 + number // len(presets) % 6, random), random


def recorded(kind: type[Any], setup: Setup, claimed: int = 0) -> Any:
    """Return a hand of any kind before its first action."""
    return kind(
        setup.rules,
        setup.stacks,
        setup.dealer,
        *([setup.deal] if kind is Hand else []),
        layout=setup.layout,
        kitty=setup.kitty,
        pot=setup.pot,
        seats=setup.seats,
        amount=setup.amount,
        placements=setup.placements,
        claimed=claimed,
    )


def deal_out(
    setup: Setup, random: Random, stops: float, claimed: int = 0
) -> tuple[Hand, list[Action]] | None:
    """Play a dealt hand to its end; ``None`` where fewer than two seats can stake (R3)."""
    try:
        hand: Hand = recorded(Hand, setup, claimed)
    except NotNow:
        return None
    actions = []
    while not hand.over:
        actions.append(lawful(hand, random, stops))
        hand.apply(actions[-1])
    return hand, actions


def final_hands(hand: Hand) -> dict[int, set[int]]:
    """Return what each seat held when play began, with the widow where one took it (R5)."""
    held = {seat: set(hand.deal.cards(seat)) for seat in range(len(hand.counts))}
    sold = [event.seat for event in hand.events if event.kind == "sold"]
    taken = WIDOW in hand.deal.where and WIDOW not in hand.where
    if taken:
        held[sold[0] if sold and sold[0] is not None else hand.dealer] = set(hand.deal.cards(WIDOW))
    return held


def takes(hand: Hand) -> list[Action]:
    """Return what the holders of spaces say at the deal (R15)."""
    if not hand.rules.winning.spaces_by_holding:
        return []
    held = final_hands(hand)
    sets = [sum(1 << card for card in held[seat]) for seat in range(len(hand.counts))]
    live = hand.live + [
        event.seat
        for event in hand.events
        if event.kind == "drop" and event.seat is not None and _dropped_later(hand, event.action)
    ]
    holders = holders_of(hand.rules.table.layout, sets, sorted(live))
    return [Take(seat, space) for space, seats in holders.items() for seat in seats]


def _dropped_later(hand: Hand, number: int) -> bool:
    """Whether a seat that dropped out then had seen the deal, and the widow decided (R12)."""
    decided = [e.action for e in hand.events if e.kind == "sold"]
    return number > max(decided, default=0)


def observe(hand: Hand, actions: Sequence[Action], seen: ObservedHand, random: Random) -> None:
    """Record a finished dealt hand on an observed table."""
    plays = list(hand.plays)
    claims = takes(hand)
    random.shuffle(claims)
    winners = [event.seat for event in hand.events if event.kind == "best_hand"]
    random.shuffle(winners)
    for action in decisions(hand, actions):
        if isinstance(action, FORWARDED):
            _claim(seen, claims)
            seen.apply(action)
    _claim(seen, claims)
    if seen.phase is Phase.POT and not seen.claims.pot_winners:
        for winner in winners:
            assert winner is not None
            seen.apply(Pot(winner))
    for seat, card, led in plays:
        seen.apply(make_action(verb_for(seen, seat, card, led), seat, card))
    if seen.phase in (Phase.LEAD, Phase.RUN):
        seen.apply(End())
    show_all(seen, final_hands(hand), random)


def decisions(hand: Hand, actions: Sequence[Action]) -> list[Action]:
    """Return the actions, and among them what was decided for seats that are away (R17)."""
    done: list[Action] = []
    for number, action in enumerate([None, *actions]):
        done += [] if action is None else [action]
        done += [
            DECIDED[event.kind](event.seat)
            for event in hand.events
            if event.action == number and event.kind in DECIDED and event.seat is not None
        ]
    return done


def _claim(seen: ObservedHand, claims: list[Action]) -> None:
    while seen.claims.layout_open and claims:
        seen.apply(claims.pop())


def verb_for(seen: ObservedHand, seat: int, card: int, led: bool) -> str:
    """Return the verb for a card that fell: ``lead`` only where ``play`` would not do."""
    if not led:
        assert seen.implied() == card  # the seat alone would do
        return "play"
    if seen.phase is Phase.RUN and card == seen.next_card:
        return "lead"
    return "play"


def show_all(seen: ObservedHand, held: dict[int, set[int]], random: Random) -> None:
    """Let every seat show what it has left, card by card, in any order."""
    left = [
        (seat, card)
        for seat, cards in held.items()
        for card in cards
        if seen.played_by[card] < 0 and seat in seen.unshown
    ]
    random.shuffle(left)
    for seat, card in left:
        if seen.phase is Phase.SHOW:
            seen.apply(Show(seat, card))


def confirmed(seen: ObservedHand) -> ObservedHand:
    """Let the dues be paid that the audit found."""
    if seen.phase is Phase.DUES:
        seen.apply(Confirm())
    assert seen.over
    return seen


def score_of(hand: Hand) -> list[Action]:
    """Return the score sheet of a hand that is over, as the actions of a :class:`ScoredHand`."""
    ledger = hand.ledger
    facts: list[Action] = []
    for entry in ledger.entries:
        if entry.reason == "boodle":
            facts.append(Take(entry.target, entry.source - ledger.seats))
        elif entry.reason == "pot":
            facts.append(Pot(entry.target))
        elif entry.reason in PAID:
            facts.append(PAID[entry.reason](entry.source, entry.amount))
    sold = any(isinstance(fact, Sold) for fact in facts)
    if WIDOW in hand.deal.where and WIDOW not in hand.where and not sold:
        facts.append(Exchange(hand.dealer))
    for miss in hand.misses:
        facts.append(Miss(miss.seat, miss.card))
        facts += [
            Block(holder, space)
            for space, card, holder in miss.blocked
            if hand.where[card] != PLAYED and ledger.chips[ledger.space(space)]
        ]
    facts += [Left(seat, hand.counts[seat]) for seat in hand.live if hand.counts[seat]]
    facts += [Chips(seat, chips) for seat, chips in enumerate(ledger.stacks)]
    facts.append(End() if hand.winner is None else Out(hand.winner))
    return facts


def score(hand: Hand, sheet: ScoredHand, random: Random) -> None:
    """Record a finished dealt hand by its score sheet, in any order that means the same."""
    facts = score_of(hand)
    bound = [fact for fact in facts if fact.verb in ("miss", "block")]
    free = [fact for fact in facts[:-1] if fact.verb not in ("miss", "block", "fee", "bet")]
    paid = [fact for fact in facts if fact.verb in ("fee", "bet")]
    random.shuffle(free)
    for fact in [*free, *paid, *bound, facts[-1]]:
        if not sheet.over:
            sheet.apply(fact)


def outcome(hand: Fold) -> dict[str, Any]:
    """Return what has to be the same however a hand was recorded."""
    ledger = hand.ledger
    return {
        "winner": hand.winner,
        "stacks": ledger.stacks,
        "layout": ledger.layout,
        "kitty": ledger.chips[ledger.kitty],
        "pot": ledger.chips[ledger.pot],
        "bank": ledger.chips[ledger.bank],
        "counts": hand.counts,
        "live": hand.live,
        "claimed": hand.claimed,
        "entries": Counter(entry[:4] for entry in ledger.entries),
    }
