"""A table set up in one line, and a hand played from one line of text."""

from __future__ import annotations

from typing import Any

from chalicelib.rules import (
    TEXT,
    Action,
    Deal,
    Fold,
    Hand,
    cards,
    deal_hands,
    make_rules,
    parse_card,
)
from chalicelib.rules.actions import Play, Stop, make_action, row_of
from chalicelib.rules.version import Version


def deal_of(*hands: str, widow: str = "") -> Deal:
    """Return a deal from texts such as ``"9S 3H"``, seat by seat; an empty one is not dealt in."""
    return deal_hands({i: cards(hand) for i, hand in enumerate(hands) if hand}, cards(widow))


def sit(
    preset: str,
    *hands: str,
    widow: str = "",
    chips: int | list[int] = 50,
    dealer: int | None = None,
    options: dict[str, Any] | None = None,
    version: Version = Version.CURRENT,
    **more: Any,
) -> Hand:
    """Return a hand with these cards; the last seat deals, if no other is named."""
    stacks = [chips] * len(hands) if isinstance(chips, int) else chips
    return Hand(
        make_rules(preset, options, version),
        stacks,
        len(hands) - 1 if dealer is None else dealer,
        deal_of(*hands, widow=widow),
        **more,
    )


def action(text: str) -> Action:
    """Return the action of a text: ``0:9S``, ``stop``, ``2:exchange``, ``1:bid 3``, ``1:away``.

    Seats count from 0.
    """
    if text == "stop":
        return Stop()
    seat, _, verb = text.partition(":")
    verb, _, amount = verb.partition(" ")
    if amount:
        return make_action(verb, int(seat), None, int(amount))
    if row_of(verb):
        return make_action(verb, int(seat))
    return Play(int(seat), parse_card(verb))


def play(hand: Hand, script: str) -> Hand:
    """Do the actions of a text, set apart by commas."""
    return hand.replay(action(text.strip()) for text in script.split(","))


def leads(hand: Hand) -> str:
    """Return who may play what, as in ``"0: 3H 9S"``."""
    legal = [done for done in hand.legal_actions() if isinstance(done, Play)]
    return f"{legal[0].seat}: " + " ".join(TEXT[done.card] for done in legal)


def events(hand: Hand, *kinds: str) -> list[tuple[str, int | None]]:
    return [(event.kind, event.seat) for event in hand.events if event.kind in kinds]


def entries(hand: Fold, *reasons: str) -> list[tuple[int, int, int]]:
    """Return the ledger's movements for these reasons: from, to, amount."""
    return [(e.source, e.target, e.amount) for e in hand.ledger.entries if e.reason in reasons]
