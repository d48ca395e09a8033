"""A server's memory does not grow with what it has served."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest
from harness.seeds import fresh
from harness.served import Serving, serving
from harness.sizes import sized

REQUESTS: Final = sized(3000, 50_000)
TABLES: Final = 10
PER_TABLE: Final = 30
MAX_GROWTH_KB: Final = sized(8, 16) * 1024
"""What the allocator may keep more after the warm-up. Whatever kept 1 KB a request would show."""
LANGUAGES: Final = ("en", "ru", "de;q=0.7, *;q=0.1", "{}")


def resident_kb(process: subprocess.Popen[str]) -> int:
    """Return how much memory a process has, in KB."""
    told = Path(f"/proc/{process.pid}/status").read_text("utf-8")
    (line,) = (line for line in told.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1])


class Crowd:
    """Asks all there is to ask, at tables that nobody has asked about before."""

    def __init__(self, server: Serving) -> None:
        self._rng = fresh("a long season")
        self._line = HTTPConnection(server.host, server.port, timeout=20)
        self.told: Counter[int] = Counter()
        self.asked = 0

    def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """Send a request with headers like no other's; return what the answer says."""
        self.asked += 1
        headers = {
            "Accept-Language": self._rng.choice(LANGUAGES).format(self._word(6)),
            "User-Agent": self._word(40),
        }
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        content = None if body is None else json.dumps(body)
        self._line.request(method, path, content, headers)
        answer = self._line.getresponse()
        self.told[answer.status] += 1
        text = answer.read()
        return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else {}

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def season(self) -> None:
        """Make a league, play at its tables, look at everything, and go wrong in every way."""
        made = self.ask("POST", "/v1/leagues", body={"name": self._word(12)})
        league, organiser = f"/v1/leagues/{made['league']['league']}", made["token"]
        names = {"names": [self._word(10) for _ in range(4 * TABLES)]}
        self.ask("POST", f"{league}/players/bulk", organiser, names)
        self.ask("POST", f"{league}/rounds", organiser, {"tables": TABLES, "seed": self._word(8)})
        for table in self.ask("POST", f"{league}/rounds/1/open", organiser)["tables"]:
            self._sit(league, organiser, table)

    def _sit(self, league: str, organiser: str, opened: Any) -> None:
        def token(**whose: Any) -> str:
            return str(self.ask("POST", f"{league}/tokens", organiser, whose)["token"])

        table = f"/v1/tables/{opened['table']}"
        scorer = token(kind="scorer", table=opened["table"])
        tokens = [token(kind="player", player=number) for number in opened["players"]]
        self.ask("PUT", f"{table}/hands/1", scorer, {"stakes": "nonsense"})
        self.ask("PUT", f"{table}/hands/1", scorer, {})
        for _ in range(PER_TABLE):
            self._play(f"{table}/hands/1", tokens)
        for path in ("", "/standings", "/standings?by=net", "/players", "/rounds/1"):
            self.ask("GET", league + path, organiser)
        self._go_wrong(league, table, tokens[0])

    def _play(self, hand: str, tokens: list[str]) -> None:
        """Let the seat to play do so."""
        for token in tokens:
            seen = self.ask("GET", hand, token)
            if seen["legal"]:
                action = self._rng.choice(seen["legal"])
                self.ask("PUT", f"{hand}/actions/{seen['next_action']}", token, action)
                return

    def _go_wrong(self, league: str, table: str, token: str) -> None:
        forged = token[:-8] + self._word(8)
        for path in (league, f"{table}/hands/1", "/v1/me", f"/v1/{self._word(4000)}"):
            self.ask("GET", path, forged)
        self.ask("GET", f"{league}/standings?{self._word(30)}={self._word(3000)}", token)
        self.ask("GET", f"/v1/tables/{self._word(16)}/hands/1", token)
        self.ask("POST", "/v1/leagues", body={self._word(30): self._word(3000)})
        self.ask("POST", "/v1/join", body={"code": self._word(8).upper()})
        self.ask("DELETE", f"{league}/{self._word(10)}")
        self.ask(
            "PUT", f"{table}/hands/1/actions/{self._rng.randrange(1, 9999)}", token, {"stop": 1}
        )

    def _word(self, length: int) -> str:
        return "".join(self._rng.choices("abcdefghijklmnopqrstuvwxyz", k=length))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_is_flat(tmp_path: Path) -> None:
    with serving("--data", tmp_path) as server:
        crowd = Crowd(server)
        while crowd.asked < REQUESTS // 5:
            crowd.season()
        before = resident_kb(server.process)
        while crowd.asked < REQUESTS:
            crowd.season()
        after = resident_kb(server.process)
        crowd.close()
    print(f"{crowd.asked} requests, {before} KB, then {after} KB; {dict(crowd.told)}")
    assert crowd.told[201] > crowd.asked / 10
    assert not [status for status in crowd.told if status >= 500]
    assert after - before < MAX_GROWTH_KB
