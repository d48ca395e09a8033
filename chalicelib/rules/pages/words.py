"""The names of cards on a rules page."""

from __future__ import annotations

from chalicelib.message import Message, say
from chalicelib.rules.cards import RANKS, SUITS, TEXT, Card


def card_name(card: Card) -> Message:
    """Return a card's full name with its short one: the ace of hearts (AH)."""
    suit, rank = divmod(card, 13)
    return say(
        "card.name",
        rank=say(f"card.rank.{RANKS[rank]}"),
        suit=say(f"card.suit.{SUITS[suit]}"),
        text=TEXT[card],
    )
