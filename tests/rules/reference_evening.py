"""A second account of a table's evening (R2, R12-R14), from the rules page alone.

It knows people, not seats with stacks: every person has a purse at the table or away from it. It
imports nothing of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Person:
    """Somebody who sat at the table."""

    name: int
    purse: int
    paid: int
    chair: int | None
    went_with: int | None = None
    """The chips in the pocket of one who went home and may come back."""
    result_elsewhere: int = 0
    """Chips that are this person's result though another plays on with their like."""
    hands: int = 0


@dataclass
class Evening:
    """A table: chairs in a circle, people, and the chips between them."""

    start: int
    debt: bool
    chairs: int
    people: dict[int, Person] = field(default_factory=dict)
    middle: int = 0
    last_dealer: int | None = None

    def sitting(self) -> dict[int, Person]:
        return {one.chair: one for one in self.people.values() if one.chair is not None}

    def dealt_in(self) -> list[int]:
        return sorted(chair for chair, one in self.sitting().items() if self.debt or one.purse > 0)

    def next_dealer(self) -> int:
        assert self.last_dealer is not None
        chair = self.last_dealer
        while True:
            chair = (chair + 1) % self.chairs
            if chair in self.dealt_in():
                return chair

    def arrive(self, name: int, chair: int) -> None:
        self.chairs = max(self.chairs, chair + 1)
        one = self.people.setdefault(name, Person(name, 0, 0, None))
        assert one.went_with is None
        one.chair, one.purse, one.paid = chair, self.start, one.paid + self.start

    def go_home(self, chair: int) -> None:
        one = self.sitting()[chair]
        one.chair, one.went_with, one.purse = None, one.purse, 0

    def come_back(self, name: int, chair: int) -> None:
        self.chairs = max(self.chairs, chair + 1)
        one = self.people[name]
        assert one.went_with is not None
        one.chair, one.purse, one.went_with = chair, one.went_with, None

    def stand_in(self, name: int, for_whom: int, chair: int) -> None:
        gone = self.people[for_whom]
        assert gone.went_with is not None
        stack = gone.went_with
        gone.result_elsewhere += stack
        gone.went_with = None
        one = self.people.setdefault(name, Person(name, 0, 0, None))
        one.chair, one.purse, one.paid = chair, stack, one.paid + stack

    def play(self, dealer: int, purses: list[int], middle: int) -> None:
        for chair, one in self.sitting().items():
            one.purse = purses[chair]
            one.hands += 1
        self.middle, self.last_dealer = middle, dealer

    def chips_of(self, name: int) -> int:
        one = self.people[name]
        return one.purse + (one.went_with or 0) + one.result_elsewhere

    def over(self) -> bool:
        return len(self.dealt_in()) < 2

    def conserved(self) -> bool:
        """R14: what people hold, here or away, and what lies on the table is what they brought."""
        held = sum(map(self.chips_of, self.people))
        return held + self.middle == sum(one.paid for one in self.people.values())
