"""A club in memory of this process: the real stack, driven as a phone would, checked at every step.

Every answer is held to what its route declares: the status, the model of the body, the code and
the members of a problem, the headers that all answers carry.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from chalicelib.api.contract.schemas import hold_to
from chalicelib.api.http.adapter import build_app
from chalicelib.api.http.messages import cors_headers
from chalicelib.api.http.route import Route
from chalicelib.api.problems.answers import Problem
from chalicelib.api.problems.problem import KINDS, MEDIA_TYPE, URN
from chalicelib.api.routes import ROUTES
from chalicelib.service.context import Context, SeededEntropy, Settings
from chalicelib.service.signing import Signer
from chalicelib.store.port import Store
from chalicelib.texts import DEFAULT_LANGUAGE, render

from .gateway import through_chalice

EVENING = 1_796_065_200_000  # 2026-11-30, 19:00 UTC, in milliseconds
DEPLOYMENT_KEY = "the club's own key"
KEYS = {"k1": b"\x01" * 32}
UNROUTED = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}

# Three seats, the third deals. Seat 1 leads 2S, then 3S, 4S; 5S is dead and seat 3 holds nothing
# but a spade, so that it passes and seat 1 goes out with 5H. Nobody wins a space.
SHORT = {"1": "2S 5H", "2": "3S 9D", "3": "4S JS"}
SHORT_PLAYS = ("2S", "3S", "4S", "5H")
SHORT_SEATS = (1, 2, 3, 1)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = EVENING

    def __call__(self) -> int:
        return self.now

    def tick(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


class Got:
    """An answer."""

    def __init__(self, status: int, headers: dict[str, str], text: str) -> None:
        self.status = status
        self.headers = headers
        self.text = text

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str | None:
        """The code of the problem, or ``None``."""
        if self.headers.get("Content-Type") != MEDIA_TYPE:
            return None
        return str(self.json["type"]).removeprefix(URN)

    @property
    def replayed(self) -> bool:
        return self.headers.get("Idempotency-Replayed") == "true"

    def __getitem__(self, name: str) -> Any:
        return self.json[name]

    def __repr__(self) -> str:
        return f"<{self.status} {self.text[:2000]}>"


class Club:
    """Boodle over a store, with a clock and randomness of the test's own."""

    def __init__(
        self, store: Store, settings: Settings | None = None, keys: Mapping[str, bytes] = KEYS
    ) -> None:
        self.clock = Clock()
        self.context = Context(
            store=store,
            signer=Signer(keys),
            deployment_key=DEPLOYMENT_KEY,
            clock=self.clock,
            entropy=SeededEntropy(7),
            settings=settings or Settings(open_leagues=True),
        )
        self.expects_faults = False
        self._keys = (f"idempotency-key-{n}" for n in itertools.count())
        self._wsgi = through_chalice(build_app(lambda: self.context))

    def use(self, **changes: Any) -> Club:
        """Return the club on the same store and clock, with something of its context changed."""
        other = object.__new__(Club)
        parts = {name: getattr(self.context, name) for name in Context.__dataclass_fields__}
        other.clock = self.clock
        other.expects_faults = self.expects_faults
        other.context = Context(**{**parts, **changes})
        other._keys = self._keys
        other._wsgi = through_chalice(build_app(lambda: other.context))
        return other

    def new_key(self) -> str:
        return next(self._keys)

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        raw: bytes | None = None,
        address: str = "192.0.2.7",
    ) -> Got:
        """Make a request and return the answer, having checked its form."""
        if raw is None:
            raw = b"" if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if raw else {}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if key is not None:
            sent["Idempotency-Key"] = key
        sent |= headers or {}
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": urlencode(query or {}),
            "REMOTE_ADDR": address,
            "CONTENT_LENGTH": str(len(raw)),
            "wsgi.input": io.BytesIO(raw),
        }
        for name, value in sent.items():
            upper = name.upper().replace("-", "_")
            environ[upper if upper == "CONTENT_TYPE" else f"HTTP_{upper}"] = value
        started: list[Any] = []
        parts = self._wsgi(environ, lambda status, heads: started.extend([status, heads]))
        text = b"".join(parts).decode()
        status, heads = started
        got = Got(int(status.split()[0]), dict(heads), text)
        check_answer(route_of(method, path), got)
        assert self.expects_faults or got.code != "internal", got
        return got

    def get(self, path: str, token: str | None = None, **query: Any) -> Got:
        return self.call("GET", path, token=token, query=query)

    def put(self, path: str, body: Any, token: str | None = None, **query: Any) -> Got:
        return self.call("PUT", path, body, token, query=query)

    def post(self, path: str, body: Any = None, token: str | None = None, **more: Any) -> Got:
        return self.call("POST", path, body, token, **more)

    def patch(self, path: str, body: Any, token: str | None = None) -> Got:
        return self.call("PATCH", path, body, token)

    def delete(self, path: str, token: str | None = None) -> Got:
        return self.call("DELETE", path, token=token)

    # -- a league night ---------------------------------------------------------------------

    def league(self, **body: Any) -> League:
        """Create a league."""
        made = self.post("/v1/leagues", {"name": "Tuesday club", **body})
        assert made.status == 201, made
        return League(self, made["league"]["league"], made["token"])

    def night(
        self, seats: int = 3, *, tables: int = 1, seed: str = "a draw", **league: Any
    ) -> League:
        """Create a league whose first round is open: ``tables`` tables of ``seats`` seats."""
        made = self.league(**league)
        made.add_players(seats * tables)
        made.open_round(tables=tables, seed=seed)
        return made

    def entered(self, seats: int = 3, **league: Any) -> League:
        """Create a league night whose deals are entered."""
        return self.night(seats, recording="entered", **league)


class League:
    """A league and its organiser."""

    def __init__(self, club: Club, name: str, organiser: str) -> None:
        self.club = club
        self.id = name
        self.path = f"/v1/leagues/{name}"
        self.organiser = organiser
        self.tables: list[Table] = []
        self._tokens: dict[tuple[str, Any], str] = {}

    @property
    def table(self) -> Table:
        return self.tables[0]

    def add_players(self, count: int, names: Sequence[str] | None = None) -> list[int]:
        wanted = list(names or [f"Player {n}" for n in range(1, count + 1)])
        numbers: list[int] = []
        for start in range(0, len(wanted), 90):
            body = {"names": wanted[start : start + 90]}
            got = self.club.post(f"{self.path}/players/bulk", body, self.organiser)
            assert got.status == 201, got
            numbers += [player["player"] for player in got["players"]]
        return numbers

    def draw(self, **body: Any) -> Got:
        return self.club.post(f"{self.path}/rounds", body, self.organiser)

    def open_round(self, **body: Any) -> int:
        """Draw and open a round, and return its number."""
        drawn = self.draw(**body)
        assert drawn.status == 201, drawn
        number: int = drawn["round"]
        opened = self.club.post(f"{self.path}/rounds/{number}/open", None, self.organiser)
        assert opened.status == 200, opened
        self.tables = [Table(self, table["table"], table["players"]) for table in opened["tables"]]
        return number

    def close_round(self, number: int = 1) -> Got:
        return self.club.post(f"{self.path}/rounds/{number}/close", None, self.organiser)

    def issue(self, kind: str, **body: Any) -> str:
        got = self.club.post(f"{self.path}/tokens", {"kind": kind, **body}, self.organiser)
        assert got.status == 201, got
        token: str = got["token"]
        return token

    def player(self, number: int) -> str:
        return self._once("player", number, player=number)

    @property
    def director(self) -> str:
        return self._once("director", None)

    @property
    def viewer(self) -> str:
        return self._once("viewer", None)

    def _once(self, kind: str, subject: Any, **body: Any) -> str:
        if (kind, subject) not in self._tokens:
            self._tokens[kind, subject] = self.issue(kind, **body)
        return self._tokens[kind, subject]

    def revoke(self, subject: str) -> Got:
        return self.club.delete(f"{self.path}/tokens/{subject}", self.organiser)

    def standings(self, **query: Any) -> Got:
        return self.club.get(f"{self.path}/standings", self.organiser, **query)


class Table:
    """A table, seen by who acts there."""

    def __init__(self, league: League, name: str, players: list[int]) -> None:
        self.league = league
        self.club = league.club
        self.id = name
        self.path = f"/v1/tables/{name}"
        self.players = players
        self.hand = 0

    def seat(self, number: int) -> str:
        """Return the token of the player on a seat."""
        return self.league.player(self.players[number - 1])

    @property
    def seats(self) -> range:
        return range(1, len(self.players) + 1)

    @property
    def scorer(self) -> str:
        return self.league._once("scorer", self.id, table=self.id)

    def at(self, hand: int | None = None) -> str:
        return f"{self.path}/hands/{self.hand if hand is None else hand}"

    def put_hand(self, hand: int, token: str | None = None, **body: Any) -> Got:
        return self.club.put(self.at(hand), body, token or self.scorer)

    def deal(self, dealer: int | None = None, token: str | None = None) -> Got:
        """Let the server deal the next hand."""
        body = {"dealer": dealer} if dealer else {}
        got = self.put_hand(self.hand + 1, token, **body)
        assert got.status == 201, got
        self.hand += 1
        return got

    def enter(
        self,
        hands: Mapping[str, str] = SHORT,
        widow: str = "",
        dealer: int | None = 3,
        token: str | None = None,
    ) -> Got:
        """Enter the next deal; ``dealer`` is named with the first only."""
        hands_in_words = {seat: cards.split() for seat, cards in hands.items()}
        deal: dict[str, Any] = {"hands": hands_in_words, "partial": True}
        if widow:
            deal["widow"] = widow.split()
        body: dict[str, Any] = {"deal": deal}
        if dealer and not self.hand:
            body["dealer"] = dealer
        got = self.put_hand(self.hand + 1, token, **body)
        assert got.status == 201, got
        self.hand += 1
        return got

    def act(
        self, number: int, token: str, hand: int | None = None, dry_run: bool = False, **body: Any
    ) -> Got:
        """Post an action; ``pass_`` and ``abandon`` are written as keywords."""
        body = {name.rstrip("_"): value for name, value in body.items()}
        query = {"dry_run": "true"} if dry_run else {}
        return self.club.put(f"{self.at(hand)}/actions/{number}", body, token, **query)

    def queue(
        self, first: int, actions: Sequence[Any], token: str, after: str | None = None
    ) -> Got:
        if after is None:
            after = self.digest(first - 1)
        body = {"first": first, "after": after, "actions": list(actions)}
        return self.club.post(f"{self.at()}/actions", body, token)

    def verdicts(self, first: int, actions: Sequence[Any], token: str) -> list[str]:
        got = self.queue(first, actions, token)
        assert got.status == 200, got
        return [result["verdict"] for result in got["results"]]

    def play(self, *cards: str, token: str | None = None) -> None:
        """Play cards by who entered the deal, from the log's end."""
        token = token or self.scorer
        first = self.view(token)["next_action"]
        verdicts = self.verdicts(first, [{"play": card} for card in cards], token)
        assert verdicts == ["recorded"] * len(cards), verdicts

    def play_short(self, upto: int = 4) -> None:
        """Play the short hand, or its first cards, each by its own seat."""
        plays = zip(SHORT_PLAYS[:upto], SHORT_SEATS[:upto], strict=True)
        for number, (card, seat) in enumerate(plays, 1):
            got = self.act(number, self.seat(seat), play=card)
            assert got.status == 201, got

    def view(self, token: str | None = None, hand: int | None = None) -> dict[str, Any]:
        got = self.club.get(self.at(hand), token or self.league.organiser)
        assert got.status == 200, got
        page: dict[str, Any] = got.json
        return page

    def log(self, token: str | None = None, hand: int | None = None, **query: Any) -> Any:
        got = self.club.get(f"{self.at(hand)}/actions", token or self.league.organiser, **query)
        assert got.status == 200, got
        return got.json

    def ledger(self, hand: int | None = None) -> Any:
        return self.club.get(f"{self.at(hand)}/ledger", self.league.organiser).json

    def digest(self, number: int) -> str:
        """Return digest(number) of the hand in progress."""
        log = self.log(limit=200)
        digest: str = log["actions"][number - 1]["digest"] if number else log["digest"]
        return digest

    def page(self, token: str | None = None) -> Any:
        return self.club.get(self.path, token or self.league.organiser).json

    def play_out(self) -> None:
        """Finish a dealt hand, each card by the seat that may play it."""
        for number in itertools.count(1):
            if self.view()["status"] != "playing":
                return
            for seat in self.seats:
                page = self.view(self.seat(seat))
                if page["awaiting"] == "you":
                    legal = page["legal"][0]
                    verb = next(name for name in legal if name != "seat")
                    got = self.act(page["next_action"], self.seat(seat), **{verb: legal[verb]})
                    assert got.status == 201, got
                    break
            else:
                raise AssertionError(f"nobody can act at {number}: {self.view()}")


# -- what every answer is held to ---------------------------------------------------------------


def route_of(method: str, path: str) -> Route | None:
    """Return the route that a request meets, literal segments first."""
    method = "GET" if method == "HEAD" else method
    parts = path.split("/")
    found = [
        route
        for route in ROUTES
        if route.method == method
        and len(own := route.path.split("/")) == len(parts)
        and all(a == b or (a[:1] == "{" and b) for a, b in zip(own, parts, strict=True))
    ]
    return min(found, key=lambda route: route.path.count("{"), default=None)


def check_answer(route: Route | None, got: Got) -> None:
    """Hold an answer to what its route declares."""
    for name, value in cors_headers().items():
        assert got.headers.get(name) == value, (name, got.headers)
    assert "Traceback" not in got.text
    assert 'File "' not in got.text
    if got.status not in (204, 304):
        assert got.headers["Content-Length"] == str(len(got.text.encode()))
    if got.code is not None:
        _check_problem(route, got)
        return
    assert got.status < 400, got
    if got.status in (204, 304):
        assert got.text == ""
        assert got.status == 304 or route is None or 204 in route.replies
        return
    assert route is not None, got
    if route.method == "GET":
        assert got.headers["ETag"].startswith('"')
        assert "Authorization" in got.headers["Vary"]
    if not got.text:
        return  # HEAD
    assert got.status in route.replies, (route.name, got)
    media = got.headers["Content-Type"].partition(";")[0]
    if media == "application/json":
        shape = route.replies[got.status]
        assert shape is not None
        hold_to(shape, got.text)
    else:
        assert media in route.other_media, (route.name, media)


def _check_problem(route: Route | None, got: Got) -> None:
    hold_to(Problem, got.text)
    body, code = got.json, got.code
    kind = KINDS[str(code)]
    title = render(kind.title, DEFAULT_LANGUAGE)
    assert (body["status"], body["title"], got.status) == (kind.status, title, kind.status)
    own = {"type", "title", "status", "detail"}
    assert set(body) - own <= set(kind.members), (code, body)
    assert got.headers["Cache-Control"] == "no-store"
    if got.status in (429, 503):
        assert int(got.headers["Retry-After"]) >= 1
    if route is None:
        assert UNROUTED[got.status] == code
    else:
        assert code in route.errors, (route.name, "does not declare", code, body)
