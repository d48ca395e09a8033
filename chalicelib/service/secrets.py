"""Secrets in answers, kept sealed until they leave.

An answer that carries a token or a join code may have to be repeated, but must not be stored.
So it is decided and stored with a seal in the secret's place: for a token its claims, for a
code the salt it is derived from. :func:`unseal` turns seals into secrets on the way out.
"""

from __future__ import annotations

import hmac
from typing import Any, Final

from .context import Context
from .tokens import Claims

_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
CODE_LENGTH: Final = 8
TOKEN_SEAL: Final = "\0token"
CODE_SEAL: Final = "\0code"
SEAL: Final = "\\u0000"
"""What the JSON of an answer has wherever a seal is: a sign that no name of a space, and nothing
else that a caller can put into an answer, may have."""


def sealed_token(claims: Claims) -> dict[str, Any]:
    """Return the seal of the token for ``claims``."""
    return {TOKEN_SEAL: claims.as_json()}


def sealed_code(salt: str) -> dict[str, Any]:
    """Return the seal of the join code derived from ``salt``."""
    return {CODE_SEAL: salt}


def unseal(ctx: Context, answer: Any) -> Any:
    """Return ``answer`` with every seal replaced by its secret."""
    if isinstance(answer, dict):
        if TOKEN_SEAL in answer:
            return ctx.signer.sign(Claims.from_json(answer[TOKEN_SEAL]))
        if CODE_SEAL in answer:
            return code_from(ctx, answer[CODE_SEAL])
        return {key: unseal(ctx, value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [unseal(ctx, value) for value in answer]
    return answer


def code_from(ctx: Context, salt: str) -> str:
    """Return the join code of a salt: 40 bits, keyed, as ``K7QM-2XRD``."""
    number = int(ctx.signer.keyed_hash("code", salt)[:10], 16)
    digits = "".join(_CROCKFORD[number >> 5 * i & 31] for i in range(CODE_LENGTH))
    return f"{digits[:4]}-{digits[4:]}"


def normal_code(typed: str) -> str:
    """Return a code as typed by a person in the form it was issued in (Crockford base32)."""
    digits = typed.upper().translate(_READ_AS)
    return f"{digits[:4]}-{digits[4:]}"


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(
        one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass")
    )
