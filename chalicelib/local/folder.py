"""The data folder: its place, its lock, and opening it."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from chalicelib.api.runtime import DATABASE, KEYS, folder_context
from chalicelib.service.context import Context, Entropy, Settings, system_entropy
from chalicelib.store.port import StoreError
from chalicelib.store.sqlite.store import SqliteStore

from .trouble import Trouble

LOCK: Final = "serving.lock"
PURGE_SECONDS: Final = 600
log = logging.getLogger("boodle")


def default_folder() -> Path:
    """Return the folder used when none is named: ``BOODLE_DATA``, or ``~/.boodle``.

    It does not depend on where the command is started, so that a club finds its leagues again.
    """
    named = os.environ.get("BOODLE_DATA")
    return Path(named) if named else Path.home() / ".boodle"


class FolderInUse(Trouble):
    """Another server has the lock of the data folder."""


class FolderLock:
    """The lock of a data folder for one server; released when the process ends in any way.

    It is an exclusive transaction on a small database of its own, which works on every system with
    SQLite and leaves nothing to clean up after ``kill -9``.

    Raises
    ------
    FolderInUse
        Another server has the lock.
    Trouble
        The folder cannot be made or written to.
    """

    def __init__(self, folder: Path) -> None:
        make_folder(folder)
        _for_its_owner(folder / LOCK)
        try:
            self._held = sqlite3.connect(folder / LOCK, timeout=0, check_same_thread=False)
        except sqlite3.Error as error:
            raise Trouble(f"cannot use the folder {folder}: {error}") from None
        try:
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._held.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise FolderInUse(f"another Boodle serves the folder {folder}") from None
            raise Trouble(f"cannot use the folder {folder}: {error}") from None

    def release(self) -> None:
        """Release the lock."""
        self._held.close()


def make_folder(folder: Path) -> None:
    """Create the folder if it is missing, readable for its owner only: it has hidden cards.

    Raises
    ------
    Trouble
        It cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"cannot make the folder {folder}: {error.strerror}") from None


def _for_its_owner(path: Path) -> None:
    """Make a file if it is missing, and let nobody but its owner read or lock it.

    Raises
    ------
    Trouble
        It cannot be made.
    """
    try:
        path.touch(mode=0o600)
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        raise Trouble(f"cannot use {path}: {error.strerror}") from None


def open_folder(
    folder: Path, entropy: Entropy = system_entropy, open_leagues: bool = False
) -> Context:
    """Return the context of a data folder, creating it if necessary; remove expired records.

    Parameters
    ----------
    open_leagues
        Whether anyone may create a league, not this machine and the key's holder alone.

    Raises
    ------
    Trouble
        The folder, its database or its keys cannot be used.
    """
    make_folder(folder)
    settings = Settings(open_leagues=open_leagues, local_leagues=True)
    try:
        # Created before SQLite does it; SQLite's other files get the same mode.
        _for_its_owner(folder / DATABASE)
        context = folder_context(folder, settings, entropy)
    except (StoreError, OSError) as error:
        raise Trouble(f"cannot use the folder {folder}: {error}") from None
    except ValueError as error:
        raise Trouble(f"{folder / KEYS} cannot be used ({error}); restore a backup") from None
    assert isinstance(context.store, SqliteStore)
    try:
        context.store.purge(context.seconds())
    except StoreError as error:
        context.store.close()
        raise Trouble(f"cannot use the folder {folder}: {error}") from None
    return context


@contextmanager
def kept_clean(context: Context, seconds: float = PURGE_SECONDS) -> Iterator[None]:
    """Remove expired records now and then, so that counts of callers do not fill the disk."""
    store = context.store
    assert isinstance(store, SqliteStore)
    ended = threading.Event()

    def clean() -> None:
        while not ended.wait(seconds):
            try:
                store.purge(context.seconds())
            except StoreError:
                log.exception("expired records were not removed")

    thread = threading.Thread(target=clean, name="boodle-clean", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def open_store(folder: Path) -> SqliteStore:
    """Return the store of a folder that has one.

    Raises
    ------
    Trouble
        There is none, or it cannot be used.
    """
    path = database_of(folder)
    try:
        return SqliteStore(path)
    except StoreError as error:
        raise Trouble(str(error)) from None


def database_of(folder: Path) -> Path:
    """Return the database of a data folder.

    Raises
    ------
    Trouble
        There is none.
    """
    path = folder / DATABASE
    if not path.is_file():
        raise Trouble(f"there are no Boodle data in {folder}; name their folder with --data")
    return path
