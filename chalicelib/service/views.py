"""Hands and their logs in plain JSON values. Seats are counted from 1, as people do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from chalicelib.rules import (
    Entry,
    Event,
    Fold,
    HandView,
    Rules,
    account_name,
)
from chalicelib.rules.actions import action_json
from chalicelib.rules.cards import TEXT

if TYPE_CHECKING:
    from chalicelib.rules.audit.findings import Finding


def event_view(event: Event, covered: Collection[int] = ()) -> dict[str, Any]:
    """Return an event of a hand, without its card if that is covered."""
    view: dict[str, Any] = {"event": event.kind}
    if event.seat is not None:
        view["seat"] = event.seat + 1
    if event.card is not None and event.card not in covered:
        view["card"] = TEXT[event.card]
    return view


def finding_view(number: int, finding: Finding, waived: bool) -> dict[str, Any]:
    """Return a fault that the audit found."""
    return {
        "number": number,
        "finding": finding.kind,
        "action": finding.action,
        "seat": finding.seat + 1,
        "card": None if finding.card is None else TEXT[finding.card],
        "could": [TEXT[card] for card in finding.could],
        "waived": waived,
    }


def entry_view(entry: Entry, seats: int, rules: Rules) -> dict[str, Any]:
    """Return one movement of chips."""
    return {
        "from": account_name(entry.source, seats, rules.table.space_names),
        "to": account_name(entry.target, seats, rules.table.space_names),
        "amount": entry.amount,
        "reason": entry.reason,
        "action": entry.action,
    }


def effects_view(
    hand: Fold,
    events: Iterable[Event],
    entries: Iterable[Entry],
    covered: Collection[int] = (),
) -> dict[str, Any]:
    """Return what an action brought about: events, and chips moved.

    Events leave out the ``covered`` cards, which who looks may not inspect (R7).
    """
    seats = len(hand.counts)
    return {
        "events": [event_view(event, covered) for event in events],
        "ledger": [entry_view(entry, seats, hand.rules) for entry in entries],
    }


def written(cards: Iterable[int] | None) -> list[str] | None:
    """Return cards as they are written."""
    return None if cards is None else [TEXT[card] for card in cards]


def state_view(
    seen: HandView, rules: Rules, players: Sequence[int], me: int | None
) -> dict[str, Any]:
    """Return a hand as a viewer may see it (:func:`chalicelib.rules.view`)."""
    awaiting = seen.awaiting
    if me is not None and seen.turn == me:
        awaiting = "you"
    return {
        "phase": seen.phase,
        "awaiting": awaiting,
        "turn": None if seen.turn is None else seen.turn + 1,
        "waits_for": None if seen.waits_for is None else TEXT[seen.waits_for],
        "dealer": seen.dealer + 1,
        "seats": [
            {
                "seat": seat + 1,
                "player": player,
                "stack": seen.stacks[seat],
                "cards_left": seen.cards_left[seat],
                "dealt_in": seat in seen.live,
                "cards": written(seen.holdings.get(seat)),
            }
            for seat, player in enumerate(players)
        ],
        "layout": dict(zip(rules.table.space_names, seen.layout, strict=True)),
        "kitty": seen.kitty,
        "pot": seen.pot,
        "plays": [
            {
                "seat": play.seat + 1,
                "card": None if play.card is None else TEXT[play.card],
                "led": play.led,
            }
            for play in seen.plays
        ],
        "widow": written(seen.widow),
        "dead": written(seen.dead),
        "bid": seen.bid and {"amount": seen.bid[0], "seat": seen.bid[1] + 1},
        "winner": None if seen.winner is None else seen.winner + 1,
        "put": None if seen.put is None else list(seen.put),
        "to_show": [{"seat": seat + 1, "cards": n} for seat, n in sorted(seen.to_show.items())],
        "findings": [
            finding_view(number, finding, number in seen.waived)
            for number, finding in enumerate(seen.findings, 1)
        ],
        "legal": [action_json(action, rules.table.space_names) for action in seen.legal],
        "bid_limit": seen.highest_bid or None,
    }
