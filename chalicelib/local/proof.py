"""Proves the deals of hand records. It needs only Python: copy it where you like.

    python3 proof.py FILE…

A FILE is a hand record, a list of them, or a page of a table's records as the API gives it. The
deals are proved as ``docs/fairness.md`` describes: every pack is the one that its link and its
message make, and the links are a chain that ends in the table's commitment, none left out.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

Json = dict[str, Any]
"""An object of a record: JSON's border, so its values are checked when they are used."""

ALGORITHM = "boodle-deal-1"
LEFTOVERS = ("deal_all", "equal_aside", "equal_to_widow")
OTHERWISE = ("entered", "observed", "result")
"""How hands are recorded that Boodle did not deal."""
NOT_DEALT = "it was not dealt by Boodle, so there is no deal to prove"
NAMES = "names of players are not covered by the proof"


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
    if algorithm != ALGORITHM:
        raise Disproved(f"the algorithm is {algorithm[:40]!r}; this program knows {ALGORITHM!r}")
    commitment, link = _bytes(proof, "commitment"), _bytes(proof, "link")
    value = link
    if not 1 <= hand <= 1000:
        raise Disproved(f"a chain has no link {hand}")
    for _ in range(hand):
        value = hashlib.sha256(value).digest()
    if value != commitment:
        raise Disproved(f"the link is not link {hand} of the chain that ends in the commitment")
    message = _part(proof, "message", str)
    hands = _part(_part(record, "deal", dict), "hands", dict)
    seats = sorted(int(seat) for seat in hands if seat in "12345678" and len(seat) == 1)
    dealer = _part(record, "dealer", int)
    said = {
        "algorithm": algorithm,
        "league": _part(place, "league", str),
        "table": _part(place, "table", str),
        "hand": hand,
        "seats dealt in": seats,
        "dealer": dealer,
        "seeds": _part(proof, "seeds", list),
    }
    _check_message(message, said)
    dealing = _part(proof, "dealing", dict)
    if (
        not isinstance(dealing.get("widow"), bool)
        or dealing.get("first") not in ("widow", "eldest")
        or dealing.get("leftover") not in LEFTOVERS
    ):
        raise Disproved("the record does not say in a known way how the pack is dealt out")
    _check_piles(record, piles(shuffle(link, message), seats, dealer, dealing))


def _check_message(message: str, said: Json) -> None:
    """Raise unless the message of the shuffle agrees with the record."""
    try:
        parts = json.loads(message)
    except ValueError:
        parts = None
    if not isinstance(parts, list) or len(parts) != len(said):
        raise Disproved("the message of the deal is not one")
    if json.dumps(parts, separators=(",", ":")) != message:
        raise Disproved("the message of the deal is not written as the algorithm writes it")
    for part, (name, value) in zip(parts, said.items(), strict=True):
        if part != value:
            raise Disproved(f"{name}: the record says {value}, the message of the deal {part}")
    # Where seats drop out at the stakes nobody may be left to deal to, and the dealer be gone.
    if not len(parts[4]) == len(parts[6]) <= 8 or parts[5] not in range(1, 9):
        raise Disproved("the message needs a seed for each seat dealt in, and a dealer")


def _check_piles(record: Json, due: dict[str, list[str]]) -> None:
    deal = _part(record, "deal", dict)
    given = {**_part(deal, "hands", dict), "widow": deal.get("widow") or []}
    given["dead"] = due["dead"] if deal.get("dead") is None else deal["dead"]
    for pile in [*due, *(pile for pile in given if pile not in due)]:
        held, right = given.get(pile, []), due.get(pile, [])
        written = list(map(str, held)) if isinstance(held, list) else ["no list of cards"]
        if sorted(written) != sorted(right):
            whose = f"seat {pile}" if pile.isdigit() else f"the {pile} pile"
            raise Disproved(
                f"the cards are not those that link, seeds and seats make: {whose} is dealt "
                f"{' '.join(right) or 'nothing'}; the record has {' '.join(written) or 'nothing'}"
            )


# -- the chain of a table -----------------------------------------------------------------------


def check_chain(records: list[Json], hands: int) -> None:
    """Raise unless the links of a table's records form a chain, from hand 1 to ``hands``.

    Each deal must have been checked.

    Raises
    ------
    Disproved
        One is missing, is there twice with different content, or belongs to another chain.
    """
    before = _bytes(records[0]["proof"], "commitment") if records else b""
    by_number: dict[int, Json] = {}
    for record in records:
        number = record["table"]["hand"]
        if by_number.setdefault(number, record) != record:
            raise Disproved(f"hand {number} is there twice, and not alike")
        if _bytes(record["proof"], "commitment") != before:
            raise Disproved(f"hand {number} has another commitment than the others")
    for number in range(1, max(hands, *by_number) + 1 if by_number else hands + 1):
        if number not in by_number:
            raise Disproved(f"hand {number} of the table is left out")
        link = _bytes(by_number[number]["proof"], "link")
        if hashlib.sha256(link).digest() != before:
            raise Disproved(f"the link of hand {number} does not lead to the one before")
        before = link


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
    """

    def __init__(self) -> None:
        self.records: list[Json] = []
        self.hands = 0
        self.whole = False
        self.commitments: set[str] = set()

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
                check_chain(self.records, self.hands)
            for record in self.records:
                self._check_commitment(record)
        except Disproved as reason:
            return [str(reason)]
        return []

    def _check_commitment(self, record: Json) -> None:
        own = _bytes(record["proof"], "commitment")
        for shown in self.commitments:
            if shown.lower() != own.hex():
                raise Disproved(f"the commitment is {own.hex()}, not {shown[:80]} as was published")


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


def main(files: list[str]) -> int:
    """Prove the records of some files and return the exit code: 0 right, 1 wrong, 2 a wrong call.

    A file that cannot be read, or is not JSON, is a wrong call. A table where Boodle dealt no hand
    has no deal to prove: the output says so, and it is not wrong.
    """
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")  # a name that it cannot write is no fault
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    documents = []
    proved = failed = 0
    try:
        for file in files:
            with open(file, "rb") as content:
                documents.append(json.loads(content.read()))
    except (OSError, ValueError, RecursionError) as error:
        print(shown(f"{file}: {error}"), file=sys.stderr)
        return 2
    try:
        tables = tables_of(documents)
    except Disproved as error:
        print(shown(str(error)), file=sys.stderr)
        return 1
    if not any(table.records for table in tables.values()):
        print("there is no hand to prove")
        return 1
    for name, table in tables.items():
        wrong = table.prove()
        failed += bool(wrong)
        right = len(table.records) if table.dealt and not wrong else 0
        proved += right
        rest = [] if table.dealt else [f"hand {_number(one)}: {NOT_DEALT}" for one in table.records]
        for line in [*(wrong or [f"deals proved: {right}"]), *rest]:
            print(shown(f"table {name}: {line}"))
    if proved:
        print(NAMES)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
