"""What openapi-generator makes of ``openapi.json`` for Kotlin and Swift, by reading it.

There is no compiler for either here: what a program of theirs goes by is read from the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from harness.once import once_per_run

from .tools import DOCUMENT, models

SCHEMAS: Mapping[str, Any] = json.loads(DOCUMENT.read_text("utf-8"))["components"]["schemas"]
UNIONS = {name: schema for name, schema in SCHEMAS.items() if "oneOf" in schema}


@dataclass(frozen=True)
class Language:
    """How a language writes what a program goes by.

    Attributes
    ----------
    union
        How the declaration of a union begins, with ``{name}``.
    case
        A case of a union; its group is the type of the value.
    decoded
        How the type of a value is written where a case is decoded by a discriminator's word.
    listed
        A list of a type, with ``{name}``.
    optional
        How the type of a field that may be left out ends.
    untyped
        The type of what could be anything.
    """

    generator: str
    options: tuple[str, ...]
    ending: str
    union: str
    case: str
    decoded: str
    listed: str
    optional: str
    untyped: str


LANGUAGES = (
    Language(
        generator="kotlin",
        options=(
            "--library=jvm-retrofit2",
            "--additional-properties=serializationLibrary=kotlinx_serialization",
            "--additional-properties=generateOneOfAnyOfWrappers=true",
            "--type-mappings=AnyType=JsonElement",
            "--import-mappings=JsonElement=kotlinx.serialization.json.JsonElement",
        ),
        ending="kt",
        union="sealed interface {name} {{",
        case=r"value class \w+\(val value: (\w+)\) : \w+",
        decoded=r'"{word}" -> \{{\s+val decoded = [\w.]+\({name}\.serializer\(\), element\)',
        listed="kotlin.collections.List<{name}>",
        optional="? = null",
        untyped=r"(?<!data: )kotlin\.Any\b",
    ),
    Language(
        generator="swift6",
        options=(),
        ending="swift",
        union="public enum {name}: Sendable, Codable, Hashable {{",
        case=r"case type\w+\((\w+)\)",
        decoded=r'case "{word}":\s+self = \.type\w+\(try {name}\(from: decoder\)\)',
        listed="[{name}]",
        optional="?",
        untyped=r": (?:\w+\()?(?:Any|AnyCodable)\b",
    ),
)


def test_bodies_of_links_are_left_to_their_descriptions() -> None:
    """openapi-generator refuses a document with a link whose body is no single expression."""
    links = json.loads(DOCUMENT.read_text("utf-8"))["components"].get("links", {})
    assert not [name for name, link in links.items() if "requestBody" in link]


class Generated:
    """The files that were generated for a language, by the name of what they declare."""

    def __init__(self, language: Language, folder: Path) -> None:
        self.language = language
        self._files = {path.stem: path for path in folder.rglob(f"*.{language.ending}")}

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def text(self, name: str) -> str:
        return self._files[name].read_text("utf-8")

    def cases(self, union: str) -> list[str]:
        """Return the types of a union's cases, in the order of its declaration."""
        _, _, rest = self.text(union).partition(self.language.union.format(name=union))
        declared, _, _ = rest.partition("\n}" if self.language.ending == "kt" else "public func")
        return re.findall(self.language.case, declared)

    def kind(self, model: str, field: str) -> str:
        """Return the type of a model's field, as it is written."""
        found = re.search(rf"^ *(?:public )?va[lr] {field}: (.+?),?$", self.text(model), re.M)
        assert found, (model, field)
        return found[1]


def generate(language: Language, factory: pytest.TempPathFactory) -> Generated:
    def build(folder: Path) -> None:
        models(language.generator, folder, *language.options)

    return Generated(language, once_per_run(factory, language.generator, build))


@pytest.fixture(scope="session", params=LANGUAGES, ids=lambda one: one.generator)
def generated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generated:
    language: Language = request.param
    return generate(language, tmp_path_factory)


@pytest.fixture
def kotlin(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    return generate(LANGUAGES[0], tmp_path_factory)


def members(union: Mapping[str, Any]) -> list[str]:
    return [one["$ref"].rpartition("/")[2] for one in union["oneOf"]]


def test_every_union_has_a_case_for_each_of_its_schemas(generated: Generated) -> None:
    assert {"ActionPost", "Action", "HandPage", "Account", "TokenBody"} <= UNIONS.keys()
    for name, union in UNIONS.items():
        assert set(generated.cases(name)) == set(members(union)), name


def test_a_play_takes_a_card_alone(generated: Generated) -> None:
    assert generated.kind("PlayPost", "play").removeprefix("kotlin.") == "String"
    optional = generated.language.optional
    for field in ("seat", "after", "phoneAt"):
        assert generated.kind("PlayPost", field).endswith(optional), field
    assert not generated.kind("PlayPost", "play").endswith(optional)


def test_legal_is_a_list_of_what_is_posted(generated: Generated) -> None:
    listed = generated.language.listed
    assert generated.kind("Hand", "legal") == listed.format(name="ActionPost")
    operations = generated.text("ActionsApi" if "ActionsApi" in generated else "ActionsAPI")
    assert re.search(r"fun[c]? putAction\(.*\bactionPost: ActionPost,", operations)


def words(union: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for word, ref in union.get("discriminator", {}).get("mapping", {}).items():
        yield word, ref.rpartition("/")[2]


def test_unions_are_decoded_by_their_discriminator(generated: Generated) -> None:
    assert dict(words(UNIONS["HandPage"])) == {
        "playing": "Hand", "over": "Hand", "abandoned": "Hand", "open": "OpenHand",
    }  # fmt: skip
    for name, union in UNIONS.items():
        text = generated.text(name)
        for word, member in words(union):
            decoded = generated.language.decoded.format(word=re.escape(word), name=member)
            assert re.search(decoded, text), (name, word)


def test_nothing_can_be_anything(generated: Generated) -> None:
    for name in SCHEMAS:
        if name in generated:
            assert not re.search(generated.language.untyped, generated.text(name)), name


def test_a_union_without_discriminator_is_decoded_by_trying_in_any_order() -> None:
    """Kotlin and Swift take the first case that decodes and ignore what they do not know.

    So each case requires a field that others do not have, or have with another type.
    """
    for union in UNIONS.values():
        if "discriminator" in union:
            continue
        for name in members(union):
            needed = {
                field: SCHEMAS[name]["properties"][field] for field in SCHEMAS[name]["required"]
            }
            for other in set(members(union)) - {name}:
                fields = SCHEMAS[other]["properties"]
                assert any(
                    field not in fields or fields[field].get("type") != part.get("type", ...)
                    for field, part in needed.items()
                ), (name, other)


def test_kotlin_can_leave_out_what_is_not_said(kotlin: Generated) -> None:
    """By default it writes null for it, which a request may not have: docs/api.md says so."""
    assert "kotlinxSerializationJsonConfiguration: JsonBuilder.() -> Unit" in kotlin.text(
        "Serializer"
    )
    assert "apply(kotlinxSerializationJsonConfiguration)" in kotlin.text("Serializer")
