"""The interface of a recording."""

from __future__ import annotations

from typing import Protocol

from chalicelib.rules import Fold, Rules
from chalicelib.rules.actions import Action, Recording, Row
from chalicelib.rules.hand.fold import Setup
from chalicelib.rules.hand.staked import StakedHand
from chalicelib.service.posts import Post
from chalicelib.service.terms import Terms
from chalicelib.store.records.deal_request import DealRequest
from chalicelib.store.records.live import LiveDeal, LiveTable
from chalicelib.store.records.live_log import Logged, Poster


class PlayedHand(Protocol):
    """What judging posts needs to know of a hand and its log."""

    deal: LiveDeal
    terms: Terms
    hand: Fold
    actions: tuple[Logged, ...]

    def waiting_since(self) -> int:
        """Return when the run began to wait for its next card, in tenths of a second since 1970."""

    def in_force(self, upto: int) -> list[int]:
        """Return the numbers of the actions in force after the first ``upto`` of the log."""


class TableRecording(Protocol):
    """How a table's hands are recorded.

    Attributes
    ----------
    word
        Its word, as stored and answered.
    real_cards
        Whether the cards are real, so that a person names the first dealer.
    has_insiders
        Whether somebody may know more of the deal than the seats do.
    takes_sheet
        Whether hands are recorded by score sheets.
    is_drawn
        Whether Boodle draws the cards, together with the phones that have committed.
    """

    word: Recording
    real_cards: bool
    has_insiders: bool
    takes_sheet: bool
    is_drawn: bool

    def begin(self, rules: Rules, table: LiveTable, deal: LiveDeal, setup: Setup) -> Fold:
        """Return a hand before its first action."""

    def deal(
        self, poster: Poster, request: DealRequest, staked: StakedHand, seats: int
    ) -> tuple[int, ...]:
        """Return the pile of each card of the next hand; empty where no card is known.

        Parameters
        ----------
        seats
            How many seats the table has.

        Raises
        ------
        Refusal
            ``forbidden``: a player enters a deal.
        Malformed, AgainstRules
            A deal is missing, superfluous or wrong.
        """

    def enterer(self, poster: Poster) -> Poster | None:
        """Return who entered the deal posted by ``poster``, if anybody did."""

    def knows_deal(self, poster: Poster, deal: LiveDeal) -> bool:
        """Whether a poster knows more of the deal than the seats do."""

    def seat_for(self, row: Row, post: Post, poster: Poster, played: PlayedHand) -> int | None:
        """Return the seat of a post, as far as post and token imply it; raise if forbidden.

        Raises
        ------
        Refusal
            ``forbidden``: ``poster`` may not post such an action here.
        """

    def resolve(
        self, row: Row, post: Post, seat: int | None, poster: Poster, played: PlayedHand, now: int
    ) -> Action:
        """Return the action of a post, with what it implies filled in.

        Raises
        ------
        Refusal
            ``not-now``: no run waits, or the play clock has not run out.
        Malformed
            A member is missing or superfluous.
        """

    def check_undo(self, number: int, played: PlayedHand) -> None:
        """Raise unless the action with this number, which is in force, can be taken back.

        Raises
        ------
        Refusal
            ``undo-refused``.
        """
