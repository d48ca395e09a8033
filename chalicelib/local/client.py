"""A small HTTP client of the API, with one connection that stays open."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from chalicelib.api.problems.problem import URN

TIMEOUT: Final = 60

JsonObject: TypeAlias = Mapping[str, object]


class Unexpected(Exception):
    """The API's answer is not the expected one."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: its status, its JSON, and whether the request was recognised as a repeat."""

    asked: str
    status: int
    body: Any
    replayed: bool

    @property
    def problem(self) -> str:
        """The code of the problem, if it is one."""
        kind = self.body.get("type", "") if isinstance(self.body, dict) else ""
        return str(kind).removeprefix(URN)

    def expect(self, *statuses: int) -> Any:
        """Return the JSON if the status is one of these.

        Raises
        ------
        Unexpected
            It is not.
        """
        if self.status in statuses:
            return self.body
        wanted = " or ".join(map(str, statuses))
        raise Unexpected(f"{self.asked} should be answered {wanted}, not {self._brief()}")

    def expect_problem(self, code: str) -> Any:
        """Return the JSON if it is that problem.

        Raises
        ------
        Unexpected
            It is not.
        """
        if self.problem == code:
            return self.body
        raise Unexpected(f"{self.asked} should be refused as {code}, not answered {self._brief()}")

    def _brief(self) -> str:
        if self.problem:
            return f"{self.status} {self.problem} ({self.body.get('detail')})"
        return str(self.status)


class Client:
    """A connection to the API. It belongs to one thread."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def call(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        body: JsonObject | None = None,
        key: str | None = None,
    ) -> Reply:
        """Send a request and return the answer, whatever it is.

        Parameters
        ----------
        key
            An Idempotency-Key.

        Raises
        ------
        Unexpected
            There is no answer, or it is not JSON.
        """
        headers = {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body)
        asked = f"{method} {path}"
        try:
            self._connection.request(method, path, content, headers)
            response = self._connection.getresponse()
            text = response.read()
            answer = json.loads(text) if text else None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unexpected(f"{asked} got no answer: {error or type(error).__name__}") from error
        replayed = response.getheader("Idempotency-Replayed") == "true"
        return Reply(asked, response.status, answer, replayed)
