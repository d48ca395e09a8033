"""The committed OpenAPI document is what the routes say, and is valid."""

from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from harness.club import Club
from openapi_spec_validator import validate

from chalicelib.api.contract import docs_page
from chalicelib.api.contract.__main__ import main
from chalicelib.api.contract.docs_page import rights
from chalicelib.api.contract.openapi import document, document_text
from chalicelib.api.contract.options_page import options_page
from chalicelib.api.problems.problem import KINDS, URN
from chalicelib.api.routes import RESOURCES, ROUTES
from chalicelib.rules.actions import POSTERS, Recording
from chalicelib.service.rights import RIGHTS

ROOT = Path(__file__).parents[2]
TEXT = document_text(RESOURCES)
PAGE = docs_page.page(TEXT)


def test_the_committed_files_are_up_to_date() -> None:
    assert (ROOT / "openapi.json").read_text("utf-8") == TEXT, "run: make openapi"
    assert (ROOT / "docs" / "rights.md").read_text("utf-8") == rights(ROUTES), "run: make openapi"
    assert (ROOT / "docs" / "options.md").read_text("utf-8") == options_page(), "run: make openapi"


@pytest.mark.parametrize("file", ["openapi.json", "docs/rights.md", "docs/options.md"])
def test_drift_is_told(
    file: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert main(["--check"]) == 0
    capsys.readouterr()
    Path(file).write_text("{}", "utf-8")
    assert main(["--check"]) == 1
    assert capsys.readouterr().err == f"{file} is not what the code says; run: make openapi\n"


def test_the_document_is_valid() -> None:
    validate(json.loads(TEXT))


def test_every_route_and_every_error_it_can_give_is_described() -> None:
    paths = document(RESOURCES)["paths"]
    assert len({route.name for route in ROUTES}) == len(ROUTES)
    for route in ROUTES:
        operation = paths[route.path][route.method.lower()]
        assert operation["operationId"] == route.name
        described = {
            code
            for answer in operation["responses"].values()
            for media, content in followed(answer).get("content", {}).items()
            if "problem" in media
            for code in types(content["schema"])
        }
        assert described == {URN + code for code in route.errors}


def followed(part: Any) -> Any:
    """Return what a reference refers to, or the part itself."""
    found = json.loads(TEXT)
    for name in part.get("$ref", "#").split("/")[1:]:
        found = found[name]
    return found if "$ref" in part else part


def types(schema: Any) -> list[str]:
    """Return the types that a problem may have."""
    schema = followed(schema)
    if "oneOf" not in schema:
        return [schema["properties"]["type"]["const"]]
    found = [kind for one in schema["oneOf"] for kind in types(one)]
    mapping = schema["discriminator"]["mapping"]
    assert mapping == dict(zip(found, (one["$ref"] for one in schema["oneOf"]), strict=True))
    return found


def test_every_kind_of_problem_has_its_members() -> None:
    document_now = json.loads(TEXT)
    for code, kind in KINDS.items():
        name = "".join(word.capitalize() for word in code.split("-")) + "Problem"
        schema = document_now["components"]["schemas"][name]
        assert set(schema["properties"]) == {"type", *kind.members}, code


def test_an_operation_is_described_in_few_bytes() -> None:
    whole = json.dumps(json.loads(TEXT), separators=(",", ":"), ensure_ascii=False)
    assert len(whole.encode()) <= 4200 * len(ROUTES)


def test_every_kind_of_problem_belongs_to_a_route() -> None:
    given = {code for route in ROUTES for code in route.errors}
    assert set(KINDS) - given == {"method-not-allowed"}


def test_whatever_can_be_sent_or_answered_is_explained() -> None:
    document_now = json.loads(TEXT)
    for name, schema in document_now["components"]["schemas"].items():
        assert name == "Document" or schema["description"], name
        for field, part in schema.get("properties", {}).items():
            assert part.get("description") or "const" in part, f"{name}.{field} is not explained"
    for path, item in document_now["paths"].items():
        for operation in item.values():
            for parameter in operation["parameters"]:
                assert followed(parameter)["description"], (path, parameter)


def test_answers_may_come_to_say_more_and_requests_may_not() -> None:
    schemas = json.loads(TEXT)["components"]["schemas"]
    for name, schema in schemas.items():
        closed = schema.get("additionalProperties") is False
        assert closed == name.endswith(("Body", "Changes", "Fields", "Deal")), name


def test_the_matrix_has_every_deed_and_verb() -> None:
    found = re.findall(r"^\| `(\S+)` \| ([^\n]*)$", rights(ROUTES), re.M)
    told = [(name, row.count("✓")) for name, row in found]
    verbs = [POSTERS[Recording.DEALT], POSTERS[Recording.OBSERVED]]
    rows = [*RIGHTS.items(), *(row for table in verbs for row in table.items())]
    assert told == [(name, len(kinds)) for name, kinds in rows]
    assert "createLeague" in dict(found)["league.create"]


class Page(HTMLParser):
    """The links and anchors of a page, and whether its elements are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            elif name == "href":
                self.links.append(str(value))
            elif name == "src":
                self.sources.append(str(value))


def test_the_page_is_whole_and_loads_nothing() -> None:
    read = Page()
    read.feed(PAGE)
    assert {route.name for route in ROUTES} <= set(read.ids)
    assert len(read.ids) == len(set(read.ids))
    assert {link for link in read.links if not link.startswith("#")} == {"openapi.json"}
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)
    assert not read.sources
    assert not read.tags & {"script", "link", "img", "iframe"}
    assert "url(" not in PAGE
    assert "@import" not in PAGE


def test_the_page_is_served_to_anyone(club: Club) -> None:
    got = club.get("/v1/docs", "no token at all")
    assert got.status == 200
    assert got.headers["Content-Type"] == "text/html; charset=utf-8"
    assert got.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert got.text == PAGE
    started: list[Any] = []
    environ = {"REQUEST_METHOD": "HEAD", "PATH_INFO": "/v1/docs", "wsgi.input": io.BytesIO()}
    body = club.wsgi(environ, lambda status, heads: started.extend([status, dict(heads)]))
    assert (b"".join(body), started[0]) == (b"", "200 OK")
    assert started[1]["ETag"] == got.headers["ETag"]
    assert started[1]["Content-Length"] == got.headers["Content-Length"]
    again = club.call("GET", "/v1/docs", headers={"If-None-Match": got.headers["ETag"]})
    assert again.status == 304
