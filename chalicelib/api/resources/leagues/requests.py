"""The requests about leagues."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, StringConstraints

from chalicelib.api.http.fields import Model, Name, Options, PlayClock
from chalicelib.recording import Recording
from chalicelib.service.changes import KEEP

if TYPE_CHECKING:
    from chalicelib.service import leagues


class LeagueBody(Model):
    """A new league."""

    name: Name = Field(description="For people; need not be unique.")
    preset: Annotated[str, StringConstraints(max_length=40)] = Field(
        default="michigan", description="The named game to start from (see listPresets)."
    )
    options: Options = Field(
        description="Options that differ from the preset's (see listPresets).", default_factory=dict
    )
    public: bool = Field(default=True, description="Whether its pages can be read without a token.")
    recording: Recording = Field(
        default=Recording.DEALT,
        description="How tables begin. `dealt`: Boodle deals. `entered`: deals are given "
        "beforehand. `observed`: real cards, each posted as it falls. `result`: real cards and a "
        "score sheet.",
    )
    play_clock: PlayClock | None = Field(
        default=None, description="Seconds after which others may play for a seat; null: never."
    )

    def request(self) -> "leagues.LeagueRequest":
        """Return the request for the service."""
        from chalicelib.service import leagues

        return leagues.LeagueRequest(
            name=self.name,
            preset=self.preset,
            options=self.options,
            public=self.public,
            recording=self.recording,
            play_clock=self.play_clock,
        )


class LeagueChanges(Model):
    """Changes to a league; what is left out stays."""

    name: Name = Field(description="For people.", default_factory=str)
    preset: Annotated[str, StringConstraints(max_length=40)] = Field(
        description="The named game; not once a hand was dealt.", default_factory=str
    )
    options: Options = Field(
        description="In place of those set before; not once a hand was dealt.", default_factory=dict
    )
    public: bool = Field(
        description="Whether its pages can be read without a token.", default_factory=bool
    )
    recording: Recording = Field(
        description="How tables of rounds drawn from now on begin.",
        default_factory=lambda: Recording.DEALT,
    )
    play_clock: PlayClock | None = Field(
        default=None, description="Seconds; null: none. Not once a hand was dealt."
    )

    def changes(self) -> "leagues.LeagueChanges":
        """Return the changes for the service."""
        from chalicelib.service import leagues

        given = self.model_fields_set
        return leagues.LeagueChanges(
            name=self.name if "name" in given else KEEP,
            preset=self.preset if "preset" in given else KEEP,
            options=self.options if "options" in given else KEEP,
            public=self.public if "public" in given else KEEP,
            recording=self.recording if "recording" in given else KEEP,
            play_clock=self.play_clock if "play_clock" in given else KEEP,
        )
