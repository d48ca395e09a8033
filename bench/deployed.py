"""Calling Boodle as API Gateway does, over any store; and hands whose every card is known."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from chalicelib.api.app import build_app
from chalicelib.api.runtime import folder_context
from chalicelib.rules import TEXT, Action, Hand, cards, deal_hands, make_rules
from chalicelib.rules.actions import Play
from chalicelib.service.context import Context, SeededEntropy, Settings
from chalicelib.service.signing import Signer
from chalicelib.store.port import Store

PRESET: Final = "michigan"
OPTIONS: Final[Mapping[str, Any]] = {"widow": "none", "chips.start": 4000}
"""A usual game; nobody runs out of chips, and a hand has no actions but plays."""

SETTINGS: Final = Settings(open_leagues=True, requests_per_address=10**9, requests_per_token=10**9)
"""A benchmark asks more often than phones may; its requests are counted all the same."""

HAND: Final = "/v1/tables/{table}/hands/{hand}"
ACTION: Final = HAND + "/actions/{number}"
ACTIONS: Final = HAND + "/actions"


class Unexpected(RuntimeError):
    """Boodle's answer is not the one that the benchmark needs."""


def event(
    method: str,
    resource: str,
    params: Mapping[str, str] | None = None,
    body: Any = None,
    token: str | None = None,
    query: Mapping[str, str] | None = None,
    etag: str | None = None,
) -> dict[str, Any]:
    """Return a REST API's event with the headers that a phone's browser and the edge send."""
    path = resource.format(**params or {})
    headers = {
        "Accept": "application/json",
        "Accept-Encoding": "gzip, deflate, br",
        "Accept-Language": "en-GB,en;q=0.9",
        "CloudFront-Forwarded-Proto": "https",
        "Content-Type": "application/json",
        "Host": "abcdefghij.execute-api.eu-central-1.amazonaws.com",
        "Origin": "https://club.example",
        "User-Agent": "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile",
        "X-Amzn-Trace-Id": "Root=1-6a4b0c00-0123456789abcdef01234567",
        "X-Forwarded-For": "192.0.2.1, 198.51.100.2",
        "X-Forwarded-Port": "443",
        "X-Forwarded-Proto": "https",
    }
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if etag:
        headers["If-None-Match"] = etag
    return {
        "resource": resource,
        "path": path,
        "httpMethod": method,
        "headers": headers,
        "multiValueHeaders": {name: [value] for name, value in headers.items()},
        "queryStringParameters": dict(query) if query else None,
        "multiValueQueryStringParameters": (
            {name: [value] for name, value in query.items()} if query else None
        ),
        "pathParameters": dict(params) if params else None,
        "stageVariables": None,
        "requestContext": {
            "httpMethod": method,
            "resourcePath": resource,
            "path": f"/api{path}",
            "stage": "api",
            "requestId": "c6af9ac6-7b61-11e6-9a41-93e8deadbeef",
            "identity": {"sourceIp": "192.0.2.1"},
        },
        "body": None if body is None else json.dumps(body),
        "isBase64Encoded": False,
    }


class Deployed:
    """The app over a store, called with events."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.app = build_app(lambda: context)

    def ask(self, method: str, resource: str, **more: Any) -> Any:
        """Return the JSON of an answer that must be a success.

        Raises
        ------
        Unexpected
            It is not.
        """
        answer = self.app(event(method, resource, **more), None)
        if answer["statusCode"] >= 300:
            raise Unexpected(f"{method} {resource}: {answer['statusCode']} {answer['body']}")
        return json.loads(answer["body"]) if answer["body"] else None


@contextmanager
def on_folder(**world: Any) -> Iterator[Deployed]:
    """Yield a deployment on a temporary folder of this machine."""
    with TemporaryDirectory(prefix="boodle-bench-") as folder:
        context = folder_context(Path(folder), SETTINGS, **world)
        try:
            yield Deployed(context)
        finally:
            context.store.close()


def context_over(store: Store, **world: Any) -> Context:
    """Return a context over any store, with keys of its own."""
    return Context(
        store,
        Signer({"k1": b"k" * 32}),
        "the deployment's key",
        entropy=SeededEntropy(1),
        settings=SETTINGS,
        **world,
    )


@dataclass(frozen=True, slots=True)
class Seated:
    """A table that is open for play, and the tokens of its seats and its scorer."""

    league: str
    organiser: str
    table: str
    seats: Sequence[str]
    scorer: str


def seat(deployed: Deployed, seats: int) -> Seated:
    """Make a league with one table."""
    made = deployed.ask(
        "POST", "/v1/leagues", body={"name": "Bench", "preset": PRESET, "options": OPTIONS}
    )
    organiser, league = made["token"], {"league": made["league"]["league"]}

    def ask(method: str, path: str, body: Any = None, **params: str) -> Any:
        resource = "/v1/leagues/{league}" + path
        return deployed.ask(
            method, resource, params={**league, **params}, body=body, token=organiser
        )

    ask("POST", "/players/bulk", {"names": [f"Player {number + 1}" for number in range(seats)]})
    ask("POST", "/rounds", {"tables": 1, "seed": "bench"})
    (table,) = ask("POST", "/rounds/{round}/open", round="1")["tables"]

    def token(**what: Any) -> str:
        return str(ask("POST", "/tokens", what)["token"])

    return Seated(
        league["league"],
        organiser,
        table["table"],
        [token(kind="player", player=player) for player in table["players"]],
        token(kind="scorer", table=table["table"]),
    )


def deal(deployed: Deployed, at: Seated, hand: int) -> None:
    """Let the server deal a hand."""
    params = {"table": at.table, "hand": str(hand)}
    deployed.ask("PUT", HAND, params=params, body={}, token=at.scorer)


def dealt(deployed: Deployed, at: Seated, hand: int) -> Hand:
    """Return a hand just dealt as the engine's hand, made from the cards that every seat sees."""
    params = {"table": at.table, "hand": str(hand)}
    page = deployed.ask("GET", HAND, params=params, token=at.scorer)
    held = {
        number: cards(
            " ".join(deployed.ask("GET", HAND + "/cards", params=params, token=token)["cards"])
        )
        for number, token in enumerate(at.seats)
    }
    stacks = [OPTIONS["chips.start"]] * len(at.seats)
    return Hand(make_rules(PRESET, OPTIONS), stacks, page["dealer"] - 1, deal_hands(held))


def play_out(hand: Hand, random: Random) -> list[Action]:
    """Play a hand to its end with random legal actions, and return them."""
    actions = []
    while not hand.over:
        action = random.choice(hand.legal_actions())
        hand.apply(action)
        actions.append(action)
    return actions


def play_event(
    at: Seated, hand: int, number: int, action: Action, after: str | None
) -> dict[str, Any]:
    """Return the event of a play by its own seat, as a phone posts it."""
    assert isinstance(action, Play)
    body: dict[str, Any] = {
        "play": TEXT[action.card],
        "phone_at": f"2026-11-30T19:{number % 60:02d}:02.4Z",
    }
    if after:
        body["after"] = after
    params = {"table": at.table, "hand": str(hand), "number": str(number)}
    return event("PUT", ACTION, params, body, at.seats[action.seat])
