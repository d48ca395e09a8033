"""``dealt``: the server deals, and every action is judged at once."""

from __future__ import annotations

from chalicelib.message import say
from chalicelib.rules import Deal, Fold, Hand, Malformed, Rules, deal_pack, fairness
from chalicelib.rules.actions import (
    TABLE,
    Action,
    Part,
    Phase,
    Recording,
    Row,
    Undo,
    Undoing,
    build_action,
)
from chalicelib.rules.hand.fold import Setup
from chalicelib.rules.hand.staked import StakedHand
from chalicelib.service.errors import Refusal
from chalicelib.service.posts import Post
from chalicelib.store.port import Store
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.deal_request import DealRequest
from chalicelib.store.records.live import LiveDeal, LiveTable
from chalicelib.store.records.live_log import Poster

from .recording import DealtCards, PlayedHand
from .rights import another_seat, refused, which_seat


class Dealt:
    """Tables at which the server deals; see :class:`.recording.TableRecording`."""

    word = Recording.DEALT
    real_cards = False
    has_insiders = False
    takes_sheet = False

    def begin(self, rules: Rules, table: LiveTable, deal: LiveDeal, setup: Setup) -> Fold:
        """Return a hand before its first action."""
        cards = Deal(deal.where)
        return Hand(rules, table.stacks, deal.dealer, cards, **setup, away=table.away)

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
        """Return the cards, shuffled by the hand's link and the seats' seeds."""
        del poster
        if request.deal is not None:
            raise Malformed(say("deal.none-entered"))
        number = table.hand + 1
        chain = ChainRecord.at(table_id).read(store)
        assert chain is not None  # written with the table
        key = fairness.link(chain.record.secret, number)
        seats = [seat + 1 for seat in staked.live]
        message = fairness.deal_message(
            table.league, table_id, number, seats, staked.dealer + 1, seeds
        )
        pack = fairness.shuffle(key, message)
        dealt = deal_pack(staked.rules, pack, staked.live, staked.dealer)
        return DealtCards(dealt.where, message, key.hex())

    def enterer(self, poster: Poster) -> Poster | None:
        """Return ``None``: the server has dealt."""
        del poster
        return None

    def knows_deal(self, poster: Poster, deal: LiveDeal) -> bool:
        """Whether a poster has entered the deal."""
        return poster == deal.enterer

    def seat_for(self, row: Row, post: Post, poster: Poster, played: PlayedHand) -> int | None:
        """Return the seat of a post: a player's own, or any for the one who entered the deal."""
        if row.is_the_enterers and poster == played.deal.enterer:
            return post.seat
        takes = row.by.get(self.word, frozenset())
        if poster.role not in takes:
            raise refused(poster.role, row, takes, played.deal.enterer is not None)
        own = poster.seat
        if own is None:
            return post.seat
        if row.of_seat:
            if post.seat not in (None, own):
                raise another_seat()
            return own
        if row.of_run and played.terms.play_clock is None:
            raise Refusal(
                "forbidden",
                say(
                    "rights.verb-play-clock",
                    verb=row.verb.value,
                ),
            )
        return post.seat

    def resolve(
        self, row: Row, post: Post, seat: int | None, poster: Poster, played: PlayedHand, now: int
    ) -> Action:
        """Return the action of a post; the holder of a run's next card is known."""
        hand, card = played.hand, post.card
        if not row.of_seat and seat is not None:
            raise Malformed(say("action.without-seat", verb=row.verb.value))
        if row.of_run:
            if hand.phase is not Phase.RUN:
                raise Refusal("not-now", say("play.no-run"))
            if poster.seat is not None:
                _check_clock(played, now)
            if Part.CARD in row.parts:
                seat, card = hand.where[hand.next_card], hand.next_card
        elif row.of_seat and seat is None:
            if poster != played.deal.enterer or row.any_seat:
                raise which_seat(row.verb)
            seat = hand.turn if hand.turn >= 0 else hand.where[hand.next_card]
        action = build_action(row, seat, card, post.amount)
        if isinstance(action, Undo) and poster != played.deal.enterer:
            _check_ruling(action, post, poster, played)
        return action

    def check_undo(self, number: int, played: PlayedHand) -> None:
        """Raise unless it is the last action in force, and has revealed nothing hidden."""
        last = played.in_force(len(played.actions))[-1]
        if number != last:
            raise Refusal(
                "undo-refused",
                say("log.undo-last-only", last=last),
            )
        row = TABLE[played.actions[number - 1].action.verb]
        if row.undo is Undoing.SHOWN:
            raise Refusal(
                "undo-refused",
                say("log.undo-shows", verb=row.verb.value),
            )


def _check_ruling(undo: Undo, post: Post, poster: Poster, played: PlayedHand) -> None:
    """Raise unless a reason is given, and the poster takes back an action of others.

    The answer to an action has shown whether the run goes on. So it is taken back in public, and
    nobody can act, look at the answer, and undo it.
    """
    if post.reason is None:
        raise Refusal("undo-refused", say("log.undo-reason"))
    if undo.number <= len(played.actions) and played.actions[undo.number - 1].poster == poster:
        raise Refusal("undo-refused", say("log.undo-own"))


def _check_clock(played: PlayedHand, now: int) -> None:
    """Raise unless the play clock has run out for the seat that the run waits for."""
    left = 10 * (played.terms.play_clock or 0) - max(0, now - played.waiting_since())
    if left > 0:
        seconds = -(-left // 10)
        raise Refusal(
            "not-now",
            say("log.clock-runs", left=seconds),
            retry_after=seconds,
        )
