"""The context of every service: the store, the clock, randomness, keys and settings."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from chalicelib.store.port import Store
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.notes import NotesRecord

from .posting import PostedLog
from .recent import Recent
from .signing import Signer

if TYPE_CHECKING:
    from chalicelib.league.standings import RankedBy, Snapshot

_ID_DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH: Final = 16
KEPT_HANDS: Final = 256
"""The most hands in progress, some 20 KB each, and the most archives that a process keeps."""
KEPT_COMMITMENTS: Final = 2000
"""The most tables whose c_0 a process keeps."""


class Clock(Protocol):
    """A source of the time."""

    def __call__(self) -> int:
        """Return milliseconds since 1970, UTC."""
        ...


class Entropy(Protocol):
    """A source of randomness."""

    def __call__(self, purpose: str, size: int) -> bytes:
        """Return ``size`` random bytes; ``purpose`` names the stream they are drawn from."""
        ...


def system_clock() -> int:
    """Return the machine's time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def system_entropy(purpose: str, size: int) -> bytes:
    """Return bytes from the operating system; all purposes draw from the one source."""
    del purpose
    return secrets.token_bytes(size)


class SeededEntropy:
    """Repeatable randomness for demonstrations and tests, with a stream for each purpose.

    Tables that draw at the same time do not affect each other, so a league played by many threads
    has the same result for the same seed.
    """

    def __init__(self, seed: int) -> None:
        self._key = f"boodle seed {seed}".encode()
        self._drawn: dict[str, int] = {}

    def __call__(self, purpose: str, size: int) -> bytes:
        """Return the next ``size`` bytes (at most 64) of the stream named ``purpose``."""
        count = self._drawn[purpose] = self._drawn.get(purpose, 0) + 1
        return hmac.digest(self._key, f"{purpose} {count}".encode(), hashlib.sha512)[:size]


class Settings(NamedTuple):
    """The settings of a deployment.

    Attributes
    ----------
    open_leagues, local_leagues
        Whether anyone may create a league, or a request from the machine itself; otherwise it takes
        the deployment's key.
    leagues_per_address, leagues_in_all
        How many leagues may be created in an hour by callers who have neither the key nor the
        machine: from one address, and in all.
    wrong_codes_per_address, wrong_codes_per_network, wrong_codes_in_all
        How many wrong join codes are tried in ten minutes before guessing is slowed down
        (:mod:`.codes`): from one address, from an IPv6 network of 64 bits, and in all.
    token_days, code_hours
        How long tokens and join codes last.
    requests_per_address, requests_per_token
        How many requests a process accepts in a minute from one address and with one token; after a
        pause they may come all at once. 0: no limit. A club behind one address stays far below: 8
        tables of 8 phones that each poll every 2 seconds make 1,920.
    """

    open_leagues: bool = False
    local_leagues: bool = False
    leagues_per_address: int = 20
    leagues_in_all: int = 60
    wrong_codes_per_address: int = 30
    wrong_codes_per_network: int = 100
    wrong_codes_in_all: int = 1000
    token_days: int = 90
    code_hours: int = 24
    requests_per_address: int = 6000
    requests_per_token: int = 1200


class KeptLog(NamedTuple):
    """A hand in progress, and the text of the live record that was written with it.

    It is used only if exactly that text is read again.
    """

    text: str
    log: PostedLog


class KeptArchive(NamedTuple):
    """The last hand of a table, which is over, and the table's live record at that time.

    It is used only if exactly that record is read again, so that polling takes no further read.
    """

    version: int
    live: LiveRecord
    archive: ArchiveRecord
    log: PostedLog


@dataclass(frozen=True, slots=True)
class Context:
    """Everything a service works with.

    ``deployment_key`` lets its holder create leagues and recover an organiser's token.
    ``snapshots`` are this process's latest standings, by league, order and number of hands.
    ``logs`` are the hands in progress that this process has kept, by table, and ``archives`` the
    last hands that are over; only :mod:`.actions` uses both. ``commitments`` are c_0 of tables:
    they stay as they are while a process lives.
    """

    store: Store
    signer: Signer
    deployment_key: str
    clock: Clock = system_clock
    entropy: Entropy = system_entropy
    settings: Settings = field(default_factory=Settings)
    snapshots: Recent[tuple[str, RankedBy, int | None], Snapshot] = field(
        default_factory=partial(Recent, 64)
    )
    logs: Recent[str, KeptLog] = field(default_factory=partial(Recent, KEPT_HANDS))
    archives: Recent[str, KeptArchive] = field(default_factory=partial(Recent, KEPT_HANDS))
    commitments: Recent[str, str] = field(default_factory=partial(Recent, KEPT_COMMITMENTS))
    notes: Recent[tuple[str, int, int], NotesRecord] = field(
        default_factory=partial(Recent, KEPT_HANDS)
    )

    def new_id(self, purpose: str) -> str:
        """Return a new identifier: 80 random bits as 16 letters and digits."""
        number = int.from_bytes(self.entropy(purpose, 10), "big")
        return "".join(_ID_DIGITS[number >> 5 * i & 31] for i in range(ID_LENGTH))

    def tenths(self) -> int:
        """Return the time in tenths of a second since 1970, as actions record it."""
        return self.clock() // 100

    def seconds(self) -> int:
        """Return the time in whole seconds since 1970."""
        return self.clock() // 1000
