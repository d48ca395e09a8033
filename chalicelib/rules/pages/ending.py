"""What a rules page says of the ends: of a hand, of chips and of the game (R8, R12, R13)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message, say
from chalicelib.rules.options.rules import Rules

from .sections import Bullet, Rows
from .terms import Terms


def end(terms: Terms) -> Iterator[Bullet | Rows]:
    """Say when a hand ends and who pays whom (R8)."""
    rules = terms.rules
    heaps = [say("page.end.boodle")] * (not terms.held)
    heaps += [say("page.end.pot")] * (terms.pot and not terms.poker)
    yield say("page.end.out"), *[say("page.end.last", heaps=tuple(heaps))] * bool(heaps)
    steps = [say("page.dues.compensation")] * terms.compensates
    if rules.penalty_missed_play:
        place = 0 if rules.penalty_priority == "fine_first" else len(steps)
        steps.insert(place, say("page.dues.fines"))
    steps.append(
        say("page.per_card", n=rules.per_card) if rules.per_card else say("page.per_card.none")
    )
    if terms.kitty:
        steps.append(say("page.dues.kitty"))
    yield (say("page.dues.order" if len(steps) > 1 else "page.dues.alone"),)
    yield Rows(tuple(steps), numbered=len(steps) > 1)
    if terms.no_winner:
        stays = say("page.end.no_winner", heaps=_heaps(terms))
        yield (stays, *[say("page.end.no_winner_dues")] * terms.misses)


def broke(rules: Rules) -> Iterator[Bullet]:
    """Say what becomes of a seat without chips (R12)."""
    if rules.broke == "debt":
        yield (say("page.broke.debt"),)
    else:
        yield say("page.broke.forgiven"), say("page.broke.payees")
        if rules.broke == "drop_out":
            yield say("page.broke.drop_out"), say("page.broke.drop_out_more")
        elif rules.broke == "rebuy":
            yield (say("page.broke.rebuy", n=rules.chips_start),)
        else:
            yield (say("page.broke.finish_hand"),)
    yield (say("page.broke.join", n=rules.chips_start),)


def game_end(terms: Terms) -> Iterator[Bullet]:
    """Say when the game ends, who wins, what becomes of unclaimed chips (R13)."""
    rules = terms.rules
    ends = []
    if rules.ending_hands is not None:
        ends.append(say("page.ending.hands", n=rules.ending_hands))
    if rules.ending_minutes is not None:
        ends.append(say("page.ending.minutes", n=rules.ending_minutes))
    if rules.ending_chips is not None:
        ends.append(say(f"page.ending.chips.{rules.ending_basis}", n=rules.ending_chips))
    if rules.wind_down == "remove_claimed":
        ends.append(say("page.ending.spaces"))
    few = say("page.ending.few_rebuy" if rules.broke == "rebuy" else "page.ending.few")
    yield (*(ends or [say("page.ending.open")]), few, say("page.ending.closed"))
    yield say("page.winner"), say("page.winner.shared")
    yield (say(f"page.unclaimed.{rules.unclaimed}", heaps=_heaps(terms)),)


def _heaps(terms: Terms) -> tuple[Message, ...]:
    """Return where chips may be left; the pot of a poker stage is always won."""
    left = [("layout", True), ("kitty", terms.kitty), ("pot", terms.pot and not terms.poker)]
    heaps = [say(f"page.heap.{heap}") for heap, there in left if there]
    return tuple(heaps)
