"""A route declared deprecated says so in every answer, and in the document (RFC 9745, RFC 8594)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from harness.club import Club, Got
from openapi_spec_validator import validate

from chalicelib.api.app import build_app
from chalicelib.api.contract.docs_page import _page
from chalicelib.api.contract.openapi import document
from chalicelib.api.http.messages import EXPOSED_HEADERS, Deprecated
from chalicelib.api.http.route import Resource
from chalicelib.api.routes import RESOURCES, ROUTES

GOING = Deprecated(
    since=date(2027, 1, 1),
    sunset=date(2028, 1, 1),
    instead="Use `getHand`.",
    link="https://example.org/docs/deprecation.md",
)
TOLD = {
    "Deprecation": "@1798761600",
    "Sunset": "Sat, 01 Jan 2028 00:00:00 GMT",
    "Link": '<https://example.org/docs/deprecation.md>; rel="deprecation"',
}
GO = ("listPlayers", "addPlayer")
RESOURCES_OLD = [
    Resource(
        one.name,
        one.description,
        tuple(
            replace(route, deprecated=GOING if route.name in GO else None) for route in one.routes
        ),
    )
    for one in RESOURCES
]
OLD = [route for one in RESOURCES_OLD for route in one.routes]


@pytest.fixture
def old(club: Club) -> Club:
    club.serve(OLD)
    return club


def told(got: Got) -> dict[str, str]:
    return {name: got.headers[name] for name in TOLD if name in got.headers}


def test_nothing_is_deprecated_today() -> None:
    assert [route.name for route in ROUTES if route.deprecated] == []


def test_every_answer_of_a_route_that_goes_says_so(old: Club) -> None:
    league = old.league()
    path, token = f"{league.path}/players", league.organiser
    page = old.get(path, token)
    known = {"If-None-Match": page.headers["ETag"]}
    answers = {
        200: page,
        304: old.call("GET", path, token=token, headers=known),
        201: old.post(path, {"name": "Ann"}, token),
        400: old.post(path, raw=b"{", token=token),
        401: old.post(path, {"name": "Ben"}),
        403: old.post(path, {"name": "Ben"}, league.viewer),
        404: old.get("/v1/leagues/x/players"),
        409: old.post(path, {"name": "Ann"}, token),
        422: old.get(path, token, colour="red"),
    }
    for status, got in answers.items():
        assert (got.status, told(got)) == (status, TOLD), got


def test_faults_and_bodies_that_cannot_be_read_say_so(old: Club) -> None:
    class Failing:
        def get(self, keys: object) -> object:
            raise ZeroDivisionError

    app = build_app(lambda: old.use(store=Failing()).context, OLD)
    for encoded, status in ((False, 500), (True, 400)):
        event: dict[str, Any] = {
            "requestContext": {"httpMethod": "GET", "resourcePath": "/v1/leagues/{league}/players"},
            "headers": {},
            "multiValueQueryStringParameters": None,
            "pathParameters": {"league": "x"},
            "body": "A" if encoded else None,
            "isBase64Encoded": encoded,
            "stageVariables": None,
        }
        answer = app(event, None)
        assert answer["statusCode"] == status
        assert TOLD.items() <= answer["headers"].items()


def test_other_routes_do_not(old: Club) -> None:
    league = old.league()
    for path in (league.path, f"{league.path}/rounds", "/v1/health", "/v1/nothing"):
        assert told(old.get(path)) == {}


def test_pages_of_anywhere_may_read_it(old: Club) -> None:
    got = old.get("/v1/leagues/x/players")
    exposed = got.headers["Access-Control-Expose-Headers"].split(",")
    assert set(TOLD) <= set(exposed) == set(EXPOSED_HEADERS)


def test_the_document_says_so() -> None:
    described = document(RESOURCES_OLD)
    validate(described)
    for item in described["paths"].values():
        for operation in item.values():
            goes = operation["operationId"] in GO
            assert operation.get("deprecated", False) is goes
            for response in operation["responses"].values():
                assert (set(TOLD) <= set(response.get("headers", {}))) is goes
    listed = described["paths"]["/v1/leagues/{league}/players"]["get"]["description"]
    assert listed.endswith(" Deprecated since 2027-01-01, goes 2028-01-01. Use `getHand`.")
    assert "Use <code>getHand</code>." in "".join(_page(described))


def test_what_goes_stays_for_twelve_months() -> None:
    with pytest.raises(ValueError, match="365 days"):
        replace(GOING, sunset=GOING.since + timedelta(days=364))
