"""The processor time of one play through the Lambda handler, relative to a minimal handler.

The floor is an empty chalice view around one GetItem and one conditional UpdateItem of the same
sizes through a bare boto3 client. Both talk to the same stub in place of the network, so that
all of boto3's own work (serializing, signing, parsing) is in both and no waiting in either.

Every play of a whole hand is measured but the last, which ends the hand by a transaction.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import mean
from typing import Any, Final, TypeVar

import boto3
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from chalice.app import Chalice

from chalicelib.api.app import CORS
from chalicelib.service.context import Context, SeededEntropy
from chalicelib.service.recent import Recent
from chalicelib.store.dynamodb.store import DynamoStore, make_client
from chalicelib.store.port import Item
from chalicelib.store.records.live import LiveRecord

from . import deployed
from .figure import Figure, at_most

TABLE: Final = "boodle"
SEATS: Final = 5
REGION: Final = "eu-central-1"

_Seen = TypeVar("_Seen")


@dataclass(frozen=True, slots=True)
class Moment:
    """The table before a play, and the play."""

    before: Item
    after: Item
    event: dict[str, Any]


class Raw:
    """The part of an HTTP response that botocore reads."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def stream(self) -> list[bytes]:
        """Return the body in one piece."""
        return [self._body]


class Transport:
    """Stands in for the network, and for a table with one item to an answer."""

    def __init__(self) -> None:
        self._replies: dict[tuple[str, str], bytes] = {}

    def lay(self, item: Item) -> None:
        """Add an item that can be read."""
        self._keep(
            {
                "p": {"S": item.key.partition},
                "s": {"S": item.key.sort},
                "v": {"N": str(item.version)},
                "d": {"S": item.body},
                "r": {"S": "AAAAAAAA"},
            }
        )

    def watch(self, client: Any) -> None:
        """Answer a client's requests instead of the network."""
        client.meta.events.register("before-send.dynamodb", self._send)

    def _keep(self, attributes: dict[str, Any]) -> None:
        key = attributes["p"]["S"], attributes["s"]["S"]
        self._replies[key] = json.dumps({"Item": attributes}).encode()

    def _send(self, request: Any, **_: Any) -> AWSResponse:
        body = b"{}"
        asked = json.loads(request.body)
        verb = request.headers["X-Amz-Target"].rpartition(b".")[2]
        if verb == b"GetItem":
            body = self._replies.get((asked["Key"]["p"]["S"], asked["Key"]["s"]["S"]), body)
        elif verb == b"PutItem":
            self._keep(asked["Item"])
        elif verb == b"UpdateItem":
            values = asked["ExpressionAttributeValues"]
            self._keep(asked["Key"] | {name: values[f":{name}"] for name in "vdr"})
        else:
            raise deployed.Unexpected(f"a play sends {verb!r}")
        headers = {
            "Content-Type": "application/x-amz-json-1.0",
            "Content-Length": str(len(body)),
            "x-amzn-RequestId": "PEQ5U8UBI1J0T7UJU7A7GHBRGNVV4KQNSO5AEMVJF66Q9ASUAAJG",
        }
        return AWSResponse(request.url, 200, HTTPHeaders.from_dict(headers), Raw(body))


def _client(transport: Transport, make: Callable[[], Any]) -> Any:
    client = make()
    transport.watch(client)
    return client


def record() -> tuple[Context, list[Moment]]:
    """Play a hand on this machine's store, and return its context and every moment of it."""
    with deployed.on_folder(entropy=SeededEntropy(1)) as played:
        at = deployed.seat(played, SEATS)
        deployed.deal(played, at, 1)
        actions = deployed.play_out(deployed.dealt(played, at, 1), Random(3))
        where = LiveRecord.at(at.table).key

        def look() -> Item:
            return played.context.store.get([where])[where]

        params = {"table": at.table, "hand": "1"}
        digest = played.ask("GET", deployed.HAND, params=params, token=at.scorer)["digest"]
        moments = []
        for number, action in enumerate(actions[:-1], 1):
            before = look()
            posted = deployed.play_event(at, 1, number, action, digest)
            answer = played.app(posted, None)
            if answer["statusCode"] != 201:
                raise deployed.Unexpected(f"a play: {answer}")
            digest = json.loads(answer["body"])["digest"]
            moments.append(Moment(before, look(), posted))
        return played.context, moments


class Plays:
    """Plays through the handler and through the floor, each on a client of its own."""

    def __init__(self) -> None:
        recorded, self.moments = record()
        self._transport = Transport()
        client = _client(self._transport, partial(make_client, region=REGION))
        context = Context(
            DynamoStore(TABLE, client),
            recorded.signer,
            recorded.deployment_key,
            settings=deployed.SETTINGS,
        )
        self._boodle = deployed.Deployed(context).app
        self._forgetful = deployed.Deployed(replace(context, logs=Recent(0))).app
        bare = _client(self._transport, partial(boto3.client, "dynamodb", region_name=REGION))
        self._floor = self._floor_app(bare)
        self._moment = self.moments[0]

    def _floor_app(self, client: Any) -> Chalice:
        app = Chalice(app_name="floor")

        @app.route(deployed.ACTION, methods=["PUT"], cors=CORS, name="put_action")
        def put_action(table: str, hand: str, number: str) -> dict[str, Any]:
            del hand, number
            key = {"p": {"S": f"T#{table}"}, "s": {"S": "LIVE"}}
            client.get_item(TableName=TABLE, Key=key, ConsistentRead=True)
            after = self._moment.after
            client.update_item(
                TableName=TABLE,
                Key=key,
                UpdateExpression="SET v = :v, d = :d, r = :r",
                ConditionExpression="v = :expect",
                ExpressionAttributeValues={
                    ":v": {"N": str(after.version)},
                    ":d": {"S": after.body},
                    ":r": {"S": "AAAAAAAA"},
                    ":expect": {"N": str(after.version - 1)},
                },
            )
            return {}

        return app

    def boodle(self) -> list[float]:
        """Play the hand through Boodle and return the seconds of each play."""
        return self._measure(self._boodle, 201)

    def forgetful(self) -> list[float]:
        """Play the hand through Boodle as if each play came to another process."""
        return self._measure(self._forgetful, 201)

    def floor(self) -> list[float]:
        """Play the hand through the floor and return the seconds of each play."""
        return self._measure(self._floor, 200)

    def mean_floor(self) -> float:
        """Return the seconds that a play through the floor takes, over the hand."""
        return mean(self.floor())

    def through(self, look: Callable[[Any, dict[str, Any]], _Seen]) -> list[_Seen]:
        """Play the hand through Boodle and return what ``look`` made of each play."""
        self._transport.lay(self.moments[0].before)
        return [look(self._boodle, moment.event) for moment in self.moments]

    def _measure(self, app: Any, status: int) -> list[float]:
        self._transport.lay(self.moments[0].before)
        seconds = []
        for moment in self.moments:
            self._moment = moment
            posted = moment.event
            started = time.process_time()
            answer = app(posted, None)
            seconds.append(time.process_time() - started)
            if answer["statusCode"] != status:
                raise deployed.Unexpected(f"a play: {answer}")
        return seconds


def with_credentials() -> None:
    """Let boto3 find made-up credentials; nothing is ever sent."""
    os.environ.update({"AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench"})
    for name in ("AWS_PROFILE", "AWS_SESSION_TOKEN"):
        os.environ.pop(name, None)


def measure(quick: bool) -> list[Figure]:
    """Return a play's microseconds over a whole hand, and at its end, by the floor's."""
    with_credentials()
    plays = Plays()
    plays.boodle()  # the rules are read once by a process
    hands: list[tuple[list[float], list[float]]] = []
    for number in range(2 if quick else 60):
        if number % 2:
            theirs = plays.floor()
            hands.append((plays.boodle(), theirs))
        else:
            hands.append((plays.boodle(), plays.floor()))
    anew = [mean(plays.forgetful()) for _ in range(2 if quick else 15)]
    count = len(plays.moments)
    note = f"floor: empty chalice view, GetItem, UpdateItem; {count} plays, {SEATS} seats"
    late = max(1, count // 5)
    return [
        _figure("handler.play", hands, 0, note),
        _figure("handler.play.late", hands, count - late, f"the hand's last {late}"),
        _kept(hands, min(anew)),
    ]


def _kept(hands: list[tuple[list[float], list[float]]], anew: float) -> Figure:
    """Return the time of a play with the hand kept, relative to replaying the hand."""
    kept = min(mean(ours) for ours, _ in hands)
    note = "hands in progress kept by the process; baseline: each play replays its hand"
    return Figure(
        "handler.play.kept", kept * 1e6, "us CPU", anew * 1e6, kept / anew, at_most(0.9), note=note
    )


def _figure(
    name: str, hands: list[tuple[list[float], list[float]]], start: int, note: str
) -> Figure:
    # The quickest hand of each: whatever else this machine did only adds.
    ours, floor = (min(mean(hand[start:]) for hand in side) for side in zip(*hands, strict=True))
    return Figure(name, ours * 1e6, "us CPU", floor * 1e6, ours / floor, at_most(1.3), note=note)
