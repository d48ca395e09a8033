"""Every route with every kind of token: allowed exactly when the table of rights says so.

The matrix is made from ``ROUTES`` and ``RIGHTS``; only what those cannot say is written down
here: of which league or table a token must be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import pytest
from harness.club import DEPLOYMENT_KEY, Body, Club, Got, League, Table
from harness.memory import MemoryStore

from chalicelib.api.http.route import Route
from chalicelib.api.routes import ROUTES
from chalicelib.rules.actions import POSTERS, TABLE, Recording, Verb
from chalicelib.service.context import Settings
from chalicelib.service.rights import RIGHTS, Right
from chalicelib.service.tokens import subject_name
from chalicelib.store.records.claims import TokenKind

KINDS = ("viewer", "player", "scorer", "director", "organiser")


class Token(NamedTuple):
    """A token of some kind, and where it belongs: ``own``, another ``table``, ``foreign``."""

    kind: str
    belongs: str
    text: str | None


def all_tokens(here: League, there: League) -> list[Token]:
    """Return a token of each kind: of this table, of the league's other table, of a league."""
    tokens = [Token("anyone", "foreign", None)]
    for league, belongs in ((here, "own"), (there, "foreign")):
        dealer = league.table.page()["next_dealer"] or 1
        texts = (
            league.viewer,
            league.table.seat(dealer),
            league.table.scorer,
            league.director,
            league.organiser,
        )
        tokens += [Token(kind, belongs, text) for kind, text in zip(KINDS, texts, strict=True)]
    second = here.tables[1]
    return [
        *tokens,
        Token("player", "table", second.seat(1)),
        Token("scorer", "table", second.scorer),
    ]


def expected(route: Route, token: Token, public: bool) -> str | None:
    """Return the code of the problem that this token meets, or ``None``."""
    allowed, right = RIGHTS[route.right], route.right
    if right in ("open.read", "league.create", "join"):
        return None
    if token.kind not in allowed:
        return "unauthenticated" if token.kind == "anyone" else "forbidden"
    if right in ("me.read", "tokens.own"):
        # Each has a single token, and none confirms itself.
        return "forbidden" if route.name == "confirmToken" else None
    if right == "page.read":
        return "not-found" if token.belongs == "foreign" and not public else None
    if token.belongs == "foreign":
        return "forbidden" if public else "not-found"
    of_table = route.path.startswith("/v1/tables/")
    return "forbidden" if token.belongs == "table" and of_table else None


def players_seat(table: Table) -> int:
    """Return the player on the seat of :func:`path_of`."""
    return table.players[(table.page()["next_dealer"] or 1) - 1]


def body_of(route: Route, night: League, token: Token) -> Any:
    """Return a body that is right for who sends it, once he may."""
    table = night.table
    if route.name in ("putAction", "postQueue"):
        # Seats play; scorers and directors take back what is recorded as the first action.
        action = {"play": "2S"} if token.kind in ("player", "viewer", "anyone") else {"undo": 1}
        if route.name == "putAction":
            return action
        return {"first": 1, "after": table.digest(0), "actions": [action]}
    return {
        "join": {"code": "0000-0000", "nonce": "n" * 22},
        "renewToken": {"nonce": "n" * 22},
        "createLeague": {"name": "L"},
        "updateLeague": {"name": "Another"},
        "addPlayer": {"name": "Ann"},
        "addPlayers": {"names": ["Ann"]},
        "updatePlayer": {"name": "Ann"},
        "drawRound": {},
        "issueToken": {"kind": "viewer"},
        "issueCode": {"kind": "player", "player": 1},
        "issueSheet": {},
        "updateTable": {"recording": "dealt"},
        "dealHand": {},
        "nameAmount": {"amount": 4},
        "putCommitment": {"commitment": "ab" * 32},
        "openDraw": {"draw": "ab" * 32, "secret": "ab" * 32, "next": "ab" * 32},
        "redraw": {"left_out": [1]},
        "putScore": {},
        "putEntry": {"stakes": {"AH": 4}},
        # A player may only come back, or stay: this one sits there.
        "joinTable": {"player": players_seat(table)},
        "countChips": {"stacks": {"1": 50, "2": 50, "3": 50}},
    }.get(route.name)


def prepared(club: Club, route: Route, public: bool) -> League:
    """Return a league in the state in which the route has something to do."""
    played = route.path.endswith(
        ("/setup", "/cards", "/ledger", "/record", "/audit", "/actions", "/{number}", "/count")
    )
    stakes = route.name in ("nameAmount", "putEntry")
    drawn = route.name in ("openDraw", "redraw")
    scored = route.name == "putScore"
    night = club.night(
        tables=2,
        public=public,
        preset="boodle" if stakes else "michigan",
        recording="entered" if played else "result" if scored else "dealt",
    )
    if drawn:
        night.table.deal()
    if scored:
        assert night.table.deal(dealer=3).status == 201
    if played:
        table = night.table
        table.enter(dealer=table.page()["next_dealer"])
        if route.right == "hand.act":
            turn = table.view()["turn"]
            card = table.view(table.scorer)["legal"][0]["play"]
            assert table.act(1, table.seat(turn), play=card).status == 201
    night.issue("director")
    assert night.director
    night.draw()
    night.code = club.post(  # type: ignore[attr-defined]
        f"{night.path}/codes", {"kind": "player", "player": 1}, night.organiser
    )["code_id"]
    return night


def path_of(route: Route, night: League) -> str:
    seat = night.table.page()["next_dealer"] or 1
    return route.path.format(
        league=night.id,
        table=night.table.id,
        preset="michigan",
        player=1,
        round=1 if route.name in ("closeRound", "openRound") else 2,
        hand=1,
        seat=seat,
        number=1,
        draw=1,
        subject="director-1",
        token=1,
        code_id=night.code,  # type: ignore[attr-defined]
    )


def outcome(got: Got) -> str | None:
    """Return how a request fared as far as rights go: what else was wrong is not asked here."""
    return got.code if got.code in ("unauthenticated", "forbidden", "not-found") else None


BY_KEY = ("recoverLeague", "listLeagues")
"""Routes that take the deployment's key instead of a token."""


@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
@pytest.mark.parametrize("route", ROUTES, ids=[route.name for route in ROUTES])
def test_a_route_is_open_to_those_with_the_right(club: Club, route: Route, public: bool) -> None:
    here, there = prepared(club, route, public), club.night(tables=2)
    tokens = all_tokens(here, there)
    # The refused first: they must not change anything for those who are allowed.
    tokens.sort(key=lambda token: expected(route, token, public) is None)
    path = path_of(route, here)
    for token in tokens:
        body = body_of(route, here, token)
        headers = {"Boodle-Key": DEPLOYMENT_KEY} if route.name in BY_KEY else {}
        got = club.call(route.method, path, body, token.text, headers=headers)
        if route.name == "recoverLeague" and got.status == 200:
            assert got["token"]
            continue
        assert outcome(got) == expected(route, token, public), (token[:2], got)
        if got.code == "forbidden" and token.kind not in RIGHTS[route.right]:
            assert set(got["kinds"]) == RIGHTS[route.right]
            assert all(kind in got["detail"] for kind in got["kinds"])


def revoke(club: Club, token: Token, leagues: Sequence[League]) -> None:
    """Revoke a token, as that of a lost phone."""
    assert token.text
    claims = club.context.signer.read(token.text, 0)
    league = next(league for league in leagues if league.id == claims.league)
    assert league.revoke(subject_name(claims)).status == 204


@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_a_void_token_is_called_void_wherever_it_is_used(club: Club, public: bool) -> None:
    """It gets 401 where its kind or its table would get 403: validity is judged before rights."""
    act = next(route for route in ROUTES if route.name == "putAction")
    night, there = prepared(club, act, public), club.night(tables=2)
    tokens = [one for one in all_tokens(night, there) if one.text and one.kind != "organiser"]
    for token in tokens:
        revoke(club, token, (night, there))
    for route in CLOSED:
        for token in tokens:
            got = club.call(
                route.method, path_of(route, night), body_of(route, night, token), token.text
            )
            due = {"unauthenticated"}
            if token.belongs == "foreign" and not public:
                due.add("not-found")  # a private league's pages are not there for others
            assert got.code in due, (route.name, token[:2], got)


CLOSED = [route for route in ROUTES if "anyone" not in RIGHTS[route.right]]


@pytest.mark.parametrize("route", CLOSED, ids=[route.name for route in CLOSED])
def test_a_service_checks_the_right_itself(
    club: Club, route: Route, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = prepared(club, route, public=True)
    path, kinds = path_of(route, night), RIGHTS[route.right]
    monkeypatch.setattr("chalicelib.api.run.check_right", lambda caller, right: None)
    for token in all_tokens(night, night):
        if token.kind not in kinds:
            got = club.call(route.method, path, body_of(route, night, token), token.text)
            refused = "unauthenticated" if token.kind == "anyone" else "forbidden"
            assert got.code == refused, (token[:2], got)


SAID: Final[dict[str, int | str]] = {
    "play": "AC",
    "lead": "AC",
    "show": "AC",
    "take": "AH",
    "bid": 1,
    "bet": 1,
    "raise": 2,
    "undo": 1,
    "reassign": 1,
}


def verb_cases() -> list[Any]:
    return [
        pytest.param(recording, verb, id=f"{recording}-{verb}")
        for recording in (Recording.ENTERED, Recording.OBSERVED, Recording.RESULT)
        for verb in POSTERS[recording]
    ]


@pytest.mark.parametrize(("recording", "verb"), verb_cases())
def test_a_verb_is_open_to_those_with_the_right(
    club: Club, recording: Recording, verb: Verb
) -> None:
    rights = POSTERS[recording][verb]
    clocked = TABLE[verb].of_run
    night = club.night(tables=2, recording=recording.value, play_clock=5 if clocked else None)
    table = night.table
    if recording == "entered":
        table.enter(token=night.issue("director"))
    else:
        assert table.put_hand(1, night.issue("director"), dealer=3).status == 201
        table.hand = 1
    tokens = {token for token in all_tokens(night, club.night()) if token.kind != "anyone"}
    for kind, belongs, text in tokens:
        body: Body = {verb.value: SAID.get(verb, True)}
        got = table.act(1, str(text), **body)
        if verb == "abandon" and got.status in (200, 201):
            assert kind in rights
            continue
        allowed = kind in rights and belongs == "own"
        assert (got.code == "forbidden") is not allowed, (kind, belongs, got)
        if not allowed and belongs == "own":
            told = RIGHTS[Right.HAND_ACT] if kind == "viewer" else rights
            assert got["kinds"] == [kind for kind in TokenKind if kind in told]


def test_every_right_is_one_that_a_route_needs() -> None:
    assert {route.right for route in ROUTES} == set(RIGHTS)


@pytest.mark.parametrize("name", [route.name for route in ROUTES if "page" in route.right])
def test_a_private_league_is_hidden_from_strangers(club: Club, name: str) -> None:
    route: Route = next(route for route in ROUTES if route.name == name)
    night = prepared(club, route, public=False)
    hidden: Callable[[str | None], Got] = lambda token: club.get(path_of(route, night), token)  # noqa: E731
    missing = path_of(route, night).replace(night.id, "nowhere").replace(night.table.id, "nowhere")
    for token in (None, club.league().organiser):
        got = hidden(token)
        assert got.code == "not-found"
        assert got.text == club.get(missing, token).text  # as if it were not there


@pytest.mark.parametrize(
    "name", [route.name for route in CLOSED if "{" in route.path and "/me/" not in route.path]
)
def test_a_token_of_another_league_learns_nothing_of_a_private_one(club: Club, name: str) -> None:
    """It got 403 where the table is, and 404 where it is not."""
    route: Route = next(route for route in ROUTES if route.name == name)
    here, there = prepared(club, route, public=False), club.night(tables=2)
    path = path_of(route, here)
    missing = path.replace(here.id, "nowhere").replace(here.table.id, "nowhere")
    for token in all_tokens(there, there):
        if token.kind not in RIGHTS[route.right]:
            continue
        body = body_of(route, here, token)
        got = club.call(route.method, path, body, token.text)
        assert got.code == "not-found", got
        assert got.text == club.call(route.method, missing, body, token.text).text


@pytest.mark.parametrize("route", ROUTES, ids=[route.name for route in ROUTES])
def test_a_stranger_writes_nothing_but_counts(
    club: Club, memory_store: MemoryStore, route: Route
) -> None:
    """Whatever is asked without a token and without the key, the data stay as they are."""
    night = prepared(club, route, public=True)
    stranger = Token("anyone", "foreign", None)
    path, body = path_of(route, night), body_of(route, night, stranger)
    before = {item.key: item for item in memory_store.all()}
    laptop = club.use(settings=Settings(local_leagues=True))
    for headers in ({}, {"Boodle-Key": "a guess"}, {"Idempotency-Key": "k" * 22}):
        laptop.call(route.method, path, body, headers=headers)
    written = [item.key for item in memory_store.all() if before.get(item.key) != item]
    assert {key.partition.partition("#")[0] for key in written} <= {"N"}
    assert len(written) <= 2
