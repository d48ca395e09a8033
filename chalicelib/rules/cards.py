"""Cards, suits and the order of ranks (R1).

A card is a small whole number, ``13 * suit + rank``, with suits in the order clubs, diamonds,
hearts, spades and ranks from the two (0) to the ace (12). Whether the ace ranks above the king or
below the two depends on the rules: :class:`Order` knows it, and the number of a card does not
change with it. Written, a card is rank and suit letter: ``10S``, ``QH``.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from chalicelib.message import Notation, say

from .errors import Malformed

Card: TypeAlias = int
"""A card of the pack, 0 to 51."""

SUITS: Final = ("C", "D", "H", "S")
RANKS: Final[tuple[str, ...]] = tuple(
    Notation(rank) for rank in (*map(str, range(2, 11)), "J", "Q", "K", "A")
)
"""How each rank is written, from the two to the ace."""
PACK: Final = range(52)
NO_CARD: Final = -1

TEXT: Final[tuple[str, ...]] = tuple(Notation(rank + suit) for suit in SUITS for rank in RANKS)
"""How each card is written, by its number."""

BITS: Final = tuple(1 << card for card in PACK)
"""Each card as a set of one; every set of cards is a number with one bit for each card."""

SUIT_MASKS: Final = tuple(0x1FFF << (13 * suit) for suit in range(4))
_RANKS: Final = 0x1FFF
ALL_SUITS: Final = (1 << 52) - 1
_BLACK: Final = SUIT_MASKS[0] | SUIT_MASKS[3]
_RED: Final = SUIT_MASKS[1] | SUIT_MASKS[2]
OTHER_SUITS: Final = tuple(ALL_SUITS ^ mask for mask in SUIT_MASKS)
OTHER_COLOUR: Final = (_RED, _BLACK, _BLACK, _RED)

_NUMBERS: Final = {str(text): card for card, text in enumerate(TEXT)}
_SYMBOLS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})


def parse_card(text: object) -> Card:
    """Return the card that ``text`` names (R1).

    ``10S`` is what Boodle writes; ``TS``, ``10♠`` and lower case are accepted too.

    Raises
    ------
    Malformed
        ``text`` names no card.
    """
    if isinstance(text, str) and len(text) <= 4:
        name = text.strip().upper().translate(_SYMBOLS)
        if name.startswith("T"):
            name = "10" + name[1:]
        card = _NUMBERS.get(name)
        if card is not None:
            return card
    raise Malformed(
        say(
            "card.unreadable",
            text=str(text)[:20],
        )
    )


def _lowest_ranks(ace_low: bool) -> list[int]:
    """Return the lowest rank of every set of ranks (a bit a rank), by the set; 0 for none."""
    lowest = [0]
    for rank in range(13):
        lowest += [rank, *lowest[1:]]
    if ace_low:
        lowest[1 << 12 :] = [12] * (1 << 12)
    return lowest


class Order:
    """The order of ranks within a suit: ace high (2 … A) or low (A 2 … K) (R1).

    Attributes
    ----------
    next
        For each card the next higher one of its suit, or ``NO_CARD`` at the top.
    """

    __slots__ = ("_ace_low", "_lowest", "next")

    def __init__(self, ace_low: bool) -> None:
        self._ace_low = ace_low
        self._lowest = _lowest_ranks(ace_low)
        self.next: tuple[int, ...] = tuple(self._above(card) for card in PACK)

    def _above(self, card: Card) -> int:
        rank = card % 13
        if self._ace_low:
            return NO_CARD if rank == 11 else card - 12 if rank == 12 else card + 1
        return NO_CARD if rank == 12 else card + 1

    def lowest(self, held: int, suit: int) -> int:
        """Return the lowest card of ``suit`` in the set ``held`` (a bit a card), or ``NO_CARD``."""
        ranks = held >> 13 * suit & _RANKS
        return 13 * suit + self._lowest[ranks] if ranks else NO_CARD

    def lowest_of_each(self, held: int) -> list[Card]:
        """Return the lowest card of every suit in the set ``held``, clubs first."""
        lowest, cards = self._lowest, []
        for first in (0, 13, 26, 39):
            ranks = held >> first & _RANKS
            if ranks:
                cards.append(first + lowest[ranks])
        return cards

    def sort_key(self, card: Card) -> int:
        """Sort by suit, then from the lowest rank to the highest."""
        suit, rank = divmod(card, 13)
        return 13 * suit + ((rank + 1) % 13 if self._ace_low else rank)


ACE_HIGH: Final = Order(ace_low=False)
ACE_LOW: Final = Order(ace_low=True)


def cards_of(held: int) -> list[Card]:
    """Return the cards of a set given as a bit a card, in ascending number."""
    cards = []
    while held:
        low = held & -held
        cards.append(low.bit_length() - 1)
        held ^= low
    return cards


def cards(text: str) -> list[Card]:
    """Return the cards of a text such as ``"9S 3H"``.

    Raises
    ------
    Malformed
        See :func:`parse_card`.
    """
    return [parse_card(word) for word in text.split()]
