"""Whatever is sent is answered as declared, and never with a fault (the harness sees to both)."""

from __future__ import annotations

from typing import Any

import pytest
from harness.club import Club
from harness.memory import MemoryStore
from harness.sizes import sized
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.api.http.route import Route
from chalicelib.api.resources.actions.requests import VERBS
from chalicelib.api.routes import ROUTES
from chalicelib.rules.options.rules import BY_NAME

few = settings(max_examples=sized(5, 100), suppress_health_check=list(HealthCheck))

cards = st.sampled_from(["2S", "3S", "10H", "AH", "qd", "T♠", "1X", "XX", "²S"])
texts = (
    st.text(max_size=8) | cards | st.sampled_from(["player", "scorer", "dealt", "michigan", "²"])
)
numbers = st.integers(-2, 12) | st.sampled_from([1.0, 0.5, 1e308, 2**53, 10**30])
atoms = st.none() | st.booleans() | numbers | texts
values = st.recursive(
    atoms,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
options = st.dictionaries(st.sampled_from(sorted(BY_NAME)), values, max_size=3)
hands = st.dictionaries(st.sampled_from(["1", "2", "3", "4", "²"]), st.lists(cards, max_size=3))
actions = st.dictionaries(
    st.sampled_from([*VERBS, "seat", "phone_at"]), st.just(True) | values, min_size=1, max_size=2
)
special = {
    "options": options,
    "deal": st.fixed_dictionaries(
        {"hands": hands}, optional={"widow": st.lists(cards, max_size=3)}
    ),
    "stakes": st.dictionaries(st.sampled_from(["AH", "KC", "x"]), numbers, max_size=3),
    "actions": st.lists(actions, min_size=1, max_size=3),
    "play": cards,
    "undo": numbers,
    "first": numbers,
    "after": st.just("x" * 43),
}


def bodies(route: Route) -> st.SearchStrategy[Any]:
    assert route.body_model is not None
    fields = {
        field.alias or name: special.get(name, values) | values
        for name, field in route.body_model.model_fields.items()
    }
    return st.fixed_dictionaries({}, optional=fields) | values


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if route.body_model], ids=lambda route: route.name
)
@few
@given(st.data())
def test_any_body_is_answered(route: Route, data: st.DataObject) -> None:
    night = Club(MemoryStore()).entered(preset="boodle", options={"penalty.missed_play": 1})
    table = night.table
    tokens = [night.organiser, table.scorer, table.seat(1), None]
    for seat in table.seats:
        body = {"stakes": {"AH": 4}}
        night.club.put(f"{table.at(1)}/entries/{seat}", body, table.scorer)
    if route.right == "hand.act":
        table.enter()
    path = route.path.format(
        league=night.id, table=table.id, player=1, round=1, hand=1, seat=1, number=1, draw=1
    )
    for token in tokens:
        night.club.call(route.method, path, data.draw(bodies(route)), token)


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if "{" in route.path], ids=lambda route: route.name
)
@few
@given(st.text(min_size=1, max_size=12).filter(lambda text: "/" not in text))
def test_any_path_is_answered(route: Route, text: str) -> None:
    league = Club(MemoryStore()).league()
    parts = route.path.split("/")
    for at, part in enumerate(parts):
        if part.startswith("{"):
            path = "/".join([*parts[:at], text, *parts[at + 1 :]])
            path = path.replace("{league}", league.id)
            path = "/".join("1" if p.startswith("{") else p for p in path.split("/"))
            league.club.call(route.method, path, None, league.organiser)
