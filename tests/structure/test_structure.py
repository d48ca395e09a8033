"""The structure that CONTRIBUTING.md describes, held against the source.

Where a word steers behaviour (an option's choice, a verb, a recording), one module asks for it.
These tests find the others that do, however they ask: by comparing, by ``match``, or by looking
something up by the word.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from chalicelib.rules import OPTIONS
from chalicelib.rules.actions import Recording, Verb

from .source import Module, modules

OPTION_ROOM = "chalicelib.rules.options"
VERB_ROOM = "chalicelib.rules.actions"
RECORDING_ROOM = "chalicelib.service.recordings"

READERS = {
    "chalicelib.api.contract.docs_page": "shows the table of verbs, a part for each recording",
    "chalicelib.local.table_night": "plays as a phone of the demonstration does",
}
"""Modules that name verbs or recordings without deciding by them for the table, and why."""

CHOICES = {option.name.rpartition(".")[2] for option in OPTIONS if option.choices}
"""The last part of the name of each option that has choices."""

VERBS = {verb.value for verb in Verb}
RECORDINGS = {recording.value for recording in Recording}


def _asks(module: Module) -> Iterator[tuple[ast.AST, list[ast.expr]]]:
    """Yield each place where something is asked for, with the expressions concerned."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Compare):
            yield node, [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            yield node, [node.subject]
        elif isinstance(node, ast.Subscript):
            yield node, [node.slice]
        elif isinstance(node, ast.Call) and _is_lookup(node.func):
            yield node, node.args[:1]


def _is_lookup(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and called.attr in ("get", "startswith", "endswith")


def _ends(expression: ast.expr) -> Iterator[str]:
    """Yield the last names of the attributes in an expression, ``.value`` left out."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Attribute):
            yield node.attr


def _names(expression: ast.expr) -> Iterator[str]:
    """Yield the last names of the attributes in an expression, and the name that it is."""
    yield from _ends(expression)
    if isinstance(expression, ast.Name):
        yield expression.id


def _constants(expression: ast.expr) -> Iterator[str]:
    for node in ast.walk(expression):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _outside(*rooms: str) -> Iterator[Module]:
    return (
        module
        for name, module in modules().items()
        if not any(name == room or name.startswith(f"{room}.") for room in rooms)
    )


def _places(found: Iterator[tuple[Module, ast.AST]]) -> list[str]:
    return [f"{module.name}:{getattr(node, 'lineno', 0)}" for module, node in found]


def test_choices_of_options_are_asked_for_in_their_group_only() -> None:
    def found() -> Iterator[tuple[Module, ast.AST]]:
        for module in _outside(OPTION_ROOM):
            for node, expressions in _asks(module):
                for expression in expressions:
                    chain = set(_ends(expression))
                    if chain & CHOICES and ("rules" in ast.unparse(expression)):
                        yield module, node

    assert _places(found()) == []


def test_enums_of_options_stay_in_their_groups() -> None:
    groups = {name for name in modules() if name.startswith(f"{OPTION_ROOM}.")}
    enums = {
        node.name
        for name in groups
        for node in modules()[name].tree.body
        if isinstance(node, ast.ClassDef)
        and any(isinstance(b, ast.Name) and b.id in ("Enum", "StrEnum") for b in node.bases)
    }
    assert len(enums) > 10
    assert [
        (module.name, name)
        for module in _outside(OPTION_ROOM)
        for target, name in module.imported()
        if target in groups and name in enums
    ] == []


@pytest.mark.parametrize(
    ("attribute", "words", "room"),
    [("verb", VERBS, VERB_ROOM), ("recording", RECORDINGS, RECORDING_ROOM)],
)
def test_words_are_asked_for_in_one_room(attribute: str, words: set[str], room: str) -> None:
    def found() -> Iterator[tuple[Module, ast.AST]]:
        for module in _outside(room, VERB_ROOM):
            for node, expressions in _asks(module):
                names = {
                    name
                    for one in expressions
                    for name in (
                        *_ends(one),
                        *(one.id for one in [one] if isinstance(one, ast.Name)),
                    )
                }
                constants = {text for one in expressions for text in _constants(one)}
                if attribute in names and constants & words:
                    yield module, node

    assert _places(found()) == []


@pytest.mark.parametrize(("enum", "room"), [("Verb", VERB_ROOM), ("Recording", RECORDING_ROOM)])
def test_members_of_these_enums_are_compared_in_one_room(enum: str, room: str) -> None:
    def found() -> Iterator[tuple[Module, ast.AST]]:
        for module in _outside(room, VERB_ROOM, *READERS):
            for node, expressions in _asks(module):
                for expression in expressions:
                    if any(
                        isinstance(part, ast.Attribute)
                        and isinstance(part.value, ast.Name)
                        and part.value.id == enum
                        for part in ast.walk(expression)
                    ):
                        yield module, node

    assert _places(found()) == []


def test_types_say_what_things_are() -> None:
    """``Any`` and its like stand at JSON's border only."""
    lines = sum(module.lines for module in modules().values())
    loose = untyped = 0
    for module in modules().values():
        loose += module.text.count("type: ignore")
        untyped += module.text.count("dict[str, Any]")
        for node in ast.walk(module.tree):
            named = isinstance(node, ast.Name) and node.id in ("Any", "object")
            cast = isinstance(node, ast.Call) and ast.unparse(node.func) == "cast"
            loose += named or cast
    assert loose / lines * 1000 <= 3
    assert untyped / lines * 1000 <= 1
