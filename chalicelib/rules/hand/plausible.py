"""Whether something can have happened on a table of real cards, as far as it can be told.

What depends on hidden cards is left to the audit (:mod:`chalicelib.rules.audit.replay`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from chalicelib.rules.actions import Action, Phase
from chalicelib.rules.audit.replay import passing, suits_after
from chalicelib.rules.cards import ALL_SUITS, TEXT, Card
from chalicelib.rules.deal import PLAYED, UNKNOWN
from chalicelib.rules.errors import AgainstRules, Malformed, NotNow, say

from .betting import BETTING_VERBS
from .legality import check_form, verify_bet, verify_call, verify_widow

if TYPE_CHECKING:
    from chalicelib.rules.options.rules import Rules

    from .observed import ObservedHand

OBSERVED_VERBS: Final = frozenset(
    {"play", "lead", "take", "pot", "show", "end", "confirm", "waive"}
    | {"exchange", "decline", "auction", "bid", "pass", *BETTING_VERBS}
)


def verify_observed(hand: ObservedHand, action: Action) -> None:
    """Return if ``action`` can have happened now; see :meth:`Fold.verify` for what it raises."""
    verb, seat, card, amount = action.loose
    check_form(hand, action, OBSERVED_VERBS)
    if hand.phase is Phase.OVER:
        raise NotNow("the hand is over")
    if seat is not None and seat not in hand.live and verb != "show":
        raise Malformed(say("seat {seat} is not in the hand", seat=seat + 1))
    if verb in ("exchange", "decline", "auction"):
        verify_widow(hand, verb, _seat(seat))
    elif verb in ("bid", "pass"):
        verify_call(hand, _seat(seat), amount)
    elif verb in BETTING_VERBS:
        verify_bet(hand, action)
    elif verb == "take":
        _verify_take(hand, _seat(seat), (amount or 0) - 1)
    elif verb == "pot":
        _verify_pot(hand, _seat(seat))
    elif verb in ("confirm", "waive"):
        _verify_ruling(hand, amount)
    elif verb == "show":
        _verify_show(hand, _seat(seat), card)
    elif not _play_is_open(hand):
        raise NotNow(_why_no_play(hand))
    elif verb == "end":
        _verify_end(hand)
    else:
        _verify_play(hand, verb, _seat(seat), card)


def _seat(seat: int | None) -> int:
    assert seat is not None  # check_form has seen to it
    return seat


def _play_is_open(hand: ObservedHand) -> bool:
    return hand.phase in (Phase.LEAD, Phase.RUN) or bool(
        hand.phase is Phase.POT and hand.pot_winners
    )


def _why_no_play(hand: ObservedHand) -> str:
    if hand.phase in (Phase.WIDOW, Phase.AUCTION):
        return say("play starts when the widow is decided (R5)")
    if hand.phase in (Phase.POKER, Phase.POT):
        return say("play starts when the pot is won (R15)")
    return say("no card is played any more: the seats show what they hold")


# -- playing ------------------------------------------------------------------------------------


def passers(hand: ObservedHand, seat: int, card: Card) -> list[int]:
    """Return who must have passed before ``seat`` led ``card`` after a stop, in order (R6).

    A lead of a forbidden suit is taken for lawful where it can be: everybody has passed then,
    and the restriction is lifted. Whether they had to is for the audit to say.
    """
    rules = hand.rules
    if not passing(rules):
        return []
    table = [hand.last, *hand.others(hand.last)]
    lawful_after_circle = rules.lead_stuck == "pass_then_same" and seat == _first_after(hand, table)
    if lawful_after_circle and not suits_after(rules, hand.plays[-1][1]) >> card & 1:
        return table
    return table[: table.index(seat)]


def _first_after(hand: ObservedHand, table: Sequence[int]) -> int:
    """Return who leads when all have passed: the first that has not dropped out by it (R12)."""
    staying = [seat for seat in table if _can_pass(hand, seat)]
    return staying[0] if staying else table[-1]


def _can_pass(hand: ObservedHand, seat: int) -> bool:
    """Whether a seat stays in the hand when it pays for passing (R12)."""
    if hand.rules.broke != "drop_out":
        return True
    fee = hand.rules.lead_pass_fee
    return not fee or hand.ledger.chips[seat] > fee


def _leave_one(hand: ObservedHand, seats: Sequence[int]) -> bool:
    """Whether but one seat is in the hand when these have paid for passing (R12)."""
    return len(hand.live) - sum(not _can_pass(hand, seat) for seat in seats) <= 1


def _verify_end(hand: ObservedHand) -> None:
    rules = hand.rules
    if not passing(rules) or (
        rules.lead_stuck != "pass_then_end" and not _leave_one(hand, hand.live)
    ):
        raise AgainstRules("R6", "here a hand goes on until a seat has no card left")
    if not hand.plays:
        raise AgainstRules("R6", "the first lead is free, so somebody can lead")


def _verify_play(hand: ObservedHand, verb: str, seat: int, card: Card | None) -> None:
    assert card is not None
    _check_unseen(hand, card)
    _check_takers(hand, seat, card, last_of=seat if hand.counts[seat] == 1 else -1)
    if hand.phase is Phase.RUN and card == hand.next_card and verb == "play":
        return
    if verb == "play":
        _verify_lead(hand, seat, card)
    if hand.plays and _leave_one(hand, passers(hand, seat, card)):
        raise AgainstRules(
            "R12", "the others have no chip left when they have passed: the hand ends, say end"
        )


def _verify_lead(hand: ObservedHand, seat: int, card: Card) -> None:
    """Return if a card that does not go on with the run can have been led lawfully."""
    hint = say("; if it was led all the same, say lead")
    if not hand.plays:
        if hand.turn not in (-1, seat):
            raise AgainstRules("R6", say("seat {seat} leads{hint}", seat=hand.turn + 1, hint=hint))
    elif seat != hand.last and not (
        passing(hand.rules) and (permitted(hand) >> card & 1 or seat in passers(hand, seat, card))
    ):
        if hand.phase is Phase.RUN:
            due = TEXT[hand.next_card]
            raise AgainstRules(
                "R7",
                say(
                    "the run waits for {due}, not {card}{hint}", due=due, card=TEXT[card], hint=hint
                ),
            )
        raise AgainstRules("R6", say("seat {seat} leads{hint}", seat=hand.last + 1, hint=hint))


def permitted(hand: ObservedHand) -> int:
    """Return the suits that may be led after the last card, a bit a card (R6)."""
    return suits_after(hand.rules, hand.plays[-1][1]) if hand.plays else ALL_SUITS


def _check_unseen(hand: ObservedHand, card: Card) -> None:
    pile = hand.where[card]
    if pile == PLAYED:
        by = hand.played_by[card] + 1
        raise AgainstRules("R7", say("{card} was played by seat {seat}", card=TEXT[card], seat=by))
    if pile >= 0:
        raise AgainstRules(
            "R7", say("{card} was shown by seat {seat}", card=TEXT[card], seat=pile + 1)
        )


# -- showing ------------------------------------------------------------------------------------


def _verify_show(hand: ObservedHand, seat: int, card: Card | None) -> None:
    assert card is not None
    if hand.phase is not Phase.SHOW:
        raise NotNow("the seats show their cards when the hand is played out")
    _check_unseen(hand, card)
    unshown = hand.unshown
    if seat not in unshown:
        raise AgainstRules("R4", say("seat {seat} has shown all its cards", seat=seat + 1))
    _check_takers(hand, seat, card, last_of=seat if unshown[seat] == 1 else -1)


# -- Three in One (R15) -------------------------------------------------------------------------


def _verify_take(hand: ObservedHand, seat: int, space: int) -> None:
    if not hand.layout_open:
        raise NotNow("spaces are taken at the deal, before the betting (R15)")
    layout = hand.rules.layout
    if space >= len(layout):
        raise Malformed(say("there is no space {space}", space=space + 1))
    takers = hand.takers.get(space, [])
    if seat in takers:
        raise AgainstRules("R15", say("seat {seat} has taken it", seat=seat + 1))
    if len(takers) >= len(layout[space].sets):
        raise AgainstRules("R15", "this space has been taken")
    if max(map(len, layout[space].sets)) > hand.counts[seat]:
        raise AgainstRules("R15", say("seat {seat} has too few cards for it", seat=seat + 1))
    check_sharing(hand.rules, {**hand.takers, space: [*takers, seat]})


def check_sharing(rules: Rules, takers: Mapping[int, Sequence[int]]) -> None:
    """Return if no card has won for two seats, as far as a space is won in one way only.

    Raises
    ------
    AgainstRules
        It has.
    """
    winner_of: dict[Card, int] = {}
    for space, seats in takers.items():
        sets = rules.layout[space].sets
        if len(sets) > 1:
            continue
        for card in sets[0]:
            if any(winner_of.setdefault(card, seat) != seat for seat in seats):
                raise AgainstRules("R8", say("{card} cannot win for two seats", card=TEXT[card]))


def _check_takers(hand: ObservedHand, seat: int, card: Card, last_of: int = -1) -> None:
    """Return if every seat can still have held what it took spaces with, if ``seat`` held a card.

    ``last_of`` is the seat that has nothing more to show with it.
    """
    for space, takers in hand.takers.items():
        for taker in takers:
            if not any(
                all(
                    _may_have_held(hand, taker, other, seat, card, taker == last_of)
                    for other in cards
                )
                for cards in hand.rules.layout[space].sets
            ):
                raise AgainstRules(
                    "R15",
                    say(
                        "seat {seat} took {space}, so it held other cards",
                        seat=taker + 1,
                        space=hand.rules.space_names[space],
                    ),
                )


def _may_have_held(
    hand: ObservedHand, taker: int, wanted: Card, seat: int, card: Card, all_shown: bool
) -> bool:
    if wanted == card:
        return taker == seat
    pile = hand.where[wanted]
    if pile == UNKNOWN:
        return not all_shown
    return taker == (hand.played_by[wanted] if pile == PLAYED else pile)


def _verify_pot(hand: ObservedHand, seat: int) -> None:
    if hand.phase is not Phase.POT:
        raise NotNow("no pot is to be won now (R15)")
    assert hand.betting is not None
    if seat not in hand.betting.seats:
        raise AgainstRules("R15", say("seat {seat} has folded", seat=seat + 1))
    if seat in hand.pot_winners:
        raise AgainstRules("R15", say("seat {seat} has taken it", seat=seat + 1))


# -- rulings (R11) ------------------------------------------------------------------------------


def _verify_ruling(hand: ObservedHand, amount: int | None) -> None:
    if hand.phase is not Phase.DUES:
        raise NotNow("no dues are to be confirmed or waived")
    if amount is not None and amount > len(hand.findings):
        raise Malformed(say("there is no finding {number}", number=amount))
    if amount in hand.waived:
        raise AgainstRules("R11", say("finding {number} is waived", number=amount))
