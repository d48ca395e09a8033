"""Join codes: typed once on a phone and traded for a token.

A code is 40 random bits, enough to type alone. Its keyed hash is stored, never the code. It works
for one phone: the first nonce that redeems it binds it, and the same nonce gets the same claims
again, so a lost reply does no harm.

Wrong codes are counted by address, by network and in all. Beyond a limit guessing is slowed down,
and nobody is locked out: of the attempts of an address that is over its limit one in four is tried,
drawn at random, so that a right code soon is. Where a network or the whole deployment is over its
limit, an address has a limit of one wrong code; one without any is always tried
(``docs/adr/0010-nobody-locked-out.md`` has the odds).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from chalicelib.message import say
from chalicelib.store.port import Write
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.codes import CodeRecord, CodeSheetRecord, SheetEntry
from chalicelib.store.records.player_tokens import Issuing
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored, number_of, read

from .access import check_member, require_league
from .addresses import hashed, network_of
from .context import Context
from .errors import Refusal, not_found
from .handing_out import new_scorer
from .limits import DAY, Counts, Limit, slow_down
from .once import Answer, B, Decision, Once, attempt, attempt_once
from .player_tokens import player_claims
from .players import load_player
from .rights import Caller, Right, caller_number, check_right
from .secrets import Secret, code_from, normal_code, same
from .tables import load_table
from .tokens import IssuedToken, TokenRequest, issued

MAX_SHEET: Final = 45
CODES_A_DAY: Final = 20_000
"""How many codes a league may issue in a day: four for each of the most players."""
_WINDOW: Final = 600
_PAGE: Final = 100
"""A page of codes ends with the sheet that reaches so many."""
_ONE_IN: Final = 4
"""Of the attempts of an address that is over its limit, one in so many is tried."""
_WAIT: Final = 1
"""How many seconds such an address should wait between attempts."""


class IssuedCode(NamedTuple):
    """A join code that was issued.

    Attributes
    ----------
    code_id
        Names the code for revoking it; not a secret.
    kind, player, name, table
        The kind of token, and the player with number and name, or the scorer's table.
    expires
        Seconds since 1970.
    """

    code_id: str
    code: Secret
    kind: TokenKind
    player: int | None
    name: str | None
    table: str | None
    expires: int


class Sheet(NamedTuple):
    """Join codes for players of a league; ``next_after`` is where the next sheet begins."""

    league_id: str
    league_name: str
    codes: tuple[IssuedCode, ...]
    next_after: int | None


class ListedCode(NamedTuple):
    """A join code that was issued: ``used`` once a phone has traded it. See :class:`IssuedCode`."""

    code_id: str
    kind: TokenKind
    player: int | None
    name: str | None
    table: str | None
    expires: int
    used: bool
    revoked: bool


class CodesPage(NamedTuple):
    """Some join codes, sheet by sheet; ``next_after`` is the last sheet if there are more."""

    codes: tuple[ListedCode, ...]
    next_after: str | None


class _Wanted(NamedTuple):
    """The purpose of a code; ``epoch`` is the player's when it is issued."""

    kind: TokenKind
    player: int | None
    table: str | None
    label: str
    name: str | None
    epoch: int


def issue_code(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    render: Callable[[IssuedCode], B],
    league_id: str,
    request: TokenRequest,
) -> Answer[B]:
    """Issue a join code for a player, or for a new scorer slot of a table.

    Raises
    ------
    Refusal
        ``not-found``: no such player or table in this league.
    """
    check_right(caller, Right.TOKENS_MANAGE)

    def decide() -> Decision[IssuedCode]:
        require_league(ctx, caller, league_id)
        name, epoch = None, 0
        if request.player is not None:
            player = load_player(ctx, league_id, request.player).record
            name, epoch = player.name, player.epoch
        elif load_table(ctx, request.table or "").live.table.league != league_id:
            raise not_found("table")
        wanted = _Wanted(request.kind, request.player, request.table, request.label, name, epoch)
        codes, writes = _new_codes(ctx, caller, league_id, [wanted])
        return codes[0], writes

    return attempt_once(ctx, once, render, decide, lambda: check_member(ctx, caller, league_id))


def issue_sheet(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    render: Callable[[Sheet], B],
    league_id: str,
    after: int,
) -> Answer[B]:
    """Issue codes for all players not withdrawn, in the order of their numbers.

    A sheet has at most 45 codes.
    """
    check_right(caller, Right.TOKENS_MANAGE)

    def decide() -> Decision[Sheet]:
        league = require_league(ctx, caller, league_id).record
        everybody = _playing(ctx, league_id, after, MAX_SHEET + 1)
        wanted = [
            _Wanted(TokenKind.PLAYER, number, None, "", player.name, player.epoch)
            for number, player in everybody[:MAX_SHEET]
        ]
        codes, writes = _new_codes(ctx, caller, league_id, wanted) if wanted else ([], [])
        more = len(everybody) > MAX_SHEET
        next_after = everybody[MAX_SHEET - 1][0] if more else None
        return Sheet(league_id, league.name, tuple(codes), next_after), writes

    return attempt_once(ctx, once, render, decide, lambda: check_member(ctx, caller, league_id))


def _playing(ctx: Context, league_id: str, after: int, most: int) -> list[tuple[int, PlayerRecord]]:
    """Return the next players who are not withdrawn, by number, at most so many."""
    found: list[tuple[int, PlayerRecord]] = []
    while True:
        start = PlayerRecord.at(league_id, after)
        page = PlayerRecord.of_league(league_id).page(ctx.store, start, 2 * most)
        for stored in page.records:
            after = number_of(stored.key)
            if stored.record.withdrawn_from is None:
                found.append((after, stored.record))
        if len(found) >= most or not page.more:
            return found[:most]


def _new_codes(
    ctx: Context, caller: Caller, league_id: str, wanted: Sequence[_Wanted]
) -> tuple[list[IssuedCode], list[Write]]:
    """Return new codes, and the writes of each of them and of their sheet.

    Raises
    ------
    Refusal
        ``rate-limited``: the league has issued too many of late.
    """
    issued_today = Counts(ctx, DAY, [Limit(f"codes-{league_id}", CODES_A_DAY)])
    issued_today.check(len(wanted))
    expires = ctx.seconds() + ctx.settings.code_hours * 3600
    sheet_id = ctx.new_id("sheet")
    codes: list[IssuedCode] = []
    listed: list[SheetEntry] = []
    writes: list[Write] = []
    for place, (kind, player, table, label, name, epoch) in enumerate(wanted, 1):
        code = code_from(ctx, ctx.entropy("code", 16).hex())
        hashed = ctx.signer.keyed_hash("join", code)
        code_id = f"{sheet_id}-{place}"
        by = caller_number(caller)
        record = CodeRecord(league_id, kind, player, table, label, epoch, expires, by=by)
        writes.append(CodeRecord.at(hashed).create(record, expires + 7 * 86400))
        listed.append(SheetEntry(code_id, hashed, name))
        codes.append(IssuedCode(code_id, code, kind, player, name, table, expires))
    sheet = CodeSheetRecord(tuple(listed))
    writes.append(CodeSheetRecord.at(league_id, sheet_id).create(sheet, expires))
    return codes, [*writes, *issued_today.count_up(len(wanted))]


def list_codes(ctx: Context, caller: Caller, league_id: str, after: str) -> CodesPage:
    """Return a page of the join codes that have not expired, with their purpose and state.

    Parameters
    ----------
    after
        The sheet that the page before ended with.
    """
    check_right(caller, Right.TOKENS_MANAGE)
    require_league(ctx, caller, league_id)
    codes: list[ListedCode] = []
    start = CodeSheetRecord.at(league_id, after)
    page = CodeSheetRecord.of_league(league_id).page(ctx.store, start, _PAGE)
    for place, sheet in enumerate(page.records, 1):
        found = read(ctx.store, *(CodeRecord.at(entry.hash) for entry in sheet.record.codes))
        for entry in sheet.record.codes:
            stored = found.get(CodeRecord.at(entry.hash))
            if stored is None or stored.record.expires <= ctx.seconds():
                continue
            code = stored.record
            codes.append(
                ListedCode(
                    code_id=entry.code_id,
                    kind=code.kind,
                    player=code.player,
                    name=entry.name,
                    table=code.table,
                    expires=code.expires,
                    used=code.nonce is not None,
                    revoked=code.revoked,
                )
            )
        more = page.more or place < len(page.records)
        if more and (len(codes) >= _PAGE or place == len(page.records)):
            return CodesPage(tuple(codes), sheet.key.sort.partition("#")[2])
    return CodesPage(tuple(codes), None)


def revoke_code(ctx: Context, caller: Caller, league_id: str, code_id: str) -> None:
    """Revoke a join code; a token it was traded for stays valid.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    check_right(caller, Right.TOKENS_MANAGE)
    sheet_id, _, place = code_id.rpartition("-")

    def decide() -> Decision[None]:
        require_league(ctx, caller, league_id)
        sheet = CodeSheetRecord.at(league_id, sheet_id).read(ctx.store)
        listed = sheet.record.codes if sheet else ()
        if not place.isdigit() or not 1 <= int(place) <= len(listed):
            raise not_found("join-code")
        code = CodeRecord.at(listed[int(place) - 1].hash).read(ctx.store)
        if code is None:
            raise not_found("join-code")
        if code.record.revoked:
            return None, []
        return None, [code.put(replace(code.record, revoked=True))]

    attempt(ctx, decide)


def join(ctx: Context, caller: Caller, code: str, nonce: str) -> IssuedToken:
    """Trade a join code for a token; the same nonce gets the same claims again.

    Parameters
    ----------
    nonce
        128 random bits, made once by the phone that joins.

    Raises
    ------
    Refusal
        ``code-unknown``, ``code-expired`` (also when it, or its player's tokens, were
        revoked), ``code-used`` (by another nonce), ``rate-limited`` for three attempts of four
        after too many wrong codes.
    """
    at = CodeRecord.at(ctx.signer.keyed_hash("join", normal_code(code)))
    nonce_hash = hashlib.sha256(nonce.encode()).hexdigest()

    def decide() -> Decision[Claims | None]:
        stored = at.read(ctx.store)
        if stored is not None and (claims := _claims_of(stored.record, nonce_hash)):
            # Before the limit is checked: wrong codes of others must not hinder a retry.
            return claims, []
        guesses = _Guesses(ctx, caller.address)
        if guesses.too_many and ctx.entropy("join", 1)[0] % _ONE_IN:
            raise slow_down(_WAIT)  # whether the code is right or wrong
        if stored is None:
            return None, guesses.count_up()
        return _redeem(ctx, stored, nonce_hash)

    traded = attempt(ctx, decide)
    if traded is None:
        raise Refusal("code-unknown", say("code.unknown"))
    return issued(ctx, traded)


class _Guesses(Counts):
    """The wrong codes of late: from an address, from its network, and in all."""

    def __init__(self, ctx: Context, address: str) -> None:
        settings, network = ctx.settings, network_of(address)
        self._own = "wrong-" + hashed(address)
        self._shared = ["wrong-all"]
        limits = [
            Limit(self._own, settings.wrong_codes_per_address),
            Limit("wrong-all", settings.wrong_codes_in_all),
        ]
        if "/" in network:  # an IPv6 address is one of many
            self._shared.append("wrong-" + hashed(network))
            limits.append(Limit(self._shared[-1], settings.wrong_codes_per_network))
        super().__init__(ctx, _WINDOW, limits)

    @property
    def too_many(self) -> bool:
        """Whether the address is over its limit, which is one while others guess a lot, too."""
        own = self[self._own]
        crowded = any(self[name].full for name in self._shared)
        return own.full or (crowded and own.value > 0)


def _claims_of(code: CodeRecord, nonce_hash: str) -> Claims | None:
    """Return the claims a code was traded for, if it was with this nonce."""
    bound = code.nonce is not None and same(code.nonce, nonce_hash)
    return code.claims if bound else None


def _redeem(ctx: Context, stored: Stored[CodeRecord], nonce_hash: str) -> Decision[Claims | None]:
    code = stored.record
    if code.nonce is not None:
        raise Refusal("code-used", say("code.used"))
    if code.revoked or code.expires <= ctx.seconds():
        raise Refusal("code-expired", say("code.expired"))
    if code.player is not None:
        player = PlayerRecord.at(code.league, code.player).read(ctx.store)
        if player is None or player.record.epoch != code.epoch:
            raise Refusal("code-expired", say("code.tokens-revoked"))
        claims, writes = player_claims(ctx, code.league, code.player, Issuing.CODE, code.by)
    else:
        claims, writes = new_scorer(ctx, code.league, code.table or "", code.label)
    return claims, [stored.put(replace(code, nonce=nonce_hash, claims=claims)), *writes]
