"""Whether the service can do its work."""

from __future__ import annotations

from chalicelib.store.records.leagues import LeagueRecord

from .context import Context


def check(ctx: Context) -> None:
    """Read an item from the store, which need not exist.

    Raises
    ------
    StoreFailed, Busy
        The store does not answer.
    """
    LeagueRecord.at("-").read(ctx.store)
