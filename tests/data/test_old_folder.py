"""A data folder that version 0.1 wrote is read as it was, played on, saved and restored.

``folder-0.1`` holds every kind of record in every state (``make_folder.py`` says which), and
beside the data what version 0.1 answered for them. The folder is never written anew: whatever a
later version stores, it must go on from these data.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest
from harness.gateway import answered, through_chalice

from chalicelib.api.app import build_app
from chalicelib.api.runtime import DATABASE, KEYS, folder_context
from chalicelib.local.backup import backup, restore
from chalicelib.local.cli import main
from chalicelib.service.context import SeededEntropy
from chalicelib.store.records.claims import Claims, TokenKind

FOLDER = Path(__file__).parent / "folder-0.1"


def without(*names: str) -> Callable[[Any], Any]:
    """Return what leaves out members of these names, however deep they stand."""

    def stripped(body: Any) -> Any:
        if isinstance(body, list):
            return [stripped(part) for part in body]
        if not isinstance(body, dict):
            return body
        return {name: stripped(part) for name, part in body.items() if name not in names}

    return stripped


def facts_of_standings(body: Any) -> Any:
    """Return what standings say of each player who has played a hand, in no order.

    Ranks are by net unless chips are asked for, tables where no hand was played out do not count,
    (nor their rounds and chips), and the revision names the league and its players too.
    """
    if isinstance(body, str):
        rows = list(csv.DictReader(io.StringIO(body.removeprefix("\ufeff"))))
        return sorted(unranked(row) for row in rows if row["hands"] != "0")
    if not isinstance(body, dict) or "standings" not in body:
        return body
    lines = [unranked(line) for line in body["standings"] if line["hands"]]
    same = {name: body[name] for name in ("league", "table", "hands") if name in body}
    return {**same, "lines": sorted(lines)}


def unranked(line: dict[str, Any]) -> list[tuple[str, Any]]:
    counted = ("player", "name", "net", "hands")
    return [(name, line[name]) for name in counted]


def only_status(body: Any) -> dict[str, Any]:
    """Compare the status alone: another order puts other lines on a page."""
    del body
    return {}


def without_commitments_of_seats(body: Any) -> Any:
    if "seats" not in body:
        return body
    return {**body, "seats": without("commitment")(body["seats"])}


_NEW_AT_TABLES: Final = (
    *("bid_limit", "highest", "source", "target", "accounts", "ends_at", "poll_after"),
    *("left", "left_with", "leaving", "away", "brought_in", "taken_away", "rules_version"),
    *("draw", "redraws", "barred", "abandoned", "restored", "has_seed"),
    *("seeds", "text", "protocol", "contributed"),
    *("tokens", "note"),
)

INTENDED: dict[str, Callable[[Any], Any]] = {
    "/v1/*/standings[?]after=1&limit=2": only_status,
    "/v1/*/standings*": facts_of_standings,
    # Seats are left as well as taken, and players may do both; phones commit to secrets. They see
    # their tokens.
    "/v1/me": lambda body: {
        **without("commitment")(body),
        "may": [
            right
            for right in body["may"]
            if not right.startswith(("seat.", "tokens.own", "hand.commit", "hand.readmit"))
        ],
    },
    # Rounds in a list have no seats; the answers about a round itself are compared whole, but for
    # the number of their drafts.
    "/v1/leagues/*/rounds": without("seed", "absent", "tables"),
    "/v1/leagues/*/rounds[?]*": without("seed", "absent", "tables"),
    # Lists have a cursor where they had none.
    "/v1/leagues/*/rounds/*": without("next_after", "drafts"),
    "/v1/leagues/*/codes": without("next_after"),
    "/v1/leagues/*/tokens": without("next_after"),
    # Players see the list of their tokens.
    "/v1/leagues/*/players/*": without("tokens"),
    # Leagues of old have the option `away`, with its default. Rules say their version.
    "/v1/leagues/*": without("away", "version"),
    # Who bought chips is named, and stacks taken away and brought are listed.
    "/v1/tables/*/ledger": without("source", "target", "accounts", "player", "moved"),
    # A log says what the deal itself caused.
    "/v1/tables/*/hands/*/actions*": lambda body: {
        name: part for name, part in without(*_NEW_AT_TABLES)(body).items() if name != "effects"
    },
    # `highest` took the place of `bid_limit`, and accounts stand beside their words.
    # Tables say when their time is up, who has left, and with what; tables and hands, who is
    # away; hands, the version of their rules, and how many tokens a seat has. A note has another
    # name. An open hand is read again sooner. Phones take part
    # in draws; seeds are in the text of the set-up.
    "/v1/tables/*": lambda body: without(
        *_NEW_AT_TABLES,
        *(() if "seats" in body and "next_dealer" in body else ("commitment",)),
    )(without_commitments_of_seats(body)),
}
"""Answers that are meant to differ from those of version 0.1, each with a comment that says why.

The pattern of an address (as ``fnmatch`` reads it) -> what is compared of a body, old or new.
"""


PAST_ITS_TIME = "/v1/tables/nxha7gh6fsw65mc1"
"""A table that waited in version 0.1, though its time was up: it is over now (R13)."""
ENDED_BY_CLOCK = (
    PAST_ITS_TIME,
    f"{PAST_ITS_TIME}/hands/2",
    f"{PAST_ITS_TIME}/ledger",
    f"{PAST_ITS_TIME}/standings*",
    "/v1/leagues/m6x70wsggcrgykfx/standings*",
)
"""The pages that say so; a test of their own reads them."""


PLAYED_ON = {
    "dealt widow": 1,
    "dealt auction": 2,
    "dealt poker": 1,
    "dealt lead": 3,
    "dealt run": 8,
    "entered run": 2,
    "observed poker": 1,
    "observed run": 1,
    "observed show": 1,
    "observed dues": 1,
    "result sheet": 1,
    "dealt deal": 14,
    "entered deal": 1,
    "observed deal": 3,
    "result deal": 3,
}
"""What is done where a game can go on -> at how many tables: an action in a hand of a recording and
a phase, or a deal."""


class Opened:
    """A data folder opened by this version, at a clock that stands still."""

    def __init__(self, folder: Path, clock: int) -> None:
        self.context = folder_context(folder, entropy=SeededEntropy(2), clock=lambda: clock)
        self._wsgi = through_chalice(build_app(lambda: self.context))

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.store.close()

    def token(self, claims: list[Any] | None) -> str | None:
        """Return the token with these claims."""
        if claims is None:
            return None
        kind, *rest = claims
        return self.context.signer.sign(Claims(TokenKind(kind), *rest))

    def call(
        self, method: str, address: str, token: str | None = None, body: Any = None
    ) -> tuple[int, Any]:
        """Return the status of an answer and its body, parsed if it is JSON."""
        path, _, query = address.partition("?")
        raw = b"" if body is None else json.dumps(body).encode()
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REMOTE_ADDR": "192.0.2.7",
            "CONTENT_TYPE": "application/json" if raw else "",
            "CONTENT_LENGTH": str(len(raw)),
            "wsgi.input": io.BytesIO(raw),
        }
        if token:
            environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        status, headers, content = answered(self._wsgi, environ)
        text = content.decode()
        is_json = "json" in dict(headers)["Content-Type"]
        return int(status.split()[0]), json.loads(text) if is_json else text


def ask(opened: Opened, address: str, token: str | None) -> tuple[int, Any]:
    """Return what a page answers, without the text of the rules: that is wording, not data."""
    status, body = opened.call("GET", address, token)
    if address.endswith("/rules"):
        body.pop("text", None)
    return status, body


def unworded(status: int, body: Any) -> Any:
    """Return a body without the texts of a problem: they are for people, and may change.

    What is not found says more than it did: the round of a draft's table, the hand that is next.
    """
    if status < 400:
        return body
    new = ("round", "current", "next_hand", "ended", "poll_after") if status == 404 else ()
    return {name: part for name, part in body.items() if name not in ("title", "detail", *new)}


# -- fixtures -------------------------------------------------------------------------------------


def copied(to: Path) -> Path:
    """Return a copy of the data alone, to be opened and changed."""
    to.mkdir()
    for name in (DATABASE, KEYS):
        shutil.copy(FOLDER / name, to / name)
    return to


@pytest.fixture(scope="module")
def kept() -> Any:
    return json.loads((FOLDER / "answers.json").read_text("utf-8"))


@pytest.fixture
def opened(tmp_path: Path, kept: Any) -> Iterator[Opened]:
    with Opened(copied(tmp_path / "data"), kept["clock"]) as opened:
        yield opened


# -- reading --------------------------------------------------------------------------------------


def test_every_page_answers_as_it_did(opened: Opened, kept: Any) -> None:
    asked, wrong = 0, []
    for league in kept["leagues"].values():
        tokens = {name: opened.token(claims) for name, claims in league["callers"].items()}
        for address, groups in league["answers"].items():
            if any(fnmatch(address, pattern) for pattern in ENDED_BY_CLOCK):
                continue
            compared = next(
                (how for pattern, how in INTENDED.items() if fnmatch(address, pattern)),
                lambda body: body,
            )
            for callers, status, body in groups:
                for caller in callers:
                    asked += 1
                    got = ask(opened, address, tokens.get(caller))
                    assert isinstance(got[1], str) or got[1].get("rules_version", 1) == 1
                    said = unworded(got[0], compared(got[1]))
                    if (got[0], said) != (status, unworded(status, compared(body))):
                        wrong.append((address, caller, status, body, *got))
    assert not wrong, f"{len(wrong)} of {asked} answers differ, first {wrong[0]}"
    assert asked > 3000


def test_a_game_whose_time_was_up_is_over(opened: Opened, kept: Any) -> None:
    """R13: it had 4 chips on the jack and ended with the clock, which no request had noticed."""
    league = kept["leagues"]["m6x70wsggcrgykfx"]
    organiser = opened.token(league["callers"]["organiser-1"])
    _, page = opened.call("GET", PAST_ITS_TIME, organiser)
    assert (page["state"], page["ended"], page["ends_at"]) == (
        "over", "minutes", "2026-12-01T20:55:37.000Z"
    )  # fmt: skip
    assert ([seat["stack"] for seat in page["seats"]], page["bank"]) == ([50, 46, 53], 1)
    _, table = opened.call("GET", f"{PAST_ITS_TIME}/standings", organiser)
    _, whole = opened.call("GET", "/v1/leagues/m6x70wsggcrgykfx/standings", organiser)
    chips = {line["player"]: line["chips"] for line in whole["standings"]}
    assert {line["player"]: line["chips"] for line in table["standings"]} == {6: 50, 1: 46, 8: 53}
    assert (chips[6], chips[1], chips[8]) == (50, 46, 53)
    assert opened.call("PUT", f"{PAST_ITS_TIME}/hands/2", organiser, {})[0] == 409


def test_inspect_shows_what_it_showed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(copied(tmp_path / "data"))
    shown = (FOLDER / "inspect.txt").read_text("utf-8")
    wanted = re.findall(r"^(\S+/\S+)  version \d+, ", shown, re.MULTILINE)
    assert len(wanted) > 25
    assert main(["inspect", "--data", folder]) == 0
    assert main(["inspect", "--data", folder, *wanted]) == 0
    assert capsys.readouterr().out == shown


# -- playing on -----------------------------------------------------------------------------------


class AtTable:
    """A table of the folder, played on by those who may."""

    def __init__(self, opened: Opened, league: Any, page: dict[str, Any]) -> None:
        self.opened = opened
        self.page = page
        self.path = f"/v1/tables/{page['table']}"
        self.organiser = opened.token(league["callers"]["organiser-1"])
        self.seats = [
            opened.token(league["callers"][f"player-{seat['player']}"]) for seat in page["seats"]
        ]

    @cached_property
    def scorer(self) -> str:
        """The token of a new scorer; asked for only where a seat's will not do."""
        body = {"kind": "scorer", "table": self.page["table"]}
        token: str = self.done("POST", f"/v1/leagues/{self.page['league']}/tokens", body)["token"]
        return token

    def done(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Make a request that must succeed, and return the answer."""
        status, answer = self.opened.call(method, path, token or self.organiser, body)
        assert status in (200, 201), (method, path, body, answer)
        return answer

    def act(self) -> str:
        """Do something legal in the hand in progress, and return what."""
        hand = f"{self.path}/hands/{self.page['hand']}"
        for token in self.seats:
            page = self.done("GET", hand, token=token)
            if page["legal"]:
                break
        else:
            token = self.scorer
            page = self.done("GET", hand, token=token)
        if page["legal"]:
            action = page["legal"][0]
            self.done("PUT", f"{hand}/actions/{page['next_action']}", action, token)
        elif page["recording"] == "result":
            others = {str(seat): 1 for seat in range(2, len(self.seats) + 1)}
            self.done("PUT", f"{hand}/score", {"out": 1, "cards_left": others}, self.scorer)
        else:
            self.show(hand, page)
        return f"{page['recording']} {page['phase']}"

    def show(self, hand: str, page: dict[str, Any]) -> None:
        """Show a card that a seat may hold at the end of an observed hand."""
        seen = {play["card"] for play in page["plays"]}
        seen |= {card for seat in page["seats"] for card in seat["cards"] or ()}
        unseen = [rank + suit for rank in ("2", "7", "10", "K") for suit in "CDHS"]
        tried = [
            self.opened.call(
                "PUT",
                f"{hand}/actions/{page['next_action']}",
                self.scorer,
                {"show": card, "seat": page["to_show"][0]["seat"]},
            )
            for card in unseen
            if card not in seen
        ]
        assert 201 in [status for status, _ in tried], tried

    def deal(self) -> str:
        """Deal the next hand, and return how."""
        hand = f"{self.path}/hands/{self.page['next_hand']}"
        body: dict[str, Any] = {}
        if self.page["recording"] == "entered":
            seats = {seat["seat"] for seat in self.page["seats"] if seat["in"]}
            said = self.done("GET", hand)["entries"]
            seats |= {entry["seat"] for entry in said if entry["rebuy"]}
            cards = {str(seat): [f"{seat + 2}S"] for seat in seats}
            body = {"deal": {"hands": cards, "partial": True}}
        elif self.page["recording"] != "dealt" and not self.page["hand"]:
            body = {"dealer": 1}
        status, answer = self.opened.call("PUT", hand, self.organiser, body)
        if status == 409 and answer["type"].endswith("stakes-missing"):
            self.stake(hand, answer["seats"])
            status, answer = self.opened.call("PUT", hand, self.organiser, body)
        assert status == 201, (hand, answer)
        return f"{self.page['recording']} deal"

    def stake(self, hand: str, seats: list[int]) -> None:
        amount = self.done("GET", hand)["amount"]
        if amount is None:
            league = self.done("GET", f"/v1/leagues/{self.page['league']}")
            amount = league["rules"]["stakes.amount"]
        space = next(iter(self.page["layout"]))
        for seat in seats:
            body = {"stakes": {space: amount}}
            self.done("PUT", f"{hand}/entries/{seat}", body, self.scorer)


def tables(opened: Opened, kept: Any) -> Iterator[AtTable]:
    """Yield every table there is."""
    for name, league in kept["leagues"].items():
        organiser = opened.token(league["callers"]["organiser-1"])
        _, listed = opened.call("GET", f"/v1/leagues/{name}/rounds", organiser)
        rounds = [
            opened.call("GET", f"/v1/leagues/{name}/rounds/{one['round']}", organiser)[1]
            for one in listed["rounds"]
        ]
        for table in (table for one in rounds for table in one["tables"]):
            status, page = opened.call("GET", f"/v1/tables/{table['table']}", organiser)
            if status != 404:  # its round was never opened
                yield AtTable(opened, league, page)


def play_on(opened: Opened, kept: Any) -> Counter[str]:
    """Act at every table in progress and deal at every one that waits; return what was done."""
    done: Counter[str] = Counter()
    for table in tables(opened, kept):
        if table.page["state"] == "playing":
            done[table.act()] += 1
        elif table.page["next_hand"]:
            done[table.deal()] += 1
    return done


def standings(opened: Opened, kept: Any) -> list[Any]:
    return [
        opened.call(
            "GET",
            f"/v1/leagues/{name}/standings?fresh=true&by={by}",
            opened.token(league["callers"]["organiser-1"]),
        )
        for name, league in kept["leagues"].items()
        for by in ("chips", "net")
    ]


def test_every_table_is_played_on(opened: Opened, kept: Any) -> None:
    assert play_on(opened, kept) == PLAYED_ON
    assert all(status == 200 for status, _ in standings(opened, kept))


def test_old_deals_are_proved_by_the_first_protocol_and_new_ones_by_the_second(
    opened: Opened, kept: Any
) -> None:
    """A hand keeps the protocol it was dealt by; its table goes on with the present one."""
    protocols: Counter[str | None] = Counter()
    for table in tables(opened, kept):
        for hand in range(1, table.page["hand"] + 1):
            path = f"{table.path}/hands/{hand}"
            setup = table.done("GET", f"{path}/setup")
            digest = hashlib.sha256(setup["text"].encode()).digest()
            shown = base64.urlsafe_b64encode(digest).decode()[:43]
            assert table.done("GET", f"{path}/actions")["digest"] == shown
            assert "seeds" in json.loads(setup["text"])
            protocols[setup["protocol"]] += 1
    assert protocols == {"boodle-deal-1": 42, None: 18}
    assert play_on(opened, kept) == PLAYED_ON
    new: Counter[str | None] = Counter()
    for table in tables(opened, kept):
        before = table.page["hand"] if table.page["state"] == "playing" else 0
        if before:
            setup = table.done("GET", f"{table.path}/hands/{before}/setup")
            new[setup["protocol"]] += "seeds" not in json.loads(setup["text"])
    assert new["boodle-deal-2"] == PLAYED_ON["dealt deal"]


def test_hands_under_way_are_played_out(opened: Opened, kept: Any) -> None:
    played_out = 0
    for table in tables(opened, kept):
        before = table.page
        if before["state"] != "playing" or before["recording"] not in ("dealt", "entered"):
            continue
        while table.done("GET", table.path)["state"] == "playing":
            table.act()
        now = table.done("GET", table.path)
        assert now["hands_counted"] == before["hands_counted"] + 1
        lying = sum(now["layout"].values()) + now["kitty"] + now["pot"] + now["bank"]
        assert sum(seat["stack"] for seat in now["seats"]) + lying == now["bought_in"]
        played_out += 1
    assert played_out == 17


def test_hands_keep_the_rules_they_were_dealt_under_and_the_next_has_those_of_today(
    opened: Opened, kept: Any
) -> None:
    versions = Counter[tuple[str, int]]()
    for table in tables(opened, kept):
        if table.page["state"] != "playing" or table.page["recording"] != "dealt":
            continue
        for hand in ("old", "new"):
            while table.done("GET", table.path)["state"] == "playing":
                table.act()
            table.page = table.done("GET", table.path)
            record = table.done("GET", f"{table.path}/hands/{table.page['hand']}/record")
            versions[hand, record["rules"].get("version", 1)] += 1
            if not table.page["next_hand"] or not table.deal().endswith("deal"):
                break
            table.page = table.done("GET", table.path)
    assert {*versions} == {("old", 1), ("new", 2)}


def test_an_interrupted_opening_and_closing_are_finished(opened: Opened, kept: Any) -> None:
    finished = Counter[str]()
    for name, league in kept["leagues"].items():
        organiser = opened.token(league["callers"]["organiser-1"])
        path = f"/v1/leagues/{name}/rounds"
        for one in opened.call("GET", path, organiser)[1]["rounds"]:
            deed = {"opening": "open", "closed": "close"}.get(one["state"])
            if not deed:
                continue
            status, now = opened.call("POST", f"{path}/{one['round']}/{deed}", organiser)
            assert (status, now["state"]) == (200, {"open": "open", "close": "closed"}[deed])
            finished[deed] += 1
            for table in now["tables"]:
                status, page = opened.call("GET", f"/v1/tables/{table['table']}", organiser)
                assert status == 200
                assert page["closing"] or page["ended"] or deed == "open"
    assert finished == {"open": 1, "close": 2}


# -- saving ---------------------------------------------------------------------------------------


def test_backup_and_restore_keep_the_standings(tmp_path: Path, kept: Any) -> None:
    folder = copied(tmp_path / "data")
    with Opened(folder, kept["clock"]) as opened:
        play_on(opened, kept)
        before = standings(opened, kept)
        assert backup(folder, tmp_path / "night.zip") == 0
    assert restore(tmp_path / "elsewhere", tmp_path / "night.zip", force=False) == 0
    # Hands in play where Boodle deals are abandoned: another revision of the same standings.
    same = without("revision")
    with Opened(tmp_path / "elsewhere", kept["clock"]) as opened:
        after = standings(opened, kept)
    assert [(status, same(body)) for status, body in after] == [
        (status, same(body)) for status, body in before
    ]
