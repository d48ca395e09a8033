"""The requests about players."""

from typing import Annotated, Final

from pydantic import Field

from chalicelib.api.http.fields import Model, Name, Whole
from chalicelib.league.players import MAX_BULK
from chalicelib.service import players
from chalicelib.service.changes import KEEP

_NAME: Final = (
    "The player's name. It is stored in Unicode's form NFC, with single spaces and without "
    "characters that nobody sees. Names that differ only in that, in case or in width are the same."
)


class PlayerBody(Model):
    """A new player; ``namesakes`` allows a name that is taken."""

    name: Name = Field(description=_NAME)
    namesakes: bool = Field(default=False, description="Whether a name that is taken is allowed.")


class PlayersBody(Model):
    """New players, all or none; ``namesakes`` allows names that are taken."""

    names: Annotated[list[Name], Field(min_length=1, max_length=MAX_BULK)] = Field(
        description="The players' names."
    )
    namesakes: bool = Field(default=False, description="Whether names that are taken are allowed.")


class PlayerChanges(Model):
    """Changes to a player; what is left out stays. ``withdrawn_from`` null: not withdrawn.

    A name that is taken only where ``namesakes`` says so.
    """

    name: Name = Field(description="The player's name.", default_factory=str)
    withdrawn_from: Annotated[int, Field(ge=1, le=9999), Whole] | None = Field(
        default=None, description="The first round that the player is not drawn for; null: none."
    )

    namesakes: bool = Field(default=False, description="Whether a name that is taken is allowed.")

    def changes(self) -> players.PlayerChanges:
        """Return the changes for the service."""
        given = self.model_fields_set
        return players.PlayerChanges(
            name=self.name if "name" in given else KEEP,
            namesakes=self.namesakes,
            withdrawn_from=self.withdrawn_from if "withdrawn_from" in given else KEEP,
        )
