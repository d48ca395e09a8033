"""Dealing a hand: the entries close, the cards are fixed, the stakes are paid."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from chalicelib.rules import (
    AgainstRules,
    Deal,
    Game,
    Malformed,
    Rules,
    RulesError,
    deal_hands,
    deal_pack,
    fairness,
    parse_card,
)
from chalicelib.rules.deal import WIDOW
from chalicelib.rules.stakes import FIXED, check_placement, seats_able
from chalicelib.store import keys
from chalicelib.store.live import Current, Live, Poster, encode
from chalicelib.store.port import Put

from .access import Caller, check_right, poster_at
from .context import Context, rfc3339
from .entries import (
    Entries,
    check_open,
    load_entries,
    placement_of,
    terms_to_deal_by,
)
from .errors import Refusal, say
from .once import Decision, attempt, compact
from .sheet import poster_view, sha256_text
from .tables import Table, game_of, load_table, new_hand
from .terms import Terms, hash_of


@dataclass(frozen=True, slots=True)
class DealRequest:
    """What a deal was asked with.

    ``dealer`` (from 0) may be named on the first deal. ``deal`` is the whole pack in dealing
    order (``{"deck": […]}``) or the hands and the widow (``{"hands": {seat: […]}, "widow":
    […]}``, seats from 1), where the deal is entered.
    """

    dealer: int | None = None
    deal: dict[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """Return what is kept, to tell the same request from another."""
        return {"dealer": self.dealer, "deal": self.deal}


def put_hand(ctx: Context, caller: Caller, table_id: str, hand: int, request: DealRequest) -> bool:
    """Close the entries and deal a hand. The same request again changes nothing.

    Returns
    -------
    bool
        Whether the hand is new.

    Raises
    ------
    Refusal
        ``forbidden``; ``hand-conflict``: dealt with another request, the hand before is not
        finished, or it is not the next; ``game-over``; ``stakes-missing`` naming the seats.
    Malformed, AgainstRules, NotNow
        The deal or the dealer named is not right.
    """
    check_right(caller, "hand.deal")

    def decide() -> Decision:
        table = load_table(ctx, table_id)
        live = table.live
        poster = poster_at(ctx, caller, table_id, live)
        if 1 <= hand <= live.hand:
            where = keys.setup(table_id, hand)
            setup = json.loads(ctx.store.get([where])[where].body)
            if setup["asked"] == request.as_json():
                return False, []
            raise Refusal(
                "hand-conflict",
                say("hand {hand} has been dealt, by another request", hand=hand),
                current=live.hand,
            )
        check_open(live, hand)
        terms, writes = terms_to_deal_by(ctx, live)
        first = live.hand == 0
        entries = load_entries(ctx, table_id, hand)
        setup = _deal(ctx, table, poster, request, terms, entries)
        live.hand = hand
        if first:
            where = keys.summary(live.league, live.round, live.table)
            item = ctx.store.get([where])[where]
            summary = {**json.loads(item.body), "bought": live.stacks}
            writes.append(Put(where, compact(summary), item.version))
        entries.closed = True
        return True, [
            Put(keys.live(table_id), encode(live), table.version),
            Put(keys.setup(table_id, hand), compact(setup), None),
            Put(keys.entries(table_id, hand), entries.body(), entries.version),
            *writes,
        ]

    created: bool = attempt(ctx, decide)
    return created


def _deal(
    ctx: Context,
    table: Table,
    poster: Poster,
    request: DealRequest,
    terms: Terms,
    entries: Entries,
) -> dict[str, Any]:
    """Deal into the live record and return the set-up to be kept."""
    live, rules = table.live, terms.rules
    number = live.hand + 1
    game = game_of(live, terms)
    dealer = _first_dealer(game, live, request, poster)
    amount = rules.stakes_amount if entries.amount is None else entries.amount
    acting, dealt_in = seats_able(rules, game.stacks, game.seats_in, dealer, amount)
    placements = _placements(rules, game, entries, dealt_in, amount)
    seats = [seat + 1 for seat in dealt_in]
    seeds = [(entries.seats.get(seat) or {}).get("seed") or "" for seat in dealt_in]
    proof: dict[str, Any] = {}
    if live.recording == "dealt":
        if request.deal is not None:
            raise Malformed("at this table the server deals; a deal cannot be entered")
        where = keys.chain(table.id)
        secret = bytes.fromhex(ctx.store.get([where])[where].body)
        key = fairness.link(secret, number)
        message = fairness.deal_message(live.league, table.id, number, seats, acting + 1, seeds)
        proof = {"message": message, "link": key.hex()}
        deal = deal_pack(rules, fairness.shuffle(key, message), dealt_in, acting)
    else:
        deal = _entered_deal(rules, request, poster, dealt_in, acting, len(live.players))
    live.terms = hash_of(terms)
    live.stacks, live.layout = game.stacks, game.layout
    now = ctx.tenths()
    public = {
        "league": live.league,
        "table": table.id,
        "hand": number,
        "recording": live.recording,
        "terms": live.terms,
        "players": live.players,
        "dealt_in": seats,
        "dealer": acting + 1,
        "amount": amount,
        "stakes": {
            str(seat + 1): {rules.space_names[space]: n for space, n in placed.items()}
            for seat, placed in placements.items()
        },
        "stacks": live.stacks,
        "layout": live.layout,
        "kitty": live.kitty,
        "pot": live.pot,
        "seeds": seeds,
        "message": proof.get("message"),
    }
    live.current = Current(
        started=now,
        digest=sha256_text(compact(public)),
        dealer=dealer,
        amount=amount,
        where=deal.where,
        placements=placements,
        enterer=poster if live.recording == "entered" else None,
    )
    new_hand(live, live.current, terms)  # raises what is wrong with the deal or the stakes
    return {
        "asked": request.as_json(),
        "public": public,
        "link": proof.get("link"),
        "by": poster_view(poster),
        "at": rfc3339(now * 100),
    }


def _first_dealer(game: Game, live: Live, request: DealRequest, poster: Poster) -> int:
    """Return whose turn it is to deal, and check who asks for the deal."""
    turn = game.next_dealer()
    if turn is None:
        turn = live.dealer
        if request.dealer is not None and poster.kind != "seat":
            turn = request.dealer  # nobody names himself: who deals first was drawn
        if turn not in game.seats_in:
            raise Malformed(say("there is no seat {seat}", seat=turn + 1))
    elif request.dealer is not None:
        raise AgainstRules("R2", say("the deal rotates: it is seat {seat}'s turn", seat=turn + 1))
    if poster.kind == "seat" and (poster.number != turn or request.dealer not in (None, turn)):
        raise Refusal("forbidden", say("seat {seat} deals", seat=turn + 1), dealer=turn + 1)
    return turn


def _placements(
    rules: Rules, game: Game, entries: Entries, dealt_in: list[int], amount: int
) -> dict[int, dict[int, int]]:
    """Return the stakes placed by the seats dealt in.

    Raises
    ------
    Refusal
        ``stakes-missing``: seats whose stakes are missing, or do not fit the amount named.
    """
    if rules.stakes_mode == FIXED or not amount:
        return {}
    placements, missing = {}, []
    for seat in dealt_in:
        stakes = (entries.seats.get(seat) or {}).get("stakes")
        try:
            placed = placement_of(rules, stakes or {})
            placements[seat] = dict(check_placement(rules, placed, amount, game.stacks[seat]))
        except RulesError:
            missing.append(seat + 1)
    if missing:
        raise Refusal(
            "stakes-missing",
            say(
                "stakes of {amount} are not placed by {seats}",
                amount=amount,
                seats=tuple(say("seat {seat}", seat=seat) for seat in missing),
            ),
            seats=missing,
        )
    return placements


def _entered_deal(
    rules: Rules,
    request: DealRequest,
    poster: Poster,
    dealt_in: list[int],
    dealer: int,
    seats: int,
) -> Deal:
    """Return the deal that was entered.

    Unless it is said to be ``partial``, its piles must have the sizes that R4 deals: a card
    forgotten or entered for the wrong seat shows at once.
    """
    given = request.deal
    if given is None:
        raise Malformed("at this table the deal is entered: give its deck, or hands and widow")
    if poster.kind == "seat":
        raise Refusal("forbidden", "who enters a deal sees all cards, so no player enters it")
    if "deck" in given:
        pack = [parse_card(card) for card in given["deck"]]
        return deal_pack(rules, pack, dealt_in, dealer)
    hands = {}
    for seat, cards in given["hands"].items():
        if not seat.isdigit() or not 1 <= int(seat) <= seats:
            raise Malformed(say("there is no seat {seat}", seat=seat[:10]))
        if int(seat) - 1 not in dealt_in:
            raise Malformed(say("seat {seat} is not dealt in", seat=seat))
        hands[int(seat) - 1] = [parse_card(card) for card in cards]
    deal = deal_hands(hands, [parse_card(card) for card in given.get("widow") or []])
    if not given.get("partial"):
        due = deal_pack(rules, range(52), dealt_in, dealer)
        for pile in (*dealt_in, WIDOW):
            if len(deal.cards(pile)) != len(due.cards(pile)):
                whose = say("the widow") if pile == WIDOW else say("seat {seat}", seat=pile + 1)
                raise AgainstRules(
                    "R4",
                    say(
                        "{whose} is dealt {due} cards, not {given}; "
                        "say partial if the deal is meant so",
                        whose=whose,
                        due=len(due.cards(pile)),
                        given=len(deal.cards(pile)),
                    ),
                )
    return deal
