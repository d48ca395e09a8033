"""A phone's part in the draws of a table (``docs/fairness.md``): what it keeps, checks and opens.

It knows no HTTP and no screen: a client of the API gives it what the pages show, and sends what it
returns. An :class:`Alarm` means: open nothing, and tell the person who holds the phone.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol, TypedDict

from chalicelib.json_value import Json
from chalicelib.rules import Malformed
from chalicelib.rules.fairness import (
    Draw,
    commitment_of,
    fits,
    hash_text,
    read_draw,
    read_message,
    secret,
)

from . import proof

SEED_BYTES: Final = 32
TIMES: Final = 3
"""A seat that is left out so often makes phones alarm."""


class Check(Enum):
    """What a phone checks; a check that fails is an alarm."""

    TEXT = "the text of the draw is not written as the protocol writes it"
    TABLE = "the draw is of another table"
    SET_UP = "the set-up text is not the one whose hash the draw has"
    OWN = "the draw does not have what this phone committed to"
    CHAIN = "the draw has another commitment of the server than the one noted"
    ORDER = "this hand and try are not after the last that this phone opened"
    CHANGED = "a later try differs in more than its commitments and who is left out"
    LEFT_OUT = "this phone opened the try before, has a receipt, and was left out"
    OFTEN = "a seat was left out for the third time"
    MESSAGE = "the message of the shuffle is not the draw that this phone opened"
    SECRET = "a secret in the message does not fit what its seat committed to"
    DIGEST = "the log does not begin with the hash of the message"
    LINK = "the link of the hand does not lead to the commitment of the server"
    CARDS = "the cards are not those that message and link deal"
    PLAYS = "a card was played by a seat that did not hold it"


class Alarm(Exception):
    """A check failed: the phone opens nothing."""

    def __init__(self, check: Check) -> None:
        super().__init__(check.value)
        self.check = check


class NoteStore(Protocol):
    """Where a phone keeps its notes, so that a restart loses no secret."""

    def load(self) -> str | None:
        """Return what was saved last; ``None`` if nothing was."""
        ...

    def save(self, text: str) -> None:
        """Keep a text; it is safe when this returns."""
        ...


class Memory:
    """Notes of a phone that is never restarted."""

    def __init__(self) -> None:
        self.text: str | None = None

    def load(self) -> str | None:
        """Return what was saved last."""
        return self.text

    def save(self, text: str) -> None:
        """Keep a text."""
        self.text = text


NoteEntry = TypedDict(
    "NoteEntry",
    {
        "hand": int,
        "try": int,
        "commitment": str,
        "draw": str,
        "secret": str,
        "taken": bool,
        "cards": list[str] | None,
    },
)
"""A draw that a phone opened, in its note."""


class Note(TypedDict):
    """What a phone exports (``docs/fairness.md``)."""

    boodle_note: int
    table: str
    seat: int
    hands: list[NoteEntry]


class Opening(NamedTuple):
    """What a phone sends to open a draw."""

    draw: str
    secret: str
    next: str


@dataclass(frozen=True, slots=True)
class Noted:
    """What a phone notes of a draw that it opened.

    Attributes
    ----------
    commitment
        ``c0``, when it opened.
    attempt, text
        The try, and its text S.
    number
        Which of its secrets it opened.
    taken
        Whether the server has acknowledged the opening.
    cards, message
        Its own cards and M, once the hand is dealt.
    """

    commitment: str
    hand: int
    attempt: int
    text: str
    number: int
    taken: bool = False
    cards: tuple[str, ...] | None = None
    message: str | None = None


@dataclass(slots=True)
class _Kept:
    """All that a phone keeps."""

    seed: str
    chains: list[str]
    number: int = 0
    confirmed: bool = False
    noted: list[Noted] = field(default_factory=list)
    missed: list[list[int | str]] = field(default_factory=list)

    def dumps(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def loads(cls, text: str) -> _Kept:
        kept: dict[str, Any] = json.loads(text)
        rows = kept.pop("noted")
        noted = [Noted(**{**row, "cards": row["cards"] and tuple(row["cards"])}) for row in rows]
        return cls(**kept, noted=noted)


def _digest(text: str) -> str:
    """Return the SHA-256 of a text as the API shows digests."""
    found = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
    return found.decode().rstrip("=")


class DrawPhone:
    """The part of one phone, at one seat of one table, in the draws.

    Parameters
    ----------
    table, seat
        The table's name in paths, and the seat from 1.
    c0
        The commitment that the table's page showed when the phone joined.
    store
        Where it keeps its notes; those that are there go on.
    entropy
        Where its seed comes from: random bytes, as many as asked for.
    """

    def __init__(
        self,
        table: str,
        seat: int,
        c0: str,
        store: NoteStore,
        entropy: Callable[[int], bytes],
    ) -> None:
        self.table = table
        self.seat = seat
        self._store = store
        saved = store.load()
        if saved is None:
            self._kept = _Kept(entropy(SEED_BYTES).hex(), [c0])
            self._save()
        else:
            self._kept = _Kept.loads(saved)

    def _save(self) -> None:
        self._store.save(self._kept.dumps())

    def _secret(self, number: int) -> str:
        return secret(bytes.fromhex(self._kept.seed), number)

    # -- committing -----------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """What it commits to: the hash of its first secret that no draw has had."""
        return commitment_of(self._secret(self._kept.number))

    def committed(self) -> None:
        """Note that the server has the commitment: the next draw must have it."""
        self._kept.confirmed = True
        self._save()

    def renew(self) -> str:
        """Return another commitment, for a seat that was left out: no secret is used twice."""
        self._kept.number += 1
        self._kept.confirmed = False
        self._save()
        return self.commitment

    def accept_chain(self, c0: str) -> None:
        """Go on with a new chain of the server, after a public note that it was restored.

        Raises
        ------
        Alarm
            It is a chain from before.
        """
        if c0 == self._kept.chains[-1]:
            return
        if c0 in self._kept.chains:
            raise Alarm(Check.CHAIN)
        self._kept.chains.append(c0)
        self.renew()

    def readmit(self, seat: int) -> None:
        """Forget how often a seat was left out, since a director has readmitted it in public."""
        self._kept.missed = [row for row in self._kept.missed if row[-1] != seat]
        self._save()

    # -- opening --------------------------------------------------------------------------------

    def open(self, text: str, setup: str) -> Opening | None:
        """Check a draw and return what opens it; ``None`` if this seat takes no part in it.

        The same draw is opened in the same way, as often as it is asked for, until it is dealt: a
        draw that comes again afterwards would deal cards that have been seen.

        Parameters
        ----------
        text, setup
            S and P, as served.

        Raises
        ------
        Alarm
            A check failed.
        """
        draw = self._checked(text, setup)
        last = self._last(draw.c0)
        if last is not None and last.text == text and last.message is None:
            return self._opening(last)
        self._check_left_out(draw)
        if last is not None and (draw.hand, draw.attempt) <= (last.hand, last.attempt):
            raise Alarm(Check.ORDER)
        if last is not None and draw.hand == last.hand:
            self._check_same(draw, read_draw(last.text))
        own = dict(draw.commitments).get(self.seat)
        if own is None and not self._is_due(draw, setup):
            return None
        if own != self.commitment:
            raise Alarm(Check.OWN)
        kept = self._kept
        noted = Noted(draw.c0, draw.hand, draw.attempt, text, kept.number)
        kept.noted.append(noted)
        kept.number += 1
        kept.confirmed = True
        self._save()
        return self._opening(noted)

    def _last(self, c0: str) -> Noted | None:
        """Return the last draw that it opened under a chain."""
        return next((one for one in reversed(self._kept.noted) if one.commitment == c0), None)

    def _opening(self, noted: Noted) -> Opening:
        following = commitment_of(self._secret(noted.number + 1))
        return Opening(hash_text(noted.text), self._secret(noted.number), following)

    def _checked(self, text: str, setup: str) -> Draw:
        try:
            draw = read_draw(text)
        except Malformed:
            raise Alarm(Check.TEXT) from None
        if draw.table != self.table:
            raise Alarm(Check.TABLE)
        if draw.setup_hash != hash_text(setup):
            raise Alarm(Check.SET_UP)
        if draw.c0 != self._kept.chains[-1]:
            raise Alarm(Check.CHAIN)
        if draw.attempt != len(draw.left_out) + 1:
            raise Alarm(Check.CHANGED)
        return draw

    def _is_due(self, draw: Draw, setup: str) -> bool:
        """Whether the draw must have this seat: it committed in time, and is dealt in."""
        away = json.loads(setup).get("away", [])
        first = draw.attempt == 1
        return (
            first and self._kept.confirmed and self.seat in draw.dealt_in and self.seat not in away
        )

    def _check_left_out(self, draw: Draw) -> None:
        """Raise if this phone is left out after a receipt, or a seat too often."""
        missed = self._kept.missed
        for attempt, seats in enumerate(draw.left_out, 1):
            if self.seat in seats and any(
                one.taken
                and (one.commitment, one.hand, one.attempt) == (draw.c0, draw.hand, attempt)
                for one in self._kept.noted
            ):
                raise Alarm(Check.LEFT_OUT)
            for seat in seats:
                row: list[int | str] = [draw.c0, draw.hand, attempt, seat]
                if row not in missed:
                    missed.append(row)
        self._save()
        if any(sum(row[-1] == seat for row in missed) >= TIMES for seat in range(1, 9)):
            raise Alarm(Check.OFTEN)

    @staticmethod
    def _check_same(draw: Draw, before: Draw) -> None:
        """Raise unless a later try has all but the try, the commitments and who is left out."""
        earlier = len(before.left_out)
        gone = [seat for seats in draw.left_out[earlier:] for seat in seats]
        if (
            replace(draw, attempt=before.attempt, commitments=(), left_out=())
            != replace(before, commitments=(), left_out=())
            or draw.left_out[:earlier] != before.left_out
            or sorted([*draw.contributed, *gone]) != [*before.contributed]
        ):
            raise Alarm(Check.CHANGED)

    def acknowledged(self) -> None:
        """Note that the server has taken the last opening."""
        self._kept.noted[-1] = replace(self._kept.noted[-1], taken=True)
        self._save()

    # -- the deal and the end -------------------------------------------------------------------

    def dealt(self, hand: int, message: str, cards: Sequence[str], digest: str | None) -> None:
        """Check the message of a hand that is dealt, and note one's own cards.

        Parameters
        ----------
        digest
            digest(0) of the log as the API shows it, base64url; ``None``: not asked for.

        Raises
        ------
        Alarm
            A check failed.
        """
        noted = self._of(hand)
        if noted is None:
            return
        try:
            draw, secrets = read_message(message)
        except Malformed:
            raise Alarm(Check.MESSAGE) from None
        if draw.attempt > noted.attempt:  # drawn again without this seat
            self._check_left_out(draw)
            return
        if not message.startswith(noted.text):
            raise Alarm(Check.MESSAGE)
        own = self._secret(noted.number)
        if (
            len(secrets) != len(draw.commitments)
            or dict(zip(draw.contributed, secrets, strict=True)).get(self.seat) != own
        ):
            raise Alarm(Check.SECRET)
        for (_, commitment), opened in zip(draw.commitments, secrets, strict=True):
            if not fits(opened, commitment):
                raise Alarm(Check.SECRET)
        if digest is not None and digest != _digest(message):
            raise Alarm(Check.DIGEST)
        at = self._kept.noted.index(noted)
        self._kept.noted[at] = replace(noted, message=message, cards=tuple(cards))
        self._save()

    def _of(self, hand: int) -> Noted | None:
        noted = self._last(self._kept.chains[-1])
        return noted if noted is not None and noted.hand == hand else None

    def ended(
        self,
        hand: int,
        link: str,
        dealing: Mapping[str, Json],
        plays: Iterable[tuple[int, str]],
    ) -> None:
        """Check the end of a hand: link, shuffle, own cards, and every play that was seen.

        Parameters
        ----------
        dealing
            How the rules deal a pack out, as hand records have it.
        plays
            Each card that was played, with its seat from 1.

        Raises
        ------
        Alarm
            A check failed.
        """
        noted = self._of(hand)
        if noted is None or noted.message is None:
            return
        value = bytes.fromhex(link)
        for _ in range(hand):
            value = hashlib.sha256(value).digest()
        if value.hex() != noted.commitment:
            raise Alarm(Check.LINK)
        draw = read_draw(noted.text)
        pack = proof.shuffle(bytes.fromhex(link), noted.message)
        piles = proof.piles(pack, [*draw.dealt_in], draw.dealer, dict(dealing))
        if sorted(noted.cards or ()) != sorted(piles.get(str(self.seat), [])):
            raise Alarm(Check.CARDS)
        widow = piles["widow"]
        for seat, card in plays:
            if card not in piles.get(str(seat), []) and card not in widow:
                raise Alarm(Check.PLAYS)

    # -- what it can show -----------------------------------------------------------------------

    def contributed(self, message: str) -> tuple[int, ...]:
        """Return the seats whose secrets are in a message: always to be shown."""
        return read_message(message).draw.contributed

    def export(self) -> Note:
        """Return the phone's note, which ``boodle verify --note`` compares with the records."""
        return {
            "boodle_note": 1,
            "table": self.table,
            "seat": self.seat,
            "hands": [
                {
                    "hand": one.hand,
                    "try": one.attempt,
                    "commitment": one.commitment,
                    "draw": hash_text(one.text),
                    "secret": self._secret(one.number),
                    "taken": one.taken,
                    "cards": None if one.cards is None else [*one.cards],
                }
                for one in self._kept.noted
            ],
        }
