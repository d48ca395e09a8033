"""The data folder: where it is, who holds it, and how it is opened."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from chalicelib.api.runtime import DATABASE, KEYS, folder_context
from chalicelib.service.context import Context, Entropy, system_entropy
from chalicelib.store.port import StoreError
from chalicelib.store.sqlite.store import SqliteStore

from .trouble import Trouble

LOCK: Final = "serving.lock"


def default_folder() -> Path:
    """Return the folder used when none is named: ``BOODLE_DATA``, or ``~/.boodle``.

    It does not depend on where the command is started, so that a club finds its leagues again.
    """
    named = os.environ.get("BOODLE_DATA")
    return Path(named) if named else Path.home() / ".boodle"


class FolderInUse(Trouble):
    """Another server holds the data folder."""


class FolderLock:
    """Holds a data folder for one server; let go when the process ends, however it ends.

    An exclusive transaction on a little database of its own does that on every system that
    SQLite runs on, and leaves nothing behind after ``kill -9`` that would have to be removed.

    Raises
    ------
    FolderInUse
        Another server holds it.
    Trouble
        The folder cannot be made or written to.
    """

    def __init__(self, folder: Path) -> None:
        make_folder(folder)
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
        """Let the folder go."""
        self._held.close()


def make_folder(folder: Path) -> None:
    """Make the folder if it is not there, for its owner's eyes only: hidden cards are in it.

    Raises
    ------
    Trouble
        It cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"cannot make the folder {folder}: {error.strerror}") from None


def open_folder(folder: Path, entropy: Entropy = system_entropy) -> Context:
    """Return the context of a data folder, created if need be; expired records are removed.

    Raises
    ------
    Trouble
        The folder, its database or its keys cannot be used.
    """
    make_folder(folder)
    try:
        # Before SQLite makes it, for its owner only; SQLite gives its other files the same mode.
        (folder / DATABASE).touch(mode=0o600)
        context = folder_context(folder, entropy=entropy)
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
