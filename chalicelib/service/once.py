"""Deciding and committing, exactly once: retries after a lost race, and Idempotency-Keys."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from chalicelib.store.port import Busy, Conflict, Put, Write
from chalicelib.store.records import keys

from .context import Context
from .errors import Refusal

ATTEMPTS: Final = 12
KEPT_SECONDS: Final = 24 * 3600

Decision = tuple[Any, list[Write]]
"""What to answer, and what to write for it."""


@dataclass(frozen=True, slots=True)
class Once:
    """An Idempotency-Key: who sent it, for what, and the hash of what was asked.

    ``scope`` keeps one caller's keys from meeting another's.
    """

    scope: str
    key: str
    request: str

    @property
    def hashed(self) -> str:
        """The key as it is stored."""
        return hashlib.sha256(self.key.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a deed answers, and whether it is the answer to an earlier request, repeated."""

    body: Any
    replayed: bool = False


def compact(value: Any) -> str:
    """Return ``value`` as compact JSON, the form records are kept in."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def attempt(ctx: Context, decide: Callable[[], Decision]) -> Any:
    """Decide and commit; decide anew when somebody else was quicker.

    Raises
    ------
    Busy
        Every one of many tries met another writer.
    """
    for _ in range(ATTEMPTS):
        reply, writes = decide()
        if not writes:
            return reply
        try:
            ctx.store.commit(writes)
        except Conflict:
            continue
        return reply
    raise Busy("too many writers at once")


def attempt_once(
    ctx: Context,
    once: Once | None,
    decide: Callable[[], Decision],
    check: Callable[[], object] | None = None,
) -> Answer:
    """Like :func:`attempt`, but a repeated key gets the first answer and does nothing more.

    The answer is kept in the same transaction as its effect, for a day. Secrets in it are kept
    sealed (:mod:`chalicelib.service.secrets`), never in the clear.

    Parameters
    ----------
    check
        Raises if the caller's token is not good any more; called before an answer is repeated.

    Raises
    ------
    Refusal
        ``idempotency-key-reused``: the key came before with another request.
    """
    if once is None:
        return Answer(attempt(ctx, decide))
    where = keys.once(once.scope, once.hashed)
    replayed = False

    def first_answer() -> tuple[Any, int | None]:
        """Return the answer kept for the key, if any, and the version of what is kept there."""
        kept = ctx.store.get([where]).get(where)
        if kept is None or (kept.expires or 0) <= ctx.seconds():
            return None, kept.version if kept else None
        if check:
            check()
        record = json.loads(kept.body)
        if record["request"] != once.request:
            raise Refusal(
                "idempotency-key-reused", "this Idempotency-Key came before with another request"
            )
        return record["reply"], kept.version

    def decide_once() -> Decision:
        nonlocal replayed
        kept, version = first_answer()
        if kept is None:
            try:
                reply, writes = decide()
            except Refusal:
                # Refused because of its own twin, perhaps, which was quicker.
                kept, version = first_answer()
                if kept is None:
                    raise
        if kept is not None:
            replayed = True
            return kept, []
        body = compact({"request": once.request, "reply": reply})
        return reply, [*writes, Put(where, body, version, ctx.seconds() + KEPT_SECONDS)]

    return Answer(attempt(ctx, decide_once), replayed)
