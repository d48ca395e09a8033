"""The second protocol: everything is fixed by commitments, then opened.

A draw closes with its text S, which has every commitment. The seats that committed open their
secrets for S. The last of them deals: the message of the shuffle is S with the secrets behind it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Final

DEAL_2: Final = "boodle-deal-2"
_HEX: Final = frozenset("0123456789abcdef")


def is_digest(text: str) -> bool:
    """Whether a text is 32 bytes as 64 lower-case hex digits, the form of all values here."""
    return len(text) == 64 and _HEX.issuperset(text)


def hash_text(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, in hex: of a set-up text, a draw text, a message."""
    return hashlib.sha256(text.encode()).hexdigest()


def secret(seed: bytes, number: int) -> str:
    """Return secret ``number`` of a phone's seed, in hex. A phone uses each number once."""
    return hmac.digest(seed, str(number).encode(), "sha256").hex()


def commitment_of(opened: str) -> str:
    """Return the commitment of a secret, the SHA-256 of its 32 bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(opened)).hexdigest()


def fits(opened: str, commitment: str) -> bool:
    """Whether a secret, 64 lower-case hex digits, is the one of a commitment."""
    return is_digest(opened) and commitment_of(opened) == commitment


def draw_text(
    league: str,
    table: str,
    hand: int,
    attempt: int,
    dealt_in: Sequence[int],
    dealer: int,
    c0: str,
    commitments: Sequence[tuple[int, str]],
    left_out: Sequence[Sequence[int]],
    setup_hash: str,
) -> str:
    """Return the text S of a draw, as compact ASCII JSON in this order.

    Parameters
    ----------
    attempt
        The number of the try, from 1.
    dealt_in, dealer
        The seats dealt in and the dealer, counted from 1.
    c0
        The commitment of the server's chain.
    commitments
        Each seat that contributes, with its commitment, by seat.
    left_out
        The seats that did not open, a list for each try before this one.
    setup_hash
        The hash of the set-up text P.
    """
    parts = [
        DEAL_2,
        league,
        table,
        hand,
        attempt,
        list(dealt_in),
        dealer,
        c0,
        [[seat, commitment] for seat, commitment in commitments],
        [list(seats) for seats in left_out],
        setup_hash,
    ]
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=True)


def full_message(draw: str, secrets: Sequence[str]) -> str:
    """Return the message M of the shuffle: the draw's text, then the secrets by seat.

    Without a commitment there is no secret, and M is S.
    """
    return draw + "".join(secrets)


def covered(key: bytes, number: int, card: str) -> str:
    """Return what stands for a covered card in the log and its digests, in hex.

    Parameters
    ----------
    key
        The key of the hand, opened at its end: on dealt hands the link.
    number
        The number of the action.
    card
        The card as it is written, ``10S``.
    """
    return hmac.digest(key, f"card|{number}|{card}".encode(), "sha256").hex()
