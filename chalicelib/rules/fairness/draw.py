"""What the text of a draw says, and what its message opens."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, NamedTuple

from chalicelib.json_value import Json
from chalicelib.message import say
from chalicelib.rules.errors import Malformed

from .deal_2 import DEAL_2, draw_text, hash_text, is_digest

_PARTS: Final = 11
_SEATS: Final = 8


class _NoDraw(Exception):
    """The text does not have the parts of a draw."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What a draw fixes before anything is opened; see :func:`draw_text`.

    Seats count from 1, as they do in the text.
    """

    league: str
    table: str
    hand: int
    attempt: int
    dealt_in: tuple[int, ...]
    dealer: int
    c0: str
    commitments: tuple[tuple[int, str], ...]
    left_out: tuple[tuple[int, ...], ...]
    setup_hash: str

    @property
    def text(self) -> str:
        """The text S."""
        return draw_text(
            self.league,
            self.table,
            self.hand,
            self.attempt,
            self.dealt_in,
            self.dealer,
            self.c0,
            self.commitments,
            self.left_out,
            self.setup_hash,
        )

    @property
    def hash(self) -> str:
        """The SHA-256 of the text, by which phones name the draw."""
        return hash_text(self.text)

    @property
    def contributed(self) -> tuple[int, ...]:
        """The seats whose secrets the shuffle takes, ascending."""
        return tuple(seat for seat, _ in self.commitments)


class Opened(NamedTuple):
    """A draw and the secrets behind its text, by the seats that contributed."""

    draw: Draw
    secrets: tuple[str, ...]


def read_draw(text: str) -> Draw:
    """Return what a draw text says.

    Raises
    ------
    Malformed
        It is no such text: parts are missing or odd, or it is not written as the protocol does.
    """
    try:
        draw = _draw(json.loads(text))
    except (ValueError, RecursionError, _NoDraw):
        raise Malformed(say("deal.no-draw")) from None
    if draw.text != text:
        raise Malformed(say("deal.no-draw"))
    return draw


def read_message(message: str) -> Opened:
    """Return the draw and the secrets of a message M.

    The text S ends with the last ``]``; secrets of 64 digits follow, one for each commitment. A
    draw that never came to its deal has none. Whether they fit is not asked here.

    Raises
    ------
    Malformed
        It is no such message.
    """
    end = message.rfind("]") + 1
    draw, rest = read_draw(message[:end]), message[end:]
    secrets = tuple(rest[at : at + 64] for at in range(0, len(rest), 64))
    if not all(map(is_digest, secrets)) or len(secrets) not in (0, len(draw.commitments)):
        raise Malformed(say("deal.no-draw"))
    return Opened(draw, secrets)


def _draw(parts: Json) -> Draw:
    if not isinstance(parts, list) or len(parts) != _PARTS or parts[0] != DEAL_2:
        raise _NoDraw
    league, table, hand, attempt, dealt_in, dealer, c0, commitments, left_out, setup = parts[1:]
    return Draw(
        league=_text(league),
        table=_text(table),
        hand=_whole(hand),
        attempt=_whole(attempt),
        dealt_in=_seats(dealt_in),
        dealer=_whole(dealer),
        c0=_digest(c0),
        commitments=_commitments(commitments),
        left_out=tuple(map(_missing, _list(left_out))),
        setup_hash=_digest(setup),
    )


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise _NoDraw
    return value


def _digest(value: Json) -> str:
    if not isinstance(value, str) or not is_digest(value):
        raise _NoDraw
    return value


def _whole(value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise _NoDraw
    return value


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise _NoDraw
    return value


def _seats(value: Json) -> tuple[int, ...]:
    seats = tuple(map(_whole, _list(value)))
    if list(seats) != sorted(set(seats)) or max(seats, default=0) > _SEATS:
        raise _NoDraw
    return seats


def _missing(value: Json) -> tuple[int, ...]:
    seats = _seats(value)
    if not seats:
        raise _NoDraw
    return seats


def _commitments(value: Json) -> tuple[tuple[int, str], ...]:
    pairs = tuple(map(_commitment, _list(value)))
    _seats([seat for seat, _ in pairs])
    return pairs


def _commitment(value: Json) -> tuple[int, str]:
    pair = _list(value)
    if len(pair) != 2:
        raise _NoDraw
    return _whole(pair[0]), _digest(pair[1])
