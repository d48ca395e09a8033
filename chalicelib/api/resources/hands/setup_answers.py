"""The answer about the deal of a hand: its public set-up."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from chalicelib.api.http.messages import JsonDict
from chalicelib.rules.actions import Recording
from chalicelib.rules.fairness import read_message
from chalicelib.store.records.setups import SetupRecord


class Setup(TypedDict):
    """What was public when a hand was dealt.

    digest(0) is the SHA-256, as base64url, of ``message``; without one, or under
    ``boodle-deal-1``, of ``text``.
    """

    league: str
    """The league."""
    table: str
    """The table."""
    hand: int
    """The hand's number."""
    recording: Recording
    """`dealt`, `entered`, `observed` or `result`."""
    terms: str
    """The hash of the rules and settings in force."""
    players: list[int]
    """Players' numbers, by seat."""
    dealt_in: list[int]
    """The seats that got cards."""
    dealer: int
    """The seat that dealt."""
    amount: int
    """The amount of the stakes."""
    stakes: dict[str, dict[str, int]]
    """Seat -> space -> chips placed."""
    stacks: list[int]
    """Chips by seat, before the stakes."""
    layout: list[int]
    """Chips by space, before the stakes."""
    kitty: int
    """Chips in the kitty."""
    pot: int
    """Chips in the pot."""
    protocol: Literal["boodle-deal-1", "boodle-deal-2"] | None
    """How Boodle dealt; null: it did not."""
    message: str | None
    """The message of the shuffle, while the draw is open its text; null: Boodle did not deal."""
    contributed: list[int]
    """The seats whose secrets or seeds are in the message."""
    found: JsonDict | None
    """How the first dealer was found; null: not noted."""
    cut: bool | None
    """Whether the cards were cut; null: not noted."""
    text: str
    """The text of the set-up, whose SHA-256 is in the message."""


def setup(fixed: SetupRecord) -> Setup:
    """Return a public set-up, and the text that is hashed."""
    public = fixed.public
    return {
        "league": public.league,
        "table": public.table,
        "hand": public.hand,
        "recording": public.recording,
        "terms": public.terms,
        "players": list(public.players),
        "dealt_in": list(public.dealt_in),
        "dealer": public.dealer,
        "amount": public.amount,
        "stakes": {str(seat): dict(placed) for seat, placed in public.stakes.items()},
        "stacks": list(public.stacks),
        "layout": list(public.layout),
        "kitty": public.kitty,
        "pot": public.pot,
        "protocol": _protocol(fixed),
        "message": fixed.message,
        "contributed": contributed(fixed),
        "found": None if public.found is None else dict(public.found.as_json()),
        "cut": public.cut,
        "text": public.dumps(),
    }


def _protocol(fixed: SetupRecord) -> Literal["boodle-deal-1", "boodle-deal-2"] | None:
    if fixed.message is None:
        return None
    return "boodle-deal-1" if fixed.drawn is None else "boodle-deal-2"


def contributed(fixed: SetupRecord) -> list[int]:
    """Return the seats that contributed to the shuffle, once it is done."""
    if fixed.drawn is None:
        seeds = zip(fixed.public.dealt_in, fixed.public.seeds or (), strict=False)
        return [seat for seat, seed in seeds if seed]
    draw, secrets = read_message(fixed.drawn)
    return list(draw.contributed) if secrets else []
