"""What a rules page says of the ends: of a hand, of chips and of the game (R8, R12, R13)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.rules.options.rules import Rules

from .terms import Terms
from .wording import Bullet, Phrase, Rows, phrase


def end(terms: Terms) -> Iterator[Bullet | Rows]:
    """Say when a hand ends and who pays whom (R8)."""
    rules = terms.rules
    heaps = [phrase("end.boodle")] * (not terms.held)
    heaps += [phrase("end.pot")] * (terms.pot and not terms.poker)
    yield phrase("end.out"), *[phrase("end.last", heaps=tuple(heaps))] * bool(heaps)
    steps = [phrase("dues.compensation")] * terms.compensates
    if rules.penalty_missed_play:
        place = 0 if rules.penalty_priority == "fine_first" else len(steps)
        steps.insert(place, phrase("dues.fines"))
    steps.append(
        phrase("dues.cards_left", n=rules.per_card) if rules.per_card else phrase("dues.nothing")
    )
    if terms.kitty:
        steps.append(phrase("dues.kitty"))
    yield (phrase("dues.order" if len(steps) > 1 else "dues.alone"),)
    yield Rows(tuple(steps), numbered=len(steps) > 1)
    if terms.no_winner:
        stays = phrase("end.no_winner", heaps=_heaps(terms))
        yield (stays, *[phrase("end.no_winner_dues")] * terms.misses)


def broke(rules: Rules) -> Iterator[Bullet]:
    """Say what becomes of a seat without chips (R12)."""
    if rules.broke == "debt":
        yield (phrase("broke.debt"),)
    else:
        yield phrase("broke.forgiven"), phrase("broke.payees")
        if rules.broke == "drop_out":
            yield phrase("broke.drop_out"), phrase("broke.drop_out_more")
        elif rules.broke == "rebuy":
            yield (phrase("broke.rebuy", n=rules.chips_start),)
        else:
            yield (phrase("broke.finish_hand"),)
    yield (phrase("broke.join", n=rules.chips_start),)


def game_end(terms: Terms) -> Iterator[Bullet]:
    """Say when the game ends, who wins, what becomes of unclaimed chips (R13)."""
    rules = terms.rules
    ends = []
    if rules.ending_hands is not None:
        ends.append(phrase("ending.hands", n=rules.ending_hands))
    if rules.ending_minutes is not None:
        ends.append(phrase("ending.minutes", n=rules.ending_minutes))
    if rules.ending_chips is not None:
        ends.append(phrase(f"ending.chips_{rules.ending_basis}", n=rules.ending_chips))
    if rules.wind_down == "remove_claimed":
        ends.append(phrase("ending.closed_spaces"))
    few = phrase("ending.few_rebuy" if rules.broke == "rebuy" else "ending.few")
    yield (*(ends or [phrase("ending.open")]), few, phrase("ending.closed"))
    yield phrase("winner"), phrase("winner.shared")
    yield (phrase(f"unclaimed.{rules.unclaimed}", heaps=_heaps(terms)),)


def _heaps(terms: Terms) -> tuple[Phrase, ...]:
    """Return where chips may be left; the pot of a poker stage is always won."""
    left = [("layout", True), ("kitty", terms.kitty), ("pot", terms.pot and not terms.poker)]
    heaps = [phrase(f"heap.{heap}") for heap, there in left if there]
    return tuple(heaps)
