"""The requests of the resource ``general``."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from chalicelib.api.http.fields import Model
from chalicelib.api.http.queries import Formatted

Nonce = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,64}$")]


class RenewBody(Model):
    """128 random bits that the phone made once (hex or base64url)."""

    nonce: Nonce = Field(description="Kept by the phone: the same nonce gets the same token.")


class JoinBody(Model):
    """A join code as typed, and 128 random bits that the phone made once (hex or base64url)."""

    code: Annotated[str, StringConstraints(min_length=8, max_length=16)] = Field(
        description="As typed, in capitals or not."
    )
    nonce: Nonce = Field(
        description="Made once by the phone and kept: the same nonce gets the same token."
    )


class ProblemsQuery(Formatted):
    """The catalogue of problems as JSON, or as a page to read."""

    format: Literal["json", "html"] | None = Field(
        default=None, description="`html`: a page to read; else `Accept` decides."
    )
