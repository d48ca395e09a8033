"""Reading hands: state, set-up, ledger, and a seat's own cards."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from chalicelib.message import say
from chalicelib.rules import Action, Entry, Fold, HandView, view
from chalicelib.rules.actions import TABLE, Bound, Recording
from chalicelib.rules.cards import Card, cards_of
from chalicelib.rules.version import Version
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.setups import SetupRecord

from .access import check_reader, poster_at
from .context import Context
from .draws import SeenDraw, read_draw
from .entries import can_deal, load_entries
from .errors import Refusal
from .hand_logs import load_log, log_of_archive, not_dealt, viewer_at
from .log import Accounts
from .notes import HandNotes, notes_of
from .posting import MAX_LOG
from .refusals import HandEntries
from .rights import Caller, Right, check_right
from .table_state import is_drawing
from .tables import load_commitment, load_table


class HandStatus(Enum):
    """Whether a hand is in progress, or how it ended."""

    PLAYING = "playing"
    OVER = "over"
    ABANDONED = "abandoned"


class SeenHand(NamedTuple):
    """A hand as a reader may see it.

    Attributes
    ----------
    view
        The hand as the reader may see it.
    legal, highest
        The legal actions of the reader's own seat, and the most chips of a bid, bet or raise.
    players
        The players' numbers, by seat.
    me
        The reader's own seat, if any.
    actions
        How many actions its log has.
    digest
        The digest of the last action; before the first, of the set-up.
    started
        When it was dealt, in tenths of a second since 1970.
    commitment
        c_0 of the table.
    draw
        The open draw, if its cards are not drawn yet.
    setup
        Once the hand is over: its set-up, with the secret of the server's deal.
    """

    table_id: str
    hand: int
    status: HandStatus
    recording: Recording
    rules_version: Version
    view: HandView
    legal: tuple[Action, ...]
    highest: int
    accounts: Accounts
    players: tuple[int, ...]
    me: int | None
    amount: int
    actions: int
    digest: str
    started: int
    notes: HandNotes
    commitment: str
    draw: SeenDraw | None
    setup: SetupRecord | None


class OwnCards(NamedTuple):
    """The cards a seat holds, lowest first."""

    table_id: str
    hand: int
    seat: int
    cards: tuple[Card, ...]


class HandLedger(NamedTuple):
    """Every movement of chips of a hand, and the balances of its accounts before and after."""

    table_id: str
    hand: int
    accounts: Accounts
    before: tuple[int, ...]
    entries: tuple[Entry, ...]
    after: tuple[int, ...]


class PastHand(NamedTuple):
    """A hand that is over; ``ended`` is in tenths of a second since 1970."""

    hand: int
    status: HandStatus
    dealer: int
    winner: int | None
    stacks: tuple[int, ...]
    ended: int


class PastHands(NamedTuple):
    """Some hands of a table that are over, by number; ``more`` says whether others follow."""

    table_id: str
    hands: tuple[PastHand, ...]
    more: bool


def read_hand(ctx: Context, caller: Caller, table_id: str, hand: int) -> SeenHand | HandEntries:
    """Return a hand as the caller may see it; for the next hand, its entries.

    Raises
    ------
    Refusal
        ``not-found``, ``unauthenticated``.
    """
    table = load_table(ctx, table_id)
    now = table.live.table
    seat = check_reader(ctx, caller, table_id, now)
    if hand == now.hand + 1 and can_deal(ctx, table.live):
        return HandEntries(table_id, hand, load_entries(ctx, table_id, hand).record)
    log, archive = load_log(ctx, table, hand)
    viewer = viewer_at(ctx, caller, now, log, seat)
    seen = view(log.hand, viewer)
    legal, highest = seen.legal, seen.highest
    drawing = hand == now.hand and is_drawing(table.live)
    if len(log.actions) >= MAX_LOG:  # refused anyway
        legal = tuple(one for one in legal if TABLE[one.verb].bound is not Bound.LOG)
        highest = 0
    return SeenHand(
        table_id=table_id,
        hand=hand,
        status=_status(log.hand),
        recording=log.table.recording,
        rules_version=log.hand.rules.version,
        view=seen,
        legal=legal,
        highest=highest,
        accounts=log.accounts,
        players=log.table.players,
        me=viewer.seat,
        amount=log.deal.amount,
        actions=len(log.actions),
        digest=log.digest(len(log.actions)),
        started=log.deal.started,
        notes=notes_of(ctx, log),
        commitment=load_commitment(ctx, table_id),
        draw=read_draw(ctx, table_id, hand) if drawing else None,
        setup=archive.setup if archive else None,
    )


def _status(hand: Fold) -> HandStatus:
    if not hand.over:
        return HandStatus.PLAYING
    return HandStatus.ABANDONED if hand.abandoned else HandStatus.OVER


def read_setup(ctx: Context, caller: Caller, table_id: str, hand: int) -> SetupRecord:
    """Return a hand's set-up, for its public part and the message of its draw."""
    live = load_table(ctx, table_id).live
    check_reader(ctx, caller, table_id, live.table)
    stored = SetupRecord.at(table_id, hand).read(ctx.store)
    if stored is None:
        raise not_dealt(ctx, live, hand)
    return stored.record


def read_cards(ctx: Context, caller: Caller, table_id: str, hand: int) -> OwnCards:
    """Return the caller's own cards in a hand.

    Raises
    ------
    Refusal
        ``forbidden``: the caller has no seat here.
    """
    check_right(caller, Right.HAND_CARDS)
    table = load_table(ctx, table_id)
    poster = poster_at(ctx, caller, table_id, table.live.table)
    if poster.seat is None:
        raise Refusal("forbidden", say("rights.cards-of-seat"))
    played = load_log(ctx, table, hand)[0].hand
    held = sorted(cards_of(played.sets[poster.seat]), key=played.rules.table.order.sort_key)
    return OwnCards(table_id, hand, poster.seat, tuple(held))


def read_ledger(ctx: Context, caller: Caller, table_id: str, hand: int) -> HandLedger:
    """Return every movement of chips of a hand so far, and the balances before and after."""
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live.table)
    log, _ = load_log(ctx, table, hand)
    was, ledger = log.table, log.hand.ledger
    return HandLedger(
        table_id,
        hand,
        log.accounts,
        (*was.stacks, *was.layout, was.kitty, was.pot, was.bank),
        tuple(ledger.entries),
        tuple(ledger.chips),
    )


def list_hands(ctx: Context, caller: Caller, table_id: str, after: int, limit: int) -> PastHands:
    """Return a page of a table's hands that are over, by number."""
    check_reader(ctx, caller, table_id, load_table(ctx, table_id).live.table)
    at_after = ArchiveRecord.at(table_id, after)
    page = ArchiveRecord.of_table(table_id).page(ctx.store, at_after, limit)
    hands = tuple(_past_hand(ctx, table_id, stored.record) for stored in page.records)
    return PastHands(table_id, hands, page.more)


def _past_hand(ctx: Context, table_id: str, archive: ArchiveRecord) -> PastHand:
    hand = log_of_archive(ctx, table_id, archive).hand
    return PastHand(
        archive.live.table.hand,
        _status(hand),
        hand.dealer,
        hand.winner,
        tuple(hand.ledger.stacks),
        archive.ended,
    )
