"""A provably fair deal: commitment by a hash chain, and a shuffle that anyone can repeat.

Opening a table publishes the commitment ``c0``, the end of a chain of 1,000 secret links, each
the SHA-256 of the next. Hand h uses link ``c_h``: the pack is shuffled by Fisher-Yates, driven
by HMAC-SHA256 with key ``c_h`` over a public message, and ``c_h`` is revealed when the hand ends.
Anyone who holds ``c0``, the message and ``c_h`` can check that the deal was fixed in advance.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Final

from chalicelib.message import say

from .cards import PACK, Card
from .errors import NotNow

CHAIN_LENGTH: Final = 1000
ALGORITHM: Final = "boodle-deal-1"


def link(seed: bytes, number: int) -> bytes:
    """Return link ``number`` of the chain that ends in ``seed``; link 0 is the commitment.

    Raises
    ------
    NotNow
        The chain has no such link: a table deals at most 1,000 hands.
    """
    if not 0 <= number <= CHAIN_LENGTH:
        raise NotNow(say("deal.hand-limit", most=CHAIN_LENGTH))
    value = seed
    for _ in range(CHAIN_LENGTH - number):
        value = hashlib.sha256(value).digest()
    return value


def deal_message(
    league: str,
    table: str,
    hand: int,
    seats: Sequence[int],
    dealer: int,
    seeds: Sequence[str],
) -> str:
    """Return the public message of a deal, as compact JSON in this order.

    Parameters
    ----------
    seats, dealer
        The seats dealt in and the dealer, counted from 1.
    seeds
        The seats' own seeds, one for each of ``seats``, empty where a seat gave none.
    """
    parts = [ALGORITHM, league, table, hand, list(seats), dealer, list(seeds)]
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=True)


def _bytes(key: bytes, message: str) -> Iterator[int]:
    counter = 0
    while True:
        block = message.encode() + counter.to_bytes(4, "big")
        yield from hmac.digest(key, block, "sha256")
        counter += 1


def shuffle(key: bytes, message: str) -> list[Card]:
    """Return the pack as shuffled by ``key`` and ``message``, in dealing order.

    Fisher-Yates from the last place down. Each index below ``n`` is the next byte modulo ``n``,
    and bytes from the largest multiple of ``n`` up to 255 are skipped, so that no card is favoured.
    """
    pack = list(PACK)
    stream = _bytes(key, message)
    for last in range(len(pack) - 1, 0, -1):
        n = last + 1
        limit = 256 - 256 % n
        byte = next(byte for byte in stream if byte < limit)
        pack[last], pack[byte % n] = pack[byte % n], pack[last]
    return pack
