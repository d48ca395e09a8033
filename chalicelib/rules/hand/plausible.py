"""Whether something can have happened on a table of real cards, as far as it can be told.

What depends on hidden cards is left to the audit (:mod:`chalicelib.rules.audit.replay`).
"""

from __future__ import annotations

from typing import Final, Protocol

from chalicelib.rules.actions import Action, Phase
from chalicelib.rules.audit.findings import Finding
from chalicelib.rules.cards import TEXT, Card
from chalicelib.rules.deal import PLAYED
from chalicelib.rules.errors import AgainstRules, Malformed, NotNow, say

from .betting import BETTING_VERBS, verify_bet
from .form import check_form
from .passing import PassingTable, leave_one, passers, verify_end, verify_lead
from .taking import TakingTable, check_takers, verify_pot, verify_take
from .widow import WidowTable, verify_call, verify_widow

OBSERVED_VERBS: Final = frozenset(
    {"play", "lead", "take", "pot", "show", "end", "confirm", "waive"}
    | {"exchange", "decline", "auction", "bid", "pass", *BETTING_VERBS}
)


class RealTable(WidowTable, PassingTable, TakingTable, Protocol):
    """A table of real cards, as far as it decides what can happen there.

    Attributes
    ----------
    findings, waived
        What the audit found, and the numbers (from 1) of the findings that are waived.
    """

    findings: list[Finding]
    waived: set[int]

    @property
    def unshown(self) -> dict[int, int]:
        """How many cards each seat has still to show, seats with none left out."""


def verify_observed(table: RealTable, action: Action) -> None:
    """Raise unless ``action`` can have happened now; see :meth:`.Fold.verify` for the errors."""
    verb, seat, card, amount = action.loose
    check_form(action, OBSERVED_VERBS, len(table.counts), table.rules.broke == "debt")
    if table.phase is Phase.OVER:
        raise NotNow("the hand is over")
    if seat is not None and seat not in table.live and verb != "show":
        raise Malformed(say("seat {seat} is not in the hand", seat=seat + 1))
    if verb in ("exchange", "decline", "auction"):
        verify_widow(table, verb, _seat(seat))
    elif verb in ("bid", "pass"):
        verify_call(table, _seat(seat), amount)
    elif verb in BETTING_VERBS:
        verify_bet(table, action)
    elif verb == "take":
        verify_take(table, _seat(seat), (amount or 0) - 1)
    elif verb == "pot":
        verify_pot(table, _seat(seat))
    elif verb in ("confirm", "waive"):
        _verify_ruling(table, amount)
    elif verb == "show":
        _verify_show(table, _seat(seat), card)
    elif not _play_is_open(table):
        raise NotNow(_why_no_play(table))
    elif verb == "end":
        verify_end(table)
    else:
        _verify_play(table, verb, _seat(seat), card)


def _seat(seat: int | None) -> int:
    assert seat is not None  # check_form has seen to it
    return seat


def _play_is_open(table: RealTable) -> bool:
    return table.phase in (Phase.LEAD, Phase.RUN) or bool(
        table.phase is Phase.POT and table.pot_winners
    )


def _why_no_play(table: RealTable) -> str:
    if table.phase in (Phase.WIDOW, Phase.AUCTION):
        return say("play starts when the widow is decided (R5)")
    if table.phase in (Phase.POKER, Phase.POT):
        return say("play starts when the pot is won (R15)")
    return say("no card is played any more: the seats show what they hold")


def _verify_play(table: RealTable, verb: str, seat: int, card: Card | None) -> None:
    assert card is not None
    _check_unseen(table, card)
    check_takers(table, seat, card, last_of=seat if table.counts[seat] == 1 else -1)
    if table.phase is Phase.RUN and card == table.next_card and verb == "play":
        return
    if verb == "play":
        verify_lead(table, seat, card)
    if table.plays and leave_one(table, passers(table, seat, card)):
        raise AgainstRules(
            "R12", "the others have no chip left when they have passed: the hand ends, say end"
        )


def _check_unseen(table: RealTable, card: Card) -> None:
    pile = table.where[card]
    if pile == PLAYED:
        by = table.played_by[card] + 1
        raise AgainstRules("R7", say("{card} was played by seat {seat}", card=TEXT[card], seat=by))
    if pile >= 0:
        raise AgainstRules(
            "R7", say("{card} was shown by seat {seat}", card=TEXT[card], seat=pile + 1)
        )


def _verify_show(table: RealTable, seat: int, card: Card | None) -> None:
    assert card is not None
    if table.phase is not Phase.SHOW:
        raise NotNow("the seats show their cards when the hand is played out")
    _check_unseen(table, card)
    unshown = table.unshown
    if seat not in unshown:
        raise AgainstRules("R4", say("seat {seat} has shown all its cards", seat=seat + 1))
    check_takers(table, seat, card, last_of=seat if unshown[seat] == 1 else -1)


def _verify_ruling(table: RealTable, amount: int | None) -> None:
    if table.phase is not Phase.DUES:
        raise NotNow("no dues are to be confirmed or waived")
    if amount is not None and amount > len(table.findings):
        raise Malformed(say("there is no finding {number}", number=amount))
    if amount in table.waived:
        raise AgainstRules("R11", say("finding {number} is waived", number=amount))
