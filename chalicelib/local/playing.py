"""Hands played by Boodle's bots, in this process, on the rules alone.

When a bot has a choice, it sees what its seat may see of the hand (:func:`chalicelib.rules.view`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from chalicelib.rules import Action, Game, Hand, NotNow, Phase, Rules, Viewer, view
from chalicelib.rules.actions import STOP, SeatAction
from chalicelib.rules.game import GameEnd

from .simulated import Results
from .strategy import HOUSE, Sight, Style, choose, misses, name_amount, place
from .trouble import Trouble


@dataclass(frozen=True, slots=True)
class Trial:
    """The parameters of a simulation.

    Attributes
    ----------
    careless
        The chance that a seat misses a play, where that is fined (R9).
    """

    rules: Rules
    seats: int
    hands: int
    careless: float
    seed: int


def play(trial: Trial, show: Callable[[int], None] = lambda played: None) -> Results:
    """Play all hands of a trial, game after game, and return the results.

    Every hand is one of a full table: a game is left, and another begun, when a seat is out of it.

    Packs have a stream of random numbers of their own, so that the same seed deals the same
    packs whatever the rules and the bots are.

    Parameters
    ----------
    show
        Called now and then with the number of hands played.

    Raises
    ------
    Trouble
        Nobody can stake by these rules.
    """
    results = Results(trial.rules.table.space_names)
    packs = Random(f"boodle simulate {trial.seed} packs")
    rng = Random(f"boodle simulate {trial.seed} bots")
    games = 0
    while results.hands < trial.hands:
        _play_game(trial, games, results, packs, rng, show)
        games += 1
    return results


def _play_game(
    trial: Trial,
    number: int,
    results: Results,
    packs: Random,
    rng: Random,
    show: Callable[[int], None],
) -> None:
    """Play a game until it ends, a seat is out of it, or all hands of the trial are played."""
    game = Game.start(trial.rules, trial.seats)
    # Other neighbours and another first dealer in each game.
    styles = [HOUSE[(seat + number) % len(HOUSE)] for seat in range(trial.seats)]
    first: int | None = number % trial.seats
    while results.hands < trial.hands:
        chips, before = game.chips, game.stacks[:]
        hand = _deal(game, styles, packs.sample(range(52), 52), first, rng)
        if hand is None:
            if not game.hands:
                raise Trouble("by these rules nobody has the chips to stake for a first hand")
            results.endings["seats"] += 1
            return
        live, first = list(hand.live), None
        _play_hand(hand, styles, trial.careless, rng)
        game.take(hand)
        if game.chips != chips:
            raise AssertionError(f"{chips} chips became {game.chips}")
        results.add(hand, live, before, [style.name for style in styles])
        show(results.hands)
        if not game.ended:
            results.rebuys += _buy(game)
            if len(game.seats_in) < trial.seats:
                game.close(GameEnd.SEATS)
        if game.ended:
            results.endings[game.ended] += 1
            return


def _buy(game: Game) -> int:
    """Let seats without chips buy new stacks where they may (R12); return how many did."""
    if not game.rules.chips.may_be_bought:
        return 0
    poor = [seat for seat, stack in enumerate(game.stacks) if not stack]
    for seat in poor:
        game.buy(seat)
    return len(poor)


def _deal(
    game: Game, styles: Sequence[Style], pack: Sequence[int], first: int | None, rng: Random
) -> Hand | None:
    """Deal the next hand, staked as the bots like; ``None`` if too few seats can stake."""
    rules = game.rules
    dealer = game.next_dealer() if first is None else first
    amount = None
    if rules.stakes.dealer_names_amount and dealer is not None:
        amount = name_amount(rules, game.stacks[dealer], rng)
    while True:
        placements = _placements(game, styles, amount, rng)
        try:
            return game.deal(pack, dealer=first, amount=amount, placements=placements)
        except NotNow:
            if not amount:
                return None
            amount -= 1  # the dealer named more than two seats can stake


def _placements(
    game: Game, styles: Sequence[Style], amount: int | None, rng: Random
) -> dict[int, Mapping[int, int]]:
    rules = game.rules
    if rules.stakes.are_fixed:
        return {}
    stake = rules.stakes.amount if amount is None else amount
    open_spaces = rules.open_spaces(game.claimed)
    return {
        seat: place(
            styles[seat],
            rules,
            game.layout,
            open_spaces,
            stake if rules.chips.may_owe else min(stake, game.stacks[seat]),
            rng,
        )
        for seat in game.seats_in
    }


def _play_hand(hand: Hand, styles: Sequence[Style], careless: float, rng: Random) -> None:
    rules = hand.rules
    while not hand.over:
        legal = hand.legal_actions()
        if hand.phase is Phase.RUN:
            hand.apply(STOP if misses(careless, rules, rng) else legal[0])
        elif len(legal) == 1:
            hand.apply(legal[0])
        else:
            hand.apply(choice(hand, legal, styles, rng))


def choice(hand: Hand, legal: Sequence[Action], styles: Sequence[Style], rng: Random) -> Action:
    """Return the choice of the bot to act, which sees what its seat may see."""
    first = legal[0]
    if not isinstance(first, SeatAction):
        return rng.choice(legal)
    seat = first.seat
    seen = view(hand, Viewer(seat))
    sight = Sight(hand.rules, seen.holdings[seat], seen.layout)
    return choose(styles[seat], sight, seen.legal, seen.highest, rng)
