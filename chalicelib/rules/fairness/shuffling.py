"""The shuffle that anyone can repeat, the same in every protocol."""

from __future__ import annotations

import hmac
from collections.abc import Iterator

from chalicelib.rules.cards import PACK, Card


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
