"""What is answered about hands: before the deal, as they are seen, when they are over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from chalicelib.api.resources.actions.answers import (
    POLL_PLAYING,
    POLL_WAITING,
    Action,
    LedgerEntry,
    Note,
    account_names,
    action,
    ledger,
    notes,
)
from chalicelib.rules.audit.findings import Finding as Found
from chalicelib.rules.cards import TEXT, Card
from chalicelib.service import hands as service
from chalicelib.service.log import SeenAction
from chalicelib.service.refusals import HandEntries
from chalicelib.store.records.setups import PublicSetup
from chalicelib.store.records.times import rfc3339


class Entry(TypedDict):
    """What a seat has entered before a deal; its seed is shown when the deal closes."""

    seat: int
    """From 1, clockwise."""
    stakes: dict[str, int] | None
    """Space -> chips placed; null: none placed."""
    has_seed: bool
    """Whether the seat has given a seed."""
    rebuy: bool
    """Whether the seat buys a new stack for the deal."""


class Entries(TypedDict):
    """What was entered so far before a deal."""

    table: Annotated[str, Field(description="The table's name in paths.")]
    hand: Annotated[int, Field(description="The hand's number.")]
    amount: Annotated[
        int | None,
        Field(description="The amount the dealer named; null: not named, or set by the rules."),
    ]
    entries: Annotated[list[Entry], Field(description="What seats have entered, by seat.")]


class OpenHand(Entries):
    """A hand that is to be dealt next."""

    status: Literal["open"]
    """`open`: not dealt yet."""
    poll_after: int
    """Seconds after which looking again is worth it."""


class Setup(TypedDict):
    """What was public when a hand was dealt.

    digest(0) is the SHA-256, as base64url, of this object as compact JSON in this order.
    ``message`` is what the shuffle was driven by, on a dealt hand.
    """

    league: str
    """The league."""
    table: str
    """The table."""
    hand: int
    """The hand's number."""
    recording: str
    """`dealt`, `entered`, `observed` or `result`."""
    terms: str
    """The hash of the rules and settings in force."""
    players: list[int]
    """Players' numbers, by seat."""
    dealt_in: list[int]
    """The seats that got cards."""
    dealer: int
    """The seat that dealt."""
    amount: int
    """The amount of the stakes."""
    stakes: dict[str, dict[str, int]]
    """Seat -> space -> chips placed."""
    stacks: list[int]
    """Chips by seat, before the stakes."""
    layout: list[int]
    """Chips by space, before the stakes."""
    kitty: int
    """Chips in the kitty."""
    pot: int
    """Chips in the pot."""
    seeds: list[str]
    """The seats' seeds for the shuffle, by seat."""
    message: str | None
    """What the shuffle was driven by; null: Boodle did not deal."""
    found: dict[str, object] | None
    """How the first dealer was found; null: not noted."""
    cut: bool | None
    """Whether the cards were cut; null: not noted."""


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
    dealt_in: bool
    """Whether the seat is in this hand."""
    cards: list[str] | None
    """The cards held, lowest first, such as `10S`; null: not for you."""


class Play(TypedDict):
    """A card on the table; null where it is covered."""

    seat: int
    """Who played it."""
    card: str | None
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
            "first stages of Three in One (R15): `space_not_taken` by who held its cards, and a "
            "`better_hand` than that of who took the pot."
        ),
    ]
    action: int
    """The number of the action at which it showed."""
    seat: int
    """Whose fault."""
    card: str | None
    """The card missed or led; null: a pass."""
    could: list[str]
    """The cards that could have been led, or would have won space or pot."""
    waived: bool
    """Whether it was waived."""


class Hand(TypedDict):
    """A hand as the caller may see it."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    status: Literal["playing", "over", "abandoned"]
    """`playing`, or how it ended: `over` counts, `abandoned` does not."""
    recording: Annotated[
        str,
        Field(
            description="`dealt`: Boodle dealt. `entered`: the deal was given beforehand. "
            "`observed`: each card is posted as it falls. `result`: a score sheet is posted at the "
            "end."
        ),
    ]
    phase: str
    """`widow`, `auction`, `poker`, `pot`, `lead`, `run`, `show`, `dues`, `sheet` or `over`."""
    awaiting: Annotated[
        Literal["you", "run", "lead", "widow", "bid", "bet", "pot", "show", "ruling", "sheet"]
        | None,
        Field(
            description="What the hand waits for. `you`: for your own seat, which may do what "
            "`legal` lists; `run`: the card `waits_for`, from whoever holds it; `lead`: a card to "
            "begin a run, from seat `turn`; `widow`, `bid`: that seat's word on the widow; `bet`: "
            "its word in the betting. With real cards also `pot`: who won the betting; `show`: the "
            "cards that `to_show` counts; `ruling`: `confirm` or `waive` of the `findings`; "
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
    waits_for: str | None
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
    widow: list[str] | None
    """The cards of the widow; null: not for you."""
    dead: list[str] | None
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
        list[Action],
        Field(
            description="What your own seat may do now: each can be posted as it stands. Empty "
            "without a seat, or when it is not your turn."
        ),
    ]
    bid_limit: int | None
    """The most that your seat may bid now; null: you have nothing to bid."""
    amount: int
    """The amount of this hand's stakes."""
    me: int | None
    """Your own seat; null: you have none here."""
    next_action: int | None
    """The number to put the next action under; null: the hand is over."""
    digest: Annotated[
        str,
        Field(
            description="The digest of the last action (of the set-up, before the first): send it "
            "as `after`, and the action is taken only if nothing came between."
        ),
    ]
    started_at: str
    """When it was dealt."""
    notes: list[Note]
    """Public remarks to the log."""
    setup: Setup | None
    """What was public at the deal, once the hand has ended; see getSetup."""
    link: Annotated[
        str | None,
        Field(
            description="The secret the hand was dealt by (hex), once it has ended: hashed `hand` "
            "times it gives the table's `commitment`. Null: the deal was entered, or the hand is "
            "played."
        ),
    ]
    poll_after: int
    """Seconds after which looking again is worth it."""


class HandRow(TypedDict):
    """A hand that is over."""

    hand: int
    """The hand's number."""
    status: Literal["over", "abandoned"]
    """`over` counts, `abandoned` does not."""
    dealer: int
    """The seat that dealt."""
    winner: int | None
    """The seat that went out; null: nobody."""
    stacks: list[int]
    """Chips by seat, after the hand."""
    ended_at: str
    """When (RFC 3339, UTC)."""


class Hands(TypedDict):
    """A page of a table's hands that are over."""

    table: str
    """The table's name in paths."""
    hands: list[HandRow]
    """By number."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


class Ledger(TypedDict):
    """Every movement of chips of a hand."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    before: dict[str, int]
    """Account -> chips before the hand."""
    entries: list[LedgerEntry]
    """In order."""
    after: dict[str, int]
    """Account -> chips now."""


class Cards(TypedDict):
    """A seat's own cards."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    seat: int
    """Your seat."""
    cards: list[str]
    """The cards you hold, lowest first."""


class ScorePreview(TypedDict):
    """What a score sheet would pay; nothing is recorded."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    legal: Literal[True]
    """Always true: else it is a problem."""
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
        Field(description="A hand as the caller may see it, or the next one to be dealt."),
    ],
)
HandOrPreview = TypeAliasType(
    "HandOrPreview",
    Annotated[
        Hand | ScorePreview,
        Field(
            description="A hand whose score sheet was recorded before, or the answer to a dry run."
        ),
    ],
)


def entries(before: HandEntries) -> Entries:
    """Return what was entered before a deal; seeds stay unshown until it."""
    return {
        "table": before.table_id,
        "hand": before.hand,
        "amount": before.entries.amount,
        "entries": [
            {
                "seat": seat + 1,
                "stakes": None if entry.stakes is None else dict(entry.stakes),
                "has_seed": entry.seed is not None,
                "rebuy": entry.rebuy,
            }
            for seat, entry in sorted(before.entries.seats.items())
        ],
    }


def hand_page(seen: service.SeenHand | HandEntries) -> Hand | OpenHand:
    """Return a hand, or the next one to be dealt."""
    if isinstance(seen, service.SeenHand):
        return hand(seen)
    return {**entries(seen), "status": "open", "poll_after": POLL_WAITING}


def hand(seen: service.SeenHand) -> Hand:
    """Return a hand as its reader may see it."""
    view, over = seen.view, seen.status is not service.HandStatus.PLAYING
    return {
        "table": seen.table_id,
        "hand": seen.hand,
        "status": seen.status.value,
        "recording": seen.recording.value,
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
                "dealt_in": seat in view.live,
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
        "bid_limit": seen.highest_bid or None,
        "amount": seen.amount,
        "me": None if seen.me is None else seen.me + 1,
        "next_action": None if over else seen.actions + 1,
        "digest": seen.digest,
        "started_at": rfc3339(seen.started * 100),
        "notes": notes(seen.notes),
        "setup": None if seen.setup is None else setup(seen.setup),
        "link": seen.link,
        "poll_after": POLL_WAITING if over else POLL_PLAYING,
    }


def cards(held: Iterable[Card] | None) -> list[str] | None:
    """Return cards as they are written, if they are known."""
    return None if held is None else [TEXT[card] for card in held]


def finding(number: int, found: Found, waived: bool) -> Finding:
    """Return a fault that the audit found."""
    return {
        "number": number,
        "finding": found.kind.value,
        "action": found.action,
        "seat": found.seat + 1,
        "card": None if found.card is None else TEXT[found.card],
        "could": [TEXT[card] for card in found.could],
        "waived": waived,
    }


def setup(public: PublicSetup) -> Setup:
    """Return a public set-up: member by member what is hashed."""
    return {
        "league": public.league,
        "table": public.table,
        "hand": public.hand,
        "recording": public.recording.value,
        "terms": public.terms,
        "players": list(public.players),
        "dealt_in": list(public.dealt_in),
        "dealer": public.dealer,
        "amount": public.amount,
        "stakes": {str(seat): dict(placed) for seat, placed in public.stakes.items()},
        "stacks": list(public.stacks),
        "layout": list(public.layout),
        "kitty": public.kitty,
        "pot": public.pot,
        "seeds": list(public.seeds),
        "message": public.message,
        "found": None if public.found is None else dict(public.found.as_json()),
        "cut": public.cut,
    }


def hands(page: service.PastHands) -> Hands:
    """Return a page of hands that are over."""
    return {
        "table": page.table_id,
        "hands": [_row(past) for past in page.hands],
        "next_after": page.hands[-1].hand if page.more else None,
    }


def _row(past: service.PastHand) -> HandRow:
    return {
        "hand": past.hand,
        "status": "abandoned" if past.status is service.HandStatus.ABANDONED else "over",
        "dealer": past.dealer + 1,
        "winner": None if past.winner is None else past.winner + 1,
        "stacks": list(past.stacks),
        "ended_at": rfc3339(past.ended * 100),
    }


def hand_ledger(moved: service.HandLedger) -> Ledger:
    """Return every movement of chips of a hand."""
    names = account_names(moved.accounts)
    return {
        "table": moved.table_id,
        "hand": moved.hand,
        "before": dict(zip(names, moved.before, strict=True)),
        "entries": ledger(moved.entries, moved.accounts),
        "after": dict(zip(names, moved.after, strict=True)),
    }


def own_cards(held: service.OwnCards) -> Cards:
    """Return a seat's own cards."""
    return {
        "table": held.table_id,
        "hand": held.hand,
        "seat": held.seat + 1,
        "cards": [TEXT[card] for card in held.cards],
    }
