"""Dealing a hand: the entries close, the cards are fixed, the stakes are paid."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from chalicelib.message import say
from chalicelib.rules import (
    AgainstRules,
    Fold,
    Game,
    Malformed,
    NotNow,
    Rules,
    RulesError,
    parse_card,
)
from chalicelib.rules.hand.absent import absent_placement
from chalicelib.rules.hand.staked import StakedHand
from chalicelib.rules.hand.stakes import check_placement, seats_able
from chalicelib.store.records.deal_request import CutCards, DealRequest, FoundDealer
from chalicelib.store.records.entries import EntriesRecord
from chalicelib.store.records.live import LiveDeal, LiveHand, LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.notes import NotesRecord
from chalicelib.store.records.record import Stored
from chalicelib.store.records.setups import PublicSetup, SetupRecord
from chalicelib.store.records.summaries import SummaryRecord

from . import draws
from .access import poster_at
from .bought import rebuys, with_first
from .conditions import Condition
from .context import Context
from .entries import check_open, game_to_deal, load_entries, terms_to_deal_by
from .errors import Refusal
from .hands import SeenHand, read_hand
from .log import sha256_text
from .once import Decision, attempt
from .recordings import recording_of
from .refusals import HandEntries
from .results import end_of_hand
from .rights import Caller, Right, check_right
from .table_state import dealer_now, game_of, new_hand, with_game
from .tables import Table, load_summary, load_table
from .terms import Terms, full_hash_of, hash_of


class ClosedHand(NamedTuple):
    """A hand whose entries are closed: the table, the set-up to be stored, and the hand."""

    live: LiveRecord
    setup: SetupRecord
    hand: Fold


def put_hand(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    request: DealRequest,
    condition: Condition[SeenHand | HandEntries] = None,
    phone: int | None = None,
) -> bool:
    """Close the entries, and deal a hand or open its draw. A repetition changes nothing.

    Parameters
    ----------
    phone
        The phone's own time, in tenths of a second since 1970; kept, and decides nothing.

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
        The deal or the dealer named is wrong.
    """
    from .player_tokens import notes_at_deal  # loads much that only deals need

    check_right(caller, Right.HAND_DEAL)

    def check_condition() -> None:
        if condition:
            condition(read_hand(ctx, caller, table_id, hand))

    def decide() -> Decision[bool]:
        table = load_table(ctx, table_id)
        live, was = table.live, table.live.table
        poster = poster_at(ctx, caller, table_id, was)
        at_setup = SetupRecord.at(table_id, hand)
        if 1 <= hand <= was.hand:
            dealt_by = at_setup.read(ctx.store)
            assert dealt_by is not None  # written with the deal
            if dealt_by.record.asked == request:
                return False, []
            check_condition()
            raise Refusal(
                "hand-conflict",
                say("hand.number-dealt-by-another", hand=hand),
                current=was.hand,
            )
        check_open(ctx, live, hand)
        check_condition()
        entries = load_entries(ctx, table_id, hand)
        terms, writes = terms_to_deal_by(ctx, was)
        closed = _close(ctx, table, poster, request, terms, entries.record)
        setup = replace(closed.setup, phone=phone)
        writes.append(entries.put(replace(entries.record, closed=True)))
        writes.append(NotesRecord.at(table_id, hand).create(notes_at_deal(ctx, closed.live.table)))
        summary = _with_bought(ctx, table.live, closed.live, terms)
        if recording_of(was.recording).is_drawn:
            drawn = draws.close(ctx, table, closed.live, setup, terms, summary)
            return True, [*writes, *drawn]
        writes.append(at_setup.create(setup))
        if closed.hand.over:  # all but one have dropped out at the stakes (R12)
            ended = end_of_hand(ctx, table, closed.live, terms, closed.hand, setup, summary)
            return True, [*writes, *ended]
        if summary:
            writes.append(summary.put(summary.record))
        return True, [*writes, table.put(closed.live)]

    return attempt(ctx, decide)


def _with_bought(
    ctx: Context, live: LiveRecord, dealt: LiveRecord, terms: Terms
) -> Stored[SummaryRecord] | None:
    """Return the summary with the chips bought for a deal, if any were."""
    was, now = live.table, dealt.table
    before, after = game_of(live, terms).bought, game_of(dealt, terms).bought
    if was.hand and after == before:
        return None
    stored = load_summary(ctx, now)
    if not was.hand:
        summary = replace(with_first(stored.record, after), began=now.began)
    else:
        new = {seat: chips - before[seat] for seat, chips in enumerate(after)}
        bought = {seat: chips for seat, chips in new.items() if chips}
        summary = rebuys(stored.record, now.hand, bought)
    return stored._replace(record=summary)


def _close(
    ctx: Context,
    table: Table,
    poster: Poster,
    request: DealRequest,
    terms: Terms,
    entries: EntriesRecord,
) -> ClosedHand:
    """Return the next hand according to the request and the entries.

    Its cards are fixed unless they are drawn.

    Raises
    ------
    Refusal
        ``forbidden``, ``stakes-missing``, ``game-over``.
    Malformed, AgainstRules, NotNow
        The deal or the dealer named is wrong.
    """
    was, rules = table.live.table, terms.rules
    game = game_to_deal(table.live, terms, entries)
    if game.next_dealer() is None:
        game.check_start()
    if len(game.seats_in) < 2:
        raise NotNow(say("stakes.too-few-with-chips"))
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
    recording = recording_of(was.recording)
    where = recording.deal(poster, request, staked, len(was.players))
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
        away=tuple(seat + 1 for seat in range(len(after.players)) if after.away >> seat & 1),
        rules=full_hash_of(terms),
        found=request.found,
        cut=request.cut,
    )
    fixed = LiveDeal(
        started=now,
        digest=sha256_text(public.dumps()),
        dealer=dealer,
        amount=amount,
        where=where,
        placements=placements,
        enterer=recording.enterer(poster),
    )
    live = LiveRecord(after, LiveHand(fixed, noted=1))
    hand = new_hand(live, fixed, terms)  # raises if the deal is wrong
    return ClosedHand(live, SetupRecord(request, public, None, poster, now * 100), hand)


def _dealer(game: Game, table: LiveTable, request: DealRequest, poster: Poster) -> int:
    """Return whose turn it is to deal; raise unless the poster may deal."""
    turn = game.next_dealer()
    found = None if request.found is None else _found(game, request.found)
    if turn is None:
        turn = dealer_now(game, table)
        if poster.seat is None:  # a seat cannot name itself: the first dealer was drawn
            named = [seat for seat in (found, request.dealer) if seat is not None]
            if len(set(named)) > 1:
                raise AgainstRules("R2", say("dealer.another-found", seat=named[0] + 1))
            if not named and recording_of(table.recording).real_cards:
                raise AgainstRules("R2", say("dealer.to-be-named"))
            turn = named[0] if named else turn
        if turn not in game.seats_in:
            raise Malformed(say("seat.unknown", seat=turn + 1))
    elif request.dealer is not None or found is not None:
        raise AgainstRules("R2", say("deal.rotates", seat=turn + 1))
    deals = {request.dealer, found, poster.seat}
    if game.away >> turn & 1 and game.rules.version.absent_seats_act:
        deals.remove(poster.seat)  # any seat deals for one that is away (R17)
    if poster.seat is not None and not deals <= {None, turn}:
        raise Refusal("forbidden", say("deal.another-seat", seat=turn + 1), dealer=turn + 1)
    return turn


def _found(game: Game, found: FoundDealer) -> int:
    """Return the first dealer whom the cards turned up or cut have found (R2)."""
    from chalicelib.rules.first_dealer import (  # once a table
        by_first_jack,
        by_high_card,
        check_found,
    )

    rules = game.rules
    if isinstance(found, CutCards):
        check_found(rules.table, rules.table.dealer_is_cut)
        cuts = [{seat - 1: parse_card(card) for seat, card in cut.items()} for cut in found.cuts]
        return by_high_card(cuts, game.seats_in, rules.table.order)
    check_found(rules.table, rules.table.dealer_is_turned_up)
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
            placed = rules.table.placement(entries.seat(seat).stakes or {})
            placements[seat] = dict(
                check_placement(rules, placed, amount, game.stacks[seat], game.claimed)
            )
        except RulesError:
            # R17: nobody waits for a seat that is away, also if what it placed no longer fits.
            if game.away >> seat & 1 and rules.version.absent_seats_act:
                placements[seat] = dict(
                    absent_placement(rules, amount, game.stacks[seat], game.claimed)
                )
            else:
                missing.append(seat + 1)
    if missing:
        raise Refusal(
            "stakes-missing",
            say(
                "stakes.amount-not-placed",
                amount=amount,
                seats=tuple(say("seat.name", seat=seat) for seat in missing),
            ),
            seats=missing,
        )
    return placements
