"""Secrets in answers are sealed where they are kept, and come out of their seals the same."""

from __future__ import annotations

import json

import pytest
from harness.club import Club

from chalicelib.service.secrets import code_from, sealed, token_for, unsealed
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.members import compact

CLAIMS = Claims(TokenKind.SCORER, "league", 2, 0, 2**31, "table")


def test_an_answer_is_kept_without_its_secrets_and_repeated_with_them(club: Club) -> None:
    token, code = token_for(club.context, CLAIMS), code_from(club.context, "salt")
    answer = {"token": token, "codes": [{"code": code, "player": 7}], "more": (1, None, True)}
    kept = sealed(answer)
    assert str(token) not in compact(kept)
    assert str(code) not in compact(kept)
    read = json.loads(compact(kept))
    assert compact(unsealed(club.context, read)) == compact(answer)
    assert sealed(unsealed(club.context, read)) == read


def test_a_secret_is_a_text_where_it_is_shown(club: Club) -> None:
    token = token_for(club.context, CLAIMS)
    assert token == club.context.signer.sign(CLAIMS)
    assert json.loads(compact({"token": token})) == {"token": str(token)}
    assert club.context.signer.read(token, 0) == CLAIMS


def test_what_is_no_json_is_not_kept() -> None:
    with pytest.raises(TypeError, match="set"):
        sealed({"players": {1, 2}})
