"""Replaying a hand by its actions, which every request does, by the handler's floor."""

from __future__ import annotations

from random import Random
from typing import Final

from chalicelib.rules import Hand, deal_pack, make_rules

from . import deployed, handler
from .figure import Figure, at_most
from .timing import cpu_of, interleaved, median_ratio

TRIED: Final = 300
"""The longest of so many random hands is replayed: a full one."""


def measure(quick: bool) -> list[Figure]:
    """Return the microseconds of dealing and replaying a full hand, by the floor's."""
    rules = make_rules(deployed.PRESET, deployed.OPTIONS)
    stacks = [deployed.OPTIONS["chips.start"]] * handler.SEATS
    random = Random(1)

    def hand() -> Hand:
        pack = random.sample(range(52), 52)
        return Hand(rules, stacks, 0, deal_pack(rules, pack, range(len(stacks)), 0))

    played = [(one.deal, deployed.play_out(one, random)) for one in (hand() for _ in range(TRIED))]
    deal, actions = max(played, key=lambda one: len(one[1]))
    handler.with_credentials()
    plays = handler.Plays()
    times = 5 if quick else 40
    ours, floor = interleaved(
        2 if quick else 15,
        lambda: cpu_of(lambda: Hand(rules, stacks, 0, deal).replay(actions), times),
        plays.mean_floor,
    )
    return [
        Figure(
            "replay.full_hand",
            min(ours) * 1e6,
            "us CPU",
            min(floor) * 1e6,
            median_ratio(ours, floor),
            at_most(0.2),
            note=f"{len(actions)} plays, by the handler's floor",
        )
    ]
