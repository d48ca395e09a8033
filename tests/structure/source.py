"""The source files of Boodle as syntax trees: what the tests of its structure look at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "chalicelib"


@dataclass(frozen=True)
class Module:
    """A module: its dotted name, its file, its text."""

    name: str
    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def package(self) -> str:
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    def imported(self) -> Iterator[tuple[str, str]]:
        """Yield what each import names: a module, and a name in it or nothing."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield alias.name, ""
            elif isinstance(node, ast.ImportFrom):
                start = self.package.rsplit(".", node.level - 1)[0] if node.level else ""
                module = ".".join(part for part in (start, node.module) if part)
                for alias in node.names:
                    yield module, alias.name


@cache
def modules() -> Mapping[str, Module]:
    """Return the modules of the package by their names."""
    found = {}
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = Module(name, path, path.read_text("utf-8"))
    return found


def imports() -> Mapping[str, frozenset[str]]:
    """Return which modules each module imports, wherever the import stands, for types too."""
    known = modules()
    graph = {}
    for name, module in known.items():
        targets = {
            f"{target}.{part}" if f"{target}.{part}" in known else target
            for target, part in module.imported()
        }
        graph[name] = frozenset(targets & known.keys()) - {name}
    return graph


def cycles(graph: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, by Tarjan's algorithm."""
    found: list[list[str]] = []
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        stack.append(name)
        for target in graph[name]:
            if target not in order:
                visit(target)
                lowest[name] = min(lowest[name], lowest[target])
            elif target in stack:
                lowest[name] = min(lowest[name], order[target])
        if lowest[name] == order[name]:
            place = stack.index(name)
            group, stack[place:] = stack[place:], []
            if len(group) > 1:
                found.append(sorted(group))

    for name in graph:
        if name not in order:
            visit(name)
    return found
