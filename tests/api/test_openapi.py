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
from harness.gateway import answered
from openapi_spec_validator import validate

from chalicelib.api.contract import docs_page
from chalicelib.api.contract.__main__ import main
from chalicelib.api.contract.docs_page import rights
from chalicelib.api.contract.openapi import document, document_text
from chalicelib.api.contract.options_page import options_page
from chalicelib.api.problems.problem import KINDS, URN
from chalicelib.api.resources.actions.requests import VERBS
from chalicelib.api.routes import RESOURCES, ROUTES
from chalicelib.rules.actions import POSTERS, TABLE, Recording
from chalicelib.service.rights import RIGHTS

ROOT = Path(__file__).parents[2]
TEXT = document_text(RESOURCES)
PAGE = docs_page.page(TEXT)


def test_the_committed_files_are_up_to_date() -> None:
    assert (ROOT / "openapi.json").read_text("utf-8") == TEXT, "run: make openapi"
    assert (ROOT / "docs" / "rights.md").read_text("utf-8") == rights(ROUTES), "run: make openapi"
    assert (ROOT / "docs" / "options.md").read_text("utf-8") == options_page(), "run: make openapi"


@pytest.mark.parametrize("file", ["openapi.json", "docs/rights.md", "docs/options.md"])
def test_drift_is_reported(
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
        return list(schema["allOf"][1]["properties"]["type"]["enum"])
    found = [kind for one in schema["oneOf"] for kind in types(one)]
    mapping = schema["discriminator"]["mapping"]
    assert mapping == dict(zip(found, (one["$ref"] for one in schema["oneOf"]), strict=True))
    return found


def test_every_kind_of_problem_has_its_members() -> None:
    document_now = json.loads(TEXT)
    for code, kind in KINDS.items():
        name = "".join(word.capitalize() for word in code.split("-")) + "Problem"
        schema = document_now["components"]["schemas"][name]
        assert set(schema["allOf"][1]["properties"]) == {"type", *kind.members}, code
        assert schema["description"] != f"problem.{code}.title.", code


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
        verb = re.sub("(All)?(Post|Action)$", "", name).lower()  # explained with the whole
        for field, part in schema.get("properties", {}).items():
            explained = part.get("description") or "$ref" in str(part) or "const" in part
            assert explained or field in (verb, "seat"), f"{name}.{field} is not explained"
    for path, item in document_now["paths"].items():
        for operation in item.values():
            for parameter in operation["parameters"]:
                assert followed(parameter)["description"], (path, parameter)


def test_answers_may_come_to_say_more_and_requests_may_not() -> None:
    schemas = json.loads(TEXT)["components"]["schemas"]
    for name, schema in schemas.items():
        if "oneOf" in schema:
            continue  # its members are looked at
        closed = schema.get("additionalProperties") is False
        assert closed == name.endswith(("Body", "Changes", "Post", "Deal", "Dealer")), name


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
    environ = {"REQUEST_METHOD": "HEAD", "PATH_INFO": "/v1/docs", "wsgi.input": io.BytesIO()}
    status, headers, body = answered(club.wsgi, environ)
    assert (status, body) == ("200 OK", b"")
    for name in ("ETag", "Content-Length"):
        assert dict(headers)[name] == got.headers[name]
    again = club.call("GET", "/v1/docs", headers={"If-None-Match": got.headers["ETag"]})
    assert again.status == 304


def test_a_union_is_one_of_its_members_which_can_be_distinguished() -> None:
    """By a constant, or by the verb of an action, which is a member that no other has."""
    found = json.loads(TEXT)["components"]["schemas"]
    assert not re.search(r'"anyOf": \[\s*\{\s*"\$ref": [^}]*\},\s*\{\s*"\$ref"', TEXT)
    unions = {name: schema for name, schema in found.items() if "oneOf" in schema}
    assert {"HandPage", "ActionPost", "Action", "Account", "TokenBody"} < set(unions)
    for name, schema in unions.items():
        members = [found[one["$ref"].rpartition("/")[2]] for one in schema["oneOf"]]
        if "discriminator" in schema:
            mapped = set(schema["discriminator"]["mapping"].values())
            assert mapped == {one["$ref"] for one in schema["oneOf"]}, name
            continue
        first = [member["required"][0] for member in members]
        types = [str(one["properties"][verb]) for one, verb in zip(members, first, strict=True)]
        assert len(set(zip(first, types, strict=True))) == len(members), name


def test_there_is_a_schema_for_each_verb() -> None:
    found = json.loads(TEXT)["components"]["schemas"]
    posted = {name for name in found if name.endswith("Post")} - {"ActionPost", "WaiveAllPost"}
    assert posted == {f"{verb.title()}Post" for verb in VERBS}
    recorded = {name for name in found if name.endswith("Action")} - {
        "LoggedAction",
        "WaiveAllAction",
    }
    assert recorded == {"Action"} | {f"{verb.title()}Action" for verb in TABLE}


def test_what_is_legal_can_be_posted() -> None:
    document_now = json.loads(TEXT)
    put = document_now["paths"]["/v1/tables/{table}/hands/{hand}/actions/{number}"]["put"]
    body = put["requestBody"]["content"]["application/json"]["schema"]
    legal = document_now["components"]["schemas"]["Hand"]["properties"]["legal"]["items"]
    assert body == legal == {"$ref": "#/components/schemas/ActionPost"}


def test_a_field_says_its_default_in_words_so_that_it_stays_optional_in_every_client() -> None:
    found = json.loads(TEXT)["components"]["schemas"]
    fields = [field for one in found.values() for field in one.get("properties", {}).values()]
    assert not [field for field in fields if "default" in field]
    assert found["LeagueBody"]["properties"]["preset"]["description"].endswith(
        'Default: `"michigan"`.'
    )
    assert found["LeagueBody"]["required"] == ["name"]


def test_nothing_is_null_by_default_and_times_are_called_so() -> None:
    assert '"default": null' not in TEXT
    found = json.loads(TEXT)["components"]["schemas"]
    for name, schema in found.items():
        for field, part in schema.get("properties", {}).items():
            if name != "Fault" and (field == "at" or field.endswith("_at")):
                shown = {**part, **part.get("anyOf", [{}])[0]}
                assert shown.get("format") == "date-time" or "PhoneTime" in str(part), (name, field)


def test_no_id_of_a_text_stands_for_the_text() -> None:
    assert not re.findall(r"\b(?:problem|page|option)\.[a-z-]+\.[a-z]+\b", TEXT)
