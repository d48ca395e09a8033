"""Handing out tokens and taking them back; what a token may do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from chalicelib.store.port import Put, Write
from chalicelib.store.records import keys
from chalicelib.store.records.info import InfoRecord, ScorerSlot
from chalicelib.store.records.live import LiveRecord, Note
from chalicelib.store.records.live_log import MAX_SCORERS, MAX_STAFF

from .access import RIGHTS, Caller, check_league, check_right, load_league, require_league
from .context import Context, rfc3339
from .errors import Refusal, not_found, say
from .once import Answer, Decision, Once, attempt, attempt_once, compact
from .people import load_counters, load_player
from .rounds import rounds_under_way
from .secrets import same, sealed_token
from .tables import Table, load_table, table_from
from .tokens import Claims

STAFF = ("organiser", "director", "viewer")


def subject_name(claims: Claims) -> str:
    """Return how a token's subject is named in lists: ``director-1``, ``player-7``, …"""
    if claims.kind == "scorer":
        return f"scorer-{claims.table}-{claims.number + 1}"
    return f"{claims.kind}-{claims.number}"


def issue_token(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    league_id: str,
    *,
    kind: str,
    label: str,
    player: int | None,
    table: str | None,
) -> Answer:
    """Issue a token: for a new organiser, director, viewer or scorer slot, or for a player.

    Parameters
    ----------
    player, table
        Whom a player's token is for; which table a scorer's.

    Raises
    ------
    Refusal
        ``not-found``: no such player or table; ``too-many``.
    """
    check_right(caller, "tokens.manage")

    def decide() -> Decision:
        require_league(ctx, caller, league_id)
        if kind == "player":
            assert player is not None
            claims, writes = player_claims(ctx, league_id, player)
        elif kind == "scorer":
            assert table is not None
            claims, writes = new_scorer(ctx, league_id, table, label)
        else:
            claims, writes = _new_staff(ctx, league_id, kind, label)
        return token_answer(claims), writes

    return attempt_once(ctx, once, decide, lambda: require_league(ctx, caller, league_id))


def token_answer(claims: Claims) -> dict[str, Any]:
    """Return the answer that hands out a token, the token sealed."""
    return {
        "subject": subject_name(claims),
        "kind": claims.kind,
        "expires_at": rfc3339(claims.expires * 1000),
        "token": sealed_token(claims),
    }


def recover_league(
    ctx: Context, once: Once | None, league_id: str, deployment_key: str | None
) -> Answer:
    """Return the token of a new organiser, for who holds the deployment's key.

    Tokens of other organisers stay good; the one that was lost can be revoked with the new one.

    Raises
    ------
    Refusal
        ``forbidden``, ``not-found``, ``too-many``.
    """
    if not same(deployment_key or "", ctx.deployment_key):
        raise Refusal("forbidden", "recovering a league takes the deployment's key")

    def decide() -> Decision:
        claims, writes = _new_staff(ctx, league_id, "organiser", "recovered")
        return token_answer(claims), writes

    return attempt_once(ctx, once, decide)


def _expiry(ctx: Context) -> int:
    return ctx.seconds() + ctx.settings.token_days * 86400


def _new_staff(ctx: Context, league_id: str, kind: str, label: str) -> tuple[Claims, list[Write]]:
    league, version = load_league(ctx, league_id)
    subjects = league["staff"][kind]
    number = len(subjects) + 1
    if number >= MAX_STAFF:
        raise Refusal(
            "too-many",
            say("a league has at most {most} {kind} tokens", most=MAX_STAFF - 1, kind=kind),
        )
    subjects[str(number)] = {"epoch": 0, "label": label, "issued": ctx.clock()}
    claims = Claims(kind, league_id, number, 0, _expiry(ctx))
    return claims, [Put(keys.league(league_id), compact(league), version)]


def new_scorer(
    ctx: Context, league_id: str, table_id: str, label: str
) -> tuple[Claims, list[Write]]:
    """Return the claims of a new scorer slot of a table, and what to write for it.

    Raises
    ------
    Refusal
        ``not-found``: no such table in this league; ``too-many``.
    """
    table = load_table(ctx, table_id)
    was = table.live.table
    if was.league != league_id:
        raise not_found("table")
    slot = len(was.scorers)
    if slot >= MAX_SCORERS:
        raise Refusal("too-many", say("a table has at most {most} scorer tokens", most=MAX_SCORERS))
    now = replace(was, scorers=(*was.scorers, 0))
    info = InfoRecord.at(table_id).read(ctx.store)
    assert info is not None  # written with the table
    slots = (*info.record.scorers, ScorerSlot(label, ctx.clock()))
    claims = Claims("scorer", league_id, slot, 0, _expiry(ctx), table_id)
    return claims, [
        table.put(LiveRecord(now, table.live.hand)),
        info.put(replace(info.record, scorers=slots)),
    ]


def player_claims(ctx: Context, league_id: str, number: int) -> tuple[Claims, list[Write]]:
    """Return a player's claims, and what to write for handing them out.

    Handing them out again while the player sits in a hand is noted in that hand's public log.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    player, version = load_player(ctx, league_id, number)
    again = player["handed"] > 0
    player["handed"] += 1
    claims = Claims("player", league_id, number, player["epoch"], _expiry(ctx))
    writes: list[Write] = [Put(keys.player(league_id, number), compact(player), version)]
    for table in tables_of_player(ctx, league_id, number) if again else []:
        live = table.live
        if live.hand is not None:
            seat, at = live.table.players.index(number), max(ctx.tenths(), live.hand.deal.started)
            note = Note(len(live.hand.actions), seat, at)
            noted = replace(live.hand, notes=(*live.hand.notes, note))
            writes.append(table.put(LiveRecord(live.table, noted)))
    return claims, writes


def tables_of_player(ctx: Context, league_id: str, number: int) -> list[Table]:
    """Return the tables at which a player sits or sat, those of the latest 90 rounds.

    Closed rounds count: a hand may still be in progress there, and replays are answered.

    Raises
    ------
    Refusal
        ``not-now``: his round is just being opened.
    """
    names: list[str] = []
    for _, record in rounds_under_way(ctx, league_id, ("opening", "open", "closed")):
        for table in record["tables"]:
            if number in table["players"]:
                if record["state"] == "opening":
                    raise Refusal("not-now", "the player's round is just being opened")
                names.append(table["id"])
    names = names[-90:]
    places = [LiveRecord.at(name).key for name in names]
    found = ctx.store.get(places)
    return [table_from(found.get(key), name) for key, name in zip(places, names, strict=True)]


def list_tokens(ctx: Context, caller: Caller, league_id: str) -> dict[str, Any]:
    """Return every subject for which a token of staff or scorer was issued, tokens unshown.

    Players are listed with the league's players; each has one subject, ``player-N``.
    """
    check_right(caller, "tokens.manage")
    league, _ = require_league(ctx, caller, league_id)
    rows = [
        _token_row(f"{kind}-{number}", kind, entry, entry["epoch"])
        for kind in STAFF
        for number, entry in league["staff"][kind].items()
    ]
    for _, record in rounds_under_way(ctx, league_id):
        for table in record["tables"]:
            info = InfoRecord.at(table["id"]).read(ctx.store)
            if info is None:
                continue  # the round is just being opened
            epochs = load_table(ctx, table["id"]).live.table.scorers
            for number, slot in enumerate(info.record.scorers):
                entry = {"label": slot.label, "issued": slot.issued}
                name = f"scorer-{table['id']}-{number + 1}"
                rows.append(_token_row(name, "scorer", entry, epochs[number]))
    return {"tokens": rows}


def _token_row(subject: str, kind: str, entry: dict[str, Any], epoch: int) -> dict[str, Any]:
    return {
        "subject": subject,
        "kind": kind,
        "label": entry["label"],
        "issued_at": rfc3339(entry["issued"]),
        "revoked": epoch > 0,
    }


def revoke_tokens(ctx: Context, caller: Caller, league_id: str, subject: str) -> None:
    """Void every token of a subject at once, by raising its epoch.

    Raises
    ------
    Refusal
        ``not-found``; ``not-now``: the player's round is just being opened;
        ``forbidden``: an organiser's own token, the last way into the league.
    """
    check_right(caller, "tokens.manage")
    kind, _, rest = subject.partition("-")
    claims = caller.claims
    if kind == "organiser" and claims and rest == str(claims.number):
        raise Refusal("forbidden", "an organiser does not revoke his own token")

    def decide() -> Decision:
        require_league(ctx, caller, league_id)
        if kind in STAFF:
            return None, _raise_staff(ctx, league_id, kind, rest)
        if kind == "player" and rest.isdigit():
            return None, _raise_player(ctx, league_id, int(rest))
        table_id, _, slot = rest.rpartition("-")
        if kind == "scorer" and slot.isdigit():
            return None, _raise_scorer(ctx, league_id, table_id, int(slot) - 1)
        raise not_found("token subject")

    attempt(ctx, decide)


def _raise_staff(ctx: Context, league_id: str, kind: str, number: str) -> list[Write]:
    league, version = load_league(ctx, league_id)
    entry = league["staff"][kind].get(number)
    if entry is None:
        raise not_found("token subject")
    entry["epoch"] += 1
    return [Put(keys.league(league_id), compact(league), version)]


def _raise_player(ctx: Context, league_id: str, number: int) -> list[Write]:
    player, version = load_player(ctx, league_id, number)
    player["epoch"] += 1
    counters, counted = load_counters(ctx, league_id)
    writes: list[Write] = [
        Put(keys.player(league_id, number), compact(player), version),
        # Unchanged, but written, as opening a round does: a round that is opened meanwhile would
        # take the old epoch to its tables.
        Put(keys.counters(league_id), compact(counters), counted),
    ]
    for table in tables_of_player(ctx, league_id, number):
        was = table.live.table
        seat = was.players.index(number)
        epochs = (*was.epochs[:seat], player["epoch"], *was.epochs[seat + 1 :])
        writes.append(table.put(LiveRecord(replace(was, epochs=epochs), table.live.hand)))
    return writes


def _raise_scorer(ctx: Context, league_id: str, table_id: str, slot: int) -> list[Write]:
    table = load_table(ctx, table_id) if table_id else None
    if (
        table is None
        or table.live.table.league != league_id
        or slot not in range(len(table.live.table.scorers))
    ):
        raise not_found("token subject")
    was = table.live.table
    scorers = (*was.scorers[:slot], was.scorers[slot] + 1, *was.scorers[slot + 1 :])
    return [table.put(LiveRecord(replace(was, scorers=scorers), table.live.hand))]


def read_me(ctx: Context, caller: Caller) -> dict[str, Any]:
    """Return what the caller's token is, and what it may do; for a player, where he sits.

    Raises
    ------
    Refusal
        ``unauthenticated``: no token, or revoked.
    """
    check_right(caller, "me.read")
    claims = caller.claims
    assert claims is not None
    league, _ = load_league(ctx, claims.league)
    check_league(ctx, caller, claims.league, league)
    page: dict[str, Any] = {
        "subject": subject_name(claims),
        "kind": claims.kind,
        "league": claims.league,
        "league_name": league["name"],
        "expires_at": rfc3339(claims.expires * 1000),
        "may": sorted(deed for deed, kinds in RIGHTS.items() if claims.kind in kinds),
        "table": claims.table,
        "player": None,
        "seat": None,
    }
    if claims.kind == "player":
        page["player"] = claims.number
        page["name"] = load_player(ctx, claims.league, claims.number)[0]["name"]
        for _, record in rounds_under_way(ctx, claims.league):
            for table in record["tables"]:
                if record["state"] == "open" and claims.number in table["players"]:
                    page["table"] = table["id"]
                    page["seat"] = table["players"].index(claims.number) + 1
    return page
