"""The output of the demonstration: its progress and its results."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from .organiser import Accounts
from .plan import Plan
from .table_night import Tally
from .terminal import show_in_place, warn


class Progress:
    """Shows the progress of the tables on stderr: a line kept up to date, or one each second."""

    def __init__(self, tallies: Sequence[Tally], plan: Plan) -> None:
        self._tallies = tallies
        self._hands = plan.tables * plan.hands
        self._in_place = sys.stderr.isatty()
        self._shown_at = float("-inf")
        self.interval = 0.1 if self._in_place else 1.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self._in_place:
            warn("")

    def show(self, finished: int) -> None:
        """Show the progress, unless that has just been done.

        Parameters
        ----------
        finished
            How many tables have finished.
        """
        over = finished == len(self._tallies)
        now = time.monotonic()
        if now - self._shown_at < self.interval and not over:
            return
        self._shown_at = now
        line = (
            f"playing: {finished} of {len(self._tallies)} tables finished, "
            f"{sum(tally.hands for tally in self._tallies)} of {self._hands} hands, "
            f"{sum(tally.plays for tally in self._tallies)} plays"
        )
        if self._in_place:
            show_in_place(f"{line:<78}")
        else:
            warn(line)


def results(accounts: Accounts, tally: Tally, seconds: float, address: str) -> list[str]:
    """Return the standings, the accounts and the tallies as lines of text.

    Parameters
    ----------
    seconds
        How long the tables took.
    address
        Of the standings page.
    """
    width = max(8, *(len(line["name"]) for line in accounts.standings))
    rows = [
        f"{str(line['rank']) + '=' * line['tied']:<6}{line['name']:<{width}}"
        f"{line['chips']:>8}{line['net']:>+8}"
        for line in accounts.standings
    ]
    return [
        "",
        f"{'rank':<6}{'player':<{width}}{'chips':>8}{'net':>8}",
        *rows,
        "",
        f"chips bought in {accounts.bought_in}, chips accounted for {accounts.accounted_for}",
        f"repeats sent {tally.repeats}, recognised {tally.recognised}",
        f"posts sent out of order {tally.early}, refused {tally.refused}",
        f"plays {tally.plays} in {tally.hands} hands, queues {tally.queues}",
        f"{tally.plays / seconds:.0f} plays a second, for {seconds:.1f} seconds",
        f"standings: {address}",
    ]
