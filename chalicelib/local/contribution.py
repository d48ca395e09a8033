"""What a phone of the demonstration brings to the shuffle, and what it checks before it does."""

from __future__ import annotations

from chalicelib.api.resources.hands.answers import Draw
from chalicelib.rules import Malformed
from chalicelib.rules.fairness import commitment_of, hash_text, read_draw, secret

from .client import Unexpected


class Contribution:
    """The secrets of a phone at a table; it opens each once, for a draw that it has checked.

    Parameters
    ----------
    seed
        What its secrets are made of.
    seat
        Its seat, from 1.
    c0
        The table's commitment, as first seen.
    """

    def __init__(self, seed: bytes, seat: int, c0: str) -> None:
        self._seed = seed
        self._seat = seat
        self._c0 = c0
        self._number = 0
        self._last = (0, 0)

    @property
    def commitment(self) -> str:
        """The commitment of its next secret."""
        return commitment_of(secret(self._seed, self._number))

    def open(self, draw: Draw) -> dict[str, str]:
        """Return what opens a draw, and go on to the next secret.

        Raises
        ------
        Unexpected
            The draw is not one that it would take part in.
        """
        self._check(draw)
        opened = secret(self._seed, self._number)
        self._number += 1
        return {"draw": hash_text(draw["text"]), "secret": opened, "next": self.commitment}

    def _check(self, draw: Draw) -> None:
        """Raise unless text and set-up belong together, and name the commitment as it was given."""
        try:
            said = read_draw(draw["text"])
        except Malformed as error:
            raise Unexpected(f"a draw should have another text: {error}") from error
        this = (said.hand, said.attempt)
        if said.c0 != self._c0 or said.setup_hash != hash_text(draw["setup"]):
            raise Unexpected(f"draw {this} is of another chain or set-up")
        if dict(said.commitments).get(self._seat) != self.commitment or this <= self._last:
            raise Unexpected(f"draw {this} does not have what seat {self._seat} committed to")
        self._last = this
