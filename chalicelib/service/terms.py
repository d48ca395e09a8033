"""Terms: the rules and settings of a league, kept once for each different content.

A live record names its terms by the hash of their content. They never change, so a process
reads them once; a change of presets in a later Boodle never changes an old hand, because terms
spell every option out.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final

from chalicelib.rules import Rules, make_rules
from chalicelib.store.port import Put, Write
from chalicelib.store.records import keys

from .context import Context
from .once import compact

RULES_VERSION: Final = 1
_KEPT: Final = 256


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table plays by.

    Attributes
    ----------
    play_clock
        Seconds after which anyone at the table may go on for a seat that does not play;
        ``None``: never.
    """

    rules: Rules
    play_clock: int | None = None


_known: dict[str, Terms] = {}


def terms_of(league: dict[str, Any]) -> Terms:
    """Return the terms that a league's record states."""
    return Terms(make_rules(league["preset"], league["options"]), league["play_clock"])


def body_of(terms: Terms) -> str:
    """Return the terms as they are kept."""
    return compact(
        {
            "version": RULES_VERSION,
            "preset": terms.rules.preset,
            "options": terms.rules.options(),
            "play_clock": terms.play_clock,
        }
    )


def hash_of(terms: Terms) -> str:
    """Return the name of the terms: 72 bits of the hash of their content."""
    digest = hashlib.sha256(body_of(terms).encode()).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode()


def load_terms(ctx: Context, name: str) -> Terms:
    """Return the terms of that name; read once by a process."""
    terms = _known.get(name)
    if terms is None:
        where = keys.terms(name)
        kept = json.loads(ctx.store.get([where])[where].body)
        terms = Terms(make_rules(kept["preset"], kept["options"]), kept["play_clock"])
        if len(_known) >= _KEPT:
            _known.clear()
        _known[name] = terms
    return terms


def writes_for(ctx: Context, terms: Terms) -> list[Write]:
    """Return what has to be written for ``terms`` to be found; nothing if they are there."""
    where = keys.terms(hash_of(terms))
    return [] if ctx.store.get([where]) else [Put(where, body_of(terms), None)]
