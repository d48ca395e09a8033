"""Nights at tables where Boodle deals: every phone contributes, checks all, and no alarm passes."""

from __future__ import annotations

from random import Random
from typing import Any

from chalicelib.local.draw_phone import DrawPhone, Memory
from chalicelib.rules import make_rules
from chalicelib.rules.record import dealing

from .league import Asker
from .nights import IDLE, OPTIONS, SEATS, Night, Sitting, whole_log
from .phones import Phone

DEALING = dealing(make_rules("michigan", OPTIONS))


def dealt_sitting(asker: Asker) -> Sitting:
    """Open a league's table at which Boodle deals."""
    table = asker.night(SEATS, seed="s", options=OPTIONS).table
    return Sitting(table.id, [table.seat(number) for number in table.seats], table.scorer)


class DealtNight(Night):
    """A night whose hands are drawn by all phones together.

    Attributes
    ----------
    parts
        The part of each phone in the draws, by table and seat (from 0).
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.parts: dict[tuple[int, int], DrawPhone] = {}

    def _phone(self, place: int, seat: int) -> None:
        sitting = self._sittings[place]
        scores = seat == len(sitting.seats)
        token = sitting.scorer if scores else sitting.seats[seat]
        rng = Random(f"{self._seed} {place} {seat}")
        line = self._line()
        phone = Phone(line, sitting.table, token, sitting.journal, rng)
        try:
            if not scores:
                self.parts[place, seat] = self._commit(phone, seat)
            for hand in range(1, self._hands + 1):
                if scores:
                    self._close(phone, hand)
                    self._play_hand(phone, hand, scores)
                else:
                    part = self.parts[place, seat]
                    self._open(phone, part, hand)
                    self._play_hand(phone, hand, scores)
                    self._see_end(phone, part, hand)
        finally:
            line.close()

    @staticmethod
    def _table(phone: Phone) -> dict[str, Any]:
        answer = phone.ask("GET", f"/v1/tables/{phone.table}")
        assert answer.status == 200, answer
        page: dict[str, Any] = answer.body
        return page

    def _commit(self, phone: Phone, seat: int) -> DrawPhone:
        c0 = self._table(phone)["commitment"]
        part = DrawPhone(phone.table, seat + 1, c0, Memory(), phone.rng.randbytes)
        path = f"/v1/tables/{phone.table}/commitments/{seat + 1}"
        answer = phone.ask("PUT", path, {"commitment": part.commitment})
        assert answer.status == 200, answer
        part.committed()
        return part

    def _close(self, phone: Phone, hand: int) -> None:
        """Close the entries once every phone has committed."""
        while any(seat["commitment"] is None for seat in self._table(phone)["seats"]):
            self._check()
            phone.journal.wait(IDLE)
        answer = phone.ask("PUT", phone.hand_path(hand), {})
        assert answer.status in (200, 201), answer

    def _open(self, phone: Phone, part: DrawPhone, hand: int) -> None:
        """Open the draw of a hand, and check what it deals."""
        while (seen := phone.look(hand)) is None or seen["phase"] == "draw":
            self._check()
            if seen is not None and part.seat in seen["draw"]["missing"]:
                opening = part.open(seen["draw"]["text"], seen["draw"]["setup"])
                assert opening is not None
                path = f"{phone.hand_path(hand)}/draws/{seen['draw']['draw']}/{part.seat}"
                answer = phone.ask("PUT", path, opening._asdict())
                assert answer.status in (200, 201), answer
                part.acknowledged()
                phone.journal.count("opened")
            else:
                phone.journal.wait(IDLE)
        held = seen["seats"][part.seat - 1]["cards"]
        own = [card for seat, card in self._plays(phone, hand) if seat == part.seat]
        setup = phone.ask("GET", f"{phone.hand_path(hand)}/setup").body
        assert setup["contributed"] == [1, 2, 3]
        part.dealt(hand, setup["message"], list({*held, *own}), None)

    def _see_end(self, phone: Phone, part: DrawPhone, hand: int) -> None:
        seen = phone.look(hand)
        assert seen is not None
        part.ended(hand, seen["link"], DEALING, self._plays(phone, hand))
        phone.journal.count("proved")

    @staticmethod
    def _plays(phone: Phone, hand: int) -> list[tuple[int, str]]:
        return [
            (entry["action"]["seat"], entry["action"].get("play") or entry["action"]["card"])
            for entry in whole_log(phone, hand)
        ]
