"""A table of real cards where people forget and cheat, and what an audit has to find there.

It knows nothing of the engine: cards are texts, hands are lists. It says what happened, as a
scorer writes it down, and beside it who was at fault, by R6, R7, R9 and R11.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules.reference import COLOUR, RANKS_HIGH, RANKS_LOW

Fault = tuple[str, int, str | None]


class FaultyTable:
    """One hand, played out. ``happened`` holds each move: ``(led, seat, card)``, or ``end``."""

    def __init__(
        self, options: dict[str, Any], hands: dict[int, list[str]], dealer: int, random: Random,
        mischief: float, version: int = 2,
    ) -> None:  # fmt: skip
        self.options, self.random, self.mischief = options, random, mischief
        self.version = version
        self.hands = hands
        self.dealer = dealer
        self.ranks = RANKS_LOW if options["ace"] == "low" else RANKS_HIGH
        self.happened: list[tuple[bool, int, str]] = []
        self.faults: list[Fault] = []
        self.at: list[int] = []  # how many plays came before each fault showed
        self.passed: list[int] = []  # who had to pass, in order
        self.ended_without = False
        self.play()

    # Who sits where, and which card is lower

    def from_seat(self, seat: int) -> list[int]:
        seats = sorted(self.hands)
        return seats[seats.index(seat) :] + seats[: seats.index(seat)]

    def lowest_each(self, seat: int, suits: str) -> list[str]:
        return [
            min(cards, key=self.height)
            for suit in suits
            if (cards := [card for card in self.hands[seat] if card[-1] == suit])
        ]

    def height(self, card: str) -> int:
        return self.ranks.index(card[:-1])

    def above(self, card: str) -> str | None:
        height = self.height(card) + 1
        return self.ranks[height] + card[-1] if height < 13 else None

    def holder(self, card: str | None) -> int | None:
        return next((seat for seat, held in self.hands.items() if card in held), None)

    def fault(self, kind: str, seat: int, card: str | None) -> None:
        self.faults.append((kind, seat, card))
        self.at.append(len(self.happened))

    # Play

    def play(self) -> None:
        while not self.ended_without:
            self.lead()
            while not self.ended_without and all(self.hands.values()):
                card = self.happened[-1][2]
                due = self.above(card)
                holder = self.holder(due)
                if holder is None or due is None:
                    break
                if self.random.random() < self.mischief / 3:
                    self.fault("missed_play", holder, due)
                    break
                self.lay(False, holder, due)
            if not all(self.hands.values()):
                return

    def lay(self, led: bool, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.happened.append((led, seat, card))

    def lead(self) -> None:
        before = len(self.happened)
        if not before:
            self.first_lead()
        else:
            self.next_lead()
        if len(self.happened) > before:
            self.forgive(before)

    def forgive(self, before: int) -> None:
        """R9: who stops at his own card and leads it at once has missed nothing."""
        _, seat, card = self.happened[-1]
        for place, (kind, offender, due) in enumerate(self.faults):
            if self.at[place] == before and kind == "missed_play":
                last = self.happened[before - 1][1]
                if offender == last == seat and due == card:
                    del self.faults[place], self.at[place]
                    return

    def first_lead(self) -> None:
        first = self.options["lead.first"]
        left = self.from_seat(self.dealer)
        turn = self.dealer if first == "dealer" else left[1]
        may = self.lowest_each(turn, "CDHS")
        if first.startswith("lowest:"):
            held = [self.lowest_each(seat, first[-1]) for seat in self.hands]
            cards = [card for cards in held for card in cards]
            if cards:
                may = [min(cards, key=self.height)]
                turn = self.holder(may[0]) or 0
        if self.tempted():
            seat = self.random.choice(sorted(self.hands))
            card = self.random.choice(self.hands[seat])
            self.judge(seat, card, turn, may)
        else:
            seat, card = turn, self.random.choice(may)
        self.lay(True, seat, card)

    def tempted(self) -> bool:
        return self.random.random() < self.mischief

    def permitted(self) -> str:
        old = self.happened[-1][2][-1]
        if self.options["lead.change"] == "none":
            return "CDHS"
        if self.options["lead.change"] == "suit":
            return "CDHS".replace(old, "")
        return "".join(suit for suit in "CDHS" if COLOUR[suit] != COLOUR[old])

    def judge(self, seat: int, card: str, turn: int, may: list[str]) -> None:
        if seat != turn:
            self.fault("out_of_turn", seat, card)
        elif card not in may:
            same_suit = any(card[-1] == other[-1] for other in may)
            self.fault("not_lowest" if same_suit else "forbidden_suit", seat, card)

    def next_lead(self) -> None:
        last = self.happened[-1][1]
        suits = self.permitted()
        table = self.from_seat(last)
        able = [seat for seat in table if self.lowest_each(seat, suits)]
        stuck = self.options["lead.stuck"]
        if self.options["lead.change"] == "none" or stuck == "play_same":
            may = self.lowest_each(last, suits) or self.lowest_each(last, "CDHS")
            seat, card = last, self.random.choice(may)
            if self.tempted():
                seat = self.random.choice([last, self.random.choice(table)])
                card = self.random.choice(self.hands[seat])
            self.judge(seat, card, last, may)
        elif able:
            if stuck == "pass_then_end" and self.random.random() < self.mischief / 5:
                for seat in able:
                    self.fault("false_pass", seat, None)
                self.passed += [seat for seat in table if seat not in able]
                self.ended_without = True
                return
            seat = able[0]
            card = self.random.choice(self.lowest_each(seat, suits))
            if self.tempted():
                seat = self.random.choice([able[0], self.random.choice(table)])
                card = self.random.choice(self.hands[seat])
            self.passed += table[: min(table.index(seat), table.index(able[0]))]
            passed_over = [other for other in able if table.index(other) < table.index(seat)]
            for other in passed_over[: 1 if self.version > 1 else None]:
                self.fault("false_pass", other, None)
            self.judge(seat, card, seat, self.lowest_each(seat, suits))
        elif stuck == "pass_then_end":
            if not self.tempted():
                self.passed += table
                self.ended_without = True
                return
            seat = self.random.choice(table)
            card = self.random.choice(self.hands[seat])
            self.passed += table[: table.index(seat)]
            self.judge(seat, card, seat, [])
        else:
            may = self.lowest_each(last, "CDHS")
            seat, card = last, self.random.choice(may)
            if self.tempted():
                seat = self.random.choice(table)
                card = self.random.choice(self.hands[seat])
            self.passed += table[: table.index(seat)] or table
            self.judge(seat, card, last, may)
        self.lay(True, seat, card)
