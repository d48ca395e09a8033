"""Whatever comes over the wire: an answer that is no fault of ours, or the end of the connection.

Everything goes over real sockets to one server, which has to be as good as new afterwards.
"""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harness.seeds import fresh
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.api.http.body import MAX_BODY
from chalicelib.api.problems.problem import KINDS, URN
from chalicelib.api.runtime import folder_context
from chalicelib.local.client import Client
from chalicelib.local.server import Server
from chalicelib.service.context import Settings

JSON = b"Content-Type: application/json\r\n"
HEALTH = b"GET /v1/health HTTP/1.1\r\n"
LEAGUES = b"POST /v1/leagues HTTP/1.1\r\n" + JSON


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("abused")
    many = 10**6
    settings = Settings(open_leagues=True, leagues_per_address=many, leagues_in_all=many)
    context = folder_context(folder / "data", settings)
    running = Server(context, "127.0.0.1", 0)
    thread = running.start()
    yield running
    running.stop()
    thread.join(10)
    assert not thread.is_alive()


def send(server: Server, request: bytes) -> tuple[int, Any] | None:
    """Send bytes and nothing more; return the first final answer, or ``None`` if there is none.

    What the server has not read when it answers resets the connection, and may take the answer
    with it.
    """
    received = b""
    with socket.create_connection((server.host, server.port), timeout=20) as connection:
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                received += part
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
    head, _, rest = received.partition(b"\r\n\r\n")
    while head.startswith(b"HTTP/1.1 100 "):
        head, _, rest = rest.partition(b"\r\n\r\n")
    if not head:
        return None
    lines = head.decode().lower().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    status, length = int(lines[0].split()[1]), int(headers.get("content-length", 0))
    if len(rest) < length:
        return None
    if status >= 400:
        assert headers["content-type"] == "application/problem+json", request[:200]
        return status, json.loads(rest[:length])
    return status, None


def outcome(server: Server, request: bytes) -> str:
    """Return what a request comes to, such as ``422 invalid-request``, or ``nothing``.

    A problem of the server below the app has no code: only ``400``. The server has to be as
    healthy afterwards as it was.
    """
    got = send(server, request)
    with Client(server.host, server.port) as client:
        client.call("GET", "/v1/health").expect(200)
    if got is None:
        return "nothing"
    status, problem = got
    if problem is None:
        return str(status)
    assert problem["status"] == status
    assert problem["title"]
    code = problem["type"].removeprefix(URN)
    assert code in {*KINDS, "about:blank"}
    return str(status) if code == "about:blank" else f"{status} {code}"


def post(body: bytes, headers: bytes = JSON) -> bytes:
    length = b"Content-Length: %d\r\n" % len(body)
    return b"POST /v1/leagues HTTP/1.1\r\n" + headers + length + b"\r\n" + body


# -- bodies -------------------------------------------------------------------------------------

NO_JSON = "400 invalid-json"
NO_TOKEN = "401 unauthenticated"
NOT_THIS = "422 invalid-request"
AGAINST_OPTIONS = "422 malformed"
TOO_LARGE = "413 too-large"
NOT_FOUND = "404 not-found"
NO_MEDIA = "415 unsupported-media-type"
NO_METHOD = "405 method-not-allowed"


def each(table: dict[str, list[bytes]]) -> list[tuple[str, bytes]]:
    """Return the pairs of an outcome and what has it."""
    return [(expected, sent) for expected, several in table.items() for sent in several]


def named(value: str | bytes) -> str:
    """Return a test's name for what it sends."""
    return value if isinstance(value, str) else f"{len(value)} {value[:40]!r}"


BODIES = {
    NO_JSON: [
        b"\x00",
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"name": "\xed\xa0\x80"}',
        b'{"name": "\\ud800"}',
        b"\xef\xbb\xbf{}",
        b"{" * 10,
        b'{"name": "A", "name": "B"}',
        b'{"name": ' + b"9" * 60_000 + b"}",
        b'{"name": -' + b"9" * 5000 + b"e" + b"9" * 5000 + b"}",
        b'{"name": "A", "options": {"chips.start": ' + b"9" * 5000 + b"}}",
        b"[" * 60_000,
        b"[" * 30_000 + b"]" * 30_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    ],
    NOT_THIS: [
        b"",
        b" ",
        b'{"name": "\\u0000"}',
        b"null",
        b"[]",
        b'"name"',
        b'{"name": NaN}',
        b'{"name": 1e999}',
        b'{"name": "' + b"x" * (MAX_BODY - 12) + b'"}',
    ],
    AGAINST_OPTIONS: [
        b'{"name": "A", "options": {"chips.start": 1e400}}',
        b'{"name": "A", "options": ' + b'{"a":' * 100 + b"1" + b"}" * 101,
    ],
    TOO_LARGE: [
        b'{"name": "A"}' + b" " * MAX_BODY,
        b"x" * (MAX_BODY + 1),
        b"x" * (1024 * 1024 - 1),
    ],
}


@pytest.mark.parametrize(("expected", "body"), each(BODIES), ids=named)
def test_bodies(open_house: Server, expected: str, body: bytes) -> None:
    assert outcome(open_house, post(body)) == expected


@pytest.mark.parametrize("size", [MAX_BODY + 1, 1024 * 1024 - 1, 1024 * 1024, 10**9, 10**4000])
def test_too_large_is_reported_before_it_is_sent(open_house: Server, size: int) -> None:
    request = LEAGUES + f"Content-Length: {size}\r\n\r\n".encode()
    if size < 1024 * 1024:  # read to its end, so that the answer is heard
        request += b"x" * size
    assert outcome(open_house, request) == TOO_LARGE


@pytest.mark.parametrize(
    ("media", "expected"),
    [
        (b"", NO_MEDIA),
        (b"text/plain", NO_MEDIA),
        (b"application/json; charset=utf-16", "201"),  # JSON is UTF-8, whatever a header says
        (b"\xff", NO_MEDIA),
    ],
)
def test_media_types(open_house: Server, media: bytes, expected: str) -> None:
    request = post(b'{"name": "A"}', b"Content-Type: " + media + b"\r\n")
    assert outcome(open_house, request) == expected


def test_a_body_in_chunks_is_read(open_house: Server) -> None:
    body = b'd\r\n{"name": "A"}\r\n0\r\n\r\n'
    request = LEAGUES + b"Transfer-Encoding: chunked\r\n\r\n" + body
    assert outcome(open_house, request) == "201"


CHUNKS = {
    "400": [b"x\r\n", b"-1\r\n", b"1\r\nxx\r\n0\r\n\r\n"],
    # A length of 9,000 digits, an endless trailer, a body that does not end: all wait for more.
    "nothing": [
        b"d\r\n",
        b"f" * 9000 + b"\r\n",
        b"1\r\n{\r\n" * 20_000,
        b"0\r\n" + b"X: y\r\n" * 5000,
    ],
    NO_JSON: [b"1;" + b"x" * 9000 + b"\r\nx\r\n0\r\n\r\n"],
    TOO_LARGE: [b"100001\r\n" + b"x" * 0x100001 + b"\r\n0\r\n\r\n"],
}


@pytest.mark.parametrize(("expected", "body"), each(CHUNKS), ids=named)
def test_broken_chunks(open_house: Server, expected: str, body: bytes) -> None:
    request = LEAGUES + b"Transfer-Encoding: chunked\r\n\r\n" + body
    assert outcome(open_house, request) == expected


# -- heads --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: 5\r\nContent-Length: 5\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: 5, 5\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: +5\r\n",
        b"Content-Length: 0x5\r\n",
        b"Content-Length: 5 5\r\n",
        "Content-Length: ٥\r\n".encode(),
        b"Content-Length: " + b"9" * 10_000 + b"\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: gzip\r\n",
        b"Transfer-Encoding: gzip, chunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding: \x0bchunked\r\n",
        b"X: a\x00b\r\n",
        b"X: a\rb\r\n",
        b"X: a\nb\r\n",
        b"X\x00: a\r\n",
        b"X : a\r\n",
        b": a\r\n",
        b"no colon\r\n",
        b" folded: first\r\n",
        b"X: \x7f\r\n",
    ],
)
def test_headers_that_are_none_or_leave_the_length_open(open_house: Server, headers: bytes) -> None:
    request = b"POST /v1/leagues HTTP/1.1\r\n" + headers + b"\r\n0\r\n\r\n"
    assert outcome(open_house, request) == "400"


def test_before_http_1_1_there_are_no_chunks(open_house: Server) -> None:
    request = b"POST /v1/leagues HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    assert outcome(open_house, request) == "400"


@pytest.mark.parametrize(
    "headers",
    [
        b"X: %s\r\n" % (b"x" * 15_000),
        b"X: y\r\n" * 2000,
        b"".join(b"X-%d: y\r\n" % number for number in range(1000)),
        b"Authorization: Bearer " + b"x" * 15_000 + b"\r\n",
        b"Authorization: Bearer \xff\xfe\r\n",
        b"Authorization: \r\n",
        b"Authorization: Bearer a\r\n" * 100,
        b"Authorization: Basic " + b"=" * 100 + b"\r\n",
        b"Accept-Language: " + b"ru;q=0." + b"9" * 10_000 + b"\r\n",
        b"Accept-Language: " + b"a," * 7000 + b"\r\n",
        b"Accept-Language: \xff;q=x, *;q=nan, ru;q=-1\r\n",
        b"If-None-Match: " + b'"a",' * 3000 + b"\r\n",
        b"Accept: " + b"*/*," * 3000 + b"\r\n",
        b"Idempotency-Key: " + b"x" * 10_000 + b"\r\n",
        b"Content-Type: \xff\r\n",
        b"Connection: \xff, close, keep-alive\r\n",
        b"Expect: nonsense\r\n",
        b"Upgrade: h2c\r\nConnection: Upgrade\r\n",
        b"X-Forwarded-For: 1.2.3.4, nonsense\r\nForwarded: for=\r\n",
    ],
    ids=lambda headers: f"{len(headers)} {bytes(headers[:30])!r}",
)
def test_headers_by_the_pound(open_house: Server, headers: bytes) -> None:
    """They change nothing: health is answered, who I am is not known, a league has no name."""
    requests = {HEALTH: "200", b"GET /v1/me HTTP/1.1\r\n": NO_TOKEN, LEAGUES: NOT_THIS}
    for request, expected in requests.items():
        assert outcome(open_house, request + headers + b"\r\n") == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        (b"localhost", "200"),
        (b"LOCALHOST.:80", "200"),
        (b"phones.localhost:8000", "200"),
        (b"127.8.8.8:8000", "200"),
        (b"192.168.1.7", "200"),  # an address is what it says: nobody points it elsewhere
        (b"[::1]:8000", "200"),
        (b"", "421"),
        (b"example.org", "421"),
        (b"localhost.example.org:8000", "421"),
        (b"127.0.0.1.nip.io", "421"),
        (b"example.org:8000:80", "421"),
        (b"localhost, example.org", "421"),
        (b"\xff", "421"),
        (b"\xff\r\nHost: other", "421"),
        (b"x" * 10_000, "421"),
    ],
)
def test_a_name_that_somebody_has_pointed_here(
    open_house: Server, host: bytes, expected: str
) -> None:
    """A page of another origin could read every answer (DNS rebinding)."""
    assert outcome(open_house, HEALTH + b"Host: " + host + b"\r\n\r\n") == expected


def test_a_client_that_expects_to_be_shown_to_go_on_is_answered(open_house: Server) -> None:
    body = b'{"name": "A"}'
    assert outcome(open_house, post(body, JSON + b"Expect: 100-continue\r\n")) == "201"


def test_a_client_that_expects_it_and_sends_no_body_is_answered(open_house: Server) -> None:
    assert outcome(open_house, HEALTH + b"Expect: 100-continue\r\n\r\n") == "200"


@pytest.mark.parametrize("size", [16 * 1024, 64 * 1024, 1024 * 1024])
def test_a_head_that_does_not_end(open_house: Server, size: int) -> None:
    request = HEALTH + b"X: " + b"x" * size
    assert outcome(open_house, request) in ("431", "nothing")  # see send()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"get /v1/health HTTP/1.1", "400"),
        (b"Get /v1/health HTTP/1.1", "400"),
        (b"BREW /v1/health HTTP/1.1", NO_METHOD),
        (b"A%s /v1/health HTTP/1.1" % (b"A" * 5000), NO_METHOD),
        (b"DELETE /v1/health HTTP/1.1", NO_METHOD),
        (b"TRACE /v1/health HTTP/1.1", NO_METHOD),
        (b"CONNECT example.org:443 HTTP/1.1", NOT_FOUND),
        (b"PRI * HTTP/2.0", NOT_FOUND),
        (b"OPTIONS * HTTP/1.1", NOT_FOUND),
        (b"G\xff /v1/health HTTP/1.1", "400"),
        (b"G\x00T /v1/health HTTP/1.1", "400"),
        (b"GET  /v1/health HTTP/1.1", "400"),
        (b"GET /v1/health HTTP/1.1 HTTP/1.1", "400"),
        (b"GET /v1/health HTTP/x.y", "400"),
        (b"GET", "400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", "400"),
    ],
)
def test_methods_and_first_lines(open_house: Server, line: bytes, expected: str) -> None:
    assert outcome(open_house, line + b"\r\n\r\n") == expected


# -- targets ------------------------------------------------------------------------------------

TARGETS = {
    NOT_FOUND: [
        b"/..",
        b"/v1/../../etc/passwd",
        b"/v1/%2e%2e/%2e%2e/etc/passwd",
        b"/v1/presets/..%2f..%2fetc%2fpasswd",
        b"/v1/presets/%00",
        b"/v1/health%00",
        b"/v1/health%0d%0aX:%20y",
        b"/v1/health/",
        b"/v1//health",
        b"/v1/leagues/%ff",
        b"/v1/leagues/%ed%a0%80",
        b"/v1/leagues/%",
        b"/v1/leagues/%zz",
        b"/v1/leagues/" + b"x" * 8192,
        b"/" + b"a/" * 4096,
        b"/v1/tables/x/hands/" + b"9" * 8000,
        b"/v1/tables/x/hands/1e9",
        b"nonsense",
        b"*",
        b"http://",
        b"http://example.org",
        b"http://example.org/v1/nowhere",
        b"http://a:99999999/v1/nowhere",
    ],
    NO_METHOD: [b"/v1/tables/x/hands/-1/actions/1"],
    "400": [b"/v1/leagues/\xff", b"http://[::1/v1/health", "http://ℂ/v1/nowhere".encode()],
    "302": [b"/" * 8192],  # as / does: to the documentation
}


@pytest.mark.parametrize(("expected", "target"), each(TARGETS), ids=named)
def test_targets_that_lead_nowhere(open_house: Server, expected: str, target: bytes) -> None:
    assert outcome(open_house, b"GET " + target + b" HTTP/1.1\r\n\r\n") == expected


@pytest.mark.parametrize(
    "target",
    [b"//v1/health", b"http://example.org/v1/health", b"/v1/%68ealth", b"/v1/health#x"],
)
def test_a_path_written_otherwise_leads_to_the_same_page(open_house: Server, target: bytes) -> None:
    assert outcome(open_house, b"GET " + target + b" HTTP/1.1\r\n\r\n") == "200"


QUERIES = {
    NOT_THIS: [
        b"limit=" + b"9" * 10_000,
        b"limit=-1",
        b"limit=1e9",
        b"after=%00",
        b"a=b&" * 3000,
        b"=" * 10_000,
        b"%" * 10_000,
        b"limit=%ff",
        b"?" * 100,
    ],
    NOT_FOUND: [b"&" * 10_000],  # no parameter at all, and no such league or table
    "400": [b"\xff\xfe"],
}


@pytest.mark.parametrize(("expected", "query"), each(QUERIES), ids=named)
def test_queries(open_house: Server, expected: str, query: bytes) -> None:
    for path in (b"/v1/leagues/x", b"/v1/leagues/x/standings", b"/v1/tables/x/hands/1/actions"):
        request = b"GET " + path + b"?" + query + b" HTTP/1.1\r\n\r\n"
        assert outcome(open_house, request) == expected


# -- anything -----------------------------------------------------------------------------------

PIECES = [
    HEALTH, LEAGUES, b"GET ", b"PUT ", b" HTTP/1.1", b" HTTP/1.0", b"\r\n", b"\r\n\r\n", b"\n",
    b"\r", b"\x00", b"/v1/leagues", b"/v1/tables/x/hands/1/actions/1", b"Content-Length: 3\r\n",
    b"Transfer-Encoding: chunked\r\n", b"3\r\n{}\n\r\n0\r\n\r\n", b"{}",
    b"Expect: 100-continue\r\n", b"Connection: close\r\n", b"Connection: keep-alive\r\n", b": ",
    b"%2f", b"..", b"\xff",
]  # fmt: skip
FIRST_LINE = re.compile(rb"\s*[^ a-z]+ [^ ]+( HTTP/[0-9.]+)?\s*\r\n")  # as waitress reads it
WAITING = (b"content-length:", b"transfer-encoding:", b"expect:")

requests = st.builds(
    lambda first, parts, end: first + b"".join(parts) + end,
    st.sampled_from([HEALTH, LEAGUES, b"GET /", b""]),
    st.lists(st.sampled_from(PIECES) | st.binary(max_size=20), max_size=12),
    st.sampled_from([b"\r\n\r\n", b""]),
)


def is_whole(request: bytes) -> bool:
    """Whether a request ends where its head ends."""
    head, end, _ = request.lstrip().partition(b"\r\n\r\n")
    return bool(head and end) and not any(name in head.lower() for name in WAITING)


@given(requests)
def test_anything_at_all(open_house: Server, sent: bytes) -> None:
    """A whole request is answered; only one whose first line is one reaches the app."""
    got = outcome(open_house, sent)
    assert got in (
        {"nothing", "200", "201", "302", "400", "431", NO_JSON, NO_TOKEN, NOT_FOUND, NO_METHOD}
        | {TOO_LARGE, NO_MEDIA, NOT_THIS}
    )
    assert got != "nothing" or not is_whole(sent)
    assert got in ("nothing", "400", "431") or FIRST_LINE.match(sent)


def test_a_good_request_with_a_byte_changed(open_house: Server) -> None:
    """Only where head or body no longer end does the server wait, and so answer nothing."""
    rng = fresh("a byte")
    good = post(b'{"name": "A league", "options": {"chips.start": 100}}')
    ends = range(good.index(b"Content-Length"), good.index(b"{"))
    met = set()
    for _ in range(300):
        changed = bytearray(good)
        place = rng.randrange(len(good))
        changed[place] = rng.randrange(256)
        got = outcome(open_house, bytes(changed))
        assert got != "nothing" or place in ends, bytes(changed)
        met.add(got)
    usual = {"201", "400", NO_JSON, NOT_FOUND, NO_MEDIA, NOT_THIS, AGAINST_OPTIONS}
    assert usual <= met <= usual | {"nothing", NO_METHOD}
    assert outcome(open_house, good) == "201"
