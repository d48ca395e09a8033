"""The actions of a hand: posting and reading them."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http.messages import Reply, json_reply
from chalicelib.api.http.paths import ActionPath, HandPath
from chalicelib.api.http.queries import DryRunQuery, LogQuery, NoQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.problems.problem import problem_body
from chalicelib.api.resources.shared import HAND, TO_HAND
from chalicelib.service import actions, hand_logs
from chalicelib.service.context import Context
from chalicelib.service.once import Answer
from chalicelib.service.rights import Right

from . import answers
from .conflicts import recorded
from .requests import ActionPost, QueueBody


def read_actions(ctx: Context, call: Call[HandPath, LogQuery, None]) -> answers.Actions:
    """Return a hand's log."""
    path, query = call.path, call.query
    return answers.actions(
        hand_logs.read_actions(ctx, call.caller, path.table, path.hand, query.after, query.limit)
    )


def post_queue(ctx: Context, call: Call[HandPath, NoQuery, QueueBody]) -> answers.QueueAnswer:
    """Post a queue of actions."""
    path, body = call.path, call.body
    return answers.queue(
        actions.post_queue(ctx, call.caller, path.table, path.hand, body.first, body.posts()),
        lambda error: problem_body(error, call.language, recorded(error)),
    )


def put_action(
    ctx: Context, call: Call[ActionPath, DryRunQuery, ActionPost]
) -> answers.Receipt | Reply:
    """Post an action: 201 when it is new, 200 when it was recorded before."""
    path, post = call.path, call.body.post()
    if call.query.dry_run:
        tried = actions.try_action(ctx, call.caller, path.table, path.hand, path.number, post)
        return json_reply(200, answers.trial(tried))
    verdict = actions.put_action(ctx, call.caller, path.table, path.hand, path.number, post)
    answer = Answer(answers.receipt(verdict.receipt), verdict.repeated)
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
            takes(HandPath, query=LogQuery),
            read_actions,
            Right.PAGE_READ,
            {200: answers.Actions},
        ),
        route(
            "POST",
            HAND + "/actions",
            "postQueue",
            "Post a queue of consecutive actions",
            takes(HandPath, body=QueueBody),
            post_queue,
            Right.HAND_ACT,
            {200: answers.QueueAnswer},
            ("malformed",),
        ),
        route(
            "PUT",
            HAND + "/actions/{number}",
            "putAction",
            "Post an action under its number",
            takes(ActionPath, query=DryRunQuery, body=ActionPost),
            put_action,
            Right.HAND_ACT,
            {201: answers.Receipt, 200: answers.ReceiptOrDryRun},
            _ACTION_PROBLEMS,
            links=(TO_HAND,),
        ),
    ),
)
