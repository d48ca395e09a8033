"""The rules page: its sections in order.

A sentence appears only where it matters under the other options: nothing about the auction where
the widow is dead, nothing about compensation where nothing is won by playing.
"""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.message import Message, say
from chalicelib.rules.options.option import Part
from chalicelib.rules.options.presets import has_horses, overridden
from chalicelib.rules.options.rules import Rules

from .before import dealer, layout, players, stakes
from .deal import deal, held, poker, widow
from .declared import declared
from .ending import broke, end, game_end
from .misses import false_leads, misses
from .play import lead, runs, winning
from .sections import Bullet, Rows, Section


def page(rules: Rules) -> list[Section]:
    """Return the sections of the page, the title first.

    Each ends with the values of the options declared for it.
    """
    played_last = rules.winning.pot_by_poker or rules.winning.spaces_by_holding
    lead_heading = say("page.heading.last_stage" if played_last else "page.heading.lead")
    misses_heading = say("page.heading.misses" if rules.misses_cost else "page.heading.false_leads")
    sections: list[tuple[Part, Message, Sequence[Bullet | Rows]]] = [
        ("players", say("page.heading.players"), [*players(rules), *dealer(rules)]),
        ("layout", say("page.heading.layout"), [*layout(rules), *stakes(rules)]),
        ("deal", say("page.heading.deal"), list(deal(rules))),
        ("widow", say("page.heading.widow"), list(widow(rules))),
        ("held", say("page.heading.held"), list(held(rules))),
        ("poker", say("page.heading.poker"), list(poker(rules))),
        ("lead", lead_heading, list(lead(rules))),
        ("runs", say("page.heading.runs"), list(runs(rules))),
        ("winning", say("page.heading.winning"), list(winning(rules))),
        ("end", say("page.heading.end"), list(end(rules))),
        ("misses", misses_heading, [*misses(rules), *false_leads(rules)]),
        ("game_end", say("page.heading.game_end"), [*broke(rules), *game_end(rules)]),
    ]
    title = Section(say(f"page.preset.{rules.preset}"), [_title(rules)])
    return [
        title,
        *(
            Section(heading, [*bullets, *declared(rules, part)])
            for part, heading, bullets in sections
            if bullets
        ),
    ]


def _title(rules: Rules) -> Bullet:
    played = say("page.aim.horses" if has_horses(rules) else "page.aim.played")
    aims = [
        say("page.aim.held") if rules.winning.spaces_by_holding else played,
        *[say("page.aim.poker" if rules.winning.pot_by_poker else "page.aim.run3")] * rules.has_pot,
        say("page.aim.out"),
    ]
    sentences = [say("page.aim", aims=tuple(aims))]
    if overridden(rules):
        sentences.append(say("page.custom_rules"))
    sentences.append(say("page.version", version=rules.version.value))
    return tuple(sentences)
