"""Makes the data folder ``folder-0.1`` and the answers that belong to it.

It ran on version 0.1 (commit 04b930e) and is kept to show what the folder holds. It need not run
on later versions: the point of the folder is that an older Boodle wrote it.

    PYTHONPATH=.:tests python tests/data/make_folder.py tests/data/folder-0.1

Everything is played through the API, so each record is one that Boodle wrote. Two things are not:
an interrupted request is one whose store fails after some commits, and the records of two tables
are rewritten into format 1 of the live record, which version 0.1 reads but no longer writes.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from harness.club import EVENING, Clock, Club, League, Table
from harness.gateway import through_chalice
from harness.real_cards import real_hand, score_sheet
from test_old_folder import Opened, ask

from chalicelib.api.app import build_app
from chalicelib.api.routes import ROUTES
from chalicelib.api.runtime import DATABASE, folder_context
from chalicelib.local.inspection import inspect
from chalicelib.rules import make_rules
from chalicelib.rules.cards import TEXT
from chalicelib.service.context import SeededEntropy
from chalicelib.service.tokens import subject_name
from chalicelib.store.port import Busy, Key, Store
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.players import PlayerRecord

HOUR = 3600
DAY = 24 * HOUR
MISSES = {"penalty.missed_play": 1, "penalty.compensation": True}


# -- the club -------------------------------------------------------------------------------------


class FolderClub(Club):
    """A club whose data are in a folder, as ``boodle serve`` keeps them."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.context = folder_context(folder, entropy=SeededEntropy(1), clock=self.clock)
        self.expects_faults = False
        self._keys = (f"idempotency-key-{n}" for n in itertools.count())
        self._wsgi = through_chalice(build_app(lambda: self.context))
        self.leagues: list[League] = []
        self.rewritten: list[str] = []  # tables whose live record is to be of format 1

    def league(self, **body: Any) -> League:
        made = super().league(**body)
        self.leagues.append(made)
        self.clock.tick(7)
        return made


class Failing:
    """A store that does some more commits, and then no more."""

    def __init__(self, store: Store, commits: int) -> None:
        self._store = store
        self._left = commits

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def commit(self, writes: Any) -> None:
        if not self._left:
            raise Busy("the line went dead")
        self._left -= 1
        self._store.commit(writes)


def interrupted(league: League, path: str, commits: int) -> None:
    """Post something that the store cuts off after so many commits."""
    store = Failing(league.club.context.store, commits)
    got = league.club.use(store=store).post(f"{league.path}{path}", None, league.organiser)
    assert got.code == "busy", got


def done(got: Any) -> Any:
    assert got.status < 300, got
    return got


# -- playing --------------------------------------------------------------------------------------


def play(table: Table, actions: int = 1000) -> None:
    """Do so many legal actions, each by the seat that may; or play the hand out."""
    for _ in range(actions):
        if table.view()["status"] != "playing":
            return
        for seat in table.seats:
            page = table.view(table.seat(seat))
            if page["awaiting"] == "you":
                legal = page["legal"][0]
                verb = next(name for name in legal if name != "seat")
                table.club.clock.tick(1.3)
                done(table.act(page["next_action"], table.seat(seat), **{verb: legal[verb]}))
                break
        else:
            raise AssertionError(f"nobody can act: {table.view()}")


def post(table: Table, token: str, **body: Any) -> None:
    """Post the next action of the hand in progress."""
    table.club.clock.tick(0.7)
    done(table.act(table.view()["next_action"], token, **body))


def hand_over(table: Table) -> None:
    table.deal()
    play(table)


def deck(seed: str) -> dict[str, Any]:
    cards = list(TEXT[:52])
    Random(seed).shuffle(cards)
    return {"deck": cards}


def enter_deck(table: Table, seed: str, **more: Any) -> None:
    done(table.put_hand(table.hand + 1, deal=deck(seed), **more))
    table.hand += 1


def entry(table: Table, seat: int, token: str | None = None, **said: Any) -> None:
    path = f"{table.at(table.hand + 1)}/entries/{seat}"
    done(table.club.put(path, said, token or table.seat(seat)))


def stacks(table: Table) -> list[int]:
    return [seat["stack"] for seat in table.page()["seats"]]


def told(table: Table, preset: str, options: dict[str, Any], misses: int, dealer: int) -> Any:
    """Return a hand of real cards in which somebody missed at least so many plays."""
    rules = make_rules(preset, options)
    for seed in itertools.count():
        careless = 0.3 if misses else 0.0
        hand, actions = real_hand(rules, stacks(table), dealer - 1, Random(seed), careless)
        if len(hand.misses) >= misses:
            return hand, actions
    raise AssertionError


def tell(table: Table, actions: list[dict[str, Any]]) -> None:
    first = table.view()["next_action"]
    for start in range(0, len(actions), 40):
        part = actions[start : start + 40]
        table.club.clock.tick(30)
        assert set(table.verdicts(first + start, part, table.scorer)) == {"recorded"}


def shows(actions: list[dict[str, Any]]) -> int:
    """Return where in what is told the cards left are shown."""
    return next(place for place, action in enumerate(actions) if "show" in action)


def count(table: Table, hand: int, off: int = 0) -> None:
    counted = {str(seat): chips for seat, chips in enumerate(stacks(table), 1)}
    counted["1"] += off
    done(table.club.put(f"{table.at(hand)}/count", {"stacks": counted}, table.scorer))


# -- what the folder holds ------------------------------------------------------------------------


def yesterday(club: FolderClub) -> None:
    """Join codes, replies and tallies that have expired, on the evening before the others."""
    league = club.league(name="Monday club")
    league.add_players(3)
    done(club.post(f"{league.path}/codes/sheet", {}, league.organiser, key=club.new_key()))
    club.clock.tick(25 * HOUR)


def tuesday(club: FolderClub) -> None:
    """Players, rounds and credentials in every state, and dealt tables of plain Michigan."""
    key = club.new_key()
    body = {"name": "Tuesday club", "options": {"ending.hands": 12}}
    made = done(club.post("/v1/leagues", body, key=key))
    done(club.post("/v1/leagues", body, key=key))
    league = League(club, made["league"]["league"], made["token"])
    club.leagues.append(league)
    path, organiser = league.path, league.organiser
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Фёдор", "Gül", "Hé <b>", "Ina", "Jo", "Kai"]
    league.add_players(0, names)
    for number in range(12, 23):
        body = {"name": f"Player {number}"}
        done(club.post(f"{path}/players", body, organiser, key=club.new_key()))
    done(club.post(f"{path}/players", {"name": "Ann", "namesakes": True}, organiser))
    done(club.patch(f"{path}/players/2", {"name": "Benjamin"}, organiser))

    # Round 1 is closed: a game ended, a hand still in progress, a table that was never dealt at.
    league.open_round(players=list(range(1, 10)), tables=3, seed="one")
    ended, unfinished, _ = league.tables
    hand_over(ended)
    hand_over(ended)
    count(ended, 1, 2)
    count(ended, 2)
    unfinished.deal()
    play(unfinished, 6)
    done(league.close_round(1))
    # Round 2 is discarded, round 3 a draft.
    done(league.draw(players=[1, 2, 3, 4]))
    done(club.delete(f"{path}/rounds/2", organiser))
    body = {"players": [*range(1, 8)], "absent": [3], "recording": "observed"}
    done(club.post(f"{path}/rounds", body, organiser, key=club.new_key()))
    done(club.post(f"{path}/players/10/withdraw", None, organiser))
    done(club.patch(f"{path}/players/11", {"withdrawn_from": 9}, organiser))

    # Round 4 is open: before the first deal, between hands, a hand in progress.
    league.open_round(players=list(range(1, 10)), tables=3, seed="four")
    fresh, between, playing = league.tables
    done(club.patch(fresh.path, {"recording": "entered"}, league.director))
    done(club.patch(fresh.path, {"recording": "dealt"}, league.director))
    entry(fresh, 1, seed="the seed of the first seat")
    entry(between, 1, seed="сем'я")
    hand_over(between)
    between.deal()
    play(between, 3)
    post(between, organiser, abandon=True)
    hand_over(between)
    entry(between, 2, seed="kept until the deal")
    playing.deal()
    play(playing, 9)
    club.rewritten = [between.id, playing.id]

    # Round 5 is being opened, with one of its tables there. Round 6 is being closed, and its
    # second table has not been told.
    drawn = done(league.draw(players=list(range(12, 18)), tables=2, seed="five"))["round"]
    interrupted(league, f"/rounds/{drawn}/open", 2)
    sixth = league.open_round(players=list(range(18, 24)), tables=2, seed="six")
    for table in league.tables:
        hand_over(table)
    interrupted(league, f"/rounds/{sixth}/close", 2)

    # Credentials.
    for kind, label in (("viewer", "screen"), ("organiser", "stand-in"), ("director", "Zoë")):
        body = {"kind": kind, "label": label}
        done(club.post(f"{path}/tokens", body, organiser, key=club.new_key()))
    body = {"kind": "scorer", "table": playing.id, "label": "tablet"}
    done(club.post(f"{path}/tokens", body, organiser, key=club.new_key()))
    done(club.post(f"{path}/tokens", body, organiser))
    for subject in ("organiser-2", "director-2", f"scorer-{playing.id}-2", "player-11"):
        assert league.revoke(subject).status == 204
    recovery = {"Boodle-Key": club.context.deployment_key}
    done(club.post(f"{path}/recover", None, headers=recovery, key=club.new_key()))
    codes = []
    for place in range(4):
        body = {"kind": "player", "player": 1 + place}
        codes.append(done(club.post(f"{path}/codes", body, organiser, key=club.new_key())))
    body = {"kind": "scorer", "table": fresh.id, "label": "Phone"}
    codes.append(done(club.post(f"{path}/codes", body, organiser)))
    done(club.post("/v1/join", {"code": codes[0]["code"], "nonce": "a" * 32}))
    done(club.post("/v1/join", {"code": codes[4]["code"], "nonce": "b" * 32}))
    done(club.delete(f"{path}/codes/{codes[1]['code_id']}", organiser))
    assert league.revoke("player-3").status == 204  # the code issued before is void
    assert club.post("/v1/join", {"code": "0000-0000", "nonce": "c" * 32}).code == "code-unknown"
    done(club.post(f"{path}/codes/sheet", {"after": 9}, organiser, key=club.new_key()))


def private(club: FolderClub) -> None:
    """A private league of Boodle: amounts named by the dealer, stakes placed freely, seeds."""
    league = club.league(name="Private", public=False, preset="boodle")
    league.add_players(9)
    league.open_round(tables=3, seed="p")
    said, playing, _ = league.tables
    assert league.viewer

    def stake(table: Table, amount: int, seats: Iterator[int] | range) -> None:
        dealer = table.page()["next_dealer"]
        path = f"{table.at(table.hand + 1)}/amount"
        done(club.put(path, {"amount": amount}, table.seat(dealer)))
        spaces = list(table.page()["layout"])
        for seat in seats:
            placed = {spaces[seat - 1]: amount - 1, spaces[seat]: 1}
            entry(table, seat, stakes=placed, seed=f"seed {seat}")

    stake(said, 4, said.seats)
    hand_over(said)
    stake(said, 5, iter((1, 2)))
    entry(said, 2, stakes=None)
    stake(playing, 3, playing.seats)
    playing.deal()
    play(playing, 5)


def russian(club: FolderClub) -> None:
    """The widow undecided, auctioned, sold; covered cards, fines, a play clock, entered deals."""
    league = club.league(name="Клуб «Стоп»", preset="michigan_ru", play_clock=45)
    league.add_players(20)
    league.open_round(tables=5, seed="r")
    undecided, auction, sold, entered, over = league.tables
    undecided.deal()

    auction.deal()
    play_verb(auction, "decline")
    play_verb(auction, "bid", 3)
    play_verb(auction, "pass")

    sold.deal()
    play_verb(sold, "decline")
    play_verb(sold, "bid", 2)
    for _ in range(len(sold.players) - 2):
        play_verb(sold, "pass")
    play(sold, 12)
    until(sold, "run")
    club.clock.tick(60)
    page = sold.view()
    assert page["phase"] == "run"
    done(sold.act(page["next_action"], sold.seat(1), follow=True))

    done(club.patch(entered.path, {"recording": "entered"}, league.director))
    enter_deck(entered, "entered", dealer=2)
    post(entered, entered.seat(2), exchange=True)
    play(entered, 8)
    first = entered.view(entered.scorer)["legal"][0]
    post(entered, entered.scorer, **first)
    number = entered.view()["next_action"]
    post(entered, entered.scorer, undo=number - 1)
    post(entered, entered.seat(3), away=True)
    post(entered, entered.scorer, away=True, seat=4)
    post(entered, entered.scorer, back=True, seat=4)
    play(entered, 2)
    league.issue("player", player=entered.players[0])  # again: noted in the hand
    first = entered.view(entered.scorer)["legal"][0]
    post(entered, entered.scorer, **first, phone_at="2026-12-01T20:30:01.500Z")
    until(entered, "run")
    post(entered, entered.scorer, stop=True)
    until(entered, "run")

    over.deal()
    play_verb(over, "decline")
    play_verb(over, "bid", 1)
    play(over)
    over.deal()
    play(over, 6)
    until(over, "run")
    post(over, league.director, stop=True)
    post(over, over.seat(2), away=True)
    play(over)


def play_verb(table: Table, verb: str, amount: int | None = None) -> None:
    """Have the seat to act do this."""
    turn = table.view()["turn"]
    post(table, table.seat(turn), **{verb: True if amount is None else amount})


def until(table: Table, phase: str) -> None:
    while table.view()["phase"] != phase:
        play(table, 1)


def observed(club: FolderClub) -> None:
    """Real cards told one by one: each phase of a hand, and each ruling."""
    options = {**MISSES, "played_cards": "covered"}
    league = club.league(name="Felt", recording="observed", options=options)
    league.add_players(24)
    league.open_round(tables=6, seed="o")
    middle, show, dues, over, abandoned, joined = league.tables
    league.add_players(0, ["Late"])
    done(club.put(f"{joined.path}/seats/5", {"player": 25}, league.director))
    _, actions = told(dues, "michigan", options, 2, 4)
    for table in (show, dues, over):
        table.deal(dealer=4)
    found = {"turned": ["3C", "9D", "JS"], "start": 2}
    done(middle.put_hand(1, middle.scorer, found=found, cut=True))
    middle.hand = 1
    post(middle, middle.scorer, play="3C", seat=1)
    post(middle, middle.seat(2), follow=True)
    post(middle, middle.scorer, follow=True, seat=2)
    post(middle, middle.scorer, undo=3)
    post(middle, middle.scorer, lead="5D", seat=3)
    post(middle, middle.scorer, follow=True, seat=4)
    tell(show, actions[: shows(actions) + 1])
    tell(dues, actions)
    post(dues, dues.scorer, waive=1)
    tell(over, actions)
    post(over, league.director, confirm=True)
    over.deal()
    _, actions = told(over, "michigan", options, 1, 1)
    tell(over, actions)
    post(over, over.scorer, waive=True)
    count(over, 2)
    abandoned.deal(dealer=1)
    post(abandoned, abandoned.scorer, play="2C", seat=2)
    post(abandoned, league.director, abandon=True)


def observed_three_in_one(club: FolderClub) -> None:
    """Three in One with real cards: nobody goes out; a space that was not taken is waived."""
    from chalicelib.rules import Action, Hand, Phase

    league = club.league(name="Felt too", recording="observed", preset="three_in_one")
    league.add_players(4)
    league.open_round(seed="ot")
    table = league.table
    table.deal(dealer=4)
    for seed in itertools.count():
        pack = Random(seed).sample(range(52), 52)
        hand = Hand(make_rules("three_in_one"), [50] * 4, 3, pack)
        actions: list[dict[str, Any]] = []
        while hand.phase is Phase.POKER:
            actions.append({"check": True, "seat": hand.turn + 1})
            hand.apply(Action("check", hand.turn))
        actions.append({"pot": True, "seat": hand.turn + 1})
        while not hand.over:
            action = hand.legal_actions()[0]
            verb = "follow" if hand.phase is Phase.RUN else "play"
            card = True if verb == "follow" else TEXT[action.card or 0]
            actions.append({verb: card, "seat": (action.seat or 0) + 1})
            hand.apply(action)
        if hand.winner is None:
            break
    actions.append({"end": True})
    actions += [
        {"show": TEXT[card], "seat": seat + 1}
        for seat in hand.live
        for card in range(52)
        if hand.where[card] == seat
    ]
    tell(table, actions)
    post(table, table.scorer, waive=True)
    table.deal()
    post(table, table.scorer, take="AH", seat=2)
    play_verb(table, "bet", 2)
    play_verb(table, "call")


def by_sheet(club: FolderClub) -> None:
    """Score sheets: waited for, put, with misses; real chips counted."""
    league = club.league(name="Paper", recording="result", options=MISSES)
    league.add_players(12)
    league.open_round(tables=3, seed="s")
    waiting, scored, abandoned = league.tables
    scored.deal(dealer=4)
    hand, _ = told(scored, "michigan", MISSES, 2, 4)
    done(club.put(f"{scored.at()}/score", score_sheet(hand), scored.scorer))
    count(scored, 1, -1)
    scored.deal()
    sheet = {"out": 2, "cards_left": {"1": 4, "3": 1, "4": 2}, "spaces": {"QD": [3]}}
    done(club.put(f"{scored.at()}/score", sheet, scored.scorer))
    count(scored, 2)
    waiting.deal(dealer=1)
    abandoned.deal(dealer=2)
    post(abandoned, league.director, abandon=True)


def sheet_with_everything(club: FolderClub) -> None:
    """A sheet that has all a sheet can have."""
    options = {"widow": "exchange_or_auction", "spaces_paid": "played", **MISSES}
    league = club.league(
        name="All of it", recording="result", preset="three_in_one", options=options
    )
    league.add_players(4)
    league.open_round(seed="a")
    table = league.table
    table.deal(dealer=4)
    sheet = {
        "out": 1,
        "cards_left": {"2": 2, "3": 4, "4": 3},
        "spaces": {"10H": [2], "JH": [1], "8-9-10": [1]},
        "pot": [3],
        "fees": [{"seat": 2, "chips": 1}, {"seat": 3, "chips": 1}, {"seat": 2, "chips": 1}],
        "bets": [{"seat": seat, "chips": 2} for seat in (1, 2, 3)],
        "widow": {"seat": 3, "price": 5},
        "misses": [
            {
                "seat": 2,
                "card": "QH",
                "blocked": [{"space": "KH", "seat": 3}, {"space": "AH", "seat": 4}],
            },
            {"seat": 4, "card": "9C"},
        ],
        "chips": {"1": 65, "2": 29, "3": 45, "4": 45},
    }
    done(club.put(f"{table.at()}/score", sheet, table.scorer))
    table.deal()
    sheet = {"cards_left": {"1": 2, "2": 2, "3": 4, "4": 3}, "pot": [2, 4]}
    done(club.put(f"{table.at()}/score", sheet, table.scorer))


def three_in_one(club: FolderClub) -> None:
    """The betting of Three in One under way, and over."""
    league = club.league(name="Three", preset="three_in_one")
    league.add_players(8)
    league.open_round(tables=2, seed="t")
    betting, over = league.tables
    betting.deal(dealer=4)
    play_verb(betting, "bet", 3)
    play_verb(betting, "raise", 7)
    play_verb(betting, "fold")
    over.deal(dealer=4)
    play_verb(over, "bet", 1)
    for _ in range(3):
        play_verb(over, "call")
    play(over)


def broke(club: FolderClub) -> None:
    """Seats out of chips: dropped out, bought anew, in debt; newcomers."""
    options = {"broke": "drop_out", "chips.start": 8}
    league = club.league(name="Out", options=options)
    league.add_players(8)
    league.open_round(tables=2, seed="d")
    playing, between = league.tables
    playing.deal()
    play(playing, 4)
    hand_over(between)

    options = {"broke": "drop_out", "chips.start": 3}
    league = club.league(name="Out at once", preset="newmarket", options=options)
    league.add_players(3)
    league.open_round(seed="d")
    for seat in league.table.seats:
        entry(league.table, seat, stakes={"KC": 1})
    done(league.table.put_hand(1))  # the stakes leave nobody with chips

    options = {"broke": "rebuy", "chips.start": 8}
    league = club.league(name="Again", recording="entered", options=options)
    players = league.add_players(8)
    league.open_round(players=players[:6], tables=2, seed="b")
    for table in league.tables:
        table.enter()
        table.play("2S", "3S", "4S", "5H")
        count(table, 1)
        entry(table, 3, rebuy=True)
    bought, _ = league.tables
    body = {"player": 7}
    done(club.put(f"{bought.path}/seats/4", body, bought.scorer))
    bought.players.append(7)
    bought.enter({"1": "2S 5H", "2": "3S 9D", "3": "7S", "4": "4S JS"})
    post(bought, bought.scorer, play="2S")

    options = {"broke": "debt", "chips.start": 1, "per_card": 3, "ending.hands": 3}
    league = club.league(name="Debts", options=options)
    league.add_players(6)
    league.open_round(tables=2, seed="e")
    between, playing = league.tables
    hand_over(between)
    hand_over(playing)
    playing.deal()
    play(playing, 3)


def winding_down(club: FolderClub) -> None:
    """Kitty, pot and spaces that are not staked again; games that ended for each reason."""
    options = {"wind_down": "no_refill"}
    league = club.league(name="No refill", preset="newmarket", options=options)
    league.add_players(6)
    league.open_round(tables=2, seed="n")
    between, playing = league.tables

    def stake(table: Table) -> None:
        for seat in table.seats:
            entry(table, seat, stakes={"AH": 1})

    for table in (between, playing):
        for _ in range(20):
            stake(table)
            hand_over(table)
            if live(table).claimed >> len(table.page()["layout"]):
                break
        assert live(table).claimed >> len(table.page()["layout"]), "neither kitty nor pot was won"
    stake(playing)
    playing.deal()
    play(playing, 4)

    options = {"wind_down": "remove_claimed", "unclaimed": "leader_takes"}
    league = club.league(name="Claimed", options=options)
    league.add_players(9)
    league.open_round(tables=3, seed="c")
    over, playing, between = league.tables
    for table in (playing, between):
        while not live(table).claimed:
            hand_over(table)
    playing.deal()
    play(playing, 5)
    while not over.page()["ended"]:
        hand_over(over)
    assert over.page()["ended"] == "claimed"

    for ending, value in (("hands", 1), ("chips", 1)):
        options = {f"ending.{ending}": value, "unclaimed": "void", "ending.basis": "stack"}
        league = club.league(name=f"Ends by {ending}", options=options)
        league.add_players(3)
        league.open_round(seed=ending)
        hand_over(league.table)
        assert league.table.page()["ended"] == ending


def live(table: Table) -> LiveRecord:
    stored = LiveRecord.at(table.id).read(table.club.context.store)
    assert stored is not None
    return stored.record


def presets(club: FolderClub) -> None:
    """Other rules: a layout of one's own, runs that play themselves, eight seats."""
    options = {
        "ace": "low",
        "layout": [
            "AS",
            {"name": "Honours", "cards": ["KH", "QH"]},
            {"name": "Кони", "cards": ["K"]},
        ],
        "stakes.kitty": 2,
        "deal.leftover": "equal_to_widow",
        "widow": "exchange_or_auction",
        "auction": "dealer",
        "lead.first": "lowest:S",
        "lead.change": "colour",
        "lead.pass_fee": 1,
        "following": "automatic",
        "played_cards": "covered",
        "penalty.priority": "fine_first",
        "ending.minutes": 1440,
    }
    league = club.league(name="House rules", preset="saratoga", options=options)
    done(club.patch(league.path, {"name": "House rules II", "play_clock": 3600}, league.organiser))
    league.add_players(12)
    league.open_round(tables=3, seed="h")
    auction, playing, over = league.tables
    auction.deal()
    play_verb(auction, "auction")
    playing.deal()
    play_verb(playing, "exchange")
    play(playing, 2)
    hand_over(over)

    league = club.league(name="Eight", preset="newmarket_horses")
    league.add_players(8)
    league.open_round(tables=1, seed="8")
    for seat in league.table.seats:
        entry(league.table, seat, stakes={"KS": 2}, seed=f"seat {seat}")
    league.table.deal()
    play(league.table, 20)

    club.league(name="Nobody yet", preset="stops", public=False, recording="observed")


def minutes(club: FolderClub) -> None:
    """Games that end with the time: ended, past it, with a hand in progress, before it."""
    league = club.league(name="Half an hour", options={"ending.minutes": 30})
    league.add_players(12)
    league.open_round(tables=4, seed="m")
    ended, past, playing, before = league.tables
    hand_over(ended)
    hand_over(past)
    playing.deal()
    play(playing, 4)
    club.clock.tick(31 * 60)
    assert ended.put_hand(2).code == "game-over"
    assert ended.page()["ended"] == "minutes"
    hand_over(before)


SCENES: tuple[Callable[[FolderClub], None], ...] = (
    yesterday,
    tuesday,
    private,
    russian,
    observed,
    observed_three_in_one,
    by_sheet,
    sheet_with_everything,
    three_in_one,
    broke,
    winding_down,
    presets,
    minutes,
)


# -- format 1 of the live record ------------------------------------------------------------------

TABLE_FIELDS = 11


def into_format_1(database: Path, tables: list[str]) -> None:
    """Rewrite the live records of some tables, and those in their archives, into format 1.

    It lacks the last field of the table, which tells when the game began, what is claimed, who is
    away and who bought more than one stack. Nothing of that matters to these tables.
    """
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        for table in tables:
            rows = connection.execute(
                "SELECT sort, body FROM items WHERE partition = ?", (f"T#{table}",)
            ).fetchall()
            for sort, body in rows:
                if Key(f"T#{table}", sort) == LiveRecord.at(table).key:
                    new = older(body)
                elif Key(f"T#{table}", sort) in ArchiveRecord.of_table(table):
                    archive = json.loads(body)
                    archive["live"] = older(archive["live"])
                    new = json.dumps(archive, separators=(",", ":"), ensure_ascii=False)
                else:
                    continue
                connection.execute(
                    "UPDATE items SET body = ? WHERE partition = ? AND sort = ?",
                    (new, f"T#{table}", sort),
                )


def older(body: str) -> str:
    fields = body.split("|")
    assert fields[0] == "2"
    assert fields[TABLE_FIELDS - 1].split(",")[1:] == ["0", "0"], "claimed, away or bought"
    return "|".join(["1", *fields[1 : TABLE_FIELDS - 1], *fields[TABLE_FIELDS:]])


# -- the answers ----------------------------------------------------------------------------------

SKIPPED = {
    *("getOpenApi", "getDocs", "health", "listProblems", "listPresets", "getPreset"),
    *("getPresetRules",),
}
"""What does not depend on the folder."""

QUERIES: dict[str, tuple[str, ...]] = {
    "getStandings": ("", "by=net&hands=1", "format=csv", "after=1&limit=2"),
    "getTableStandings": ("by=net",),
    "listPlayers": ("limit=200", "after=1&limit=2"),
    "listRounds": ("", "after=1&limit=1"),
    "listHands": ("", "after=1&limit=1"),
    "listRecords": ("after=1&limit=1",),
    "listCounts": ("", "after=1"),
}


class Asking:
    """Asks every page of a league as everybody who may be told something else by it."""

    def __init__(self, opened: Opened, league: League) -> None:
        self.opened = opened
        self.store = opened.context.store
        self.league = league.id
        self.callers: dict[str, list[Any]] = {}
        self.answers: dict[str, list[list[Any]]] = {}
        self.organiser = self.caller("organiser", 1)

    def caller(self, kind: str, number: int, epoch: int = 0, table: str | None = None) -> str:
        expires = self.opened.context.seconds() + 30 * DAY
        claims = Claims(TokenKind(kind), self.league, number, epoch, expires, table)
        name = subject_name(claims)
        self.callers[name] = list(claims)
        return name

    def player(self, number: int) -> str:
        player = PlayerRecord.at(self.league, number).read(self.store)
        assert player is not None
        return self.caller("player", number, player.record.epoch)

    def get(self, path: str, *callers: str) -> Any:
        """Ask for a page; return what the first of the callers is told."""
        heard: list[Any] = []
        groups = self.answers.setdefault(path, [])
        for caller in callers:
            token = self.opened.token(self.callers.get(caller))
            status, body = ask(self.opened, path, token)
            heard.append(body)
            for group in groups:
                if group[1:] == [status, body]:
                    group[0].append(caller)
                    break
            else:
                groups.append([[caller], status, body])
        return heard[0]

    def everything(self) -> None:
        base = f"/v1/leagues/{self.league}"
        league = LeagueRecord.at(self.league).read(self.store)
        assert league is not None
        everybody = [self.organiser]
        for kind, tokens in league.record.staff.items():
            for number, token in tokens.items():
                name = self.caller(kind, number, token.epoch)
                everybody.append(name)
                self.get("/v1/me", name)
        players = self.get(f"{base}/players?limit=200", self.organiser)["players"]
        numbers = [player["player"] for player in players]
        for number in numbers[:2]:
            self.get("/v1/me", self.player(number))
        some = [self.organiser, *(["player-1"] if numbers else []), "anyone"]
        for path in pages("/v1/leagues/{league}", base, ("{round}", "{player}")):
            self.get(path, *some)
        for number in numbers:
            self.get(f"{base}/players/{number}", *some)
        rounds = self.get(f"{base}/rounds", *some)["rounds"]
        for one in rounds:
            self.get(f"{base}/rounds/{one['round']}", *some)
            for table in one["tables"]:
                self.table(table["table"])

    def table(self, table: str) -> None:
        base = f"/v1/tables/{table}"
        stored = LiveRecord.at(table).read(self.store)
        if stored is None:
            self.get(base, self.organiser, "anyone")
            return
        live, hand_now = stored.record.table, stored.record.hand
        seats = [self.player(number) for number in live.players]
        scorers = [
            self.caller("scorer", slot, epoch, table) for slot, epoch in enumerate(live.scorers)
        ]
        some = [self.organiser, seats[0], "anyone"]
        for scorer in scorers:
            self.get("/v1/me", scorer)
        for path in pages("/v1/tables/{table}", base, ("{hand}",)):
            self.get(path, *some)
        waiting = not hand_now and not live.ended and not live.closing
        if waiting:
            self.get(f"{base}/hands/{live.hand + 1}", *some)
        for hand in range(1, live.hand + 1):
            path = f"{base}/hands/{hand}"
            playing = bool(hand_now) and hand == live.hand
            for page in pages("/v1/tables/{table}/hands/{hand}", path, ()):
                callers = [*some, *([*scorers[:1], seats[1]] if playing else [])]
                if page.endswith("/cards"):
                    callers = [*(seats if playing else seats[:1]), self.organiser]
                # The digests of two actions stand for the whole log.
                part = page.endswith("/actions") and not playing
                self.get(f"{page}?after=4&limit=2" if part else page, *callers)


def pages(under: str, base: str, without: tuple[str, ...]) -> Iterator[str]:
    """Return the addresses of the pages that stand below a path of the route table, or there."""
    for route in ROUTES:
        path = route.path
        if route.method != "GET" or route.name in SKIPPED or not f"{path}/".startswith(f"{under}/"):
            continue
        if any(part in path for part in without):
            continue
        for query in QUERIES.get(route.name, ("",)):
            yield base + path.removeprefix(under) + (f"?{query}" if query else "")


def write_answers(folder: Path, leagues: list[League], clock: int) -> None:
    told = {}
    with Opened(folder, clock) as opened:
        for league in leagues:
            asking = Asking(opened, league)
            asking.everything()
            told[league.id] = {"callers": asking.callers, "answers": asking.answers}
    compact = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": True}
    lines = [f'{{"clock":{clock},"leagues":{{']
    for league, kept in sorted(told.items()):
        lines.append(
            f'"{league}":{{"callers":{json.dumps(kept["callers"], **compact)},"answers":{{'
        )
        rows = [
            f"{json.dumps(path)}:{json.dumps(groups, **compact)}"
            for path, groups in sorted(kept["answers"].items())
        ]
        lines += [",\n".join(rows), "}},"]
    lines[-1] = "}}}}"
    text = "\n".join(lines) + "\n"
    json.loads(text)
    (folder / "answers.json").write_text(text, "utf-8")


def write_inspection(folder: Path, rewritten: list[str]) -> None:
    """Keep what ``boodle inspect`` shows: all partitions, some tables, two of each other kind.

    Replies that were kept for a token cannot be asked for one by one: there is a ``/`` in the name
    of their partition.
    """
    with contextlib.closing(sqlite3.connect(folder / DATABASE)) as connection:
        rows = connection.execute(
            "SELECT partition, sort FROM items ORDER BY partition, sort"
        ).fetchall()
    shown: Counter[str] = Counter()
    wanted = []
    for partition, sort in rows:
        if "/" in partition:
            continue
        kind = partition if partition[0] in "IN" else f"{partition[0]} {sort.partition('#')[0]}"
        shown[kind] += 1
        is_live = (partition, sort) == LiveRecord.at(partition[2:]).key
        enough = 3 if is_live else 2
        if shown[kind] <= enough or (is_live and partition[2:] in rewritten):
            wanted.append(f"{partition}/{sort}")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        inspect(folder, [], False)
        inspect(folder, wanted, False)
    (folder / "inspect.txt").write_text(out.getvalue(), "utf-8")


def settle(database: Path) -> None:
    """Make one file of the database, with no log beside it."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    club = FolderClub(folder)
    assert club.clock.now == EVENING
    for scene in SCENES:
        scene(club)
    club.clock.tick(5)
    club.context.store.close()
    into_format_1(folder / DATABASE, club.rewritten)
    write_answers(folder, club.leagues, club.clock.now)
    write_inspection(folder, club.rewritten)
    settle(folder / DATABASE)
    for path in sorted(folder.iterdir()):
        print(f"{path.name}: {path.stat().st_size:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
