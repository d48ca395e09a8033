"""What a rules page says of missed plays and false leads (R9-R11)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message, say
from chalicelib.rules.cards import NO_CARD, PACK, TEXT, Card

from .sections import Bullet
from .terms import Terms

_CHIPS = 6


def misses(terms: Terms) -> Iterator[Bullet]:
    """Say what missed plays are and what they cost, with an example (R9, R10)."""
    rules = terms.rules
    if not terms.misses:
        return
    yield say("page.miss.what"), say("page.miss.then"), *_own_card(terms)
    if rules.penalty_missed_play:
        fine = rules.penalty_missed_play
        yield (
            say("page.penalty.missed_play", n=fine),
            say("page.penalty.missed_play.example", n=3 * fine),
        )
    if terms.compensates:
        yield say("page.blocked.what"), say("page.blocked.chain"), say("page.blocked.end")
        yield (say("page.blocked.several"),)
        if any(terms.card_of(space) is None for space in rules.layout):
            yield (say("page.blocked.set"),)
        example = _example(terms)
        if example:
            yield example
    yield (say(f"page.penalty.dues.{rules.penalty_dues}"),)


def _own_card(terms: Terms) -> Iterator[Message]:
    """Say when holding back one's own next card is no miss: it must be allowed to lead it (R6)."""
    if not terms.no_winner:
        yield say("page.miss.own_stuck" if terms.changes else "page.miss.own")


def _example(terms: Terms) -> tuple[Message, ...]:
    """Return a blocked win of the first space that a run of four cards can lead to, or nothing."""
    order = terms.rules.order
    below = {order.next[card]: card for card in PACK if order.next[card] != NO_CARD}
    for space in terms.rules.layout:
        card = terms.card_of(space)
        chain: list[Card] = [] if card is None else [card]
        while chain and len(chain) < 4 and chain[-1] in below:
            chain.append(below[chain[-1]])
        if len(chain) == 4:
            target, middle, missed, last = (TEXT[link] for link in chain)
            said = say(
                "page.blocked.example",
                last=last,
                missed=missed,
                middle=middle,
                target=target,
                n=_CHIPS,
            )
            paid = say("page.blocked.example_paid", target=target, n=_CHIPS)
            fine = terms.rules.penalty_missed_play
            more = [say("page.blocked.example_fine", n=fine)] if fine else []
            return (said, paid, *more)
    return ()


def false_leads(terms: Terms) -> Iterator[Bullet]:
    """Say what false leads on tables with real cards cost (R11)."""
    rules = terms.rules
    faults = [say("page.false_lead.low"), *[say("page.false_lead.suit")] * terms.changes]
    faults += [say("page.false_lead.turn"), *[say("page.false_lead.pass")] * terms.passes]
    what = say("page.false_lead.what", faults=tuple(faults))
    if rules.penalty_false_lead == "reject":
        yield what, say("page.penalty.false_lead.reject")
        return
    yield (
        what,
        say("page.penalty.false_lead.fine_no_boodle"),
        *[say("page.penalty.false_lead.fine_no_boodle.boodle")] * (not terms.held),
    )
    if not terms.misses:
        yield (say(f"page.penalty.dues.{rules.penalty_dues}"),)
