"""The layout: its spaces, the cards that win them, and their JSON form (R1, R8, R15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from chalicelib.json_value import Json
from chalicelib.message import say
from chalicelib.names import NotAName, clean, key, named

from .cards import RANKS, TEXT, Card, parse_card
from .errors import Malformed

MAX_SPACES: Final = 12


@dataclass(frozen=True, slots=True)
class Space:
    """A named space of the layout, and the cards that win it (R1, R8).

    Attributes
    ----------
    sets
        The sets of cards that win it: all the cards of any one of them, held or played by one
        seat. Most spaces have one set of one card; the space 8-9-10 has one set for each suit
        (R15).
    """

    name: str
    sets: tuple[tuple[Card, ...], ...]

    @property
    def card(self) -> Card | None:
        """The one card that wins it; ``None`` if it takes several cards."""
        (first, *more), *others = self.sets
        return None if more or others else first


def holders_of(
    layout: Sequence[Space], sets: Sequence[int], seats: Sequence[int]
) -> dict[int, list[int]]:
    """Return which of ``seats`` hold all the cards of a space: by space, in their order (R15).

    Parameters
    ----------
    sets
        The cards of every seat, a bit a card.
    """
    holders: dict[int, list[int]] = {}
    for index, space in enumerate(layout):
        masks = [sum(1 << card for card in cards) for cards in space.sets]
        holding = [seat for seat in seats if any(sets[seat] & mask == mask for mask in masks)]
        if holding:
            holders[index] = holding
    return holders


def parse_layout(value: object) -> tuple[Space, ...]:
    """Return the spaces that ``value`` describes (R1).

    A layout is a list whose entries are a card (``"AH"``: a space of that name, won by that
    card) or ``{"name": …, "cards": […]}``; or an object of names and cards, in order. A single card
    needs no brackets. Ranks in place of cards (``["8", "9", "10"]``) stand for these cards of any
    one suit (R15).

    Raises
    ------
    Malformed
        It is not such a list, is empty or too long, or names a space twice.
    """
    if isinstance(value, dict):
        value = [{"name": name, "cards": cards} for name, cards in value.items()]
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_SPACES:
        raise Malformed(say("option.layout-size", most=MAX_SPACES))
    spaces = tuple(_parse_space(entry) for entry in value)
    names = [space.name for space in spaces]
    if len(set(names)) < len(names):
        raise Malformed(say("option.layout-name-twice"))
    return spaces


def _parse_space(entry: object) -> Space:
    if isinstance(entry, str):
        card = parse_card(entry)
        return Space(TEXT[card], ((card,),))
    if isinstance(entry, dict) and set(entry) == {"name", "cards"}:
        name, cards = entry["name"], entry["cards"]
        cards = [cards] if isinstance(cards, str) else cards
        if not (isinstance(name, str) and 1 <= len(name) <= 24 and _is_fit(name)):
            raise Malformed(say("option.layout-name"))
        if not isinstance(cards, list) or not 1 <= len(cards) <= 13:
            raise Malformed(say("option.layout-cards", name=name))
        sets = _of_any_suit(cards) or (tuple(parse_card(card) for card in cards),)
        if len(set(sets[0])) < len(sets[0]):
            raise Malformed(say("option.layout-card-twice", name=name))
        return Space(name, sets)
    raise Malformed(say("option.layout-space"))


def _is_fit(name: str) -> bool:
    """Return whether a space may have this name; those of old were not cleaned."""
    try:
        return name.isprintable() or clean(name) == name
    except NotAName:
        return False


def tidy_layout(value: Json) -> Json:
    """Return a layout as somebody describes it, the names of its spaces cleaned.

    It is a list of cards and ``{"name": …, "cards": […]}``; other forms that :func:`parse_layout`
    reads are not for people. What it would not take is left as it is. Layouts that are stored are
    not passed through here: the digests of their hands say how they are written.

    Raises
    ------
    Malformed
        It is no list, or the cards of a space are none; a name is none, or two are the same
        (:func:`~chalicelib.names.key`).
    """
    if not isinstance(value, list):
        raise Malformed(say("option.layout-size", most=MAX_SPACES))
    tidied = [_tidy_space(entry) for entry in value]
    names = [
        key(entry) if isinstance(entry, str) else key(str(entry["name"]))
        for entry in tidied
        if isinstance(entry, str) or (isinstance(entry, dict) and "name" in entry)
    ]
    if len(set(names)) < len(names):
        raise Malformed(say("option.layout-name-twice"))
    return tidied


def _tidy_space(entry: Json) -> Json:
    if not (isinstance(entry, dict) and isinstance(entry.get("name"), str)):
        return entry
    try:
        name = named(str(entry["name"]))
    except NotAName as error:
        raise Malformed(error.detail) from None
    if isinstance(entry.get("cards"), str):
        raise Malformed(say("option.layout-cards", name=name))
    return {**entry, "name": name}


def _of_any_suit(ranks: list[object]) -> tuple[tuple[Card, ...], ...] | None:
    """Return the cards of these ranks in each suit, if all of them are ranks."""
    if not all(rank in RANKS for rank in ranks):
        return None
    return tuple(tuple(13 * suit + RANKS.index(rank) for rank in ranks) for suit in range(4))


PlainSpace: TypeAlias = str | dict[str, str | list[str]]


def plain_layout(layout: Sequence[Space]) -> list[PlainSpace]:
    """Return the JSON form of a layout, as :func:`parse_layout` takes it."""
    return [_plain_space(space) for space in layout]


def _plain_space(space: Space) -> PlainSpace:
    if len(space.sets) > 1:
        return {"name": space.name, "cards": [RANKS[card % 13] for card in space.sets[0]]}
    texts = [TEXT[card] for card in space.sets[0]]
    return space.name if texts == [space.name] else {"name": space.name, "cards": texts}
