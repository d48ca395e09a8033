"""The lanes of requests: what a table needs goes first, and addresses take turns."""

from __future__ import annotations

import inspect
import threading
from dataclasses import dataclass, field
from typing import cast

import pytest
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer
from waitress.task import Task, ThreadedTaskDispatcher

from chalicelib.api.http.route import Route
from chalicelib.api.routes import ROUTES
from chalicelib.local.lanes import PATIENCE, Lanes, is_quick

SLOW = "/v1/leagues/x/rounds"
QUICK = "/v1/tables/x/hands/1"


@dataclass
class Parsed:
    command: str
    path: str
    error: object | None = None
    headers: dict[str, str] = field(default_factory=lambda: {"AUTHORIZATION": "Bearer x"})


@dataclass
class Waiting:
    """Stands for a connection with one request; it is answered in the order that is noted."""

    name: str
    path: str
    answered: list[str]
    address: str = "192.0.2.1"
    gate: threading.Event | None = None
    begun: threading.Event = field(default_factory=threading.Event)

    @property
    def addr(self) -> tuple[str, int]:
        return self.address, 1

    @property
    def requests(self) -> list[Parsed]:
        return [Parsed("GET", self.path)]

    def service(self) -> None:
        self.begun.set()
        if self.gate:
            assert self.gate.wait(10)
        self.answered.append(self.name)

    def cancel(self) -> None:
        self.answered.append(f"no {self.name}")


def add(lanes: Lanes, *waiting: Waiting) -> None:
    for one in waiting:
        lanes.add_task(cast(Task, one))


def answered_by(threads: int, lanes: Lanes, answered: list[str], count: int) -> list[str]:
    """Answer what waits with so many threads; return in which order."""
    lanes.set_thread_count(threads)
    for _ in range(500):
        if len(answered) >= count:
            break
        threading.Event().wait(0.01)
    lanes.shutdown()
    return answered


def test_what_a_table_needs_goes_first() -> None:
    lanes, answered = Lanes(), list[str]()
    add(lanes, *(Waiting(f"page {n}", SLOW, answered) for n in range(3)))
    add(lanes, *(Waiting(f"hand {n}", QUICK, answered) for n in range(3)))
    order = answered_by(1, lanes, answered, 6)
    assert order == ["hand 0", "hand 1", "hand 2", "page 0", "page 1", "page 2"]


def test_addresses_take_turns() -> None:
    lanes, answered = Lanes(), list[str]()
    add(lanes, *(Waiting(f"a{n}", SLOW, answered, "192.0.2.1") for n in range(4)))
    add(lanes, Waiting("b0", SLOW, answered, "192.0.2.2"))
    add(lanes, *(Waiting(f"c{n}", SLOW, answered, f"2001:db8::{n}") for n in range(2)))
    assert answered_by(1, lanes, answered, 7) == ["a0", "b0", "c0", "a1", "c1", "a2", "a3"]


def test_one_page_is_made_at_a_time_and_holds_up_no_hand() -> None:
    lanes, answered, gate = Lanes(), list[str](), threading.Event()
    first = Waiting("page 0", SLOW, answered, gate=gate)
    second = Waiting("page 1", SLOW, answered)
    add(lanes, first, second)
    lanes.set_thread_count(4)
    assert first.begun.wait(10)
    hand = Waiting("hand", QUICK, answered)
    add(lanes, hand)
    assert hand.begun.wait(10)
    assert not second.begun.wait(0.05)
    gate.set()
    assert second.begun.wait(10)
    lanes.shutdown()
    assert answered == ["hand", "page 0", "page 1"]


def test_hands_without_end_starve_no_page() -> None:
    lanes, answered = Lanes(), list[str]()
    add(lanes, Waiting("page", SLOW, answered))
    add(lanes, *(Waiting("hand", QUICK, answered) for _ in range(3 * PATIENCE)))
    order = answered_by(1, lanes, answered, 3 * PATIENCE + 1)
    assert order.index("page") == PATIENCE


def test_what_waits_when_the_server_stops_is_cancelled() -> None:
    lanes, answered = Lanes(), list[str]()
    add(lanes, Waiting("page", SLOW, answered), Waiting("hand", QUICK, answered))
    assert lanes.shutdown()
    assert answered == ["no hand", "no page"]
    assert not lanes.shutdown()


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_posts_at_a_table_are_quick_and_pages_of_leagues_are_not(route: Route) -> None:
    quick = is_quick(route.method, route.path, has_token=True)
    if route.path.startswith("/v1/tables"):
        assert not is_quick(route.method, route.path, has_token=False)
    if route.path.startswith(("/v1/leagues", "/v1/presets")):
        assert not quick
    if route.path.startswith("/v1/tables") and route.method != "GET":
        assert quick


def test_a_request_that_is_no_http_is_answered_at_once() -> None:
    class Broken(Waiting):
        @property
        def requests(self) -> list[Parsed]:
            return [Parsed("GET", SLOW, error="no HTTP")]

    lanes, answered = Lanes(), list[str]()
    add(lanes, Waiting("page", SLOW, answered), Broken("broken", SLOW, answered))
    assert answered_by(1, lanes, answered, 2) == ["broken", "page"]


def test_what_is_taken_over_from_waitress_is_what_it_has() -> None:
    for name in ("add_task", "handler_thread", "shutdown", "set_thread_count"):
        assert name in vars(ThreadedTaskDispatcher)
    assert "task = self.queue.popleft()" in inspect.getsource(ThreadedTaskDispatcher.handler_thread)
    assert "self.task_dispatcher.add_task(task)" in inspect.getsource(BaseWSGIServer.add_task)
    assert "self.server.add_task(self)" in inspect.getsource(HTTPChannel.received)
