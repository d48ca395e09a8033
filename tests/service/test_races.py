"""Many phones at once: whatever they do at the same moment has happened in some order."""

from __future__ import annotations

from functools import partial

from harness.club import Club, Got
from harness.threads import at_once
from harness.watched import Meanwhile, Watched

from chalicelib.service.addresses import hashed
from chalicelib.service.context import Settings
from chalicelib.store.records.tallies import TallyRecord


def statuses(answers: list[Got]) -> list[int]:
    return sorted(answer.status for answer in answers)


def test_two_phones_deal_once(club: Club) -> None:
    table = club.night(4).table
    dealer = table.seat(table.page()["next_dealer"])
    tokens = [dealer, table.scorer, table.league.director, dealer]
    answers = at_once(*(lambda token=token: table.put_hand(1, token) for token in tokens))
    assert statuses(answers) == [200, 200, 200, 201]
    assert len({answer["digest"] for answer in answers}) == 1


def test_two_different_deals_make_one_hand(club: Club) -> None:
    table = club.night(4).table
    scorer = table.scorer
    answers = at_once(*(lambda d=d: table.put_hand(1, scorer, dealer=d) for d in (1, 2, 3, 4)))
    assert statuses(answers) == [201, 409, 409, 409]
    assert {a.code for a in answers} == {None, "hand-conflict"}


def test_an_entry_that_races_with_the_deal_is_in_it_or_refused(club: Club) -> None:
    night = club.night(tables=8, preset="boodle")
    for table in night.tables:
        path = f"{table.at(1)}/entries/"
        for seat in table.seats:
            club.put(f"{path}{seat}", {"stakes": {"AH": 4}}, table.scorer)
        body = {"stakes": {"KC": 4}, "seed": "late"}
        tokens = table.scorer, table.seat(1)
        dealt, entered = at_once(
            partial(table.put_hand, 1, tokens[0]),
            partial(club.put, f"{path}1", body, tokens[1]),
        )
        assert dealt.status == 201
        setup = club.get(f"{table.at(1)}/setup").json
        taken = setup["stakes"]["1"] == {"KC": 4}
        assert taken == (setup["seeds"][0] == "late")
        assert entered.status == (200 if taken else 409)


def test_one_of_two_actions_at_a_number_is_recorded(club: Club) -> None:
    table = club.entered().table
    table.enter()
    seat, scorer = table.seat(1), table.scorer
    answers = at_once(
        *(
            lambda card=card, token=token: table.act(1, token, play=card)
            for card in ("2S", "5H")
            for token in (seat, scorer)
        )
    )
    assert statuses(answers) == [200, 201, 409, 409]
    assert len(table.log()["actions"]) == 1


def test_the_same_queue_from_many_is_recorded_once(club: Club) -> None:
    table = club.entered().table
    table.enter()
    after, scorer = table.digest(0), table.scorer
    queue = [{"play": card} for card in ("2S", "3S", "4S", "5H")]
    answers = at_once(*(lambda: table.queue(1, queue, scorer, after) for _ in range(4)))
    for results in zip(*(answer["results"] for answer in answers), strict=True):
        assert sorted(r["verdict"] for r in results) == ["recorded", *["repeated"] * 3]
        assert len({str(r["receipt"]) for r in results}) == 1
    assert len(club.get(f"{table.path}/hands")["hands"]) == 1


def test_duplicates_with_a_key_have_one_effect(club: Club) -> None:
    league = club.league()
    key = club.new_key()
    path = f"{league.path}/players"
    answers = at_once(
        *(lambda: club.post(path, {"name": "Ann"}, league.organiser, key=key) for _ in range(6))
    )
    assert statuses(answers) == [201] * 6
    assert len({answer.text for answer in answers}) == 1
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 5
    assert len(club.get(path)["players"]) == 1


def test_a_code_is_good_for_one_of_two_phones(club: Club) -> None:
    night = club.night()
    body = {"kind": "scorer", "table": night.table.id}
    code = club.post(f"{night.path}/codes", body, night.organiser)["code"]
    answers = at_once(
        *(
            lambda nonce=nonce: club.post("/v1/join", {"code": code, "nonce": nonce * 22})
            for nonce in "aabb"
        )
    )
    assert statuses(answers) == [200, 200, 409, 409]
    assert len({answer["token"] for answer in answers if answer.status == 200}) == 1
    rows = club.get(f"{night.path}/tokens", night.organiser)["tokens"]
    assert [row["kind"] for row in rows].count("scorer") == 1


def test_wrong_codes_are_all_counted(club: Club) -> None:
    club = club.use(settings=Settings(open_leagues=True, wrong_codes_per_address=100))
    codes = [f"0000-00{n:02}" for n in range(36)]

    def guess(mine: list[str]) -> list[int]:
        return [club.post("/v1/join", {"code": c, "nonce": "n" * 22}).status for c in mine]

    answers = at_once(*(lambda mine=codes[at::4]: guess(mine) for at in range(4)))
    found = [status for answer in answers for status in answer]
    assert set(found) <= {404, 503}
    window = club.context.seconds() // 600
    for name in ("wrong-all", "wrong-" + hashed("192.0.2.7")):
        tally = TallyRecord.at(name, window).read(club.context.store)
        assert tally is not None
        assert tally.record.count == found.count(404)


def test_rounds_that_share_a_player_do_not_open_side_by_side(club: Club) -> None:
    for _ in range(4):
        league = club.league()
        league.add_players(5)
        league.draw(players=[1, 2, 3])
        league.draw(players=[3, 4, 5])
        path = f"{league.path}/rounds"
        answers = at_once(
            *(
                lambda n=n, path=path, token=league.organiser: club.post(
                    f"{path}/{n}/open", None, token
                )
                for n in (1, 2)
            )
        )
        assert statuses(answers) == [200, 409]


def test_one_round_opened_by_two_has_each_table_once(club: Club) -> None:
    league = club.league()
    league.add_players(24)
    league.draw(tables=4)
    path = f"{league.path}/rounds/1/open"
    answers = at_once(*(lambda: club.post(path, None, league.organiser) for _ in range(3)))
    assert statuses(answers) == [200] * 3
    assert len({answer.text for answer in answers}) == 1
    for table in answers[0]["tables"]:
        commitments = {club.get(f"/v1/tables/{table['table']}")["commitment"] for _ in range(2)}
        assert len(commitments) == 1


def test_a_round_that_closes_during_the_deal_leaves_a_hand_or_none(club: Club) -> None:
    for _ in range(4):
        night = club.entered()
        table = night.table
        scorer = table.scorer
        deal = {"partial": True, "hands": {"1": ["2S"], "2": ["3S"], "3": ["4S"]}}
        dealt, closed = at_once(
            partial(table.put_hand, 1, scorer, dealer=3, deal=deal),
            night.close_round,
        )
        assert closed.status == 200
        page = table.page()
        if dealt.status == 201:
            assert page["state"] == "playing"
            table.hand = 1
            table.play("2S")
        else:
            assert dealt.code == "game-over"
        assert table.page()["ended"] == "closed"


def test_a_player_revoked_while_his_round_is_opened_is_shut_out_of_its_table(club: Club) -> None:
    """Whichever comes first: the old token is void at the table, and a new one is good there."""
    league = club.league()
    league.add_players(3)
    league.draw()
    old = league.issue("player", player=1)

    def open_round() -> None:
        opened = club.post(f"{league.path}/rounds/1/open", None, league.organiser)
        assert opened.status == 200

    other = club.use(store=Watched(club.context.store, Meanwhile(open_round)))
    assert other.delete(f"{league.path}/tokens/player-1", league.organiser).status == 204
    table = club.get(f"{league.path}/rounds/1")["tables"][0]["table"]
    new = league.issue("player", player=1)
    for token, status in ((old, 401), (new, 200)):
        assert club.get(f"/v1/tables/{table}", token).status == status


def test_who_leaves_during_the_deal_is_not_dealt_in_or_leaves_after_the_hand(club: Club) -> None:
    """R12: whichever comes first, the stack is taken away once."""
    for _ in range(4):
        table = club.night(4).table
        table.deal(dealer=1)
        table.play_out()
        seat, scorer = table.seat(3), table.scorer
        dealt, left = at_once(
            partial(table.put_hand, 2, scorer), partial(club.delete, f"{table.path}/seats/3", seat)
        )
        assert (dealt.status, left.status) == (201, 204)
        table.hand = 2
        page = table.page()["seats"][2]
        assert page["left"] != page["leaving"] == table.view()["seats"][2]["dealt_in"]
        table.play_out()
        page = table.page()
        assert (page["seats"][2]["left"], page["taken_away"]) == (
            True, page["seats"][2]["left_with"]
        )  # fmt: skip


def test_one_of_two_takes_a_vacant_place(club: Club) -> None:
    for _ in range(4):
        night = club.league()
        players = night.add_players(6)
        night.open_round(players=players[:4], seed="a draw")
        table = night.table
        table.deal(dealer=1)
        table.play_out()
        path, director = f"{table.path}/seats/2", night.director
        assert club.delete(path, director).status == 204
        answers = at_once(
            *(
                partial(club.put, path, {"player": player}, director)
                for player in (table.players[1], 6)
            )
        )
        assert statuses(answers) == [201, 409]
        page = table.page()
        assert page["seats"][1]["player"] in (table.players[1], 6)
        lying = sum(page["layout"].values())
        stacks = sum(one["stack"] for one in page["seats"])
        assert stacks + lying + page["taken_away"] == page["bought_in"]
