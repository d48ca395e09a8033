"""Pairs of operations that touch the same thing: whatever comes first, no two that exclude each
other both succeed. The pairs are those of ``docs/races.md``."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from harness.club import Club, Got, League, Table
from harness.sizes import sized
from harness.threads import at_once
from harness.watched import Meanwhile, Watched

from chalicelib.service.context import Settings

RUNS = sized(2, 50)
SETTINGS = Settings(open_leagues=True, leagues_per_address=100, leagues_in_all=100)
PAGE = Path(__file__).parents[2] / "docs" / "races.md"


class Race(NamedTuple):
    """Two operations, each on the club it is given, and what must hold after both."""

    first: Callable[[Club], Got]
    second: Callable[[Club], Got]
    check: Callable[[Got, Got], None]


def exclusive(first: Got, second: Got) -> None:
    assert first.status >= 400 or second.status >= 400, (first, second)


def league_of(club: Club, players: int = 5) -> League:
    league = club.league()
    league.add_players(players)
    return league


def opening(league: League, number: int = 1) -> Callable[[Club], Got]:
    return lambda club: club.post(f"{league.path}/rounds/{number}/open", None, league.organiser)


def still_sits(league: League, player: int) -> bool:
    """Whether a player sits at a table of round 1, and is not about to leave it."""
    for table in league.club.get(f"{league.path}/rounds/1")["tables"]:
        page = league.club.get(f"/v1/tables/{table['table']}")
        for seat in page["seats"]:
            if seat["player"] == player and not (seat["left"] or seat["leaving"]):
                return True
    return False


def withdraw_open(club: Club) -> Race:
    league = league_of(club)
    league.draw()

    def withdraw(club: Club) -> Got:
        return club.post(f"{league.path}/players/2/withdraw", None, league.organiser)

    def check(withdrawn: Got, opened: Got) -> None:
        assert {withdrawn.status, opened.status} <= {200, 409}
        if withdrawn.status == opened.status == 200:  # the round was first, and he has left it
            assert not still_sits(league, 2)

    return Race(withdraw, opening(league), check)


def discard_open(club: Club) -> Race:
    league = league_of(club)
    league.draw()
    path = f"{league.path}/rounds/1"
    return Race(lambda club: club.delete(path, league.organiser), opening(league), exclusive)


def two_openings(club: Club) -> Race:
    league = league_of(club)
    league.draw(players=[1, 2, 3])
    league.draw(players=[3, 4, 5])
    return Race(opening(league), opening(league, 2), exclusive)


def delete_open(club: Club) -> Race:
    league = league_of(club)
    league.draw(players=[1, 2, 3])
    path = f"{league.path}/players/3"
    return Race(lambda club: club.delete(path, league.organiser), opening(league), exclusive)


def delete_draw(club: Club) -> Race:
    league = league_of(club)
    path = f"{league.path}/players/3"

    def draw(club: Club) -> Got:
        return club.post(f"{league.path}/rounds", {"players": [1, 2, 3]}, league.organiser)

    return Race(lambda club: club.delete(path, league.organiser), draw, exclusive)


def rename_add(club: Club) -> Race:
    league = league_of(club)
    path = f"{league.path}/players"

    def rename(club: Club) -> Got:
        return club.patch(f"{path}/1", {"name": "Zoe"}, league.organiser)

    def add(club: Club) -> Got:
        return club.post(path, {"name": "Zoe"}, league.organiser)

    return Race(rename, add, exclusive)


def at_table(club: Club, **body: Any) -> Table:
    table = club.night(body.pop("players", 4), **body).table
    _ = table.scorer, table.league.director
    for seat in table.seats:
        table.seat(seat)
    return table


def deal_by(table: Table, hand: int, **body: object) -> Callable[[Club], Got]:
    token = table.scorer
    return lambda club: club.put(table.at(hand), body, token)


def leave_deal(club: Club) -> Race:
    table = at_table(club)
    leaver = table.seat(2)

    def leave(club: Club) -> Got:
        return club.delete(f"{table.path}/seats/2", leaver)

    def check(left: Got, dealt: Got) -> None:
        assert (left.status, dealt.status) == (204, 201)
        seat = table.club.get(table.path)["seats"][1]
        dealt_in = table.club.get(table.at(1))["seats"][1]["dealt_in"]
        assert dealt_in == seat["leaving"] != seat["left"]

    return Race(leave, deal_by(table, 1, dealer=1), check)


def leave_entry(club: Club) -> Race:
    """What was entered for a seat that was being left stood there for the next who took it."""
    table = at_table(club, preset="boodle")
    leaver, scorer = table.seat(2), table.scorer

    def enter(club: Club) -> Got:
        return club.put(f"{table.at(1)}/entries/2", {"stakes": {"AH": 4}}, scorer)

    def leave(club: Club) -> Got:
        return club.delete(f"{table.path}/seats/2", leaver)

    def check(entered: Got, left: Got) -> None:
        assert left.status == 204
        assert entered.status in (200, 409)
        entries = table.club.get(table.at(1))["entries"]
        assert [one["stakes"] for one in entries if one["seat"] == 2 and one["stakes"]] == []

    return Race(enter, leave, check)


def substitute_deal(club: Club) -> Race:
    table = at_table(club)
    table.deal(dealer=1)
    assert table.act(1, table.league.director, abandon=True).status == 201
    (late,) = table.league.add_players(1, ["Late"])
    token = table.league.director

    def substitute(club: Club) -> Got:
        body = {"player": late, "substitute": True}
        return club.put(f"{table.path}/seats/3", body, token)

    def check(seated: Got, dealt: Got) -> None:
        assert dealt.status == 201
        assert seated.status in (200, 201, 409)
        page = table.club.get(table.at(2))
        assert (page["seats"][2]["player"] == late) == (seated.status < 400)

    return Race(substitute, deal_by(table, 2), check)


def close_deal(club: Club) -> Race:
    table = at_table(club)
    league = table.league
    path = f"{league.path}/rounds/1/close"

    def check(closed: Got, dealt: Got) -> None:
        assert closed.status == 200
        page = table.club.get(table.path)
        assert (page["state"] == "playing") == (dealt.status == 201)
        assert page["closing"] or page["ended"] == "closed"

    close = lambda club: club.post(path, None, league.organiser)  # noqa: E731
    return Race(close, deal_by(table, 1, dealer=1), check)


def recording_deal(club: Club) -> Race:
    table = at_table(club)
    token = table.league.director

    def change(club: Club) -> Got:
        return club.patch(table.path, {"recording": "result"}, token)

    def check(changed: Got, dealt: Got) -> None:
        assert dealt.status == 201
        recording = table.club.get(table.at(1))["recording"]
        assert (recording == "result") == (changed.status == 200)

    return Race(change, deal_by(table, 1, dealer=1), check)


def rules_deal(club: Club) -> Race:
    table = at_table(club)
    league = table.league

    def change(club: Club) -> Got:
        return club.patch(league.path, {"options": {"stakes.amount": 2}}, league.organiser)

    def check(changed: Got, dealt: Got) -> None:
        assert dealt.status == 201
        rules = table.club.get(league.path)["rules"]["stakes.amount"]
        assert (rules == 2) == (changed.status == 200)
        assert table.club.get(table.at(1))["amount"] == rules

    return Race(change, deal_by(table, 1, dealer=1), check)


def away_deal(club: Club) -> Race:
    table = at_table(club)
    token = table.seat(2)

    def go(club: Club) -> Got:
        return club.put(f"{table.at(1)}/entries/2", {"away": True}, token)

    def check(gone: Got, dealt: Got) -> None:
        assert dealt.status == 201
        away = table.club.get(table.at(1))["seats"][1]["away"]
        assert away == (gone.status == 200)

    return Race(go, deal_by(table, 1, dealer=1), check)


def two_deals(club: Club) -> Race:
    table = at_table(club)
    return Race(deal_by(table, 1, dealer=1), deal_by(table, 1, dealer=2), exclusive)


def revoke_play(club: Club) -> Race:
    table = at_table(club, recording="entered", players=3)
    table.enter()
    league, token = table.league, table.seat(1)

    def play(club: Club) -> Got:
        return club.put(f"{table.at()}/actions/1", {"play": "2S"}, token)

    def revoke(club: Club) -> Got:
        return club.delete(f"{league.path}/tokens/player-{table.players[0]}", league.organiser)

    def check(played: Got, revoked: Got) -> None:
        assert revoked.status == 204
        assert played.status in (201, 401)
        assert (table.view(table.scorer)["next_action"] == 2) == (played.status == 201)

    return Race(play, revoke, check)


def mint_deal(club: Club) -> Race:
    """A token that is issued while the hand is dealt is noted in the hand all the same."""
    table = at_table(club)
    league = table.league
    before = table.league.club.get("/v1/me/tokens", table.seat(2))["valid"]

    def mint(club: Club) -> Got:
        body = {"kind": "player", "player": table.players[1]}
        return club.post(f"{league.path}/tokens", body, league.organiser)

    def check(minted: Got, dealt: Got) -> None:
        assert (minted.status, dealt.status) == (201, 201)
        assert table.club.get(table.at(1))["seats"][1]["tokens"] == before + 1

    return Race(mint, deal_by(table, 1, dealer=1), check)


def mint_open(club: Club) -> Race:
    """The table is made with the tokens as they are, or the token waits."""
    league = league_of(club)
    league.draw()

    def mint(club: Club) -> Got:
        return club.post(f"{league.path}/tokens", {"kind": "player", "player": 1}, league.organiser)

    def check(minted: Got, opened: Got) -> None:
        assert opened.status == 200
        assert minted.status in (201, 409)
        for table in league.club.get(f"{league.path}/rounds/1")["tables"]:
            at = f"/v1/tables/{table['table']}/hands/1"
            assert league.club.put(at, {}, league.organiser).status == 201
            counts = {s["player"]: s["tokens"] for s in league.club.get(at)["seats"]}
            assert counts.get(1, 1) == (minted.status == 201)

    return Race(mint, opening(league), check)


def revoke_open(club: Club) -> Race:
    league = league_of(club)
    league.draw()
    token = league.player(1)

    def revoke(club: Club) -> Got:
        return club.delete(f"{league.path}/tokens/player-1", league.organiser)

    def check(revoked: Got, opened: Got) -> None:
        assert opened.status == 200
        assert revoked.status in (204, 409)
        for table in league.club.get(f"{league.path}/rounds/1")["tables"]:
            if 1 in table["players"]:
                status = league.club.get(f"/v1/tables/{table['table']}", token).status
                assert (status == 401) == (revoked.status == 204)

    return Race(revoke, opening(league), check)


def join_revoke_code(club: Club) -> Race:
    league = league_of(club)
    body = {"kind": "player", "player": 1}
    code = club.post(f"{league.path}/codes", body, league.organiser)

    def join(club: Club) -> Got:
        return club.post("/v1/join", {"code": code["code"], "nonce": "n" * 22})

    def revoke(club: Club) -> Got:
        return club.delete(f"{league.path}/codes/{code['code_id']}", league.organiser)

    def check(joined: Got, revoked: Got) -> None:
        assert revoked.status == 204
        assert joined.status in (200, 410)
        (row,) = league.club.get(f"{league.path}/codes", league.organiser)["codes"]
        assert row["used"] == (joined.status == 200)

    return Race(join, revoke, check)


def count_play(club: Club) -> Race:
    """The last card of a hand, and a count after it."""
    table = at_table(club, recording="entered", players=3)
    table.enter()
    table.play_short(3)
    token = table.scorer

    def count(club: Club) -> Got:
        return club.put(f"{table.at()}/count", {"stacks": dict.fromkeys("123", 50)}, token)

    def play(club: Club) -> Got:
        return club.put(f"{table.at()}/actions/4", {"play": "5H"}, token)

    def check(counted: Got, played: Got) -> None:
        assert played.status == 201
        assert counted.status in (200, 201, 409)
        if counted.status < 400:  # the hand was over first
            book = [seat["book"] for seat in counted["seats"]]
            assert book == [seat["stack"] for seat in table.page()["seats"]]

    return Race(count, play, check)


def renew_renew(club: Club) -> Race:
    league = league_of(club)
    token = league.player(1)

    def renew(nonce: str) -> Callable[[Club], Got]:
        return lambda club: club.post("/v1/me/tokens", {"nonce": nonce * 22}, token)

    return Race(renew("a"), renew("b"), exclusive)


def confirm_revoke(club: Club) -> Race:
    league = league_of(club)
    token = league.player(1)
    league.issue("player", player=1)

    def revoke(club: Club) -> Got:
        return club.delete(f"{league.path}/tokens/player-1", league.organiser)

    def check(confirmed: Got, revoked: Got) -> None:
        assert revoked.status == 204
        assert confirmed.status in (200, 401)

    return Race(lambda club: club.post("/v1/me/tokens/2/confirm", None, token), revoke, check)


PAIRS: Final[dict[str, Callable[[Club], Race]]] = {
    "withdraw / open": withdraw_open,
    "discard / open": discard_open,
    "open / open": two_openings,
    "delete player / open": delete_open,
    "delete player / draw": delete_draw,
    "rename / add player": rename_add,
    "leave / deal": leave_deal,
    "entry / leave": leave_entry,
    "substitute / deal": substitute_deal,
    "close / deal": close_deal,
    "recording / deal": recording_deal,
    "rules / deal": rules_deal,
    "away / deal": away_deal,
    "deal / deal": two_deals,
    "play / revoke token": revoke_play,
    "issue token / deal": mint_deal,
    "issue token / open": mint_open,
    "revoke token / open": revoke_open,
    "join / revoke code": join_revoke_code,
    "count / last play": count_play,
    "renew / renew": renew_renew,
    "confirm / revoke token": confirm_revoke,
}
"""The pair's name in the docs -> two operations in a league of their own."""

every_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.replace(" ", "-"))


@every_pair
@pytest.mark.parametrize("order", [0, 1], ids=["as-named", "reversed"])
def test_one_comes_between_the_reads_of_the_other_and_its_commit(
    club: Club, pair: str, order: int
) -> None:
    race = PAIRS[pair](club)
    slow, quick = (race.first, race.second)[:: -1 if order else 1]
    came: list[Got] = []
    watched = Watched(club.context.store, Meanwhile(lambda: came.append(quick(club))))
    last = slow(club.use(store=watched))
    quickly = came[0] if came else quick(club)
    race.check(*(quickly, last) if order else (last, quickly))


@every_pair
def test_both_at_once(club: Club, pair: str) -> None:
    club = club.use(settings=SETTINGS)
    for _ in range(RUNS):
        race = PAIRS[pair](club)
        first, second = at_once(partial(race.first, club), partial(race.second, club))
        race.check(first, second)


def test_the_page_names_every_pair() -> None:
    named = re.findall(r"^\| ([a-z /]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [name for name in named if name != "pair"] == list(PAIRS)
