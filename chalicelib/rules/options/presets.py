"""The named games of the family and their rules (R16)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Final

from chalicelib.json_value import Json
from chalicelib.message import say
from chalicelib.rules.errors import Malformed
from chalicelib.rules.layout import tidy_layout
from chalicelib.rules.version import Version

from .rules import BY_NAME, OPTIONS, Rules, rules_of

_MICHIGAN: Final[Mapping[str, Json]] = {
    "stakes.dealer_factor": 2,
    "lead.change": "suit",
    "first_dealer": "first_jack",
}

PRESETS: Final[Mapping[str, Mapping[str, Json]]] = {
    "michigan": _MICHIGAN,
    "michigan_pagat": {"stakes.dealer_factor": 2, "auction": "dealer"},
    "michigan_ru": {
        "deal.leftover": "equal_aside",
        "widow": "exchange_or_auction",
        "lead.change": "suit",
        "first_dealer": "high_card",
        "penalty.missed_play": 1,
        "penalty.compensation": True,
        "played_cards": "covered",
    },
    "boodle": {
        "stakes.mode": "free",
        "stakes.amount": 4,
        "stakes.set_by": "dealer",
        "lead.change": "suit",
    },
    "newmarket": {"stakes.mode": "single", "stakes.kitty": 1, "stakes.pot": 1, "per_card": 0},
    "newmarket_horses": {
        "layout": ["KS", "KH", "KD", "KC"],
        "stakes.mode": "single",
        "stakes.amount": 2,
        "stakes.kitty": 1,
        "lead.change": "colour",
    },
    "saratoga": {"lead.change": "suit"},
    "three_in_one": {
        "layout": [
            "AH",
            "KH",
            "QH",
            "JH",
            "10H",
            {"name": "K-Q", "cards": ["KH", "QH"]},
            {"name": "8-9-10", "cards": ["8", "9", "10"]},
        ],
        "stakes.kitty": 1,
        "stakes.pot": 1,
        "lead.change": "colour",
        "lead.stuck": "pass_then_end",
        "lead.pass_fee": 1,
        "pot.won_by": "poker",
        "spaces_paid": "held",
    },
    "chicago": _MICHIGAN,
    "stops": _MICHIGAN,
}
"""What each preset sets; every option it does not name has the default of :data:`OPTIONS`."""


def make_rules(
    preset: str,
    options: Mapping[str, Json] | None = None,
    version: Version = Version.CURRENT,
) -> Rules:
    """Return the rules of a preset, with some options set otherwise.

    Parameters
    ----------
    preset
        A name of :data:`PRESETS`.
    options
        Dotted option names and their values, as JSON values.
    version
        The version of the rules of play.

    Raises
    ------
    Malformed
        There is no such preset or option, or an option cannot have that value.

    Examples
    --------
    >>> rules = make_rules("michigan", {"penalty.missed_play": 1})
    >>> rules.leading.is_restricted, rules.misses.fine
    (True, 1)
    """
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Malformed(
            say(
                "option.preset-unknown",
                preset=str(preset)[:40],
                presets=tuple(PRESETS),
            )
        )
    given = {**PRESETS[preset], **(options or {})}
    for name in given:
        if name not in BY_NAME:
            like = difflib.get_close_matches(str(name), BY_NAME, 1)
            hint = say("option.did-you-mean", like=like[0]) if like else ""
            raise Malformed(say("option.unknown", name=str(name)[:40], hint=hint))
    values = {name: BY_NAME[name].parse(value) for name, value in given.items()}
    return rules_of(preset, values, version)


def new_rules(preset: str, options: Mapping[str, Json]) -> Rules:
    """Return the rules that somebody asks for: the names of spaces are cleaned.

    Rules that are read again go through :func:`make_rules`, which takes names as they stand.

    Raises
    ------
    Malformed
        As for :func:`make_rules`; or a space's name is none, or two of them are the same.
    """
    if "layout" in options:
        options = {**options, "layout": tidy_layout(options["layout"])}
    return make_rules(preset, options)


def has_horses(rules: Rules) -> bool:
    """Return whether players of this game call the boodle cards horses (R1)."""
    return rules.preset == "newmarket_horses"


def overridden(rules: Rules) -> dict[str, Json]:
    """Return the options in which ``rules`` differ from their preset, as JSON values."""
    base = make_rules(rules.preset)
    return {
        option.name: option.plain(rules.value(option))
        for option in OPTIONS
        if rules.value(option) != base.value(option)
    }
