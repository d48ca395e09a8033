"""The chain of secret links of a table."""

from __future__ import annotations

import hashlib
from typing import Final

from chalicelib.message import say
from chalicelib.rules.errors import NotNow

CHAIN_LENGTH: Final = 1000


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
