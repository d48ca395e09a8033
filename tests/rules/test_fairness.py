"""A deal that can be proved fair: the chain of seeds and the shuffle."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from harness.messages import says
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.rules import TEXT, NotNow, cards
from chalicelib.rules.fairness import ALGORITHM, CHAIN_LENGTH, deal_message, link, shuffle

from .strategies import PACK

SEED = bytes(range(32))
MESSAGE = deal_message("lg", "tb", 3, [1, 2, 4], 2, ["", "clover", ""])

GOLDEN = (
    "6C 9D QS 10H 4S 10D 3C 8D 4H 3H 2C 6D 7C 7S 4D 8S QH KC AD JD 10C 5H KH 9C KD 4C "
    "JC QC 5D 6H 2D 5S KS 3D 9H 9S QD AH 10S 3S 7H 5C 8H 6S 2S AS AC 7D 8C JS JH 2H"
)
"""The pack for link 3 of the chain and this message; it must never change."""


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def verified(commitment: bytes, number: int, key: bytes, message: str) -> list[str]:
    """Return the pack as anyone can work it out with the standard library alone."""
    value = key
    for _ in range(number):
        value = hashlib.sha256(value).digest()
    assert value == commitment
    ranks = [*"23456789", "10", *"JQKA"]
    pack = [rank + suit for suit in "CDHS" for rank in ranks]
    stream = b""
    block = 0
    used = 0
    for size in range(52, 1, -1):
        while True:
            if used == len(stream):
                counter = block.to_bytes(4, "big")
                stream += hmac.new(key, message.encode() + counter, hashlib.sha256).digest()
                block += 1
            byte = stream[used]
            used += 1
            if byte < 256 // size * size:
                break
        pick = byte % size
        pack[size - 1], pack[pick] = pack[pick], pack[size - 1]
    return pack


def test_each_link_is_the_hash_of_the_next() -> None:
    for number in (1, 2, 17, 999, 1000):
        assert sha256(link(SEED, number)) == link(SEED, number - 1)
    assert link(SEED, CHAIN_LENGTH) == SEED


def test_a_chain_has_a_thousand_links() -> None:
    assert CHAIN_LENGTH == 1000
    for number in (-1, 1001):
        with pytest.raises(NotNow, match=says("deal.hand-limit", most=1000)):
            link(SEED, number)


def test_the_message_is_compact_json() -> None:
    assert MESSAGE == '["boodle-deal-1","lg","tb",3,[1,2,4],2,["","clover",""]]'
    assert (
        deal_message("l", "t", 1, [1], 1, ["é"]) == r'["boodle-deal-1","l","t",1,[1],1,["\u00e9"]]'
    )
    assert json.loads(MESSAGE)[0] == ALGORITHM


def test_a_shuffle_is_always_the_same() -> None:
    assert shuffle(link(SEED, 3), MESSAGE) == cards(GOLDEN)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1000), st.text(max_size=20))
def test_anyone_can_verify_a_deal(seed: bytes, number: int, player: str) -> None:
    message = deal_message("league", "table", number, [1, 2, 3], 1, [player, "", ""])
    key = link(seed, number)
    assert [TEXT[card] for card in shuffle(key, message)] == verified(
        link(seed, 0), number, key, message
    )


def test_another_seed_message_or_hand_gives_another_pack() -> None:
    first = shuffle(SEED, MESSAGE)
    assert sorted(first) == list(PACK)
    assert shuffle(SEED[::-1], MESSAGE) != first
    assert shuffle(SEED, MESSAGE.replace("clover", "clovers")) != first


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    """Chi-square of 3,120 shuffles: 51 degrees of freedom, 60 expected, 90 is beyond 0.1 %."""
    packs = [shuffle(SEED, str(number)) for number in range(3120)]
    for place in (0, 1, 25, 51):
        drawn = [pack[place] for pack in packs]
        assert sum((drawn.count(card) - 60) ** 2 / 60 for card in PACK) < 90
    for card in (0, 51):
        found = [pack.index(card) for pack in packs]
        assert sum((found.count(place) - 60) ** 2 / 60 for place in PACK) < 90
