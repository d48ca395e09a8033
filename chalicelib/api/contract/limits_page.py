"""All limits, from the code that enforces them: ``docs/limits.md``.

``python -m chalicelib.api.contract`` writes the document; a test holds it to the
limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel

from chalicelib.api.http.body import MAX_BODY
from chalicelib.api.http.conditions import MAX_KEY, MIN_ANONYMOUS_KEY
from chalicelib.api.http.limits import KEPT
from chalicelib.api.http.pages import MAX_ANSWER, MAX_FILE
from chalicelib.api.http.paths import PARTS
from chalicelib.api.http.queries import LogQuery, PageQuery
from chalicelib.api.resources.actions import requests as ma
from chalicelib.api.resources.hands.requests import AmountBody
from chalicelib.api.resources.leagues.requests import LeagueBody
from chalicelib.api.resources.players.requests import PlayerBody, PlayersBody
from chalicelib.api.resources.rounds.requests import RoundBody
from chalicelib.api.resources.standings.requests import StandingsQuery
from chalicelib.api.resources.tokens.requests import TokenBody
from chalicelib.league import lookalikes, seating
from chalicelib.league import players as league_players
from chalicelib.league import rounds as league_rounds
from chalicelib.rules import fairness
from chalicelib.rules.layout import MAX_SPACES
from chalicelib.service import codes, draws, notes, once, posting, tokens
from chalicelib.service.context import Settings
from chalicelib.store.records import commitments
from chalicelib.store.records.live_log import MAX_SCORERS, MAX_STAFF

from .components import Json

FILE: Final = Path("docs/limits.md")

_INTRODUCTION: Final = """\
# Limits

<!-- Written by `python -m chalicelib.api.contract`; do not edit by hand. -->

A request beyond a limit is refused with the problem named ([all of them](problems.md)), and nothing
is carried out. Lists, names and numbers out of bounds are `invalid-request`, whose `errors` give
the place, unless another problem is named.
"""

_RATES: Final = """
New leagues are limited only where anyone may create them, and never for the holder of the
deployment's key or a request from the laptop itself.

Wrong join codes slow down their sender and lock nobody out. Beyond the limit of an address,
one attempt of four is tried, right or wrong; send it again after a second. Beyond the limit of a
network or in all, this holds for the addresses with a wrong code of their own; a right code from
any other is always accepted ([why](adr/0010-nobody-locked-out.md)).

Joins and new leagues are counted in the store, across all processes and restarts. Requests are
counted by the process of `boodle serve`, in token buckets: a bucket holds a minute's requests and
fills evenly, so that a phone may catch up at once after a pause. Beyond a rate the answer is
`rate-limited` (429) with `Retry-After`, and nothing is carried out. The process remembers the
{kept} addresses and tokens used last. An IPv6 network of 64 bits counts as one address. Where an
address has used up its requests, those with a valid token are still answered, and counted by it.

`GET /v1/health` and requests from the machine itself (loopback) are not counted. So a
demonstration is not limited. Requests through a reverse proxy on the same machine are counted by
the last address of `X-Forwarded-For`, which the proxy has to add; without it they are not counted.

A club behind one address is far from the limit: 8 tables of 8 phones that each poll every 2
seconds make {club} requests a minute of {most}.

On AWS API Gateway limits the whole stage instead (`infra/template.json`): there a process answers
one request at a time, and others start beside it ([why](adr/0005-rate-limits.md)).
"""

_ANSWERS: Final = """
Lists end early where their entries have many bytes; `next_after` says where to go on, whatever
`limit` was asked for. A list of rounds has no tables; a round has its first tables, and
`getRound?after=` the next ones. Hand records have pages of some 256 KB.
"""

_BODIES: Final = """
A body is one JSON value in UTF-8. A name that is twice in an object, `NaN` and `Infinity`, a
number of more than 4,300 digits, half a Unicode character, and nesting deeper than about 200 are
refused, as `invalid-json` where they do not already make an `invalid-request`.

The server of `boodle serve` has limits of its own: 16 KB of headers, 1,000 connections, 10 seconds
for a request to be complete, 60 for a quiet connection, 1 MB of answers that are not read, and
32 MB of them by all clients. Beyond them it closes a connection: when it has no room, the oldest
incomplete request first, when too much is unread, the one that leaves most.

It answers first what those who have a token ask of a table, and everything else one at a time;
addresses take turns. So readers slow each other down, and no table.
"""


class Limit(NamedTuple):
    """A limit: its subject, its value, and the problem of a request beyond it."""

    what: str
    most: str
    problem: str = "invalid-request"


def bound(model: type[BaseModel], field: str, name: str) -> int:
    """Return a bound of a model's field, by its name in JSON Schema."""
    found = [schema[name] for schema in _parts(model.model_json_schema(), field) if name in schema]
    (value,) = set(found)
    return int(value)


def _parts(schema: Json, field: str) -> Iterator[Json]:
    own = schema["properties"][field]
    yield own
    yield from own.get("anyOf", [])


def _name_length() -> int:
    (most,) = {
        bound(LeagueBody, "name", "maxLength"),
        bound(PlayerBody, "name", "maxLength"),
        bound(TokenBody, "label", "maxLength"),
    }
    return most


def limits() -> dict[str, list[Limit]]:
    """Return all limits, under their headings."""
    settings = Settings()
    return {
        "Requests": [
            Limit("Bytes of a body", f"{MAX_BODY:,}", "too-large"),
            Limit("Characters of an Idempotency-Key", f"{MAX_KEY}"),
            Limit("… without a token, at least", f"{MIN_ANONYMOUS_KEY}"),
            Limit("Hours an Idempotency-Key is remembered", f"{once.KEPT_SECONDS // 3600}", ""),
        ],
        "Answers": [
            Limit("Bytes of an answer", f"{MAX_ANSWER:,}", ""),
            Limit("Bytes of a file: all standings as CSV, a printed sheet", f"{MAX_FILE:,}", ""),
        ],
        "Lists": [
            Limit("Actions of a queue", f"{bound(ma.QueueBody, 'actions', 'maxItems')}"),
            Limit("Names of `players/bulk`", f"{bound(PlayersBody, 'names', 'maxItems')}"),
            Limit("Entries of a page", f"{bound(PageQuery, 'limit', 'maximum')}"),
            Limit("Actions of a page of a log", f"{bound(LogQuery, 'limit', 'maximum')}"),
            Limit("Lines of a page of standings", f"{bound(StandingsQuery, 'limit', 'maximum')}"),
            Limit("Codes of a sheet; a longer sheet comes in parts", f"{codes.MAX_SHEET}", ""),
            Limit("Players named for a draw", f"{bound(RoundBody, 'players', 'maxItems'):,}"),
            Limit("Players named absent", f"{bound(RoundBody, 'absent', 'maxItems'):,}"),
        ],
        "Texts and numbers": [
            Limit("Characters of a name or a label", f"{_name_length()}"),
            Limit("Characters of a seed", f"{bound(RoundBody, 'seed', 'maxLength')}"),
            Limit("Characters of a space's name", "24", "malformed"),
            Limit("Spaces of a layout", f"{MAX_SPACES}", "malformed"),
            Limit("Seconds of a play clock", f"{_range(LeagueBody, 'play_clock')}"),
            Limit("Chips of the stakes", f"{bound(AmountBody, 'amount', 'maximum'):,}"),
            *(
                Limit(f"Number of a {name} in a path", f"1 to {part.highest:,}", "not-found")
                for name, part in PARTS.items()
                if part.highest and name != "number"
            ),
            Limit(
                "Number of an action in a path", f"1 to {PARTS['number'].highest:,}", "not-found"
            ),
            Limit("Characters of an id in a path: A–Z, a–z, 0–9, _, -", "64", "not-found"),
        ],
        "How many there may be": [
            Limit("Players of a league", f"{league_players.MAX_PLAYERS:,}", "league-full"),
            Limit("Rounds of a league", f"{league_rounds.MAX_ROUNDS:,}", "too-many"),
            Limit("Tables of a round", f"{league_rounds.MAX_TABLES}", "cannot-seat"),
            Limit("Seats of a table", f"{seating.MIN_SEATS} to {seating.MAX_SEATS}", "cannot-seat"),
            Limit("Hands of a table", f"{fairness.CHAIN_LENGTH:,}", "game-over"),
            Limit(
                "Draws that may leave a player out before a director has to readmit them",
                f"{commitments.MAX_MISSED}",
                "forbidden",
            ),
            Limit(
                "Seconds that phones have to open a draw before there can be another",
                f"{draws.PATIENCE}",
                "not-now",
            ),
            Limit(
                "Actions of a hand; then no more bids, bets, raises and undos",
                f"{posting.MAX_LOG:,}",
                "too-many",
            ),
            Limit("`away` and `back` of a seat in a hand", f"{posting.MAX_ABSENCES}", "too-many"),
            Limit("`undo` with a reason, in a hand", f"{notes.MAX_REASONS}", "too-many"),
            Limit(
                "Tokens of a league's organisers (the first included), directors, viewers; each",
                f"{MAX_STAFF - 1}",
                "too-many",
            ),
            Limit("Scorer tokens of a table", f"{MAX_SCORERS}", "too-many"),
            Limit("Days a token lasts", f"{settings.token_days}", "unauthenticated"),
            Limit(
                "Join codes that a league issues in a day", f"{codes.CODES_A_DAY:,}", "rate-limited"
            ),
            Limit(
                "Tokens that a league issues in a day", f"{tokens.TOKENS_A_DAY:,}", "rate-limited"
            ),
            Limit("Names that look alike, listed with a new name", f"{lookalikes.MOST}", ""),
            Limit("Hours a join code lasts", f"{settings.code_hours}", "code-expired"),
        ],
        "Rates": [
            Limit(
                "New leagues in an hour, from an address",
                f"{settings.leagues_per_address}",
                "rate-limited",
            ),
            Limit("New leagues in an hour, in all", f"{settings.leagues_in_all}", "rate-limited"),
            Limit(
                "Wrong join codes in 10 minutes, from an address",
                f"{settings.wrong_codes_per_address}",
                "rate-limited",
            ),
            Limit(
                "… from an IPv6 network of 64 bits",
                f"{settings.wrong_codes_per_network}",
                "rate-limited",
            ),
            Limit("… in all", f"{settings.wrong_codes_in_all:,}", "rate-limited"),
            Limit(
                "Requests in a minute from an address",
                f"{settings.requests_per_address:,}",
                "rate-limited",
            ),
            Limit(
                "Requests in a minute with a token",
                f"{settings.requests_per_token:,}",
                "rate-limited",
            ),
        ],
    }


def _range(model: type[BaseModel], field: str) -> str:
    return f"{bound(model, field, 'minimum')} to {bound(model, field, 'maximum'):,}"


def markdown() -> str:
    """Return the text of ``docs/limits.md``."""
    texts = {
        "Requests": _BODIES,
        "Answers": _ANSWERS,
        "Rates": _RATES.format(
            kept=f"{KEPT:,}", club=f"{8 * 8 * 30:,}", most=f"{Settings().requests_per_address:,}"
        ),
    }
    parts = [_INTRODUCTION]
    for heading, rows in limits().items():
        parts.append(f"\n## {heading}\n\n| What | Limit | Beyond it |\n| --- | --- | --- |\n")
        for what, most, problem in rows:
            parts.append(f"| {what} | {most} | {f'`{problem}`' if problem else ''} |\n")
        parts.append(texts.get(heading, ""))
    return "".join(parts)
