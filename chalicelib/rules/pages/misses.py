"""The rules page about missed plays and false leads (R9-R11)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message, say
from chalicelib.rules.cards import NO_CARD, PACK, TEXT, Card
from chalicelib.rules.options.rules import Rules

from .sections import Bullet

_CHIPS = 6


def misses(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about missed plays and their cost, with an example (R9, R10)."""
    if not rules.misses_cost:
        return
    yield say("page.miss.what"), say("page.miss.then"), *_own_card(rules)
    if rules.misses.fine:
        fine = rules.misses.fine
        yield (
            say("page.penalty.missed_play", n=fine),
            say("page.penalty.missed_play.example", n=3 * fine),
        )
    if rules.compensates:
        yield say("page.blocked.what"), say("page.blocked.chain"), say("page.blocked.end")
        yield (say("page.blocked.several"),)
        if rules.table.has_sets:
            once = any(len(space.sets) > 1 for space in rules.table.layout)
            once &= rules.version.pays_holder_once
            yield say("page.blocked.set"), *[say("page.blocked.once")] * once
        example = _example(rules)
        if example:
            yield example
    yield (say(f"page.penalty.dues.{rules.misses.dues.value}"),)


def _own_card(rules: Rules) -> Iterator[Message]:
    """Return when holding back one's own next card is no miss: leading it is allowed (R6)."""
    if not rules.leading.ends_after_circle:
        yield say("page.miss.own_stuck" if rules.leading.is_restricted else "page.miss.own")


def _example(rules: Rules) -> tuple[Message, ...]:
    """Return a blocked win of the first space that a run of four cards can lead to, or nothing."""
    order = rules.table.order
    below = {order.next[card]: card for card in PACK if order.next[card] != NO_CARD}
    for space in rules.table.layout:
        card = space.card
        chain: list[Card] = [] if card is None else [card]
        while chain and len(chain) < 4 and chain[-1] in below:
            chain.append(below[chain[-1]])
        if len(chain) == 4:
            target, middle, missed, last = (TEXT[link] for link in chain)
            example = say(
                "page.blocked.example",
                last=last,
                missed=missed,
                middle=middle,
                target=target,
                n=_CHIPS,
            )
            paid = say("page.blocked.example_paid", target=target, n=_CHIPS)
            fine = rules.misses.fine
            more = [say("page.blocked.example_fine", n=fine)] if fine else []
            return (example, paid, *more)
    return ()


def false_leads(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about the cost of false leads at tables with real cards (R11)."""
    faults = [
        say("page.false_lead.low"),
        *[say("page.false_lead.suit")] * rules.leading.is_restricted,
    ]
    faults += [say("page.false_lead.turn"), *[say("page.false_lead.pass")] * rules.leading.passes]
    what = say("page.false_lead.what", faults=tuple(faults))
    either = rules.leading.passes and rules.version.proves_passes
    causes = [say("page.false_lead.two_causes")] * either
    if not rules.misses.false_leads_are_fined:
        yield what, say("page.penalty.false_lead.reject"), *causes
        return
    yield (
        what,
        say("page.penalty.false_lead.fine_no_boodle"),
        *[say("page.penalty.false_lead.fine_no_boodle.boodle")]
        * (not rules.winning.spaces_by_holding),
        *causes,
    )
    if not rules.misses_cost:
        yield (say(f"page.penalty.dues.{rules.misses.dues.value}"),)
