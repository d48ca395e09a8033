"""The behaviour of the demonstration's phones, which know only what the API shows them.

They decide what to play like all of Boodle's bots (:mod:`chalicelib.local.strategy`).

Everything is drawn from the table's own stream of random numbers, in an order that depends on
the game alone, so that the same seed plays the same league however threads are timed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from chalicelib.api.resources.hands.answers import Hand
from chalicelib.rules import TEXT, Rules, parse_card
from chalicelib.rules.actions import Form, Part, Verb, action_json, read_action
from chalicelib.rules.cards import NO_CARD, Order

from . import strategy
from .strategy import HOUSE, Sight, Style

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
NAMED: Final = 0.5
"""How often the dealer names the amount of the stakes, where he may."""


def chance(rng: Random, probability: float) -> bool:
    """Return whether an event with this frequency happens now."""
    return rng.random() < probability


def nonce(rng: Random) -> str:
    """Return 128 random bits, which a phone makes once."""
    return f"{rng.getrandbits(128):032x}"


def style_of(seat: int) -> Style:
    """Return how the bot in this seat (from 1) plays."""
    return HOUSE[(seat - 1) % len(HOUSE)]


def choose(rng: Random, rules: Rules, seen: Hand) -> Form:
    """Return one of the actions that the API lists as legal for a seat.

    Parameters
    ----------
    seen
        The hand as the API shows it to the seat that is to act.
    """
    seat, bodies = seen["me"], seen["legal"]
    if seat is None:
        raise ValueError("only a seat has something to choose")
    held = tuple(parse_card(card) for card in seen["seats"][seat - 1]["cards"] or ())
    sight = Sight(rules, held, tuple(seen["layout"].values()))
    legal = [read_action(body) for body in bodies]
    chosen = strategy.choose(style_of(seat), sight, legal, seen["highest"] or 0, rng)
    body = action_json(chosen)
    del body[Part.SEAT]  # the token says it
    return body


def queue(order: Order, first: Form, held: Sequence[str]) -> list[Form]:
    """Return actions to post together: a play and those that must follow it, or one action."""
    verb = Verb.PLAY.value
    if verb not in first:
        return [first]
    return [{verb: card} for card in following(order, str(first[verb]), held)]


def following(order: Order, card: str, held: Sequence[str]) -> list[str]:
    """Return ``card`` and the cards in hand that must follow it, one after the other (R7)."""
    chain = [card]
    above = order.next[parse_card(card)]
    while above != NO_CARD and TEXT[above] in held:
        chain.append(TEXT[above])
        above = order.next[above]
    return chain


def place(
    rng: Random, rules: Rules, seat: int, layout: Mapping[str, int], due: int
) -> dict[str, int]:
    """Return where a seat puts its stake: on one space, or spread as it likes (R3)."""
    spaces, chips = list(layout), list(layout.values())
    placed = strategy.place(style_of(seat), rules, chips, range(len(spaces)), due, rng)
    return {spaces[space]: stake for space, stake in placed.items()}
