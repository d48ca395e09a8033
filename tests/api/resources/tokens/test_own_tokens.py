"""A player sees every token of his own, confirms what an organiser issued, and ends the others."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from harness.club import Club, Got, League, Table

from chalicelib.service import player_tokens
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.player_tokens import PlayerTokensRecord
from chalicelib.store.records.players import PlayerRecord

NONCE = hashlib.sha256(b"a phone").hexdigest()
OTHER = hashlib.sha256(b"another phone").hexdigest()
MINE = "/v1/me/tokens"


def by_code(league: League, player: int, nonce: str = NONCE) -> str:
    """Return the token that a player gets for a join code."""
    body = {"kind": "player", "player": player}
    code = league.club.post(f"{league.path}/codes", body, league.organiser)["code"]
    got = league.club.post("/v1/join", {"code": code, "nonce": nonce})
    assert got.status == 200
    token: str = got["token"]
    return token


def mint(league: League, player: int) -> str:
    return league.issue("player", player=player)


def rows(got: Got, *names: str) -> list[Any]:
    assert got.status == 200, got
    return [tuple(row[name] for name in names) for row in got["tokens"]]


def notes(table: Table) -> list[tuple[int, int]]:
    """Return the seats whose tokens are noted, and after which actions."""
    page, log = table.view(), table.log()
    assert page["notes"] == log["notes"]
    noted = [note for note in page["notes"] if note["note"] == "token_issued"]
    return [(note["seat"], note["after"]) for note in noted]


def counts(table: Table) -> list[int | None]:
    return [seat["tokens"] for seat in table.view()["seats"]]


@pytest.fixture
def table(club: Club) -> Table:
    """A table whose players have joined by code."""
    table = club.night().table
    league = table.league
    for player in table.players:
        league._tokens["player", player] = by_code(league, player)
    return table


def test_an_organiser_who_issues_the_tokens_of_all_is_seen_in_every_hand(table: Table) -> None:
    """He issued one for each player before the deal and read all hands, which had no note."""
    table.deal()
    assert (notes(table), counts(table)) == ([], [1, 1, 1])
    assert table.act(1, table.league.director, abandon=True).status == 201
    stolen = [mint(table.league, player) for player in table.players]
    table.deal()
    assert all(table.view(token)["seats"][seat]["cards"] for seat, token in enumerate(stolen))
    assert (notes(table), counts(table)) == ([(1, 0), (2, 0), (3, 0)], [2, 2, 2])
    assert table.view()["notes"][0] == {
        "note": "token_issued",
        "after": 0,
        "at": "2026-11-30T19:00:00.000Z",
        "seat": 1,
        "by": {"kind": "organiser", "number": 1},
    }
    mine = table.club.get(MINE, table.seat(1))
    assert (mine["valid"], mine["earlier"]) == (2, 0)
    assert rows(mine, "number", "how", "by", "mine", "unconfirmed") == [
        (2, "minted", 1, False, True),
        (1, "code", 1, True, False),
    ]


def test_a_token_issued_during_a_hand_is_noted_at_once(table: Table) -> None:
    table.deal(dealer=3)
    card = table.view(table.seat(1))["legal"][0]
    assert table.act(1, table.seat(1), **card).status == 201
    mint(table.league, table.players[1])
    assert (notes(table), counts(table)) == ([(2, 1)], [1, 2, 1])
    by_code(table.league, table.players[2], OTHER)  # another phone, with the player's or not
    assert (notes(table), counts(table)) == ([(2, 1), (3, 1)], [1, 2, 2])
    assert table.act(2, table.league.director, abandon=True).status == 201
    assert (notes(table), counts(table)) == ([(2, 1), (3, 1)], [1, 2, 2])


def test_only_a_token_that_was_valid_before_confirms_one(table: Table) -> None:
    club, player = table.club, table.players[0]
    own, minted = table.seat(1), mint(table.league, player)
    assert club.post(f"{MINE}/2/confirm", None, minted).code == "forbidden"
    assert club.post(f"{MINE}/1/confirm", None, minted).code == "forbidden"
    assert club.post(f"{MINE}/3/confirm", None, own).code == "not-found"
    table.deal()
    assert notes(table) == [(1, 0)]
    got = club.post(f"{MINE}/2/confirm", None, own)
    assert rows(got, "number", "unconfirmed") == [(2, False), (1, False)]
    assert club.post(f"{MINE}/2/confirm", None, own).json == got.json
    assert notes(table) == [(1, 0)]  # of that hand it stays true
    table.act(1, table.league.director, abandon=True)
    table.deal()
    assert (notes(table), counts(table)) == ([], [2, 1, 1])


def test_without_an_earlier_token_the_note_stays(club: Club) -> None:
    table = club.night().table
    player = table.players[0]
    minted, joined = mint(table.league, player), by_code(table.league, player)
    for token, number in ((minted, 1), (joined, 1), (joined, 2)):
        assert club.post(f"{MINE}/{number}/confirm", None, token).code == "forbidden"
    table.deal()
    assert notes(table) == [(1, 0), (1, 0)]
    # What is minted cannot be made clean by renewing it either.
    renewed = club.post(MINE, {"nonce": NONCE}, minted)["token"]
    table.act(1, table.league.director, abandon=True)
    table.deal()
    assert (notes(table), counts(table)) == ([(1, 0)], [1, 0, 0])
    assert rows(club.get(MINE, renewed), "how", "unconfirmed", "valid")[0] == (
        "renewed", True, True
    )  # fmt: skip


def test_a_player_ends_all_tokens_but_one(table: Table) -> None:
    club, own = table.club, table.seat(1)
    stolen = mint(table.league, table.players[0])
    table.deal()
    assert table.view(stolen)["me"] == 1
    got = club.post(MINE, {"nonce": OTHER}, own)
    assert (got.status, got["kind"], got["subject"]) == (
        200,
        "player",
        f"player-{table.players[0]}",
    )
    for void in (own, stolen):
        assert club.get("/v1/me", void).code == "unauthenticated"
        assert club.get(table.at(), void).code == "unauthenticated"
        assert club.post(MINE, {"nonce": "m" * 32}, void).code == "unauthenticated"
    again = club.post(MINE, {"nonce": OTHER}, own)  # the reply was lost
    assert (again.status, again.json) == (200, got.json)
    table.league._tokens["player", table.players[0]] = got["token"]
    assert table.view(got["token"])["me"] == 1
    assert counts(table) == [1, 1, 1]
    mine = club.get(MINE, got["token"])
    assert rows(mine, "how", "valid", "mine", "ended_by") == [
        ("renewed", True, True, None),
        ("minted", False, False, None),
        ("code", False, False, None),
    ]
    assert [row["ended_at"] is None for row in mine["tokens"]] == [True, False, False]
    table.act(1, table.league.director, abandon=True)
    table.deal()
    assert notes(table) == []


def test_revoking_is_on_the_list(table: Table) -> None:
    club, league, player = table.club, table.league, table.players[0]
    table.deal()
    assert league.revoke(f"player-{player}").status == 204
    assert counts(table) == [0, 1, 1]
    token = by_code(league, player, OTHER)
    assert (counts(table), notes(table)) == ([1, 1, 1], [])
    mine = club.get(MINE, token)
    assert rows(mine, "valid", "ended_by") == [(True, None), (False, 1)]
    assert mine["valid"] == 1


def test_the_players_page_lists_them_for_the_player_alone(table: Table) -> None:
    club, league = table.club, table.league
    path = f"{league.path}/players/{table.players[0]}"
    mine = club.get(path, table.seat(1))
    assert mine["tokens"] == club.get(MINE, table.seat(1)).json
    for token in (table.seat(2), league.organiser, league.director, None):
        assert "tokens" not in club.get(path, token).json
    assert club.get(MINE, league.organiser).code == "forbidden"
    assert club.get(MINE).code == "unauthenticated"


def test_a_list_is_bounded_and_counts_what_it_has_dropped(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_tokens, "LISTED", 2)
    for _ in range(3):
        mint(table.league, table.players[0])
    mine = table.club.get(MINE, table.seat(1))
    assert rows(mine, "number") == [(4,), (3,)]
    assert (mine["valid"], mine["earlier"]) == (4, 2)
    table.deal()
    assert counts(table) == [4, 1, 1]


def test_tokens_of_version_0_1_are_counted_and_can_confirm(table: Table) -> None:
    """Then there was no list, and a token had no number."""
    club, league, player = table.club, table.league, table.players[0]
    store = club.context.store
    listed = PlayerTokensRecord.at(league.id, player).read(store)
    assert listed is not None
    stored = PlayerRecord.at(league.id, player).read(store)
    assert stored is not None
    store.commit([listed.delete(), stored.touch()])
    old = club.context.signer.sign(Claims(TokenKind.PLAYER, league.id, player, 0, 2**31))
    minted = mint(league, player)
    mine = club.get(MINE, old)
    assert (mine["valid"], mine["earlier"]) == (2, 1)
    assert club.post(f"{MINE}/2/confirm", None, minted).code == "forbidden"
    assert club.post(f"{MINE}/2/confirm", None, old).status == 200


def test_expired_tokens_are_not_counted(table: Table) -> None:
    table.club.clock.tick(90 * 86400 - 10)
    token = by_code(table.league, table.players[0], OTHER)
    table.club.clock.tick(11)
    mine = table.club.get(MINE, token)
    assert (mine["valid"], rows(mine, "valid")) == (1, [(True,), (False,)])


def test_the_live_record_only_counts_the_changes(table: Table) -> None:
    table.deal()
    store, at = table.club.context.store, LiveRecord.at(table.id)

    def size() -> int:
        stored = at.read(store)
        assert stored is not None
        return len(stored.record.dumps())

    before = size()
    for player in table.players:
        mint(table.league, player)
    assert size() == before
