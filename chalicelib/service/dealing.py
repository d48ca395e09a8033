"""What a deal fixes: who deals, who is dealt in, the cards, the stakes, and the public set-up."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.deal_request import (
    CutCards,
    DealRequest,
    EnteredDeck,
    FoundDealer,
)
from chalicelib.store.records.entries import EntriesRecord
from chalicelib.store.records.live import LiveDeal, LiveHand, LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.setups import PublicSetup, SetupRecord

from .context import Context
from .entries import game_to_deal, placement_of
from .errors import Refusal, say
from .log import sha256_text
from .tables import Table, new_hand, with_game
from .terms import Terms, hash_of


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand as dealt: the table with it, its set-up to be kept, and the hand."""

    live: LiveRecord
    setup: SetupRecord
    hand: Fold


@dataclass(frozen=True, slots=True)
class _Cards:
    """Where the cards lie, as far as it is known, and what proves a deal of the server's."""

    where: tuple[int, ...] = ()
    message: str | None = None
    link: str | None = None


def deal(
    ctx: Context,
    table: Table,
    poster: Poster,
    request: DealRequest,
    terms: Terms,
    entries: EntriesRecord,
) -> DealtHand:
    """Return the next hand, dealt as the request and the entries say.

    Raises
    ------
    Refusal
        ``forbidden``, ``stakes-missing``, ``game-over``.
    Malformed, AgainstRules, NotNow
        The deal or the dealer named is not right.
    """
    was, rules = table.live.table, terms.rules
    game = game_to_deal(table.live, terms, entries)
    if len(game.seats_in) < 2:
        raise NotNow("fewer than two seats have chips; they may buy a new stack first")
    dealer = _dealer(game, was, request, poster)
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
    cards = _cards(ctx, table, poster, request, staked, entries)
    now = ctx.tenths()
    after = replace(
        with_game(was, game), terms=hash_of(terms), hand=was.hand + 1, began=was.began or now
    )
    public = PublicSetup(
        league=after.league,
        table=table.id,
        hand=after.hand,
        recording=after.recording,
        terms=after.terms,
        players=after.players,
        dealt_in=tuple(seat + 1 for seat in staked.live),
        dealer=staked.dealer + 1,
        amount=amount,
        stakes={
            seat + 1: {rules.table.space_names[space]: n for space, n in placed.items()}
            for seat, placed in placements.items()
        },
        stacks=after.stacks,
        layout=after.layout,
        kitty=after.kitty,
        pot=after.pot,
        seeds=tuple(_seeds(staked, entries)),
        message=cards.message,
        found=request.found,
        cut=request.cut,
    )
    fixed = LiveDeal(
        started=now,
        digest=sha256_text(public.dumps()),
        dealer=dealer,
        amount=amount,
        where=cards.where,
        placements=placements,
        enterer=poster if after.recording == "entered" else None,
    )
    live = LiveRecord(after, LiveHand(fixed))
    hand = new_hand(live, fixed, terms)  # raises what is wrong with the deal
    return DealtHand(live, SetupRecord(request, public, cards.link, poster, now * 100), hand)


def _seeds(staked: StakedHand, entries: EntriesRecord) -> list[str]:
    return [entries.seat(seat).seed or "" for seat in staked.live]


def _cards(
    ctx: Context,
    table: Table,
    poster: Poster,
    request: DealRequest,
    staked: StakedHand,
    entries: EntriesRecord,
) -> _Cards:
    """Return where the cards lie, as far as it is known, and the proof of a server's deal."""
    was, rules = table.live.table, staked.rules
    if was.recording == "entered":
        entered = _entered_deal(
            rules, request, poster, staked.live, staked.dealer, len(was.players)
        )
        return _Cards(entered.where)
    if request.deal is not None:
        raise Malformed("at this table no deal is entered")
    if was.recording != "dealt":
        return _Cards()
    number = was.hand + 1
    chain = ChainRecord.at(table.id).read(ctx.store)
    assert chain is not None  # written with the table
    key = fairness.link(chain.record.secret, number)
    seats = [seat + 1 for seat in staked.live]
    message = fairness.deal_message(
        was.league, table.id, number, seats, staked.dealer + 1, _seeds(staked, entries)
    )
    dealt = deal_pack(rules, fairness.shuffle(key, message), staked.live, staked.dealer)
    return _Cards(dealt.where, message, key.hex())


def _dealer(game: Game, table: LiveTable, request: DealRequest, poster: Poster) -> int:
    """Return whose turn it is to deal, and check who asks for the deal."""
    turn = game.next_dealer()
    found = None if request.found is None else _found(game, request.found)
    if turn is None:
        turn = table.dealer
        if poster.kind != "seat":  # nobody names himself: who deals first was drawn
            named = [seat for seat in (found, request.dealer) if seat is not None]
            if len(set(named)) > 1:
                raise AgainstRules("R2", say("seat {seat} was found to deal", seat=named[0] + 1))
            if not named and table.recording in ("observed", "result"):
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


def _found(game: Game, found: FoundDealer) -> int:
    """Return the first dealer whom the cards turned up or cut have found (R2)."""
    from chalicelib.rules.first_dealer import by_first_jack, by_high_card  # once a table

    rules = game.rules
    if isinstance(found, CutCards):
        rules.table.check_found_by(FirstDealer.HIGH_CARD)
        cuts = [{seat - 1: parse_card(card) for seat, card in cut.items()} for cut in found.cuts]
        return by_high_card(cuts, game.seats_in, rules.table.order)
    rules.table.check_found_by(FirstDealer.FIRST_JACK)
    turned = [parse_card(card) for card in found.turned]
    return by_first_jack(turned, game.seats_in, found.start - 1)


def _placements(
    rules: Rules, game: Game, entries: EntriesRecord, dealt_in: list[int], amount: int
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
        try:
            placed = placement_of(rules, entries.seat(seat).stakes or {})
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
    if isinstance(given, EnteredDeck):
        pack = [parse_card(card) for card in given.cards]
        return deal_pack(rules, pack, dealt_in, dealer)
    hands = {}
    for seat, cards in given.hands.items():
        if not 1 <= seat <= seats:
            raise Malformed(say("there is no seat {seat}", seat=seat))
        if seat - 1 not in dealt_in:
            raise Malformed(say("seat {seat} is not dealt in", seat=seat))
        hands[seat - 1] = [parse_card(card) for card in cards]
    deal = deal_hands(hands, [parse_card(card) for card in given.widow or ()])
    if not given.partial:
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
