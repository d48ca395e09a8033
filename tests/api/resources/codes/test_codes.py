"""Join codes: traded once, by one phone, however it is typed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from harness.club import Club, Got, League

from chalicelib.service.context import Settings
from chalicelib.store.sqlite.store import SqliteStore

NONCE = "0123456789abcdef0123456789abcdef"
OTHER = "f" * 32


def code_for(league: League, kind: str = "player", **body: object) -> Got:
    body = body or {"player": 1}
    return league.club.post(f"{league.path}/codes", {"kind": kind, **body}, league.organiser)


def join(club: Club, code: str, nonce: str = NONCE, **more: Any) -> Got:
    return club.post("/v1/join", {"code": code, "nonce": nonce}, **more)


@pytest.fixture
def night(club: Club) -> League:
    return club.night()


def test_a_code_is_traded_for_a_players_token(night: League) -> None:
    issued = code_for(night)
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", issued["code"])
    assert (issued["name"], issued["expires_at"]) == ("Player 1", "2026-12-01T19:00:00.000Z")
    got = join(night.club, issued["code"])
    assert (got.status, got["subject"], got["kind"]) == (200, "player-1", "player")
    assert night.club.get("/v1/me", got["token"])["player"] == 1


def test_a_code_is_traded_for_a_scorers_token(night: League) -> None:
    issued = code_for(night, "scorer", table=night.table.id, label="tablet")
    got = join(night.club, issued["code"])
    assert got["subject"] == f"scorer-{night.table.id}-1"
    night.table.deal(token=got["token"])


def test_the_same_phone_gets_the_same_claims_again(night: League) -> None:
    code = code_for(night)["code"]
    first = join(night.club, code)
    night.club.clock.tick(3600)
    assert join(night.club, code).json == first.json
    night.club.clock.tick(24 * 3600)  # even when the code has expired meanwhile
    assert join(night.club, code).json == first.json
    got = join(night.club, code, OTHER)
    assert (got.status, got.code) == (409, "code-used")
    scorer = code_for(night, "scorer", table=night.table.id)["code"]
    assert join(night.club, scorer).json == join(night.club, scorer).json
    assert len(night.club.get(f"{night.path}/tokens", night.organiser)["tokens"]) == 2


def test_an_old_token_does_not_keep_a_phone_from_joining(night: League) -> None:
    code = code_for(night)["code"]
    night.club.clock.tick(3600)
    assert join(night.club, code, token="worn.out.token").status == 200


def test_a_code_expires(night: League) -> None:
    code = code_for(night)["code"]
    night.club.clock.tick(24 * 3600)
    got = join(night.club, code)
    assert (got.status, got.code) == (410, "code-expired")


def test_a_code_is_revoked(night: League) -> None:
    issued = code_for(night)
    path = f"{night.path}/codes/{issued['code_id']}"
    for _ in range(2):
        assert night.club.delete(path, night.organiser).status == 204
    assert join(night.club, issued["code"]).code == "code-expired"
    assert night.club.get(f"{night.path}/codes", night.organiser)["codes"][0]["revoked"]
    for wrong in ("x", issued["code_id"][:-1] + "0", issued["code_id"] + "9", "a-b-1"):
        assert night.club.delete(f"{night.path}/codes/{wrong}", night.organiser).code == "not-found"


def test_a_revoked_code_leaves_the_token_good(night: League) -> None:
    issued = code_for(night)
    token = join(night.club, issued["code"])["token"]
    night.club.delete(f"{night.path}/codes/{issued['code_id']}", night.organiser)
    assert night.club.get("/v1/me", token).status == 200
    assert join(night.club, issued["code"]).status == 200


def test_a_code_is_read_as_people_type_it(club: Club) -> None:
    league = club.league()
    league.add_players(45)
    codes = club.post(f"{league.path}/codes/sheet", {}, league.organiser)["codes"]
    with_o = next(c for c in codes if "0" in c["code"])
    with_1 = next(c for c in codes if "1" in c["code"] and c is not with_o)
    plain = next(c for c in codes if c not in (with_o, with_1))
    for typed, code in (
        (with_o["code"].replace("0", "O"), with_o),
        (with_o["code"].replace("0", "o").lower(), with_o),
        (with_1["code"].replace("1", "I"), with_1),
        (with_1["code"].replace("1", "l"), with_1),
        (plain["code"].replace("-", ""), plain),
        (plain["code"].replace("-", " ").lower(), plain),
        (" " + plain["code"] + " ", plain),
        (plain["code"][:2] + "-" + plain["code"][2:].replace("-", ""), plain),
    ):
        assert join(club, typed)["subject"] == f"player-{code['player']}", typed


@pytest.mark.parametrize("typed", ["K7Q-2XR", "", "K7QM-2XRD-9ABC-77", None, 12345678])
def test_what_cannot_be_a_code_is_refused(club: Club, typed: object) -> None:
    assert club.post("/v1/join", {"code": typed, "nonce": NONCE}).code == "invalid-request"


@pytest.mark.parametrize("nonce", ["", "short", "x" * 65, "ä" * 32, None])
def test_a_nonce_has_128_bits(night: League, nonce: object) -> None:
    body = {"code": code_for(night)["code"], "nonce": nonce}
    assert night.club.post("/v1/join", body).code == "invalid-request"


def test_right_codes_are_not_counted(night: League) -> None:
    club = night.club.use(settings=Settings(wrong_codes_per_address=1))
    code = code_for(night)["code"]
    for _ in range(3):
        assert join(club, code).status == 200


def test_a_sheet_has_a_code_for_everybody(club: Club) -> None:
    league = club.league()
    league.add_players(50)
    club.post(f"{league.path}/players/2/withdraw", None, league.organiser)
    path = f"{league.path}/codes/sheet"
    sheet = club.post(path, None, league.organiser)
    assert (sheet.status, len(sheet["codes"]), sheet["next_after"]) == (201, 45, 46)
    rest = club.post(path, {"after": 46}, league.organiser)
    assert [code["player"] for code in rest["codes"]] == [47, 48, 49, 50]
    assert rest["next_after"] is None
    assert len({c["code"] for c in [*sheet["codes"], *rest["codes"]]}) == 49
    join(club, sheet["codes"][0]["code"])
    listed = club.get(f"{league.path}/codes", league.organiser)
    assert len(listed["codes"]) == 49
    assert [c["player"] for c in listed["codes"] if c["used"]] == [1]
    assert sheet["codes"][0]["code"] not in listed.text
    assert club.post(path, {"after": 50}, league.organiser)["codes"] == []
    club.clock.tick(24 * 3600)
    assert club.get(f"{league.path}/codes", league.organiser)["codes"] == []


def test_a_sheet_is_printed(club: Club) -> None:
    league = club.league(name="<b>Club</b>")
    league.add_players(0, ["Ann", "<script>alert(1)</script>"])
    path = f"{league.path}/codes/sheet"
    key = club.new_key()
    got = club.post(path, None, league.organiser, key=key, query={"format": "html"})
    assert got.status == 201
    assert got.headers["Content-Type"] == "text/html; charset=utf-8"
    assert got.headers["Cache-Control"] == "no-store"
    assert "<script>" not in got.text
    assert "&lt;b&gt;Club" in got.text
    codes = re.findall("<code>(.{9})</code>", got.text)
    assert [join(club, code)["subject"] for code in codes] == ["player-1", "player-2"]
    again = club.post(path, None, league.organiser, key=key, query={"format": "html"})
    assert (again.replayed, again.text) == (True, got.text)
    russian = club.post(
        path,
        None,
        league.organiser,
        key=key,
        query={"format": "html"},
        headers={"Accept-Language": "ru"},
    )
    assert (russian.replayed, russian.headers["Content-Language"]) == (True, "ru")
    assert '<html lang="ru">' in russian.text
    assert re.findall("<code>(.{9})</code>", russian.text) == codes
    assert "good until" in got.text
    assert "действует до" in russian.text


def test_a_printed_sheet_has_a_slip_for_every_player(club: Club) -> None:
    league = club.league()
    league.add_players(138)
    path = f"{league.path}/players/3/withdraw"
    assert club.post(path, None, league.organiser).status == 200
    path, as_page, key = f"{league.path}/codes/sheet", {"format": "html"}, club.new_key()
    got = club.post(path, None, league.organiser, key=key, query=as_page)
    names = re.findall("<b>(.*?)</b>", got.text)
    assert names == [f"Player {n}" for n in range(1, 139) if n != 3]
    codes = re.findall("<code>(.{9})</code>", got.text)
    assert join(club, codes[-1])["subject"] == "player-138"
    again = club.post(path, None, league.organiser, key=key, query=as_page)
    assert (again.replayed, again.text) == (True, got.text)
    rest = club.post(path, {"after": 137}, league.organiser, query=as_page)
    assert re.findall("<b>(.*?)</b>", rest.text) == ["Player 138"]


def test_namesakes_get_slips_that_differ(club: Club) -> None:
    league = club.league()
    body = {"names": ["Ann", "Ann"], "namesakes": True}
    assert club.post(f"{league.path}/players/bulk", body, league.organiser).status == 201
    path = f"{league.path}/codes/sheet"
    got = club.post(path, None, league.organiser, query={"format": "html"})
    slips = re.findall("<li>(.*?)<code>", got.text)
    assert slips == [f"<b>Ann</b> <small>player {number}</small>" for number in (1, 2)]


def test_secrets_are_repeated_but_not_stored(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    club = Club(sqlite_store)
    night = club.night()
    secrets: list[str] = []
    for path, body in (
        ("codes", {"kind": "player", "player": 1}),
        ("codes/sheet", {}),
        ("tokens", {"kind": "player", "player": 2}),
        ("tokens", {"kind": "scorer", "table": night.table.id}),
        ("tokens", {"kind": "director"}),
    ):
        key = club.new_key()
        first = club.post(f"{night.path}/{path}", body, night.organiser, key=key)
        again = club.post(f"{night.path}/{path}", body, night.organiser, key=key)
        assert (again.status, again.replayed, again.text) == (201, True, first.text)
        answer = first.json
        for holder in answer.get("codes", [answer]):
            secrets.append(holder.get("code") or holder["token"])
        secrets.append(key)
    key = club.new_key()
    made = [club.post("/v1/leagues", {"name": "L"}, key=key) for _ in range(2)]
    assert made[0].text == made[1].text
    join(club, secrets[0])
    secrets += [made[0]["token"], night.organiser, NONCE, key]
    secrets += [part for token in secrets if "." in token for part in token.split(".")[1:]]
    stored = b"".join(
        file.read_bytes() for file in tmp_path.iterdir() if file.name.startswith("boodle")
    )
    assert night.id.encode() in stored
    for secret in secrets:
        assert secret.encode() not in stored, secret
        assert secret.replace("-", "").encode() not in stored, secret


def test_a_lost_reply_is_repeated_however_many_wrong_codes_were_typed(club: Club) -> None:
    club = club.use(settings=Settings(open_leagues=True, wrong_codes_per_address=2))
    league = club.league()
    league.add_players(1)
    code = code_for(league)["code"]
    first = join(club, code)
    codes = {join(club, f"0000-00{wrong:02}").code for wrong in range(40)}
    assert codes == {"code-unknown", "rate-limited"}
    for _ in range(10):
        assert join(club, code)["token"] == first["token"]
    assert {join(club, code, OTHER).code for _ in range(40)} == {"code-used", "rate-limited"}


def test_revoking_a_players_tokens_voids_his_unused_codes(club: Club) -> None:
    league = club.league()
    league.add_players(1)
    path, wanted = f"{league.path}/codes", {"kind": "player", "player": 1}
    old = club.post(path, wanted, league.organiser)["code"]
    club.delete(f"{league.path}/tokens/player-1", league.organiser)
    new = club.post(path, wanted, league.organiser)["code"]
    assert club.post("/v1/join", {"code": old, "nonce": "n" * 22}).code == "code-expired"
    assert club.post("/v1/join", {"code": new, "nonce": "n" * 22}).status == 200


def test_slips_have_local_time_an_address_and_the_players_language(club: Club) -> None:
    league = club.league()
    league.add_players(1)
    path = f"{league.path}/codes/sheet"

    def page(headers: dict[str, str] | None = None, **query: str) -> Got:
        query = {"format": "html", **query}
        return club.post(path, None, league.organiser, query=query, headers=headers)

    # Codes are good for a day from 30 November, 19:00 UTC.
    assert "good until 2026-12-01 19:00 (UTC)" in page().text
    assert "good until 2026-12-01 20:00 (CET)" in page(timezone="Europe/Berlin").text
    for offset in ("+05:30", " 05:30"):
        assert "good until 2026-12-02 00:30 (UTC+05:30)" in page(timezone=offset).text
    assert "2026-12-01 16:00 (UTC-03:00)" in page(timezone="-03:00").text
    for zone in ("Moon/Base", "../etc/passwd", "+25:00", ""):
        assert page(timezone=zone).code == "invalid-request"

    russian = page(language="ru", timezone="Europe/Moscow", url="https://club.example/join?a&b")
    assert russian.headers["Content-Language"] == "ru"
    assert "действует до 2026-12-01 22:00 (MSK)" in russian.text
    assert "откройте https://club.example/join?a&amp;b и введите этот код" in russian.text
    assert page(language="xx").code == page(url="javascript:alert(1)").code == "invalid-request"

    assert "open http://192.168.1.7:8000 and enter" in page({"Host": "192.168.1.7:8000"}).text
    secure = page({"Host": "club.example", "X-Forwarded-Proto": "https"})
    assert "open https://club.example and enter" in secure.text
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]", "<b>"):
        assert "http" not in page({"Host": host}).text
