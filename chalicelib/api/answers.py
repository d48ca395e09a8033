"""The base of the answer models."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """The base of every answer model."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)
