"""The options of the rules as flat attributes, until all their users ask the groups."""

from __future__ import annotations

from chalicelib.rules.cards import Card, Order
from chalicelib.rules.layout import Space

from .chips import Chips
from .dealing import Dealing
from .ending import Ending
from .leading import Leading
from .misses import Misses
from .runs import Runs
from .stakes import Stakes
from .table import Table
from .widow import Widow
from .winning import Winning

# ruff: noqa: D102


class Flat:
    """What each option is, under its name with ``_`` for the dot."""

    table: Table
    stakes: Stakes
    dealing: Dealing
    widow: Widow
    leading: Leading
    winning: Winning
    misses: Misses
    runs: Runs
    chips: Chips
    ending: Ending

    @property
    def ace(self) -> str:
        return str(self.table.ace.value)

    @property
    def first_dealer(self) -> str:
        return str(self.table.first_dealer.value)

    @property
    def layout(self) -> tuple[Space, ...]:
        return self.table.layout

    @property
    def chips_start(self) -> int:
        return self.table.chips

    @property
    def stakes_mode(self) -> str:
        return str(self.stakes.mode.value)

    @property
    def stakes_amount(self) -> int:
        return self.stakes.amount

    @property
    def stakes_dealer_factor(self) -> int:
        return self.stakes.dealer_factor

    @property
    def stakes_set_by(self) -> str:
        return str(self.stakes.set_by.value)

    @property
    def stakes_kitty(self) -> int:
        return self.stakes.kitty

    @property
    def stakes_pot(self) -> int:
        return self.stakes.pot

    @property
    def stakes_short(self) -> str:
        return str(self.stakes.short.value)

    @property
    def deal_first(self) -> str:
        return str(self.dealing.first.value)

    @property
    def deal_leftover(self) -> str:
        return str(self.dealing.leftover.value)

    @property
    def auction(self) -> str:
        return str(self.widow.opener.value)

    @property
    def lead_first(self) -> str:
        return str(self.leading.first.value)

    @property
    def lead_change(self) -> str:
        return str(self.leading.change.value)

    @property
    def lead_stuck(self) -> str:
        return str(self.leading.stuck.value)

    @property
    def lead_pass_fee(self) -> int:
        return self.leading.pass_fee

    @property
    def pot_won_by(self) -> str:
        return str(self.winning.pot_won_by.value)

    @property
    def spaces_paid(self) -> str:
        return str(self.winning.spaces_paid.value)

    @property
    def per_card(self) -> int:
        return self.winning.per_card

    @property
    def penalty_missed_play(self) -> int:
        return self.misses.fine

    @property
    def penalty_compensation(self) -> bool:
        return self.misses.compensation

    @property
    def penalty_priority(self) -> str:
        return str(self.misses.priority.value)

    @property
    def penalty_false_lead(self) -> str:
        return str(self.misses.false_lead.value)

    @property
    def penalty_dues(self) -> str:
        return str(self.misses.dues.value)

    @property
    def played_cards(self) -> str:
        return str(self.runs.played_cards.value)

    @property
    def following(self) -> str:
        return str(self.runs.following.value)

    @property
    def broke(self) -> str:
        return str(self.chips.broke.value)

    @property
    def ending_hands(self) -> int | None:
        return self.ending.hands

    @property
    def ending_minutes(self) -> int | None:
        return self.ending.minutes

    @property
    def ending_chips(self) -> int | None:
        return self.ending.chips

    @property
    def ending_basis(self) -> str:
        return str(self.ending.basis.value)

    @property
    def wind_down(self) -> str:
        return str(self.ending.wind_down.value)

    @property
    def unclaimed(self) -> str:
        return str(self.ending.unclaimed.value)

    @property
    def order(self) -> Order:
        return self.table.order

    @property
    def space_names(self) -> tuple[str, ...]:
        return self.table.space_names

    @property
    def all_spaces(self) -> int:
        return self.table.all_spaces

    @property
    def wins_of(self) -> tuple[tuple[tuple[int, tuple[Card, ...]], ...], ...]:
        return self.table.wins_of

    @property
    def fines_misses(self) -> bool:
        return self.misses.cost_anything

    @property
    def widow_is_open(self) -> bool:
        return self.widow.is_open
