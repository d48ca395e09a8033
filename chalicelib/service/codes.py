"""Join codes: typed in once at a phone, traded for a token.

A code is 40 random bits, enough to type alone. Its keyed hash is kept, never the code. It is
good for one phone: the first nonce that redeems it binds it, and the same nonce gets the same
claims again, so that a lost reply is not a lost seat. Wrong codes are counted per address and
in all, and stopped.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from chalicelib.store.port import Put, Write
from chalicelib.store.records import keys

from .access import Caller, check_right, require_league
from .context import Context, rfc3339
from .credentials import new_scorer, player_claims, token_answer
from .errors import Refusal, not_found
from .limits import check_count, count_up
from .once import Answer, Decision, Once, attempt, attempt_once, compact
from .people import load_player, load_players, query_all
from .secrets import code_from, normal_code, same, sealed_code
from .tables import load_table
from .tokens import Claims

MAX_SHEET: Final = 45
_WINDOW: Final = 600


def issue_code(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    league_id: str,
    *,
    kind: str,
    player: int | None,
    table: str | None,
    label: str,
) -> Answer:
    """Issue a join code for a player, or for a new scorer slot of a table.

    Raises
    ------
    Refusal
        ``not-found``: no such player or table in this league.
    """
    check_right(caller, "tokens.manage")

    def decide() -> Decision:
        require_league(ctx, caller, league_id)
        name, epoch = None, 0
        if kind == "player":
            assert player is not None
            found, _ = load_player(ctx, league_id, player)
            name, epoch = found["name"], found["epoch"]
        else:
            assert table is not None
            if load_table(ctx, table).live.table.league != league_id:
                raise not_found("table")
        wanted = {
            "kind": kind,
            "player": player,
            "table": table,
            "label": label,
            "name": name,
            "epoch": epoch,
        }
        codes, writes = _new_codes(ctx, league_id, [wanted])
        return codes[0], writes

    return attempt_once(ctx, once, decide, lambda: require_league(ctx, caller, league_id))


def issue_sheet(
    ctx: Context, caller: Caller, once: Once | None, league_id: str, after: int
) -> Answer:
    """Issue codes for all players not withdrawn, in the order of their numbers.

    A sheet has at most 45 codes; ``next_after`` says where the next one begins.
    """
    check_right(caller, "tokens.manage")

    def decide() -> Decision:
        league, _ = require_league(ctx, caller, league_id)
        everybody = [
            (number, player)
            for number, player in load_players(ctx, league_id).items()
            if player["withdrawn_from"] is None and number > after
        ]
        wanted = [
            {
                "kind": "player",
                "player": number,
                "table": None,
                "label": "",
                "name": player["name"],
                "epoch": player["epoch"],
            }
            for number, player in everybody[:MAX_SHEET]
        ]
        codes, writes = _new_codes(ctx, league_id, wanted) if wanted else ([], [])
        more = len(everybody) > MAX_SHEET
        return {
            "league": league_id,
            "league_name": league["name"],
            "codes": codes,
            "next_after": everybody[MAX_SHEET - 1][0] if more else None,
        }, writes

    return attempt_once(ctx, once, decide, lambda: require_league(ctx, caller, league_id))


def _new_codes(
    ctx: Context, league_id: str, wanted: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[Write]]:
    expires = ctx.seconds() + ctx.settings.code_hours * 3600
    sheet_id = ctx.new_id("sheet")
    shown, listed, writes = [], [], []
    for place, what in enumerate(wanted, 1):
        salt = ctx.entropy("code", 16).hex()
        hashed = ctx.signer.keyed_hash("join", code_from(ctx, salt))
        code_id = f"{sheet_id}-{place}"
        record = {
            "league": league_id,
            "kind": what["kind"],
            "player": what["player"],
            "table": what["table"],
            "label": what["label"],
            "epoch": what["epoch"],
            "expires": expires,
            "nonce": None,
            "claims": None,
            "revoked": False,
        }
        writes.append(Put(keys.code(hashed), compact(record), None, expires + 7 * 86400))
        listed.append({"code_id": code_id, "hash": hashed, "name": what["name"]})
        shown.append(
            {
                "code_id": code_id,
                "code": sealed_code(salt),
                "kind": what["kind"],
                "player": what["player"],
                "name": what["name"],
                "table": what["table"],
                "expires_at": rfc3339(expires * 1000),
            }
        )
    writes.append(Put(keys.code_sheet(league_id, sheet_id), compact(listed), None, expires))
    return shown, [*writes]


def list_codes(ctx: Context, caller: Caller, league_id: str) -> dict[str, Any]:
    """Return the join codes that have not expired: what for, and whether used or revoked."""
    check_right(caller, "tokens.manage")
    require_league(ctx, caller, league_id)
    rows = []
    for sheet in query_all(ctx, keys.code_sheet(league_id, ""), keys.CODE_SHEETS):
        listed = json.loads(sheet.body)
        found = ctx.store.get([keys.code(entry["hash"]) for entry in listed])
        for entry in listed:
            item = found.get(keys.code(entry["hash"]))
            record = json.loads(item.body) if item else None
            if record is None or record["expires"] <= ctx.seconds():
                continue
            rows.append(
                {
                    "code_id": entry["code_id"],
                    "kind": record["kind"],
                    "player": record["player"],
                    "name": entry["name"],
                    "table": record["table"],
                    "expires_at": rfc3339(record["expires"] * 1000),
                    "used": record["nonce"] is not None,
                    "revoked": record["revoked"],
                }
            )
    return {"codes": rows}


def revoke_code(ctx: Context, caller: Caller, league_id: str, code_id: str) -> None:
    """Void a join code; a token it was traded for stays good.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    check_right(caller, "tokens.manage")
    sheet_id, _, place = code_id.rpartition("-")

    def decide() -> Decision:
        require_league(ctx, caller, league_id)
        where = keys.code_sheet(league_id, sheet_id)
        sheet = ctx.store.get([where]).get(where)
        listed = json.loads(sheet.body) if sheet else []
        if not place.isdigit() or not 1 <= int(place) <= len(listed):
            raise not_found("join code")
        code = keys.code(listed[int(place) - 1]["hash"])
        item = ctx.store.get([code]).get(code)
        if item is None:
            raise not_found("join code")
        record = json.loads(item.body)
        if record["revoked"]:
            return None, []
        record["revoked"] = True
        return None, [Put(code, compact(record), item.version, item.expires)]

    attempt(ctx, decide)


def join(ctx: Context, caller: Caller, code: str, nonce: str) -> dict[str, Any]:
    """Trade a join code for a token; the same nonce gets the same claims again.

    Parameters
    ----------
    nonce
        128 random bits, made once by the phone that joins.

    Raises
    ------
    Refusal
        ``code-unknown``, ``code-expired`` (also when it, or its player's tokens, were
        revoked), ``code-used`` (by another nonce), ``rate-limited`` after too many wrong codes.
    """
    here = "wrong-" + hashlib.sha256(caller.address.encode()).hexdigest()[:16]
    limits = (
        (here, ctx.settings.wrong_codes_per_address),
        ("wrong-all", ctx.settings.wrong_codes_in_all),
    )
    where = keys.code(ctx.signer.keyed_hash("join", normal_code(code)))
    nonce_hash = hashlib.sha256(nonce.encode()).hexdigest()

    def decide() -> Decision:
        item = ctx.store.get([where]).get(where)
        record = json.loads(item.body) if item else None
        if record and record["nonce"] is not None and same(record["nonce"], nonce_hash):
            # A lost reply is not a lost seat, however many wrong codes others have typed.
            return token_answer(Claims.from_json(record["claims"])), []
        for name, most in limits:
            check_count(ctx, name, _WINDOW, most)
        if item is None or record is None:
            return None, [count_up(ctx, name, _WINDOW, most) for name, most in limits]
        if record["nonce"] is not None:
            raise Refusal("code-used", "this code was used by another phone")
        if record["revoked"] or record["expires"] <= ctx.seconds():
            raise Refusal("code-expired", "this code has expired; ask for a new one")
        if record["kind"] == "player":
            player, _ = load_player(ctx, record["league"], record["player"])
            if player["epoch"] != record["epoch"]:
                raise Refusal("code-expired", "the player's tokens were revoked since")
            claims, writes = player_claims(ctx, record["league"], record["player"])
        else:
            claims, writes = new_scorer(ctx, record["league"], record["table"], record["label"])
        record["nonce"], record["claims"] = nonce_hash, claims.as_json()
        return token_answer(claims), [
            Put(where, compact(record), item.version, item.expires),
            *writes,
        ]

    answer: dict[str, Any] | None = attempt(ctx, decide)
    if answer is None:
        raise Refusal("code-unknown", "there is no such code; check what you typed")
    return answer
