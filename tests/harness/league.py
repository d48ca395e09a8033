"""A league driven through the API, in this process or over HTTP."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar
from urllib.parse import urlencode

from .answers import Got, check_answer, check_places, route_of

Body: TypeAlias = dict[str, Any]
"""The body of a post: JSON, right or wrong, member by member."""

# Three seats, the third deals. Seat 1 leads 2S, then 3S, 4S; 5S is dead and seat 3 holds nothing
# but a spade, so that it passes and seat 1 goes out with 5H. Nobody wins a space.
SHORT = {"1": "2S 5H", "2": "3S 9D", "3": "4S JS"}
SHORT_PLAYS = ("2S", "3S", "4S", "5H")
SHORT_SEATS = (1, 2, 3, 1)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes
    address: str


class Sender(Protocol):
    """A way to send requests."""

    def send(self, asked: Asked) -> Got:
        """Send a request and return the answer, whatever it is."""


class Asker(Sender):
    """Sends requests to Boodle in some way, and checks every answer against its route.

    Attributes
    ----------
    headers
        Sent with every request.
    expects_faults
        Whether an answer may be a fault of Boodle.
    """

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.expects_faults = False
        self._keys = (f"an-idempotency-key-{n:06}" for n in itertools.count())

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
        sent |= self.headers | dict(headers or {})
        got = self.send(Asked(method, path, urlencode(query or {}, doseq=True), sent, raw, address))
        check_answer(route_of(method, path), got)
        check_places(got, raw, query or {})
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

    def league(self, **body: Any) -> LeagueOf[Self]:
        """Create a league."""
        made = self.post("/v1/leagues", {"name": "Tuesday club", **body})
        assert made.status == 201, made
        return LeagueOf(self, made["league"]["league"], made["token"])

    def night(
        self, seats: int = 3, *, tables: int = 1, seed: str = "a draw", **league: Any
    ) -> LeagueOf[Self]:
        """Create a league whose first round is open: ``tables`` tables of ``seats`` seats."""
        made = self.league(**league)
        made.add_players(seats * tables)
        made.open_round(tables=tables, seed=seed)
        return made

    def entered(self, seats: int = 3, **league: Any) -> LeagueOf[Self]:
        """Create a league night whose deals are entered."""
        return self.night(seats, recording="entered", **league)


A = TypeVar("A", bound=Asker)


class LeagueOf(Generic[A]):
    """A league and its organiser."""

    def __init__(self, club: A, name: str, organiser: str) -> None:
        self.club = club
        self.id = name
        self.path = f"/v1/leagues/{name}"
        self.organiser = organiser
        self.tables: list[TableOf[A]] = []
        self._tokens: dict[tuple[str, Any], str] = {}

    @property
    def table(self) -> TableOf[A]:
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
        self.tables = [
            TableOf(self, table["table"], table["players"]) for table in opened["tables"]
        ]
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


class TableOf(Generic[A]):
    """A table, as those who act there see it."""

    def __init__(self, league: LeagueOf[A], name: str, players: list[int]) -> None:
        self.league = league
        self.id = name
        self.path = f"/v1/tables/{name}"
        self.players = players
        self.hand = 0

    @property
    def club(self) -> A:
        return self.league.club

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
        """Play cards by the one who entered the deal, from the end of the log."""
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
        log = self.log(after=max(0, number - 1), limit=1)
        digest: str = log["actions"][0]["digest"] if number else log["digest"]
        return digest

    def page(self, token: str | None = None) -> Any:
        return self.club.get(self.path, token or self.league.organiser).json

    def step(self, hand: int | None = None) -> Got | None:
        """Let whichever seat may act do its first legal action; ``None`` when the hand is over."""
        for seat in self.seats:
            page = self.view(self.seat(seat), hand)
            if page["legal"]:
                got = self.act(page["next_action"], self.seat(seat), hand, **page["legal"][0])
                assert got.status == 201, got
                return got
        assert page["status"] != "playing", page
        return None

    def play_out(self) -> None:
        """Finish a dealt hand, each card by the seat that may play it."""
        while self.step():
            pass
