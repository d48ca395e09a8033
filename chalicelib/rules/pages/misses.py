"""What a rules page says of missed plays and false leads (R9-R11)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.rules.cards import NO_CARD, PACK, TEXT, Card

from .terms import Terms
from .wording import Bullet, Phrase, phrase

_CHIPS = 6


def misses(terms: Terms) -> Iterator[Bullet]:
    """Say what missed plays are and what they cost, with an example (R9, R10)."""
    rules = terms.rules
    if not terms.misses:
        return
    yield phrase("miss.what"), phrase("miss.then"), *_own_card(terms)
    if rules.penalty_missed_play:
        fine = rules.penalty_missed_play
        yield phrase("miss.fine", n=fine), phrase("miss.fine_example", total=3 * fine)
    if terms.compensates:
        yield phrase("blocked.what"), phrase("blocked.chain"), phrase("blocked.end")
        yield (phrase("blocked.several"),)
        if any(terms.card_of(space) is None for space in rules.layout):
            yield (phrase("blocked.set"),)
        example = _example(terms)
        if example:
            yield example
    yield (phrase(f"audit.{rules.penalty_dues}"),)


def _own_card(terms: Terms) -> Iterator[Phrase]:
    """Say when holding back one's own next card is no miss: it must be allowed to lead it (R6)."""
    if not terms.no_winner:
        yield phrase("miss.own_stuck" if terms.changes else "miss.own")


def _example(terms: Terms) -> tuple[Phrase, ...]:
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
            said = phrase(
                "blocked.example", last=last, missed=missed, middle=middle, target=target, n=_CHIPS
            )
            paid = phrase("blocked.example_paid", target=target, n=_CHIPS)
            fine = terms.rules.penalty_missed_play
            more = [phrase("blocked.example_fine", n=fine)] if fine else []
            return (said, paid, *more)
    return ()


def false_leads(terms: Terms) -> Iterator[Bullet]:
    """Say what false leads on tables with real cards cost (R11)."""
    rules = terms.rules
    faults = [phrase("false_lead.low"), *[phrase("false_lead.suit")] * terms.changes]
    faults += [phrase("false_lead.turn"), *[phrase("false_lead.pass")] * terms.passes]
    what = phrase("false_lead.what", faults=tuple(faults))
    if rules.penalty_false_lead == "reject":
        yield what, phrase("false_lead.reject")
        return
    yield (
        what,
        phrase("false_lead.fine"),
        *[phrase("false_lead.no_boodle")] * (not terms.held),
    )
    if not terms.misses:
        yield (phrase(f"audit.{rules.penalty_dues}"),)
