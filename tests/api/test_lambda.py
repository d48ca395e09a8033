"""The app as Lambda and ``chalice local`` call it: events in, answers out."""

from __future__ import annotations

import base64
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from chalicelib.api.runtime import NotConfigured, environment_context

JSON = {"content-type": "application/json"}


@pytest.fixture
def front_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.setenv("BOODLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("BOODLE_OPEN_LEAGUES", "yes")
    for name in ("BOODLE_TABLE", "AWS_LAMBDA_FUNCTION_NAME"):
        monkeypatch.delenv(name, raising=False)
    sys.modules.pop("app", None)
    app = importlib.import_module("app")
    yield app
    app.context().store.close()
    sys.modules.pop("app", None)


def event(method: str, resource: str, **more: Any) -> dict[str, Any]:
    """Return an event as API Gateway's REST APIs send it."""
    params = more.pop("params", None)
    return {
        "resource": resource,
        "path": resource.format(**params or {}),
        "httpMethod": method,
        "headers": more.pop("headers", JSON),
        "multiValueQueryStringParameters": more.pop("query", None),
        "queryStringParameters": None,
        "pathParameters": params,
        "stageVariables": None,
        "requestContext": {
            "httpMethod": method,
            "resourcePath": resource,
            "path": "/api" + resource.format(**params or {}),
            "requestId": "the-request",
            "identity": {"sourceIp": "192.0.2.1"},
        },
        "body": more.pop("body", None),
        "isBase64Encoded": more.pop("encoded", False),
    }


def test_a_league_is_created_and_read(front_door: ModuleType) -> None:
    body = json.dumps({"name": "Клуб"})
    got = front_door.app(event("POST", "/v1/leagues", body=body), None)
    assert got["statusCode"] == 201
    assert got["headers"]["Access-Control-Allow-Origin"] == "*"
    made = json.loads(got["body"])
    league, token = made["league"]["league"], made["token"]
    path = "/v1/leagues/{league}"
    read = front_door.app(
        event(
            "GET",
            path,
            params={"league": league},
            headers={"Authorization": f"Bearer {token}", "If-None-Match": '"x"'},
        ),
        None,
    )
    assert json.loads(read["body"])["name"] == "Клуб"
    again = front_door.app(
        event(
            "GET",
            path,
            params={"league": league},
            headers={"authorization": f"Bearer {token}", "if-none-match": read["headers"]["ETag"]},
        ),
        None,
    )
    assert (again["statusCode"], again["body"]) == (304, "")


def test_a_body_may_come_in_base64(front_door: ModuleType) -> None:
    body = base64.b64encode(json.dumps({"name": "L"}).encode()).decode()
    got = front_door.app(event("POST", "/v1/leagues", body=body, encoded=True), None)
    assert got["statusCode"] == 201


def test_a_body_that_is_too_large_is_refused(front_door: ModuleType) -> None:
    body = json.dumps({"name": "x" * 70_000})
    got = front_door.app(event("POST", "/v1/leagues", body=body), None)
    assert got["statusCode"] == 413


def test_query_parameters_come_as_lists(front_door: ModuleType) -> None:
    made = json.loads(
        front_door.app(event("POST", "/v1/leagues", body='{"name":"L"}'), None)["body"]
    )
    params = {"league": made["league"]["league"]}
    for query, status in (
        ({"limit": ["7"]}, 200),
        ({"limit": ["x"]}, 422),
        ({"x": [""]}, 422),
        ({"limit": ["7", "8"]}, 422),
    ):
        got = front_door.app(
            event("GET", "/v1/leagues/{league}/players", params=params, query=query), None
        )
        assert got["statusCode"] == status


def test_another_method_is_refused(front_door: ModuleType) -> None:
    got = front_door.app(event("PUT", "/v1/health"), SimpleNamespace(aws_request_id="x"))
    assert got["statusCode"] == 405
    assert got["headers"]["Content-Type"] == "application/problem+json"
    assert got["headers"]["Allow"] == "GET, HEAD, OPTIONS"


def test_the_folder_keeps_its_keys_to_itself(front_door: ModuleType, tmp_path: Path) -> None:
    front_door.app(event("GET", "/v1/health"), None)
    keys = tmp_path / "data" / "keys.json"
    assert keys.stat().st_mode & 0o777 == 0o600
    again = environment_context({"BOODLE_DATA": str(tmp_path / "data")})
    assert again.deployment_key == front_door.context().deployment_key
    again.store.close()


def test_without_a_place_for_its_data_it_says_so() -> None:
    with pytest.raises(NotConfigured, match="BOODLE_DATA"):
        environment_context({})


def test_head_is_get_without_a_body(front_door: ModuleType) -> None:
    got = front_door.app(event("GET", "/v1/presets"), None)
    head = front_door.app(event("HEAD", "/v1/presets"), None)
    assert (head["statusCode"], head["body"]) == (200, "")
    assert head["headers"] == got["headers"]
    assert head["headers"]["ETag"]


def test_a_request_keeps_its_name(front_door: ModuleType) -> None:
    for headers, name in ((JSON, "the-request"), ({"X-Request-Id": "mine"}, "mine")):
        for method, resource in (("GET", "/v1/me"), ("PUT", "/v1/me"), ("GET", "/v1/health")):
            got = front_door.app(event(method, resource, headers=headers), None)
            assert got["headers"]["X-Request-Id"] == name


def test_what_is_created_is_behind_the_stage(front_door: ModuleType) -> None:
    got = front_door.app(event("POST", "/v1/leagues", body='{"name": "L"}'), None)
    league = json.loads(got["body"])["league"]["league"]
    assert got["headers"]["Location"] == f"/api/v1/leagues/{league}"
