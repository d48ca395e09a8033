"""The rules page before the deal: players, pack, layout, stakes (R1-R3)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message, say
from chalicelib.rules.cards import RANKS, TEXT
from chalicelib.rules.layout import Space
from chalicelib.rules.options.presets import has_horses
from chalicelib.rules.options.rules import Rules

from .sections import Bullet
from .words import card_name


def players(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about players, pack and chips (R1)."""
    yield say("page.players.number"), say("page.players.eldest")
    yield (say("page.chips.start", n=rules.table.chips),)
    yield (
        say("page.pack"),
        say("page.order", ranks=_ranks(rules), ace=say(f"page.ace.{rules.table.ace.value}")),
    )
    yield (say("page.notation"),)


def _ranks(rules: Rules) -> tuple[str, ...]:
    lowest_first = sorted(range(13), key=rules.table.order.sort_key)
    return tuple(RANKS[card] for card in lowest_first)


def dealer(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about who deals first and afterwards (R2)."""
    ace = say(f"page.first_dealer.high_card.ace.{rules.table.ace.value}")
    yield (say(f"page.first_dealer.{rules.table.first_dealer.value}", ace=ace),)
    yield say("page.cut"), say("page.rotation")


def layout(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about the spaces and the cards that win them (R1, R15)."""
    yield say("page.layout.what", n=len(rules.table.layout)), _how_won(rules)
    plain = tuple(_plain_space(space) for space in rules.table.layout if space.card is not None)
    if plain and rules.winning.spaces_by_holding:
        yield (say("page.layout.cards", cards=plain),)
    elif plain:
        horses = has_horses(rules)
        yield (
            say("page.layout.cards.horses" if horses else "page.layout.cards.boodle", cards=plain),
        )
    for space in rules.table.layout:
        if len(space.sets) > 1:
            yield (say("page.layout.ranks", name=_set_name(space), ranks=_ranks_of(space)),)
        elif len(space.sets[0]) > 1:
            cards = tuple(map(card_name, space.sets[0]))
            yield (say("page.layout.set", name=_set_name(space), cards=cards),)


def _how_won(rules: Rules) -> Message:
    if rules.winning.spaces_by_holding:
        return say("page.layout.held")
    return say("page.layout.horses" if has_horses(rules) else "page.layout.played")


def _plain_space(space: Space) -> Message:
    card = space.sets[0][0]
    if space.name == TEXT[card]:
        return card_name(card)
    return say("page.layout.named", name=space.name, card=card_name(card))


def _ranks_of(space: Space) -> tuple[str, ...]:
    return tuple(RANKS[card % 13] for card in space.sets[0])


def _set_name(space: Space) -> Message | str:
    """Return the name of a space of several cards; if it is made of their ranks, as ranks."""
    ranks = _ranks_of(space)
    return say("page.layout.sequence", ranks=ranks) if space.name == "-".join(ranks) else space.name


def stakes(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about the stakes (R3, and the wind-down of R13)."""
    amount = rules.stakes.amount
    if not rules.stakes.exist:
        yield (say("page.stakes.none"),)
        return
    named = rules.stakes.dealer_names_amount
    if named:
        within = [say("page.stakes.set_by.dealer.within")] * rules.version.amount_within_stack
        yield say("page.stakes.set_by.dealer", n=amount), *within
    mode = rules.stakes.mode.value
    parts = [
        say(f"page.stakes.mode.{mode}.named" if named else f"page.stakes.mode.{mode}", n=amount)
    ]
    parts *= named or amount > 0
    explained = []
    if rules.stakes.kitty:
        parts.append(say("page.stakes.kitty", n=rules.stakes.kitty))
        explained.append(say("page.kitty.what"))
    if rules.stakes.pot:
        parts.append(say("page.stakes.pot", n=rules.stakes.pot))
        explained.append(say(f"page.pot.won_by.{rules.winning.pot_won_by.value}"))
    yield say("page.stakes.each", parts=tuple(parts)), _stake_of_dealer(rules), *explained
    yield say("page.stakes.order"), *_order_of_paying(rules), say("page.stakes.added")
    if not rules.chips.may_owe:
        spread = rules.stakes.are_spread and not rules.stakes.short_sit_out
        short = rules.stakes.short.value
        yield (say("page.stakes.short.pay_all.free" if spread else f"page.stakes.short.{short}"),)
    if rules.ending.closes_spaces:
        yield (say("page.wind_down.remove_claimed"),)
    if rules.ending.stops_refilling and rules.stakes.kitty + rules.stakes.pot:
        heaps = [("kitty", rules.stakes.kitty), ("pot", rules.stakes.pot)]
        yield tuple(say(f"page.wind_down.no_refill.{heap}") for heap, staked in heaps if staked)


def _stake_of_dealer(rules: Rules) -> Message:
    amount, factor = rules.stakes.amount, rules.stakes.dealer_factor
    named = rules.stakes.dealer_names_amount
    if not rules.stakes.are_fixed or factor == 1 or not (amount or named):
        return say("page.stakes.dealer_factor.same")
    if named:
        return say("page.stakes.dealer_factor.named", n=factor)
    spaces, besides = len(rules.table.layout), rules.stakes.kitty + rules.stakes.pot
    return say(
        "page.stakes.dealer_factor",
        n=amount * factor,
        dealer=say("page.chips", n=amount * factor * spaces + besides),
        total=say("page.chips", n=amount * spaces + besides),
    )


def _order_of_paying(rules: Rules) -> Iterator[Message]:
    """Return the sentence about the order of payments, where there is more than one."""
    single = rules.stakes.on_one_space
    layout = rules.stakes.amount > 0 or rules.stakes.dealer_names_amount
    steps = [say("page.stakes.step_single" if single else "page.stakes.step_layout")] * layout
    if rules.stakes.kitty:
        steps.append(say("page.stakes.step_kitty" if steps else "page.stakes.step_kitty_first"))
    if rules.stakes.pot:
        steps.append(say("page.stakes.step_pot"))
    if len(steps) > 1 or (layout and not single and len(rules.table.layout) > 1):
        yield say("page.stakes.steps", steps=tuple(steps))
