"""What a rules page says, and when: the order of its sections.

A sentence is said only where it matters under the other options: nothing of the auction where the
widow is dead, nothing of compensation where nothing is won by playing.
"""

from __future__ import annotations

from chalicelib.rules.options.presets import overridden
from chalicelib.rules.options.rules import Rules

from .before import dealer, layout, players, stakes
from .deal import deal, held, poker, widow
from .ending import broke, end, game_end
from .misses import false_leads, misses
from .play import lead, runs, winning
from .terms import Terms
from .wording import Bullet, Section, phrase


def page(rules: Rules) -> list[Section]:
    """Return the sections of the page, the title first."""
    terms = Terms(rules)
    sections: list[Section] = [
        (f"preset.{rules.preset}", [_title(terms)]),
        ("players", [*players(rules), *dealer(rules)]),
        ("layout", [*layout(terms), *stakes(terms)]),
        ("deal", list(deal(rules))),
        ("widow", list(widow(rules))),
        ("held", list(held(terms))),
        ("poker", list(poker(terms))),
        ("lead.last_stage" if terms.poker or terms.held else "lead", list(lead(terms))),
        ("runs", list(runs(terms))),
        ("winning", list(winning(terms))),
        ("end", list(end(terms))),
        ("misses" if terms.misses else "false_leads", [*misses(terms), *false_leads(terms)]),
        ("game_end", [*broke(rules), *game_end(terms)]),
    ]
    return [(heading, bullets) for heading, bullets in sections if bullets]


def _title(terms: Terms) -> Bullet:
    aims = [
        phrase("aim.held" if terms.held else "aim.played"),
        *[phrase("aim.poker" if terms.poker else "aim.run3")] * terms.pot,
        phrase("aim.out"),
    ]
    said = [phrase("aim", aims=tuple(aims))]
    if overridden(terms.rules):
        said.append(phrase("house"))
    return tuple(said)
