"""Phones that keep the contract: one that gets no answer posts again, until there is one."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol
from urllib.parse import parse_qsl, urlsplit

from chalicelib.api.problems.problem import URN
from chalicelib.local.client import Client, Unexpected

from .club import Club

TRIES: Final = 400
"""After so many posts without an answer a phone gives up, and the proof has failed."""
LONGEST_PAUSE: Final = 0.1
COME_BACK: Final = frozenset({429, 502, 503, 504})

Place = tuple[int, int]
"""A hand and an action's number in it."""


class NoAnswer(Exception):
    """Nothing came back, or nothing that is an answer: what was asked may have been done."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the API."""

    status: int
    body: Any
    replayed: bool

    @property
    def code(self) -> str:
        """The code of the problem, if it is one."""
        return str(self.body.get("type", "")).removeprefix(URN)


class Line(Protocol):
    """A phone's way to Boodle."""

    def ask(self, method: str, path: str, token: str, body: Mapping[str, Any] | None) -> Answer:
        """Send a request; raise :class:`NoAnswer` if none comes back."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class ClubLine:
    """A line within this process: Boodle hears everything, and is always heard."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def ask(self, method: str, path: str, token: str, body: Mapping[str, Any] | None) -> Answer:
        parts = urlsplit(path)
        got = self._club.call(method, parts.path, body, token, query=dict(parse_qsl(parts.query)))
        return Answer(got.status, got.json, got.replayed)

    def close(self) -> None:
        """There is nothing to hang up."""


class HttpLine:
    """A line through HTTP. ``address`` is asked whenever it has to be built up anew."""

    def __init__(self, address: Callable[[], tuple[str, int]]) -> None:
        self._address = address
        self._client: Client | None = None

    def ask(self, method: str, path: str, token: str, body: Mapping[str, Any] | None) -> Answer:
        self._client = self._client or Client(*self._address())
        try:
            reply = self._client.call(method, path, token=token, body=body)
        except Unexpected as error:
            self.close()
            raise NoAnswer(str(error)) from error
        if not isinstance(reply.body, dict):
            raise NoAnswer("that was not Boodle")
        return Answer(reply.status, reply.body, reply.replayed)

    def close(self) -> None:
        if self._client:
            self._client.__exit__()
            self._client = None


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A post that was answered: by which token it was made, what it said, what came back."""

    token: str
    action: Mapping[str, Any]
    receipt: Mapping[str, Any]


@dataclass(slots=True)
class Journal:
    """What the phones of one table know for certain, all of them together."""

    acknowledged: dict[Place, Acknowledged] = field(default_factory=dict)
    called_new: Counter[Place] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    bell: threading.Condition = field(default_factory=threading.Condition)

    def count(self, what: str, times: int = 1) -> None:
        with self.bell:
            self.counts[what] += times

    def take(self, new: bool, said: Acknowledged) -> None:
        """Note a receipt, and that all receipts for one place are of one action."""
        receipt = said.receipt
        place = receipt["hand"], receipt["number"]
        with self.bell:
            first = self.acknowledged.setdefault(place, said)
            assert first.receipt["digest"] == receipt["digest"], (first, said)
            self.called_new[place] += new
            self.counts["recorded" if new else "repeated"] += 1
            self.bell.notify_all()

    def wait(self, seconds: float) -> None:
        """Wait until somebody has played, or so long."""
        with self.bell:
            self.bell.wait(seconds)


class Phone:
    """A phone at a table, with one token. It belongs to one thread."""

    def __init__(self, line: Line, table: str, token: str, journal: Journal, rng: Random) -> None:
        self._line = line
        self.table = table
        self.token = token
        self.journal = journal
        self.rng = rng

    def hand_path(self, hand: int) -> str:
        return f"/v1/tables/{self.table}/hands/{hand}"

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Answer:
        """Ask until there is an answer that is Boodle's and final."""
        actions = len(body["actions"]) if body and "actions" in body else 1
        for tries in range(TRIES):
            try:
                answer = self._line.ask(method, path, self.token, body)
            except NoAnswer:
                self.journal.count("unanswered")
            else:
                if answer.status in COME_BACK:
                    self.journal.count("come back", actions)
                elif answer.status >= 400 or self._is_genuine(answer.body):
                    return answer
                else:  # the 200 of a captive portal
                    self.journal.count("not Boodle")
            time.sleep(self.rng.uniform(0, min(0.005 * (tries + 1), LONGEST_PAUSE)))
        raise AssertionError(f"{method} {path} was never answered")

    def _is_genuine(self, body: Mapping[str, Any]) -> bool:
        return body.get("table") == self.table or "results" in body

    def look(self, hand: int) -> dict[str, Any] | None:
        """Return the hand as this phone sees it, or ``None`` if it has not been dealt."""
        answer = self.ask("GET", self.hand_path(hand))
        if answer.status == 404:
            return None
        assert answer.status == 200, answer
        seen: dict[str, Any] = answer.body
        return seen if seen["status"] != "open" else None

    def post(self, hand: int, number: int, action: Mapping[str, Any]) -> None:
        """Post an action. It is acknowledged, or another was recorded there, or was quicker."""
        path = f"{self.hand_path(hand)}/actions/{number}"
        answer = self.ask("PUT", path, action)
        if answer.status in (200, 201):
            assert answer.replayed == (answer.status == 200), answer
            self.journal.take(answer.status == 201, Acknowledged(self.token, action, answer.body))
            return
        assert (answer.status, answer.code) == (409, "action-conflict"), answer
        assert answer.body["recorded"], answer
        assert answer.body["by"], answer
        self.journal.count("lost race")

    def post_queue(
        self, hand: int, first: int, after: str, actions: Sequence[Mapping[str, Any]]
    ) -> None:
        """Post actions as a queue; its longest valid beginning is acknowledged."""
        body = {"first": first, "after": after, "actions": actions}
        answer = self.ask("POST", f"{self.hand_path(hand)}/actions", body)
        assert answer.status == 200, answer
        for action, result in zip(actions, answer.body["results"], strict=True):
            if result["verdict"] in ("recorded", "repeated"):
                said = Acknowledged(self.token, action, result["receipt"])
                self.journal.take(result["verdict"] == "recorded", said)
            elif result["verdict"] == "refused":
                assert result["problem"]["type"] == f"{URN}action-conflict", result
                self.journal.count("lost race")
