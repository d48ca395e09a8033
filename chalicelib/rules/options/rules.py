"""The rules of a game: its options, in groups beside the behaviour they steer.

Each group is a dataclass in a module of its own. Its fields declare its options, with the dotted
names of the rules page (``lead.change``, ``penalty.missed_play``); its methods answer the questions
of the engine, the services and the pages. No other module compares an option's value. The answers
are cached because every hand asks them. :data:`OPTIONS` lists all of them, group by group.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Final

from chalicelib.json_value import Json
from chalicelib.rules.version import Version

from .chips import Chips
from .dealing import Dealing
from .ending import Ending
from .leading import Leading
from .misses import Misses
from .option import DECLARED, Option, Value
from .runs import Runs
from .stakes import Stakes
from .table import Table
from .widow import Widow
from .winning import Winning


@dataclass(frozen=True)
class Rules:
    """The rules of a game: a preset's name and the value of every option.

    Made by :func:`~chalicelib.rules.options.presets.make_rules`. The groups are in the order in
    which their options are listed.

    Raises
    ------
    Malformed
        Options contradict each other.
    """

    preset: str
    version: Version = Version.CURRENT
    table: Table = field(default_factory=Table)
    stakes: Stakes = field(default_factory=Stakes)
    dealing: Dealing = field(default_factory=Dealing)
    widow: Widow = field(default_factory=Widow)
    leading: Leading = field(default_factory=Leading)
    winning: Winning = field(default_factory=Winning)
    misses: Misses = field(default_factory=Misses)
    runs: Runs = field(default_factory=Runs)
    chips: Chips = field(default_factory=Chips)
    ending: Ending = field(default_factory=Ending)

    def __post_init__(self) -> None:
        self.dealing.check_widow(self.widow)

    @cached_property
    def compensates(self) -> bool:
        """Whether a missed play may cost a compensation: a win by playing can be blocked (R10)."""
        return self.misses.compensation and self.winning.spaces_by_playing

    @cached_property
    def misses_cost(self) -> bool:
        """Whether a missed play may cost anything: a fine, or a compensation (R9, R10)."""
        return self.misses.fine > 0 or self.compensates

    @cached_property
    def absent_seats_act(self) -> bool:
        """Whether a seat that is away leads and decides by a fixed rule (R17)."""
        return self.version.absent_seats_act and self.runs.absent_seats_act

    @cached_property
    def has_kitty(self) -> bool:
        """Whether there can be chips in the kitty (R3, R6)."""
        return self.stakes.kitty > 0 or self.leading.costs_chips

    @cached_property
    def has_pot(self) -> bool:
        """Whether there can be chips in the pot (R3, R15)."""
        return self.stakes.pot > 0 or self.winning.pot_by_poker

    def open_spaces(self, claimed: int) -> tuple[int, ...]:
        """Return the spaces to stake on: all, or those not won yet (R13, ``remove_claimed``)."""
        spaces = self.table.spaces
        if not claimed or not self.ending.closes_spaces:
            return spaces
        return tuple(space for space in spaces if not claimed >> space & 1)

    def refilled(self, claimed: int) -> tuple[int, int]:
        """Return what each seat stakes on kitty and pot: once won, nothing (R13, ``no_refill``)."""
        stakes = self.stakes
        if not self.ending.stops_refilling:
            return stakes.kitty, stakes.pot
        kitty = 1 << len(self.table.layout)
        pot = kitty << 1
        return 0 if claimed & kitty else stakes.kitty, 0 if claimed & pot else stakes.pot

    def is_wound_down(self, claimed: int) -> bool:
        """Whether the last kitty or pot that was staked has been won (R13, ``no_refill``)."""
        if not (self.version.wound_down_games_end and self.ending.stops_refilling):
            return False
        staked = self.stakes.kitty + self.stakes.pot > 0
        return staked and self.refilled(claimed) == (0, 0)

    def value(self, option: Option) -> Value:
        """Return the value of an option."""
        _, group, attribute = _DECLARED[option.name]
        value: Value = getattr(getattr(self, group), attribute)
        return value

    def options(self) -> dict[str, Json]:
        """Return every option by its dotted name, as JSON values."""
        return {option.name: option.plain(self.value(option)) for option in OPTIONS}


_DEFAULTS: Final = Rules("")

_GROUPS: Final = {
    group.name: getattr(_DEFAULTS, group.name)
    for group in fields(Rules)
    if group.name not in ("preset", "version")
}

_DECLARED: Final[Mapping[str, tuple[Option, str, str]]] = {
    option.name: (option, group, attribute.name)
    for group, defaults in _GROUPS.items()
    for attribute in fields(defaults)
    for option in [attribute.metadata[DECLARED]]
}
"""Option name -> the option, its group and its attribute there."""

OPTIONS: Final[tuple[Option, ...]] = tuple(option for option, _, _ in _DECLARED.values())
"""Every option: its possible values, its default (R16) and its meaning."""

BY_NAME: Final[Mapping[str, Option]] = {option.name: option for option in OPTIONS}


def rules_of(preset: str, values: Mapping[str, Value], version: Version) -> Rules:
    """Return rules with these values, by the names of the options.

    Raises
    ------
    Malformed
        Options contradict each other.
    """
    chosen: dict[str, dict[str, Value]] = {group: {} for group in _GROUPS}
    for name, value in values.items():
        _, group, attribute = _DECLARED[name]
        chosen[group][attribute] = value
    groups = {group: replace(defaults, **chosen[group]) for group, defaults in _GROUPS.items()}
    return replace(_DEFAULTS, preset=preset, version=version, **groups)
