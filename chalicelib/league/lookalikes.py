"""Names that people may take for each other, though they are not the same.

Unicode lists which letters look alike (UTS #39, ``confusables.txt``); ``lookalikes.json`` has those
that a name can hold. Beyond that accents, spaces and punctuation do not count here, so that
``Семён`` and ``Семен``, ``Ann Lee`` and ``AnnLee`` are similar. Nothing is refused for it.
"""

from __future__ import annotations

import json
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

from chalicelib.names import key

from .players import Player

MOST: Final = 10
"""How many names that look alike are listed at most."""
_OVERLAY: Final = 1
_ABOVE_AND_BELOW: Final = 200
"""Combining classes: the strokes through a letter, and the first of the accents around it."""


@cache
def _prototypes() -> dict[int, str]:
    """Return what stands for each letter that looks like others."""
    listed = json.loads(Path(__file__).with_name("lookalikes.json").read_text("utf-8"))
    groups: dict[str, str] = listed["looks_like"]
    return {ord(one): seen_as for seen_as, alike in groups.items() for one in alike}


def looks(name: str) -> str:
    """Return what names have in common that look alike.

    Examples
    --------
    >>> looks("Аnn") == looks("Ann")  # the first begins with a Cyrillic letter
    True
    """
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    text = unicodedata.normalize("NFKD", text.translate(_prototypes())).casefold()
    return "".join(filter(_counts, text)) or key(name)


def _counts(char: str) -> bool:
    around = unicodedata.combining(char)
    category = unicodedata.category(char)
    return not (
        around == _OVERLAY or around >= _ABOVE_AND_BELOW or category[0] in "PZ" or category == "Cf"
    )


def similar_to(named: Sequence[Player], players: Iterable[Player]) -> list[tuple[Player, ...]]:
    """Return for each player just named the first of other names that look like it, by number.

    Parameters
    ----------
    players
        All players of the league, those of ``named`` included or not.
    """
    by_look = defaultdict[str, dict[int, Player]](dict)
    for player in (*players, *named):
        by_look[looks(player.name)][player.number] = player
    return [tuple(islice(_others(player, by_look[looks(player.name)]), MOST)) for player in named]


def _others(player: Player, alike: dict[int, Player]) -> Iterator[Player]:
    own = key(player.name)
    for number, other in sorted(alike.items()):
        if number != player.number and key(other.name) != own:
            yield other
