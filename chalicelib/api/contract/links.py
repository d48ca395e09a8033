"""Links from what is answered to what can be asked for next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chalicelib.api.http.links import Link
from chalicelib.api.http.route import Route

from .components import Components, Json, camel


def links(route: Route, paths: Mapping[str, str], shared: Components) -> Json:
    """Return the links of a route's answers.

    Parameters
    ----------
    paths
        The path of each operation.

    Raises
    ------
    ValueError
        A link leads to no operation, or does not fill its path.
    """
    found = {link.name: _link(link, route.path, paths, shared) for link in route.links}
    return {"links": found} if found else {}


def _link(link: Link, path: str, paths: Mapping[str, str], shared: Components) -> Json:
    if link.operation not in paths:
        raise ValueError(f"link {link.name} leads to {link.operation}, which does not exist")
    if not set(link.kept) <= set(_parts(path)):
        raise ValueError(f"link {link.name} takes from {path} what it has not")
    filled = {name: f"$request.path.{name}" for name in link.kept}
    filled |= {name: f"$response.body#{pointer}" for name, pointer in link.answered.items()}
    if sorted(filled) != sorted(_parts(paths[link.operation])):
        raise ValueError(f"link {link.name} does not fill the path of {link.operation}")
    described: Json = {
        "operationId": link.operation,
        "parameters": filled,
        "description": link.description,
    }
    return shared.share("links", camel(link.name), described)


def _parts(path: str) -> Iterable[str]:
    """Return the names of a path's variable parts."""
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]
