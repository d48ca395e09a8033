"""Proves the deals of hand records. It needs only Python: copy it where you like.

    python3 proof.py [--note NOTE]… [--commitment HEX]… FILE…

A FILE is a hand record, a list of them, or a page of a table's records as the API gives it. The
deals are proved as ``docs/fairness.md`` describes: every pack is the one that its link and its
message make, the links are a chain that ends in the table's commitment, none left out, and every
secret in a draw fits what its seat had committed to. A NOTE is what a phone exported: the records
must agree with it. A table that was restored has a commitment for each of its chains: give them in
their order.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]
"""An object of a record: JSON's border, so its values are checked when they are used."""

DEAL_1, DEAL_2 = "boodle-deal-1", "boodle-deal-2"
LEFTOVERS = ("deal_all", "equal_aside", "equal_to_widow")
OTHERWISE = ("entered", "observed", "result")
"""How hands are recorded that Boodle did not deal."""
NOT_DEALT = "it was not dealt by Boodle, so there is no deal to prove"
NAMES = "names of players are not covered by the proof"
SEEDS = (
    "by boodle-deal-1: every deal was fixed by the server beforehand, but a reader of its database "
    "could choose a seed last"
)


class Disproved(Exception):
    """A deal, or the chain of a table, is not proved; the error says why."""


def shown(text: str) -> str:
    """Return a text with an escape for each character that could steer a terminal."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def _number(record: Json) -> Any:
    return record["table"].get("hand")


# -- one deal -----------------------------------------------------------------------------------


def shuffle(link: bytes, message: str) -> list[str]:
    """Return the pack that a link and a message give, in dealing order."""

    def stream() -> Iterator[int]:
        counter = 0
        while True:
            yield from hmac.digest(link, message.encode() + counter.to_bytes(4, "big"), "sha256")
            counter += 1

    ranks = [*map(str, range(2, 11)), *"JQKA"]
    pack = [rank + suit for suit in "CDHS" for rank in ranks]
    random_bytes = stream()
    for n in range(52, 1, -1):
        byte = next(byte for byte in random_bytes if byte < 256 - 256 % n)
        pack[n - 1], pack[byte % n] = pack[byte % n], pack[n - 1]
    return pack


def piles(pack: list[str], seats: list[int], dealer: int, dealing: Json) -> dict[str, list[str]]:
    """Deal a pack clockwise, one card at a time, and return the piles (R4)."""
    left = [seat for seat in seats if seat > dealer]
    to = [str(seat) for seat in left + [seat for seat in seats if seat <= dealer]]
    if dealing["widow"]:
        to = ["widow", *to] if dealing["first"] == "widow" else [*to, "widow"]
    to = to or ["dead"]  # no widow, and every seat has dropped out at the stakes
    even = 52 if dealing["leftover"] == "deal_all" else 52 - 52 % len(to)
    rest = "widow" if dealing["leftover"] == "equal_to_widow" else "dead"
    dealt: dict[str, list[str]] = {pile: [] for pile in [*to, "widow", "dead"]}
    for place, card in enumerate(pack):
        dealt[to[place % len(to)] if place < even else rest].append(card)
    return dealt


def _part(whole: Any, name: str, kind: type) -> Any:
    part = whole.get(name) if isinstance(whole, dict) else None
    if not isinstance(part, kind) or (kind is int and isinstance(part, bool)):
        raise Disproved(f"the record has no {name}, or not as it should be")
    return part


def _bytes(proof: Json, name: str) -> bytes:
    text = _part(proof, name, str)
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise Disproved(f"the {name} is not 32 bytes in hex")
    return found


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def check_deal(record: Json) -> None:
    """Raise unless a record's deal is the committed one.

    Raises
    ------
    Disproved
        It is not, or the record does not show it.
    """
    if record.get("recording") != "dealt":
        raise Disproved(NOT_DEALT)
    proof, place = _part(record, "proof", dict), _part(record, "table", dict)
    hand = _part(place, "hand", int)
    algorithm = _part(proof, "algorithm", str)
    if algorithm not in (DEAL_1, DEAL_2):
        known = f"{DEAL_1!r} and {DEAL_2!r}"
        raise Disproved(f"the algorithm is {algorithm[:40]!r}; this program knows {known}")
    commitment, link = _bytes(proof, "commitment"), _bytes(proof, "link")
    value = link
    if not 1 <= hand <= 1000:
        raise Disproved(f"a chain has no link {hand}")
    for _ in range(hand):
        value = hashlib.sha256(value).digest()
    if value != commitment:
        raise Disproved(f"the link is not link {hand} of the chain that ends in the commitment")
    message = _part(proof, "message", str)
    if algorithm == DEAL_2 and record.get("deal") is None:
        _check_undealt(record, message)
        return
    hands = _part(_part(record, "deal", dict), "hands", dict)
    seats = sorted(int(seat) for seat in hands if seat in "12345678" and len(seat) == 1)
    dealer = _part(record, "dealer", int)
    if algorithm == DEAL_1:
        _check_seeds(record, message, seats)
    else:
        _check_draw(record, message, seats)
        _check_secrets(message)
    dealing = _part(proof, "dealing", dict)
    if (
        not isinstance(dealing.get("widow"), bool)
        or dealing.get("first") not in ("widow", "eldest")
        or dealing.get("leftover") not in LEFTOVERS
    ):
        raise Disproved("the record does not say in a known way how the pack is dealt out")
    what = "seeds" if algorithm == DEAL_1 else "draw"
    _check_piles(record, piles(shuffle(link, message), seats, dealer, dealing), what)


def _read(text: str, what: str) -> list[Any]:
    """Return the JSON list of a text that is written in the one way that the protocols know."""
    try:
        parts = json.loads(text)
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, list):
        raise Disproved(f"the {what} is not one")
    if json.dumps(parts, separators=(",", ":")) != text:
        raise Disproved(f"the {what} is not written as the algorithm writes it")
    return parts


def _compare(parts: list[Any], stated: Json, what: str) -> None:
    for part, (name, value) in zip(parts, stated.items(), strict=True):
        if part != value or type(part) is not type(value):
            raise Disproved(f"{name}: the record says {value}, the {what} {part}")


def _check_seeds(record: Json, message: str, seats: list[int]) -> None:
    """Raise unless a message of the first protocol agrees with the record."""
    proof, place = record["proof"], record["table"]
    stated = {
        "algorithm": DEAL_1,
        "league": _part(place, "league", str),
        "table": _part(place, "table", str),
        "hand": place["hand"],
        "seats dealt in": seats,
        "dealer": record["dealer"],
        "seeds": _part(proof, "seeds", list),
    }
    parts = _read(message, "message of the deal")
    if len(parts) != len(stated):
        raise Disproved("the message of the deal is not one")
    _compare(parts, stated, "message of the deal")
    # Where seats drop out at the stakes nobody may be left to deal to, and the dealer be gone.
    if not len(parts[4]) == len(parts[6]) <= 8 or parts[5] not in range(1, 9):
        raise Disproved("the message needs a seed for each seat dealt in, and a dealer")


# -- a draw of the second protocol --------------------------------------------------------------


def split(message: str) -> tuple[str, list[str]]:
    """Return the text S of a draw, which ends with the last bracket, and the secrets behind it."""
    end = message.rfind("]") + 1
    return message[:end], [message[at : at + 64] for at in range(end, len(message), 64)]


def draw_of(message: str) -> list[Any]:
    """Return the parts of the text S of a draw.

    Raises
    ------
    Disproved
        It is no such text.
    """
    parts = _read(split(message)[0], "text of the draw")
    if len(parts) != 11 or not all(isinstance(parts[at], list) for at in (5, 8, 9)):
        raise Disproved("the text of the draw is not one")
    pairs, missing = parts[8], parts[9]
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs) or not all(
        isinstance(seats, list) and seats for seats in missing
    ):
        raise Disproved("the text of the draw is not one")
    for seats in ([pair[0] for pair in pairs], *missing):
        if any(type(seat) is not int or not 1 <= seat <= 8 for seat in seats) or seats != sorted(
            set(seats)
        ):
            raise Disproved("the text of the draw does not name its seats in their order")
    return parts


def _check_draw(record: Json, message: str, seats: list[int] | None) -> None:
    """Raise unless the draw agrees with the record; ``seats`` are those dealt to, if any were."""
    proof, place = record["proof"], record["table"]
    parts = draw_of(message)
    contributed, left_out = [pair[0] for pair in parts[8]], parts[9]
    stated = {
        "algorithm": DEAL_2,
        "league": _part(place, "league", str),
        "table": _part(place, "table", str),
        "hand": place["hand"],
        "tries": _part(proof, "tries", int),
        "seats dealt in": parts[5] if seats is None else seats,
        "dealer": _part(record, "dealer", int),
        "commitment": _part(proof, "commitment", str),
        "contributed": _part(proof, "contributed", list),
        "left out": _part(proof, "left_out", list),
        "set-up": _sha256(_part(proof, "setup", str)),
    }
    _compare([*parts[:8], contributed, left_out, parts[10]], stated, "draw")
    if _sha256(split(message)[0]) != _part(proof, "draw", str):
        raise Disproved("draw: the record does not say the SHA-256 of the draw's text")
    if parts[4] != len(left_out) + 1:
        raise Disproved(f"try {parts[4]} must name who was left out of each before it")
    if left_out and set(left_out[-1]) & set(contributed):
        raise Disproved("a seat was left out of the last redraw, and yet contributed")
    _check_setup(record, proof["setup"])


def _check_secrets(message: str) -> None:
    """Raise unless every seat of a draw opened what it had committed to."""
    text, secrets = split(message)
    pairs = draw_of(text)[8]
    if len(secrets) != len(pairs):
        raise Disproved(f"{len(pairs)} seats committed, and {len(secrets)} secrets are opened")
    for (seat, commitment), secret in zip(pairs, secrets, strict=True):
        if len(secret) != 64 or not set(secret) <= set("0123456789abcdef"):
            raise Disproved(f"the secret of seat {seat} is not 32 bytes in hex")
        if hashlib.sha256(bytes.fromhex(secret)).hexdigest() != commitment:
            raise Disproved(f"the secret of seat {seat} does not fit what it had committed to")


def _check_undealt(record: Json, message: str) -> None:
    """Raise unless a record without cards is of a hand that was abandoned before its deal."""
    result = _part(record, "result", dict)
    abandons = [
        isinstance(action, dict) and "abandon" in action
        for action in _part(record, "actions", list)
    ]
    if result.get("abandoned") is not True or not all(abandons):
        raise Disproved("the record has no deal, and the hand was not abandoned before it")
    if split(message)[1]:
        raise Disproved("every secret is opened, so the hand was dealt; the record has no deal")
    _check_draw(record, message, None)


def _check_setup(record: Json, text: str) -> None:
    """Raise unless the set-up text, which the draw fixes, agrees with the record."""
    try:
        setup = json.loads(text)
    except (ValueError, RecursionError):
        setup = None
    if not isinstance(setup, dict):
        raise Disproved("the set-up text is not one")
    place, seats = record["table"], _part(record, "seats", list)
    stakes, layout = record.get("stakes") or {}, record.get("layout") or {}
    try:
        stated = {
            "league": place.get("league"),
            "table": place.get("table"),
            "hand": place["hand"],
            "recording": "dealt",
            "dealt_in": draw_of(record["proof"]["message"])[5],
            "dealer": record["dealer"],
            "amount": record.get("amount"),
            "stacks": [seat.get("stack") for seat in seats],
            "layout": sorted(layout.values()),
            "kitty": record.get("kitty") or 0,
            "pot": record.get("pot") or 0,
            "away": [number for number, seat in enumerate(seats, 1) if seat.get("away")],
        }
        found = {name: setup.get(name) for name in stated}
        found["layout"] = sorted(setup["layout"])
        if stakes:
            stated["stakes"], found["stakes"] = _placed(stakes), _placed(setup["stakes"])
    except (AttributeError, KeyError, TypeError):
        raise Disproved("the set-up text is not one, or the record has no such set-up") from None
    _compare([*found.values()], stated, "set-up text")


def _placed(stakes: Any) -> Json:
    """Return stakes as placed, without spaces on which a seat placed nothing."""
    placed = {seat: {space: n for space, n in on.items() if n} for seat, on in stakes.items()}
    return {seat: placed[seat] for seat in sorted(placed) if placed[seat]}


def _check_piles(record: Json, due: dict[str, list[str]], what: str) -> None:
    deal = _part(record, "deal", dict)
    given = {**_part(deal, "hands", dict), "widow": deal.get("widow") or []}
    given["dead"] = due["dead"] if deal.get("dead") is None else deal["dead"]
    for pile in [*due, *(pile for pile in given if pile not in due)]:
        held, right = given.get(pile, []), due.get(pile, [])
        written = list(map(str, held)) if isinstance(held, list) else ["no list of cards"]
        if sorted(written) != sorted(right):
            whose = f"seat {pile}" if pile.isdigit() else f"the {pile} pile"
            raise Disproved(
                f"the cards are not those that link, {what} and seats make: {whose} is dealt "
                f"{' '.join(right) or 'nothing'}; the record has {' '.join(written) or 'nothing'}"
            )


# -- the chain of a table -----------------------------------------------------------------------


def check_chain(records: list[Json], hands: int, published: Sequence[str] = ()) -> None:
    """Raise unless the links of a table's records form a chain, from hand 1 to ``hands``.

    Each deal must have been checked.

    Parameters
    ----------
    published
        The commitments of the table's chains, in their order, if it was restored: a hand may begin
        the next chain of these.

    Raises
    ------
    Disproved
        One is missing, is there twice with different content, belongs to another chain, or was
        dealt by an earlier protocol than the hand before it.
    """
    by_number: dict[int, Json] = {}
    for record in records:
        number = record["table"]["hand"]
        if by_number.setdefault(number, record) != record:
            raise Disproved(f"hand {number} is there twice, and not alike")
    chains = [one.lower() for one in published]
    own, before, protocol = "", b"", DEAL_1
    for number in range(1, max(hands, *by_number) + 1 if by_number else hands + 1):
        if number not in by_number:
            raise Disproved(f"hand {number} of the table is left out")
        proof = by_number[number]["proof"]
        commitment, link = _bytes(proof, "commitment"), _bytes(proof, "link")
        if commitment.hex() != own:
            later = chains[chains.index(own) + 1 :] if own in chains else []
            if own and commitment.hex() not in later:
                raise Disproved(
                    f"hand {number} has another commitment than hand {number - 1}: "
                    f"{commitment.hex()}; if the table was restored, give both as they were shown"
                )
            own = commitment.hex()
        elif hashlib.sha256(link).digest() != before:
            raise Disproved(f"the link of hand {number} does not lead to the one before")
        if protocol == DEAL_2 != proof["algorithm"]:
            raise Disproved(f"hand {number} was dealt by an earlier protocol than the one before")
        before, protocol = link, proof["algorithm"]


class Table:
    """The records of a table, as given.

    Attributes
    ----------
    hands
        How many hands there must be at least.
    whole
        Whether the records claim to be all of the table: more than a single record does.
    commitments
        The table's commitment as given beside the records.
    published
        The commitments that were shown before the deals, in their order, as somebody noted them.
    """

    def __init__(self) -> None:
        self.records: list[Json] = []
        self.hands = 0
        self.whole = False
        self.commitments: set[str] = set()
        self.published: list[str] = []

    @property
    def dealt(self) -> bool:
        """Whether Boodle dealt here: then no hand is taken on its word that it did not."""
        return any(record.get("recording") not in OTHERWISE for record in self.records)

    def prove(self) -> list[str]:
        """Return the faults as sentences; none if every deal is proved."""
        wrong: list[str] = []
        if not self.dealt:
            return wrong
        for record in self.records:
            try:
                check_deal(record)
            except Disproved as reason:
                wrong.append(f"hand {_number(record)}: {reason}")
        if wrong:
            return wrong
        try:
            if self.whole:
                check_chain(self.records, self.hands, self.published)
            self._check_commitments()
            self._check_rules()
        except Disproved as reason:
            return [str(reason)]
        return []

    def _check_rules(self) -> None:
        """Raise if hands whose set-up texts name the same rules are dealt out by different ones.

        The text behind the SHA-256 of the rules is not in the records, and how the pack is dealt
        out hangs on it: otherwise one hand could be dealt out in another way, unseen.
        """
        known: dict[str, tuple[Any, Json]] = {}
        for record in self.records:
            if "setup" not in record["proof"]:
                continue  # of the first protocol
            name = str(json.loads(record["proof"]["setup"]).get("rules"))
            rules = (record.get("rules"), record)
            if rules[0] != known.setdefault(name, rules)[0]:
                raise Disproved(
                    f"hand {_number(record)}: its set-up text names the rules of "
                    f"hand {_number(known[name][1])}, and the record has others"
                )

    def _check_commitments(self) -> None:
        """Raise unless the deals have the commitments that were shown."""
        published = [one.lower() for one in self.published]
        last = max(self.records, key=_number)
        for record in self.records:
            own = _bytes(record["proof"], "commitment").hex()
            shown = published or ([] if record is not last else [*self.commitments])
            if shown and own not in map(str.lower, shown):
                raise Disproved(f"the commitment is {own}, not {shown[0][:80]} as was published")
        own = _bytes(last["proof"], "commitment").hex()
        for one in self.commitments:
            if one.lower() not in (own, *published):
                raise Disproved(f"the commitment is {own}, not {one[:80]} as was published")

    def facts(self) -> list[str]:
        """Return who contributed to the deals, who was left out, and how often hands were drawn.

        The deals must have been proved.
        """
        lines: dict[str, list[int]] = {}
        missed: list[int] = []
        for record in sorted(self.records, key=_number):
            for line in _facts_of(record):
                lines.setdefault(line, []).append(_number(record))
            if record["proof"]["algorithm"] == DEAL_2:
                missed += [
                    seat for seats in draw_of(record["proof"]["message"])[9] for seat in seats
                ]
        often = [seat for seat in sorted(set(missed)) if missed.count(seat) > 1]
        return [
            *(f"{_hands(hands)}: {line}" for line, hands in lines.items()),
            *(f"seat {seat} was left out of {missed.count(seat)} draws" for seat in often),
        ]

    def check_note(self, note: Json) -> tuple[list[str], list[str]]:
        """Compare the table with the note of a phone; return what is wrong, and what agrees.

        The deals must have been proved.
        """
        records = {_number(record): record for record in self.records}
        wrong: list[str] = []
        agreed: list[int] = []
        elsewhere: list[str] = []
        for entry in note["hands"]:
            hand = entry["hand"]
            record = records.get(hand)
            if entry["commitment"] in map(str.lower, self.published) and (
                record is None or record["proof"]["commitment"] != entry["commitment"]
            ):
                elsewhere.append(f"hand {hand} was undone when the table was restored")
                continue
            if record is None:
                missing = f"hand {hand} is in the note, and not in the records"
                (wrong if self.whole else elsewhere).append(missing)
                continue
            try:
                _check_entry(record, entry, note["seat"])
            except Disproved as reason:
                wrong.append(f"hand {hand}: the phone of seat {note['seat']} {reason}")
            else:
                agreed.append(hand)
        by = f"the note of seat {note['seat']}"
        right = [f"{by} agrees: {_hands(sorted(set(agreed)))}"] if agreed else []
        right = right or [f"{by} has none of these hands"]
        return wrong, [*right, *elsewhere]


def _facts_of(record: Json) -> Iterator[str]:
    """Yield what a record that is proved says of its draw."""
    proof, result = record["proof"], record.get("result")
    abandoned = isinstance(result, dict) and result.get("abandoned") is True
    if proof["algorithm"] == DEAL_1:
        yield SEEDS
    else:
        parts = draw_of(proof["message"])
        seats = [seat for seat, _ in parts[8]]
        others = [seat for seat in parts[5] if seat not in seats]
        if record.get("deal") is None:
            yield "drawn, and abandoned before the deal"
            abandoned = False
        elif not seats:
            yield "nobody contributed: it is fixed, and only the server knows that it is not chosen"
        elif not others:
            yield f"{_seats(seats)} contributed"
        else:
            yield f"{_seats(seats)} contributed, {_seats(others)} did not"
        if parts[9]:
            missing = ", then ".join(_seats(seats) for seats in parts[9])
            yield f"drawn {parts[4]} times; left out: {missing}"
    if abandoned:
        yield "abandoned after the deal"


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'s' if seats[1:] else ''} {', '.join(map(str, seats))}"


def _hands(hands: Sequence[int]) -> str:
    return f"hand{'s' if hands[1:] else ''} {listed(hands)}"


def listed(numbers: Sequence[int]) -> str:
    """Return rising numbers in words, those in a row as a span."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    return ", ".join(" to ".join(map(str, span)) for span in spans)


# -- what a phone noted -------------------------------------------------------------------------


def read_note(document: Any) -> Json:
    """Return the note of a phone, as it exported it.

    Raises
    ------
    Disproved
        It is none.
    """
    try:
        if document["boodle_note"] != 1:
            raise Disproved("the note is of a later version")
        entries = [
            {
                "hand": _part(entry, "hand", int),
                "try": _part(entry, "try", int),
                "commitment": _part(entry, "commitment", str).lower(),
                "draw": _part(entry, "draw", str).lower(),
                "secret": entry.get("secret"),
                "taken": entry.get("taken") is True,
                "cards": entry.get("cards"),
            }
            for entry in document["hands"]
        ]
        seat, table = _part(document, "seat", int), _part(document, "table", str)
    except Disproved:
        raise
    except (AttributeError, KeyError, TypeError):
        raise Disproved("this is no note of a phone") from None
    for entry in entries:
        held = entry["cards"]
        if entry["try"] < 1 or not (held is None or isinstance(held, list)):
            raise Disproved("this is no note of a phone")
    return {"seat": seat, "table": table, "hands": entries}


def _check_entry(record: Json, entry: Json, seat: int) -> None:
    """Raise unless a record agrees with what a phone noted of the hand; the reason goes on it."""
    proof = record["proof"]
    if proof["commitment"] != entry["commitment"]:
        told = f"noted the commitment {entry['commitment'][:80]}, the record has another"
        raise Disproved(f"{told}: {proof['commitment']}")
    if proof["algorithm"] != DEAL_2:
        raise Disproved("opened a draw, and the record has none")
    parts = draw_of(proof["message"])
    attempt, noted = parts[4], entry["try"]
    if noted > attempt:
        raise Disproved(
            f"opened try {noted}, and the record says that the hand was drawn {attempt} times"
        )
    if noted < attempt:
        if entry["taken"] and seat in parts[9][noted - 1]:
            raise Disproved(f"has a receipt for opening try {noted}, and was left out of the next")
    elif proof["draw"] != entry["draw"]:
        raise Disproved("opened another draw than the one that dealt: their SHA-256 differ")
    elif entry["secret"] is not None:
        opened = dict(zip((pair[0] for pair in parts[8]), split(proof["message"])[1], strict=False))
        if opened and opened.get(seat) != entry["secret"]:
            raise Disproved("opened another secret than the one in the message")
    if entry["cards"] is not None:
        deal = record.get("deal")
        if deal is None:
            raise Disproved("was dealt cards, and the record says that the hand never was")
        held = deal["hands"].get(str(seat), [])
        if sorted(map(str, entry["cards"])) != sorted(held):
            raise Disproved(
                f"held {' '.join(map(str, entry['cards']))}; the record has {' '.join(held)}"
            )


def tables_of(documents: Iterable[Any]) -> dict[str, Table]:
    """Return the records in some documents by their tables.

    Raises
    ------
    Disproved
        A document is neither a hand record nor a list of them.
    """
    tables: dict[str, Table] = {}
    for document in documents:
        page = document if isinstance(document, dict) and "records" in document else {}
        found = page.get("records", document)
        rows = found if isinstance(found, list) else [found]
        for record in rows:
            if not isinstance(record, dict) or "boodle_hand" not in record:
                raise Disproved("this is no hand record, and no list of them")
            place = record.get("table") if isinstance(record.get("table"), dict) else None
            if place is None:
                raise Disproved("a record does not say of which table it is: nothing proves it")
            table = tables.setdefault(str(place.get("table")), Table())
            table.records.append(record)
            table.whole = table.whole or isinstance(found, list) or len(table.records) > 1
        if page:
            table = tables.setdefault(str(page.get("table")), Table())
            table.whole = True
            if isinstance(page.get("hands"), int):
                table.hands = max(table.hands, page["hands"])
            if isinstance(page.get("commitment"), str):
                table.commitments.add(page["commitment"])
    return tables


def _arguments(words: list[str]) -> tuple[list[str], list[str], list[str]] | None:
    """Return the files, notes and commitments of a call; ``None`` if it is a wrong one."""
    files: list[str] = []
    given: dict[str, list[str]] = {"--note": [], "--commitment": []}
    rest = iter(words)
    for word in rest:
        if word in given and (value := next(rest, None)) is not None:
            given[word].append(value)
        elif word.startswith("--"):
            return None
        else:
            files.append(word)
    return (files, given["--note"], given["--commitment"]) if files else None


def judged(table: Table, notes: Iterable[Json]) -> tuple[list[str], list[str]]:
    """Prove a table and compare it with the notes of its phones.

    Returns what is wrong, and if nothing is, what else there is to know.
    """
    wrong = table.prove()
    if wrong or not table.dealt or not table.records:
        return wrong, []
    lines = table.facts()
    for note in notes:
        faults, right = table.check_note(note)
        wrong += faults
        lines += right
    return wrong, lines


def main(words: list[str]) -> int:
    """Prove the records of some files and return the exit code: 0 right, 1 wrong, 2 a wrong call.

    A file that cannot be read, or is not JSON, is a wrong call. A table where Boodle dealt no hand
    has no deal to prove: the output says so, and it is not wrong.
    """
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")  # a name that it cannot write is no fault
    arguments = _arguments(words)
    if arguments is None:
        print(__doc__, file=sys.stderr)
        return 2
    files, noted, commitments = arguments
    documents = []
    try:
        for file in [*files, *noted]:
            with open(file, "rb") as content:
                documents.append(json.loads(content.read()))
    except (OSError, ValueError, RecursionError) as error:
        print(shown(f"{file}: {error}"), file=sys.stderr)
        return 2
    try:
        tables = tables_of(documents[: len(files)])
        notes = [read_note(document) for document in documents[len(files) :]]
    except Disproved as error:
        print(shown(str(error)), file=sys.stderr)
        return 1
    if not any(table.records for table in tables.values()):
        print("there is no hand to prove")
        return 1
    proved = failed = 0
    for note in notes:
        if note["table"] not in tables:
            print(shown(f"there is a note of table {note['table']}, and no record"))
            failed += 1
    for name, table in tables.items():
        table.published = commitments
        wrong, facts = judged(table, [note for note in notes if note["table"] == name])
        failed += bool(wrong)
        right = len(table.records) if table.dealt and not wrong else 0
        proved += right
        rest = [] if table.dealt else [f"hand {_number(one)}: {NOT_DEALT}" for one in table.records]
        for line in [*(wrong or [f"deals proved: {right}", *facts]), *rest]:
            print(shown(f"table {name}: {line}"))
    if proved:
        print(NAMES)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
