"""Whether an action is possible at a table with real cards, as far as can be judged at once.

What depends on hidden cards is left to the audit (:mod:`chalicelib.rules.audit.replay`).
"""

from __future__ import annotations

from typing import Final, Protocol

from chalicelib.message import Message, say
from chalicelib.rules.actions import (
    Action,
    Auction,
    Bet,
    Bid,
    Call,
    Check,
    Confirm,
    Decline,
    End,
    Exchange,
    Fold,
    Lead,
    Pass,
    Phase,
    Play,
    Pot,
    Raise,
    Reassign,
    Recording,
    SeatAction,
    Show,
    Take,
    Waive,
    verbs_of,
)
from chalicelib.rules.audit.findings import Finding
from chalicelib.rules.cards import TEXT, Card
from chalicelib.rules.deal import PLAYED
from chalicelib.rules.errors import Malformed, NotNow
from chalicelib.rules.illegal import AgainstRules

from .betting import verify_bet
from .form import check_form, not_handled
from .passing import PassingTable, leave_one, passers, verify_end, verify_lead
from .taking import TakingTable, check_takers, verify_pot, verify_take
from .widow import WidowTable, verify_decision, verify_offer

_VERBS: Final = verbs_of(Recording.OBSERVED)


class RealTable(WidowTable, PassingTable, TakingTable, Protocol):
    """What decides which actions are possible at a table with real cards.

    Attributes
    ----------
    findings, waived
        What the audit found, and the numbers (from 1) of the findings that are waived.
    """

    findings: list[Finding]
    waived: set[int]

    @property
    def unshown(self) -> dict[int, int]:
        """How many cards each seat still has to show; seats with none are left out."""


def verify_observed(table: RealTable, action: Action) -> None:
    """Raise unless ``action`` can have happened now; see :meth:`.Fold.verify` for the errors."""
    check_form(action, _VERBS, len(table.counts), table.rules.chips.may_owe)
    if table.phase is Phase.OVER:
        raise NotNow(say("hand.over"))
    if (
        isinstance(action, SeatAction)
        and action.seat not in table.live
        and not isinstance(action, Show)
    ):
        raise Malformed(say("seat.not-in-hand", seat=action.seat + 1))
    match action:
        case Exchange() | Decline() | Auction():
            verify_decision(table, action)
        case Bid() | Pass():
            verify_offer(table, action)
        case Check() | Bet() | Call() | Raise() | Fold():
            verify_bet(table, action)
        case Take(seat, space):
            verify_take(table, seat, space)
        case Pot(seat):
            verify_pot(table, seat)
        case Confirm():
            _check_dues(table)
        case Waive(finding):
            _check_dues(table)
            _verify_waived(table, finding)
        case Reassign(finding):
            _check_dues(table)
            _verify_reassigned(table, finding)
        case Show(seat, card):
            _verify_show(table, seat, card)
        case Play() | Lead() | End() if not _play_is_open(table):
            raise NotNow(_why_no_play(table))
        case Play() | Lead():
            _verify_play(table, action)
        case End():
            verify_end(table)
        case _:
            raise not_handled(action)


def _play_is_open(table: RealTable) -> bool:
    return table.phase in (Phase.LEAD, Phase.RUN) or bool(
        table.phase is Phase.POT and table.claims.pot_winners
    )


def _why_no_play(table: RealTable) -> Message:
    if table.phase in (Phase.WIDOW, Phase.AUCTION):
        return say("play.before-widow")
    if table.phase in (Phase.POKER, Phase.POT):
        return say("play.before-pot")
    return say("play.played-out")


def _verify_play(table: RealTable, action: Play | Lead) -> None:
    seat, card = action.seat, action.card
    _check_unseen(table, card)
    check_takers(table, seat, card, last_of=seat if table.counts[seat] == 1 else -1)
    if isinstance(action, Play):
        if table.phase is Phase.RUN and card == table.next_card:
            return
        verify_lead(table, seat, card)
    if table.rules.version.proves_passes or not table.plays:
        return
    if leave_one(table, passers(table, seat, card)):
        raise AgainstRules("R12", say("lead.pass-ends-hand"))


def _check_unseen(table: RealTable, card: Card) -> None:
    pile = table.where[card]
    if pile == PLAYED:
        by = table.played_by[card] + 1
        raise AgainstRules("R7", say("play.card-played", card=TEXT[card], seat=by))
    if pile >= 0:
        raise AgainstRules("R7", say("play.card-shown", card=TEXT[card], seat=pile + 1))


def _verify_show(table: RealTable, seat: int, card: Card) -> None:
    if table.phase is not Phase.SHOW:
        raise NotNow(say("show.not-yet"))
    _check_unseen(table, card)
    unshown = table.unshown
    if seat not in unshown:
        raise AgainstRules("R4", say("show.all-shown", seat=seat + 1))
    check_takers(table, seat, card, last_of=seat if unshown[seat] == 1 else -1)


def _check_dues(table: RealTable) -> None:
    if table.phase is not Phase.DUES:
        raise NotNow(say("dues.none"))


def _verify_waived(table: RealTable, finding: int | None) -> None:
    """Raise unless the finding exists and is not waived yet; ``None`` stands for all."""
    if finding is not None and finding > len(table.findings):
        raise Malformed(say("dues.no-finding", number=finding))
    if finding in table.waived:
        raise AgainstRules("R11", say("dues.waived", number=finding))


def _verify_reassigned(table: RealTable, number: int) -> None:
    """Raise unless the finding exists and has another cause."""
    if number > len(table.findings):
        raise Malformed(say("dues.no-finding", number=number))
    if table.findings[number - 1].instead is None:
        raise AgainstRules("R11", say("dues.one-cause", number=number))
