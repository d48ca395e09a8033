"""A provably fair deal: commitment by a hash chain, and a shuffle that anyone can repeat.

Opening a table publishes the commitment ``c0``, the end of a chain of 1,000 secret links, each
the SHA-256 of the next. Hand h uses link ``c_h``: the pack is shuffled by Fisher-Yates, driven
by HMAC-SHA256 with key ``c_h`` over a public message, and ``c_h`` is revealed when the hand ends.
Anyone who holds ``c0``, the message and ``c_h`` can check that the deal was fixed in advance.

Two protocols differ in the message. ``boodle-deal-1`` takes seeds that its seats may change until
the deal. ``boodle-deal-2`` fixes everything first and opens it afterwards, so that nobody can
choose: neither a seat, nor the server, nor a reader of its database (``docs/fairness.md``).

Examples
--------
>>> secrets = [secret(b"seed of a phone", 0), secret(b"seed of another", 0)]
>>> seats = [(seat, commitment_of(one)) for seat, one in zip((1, 3), secrets)]
>>> draw = draw_text("L", "T", 1, 1, [1, 2, 3], 2, "c0", seats, [], hash_text("set-up"))
>>> message = full_message(draw, secrets)
>>> message.startswith(draw), len(shuffle(b"the link of hand 1", message))
(True, 52)
"""

from .chain import CHAIN_LENGTH, link
from .deal_1 import DEAL_1, deal_message
from .deal_2 import (
    DEAL_2,
    commitment_of,
    covered,
    draw_text,
    fits,
    full_message,
    hash_text,
    is_digest,
    secret,
)
from .draw import Draw, Opened, read_draw, read_message
from .shuffling import shuffle

__all__ = [
    "CHAIN_LENGTH",
    "DEAL_1",
    "DEAL_2",
    "Draw",
    "Opened",
    "commitment_of",
    "covered",
    "deal_message",
    "draw_text",
    "fits",
    "full_message",
    "hash_text",
    "is_digest",
    "link",
    "read_draw",
    "read_message",
    "secret",
    "shuffle",
]
