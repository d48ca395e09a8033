"""`boodle replay`: a hand record play by play, in words."""

from __future__ import annotations

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
from chalicelib.rules.actions import Follow, Part, Phase, Play, Stop, Undo, action_json
from chalicelib.rules.deal import DEAD, WIDOW
from chalicelib.rules.hand.fold import Fold
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
        hand = from_record(record, 0)
        yield from self._before(hand)
        for number, step in enumerate(record.log[:at], 1):
            back = f"   (taken back by action {step.undone_by})" if step.undone_by else ""
            yield f"{number:4}  {self._described(hand, step.action)}{back}"
            if isinstance(step.action, Undo):
                hand = from_record(record, number)
                continue
            self._do(hand, step.action, number)
            yield from self._effects(hand, number)
        yield from self._stand(hand)
        if at is None:
            from_record(record)  # which compares the result with the plays

    def _do(self, hand: Fold, action: LogAction, number: int) -> None:
        try:
            do(hand, action, number)
        except RulesError as error:
            raise Trouble(f"action {number}: {in_words(error.detail)}") from None

    def _before(self, hand: Fold) -> Iterator[str]:
        record = self._record
        place = record.place
        where = f": league {place.league}, table {place.table}, hand {place.hand}" if place else ""
        yield f"{record.rules.preset}, {record.recording}{where}"
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
            case Play(seat, card) | Follow(seat, card):
                does = "leads" if hand.phase is Phase.LEAD else "plays"
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

    def _effects(self, hand: Fold, number: int) -> Iterator[str]:
        events, entries = effects(hand, number)
        for event in events:
            yield f"        {self._event(event)}"
        yield from self._moved(entries)

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
            "drop": f"{who} has no chips left, and drops out",
            "best_hand": f"{who} has the best hand",
            "end": f"the hand is over: {who} is out" if who else "the hand is over",
        }
        return words.get(event.kind) or " ".join(filter(None, (event.kind, who, card)))

    def _moved(self, entries: Iterable[Entry]) -> Iterator[str]:
        for (source, reason), group in groupby(entries, lambda e: (e.source, e.reason)):
            to = ", ".join(f"{self._account(entry.target)} {entry.amount}" for entry in group)
            yield f"        {self._account(source)} -> {to} ({reason})"

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
