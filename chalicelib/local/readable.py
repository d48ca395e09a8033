"""Records in a form that people can read, secrets of hands in progress left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from chalicelib.rules import TEXT, Rules, make_rules
from chalicelib.rules.actions import Follow, Lead, Play, action_json, card_member
from chalicelib.service.context import rfc3339
from chalicelib.service.log import poster_view
from chalicelib.service.secrets import CODE_SEAL
from chalicelib.store.port import Item, Key
from chalicelib.store.records import keys
from chalicelib.store.records.live import Current, Live, UnknownFormat, decode
from chalicelib.store.records.live_log import Logged

HIDDEN: Final = "(hidden; --secrets shows it)"


class Reader:
    """Reads records; what else it needs to explain one, such as names, it gets.

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

    def read(self, item: Item) -> Any:
        """Return the content of a record in plain JSON values."""
        partition, sort = item.key
        kind = sort.partition("#")[0]
        if partition.startswith("T#"):
            table = partition[2:]
            if item.key == keys.live(table):
                return self._live(item.body)
            if item.key == keys.chain(table):
                return self._secret(item.body)
            content = json.loads(item.body)
            if sort.startswith(keys.ARCHIVES):
                return {**content, "live": self._live(content["live"], over=True)}
            if kind == "H":
                return self._setup(content, self._in_progress(table, int(sort[2:])))
            if kind == "E":
                return self._entries(content)
            if sort.startswith(keys.COUNTS):
                return _counted(content)
            return content
        try:
            return self._sealed(json.loads(item.body))
        except ValueError:
            return item.body

    def _secret(self, value: Any) -> Any:
        return value if self._secrets else HIDDEN

    def _in_progress(self, table: str, hand: int) -> bool:
        item = self._get(keys.live(table))
        live = decode(item.body) if item else None
        return live is not None and live.current is not None and live.hand == hand

    def _setup(self, setup: dict[str, Any], in_progress: bool) -> dict[str, Any]:
        """Return a hand's set-up: while it is played its link and an entered deal are secret."""
        if not in_progress:
            return setup
        asked, link = setup["asked"], setup["link"]
        return {
            **setup,
            "asked": {**asked, "deal": asked["deal"] and self._secret(asked["deal"])},
            "link": link and self._secret(link),
        }

    def _entries(self, entries: dict[str, Any]) -> dict[str, Any]:
        """Return what was said before a deal: seeds are shown when it is closed."""
        seats = {}
        for seat, said in entries["seats"].items():
            seed = said["seed"]
            if seed and not entries["closed"]:
                seed = self._secret(seed)
            seats[f"seat {int(seat) + 1}"] = {**said, "seed": seed}
        return {**entries, "seats": seats}

    def _sealed(self, value: Any) -> Any:
        """Return ``value`` without what join codes are derived from."""
        if isinstance(value, dict):
            return {
                name.lstrip("\0"): self._secret(part) if name == CODE_SEAL else self._sealed(part)
                for name, part in value.items()
            }
        return [self._sealed(part) for part in value] if isinstance(value, list) else value

    # -- the live record ------------------------------------------------------------------------

    def _live(self, body: str, over: bool = False) -> Any:
        """Return a live record; ``over`` when it is that of a hand that is over."""
        try:
            live = decode(body)
        except UnknownFormat as error:
            return str(error)
        rules = self._rules(live.terms)
        spaces = rules.table.space_names if rules else [str(i + 1) for i in range(len(live.layout))]
        return {
            "league": live.league,
            "round": live.round,
            "table": live.table,
            "recording": live.recording,
            "terms": live.terms or None,
            "hand": live.hand,
            "hands_counted": live.counted,
            "dealer": live.dealer + 1,
            "began_at": rfc3339(live.began * 100) if live.began else None,
            "closing": live.closing,
            "ended": live.ended,
            "seats": [self._seat(live, seat) for seat in range(len(live.players))],
            "scorer_epochs": live.scorers,
            "layout": dict(zip(spaces, live.layout, strict=False)),
            "kitty": live.kitty,
            "pot": live.pot,
            "bank": live.bank,
            "claimed": [
                name
                for place, name in enumerate([*spaces, "kitty", "pot"])
                if live.claimed >> place & 1
            ],
            ("hand_played" if over else "hand_in_progress"): live.current
            and self._current(live.current, spaces, over, bool(rules and _covers(rules))),
        }

    def _rules(self, terms: str) -> Rules | None:
        item = self._get(keys.terms(terms)) if terms else None
        if item is None:
            return None
        kept = json.loads(item.body)
        return make_rules(kept["preset"], kept["options"])

    def _seat(self, live: Live, seat: int) -> dict[str, Any]:
        number = live.players[seat]
        item = self._get(keys.player(live.league, number))
        return {
            "seat": seat + 1,
            "player": number,
            "name": json.loads(item.body)["name"] if item else None,
            "stack": live.stacks[seat] if live.stacks else None,
            "bought": live.bought[seat] if live.bought else None,
            "away": bool(live.away >> seat & 1),
            "token_epoch": live.epochs[seat],
        }

    def _current(self, current: Current, spaces: Any, over: bool, covered: bool) -> dict[str, Any]:
        log = current.actions
        covers = _covered(log) if covered and not over and not self._secrets else set()
        return {
            "started_at": rfc3339(current.started * 100),
            "digest": current.digest,
            "dealer": current.dealer + 1,
            "amount": current.amount,
            "stakes": {
                f"seat {seat + 1}": {spaces[space]: chips for space, chips in placed.items()}
                for seat, placed in current.placements.items()
            },
            "deal": _piles(current) if over else self._secret(_piles(current)),
            "entered_by": current.enterer and poster_view(current.enterer),
            "actions": [
                _action(number, logged, number in covers, spaces)
                for number, logged in enumerate(log, 1)
            ],
            "tokens_handed_out_again": [
                {"after": note.after, "seat": note.seat + 1, "at": rfc3339(note.at * 100)}
                for note in current.notes
            ],
        }


def _counted(count: dict[str, Any]) -> dict[str, Any]:
    """Return a count of the real chips."""
    chips = {f"seat {seat}": chips for seat, chips in enumerate(count["counted"], 1)}
    return {**count, "counted": chips, "at": rfc3339(count["at"])}


def _covers(rules: Rules) -> bool:
    return rules.runs.cards_are_covered


def _covered(log: list[Logged]) -> set[int]:
    """Return the numbers of the plays that lie under another of the same seat (R7)."""
    covers: set[int] = set()
    topped: set[int | None] = set()
    for number in range(len(log), 0, -1):
        logged = log[number - 1]
        if isinstance(logged.action, Play | Follow | Lead):
            if logged.seat in topped:
                covers.add(number)
            topped.add(logged.seat)
    return covers


def _action(number: int, logged: Logged, covered: bool, spaces: Sequence[str]) -> dict[str, Any]:
    action = action_json(logged.action, spaces)
    if covered:
        action[card_member(logged.action) or logged.verb] = "(covered)"
    return {
        "number": number,
        "action": action,
        "by": poster_view(logged.poster),
        "at": rfc3339(logged.at * 100),
        "phone_at": None if logged.phone is None else rfc3339(logged.phone * 100),
    }


def _piles(current: Current) -> dict[str, str]:
    """Return where each card was dealt to."""
    names = {-2: "aside", -1: "widow"}
    piles: dict[int, list[str]] = {}
    for card, pile in enumerate(current.where):
        piles.setdefault(pile, []).append(TEXT[card])
    return {names.get(pile, f"seat {pile + 1}"): " ".join(piles[pile]) for pile in sorted(piles)}
