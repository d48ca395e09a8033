"""The options that make up the rules of a game, and their checking.

Options have the dotted names of the rules page (``lead.change``, ``penalty.missed_play``).
:data:`OPTIONS` is the one list of them: what each may be, its default (R16) and what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from chalicelib.rules.cards import ACE_HIGH, ACE_LOW, Card, Order
from chalicelib.rules.errors import Malformed
from chalicelib.rules.layout import Space, parse_layout, plain

from .option import Option

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
    Option(
        "pot.won_by",
        "R8",
        "run3",
        "who takes the pot: the first to play three cards in a row of one run, or the best poker "
        "hand",
        ("run3", "poker"),
    ),
    Option(
        "spaces_paid",
        "R15",
        "played",
        "whether a space goes to who plays its cards, or at the deal to who holds them",
        ("played", "held"),
    ),
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
        "penalty.dues",
        "R11",
        "confirmed",
        "dues found by the audit of a recorded hand: confirmed or waived first, or automatic",
        ("confirmed", "automatic"),
    ),
    Option(
        "played_cards",
        "R7",
        "open",
        "whether played cards stay open, or only the top one before each seat",
        ("open", "covered"),
    ),
    Option(
        "following",
        "R7",
        "manual",
        "whether the cards of a run are played by their holders, or by themselves after each lead",
        ("manual", "automatic"),
    ),
    Option(
        "broke",
        "R12",
        "finish_hand",
        "a seat that has run out of chips: plays the hand out, leaves it at once, may buy a new "
        "stack before the next deal, or goes into debt",
        ("finish_hand", "drop_out", "rebuy", "debt"),
    ),
    Option(
        "ending.hands",
        "R13",
        None,
        "the game ends after this many hands",
        bounds=(1, 1000),
        optional=True,
    ),
    Option(
        "ending.minutes",
        "R13",
        None,
        "no deal after this many minutes from the first; the hand in progress is finished",
        bounds=(1, 1440),
        optional=True,
    ),
    Option(
        "ending.chips",
        "R13",
        None,
        "the game ends when a seat holds this many chips after the dues",
        bounds=(1, 1_000_000),
        optional=True,
    ),
    Option(
        "ending.basis",
        "R13",
        "stack",
        "what counts for ending.chips: the stack, or the stack less all chips bought",
        ("stack", "net"),
    ),
    Option(
        "wind_down",
        "R13",
        "none",
        "no_refill: kitty and pot, once won, are not staked again; remove_claimed: a space once "
        "won is closed, and the game ends when all are",
        ("none", "no_refill", "remove_claimed"),
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

    Make one with :func:`.presets.make_rules`. Attribute names are the option
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
    pot_won_by: str
    spaces_paid: str
    per_card: int
    penalty_missed_play: int
    penalty_compensation: bool
    penalty_priority: str
    penalty_false_lead: str
    penalty_dues: str
    played_cards: str
    following: str
    broke: str
    ending_hands: int | None
    ending_minutes: int | None
    ending_chips: int | None
    ending_basis: str
    wind_down: str
    unclaimed: str

    @cached_property
    def order(self) -> Order:
        """The order of ranks (R1)."""
        return ACE_LOW if self.ace == "low" else ACE_HIGH

    @cached_property
    def wins_of(self) -> tuple[tuple[tuple[int, tuple[Card, ...]], ...], ...]:
        """For each card what it helps to win, in layout order: a space, and the cards it takes."""
        return tuple(
            tuple(
                (index, cards)
                for index, space in enumerate(self.layout)
                for cards in space.sets
                if card in cards
            )
            for card in range(52)
        )

    @cached_property
    def fines_misses(self) -> bool:
        """Whether a missed play costs anything, so that ``stop`` is an action (R9)."""
        return self.penalty_missed_play > 0 or self.penalty_compensation

    @cached_property
    def widow_is_open(self) -> bool:
        """Whether the dealer, or a bidder, may take the widow (R5)."""
        return self.widow in ("exchange", "exchange_or_auction")

    @cached_property
    def all_spaces(self) -> int:
        """The spaces of the layout as a set, a bit a space."""
        return (1 << len(self.layout)) - 1

    def open_spaces(self, claimed: int) -> tuple[int, ...]:
        """Return the spaces to stake on: all, or those not won yet (R13, ``remove_claimed``)."""
        if self.wind_down != "remove_claimed":
            claimed = 0
        return tuple(space for space in range(len(self.layout)) if not claimed >> space & 1)

    def refilled(self, claimed: int) -> tuple[int, int]:
        """Return what each seat stakes on kitty and pot: once won, nothing (R13, ``no_refill``)."""
        if self.wind_down != "no_refill":
            return self.stakes_kitty, self.stakes_pot
        kitty = 1 << len(self.layout)
        pot = kitty << 1
        return (
            0 if claimed & kitty else self.stakes_kitty,
            0 if claimed & pot else self.stakes_pot,
        )

    @cached_property
    def space_names(self) -> tuple[str, ...]:
        """The names of the spaces, in layout order."""
        return tuple(space.name for space in self.layout)

    def options(self) -> dict[str, Any]:
        """Return every option by its dotted name, in plain JSON values."""
        return {option.name: plain(getattr(self, option.attribute)) for option in OPTIONS}


def check_together(values: Mapping[str, Any]) -> None:
    """Refuse options that contradict each other.

    Raises
    ------
    Malformed
        ``deal.leftover: equal_to_widow`` needs a widow (R4).
    """
    if values["deal.leftover"] == "equal_to_widow" and values["widow"] == "none":
        raise Malformed("deal.leftover equal_to_widow needs a widow; widow is none")
