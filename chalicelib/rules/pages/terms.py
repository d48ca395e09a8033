"""Which parts of the rules matter under a game's options, and how a card is named."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.message import Message, say
from chalicelib.rules.cards import RANKS, SUITS, TEXT, Card
from chalicelib.rules.layout import Space
from chalicelib.rules.options.rules import Rules


def card_name(card: Card) -> Message:
    """Return a card's full name with its short one: the ace of hearts (AH)."""
    suit, rank = divmod(card, 13)
    return say(
        "card.name",
        rank=say(f"card.rank.{RANKS[rank]}"),
        suit=say(f"card.suit.{SUITS[suit]}"),
        text=TEXT[card],
    )


@dataclass(frozen=True)
class Terms:
    """The rules, seen by what there is in the game that they make."""

    rules: Rules

    @property
    def poker(self) -> bool:
        """Whether a round of poker is played for the pot (R15)."""
        return self.rules.pot_won_by == "poker"

    @property
    def held(self) -> bool:
        """Whether spaces go to who holds their cards, before a card is played (R15)."""
        return self.rules.spaces_paid == "held"

    @property
    def pot(self) -> bool:
        """Whether there are ever chips in the pot (R3, R15)."""
        return self.poker or self.rules.stakes_pot > 0

    @property
    def changes(self) -> bool:
        """Whether a lead after a stop is restricted, so that one may be stuck (R6)."""
        return self.rules.lead_change != "none"

    @property
    def passes(self) -> bool:
        """Whether a leader who is stuck passes (R6)."""
        return self.changes and self.rules.lead_stuck != "play_same"

    @property
    def no_winner(self) -> bool:
        """Whether a hand may end without a winner (R6)."""
        return self.changes and self.rules.lead_stuck == "pass_then_end"

    @property
    def kitty(self) -> bool:
        """Whether there are ever chips in the kitty (R3, R6)."""
        return self.rules.stakes_kitty > 0 or (self.passes and self.rules.lead_pass_fee > 0)

    @property
    def staked(self) -> bool:
        """Whether anything is put down before the deal (R3)."""
        rules = self.rules
        by_dealer = rules.stakes_set_by == "dealer"
        return by_dealer or rules.stakes_amount + rules.stakes_kitty + rules.stakes_pot > 0

    @property
    def compensates(self) -> bool:
        """Whether a missed play may cost a compensation (R10): a win by playing can be blocked."""
        return self.rules.penalty_compensation and not self.held

    @property
    def misses(self) -> bool:
        """Whether a missed play may cost anything (R9)."""
        return self.compensates or self.rules.penalty_missed_play > 0

    @staticmethod
    def card_of(space: Space) -> Card | None:
        """Return the one card that wins a space; ``None`` if it takes several."""
        (first, *more), *others = space.sets
        return None if more or others else first
