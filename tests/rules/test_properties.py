"""What holds in every hand and every game, whatever the rules, the deal and the play."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from chalicelib.rules import (
    PUBLIC,
    Action,
    AgainstRules,
    Deal,
    Game,
    Hand,
    HandView,
    Malformed,
    NotNow,
    Phase,
    Rules,
    RulesError,
    Viewer,
    effects,
    make_rules,
    most_chips,
    view,
)
from chalicelib.rules.actions import (
    Auction,
    Bet,
    Bid,
    Call,
    Check,
    ChipsAction,
    Decline,
    Exchange,
    Fold,
    Pass,
    Play,
    Raise,
    SeatAction,
    Stop,
    Verb,
    loose_parts,
)
from chalicelib.rules.deal import WIDOW
from chalicelib.rules.options.ending import Basis, Unclaimed

from .strategies import (
    PACK,
    Setup,
    any_rules,
    anything,
    begin,
    lawful,
    placement,
    play_on,
    setups,
    snapshot,
    streams,
)

STOPS = st.sampled_from((0.0, 0.3, 1.0))


# Chips (R14)


@given(setups(), streams(), STOPS)
def test_chips_are_neither_made_nor_lost_nor_owed(
    setup: Setup, random: Random, stops: float
) -> None:
    """R12, R14: after every action all accounts add up, and none is below zero.

    Only with ``debt`` stacks may be, and nothing else.
    """
    hand = begin(setup)
    opening = [*setup.stacks, *setup.layout, setup.kitty, setup.pot, 0]
    solvent = len(setup.stacks) if setup.rules.chips.may_owe else 0
    for _ in (None, *play_on(hand, random, stops)):
        assert sum(hand.ledger.chips) == setup.chips
        assert min(hand.ledger.chips[solvent:]) >= 0
    for entry in hand.ledger.entries:
        assert entry.amount > 0
        opening[entry.source] -= entry.amount
        opening[entry.target] += entry.amount
        assert min(opening[solvent:]) >= 0
    assert opening == hand.ledger.chips


@given(setups(), streams(), STOPS)
def test_an_abandoned_hand_gives_every_chip_back(
    setup: Setup, random: Random, stops: float
) -> None:
    hand = begin(setup)
    for _ in range(random.randint(0, 12)):
        if not hand.over:
            hand.apply(lawful(hand, random, stops))
    if hand.over:
        with pytest.raises(NotNow):
            hand.abandon()
        return
    hand.abandon()
    assert (hand.over, hand.winner) == (True, None)
    assert hand.ledger.chips == [*setup.stacks, *setup.layout, setup.kitty, setup.pot, 0]
    assert hand.legal_actions() == []


# Actions


def every_action(hand: Hand) -> list[Action]:
    """Return every action with a meaning, bids and bets those around the bounds.

    ``away`` and ``back`` are left out: they are never listed (R7).
    """
    seats = range(len(hand.counts))
    most = hand.highest_bid()
    low = hand.auction.bid if hand.auction else 0
    if hand.betting:
        low, most = hand.betting.bet, most + hand.betting.put[hand.turn]
    amounts = {1, 2, low, low + 1, low + 2, most - 1, most, most + 1} - {-1, 0}
    actions: list[Action] = [Stop()]
    actions += [Play(seat, card) for seat in seats for card in PACK]
    for asked in (Exchange, Decline, Auction, Pass, Check, Call, Fold):
        actions += [asked(seat) for seat in seats]
    for offered in (Bid, Bet, Raise):
        actions += [offered(seat, chips) for seat in seats for chips in sorted(amounts)]
    return actions


def refusal(hand: Hand, action: Action) -> RulesError | None:
    try:
        hand.verify(action)
    except RulesError as error:
        return error
    return None


def told(error: RulesError | None) -> tuple[Any, ...]:
    """Return all that a refusal says."""
    return type(error), *(getattr(error, name, None) for name in ("detail", "section", "legal"))


def meant(hand: Hand) -> set[Action]:
    """Return the listed actions; a listed bid, bet or raise stands for all up to the highest."""
    listed = hand.legal_actions()
    assert len(set(listed)) == len(listed)
    actions = set(listed)
    for action in listed:
        if isinstance(action, ChipsAction):
            heights = range(action.chips, most_chips(hand) + 1)
            actions |= {replace(action, chips=chips) for chips in heights}
    return actions


@given(setups(), streams(), STOPS)
def test_what_is_listed_as_legal_is_exactly_what_is_accepted(
    setup: Setup, random: Random, stops: float
) -> None:
    hand = begin(setup)
    for _ in (None, *play_on(hand, random, stops)):
        tried = every_action(hand)
        accepted = {action for action in tried if hand.can(action)}
        assert accepted == meant(hand) & set(tried)
        assert hand.over or set(hand.legal_actions()) <= accepted


@given(setups(), streams(), STOPS)
def test_a_refused_action_changes_nothing(setup: Setup, random: Random, stops: float) -> None:
    hand = begin(setup)
    for _ in (None, *play_on(hand, random, stops)):
        if not hand.over and random.random() > 0.5:
            continue
        before = snapshot(hand)
        for action in (anything(hand, random) for _ in range(3)):
            if not hand.can(action):
                with pytest.raises((Malformed, NotNow, AgainstRules)) as refused:
                    hand.apply(action)
                assert refused.value.detail
        assert snapshot(hand) == before


@given(setups(), streams(), STOPS)
def test_the_options_named_in_a_refusal_are_legal(
    setup: Setup, random: Random, stops: float
) -> None:
    hand = begin(setup)
    for _ in (None, *play_on(hand, random, stops)):
        for action in (anything(hand, random) for _ in range(5)):
            refused = refusal(hand, action)
            if isinstance(refused, AgainstRules):
                assert refused.section in ("R5", "R6", "R7", "R9", "R15")
                assert set(refused.legal) <= set(hand.legal_actions())
                seats = {loose_parts(legal).seat for legal in refused.legal}
                assert seats <= {loose_parts(action).seat}


@given(setups(), streams(), STOPS)
def test_replaying_any_part_of_a_hand_leads_to_the_same_state(
    setup: Setup, random: Random, stops: float
) -> None:
    hand = begin(setup)
    done: list[Action] = []
    for action in play_on(hand, random, stops):
        done.append(action)
        if hand.over or random.random() < 0.4:
            assert snapshot(setup.hand().replay(done)) == snapshot(hand)
    assert hand.number == len(done)


@given(setups(), streams(), STOPS)
def test_every_hand_ends(setup: Setup, random: Random, stops: float) -> None:
    """No stop without a play before it; bids, bets and raises rise within a stack.

    Every seat passes once, and answers a raise once.
    """
    hand = begin(setup)
    cards = sum(hand.counts) + len(hand.deal.cards(WIDOW)) + len(hand.plays)
    done = [action.verb for action in play_on(hand, random, stops)]
    assert done.count(Verb.PLAY) <= len(hand.plays) <= cards  # some are played for absent seats
    assert done.count(Verb.STOP) <= len(hand.plays)
    most = max(0, *setup.stacks)  # in debt (R12) a seat cannot bid
    assert done.count(Verb.BID) <= most
    assert done.count(Verb.PASS) < len(setup.seats)
    raises = done.count(Verb.BET) + done.count(Verb.RAISE)
    assert raises <= most
    answers = sum(done.count(verb) for verb in (Verb.CHECK, Verb.CALL, Verb.FOLD))
    assert answers <= (raises + 1) * len(setup.seats)
    assert sum(done.count(verb) for verb in (Verb.EXCHANGE, Verb.DECLINE, Verb.AUCTION)) <= 1
    assert hand.legal_actions() == []
    assert hand.winner is None or hand.counts[hand.winner] == 0 or hand.live == [hand.winner]
    assert [e.seat for e in hand.events if e.kind == "end"] == [hand.winner]
    if hand.winner is None:
        assert hand.rules.leading.ends_after_circle or not hand.live


@given(setups(), streams(), STOPS)
def test_cards_are_where_the_hand_says(setup: Setup, random: Random, stops: float) -> None:
    hand = begin(setup)
    for _ in (None, *play_on(hand, random, stops)):
        for seat in range(len(hand.counts)):
            held = [card for card in PACK if hand.where[card] == seat]
            assert hand.counts[seat] == len(held)
            assert hand.sets[seat] == sum(1 << card for card in held)
        assert len({card for _, card, _ in hand.plays}) == len(hand.plays)
    suits = hand.rules.table.order
    for (_, before, _), (_, card, led) in pairwise(hand.plays):
        assert led or card == suits.next[before]  # R7


@given(setups(), streams(), STOPS)
def test_effects_number_by_number_are_all_that_happened(
    setup: Setup, random: Random, stops: float
) -> None:
    hand = begin(setup)
    list(play_on(hand, random, stops))
    by_number = [effects(hand, number) for number in range(hand.number + 1)]
    assert [event for events, _ in by_number for event in events] == hand.events
    assert [entry for _, entries in by_number for entry in entries] == hand.ledger.entries


# Views


def everything_told(hand: Hand, seat: int | None) -> tuple[Any, ...]:
    """Return all that the engine tells this seat: its view, effects, answers to its actions."""
    own = [
        action
        for action in every_action(hand)
        if isinstance(action, SeatAction) and action.seat == seat
    ]
    return (
        view(hand, Viewer(seat)),
        [effects(hand, number) for number in range(hand.number + 1)],
        [told(refusal(hand, action)) for action in [*own, Stop()]],
    )


def hidden_swaps(hand: Hand, seat: int | None, random: Random, tries: int) -> list[Deal]:
    """Return deals in which two cards that this seat has never seen have changed places."""
    deal = hand.deal.where
    seen = {card for _, card, _ in hand.plays}
    seen |= {card for card in PACK if seat is not None and seat in (deal[card], hand.where[card])}
    unseen = [card for card in PACK if card not in seen]
    deals = []
    for _ in range(tries if len(unseen) > 1 else 0):
        one, other = random.sample(unseen, 2)
        if deal[one] != deal[other]:
            where = list(deal)
            where[one], where[other] = where[other], where[one]
            deals.append(Deal(tuple(where)))
    return deals


def compared_after_swaps(setup: Setup, random: Random, stops: float) -> int:
    """Compare what each seat is told where only hidden cards differ; return how often that was."""
    hand = begin(setup)
    # Who holds a space, and who has the best hand, are public once they are paid (R15).
    told_by_chips = setup.rules.winning.spaces_by_holding or setup.rules.winning.pot_by_poker
    compared = 0
    done: list[Action] = []
    for action in play_on(hand, random, stops):
        done.append(action)
        if hand.over or random.random() < 0.7:
            continue
        for seat in (None, *hand.live):
            for deal in hidden_swaps(hand, seat, random, tries=2):
                other = setup.hand(deal)
                try:
                    other.replay(done)
                except RulesError:
                    continue  # the public history would have been another
                if (other.phase, other.next_card, other.turn, other.counts, other.events) == (
                    hand.phase,
                    hand.next_card,
                    hand.turn,
                    hand.counts,
                    hand.events,
                ) and (not told_by_chips or other.ledger.entries == hand.ledger.entries):
                    assert everything_told(other, seat) == everything_told(hand, seat)
                    compared += 1
    return compared


@given(setups(), streams(), STOPS)
def test_what_a_seat_is_reported_does_not_depend_on_what_it_has_not_seen(
    setup: Setup, random: Random, stops: float
) -> None:
    compared_after_swaps(setup, random, stops)


def test_the_swaps_do_compare_something() -> None:
    rules = make_rules("michigan_ru")
    random = Random(7)
    setup = Setup(rules, [50] * 4, 3, random.sample(PACK, 52), [0, 1, 2, 3], [0] * 4, 0, 0, None)
    assert compared_after_swaps(setup, random, 0.3) > 10


@given(setups(), streams(), STOPS)
def test_before_the_end_a_viewer_sees_his_own_cards_and_no_others(
    setup: Setup, random: Random, stops: float
) -> None:
    hand = begin(setup)
    for _ in (None, *play_on(hand, random, stops)):
        if hand.over:
            break
        for seat in (None, *range(len(hand.counts))):
            seen = view(hand, Viewer(seat))
            assert set(seen.holdings) == ({seat} if seat in hand.live else set())
            assert seen.widow is None
            assert seen.dead is None
            assert {loose_parts(action).seat for action in seen.legal} <= {seat}
            assert seen.highest == 0 or seen.turn == seat
            if hand.phase is Phase.RUN:
                holds = hand.where[hand.next_card]
                assert seen.turn == (holds if holds == seat else None)
            else:
                assert seen.turn == hand.turn
            assert seen.cards_left == tuple(hand.counts)
    assert_all_open(hand, view(hand))


def assert_all_open(hand: Hand, seen: HandView) -> None:
    assert seen.widow is not None
    assert seen.dead is not None
    shown = [card for held in seen.holdings.values() for card in held]
    shown += [*seen.widow, *seen.dead]
    assert sorted(shown + [card for _, card, _ in hand.plays]) == list(PACK)
    assert [play.card for play in seen.plays] == [card for _, card, _ in hand.plays]
    assert (seen.turn, seen.waits_for, seen.awaiting, seen.legal) == (None, None, None, ())


@given(setups(), streams(), STOPS)
def test_who_entered_the_deal_sees_every_card(setup: Setup, random: Random, stops: float) -> None:
    hand = begin(setup)
    for _ in (None, *play_on(hand, random, stops)):
        seen = view(hand, Viewer(knows_deal=True))
        assert set(seen.holdings) == set(hand.live)
        assert seen.widow is not None
        assert seen.dead is not None
        holds = hand.where[hand.next_card] if hand.phase is Phase.RUN else hand.turn
        assert seen.turn == (None if hand.over else holds)
        assert [play.card for play in seen.plays] == [card for _, card, _ in hand.plays]


@given(setups(any_rules(played_cards="covered")), streams(), STOPS)
def test_of_covered_cards_only_the_top_one_is_seen(
    setup: Setup, random: Random, stops: float
) -> None:
    """R7: a seat still sees its own."""
    hand = begin(setup)
    for _ in play_on(hand, random, stops):
        if hand.over:
            break
        tops = {seat: card for seat, card, _ in hand.plays}
        for viewer in (PUBLIC, *(Viewer(seat) for seat in hand.live)):
            expected = [
                (seat, card if seat == viewer.seat or tops[seat] == card else None, led)
                for seat, card, led in hand.plays
            ]
            seen = view(hand, viewer).plays
            assert [(play.seat, play.card, play.led) for play in seen] == expected


# Games


def next_hand(game: Game, random: Random) -> Hand | None:
    """Deal the next hand of a game, the stakes placed anyhow; new stacks are bought for it (R12).

    ``None`` if too few can stake: for the first hand, or while others might yet buy a stack.
    """
    for seat in range(len(game.stacks)):
        buys = game.rules.chips.may_be_bought and not game.stacks[seat]
        if buys and (len(game.seats_in) < 2 or random.random() < 0.5):
            game.buy(seat)
    if len(game.stacks) < 8 and random.random() < 0.1:
        game.join()
    first = game.dealer is None
    turn = random.randrange(len(game.stacks)) if first else game.next_dealer()
    can_name = turn is not None and game.stacks[turn] > 0
    amount = None
    if game.rules.stakes.dealer_names_amount and can_name:
        amount = min(1, game.rules.stakes.amount)  # what a game that goes on allows for
    try:
        return game.deal(
            random.sample(PACK, 52),
            dealer=turn if first else None,
            amount=amount,
            placements={
                seat: placement(game.rules, game.stacks[seat], random, amount, game.claimed)
                for seat in game.seats_in
            },
        )
    except NotNow:
        assert first or game.rules.chips.may_be_bought
        assert game.rules.stakes.short_sit_out
        return None


def still_in(game: Game) -> list[int]:
    """R12: who has chips, or may be in debt."""
    everyone = game.rules.chips.may_owe
    return [seat for seat, stack in enumerate(game.stacks) if stack or everyone]


def next_in(game: Game, seat: int) -> int:
    order = [(seat + step) % len(game.stacks) for step in range(1, len(game.stacks) + 1)]
    return next(other for other in order if other in still_in(game))


def assert_shared(game: Game) -> None:
    """R13: end of the game, written out."""
    chips, before = game.chips, list(game.stacks)
    lying = sum(game.layout) + game.kitty + game.pot
    bank = game.bank
    takers = still_in(game)
    if game.rules.ending.unclaimed is Unclaimed.VOID:
        takers = []
    elif game.rules.ending.unclaimed is Unclaimed.LEADER_TAKES:
        takers = [seat for seat in takers if before[seat] == max(before)]
    share = lying // len(takers) if takers else 0
    entries = game.share_unclaimed()
    assert sum(entry.amount for entry in entries) == lying
    assert game.stacks == [
        stack + share if seat in takers else stack for seat, stack in enumerate(before)
    ]
    assert game.bank == bank + lying - share * len(takers)
    assert (sum(game.layout), game.kitty, game.pot, game.chips) == (0, 0, 0, chips)
    assert game.share_unclaimed() == []


def due_ending(game: Game) -> str | None:
    """Return why the game has to end after a hand that was played out (R12, R13)."""
    rules = game.rules
    if rules.ending.hands == game.hands:
        return "hands"
    counting = game.stacks
    if rules.ending.basis is Basis.NET:
        counting = [game.stacks[seat] - game.bought[seat] for seat in range(len(game.stacks))]
    if rules.ending.chips is not None and any(n >= rules.ending.chips for n in counting):
        return "chips"
    if rules.ending.closes_spaces and not rules.open_spaces(game.claimed):
        return "claimed"
    if rules.ending.stops_refilling and rules.stakes.kitty + rules.stakes.pot:
        spaces = len(rules.table.layout)
        heaps = [rules.stakes.kitty, rules.stakes.pot]
        won = [bool(game.claimed >> spaces + place & 1) for place in (0, 1)]
        if all(taken for taken, staked in zip(won, heaps, strict=True) if staked):
            return "claimed"
    return "seats" if game.ended == "seats" else None


@given(any_rules(), st.integers(3, 8), st.integers(0, 2**32), STOPS)
def test_a_game_keeps_its_chips_rotates_the_deal_and_shares_what_is_left(
    rules: Rules, seats: int, seed: int, stops: float
) -> None:
    """R2, R12, R13, R14, over up to 12 hands, some of them abandoned, and seats that join."""
    random = Random(seed)
    game = Game.start(rules, seats)
    played = 0
    for _ in range(12):
        hand = next_hand(game, random)
        if hand is None and game.dealer is None:
            reject()
        if hand is None:
            break
        if game.dealer is not None:
            due = next_in(game, game.dealer)
            assert game.next_dealer() == due
            assert hand.dealer == due or rules.stakes.short_sit_out
        assert set(hand.live) <= set(game.seats_in)
        before = (list(game.stacks), list(game.layout), game.kitty, game.pot, game.bank)
        if not hand.over and random.random() < 0.2:
            hand.abandon()
            game.take(hand)
            assert before == (game.stacks, game.layout, game.kitty, game.pot, game.bank)
            assert game.ended in (None, "seats")
        else:
            if not hand.over:
                with pytest.raises(NotNow):
                    game.take(hand)
            list(play_on(hand, random, stops))
            game.take(hand)
            played += 1
            assert game.ended == due_ending(game)
        assert game.dealer == hand.dealer
        assert game.hands == played
        assert game.bought == [n * rules.table.chips for n in stacks_bought(game)]
        assert game.chips == sum(game.bought)
        assert game.seats_in == still_in(game)
        if game.ended:
            break
    if game.ended is None:
        with pytest.raises(NotNow):
            game.share_unclaimed()
        assert len(game.seats_in) >= 2 or rules.chips.may_be_bought
        game.close()
        assert game.ended == "closed"
    for refused in (lambda: game.deal(list(PACK)), game.join, lambda: game.buy(0)):
        with pytest.raises(NotNow):
            refused()
    assert_shared(game)


def stacks_bought(game: Game) -> list[int]:
    """Return how many stacks each seat has bought: one, but for those that may buy more (R12)."""
    if game.rules.chips.may_be_bought:
        return [max(1, bought // game.rules.table.chips) for bought in game.bought]
    return [1] * len(game.stacks)
