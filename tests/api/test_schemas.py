"""Answers are described by ``TypedDict`` classes, and held to them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from typing_extensions import TypeAliasType, TypedDict

from chalicelib.api.contract.schemas import describe, hold_to
from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.paths import NoPath
from chalicelib.api.http.queries import NoQuery
from chalicelib.api.http.route import Call, route, takes
from chalicelib.service.context import Context
from chalicelib.service.rights import Right

REF = "#/components/schemas/{model}"


class Seat(TypedDict):
    """A seat of a table."""

    number: int
    """From 1, clockwise."""
    name: NotRequired[str]
    """The player's name, such as ``Ann``."""


_From = TypedDict("_From", {"from": Annotated[str, Field(description="Where from.")]})


class Move(_From):
    """A movement of chips."""

    seats: list[Seat]
    """The seats concerned."""


class Sitting(TypedDict):
    """A hand that is dealt next.

    More of it.
    """

    status: Literal["open"]
    """Always ``open``."""


class Going(TypedDict):
    """A hand that is played."""

    status: Literal["playing"]
    """Always ``playing``."""
    seats: list[Seat] | None
    """Who plays; null: not for you."""


Page = TypeAliasType(
    "Page",
    Annotated[Sitting | Going, Field(discriminator="status", description="A hand.")],
)


class Body(BaseModel):
    """A body."""

    model_config = ConfigDict(extra="forbid")

    seat: int = Field(description="The seat.")


def test_docstrings_describe_what_is_answered() -> None:
    schemas = describe([Move, Page], [Body], REF)
    assert set(schemas.components) == {"Move", "Seat", "Page", "Sitting", "Going", "Body"}
    move = schemas.components["Move"]
    assert move["description"] == "A movement of chips."
    assert move["required"] == ["from", "seats"]
    assert [part["description"] for part in move["properties"].values()] == [
        "Where from.",
        "The seats concerned.",
    ]
    assert schemas.components["Seat"]["required"] == ["number"]
    assert schemas.ref(Page) == {"$ref": "#/components/schemas/Page"}
    assert schemas.ref(Body) == {"$ref": "#/components/schemas/Body"}
    assert schemas.summary(Page) == "A hand."


def test_a_named_union_is_one_of_its_members_by_a_constant() -> None:
    page = describe([Page], [], REF).components["Page"]
    assert page["discriminator"]["propertyName"] == "status"
    assert page["oneOf"] == [{"$ref": REF.format(model=name)} for name in ("Sitting", "Going")]


def test_answers_may_come_to_say_more_and_bodies_may_not() -> None:
    components = describe([Move], [Body], REF).components
    assert "additionalProperties" not in components["Move"]
    assert components["Body"]["additionalProperties"] is False


@pytest.mark.parametrize(
    "text",
    [
        '{"status": "over"}',
        '{"status": "playing"}',
        '{"status": "open", "more": 1}',
        '{"status": "playing", "seats": [{"number": "1"}]}',
        '{"status": "playing", "seats": [{"number": 1, "more": 1}]}',
        "null",
        "",
    ],
)
def test_an_answer_of_another_form_is_found(text: str) -> None:
    with pytest.raises(ValidationError):
        hold_to(Page, text)


def test_an_answer_of_its_form_passes() -> None:
    hold_to(Page, '{"status": "open"}')
    hold_to(Page, '{"status": "playing", "seats": [{"number": 1}]}')
    hold_to(Move, '{"from": "bank", "seats": [{"number": 1, "name": "Ann"}]}')


def test_a_shape_is_imported_when_it_is_described() -> None:
    lazy = LazyShapes("chalicelib.api.resources.leagues.answers")
    assert describe([lazy.League], [], REF).ref(lazy.League) == {
        "$ref": "#/components/schemas/League"
    }
    with pytest.raises(AttributeError):
        lazy.Nothing.load()


def test_the_type_checker_holds_a_handler_to_the_shapes_that_are_declared() -> None:
    def handler(ctx: Context, call: Call[NoPath, NoQuery, None]) -> Seat:
        del ctx, call
        return {"number": 1}

    takes_nothing = takes(NoPath)
    right = route("GET", "/v1/x", "x", "X", takes_nothing, handler, Right.OPEN_READ, {200: Seat})
    # mypy complains of an ignore that nothing needs: so it does of what this line declares.
    wrong = route("GET", "/v1/x", "x", "X", takes_nothing, handler, Right.OPEN_READ, {200: Going})  # type: ignore[arg-type]
    assert (right.replies, wrong.replies) == ({200: Seat}, {200: Going})
