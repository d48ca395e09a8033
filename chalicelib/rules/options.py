"""The options that make up the rules of a game, and their checking.

Options have the dotted names of the rules page (``lead.change``, ``penalty.missed_play``).
:data:`OPTIONS` is the one list of them: what each may be, its default (R16) and what it means.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from .cards import ACE_HIGH, ACE_LOW, TEXT, Card, Order, parse_card
from .errors import Malformed, say


@dataclass(frozen=True, slots=True)
class Space:
    """A named space of the layout, and the cards that win it, all by one seat (R1, R8)."""

    name: str
    cards: tuple[Card, ...]


MAX_SPACES: Final = 12


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its dotted name, its section, what it may be, its default, its meaning.

    Exactly one of ``choices``, ``bounds`` (whole numbers, both ends included) and neither (a
    layout) says what it may be; a yes/no option has the choices ``False`` and ``True``.
    """

    name: str
    section: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()
    bounds: tuple[int, int] | None = None
    optional: bool = False

    @property
    def attribute(self) -> str:
        """The option's name as an attribute of :class:`Rules`."""
        return self.name.replace(".", "_")

    def check(self, value: object) -> Any:
        """Return ``value`` in its canonical form.

        Raises
        ------
        Malformed
            The option cannot have this value.
        """
        if value is None and self.optional:
            return None
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return value
            allowed = tuple(str(choice).lower() for choice in self.choices)
            raise Malformed(
                say(
                    "{name} is one of {allowed}; {value} is not",
                    name=self.name,
                    allowed=allowed,
                    value=_written(value),
                )
            )
        if self.bounds:
            low, high = self.bounds
            if isinstance(value, float) and value.is_integer():
                value = int(value)  # JSON does not tell 1.0 from 1
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise Malformed(
                    say(
                        "{name} is a whole number from {low} to {high}; {value} is not",
                        name=self.name,
                        low=low,
                        high=high,
                        value=_written(value),
                    )
                )
            return value
        return parse_layout(value)


def _written(value: object) -> str:
    """Return a value as JSON has it, so that a text in a number's place can be told."""
    if value is None or isinstance(value, bool | int | float | str):
        return json.dumps(value, ensure_ascii=False)[:40]
    return say("such a thing")


def parse_layout(value: object) -> tuple[Space, ...]:
    """Return the spaces that ``value`` describes (R1).

    A layout is a list whose entries are a card (``"AH"``: a space of that name, won by that
    card) or ``{"name": …, "cards": […]}``; or an object of names and cards, in order. One card
    may stand without its brackets.

    Raises
    ------
    Malformed
        It is no such list, is empty, too long, or names a space twice.
    """
    if isinstance(value, tuple) and all(isinstance(space, Space) for space in value):
        return value
    if isinstance(value, dict):
        value = [{"name": name, "cards": cards} for name, cards in value.items()]
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_SPACES:
        raise Malformed(say("layout is a list of 1 to {most} spaces", most=MAX_SPACES))
    spaces = tuple(_parse_space(entry) for entry in value)
    names = [space.name for space in spaces]
    if len(set(names)) < len(names):
        raise Malformed("each space of the layout needs a name of its own")
    return spaces


def _parse_space(entry: object) -> Space:
    if isinstance(entry, str):
        card = parse_card(entry)
        return Space(TEXT[card], (card,))
    if isinstance(entry, dict) and set(entry) == {"name", "cards"}:
        name, cards = entry["name"], entry["cards"]
        cards = [cards] if isinstance(cards, str) else cards
        if not (isinstance(name, str) and 1 <= len(name) <= 24 and name.isprintable()):
            raise Malformed("a space's name has 1 to 24 printable characters")
        if not isinstance(cards, list) or not 1 <= len(cards) <= 13:
            raise Malformed(say("space {name!r}: cards is a list of 1 to 13 cards", name=name))
        parsed = tuple(parse_card(card) for card in cards)
        if len(set(parsed)) < len(parsed):
            raise Malformed(say("space {name!r} names a card twice", name=name))
        return Space(name, parsed)
    raise Malformed('a space of the layout is a card, or {"name": …, "cards": […]}')


_CHIPS = (0, 10_000)
_YES_NO = (False, True)

OPTIONS: Final[tuple[Option, ...]] = (
    Option("ace", "R1", "high", "where the ace ranks", ("high", "low")),
    Option(
        "layout",
        "R1",
        parse_layout(["AH", "KC", "QD", "JS"]),
        "the spaces of the layout and the cards that win them",
    ),
    Option(
        "first_dealer",
        "R2",
        "chosen",
        "how the first dealer is found",
        ("first_jack", "high_card", "chosen", "random"),
    ),
    Option("chips.start", "R16", 50, "chips each seat starts with", bounds=(1, 1_000_000)),
    Option(
        "stakes.mode",
        "R3",
        "fixed",
        "fixed: the amount on every space; free: spread over the spaces as the seat likes; "
        "single: on one space of its choice",
        ("fixed", "free", "single"),
    ),
    Option("stakes.amount", "R3", 1, "chips of the stake", bounds=_CHIPS),
    Option(
        "stakes.dealer_factor",
        "R3",
        1,
        "how many times the fixed stake the dealer puts on each space",
        bounds=(1, 10),
    ),
    Option("stakes.set_by", "R3", "rules", "who names the amount", ("rules", "dealer")),
    Option("stakes.kitty", "R3", 0, "chips each seat puts into the kitty", bounds=_CHIPS),
    Option("stakes.pot", "R3", 0, "chips each seat puts into the pot", bounds=_CHIPS),
    Option(
        "stakes.short",
        "R3",
        "pay_all",
        "a seat that cannot pay all its stakes: pays what it has, or sits the hand out",
        ("pay_all", "sit_out"),
    ),
    Option("deal.first", "R4", "widow", "who gets the first card of a deal", ("widow", "eldest")),
    Option(
        "deal.leftover",
        "R4",
        "deal_all",
        "cards that do not divide evenly: dealt on, put aside dead, or added to the widow",
        ("deal_all", "equal_aside", "equal_to_widow"),
    ),
    Option(
        "widow",
        "R5",
        "dead",
        "the spare hand: dead, open to the dealer's exchange, or to exchange or auction; "
        "none: every card goes to the seats",
        ("dead", "exchange", "exchange_or_auction", "none"),
    ),
    Option("auction", "R5", "anyone", "who can open the widow's auction", ("anyone", "dealer")),
    Option(
        "lead.first",
        "R6",
        "eldest",
        "who leads first; lowest:S is the holder of the lowest card of that suit",
        ("eldest", "dealer", "lowest:C", "lowest:D", "lowest:H", "lowest:S"),
    ),
    Option(
        "lead.change",
        "R6",
        "none",
        "what the lead after a stop must change",
        ("none", "suit", "colour"),
    ),
    Option(
        "lead.stuck",
        "R6",
        "pass_then_same",
        "a leader who has no permitted suit",
        ("pass_then_same", "play_same", "pass_then_end"),
    ),
    Option("lead.pass_fee", "R6", 0, "chips to the kitty for each forced pass", bounds=_CHIPS),
    Option("per_card", "R8", 1, "chips paid to the winner for each card left", bounds=_CHIPS),
    Option(
        "penalty.missed_play",
        "R9",
        0,
        "chips a missed play costs, to every other seat",
        bounds=_CHIPS,
    ),
    Option(
        "penalty.compensation",
        "R10",
        False,
        "whether a missed play makes good the boodle win it blocked",
        _YES_NO,
    ),
    Option(
        "penalty.priority",
        "R8",
        "compensation_first",
        "which dues are paid first",
        ("compensation_first", "fine_first"),
    ),
    Option(
        "penalty.false_lead",
        "R11",
        "reject",
        "what a false lead found afterwards on a recorded table costs",
        ("reject", "fine_no_boodle"),
    ),
    Option(
        "played_cards",
        "R7",
        "open",
        "whether played cards stay open, or only the top one before each seat",
        ("open", "covered"),
    ),
    Option("broke", "R12", "finish_hand", "a seat that has run out of chips", ("finish_hand",)),
    Option(
        "ending.hands",
        "R13",
        None,
        "the game ends after this many hands",
        bounds=(1, 1000),
        optional=True,
    ),
    Option(
        "unclaimed",
        "R13",
        "split_equal",
        "what becomes of chips on the table when the game ends",
        ("split_equal", "void", "leader_takes"),
    ),
)

BY_NAME: Final[Mapping[str, Option]] = {option.name: option for option in OPTIONS}


@dataclass(frozen=True)
class Rules:
    """The rules of a game: a preset's name and the value of every option.

    Make one with :func:`chalicelib.rules.presets.make_rules`. Attribute names are the option
    names with ``_`` for the dot.
    """

    preset: str
    ace: str
    layout: tuple[Space, ...]
    first_dealer: str
    chips_start: int
    stakes_mode: str
    stakes_amount: int
    stakes_dealer_factor: int
    stakes_set_by: str
    stakes_kitty: int
    stakes_pot: int
    stakes_short: str
    deal_first: str
    deal_leftover: str
    widow: str
    auction: str
    lead_first: str
    lead_change: str
    lead_stuck: str
    lead_pass_fee: int
    per_card: int
    penalty_missed_play: int
    penalty_compensation: bool
    penalty_priority: str
    penalty_false_lead: str
    played_cards: str
    broke: str
    ending_hands: int | None
    unclaimed: str

    @cached_property
    def order(self) -> Order:
        """The order of ranks (R1)."""
        return ACE_LOW if self.ace == "low" else ACE_HIGH

    @cached_property
    def spaces_of(self) -> tuple[tuple[int, ...], ...]:
        """For each card the indices of the spaces it belongs to, in layout order."""
        return tuple(
            tuple(i for i, space in enumerate(self.layout) if card in space.cards)
            for card in range(52)
        )

    @cached_property
    def fines_misses(self) -> bool:
        """Whether a missed play costs anything, so that ``stop`` is an action (R9)."""
        return self.penalty_missed_play > 0 or self.penalty_compensation

    @cached_property
    def space_names(self) -> tuple[str, ...]:
        """The names of the spaces, in layout order."""
        return tuple(space.name for space in self.layout)

    def options(self) -> dict[str, Any]:
        """Return every option by its dotted name, in plain JSON values."""
        return {option.name: plain(getattr(self, option.attribute)) for option in OPTIONS}


def plain(value: Any) -> Any:
    """Return an option's value as plain JSON: a layout as a list, anything else as it is."""
    if isinstance(value, tuple):
        return [
            space.name
            if space.cards == (_card_named(space.name),)
            else {"name": space.name, "cards": [TEXT[card] for card in space.cards]}
            for space in value
        ]
    return value


def _card_named(name: str) -> int | None:
    return TEXT.index(name) if name in TEXT else None


def check_together(values: Mapping[str, Any]) -> None:
    """Refuse options that contradict each other.

    Raises
    ------
    Malformed
        ``deal.leftover: equal_to_widow`` needs a widow (R4).
    """
    if values["deal.leftover"] == "equal_to_widow" and values["widow"] == "none":
        raise Malformed("deal.leftover equal_to_widow needs a widow; widow is none")
