"""The committed OpenAPI document is what the routes say, and is valid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openapi_spec_validator import validate

from chalicelib.api.openapi import document, main, served
from chalicelib.api.problems import KINDS, URN
from chalicelib.api.routes import ROUTES

COMMITTED = Path(__file__).parents[2] / "openapi.json"


def test_the_committed_document_is_up_to_date() -> None:
    assert COMMITTED.read_text("utf-8") == served(), "run: make openapi"


def test_drift_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert main(["--check"]) == 0
    Path("openapi.json").write_text("{}", "utf-8")
    assert main(["--check"]) == 1


def test_the_document_is_valid() -> None:
    validate(json.loads(served()))


def test_every_route_and_every_error_it_can_give_is_described() -> None:
    paths = document(ROUTES)["paths"]
    assert len({route.name for route in ROUTES}) == len(ROUTES)
    for route in ROUTES:
        operation = paths[route.path][route.method.lower()]
        assert operation["operationId"] == route.name
        described = {
            code
            for answer in operation["responses"].values()
            for media in answer.get("content", {}).values()
            for code in media["schema"].get("properties", {}).get("type", {}).get("enum", [])
        }
        assert described == {URN + code for code in route.errors}


def test_every_kind_of_problem_belongs_to_a_route() -> None:
    given = {code for route in ROUTES for code in route.errors}
    assert set(KINDS) - given == {"method-not-allowed"}
