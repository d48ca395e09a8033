"""Before the deal: the amount named, stakes placed, seeds given."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chalicelib.rules import AgainstRules, Game, Malformed, Rules
from chalicelib.rules.hand.stakes import check_placement
from chalicelib.store.port import Item, Put, Write
from chalicelib.store.records import keys
from chalicelib.store.records.live import Live
from chalicelib.store.records.live_log import Poster

from .access import Caller, check_right, load_league, poster_at
from .context import Context
from .errors import Refusal, not_found, say
from .once import Decision, attempt, compact
from .tables import game_of, load_table
from .terms import Terms, load_terms, terms_of, writes_for


@dataclass(slots=True)
class Entries:
    """What was said before a deal, as kept; ``version`` is that of its record."""

    amount: int | None
    seats: dict[int, dict[str, Any]]
    closed: bool
    version: int | None

    def body(self) -> str:
        """Return the record's body."""
        seats = {str(seat): said for seat, said in sorted(self.seats.items())}
        return compact({"amount": self.amount, "seats": seats, "closed": self.closed})


def _entries_of(item: Item | None) -> Entries:
    if item is None:
        return Entries(None, {}, False, None)
    kept = json.loads(item.body)
    seats = {int(seat): said for seat, said in kept["seats"].items()}
    return Entries(kept["amount"], seats, kept["closed"], item.version)


def load_entries(ctx: Context, table_id: str, hand: int) -> Entries:
    """Return what was said so far before a deal."""
    where = keys.entries(table_id, hand)
    return _entries_of(ctx.store.get([where]).get(where))


def terms_to_deal_by(ctx: Context, live: Live) -> tuple[Terms, list[Write]]:
    """Return the terms of the next deal, and what must be written with it.

    The first deal of a table takes the league's rules; the first of a league freezes them.
    """
    if live.terms:
        return load_terms(ctx, live.terms), []
    league, version = load_league(ctx, live.league)
    terms = terms_of(league)
    writes = writes_for(ctx, terms)
    if not league["frozen"]:
        league["frozen"] = True
        writes.append(Put(keys.league(live.league), compact(league), version))
    return terms, writes


def game_to_deal(live: Live, terms: Terms, entries: Entries) -> Game:
    """Return the game as the next deal finds it, with the stacks bought for it (R12)."""
    game = game_of(live, terms)
    for seat, said in sorted(entries.seats.items()):
        if said.get("rebuy"):
            game.buy(seat)
    return game


def check_open(live: Live, hand: int) -> None:
    """Return if ``hand`` is the one to be dealt next.

    Raises
    ------
    Refusal
        ``hand-conflict``, ``game-over``.
    """
    if live.current is not None:
        unfinished = say("hand {hand} is not finished", hand=live.hand)
        raise Refusal("hand-conflict", unfinished, current=live.hand)
    if hand <= live.hand:
        dealt = say("hand {hand} has been dealt", hand=hand)
        raise Refusal("hand-conflict", dealt, current=live.hand)
    if live.ended or live.closing:
        raise Refusal("game-over", "the game at this table is over")
    if hand != live.hand + 1:
        expected = live.hand + 1
        raise Refusal(
            "hand-conflict", say("the next hand is {hand}", hand=expected), expected=expected
        )


def dealer_now(game: Game, live: Live) -> int:
    """Return whose turn it is to deal; before the first hand, the seat drawn for it."""
    turn = game.next_dealer()
    return live.dealer if turn is None else turn


def put_amount(
    ctx: Context, caller: Caller, table_id: str, hand: int, amount: int
) -> dict[str, Any]:
    """Name the amount of a hand's stakes, where the dealer may (R3). Replaceable until the deal.

    Raises
    ------
    Refusal
        ``forbidden``: neither the dealer's seat nor a scorer; ``hand-conflict``, ``game-over``.
    AgainstRules
        R3: the rules set the amount.
    """
    check_right(caller, "hand.amount")

    def check(live: Live, game: Game, entries: Entries, poster: Poster) -> None:
        del entries
        if not game.rules.stakes.dealer_names_amount:
            raise AgainstRules("R3", "the rules set the amount of the stakes here")
        if poster.kind == "seat" and poster.number != dealer_now(game, live):
            raise Refusal("forbidden", "the dealer names the amount")

    def change(entries: Entries) -> None:
        entries.amount = amount

    return _change_entries(ctx, caller, table_id, hand, check, change)


def put_entry(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    seat: int,
    said: dict[str, Any],
) -> dict[str, Any]:
    """Record what a seat says before a deal. Replaceable until then.

    Parameters
    ----------
    seat
        Counted from 0.
    said
        ``stakes``: space -> chips, where the rules let a seat place them (R3); ``seed``: the
        seat's own part in the shuffle of a dealt hand; ``rebuy``: the seat, out of chips, buys a
        new stack for this deal (R12). What is left out stays as it was.

    Raises
    ------
    Refusal
        ``forbidden``: another's seat; ``not-found``; ``hand-conflict``, ``game-over``.
    AgainstRules, Malformed
        R3: the stakes are not right. R12: the seat cannot buy a stack.
    """
    check_right(caller, "hand.entry")

    def check(live: Live, game: Game, entries: Entries, poster: Poster) -> None:
        del live, poster
        rules, stakes = game.rules, said.get("stakes")
        if said.get("rebuy") and not (entries.seats.get(seat) or {}).get("rebuy"):
            game.buy(seat)
        if stakes is None:
            return
        if rules.stakes.are_fixed:
            raise AgainstRules("R3", "the stakes are fixed here; nothing is placed")
        amount = rules.stakes.amount if entries.amount is None else entries.amount
        check_placement(rules, placement_of(rules, stakes), amount, game.stacks[seat], game.claimed)

    def change(entries: Entries) -> None:
        before = entries.seats.get(seat, {"stakes": None, "seed": None, "rebuy": False})
        entries.seats[seat] = before | said

    return _change_entries(ctx, caller, table_id, hand, check, change, seat)


def placement_of(rules: Rules, stakes: dict[str, int]) -> dict[int, int]:
    """Return stakes by the index of their space.

    Raises
    ------
    Malformed
        There is no such space.
    """
    unknown = sorted(set(stakes) - set(rules.table.space_names))
    if unknown:
        raise Malformed(
            say(
                "there is no space {space!r}; there are {spaces}",
                space=unknown[0][:24],
                spaces=tuple(rules.table.space_names),
            )
        )
    return {rules.table.space_names.index(space): chips for space, chips in stakes.items()}


def _change_entries(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    check: Callable[[Live, Game, Entries, Poster], None],
    change: Callable[[Entries], None],
    seat: int | None = None,
) -> dict[str, Any]:
    """Change what is said before a deal; when the hand is dealt, only a repeat is answered."""

    def decide() -> Decision:
        table = load_table(ctx, table_id)
        live = table.live
        poster = poster_at(ctx, caller, table_id, live)
        if seat is not None and not 0 <= seat < len(live.players):
            raise not_found("seat")
        if seat is not None and poster.kind == "seat" and poster.number != seat:
            raise Refusal("forbidden", "a player speaks for his own seat only")
        entries = load_entries(ctx, table_id, hand)
        before, shown = entries.body(), entries_view(table_id, hand, entries)
        if entries.closed:
            change(entries)
            if entries.body() == before:
                return shown, []
            raise Refusal(
                "hand-conflict",
                say("hand {hand} has been dealt, and not with this", hand=hand),
                current=live.hand,
                entries=shown,
            )
        check_open(live, hand)
        terms, _ = terms_to_deal_by(ctx, live)
        check(live, game_to_deal(live, terms, entries), entries, poster)
        change(entries)
        where = keys.entries(table_id, hand)
        writes: list[Write] = [Put(where, entries.body(), entries.version)]
        return entries_view(table_id, hand, entries), writes if entries.body() != before else []

    view: dict[str, Any] = attempt(ctx, decide)
    return view


def entries_view(table_id: str, hand: int, entries: Entries) -> dict[str, Any]:
    """Return what was said so far before a deal; seeds stay unshown until it."""
    return {
        "table": table_id,
        "hand": hand,
        "amount": entries.amount,
        "entries": [
            {
                "seat": seat + 1,
                "stakes": said["stakes"],
                "has_seed": said["seed"] is not None,
                "rebuy": said.get("rebuy", False),
            }
            for seat, said in sorted(entries.seats.items())
        ],
    }
