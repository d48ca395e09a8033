"""Connections that ask nothing: they end, and keep no phone from being answered."""

import inspect
import re
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from harness.served import Serving, serving
from waitress.channel import HTTPChannel

from chalicelib.api.http.pages import MAX_ANSWER
from chalicelib.api.runtime import folder_context
from chalicelib.local.channel import Channel
from chalicelib.local.client import Client
from chalicelib.local.listener import FILES, MAX_CONNECTIONS, THREADS, room
from chalicelib.local.server import Server

PATIENCE = 20
HALF = b"POST /v1/leagues HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
WHOLE = b"GET /v1/health HTTP/1.1\r\n\r\n"


@contextmanager
def small_server(folder: Path, most: int) -> Iterator[Server]:
    running = Server(folder_context(folder / "data"), "127.0.0.1", 0, most)
    thread = running.start()
    try:
        yield running
    finally:
        running.stop()
        thread.join(PATIENCE)


class Visitors:
    """Connections to a server, all of which end with the test."""

    def __init__(self, server: Server | Serving, stack: ExitStack) -> None:
        self._where = server.host, server.port
        self._stack = stack

    def come(self, says: bytes = b"") -> socket.socket:
        connection = socket.create_connection(self._where, PATIENCE)
        self._stack.enter_context(connection)
        connection.sendall(says)
        return connection


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def answer(connection: socket.socket) -> bytes:
    """Return what comes back, or nothing if the connection has ended."""
    try:
        return connection.recv(65536)
    except ConnectionResetError:
        return b""


def ask(connection: socket.socket) -> bytes:
    try:
        connection.sendall(WHOLE)
    except OSError:  # it has ended, and said so while this was under way
        return b""
    return answer(connection)


def ends(connection: socket.socket, says: bytes) -> bool:
    """Say it again and again; return whether the server ends the connection."""
    connection.settimeout(0.01)
    ended = time.monotonic() + PATIENCE
    while time.monotonic() < ended:
        try:
            connection.sendall(says)
            time.sleep(0.01)
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def settle(server: Server, begun: int = 0) -> None:
    """Wait until the server is done with all answers, and has seen so many requests begin."""
    ended = time.monotonic() + PATIENCE
    while time.monotonic() < ended:
        channels = server.connections()
        at_work = any(channel.requests for channel in channels)
        if not at_work and sum(channel.request is not None for channel in channels) == begun:
            return
        time.sleep(0.001)
    raise AssertionError("the server does not come to rest")


@pytest.fixture
def many_files() -> Iterator[None]:
    """This process holds the other ends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
def test_1100_half_sent_requests_keep_no_phone_from_being_answered(
    tmp_path: Path, stack: ExitStack
) -> None:
    with serving("--data", tmp_path) as server, server.client() as early:
        early.call("GET", "/v1/health").expect(200)
        visitors = Visitors(server, stack)
        for number in range(1100):
            visitors.come(HALF)
            if number % 100 == 0:
                early.call("GET", "/v1/health").expect(200)
        with server.client() as late:
            late.call("POST", "/v1/leagues", body={"name": "Still here"}).expect(201)
        early.call("GET", "/v1/health").expect(200)
        code, _, err = server.end()
        assert (code, err) == (0, "")


def test_when_it_is_full_the_oldest_half_sent_request_makes_room(
    tmp_path: Path, stack: ExitStack
) -> None:
    with small_server(tmp_path, 5) as server:
        visitors = Visitors(server, stack)
        phone = visitors.come()
        assert ask(phone)
        halves = []
        for number in range(3):
            halves.append(visitors.come(HALF))
            settle(server, number + 1)
        assert ask(visitors.come())
        assert answer(halves[0]) == b""
        settle(server, 2)
        assert ask(visitors.come())
        assert answer(halves[1]) == b""
        assert ask(phone)


def test_who_says_nothing_goes_before_who_has_asked(tmp_path: Path, stack: ExitStack) -> None:
    with small_server(tmp_path, 3) as server:
        visitors = Visitors(server, stack)
        phone = visitors.come()
        assert ask(phone)
        silent = visitors.come()
        settle(server)
        assert ask(visitors.come())
        assert answer(silent) == b""
        assert ask(phone)


def test_of_those_who_have_asked_the_longest_silent_goes(tmp_path: Path, stack: ExitStack) -> None:
    with small_server(tmp_path, 4) as server:
        visitors = Visitors(server, stack)
        phones = [visitors.come() for _ in range(3)]
        for phone in (1, 0, 2):
            assert ask(phones[phone])
            settle(server)
        assert ask(visitors.come())
        assert answer(phones[1]) == b""
        assert ask(phones[0])


def test_a_request_has_to_come_in_within_its_time_however_it_trickles(
    tmp_path: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chalicelib.local.channel.REQUEST_SECONDS", 0.2)
    monkeypatch.setattr("chalicelib.local.listener.TURN_SECONDS", 0.05)
    monkeypatch.setattr("chalicelib.local.server.TURN_SECONDS", 0.05)
    with small_server(tmp_path, 10) as server:
        visitors = Visitors(server, stack)
        phone = visitors.come()
        assert ask(phone)
        slow, half = visitors.come(), visitors.come(HALF)
        assert ends(slow, b"G")
        assert answer(half) == b""
        assert ask(phone), "it has begun nothing, and stays"


def test_silence_ends_a_connection(
    tmp_path: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chalicelib.local.channel.IDLE_SECONDS", 1.0)
    monkeypatch.setattr("chalicelib.local.listener.TURN_SECONDS", 0.05)
    monkeypatch.setattr("chalicelib.local.server.TURN_SECONDS", 0.05)
    with small_server(tmp_path, 10) as server:
        visitors = Visitors(server, stack)
        phone, silent = visitors.come(), visitors.come()
        assert ask(phone)
        assert answer(phone) == b""
        assert answer(silent) == b""
        monkeypatch.undo()
        with Client(server.host, server.port) as client:
            client.call("GET", "/v1/health").expect(200)


def test_answers_without_a_body_keep_the_connection_open(tmp_path: Path, stack: ExitStack) -> None:
    with small_server(tmp_path, 5) as server:
        phone = Visitors(server, stack).come()
        phone.sendall(WHOLE)
        tag = re.search(rb"(?i)^etag: (.*?)\r$", answer(phone), re.M)
        assert tag
        for _ in range(3):
            phone.sendall(WHOLE[:-2] + b"If-None-Match: " + tag[1] + b"\r\n\r\n")
            not_modified = answer(phone)
            assert not_modified.startswith(b"HTTP/1.1 304 ")
            assert b"\r\nConnection: close" not in not_modified
        phone.sendall(b"OPTIONS /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert b"\r\nConnection: close" in answer(phone)
        assert answer(phone) == b""


def test_the_loop_does_not_wake_for_an_answer_that_a_thread_sends(
    tmp_path: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[Channel] = []
    send, handle_write = Channel.send, Channel.handle_write

    def wake(channel: Channel) -> None:
        woken.append(channel)
        handle_write(channel)

    def send_slowly(channel: Channel, data: bytes, do_close: bool = True) -> int:
        channel.server.pull_trigger()  # so that the loop looks at every connection
        time.sleep(0.05)
        return send(channel, data, do_close)

    monkeypatch.setattr(Channel, "send", send_slowly)
    monkeypatch.setattr(Channel, "handle_write", wake)
    with small_server(tmp_path, 5) as server:
        assert ask(Visitors(server, stack).come()).startswith(b"HTTP/1.1 200 ")
        settle(server)
    assert not woken


def test_before_http_1_1_a_connection_ends_with_an_answer_without_a_body(
    tmp_path: Path, stack: ExitStack
) -> None:
    with small_server(tmp_path, 5) as server:
        phone = Visitors(server, stack).come(b"OPTIONS /v1/health HTTP/1.0\r\n\r\n")
        assert answer(phone).startswith(b"HTTP/1.0 204 ")
        assert answer(phone) == b""


def test_the_private_name_that_is_overridden_is_waitress_s_own() -> None:
    name = "_flush_outbufs_below_high_watermark"
    assert name in vars(Channel)
    assert name in vars(HTTPChannel)
    assert name in inspect.getsource(HTTPChannel.write_soon)


def test_who_asks_and_takes_no_answer_holds_no_thread(
    tmp_path: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chalicelib.local.listener.TURN_SECONDS", 0.05)
    monkeypatch.setattr("chalicelib.local.server.TURN_SECONDS", 0.05)
    with small_server(tmp_path, 20) as server:
        visitors = Visitors(server, stack)
        greedy = [visitors.come() for _ in range(2 * THREADS)]
        for connection in greedy:
            assert ends(connection, b"GET /v1/openapi.json HTTP/1.1\r\n\r\n" * 100)
        with Client(server.host, server.port) as client:
            client.call("GET", "/v1/health").expect(200)


def test_all_clients_together_leave_so_much_unread_and_no_more(
    tmp_path: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """12 clients that did not read took 1.95 GB."""
    most, page = 2_000_000, b"GET /v1/openapi.json HTTP/1.1\r\n\r\n"
    monkeypatch.setattr("chalicelib.local.listener.MAX_UNREAD_IN_ALL", most)
    with small_server(tmp_path, 40) as server:
        visitors = Visitors(server, stack)
        with Client(server.host, server.port) as client:
            client.call("GET", "/v1/openapi.json").expect(200)
            for _ in range(20):
                visitors.come(page * 3)
                unread = sum(channel.total_outbufs_len for channel in server.connections())
                assert unread <= most + MAX_ANSWER
                client.call("GET", "/v1/health").expect(200)
            settle_unread(server, most)
            client.call("GET", "/v1/openapi.json").expect(200)  # a client that reads stays


def settle_unread(server: Server, most: int) -> None:
    """Wait until no more than so much is left unread."""
    for _ in range(200):
        if sum(channel.total_outbufs_len for channel in server.connections()) <= most:
            return
        time.sleep(0.02)
    raise AssertionError("more is left unread than may be")


@pytest.mark.parametrize("soft", [256, 1024, 4096])
def test_a_process_has_files_for_its_connections(
    monkeypatch: pytest.MonkeyPatch, soft: int
) -> None:
    """macOS gives a process 256 files, but more if it asks."""
    limits = [soft, resource.RLIM_INFINITY]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.__setitem__(0, wanted[0]))
    assert room() == MAX_CONNECTIONS
    assert limits[0] >= MAX_CONNECTIONS + FILES


def test_a_process_that_gets_no_more_files_takes_fewer_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 512))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    assert room() == 512 - FILES
