"""All kinds of records, found by their keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from chalicelib.store.port import Item

from .archives import ArchiveRecord
from .chain import ChainRecord
from .codes import CodeRecord, CodeSheetRecord
from .commitments import CommitmentsRecord
from .counters import CountersRecord
from .counts import CountRecord
from .draws import DrawsRecord
from .entries import EntriesRecord
from .info import InfoRecord
from .league_index import LeagueIndexRecord
from .leagues import LeagueRecord
from .live import LiveRecord
from .notes import NotesRecord
from .once import OnceRecord
from .player_tokens import PlayerTokensRecord
from .players import PlayerRecord
from .rounds import RoundRecord
from .setups import SetupRecord
from .summaries import SummaryRecord
from .tallies import TallyRecord
from .terms import TermsRecord

AnyRecord: TypeAlias = (
    ArchiveRecord
    | ChainRecord
    | CodeRecord
    | CodeSheetRecord
    | CommitmentsRecord
    | CountRecord
    | CountersRecord
    | DrawsRecord
    | EntriesRecord
    | InfoRecord
    | LeagueIndexRecord
    | LeagueRecord
    | LiveRecord
    | NotesRecord
    | OnceRecord
    | PlayerRecord
    | PlayerTokensRecord
    | RoundRecord
    | SetupRecord
    | SummaryRecord
    | TallyRecord
    | TermsRecord
)

_LOADS: Final[Mapping[str, Mapping[str, Callable[[str], AnyRecord]]]] = {
    "L": {
        "LEAGUE": LeagueRecord.loads,
        "COUNTERS": CountersRecord.loads,
        "P": PlayerRecord.loads,
        "R": RoundRecord.loads,
        "S": SummaryRecord.loads,
        "K": CodeSheetRecord.loads,
        "T": PlayerTokensRecord.loads,
    },
    "T": {
        "LIVE": LiveRecord.loads,
        "INFO": InfoRecord.loads,
        "CHAIN": ChainRecord.loads,
        "COMMITMENTS": CommitmentsRecord.loads,
        "D": DrawsRecord.loads,
        "E": EntriesRecord.loads,
        "H": SetupRecord.loads,
        "A": ArchiveRecord.loads,
        "K": CountRecord.loads,
        "W": NotesRecord.loads,
    },
    "LEAGUES": {"N": LeagueIndexRecord.loads},
    "C": {"CODE": CodeRecord.loads},
    "X": {"TERMS": TermsRecord.loads},
}
"""The parts of partition and sort key before their first ``#`` -> how to load the record."""

_LOADS_ANY: Final[Mapping[str, Callable[[str], AnyRecord]]] = {
    "I": OnceRecord.loads,
    "N": TallyRecord.loads,
}
"""The same for kinds that the partition alone tells."""


def load(item: Item) -> AnyRecord | None:
    """Return the record of an item; ``None`` if no kind of record has such a key.

    Raises
    ------
    UnreadableRecord
        The text is damaged, or of an unknown format.
    """
    partition, sort = (part.partition("#")[0] for part in item.key)
    loads = _LOADS_ANY.get(partition) or _LOADS.get(partition, {}).get(sort)
    return None if loads is None else loads(item.body)
