"""Guessing join codes is slowed down, and locks nobody out (docs/adr/0010-nobody-locked-out.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest
from harness.club import Club, League
from harness.memory import MemoryStore

from chalicelib.service.context import Settings
from chalicelib.store.port import Write

NONCE = "n" * 22


def wrong_codes() -> Iterator[str]:
    return (f"0000-{number:04}" for number in range(10_000))


def join(club: Club, code: str, address: str) -> str:
    """Try a code; return the code of the problem, or ``joined``."""
    got = club.post("/v1/join", {"code": code, "nonce": NONCE}, address=address)
    return got.code or "joined"


def guess(club: Club, addresses: Iterable[str], each: int) -> Counter[str]:
    codes = wrong_codes()
    return Counter(join(club, next(codes), address) for address in addresses for _ in range(each))


def tries_until_joined(club: Club, code: str, address: str) -> int:
    """Return how many attempts a right code takes, each after the wait that was asked for."""
    for tries in range(1, 60):
        got = club.post("/v1/join", {"code": code, "nonce": NONCE}, address=address)
        if got.status == 200:
            return tries
        assert got["retry_after"] == 1
        club.clock.tick(1)
    pytest.fail("an honest caller is locked out")


@pytest.fixture
def league(club: Club) -> League:
    made = club.league()
    made.add_players(8)
    return made


def code_of(league: League, player: int) -> str:
    asked = {"kind": "player", "player": player}
    code = league.club.post(f"{league.path}/codes", asked, league.organiser)["code"]
    return str(code)


def test_a_thousand_wrong_codes_of_one_network_hinder_nobody(league: League) -> None:
    """Ten addresses of one IPv6 network blocked the joins of all."""
    club = league.club
    guess(club, [f"2001:db8::{n}" for n in range(10)], each=200)
    assert join(club, code_of(league, 1), "192.0.2.40") == "joined"
    assert join(club, code_of(league, 2), "2001:db8:1::40") == "joined"
    # A neighbour in the same network, too: on a Wi-Fi all phones are in one.
    assert join(club, code_of(league, 3), "2001:db8::40") == "joined"


def test_a_thousand_wrong_codes_of_many_addresses_hinder_nobody(league: League) -> None:
    club = league.club
    found = guess(club, [f"192.0.{n}.1" for n in range(40)], each=60)
    assert found["code-unknown"] >= 1000
    assert join(club, code_of(league, 1), "198.51.100.1") == "joined"
    # Who mistypes meanwhile waits for seconds, not for the window's end.
    assert join(club, "0000-0000", "198.51.100.2") == "code-unknown"
    assert tries_until_joined(club, code_of(league, 2), "198.51.100.2") < 30


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "192.0.2.1"])
def test_a_right_code_gets_through_beside_wrong_ones_of_its_own_address(
    league: League, address: str
) -> None:
    """A proxy on the machine, or a club's router, has one address for all."""
    club = league.club
    codes = wrong_codes()
    guess(club, [address], each=150)
    tries = []
    for player in range(1, 9):
        join(club, next(codes), address)
        tries.append(tries_until_joined(club, code_of(league, player), address))
    assert sum(tries) / len(tries) < 10


def test_guessing_is_slowed_down_to_a_quarter(league: League) -> None:
    club = league.club
    settings = Settings()
    found = guess(club, ["192.0.2.1"], each=settings.wrong_codes_per_address)
    assert found == {"code-unknown": settings.wrong_codes_per_address}
    found = guess(club, ["192.0.2.1"], each=800)
    assert set(found) == {"code-unknown", "rate-limited"}
    assert 140 <= found["code-unknown"] <= 260
    club.clock.tick(600)
    assert join(club, "0000-0000", "192.0.2.1") == "code-unknown"


def test_a_refusal_says_nothing_of_the_code(league: League) -> None:
    club = league.club
    guess(club, ["192.0.2.1"], each=100)
    code, refusals = code_of(league, 1), []
    for sent in (code, "0000-0000"):
        while True:
            got = club.post("/v1/join", {"code": sent, "nonce": NONCE}, address="192.0.2.1")
            if got.status == 429:
                refusals.append(got.json)
                break
            club.delete(f"{league.path}/tokens/player-1", league.organiser)
    assert refusals[0] == refusals[1]


def test_guesses_beyond_the_limits_write_nothing(club: Club, memory_store: MemoryStore) -> None:
    club = club.use(settings=Settings(wrong_codes_in_all=30))
    guess(club, ["192.0.2.1"], each=60)

    def refuse_to_write(writes: Sequence[Write]) -> None:
        pytest.fail(f"{writes} were written")

    memory_store.commit = refuse_to_write  # type: ignore[method-assign]
    assert guess(club, ["192.0.2.1"], each=100)["code-unknown"] > 10
