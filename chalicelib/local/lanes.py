"""Who is served next: two lanes of requests, and in each lane one caller's after another's.

A page of a whole league takes as long as twenty plays. If requests were answered in the order in
which they come, a few readers would keep every table waiting. So what a table needs goes first, of
all other requests only one is worked on at a time, and in each lane the addresses take turns.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Mapping
from typing import Final, Protocol, cast

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import Task, ThreadedTaskDispatcher

from chalicelib.service.addresses import network_of

SLOW_AT_ONCE: Final = 1
"""How many requests of the slow lane are worked on at once."""
PATIENCE: Final = 20
"""After so many quick requests it is the slow lane's turn, so that none of its requests starves."""

_QUICK: Final = frozenset({"health", "ready", "me", "join"})
_WHOLE: Final = frozenset({"records", "record", "standings", "ledger", "counts", "audit"})
"""The pages of a table or hand that show a whole evening or hand."""


def is_quick(method: str, path: str, has_token: bool) -> bool:
    """Return whether a request is one that a table waits for, and that takes a few milliseconds.

    A phone at a table has a token. Who claims to have one and has none is refused at once.

    Examples
    --------
    >>> is_quick("PUT", "/v1/tables/x/hands/1/actions/7", True)
    True
    >>> hand = "/v1/tables/x/hands/1"
    >>> is_quick("GET", hand, True), is_quick("GET", hand, False)
    (True, False)
    >>> is_quick("GET", "/v1/leagues/x/rounds", True), is_quick("GET", "/v1/tables/x/records", True)
    (False, False)
    """
    parts = path.split("/")
    kind, last = parts[2] if len(parts) > 2 else "", parts[-1]
    if kind != "tables":
        return kind in _QUICK
    return has_token and (method != "GET" or (last not in _WHOLE and last != "hands"))


class _Line(Protocol):
    """What a parsed request has, and the stubs do not."""

    error: object | None
    command: str
    path: str
    headers: Mapping[str, str]


class Turns:
    """A queue in which addresses take turns, however many requests each has waiting."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[HTTPChannel]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, whose: str, channel: HTTPChannel) -> None:
        """Add a request of an address."""
        self._waiting.setdefault(whose, deque()).append(channel)
        self._length += 1

    def next(self) -> HTTPChannel:
        """Remove and return the next request; its address has the last turn then."""
        whose, requests = self._waiting.popitem(last=False)
        channel = requests.popleft()
        if requests:
            self._waiting[whose] = requests
        self._length -= 1
        return channel


def _goes_first(request: HTTPRequestParser) -> bool:
    """Return whether a request is quick; one that is no HTTP is answered at once."""
    line = cast(_Line, request)
    if line.error is not None:
        return True
    return is_quick(line.command, line.path, "AUTHORIZATION" in line.headers)


def _whose(channel: HTTPChannel) -> str:
    address = channel.addr
    return network_of(str(address[0])) if isinstance(address, tuple) else ""


class Lanes(ThreadedTaskDispatcher):
    """The threads that answer requests, and the lanes that they take them from.

    It takes over what waitress does with its one queue (``add_task``, ``handler_thread`` and
    ``shutdown``); a test fails when that changes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._quick = Turns()
        self._slow = Turns()
        self._slow_now = 0
        self._quick_since = 0

    def add_task(self, task: Task) -> None:
        """Add a request, the first one that a connection has waiting."""
        channel = cast(HTTPChannel, task)  # which the stubs take for a task
        request = channel.requests[0]
        with self.lock:
            (self._quick if _goes_first(request) else self._slow).add(_whose(channel), channel)
            self.queue_cv.notify()

    def handler_thread(self, thread_no: int) -> None:
        """Answer requests until the server stops."""
        while True:
            with self.lock:
                while not self.stop_count and not self._ready():
                    self.active_count -= 1
                    self.queue_cv.wait()
                    self.active_count += 1
                if self.stop_count > 0:
                    self.active_count -= 1
                    self.stop_count -= 1
                    self.threads.discard(thread_no)
                    self.thread_exit_cv.notify()
                    return
                slow = self._slow_is_next()
                self._slow_now += slow
                self._quick_since = 0 if slow else self._quick_since + 1
                task = (self._slow if slow else self._quick).next()
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            if slow:
                with self.lock:
                    self._slow_now -= 1
                    self.queue_cv.notify()

    def _ready(self) -> bool:
        return bool(self._quick) or self._slow_can_go()

    def _slow_can_go(self) -> bool:
        return bool(self._slow) and self._slow_now < SLOW_AT_ONCE

    def _slow_is_next(self) -> bool:
        return not self._quick or (self._slow_can_go() and self._quick_since >= PATIENCE)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """Stop the threads, and cancel what still waits."""
        super().shutdown(cancel_pending=False, timeout=timeout)
        cancelled = False
        with self.lock:
            for lane in (self._quick, self._slow):
                while cancel_pending and lane:
                    lane.next().cancel()
                    cancelled = True
        return cancelled
