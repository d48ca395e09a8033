"""Who makes a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chalicelib.store.records.claims import Claims


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request: the claims of the token, ``None`` without one; and which address."""

    claims: Claims | None = None
    address: str = ""

    @property
    def kind(self) -> str:
        """The kind of token, or ``anyone``."""
        return self.claims.kind.value if self.claims else "anyone"


ANYONE: Final = Caller()
