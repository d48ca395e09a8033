"""The answer about the deal of a hand: its public set-up."""

from __future__ import annotations

from typing_extensions import TypedDict

from chalicelib.api.http.messages import JsonDict
from chalicelib.rules.actions import Recording
from chalicelib.store.records.setups import PublicSetup


class Setup(TypedDict):
    """What was public when a hand was dealt.

    digest(0) is the SHA-256, as base64url, of this object as compact JSON in this order.
    On a dealt hand ``message`` is the public message of the shuffle.
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
    seeds: list[str]
    """The seats' seeds for the shuffle, by seat."""
    message: str | None
    """The message of the shuffle; null: Boodle did not deal."""
    found: JsonDict | None
    """How the first dealer was found; null: not noted."""
    cut: bool | None
    """Whether the cards were cut; null: not noted."""


def setup(public: PublicSetup) -> Setup:
    """Return a public set-up, with the members that are hashed, in order."""
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
        "seeds": list(public.seeds),
        "message": public.message,
        "found": None if public.found is None else dict(public.found.as_json()),
        "cut": public.cut,
    }
