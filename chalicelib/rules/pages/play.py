"""The rules page about play: leads, runs, and wins during play (R6-R8)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message, say
from chalicelib.rules.cards import SUITS
from chalicelib.rules.options.rules import Rules

from .sections import Bullet


def lead(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about who leads what (R6)."""
    suit = rules.leading.first_suit
    if rules.winning.pot_by_poker:
        yield say("page.lead.first.poker"), say("page.lead.first.poker_tied"), say("page.lead.free")
    elif suit is not None:
        yield (say("page.lead.first.lowest", suit=say(f"card.suit.{SUITS[suit]}")),)
    else:
        yield say(f"page.lead.first.{rules.leading.first.value}"), say("page.lead.free")
    yield say("page.lead.lowest"), say("page.lead.lowest_example")
    yield (say(f"page.lead.change.{rules.leading.change.value}"),)
    if not rules.leading.is_restricted:
        return
    if not rules.leading.passes:
        yield (say(f"page.lead.stuck.play_same.{rules.leading.change.value}"),)
        return
    yield say("page.lead.stuck.pass"), _nobody_leads(rules), say("page.lead.stuck.only_then")
    if rules.leading.pass_fee:
        said_before = rules.stakes.kitty > 0
        yield (
            say("page.lead.pass_fee", n=rules.leading.pass_fee),
            *[say("page.kitty.what")] * (not said_before),
            *[say("page.lead.pass_fee.proved")] * rules.version.proves_passes,
        )


def _nobody_leads(rules: Rules) -> Message:
    ends = rules.leading.ends_after_circle
    return say(
        "page.lead.stuck.pass_then_end"
        if ends
        else f"page.lead.stuck.pass_then_same.{rules.leading.change.value}"
    )


def runs(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about how a run goes on, and why it stops (R7)."""
    yield say("page.runs.next"), say("page.runs.example")
    if rules.runs.play_themselves:
        yield (say("page.following.automatic"),)
    if rules.absent_seats_act:
        yield (_absent(rules),)
    elif rules.runs.absent_seats_act:  # of old, else the option declares the sentence
        yield (say("page.away.waits"),)
    if not rules.misses_cost:
        yield (say("page.runs.overlooked"),)
    why = [say("page.stops.played")]
    if rules.widow.exists:
        why.append(say("page.stops.widow"))
    if rules.dealing.leftover_aside:
        why.append(say("page.stops.aside"))
    if rules.widow.is_open:
        why.append(say("page.stops.dropped"))
    if rules.chips.broke_drop_out:
        why.append(say("page.stops.left"))
    yield say(f"page.stops.ace.{rules.table.ace.value}", why=tuple(why)), say("page.stops.then")


def _absent(rules: Rules) -> Message:
    """Return what the program does for a player who is away (R17)."""
    acts = []
    if rules.stakes.dealer_names_amount:
        acts.append(say("page.absent.amount"))
    if rules.stakes.are_spread:
        acts.append(say("page.absent.free"))
    if rules.stakes.on_one_space:
        acts.append(say("page.absent.single"))
    if rules.widow.is_open:
        acts.append(say("page.absent.widow"))
    if rules.winning.pot_by_poker:
        acts.append(say("page.absent.poker"))
    acts += [say("page.absent.lead"), say("page.absent.run")]
    return say("page.absent", acts=tuple(acts))


def winning(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about what is won by playing (R8)."""
    if not rules.winning.spaces_by_holding:
        yield say("page.boodle.played"), say("page.boodle.led")
        if rules.table.has_sets:
            yield (say("page.boodle.set"),)
        yield (say("page.boodle.stays"),)
    if rules.has_pot and not rules.winning.pot_by_poker:
        yield say("page.pot.run3"), say("page.pot.once")
