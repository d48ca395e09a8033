"""The requests about draws."""

from typing import Annotated

from pydantic import Field, StringConstraints

from chalicelib.api.http.fields import Model

Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class CommitmentBody(Model):
    """What a phone commits to."""

    commitment: Hex = Field(description="The SHA-256 of a secret of 32 bytes.")
