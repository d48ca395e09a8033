"""The actions: a class for each verb, with what goes with it.

Actions are values: frozen, hashable, and equal only to one of the same class. Seats count from 0,
spaces of the layout from 0 in its order, findings and log numbers from 1.

Examples
--------
>>> def describe(action: Action) -> str:
...     match action:
...         case Play(seat, card) | Lead(seat, card):
...             return f"seat {seat} puts down {card}"
...         case Bid(seat, chips):
...             return f"seat {seat} offers {chips}"
...         case _:
...             return "something else"
>>> describe(Bid(2, 5)), describe(Stop())
('seat 2 offers 5', 'something else')
>>> Play(0, 3) == Show(0, 3)
False
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from chalicelib.rules.cards import PACK, TEXT, Card

from .words import Part, Verb


def _written(part: Part, value: int | None) -> str:
    if value is None:
        return "all"
    if type(value) is not int:  # malformed: it can still be shown
        return repr(value)
    match part:
        case Part.SEAT | Part.SPACE:
            return str(value + 1)
        case Part.CARD:
            return TEXT[value] if value in PACK else f"card {value}"
        case _:
            return str(value)


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """Something that is done in a hand.

    Attributes
    ----------
    verb
        What is done; :data:`~chalicelib.rules.actions.table.TABLE` describes it.
    text
        How it is written for people, as ``str`` does, with gaps for its parts;
        :func:`~chalicelib.rules.actions.text.parse_action` reads it back.
    """

    verb: ClassVar[Verb]
    text: ClassVar[str]
    __match_args__: ClassVar[tuple[str, ...]]

    @classmethod
    def parts(cls) -> tuple[Part, ...]:
        """Return what goes with the verb, in order."""
        return tuple(map(Part, cls.__match_args__))

    def values(self) -> tuple[int | None, ...]:
        """Return what goes with the verb, in the order of :meth:`parts`."""
        return tuple([getattr(self, part) for part in self.__match_args__])

    def __str__(self) -> str:
        pairs = zip(self.parts(), self.values(), strict=True)
        return self.text.format_map({part: _written(part, value) for part, value in pairs})

    def __repr__(self) -> str:
        return f"parse_action({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class SeatAction(Action):
    """An action of a seat."""

    seat: int


@dataclass(frozen=True, slots=True, repr=False)
class CardAction(SeatAction):
    """An action of a seat with a card."""

    card: Card


class PlayAction(CardAction):
    """An action that puts a seat's card on the table."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False)
class ChipsAction(SeatAction):
    """An action of a seat with a number of chips."""

    chips: int


@dataclass(frozen=True, slots=True, repr=False)
class SpaceAction(SeatAction):
    """An action of a seat with a space of the layout, counted from 0."""

    space: int


# -- where the cards are known ------------------------------------------------------------------


class Play(PlayAction):
    """A card is played: the next of the run, or a lead (R6, R7)."""

    __slots__ = ()
    verb = Verb.PLAY
    text = "{seat} plays {card}"


class Stop(Action):
    """The run ends although somebody holds its next card, and so misses a play (R9)."""

    __slots__ = ()
    verb = Verb.STOP
    text = "stop"


class Follow(PlayAction):
    """In a log only: the holder of the run's next card played it; the post named no card (R7)."""

    __slots__ = ()
    verb = Verb.FOLLOW
    text = "{seat} follows with {card}"


class Exchange(SeatAction):
    """The dealer takes the widow in exchange for the hand (R5)."""

    __slots__ = ()
    verb = Verb.EXCHANGE
    text = "{seat} takes the widow"


class Decline(SeatAction):
    """The dealer leaves the widow where it is (R5)."""

    __slots__ = ()
    verb = Verb.DECLINE
    text = "{seat} leaves the widow"


class Auction(SeatAction):
    """The dealer puts the widow up for auction (R5)."""

    __slots__ = ()
    verb = Verb.AUCTION
    text = "{seat} auctions the widow"


class Bid(ChipsAction):
    """A seat bids for the widow (R5)."""

    __slots__ = ()
    verb = Verb.BID
    text = "{seat} bids {chips}"


class Pass(SeatAction):
    """A seat bids no more for the widow (R5)."""

    __slots__ = ()
    verb = Verb.PASS
    text = "{seat} passes"


class Check(SeatAction):
    """A seat stays in the betting without a bet (R15)."""

    __slots__ = ()
    verb = Verb.CHECK
    text = "{seat} checks"


class Bet(ChipsAction):
    """A seat bets into the pot (R15)."""

    __slots__ = ()
    verb = Verb.BET
    text = "{seat} bets {chips}"


class Call(SeatAction):
    """A seat puts in what the others have bet (R15)."""

    __slots__ = ()
    verb = Verb.CALL
    text = "{seat} calls"


class Raise(ChipsAction):
    """A seat raises the bet to so many chips in all (R15)."""

    __slots__ = ()
    verb = Verb.RAISE
    text = "{seat} raises to {chips}"


class Fold(SeatAction):
    """A seat leaves the betting (R15)."""

    __slots__ = ()
    verb = Verb.FOLD
    text = "{seat} folds"


class Away(SeatAction):
    """A seat goes away: from now on a fixed rule plays for it (R17)."""

    __slots__ = ()
    verb = Verb.AWAY
    text = "{seat} goes away"


class Back(SeatAction):
    """A seat plays for itself again (R17)."""

    __slots__ = ()
    verb = Verb.BACK
    text = "{seat} comes back"


# -- where real cards are observed --------------------------------------------------------------


class Lead(PlayAction):
    """A card was certainly led, even if it could go on with the run."""

    __slots__ = ()
    verb = Verb.LEAD
    text = "{seat} leads {card}"


class Take(SpaceAction):
    """A seat took a space at the deal (R15); on a score sheet: won it (R8)."""

    __slots__ = ()
    verb = Verb.TAKE
    text = "{seat} takes space {space}"


class Pot(SeatAction):
    """A seat won the pot, or a share of it (R8, R15)."""

    __slots__ = ()
    verb = Verb.POT
    text = "{seat} takes the pot"


class Show(CardAction):
    """A seat shows a card it still held when play was over."""

    __slots__ = ()
    verb = Verb.SHOW
    text = "{seat} shows {card}"


class End(Action):
    """Nobody could lead; the hand ended without a winner (R6)."""

    __slots__ = ()
    verb = Verb.END
    text = "end"


class Confirm(Action):
    """The dues that the audit found are to be paid (R11)."""

    __slots__ = ()
    verb = Verb.CONFIRM
    text = "confirm"


@dataclass(frozen=True, slots=True, repr=False)
class Waive(Action):
    """A finding of the audit is waived, or all of them (R11)."""

    verb = Verb.WAIVE
    text = "waive {finding}"
    finding: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Reassign(Action):
    """A finding with two causes is charged to the other seat (R11)."""

    verb = Verb.REASSIGN
    text = "reassign {fault}"
    fault: int


# -- on a score sheet ---------------------------------------------------------------------------


class Fee(ChipsAction):
    """A seat paid for a pass (R6)."""

    __slots__ = ()
    verb = Verb.FEE
    text = "{seat} pays {chips} for a pass"


class Sold(ChipsAction):
    """A seat bought the widow (R5)."""

    __slots__ = ()
    verb = Verb.SOLD
    text = "{seat} buys the widow for {chips}"


@dataclass(frozen=True, slots=True, repr=False)
class Left(SeatAction):
    """A seat had so many cards left (R8)."""

    verb = Verb.LEFT
    text = "{seat} has {cards} cards left"
    cards: int


class Miss(CardAction):
    """A seat missed a card (R9)."""

    __slots__ = ()
    verb = Verb.MISS
    text = "{seat} misses {card}"


class Block(SpaceAction):
    """The last miss kept a seat from winning a space (R10)."""

    __slots__ = ()
    verb = Verb.BLOCK
    text = "{seat} is kept from space {space}"


class Chips(ChipsAction):
    """A seat has so many chips in the end, as counted (R14)."""

    __slots__ = ()
    verb = Verb.CHIPS
    text = "{seat} has {chips} chips"


class Out(SeatAction):
    """A seat went out; this closes the sheet (R8)."""

    __slots__ = ()
    verb = Verb.OUT
    text = "{seat} goes out"


# -- in a log only ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Undo(Action):
    """An action is taken back, and all after it."""

    verb = Verb.UNDO
    text = "undo {number}"
    number: int


class Abandon(Action):
    """The hand is given up, and every payment reversed."""

    __slots__ = ()
    verb = Verb.ABANDON
    text = "abandon"


PLAYS: Final = tuple(tuple(Play(seat, card) for card in PACK) for seat in range(8))
"""Every possible play, by seat and card, so that listing legal actions creates no objects."""

STOP: Final = Stop()
