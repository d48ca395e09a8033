"""``observed``: real cards, each posted as it falls."""

from __future__ import annotations

from chalicelib.message import say
from chalicelib.rules import Fold, Malformed, Rules
from chalicelib.rules.actions import Action, Part, Recording, Role, Row, build_action
from chalicelib.rules.hand.fold import Setup
from chalicelib.rules.hand.staked import StakedHand
from chalicelib.service.posts import Post
from chalicelib.store.records.deal_request import DealRequest
from chalicelib.store.records.live import LiveDeal, LiveTable
from chalicelib.store.records.live_log import Poster

from .recording import PlayedHand
from .rights import another_seat, refused, which_seat


class Observed:
    """Tables with real cards; see :class:`.recording.TableRecording`."""

    word = Recording.OBSERVED
    real_cards = True
    has_insiders = True
    takes_sheet = False
    is_drawn = False

    def begin(self, rules: Rules, table: LiveTable, deal: LiveDeal, setup: Setup) -> Fold:
        """Return a hand before its first action: only the number of each seat's cards is known."""
        from chalicelib.rules.hand.observed import ObservedHand  # real cards only

        return ObservedHand(rules, table.stacks, deal.dealer, **setup)

    def deal(
        self, poster: Poster, request: DealRequest, staked: StakedHand, seats: int
    ) -> tuple[int, ...]:
        """Return no cards: the cards are real."""
        del poster, staked, seats
        if request.deal is not None:
            raise Malformed(say("deal.none-entered"))
        return ()

    def enterer(self, poster: Poster) -> Poster | None:
        """Return ``None``: the cards are real."""
        del poster
        return None

    def knows_deal(self, poster: Poster, deal: LiveDeal) -> bool:
        """Whether a poster knows every card."""
        del deal
        return poster.role is Role.SCORER

    def seat_for(self, row: Row, post: Post, poster: Poster, played: PlayedHand) -> int | None:
        """Return the seat a post is for: a player's own."""
        takes = row.by.get(self.word, frozenset())
        if poster.role not in takes:
            raise refused(poster.role, row, takes, played.deal.enterer is not None)
        own = poster.seat
        if own is None or not (row.of_seat or row.of_run):
            return post.seat
        if post.seat not in (None, own):
            raise another_seat()
        return own

    def resolve(
        self, row: Row, post: Post, seat: int | None, poster: Poster, played: PlayedHand, now: int
    ) -> Action:
        """Return the action of a post; the next card of a run follows from those on the table."""
        del poster, now
        hand, card = played.hand, post.card
        if row.of_run:
            from chalicelib.rules.hand.observed import ObservedHand  # as above

            assert isinstance(hand, ObservedHand)
            card = hand.implied()
        if seat is None and Part.SEAT in row.parts:
            if hand.turn < 0:
                raise which_seat(row.verb)
            seat = hand.turn
        return build_action(row, seat, card, post.amount)

    def check_undo(self, number: int, played: PlayedHand) -> None:
        """Allow every undo: the actions only record what happened."""
