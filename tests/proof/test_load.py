"""Strangers who read, ask and try all they can keep no table waiting, and take no memory."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl

import pytest
from harness.flood import flood
from harness.served import Remote, Serving, serving
from harness.sizes import sized

from chalicelib.local.folder import open_folder
from chalicelib.store.port import Put
from chalicelib.store.records.counters import CountersRecord
from chalicelib.store.records.players import PlayerRecord

from .test_memory import resident_kb

PLAYERS: Final = sized(1600, 4900)
DRAFTS: Final = sized(20, 200)
LOOKS: Final = sized(100, 1000)
TIMES: Final = 5
"""How much longer another phone may wait than when nobody else asks."""
LEAST_MS: Final = sized(40, 10)
"""A wait below this is not told from the noise of a machine that does other things too."""
MAX_GROWTH_KB: Final = 48 * 1024
WIDE: Final = "\N{PLAYING CARD BLACK JOKER}" * 52


def large_league(folder: Path, league: str) -> None:
    """Give a league as many players as it may have, with names as long as they may be."""
    store = open_folder(folder).store
    try:
        kept = CountersRecord.at(league).read(store)
        assert kept is not None
        first = kept.record.players + 1
        writes: list[Put] = [kept.put(CountersRecord(PLAYERS, kept.record.rounds))]
        for number in range(first, PLAYERS + 1):
            record = PlayerRecord(f"{WIDE}{number:05}")
            writes.append(PlayerRecord.at(league, number).create(record))
        for start in range(0, len(writes), 100):
            store.commit(writes[start : start + 100])
    finally:
        store.close()


class Phone:
    """A phone at a table, which looks and plays."""

    def __init__(self, server: Serving, remote: Remote) -> None:
        self._remote = remote
        self.league = remote.night(3, options={"ending.hands": 500, "chips.start": 1000})
        self._table = self.league.table
        self._token = self._table.seat(1)
        self._table.deal()

    def p99(self, looks: int) -> float:
        """Look and play so often; return the 99th percentile of how long that took, in ms."""
        took = []
        for _ in range(looks):
            began = time.perf_counter()
            self._remote.get(self._table.at(), self._token)
            took.append(1000 * (time.perf_counter() - began))
            self._play()
            time.sleep(0.01)
        return sorted(took)[int(0.99 * len(took)) - 1]

    def _play(self) -> None:
        if not self._table.step():
            self._table.deal()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_strangers_keep_no_table_waiting_and_take_no_memory(tmp_path: Path) -> None:
    with serving("--data", tmp_path) as server, server.remote() as remote:
        phone = Phone(server, remote)
        league = phone.league
    large_league(tmp_path, league.id)
    with serving("--data", tmp_path) as server, server.remote() as remote:
        league.club = remote
        phone._remote = remote
        seated = {"tables": 200, "players": list(range(1, 1601))}
        for _ in range(DRAFTS):
            drawn = remote.post(f"{league.path}/rounds", seated, league.organiser)
            assert drawn.status == 201, drawn
        paths = [
            f"{league.path}/rounds?limit=200",
            f"{league.path}/rounds/2",
            f"{league.path}/players?limit=200",
            f"{league.path}/standings?format=csv&fresh=true",
            f"{league.table.path}/hands/1/actions?limit=200",
            "/v1/openapi.json",
        ]
        for path in paths:  # what is cached is made once
            page, _, query = path.partition("?")
            remote.call("GET", page, query=dict(parse_qsl(query)))
        quiet = phone.p99(LOOKS)
        with flood(server.port, paths, pages=8, nothing=12, leagues=4) as told:
            phone.p99(LOOKS // 5)
            before = resident_kb(server.process)
            loaded = phone.p99(LOOKS)
            after = resident_kb(server.process)
    print(
        f"p99 quiet {quiet:.1f} ms, beside strangers {loaded:.1f} ms; {before} KB, then {after} KB"
    )
    print(dict(told))
    assert told["pages 200"] > 20
    assert {status for status in told if "pages" in status} == {"pages 200"}
    assert told["nothing"] > 12 * len(paths)
    assert {status for status in told if "leagues" in status} == {"/v1/leagues 403"}
    assert loaded <= max(TIMES * quiet, LEAST_MS)
    assert after - before < MAX_GROWTH_KB
