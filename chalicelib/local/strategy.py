"""The bots' decisions, made from their own cards and the open ones.

The demonstration and ``boodle simulate`` share these. A bot gets a :class:`Sight` and the actions
it may choose from, and knows nothing else of the hand. Random choices use the stream that it is
given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, NamedTuple

from chalicelib.rules import Action, Card, Rules
from chalicelib.rules.actions import (
    Auction,
    Bet,
    Bid,
    Call,
    Check,
    Decline,
    Exchange,
    Fold,
    Pass,
    Play,
    Raise,
)
from chalicelib.rules.cards import NO_CARD
from chalicelib.rules.poker import Category, best_five


class Sight(NamedTuple):
    """What a bot knows: the rules, its own cards, and the chips on each space of the layout."""

    rules: Rules
    held: tuple[Card, ...]
    layout: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot likes to play.

    Attributes
    ----------
    lead
        The suit it leads: the one it holds most cards of, the one it holds fewest of, the one
        with most chips on boodle cards that it holds, or any.
    stakes
        How it stakes where it may choose (R3): the same on all spaces, all on the fullest
        space, or anywhere.
    boldness
        The share of its gain that it offers for the widow, and how often it raises in poker.
    """

    name: str
    lead: Literal["longest", "shortest", "boodle", "any"]
    stakes: Literal["even", "fullest", "any"]
    boldness: float


HOUSE: Final = (
    Style("hunter", lead="boodle", stakes="fullest", boldness=0.8),
    Style("steady", lead="longest", stakes="even", boldness=0.5),
    Style("sweeper", lead="shortest", stakes="even", boldness=0.3),
    Style("carefree", lead="any", stakes="any", boldness=1.0),
)
"""All bots. Seats take them in turn."""

_USUAL: Final = (Category.HIGH_CARD,) * 6 + (
    Category.PAIR,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.TWO_PAIR,
    Category.STRAIGHT,
    Category.FLUSH,
)
"""The usual best poker hand by number of cards, up to 11; with more it is a flush as well."""


def choose(
    style: Style, sight: Sight, legal: Sequence[Action], highest_bid: int, rng: Random
) -> Action:
    """Return the action of a bot.

    Parameters
    ----------
    legal
        The legal actions of its seat, at least one; of bids, bets and raises the lowest.
    highest_bid
        The most that the seat may bid or bet, or raise to.
    """
    if len(legal) == 1:
        return legal[0]
    wanted: Sequence[type[Action]] = ()
    if plays := [action for action in legal if isinstance(action, Play)]:
        return _lead(style, sight, plays, rng)
    for action in legal:
        match action:
            case Bid(seat, lowest):
                return _bid(style, sight, seat, lowest, highest_bid, rng)
            case Decline():
                wanted = _about_the_widow(sight)
            case Check() | Call() | Fold():
                wanted = _in_poker(style, sight, rng)
    by_kind = {type(action): action for action in legal}
    chosen = next((by_kind[kind] for kind in wanted if kind in by_kind), None) or rng.choice(legal)
    if isinstance(chosen, Bet | Raise) and rng.random() < style.boldness / 4:
        return replace(chosen, chips=rng.randint(chosen.chips, max(chosen.chips, highest_bid)))
    return chosen


def place(
    style: Style, rules: Rules, layout: Sequence[int], spaces: Sequence[int], due: int, rng: Random
) -> dict[int, int]:
    """Return where a bot puts its stake of ``due`` chips: the index of a space -> chips (R3).

    Parameters
    ----------
    layout
        The chips that lie on each space.
    spaces
        The indices of those that may be staked on.
    """
    if not due or not spaces:
        return {}
    if style.stakes == "fullest":
        fullest = max(layout[space] for space in spaces)
        return {rng.choice([space for space in spaces if layout[space] == fullest]): due}
    if rules.stakes.on_one_space:
        return {rng.choice(spaces): due}
    if style.stakes == "any":
        chosen = rng.choices(spaces, k=due)
    else:
        rest = due % len(spaces)
        chosen = [*spaces] * (due // len(spaces)) + rng.sample(spaces, rest)
    return {space: chosen.count(space) for space in sorted(set(chosen))}


def name_amount(rules: Rules, stack: int, rng: Random) -> int:
    """Return the amount that a bot names as the dealer, where the dealer may (R3).

    It is at most the dealer's ``stack``. A dealer without chips keeps to the usual amount.
    """
    usual = rules.stakes.amount
    wanted = rng.choice((usual, usual, max(1, usual // 2), usual + usual // 2))
    return min(wanted, stack) if stack > 0 else usual


def misses(careless: float, rules: Rules, rng: Random) -> bool:
    """Return whether the card a run waits for is missed; only if misses are fined (R9)."""
    return rules.misses.cost_anything and rng.random() < careless


def _lead(style: Style, sight: Sight, legal: Sequence[Play], rng: Random) -> Play:
    if style.lead == "any":
        return rng.choice(legal)

    lengths, prizes = [0] * 4, [0] * 4
    for card in sight.held:
        lengths[card // 13] += 1
    if style.lead == "boodle":
        for space, cards in _spaces_held(sight):
            for suit in {card // 13 for card in cards}:
                prizes[suit] += sight.layout[space]

    def length(action: Play) -> int:
        return lengths[_suit(action)]

    def prize(action: Play) -> tuple[int, int]:
        return prizes[_suit(action)], length(action)

    if style.lead == "shortest":
        return min(legal, key=length)
    return max(legal, key=prize if style.lead == "boodle" else length)


def _suit(action: Play) -> int:
    return action.card // 13


def _spaces_held(sight: Sight) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield the spaces whose cards the bot holds, with these cards."""
    held = set(sight.held)
    for index, space in enumerate(sight.rules.table.layout):
        for cards in space.sets:
            if held.issuperset(cards):
                yield index, cards
                break


def _gain_of_widow(sight: Sight) -> float:
    """Return how many chips more an unseen hand is likely to be worth than the bot's own (R5).

    A hand is worth the chips on the spaces it can win, and one for each card of the top rank,
    which ends a run and leaves the lead with its player. In a hand of as many cards, any card
    that the bot does not hold is as likely as any other.
    """
    layout, held = sight.layout, set(sight.held)
    next_card = sight.rules.table.order.next
    chance = len(held) / (52 - len(held))
    tops = sum(next_card[card] == NO_CARD for card in held)
    own = tops + sum(layout[space] for space, _ in _spaces_held(sight))
    unseen = (4 - tops) * chance
    for chips, space in zip(layout, sight.rules.table.layout, strict=True):
        unseen += chips * max(
            0 if held & {*cards} else chance ** len(cards) for cards in space.sets
        )
    return unseen - own


def _about_the_widow(sight: Sight) -> Sequence[type[Action]]:
    """Return a dealer's preference: exchange a poor hand, and sell the widow with a good one."""
    return (Exchange,) if _gain_of_widow(sight) > 0 else (Auction, Decline)


def _bid(
    style: Style, sight: Sight, seat: int, lowest: int, highest_bid: int, rng: Random
) -> Action:
    most = min(highest_bid, int(style.boldness * _gain_of_widow(sight)))
    if most < lowest:
        return Pass(seat)
    return Bid(seat, rng.randint(lowest, most))


def _in_poker(style: Style, sight: Sight, rng: Random) -> Sequence[type[Action]]:
    """Return a bot's preference in the betting, comparing its best five with the usual ones."""
    usual = _USUAL[min(len(sight.held), len(_USUAL) - 1)]
    strength = best_five(sum(1 << card for card in sight.held))[0][0] - usual
    if strength < 0:
        return (Check, Fold)
    if strength > 0 and rng.random() < style.boldness / 2:
        return (Raise, Bet, Call, Check)
    return (Bet, Call, Check) if strength > 0 else (Check, Call)
