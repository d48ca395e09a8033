"""Phones of a table that take part in its draws, check everything, and let no alarm pass."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from chalicelib.local.draw_phone import DrawPhone, Memory, Opening

from .club import Got
from .league import TableOf


class SeatPhone:
    """The phone of a seat: what a table's pages show goes to its part in the draws.

    Attributes
    ----------
    part
        The part in the draws, whose alarms are raised.
    """

    def __init__(self, table: TableOf[Any], seat: int) -> None:
        self.table = table
        self.seat = seat
        self.token = table.seat(seat)
        self.store = Memory()
        c0 = table.page()["commitment"]
        self.part = DrawPhone(table.id, seat, c0, self.store, Random(f"phone {seat}").randbytes)

    def commit(self) -> Got:
        """Commit, anew if the table has forgotten what this phone committed to."""
        path = f"{self.table.path}/commitments/{self.seat}"
        got: Got = self.table.club.put(path, {"commitment": self.part.commitment}, self.token)
        if got.status == 200:
            self.part.committed()
        return got

    def checked(self) -> Opening | None:
        """Check the open draw, and return what opens it."""
        draw = self.table.view(self.token)["draw"]
        return self.part.open(draw["text"], draw["setup"])

    def send(self, opening: Opening, number: int | None = None) -> Got:
        """Send what opens a draw, by default the open one."""
        number = number or self.table.view(self.token)["draw"]["draw"]
        path = f"{self.table.at()}/draws/{number}/{self.seat}"
        got: Got = self.table.club.put(path, opening._asdict(), self.token)
        if got.status in (200, 201):
            self.part.acknowledged()
        return got

    def open(self) -> Got:
        """Check and open the open draw."""
        opening = self.checked()
        assert opening is not None
        got = self.send(opening)
        assert got.status == 201, got
        return got

    def see_deal(self) -> None:
        """Check the message of the hand that is dealt, and note the cards."""
        seen = self.table.view(self.token)
        setup = self.table.club.get(f"{self.table.at()}/setup", self.token).json
        cards = seen["seats"][self.seat - 1]["cards"]
        self.part.dealt(self.table.hand, setup["message"], cards, self.table.digest(0))

    def see_end(self) -> None:
        """Check the end of the hand: link, shuffle, cards and plays."""
        record = self.table.club.get(f"{self.table.at()}/record", self.token).json
        plays = [
            (action["seat"], action.get("card") or action["play"])
            for action in record["actions"]
            if "play" in action or "follow" in action
        ]
        link = self.table.view(self.token)["link"]
        self.part.ended(self.table.hand, link, record["proof"]["dealing"], plays)


def phones_of(table: TableOf[Any], *seats: int) -> list[SeatPhone]:
    """Return the phones of some seats, by default all, which have committed."""
    phones = [SeatPhone(table, seat) for seat in seats or table.seats]
    for phone in phones:
        got = phone.commit()
        assert got.status == 200, got
    return phones


def deal_with(table: TableOf[Any], phones: Iterable[SeatPhone]) -> None:
    """Deal the next hand with these phones, each of which checks all of it."""
    phones = list(phones)
    table.deal()
    for phone in phones:
        phone.open()
    for phone in phones:
        phone.see_deal()
