"""What is loaded while a Lambda starts: what nearly every request needs, and no more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

LATER = (
    "boto3",  # botocore makes the clients
    "chalicelib.api.contract.docs_page",
    "chalicelib.api.contract.openapi",
    "chalicelib.api.problems.page",
    "chalicelib.api.resources.codes.answers",
    "chalicelib.api.resources.general.answers",
    "chalicelib.api.resources.hands.score_requests",
    "chalicelib.api.resources.leagues.answers",
    "chalicelib.api.resources.players.answers",
    "chalicelib.api.resources.rounds.answers",
    "chalicelib.api.resources.rules.answers",
    "chalicelib.api.resources.seats.requests",
    "chalicelib.api.resources.standings.answers",
    "chalicelib.api.resources.tokens.answers",
    "chalicelib.export",
    "chalicelib.api.resources.leagues.requests",
    "chalicelib.api.resources.players.requests",
    "chalicelib.league.rounds",
    "chalicelib.local",
    "chalicelib.rules.audit.replay",
    "chalicelib.rules.audit.report",
    "chalicelib.rules.hand.observed",
    "chalicelib.rules.hand.scored",
    "chalicelib.rules.hand.three_in_one",
    "chalicelib.rules.pages",
    "chalicelib.rules.poker",
    "chalicelib.rules.record",
    "chalicelib.service.audits",
    "chalicelib.service.codes",
    "chalicelib.service.counts",
    "chalicelib.service.leagues",
    "chalicelib.service.me",
    "chalicelib.service.players",
    "chalicelib.service.readiness",
    "chalicelib.service.records",
    "chalicelib.service.rounds",
    "chalicelib.service.scores",
    "chalicelib.service.seats",
    "chalicelib.service.standings",
    "chalicelib.service.tokens",
    "chalicelib.store.records.codes",
    "chalicelib.store.records.tallies",
    "chalicelib.texts.rules_page",
    "chalicelib.texts.sources",
    "gettext",
    "pyrate_limiter",
    "s3transfer",
    "sqlite3",
)
"""What few requests need, and those load it."""

_START = """
import sys
import app
from chalicelib.store.dynamodb.session import session
from chalicelib.store.dynamodb.store import DynamoStore, make_client
DynamoStore("boodle", make_client())
session().create_client("ssm")
print(*sys.modules)
"""


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """What an app and its AWS clients have loaded; nothing has been asked of either yet."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("AWS_", "BOODLE_", "COV"))
    }
    aws = {
        "AWS_ACCESS_KEY_ID": "none",
        "AWS_SECRET_ACCESS_KEY": "none",
        "AWS_DEFAULT_REGION": "eu-central-1",
    }
    ran = subprocess.run(
        [sys.executable, "-c", _START],
        cwd=ROOT,
        env={**kept, **aws},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(ran.stdout.split())


def test_an_app_and_its_clients_are_there(loaded: set[str]) -> None:
    assert {"chalicelib.api.routes", "chalicelib.store.dynamodb.store", "botocore.client"} <= loaded


@pytest.mark.parametrize("module", LATER)
def test_what_few_requests_need_is_loaded_later(loaded: set[str], module: str) -> None:
    assert {name for name in loaded if f"{name}.".startswith(f"{module}.")} == set()
