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
