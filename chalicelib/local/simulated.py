"""The results of a simulation, as text or as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from chalicelib.rules import Hand, clockwise

QUANTILES: Final = (5, 25, 50, 75, 95)
_CONFIDENCE: Final = 1.96
"""This many standard errors on both sides of a mean contain the true mean 95 times in 100."""


class Spread:
    """A distribution of whole numbers."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Their mean; 0 if there are none."""
        return sum(value * count for value, count in self.counts.items()) / (self.size or 1)

    @property
    def deviation(self) -> float:
        """Their sample standard deviation."""
        mean = self.mean
        squares = sum(count * (value - mean) ** 2 for value, count in self.counts.items())
        return sqrt(squares / max(1, self.size - 1))

    @property
    def margin(self) -> float:
        """The half-width of the mean's confidence interval."""
        return _CONFIDENCE * self.deviation / sqrt(self.size or 1)

    def quantile(self, percent: int) -> int:
        """Return the least number that this many per cent do not exceed; 0 if there are none."""
        wanted, seen = self.size * percent / 100, 0
        for value, count in sorted(self.counts.items()):
            seen += count
            if seen >= wanted:
                return value
        return 0

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "count": self.size,
            "mean": round(self.mean, 4),
            "margin": round(self.margin, 4),
            "deviation": round(self.deviation, 4),
            "least": self.quantile(0),
            **{f"p{percent}": self.quantile(percent) for percent in QUANTILES},
            "most": self.quantile(100),
        }


@dataclass(slots=True)
class Results:
    """The counts over all hands of a simulation.

    Attributes
    ----------
    positions
        Net chips a hand by position at the deal: 0 the dealer, 1 eldest, and so on.
    styles
        Net chips a hand by the name of the bot's style.
    wins, won
        Hands in which each space was won, by index, and the chips that it brought.
    misses, fined, compensated
        Missed plays, and the chips paid for them, to all and for blocked wins (R9, R10).
    endings
        Games by the reason for their end; a game still in progress at the end is not counted.
    """

    spaces: tuple[str, ...]
    hands: int = 0
    without_winner: int = 0
    net: Spread = field(default_factory=Spread)
    positions: dict[int, Spread] = field(default_factory=dict)
    styles: dict[str, Spread] = field(default_factory=dict)
    plays: Spread = field(default_factory=Spread)
    actions: Spread = field(default_factory=Spread)
    wins: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    misses: int = 0
    fined: int = 0
    compensated: int = 0
    rebuys: int = 0
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, hand: Hand, live: list[int], before: list[int], styles: list[str]) -> None:
        """Count a hand that is over.

        Parameters
        ----------
        live
            The seats that were dealt in; those that the stakes left without chips count, too.
        before, styles
            By seat: the chips before the stakes, and the style of its bot.
        """
        self.hands += 1
        self.without_winner += hand.winner is None
        self.plays.counts[len(hand.plays)] += 1
        self.actions.counts[hand.number] += 1
        self.misses += len(hand.misses)
        staked = {entry.source for entry in hand.ledger.entries if entry.action == 0}
        seats = sorted({*live, *(seat for seat in staked if seat < len(before))})
        others = [seat for seat in clockwise(seats, hand.dealer) if seat != hand.dealer]
        after = hand.ledger.chips
        for place, seat in enumerate([hand.dealer, *others]):
            net = after[seat] - before[seat]
            self.net.counts[net] += 1
            self.positions.setdefault(place, Spread()).counts[net] += 1
            self.styles.setdefault(styles[seat], Spread()).counts[net] += 1
        self._add_payments(hand)

    def _add_payments(self, hand: Hand) -> None:
        seats, kitty = hand.ledger.seats, hand.ledger.kitty
        won = set()
        for entry in hand.ledger.entries:
            if seats <= entry.source < kitty:
                won.add(entry.source - seats)
                self.won[entry.source - seats] += entry.amount
            elif entry.reason == "missed play":
                self.fined += entry.amount
            elif entry.reason == "compensation":
                self.compensated += entry.amount
        self.wins.update(won)

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {
            "hands": self.hands,
            "without_winner": self.without_winner,
            "games_ended": dict(sorted(self.endings.items())),
            "rebuys": self.rebuys,
            "net": self.net.as_json(),
            "net_by_position": {
                position(place): spread.as_json()
                for place, spread in sorted(self.positions.items())
            },
            "net_by_style": {name: spread.as_json() for name, spread in self._by_style()},
            "net_counts": {str(net): count for net, count in sorted(self.net.counts.items())},
            "plays": self.plays.as_json(),
            "actions": self.actions.as_json(),
            "spaces": {
                name: {"hands_won": self.wins[space], "chips_won": self.won[space]}
                for space, name in enumerate(self.spaces)
            },
            "missed_plays": self.misses,
            "fines_paid": self.fined,
            "compensations_paid": self.compensated,
        }

    def as_text(self) -> str:
        """Return everything as tables."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield _heading("net chips a hand", "hands")
        for place, spread in sorted(self.positions.items()):
            yield _row(position(place), spread, "+")
        for name, spread in self._by_style():
            yield _row(f"{name} bots", spread, "+")
        yield _row("all", self.net, "+")
        yield ""
        yield _heading("length of a hand", "hands")
        yield _row("plays", self.plays)
        yield _row("actions", self.actions)
        yield ""
        yield f"{'space won':<18}{'hands':>9}{'of all':>9}{'chips a win':>13}"
        for space, name in enumerate(self.spaces):
            wins = self.wins[space]
            chips = f"{self.won[space] / wins:.2f}" if wins else "-"
            yield f"{name:<18}{wins:>9}{self._share(wins):>9}{chips:>13}"
        yield ""
        yield f"{'':<27}{'in all':>9}{'a hand':>13}"
        for what, amount in (
            ("missed plays", self.misses),
            ("chips paid in fines", self.fined),
            ("chips paid in compensation", self.compensated),
            ("stacks bought anew", self.rebuys),
            ("hands without a winner", self.without_winner),
        ):
            yield f"{what:<27}{amount:>9}{amount / (self.hands or 1):>13.3f}"
        ended = ", ".join(f"{why} {games}" for why, games in sorted(self.endings.items()))
        yield f"{'games ended':<27}{self.endings.total():>9}{f'   ({ended})' if ended else ''}"

    def _by_style(self) -> list[tuple[str, Spread]]:
        return sorted(self.styles.items(), key=lambda style: -style[1].mean)

    def _share(self, hands: int) -> str:
        return f"{100 * hands / (self.hands or 1):.1f} %"


def position(place: int) -> str:
    """Return the name of a position at the deal: 0 is the dealer, 1 eldest (R1)."""
    named = {0: "dealer", 1: "eldest", 2: "2nd from eldest", 3: "3rd from eldest"}
    return named.get(place, f"{place}th from eldest")


def _heading(what: str, counted: str) -> str:
    quantiles = "".join(f"{f'{percent}%':>6}" for percent in QUANTILES)
    return f"{what:<18}{counted:>9}{'mean':>8}{'±':>7}{'sd':>7}{'least':>7}{quantiles}{'most':>6}"


def _row(name: str, spread: Spread, sign: str = "") -> str:
    def whole(value: int, width: int) -> str:
        return f"{f'{value:{sign}d}' if value else '0':>{width}}"

    quantiles = "".join(whole(spread.quantile(percent), 6) for percent in QUANTILES)
    return (
        f"{name:<18}{spread.size:>9}{spread.mean:>{sign}8.2f}{spread.margin:>7.2f}"
        f"{spread.deviation:>7.2f}{whole(spread.quantile(0), 7)}{quantiles}"
        f"{whole(spread.quantile(100), 6)}"
    )
