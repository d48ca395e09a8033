"""``result``: real cards and a score sheet."""

from __future__ import annotations

from chalicelib.message import say
from chalicelib.rules import Fold, Malformed, Rules
from chalicelib.rules.actions import Action, Recording, Row, build_action
from chalicelib.rules.hand.fold import Setup
from chalicelib.service.posts import Post
from chalicelib.store.records.live import LiveDeal, LiveTable
from chalicelib.store.records.live_log import Poster

from .observed import Observed
from .recording import PlayedHand


class Result(Observed):
    """Tables with real cards and score sheets; see :class:`.recording.TableRecording`."""

    word = Recording.RESULT
    has_insiders = False
    takes_sheet = True

    def begin(self, rules: Rules, table: LiveTable, deal: LiveDeal, setup: Setup) -> Fold:
        """Return a hand before its first action: only its stakes are known."""
        from chalicelib.rules.hand.scored import ScoredHand  # score sheets only

        return ScoredHand(rules, table.stacks, deal.dealer, **setup)

    def knows_deal(self, poster: Poster, deal: LiveDeal) -> bool:
        """Return ``False``: no cards are recorded."""
        del poster, deal
        return False

    def resolve(
        self, row: Row, post: Post, seat: int | None, poster: Poster, played: PlayedHand, now: int
    ) -> Action:
        """Return the action of a post, which is complete here."""
        del poster, played, now
        if seat is not None and not row.of_seat:
            raise Malformed(say("action.without-seat", verb=row.verb.value))
        return build_action(row, seat, post.card, post.amount)
