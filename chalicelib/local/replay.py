"""`boodle replay`: a hand record play by play, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from chalicelib.rules import (
    TEXT,
    Entry,
    Event,
    RulesError,
    account_name,
    effects,
    view,
)
from chalicelib.rules.actions import Follow, Lead, Part, Phase, Play, Stop, Undo, action_json
from chalicelib.rules.audit.report import report
from chalicelib.rules.audit.telling import false_lead, missed
from chalicelib.rules.deal import DEAD, WIDOW
from chalicelib.rules.hand.fold import Fold
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.record import HandRecord, LogAction, UnknownAction, do, from_record
from chalicelib.rules.views import Viewer

from .record_files import tell_records
from .trouble import Trouble, in_words


def replay(files: Sequence[str], at: int | None, hand: int | None) -> int:
    """Print records play by play, up to action ``at``; return the exit code.

    If there are several records, all are printed, or only that of ``hand``.

    Raises
    ------
    Trouble
        The files have no such record, or its plays or its result are wrong.
    """
    tell_records("replay", files, hand, lambda record: Telling(record).lines(at))
    return 0


class Telling:
    """Describes a record, line by line."""

    def __init__(self, record: HandRecord) -> None:
        self._record = record
        self._names = [
            f"seat {seat}" if name is None else f"{name} ({seat})"
            for seat, name in enumerate(record.names, 1)
        ]
        self._behind = defaultdict[int, list[str]](list)  # faults that an action comes after
        self._in = defaultdict[int, list[str]](list)  # faults that it is

    def lines(self, at: int | None) -> Iterator[str]:
        """Yield the hand up to action ``at``, and its state then.

        Raises
        ------
        RulesError
            The record's set-up, an action or the result is wrong.
        """
        record = self._record
        last = len(record.log)
        if at is not None and at > last:
            raise Trouble(f"the hand has {last} actions")
        self._find(record)
        hand = from_record(record, 0)
        yield from self._before(hand)
        for number, step in enumerate(record.log[:at], 1):
            back = f"   (taken back by action {step.undone_by})" if step.undone_by else ""
            line = f"{number:4}  {self._described(hand, step.action)}{back}"
            if isinstance(step.action, Undo):
                yield line
                hand = from_record(record, number)
                continue
            try:
                do(hand, step.action, number)
            except RulesError as error:
                yield line
                raise Trouble(f"action {number}: {in_words(error.detail)}") from None
            events, entries = effects(hand, number)
            before = _before_the_lead(hand, step.action, events)
            earlier = [entry for entry in entries if _paid_before(hand, number, entry, before)]
            yield from self._events(events[:before])
            yield from self._moved(earlier)
            in_force = not step.undone_by
            if in_force:
                yield from map(_inner, self._behind.get(number, ()))
            yield line
            yield from self._events(events[before:])
            yield from self._moved(entry for entry in entries if entry not in earlier)
            if in_force:
                yield from map(_inner, self._in.get(number, ()))
        yield from self._stand(hand)
        if at is None:
            from_record(record)  # which compares the result with the plays

    def _find(self, record: HandRecord) -> None:
        """Look up which faults the audit of a hand of real cards finds, and at which action.

        They are known only when all cards are shown, but they happened earlier.
        """
        try:
            hand = from_record(record, len(record.log))
            found = report(hand) if isinstance(hand, ObservedHand) else None
        except RulesError:
            return  # not over, abandoned, or wrong somewhere: there the replay comes to it
        for miss in found.misses if found else ():
            self._behind[miss.action].append(in_words(missed(miss, self._names)))
        for lead in found.false_leads if found else ():
            faults = self._behind if lead.kind.is_claim else self._in
            faults[lead.action].append(in_words(false_lead(lead, self._names)))

    def _before(self, hand: Fold) -> Iterator[str]:
        record = self._record
        place = record.place
        where = f": league {place.league}, table {place.table}, hand {place.hand}" if place else ""
        rules = record.rules
        yield f"{rules.preset}, {record.recording}{where}; version {rules.version} of the rules"
        for seat, name in enumerate(self._names):
            out = "" if seat in record.seats else ", not dealt in"
            deals = ", deals" if seat == hand.dealer else ""
            yield f"  {name}: {record.stacks[seat]} chips{deals}{out}"
        if record.deal:
            yield "dealt"
            yield from self._cards(hand)
            for pile, called in ((WIDOW, "widow"), (DEAD, "dead")):
                if cards := record.deal.cards(pile):
                    yield f"  {called}: {self._written(cards)}"
        yield "stakes"
        yield from self._moved(effects(hand, 0)[1])

    def _cards(self, hand: Fold) -> Iterator[str]:
        for seat, cards in view(hand, Viewer(knows_deal=True)).holdings.items():
            yield f"  {self._names[seat]}: {self._written(cards) or '-'}"

    def _written(self, cards: Iterable[int]) -> str:
        ordered = sorted(cards, key=self._record.rules.table.order.sort_key)
        return " ".join(TEXT[card] for card in ordered)

    def _described(self, hand: Fold, action: LogAction) -> str:
        match action:
            case Play(seat, card) | Follow(seat, card) | Lead(seat, card):
                does = "leads" if _leads(hand, action) else "plays"
                followed = " (follow)" if isinstance(action, Follow) else ""
                return f"{self._names[seat]} {does} {TEXT[card]}{followed}"
            case Stop() if (due := view(hand).waits_for) is not None:
                return f"{action.verb}: {TEXT[due]} is not played"
            case UnknownAction():
                written = dict(action.form)
            case _:
                written = action_json(action, self._record.rules.table.space_names)
        value, seat_number = written[action.verb], written.get(Part.SEAT)
        what = str(action.verb) if value is True else f"{action.verb} {value}"
        return f"{self._names[int(seat_number) - 1]}: {what}" if seat_number else what

    def _events(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            if event.kind != "miss" or not self._behind:
                yield _inner(self._event(event))

    def _event(self, event: Event) -> str:
        who = "" if event.seat is None else self._names[event.seat]
        card = "" if event.card is None else TEXT[event.card]
        words = {
            "stop": f"the run ends with {card}",
            "pass": f"{who} has to pass",
            "lifted": f"{who} may lead any suit",
            "sold": f"{who} takes the widow",
            "unsold": "nobody buys the widow",
            "miss": f"{who} missed {card}",
            "play": f"{who} plays {card}",
            "declined": f"{who}, away, declines the widow",
            "no_bid": f"{who}, away, passes",
            "checked": f"{who}, away, checks",
            "folded": f"{who}, away, folds",
            "drop": f"{who} has no chips left, and drops out",
            "best_hand": f"{who} has the best hand",
            "end": f"the hand is over: {who} is out" if who else "the hand is over",
        }
        return words.get(event.kind) or " ".join(filter(None, (event.kind, who, card)))

    def _moved(self, entries: Iterable[Entry]) -> Iterator[str]:
        for (source, reason), group in groupby(entries, lambda e: (e.source, e.reason)):
            to = ", ".join(f"{self._account(entry.target)} {entry.amount}" for entry in group)
            yield _inner(f"{self._account(source)} -> {to} ({reason})")

    def _account(self, account: int) -> str:
        seats = len(self._names)
        if account < seats:
            return self._names[account]
        return account_name(account, seats, self._record.rules.table.space_names)

    def _stand(self, hand: Fold) -> Iterator[str]:
        if hand.over:
            won = "nobody" if hand.winner is None else self._names[hand.winner]
            yield "abandoned: every payment is taken back" if hand.abandoned else f"winner: {won}"
        else:
            due = view(hand).waits_for
            waits = "" if due is None or due < 0 else f" for {TEXT[due]}"
            turn = f", {self._names[hand.turn]}" if hand.turn >= 0 else ""
            yield f"waiting: {hand.phase.value}{waits}{turn}"
        yield "cards left"
        yield from self._cards(hand)
        yield "chips"
        names = (f"{self._account(i)} {chips}" for i, chips in enumerate(hand.ledger.chips))
        yield "  " + ", ".join(names)


def _inner(line: str) -> str:
    return f"        {line}"


def _leads(hand: Fold, action: Play | Follow | Lead) -> bool:
    """Return whether a card about to be played is led."""
    if hand.phase is Phase.LEAD or isinstance(action, Lead):
        return True
    return isinstance(hand, ObservedHand) and action.card != hand.next_card


def _before_the_lead(hand: Fold, action: LogAction, events: Sequence[Event]) -> int:
    """Return how many of its events a lead has behind it rather than before it.

    With real cards a lead is all that shows that the run before it has ended, and who passed.
    """
    if not (isinstance(hand, ObservedHand) and isinstance(action, Play | Lead)):
        return 0
    behind = [
        place
        for place, event in enumerate(events, 1)
        if event.kind in ("pass", "lifted") or (event.kind == "stop" and event.card != action.card)
    ]
    return max(behind, default=0)


def _paid_before(hand: Fold, number: int, entry: Entry, passes: int) -> bool:
    """Return whether a payment of an action was due before it, for passes or for claims.

    With real cards the first action that is no claim shows that nobody else makes one (R15).
    """
    if not isinstance(hand, ObservedHand):
        return False
    claims, space = hand.claims, entry.source - len(hand.counts)
    return (
        (passes > 0 and entry.reason == "pass fee")
        or (claims.layout_at == number and entry.reason == "boodle" and space in claims.takers)
        or (claims.pot_at == number and entry.reason == "pot")
    )
