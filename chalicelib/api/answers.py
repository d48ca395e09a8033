"""What answers contain: the models that describe them, and that tests hold them to."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, RootModel


class Answer(BaseModel):
    """The base of every answer model."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Health(Answer):
    """The service answers."""

    status: Literal["ok"]
    version: str


class Document(RootModel[dict[str, Any]]):
    """An OpenAPI document."""


class OptionInfo(Answer):
    """One option of the rules."""

    name: str
    section: str
    default: Any
    meaning: str
    choices: list[Any] | None
    minimum: int | None
    maximum: int | None


class PresetInfo(Answer):
    """A named game and what it stands for."""

    preset: str
    options: dict[str, Any]
    rules: dict[str, Any]


class Presets(Answer):
    """All presets, and all options."""

    presets: list[PresetInfo]
    options: list[OptionInfo]


class League(Answer):
    """A league."""

    league: str
    name: str
    public: bool
    preset: str
    options: dict[str, Any]
    rules: dict[str, Any]
    recording: str
    play_clock: int | None
    frozen: bool
    created_at: str


class NewLeague(Answer):
    """A league just created, and its first organiser's token."""

    league: League
    token: str


class Player(Answer):
    """A player of a league."""

    player: int
    name: str
    withdrawn_from: int | None


class Players(Answer):
    """A page of players."""

    players: list[Player]
    next_after: int | None


class NewPlayers(Answer):
    """Players just added."""

    players: list[Player]


class SeatedTable(Answer):
    """A table of a round: the players' numbers and names in seat order, clockwise."""

    number: int
    table: str
    players: list[int]
    names: list[str]


class Round(Answer):
    """A round. One that stays ``opening`` was interrupted: opening it again finishes it."""

    round: int
    state: Literal["draft", "opening", "open", "closed", "discarded"]
    seed: str
    recording: str
    drawn_at: str
    opened_at: str | None
    closed_at: str | None
    absent: list[int]
    tables: list[SeatedTable]


class Rounds(Answer):
    """A page of rounds."""

    rounds: list[Round]
    next_after: int | None


class StandingsLine(Answer):
    """One player's line."""

    rank: int
    tied: bool
    player: int
    name: str
    chips: int
    net: int
    rounds: int
    hands: int


class MadeFrom(Answer):
    """The facts that standings were made from."""

    tables: int
    hands: int
    revision: str


class Standings(Answer):
    """A page of a league's standings."""

    league: str
    league_name: str
    status: Literal["provisional"]
    by: str
    hands: int | None
    made_at: str
    made_from: MadeFrom
    standings: list[StandingsLine]
    next_after: int | None


class Token(Answer):
    """A token handed out."""

    subject: str
    kind: str
    expires_at: str
    token: str


class TokenRow(Answer):
    """A subject for which a token was issued."""

    subject: str
    kind: str
    label: str
    issued_at: str
    revoked: bool


class Tokens(Answer):
    """Subjects for which tokens were issued."""

    tokens: list[TokenRow]


class Code(Answer):
    """A join code handed out; it is shown this once."""

    code_id: str
    code: str
    kind: str
    player: int | None
    name: str | None
    table: str | None
    expires_at: str


class Sheet(Answer):
    """Join codes for the players of a league."""

    league: str
    league_name: str
    codes: list[Code]
    next_after: int | None


class CodeRow(Answer):
    """A join code that was issued."""

    code_id: str
    kind: str
    player: int | None
    name: str | None
    table: str | None
    expires_at: str
    used: bool
    revoked: bool


class Codes(Answer):
    """Join codes that were issued and have not expired."""

    codes: list[CodeRow]


class Me(Answer):
    """What the caller's token is and may do."""

    subject: str
    kind: str
    league: str
    league_name: str
    expires_at: str
    may: list[str]
    table: str | None
    player: int | None
    seat: int | None
    name: str | None = None


class Problem(Answer):
    """An error (RFC 9457); further members depend on ``type``."""

    model_config = ConfigDict(strict=True, extra="allow")

    type: str
    title: str
    status: int
    detail: str
