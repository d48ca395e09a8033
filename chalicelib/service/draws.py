"""Draws: the cards of a hand fixed by Boodle and the phones together (``docs/fairness.md``).

Closing the entries publishes the draw's text, S. Every seat that has committed opens its secret for
it, and the last one deals. What a decision read is guarded in its commit: an opening, another try
and the end of the hand write the live record, and every use of the commitments writes their record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from chalicelib.message import Message, say
from chalicelib.rules import Malformed, deal_pack, fairness
from chalicelib.store.port import Write
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.commitments import CommitmentsRecord
from chalicelib.store.records.draws import Draw, DrawsRecord, Opening
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.record import Stored, read
from chalicelib.store.records.setups import PublicSetup, SetupRecord
from chalicelib.store.records.summaries import SummaryRecord

from .access import poster_at
from .commitments import load_commitments
from .context import Context
from .errors import Refusal
from .hand_logs import not_dealt
from .log import sha256_text
from .once import Decision, attempt
from .results import end_of_hand
from .rights import Caller, Right, check_right
from .table_state import is_drawing, new_hand
from .tables import Table, load_table
from .terms import Terms, load_terms

PATIENCE: Final = 20
"""Seconds after which those who have not opened a draw can be left out of another."""


class Opened(NamedTuple):
    """What a phone opens: for which draw (the SHA-256 of its text), its secret, its next
    commitment."""

    draw: str
    opening: Opening


# -- opening the first draw -----------------------------------------------------------------------


def close(
    ctx: Context,
    table: Table,
    live: LiveRecord,
    setup: SetupRecord,
    terms: Terms,
    summary: Stored[SummaryRecord] | None,
) -> list[Write]:
    """Return the writes that close the entries: the first draw, or the deal if nobody committed.

    Parameters
    ----------
    live, setup
        The table with the hand, its cards not drawn yet, and what is to be stored of it.
    summary
        The table's summary, if it has changes to be stored.
    """
    at_commitments, at_info = CommitmentsRecord.at(table.id), InfoRecord.at(table.id)
    at_chain = ChainRecord.at(table.id)
    found = read(ctx.store, at_commitments, at_info, at_chain)
    stored = found.get(at_commitments)
    commitments = CommitmentsRecord() if stored is None else stored.record
    public = setup.public
    taking = {
        seat - 1: given
        for seat in public.dealt_in
        if seat not in public.away
        and (given := commitments.of(seat - 1, live.table.players[seat - 1]).commitment)
    }
    text = _text(public, 1, found[at_info].record.commitment, taking, ())
    link = fairness.link(found[at_chain].record.secret, public.hand).hex()
    setup = replace(setup, drawn=text, link=link)
    # Written unchanged: a seat that commits at the same time tries again, and finds the draw open.
    kept = [at_commitments.put(commitments, stored)]
    if not taking:
        return [*kept, *_deal(ctx, table, live, setup, terms, summary)]
    draws = DrawsRecord((Draw(text, ctx.clock(), taking),))
    return [
        *kept,
        DrawsRecord.at(table.id, public.hand).create(draws),
        SetupRecord.at(table.id, public.hand).create(setup),
        *([summary.put(summary.record)] if summary else []),
        table.put(_with_digest(live, text)),
    ]


def _text(
    public: PublicSetup,
    attempt: int,
    c0: str,
    commitments: Mapping[int, str],
    left_out: Sequence[Sequence[int]],
) -> str:
    return fairness.draw_text(
        public.league,
        public.table,
        public.hand,
        attempt,
        public.dealt_in,
        public.dealer,
        c0,
        [(seat + 1, given) for seat, given in sorted(commitments.items())],
        left_out,
        fairness.hash_text(public.dumps()),
    )


def _with_digest(live: LiveRecord, text: str) -> LiveRecord:
    """Return a table whose hand, not dealt yet, has the digest of the draw's text."""
    assert live.hand is not None  # the entries are closed
    deal = replace(live.hand.deal, digest=sha256_text(text))
    return LiveRecord(live.table, replace(live.hand, deal=deal))


def _deal(
    ctx: Context,
    table: Table,
    live: LiveRecord,
    setup: SetupRecord,
    terms: Terms,
    summary: Stored[SummaryRecord] | None = None,
    over: Stored[SetupRecord] | None = None,
) -> list[Write]:
    """Return the writes that deal a hand by the message of its set-up.

    Parameters
    ----------
    over
        The set-up that was stored when the draw opened.
    """
    assert live.hand is not None  # the entries are closed
    assert setup.drawn is not None
    assert setup.link is not None
    waiting = new_hand(live, live.hand.deal, terms)
    pack = fairness.shuffle(bytes.fromhex(setup.link), setup.drawn)
    where = deal_pack(terms.rules, pack, waiting.live, waiting.dealer).where
    deal = replace(
        live.hand.deal, started=ctx.tenths(), digest=sha256_text(setup.drawn), where=where
    )
    live = LiveRecord(live.table, replace(live.hand, deal=deal, text=None))
    hand = new_hand(live, deal, terms)
    writes: list[Write] = [SetupRecord.at(table.id, live.table.hand).put(setup, over)]
    if hand.over:  # all but one have dropped out at the stakes (R12), or play themselves (R7)
        return [*writes, *end_of_hand(ctx, table, live, terms, hand, setup, summary)]
    if summary:
        writes.append(summary.put(summary.record))
    return [*writes, table.put(live)]


# -- opening secrets ------------------------------------------------------------------------------


def open_draw(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    number: int,
    seat: int,
    opened: Opened,
) -> bool:
    """Record what a seat (from 0) opens; the last one to open deals. A repetition changes nothing.

    Returns
    -------
    bool
        Whether it is new.

    Raises
    ------
    Refusal
        ``forbidden``: another's seat; ``not-found``: no such hand; ``draw-conflict``: the draw is
        not open, or the seat takes no part in it, or has opened something else.
    Malformed
        The secret is not the one that the seat has committed to, or it is for another draw.
    """
    check_right(caller, Right.HAND_COMMIT)

    def decide() -> Decision[bool]:
        table = load_table(ctx, table_id)
        live = table.live
        poster = poster_at(ctx, caller, table_id, _seated(live, hand))
        if poster.seat != seat:
            raise Refusal("forbidden", say("rights.speak-for-own-seat"))
        stored = _load_draws(ctx, live, table_id, hand)
        draws = stored.record
        if not 1 <= number <= len(draws.draws):
            raise _conflict(draws, say("draw.none", number=number))
        draw = draws.draws[number - 1]
        same_draw = opened.draw == fairness.hash_text(draw.text)
        if draw.openings.get(seat) == opened.opening and same_draw:
            return False, []
        if seat in draw.openings:
            raise _conflict(draws, say("draw.opened-otherwise"))
        if not _is_open(live, hand, draws, number):
            raise _conflict(draws, say("draw.closed", number=number))
        if seat not in draw.commitments:
            raise _conflict(draws, say("draw.takes-no-part", seat=seat + 1))
        _check(opened, draw, draw.commitments[seat])
        draw = draw.with_opening(seat, opened.opening)
        kept, commitments = load_commitments(ctx, table_id)
        committed = commitments.of(seat, live.table.players[seat])
        commitments = commitments.with_seat(
            seat, committed._replace(commitment=opened.opening.next)
        )
        draws = replace(draws.with_last(draw), dealt=not draw.missing)
        writes: list[Write] = [
            stored.put(draws),
            CommitmentsRecord.at(table_id).put(commitments, kept),
        ]
        if draw.missing:
            return True, [*writes, table.put(live)]  # unchanged, so that nothing else happens
        return True, [*writes, *_deal_drawn(ctx, table, live, draw)]

    return attempt(ctx, decide)


def _check(opened: Opened, draw: Draw, commitment: str) -> None:
    """Raise unless a seat opens the secret of its commitment, for this draw."""
    if opened.draw != fairness.hash_text(draw.text):
        raise Malformed(say("draw.another-text"))
    if not fairness.fits(opened.opening.secret, commitment):
        raise Malformed(say("draw.wrong-secret"))
    if opened.opening.next == commitment:
        raise Malformed(say("draw.next-is-used"))


def _deal_drawn(ctx: Context, table: Table, live: LiveRecord, draw: Draw) -> list[Write]:
    """Return the writes that deal a hand whose draw everybody has opened."""
    stored = SetupRecord.at(table.id, live.table.hand).read(ctx.store)
    assert stored is not None  # written when the draw opened
    message = fairness.full_message(draw.text, draw.secrets)
    setup = replace(stored.record, drawn=message, dealt=ctx.clock())
    terms = load_terms(ctx.store, live.table.terms)
    return _deal(ctx, table, live, setup, terms, over=stored)


# -- another try ----------------------------------------------------------------------------------


def redraw(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    number: int,
    left_out: Sequence[int],
) -> bool:
    """Draw again without the seats (from 1) that have not opened. A repetition changes nothing.

    Returns
    -------
    bool
        Whether the draw is new.

    Raises
    ------
    Refusal
        ``forbidden``; ``not-found``: no such hand; ``draw-conflict``: it is not the next draw, or
        other seats are missing; ``not-now``: they still have time.
    """
    check_right(caller, Right.HAND_DEAL)
    seats = tuple(sorted(set(left_out)))

    def decide() -> Decision[bool]:
        table = load_table(ctx, table_id)
        live = table.live
        poster_at(ctx, caller, table_id, live.table)
        stored = _load_draws(ctx, live, table_id, hand)
        draws = stored.record
        if 2 <= number <= len(draws.draws) and draws.left_out[number - 2] == seats:
            return False, []
        if number != len(draws.draws) + 1 or not _is_open(live, hand, draws, number - 1):
            raise _conflict(draws, say("draw.not-next", number=number))
        missing = tuple(seat + 1 for seat in draws.last.missing)
        if seats != missing:
            raise _conflict(draws, say("draw.others-missing"))
        _check_patience(ctx, draws.last)
        return True, _again(ctx, table, stored)

    return attempt(ctx, decide)


def _check_patience(ctx: Context, draw: Draw) -> None:
    """Raise while the seats still have time to open a draw; a clock set back gives none."""
    waited = ctx.clock() - draw.at
    if 0 <= waited < 1000 * PATIENCE:
        left = -(-(1000 * PATIENCE - waited) // 1000)
        raise Refusal("not-now", say("draw.wait", left=left), retry_after=left)


def _again(ctx: Context, table: Table, stored: Stored[DrawsRecord]) -> list[Write]:
    """Return the writes of another draw, or of the deal if nobody is left to open it."""
    draws, live = stored.record, table.live
    at_setup, at_info = SetupRecord.at(table.id, live.table.hand), InfoRecord.at(table.id)
    found = read(ctx.store, at_setup, at_info)
    setup = found[at_setup]
    kept, commitments = load_commitments(ctx, table.id)
    for seat in draws.last.missing:
        commitments = commitments.left_out(seat, live.table.players[seat])
    taking = {seat: opening.next for seat, opening in draws.last.openings.items()}
    left_out = (*draws.left_out, tuple(seat + 1 for seat in draws.last.missing))
    number = len(draws.draws) + 1
    public = setup.record.public
    text = _text(public, number, found[at_info].record.commitment, taking, left_out)
    draw = Draw(text, ctx.clock(), taking)
    draws = DrawsRecord((*draws.draws, draw), left_out, dealt=not taking)
    drawn = replace(setup.record, drawn=text)
    writes: list[Write] = [
        stored.put(draws),
        CommitmentsRecord.at(table.id).put(commitments, kept),
    ]
    if not taking:
        terms = load_terms(ctx.store, live.table.terms)
        drawn = replace(drawn, dealt=ctx.clock())
        return [*writes, *_deal(ctx, table, live, drawn, terms, over=setup)]
    return [*writes, setup.put(drawn), table.put(_with_digest(live, text))]


# -- both -----------------------------------------------------------------------------------------


def _seated(live: LiveRecord, hand: int) -> LiveTable:
    """Return a table as it decides who repeats what: a player who has left since may do so."""
    return (
        replace(live.table, left=0) if live.hand is None or hand < live.table.hand else live.table
    )


def _load_draws(ctx: Context, live: LiveRecord, table_id: str, hand: int) -> Stored[DrawsRecord]:
    """Return the draws of a hand.

    Raises
    ------
    Refusal
        ``not-found``: there is no such hand; ``draw-conflict``: it had no draw.
    """
    if not 1 <= hand <= live.table.hand:
        raise not_dealt(ctx, live, hand)
    stored = DrawsRecord.at(table_id, hand).read(ctx.store)
    if stored is None:
        raise Refusal("draw-conflict", say("draw.nobody-committed", hand=hand), draw=0, seats=[])
    return stored


def _is_open(live: LiveRecord, hand: int, draws: DrawsRecord, number: int) -> bool:
    """Whether a draw can still be opened: the last one of the hand in progress."""
    return is_drawing(live) and hand == live.table.hand and number == len(draws.draws)


def _conflict(draws: DrawsRecord, detail: Message) -> Refusal:
    missing = [] if draws.dealt else [seat + 1 for seat in draws.last.missing]
    return Refusal("draw-conflict", detail, draw=len(draws.draws), seats=missing)


class SeenDraw(NamedTuple):
    """The open draw of a hand, without what was opened.

    Attributes
    ----------
    number
        The number of the try.
    text, setup
        Its text S, and the set-up text P whose hash S has.
    opened, missing
        The seats (from 0) that have opened, and those that have not.
    left_out
        The seats (from 1) left out of each further try.
    patience
        When it can be drawn again, in milliseconds since 1970.
    """

    number: int
    text: str
    setup: str
    opened: tuple[int, ...]
    missing: tuple[int, ...]
    left_out: tuple[tuple[int, ...], ...]
    patience: int


def read_draw(ctx: Context, table_id: str, hand: int) -> SeenDraw:
    """Return the open draw of a hand."""
    at_draws, at_setup = DrawsRecord.at(table_id, hand), SetupRecord.at(table_id, hand)
    found = read(ctx.store, at_draws, at_setup)
    draws, last = found[at_draws].record, found[at_draws].record.last
    return SeenDraw(
        len(draws.draws),
        last.text,
        found[at_setup].record.public.dumps(),
        tuple(sorted(last.openings)),
        tuple(last.missing),
        draws.left_out,
        last.at + 1000 * PATIENCE,
    )
