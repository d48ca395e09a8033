"""Phones that take part in draws, as simply as they can: they check nothing."""

from __future__ import annotations

import json
from typing import Any

from chalicelib.rules.fairness import commitment_of, hash_text, secret

from .club import Got
from .league import TableOf


class Contributor:
    """The phone of a seat, with a seed of its own and the number of its next secret."""

    def __init__(self, table: TableOf[Any], seat: int) -> None:
        self.table = table
        self.seat = seat
        self.token = table.seat(seat)
        self.seed = f"seed of seat {seat}".encode()
        self.number = 0

    @property
    def secret(self) -> str:
        return secret(self.seed, self.number)

    @property
    def commitment(self) -> str:
        return commitment_of(self.secret)

    @property
    def next(self) -> str:
        return commitment_of(secret(self.seed, self.number + 1))

    def commit(self) -> Got:
        path = f"{self.table.path}/commitments/{self.seat}"
        got: Got = self.table.club.put(path, {"commitment": self.commitment}, self.token)
        return got

    def body(self) -> dict[str, Any]:
        text = self.table.view(self.token)["draw"]["text"]
        return {"draw": hash_text(text), "secret": self.secret, "next": self.next}

    def open(self, number: int | None = None, token: str | None = None, **other: Any) -> Got:
        """Open the secret for the open draw, and go on to the next secret if that is accepted."""
        draw = self.table.view(self.token)["draw"]
        body = {**self.body(), **other}
        got = self.post(draw["draw"] if number is None else number, body, token)
        if got.status == 201:
            self.number += 1
        return got

    def post(self, number: int, body: dict[str, Any], token: str | None = None) -> Got:
        path = f"{self.table.at()}/draws/{number}/{self.seat}"
        got: Got = self.table.club.put(path, body, token or self.token)
        return got


def contributors(table: TableOf[Any], *seats: int) -> list[Contributor]:
    """Return the phones of some seats, by default all, which have committed."""
    phones = [Contributor(table, seat) for seat in seats or table.seats]
    for phone in phones:
        assert phone.commit().status == 200
    return phones


def drawing(table: TableOf[Any], *seats: int) -> list[Contributor]:
    """Let some seats commit, and close the entries of the next hand."""
    phones = contributors(table, *seats)
    table.deal()
    return phones


def redraw(table: TableOf[Any], number: int, *left_out: int, token: str | None = None) -> Got:
    path = f"{table.at()}/draws/{number}"
    got: Got = table.club.put(path, {"left_out": list(left_out)}, token or table.scorer)
    return got


def text_of(table: TableOf[Any]) -> list[Any]:
    """Return the parts of the open draw's text."""
    parts: list[Any] = json.loads(table.view()["draw"]["text"])
    return parts
