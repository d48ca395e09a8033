"""`boodle backup` and `boodle restore`: one file with everything a data folder needs."""

from __future__ import annotations

import json
import lzma
import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from chalicelib.api.runtime import DATABASE, KEYS, read_keys, renewed_keys
from chalicelib.api.version import VERSION
from chalicelib.json_value import Json
from chalicelib.store.port import StoreError
from chalicelib.store.records.once import OnceRecord
from chalicelib.store.sqlite.store import SqliteStore

from .folder import FolderLock, make_folder, open_store
from .terminal import show
from .trouble import Trouble

FORMAT: Final = "boodle-backup-1"
ABOUT: Final = "backup.json"
MAX_NOTE: Final = 64 * 1024
"""The most bytes of the keys and of the note in a backup."""
SMALL: Final = 16 * 1024 * 1024
MAX_RATIO: Final = 100
"""A database beyond SMALL is compressed to a hundredth at most; real ones to a tenth."""
_SIDECARS: Final = ("", "-wal", "-shm")


def backup(folder: Path, target: Path) -> int:
    """Write the present data of a folder to one new file; a server may go on serving.

    The file is a zip that holds the database, the keys, and a note of what it is. Anyone who has it
    can read every card and sign every token, so only its owner may read it.

    Raises
    ------
    Trouble
        There is no data, ``target`` exists, or it cannot be written.
    """
    if target.exists():
        raise Trouble(f"{target} exists; a backup is never written over")
    part = target.with_name(target.name + ".part")
    with closing(open_store(folder)) as store, tempfile.TemporaryDirectory() as private:
        copy = Path(private) / DATABASE
        try:
            store.backup(copy)
            keys = (folder / KEYS).read_text("utf-8")
            read_keys(keys)  # a file that cannot be restored is not a backup
            _write_zip(part, copy, keys)
            part.rename(target)
        except (StoreError, OSError, ValueError) as error:
            part.unlink(missing_ok=True)
            raise Trouble(f"the backup failed: {error}") from None
    show(f"{target}: {target.stat().st_size:,} bytes. Keep it as safe as the keys in it.")
    return 0


def _write_zip(path: Path, database: Path, keys: str) -> None:
    about = {"format": FORMAT, "boodle": VERSION, "made_at": datetime.now(UTC).isoformat()}
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(ABOUT, json.dumps(about))
            archive.writestr(KEYS, keys)
            archive.write(database, DATABASE)
        file.flush()
        os.fsync(file.fileno())


def restore(folder: Path, source: Path, force: bool, keep_tokens: bool = False) -> int:
    """Restore a backup, which is checked before anything is changed.

    A token that was revoked after the backup was made is not revoked in it. So all tokens and join
    codes end with a restore; the deployment's key stays, and recovers the leagues.

    Parameters
    ----------
    force
        Whether to restore over existing data, which is kept in another folder.
    keep_tokens
        Whether tokens and join codes stay as they were, revoked ones since the backup too.

    Raises
    ------
    Trouble
        The folder is being served, or has data and ``force`` is not set; or ``source`` is not a
        complete backup.
    """
    if not source.is_file():
        raise Trouble(f"there is no file {source}")
    make_folder(folder)
    lock = FolderLock(folder)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix="restoring-") as name:
            staged = Path(name)
            _unpack(source, staged)
            _check(source, staged)
            if not keep_tokens:
                _end_tokens(staged)
            there = [path for path in _data_files(folder) if path.exists()]
            if there and not force:
                raise Trouble(f"{folder} has data; --force restores all the same and keeps them")
            kept = _put_aside(folder, there) if there else None
            # The keys first: there must never be a database without its keys.
            for part in (KEYS, DATABASE):
                os.replace(staged / part, folder / part)
    except OSError as error:
        raise Trouble(f"the restore failed: {error}") from None
    finally:
        lock.release()
    show(f"{folder} is as it was in {source}." + (f" What was there is in {kept}" if kept else ""))
    if not keep_tokens:
        show(
            "All tokens and join codes from before are void: recover each league with the",
            "deployment's key, and print new codes. (--keep-tokens would have kept them.)",
        )
    return 0


def _end_tokens(staged: Path) -> None:
    """Give the data new keys for tokens and codes, and forget answers that hold old ones."""
    keys = staged / KEYS
    keys.write_text(renewed_keys(keys.read_text("utf-8")), "utf-8")
    with closing(sqlite3.connect(staged / DATABASE)) as connection, connection:
        connection.execute(
            "DELETE FROM items WHERE partition GLOB ?", (OnceRecord.PARTITIONS + "*",)
        )


def _unpack(source: Path, staged: Path) -> None:
    try:
        with zipfile.ZipFile(source) as archive:
            _check_sizes(archive, source, staged)
            if _format(archive.read(ABOUT)) != FORMAT:
                raise Trouble(f"{source} was written by a newer Boodle: update Boodle")
            for part in (KEYS, DATABASE):
                archive.extract(part, staged)  # checks its CRC, and ends at the size that is stated
                (staged / part).chmod(0o600)
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        KeyError,
        ValueError,
        EOFError,
        RuntimeError,  # it is encrypted, or compressed in a way that Python does not know
    ) as error:
        raise Trouble(f"{source} is no Boodle backup, or is damaged ({error})") from None


def _format(text: bytes) -> Json:
    """Return the format that the note of a backup states.

    Raises
    ------
    ValueError
        It is no such note.
    """
    try:
        about = json.loads(text)
    except RecursionError:
        raise ValueError(f"{ABOUT} is nested too deep") from None
    if not isinstance(about, dict) or "format" not in about:
        raise ValueError(f"{ABOUT} does not state a format")
    stated: Json = about["format"]
    return stated


def _check_sizes(archive: zipfile.ZipFile, source: Path, staged: Path) -> None:
    """Raise unless what a backup holds is of a plausible size, and there is room for it.

    A few megabytes can be compressed zeros of many gigabytes.

    Raises
    ------
    Trouble, ValueError
    """
    for part in (ABOUT, KEYS):
        if archive.getinfo(part).file_size > MAX_NOTE:
            raise ValueError(f"{part} is too large")
    database = archive.getinfo(DATABASE)
    if database.file_size > max(SMALL, MAX_RATIO * database.compress_size):
        raise ValueError(f"{DATABASE} would have {database.file_size:,} bytes")
    if database.file_size > shutil.disk_usage(staged).free:
        raise Trouble(f"there is no room for the {database.file_size:,} bytes in {source}")


def _check(source: Path, staged: Path) -> None:
    """Raise unless the database is sound and one of ours, and the keys can be read."""
    try:
        with closing(sqlite3.connect(staged / DATABASE)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise Trouble(f"the database in {source} is damaged: {found}")
        SqliteStore(staged / DATABASE).close()
        read_keys((staged / KEYS).read_text("utf-8"))
    except (sqlite3.Error, StoreError, ValueError) as error:
        raise Trouble(f"what {source} holds cannot be used: {error}") from None


def _data_files(folder: Path) -> list[Path]:
    """Return the files that belong together: SQLite's log is part of its database."""
    return [*(folder / (DATABASE + ending) for ending in _SIDECARS), folder / KEYS]


def _put_aside(folder: Path, files: list[Path]) -> Path:
    """Move the old data to a folder of its own, which can itself be served."""
    aside = folder / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}"
    aside.mkdir(mode=0o700)
    for path in files:
        os.replace(path, aside / path.name)
    return aside
