"""The server in this process: many requests at once, errors of HTTP, an orderly end."""

import json
import re
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from harness.served import Remote

from chalicelib.api.runtime import folder_context
from chalicelib.local.client import Client, Unexpected
from chalicelib.local.listener import MAX_HEADER
from chalicelib.local.refusals import reply_to
from chalicelib.local.server import Server, lan_address, url_of
from chalicelib.local.trouble import Trouble


def raw(server: Server, request: bytes) -> tuple[bytes, dict[str, str], Any]:
    """Send bytes, and return the status line, the headers and the JSON of the answer."""
    with socket.create_connection((server.host, server.port), timeout=10) as connection:
        connection.sendall(request)
        received = b""
        while part := connection.recv(65536):
            received += part
    head, _, body = received.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    headers = dict(line.decode().lower().split(": ", 1) for line in lines)
    return status, headers, json.loads(body)


def test_threads_do_not_mix_up_requests(server: Server) -> None:
    with Remote(server.host, server.port) as remote:
        table = remote.night(8).table
        tokens = [table.seat(seat) for seat in table.seats]
    league = table.league.path

    def ask_often(seat: int) -> set[tuple[int, int, int]]:
        answers = set()
        with Client(server.host, server.port) as own:
            for turn in range(50):
                me = own.call("GET", "/v1/me", token=tokens[seat]).expect(200)
                page = own.call("GET", f"{league}/players/{seat + 1}").expect(200)
                other = own.call("GET", table.at(turn + 2)).expect(404)
                answers.add((me["player"], page["player"], other["status"]))
        return answers

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask_often, range(8)))
    assert found == [{(table.players[seat], seat + 1, 404)} for seat in range(8)]


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET /v1/health HTTP/1.1\r\nbroken header\r\n\r\n", 400),
        (b"GET /v1/health HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
        # No more than what is too much: the rest would stay unread, and reset the connection.
        (b"GET /v1/health HTTP/1.1\r\nX: ".ljust(MAX_HEADER, b"x"), 431),
        (b"POST /v1/leagues HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n", 413),
        (b"POST /v1/leagues HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
    ],
)
def test_errors_of_http_are_problems_too(server: Server, request_: bytes, status: int) -> None:
    line, headers, problem = raw(server, request_)
    assert line.split()[1] == str(status).encode()
    assert headers["content-type"] == "application/problem+json"
    assert headers["access-control-allow-origin"] == "*"
    assert headers["connection"] == "close"
    assert problem["status"] == status
    assert problem["type"] == ("urn:boodle:problem:too-large" if status == 413 else "about:blank")
    assert problem["title"]
    assert re.fullmatch("[0-9a-f]{12}", headers["x-request-id"])


def test_errors_of_http_have_the_request_id_that_was_sent(server: Server) -> None:
    sent = b"POST /v1/leagues HTTP/1.1\r\nX-Request-Id: phone-7\r\nContent-Length: 9999999\r\n\r\n"
    _, headers, _ = raw(server, sent)
    assert headers["x-request-id"] == "phone-7"


def test_a_fault_of_the_server_is_a_problem_that_tells_nothing() -> None:
    reply = reply_to(500, "Internal Server Error", "Traceback: the secret")
    assert (reply.status, "secret" in reply.body) == (500, False)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Reading a league waits: the first event says that it has begun, the second lets it go on."""
    began, go_on = threading.Event(), threading.Event()

    def waiting(original: Callable[..., Any]) -> Callable[..., Any]:
        def get(self: Any, keys: Any) -> Any:
            if keys[0].partition == "L#slow":
                began.set()
                assert go_on.wait(10)
            return original(self, keys)

        return get

    from chalicelib.store.sqlite.store import SqliteStore

    monkeypatch.setattr(SqliteStore, "get", waiting(SqliteStore.get))
    return began, go_on


def ask_for_ever(client: Client) -> None:
    """Ask until it raises; a server may answer once more before it sees that it is to end."""
    while True:
        client.call("GET", "/v1/health").expect(200)


def test_stopping_answers_what_has_begun(
    tmp_path: Path, slow: tuple[threading.Event, threading.Event]
) -> None:
    began, go_on = slow
    server = Server(folder_context(tmp_path), "127.0.0.1", 0)
    thread = server.start()
    with (
        Client(server.host, server.port) as idle,
        Client(server.host, server.port) as busy,
        ThreadPoolExecutor(1) as pool,
    ):
        idle.call("GET", "/v1/health").expect(200)
        answer = pool.submit(busy.call, "GET", "/v1/leagues/slow")
        assert began.wait(10)
        server.stop()
        server.stop()
        with pytest.raises(Unexpected, match="got no answer"):
            ask_for_ever(idle)
        with Client(server.host, server.port) as late, pytest.raises(Unexpected, match="refused"):
            late.call("GET", "/v1/health")
        assert thread.is_alive()
        go_on.set()
        assert answer.result(10).problem == "not-found"
    thread.join(10)
    assert not thread.is_alive()
    server.stop()  # changes nothing


def test_a_port_is_served_once(server: Server, tmp_path: Path) -> None:
    context = folder_context(tmp_path / "other")
    with pytest.raises(Trouble, match=f":{server.port}: address already in use; try another"):
        Server(context, server.host, server.port)
    context.store.close()


def test_a_host_that_is_not_here(tmp_path: Path) -> None:
    context = folder_context(tmp_path)
    with pytest.raises(Trouble, match="no address of this machine"):
        Server(context, "no such host", 0)
    with pytest.raises(Trouble, match="cannot listen on http://192"):
        Server(context, "192.0.2.1", 0)
    context.store.close()


def test_addresses() -> None:
    assert url_of("::1", 80) == "http://[::1]:80"
    address = lan_address()
    assert address is None or socket.inet_aton(address)
