"""The served document holds against the app: Schemathesis, with every check.

The cases come from the document alone. What it cannot know is lent to most of them: the names of
a league and a table that are there, and tokens. With ``BOODLE_SLOW=1`` all cases are tried; else
the document's examples and a sample that hangs on the run's seed.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias
from zlib import crc32

import pytest
from harness.club import Club, League
from harness.memory import MemoryStore
from harness.seeds import SEED, fresh
from schemathesis import AuthContext, Case, Config, HookContext, openapi
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine import Status, from_schema
from schemathesis.engine.events import EngineFinished, FatalError, NonFatalError, ScenarioFinished
from schemathesis.engine.recorder import ScenarioRecorder
from schemathesis.generation.meta import TestPhase
from schemathesis.schemas import BaseSchema

from chalicelib.api.contract.openapi import document_text
from chalicelib.api.problems.problem import URN
from chalicelib.api.routes import RESOURCES
from chalicelib.local.server import Server

DOCUMENT = json.loads(document_text(RESOURCES))
PATH = ParameterLocation.PATH
SLOW = os.environ.get("BOODLE_SLOW") == "1"
CASES = 60 if SLOW else 3

# The problems of a well-formed request that cannot be carried out; a schema cannot tell them.
JUDGED = {
    "against-the-rules",
    "cannot-seat",
    "idempotency-key-reused",
    "league-full",
    "malformed",
    "too-many",
    "unknown-players",
}
# Texts must be printable, a time zone known, a phone in this century: no pattern says so exactly.
UNTOLD = {"name", "names", "label", "seed", "phone_at", "timezone"}


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for item in DOCUMENT["paths"].values():
        for operation in item.values():
            yield operation["operationId"], operation


def is_judged(operation: dict[str, Any]) -> bool:
    """Whether a valid request may be answered 422: it has a body or a key to be judged."""
    shared = [parameter.get("$ref", "") for parameter in operation.get("parameters", ())]
    return "requestBody" in operation or any(one.endswith("IdempotencyKey") for one in shared)


def is_covered(name: str) -> bool:
    """Whether each part of an operation's request is tried with every value that could matter.

    That makes some 5,000 cases, and to make them takes long: without ``BOODLE_SLOW=1`` it is
    done for a third of the operations, and other ones in every run.
    """
    return SLOW or fresh(f"cover {name}").randrange(3) == 0


def configuration() -> Config:
    """Return Schemathesis's settings: every check is on, as it is by default.

    Which 422 it may be is seen to by :func:`surprises`.
    """
    accepted = ["2xx", "3xx", "401", "403", "404", "409", "410", "412", "422", "429"]
    judging = {"positive_data_acceptance": {"expected-statuses": accepted}}
    settings = [
        {
            "include-operation-id": name,
            "phases": {"coverage": {"enabled": is_covered(name)}},
            "checks": judging if is_judged(operation) else {},
        }
        for name, operation in operations()
    ]
    return Config.from_dict(
        {
            "seed": SEED,
            "generation": {"max-examples": CASES, "no-shrink": not SLOW},
            "phases": {"stateful": {"enabled": SLOW}},
            "operations": settings,
        }
    )


ApiCase: TypeAlias = Case[Any]


def _dice(case: ApiCase) -> int:
    """Return a number that depends on what is asked, so that a run is like the next."""
    asked = (case.operation.label, case.path_parameters, case.query, case.body)
    return crc32(repr(asked).encode())


def _is_left_out(case: ApiCase) -> bool:
    """Whether a case is one of many alike that only the long run has time for."""
    if SLOW or case.meta is None or case.meta.phase.name is not TestPhase.COVERAGE:
        return False
    return fresh(_dice(case)).randrange(4) > 0


def lend(schema: BaseSchema, night: League) -> None:
    """Lend to most cases what is there, and a token; leave out what is for the long run."""
    table = night.table
    at_table = [
        table.scorer,
        table.scorer,
        *(table.seat(seat) for seat in table.seats),
        night.director,
    ]
    there = {"league": night.id, "table": table.id, "hand": 1, "round": 2, "player": 1, "seat": 2}

    @schema.hook
    def filter_case(context: HookContext, case: ApiCase) -> bool:
        del context
        return not _is_left_out(case)

    @schema.hook
    def map_case(context: HookContext, case: ApiCase) -> ApiCase:
        del context
        parts, path = case.path_parameters, case.meta and case.meta.components.get(PATH)
        always = case.meta is not None and case.meta.phase.name is TestPhase.EXAMPLES
        lent = always or _dice(case) % 4 > 0
        if lent and path and path.mode.is_positive and isinstance(parts, dict):
            parts |= {name: value for name, value in there.items() if name in parts}
        return case

    @schema.auth(refresh_interval=None)  # a token for each case, not one for all
    class Tokens:
        def get(self, case: ApiCase, context: AuthContext) -> str:
            del context
            if case.operation.path.startswith("/v1/tables"):
                return at_table[_dice(case) % len(at_table)]
            return night.organiser

        def set(self, case: ApiCase, data: str, context: AuthContext) -> None:
            del context
            case.headers["Authorization"] = f"Bearer {data}"


@contextmanager
def a_night() -> Iterator[tuple[str, League]]:
    """Serve a league night: a hand is being played, and another round is drawn."""
    club = Club(MemoryStore())
    night = club.night(recording="entered")
    night.table.enter()
    night.draw(seed="a draft")
    server = Server(club.context, "127.0.0.1", 0)
    thread = server.start()
    try:
        yield server.url, night
    finally:
        server.stop()
        thread.join(10)


def failures(recorder: ScenarioRecorder) -> Iterator[str]:
    """Yield what checks have found in a scenario."""
    for checks in recorder.checks.values():
        for check in checks:
            if check.status == Status.FAILURE and check.failure_info:
                failure = check.failure_info.failure
                again = check.failure_info.code_sample
                yield f"{recorder.label}: {failure.title}: {failure.message}\n{again}"


def surprises(recorder: ScenarioRecorder) -> Iterator[str]:
    """Yield refusals of valid requests which the document could have foreseen."""
    for case_id, interaction in recorder.interactions.items():
        response, meta = interaction.response, recorder.cases[case_id].value.meta
        if response is None or response.status_code != 422 or not meta:
            continue
        if meta.generation.mode.is_negative:
            continue
        problem = json.loads(response.content or b"{}")
        places = [set(error["at"].split("/")) for error in problem.get("errors", [])]
        if problem["type"].removeprefix(URN) in JUDGED:
            continue
        if not places or not all(place & UNTOLD for place in places):
            yield f"{recorder.label}: refused, though valid: {problem}"


def test_the_served_document_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    # It is looked for in the file system before each request.
    monkeypatch.setattr("requests.sessions.get_netrc_auth", lambda url: None)
    answered: dict[str, Counter[int]] = defaultdict(Counter)
    faults: list[str] = []
    with a_night() as (url, night):
        schema = openapi.from_url(f"{url}/v1/openapi.json", config=configuration())
        lend(schema, night)
        for event in from_schema(schema).execute():
            if isinstance(event, ScenarioFinished):
                faults += [*failures(event.recorder), *surprises(event.recorder)]
                for interaction in event.recorder.interactions.values():
                    if interaction.response:
                        answered[str(event.label)][interaction.response.status_code] += 1
            elif isinstance(event, NonFatalError):
                faults.append(f"{event.label}: {event.value!r}")
            elif isinstance(event, FatalError):
                faults.append(repr(event.exception))
            elif isinstance(event, EngineFinished):
                faults += map(str, event.failures)
    assert not faults, f"{len(faults)} faults:\n" + "\n\n".join(faults[:40])
    named = {f"{m.upper()} {path}" for path, item in DOCUMENT["paths"].items() for m in item}
    assert set(answered) - {"None"} == named  # None: of several
    # Most are carried out now and then; test_contract_examples sees to it that each can be.
    got_through = {label for label, counts in answered.items() if min(counts) < 300}
    assert len(got_through) > len(named) / 2, sorted(named - got_through)
