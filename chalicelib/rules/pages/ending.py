"""The rules page about the end of a hand, of a seat's chips and of the game (R8, R12, R13)."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message, say
from chalicelib.rules.options.rules import Rules

from .sections import Bullet, Rows


def end(rules: Rules) -> Iterator[Bullet | Rows]:
    """Return the bullets about when a hand ends and who pays whom (R8)."""
    heaps = [say("page.end.boodle")] * (not rules.winning.spaces_by_holding)
    heaps += [say("page.end.pot")] * (rules.has_pot and not rules.winning.pot_by_poker)
    yield say("page.end.out"), *[say("page.end.last", heaps=tuple(heaps))] * bool(heaps)
    steps = [say("page.dues.compensation")] * rules.compensates
    if rules.misses.fine:
        place = 0 if rules.misses.fine_first else len(steps)
        steps.insert(place, say("page.dues.fines"))
    if rules.winning.per_card:
        steps.append(say("page.per_card", n=rules.winning.per_card))
    if rules.has_kitty:
        steps.append(say("page.dues.kitty"))
    if steps:
        yield (say("page.dues.order" if len(steps) > 1 else "page.dues.alone"),)
        yield Rows(tuple(steps), numbered=len(steps) > 1)
    if not rules.winning.per_card:
        yield (say("page.per_card.none"),)
    if rules.leading.ends_after_circle:
        stays = say("page.end.no_winner", heaps=_heaps(rules))
        yield (stays, *[say("page.end.no_winner_dues")] * rules.misses_cost)


def broke(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about a seat without chips (R12)."""
    if rules.chips.may_owe:
        yield (say("page.broke.debt"),)
    else:
        yield say("page.broke.forgiven"), say("page.broke.payees")
        if rules.chips.broke_drop_out:
            yield say("page.broke.drop_out"), say("page.broke.drop_out_more")
        elif rules.chips.may_be_bought:
            yield (say("page.broke.rebuy", n=rules.table.chips),)
        else:
            yield (say("page.broke.finish_hand"),)
    yield (say("page.broke.join", n=rules.table.chips),)


def game_end(rules: Rules) -> Iterator[Bullet]:
    """Return the bullets about the end of the game, its winner and unclaimed chips (R13)."""
    ends = []
    if rules.ending.hands is not None:
        ends.append(say("page.ending.hands", n=rules.ending.hands))
    if rules.ending.minutes is not None:
        ends.append(say("page.ending.minutes", n=rules.ending.minutes))
    if rules.ending.chips is not None:
        ends.append(say(f"page.ending.chips.{rules.ending.basis.value}", n=rules.ending.chips))
    if rules.ending.closes_spaces:
        ends.append(say("page.ending.spaces"))
    ends += _wound_down(rules)
    few = say("page.ending.few_rebuy" if rules.chips.may_be_bought else "page.ending.few")
    yield (*(ends or [say("page.ending.open")]), few, say("page.ending.closed"))
    yield say("page.winner"), say("page.winner.shared")
    yield (say(f"page.unclaimed.{rules.ending.unclaimed.value}", heaps=_heaps(rules)),)


def _wound_down(rules: Rules) -> Iterator[Message]:
    """Return when a game without refill ends: with the last of kitty and pot (R13)."""
    kitty, pot = rules.stakes.kitty > 0, rules.stakes.pot > 0
    if rules.version.wound_down_games_end and rules.ending.stops_refilling and (kitty or pot):
        which = "both" if kitty and pot else "kitty" if kitty else "pot"
        yield say(f"page.ending.refill.{which}")


def _heaps(rules: Rules) -> tuple[Message, ...]:
    """Return where chips may be left; the pot of a poker stage is always won."""
    left = [
        ("layout", True),
        ("kitty", rules.has_kitty),
        ("pot", rules.has_pot and not rules.winning.pot_by_poker),
    ]
    heaps = [say(f"page.heap.{heap}") for heap, there in left if there]
    return tuple(heaps)
