"""Bearer tokens: signed claims, never stored (RFC 7519, HS256)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import jwt
from jwt.utils import base64url_decode, base64url_encode

from chalicelib.message import say
from chalicelib.store.records.claims import Claims
from chalicelib.store.records.members import UnreadableRecord

from .errors import Refusal

ALGORITHM: Final = "HS256"
_KEPT: Final = 1024
_LATEST: Final = 253_402_300_799
"""The last second of the year 9999, in seconds since 1970: the highest number in claims."""


class Signer:
    """Signs and reads tokens, and derives keyed hashes.

    Parameters
    ----------
    keys
        Key id -> signing key. The first one signs and all are accepted, so that a key can be
        changed without revoking the tokens of an evening.
    """

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        if not keys or any(len(key) < 32 for key in keys.values()):
            raise ValueError("a signing key has at least 32 bytes")
        self._keys = dict(keys)
        self._current = next(iter(keys))
        # A phone sends the same token all evening, so its signature is verified once.
        self._verified = lru_cache(_KEPT)(self._verify)

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
            ``unauthenticated``: it is not one of ours, or has expired.
        """
        claims = self._verified(token)
        if claims.expires <= now:
            raise Refusal("unauthenticated", say("token.expired"))
        return claims

    def _verify(self, token: str) -> Claims:
        """Return the claims of a token with our signature, expired or not."""
        try:
            _check_form(token)
            key = self._keys[jwt.get_unverified_header(token)["kid"]]
            body = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                options={"require": ["exp"], "verify_exp": False, "verify_iat": False},
            )
            claims = Claims.from_json(body)
            if not all(0 <= part <= _LATEST for part in claims if isinstance(part, int)):
                raise jwt.InvalidTokenError("a number is out of range")
            return claims
        except (jwt.InvalidTokenError, KeyError, TypeError, UnreadableRecord):
            raise Refusal("unauthenticated", say("token.invalid")) from None

    def keyed_hash(self, purpose: str, secret: str) -> str:
        """Return a hash of ``secret`` that cannot be guessed without the deployment's keys.

        Only the key named ``hash``, or else the oldest, is used here: records that are found by a
        hash must be found after a change of keys, too.
        """
        key = self._keys.get("hash", self._keys[next(reversed(self._keys))])
        return hmac.new(key, f"{purpose}:{secret}".encode(), hashlib.sha256).hexdigest()


def _check_form(token: str) -> None:
    """Raise unless a token is written as RFC 7515 (3.1) has it.

    PyJWT is lenient with base64url: it takes padding, other characters, and a last character whose
    unused bits are set. Then one token would have many texts.

    Raises
    ------
    jwt.InvalidTokenError
        It is written otherwise.
    """
    for part in token.split("."):
        try:
            right = base64url_encode(base64url_decode(part)).decode()
        except ValueError:
            right = ""
        if part != right:
            raise jwt.DecodeError("a part is not base64url without padding")
