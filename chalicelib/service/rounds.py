"""Rounds: drawing the seating, opening the tables, closing them."""

from __future__ import annotations

import json
from typing import Any, Final

from chalicelib.league.seating import MAX_SEATS, MIN_SEATS, CannotSeat, draw, draw_dealer
from chalicelib.rules import fairness
from chalicelib.store.port import Conflict, Put, Write
from chalicelib.store.records import keys
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.record import read
from chalicelib.store.records.summaries import SummaryRecord

from .access import Caller, check_league, check_right, load_league, require_league
from .context import Context, rfc3339
from .errors import Refusal, not_found, say
from .once import Answer, Decision, Once, attempt, attempt_once, compact
from .people import load_counters, load_players, number_of, query_all
from .results import close_table

MAX_TABLES: Final = 200
MAX_ROUNDS: Final = 9999
_TABLES_AT_ONCE: Final = 20


def draw_round(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    league_id: str,
    *,
    seed: str | None,
    tables: int | None,
    players: list[int] | None,
    absent: list[int],
    recording: str | None,
) -> Answer:
    """Draw a round as a draft: who sits where. Nothing counts until it is opened.

    Parameters
    ----------
    seed
        What the draw is made from; a random one if not given. It is published.
    tables
        At how many tables; as many as bring them nearest to six seats if not given.
    players, absent
        Who takes part: those listed, or everyone not withdrawn; less those absent.
    recording
        ``dealt`` or ``entered``; the league's if not given.

    Raises
    ------
    Refusal
        ``cannot-seat``: too few players, or tables of 3 to 8 do not work out;
        ``unknown-players``.
    """
    check_right(caller, "rounds.write")

    def decide() -> Decision:
        league, _ = require_league(ctx, caller, league_id)
        counters, version = load_counters(ctx, league_id)
        number = counters["rounds"] + 1
        if number > MAX_ROUNDS:
            raise Refusal("too-many", say("a league has at most {most} rounds", most=MAX_ROUNDS))
        everybody = load_players(ctx, league_id)
        unknown = sorted({*(players or []), *absent} - set(everybody))
        if unknown:
            raise Refusal(
                "unknown-players",
                say("no such players: {players}", players=unknown),
                players=unknown,
            )
        able = [n for n, player in everybody.items() if not _withdrawn(player, number)]
        taking_part = (set(able) if players is None else set(players)) - set(absent)
        withdrawn = sorted(taking_part - set(able))
        if withdrawn:
            raise Refusal(
                "unknown-players",
                say("withdrawn: {players}", players=withdrawn),
                players=withdrawn,
            )
        chosen = seed or ctx.new_id(f"seed/{number}")
        try:
            seated = draw(taking_part, chosen, tables)
        except CannotSeat:
            raise Refusal("cannot-seat", _unseatable(len(taking_part), tables)) from None
        if len(seated) > MAX_TABLES:
            raise Refusal("cannot-seat", say("a round has at most {most} tables", most=MAX_TABLES))
        record = {
            "state": "draft",
            "seed": chosen,
            "recording": recording or league["recording"],
            "drawn": ctx.clock(),
            "opened": None,
            "closed": None,
            "absent": sorted(absent),
            "tables": [
                {"id": ctx.new_id(f"table/{number}/{i}"), "players": table}
                for i, table in enumerate(seated, 1)
            ],
        }
        counters["rounds"] = number
        return round_view(number, record, everybody), [
            Put(keys.counters(league_id), compact(counters), version),
            Put(keys.round_(league_id, number), compact(record), None),
        ]

    return attempt_once(ctx, once, decide, lambda: require_league(ctx, caller, league_id))


def _unseatable(players: int, tables: int | None) -> str:
    """Return why a draw is refused; :mod:`chalicelib.league` says it in English only."""
    if tables is None or players < MIN_SEATS:
        return say(
            "a round needs at least {least} players; there are {players}",
            least=MIN_SEATS,
            players=players,
        )
    return say(
        "{players} players do not make {tables} tables of {least} to {most}",
        players=players,
        tables=tables,
        least=MIN_SEATS,
        most=MAX_SEATS,
    )


def _withdrawn(player: dict[str, Any], round_number: int) -> bool:
    return player["withdrawn_from"] is not None and player["withdrawn_from"] <= round_number


def round_view(
    number: int, record: dict[str, Any], players: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    """Return a round as shown; ``players`` are the league's, for their names."""
    return {
        "round": number,
        "state": record["state"],
        "seed": record["seed"],
        "recording": record["recording"],
        "drawn_at": rfc3339(record["drawn"]),
        "opened_at": record["opened"] and rfc3339(record["opened"]),
        "closed_at": record["closed"] and rfc3339(record["closed"]),
        "absent": record["absent"],
        "tables": [
            {
                "number": i,
                "table": table["id"],
                "players": table["players"],
                "names": [players[player]["name"] for player in table["players"]],
            }
            for i, table in enumerate(record["tables"], 1)
        ],
    }


def _shown(ctx: Context, league_id: str, number: int, record: dict[str, Any]) -> dict[str, Any]:
    return round_view(number, record, load_players(ctx, league_id))


def load_round(ctx: Context, league_id: str, number: int) -> tuple[dict[str, Any], int]:
    """Return a round's record and version.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    where = keys.round_(league_id, number)
    item = ctx.store.get([where]).get(where)
    if item is None:
        raise not_found("round")
    return json.loads(item.body), item.version


def read_round(ctx: Context, caller: Caller, league_id: str, number: int) -> dict[str, Any]:
    """Return a round's page."""
    league, _ = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league)
    return _shown(ctx, league_id, number, load_round(ctx, league_id, number)[0])


def list_rounds(
    ctx: Context, caller: Caller, league_id: str, after: int, limit: int
) -> dict[str, Any]:
    """Return a page of a league's rounds, by number."""
    league, _ = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league)
    start = keys.round_(league_id, after)
    page = ctx.store.query(start.partition, keys.ROUNDS, start.sort, limit + 1)
    shown = page[:limit]
    players = load_players(ctx, league_id)
    return {
        "rounds": [round_view(number_of(item), json.loads(item.body), players) for item in shown],
        "next_after": number_of(shown[-1]) if len(page) > limit else None,
    }


def rounds_under_way(
    ctx: Context, league_id: str, states: tuple[str, ...] = ("opening", "open")
) -> list[tuple[int, dict[str, Any]]]:
    """Return the rounds that are open or being opened, or in any of ``states``."""
    found = query_all(ctx, keys.round_(league_id, 0), keys.ROUNDS)
    rounds = [(number_of(item), json.loads(item.body)) for item in found]
    return [(n, record) for n, record in rounds if record["state"] in states]


def discard_round(ctx: Context, caller: Caller, league_id: str, number: int) -> dict[str, Any]:
    """Discard a draft; its number is not used again. Repeating it changes nothing.

    Raises
    ------
    Refusal
        ``round-state``: it has been opened.
    """
    check_right(caller, "rounds.write")

    def decide() -> Decision:
        require_league(ctx, caller, league_id)
        record, version = load_round(ctx, league_id, number)
        if record["state"] == "discarded":
            return _shown(ctx, league_id, number, record), []
        if record["state"] != "draft":
            raise Refusal("round-state", say("round {number} has been opened", number=number))
        record["state"] = "discarded"
        return _shown(ctx, league_id, number, record), [
            Put(keys.round_(league_id, number), compact(record), version)
        ]

    view: dict[str, Any] = attempt(ctx, decide)
    return view


def open_round(ctx: Context, caller: Caller, league_id: str, number: int) -> dict[str, Any]:
    """Open a round: its tables stand ready to deal. Repeating it finishes what was begun.

    Raises
    ------
    Refusal
        ``round-state``: it is closed or discarded, or somebody sits in another open round, or
        has withdrawn since the draw.
    """
    check_right(caller, "rounds.write")

    def begin() -> Decision:
        require_league(ctx, caller, league_id)
        record, version = load_round(ctx, league_id, number)
        if record["state"] in ("opening", "open"):
            return record, []
        if record["state"] != "draft":
            raise Refusal(
                "round-state",
                say("round {number} is {state}", number=number, state=record["state"]),
            )
        counters, counted = load_counters(ctx, league_id)
        _check_free(ctx, league_id, number, record)
        record["state"], record["opened"] = "opening", ctx.clock()
        return record, [
            Put(keys.round_(league_id, number), compact(record), version),
            # Unchanged, but written: two rounds that share a player cannot open side by side.
            Put(keys.counters(league_id), compact(counters), counted),
        ]

    record: dict[str, Any] = attempt(ctx, begin)
    if record["state"] == "opening":
        _set_up_tables(ctx, league_id, number, record)

        def finish() -> Decision:
            now, version = load_round(ctx, league_id, number)
            if now["state"] != "opening":
                return now, []
            now["state"] = "open"
            return now, [Put(keys.round_(league_id, number), compact(now), version)]

        record = attempt(ctx, finish)
    return _shown(ctx, league_id, number, record)


def _check_free(ctx: Context, league_id: str, number: int, record: dict[str, Any]) -> None:
    seated = {player for table in record["tables"] for player in table["players"]}
    for other, under_way in rounds_under_way(ctx, league_id):
        if other == number:
            continue  # somebody else has just begun to open this one
        busy = sorted(seated & {p for table in under_way["tables"] for p in table["players"]})
        if busy:
            raise Refusal(
                "round-state",
                say(
                    "players {players} sit in round {other}, which is open; close it first",
                    players=busy,
                    other=other,
                ),
                players=busy,
            )
    players = load_players(ctx, league_id)
    gone = sorted(player for player in seated if _withdrawn(players[player], number))
    if gone:
        raise Refusal(
            "round-state",
            say("players {players} have withdrawn; draw the round anew", players=gone),
            players=gone,
        )


def _set_up_tables(ctx: Context, league_id: str, number: int, record: dict[str, Any]) -> None:
    """Write the records of each table that are not there yet, all of a table or none."""
    players = load_players(ctx, league_id)
    tables = list(enumerate(record["tables"], 1))
    for start in range(0, len(tables), _TABLES_AT_ONCE):
        batch = tables[start : start + _TABLES_AT_ONCE]
        there = read(ctx.store, *(LiveRecord.at(table["id"]) for _, table in batch))
        missing = [(i, t) for i, t in batch if LiveRecord.at(t["id"]) not in there]
        for i, table in missing:
            try:
                ctx.store.commit(_new_table(ctx, league_id, number, record, i, table, players))
            except Conflict:
                continue  # somebody else who opens this round was quicker: the table is there


def _new_table(
    ctx: Context,
    league_id: str,
    number: int,
    record: dict[str, Any],
    table_number: int,
    table: dict[str, Any],
    players: dict[int, dict[str, Any]],
) -> list[Write]:
    table_id, seated = table["id"], tuple(table["players"])
    chain = ctx.entropy(f"chain/{number}/{table_number}", 32)
    live = LiveTable(
        league=league_id,
        round=number,
        number=table_number,
        recording=record["recording"],
        players=seated,
        epochs=tuple(players[player]["epoch"] for player in seated),
        dealer=draw_dealer(record["seed"], table_number, seated),
    )
    info = InfoRecord(league_id, number, table_number, fairness.link(chain, 0).hex())
    return [
        LiveRecord.at(table_id).create(LiveRecord(live)),
        InfoRecord.at(table_id).create(info),
        ChainRecord.at(table_id).create(ChainRecord(chain)),
        SummaryRecord.at(league_id, number, table_number).create(SummaryRecord(table_id, seated)),
    ]


def close_round(ctx: Context, caller: Caller, league_id: str, number: int) -> dict[str, Any]:
    """Close a round: each game ends after its hand in progress, and no new hand is dealt (R13).

    Repeating it finishes what was begun.

    Raises
    ------
    Refusal
        ``round-state``: it was never opened.
    """
    check_right(caller, "rounds.write")

    def decide() -> Decision:
        require_league(ctx, caller, league_id)
        record, version = load_round(ctx, league_id, number)
        if record["state"] == "closed":
            return record, []
        if record["state"] != "open":
            raise Refusal("round-state", say("round {number} is not open", number=number))
        record["state"], record["closed"] = "closed", ctx.clock()
        return record, [Put(keys.round_(league_id, number), compact(record), version)]

    record: dict[str, Any] = attempt(ctx, decide)
    for table in record["tables"]:
        close_table(ctx, table["id"])
    return _shown(ctx, league_id, number, record)
