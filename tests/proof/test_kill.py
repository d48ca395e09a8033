"""``kill -9`` in the middle of play: what was acknowledged is there when Boodle is back."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from harness.club import Club
from harness.laptop import laptop
from harness.memory import MemoryStore
from harness.nights import Night, account_for, report, sitting_of, undisturbed
from harness.phones import HttpLine
from harness.seeds import SEED
from harness.sizes import sized

TABLES = sized(2, 3)
NIGHT = f"the laptop fails {SEED}"


def test_a_night_with_a_laptop_that_is_killed_again_and_again(tmp_path: Path) -> None:
    kills, hands = sized(2, 20), sized(4, 24)
    rng = Random(NIGHT)
    with laptop(tmp_path / "club") as machine:
        with machine.served.remote() as remote:
            sittings = [sitting_of(remote) for _ in range(TABLES)]
        line = HttpLine(machine.address)
        night = Night(sittings, hands, NIGHT, lambda: HttpLine(machine.address))
        least = TABLES * hands * 25  # plays; there are some more
        killed_at: list[int] = []  # after so many plays

        def kill_now_and_then() -> None:
            for number in range(1, kills + 1):
                while night.plays() < number * least // (kills + 1) and night.is_on():
                    time.sleep(0.002)
                time.sleep(rng.uniform(0, 0.01))
                if night.is_on():
                    killed_at.append(night.plays())
                    machine.kill()

        night.play(kill_now_and_then)
        assert len(killed_at) == kills, "the night was over too soon"
        accounts = [account_for(sitting, hands, line) for sitting in sittings]
        line.close()
        assert machine.served.end() == (0, "Boodle has stopped; everything is saved.\n", "")
    report(sittings, kills=kills)
    assert accounts == undisturbed(Club(MemoryStore()), TABLES, hands, NIGHT)
