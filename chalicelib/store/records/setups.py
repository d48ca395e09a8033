"""The record of what was fixed when a hand was dealt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.rules.actions import Recording
from chalicelib.store.port import Key

from .deal_request import DealRequest, FoundDealer, read_found
from .live_log import Poster
from .members import Members, UnreadableRecord, compact
from .posters import poster_json, read_poster
from .record import At, Series, table_partition
from .times import read_rfc3339, rfc3339

_PREFIX = "H#"


class PublicSetup(NamedTuple):
    """The public part of a deal, which its text fixes: P in ``docs/fairness.md``.

    digest(0) is the SHA-256 of the text, or where the cards are drawn, of the draw's message, which
    has the text's hash. Seats count from 1 here, as they do in the text. A text with ``seeds`` is
    of a hand dealt under ``boodle-deal-1``.

    Attributes
    ----------
    league, table, hand
        The hand: its league, its table and its number.
    recording
        How the table is recorded.
    terms
        The short hash of the rules and settings.
    rules
        Their whole SHA-256 (hex); ``None`` in texts with seeds.
    players
        The players' numbers, by seat; at a vacant seat, who sat there last.
    dealt_in, dealer
        The seats that got cards, and the one that dealt.
    amount, stakes
        The amount of the stakes, and what was placed: seat -> space -> chips.
    stacks, layout, kitty, pot
        Chips before the stakes.
    away
        The seats that are away (R17); not stated in texts with seeds.
    seeds, message
        Under ``boodle-deal-1``: the seeds of the seats dealt in, and the message of the shuffle.
    found, cut
        How the first dealer was found, and whether the cards were cut (R2); ``None``: unknown.
    """

    league: str
    table: str
    hand: int
    recording: Recording
    terms: str
    players: tuple[int, ...]
    dealt_in: tuple[int, ...]
    dealer: int
    amount: int
    stakes: Mapping[int, Mapping[str, int]]
    stacks: tuple[int, ...]
    layout: tuple[int, ...]
    kitty: int
    pot: int
    found: FoundDealer | None
    cut: bool | None
    rules: str | None = None
    away: tuple[int, ...] = ()
    seeds: tuple[str, ...] | None = None
    message: str | None = None

    def as_json(self) -> Mapping[str, Json]:
        """Return its published JSON."""
        rules: dict[str, Json] = {} if self.rules is None else {"rules": self.rules}
        own: dict[str, Json] = (
            {"away": self.away}
            if self.seeds is None
            else {"seeds": self.seeds, "message": self.message}
        )
        return {
            "league": self.league,
            "table": self.table,
            "hand": self.hand,
            "recording": self.recording.value,
            "terms": self.terms,
            **rules,
            "players": self.players,
            "dealt_in": self.dealt_in,
            "dealer": self.dealer,
            "amount": self.amount,
            "stakes": {str(seat): placed for seat, placed in self.stakes.items()},
            "stacks": self.stacks,
            "layout": self.layout,
            "kitty": self.kitty,
            "pot": self.pot,
            **own,
            "found": None if self.found is None else self.found.as_json(),
            "cut": self.cut,
        }

    def dumps(self) -> str:
        """Return the published text, which is hashed."""
        if self.seeds is not None:
            return compact(self.as_json())
        return json.dumps(self.as_json(), separators=(",", ":"), ensure_ascii=True)

    @classmethod
    def read(cls, members: Members) -> PublicSetup:
        """Return the value from the JSON that :meth:`as_json` made."""
        stakes = members.within("stakes")
        return cls(
            league=members.text("league"),
            table=members.text("table"),
            hand=members.whole("hand"),
            recording=members.choice("recording", Recording),
            terms=members.text("terms"),
            players=members.wholes("players"),
            dealt_in=members.wholes("dealt_in"),
            dealer=members.whole("dealer"),
            amount=members.whole("amount"),
            stakes={
                seat: stakes.within(name).all_wholes() for seat, name in stakes.numbered().items()
            },
            stacks=members.wholes("stacks"),
            layout=members.wholes("layout"),
            kitty=members.whole("kitty"),
            pot=members.whole("pot"),
            found=read_found(members.optional_within("found")),
            cut=members.optional_flag("cut"),
            rules=members.optional_text("rules"),
            away=members.optional_wholes("away") or (),
            seeds=members.optional_texts("seeds"),
            message=members.optional_text("message"),
        )


@dataclass(frozen=True, slots=True)
class SetupRecord:
    """What was fixed when a hand was dealt; its number is in the key.

    Attributes
    ----------
    asked
        The request of the deal.
    public
        The public part.
    link
        The secret of the server's deal (hex); ``None`` if the server does not deal.
    poster
        Who posted the deal.
    dealt
        When, in milliseconds since 1970.
    phone
        When by the clock of the phone that posted it, in tenths of a second since 1970, if it
        said so; it decides nothing.
    drawn
        The message of the shuffle, M; while the draw is open its beginning, S. ``None`` if the
        server does not deal, or dealt under ``boodle-deal-1``.
    """

    FORMAT: ClassVar[int] = 1

    asked: DealRequest
    public: PublicSetup
    link: str | None
    poster: Poster
    dealt: int
    phone: int | None = None
    drawn: str | None = None

    @property
    def message(self) -> str | None:
        """The message of the shuffle, M, under either protocol."""
        return self.public.message if self.drawn is None else self.drawn

    @classmethod
    def at(cls, table: str, hand: int) -> At[SetupRecord]:
        """Return the place of the set-up of a hand."""
        return At(Key(table_partition(table), f"{_PREFIX}{hand:04d}"), cls)

    @classmethod
    def of_table(cls, table: str) -> Series[SetupRecord]:
        """Return the set-ups of all hands of a table, by number."""
        return Series(table_partition(table), _PREFIX, cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        kept: dict[str, Json] = {
            "asked": self.asked.as_json(),
            "public": self.public.as_json(),
            "link": self.link,
            "by": poster_json(self.poster),
            "at": rfc3339(self.dealt),
        }
        if self.phone is not None:
            kept["phone"] = self.phone
        if self.drawn is not None:
            kept["drawn"] = self.drawn
        return kept

    @classmethod
    def read(cls, members: Members) -> SetupRecord:
        """Return the value from the JSON that :meth:`as_json` made."""
        try:
            dealt = read_rfc3339(members.text("at"))
        except ValueError as error:
            raise UnreadableRecord(f"no time of the deal: {error}") from None
        return cls(
            asked=DealRequest.read(members.within("asked")),
            public=PublicSetup.read(members.within("public")),
            link=members.optional_text("link"),
            poster=read_poster(members.within("by")),
            dealt=dealt,
            phone=members.optional_whole("phone") if "phone" in members else None,
            drawn=members.optional_text("drawn"),
        )

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> SetupRecord:
        """Return the record of a text."""
        return cls.read(Members.loads(text, cls.FORMAT))
