"""Who makes a request."""

from __future__ import annotations

from typing import Final, NamedTuple

from chalicelib.store.records.claims import Claims


class Caller(NamedTuple):
    """Who makes a request: the token's claims (``None`` without a token) and the address."""

    claims: Claims | None = None
    address: str = ""

    @property
    def kind(self) -> str:
        """The kind of token, or ``anyone``."""
        return self.claims.kind.value if self.claims else "anyone"


ANYONE: Final = Caller()
