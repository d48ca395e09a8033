"""A club in this process: the real stack, called as a Lambda is called."""

from __future__ import annotations

import copy
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from chalicelib.api.app import build_app
from chalicelib.api.http.limits import RateLimiter
from chalicelib.api.http.route import Route
from chalicelib.api.routes import ROUTES
from chalicelib.service.context import Context, SeededEntropy, Settings
from chalicelib.service.signing import Signer
from chalicelib.store.port import Store

from .answers import Got, route_of
from .clock import EVENING, Clock
from .gateway import answered, through_chalice
from .league import SHORT, SHORT_PLAYS, Asked, Asker, Body, LeagueOf, TableOf

__all__ = [
    "DEPLOYMENT_KEY",
    "EVENING",
    "KEYS",
    "SHORT",
    "SHORT_PLAYS",
    "Body",
    "Clock",
    "Club",
    "Got",
    "League",
    "Table",
    "route_of",
]

DEPLOYMENT_KEY = "the club's own key"
KEYS = {"k1": b"\x01" * 32}


class Club(Asker):
    """Boodle over a store, with a clock and randomness of the test's own."""

    def __init__(
        self, store: Store, settings: Settings | None = None, keys: Mapping[str, bytes] = KEYS
    ) -> None:
        super().__init__()
        self.clock = Clock()
        self.context = Context(
            store=store,
            signer=Signer(keys),
            deployment_key=DEPLOYMENT_KEY,
            clock=self.clock,
            entropy=SeededEntropy(7),
            settings=settings or Settings(open_leagues=True),
        )
        self.serve()

    def serve(self, routes: Sequence[Route] = ROUTES, limiter: RateLimiter | None = None) -> None:
        """Build the app, with other routes or another limiter than its own where given."""
        self.wsgi = through_chalice(build_app(lambda: self.context, routes, limiter))

    def use(self, **changes: Any) -> Club:
        """Return the club on the same store and clock, with something of its context changed."""
        other = copy.copy(self)
        other.context = replace(self.context, **changes)
        other.serve()
        return other

    def send(self, asked: Asked) -> Got:
        environ: dict[str, Any] = {
            "REQUEST_METHOD": asked.method,
            "PATH_INFO": asked.path,
            "QUERY_STRING": asked.query,
            "REMOTE_ADDR": asked.address,
            "CONTENT_LENGTH": str(len(asked.body)),
            "wsgi.input": io.BytesIO(asked.body),
        }
        for name, value in asked.headers.items():
            upper = name.upper().replace("-", "_")
            environ[upper if upper == "CONTENT_TYPE" else f"HTTP_{upper}"] = value
        status, heads, text = answered(self.wsgi, environ)
        return Got(int(status.split()[0]), heads, text.decode())


League: TypeAlias = LeagueOf[Club]
Table: TypeAlias = TableOf[Club]
