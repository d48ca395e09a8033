"""What answers contain: the models that describe them, and that tests hold them to."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from chalicelib.api.http.language import Language


class Answer(BaseModel):
    """The base of every answer model."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


class Health(Answer):
    """The service answers."""

    status: Literal["ok"] = Field(description="Always `ok`.")
    version: str = Field(description="The version of Boodle that serves.")


class Document(RootModel[dict[str, Any]]):
    """An OpenAPI document."""


class OptionInfo(Answer):
    """One option of the rules."""

    name: str = Field(description="As it is written in a league's `options`.")
    section: str = Field(description="The section of the rules that it belongs to, such as R6.")
    default: Any = Field(description="What holds where nothing is said.")
    meaning: str = Field(description="What it does, in words.")
    choices: list[Any] | None = Field(description="The values it may have, if it is one of a few.")
    minimum: int | None = Field(description="The least number, if it is one.")
    maximum: int | None = Field(description="The greatest number, if it is one.")


class PresetInfo(Answer):
    """A named game and what it stands for."""

    preset: str = Field(description="Its name.")
    options: dict[str, Any] = Field(
        description="The options in which it differs from the defaults."
    )
    rules: dict[str, Any] = Field(description="Every option, as it holds in this game.")


class RulesPage(Answer):
    """The rules of a game: every option, and a page to play from that is made from them."""

    preset: str = Field(description="The named game they began from.")
    rules: dict[str, Any] = Field(description="Every option.")
    language: Language = Field(description="The language of the page.")
    text: str = Field(description="The page: plain text with short headings.")


class Presets(Answer):
    """All presets, and all options."""

    presets: list[PresetInfo] = Field(description="The named games.")
    options: list[OptionInfo] = Field(description="Every option that a league may set.")


class League(Answer):
    """A league."""

    league: str = Field(description="The league's name in paths.")
    name: str = Field(description="Its name for people.")
    public: bool = Field(description="Whether its pages can be read without a token.")
    preset: str = Field(description="The named game that its rules start from.")
    options: dict[str, Any] = Field(description="The options set apart from the preset's.")
    rules: dict[str, Any] = Field(description="Every option, as it holds here.")
    recording: str = Field(
        description="How tables begin. `dealt`: Boodle deals. `entered`: deals are told to it. "
        "`observed`: real cards, each told as it falls. `result`: real cards and a score sheet. "
        "Tables may differ."
    )
    play_clock: int | None = Field(
        description="Seconds after which others may play for a seat (`stop`, `follow`); null: "
        "never."
    )
    frozen: bool = Field(
        description="Whether a hand was dealt, so that the rules stay as they are."
    )
    created_at: str = Field(description="When (RFC 3339, UTC).")


class NewLeague(Answer):
    """A league just created, and its first organiser's token."""

    league: League = Field(description="The league.")
    token: str = Field(description="The organiser's token. It is shown this once: keep it.")


class Player(Answer):
    """A player of a league."""

    player: int = Field(description="The player's number in the league.")
    name: str = Field(description="The player's name.")
    withdrawn_from: int | None = Field(
        description="The first round that the player is not drawn for; null: takes part."
    )


class Players(Answer):
    """A page of players."""

    players: list[Player] = Field(description="By number.")
    next_after: int | None = Field(description="`after` of the next page; null: this is the last.")


class NewPlayers(Answer):
    """Players just added."""

    players: list[Player] = Field(description="In the order of the names sent.")


class SeatedTable(Answer):
    """A table of a round: the players' numbers and names in seat order, clockwise."""

    number: int = Field(description="The table's number in the round.")
    table: str = Field(description="The table's name in paths.")
    players: list[int] = Field(description="Players' numbers; the first sits on seat 1.")
    names: list[str] = Field(description="Their names, in the same order.")


class Round(Answer):
    """A round. One that stays ``opening`` was interrupted: opening it again finishes it."""

    round: int = Field(description="The round's number.")
    state: Literal["draft", "opening", "open", "closed", "discarded"] = Field(
        description="Where it stands; only an `open` round's tables deal."
    )
    seed: str = Field(
        description="What the draw was made from: the same seed and players are seated alike."
    )
    recording: str = Field(
        description="How its tables begin: `dealt`, `entered`, `observed` or `result`, as in a "
        "league. Tables may differ."
    )
    drawn_at: str = Field(description="When (RFC 3339, UTC).")
    opened_at: str | None = Field(description="When (RFC 3339, UTC).")
    closed_at: str | None = Field(description="When (RFC 3339, UTC).")
    absent: list[int] = Field(description="Players left out of the draw.")
    tables: list[SeatedTable] = Field(description="Who sits where.")


class Rounds(Answer):
    """A page of rounds."""

    rounds: list[Round] = Field(description="By number.")
    next_after: int | None = Field(description="`after` of the next page; null: this is the last.")


class StandingsLine(Answer):
    """One player's line."""

    rank: int = Field(description="The place; equals share one (1, 2, 2, 4).")
    tied: bool = Field(description="Whether others have the same place.")
    player: int = Field(description="The player's number.")
    name: str = Field(description="The player's name.")
    chips: int = Field(description="Chips held, over all tables sat at.")
    net: int = Field(description="Chips held less chips bought in.")
    rounds: int = Field(description="How many rounds the player sat in.")
    hands: int = Field(description="How many hands were counted.")


class MadeFrom(Answer):
    """The facts that standings were made from."""

    tables: int = Field(description="How many tables.")
    hands: int = Field(description="How many hands played out.")
    revision: str = Field(description="Changes whenever the facts do.")


class Standings(Answer):
    """A page of a league's standings."""

    league: str = Field(description="The league's name in paths.")
    league_name: str = Field(description="Its name for people.")
    status: Literal["provisional"] = Field(
        description="Always `provisional`: later hands count too."
    )
    by: str = Field(description="What decides: `chips` or `net`.")
    hands: int | None = Field(description="Only the first so many hands of each table; null: all.")
    made_at: str = Field(
        description="When they were worked out; they may be kept for a few seconds (see `fresh`)."
    )
    made_from: MadeFrom = Field(description="What they were worked out from.")
    standings: list[StandingsLine] = Field(description="Best first.")
    next_after: int | None = Field(description="`after` of the next page; null: this is the last.")


class Token(Answer):
    """A token handed out."""

    subject: str = Field(description="Whose it is, such as `player-7`.")
    kind: str = Field(description="The kind of token, on which rights depend.")
    expires_at: str = Field(description="When it stops being good.")
    token: str = Field(description="To be sent as `Authorization: Bearer …`. Keep it secret.")


class TokenRow(Answer):
    """A subject for which a token was issued."""

    subject: str = Field(description="Whose, such as `director-1`.")
    kind: str = Field(description="The kind of token.")
    label: str = Field(description="What was noted when it was issued.")
    issued_at: str = Field(description="When (RFC 3339, UTC).")
    revoked: bool = Field(description="Whether its tokens were voided.")


class Tokens(Answer):
    """Subjects for which tokens were issued."""

    tokens: list[TokenRow] = Field(
        description="Staff and scorers; players are listed with the players."
    )


class Code(Answer):
    """A join code handed out; it is shown this once."""

    code_id: str = Field(description="Names the code where it is voided; no secret.")
    code: str = Field(description="What is typed on the phone.")
    kind: str = Field(description="What token it gives.")
    player: int | None = Field(description="The player it is for.")
    name: str | None = Field(description="That player's name.")
    table: str | None = Field(description="The table whose scorer it is for.")
    expires_at: str = Field(description="Until when it can be traded.")


class Sheet(Answer):
    """Join codes for the players of a league."""

    league: str = Field(description="The league's name in paths.")
    league_name: str = Field(description="Its name for people.")
    codes: list[Code] = Field(description="One for each player, by number.")
    next_after: int | None = Field(description="`after` of the next sheet; null: this is the last.")


class CodeRow(Answer):
    """A join code that was issued."""

    code_id: str = Field(description="Names the code where it is voided.")
    kind: str = Field(description="What token it gives.")
    player: int | None = Field(description="The player it is for.")
    name: str | None = Field(description="That player's name.")
    table: str | None = Field(description="The table whose scorer it is for.")
    expires_at: str = Field(description="Until when it can be traded.")
    used: bool = Field(description="Whether a phone has traded it.")
    revoked: bool = Field(description="Whether it was voided.")


class Codes(Answer):
    """Join codes that were issued and have not expired."""

    codes: list[CodeRow] = Field(description="Used and unused.")


class Me(Answer):
    """What the caller's token is and may do."""

    subject: str = Field(description="Whose token it is, such as `player-7`.")
    kind: str = Field(description="The kind of token.")
    league: str = Field(description="The league's name in paths.")
    league_name: str = Field(description="Its name for people.")
    expires_at: str = Field(description="When the token stops being good.")
    may: list[str] = Field(
        description="The deeds that it has the right to (see each operation's `Right`)."
    )
    table: str | None = Field(description="The table: a scorer's, or where the player sits now.")
    player: int | None = Field(description="The player's number.")
    seat: int | None = Field(description="The seat there, from 1 clockwise.")
    name: str | None = Field(
        default=None, description="The player's name; only with a player's token."
    )


class Problem(Answer):
    """An error (RFC 9457); further members depend on ``type``."""

    model_config = ConfigDict(strict=True, extra="allow")

    type: str = Field(description="The kind of problem. Stable: programs go by it.")
    title: str = Field(description="The kind in words; may change.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What is wrong this time; may change.")


class ProblemKind(Answer):
    """A kind of problem, explained."""

    type: str = Field(description="What stands in a problem's `type`.")
    code: str = Field(description="The last part of the type.")
    status: int = Field(description="The HTTP status.")
    title: str = Field(description="The kind in words.")
    meaning: str = Field(description="What it means.")
    advice: str = Field(description="What to do.")
    members: list[str] = Field(description="What further members such a problem may have.")


class Problems(Answer):
    """Every kind of problem, explained."""

    language: Language = Field(description="The language, as `Accept-Language` asks.")
    problems: list[ProblemKind] = Field(description="The kinds, by status.")
