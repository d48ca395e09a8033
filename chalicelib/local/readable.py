"""Records in readable form, without the secrets of hands in progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from chalicelib.json_value import Json
from chalicelib.rules import TEXT, Rules, make_rules
from chalicelib.rules.actions import PlayAction, action_json, card_member
from chalicelib.service.secrets import CODE_SEAL
from chalicelib.store.port import Item, Key
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.counts import CountRecord
from chalicelib.store.records.draws import DrawsRecord
from chalicelib.store.records.entries import EntriesRecord
from chalicelib.store.records.kinds import load
from chalicelib.store.records.live import LiveHand, LiveRecord, LiveTable
from chalicelib.store.records.live_log import Logged
from chalicelib.store.records.members import UnreadableRecord
from chalicelib.store.records.once import OnceRecord
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.posters import poster_json
from chalicelib.store.records.record import At, R, number_of
from chalicelib.store.records.setups import SetupRecord
from chalicelib.store.records.terms import TermsRecord
from chalicelib.store.records.times import rfc3339

HIDDEN: Final = "(hidden; --secrets shows it)"


class Reader:
    """Reads records, and gets other records that explain them, such as those with names.

    Parameters
    ----------
    get
        Returns the record of a key, if there is one.
    secrets
        Whether to show what is hidden while a hand is played.
    """

    def __init__(self, get: Callable[[Key], Item | None], secrets: bool) -> None:
        self._get = get
        self._secrets = secrets

    def read(self, item: Item) -> Json:
        """Return the content of a record as JSON values."""
        try:
            record = load(item)
        except UnreadableRecord as error:
            return str(error)
        match record:
            case None:
                return item.body
            case LiveRecord():
                return self._live(record)
            case ChainRecord():
                return self._secret(record.dumps())
            case ArchiveRecord():
                return {**record.as_json(), "live": self._live(record.live, over=True)}
            case SetupRecord():
                return self._setup(record, self._in_progress(item.key))
            case DrawsRecord():
                return self._draws(record)
            case EntriesRecord():
                return self._entries(record)
            case CountRecord():
                return _counted(record)
            case OnceRecord():
                return {**record.as_json(), "reply": self._sealed(record.reply)}
            case _:
                return record.as_json()

    def _secret(self, value: Json) -> Json:
        return value if self._secrets else HIDDEN

    def _find(self, at: At[R]) -> R | None:
        item = self._get(at.key)
        return None if item is None else at.stored(item).record

    def _in_progress(self, setup: Key) -> bool:
        """Return whether the hand of a set-up is being played."""
        live = self._find(LiveRecord.at(setup.partition.partition("#")[2]))
        if live is None or live.hand is None:
            return False
        return live.table.hand == number_of(setup)

    def _setup(self, setup: SetupRecord, in_progress: bool) -> Mapping[str, Json]:
        """Return a hand's set-up; while it is played, its link and an entered deal are secret."""
        shown = setup.as_json()
        if not in_progress:
            return shown
        asked = setup.asked
        deal = None if asked.deal is None else self._secret(asked.deal.as_json())
        return {
            **shown,
            "asked": {**asked.as_json(), "deal": deal},
            "link": setup.link and self._secret(setup.link),
        }

    def _draws(self, draws: DrawsRecord) -> Mapping[str, Json]:
        """Return the draws of a hand; what was opened is shown once the hand is dealt."""
        return {
            **draws.as_json(),
            "draws": [
                {
                    "text": draw.text,
                    "at": rfc3339(draw.at),
                    "commitments": {
                        f"seat {seat + 1}": one for seat, one in sorted(draw.commitments.items())
                    },
                    "openings": {
                        f"seat {seat + 1}": list(one) if draws.dealt else self._secret(list(one))
                        for seat, one in sorted(draw.openings.items())
                    },
                }
                for draw in draws.draws
            ],
        }

    def _entries(self, entries: EntriesRecord) -> Mapping[str, Json]:
        """Return what was entered before a deal."""
        return {
            **entries.as_json(),
            "seats": {
                f"seat {seat + 1}": entry.as_json() for seat, entry in sorted(entries.seats.items())
            },
        }

    def _sealed(self, value: Json) -> Json:
        """Return a stored answer without the salts of join codes."""
        if isinstance(value, Mapping):
            return {
                name.lstrip("\0"): self._secret(part) if name == CODE_SEAL else self._sealed(part)
                for name, part in value.items()
            }
        return [self._sealed(part) for part in value] if isinstance(value, list) else value

    # -- the live record ------------------------------------------------------------------------

    def _live(self, live: LiveRecord, over: bool = False) -> Mapping[str, Json]:
        """Return a live record; ``over`` if it is that of a hand that is over."""
        table, hand = live.table, live.hand
        rules = self._rules(table.terms)
        spaces = (
            rules.table.space_names if rules else [str(i + 1) for i in range(len(table.layout))]
        )
        covers = rules is not None and _covers(rules)
        return {
            "league": table.league,
            "round": table.round,
            "table": table.number,
            "recording": table.recording,
            "terms": table.terms or None,
            "hand": table.hand,
            "hands_counted": table.counted,
            "dealer": table.dealer + 1,
            "began_at": rfc3339(table.began * 100) if table.began else None,
            "closing": table.closing,
            "ended": table.ended,
            "seats": [self._seat(table, seat) for seat in range(len(table.players))],
            "scorer_epochs": table.scorers,
            "layout": dict(zip(spaces, table.layout, strict=False)),
            "kitty": table.kitty,
            "pot": table.pot,
            "bank": table.bank,
            "claimed": [
                name
                for place, name in enumerate([*spaces, "kitty", "pot"])
                if table.claimed >> place & 1
            ],
            ("hand_played" if over else "hand_in_progress"): None
            if hand is None
            else self._hand(hand, spaces, over, covers),
        }

    def _rules(self, terms: str) -> Rules | None:
        kept = self._find(TermsRecord.at(terms)) if terms else None
        return None if kept is None else make_rules(kept.preset, kept.options, kept.rules_version)

    def _seat(self, table: LiveTable, seat: int) -> Mapping[str, Json]:
        number = table.players[seat]
        player = self._find(PlayerRecord.at(table.league, number))
        return {
            "seat": seat + 1,
            "player": number,
            "name": None if player is None else player.name,
            "stack": table.stacks[seat] if table.stacks else None,
            "bought": table.bought[seat] if table.bought else None,
            "away": bool(table.away >> seat & 1),
            "token_epoch": table.epochs[seat],
            **({"left": True} if table.has_left(seat) else {}),
            **({"leaves_after_the_hand": True} if table.leaving >> seat & 1 else {}),
        }

    def _hand(
        self, hand: LiveHand, spaces: Sequence[str], over: bool, covered: bool
    ) -> Mapping[str, Json]:
        log, deal = hand.actions, hand.deal
        covers = _covered(log) if covered and not over and not self._secrets else set()
        return {
            "started_at": rfc3339(deal.started * 100),
            "digest": deal.digest,
            "dealer": deal.dealer + 1,
            "amount": deal.amount,
            "stakes": {
                f"seat {seat + 1}": {spaces[space]: chips for space, chips in placed.items()}
                for seat, placed in deal.placements.items()
            },
            "deal": _piles(deal.where) if over else self._secret(_piles(deal.where)),
            "entered_by": deal.enterer and poster_json(deal.enterer),
            "actions": [
                _action(number, logged, number in covers, spaces)
                for number, logged in enumerate(log, 1)
            ],
            "tokens_handed_out_again": [
                {"after": note.after, "seat": note.seat + 1, "at": rfc3339(note.at * 100)}
                for note in hand.notes
            ],
        }


def _counted(count: CountRecord) -> Mapping[str, Json]:
    """Return a count of the real chips."""
    chips = {f"seat {seat}": chips for seat, chips in enumerate(count.stacks, 1)}
    return {**count.as_json(), "counted": chips, "at": rfc3339(count.posted)}


def _covers(rules: Rules) -> bool:
    return rules.runs.cards_are_covered


def _covered(log: Sequence[Logged]) -> set[int]:
    """Return the numbers of the plays that lie under another of the same seat (R7)."""
    covers: set[int] = set()
    topped: set[int] = set()
    for number in range(len(log), 0, -1):
        match log[number - 1].action:
            case PlayAction(seat):
                if seat in topped:
                    covers.add(number)
                topped.add(seat)
    return covers


def _action(
    number: int, logged: Logged, covered: bool, spaces: Sequence[str]
) -> Mapping[str, Json]:
    action = action_json(logged.action, spaces)
    member = card_member(logged.action)
    if covered and member:
        action[member] = "(covered)"
    return {
        "number": number,
        "action": action,
        "by": poster_json(logged.poster),
        "at": rfc3339(logged.at * 100),
        "phone_at": None if logged.phone is None else rfc3339(logged.phone * 100),
    }


def _piles(where: Sequence[int]) -> dict[str, str]:
    """Return where each card was dealt to."""
    names = {-2: "aside", -1: "widow"}
    piles: dict[int, list[str]] = {}
    for card, pile in enumerate(where):
        piles.setdefault(pile, []).append(TEXT[card])
    return {names.get(pile, f"seat {pile + 1}"): " ".join(piles[pile]) for pile in sorted(piles)}
