"""The form of the route table.

A route is declared once: method and path, the right it needs, its parameters and body, its answers
and its problems. The same declaration serves requests, checks rights and describes the API.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar, overload

from pydantic import BaseModel
from typing_extensions import TypeAliasType

from chalicelib.service.context import Context
from chalicelib.service.once import Answer, Once
from chalicelib.service.rights import RIGHTS, Caller, Right

from .body import read_body, read_query
from .conditions import (
    UNCONDITIONAL,
    IfMatch,
    read_if_match,
    read_key,
    unheeded,
    unheeded_headers,
)
from .lazy import LazyShape, model
from .limits import UNCOUNTED
from .links import Link
from .messages import CORS, Answered, Deprecated, JsonObject, Reply, Request
from .negotiation import JSON, choose
from .paths import check_path, read_path
from .queries import Formatted, NoQuery, Query

P_co = TypeVar("P_co", covariant=True)
Q_co = TypeVar("Q_co", bound=Query, covariant=True)
B_co = TypeVar("B_co", covariant=True)
T = TypeVar("T", bound=JsonObject)
M_co = TypeVar("M_co", bound=BaseModel, covariant=True)

NO_TOKEN: Final = frozenset({Right.OPEN_READ, Right.LEAGUE_CREATE, Right.JOIN})
"""Rights for which the token is ignored: an old one must not keep a phone from joining."""

COMMON_PROBLEMS: Final = ("invalid-request", "internal", "busy", "unavailable")
"""The problems of every route, beside its own."""


class Call(NamedTuple, Generic[P_co, Q_co, B_co]):
    """A request as a route's handler gets it: checked and read into the route's types.

    Attributes
    ----------
    path
        The values of the path's variable parts.
    query, body
        The query parameters, and the body; a route that takes none has :class:`NoQuery` and
        ``None``.
    once
        The request's Idempotency-Key, if the route supports one.
    media, language
        The media type to answer with, one of those that the route offers, and the language.
    if_match
        The request's ``If-Match``, if the route is conditional.
    request
        The request as received.
    """

    caller: Caller
    path: P_co
    query: Q_co
    body: B_co
    once: Once | None
    deployment_key: str | None
    media: str
    language: str
    if_match: IfMatch
    request: Request


class Header(NamedTuple):
    """A request header that a route reads."""

    name: str
    description: str


Shape = type | TypeAliasType | LazyShape
"""The shape of an answer: a ``TypedDict``, or a named union of them."""


class Heeds(NamedTuple):
    """The headers that a route supports.

    Attributes
    ----------
    keyed, conditional
        Whether it supports an Idempotency-Key, and ``If-Match``.
    unheeded
        The headers that it does not support, and which a request may not rely on.
    offered
        The media types that it can answer with.
    """

    keyed: bool
    conditional: bool
    unheeded: tuple[str, ...]
    offered: tuple[str, ...]


class Takes(NamedTuple, Generic[P_co, Q_co, B_co]):
    """The path, query and body of a route, declared by :func:`takes`.

    Attributes
    ----------
    read
        Reads a request. The path is read before the caller is admitted, everything else after.
    """

    path: Callable[..., P_co]
    query: type[Query] | LazyShape
    body: type[BaseModel] | LazyShape | None
    read: Callable[[Request, Callable[[], Caller], Heeds], Call[P_co, Q_co, B_co]]


@overload
def takes(path: Callable[..., P_co]) -> Takes[P_co, NoQuery, None]: ...
@overload
def takes(path: Callable[..., P_co], *, query: type[Q_co]) -> Takes[P_co, Q_co, None]: ...
@overload
def takes(path: Callable[..., P_co], *, body: type[M_co]) -> Takes[P_co, NoQuery, M_co]: ...
@overload
def takes(
    path: Callable[..., P_co], *, query: type[Q_co], body: type[M_co]
) -> Takes[P_co, Q_co, M_co]: ...
def takes(
    path: Callable[..., P_co],
    *,
    query: type[Query] | LazyShape = NoQuery,
    body: type[BaseModel] | LazyShape | None = None,
) -> Takes[P_co, Query, BaseModel | None]:
    """Declare the path, query and body of a route.

    Parameters
    ----------
    path
        The form of the values in its path, such as :class:`.paths.HandPath`.
    query
        The form of its query parameters.
    body
        The model of its body. Query and body may be imported later (:mod:`.lazy`).
    """

    def read(
        request: Request, admit: Callable[[], Caller], heeds: Heeds
    ) -> Call[P_co, Query, BaseModel | None]:
        values = read_path(path, request.params)
        caller = admit()
        asked = read_query(model(query, Query), request.query)
        named = asked.media if isinstance(asked, Formatted) else None
        media = named or choose(request.headers.get("accept", ""), heeds.offered)
        for header in heeds.unheeded:
            if header.lower() in request.headers:
                raise unheeded(header)
        return Call(
            caller=caller,
            path=values,
            query=asked,
            body=None if body is None else read_body(model(body, BaseModel), request),
            once=read_key(request, caller) if heeds.keyed else None,
            deployment_key=request.headers.get("boodle-key"),
            media=media,
            language=request.language,
            if_match=read_if_match(request) if heeds.conditional else UNCONDITIONAL,
            request=request,
        )

    return Takes(path, query, body, read)


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one path, as :func:`route` declares it.

    Attributes
    ----------
    errors
        The codes of all its problems, in order.
    headers
        The headers of all its answers, problems included.
    answer
        Answers a request, once the caller is admitted.
    """

    method: str
    path: str
    name: str
    summary: str
    right: Right
    replies: Mapping[int, Shape | None]
    query: type[Query] | LazyShape
    body: type[BaseModel] | LazyShape | None
    answer: Callable[[Context, Request, Callable[[], Caller]], Answered]
    problems: tuple[str, ...] = ()
    keyed: bool = False
    conditional: bool = False
    request_headers: tuple[Header, ...] = ()
    other_media: tuple[str, ...] = ()
    location: str = ""
    no_store: bool = False
    deprecated: Deprecated | None = None
    links: tuple[Link, ...] = ()
    errors: tuple[str, ...] = field(init=False)
    headers: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        own = list(self.problems) + list(COMMON_PROBLEMS)
        if any(self.replies.values()) or self.other_media:
            own.append("not-acceptable")
        if self.name not in UNCOUNTED:
            own.append("rate-limited")
        if "anyone" not in RIGHTS[self.right]:
            own.append("forbidden")
        if self.right not in NO_TOKEN:
            own.append("unauthenticated")
        if "{" in self.path:
            own.append("not-found")
        if self.body is not None:
            own += ["invalid-json", "too-large", "unsupported-media-type"]
        if self.keyed:
            own.append("idempotency-key-reused")
        if self.conditional:
            own.append("precondition-failed")
        headers = {**CORS, "X-Content-Type-Options": "nosniff"}
        if self.no_store:
            headers["Cache-Control"] = "no-store"
        if self.deprecated is not None:
            headers |= self.deprecated.headers()
        object.__setattr__(self, "errors", tuple(sorted(set(own))))
        object.__setattr__(self, "headers", headers)
        if self.method == "POST" and 201 in self.replies and not self.location:
            raise ValueError(f"{self.name} does not say where what it creates is")

    @property
    def body_model(self) -> type[BaseModel] | None:
        """The model of its body, if it has one."""
        return None if self.body is None else model(self.body, BaseModel)

    @property
    def query_model(self) -> type[Query]:
        """The model of its query parameters."""
        return model(self.query, Query)


def route(
    method: str,
    path: str,
    name: str,
    summary: str,
    takes: Takes[P_co, Q_co, B_co],
    handler: Callable[[Context, Call[P_co, Q_co, B_co]], T | Answer[T] | Reply | None],
    right: Right,
    replies: Mapping[int, type[T] | TypeAliasType | None],
    problems: tuple[str, ...] = (),
    *,
    keyed: bool = False,
    conditional: bool = False,
    headers: tuple[Header, ...] = (),
    other_media: tuple[str, ...] = (),
    location: str = "",
    no_store: bool = False,
    deprecated: Deprecated | None = None,
    links: tuple[Link, ...] = (),
) -> Route:
    """Return a route.

    Parameters
    ----------
    name
        The stable ``operationId``.
    takes, handler
        What it takes, and what then answers; their types agree, and so do what the handler
        returns and the shapes of ``replies``.
    right
        A right in :data:`chalicelib.service.rights.RIGHTS`.
    replies
        Status -> shape of the answer; the first is the usual one. ``None``: no JSON.
    problems
        The codes of its problems, beside :data:`COMMON_PROBLEMS`.
    keyed
        Whether it supports an Idempotency-Key.
    conditional
        Whether it supports ``If-Match``: it changes the resource of a GET with the same path.
    headers
        Other request headers that it reads.
    other_media
        Media types of its answers beside JSON.
    location
        The path of what it creates, relative to its own: a template that the path's values and the
        answer fill. A PUT creates at its own path.
    no_store
        Whether its answers have secrets, which no cache may store.
    deprecated
        Since when and until when, if it is deprecated; every answer says so.
    links
        The requests that a client can make next with what it answers.
    """
    check_path(path, takes.path)
    json = (JSON,) if any(replies.values()) else ()
    unheeded = unheeded_headers(method, keyed=keyed, conditional=conditional)
    heeds = Heeds(keyed, conditional, unheeded, (*json, *other_media))

    def answer(ctx: Context, request: Request, admit: Callable[[], Caller]) -> Answered:
        return handler(ctx, takes.read(request, admit, heeds))

    return Route(
        method=method,
        path=path,
        name=name,
        summary=summary,
        right=right,
        replies=replies,
        query=takes.query,
        body=takes.body,
        answer=answer,
        problems=problems,
        keyed=keyed,
        conditional=conditional,
        request_headers=headers,
        other_media=other_media,
        location=location,
        no_store=no_store,
        deprecated=deprecated,
        links=links,
    )


class Resource(NamedTuple):
    """The routes of one resource; its name and description are a tag of the document."""

    name: str
    description: str
    routes: tuple[Route, ...]
