"""What a deal fixes: who deals, who is dealt in, the cards, the stakes, and the public set-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chalicelib.rules import (
    AgainstRules,
    Deal,
    Fold,
    Game,
    Malformed,
    NotNow,
    Rules,
    RulesError,
    deal_hands,
    deal_pack,
    fairness,
    parse_card,
)
from chalicelib.rules.deal import WIDOW
from chalicelib.rules.hand.staked import StakedHand
from chalicelib.rules.hand.stakes import check_placement, seats_able
from chalicelib.rules.options.table import FirstDealer
from chalicelib.store.records import keys
from chalicelib.store.records.live import Current, Live
from chalicelib.store.records.live_log import Poster

from .context import Context, rfc3339
from .entries import Entries, game_to_deal, placement_of
from .errors import Refusal, say
from .log import poster_view, sha256_text
from .once import compact
from .tables import Table, new_hand, put_game
from .terms import Terms, hash_of


@dataclass(frozen=True, slots=True)
class DealRequest:
    """What a deal was asked with.

    Attributes
    ----------
    dealer
        Who deals first (from 0).
    deal
        Where the deal is entered, the whole pack in dealing order (``{"deck": […]}``) or the
        hands and the widow (``{"hands": {seat: […]}, "widow": […]}``, seats from 1).
    found
        How the first dealer was found (R2): ``{"turned": [cards], "start": seat}`` or
        ``{"cuts": [{seat: card}, …]}``, seats from 1.
    cut
        Whether the seat on the dealer's left cut the cards, where somebody noted it (R2).
    """

    dealer: int | None = None
    deal: dict[str, Any] | None = None
    found: dict[str, Any] | None = None
    cut: bool | None = None

    def as_json(self) -> dict[str, Any]:
        """Return what is kept, to tell the same request from another."""
        kept = {"dealer": self.dealer, "deal": self.deal}
        more = {"found": self.found, "cut": self.cut}
        return kept | {name: value for name, value in more.items() if value is not None}


def deal(
    ctx: Context,
    table: Table,
    poster: Poster,
    request: DealRequest,
    terms: Terms,
    entries: Entries,
) -> tuple[dict[str, Any], Fold]:
    """Deal into the live record; return the set-up to be kept, and the hand.

    Raises
    ------
    Refusal
        ``forbidden``, ``stakes-missing``, ``game-over``.
    Malformed, AgainstRules, NotNow
        The deal or the dealer named is not right.
    """
    live, rules = table.live, terms.rules
    game = game_to_deal(live, terms, entries)
    if len(game.seats_in) < 2:
        raise NotNow("fewer than two seats have chips; they may buy a new stack first")
    dealer = _dealer(game, live, request, poster)
    amount = rules.stakes.amount if entries.amount is None else entries.amount
    staking = seats_able(rules, game.stacks, game.seats_in, dealer, amount, game.claimed)[1]
    placements = _placements(rules, game, entries, staking, amount)
    staked = StakedHand(
        rules,
        game.stacks,
        dealer,
        layout=game.layout,
        kitty=game.kitty,
        pot=game.pot,
        bank=game.bank,
        seats=game.seats_in,
        amount=amount,
        placements=placements,
        claimed=game.claimed,
    )
    where, proof = _cards(ctx, table, poster, request, staked, entries)
    now = ctx.tenths()
    live.terms = hash_of(terms)
    put_game(live, game)
    live.began = live.began or now
    public = {
        "league": live.league,
        "table": table.id,
        "hand": live.hand + 1,
        "recording": live.recording,
        "terms": live.terms,
        "players": live.players,
        "dealt_in": [seat + 1 for seat in staked.live],
        "dealer": staked.dealer + 1,
        "amount": amount,
        "stakes": {
            str(seat + 1): {rules.table.space_names[space]: n for space, n in placed.items()}
            for seat, placed in placements.items()
        },
        "stacks": live.stacks,
        "layout": live.layout,
        "kitty": live.kitty,
        "pot": live.pot,
        "seeds": _seeds(staked, entries),
        "message": proof.get("message"),
        "found": request.found,
        "cut": request.cut,
    }
    live.current = Current(
        started=now,
        digest=sha256_text(compact(public)),
        dealer=dealer,
        amount=amount,
        where=where,
        placements=placements,
        enterer=poster if live.recording == "entered" else None,
    )
    live.hand += 1
    hand = new_hand(live, live.current, terms)  # raises what is wrong with the deal
    setup = {
        "asked": request.as_json(),
        "public": public,
        "link": proof.get("link"),
        "by": poster_view(poster),
        "at": rfc3339(now * 100),
    }
    return setup, hand


def _seeds(staked: StakedHand, entries: Entries) -> list[str]:
    return [(entries.seats.get(seat) or {}).get("seed") or "" for seat in staked.live]


def _cards(
    ctx: Context,
    table: Table,
    poster: Poster,
    request: DealRequest,
    staked: StakedHand,
    entries: Entries,
) -> tuple[tuple[int, ...], dict[str, Any]]:
    """Return where the cards lie, as far as it is known, and the proof of a server's deal."""
    live, rules = table.live, staked.rules
    if live.recording == "entered":
        entered = _entered_deal(
            rules, request, poster, staked.live, staked.dealer, len(live.players)
        )
        return entered.where, {}
    if request.deal is not None:
        raise Malformed("at this table no deal is entered")
    if live.recording != "dealt":
        return (), {}
    number = live.hand + 1
    where = keys.chain(table.id)
    secret = bytes.fromhex(ctx.store.get([where])[where].body)
    key = fairness.link(secret, number)
    seats = [seat + 1 for seat in staked.live]
    message = fairness.deal_message(
        live.league, table.id, number, seats, staked.dealer + 1, _seeds(staked, entries)
    )
    dealt = deal_pack(rules, fairness.shuffle(key, message), staked.live, staked.dealer)
    return dealt.where, {"message": message, "link": key.hex()}


def _dealer(game: Game, live: Live, request: DealRequest, poster: Poster) -> int:
    """Return whose turn it is to deal, and check who asks for the deal."""
    turn = game.next_dealer()
    found = None if request.found is None else _found(game, request.found)
    if turn is None:
        turn = live.dealer
        if poster.kind != "seat":  # nobody names himself: who deals first was drawn
            named = [seat for seat in (found, request.dealer) if seat is not None]
            if len(set(named)) > 1:
                raise AgainstRules("R2", say("seat {seat} was found to deal", seat=named[0] + 1))
            if not named and live.recording in ("observed", "result"):
                raise AgainstRules(
                    "R2", "with real cards say who deals first: dealer, or how he was found"
                )
            turn = named[0] if named else turn
        if turn not in game.seats_in:
            raise Malformed(say("there is no seat {seat}", seat=turn + 1))
    elif request.dealer is not None or found is not None:
        raise AgainstRules("R2", say("the deal rotates: it is seat {seat}'s turn", seat=turn + 1))
    if poster.kind == "seat" and (
        poster.number != turn or request.dealer not in (None, turn) or found not in (None, turn)
    ):
        raise Refusal("forbidden", say("seat {seat} deals", seat=turn + 1), dealer=turn + 1)
    return turn


def _found(game: Game, found: dict[str, Any]) -> int:
    """Return the first dealer whom the cards turned up or cut have found (R2)."""
    from chalicelib.rules.first_dealer import by_first_jack, by_high_card  # once a table

    rules = game.rules
    by_cards = "cuts" in found
    rules.table.check_found_by(FirstDealer.HIGH_CARD if by_cards else FirstDealer.FIRST_JACK)
    if not by_cards:
        turned = [parse_card(card) for card in found["turned"]]
        return by_first_jack(turned, game.seats_in, found["start"] - 1)
    cuts = [
        {int(seat) - 1: parse_card(card) for seat, card in cut.items()} for cut in found["cuts"]
    ]
    return by_high_card(cuts, game.seats_in, rules.table.order)


def _placements(
    rules: Rules, game: Game, entries: Entries, dealt_in: list[int], amount: int
) -> dict[int, dict[int, int]]:
    """Return the stakes placed by the seats dealt in.

    Raises
    ------
    Refusal
        ``stakes-missing``: seats whose stakes are missing, or do not fit the amount named.
    """
    if rules.stakes.are_fixed or not amount:
        return {}
    placements, missing = {}, []
    for seat in dealt_in:
        stakes = (entries.seats.get(seat) or {}).get("stakes")
        try:
            placed = placement_of(rules, stakes or {})
            placements[seat] = dict(
                check_placement(rules, placed, amount, game.stacks[seat], game.claimed)
            )
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
