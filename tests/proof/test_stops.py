"""A process that stops between any two commits of a request: the next process finishes it.

Opening and closing a round take several commits. Here the next process opens the same file, the
tables have been played on meanwhile, and the result must be as if nothing had happened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from harness.club import SHORT_PLAYS, Club, Got, Table
from harness.watched import Fails, PowerCut, Watched

from chalicelib.store.sqlite.store import SqliteStore

TABLES = 4
OPENING = range(TABLES + 2)  # the round, each table, the round
CLOSING = range(TABLES + 1)  # the round, each table


class Laptop:
    """A club on a file: each process opens the store again."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._file = folder / "boodle.db"
        self._store = SqliteStore(self._file)
        self.club = Club(self._store)

    def stop_during(self, commits: int | None, request: Callable[[Club], Got]) -> None:
        """Make a request in a process that stops after so many commits; start the next process."""
        if commits is not None:
            dying = self.club.use(store=Watched(self._store, Fails(commits, PowerCut())))
            dying.expects_faults = True
            assert request(dying).code == "internal"
        self._store.close()
        self._store = SqliteStore(self._file)
        self.club.context = replace(self.club.context, store=self._store)

    def close(self) -> None:
        self._store.close()


def evening(folder: Path, opening: int | None, closing: int | None) -> Any:
    """Play an evening, stopped while its round opens, or closes; return all there is to see."""
    laptop = Laptop(folder)
    club = laptop.club
    night = club.league(recording="entered")
    night.add_players(3 * TABLES)
    night.draw(tables=TABLES, seed="stops")
    path = f"{night.path}/rounds/1"
    laptop.stop_during(opening, lambda c: c.post(f"{path}/open", None, night.organiser))
    opened = club.post(f"{path}/open", None, night.organiser)
    assert opened.status == 200
    tables = [Table(night, table["table"], table["players"]) for table in opened["tables"]]
    _play_some(tables)
    laptop.stop_during(closing, lambda c: c.post(f"{path}/close", None, night.organiser))
    tables[2].play(*SHORT_PLAYS[2:])  # meanwhile the hand in progress is finished
    assert night.close_round().status == 200
    assert night.close_round().status == 200
    # All but what is drawn at random when a table is set up.
    shown = [
        (
            {**table.page(), "commitment": None},
            [table.ledger(hand) for hand in range(1, table.hand + 1)],
            [table.log(hand=hand)["actions"] for hand in range(1, table.hand + 1)],
        )
        for table in tables
    ]
    for table in tables:
        assert table.put_hand(table.hand + 1).code == "game-over"
        page = table.page()
        chips = sum(seat["stack"] for seat in page["seats"]) + sum(page["layout"].values())
        assert chips + page["kitty"] + page["pot"] + page["bank"] == page["bought_in"]
    standings = night.standings()["standings"]
    laptop.close()
    return standings, shown


def _play_some(tables: list[Table]) -> None:
    """The first table never deals, the second is between hands, the third in one."""
    for table in tables[1:]:
        table.enter()
    tables[1].play(*SHORT_PLAYS)
    tables[2].play(*SHORT_PLAYS[:2])
    tables[3].play(*SHORT_PLAYS)


@pytest.mark.parametrize("commits", OPENING)
def test_a_round_whose_opening_was_stopped_is_played_as_any_other(
    tmp_path: Path, commits: int
) -> None:
    assert evening(tmp_path / "stopped", commits, None) == evening(tmp_path / "not", None, None)


@pytest.mark.parametrize("commits", CLOSING)
def test_a_round_whose_closing_was_stopped_ends_as_any_other(tmp_path: Path, commits: int) -> None:
    assert evening(tmp_path / "stopped", None, commits) == evening(tmp_path / "not", None, None)
