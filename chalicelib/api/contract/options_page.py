"""``docs/options.md``: every option of the rules and every preset, from their declarations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from chalicelib.rules import OPTIONS, PRESETS, Option

_PAGE: Final = """\
# Options of the rules

Written by `make openapi` from the groups of options in `chalicelib/rules/options/`; do not edit it.

A league takes a preset and the options in which it differs ([house rules](house-rules.md)). What
they mean in play is in the section of [the rules](rules.md) named beside each. `GET /v1/presets`
answers the same as JSON.

{options}

## Presets

What each sets; every other option has its default.

{presets}
"""


def options_page() -> str:
    """Return the text of ``docs/options.md``."""
    options = [
        [f"`{option.name}`", option.section, option.meaning, _allowed(option), _default(option)]
        for option in OPTIONS
    ]
    presets = [
        [f"`{preset}`", ", ".join(f"`{name}` {_json(value)}" for name, value in chosen.items())]
        for preset, chosen in PRESETS.items()
    ]
    return _PAGE.format(
        options=_table(["option", "section", "what it steers", "values", "default"], options),
        presets=_table(["preset", "options"], presets),
    )


def _allowed(option: Option) -> str:
    if option.bounds:
        low, high = option.bounds
        return f"{low} to {high:,}" + ", or `null`" * option.optional
    return ", ".join(map(_json, option.choices)) or "a list of spaces"


def _default(option: Option) -> str:
    return _json(option.plain(option.default))


def _json(value: object) -> str:
    return f"`{value}`" if isinstance(value, str) else f"`{json.dumps(value)}`"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
