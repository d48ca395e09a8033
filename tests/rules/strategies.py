"""Random rules, seats, deals and ways to play them, for the property and differential tests."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from chalicelib.rules import (
    OPTIONS,
    PRESETS,
    TEXT,
    Action,
    Deal,
    Fold,
    Hand,
    Ledger,
    NotNow,
    Phase,
    Rules,
    account_name,
    clockwise,
    deal_hands,
    make_rules,
    most_chips,
    overridden,
)
from chalicelib.rules.actions import (
    TABLE,
    Away,
    Back,
    ChipsAction,
    Part,
    Recording,
    Verb,
    verbs_of,
)
from chalicelib.rules.deal import WIDOW
from chalicelib.rules.hand.staked import StakedHand

PACK = tuple(range(52))

LAYOUTS: tuple[list[Any], ...] = (
    ["AH", "KC", "QD", "JS"],
    ["KS", "KH", "KD", "KC"],
    ["AH", "KH", "QH", "JH", "10H", {"name": "K-Q", "cards": ["KH", "QH"]}],
    [{"name": "8-9-10", "cards": ["8S", "9S", "10S"]}, "10S", {"name": "low", "cards": ["AC"]}],
    [{"name": "red", "cards": ["QH", "QD"]}, {"name": "black", "cards": ["JC", "JS"]}, "QH"],
    ["7D"],
    ["10H", {"name": "8-9-10", "cards": ["8", "9", "10"]}],
    [{"name": "first", "cards": ["5C"]}, {"name": "second", "cards": ["5C"]}, "6C", "9H"],
)

VALUES: dict[str, Sequence[Any]] = {
    **{o.name: (o.bounds[0], o.bounds[0] + 1) for o in OPTIONS if o.bounds},
    "layout": LAYOUTS,
    "chips.start": (1, 4, 9, 15, 50),
    "stakes.amount": (0, 1, 2, 4, 7),
    "stakes.dealer_factor": (1, 2, 3),
    "stakes.kitty": (0, 1, 3),
    "stakes.pot": (0, 1, 3),
    "lead.pass_fee": (0, 1, 3),
    "per_card": (0, 1, 2),
    "penalty.missed_play": (0, 1, 2),
    "ending.hands": (None, 1, 3, 6),
    "ending.minutes": (None, 1, 60),
    "ending.chips": (None, 1, 60, 300),
}
"""Values to try of the options that are no mere choice."""


def _any_cards() -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(TEXT), min_size=1, max_size=3, unique=True)


def layouts() -> st.SearchStrategy[list[Any]]:
    """Layouts: the usual ones, and any spaces of one to three cards, which may overlap."""
    made_up = st.lists(_any_cards(), min_size=1, max_size=6).map(
        lambda spaces: [{"name": f"space {i}", "cards": cards} for i, cards in enumerate(spaces)]
    )
    return st.sampled_from(LAYOUTS) | made_up


NAMES = {option.name.replace(".", "_"): option.name for option in OPTIONS}


def any_rules(**pinned: Any) -> st.SearchStrategy[Rules]:
    """Rules of any preset, with about half of the options set in any way.

    The options in ``pinned`` (``_`` for the dot) have that value always.
    """
    fixed = {NAMES[option]: value for option, value in pinned.items()}
    values = {
        option.name: layouts()
        if option.name == "layout"
        else st.sampled_from(option.choices or tuple(VALUES[option.name]))
        for option in OPTIONS
    }

    def build(preset: str, chosen: dict[str, Any]) -> Rules:
        chosen |= fixed
        if {**PRESETS[preset], **chosen}.get("widow") == "none":
            chosen.pop("deal.leftover", None)  # equal_to_widow would contradict it
        return make_rules(preset, chosen)

    return st.builds(
        build, st.sampled_from(tuple(PRESETS)), st.fixed_dictionaries({}, optional=values)
    )


@dataclass(frozen=True, repr=False)
class Setup:
    """All that a hand is made from."""

    rules: Rules
    stacks: list[int]
    dealer: int
    deal: Deal | list[int]
    seats: list[int]
    layout: list[int]
    kitty: int
    pot: int
    amount: int | None
    placements: dict[int, dict[int, int]] = field(default_factory=dict)
    claimed: int = 0
    away: int = 0

    def hand(self, deal: Deal | None = None) -> Hand:
        return Hand(
            self.rules,
            self.stacks,
            self.dealer,
            deal or self.deal,
            layout=self.layout,
            kitty=self.kitty,
            pot=self.pot,
            seats=self.seats,
            amount=self.amount,
            placements=self.placements,
            claimed=self.claimed,
            away=self.away,
        )

    def seats_dealt_in(self) -> list[int]:
        """Return who is dealt in: nobody, where fewer than two seats can stake (R3, R12)."""
        try:
            return StakedHand(
                self.rules, self.stacks, self.dealer, seats=self.seats, amount=self.amount,
                placements=self.placements, claimed=self.claimed,
            ).live  # fmt: skip
        except NotNow:
            return []

    @property
    def chips(self) -> int:
        return sum(self.stacks) + sum(self.layout) + self.kitty + self.pot

    def __repr__(self) -> str:
        if isinstance(self.deal, Deal):
            piles = {pile: self.deal.cards(pile) for pile in [*self.seats, WIDOW]}
            dealt = str({p: " ".join(TEXT[card] for card in held) for p, held in piles.items()})
        else:
            dealt = " ".join(TEXT[card] for card in self.deal)
        return (
            f"{self.rules.preset} {overridden(self.rules)}: dealer {self.dealer}, {dealt}, "
            f"{self.stacks} {self.layout} {self.kitty} {self.pot} {self.amount} {self.placements} "
            f"{self.claimed:b} {self.away:b}"
        )


def placement(
    rules: Rules, stack: int, random: Random, amount: int | None = None, claimed: int = 0
) -> dict[int, int]:
    """Return a stake of exactly what is due, spread or on one space as the rules have it."""
    due = rules.stakes.amount
    if rules.stakes.dealer_names_amount and amount is not None:
        due = amount
    if not rules.chips.may_owe:
        due = min(due, stack)
    spaces = rules.open_spaces(claimed)
    if rules.stakes.are_fixed or not spaces:
        return {}
    placed: dict[int, int] = {}
    space = random.choice(spaces)
    for _ in range(due):
        placed[space] = placed.get(space, 0) + 1
        if not rules.stakes.on_one_space:
            space = random.choice(spaces)
    return placed


def small_deal(rules: Rules, seats: Sequence[int], random: Random) -> Deal:
    """Deal a few cards of one to three suits, so that runs are long and seats go out soon."""
    suits = random.sample(range(4), random.randint(1, 3))
    low = random.choice((0, 0, 4, 7)) if len(suits) > 1 else 0
    pool = [card for card in PACK if card // 13 in suits and card % 13 >= low]
    random.shuffle(pool)
    size = random.randint(1, 5)
    hands = {seat: [pool.pop()] for seat in seats}
    for seat in seats:
        for _ in range(size + random.choice((-1, 0, 0, 1))):
            if len(pool) > 1:
                hands[seat].append(pool.pop())
    widow = [] if not rules.widow.exists else pool[: random.randint(1, 4)]
    return deal_hands(hands, widow)


STACKS = (1, 2, 3, 4, 6, 9, 20, 50, 50, 100)


@st.composite
def setups(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, small: bool | None = None
) -> Setup:
    """A hand about to begin: 2 to 8 seats in, others out, stacks poor and rich, chips carried."""
    chosen = draw(any_rules() if rules is None else rules)
    table = draw(st.integers(2, 8))
    random = Random(draw(st.integers(0, 2**32)))
    seats = sorted(random.sample(range(table), random.randint(2, table)))
    rich = random.random() < 0.5
    stacks = [
        (60 if rich else random.choice(STACKS)) if seat in seats else 0 for seat in range(table)
    ]
    if chosen.chips.may_owe:
        stacks = [stack - random.choice((0, 0, 5, 60)) for stack in stacks]
    dealer = random.choice(seats)
    amount = None
    if chosen.stakes.dealer_names_amount and random.random() < 0.7:
        amount = min(random.randint(1, 6), max(0, stacks[dealer]))
    carried = random.random() < 0.5
    claimed = 0
    if chosen.ending.winds_down:
        claimed = random.getrandbits(len(chosen.table.layout) + 2)
    setup = Setup(
        chosen,
        stacks,
        dealer,
        random.sample(PACK, 52),
        seats,
        [random.randint(0, 9) if carried else 0 for _ in chosen.table.layout],
        random.randint(0, 9) if carried else 0,
        random.randint(0, 9) if carried else 0,
        amount,
        {seat: placement(chosen, stacks[seat], random, amount, claimed) for seat in seats},
        claimed,
        random.getrandbits(table) if random.random() < 0.2 else 0,
    )
    if small is None:
        small = draw(st.booleans())
    if small and (dealt_in := setup.seats_dealt_in()):
        return replace(setup, deal=small_deal(chosen, dealt_in, random))
    return setup


def streams() -> st.SearchStrategy[Random]:
    """The choices made while playing; a failing stream is cut down to a simple one."""
    return st.randoms(use_true_random=False)


def lawful(hand: Hand, random: Random, stops: float = 0.3, absences: float = 0.06) -> Action:
    """Return a legal action; bids of any height, a stop, where it may be, so often.

    So often, too, a seat goes away or comes back (R17).
    """
    legal = hand.legal_actions()
    may_be_away = not hand.rules.runs.play_themselves or hand.rules.absent_seats_act
    if may_be_away and random.random() > 1 - absences:  # a failing stream shrinks towards 0
        seat = random.choice(hand.live)
        return Back(seat) if hand.away >> seat & 1 else Away(seat)
    if hand.phase is Phase.RUN:
        return legal[-1] if len(legal) > 1 and random.random() < stops else legal[0]
    action = random.choice(legal)
    if not isinstance(action, ChipsAction):
        return action
    return replace(action, chips=random.randint(action.chips, most_chips(hand)))


def anything(hand: Hand, random: Random) -> Action:
    """Return an action that is mostly unlawful and now and then senseless."""
    row = TABLE[random.choice((*verbs_of(Recording.DEALT), Verb.PLAY, Verb.PLAY, Verb.SHOW))]
    parts = {
        Part.SEAT: random.choice((*range(len(hand.counts)), -1, 99)),
        Part.CARD: random.choice((*PACK, -1, 52)),
        Part.CHIPS: random.randint(-1, 60),
    }
    return row.make(*(parts[part] for part in row.parts))


def play_on(hand: Hand, random: Random, stops: float = 0.3) -> Iterator[Action]:
    """Play the hand out, handing over each action after it was done."""
    while not hand.over:
        action = lawful(hand, random, stops)
        hand.apply(action)
        yield action


def begin(setup: Setup) -> Hand:
    """Return the hand. What is drawn is no example where fewer than two seats can stake (R3)."""
    try:
        return setup.hand()
    except NotNow:
        assert setup.rules.stakes.short_sit_out
        reject()


def _frozen(value: Any) -> Any:
    if isinstance(value, Ledger):
        return value.chips[:], value.entries[:]
    if isinstance(value, list):
        return [_frozen(item) for item in value]
    if isinstance(value, dict | set):
        return copy.deepcopy(value)
    if _slots(value) and not isinstance(value, tuple):
        return {name: _frozen(getattr(value, name)) for name in _slots(value)}
    return value


def _slots(value: Any) -> list[str]:
    return [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]


def snapshot(hand: Fold) -> dict[str, Any]:
    """Return the whole state of a hand, to be compared with another or with itself later."""
    return {
        "legal": hand.legal_actions(),
        **{name: _frozen(getattr(hand, name)) for name in _slots(hand)},
    }


def named_moves(hand: Fold) -> list[tuple[str, str, int]]:
    """Return the ledger's movements with account names for numbers."""
    seats, spaces = len(hand.ledger.stacks), hand.rules.table.space_names
    return [
        (
            account_name(entry.source, seats, spaces),
            account_name(entry.target, seats, spaces),
            entry.amount,
        )
        for entry in hand.ledger.entries
    ]


def left_of(hand: Hand, seat: int) -> list[int]:
    """Return the other live seats, clockwise."""
    return [s for s in clockwise(hand.live, seat) if s != seat]
