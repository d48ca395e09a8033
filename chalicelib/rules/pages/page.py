"""What a rules page says, and when: the order of its sections.

A sentence is said only where it matters under the other options: nothing of the auction where the
widow is dead, nothing of compensation where nothing is won by playing.
"""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.message import Message, say
from chalicelib.rules.options.presets import overridden
from chalicelib.rules.options.rules import Rules

from .before import dealer, layout, players, stakes
from .deal import deal, held, poker, widow
from .ending import broke, end, game_end
from .misses import false_leads, misses
from .play import lead, runs, winning
from .sections import Bullet, Rows, Section
from .terms import Terms


def page(rules: Rules) -> list[Section]:
    """Return the sections of the page, the title first."""
    terms = Terms(rules)
    played_last = terms.poker or terms.held
    sections: list[tuple[Message, Sequence[Bullet | Rows]]] = [
        (say(f"page.preset.{rules.preset}"), [_title(terms)]),
        (say("page.heading.players"), [*players(rules), *dealer(rules)]),
        (say("page.heading.layout"), [*layout(terms), *stakes(terms)]),
        (say("page.heading.deal"), list(deal(rules))),
        (say("page.heading.widow"), list(widow(rules))),
        (say("page.heading.held"), list(held(terms))),
        (say("page.heading.poker"), list(poker(terms))),
        (
            say("page.heading.last_stage" if played_last else "page.heading.lead"),
            list(lead(terms)),
        ),
        (say("page.heading.runs"), list(runs(terms))),
        (say("page.heading.winning"), list(winning(terms))),
        (say("page.heading.end"), list(end(terms))),
        (
            say("page.heading.misses" if terms.misses else "page.heading.false_leads"),
            [*misses(terms), *false_leads(terms)],
        ),
        (say("page.heading.game_end"), [*broke(rules), *game_end(terms)]),
    ]
    return [Section(heading, bullets) for heading, bullets in sections if bullets]


def _title(terms: Terms) -> Bullet:
    aims = [
        say("page.aim.held" if terms.held else "page.aim.played"),
        *[say("page.aim.poker" if terms.poker else "page.aim.run3")] * terms.pot,
        say("page.aim.out"),
    ]
    said = [say("page.aim", aims=tuple(aims))]
    if overridden(terms.rules):
        said.append(say("page.custom_rules"))
    return tuple(said)
