"""Time that does not run backwards, and the play clock of a hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from harness.club import Club

from chalicelib.api.runtime import DATABASE, folder_context
from chalicelib.service.clock import DAY_MS, SteadyClock
from chalicelib.store.sqlite.store import SqliteStore


class Machine:
    """A machine's clocks: one that is set, and one that runs evenly."""

    def __init__(self) -> None:
        self.time, self.even = 1_000_000_000, 5_000

    def clock(self) -> int:
        return self.time

    def monotonic(self) -> int:
        return self.even

    def pass_(self, ms: int) -> None:
        self.time += ms
        self.even += ms

    def steady(self, not_before: int = 0) -> SteadyClock:
        return SteadyClock(not_before, self.clock, self.monotonic)


def test_time_is_the_machines() -> None:
    machine = Machine()
    clock = machine.steady()
    machine.pass_(1234)
    assert clock() == machine.time
    machine.time += 3_600_000  # set ahead, or woken up
    assert clock() == machine.time


def test_a_clock_that_is_set_back_goes_on() -> None:
    machine = Machine()
    clock = machine.steady()
    machine.pass_(1000)
    before = clock()
    machine.time -= 3_600_000
    assert clock() == before
    machine.pass_(250)
    assert clock() == before + 250
    machine.time += 3_600_000
    assert clock() == before + 250 == machine.time


@pytest.mark.parametrize(
    ("ahead", "start"), [(-5, 0), (60_000, 60_000), (DAY_MS, DAY_MS), (DAY_MS + 1, 0)]
)
def test_time_begins_no_earlier_than_the_last_change_of_the_data(ahead: int, start: int) -> None:
    machine = Machine()
    clock = machine.steady(not_before=machine.time + ahead)
    machine.pass_(7)
    assert clock() == 1_000_000_007 + start


def test_a_folder_that_was_written_to_later_than_now_keeps_its_time(tmp_path: Path) -> None:
    context = folder_context(tmp_path)
    now = context.clock()
    context.store.close()
    later = now / 1000 + 3600
    os.utime(tmp_path / DATABASE, (later, later))
    again = folder_context(tmp_path)
    assert again.clock() >= now + 3_599_000
    again.store.close()


def test_the_play_clock_runs_out_though_the_machines_is_set_back(tmp_path: Path) -> None:
    """It said "5 seconds left" until the machine's clock had caught up."""
    machine = Machine()
    machine.time = 1_796_158_694_300
    store = SqliteStore(tmp_path / "boodle.db")
    club = Club(store).use(clock=machine.steady())
    night = club.night(
        recording="entered", play_clock=5, preset="michigan", options={"penalty.missed_play": 1}
    )
    table = night.table
    table.enter(token=night.director)
    assert table.act(1, table.seat(1), play="2S").status == 201
    machine.time -= 3_600_000
    assert table.act(2, table.seat(3), follow=True)["retry_after"] == 5
    machine.pass_(5000)
    assert table.act(2, table.seat(3), follow=True).status == 201
    store.close()
