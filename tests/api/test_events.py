"""Events of API Gateway that are damaged: the answer is a problem, and never one of ours."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from harness.club import Club
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from chalicelib.api.app import build_app
from chalicelib.api.problems.problem import MEDIA_TYPE

PATHS = ["/v1/health", "/v1/leagues", "/v1/leagues/{league}", "/v1/tables/{table}/hands/{hand}"]


def event(path: str, method: str = "GET") -> dict[str, Any]:
    """Return an event as API Gateway sends it."""
    return {
        "resource": path,
        "requestContext": {
            "httpMethod": method,
            "resourcePath": path,
            "path": "/api" + path.replace("{", "").replace("}", ""),
            "requestId": "c6af9ac6-7b61-11e6-9a41-93e8deadbeef",
            "identity": {"sourceIp": "192.0.2.1"},
        },
        "headers": {"Content-Type": "application/json", "Authorization": "Bearer x"},
        "multiValueHeaders": {"Content-Type": ["application/json"]},
        "multiValueQueryStringParameters": {"limit": ["1"]},
        "pathParameters": {"league": "x", "table": "x", "hand": "1"},
        "body": '{"name": "A"}',
        "isBase64Encoded": False,
        "stageVariables": None,
    }


@pytest.fixture(scope="module")
def app() -> Any:
    from harness.memory import MemoryStore

    return build_app(lambda: Club(MemoryStore()).context)


def status(app: Any, sent: Any) -> int:
    answer = app(sent, None)
    if answer["statusCode"] >= 400:
        assert answer["headers"]["Content-Type"] == MEDIA_TYPE, answer
    return int(answer["statusCode"])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"pathParameters": None}, 404),
        ({"pathParameters": {}}, 404),
        ({"pathParameters": {"league": None}}, 404),
        ({"pathParameters": {"league": ["x"]}}, 404),
        ({"headers": None}, 404),
        ({"headers": {"Authorization": None}}, 404),
        ({"multiValueQueryStringParameters": {"limit": None}}, 404),
        ({"multiValueQueryStringParameters": []}, 404),
        ({"body": 1}, 422),
        ({"requestContext": None}, 422),
        ({"requestContext": {}}, 422),
        ({"requestContext": {"httpMethod": "GET"}}, 404),
        ({"requestContext": {"httpMethod": "GET", "resourcePath": "/v1/nowhere"}}, 404),
        ({"requestContext": {"httpMethod": "BREW", "resourcePath": "/v1/leagues/{league}"}}, 405),
    ],
)
def test_an_event_that_lacks_something(app: Any, change: Any, expected: int) -> None:
    """Null path parameters were answered with 500."""
    sent = {**event("/v1/leagues/{league}"), "multiValueQueryStringParameters": None, **change}
    if change.keys() != {"headers"}:
        sent["headers"] = {}
    assert status(app, sent) == expected


@pytest.mark.parametrize("sent", [None, [], "event", 1, {}])
def test_what_is_no_event(app: Any, sent: Any) -> None:
    assert status(app, sent) == 422


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """Return an event of which some members are missing, or are something else."""
    sent = copy.deepcopy(
        event(draw(st.sampled_from(PATHS)), draw(st.sampled_from(["GET", "POST"])))
    )
    for _ in range(draw(st.integers(1, 3))):
        at: Any = sent
        while True:
            name = draw(st.sampled_from(sorted(at)))
            if not isinstance(at[name], dict) or not at[name] or draw(st.booleans()):
                break
            at = at[name]
        if draw(st.booleans()):
            del at[name]
        else:
            at[name] = draw(anything)
        if not sent:
            break
    return sent


@given(sent=damaged())
@example(sent={**event("/v1/leagues/{league}"), "pathParameters": None})
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_event_is_a_fault_of_its_sender(app: Any, sent: Any) -> None:
    assert status(app, sent) < 500
