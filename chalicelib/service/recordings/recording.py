"""The questions that are asked about how a table's hands are recorded."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from chalicelib.rules import Fold, Rules
from chalicelib.rules.actions import Action, Recording, Row
from chalicelib.rules.hand.fold import Setup
from chalicelib.rules.hand.staked import StakedHand
from chalicelib.service.posts import Post
from chalicelib.service.terms import Terms
from chalicelib.store.port import Store
from chalicelib.store.records.deal_request import DealRequest
from chalicelib.store.records.live import LiveDeal, LiveTable
from chalicelib.store.records.live_log import Logged, Poster


class PlayedHand(Protocol):
    """A hand and its log, as far as posts are judged by them.

    Attributes
    ----------
    last
        When the last action was recorded, or else the hand was dealt, in tenths of a second.
    """

    deal: LiveDeal
    terms: Terms
    hand: Fold
    actions: tuple[Logged, ...]
    last: int

    def in_force(self, upto: int) -> list[int]:
        """Return the numbers of the actions in force after the first ``upto`` of the log."""


class DealtCards(NamedTuple):
    """Where the cards lie, and what proves a deal of the server's.

    Attributes
    ----------
    where
        The pile of each card; empty where no card is known.
    message, link
        What drove the shuffle, and the secret it was made with (hex).
    """

    where: tuple[int, ...] = ()
    message: str | None = None
    link: str | None = None


class TableRecording(Protocol):
    """How a table's hands are recorded.

    Attributes
    ----------
    word
        How it is stored and answered.
    real_cards
        Whether the cards are real: then somebody says who deals first.
    has_insiders
        Whether someone may know more of the deal than the seats do.
    takes_sheet
        Whether hands are recorded by score sheets.
    """

    word: Recording
    real_cards: bool
    has_insiders: bool
    takes_sheet: bool

    def begin(self, rules: Rules, table: LiveTable, deal: LiveDeal, setup: Setup) -> Fold:
        """Return a hand as it was dealt."""

    def deal(
        self,
        store: Store,
        table_id: str,
        table: LiveTable,
        poster: Poster,
        request: DealRequest,
        staked: StakedHand,
        seeds: tuple[str, ...],
    ) -> DealtCards:
        """Return the cards of the next hand, as far as they are known.

        Raises
        ------
        Refusal
            ``forbidden``: a player enters a deal.
        Malformed, AgainstRules
            A deal is missing, or there should be none, or it is not right.
        """

    def enterer(self, poster: Poster) -> Poster | None:
        """Return who has entered the deal that was posted by ``poster``, if anybody has."""

    def knows_deal(self, poster: Poster, deal: LiveDeal) -> bool:
        """Whether a poster knows more of the deal than the seats do."""

    def seat_for(self, row: Row, post: Post, poster: Poster, played: PlayedHand) -> int | None:
        """Return the seat a post is for, as far as post and token say, if it may be posted.

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
            Something is missing, or does not belong there.
        """

    def check_undo(self, number: int, played: PlayedHand) -> None:
        """Raise unless the action with this number, which is in force, can be taken back.

        Raises
        ------
        Refusal
            ``undo-refused``.
        """
