"""A game: one table from the first deal to its ending, a sequence of hands (R2, R12, R13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from chalicelib.message import say

from .cards import Card
from .deal import Deal, clockwise
from .errors import Malformed, NotNow
from .hand.fold import Fold
from .hand.known import Hand
from .hand.staked import MAX_SEATS
from .hand.stakes import Placement, seats_able
from .illegal import AgainstRules
from .ledger import Entry, Ledger
from .options.rules import Rules

MIN_SEATS = 3


class GameEnd(StrEnum):
    """Why a game is over (R12, R13)."""

    # The values are stored.
    HANDS = "hands"
    """The number of hands of ``ending.hands`` is reached."""
    MINUTES = "minutes"
    """Its time is up."""
    CHIPS = "chips"
    """A seat has the chips of ``ending.chips``."""
    CLAIMED = "claimed"
    """Everything on the table was won."""
    SEATS = "seats"
    """Fewer than two seats can stake."""
    CLOSED = "closed"
    """Its round was closed."""


@dataclass(slots=True)
class Game:
    """The chips of a table between two hands, and whose turn it is to deal.

    Attributes
    ----------
    stacks, layout, kitty, pot, bank
        Chips, by seat and by space in layout order.
    dealer
        The seat that dealt last; ``None`` before the first deal.
    hands
        How many hands were played out; abandoned ones do not count.
    ended
        Why the game is over, or ``None`` while it is not.
    bought
        The chips that the player of each seat has bought or brought.
    claimed
        What was won before, for the wind-down: a bit a space, then kitty, then pot (R13).
    away
        The seats that are away, for which a fixed rule plays (R17), a bit a seat.
    left
        The seats that are vacant because their players have left (R12), a bit a seat.
    """

    rules: Rules
    stacks: list[int]
    layout: list[int] = field(default_factory=list)
    kitty: int = 0
    pot: int = 0
    bank: int = 0
    dealer: int | None = None
    hands: int = 0
    ended: GameEnd | None = None
    bought: list[int] = field(default_factory=list)
    claimed: int = 0
    away: int = 0
    left: int = 0

    def __post_init__(self) -> None:
        self.layout = self.layout or [0] * len(self.rules.table.layout)
        self.bought = self.bought or self.usually_bought

    @classmethod
    def start(cls, rules: Rules, seats: int, left: int = 0) -> Game:
        """Return a new game of 3 to 8 seats with full stacks (R1).

        Parameters
        ----------
        left
            The seats that are vacant already, a bit a seat: they have no chips.

        Raises
        ------
        Malformed
            The number of seats is not 3 to 8.
        """
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise Malformed(
                say(
                    "game.seats",
                    least=MIN_SEATS,
                    most=MAX_SEATS,
                    seats=seats,
                )
            )
        game = cls(rules, [0] * seats, left=left)
        game.stacks = game.usually_bought
        return game

    @property
    def chips(self) -> int:
        """All chips of the table: those bought or brought, less the stacks taken away (R14)."""
        return sum(self.stacks) + sum(self.layout) + self.kitty + self.pot + self.bank

    @property
    def usually_bought(self) -> list[int]:
        """The chips that the player of each seat has bought if each has bought one stack."""
        chips = self.rules.table.chips
        return [0 if self.left >> seat & 1 else chips for seat in range(len(self.stacks))]

    @property
    def seats_taken(self) -> list[int]:
        """The seats whose players have not left (R12)."""
        return [seat for seat in range(len(self.stacks)) if not self.left >> seat & 1]

    @property
    def seats_in(self) -> list[int]:
        """The seats still in the game: those with chips, or all where debts are allowed (R12)."""
        if self.rules.chips.may_owe:
            return self.seats_taken
        return [seat for seat in self.seats_taken if self.stacks[seat]]

    def check_start(self) -> None:
        """Raise if too few seats are left for the first deal (R1).

        Raises
        ------
        NotNow
            Some have left before it, and fewer than three are taken.
        """
        taken = len(self.seats_taken)
        if self.left and taken < MIN_SEATS:
            raise NotNow(say("game.too-few-to-start", least=MIN_SEATS, seats=taken))

    def buy(self, seat: int) -> int:
        """Let a seat without chips buy a new stack before the next deal; return its chips (R12).

        Raises
        ------
        AgainstRules
            The rules have no ``rebuy``, or the seat has chips.
        NotNow
            The game is over, or the seat is vacant.
        Malformed
            There is no such seat.
        """
        self._check_taken(seat)
        if not self.rules.chips.may_be_bought:
            raise AgainstRules("R12", say("seat.no-rebuy"))
        if self.stacks[seat]:
            raise AgainstRules("R12", say("seat.has-chips", seat=seat + 1))
        self.stacks[seat] += self.rules.table.chips
        self.bought[seat] += self.rules.table.chips
        return self.rules.table.chips

    def join(self, seat: int | None = None) -> int:
        """Let a newcomer join between two hands by buying a stack; return the seat (R12).

        Parameters
        ----------
        seat
            A vacant seat, or a new one after the last, which is the default: it is between the
            last seat and the first.

        Raises
        ------
        NotNow
            The game is over, or the seat is taken, or every seat is.
        Malformed
            There is no such seat.
        """
        chips = self.rules.table.chips
        return self.sit_down(len(self.stacks) if seat is None else seat, chips, chips)

    def sit_down(self, seat: int, stack: int, bought: int) -> int:
        """Seat somebody between two hands, with a stack that was taken away or is bought (R12).

        Parameters
        ----------
        seat
            A vacant seat, or a new one after the last.
        bought
            All chips that the player has bought or brought.

        Raises
        ------
        NotNow, Malformed
            As :meth:`join`.
        """
        self._check_going_on()
        if seat == len(self.stacks):
            if seat >= MAX_SEATS:
                raise NotNow(say("seat.table-full", most=MAX_SEATS))
            self.stacks.append(0)
            self.bought.append(0)
        elif not 0 <= seat < len(self.stacks):
            raise Malformed(say("seat.unknown", seat=seat + 1))
        elif not self.left >> seat & 1:
            raise NotNow(say("seat.taken", seat=seat + 1))
        self.stacks[seat], self.bought[seat] = stack, bought
        self.left &= ~(1 << seat)
        return seat

    def leave(self, *seats: int) -> list[int]:
        """Let seats leave between two hands; return the stacks that they take away (R12).

        What lies on layout, kitty and pot stays. With fewer than two seats left the game is over.

        Raises
        ------
        NotNow
            The game is over, or a seat is vacant already.
        AgainstRules
            The rules are of a version in which no seat leaves.
        Malformed
            There is no such seat.
        """
        for seat in seats:
            self._check_taken(seat)
        taken = [self.stacks[seat] for seat in seats]
        for seat in seats:
            self.stacks[seat] = self.bought[seat] = 0
            self.left |= 1 << seat
            self.away &= ~(1 << seat)
        if self.dealer is not None and self._too_few_seats():
            self.ended = GameEnd.SEATS
        return taken

    def hand_over(self, seat: int) -> int:
        """Let a substitute go on with the stack of a seat, and return it (R12).

        Raises
        ------
        NotNow, AgainstRules, Malformed
            As :meth:`leave`.
        """
        self._check_taken(seat)
        self.bought[seat] = self.stacks[seat]
        self.away &= ~(1 << seat)
        return self.stacks[seat]

    def _check_going_on(self) -> None:
        if self.ended:
            raise NotNow(say("game.over"))

    def _check_taken(self, seat: int) -> None:
        self._check_going_on()
        if not 0 <= seat < len(self.stacks):
            raise Malformed(say("seat.unknown", seat=seat + 1))
        if self.left >> seat & 1:
            raise NotNow(say("seat.vacant", seat=seat + 1))

    def next_dealer(self) -> int | None:
        """Return whose turn it is to deal (R2).

        ``None`` before the first deal, and when nobody has chips left.
        """
        if self.dealer is None or not self.seats_in:
            return None
        return clockwise(self.seats_in, self.dealer)[0]

    def deal(
        self,
        deal: Deal | Sequence[Card],
        *,
        dealer: int | None = None,
        amount: int | None = None,
        placements: Mapping[int, Placement] | None = None,
    ) -> Hand:
        """Return the next hand, its stakes paid; the game itself changes only with :meth:`take`.

        Parameters
        ----------
        deal, amount, placements
            As in :class:`Hand`.
        dealer
            The first dealer; ``None`` for every later hand, because the deal rotates.

        Raises
        ------
        NotNow
            The game is over, or waits for a seat to buy a stack (R12).
        Malformed, AgainstRules
            See :class:`Hand`; or the first dealer is missing, or a later one is named.
        """
        self._check_going_on()
        if len(self.seats_in) < 2:
            raise NotNow(say("stakes.too-few-with-chips"))
        turn = self.next_dealer()
        if turn is None:
            self.check_start()
        named = dealer if turn is None else turn
        if named is None or (turn is not None and dealer is not None):
            raise Malformed(say("deal.first-names-dealer"))
        return Hand(
            self.rules,
            self.stacks,
            named,
            deal,
            layout=self.layout,
            kitty=self.kitty,
            pot=self.pot,
            bank=self.bank,
            seats=self.seats_in,
            amount=amount,
            placements=placements,
            claimed=self.claimed,
            away=self.away,
        )

    def take(self, hand: Fold) -> None:
        """Take over the chips of a hand that is over, and end the game if it is time.

        An abandoned hand leaves all chips as they were and does not count. The deal moves on, and
        the game is over if too few seats can stake when the next one deals (R3).

        Raises
        ------
        NotNow
            The hand is not over.
        """
        if not hand.over:
            raise NotNow(say("hand.not-over"))
        ledger = hand.ledger
        self.stacks, self.layout = ledger.stacks, ledger.layout
        self.kitty = ledger.chips[ledger.kitty]
        self.pot = ledger.chips[ledger.pot]
        self.bank = ledger.chips[ledger.bank]
        self.dealer, self.away = hand.dealer, hand.away
        if hand.abandoned:
            if self.rules.version.abandoned_hands_can_end_games and self._too_few_seats():
                self.ended = GameEnd.SEATS
            return
        self.hands += 1
        if self.rules.ending.winds_down:
            self.claimed |= hand.claimed
        self.ended = self._ending()

    def _ending(self) -> GameEnd | None:
        """Return why the game ends after a hand, if it does (R12, R13)."""
        rules = self.rules
        if rules.ending.reached_hands(self.hands):
            return GameEnd.HANDS
        if rules.ending.reached_chips(self.stacks, self.bought):
            return GameEnd.CHIPS
        if rules.ending.closes_spaces and not ~self.claimed & rules.table.all_spaces:
            return GameEnd.CLAIMED
        if rules.is_wound_down(self.claimed):
            return GameEnd.CLAIMED
        return GameEnd.SEATS if self._too_few_seats() else None

    def _too_few_seats(self) -> bool:
        """Whether fewer than two seats are left to stake for another hand (R3, R12)."""
        taken, playing = len(self.seats_taken), len(self.seats_in)
        if self.rules.chips.may_be_bought and playing < taken >= 2:
            return False
        return playing < 2 or not self._can_stake()

    def _can_stake(self) -> bool:
        """Whether two seats can stake for another hand (R3, ``sit_out``)."""
        amount = self.rules.stakes.amount
        if self.rules.stakes.dealer_names_amount:
            amount = min(amount, 1)  # the dealer may yet name a small one
        turn = self.next_dealer()
        assert turn is not None  # there was a hand, and seats are left
        try:
            seats_able(self.rules, self.stacks, self.seats_in, turn, amount, self.claimed)
        except NotNow:
            return False
        return True

    def time_up(self, seconds: float) -> bool:
        """Whether no further hand is dealt this many seconds after the first deal (R13)."""
        return self.rules.ending.reached_minutes(seconds)

    def close(self, why: GameEnd = GameEnd.CLOSED) -> None:
        """End the game between two hands: its round is closed, or its time is up (R13)."""
        self.ended = self.ended or why

    def share_unclaimed(self) -> list[Entry]:
        """Share out the chips on layout, kitty and pot after the game has ended (R13).

        Returns
        -------
        list of Entry
            The movements; none on a second call.

        Raises
        ------
        NotNow
            The game is not over.
        """
        if not self.ended:
            raise NotNow(say("game.not-over"))
        ledger = Ledger(self.stacks, self.layout, self.kitty, self.pot, self.bank)
        takers = self.rules.ending.takers(self.stacks, self.seats_in)
        unclaimed = sum(self.layout) + self.kitty + self.pot
        due = dict.fromkeys(takers, unclaimed // len(takers)) if takers else {}
        for account in range(ledger.seats, ledger.bank):
            for seat in takers:
                due[seat] -= ledger.move(account, seat, due[seat], "unclaimed")
            ledger.move(account, ledger.bank, ledger.chips[account], "unclaimed")
        self.stacks, self.layout = ledger.stacks, ledger.layout
        self.kitty, self.pot, self.bank = 0, 0, ledger.chips[ledger.bank]
        return ledger.entries
