"""The first protocol: the message has the seats' seeds, which they may change until the deal.

Its records stay verifiable.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

DEAL_1: Final = "boodle-deal-1"


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
    parts = [DEAL_1, league, table, hand, list(seats), dealer, list(seeds)]
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=True)
