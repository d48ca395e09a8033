"""The requests about rounds."""

from typing import TYPE_CHECKING, Annotated, Final

from pydantic import Field

from chalicelib.api.http.fields import Model, PlayerNumber, Seed, Whole
from chalicelib.recording import Recording

if TYPE_CHECKING:
    from chalicelib.service.rounds import DrawRequest

MAX_ABSENT: Final = 5000


class RoundBody(Model):
    """A round to be drawn."""

    seed: Seed | None = Field(
        default=None, description="The seed of the draw; left out, the server picks one."
    )
    tables: Annotated[int, Field(ge=1, le=200), Whole] | None = Field(
        default=None, description="How many; left out, as many as bring them nearest to six seats."
    )
    players: Annotated[list[PlayerNumber], Field(max_length=1600)] | None = Field(
        default=None, description="Who takes part; left out, every player who has not withdrawn."
    )
    absent: Annotated[list[PlayerNumber], Field(max_length=MAX_ABSENT)] = Field(
        description="Who does not take part.", default_factory=list
    )
    recording: Recording | None = Field(
        default=None, description="How its tables begin; left out, as the league says."
    )

    def request(self) -> "DrawRequest":
        """Return the request for the service."""
        from chalicelib.service.rounds import DrawRequest

        return DrawRequest(
            seed=self.seed,
            tables=self.tables,
            players=self.players,
            absent=self.absent,
            recording=self.recording,
        )
