"""The players of a league."""

from __future__ import annotations

import json
from typing import Any, Final

from chalicelib.store.port import Item, Key, Put, Write
from chalicelib.store.records import keys

from .access import Caller, check_league, check_right, load_league, require_league
from .context import Context
from .errors import Refusal, not_found, say
from .once import Answer, Decision, Once, attempt, attempt_once, compact

MAX_BULK: Final = 90
MAX_PLAYERS: Final = 5000


def load_counters(ctx: Context, league_id: str) -> tuple[dict[str, int], int]:
    """Return the last numbers given out in a league, and the record's version."""
    where = keys.counters(league_id)
    item = ctx.store.get([where])[where]
    return json.loads(item.body), item.version


def player_view(number: int, player: dict[str, Any]) -> dict[str, Any]:
    """Return a player as shown."""
    return {
        "player": number,
        "name": player["name"],
        "withdrawn_from": player["withdrawn_from"],
    }


def number_of(item: Item) -> int:
    """Return the number of a player or round from its record's key."""
    return int(item.key.sort.split("#")[1])


def add_players(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    league_id: str,
    names: list[str],
    *,
    namesakes: bool,
) -> Answer:
    """Add players, all of them or none; they get the next numbers, in order.

    Parameters
    ----------
    namesakes
        Whether they may have names that are taken. A list sent twice by mistake should not
        double the league, nor standings show two lines nobody can tell apart.

    Raises
    ------
    Refusal
        ``name-taken``; ``league-full``: more than 5,000.
    """
    check_right(caller, "players.write")

    def decide() -> Decision:
        require_league(ctx, caller, league_id)
        counters, version = load_counters(ctx, league_id)
        if not namesakes:
            _check_names(names, load_players(ctx, league_id))
        first = counters["players"] + 1
        counters["players"] += len(names)
        if counters["players"] > MAX_PLAYERS:
            raise Refusal(
                "league-full", say("a league has at most {most} players", most=MAX_PLAYERS)
            )
        added = {
            number: {"name": name, "withdrawn_from": None, "epoch": 0, "handed": 0}
            for number, name in enumerate(names, first)
        }
        writes: list[Write] = [Put(keys.counters(league_id), compact(counters), version)]
        writes += [Put(keys.player(league_id, n), compact(p), None) for n, p in added.items()]
        return {"players": [player_view(n, p) for n, p in added.items()]}, writes

    return attempt_once(ctx, once, decide, lambda: require_league(ctx, caller, league_id))


def _check_names(names: list[str], players: dict[int, dict[str, Any]]) -> None:
    """Refuse names that are taken, or stand twice in the list; case does not matter."""
    seen = {player["name"].casefold() for player in players.values()}
    taken = []
    for name in names:
        if name.casefold() in seen:
            taken.append(name)
        seen.add(name.casefold())
    if taken:
        raise Refusal(
            "name-taken",
            say(
                "already there: {names}; say namesakes if they are other people",
                names=tuple(taken[:5]),
            ),
            names=taken,
        )


def load_player(ctx: Context, league_id: str, number: int) -> tuple[dict[str, Any], int]:
    """Return a player's record and its version.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    where = keys.player(league_id, number)
    item = ctx.store.get([where]).get(where)
    if item is None:
        raise not_found("player")
    return json.loads(item.body), item.version


def load_players(ctx: Context, league_id: str) -> dict[int, dict[str, Any]]:
    """Return all players of a league, by number."""
    everybody = query_all(ctx, keys.player(league_id, 0), keys.PLAYERS)
    return {number_of(item): json.loads(item.body) for item in everybody}


def query_all(ctx: Context, key: Key, prefix: str) -> list[Item]:
    """Return every item of the partition of ``key`` whose sort key has the prefix."""
    items: list[Item] = []
    after = None
    while True:
        page = ctx.store.query(key.partition, prefix, after, 1000)
        items += page
        if len(page) < 1000:
            return items
        after = page[-1].key.sort


def list_players(
    ctx: Context, caller: Caller, league_id: str, after: int, limit: int
) -> dict[str, Any]:
    """Return a page of the players, by number."""
    league, _ = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league)
    start = keys.player(league_id, after)
    page = ctx.store.query(start.partition, keys.PLAYERS, start.sort, limit + 1)
    shown = page[:limit]
    return {
        "players": [player_view(number_of(item), json.loads(item.body)) for item in shown],
        "next_after": number_of(shown[-1]) if len(page) > limit else None,
    }


def read_player(ctx: Context, caller: Caller, league_id: str, number: int) -> dict[str, Any]:
    """Return one player."""
    league, _ = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league)
    return player_view(number, load_player(ctx, league_id, number)[0])


def update_player(
    ctx: Context, caller: Caller, league_id: str, number: int, changes: dict[str, Any]
) -> dict[str, Any]:
    """Change a player's ``name``, or from which round on he is withdrawn (``None``: he is not)."""
    check_right(caller, "players.write")

    def decide() -> Decision:
        require_league(ctx, caller, league_id)
        player, version = load_player(ctx, league_id, number)
        changed = {**player, **changes}
        writes = [Put(keys.player(league_id, number), compact(changed), version)]
        return player_view(number, changed), [*writes] if changed != player else []

    view: dict[str, Any] = attempt(ctx, decide)
    return view


def withdraw_player(ctx: Context, caller: Caller, league_id: str, number: int) -> dict[str, Any]:
    """Withdraw a player from the next round to be opened on; his record stays.

    Repeating it keeps the earlier round.
    """
    check_right(caller, "players.write")
    require_league(ctx, caller, league_id)
    player, _ = load_player(ctx, league_id, number)
    if player["withdrawn_from"] is not None:
        return player_view(number, player)
    begun = [
        number_of(item)
        for item in query_all(ctx, keys.round_(league_id, 0), keys.ROUNDS)
        if json.loads(item.body)["state"] not in ("draft", "discarded")
    ]
    changes = {"withdrawn_from": max(begun, default=0) + 1}
    return update_player(ctx, caller, league_id, number, changes)
