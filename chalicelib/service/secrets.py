"""Secrets in answers: tokens and join codes, sealed in the stored answer.

An answer with a token or a join code may have to be repeated, but the secret must not be stored. So
a seal is stored in its place: for a token its claims, for a code the salt it is derived from.
:func:`unsealed` turns seals into the same secrets again.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Final

from chalicelib.json_value import Json
from chalicelib.store.records.claims import Claims

from .context import Context

_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
CODE_LENGTH: Final = 8
TOKEN_SEAL: Final = "\0token"
CODE_SEAL: Final = "\0code"
"""The name of a seal's only member; no name from a caller can have this character."""


class Secret(str):
    """A token or a join code that knows its seal."""

    __slots__ = ("seal",)
    seal: Mapping[str, Json]

    @classmethod
    def sealed_as(cls, text: str, seal: Mapping[str, Json]) -> Secret:
        """Return the secret."""
        secret = cls(text)
        secret.seal = seal
        return secret


def token_for(ctx: Context, claims: Claims) -> Secret:
    """Return the token for ``claims``."""
    return Secret.sealed_as(ctx.signer.sign(claims), {TOKEN_SEAL: claims.as_json()})


def code_from(ctx: Context, salt: str) -> Secret:
    """Return the join code of a salt: 40 bits, keyed, as ``K7QM-2XRD``."""
    number = int(ctx.signer.keyed_hash("code", salt)[:10], 16)
    digits = "".join(_CROCKFORD[number >> 5 * i & 31] for i in range(CODE_LENGTH))
    return Secret.sealed_as(f"{digits[:4]}-{digits[4:]}", {CODE_SEAL: salt})


def sealed(answer: object) -> Json:
    """Return an answer as JSON values, with a seal in place of each secret."""
    if isinstance(answer, Secret):
        return answer.seal
    if answer is None or isinstance(answer, str | int | float):
        return answer
    if isinstance(answer, Mapping):
        return {str(name): sealed(value) for name, value in answer.items()}
    if isinstance(answer, Sequence):
        return [sealed(value) for value in answer]
    raise TypeError(f"an answer holds {type(answer).__name__}, which is no JSON value")


def unsealed(ctx: Context, answer: Json) -> Json:
    """Return the answer from the JSON that :func:`sealed` made."""
    if isinstance(answer, Mapping):
        if TOKEN_SEAL in answer:
            return token_for(ctx, Claims.from_json(answer[TOKEN_SEAL]))
        if CODE_SEAL in answer:
            return code_from(ctx, str(answer[CODE_SEAL]))
        return {name: unsealed(ctx, value) for name, value in answer.items()}
    if isinstance(answer, list):
        return [unsealed(ctx, value) for value in answer]
    return answer


def normal_code(typed: str) -> str:
    """Return a typed code in the form in which it was issued (Crockford base32)."""
    digits = typed.upper().translate(_READ_AS)
    return f"{digits[:4]}-{digits[4:]}"


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(
        one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass")
    )
