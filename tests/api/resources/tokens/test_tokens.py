"""Tokens: handed out, revoked, expired, forged; what each says of itself."""

from __future__ import annotations

import base64
import json

import jwt
import pytest
from harness.club import KEYS, Club, League

from chalicelib.service.rights import RIGHTS
from chalicelib.service.signing import Signer


def all_kinds(night: League) -> dict[str, str]:
    return {
        "organiser": night.organiser,
        "director": night.director,
        "viewer": night.viewer,
        "scorer": night.table.scorer,
        "player": night.player(1),
    }


def test_each_token_says_what_it_is(club: Club) -> None:
    night = club.night()
    table = night.table
    for kind, token in all_kinds(night).items():
        me = club.get("/v1/me", token)
        assert me["kind"] == kind
        assert (me["league"], me["league_name"]) == (night.id, "Tuesday club")
        assert me["may"] == sorted(right for right, kinds in RIGHTS.items() if kind in kinds)
        assert me["expires_at"] == "2027-02-28T19:00:00.000Z"
        assert me["table"] == (table.id if kind in ("scorer", "player") else None)
    me = club.get("/v1/me", table.seat(2))
    assert (me["player"], me["seat"]) == (table.players[1], 2)
    assert me["name"] == f"Player {table.players[1]}"


def test_one_token_lasts_a_player_all_rounds(club: Club) -> None:
    night = club.entered()
    first = night.table
    token = first.seat(1)
    first.enter()
    first.play_short()
    night.close_round()
    night.open_round(seed="again")
    second = night.table
    seat = second.players.index(first.players[0]) + 1
    me = club.get("/v1/me", token)
    assert (me["table"], me["seat"]) == (second.id, seat)
    second.enter(dealer=(seat + 1) % 3 + 1, hands={str(seat): "2S", str(seat % 3 + 1): "3S",
                 str((seat + 1) % 3 + 1): "4S"})  # fmt: skip
    assert second.act(1, token, play="2S").status == 201
    assert first.act(1, token, hand=1, play="2S").status == 200


@pytest.mark.parametrize("kind", ["organiser", "director", "viewer", "scorer", "player"])
def test_a_revoked_token_is_void_at_once(club: Club, kind: str) -> None:
    night = club.night(public=False)
    token = {
        "organiser": night.issue("organiser"),
        "scorer": night.table.scorer,
        "player": night.player(1),
        "director": night.director,
        "viewer": night.viewer,
    }[kind]
    subject = club.get("/v1/me", token)["subject"]
    assert club.get(night.path, token).status == 200
    assert night.revoke(subject).status == 204
    assert club.get("/v1/me", token).code == "unauthenticated"
    for path in (night.path, night.table.path, f"{night.path}/standings"):
        got = club.get(path, token)
        assert (got.status, got.code) == (401, "unauthenticated")
        assert got.headers["WWW-Authenticate"].startswith("Bearer")
    if kind != "player":
        rows = club.get(f"{night.path}/tokens", night.organiser)["tokens"]
        assert [row["subject"] for row in rows if row["revoked"]] == [subject]


def test_a_token_is_revoked_at_a_table_in_play(club: Club) -> None:
    table = club.entered().table
    table.enter()
    token = table.seat(1)
    assert table.act(1, token, play="2S", dry_run=True).status == 200
    table.league.revoke(f"player-{table.players[0]}")
    assert table.act(1, token, play="2S").code == "unauthenticated"
    assert club.get(f"{table.at()}/cards", token).code == "unauthenticated"
    assert club.get(table.at(), token).code == "unauthenticated"
    table.league._tokens.clear()
    assert table.act(1, table.seat(1), play="2S").status == 201


def test_a_token_is_revoked_at_a_table_whose_round_is_closed(club: Club) -> None:
    table = club.entered().table
    table.enter()
    token = table.seat(1)
    table.league.close_round()
    table.league.revoke(f"player-{table.players[0]}")
    assert table.act(1, token, play="2S").code == "unauthenticated"
    table.league._tokens.clear()
    again = table.seat(1)
    assert table.act(1, again, play="2S").status == 201
    assert [note["seat"] for note in table.view()["notes"]] == [1, 1]


def test_a_scorers_slot_is_revoked_alone(club: Club) -> None:
    table = club.entered().table
    first, second = (table.league.issue("scorer", table=table.id) for _ in range(2))
    table.league.revoke(f"scorer-{table.id}-1")
    assert table.put_hand(1, first).code == "unauthenticated"
    table.enter(token=second)
    table.play("2S", token=second)
    assert table.log()["actions"][0]["by"] == {"kind": "scorer", "number": 2}


def test_an_organiser_does_not_revoke_his_own(club: Club) -> None:
    league = club.league()
    assert league.revoke("organiser-1").code == "forbidden"
    second = league.issue("organiser")
    assert club.delete(f"{league.path}/tokens/organiser-1", second).status == 204
    assert club.get("/v1/me", league.organiser).code == "unauthenticated"


@pytest.mark.parametrize(
    "subject",
    ["director-1", "player-9", "scorer-x-1", "scorer-1", "king-1", "organiser-0", "player-x",
     "scorer-T-0", "player-" + "9" * 60],
)  # fmt: skip
def test_a_subject_that_is_not_there_is_not_found(club: Club, subject: str) -> None:
    night = club.night()
    assert night.revoke(subject.replace("T", night.table.id)).code == "not-found"


def test_tokens_expire(club: Club) -> None:
    night = club.night()
    club.clock.tick(90 * 86400 - 1)
    assert club.get("/v1/me", night.organiser).status == 200
    club.clock.tick(1)
    assert club.get("/v1/me", night.organiser).code == "unauthenticated"
    # Not even a public page takes an expired token for none: the phone should notice.
    assert club.get(night.path, night.organiser).code == "unauthenticated"
    assert club.get(night.path).status == 200


def _altered(token: str, **changes: object) -> str:
    head, body, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    text = json.dumps({**claims, **changes}).encode()
    return f"{head}.{base64.urlsafe_b64encode(text).rstrip(b'=').decode()}.{signature}"


def test_a_forged_token_is_refused(club: Club) -> None:
    night = club.night()
    token = night.player(1)
    claims = jwt.decode(token, options={"verify_signature": False})
    head = {"kid": "k1"}
    key = KEYS["k1"]
    forged = [
        jwt.encode(claims, b"\x02" * 32, "HS256", headers=head),
        jwt.encode(claims, "", "none", headers=head),
        jwt.encode(claims, key * 2, "HS512", headers=head),
        jwt.encode(claims, key, "HS256"),
        jwt.encode(claims, key, "HS256", headers={"kid": "k2"}),
        jwt.encode({k: v for k, v in claims.items() if k != "exp"}, key, "HS256", headers=head),
        jwt.encode({"exp": claims["exp"]}, key, "HS256", headers=head),
        _altered(token, k="organiser", n=1),
        _altered(token, exp=claims["exp"] + 10**6),
        token[:-4] + "AAAA",
        token.rsplit(".", 1)[0] + ".",
        token + "x",
        "x",
        "a.b.c",
        "é.é.é",
        "." * 5,
        "x" * 5000,
    ]
    for one in forged:
        got = club.get("/v1/me", one)
        assert (got.status, got.code) == (401, "unauthenticated"), one


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic abc", "Token x", "bearer"])
def test_another_authorization_is_refused(club: Club, header: str) -> None:
    got = club.call("GET", "/v1/me", headers={"Authorization": header})
    assert got.code == "unauthenticated"


def test_the_scheme_is_written_in_any_case(club: Club) -> None:
    league = club.league()
    for scheme in ("bearer", "BEARER"):
        headers = {"Authorization": f"{scheme} {league.organiser}"}
        assert club.call("GET", "/v1/me", headers=headers).status == 200


def test_a_token_has_one_text(club: Club) -> None:
    """RFC 7515: base64url without padding; what decodes to the same is not the token."""
    token = club.league().organiser
    head, body, seal = token.split(".")
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    same = last[last.index(seal[-1]) | 3]  # the bits that a last character has to spare
    assert same != seal[-1]
    for other in (
        f"{token}=", f"{head}=.{body}.{seal}", f"{head}.{body}==.{seal}", f"{token}.",
        f"{head}.{body}.{seal[:20]}!{seal[20:]}", f"{head}.{body}.{seal[:-1]}{same}",
    ):  # fmt: skip
        assert club.get("/v1/me", other).code == "unauthenticated", other
    assert club.get("/v1/me", token).status == 200


@pytest.mark.parametrize(
    "claims", [{"exp": 10**30}, {"exp": 10**12}, {"n": -1}, {"n": 10**30}, {"e": -1}]
)
def test_claims_that_cannot_be_are_no_token(club: Club, claims: dict[str, int]) -> None:
    """Even signed with the key: a year beyond the calendar, a slot before the first."""
    night = club.night()
    for own in (night.organiser, night.table.scorer, night.table.seat(1)):
        body = jwt.decode(own, options={"verify_signature": False}) | claims
        token = jwt.encode(body, KEYS["k1"], "HS256", {"kid": "k1"})
        for path in ("/v1/me", night.path, night.table.path):
            assert club.get(path, token).code == "unauthenticated"


def test_keys_are_rotated_without_voiding_tokens(club: Club) -> None:
    night = club.night()
    old = night.organiser
    code = club.post(f"{night.path}/codes", {"kind": "player", "player": 1}, old)["code"]
    rotated = club.use(signer=Signer({"k2": b"\x02" * 32, **KEYS}))
    assert rotated.get("/v1/me", old).status == 200
    new = rotated.post(f"{night.path}/tokens", {"kind": "viewer"}, old)["token"]
    assert jwt.get_unverified_header(new)["kid"] == "k2"
    assert rotated.post("/v1/join", {"code": code, "nonce": "n" * 22}).status == 200
    assert club.get("/v1/me", new).code == "unauthenticated"
    done = club.use(signer=Signer({"k2": b"\x02" * 32}))
    assert done.get("/v1/me", old).code == "unauthenticated"
    assert done.get("/v1/me", new).status == 200


def test_a_key_that_is_too_short_is_refused() -> None:
    for keys in ({}, {"k1": b"short"}):
        with pytest.raises(ValueError, match="at least 32 bytes"):
            Signer(keys)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kind": "king"},
        {"kind": "player"},
        {"kind": "scorer"},
        {"kind": "player", "player": "1"},
        {"kind": "player", "player": True},
        {"kind": "director", "player": 1},
        {"kind": "player", "player": 1, "table": "x"},
        {"kind": "scorer", "table": "x/y"},
    ],
)
def test_whom_a_token_is_for_must_be_clear(club: Club, body: dict[str, object]) -> None:
    league = club.league()
    assert club.post(f"{league.path}/tokens", body, league.organiser).code == "invalid-request"


def test_a_token_for_nobody_is_not_issued(club: Club) -> None:
    night, other = club.night(), club.night()
    for body in (
        {"kind": "player", "player": 9},
        {"kind": "scorer", "table": "nowhere"},
        {"kind": "scorer", "table": other.table.id},
    ):
        for path in ("tokens", "codes"):
            got = club.post(f"{night.path}/{path}", body, night.organiser)
            assert (got.status, got.code) == (404, "not-found")


def test_there_are_only_so_many_of_each(club: Club) -> None:
    night = club.night()
    path = f"{night.path}/tokens"
    for kind, most, body in (("scorer", 26, {"table": night.table.id}), ("director", 63, {})):
        for _ in range(most):
            night.issue(kind, **body)
        got = club.post(path, {"kind": kind, **body}, night.organiser)
        assert (got.status, got.code) == (422, "too-many")


def test_issued_tokens_are_listed_but_not_shown(club: Club) -> None:
    night = club.night()
    night.issue("director", label="Ann")
    scorer = night.issue("scorer", table=night.table.id, label="tablet 3")
    got = club.get(f"{night.path}/tokens", night.organiser)
    rows = [(row["subject"], row["kind"], row["label"]) for row in got["tokens"]]
    assert rows == [
        ("organiser-1", "organiser", "first"),
        ("director-1", "director", "Ann"),
        (f"scorer-{night.table.id}-1", "scorer", "tablet 3"),
    ]
    assert scorer not in got.text
