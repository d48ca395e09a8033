"""Deciding and committing, exactly once: retries after a lost race, and Idempotency-Keys."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar, cast

from chalicelib.league.errors import LeagueError
from chalicelib.message import say
from chalicelib.store.port import Busy, Conflict, Write
from chalicelib.store.records.once import OnceRecord
from chalicelib.store.records.record import Stored

from .context import Context
from .errors import Refusal
from .secrets import sealed, unsealed

ATTEMPTS: Final = 12
KEPT_SECONDS: Final = 24 * 3600

T = TypeVar("T")
B = TypeVar("B", bound=Mapping[str, object])
B_co = TypeVar("B_co", bound=Mapping[str, object], covariant=True)
"""An answer: a JSON object, such as a ``TypedDict``."""

Decision: TypeAlias = tuple[T, list[Write]]
"""A result, and what to write for it."""


class Once(NamedTuple):
    """An Idempotency-Key: who sent it, for what, and the hash of the request.

    ``scope`` separates the keys of different callers.
    """

    scope: str
    key: str
    request: str

    @property
    def hashed(self) -> str:
        """The key as it is stored."""
        return hashlib.sha256(self.key.encode()).hexdigest()

    def part(self, number: int) -> Once:
        """Return the key of a part of what was asked, where that takes several commits.

        No key that is sent has a line break, so that the parts meet no other.
        """
        return self._replace(key=f"{self.key}\n{number}")


class Answer(NamedTuple, Generic[B_co]):
    """An answer, and whether it repeats the answer to an earlier request."""

    body: B_co
    replayed: bool = False


def attempt(ctx: Context, decide: Callable[[], Decision[T]]) -> T:
    """Decide and commit; decide again if another request was faster.

    Raises
    ------
    Busy
        Every try met another writer.
    """
    for _ in range(ATTEMPTS):
        result, writes = decide()
        if not writes:
            return result
        try:
            ctx.store.commit(writes)
        except Conflict:
            continue
        return result
    raise Busy("too many writers at once")


def attempt_once(
    ctx: Context,
    once: Once | None,
    render: Callable[[T], B],
    decide: Callable[[], Decision[T]],
    check: Callable[[], None] | None = None,
) -> Answer[B]:
    """Like :func:`attempt`, but a repeated key gets the first answer and changes nothing more.

    The answer is kept in the same transaction as its effect, for a day. Secrets in it are kept
    sealed (:mod:`chalicelib.service.secrets`), never in the clear.

    Parameters
    ----------
    render
        Makes the answer from a result.
    check
        Raises if the caller's token is no longer valid; called before an answer is repeated.

    Raises
    ------
    Refusal
        ``idempotency-key-reused``: the key came before with another request.
    """
    if once is None:
        return Answer(render(attempt(ctx, decide)))
    at = OnceRecord.at(once.scope, once.hashed)

    def earlier() -> tuple[Stored[OnceRecord] | None, Answer[B] | None]:
        """Return the record of the key, and the answer to repeat, if it has not expired."""
        kept = at.read(ctx.store)
        if kept is None or (kept.expires or 0) <= ctx.seconds():
            return kept, None
        if check:
            check()
        if kept.record.request != once.request:
            raise Refusal("idempotency-key-reused", say("request.key-reused"))
        # The stored answer that ``render`` made from the first result.
        return kept, Answer(cast(B, unsealed(ctx, kept.record.reply)), replayed=True)

    def decide_once() -> Decision[Answer[B]]:
        kept, repeated = earlier()
        if repeated is not None:
            return repeated, []
        try:
            result, writes = decide()
        except (Refusal, LeagueError):
            # A repetition may have been faster, and be the reason for the refusal.
            _, repeated = earlier()
            if repeated is None:
                raise
            return repeated, []
        answer = render(result)
        record = OnceRecord(once.request, sealed(answer))
        return Answer(answer), [*writes, at.put(record, kept, ctx.seconds() + KEPT_SECONDS)]

    return attempt(ctx, decide_once)
