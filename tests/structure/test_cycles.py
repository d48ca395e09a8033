"""No module imports itself by way of others, typing-only imports and those in functions included.

import-linter holds the same for packages, where they are finished with it; this test holds it for
every module.
"""

from __future__ import annotations

import grimp


def in_cycles(graph: grimp.ImportGraph) -> set[str]:
    """Return the modules of all cycles, and those between two cycles."""
    left = set(graph.modules)
    while True:
        ends = {
            module
            for module in left
            if not left & graph.find_modules_directly_imported_by(module)
            or not left & graph.find_modules_that_directly_import(module)
        }
        if not ends:
            return left
        left -= ends


def test_a_cycle_is_found() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]:
        graph.add_import(importer=importer, imported=imported)
    assert in_cycles(graph) == {"b", "c"}


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("chalicelib", cache_dir=None)
    assert len(graph.modules) > 100
    assert in_cycles(graph) == set()
