"""What a hand in progress tells, and to whom: one seat its own cards, nobody anybody else's."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from harness.club import Club, Table
from harness.memory import MemoryStore

from chalicelib.rules.cards import TEXT

CARD = re.compile(r'"((?:10|[2-9JQKA])[CDHS])"')
PAGES = ("", "/actions", "/ledger", "/setup")


def viewers(table: Table) -> dict[str, str | None]:
    return {
        "anyone": None,
        "viewer": table.league.viewer,
        "scorer": table.scorer,
        "director": table.league.director,
        "organiser": table.league.organiser,
        **{f"seat {seat}": table.seat(seat) for seat in table.seats},
    }


def everything(table: Table, token: str | None) -> str:
    """Return all that a viewer can read of a table while a hand is in progress."""
    paths = [table.path, f"{table.path}/hands", f"{table.path}/standings"]
    paths += [table.at() + page for page in PAGES]
    return "\n".join(table.club.get(path, token).text for path in paths)


def cards_in(text: str) -> set[str]:
    """Return the cards named in a text, the names of the layout's spaces apart."""
    names = r'"layout":\{[^}]*\}|"(?:before|after)":\{[^}]*\}|"space":"[^"]*"'
    text = re.sub(names, "", text)
    return set(CARD.findall(text))


def test_nobody_sees_cards_but_the_seat_that_holds_them(club: Club) -> None:
    table = club.night(4).table
    table.deal()
    hands = {}
    for seat in table.seats:
        got = club.get(f"{table.at()}/cards", table.seat(seat))
        assert got["seat"] == seat
        hands[f"seat {seat}"] = set(got["cards"])
    for who, token in viewers(table).items():
        assert cards_in(everything(table, token)) == hands.get(who, set()), who
        page = club.get(table.at(), token)
        assert (page["widow"], page["dead"], page["link"], page["setup"]) == (None,) * 4
    for who in ("anyone", "viewer", "scorer", "director", "organiser"):
        assert club.get(f"{table.at()}/cards", viewers(table)[who]).status in (401, 403)


def test_in_the_course_of_a_hand_only_played_cards_come_out(club: Club) -> None:
    table = club.night(3).table
    table.deal(dealer=3)
    played: set[str] = set()
    while len(played) < 12:
        for seat in table.seats:
            page = table.view(table.seat(seat))
            if page["awaiting"] == "you":
                card = page["legal"][0]["play"]
                assert table.act(page["next_action"], table.seat(seat), play=card).status == 201
                played.add(card)
        waits = table.view()["waits_for"]
        public = played | ({waits} if waits else set())
        for who, token in viewers(table).items():
            seen = cards_in(everything(table, token))
            if not who.startswith("seat"):
                assert seen == public, who


def test_whose_card_a_run_waits_for_is_reported_to_that_seat_only(club: Club) -> None:
    table = club.entered().table
    table.enter()
    table.play("2S")
    for who, token in viewers(table).items():
        page = club.get(table.at(), token)
        assert page["waits_for"] == "3S"
        knows = who in ("seat 2", "scorer")  # the scorer entered the deal
        assert page["turn"] == (2 if knows else None), who
        assert page["awaiting"] == ("you" if who == "seat 2" else "run"), who
        legal = [action["play"] for action in page["legal"]]
        assert legal == (["3S"] if knows else []), who


def test_when_the_hand_is_over_all_is_open(club: Club) -> None:
    table = club.entered().table
    table.enter(widow="6H 7H")
    table.play_short()
    for token in viewers(table).values():
        page = club.get(table.at(), token)
        assert [seat["cards"] for seat in page["seats"]] == [[], ["9D"], ["JS"]]
        assert page["widow"] == ["6H", "7H"]
        assert len(page["dead"]) == 52 - 8
        assert (page["turn"], page["winner"], page["awaiting"]) == (None, 1, None)


# -- covered plays ------------------------------------------------------------------------------


def covered(club: Club) -> Table:
    """Return a table at which 2S of seat 1 and 3S of seat 2 are covered by 5S and 6S."""
    table = club.entered(preset="michigan_ru").table
    table.enter({"1": "2S 5S KH", "2": "3S 6S QC", "3": "4S 7S JD"})
    table.act(1, table.seat(3), decline=True)
    cards = ["2S", "3S", "4S", "5S", "6S"]  # there is no widow, so no auction either
    for number, (card, seat) in enumerate(zip(cards, (1, 2, 3, 1, 2), strict=True), 2):
        got = table.act(number, table.seat(seat), play=card)
        assert got.status == 201, got
    return table


def test_covered_cards_are_shown_to_their_seat_alone(club: Club) -> None:
    table = covered(club)
    for who, token in viewers(table).items():
        log = [e["action"] for e in table.club.get(f"{table.at()}/actions", token)["actions"]]
        plays = [play["card"] for play in club.get(table.at(), token)["plays"]]
        assert [action["play"] for action in log if "play" in action] == plays
        if who == "scorer":
            assert plays == ["2S", "3S", "4S", "5S", "6S"]
        else:
            own = {"seat 1": "2S", "seat 2": "3S"}.get(who)
            shown = [card if card == own else None for card in ("2S", "3S")]
            assert plays == [*shown, "4S", "5S", "6S"], who


def test_a_conflict_does_not_tell_a_covered_card(club: Club) -> None:
    table = covered(club)
    number = next(e["number"] for e in table.log(table.scorer)["actions"] if "play" in e["action"])
    for seat in (2, 3):
        got = table.act(number, table.seat(seat), play="AC")
        assert got["recorded"] == {"play": None, "seat": 1}
        assert "2S" not in got.text
    assert table.act(number, table.seat(1), play="AC")["recorded"] == {"play": "2S", "seat": 1}


# -- two deals that differ in hidden cards only -------------------------------------------------

ONE = {"1": "2S 5H 9C", "2": "3S 9D JC", "3": "4S JS KH", "4": "8D 8C 10H"}
OTHER = {"1": "2S 5H 9C", "2": "8D JC 10H", "3": "3S KH 8C", "4": "4S JS 9D"}
WIDOWS = ("6H 7H", "AC 2C")


def observe(hands: dict[str, str], widow: str, **league: Any) -> list[str]:
    """Play the same actions on a deal and return all that others than its enterer could see.

    Seat 1 holds the same cards in both deals. 3S and 4S lie elsewhere, so the scorer's ``follow``
    is not among the actions; what comes after 2S is a stop.
    """
    club = Club(MemoryStore())
    club.headers["X-Request-Id"] = "the-same"
    table = club.entered(4, options={"penalty.missed_play": 1}, **league).table
    viewer = table.league.viewer
    table.enter(hands, widow=widow, dealer=4, token=table.league.director)
    seen = []

    def look() -> None:
        for token in (None, viewer, table.scorer, table.league.organiser, table.seat(1)):
            seen.append(everything(table, token))
        seen.append(table.club.get(f"{table.at()}/cards", table.seat(1)).text)

    def act(number: int, token: str, **body: Any) -> None:
        got = table.act(number, token, **body)
        seen.append(f"{got.status} {got.text} {sorted(got.headers.items())}")

    look()
    for card in ("3S", "9C", "KD"):
        act(1, table.seat(1), play=card)
    act(1, table.seat(1), play="2S", dry_run=True)
    act(1, table.seat(1), play="2S")
    act(1, table.scorer, play="3S")
    look()
    for card in ("3S", "5H", "9C", "AD"):
        act(2, table.seat(1), play=card)
        act(2, table.seat(1), play=card, dry_run=True)
    act(2, table.seat(1), follow=True)
    act(2, table.seat(1), follow=True, dry_run=True)
    act(2, table.scorer, stop=True)
    look()
    act(3, table.seat(1), play="5H")
    look()
    act(4, table.scorer, undo=3)
    act(5, table.seat(1), play="9C")
    act(6, table.scorer, undo=9)
    look()
    return seen


@pytest.mark.parametrize("clock", [None, 5])
def test_deals_that_differ_in_hidden_cards_look_alike(clock: int | None) -> None:
    one = observe(ONE, WIDOWS[0], play_clock=clock)
    other = observe(OTHER, WIDOWS[1], play_clock=clock)
    for at, (this, that) in enumerate(zip(one, other, strict=True)):
        assert this == that, at
    assert sum("Traceback" in text for text in one) == 0


def test_digests_and_etags_do_not_depend_on_hidden_cards() -> None:
    found = []
    for hands, widow in zip((ONE, OTHER), WIDOWS, strict=True):
        table = Club(MemoryStore()).entered(4).table
        table.enter(hands, widow=widow, dealer=4)
        table.act(1, table.seat(1), play="2S")
        pages = [table.club.get(table.at() + page) for page in PAGES]
        log = table.log()
        digests = [log["digest"], *(entry["digest"] for entry in log["actions"])]
        found.append([digests, [page.headers["ETag"] for page in pages]])
    assert found[0] == found[1]


def test_the_set_up_names_no_card_but_the_layouts(club: Club) -> None:
    table = club.entered().table
    table.enter()
    text = json.dumps(club.get(f"{table.at()}/setup").json)
    named = [card for card in TEXT if f'"{card}"' in text]
    assert named == []


def test_a_covered_card_is_not_revealed_by_following_again(club: Club) -> None:
    """R7: only to who posted it is the receipt the same for ever."""
    night = club.entered(options={"played_cards": "covered", "penalty.missed_play": 1})
    table = night.table
    table.enter({"1": "2S 9H", "2": "3S 4S 9D", "3": "KD KH"})
    assert table.act(1, table.scorer, play="2S", seat=1).status == 201
    first = table.act(2, table.scorer, follow=True)
    assert first["action"]["card"] == "3S"
    table.act(3, table.scorer, follow=True)  # the same seat: its 3S is covered now
    assert table.act(2, table.scorer, follow=True).json == first.json
    assert table.act(2, night.director, follow=True)["action"]["card"] is None


@pytest.mark.parametrize("name", ["$token", "$code", '"$'])
def test_no_name_is_taken_for_a_sealed_secret(club: Club, name: str) -> None:
    """Secrets of an answer stand sealed until it leaves; a space may be called like a seal."""
    options = {"layout": [{"name": name, "cards": ["AH"]}, "KC"]}
    table = club.night(options=options).table
    table.deal(dealer=3)
    assert name in table.page()["layout"]
    assert name in table.view()["layout"]
