"""A table of eight with real cards, of which a test names only those that matter.

The last seat deals and leads; it has five cards, as the one before it, and the others have six.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chalicelib.rules import Phase, cards, make_rules, parse_card
from chalicelib.rules.actions import Show, make_action
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.version import Version

from .strategies import PACK

SIZES = (6, 6, 6, 6, 6, 6, 5, 5)


class RealTable:
    """Deal the cards named; the rest, lowest first, to the seats that lack some, then aside."""

    def __init__(
        self,
        hands: dict[int, str],
        aside: str = "",
        options: dict[str, Any] | None = None,
        version: Version = Version.CURRENT,
        chips: Sequence[int] = (50,) * 8,
    ) -> None:
        chosen = {"lead.first": "dealer", "lead.change": "none", **(options or {})}
        self.held = {seat: cards(hands.get(seat, "")) for seat in range(8)}
        named = {card for held in self.held.values() for card in held} | {*cards(aside)}
        rest = [card for card in PACK if card not in named]
        for seat, size in enumerate(SIZES):
            while len(self.held[seat]) < size:
                self.held[seat].append(rest.pop(0))
        self.hand = ObservedHand(make_rules("saratoga", chosen, version), chips, 7)

    def say(self, script: str) -> ObservedHand:
        """Record ``7:JS`` (play), ``7:lead JS``, ``end``, one after the other."""
        for text in script.split(","):
            seat, _, what = text.strip().rpartition(":")
            if not seat:
                self.hand.apply(make_action(what))
                continue
            verb, _, card = what.rpartition(" ")
            self.hand.apply(make_action(verb or "play", int(seat), parse_card(card)))
        return self.hand

    def left(self) -> list[tuple[int, int]]:
        return [
            (seat, card)
            for seat in self.hand.unshown
            for card in self.held[seat]
            if self.hand.where[card] < 0 and card not in {play[1] for play in self.hand.plays}
        ]

    def show(self) -> ObservedHand:
        for seat, card in self.left():
            if self.hand.phase is Phase.SHOW:
                self.hand.apply(Show(seat, card))
        return self.hand
