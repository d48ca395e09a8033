"""What a rules page says of the play: leading, runs, what is won on the way (R6-R8)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.rules.options.rules import Rules

from .terms import Terms
from .wording import Bullet, Phrase, phrase


def lead(terms: Terms) -> Iterator[Bullet]:
    """Say who leads what (R6)."""
    rules = terms.rules
    first, _, suit = rules.lead_first.partition(":")
    if terms.poker:
        yield phrase("lead.poker"), phrase("lead.poker_tied"), phrase("lead.free")
    elif first == "lowest":
        yield (phrase("lead.first_lowest", suit=phrase(f"suit.{suit}")),)
    else:
        yield phrase(f"lead.first_{first}"), phrase("lead.free")
    yield phrase("lead.lowest"), phrase("lead.lowest_example")
    yield (phrase(f"lead.change_{rules.lead_change}"),)
    if not terms.changes:
        return
    if rules.lead_stuck == "play_same":
        yield (phrase(f"stuck.play_same_{rules.lead_change}"),)
        return
    yield phrase("stuck.pass"), _nobody_leads(rules), phrase("stuck.only_then")
    if rules.lead_pass_fee:
        said_before = rules.stakes_kitty > 0
        yield phrase("pass_fee", n=rules.lead_pass_fee), *[phrase("kitty.what")] * (not said_before)


def _nobody_leads(rules: Rules) -> Phrase:
    ends = rules.lead_stuck == "pass_then_end"
    return phrase("stuck.end" if ends else f"stuck.same_{rules.lead_change}")


def runs(terms: Terms) -> Iterator[Bullet]:
    """Say how a run goes on, and why it stops (R7)."""
    rules = terms.rules
    yield phrase("runs.next"), phrase("runs.example")
    if rules.following == "automatic":
        yield (phrase("following.automatic"),)
    if not terms.misses:
        yield (phrase("runs.overlooked"),)
    why = [phrase("stops.played")]
    if rules.widow.exists:
        why.append(phrase("stops.widow"))
    if rules.deal_leftover == "equal_aside":
        why.append(phrase("stops.aside"))
    if rules.widow.is_open:
        why.append(phrase("stops.dropped"))
    if rules.broke == "drop_out":
        why.append(phrase("stops.left"))
    yield phrase(f"stops.ace_{rules.ace}", why=tuple(why)), phrase("stops.then")
    yield (phrase(f"played_cards.{rules.played_cards}"),)


def winning(terms: Terms) -> Iterator[Bullet]:
    """Say what is won by playing (R8)."""
    if not terms.held:
        yield phrase("boodle.played"), phrase("boodle.led")
        if any(terms.card_of(space) is None for space in terms.rules.layout):
            yield (phrase("boodle.set"),)
        yield (phrase("boodle.stays"),)
    if terms.pot and not terms.poker:
        yield phrase("pot.run3"), phrase("pot.once")
