"""The app's context: a data folder on a laptop, DynamoDB and a secret parameter on AWS.

The environment decides: ``BOODLE_TABLE`` names a DynamoDB table, and then
``BOODLE_KEYS_PARAMETER`` the secret that holds the keys; ``BOODLE_DATA`` names a folder.
"""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from chalicelib.service.clock import SteadyClock
from chalicelib.service.context import Context, Entropy, Settings, system_entropy
from chalicelib.service.signing import Signer

if TYPE_CHECKING:
    from mypy_boto3_ssm import SSMClient

DATABASE: Final = "boodle.db"
KEYS: Final = "keys.json"
MIN_DEPLOYMENT_KEY: Final = 16


class NotConfigured(RuntimeError):
    """The environment does not say where Boodle keeps its data."""


def read_keys(text: str) -> tuple[Signer, str]:
    """Return the signer and the deployment's key of a keys document.

    The document is JSON: ``{"keys": {"k1": "<hex>"}, "deployment_key": "…"}``. The first of
    ``keys`` signs; see :class:`Signer`.

    Raises
    ------
    ValueError
        It is not such a document, or a key is too short.
    """
    try:
        kept = json.loads(text)
    except RecursionError:
        raise ValueError("this is no document of keys") from None
    try:
        keys = {name: bytes.fromhex(key) for name, key in kept["keys"].items()}
        deployment_key = kept["deployment_key"]
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError("this is no document of keys") from error
    if not isinstance(deployment_key, str) or len(deployment_key) < MIN_DEPLOYMENT_KEY:
        raise ValueError(f"a deployment key has at least {MIN_DEPLOYMENT_KEY} characters")
    return Signer(keys), deployment_key


def new_keys(entropy: Entropy = system_entropy) -> str:
    """Return a new keys document."""
    return json.dumps(
        {
            "keys": {"k1": entropy("key", 32).hex()},
            "deployment_key": entropy("deployment key", 16).hex(),
        }
    )


def renewed_keys(text: str, entropy: Entropy = system_entropy) -> str:
    """Return a keys document with another key for tokens and codes, and the same deployment key.

    Raises
    ------
    ValueError
        The old one is no such document.
    """
    _, deployment_key = read_keys(text)
    return json.dumps({**json.loads(new_keys(entropy)), "deployment_key": deployment_key})


def folder_context(
    folder: Path, settings: Settings | None = None, entropy: Entropy = system_entropy, **world: Any
) -> Context:
    """Return the context of a data folder, which is created if it is missing.

    Parameters
    ----------
    world
        Other fields of :class:`Context`, such as ``clock``.
    """
    from chalicelib.store.sqlite.store import SqliteStore

    folder.mkdir(parents=True, exist_ok=True)
    keys = folder / KEYS
    database = folder / DATABASE
    if not keys.exists() and database.exists() and database.stat().st_size:
        raise ValueError(f"{keys} is missing; new keys would void every token and join code")
    if not keys.exists():
        _write_secret(keys, new_keys(entropy))
    signer, deployment_key = read_keys(keys.read_text("utf-8"))
    world.setdefault("clock", SteadyClock(_last_change(database)))
    return Context(
        store=SqliteStore(folder / DATABASE),
        signer=signer,
        deployment_key=deployment_key,
        settings=settings or Settings(local_leagues=True),
        entropy=entropy,
        **world,
    )


def _last_change(database: Path) -> int:
    """Return when a database was last written to, in milliseconds since 1970; 0: never."""
    log = database.with_name(database.name + "-wal")
    return max(
        (int(file.stat().st_mtime * 1000) for file in (database, log) if file.exists()), default=0
    )


def _write_secret(path: Path, text: str) -> None:
    """Write a file that only its owner can read; if another process was faster, its file stays."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def aws_context(table: str, keys_parameter: str, open_leagues: bool = False) -> Context:
    """Return the context on AWS.

    Parameters
    ----------
    table
        The DynamoDB table.
    keys_parameter
        The SecureString parameter with the keys document.
    open_leagues
        Whether anybody may create a league.
    """
    from botocore.config import Config

    from chalicelib.store.dynamodb.session import session
    from chalicelib.store.dynamodb.store import DynamoStore, make_client

    config = Config(connect_timeout=1, read_timeout=2, retries={"mode": "standard"})
    ssm = cast("SSMClient", session().create_client("ssm", config=config))
    found = ssm.get_parameter(Name=keys_parameter, WithDecryption=True)
    signer, deployment_key = read_keys(found["Parameter"]["Value"])
    return Context(
        store=DynamoStore(table, make_client()),
        signer=signer,
        deployment_key=deployment_key,
        settings=Settings(open_leagues=open_leagues),
    )


def environment_context(environ: Mapping[str, str]) -> Context:
    """Return the context that the environment names.

    Raises
    ------
    NotConfigured
        It names none.
    """
    open_leagues = environ.get("BOODLE_OPEN_LEAGUES") == "yes"
    if table := environ.get("BOODLE_TABLE"):
        return aws_context(table, environ["BOODLE_KEYS_PARAMETER"], open_leagues)
    if folder := environ.get("BOODLE_DATA"):
        return folder_context(Path(folder), Settings(open_leagues=open_leagues, local_leagues=True))
    raise NotConfigured("set BOODLE_DATA to a folder, or BOODLE_TABLE to a DynamoDB table")


class Lazily:
    """The environment's context, made at the first call and kept.

    Making it can take a while, and is done once, however many threads call.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._lock = threading.Lock()
        self._context: Context | None = None

    def __call__(self) -> Context:
        """Return the context."""
        with self._lock:
            if self._context is None:
                self._context = environment_context(self._environ)
            return self._context
