"""What each route does: from models to deeds, and from deeds to answers."""

from __future__ import annotations

import html
from typing import Any, Final

from chalicelib.export.table import to_csv
from chalicelib.rules import OPTIONS, PRESETS, make_rules, parse_card
from chalicelib.rules.options import plain
from chalicelib.service import (
    actions,
    codes,
    credentials,
    entries,
    hands,
    leagues,
    pages,
    people,
    rounds,
    secrets,
    standings,
    tables,
)
from chalicelib.service.context import Context
from chalicelib.service.errors import not_found
from chalicelib.service.once import Answer
from chalicelib.service.sheet import Post

from .http import Reply
from .models import VERBS, ActionFields
from .problems import problem_body
from .routing import Call, json_reply
from .version import VERSION

STANDINGS_COLUMNS: Final = ("rank", "tied", "player", "name", "chips", "net", "rounds", "hands")


def health(ctx: Context, call: Call) -> Any:
    """Answer; nothing is looked up."""
    del ctx, call
    return {"status": "ok", "version": VERSION}


def read_openapi(ctx: Context, call: Call) -> Any:
    """Return the API's description."""
    del ctx, call
    from .openapi import served  # describes the routes, which stand on this module

    return Reply(200, served(), {"Content-Type": "application/json"})


def _preset(name: str) -> dict[str, Any]:
    rules = make_rules(name)
    options = {option: plain(value) for option, value in PRESETS[name].items()}
    return {"preset": name, "options": options, "rules": rules.options()}


def list_presets(ctx: Context, call: Call) -> Any:
    """Return all presets and options."""
    del ctx, call
    return {
        "presets": [_preset(name) for name in PRESETS],
        "options": [
            {
                "name": option.name,
                "section": option.section,
                "default": plain(option.default),
                "meaning": option.meaning,
                "choices": list(option.choices) or None,
                "minimum": option.bounds[0] if option.bounds else None,
                "maximum": option.bounds[1] if option.bounds else None,
            }
            for option in OPTIONS
        ],
    }


def read_preset(ctx: Context, call: Call) -> Any:
    """Return one preset."""
    del ctx
    name = call.params["preset"]
    if name not in PRESETS:
        raise not_found("preset")
    return _preset(name)


def read_me(ctx: Context, call: Call) -> Any:
    """Return what the token is."""
    return credentials.read_me(ctx, call.caller)


def join(ctx: Context, call: Call) -> Any:
    """Trade a code for a token."""
    return codes.join(ctx, call.caller, call.body.code, call.body.nonce)


# -- leagues ------------------------------------------------------------------------------------


def create_league(ctx: Context, call: Call) -> Any:
    """Create a league."""
    return leagues.create_league(
        ctx,
        call.once,
        call.deployment_key,
        name=call.body.name,
        preset=call.body.preset,
        options=call.body.options,
        public=call.body.public,
        recording=call.body.recording,
        play_clock=call.body.play_clock,
    )


def read_league(ctx: Context, call: Call) -> Any:
    """Return a league."""
    return leagues.read_league(ctx, call.caller, call.params["league"])


def _changes(body: Any) -> dict[str, Any]:
    """Return what was said in a body of changes, and only that."""
    return {name: getattr(body, name) for name in body.model_fields_set}


def update_league(ctx: Context, call: Call) -> Any:
    """Change a league."""
    return leagues.update_league(ctx, call.caller, call.params["league"], _changes(call.body))


def recover_league(ctx: Context, call: Call) -> Any:
    """Return a new organiser's token."""
    return credentials.recover_league(ctx, call.once, call.params["league"], call.deployment_key)


def league_standings(ctx: Context, call: Call) -> Any:
    """Return the standings as JSON, or whole as CSV."""
    query = call.query
    as_csv = _wants_csv(call)
    limit = query.limit or (None if as_csv else 50)
    page = standings.league_standings(
        ctx,
        call.caller,
        call.params["league"],
        by=query.by,
        hands=query.hands,
        after=query.after,
        limit=limit,
        fresh=query.fresh,
    )
    return _csv(page, page["league"]) if as_csv else page


def _wants_csv(call: Call) -> bool:
    if call.query.format:
        return bool(call.query.format == "csv")
    return call.accept.partition(",")[0].partition(";")[0].strip().lower() == "text/csv"


def _csv(page: dict[str, Any], whose: str) -> Reply:
    hands = f"-after-{page['hands']}" if page["hands"] else ""
    name = f"standings-{whose}-by-{page['by']}{hands}"
    headers = {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{name}.csv"',
    }
    return Reply(200, to_csv(STANDINGS_COLUMNS, page["standings"]), headers)


def list_players(ctx: Context, call: Call) -> Any:
    """Return a page of players."""
    query = call.query
    return people.list_players(ctx, call.caller, call.params["league"], query.after, query.limit)


def add_player(ctx: Context, call: Call) -> Any:
    """Add one player."""
    answer = people.add_players(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        [call.body.name],
        namesakes=call.body.namesakes,
    )
    return Answer(answer.body["players"][0], answer.replayed)


def add_players(ctx: Context, call: Call) -> Any:
    """Add players, all or none."""
    names = list(call.body.names)
    return people.add_players(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        names,
        namesakes=call.body.namesakes,
    )


def read_player(ctx: Context, call: Call) -> Any:
    """Return a player."""
    return people.read_player(ctx, call.caller, call.params["league"], call.params["player"])


def update_player(ctx: Context, call: Call) -> Any:
    """Change a player."""
    changes = _changes(call.body)
    return people.update_player(
        ctx, call.caller, call.params["league"], call.params["player"], changes
    )


def withdraw_player(ctx: Context, call: Call) -> Any:
    """Withdraw a player from the next round on."""
    return people.withdraw_player(ctx, call.caller, call.params["league"], call.params["player"])


def list_rounds(ctx: Context, call: Call) -> Any:
    """Return a page of rounds."""
    query = call.query
    return rounds.list_rounds(ctx, call.caller, call.params["league"], query.after, query.limit)


def draw_round(ctx: Context, call: Call) -> Any:
    """Draw a round."""
    body = call.body
    return rounds.draw_round(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        seed=body.seed,
        tables=body.tables,
        players=body.players,
        absent=body.absent,
        recording=body.recording,
    )


def read_round(ctx: Context, call: Call) -> Any:
    """Return a round."""
    return rounds.read_round(ctx, call.caller, call.params["league"], call.params["round"])


def discard_round(ctx: Context, call: Call) -> Any:
    """Discard a draft."""
    return rounds.discard_round(ctx, call.caller, call.params["league"], call.params["round"])


def open_round(ctx: Context, call: Call) -> Any:
    """Open a round."""
    return rounds.open_round(ctx, call.caller, call.params["league"], call.params["round"])


def close_round(ctx: Context, call: Call) -> Any:
    """Close a round."""
    return rounds.close_round(ctx, call.caller, call.params["league"], call.params["round"])


# -- tokens and codes ---------------------------------------------------------------------------


def list_tokens(ctx: Context, call: Call) -> Any:
    """Return for whom tokens were issued."""
    return credentials.list_tokens(ctx, call.caller, call.params["league"])


def issue_token(ctx: Context, call: Call) -> Any:
    """Issue a token."""
    body = call.body
    return credentials.issue_token(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        kind=body.kind,
        label=body.label,
        player=body.player,
        table=body.table,
    )


def revoke_tokens(ctx: Context, call: Call) -> Any:
    """Void the tokens of a subject."""
    credentials.revoke_tokens(ctx, call.caller, call.params["league"], call.params["subject"])


def list_codes(ctx: Context, call: Call) -> Any:
    """Return the join codes."""
    return codes.list_codes(ctx, call.caller, call.params["league"])


def issue_code(ctx: Context, call: Call) -> Any:
    """Issue a join code."""
    body = call.body
    return codes.issue_code(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        kind=body.kind,
        player=body.player,
        table=body.table,
        label=body.label,
    )


def issue_sheet(ctx: Context, call: Call) -> Any:
    """Issue a sheet of join codes, as JSON or as a page to print."""
    answer = codes.issue_sheet(ctx, call.caller, call.once, call.params["league"], call.body.after)
    if call.query.format == "json":
        return answer
    headers = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
    if answer.replayed:
        headers["Idempotency-Replayed"] = "true"
    return Reply(201, _printed_sheet(secrets.unseal(ctx, answer.body)), headers)


def _printed_sheet(sheet: dict[str, Any]) -> str:
    """Return a page with a slip for each player, to be cut apart."""
    slips = "".join(
        f"<li><b>{html.escape(code['name'])}</b><code>{code['code']}</code>"
        f"<small>good until {code['expires_at'][:16].replace('T', ' ')} UTC</small></li>"
        for code in sheet["codes"]
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>Join codes - {html.escape(sheet['league_name'])}</title>"
        "<style>body{font:16px sans-serif}ul{list-style:none;padding:0;display:grid;"
        "grid-template-columns:repeat(3,1fr)}li{border:1px dashed #888;padding:1em;"
        "break-inside:avoid}code{display:block;font-size:1.6em;letter-spacing:.05em}</style>"
        f"<h1>{html.escape(sheet['league_name'])}</h1><ul>{slips}</ul></html>"
    )


def revoke_code(ctx: Context, call: Call) -> Any:
    """Void a join code."""
    codes.revoke_code(ctx, call.caller, call.params["league"], call.params["code_id"])


# -- tables and hands ---------------------------------------------------------------------------


def read_table(ctx: Context, call: Call) -> Any:
    """Return a table."""
    return tables.read_table(ctx, call.caller, call.params["table"])


def update_table(ctx: Context, call: Call) -> Any:
    """Change how a table is recorded."""
    return tables.update_table(ctx, call.caller, call.params["table"], call.body.recording)


def table_standings(ctx: Context, call: Call) -> Any:
    """Return a table's standings as JSON or CSV."""
    query = call.query
    page = standings.table_standings(
        ctx, call.caller, call.params["table"], by=query.by, hands=query.hands
    )
    return _csv(page, page["table"]) if _wants_csv(call) else page


def table_ledger(ctx: Context, call: Call) -> Any:
    """Return the movements of chips between hands."""
    return tables.read_ledger(ctx, call.caller, call.params["table"])


def list_hands(ctx: Context, call: Call) -> Any:
    """Return a page of hands that are over."""
    query = call.query
    return pages.list_hands(ctx, call.caller, call.params["table"], query.after, query.limit)


def read_hand(ctx: Context, call: Call) -> Any:
    """Return a hand as the caller may see it."""
    return pages.read_hand(ctx, call.caller, call.params["table"], call.params["hand"])


def put_hand(ctx: Context, call: Call) -> Any:
    """Deal a hand; 200 instead of 201 when it had been dealt alike."""
    table, hand, body = call.params["table"], call.params["hand"], call.body
    request = hands.DealRequest(
        dealer=None if body.dealer is None else body.dealer - 1,
        deal=body.deal and body.deal.model_dump(exclude_defaults=True),
    )
    created = hands.put_hand(ctx, call.caller, table, hand, request)
    page = pages.read_hand(ctx, call.caller, table, hand)
    return json_reply(ctx, 201 if created else 200, Answer(page, not created))


def put_amount(ctx: Context, call: Call) -> Any:
    """Name the amount of the stakes."""
    return entries.put_amount(
        ctx, call.caller, call.params["table"], call.params["hand"], call.body.amount
    )


def put_entry(ctx: Context, call: Call) -> Any:
    """Record a seat's stakes and seed."""
    params = call.params
    return entries.put_entry(
        ctx,
        call.caller,
        params["table"],
        params["hand"],
        params["seat"] - 1,
        _changes(call.body),
    )


def read_setup(ctx: Context, call: Call) -> Any:
    """Return a hand's public set-up."""
    return pages.read_setup(ctx, call.caller, call.params["table"], call.params["hand"])


def read_cards(ctx: Context, call: Call) -> Any:
    """Return the caller's own cards."""
    return pages.read_cards(ctx, call.caller, call.params["table"], call.params["hand"])


def read_ledger(ctx: Context, call: Call) -> Any:
    """Return a hand's ledger."""
    return pages.read_ledger(ctx, call.caller, call.params["table"], call.params["hand"])


def read_actions(ctx: Context, call: Call) -> Any:
    """Return a hand's log."""
    params, query = call.params, call.query
    return pages.read_actions(
        ctx, call.caller, params["table"], params["hand"], query.after, query.limit
    )


def _post(body: ActionFields, after: str | None) -> Post:
    verb = next(verb for verb in VERBS if body.said(verb) is not None)
    said = body.said(verb)
    at = body.phone_at
    return Post(
        verb=verb,
        seat=None if body.seat is None else body.seat - 1,
        card=parse_card(said) if verb == "play" else None,
        amount=said if verb in ("bid", "undo") else None,
        after=after,
        phone=None if at is None else round(at.timestamp() * 10),
    )


def post_queue(ctx: Context, call: Call) -> Any:
    """Post a queue of actions."""
    body = call.body
    posts = [
        _post(action, body.after if place == 0 else None)
        for place, action in enumerate(body.actions)
    ]
    results = actions.post_queue(
        ctx, call.caller, call.params["table"], call.params["hand"], body.first, posts
    )
    for result in results:
        if "error" in result:
            result["problem"] = problem_body(result.pop("error"))
    return {"results": results}


def put_action(ctx: Context, call: Call) -> Any:
    """Post an action: 201 when it is new, 200 when it was recorded before."""
    params = call.params
    table, hand, number = params["table"], params["hand"], params["number"]
    post = _post(call.body, call.body.after)
    if call.query.dry_run:
        judged = actions.dry_run(ctx, call.caller, table, hand, number, post)
        return json_reply(ctx, 200, judged)
    verdict = actions.put_action(ctx, call.caller, table, hand, number, post)
    answer = Answer(verdict.receipt, verdict.repeated)
    return json_reply(ctx, 200 if verdict.repeated else 201, answer)
