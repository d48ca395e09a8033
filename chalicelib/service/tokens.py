"""Bearer tokens: signed claims, never stored (RFC 7519, HS256)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import jwt

from .errors import Refusal

ALGORITHM: Final = "HS256"
_KEPT: Final = 1024
KINDS: Final = ("organiser", "director", "scorer", "player", "viewer")


class Claims(NamedTuple):
    """What a token says of its bearer.

    Attributes
    ----------
    kind
        One of :data:`KINDS`.
    league
        The league it is good for.
    number
        Which organiser, director, viewer or player of the league, or which scorer slot of
        the table.
    epoch
        The token is void once the subject's epoch is higher.
    table
        The table of a scorer.
    expires
        Seconds since 1970.
    """

    kind: str
    league: str
    number: int
    epoch: int
    expires: int
    table: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the claims as the token carries them."""
        claims = {"k": self.kind, "l": self.league, "n": self.number, "e": self.epoch}
        if self.table:
            claims["t"] = self.table
        return {**claims, "exp": self.expires}

    @classmethod
    def from_json(cls, claims: Mapping[str, Any]) -> Claims:
        """Return the claims that :meth:`as_json` gave."""
        kind, league, number, epoch = claims["k"], claims["l"], claims["n"], claims["e"]
        return cls(kind, league, number, epoch, claims["exp"], claims.get("t"))


class Signer:
    """Signs and reads tokens, and derives keyed hashes.

    Parameters
    ----------
    keys
        Signing keys by their id; the first one signs, all are accepted, so that a key can be
        changed without voiding the tokens of an evening.
    """

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        if not keys or any(len(key) < 32 for key in keys.values()):
            raise ValueError("a signing key has at least 32 bytes")
        self._keys = dict(keys)
        self._read: dict[bytes, Claims] = {}
        self._current = next(iter(keys))

    def sign(self, claims: Claims) -> str:
        """Return the token for ``claims``."""
        return jwt.encode(
            claims.as_json(),
            self._keys[self._current],
            algorithm=ALGORITHM,
            headers={"kid": self._current},
        )

    def read(self, token: str, now: int) -> Claims:
        """Return the claims of a token.

        Parameters
        ----------
        now
            Seconds since 1970.

        Raises
        ------
        Refusal
            ``unauthenticated``: it is none of ours, or has expired.
        """
        name = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
        claims = self._read.get(name) or self._verified(token)
        if claims.expires <= now:
            raise Refusal("unauthenticated", "the token has expired")
        if len(self._read) >= _KEPT:
            self._read.clear()
        self._read[name] = claims
        return claims

    def _verified(self, token: str) -> Claims:
        """Return the claims of a token whose signature is ours.

        A phone sends the same token all evening; what it says is then remembered by its hash,
        and only its expiry and its epoch are looked at each time.
        """
        try:
            key = self._keys[jwt.get_unverified_header(token)["kid"]]
            body = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                options={"require": ["exp"], "verify_exp": False, "verify_iat": False},
            )
            return Claims.from_json(body)
        except (jwt.InvalidTokenError, KeyError, TypeError):
            raise Refusal("unauthenticated", "the token is not valid") from None

    def keyed_hash(self, purpose: str, secret: str) -> str:
        """Return a hash of ``secret`` that cannot be tried out without the deployment's keys.

        All keys serve to sign, but only the one named ``hash``, or else the oldest, serves
        here: what is found by its hash must be found after a change of keys too.
        """
        key = self._keys.get("hash", self._keys[next(reversed(self._keys))])
        return hmac.new(key, f"{purpose}:{secret}".encode(), hashlib.sha256).hexdigest()
