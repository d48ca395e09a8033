"""The actions of a hand: posting and reading them."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http import queries as q
from chalicelib.api.http.paths import ActionPath, HandPath
from chalicelib.api.http.queries import NoQuery
from chalicelib.api.http.replies import Answered, json_reply
from chalicelib.api.http.route import Answers, Call, Resource, route, takes
from chalicelib.api.problems.problem import problem_body
from chalicelib.api.resources.shared import HAND
from chalicelib.rules import parse_card
from chalicelib.rules.actions import TABLE, Part
from chalicelib.service import (
    actions,
    pages,
)
from chalicelib.service.context import Context
from chalicelib.service.once import Answer
from chalicelib.service.sheet import Post

from . import requests as m
from .requests import PostedAction

a: Final = Answers("chalicelib.api.resources.actions.answers")


def read_actions(ctx: Context, call: Call[HandPath, q.LogQuery, None]) -> Answered:
    """Return a hand's log."""
    path, query = call.path, call.query
    return pages.read_actions(ctx, call.caller, path.table, path.hand, query.after, query.limit)


def _post(body: PostedAction, after: str | None) -> Post:
    said, at = body.said, body.phone_at
    part = TABLE[body.verb].said
    return Post(
        verb=body.verb,
        seat=None if body.seat is None else body.seat - 1,
        card=parse_card(said) if part is Part.CARD else None,
        amount=None if said is True or isinstance(said, str) else said,
        space=str(said) if part is Part.SPACE else None,
        after=after,
        phone=None if at is None else round(at.timestamp() * 10),
    )


def post_queue(ctx: Context, call: Call[HandPath, NoQuery, m.QueueBody]) -> Answered:
    """Post a queue of actions."""
    body = call.body
    posts = [
        _post(action, body.after if place == 0 else None)
        for place, action in enumerate(body.actions)
    ]
    results = actions.post_queue(
        ctx, call.caller, call.path.table, call.path.hand, body.first, posts
    )
    for result in results:
        if "error" in result:
            result["problem"] = problem_body(result.pop("error"))
    return {"results": results}


def put_action(ctx: Context, call: Call[ActionPath, q.DryRunQuery, m.ActionBody]) -> Answered:
    """Post an action: 201 when it is new, 200 when it was recorded before."""
    path = call.path
    table, hand, number = path.table, path.hand, path.number
    post = _post(call.body, call.body.after)
    if call.query.dry_run:
        judged = actions.dry_run(ctx, call.caller, table, hand, number, post)
        return json_reply(200, judged)
    verdict = actions.put_action(ctx, call.caller, table, hand, number, post)
    answer = Answer(verdict.receipt, verdict.repeated)
    return json_reply(200 if verdict.repeated else 201, answer)


_ACTION_PROBLEMS: Final = (
    "action-conflict",
    "digest-mismatch",
    "hand-over",
    "beyond-the-end",
    "undo-refused",
    "too-many",
    "not-now",
    "malformed",
    "against-the-rules",
)

RESOURCE: Final = Resource(
    "actions",
    "The actions of a hand: posting and reading them.",
    (
        route(
            "GET",
            HAND + "/actions",
            "listActions",
            "A hand's log, from a number on",
            takes(HandPath, query=q.LogQuery),
            read_actions,
            "page.read",
            {200: a.Actions},
        ),
        route(
            "POST",
            HAND + "/actions",
            "postQueue",
            "Post a queue of consecutive actions",
            takes(HandPath, body=m.QueueBody),
            post_queue,
            "hand.act",
            {200: a.QueueAnswer},
            ("malformed",),
        ),
        route(
            "PUT",
            HAND + "/actions/{number}",
            "putAction",
            "Post an action under its number",
            takes(ActionPath, query=q.DryRunQuery, body=m.ActionBody),
            put_action,
            "hand.act",
            {201: a.Receipt, 200: a.ReceiptOrDryRun},
            _ACTION_PROBLEMS,
        ),
    ),
)
