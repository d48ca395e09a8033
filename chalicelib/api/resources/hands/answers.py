"""The answers about a hand, as a caller may see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from chalicelib.api.resources.actions.parts import (
    POLL_PLAYING,
    POLL_WAITING,
    LedgerEntry,
    LegalAction,
    Note,
    action,
    notes,
)
from chalicelib.api.shapes import Card, Digest, Time
from chalicelib.rules.actions import Recording
from chalicelib.rules.audit.findings import Finding as Found
from chalicelib.rules.cards import TEXT
from chalicelib.rules.cards import Card as CardNumber
from chalicelib.service import hands as service
from chalicelib.service.draws import SeenDraw
from chalicelib.service.log import SeenAction
from chalicelib.service.refusals import HandEntries
from chalicelib.store.records.times import rfc3339

from .entry_answers import Entries, entries
from .setup_answers import Setup, setup


class OpenHand(Entries):
    """A hand that is to be dealt next."""

    status: Literal["open"]
    """`open`: not dealt yet."""
    poll_after: int
    """Seconds to wait before reading it again."""


HandPhase = TypeAliasType(
    "HandPhase",
    Annotated[
        Literal[
            "draw",
            "widow",
            "auction",
            "lead",
            "run",
            "poker",
            "pot",
            "show",
            "dues",
            "sheet",
            "over",
        ],
        Field(description="What goes on in a hand."),
    ],
)


class HandSeat(TypedDict):
    """A seat in a hand; ``cards`` only where the caller may see them."""

    seat: int
    """From 1, clockwise."""
    player: int
    """The player's number."""
    stack: int
    """The seat's chips now."""
    cards_left: int
    """How many cards the seat holds."""
    tokens: int | None
    """How many valid tokens of its player there are: at the deal, and since; null: unknown."""
    dealt_in: bool
    """Whether the seat is in this hand."""
    away: bool
    """Whether a fixed rule plays for the seat (R17)."""
    cards: list[Card] | None
    """The cards held, lowest first, such as `10S`; null: not for you."""


class Play(TypedDict):
    """A card on the table; null where it is covered."""

    seat: int
    """Who played it."""
    card: Card | None
    """The card; null: covered."""
    led: bool
    """Whether it began a run."""


class Bid(TypedDict):
    """The highest bid."""

    amount: int
    """Chips bid."""
    seat: int
    """Who bid."""


class ToShow(TypedDict):
    """Cards that a seat has still to show."""

    seat: int
    """The seat."""
    cards: int
    """How many cards."""


class Finding(TypedDict):
    """A fault that the audit of an observed hand found."""

    number: int
    """Its number, for `waive`."""
    finding: Annotated[
        Literal[
            "missed_play",
            "not_lowest",
            "forbidden_suit",
            "out_of_turn",
            "false_pass",
            "space_not_taken",
            "better_hand",
        ],
        Field(
            description="`missed_play` (R9), or a false lead (R11): `not_lowest` of its suit, of a "
            "`forbidden_suit`, `out_of_turn`, or a `false_pass` by a seat that could lead. Of the "
            "first stages of Three in One (R15): `space_not_taken` by the holder of its cards, "
            "and a `better_hand` than that of the seat that took the pot."
        ),
    ]
    action: int
    """The number of the action that shows it."""
    seat: int
    """The seat at fault."""
    card: Card | None
    """The card missed or led; null: a pass."""
    could: list[Card]
    """The cards that could have been led, or would have won space or pot."""
    waived: bool
    """Whether it was waived."""
    instead: NotRequired[int]
    """The seat at fault if the other cause holds (`reassign`)."""


class Draw(TypedDict):
    """An open draw: every seat in `missing` has to open it (openDraw)."""

    draw: int
    """Its number in the hand."""
    text: str
    """Its text S, which fixes all but the secrets."""
    setup: str
    """The text of the set-up, whose SHA-256 is in S."""
    opened: list[int]
    """The seats that have opened."""
    missing: list[int]
    """The seats that have not."""
    left_out: list[list[int]]
    """The seats left out of each further draw of this hand."""
    redraw_at: Time
    """When it can be drawn again without who is missing (redraw)."""


class Hand(TypedDict):
    """A hand as the caller may see it."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    status: Literal["playing", "over", "abandoned"]
    """`playing`, or how it ended: `over` counts, `abandoned` does not."""
    recording: Annotated[
        Recording,
        Field(
            description="`dealt`: Boodle dealt. `entered`: the deal was entered before play. "
            "`observed`: each card is posted as it falls. `result`: a score sheet is posted at the "
            "end."
        ),
    ]
    rules_version: int
    """The version of the rules it was dealt under."""
    phase: HandPhase
    awaiting: Annotated[
        Literal[
            "you", "draw", "run", "lead", "widow", "bid", "bet", "pot", "show", "ruling", "sheet"
        ]
        | None,
        Field(
            description="What the hand waits for. `draw`: the seats `missing` in `draw`; `you`: "
            "for your own seat, which may do what `legal` lists; `run`: the card `waits_for`, "
            "from its holder; `lead`: a card to "
            "begin a run, from seat `turn`; `widow`, `bid`: that seat's decision on the widow; "
            "`bet`: its decision in the betting. With real cards also `pot`: who won the "
            "betting; `show`: the cards that `to_show` counts; `ruling`: `confirm` or `waive` of "
            "the `findings`; "
            "`sheet`: the score sheet. Null: the hand is over."
        ),
    ]
    turn: Annotated[
        int | None,
        Field(
            description="The seat that must act. In a run null to everyone but the seat itself, "
            "since it would tell who holds the card."
        ),
    ]
    waits_for: Card | None
    """The card that the run waits for, such as `9H`; null: no run."""
    dealer: int
    """The seat that dealt."""
    seats: list[HandSeat]
    """In seat order."""
    layout: dict[str, int]
    """Space of the layout -> chips on it."""
    kitty: int
    """Chips in the kitty."""
    pot: int
    """Chips in the pot."""
    plays: list[Play]
    """The cards played so far, in order."""
    widow: list[Card] | None
    """The cards of the widow; null: not for you."""
    dead: list[Card] | None
    """The cards out of play; null: not for you."""
    bid: Bid | None
    """The highest bid, in an auction; null: none."""
    winner: int | None
    """The seat that went out; null: nobody, so far."""
    put: list[int] | None
    """Chips put in by seat, in a betting round; null: none is going on."""
    to_show: list[ToShow]
    """Who still has to show how many cards, on an observed table."""
    findings: list[Finding]
    """What the audit of an observed hand found, numbered from 1 for `waive`."""
    legal: Annotated[
        list[LegalAction],
        Field(
            description="What your own seat may do now: each can be posted as it stands. Empty "
            "without a seat, or when it is not your turn."
        ),
    ]
    highest: int | None
    """The most chips that may go with the bid, bet or raise in `legal`; null: there is none."""
    amount: int
    """The amount of this hand's stakes."""
    me: int | None
    """Your own seat; null: you have none here."""
    next_action: int | None
    """The number to put the next action under; null: the hand is over."""
    digest: Annotated[
        Digest,
        Field(
            description="The digest of the last action (of the set-up, before the first): send it "
            "as `after`, and the action is taken only if nothing came between."
        ),
    ]
    started_at: Time
    """When it was dealt."""
    notes: list[Note]
    """Public notes in the log."""
    commitment: str
    """c0, which proves every deal of this table."""
    draw: Draw | None
    """The open draw, before the cards are dealt."""
    setup: Setup | None
    """What was public at the deal, once the hand has ended; see getSetup."""
    link: Annotated[
        str | None,
        Field(
            description="The secret of the deal (hex), once the hand has ended: hashed `hand` "
            "times it gives the table's `commitment`. Null: the deal was entered, or the hand "
            "goes on."
        ),
    ]
    poll_after: int
    """Seconds to wait before reading it again."""


class Cards(TypedDict):
    """A seat's own cards."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    seat: int
    """Your seat."""
    cards: list[Card]
    """The cards you hold, lowest first."""


class ScorePreview(TypedDict):
    """What a score sheet would pay; nothing is recorded."""

    status: Literal["preview"]
    """Always `preview`."""
    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    legal: Literal[True]
    """Always true; an action that is not legal gets a problem instead."""
    recorded: bool
    """Whether this sheet is recorded already."""
    stacks: list[int]
    """Chips by seat, after the hand."""
    layout: dict[str, int]
    """Space of the layout -> chips on it."""
    kitty: int
    """Chips in the kitty."""
    pot: int
    """Chips in the pot."""
    entries: list[LedgerEntry]
    """Every movement of chips, in order."""


HandPage = TypeAliasType(
    "HandPage",
    Annotated[
        Hand | OpenHand,
        Field(
            discriminator="status",
            description="A hand as the caller may see it, or the next one to be dealt.",
        ),
    ],
)
HandOrPreview = TypeAliasType(
    "HandOrPreview",
    Annotated[
        Hand | ScorePreview,
        Field(
            discriminator="status",
            description="A hand whose score sheet was recorded before, or the answer to a dry run.",
        ),
    ],
)


def hand_page(seen: service.SeenHand | HandEntries) -> Hand | OpenHand:
    """Return a hand, or the next one to be dealt."""
    if isinstance(seen, service.SeenHand):
        return hand(seen)
    return {**entries(seen), "status": "open", "poll_after": POLL_PLAYING}


def hand(seen: service.SeenHand) -> Hand:
    """Return a hand as its reader may see it."""
    view, over = seen.view, seen.status is not service.HandStatus.PLAYING
    return {
        "table": seen.table_id,
        "hand": seen.hand,
        "status": seen.status.value,
        "recording": seen.recording,
        "rules_version": seen.rules_version.value,
        "phase": view.phase.value,
        "awaiting": "you" if seen.me is not None and view.turn == seen.me else view.awaiting,
        "turn": None if view.turn is None else view.turn + 1,
        "waits_for": None if view.waits_for is None else TEXT[view.waits_for],
        "dealer": view.dealer + 1,
        "seats": [
            {
                "seat": seat + 1,
                "player": player,
                "stack": view.stacks[seat],
                "cards_left": view.cards_left[seat],
                "tokens": seen.notes.tokens[seat] if seen.notes.tokens else None,
                "dealt_in": seat in view.live,
                "away": seat in view.away,
                "cards": cards(view.holdings.get(seat)),
            }
            for seat, player in enumerate(seen.players)
        ],
        "layout": dict(zip(seen.accounts.spaces, view.layout, strict=True)),
        "kitty": view.kitty,
        "pot": view.pot,
        "plays": [
            {
                "seat": play.seat + 1,
                "card": None if play.card is None else TEXT[play.card],
                "led": play.led,
            }
            for play in view.plays
        ],
        "widow": cards(view.widow),
        "dead": cards(view.dead),
        "bid": None if view.bid is None else {"amount": view.bid[0], "seat": view.bid[1] + 1},
        "winner": None if view.winner is None else view.winner + 1,
        "put": None if view.put is None else list(view.put),
        "to_show": [{"seat": seat + 1, "cards": n} for seat, n in sorted(view.to_show.items())],
        "findings": [
            finding(number, found, number in view.waived)
            for number, found in enumerate(view.findings, 1)
        ],
        "legal": [action(SeenAction(one, (), seen.accounts)) for one in seen.legal],
        "highest": seen.highest or None,
        "amount": seen.amount,
        "me": None if seen.me is None else seen.me + 1,
        "next_action": None if over else seen.actions + 1,
        "digest": seen.digest,
        "started_at": rfc3339(seen.started * 100),
        "notes": notes(seen.notes.notes),
        "commitment": seen.commitment,
        "draw": None if seen.draw is None else draw(seen.draw),
        "setup": None if seen.setup is None else setup(seen.setup),
        "link": None if seen.setup is None else seen.setup.link,
        "poll_after": POLL_WAITING if over else POLL_PLAYING,
    }


def draw(seen: SeenDraw) -> Draw:
    """Return the open draw of a hand."""
    return {
        "draw": seen.number,
        "text": seen.text,
        "setup": seen.setup,
        "opened": [seat + 1 for seat in seen.opened],
        "missing": [seat + 1 for seat in seen.missing],
        "left_out": [list(seats) for seats in seen.left_out],
        "redraw_at": rfc3339(seen.patience),
    }


def cards(held: Iterable[CardNumber] | None) -> list[str] | None:
    """Return cards as they are written, if they are known."""
    return None if held is None else [TEXT[card] for card in held]


def finding(number: int, found: Found, waived: bool) -> Finding:
    """Return a fault that the audit found."""
    view: Finding = {
        "number": number,
        "finding": found.kind.value,
        "action": found.action,
        "seat": found.seat + 1,
        "card": None if found.card is None else TEXT[found.card],
        "could": [TEXT[card] for card in found.could],
        "waived": waived,
    }
    if found.instead is not None:
        view["instead"] = found.instead + 1
    return view


def own_cards(held: service.OwnCards) -> Cards:
    """Return a seat's own cards."""
    return {
        "table": held.table_id,
        "hand": held.hand,
        "seat": held.seat + 1,
        "cards": [TEXT[card] for card in held.cards],
    }
