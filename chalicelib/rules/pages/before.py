"""What a rules page says of the time before a deal: players, pack, layout, stakes (R1-R3)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.rules.cards import RANKS
from chalicelib.rules.layout import Space
from chalicelib.rules.options.rules import Rules

from .terms import Terms, card_name
from .wording import Bullet, Phrase, phrase


def players(rules: Rules) -> Iterator[Bullet]:
    """Say who plays, the pack, the chips (R1)."""
    yield phrase("players.number"), phrase("players.eldest")
    yield phrase("pack"), phrase("order", ranks=_ranks(rules), ace=phrase(f"ace.{rules.ace}"))
    yield phrase("notation"), phrase("chips.start", n=rules.chips_start)


def _ranks(rules: Rules) -> str:
    lowest_first = sorted(range(13), key=rules.order.sort_key)
    return " ".join(RANKS[card] for card in lowest_first)


def dealer(rules: Rules) -> Iterator[Bullet]:
    """Say who deals first and afterwards (R2)."""
    ace = phrase(f"high_card.ace_{rules.ace}")
    yield (phrase(f"first_dealer.{rules.first_dealer}", ace=ace),)
    yield phrase("cut"), phrase("rotation")


def layout(terms: Terms) -> Iterator[Bullet]:
    """Say the spaces and what wins them (R1, R15)."""
    rules = terms.rules
    yield (
        phrase("layout.what", n=len(rules.layout)),
        phrase("layout.held" if terms.held else "layout.played"),
    )
    plain = [space for space in rules.layout if terms.card_of(space) is not None]
    if plain:
        yield (phrase("layout.cards", cards=tuple(_plain_space(space) for space in plain)),)
    for space in rules.layout:
        if len(space.sets) > 1:
            ranks = tuple(RANKS[card % 13] for card in space.sets[0])
            yield (phrase("layout.ranks", name=space.name, ranks=ranks),)
        elif len(space.sets[0]) > 1:
            cards = tuple(map(card_name, space.sets[0]))
            yield (phrase("layout.set", name=space.name, cards=cards),)


def _plain_space(space: Space) -> Phrase:
    card = card_name(space.sets[0][0])
    named = space.name != card.gaps["text"]
    return phrase("layout.named", name=space.name, card=card) if named else card


def stakes(terms: Terms) -> Iterator[Bullet]:
    """Say who puts what where, and for how long (R3, and the wind-down of R13)."""
    rules = terms.rules
    mode, amount = rules.stakes_mode, rules.stakes_amount
    if not terms.staked:
        yield (phrase("stakes.none"),)
        return
    named = rules.stakes_set_by == "dealer"
    if named:
        yield (phrase("stakes.set_by", n=amount),)
    parts = [phrase(f"stakes.{mode}_named" if named else f"stakes.{mode}", n=amount)]
    parts *= named or amount > 0
    explained = []
    if rules.stakes_kitty:
        parts.append(phrase("stakes.kitty", n=rules.stakes_kitty))
        explained.append(phrase("kitty.what"))
    if rules.stakes_pot:
        parts.append(phrase("stakes.pot", n=rules.stakes_pot))
        explained.append(phrase(f"pot.what_{rules.pot_won_by}"))
    yield phrase("stakes.each", parts=tuple(parts)), _stake_of_dealer(rules), *explained
    yield phrase("stakes.order"), *_order_of_paying(rules), phrase("stakes.added")
    if rules.broke != "debt":
        spread = "_free" if mode == "free" and rules.stakes_short == "pay_all" else ""
        yield (phrase(f"short.{rules.stakes_short}{spread}"),)
    if rules.wind_down == "remove_claimed":
        yield (phrase("wind_down.closed"),)
    if rules.wind_down == "no_refill" and rules.stakes_kitty + rules.stakes_pot:
        heaps = [("kitty", rules.stakes_kitty), ("pot", rules.stakes_pot)]
        yield tuple(phrase(f"wind_down.{heap}") for heap, staked in heaps if staked)


def _stake_of_dealer(rules: Rules) -> Phrase:
    amount, factor = rules.stakes_amount, rules.stakes_dealer_factor
    named = rules.stakes_set_by == "dealer"
    if rules.stakes_mode != "fixed" or factor == 1 or not (amount or named):
        return phrase("stakes.dealer_same")
    if named:
        return phrase("stakes.factor_named", n=factor)
    spaces, besides = len(rules.layout), rules.stakes_kitty + rules.stakes_pot
    return phrase(
        "stakes.factor",
        n=amount * factor,
        dealer=phrase("chips", n=amount * factor * spaces + besides),
        total=phrase("chips", n=amount * spaces + besides),
    )


def _order_of_paying(rules: Rules) -> Iterator[Phrase]:
    """Say in what order a seat pays, where there is more than one thing to pay."""
    single = rules.stakes_mode == "single"
    layout = rules.stakes_amount > 0 or rules.stakes_set_by == "dealer"
    steps = [phrase("stakes.step_single" if single else "stakes.step_layout")] * layout
    if rules.stakes_kitty:
        steps.append(phrase("stakes.step_kitty"))
    if rules.stakes_pot:
        steps.append(phrase("stakes.step_pot"))
    if len(steps) > 1 or (layout and not single and len(rules.layout) > 1):
        yield phrase("stakes.steps", steps=tuple(steps))
