"""What a rules page says of the play: leading, runs, what is won on the way (R6-R8)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message, say
from chalicelib.rules.options.rules import Rules

from .sections import Bullet
from .terms import Terms


def lead(terms: Terms) -> Iterator[Bullet]:
    """Say who leads what (R6)."""
    rules = terms.rules
    first, _, suit = rules.lead_first.partition(":")
    if terms.poker:
        yield say("page.lead.first.poker"), say("page.lead.first.poker_tied"), say("page.lead.free")
    elif first == "lowest":
        yield (say("page.lead.first.lowest", suit=say(f"card.suit.{suit}")),)
    else:
        yield say(f"page.lead.first.{first}"), say("page.lead.free")
    yield say("page.lead.lowest"), say("page.lead.lowest_example")
    yield (say(f"page.lead.change.{rules.lead_change}"),)
    if not terms.changes:
        return
    if rules.lead_stuck == "play_same":
        yield (say(f"page.lead.stuck.play_same.{rules.lead_change}"),)
        return
    yield say("page.lead.stuck.pass"), _nobody_leads(rules), say("page.lead.stuck.only_then")
    if rules.lead_pass_fee:
        said_before = rules.stakes_kitty > 0
        yield (
            say("page.lead.pass_fee", n=rules.lead_pass_fee),
            *[say("page.kitty.what")] * (not said_before),
        )


def _nobody_leads(rules: Rules) -> Message:
    ends = rules.lead_stuck == "pass_then_end"
    return say(
        "page.lead.stuck.pass_then_end"
        if ends
        else f"page.lead.stuck.pass_then_same.{rules.lead_change}"
    )


def runs(terms: Terms) -> Iterator[Bullet]:
    """Say how a run goes on, and why it stops (R7)."""
    rules = terms.rules
    yield say("page.runs.next"), say("page.runs.example")
    if rules.following == "automatic":
        yield (say("page.following.automatic"),)
    if not terms.misses:
        yield (say("page.runs.overlooked"),)
    why = [say("page.stops.played")]
    if rules.widow.exists:
        why.append(say("page.stops.widow"))
    if rules.deal_leftover == "equal_aside":
        why.append(say("page.stops.aside"))
    if rules.widow.is_open:
        why.append(say("page.stops.dropped"))
    if rules.broke == "drop_out":
        why.append(say("page.stops.left"))
    yield say(f"page.stops.ace.{rules.ace}", why=tuple(why)), say("page.stops.then")
    yield (say(f"page.played_cards.{rules.played_cards}"),)


def winning(terms: Terms) -> Iterator[Bullet]:
    """Say what is won by playing (R8)."""
    if not terms.held:
        yield say("page.boodle.played"), say("page.boodle.led")
        if any(terms.card_of(space) is None for space in terms.rules.layout):
            yield (say("page.boodle.set"),)
        yield (say("page.boodle.stays"),)
    if terms.pot and not terms.poker:
        yield say("page.pot.run3"), say("page.pot.once")
