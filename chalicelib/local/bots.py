"""How the demonstration's phones decide. They know what the API tells them, and no more.

Everything is drawn from the table's own stream of random numbers, in an order that depends on
the game alone, so that the same seed plays the same league however threads are timed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from chalicelib.rules import parse_card
from chalicelib.rules.cards import NO_CARD, TEXT, Order

EARLY: Final = 0.04
"""How often an action is first sent under a number too high, as if overtaking another."""
REPEATED: Final = 0.06
"""How often a post is sent again, as if its reply had been lost."""
QUEUED: Final = 0.5
"""How often cards that must follow each other are sent as one queue."""
FOLLOWED: Final = 0.03
"""How often the scorer plays the card a run waits for, as for a phone that went dark."""
STOPPED: Final = 0.05
"""How often the scorer calls a stop where a card was missed, if that is fined."""
SEEDED: Final = 0.3
"""How often a seat adds a seed of its own to the shuffle."""
BID: Final = 0.3
"""How often a seat bids when it could."""


def chance(rng: Random, probability: float) -> bool:
    """Return whether something that happens this often happens now."""
    return rng.random() < probability


def nonce(rng: Random) -> str:
    """Return the 128 random bits that a phone makes once."""
    return f"{rng.getrandbits(128):032x}"


def choose(rng: Random, legal: Sequence[Mapping[str, Any]], highest_bid: int) -> dict[str, Any]:
    """Return one of the actions that the API lists as legal for a seat."""
    calls = [action for action in legal if "bid" in action]
    if calls and chance(rng, BID):
        lowest = calls[0]["bid"]
        return {"bid": rng.randint(lowest, min(lowest + 2, highest_bid))}
    options = [action for action in legal if "bid" not in action]
    action = dict(rng.choice(options))
    del action["seat"]  # the token says it
    return action


def following(order: Order, card: str, held: Sequence[str]) -> list[str]:
    """Return ``card`` and those in hand that must follow it, one upon the other (R7)."""
    chain = [card]
    above = order.next[parse_card(card)]
    while above != NO_CARD and TEXT[above] in held:
        chain.append(TEXT[above])
        above = order.next[above]
    return chain


def place(rng: Random, rules: Mapping[str, Any], spaces: Sequence[str], due: int) -> dict[str, int]:
    """Return where a seat puts its stake: on one space, or spread as it likes (R3)."""
    if rules["stakes.mode"] == "single":
        return {rng.choice(spaces): due}
    placed: dict[str, int] = {}
    for _ in range(due):
        space = rng.choice(spaces)
        placed[space] = placed.get(space, 0) + 1
    return placed
