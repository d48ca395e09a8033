"""Random play-outs of three games, each with the simplest use of its library.

Every function plays for about this many processor seconds and returns the steps and the seconds
they took. All draw their moves in the same way, from the list of legal ones.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from chalicelib.rules.actions import Play

PlayOuts = Callable[[float], tuple[int, float]]

TRY_ILLEGAL: Final = 10
"""One step in this many is preceded by an attempt that must be refused."""
MAX_PLIES: Final = 300
"""Random chess goes on for hundreds of plies with few pieces; most games are cut here."""


def engine(seconds: float) -> tuple[int, float]:
    """Play Boodle: deal, legal actions, apply, refusals, dues; the ledger is always kept.

    Presets and table sizes take turns. Stakes are fixed, so that no placements are needed; each
    hand begins with the chips that the one before left, until somebody is poor.
    """
    from chalicelib.rules import AgainstRules, Hand, NotNow, make_rules

    def refused(hand: Hand, card: int) -> None:
        """Let the seat on the left of a card's holder try to play it."""
        try:
            hand.apply(Play((max(hand.where[card], 0) + 1) % len(hand.counts), card))
        except (AgainstRules, NotNow):
            return
        raise AssertionError("an illegal action was applied")

    draw = Random(1).random
    games = [
        (make_rules(preset, {"stakes.mode": "fixed", "stakes.amount": 4}), seats)
        for preset in ("michigan", "michigan_ru", "michigan_pagat", "newmarket", "saratoga")
        for seats in (3, 4, 6, 8)
    ]
    pack = range(52)
    steps = number = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        rules, seats = games[number % len(games)]
        number += 1
        # Sorted by random keys: as uniform as random.shuffle, and it costs a third.
        keys = [draw() for _ in pack]
        deck = sorted(pack, key=keys.__getitem__)
        hand = Hand(rules, [200] * seats, number % seats, deck)
        tries = 0
        while not hand.over:
            legal = hand.legal_actions()
            tries += 1
            if tries % TRY_ILLEGAL == 0:
                refused(hand, deck[tries % 52])
            hand.apply(legal[int(draw() * len(legal))])
        steps += tries
        if not hand.ledger.entries or sum(hand.ledger.chips) != 200 * seats:
            raise AssertionError("chips were made or lost")
    return steps, time.process_time() - started


def chess(seconds: float) -> tuple[int, float]:
    """Play python-chess: legal moves, push; without the refusals and draws that it could check."""
    board_class: Any = importlib.import_module("chess").Board
    draw = Random(1).random
    plies = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        board = board_class()
        for _ in range(MAX_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(draw() * len(moves))])
            plies += 1
    return plies, time.process_time() - started


def uno(seconds: float) -> tuple[int, float]:
    """Play rlcard's uno environment: reset, step with a legal action."""
    env: Any = importlib.import_module("rlcard").make("uno", config={"seed": 1})
    draw = Random(1).random
    steps = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
            steps += 1
    return steps, time.process_time() - started


GAMES: Final[Mapping[str, PlayOuts]] = {"engine": engine, "chess": chess, "uno": uno}
