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
from chalicelib.rules.fairness import (
    CHAIN_LENGTH,
    DEAL_1,
    DEAL_2,
    commitment_of,
    covered,
    deal_message,
    draw_text,
    fits,
    full_message,
    hash_text,
    is_digest,
    link,
    secret,
    shuffle,
)

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
    assert json.loads(MESSAGE)[0] == DEAL_1


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


# -- boodle-deal-2 ------------------------------------------------------------------------------

OPENED = [secret(SEED, number) for number in range(3)]
COMMITTED = [(seat, commitment_of(one)) for seat, one in zip((1, 2, 4), OPENED, strict=True)]


def test_a_phone_draws_each_secret_from_its_seed_and_the_number_in_decimal() -> None:
    for number in (0, 9, 10, 123):
        expected = hmac.new(SEED, str(number).encode(), hashlib.sha256).hexdigest()
        assert secret(SEED, number) == expected
    assert len({secret(SEED, number) for number in range(100)}) == 100


def test_a_secret_fits_its_own_commitment_only() -> None:
    for opened in OPENED:
        assert commitment_of(opened) == sha256(bytes.fromhex(opened)).hex()
        fitting = [fits(opened, commitment) for _, commitment in COMMITTED]
        assert fitting.count(True) == 1
    assert not fits(OPENED[0].upper(), COMMITTED[0][1])
    assert not fits(OPENED[0][:-1], COMMITTED[0][1])
    assert not fits("z" * 64, COMMITTED[0][1])


@pytest.mark.parametrize("odd", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "٣" * 64, " " * 64])
def test_a_digest_is_64_lower_case_hex_digits(odd: str) -> None:
    assert is_digest("0f" * 32)
    assert not is_digest(odd)


def test_the_text_of_a_draw_is_compact_ascii_json() -> None:
    text = draw_text(
        "lg", "é", 7, 3, [1, 2, 3], 2, "c" * 64, [(1, "a" * 64)], [[3], [2, 3]], "d" * 64
    )
    assert text == (
        f'["{DEAL_2}","lg","\\u00e9",7,3,[1,2,3],2,"{"c" * 64}",[[1,"{"a" * 64}"]],[[3],[2,3]],'
        f'"{"d" * 64}"]'
    )
    assert json.dumps(json.loads(text), separators=(",", ":")) == text
    assert hash_text("é") == sha256("é".encode()).hex()


def test_the_message_is_the_draw_and_the_secrets_behind_it() -> None:
    text = draw_text("l", "t", 1, 1, [1, 2, 3, 4], 4, "c", COMMITTED, [], "p")
    message = full_message(text, OPENED)
    assert message == text + "".join(OPENED)
    assert full_message(text, []) == text
    for place in range(len(OPENED)):
        others = [*OPENED[:place], secret(SEED, 9), *OPENED[place + 1 :]]
        assert shuffle(SEED, full_message(text, others)) != shuffle(SEED, message)


@given(st.integers(1, 200), st.sampled_from(TEXT))
def test_a_covered_card_shows_nothing_without_the_key(number: int, card: str) -> None:
    shown = covered(SEED, number, card)
    assert is_digest(shown)
    assert shown == hmac.new(SEED, f"card|{number}|{card}".encode(), hashlib.sha256).hexdigest()
    assert shown not in {covered(SEED[::-1], number, other) for other in TEXT}
    assert [other for other in TEXT if covered(SEED, number, other) == shown] == [card]
