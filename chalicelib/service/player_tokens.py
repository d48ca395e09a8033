"""The tokens of players: issued, confirmed, ended, and what tables show of them.

Tokens are not stored, but each one is on a list that its player sees. A hand shows how many valid
tokens each seat has, and notes every token that an organiser issued, until the player confirms it
with one that was valid before. So nobody reads a seat's cards in secret with a token that its
player does not know.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from chalicelib.league.rounds import RoundState
from chalicelib.message import say
from chalicelib.rules.actions import Role
from chalicelib.store.port import Write
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.notes import IssueNote, NotesRecord
from chalicelib.store.records.player_tokens import (
    Ending,
    IssuedEntry,
    Issuing,
    PlayerTokensRecord,
)
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored, read

from .context import Context
from .errors import Refusal
from .leagues import token_expiry
from .players import load_player
from .rounds import rounds_of
from .tables import Table, table_from

LISTED: Final = 100
"""How many tokens of a player are listed, and how many endings: the latest."""
_AT_THE_DEAL: Final = 3
"""How many unconfirmed tokens of a seat a deal notes: the latest."""


class PlayerTokens(NamedTuple):
    """A player, and the list of the player's tokens, if one has been stored."""

    player: Stored[PlayerRecord]
    list: PlayerTokensRecord
    stored: Stored[PlayerTokensRecord] | None

    def put(self, league: str, number: int, now: PlayerTokensRecord) -> Write:
        """Return the write of the list as it is now."""
        kept = replace(now, issued=now.issued[-LISTED:], ended=now.ended[-LISTED:])
        epoch = max((one.epoch for one in now.issued), default=0)
        dropped = sum(one.epoch == epoch for one in now.issued[:-LISTED])
        kept = replace(kept, earlier=kept.earlier + dropped)
        return PlayerTokensRecord.at(league, number).put(kept, self.stored)


def load_tokens(ctx: Context, league_id: str, number: int) -> PlayerTokens:
    """Return a player with the list of tokens.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    player = load_player(ctx, league_id, number)
    stored = PlayerTokensRecord.at(league_id, number).read(ctx.store)
    return PlayerTokens(player, _listed(player.record, stored), stored)


def _listed(player: PlayerRecord, stored: Stored[PlayerTokensRecord] | None) -> PlayerTokensRecord:
    """Return a player's list; before there was one, as many tokens were issued as were counted."""
    return stored.record if stored else PlayerTokensRecord(earlier=player.handed)


def player_claims(
    ctx: Context, league_id: str, number: int, how: Issuing, by: int | None
) -> tuple[Claims, list[Write]]:
    """Return a player's claims, and the writes that issue them.

    Parameters
    ----------
    how, by
        How the token comes to be, and the organiser who issued it or its code.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    was = load_tokens(ctx, league_id, number)
    epoch = was.player.record.epoch
    valid = was.list.count(epoch, ctx.seconds())
    entry = IssuedEntry(
        number=was.player.record.handed + 1,
        how=how,
        by=by,
        at=ctx.clock(),
        expires=token_expiry(ctx),
        epoch=epoch,
        # A first code is for the player's own phone. A further one may be for somebody else's.
        noted=how is Issuing.MINTED or valid > 0,
    )
    writes = _list_writes(league_id, number, was, entry)
    for table in tables_of_player(ctx, league_id, number):
        writes += _tell(ctx, table, number, valid + 1, entry)
    return claims_of(league_id, number, entry), writes


def renewed(
    ctx: Context, league_id: str, number: int, was: PlayerTokens, claims: Claims, nonce: str
) -> tuple[Claims, list[Write]]:
    """Return the claims of a new token of a player, and the writes that end all others.

    Parameters
    ----------
    claims
        Those of the valid token with which they are ended. If it is still to be confirmed, the new
        one is, too.
    nonce
        The hash of the nonce that it is asked for with.
    """
    epoch = was.player.record.epoch + 1
    held = [one for one in was.list.issued if one.number == claims.serial]
    entry = IssuedEntry(
        number=was.player.record.handed + 1,
        how=Issuing.RENEWED,
        by=None,
        at=ctx.clock(),
        expires=token_expiry(ctx),
        epoch=epoch,
        noted=any(one.is_noted for one in held),
        nonce=nonce,
    )
    return claims_of(league_id, number, entry), ended(ctx, league_id, number, was, None, entry)


def ended(
    ctx: Context,
    league_id: str,
    number: int,
    was: PlayerTokens,
    by: int | None,
    entry: IssuedEntry | None = None,
) -> list[Write]:
    """Return the writes that end all tokens of a player, by raising the epoch.

    Parameters
    ----------
    by
        The organiser who ends them; ``None``: the player.
    entry
        The new token that the player gets, if any.

    Raises
    ------
    Refusal
        ``not-now``: a round of the player is being opened.
    """
    old = was.player.record.epoch
    ending = Ending(old, by, ctx.clock())
    player = replace(was.player.record, epoch=old + 1)
    now = replace(was.list, earlier=0, ended=(*was.list.ended, ending))
    was = was._replace(player=was.player._replace(record=player), list=now)
    writes = _list_writes(league_id, number, was, entry)
    for table in tables_of_player(ctx, league_id, number):
        seat = table.live.table.players.index(number)
        epochs = list(table.live.table.epochs)
        epochs[seat] = old + 1
        raised = replace(table.live.table, epochs=tuple(epochs))
        now_there = table._replace(live=LiveRecord(raised, table.live.hand))
        writes += _tell(ctx, now_there, number, 0 if entry is None else 1, entry)
    return writes


def claims_of(league_id: str, number: int, entry: IssuedEntry) -> Claims:
    """Return the claims of a token on a player's list."""
    kind = TokenKind.PLAYER
    return Claims(kind, league_id, number, entry.epoch, entry.expires, serial=entry.number)


def _list_writes(
    league_id: str, number: int, was: PlayerTokens, entry: IssuedEntry | None
) -> list[Write]:
    """Return the writes of a player and the list, with a token added if there is one."""
    player, now = was.player.record, was.list
    if entry is not None:
        player = replace(player, handed=entry.number)
        now = replace(now, issued=(*now.issued, entry))
    return [was.player.put(player), was.put(league_id, number, now)]


# -- at the tables --------------------------------------------------------------------------------


def _tell(
    ctx: Context, table: Table, number: int, valid: int, entry: IssuedEntry | None
) -> list[Write]:
    """Return the writes by which a table shows the tokens of a player who sits there.

    Between two hands the table is written unchanged, so that no deal at the same time counts the
    player's tokens as they were.
    """
    live = table.live
    hand = live.hand
    if hand is None:
        return [table.put(live)]
    at = NotesRecord.at(table.id, live.table.hand)
    stored = at.read(ctx.store)
    was = stored.record if stored and stored.record.tokens else notes_at_deal(ctx, live.table)
    seat, tokens, issued = live.table.players.index(number), list(was.tokens), was.issued
    tokens[seat] = valid
    if entry is not None and entry.is_noted:
        when = max(entry.at // 100, hand.deal.started)
        issued = (*issued, _note(seat, len(hand.actions), when, entry))[-LISTED:]
    now = replace(was, tokens=tuple(tokens), issued=issued)
    if stored:
        now = replace(now, reasons=stored.record.reasons)
    return [at.put(now, stored), table.put(LiveRecord(live.table, hand.noting()))]


def _note(seat: int, after: int, at: int, entry: IssuedEntry) -> IssueNote:
    by = None if entry.by is None else Poster(Role.ORGANISER, entry.by)
    return IssueNote(seat, after, at, by)


def notes_at_deal(ctx: Context, table: LiveTable) -> NotesRecord:
    """Return the notes with which a hand begins: its seats' tokens, and those not confirmed.

    Issuing or ending tokens writes the table as well, so that this cannot be out of date.
    """
    players = {number: PlayerRecord.at(table.league, number) for number in table.players}
    lists = {number: PlayerTokensRecord.at(table.league, number) for number in table.players}
    found = read(ctx.store, *players.values(), *lists.values())
    tokens: list[int] = []
    issued: list[IssueNote] = []
    for seat, number in enumerate(table.players):
        listed = _listed(found[players[number]].record, found.get(lists[number]))
        epoch, now = table.epochs[seat], ctx.seconds()
        tokens.append(listed.count(epoch, now))
        waiting = [one for one in listed.valid(epoch, now) if one.is_noted]
        issued += [_note(seat, 0, one.at // 100, one) for one in waiting[-_AT_THE_DEAL:]]
    return NotesRecord(tuple(tokens), tuple(issued))


def tables_of_player(ctx: Context, league_id: str, number: int) -> list[Table]:
    """Return the tables at which a player sits or sat, those of the latest 90 rounds.

    Closed rounds count: a hand may still be in progress there, and replays are answered. A table
    that is made meanwhile writes its players' records as well, so one of the two is tried again.

    Raises
    ------
    Refusal
        ``not-now``: the player's table is just being made.
    """
    tables: dict[str, RoundState] = {}
    for played in rounds_of(ctx, league_id):
        table = played.table_of(number) if played.begun else None
        if table is not None:
            tables[table.id] = played.state
    names = list(tables)[-90:]
    found = ctx.store.get([LiveRecord.at(name).key for name in names]) if names else {}
    for name in names:
        if LiveRecord.at(name).key not in found and tables[name] is RoundState.OPENING:
            raise Refusal("not-now", say("code.round-opening"))
    there = [table_from(found.get(LiveRecord.at(name).key), name) for name in names]
    # A substitute may have been seated since the rounds were read.
    return [table for table in there if number in table.live.table.players]
