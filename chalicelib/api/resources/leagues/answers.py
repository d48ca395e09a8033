"""The answers about leagues."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from chalicelib.api.http.messages import JsonDict
from chalicelib.api.shapes import Time
from chalicelib.rules.actions import Recording
from chalicelib.service import leagues
from chalicelib.store.records.times import rfc3339


class League(TypedDict):
    """A league."""

    league: str
    """The league's name in paths."""
    name: str
    """Its name for people."""
    public: bool
    """Whether its pages can be read without a token."""
    preset: str
    """The named game that its rules start from."""
    options: JsonDict
    """The options that differ from the preset's."""
    rules: JsonDict
    """The value of every option."""
    recording: Annotated[
        Recording,
        Field(
            description="How tables begin. `dealt`: Boodle deals. `entered`: deals are given "
            "beforehand. `observed`: real cards, each posted as it falls. `result`: real cards "
            "and a score sheet. Tables may differ."
        ),
    ]
    play_clock: int | None
    """Seconds after which others may play for a seat (`stop`, `follow`); null: never."""
    frozen: bool
    """Whether a hand was dealt, so that the rules can no longer change."""
    created_at: Time
    """When (RFC 3339, UTC)."""


class ListedLeague(TypedDict):
    """A league in the list of all."""

    league: str
    """The league's name in paths."""
    name: str
    """Its name for people."""
    public: bool
    """Whether its pages can be read without a token."""
    created_at: Time
    """When (RFC 3339, UTC)."""


class Leagues(TypedDict):
    """A page of leagues."""

    leagues: list[ListedLeague]
    """In the order of their names in paths."""
    next_after: str | None
    """`after` of the next page; null: this is the last."""


class NewLeague(TypedDict):
    """A league just created, and its first organiser's token."""

    league: League
    """The league."""
    token: str
    """The organiser's token. It is shown only once: keep it."""


def league(shown: leagues.League) -> League:
    """Return a league's answer."""
    return {
        "league": shown.id,
        "name": shown.name,
        "public": shown.public,
        "preset": shown.rules.preset,
        "options": dict(shown.options),
        "rules": dict(shown.rules.options()),
        "recording": shown.recording,
        "play_clock": shown.play_clock,
        "frozen": shown.frozen,
        "created_at": rfc3339(shown.created),
    }


def leagues_page(page: leagues.LeaguesPage) -> Leagues:
    """Return a page of leagues."""
    return {
        "leagues": [
            {
                "league": shown.id,
                "name": shown.name,
                "public": shown.public,
                "created_at": rfc3339(shown.created),
            }
            for shown in page.leagues
        ],
        "next_after": page.next_after,
    }


def new_league(created: leagues.NewLeague) -> NewLeague:
    """Return the answer about a new league."""
    return {"league": league(created.league), "token": created.token}
