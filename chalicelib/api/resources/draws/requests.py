"""The requests about draws."""

from typing import Annotated

from pydantic import Field, StringConstraints

from chalicelib.api.http.fields import Model, SeatNumber
from chalicelib.service.draws import Opened
from chalicelib.store.records.draws import Opening

Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class CommitmentBody(Model):
    """What a phone commits to."""

    commitment: Hex = Field(description="The SHA-256 of a secret of 32 bytes.")


class OpeningBody(Model):
    """What a phone opens."""

    draw: Hex = Field(description="The SHA-256 of the draw's `text`.")
    secret: Hex = Field(description="The secret that the seat has committed to.")
    next: Hex = Field(description="What the seat commits to for the next draw.")

    def opened(self) -> Opened:
        """Return it for the service."""
        return Opened(self.draw, Opening(self.secret, self.next))


class RedrawBody(Model):
    """Who is left out of another draw."""

    left_out: Annotated[list[SeatNumber], Field(min_length=1, max_length=8)] = Field(
        description="The seats that have not opened the last draw, all of them."
    )
