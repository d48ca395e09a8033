"""A phone's part in the draws: what it opens, and each check that makes it alarm."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest

from chalicelib.json_value import Json
from chalicelib.local import proof
from chalicelib.local.draw_phone import Alarm, Check, DrawPhone, Memory
from chalicelib.rules import fairness
from chalicelib.rules.fairness import Draw, commitment_of, full_message, hash_text, secret

SEED = b"s" * 32
C0 = fairness.link(SEED, 0).hex()
SETUP = json.dumps({"away": []})
DEALING: Mapping[str, Json] = {"widow": True, "first": "widow", "leftover": "deal_all"}
OTHERS = {2: b"phone of seat 2", 3: b"phone of seat 3"}


@pytest.fixture
def store() -> Memory:
    return Memory()


@pytest.fixture
def phone(store: Memory) -> DrawPhone:
    made = DrawPhone("T", 1, C0, store, Random(3).randbytes)
    made.committed()
    return made


class Full(Memory):
    """A store without space."""

    def save(self, text: str) -> None:
        raise OSError("no space is left")


def draw_for(phone: DrawPhone, hand: int = 1, number: int = 0) -> Draw:
    others = [(seat, commitment_of(secret(seed, number))) for seat, seed in OTHERS.items()]
    return Draw(
        "L", "T", hand, 1, (1, 2, 3), 3, C0, ((1, phone.commitment), *others), (), hash_text(SETUP)
    )


def again(draw: Draw, phone: DrawPhone, without: int) -> Draw:
    """The next try, without a seat; the others bring what they committed to while opening."""
    kept = [seat for seat in draw.contributed if seat != without]
    commitments = tuple(
        (seat, phone.commitment if seat == 1 else commitment_of(secret(OTHERS[seat], draw.attempt)))
        for seat in kept
    )
    return replace(
        draw,
        attempt=draw.attempt + 1,
        commitments=commitments,
        left_out=(*draw.left_out, (without,)),
    )


def message_of(draw: Draw, own: str, number: int = 0) -> str:
    return full_message(
        draw.text,
        [own if seat == 1 else secret(OTHERS[seat], number) for seat in draw.contributed],
    )


def cards_of(message: str, hand: int = 1) -> dict[str, list[str]]:
    pack = proof.shuffle(fairness.link(SEED, hand), message)
    return proof.piles(pack, [1, 2, 3], 3, dict(DEALING))


def test_a_hand_from_the_commitment_to_the_note(phone: DrawPhone, store: Memory) -> None:
    draw = draw_for(phone)
    opened = phone.open(draw.text, SETUP)
    assert opened is not None
    assert opened.draw == hash_text(draw.text)
    assert fairness.fits(opened.secret, draw.commitments[0][1])
    assert opened.next == phone.commitment != draw.commitments[0][1]
    assert phone.open(draw.text, SETUP) == opened
    phone.acknowledged()
    message = message_of(draw, opened.secret)
    piles = cards_of(message)
    phone.dealt(1, message, piles["1"], None)
    plays = [(seat, card) for seat in (1, 2, 3) for card in piles[str(seat)][:3]]
    phone.ended(1, fairness.link(SEED, 1).hex(), DEALING, [*plays, (2, piles["widow"][0])])
    assert phone.contributed(message) == (1, 2, 3)
    with pytest.raises(Alarm, match=Check.ORDER.value):
        phone.open(draw.text, SETUP)
    assert phone.export()["hands"] == [
        {
            "hand": 1,
            "try": 1,
            "commitment": C0,
            "draw": hash_text(draw.text),
            "secret": opened.secret,
            "taken": True,
            "cards": piles["1"],
        }
    ]
    assert proof.read_note(phone.export())["seat"] == 1


def test_what_it_opens_is_stored_before_it_is_returned(phone: DrawPhone, store: Memory) -> None:
    """A phone that is restarted opens the same draw alike, and never a secret twice."""
    draw = draw_for(phone)
    opened = phone.open(draw.text, SETUP)
    restarted = DrawPhone("T", 1, "another", store, Random(4).randbytes)
    assert restarted.commitment == phone.commitment
    assert restarted.open(draw.text, SETUP) == opened
    other = replace(draw, dealer=2)
    with pytest.raises(Alarm):
        restarted.open(other.text, SETUP)
    following = restarted.open(draw_for(restarted, hand=2, number=1).text, SETUP)
    assert following is not None
    assert opened is not None
    assert following.secret != opened.secret
    assert commitment_of(following.secret) == opened.next


def test_a_store_that_fails_lets_nothing_out(phone: DrawPhone, store: Memory) -> None:
    before, kept = phone.commitment, store.text
    full = Full()
    full.text = kept
    with pytest.raises(OSError, match="no space"):
        DrawPhone("T", 1, C0, full, Random(4).randbytes).open(draw_for(phone).text, SETUP)
    assert before == DrawPhone("T", 1, C0, store, Random(4).randbytes).commitment


def test_a_redraw_is_opened_with_the_next_secret(phone: DrawPhone) -> None:
    draw = draw_for(phone)
    first = phone.open(draw.text, SETUP)
    phone.acknowledged()
    second = phone.open(again(draw, phone, 3).text, SETUP)
    assert first is not None
    assert second is not None
    assert commitment_of(second.secret) == first.next
    assert second.draw != first.draw


def test_a_seat_that_committed_to_nothing_or_is_away_opens_nothing(store: Memory) -> None:
    phone = DrawPhone("T", 1, C0, store, Random(3).randbytes)
    draw = draw_for(phone)
    without = replace(draw, commitments=draw.commitments[1:])
    assert phone.open(without.text, SETUP) is None
    phone.committed()
    away = json.dumps({"away": [1]})
    assert phone.open(replace(without, hand=2, setup_hash=hash_text(away)).text, away) is None


def test_a_seat_that_was_left_out_without_a_receipt_commits_anew(phone: DrawPhone) -> None:
    draw = draw_for(phone)
    opened = phone.open(draw.text, SETUP)
    redrawn = again(draw, phone, 1)
    assert phone.open(redrawn.text, SETUP) is None
    phone.dealt(1, message_of(redrawn, "", 1), ["2C"], None)
    before = phone.commitment
    assert phone.renew() != before
    assert opened is not None


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (lambda draw: replace(draw, table="U"), Check.TABLE),
        (lambda draw: replace(draw, setup_hash="0" * 64), Check.SET_UP),
        (lambda draw: replace(draw, c0="0" * 64), Check.CHAIN),
        (lambda draw: replace(draw, attempt=2), Check.CHANGED),
        (lambda draw: replace(draw, commitments=draw.commitments[1:]), Check.OWN),
        (
            lambda draw: replace(draw, commitments=((1, "0" * 64), *draw.commitments[1:])),
            Check.OWN,
        ),
        (lambda draw: replace(draw, commitments=((2, draw.commitments[0][1]),)), Check.OWN),
    ],
)
def test_a_draw_that_is_not_as_it_should_be_is_not_opened(
    change: Callable[[Draw], Draw], check: Check, phone: DrawPhone, store: Memory
) -> None:
    kept = store.text
    with pytest.raises(Alarm, match=check.value) as alarm:
        phone.open(change(draw_for(phone)).text, SETUP)
    assert alarm.value.check is check
    assert store.text == kept


def test_a_text_written_otherwise_is_not_opened(phone: DrawPhone) -> None:
    with pytest.raises(Alarm, match=Check.TEXT.value):
        phone.open(draw_for(phone).text.replace(",", ", "), SETUP)


@pytest.mark.parametrize(
    "change",
    [
        lambda draw: replace(draw, dealer=1),
        lambda draw: replace(draw, dealt_in=(1, 2)),
        lambda draw: replace(draw, league="M"),
        lambda draw: replace(draw, left_out=((2,),)),
        lambda draw: replace(draw, left_out=((2, 3),)),
        lambda draw: replace(draw, commitments=(*draw.commitments, (3, "0" * 64))),
    ],
)
def test_a_later_try_differs_in_nothing_else(
    change: Callable[[Draw], Draw], phone: DrawPhone
) -> None:
    draw = draw_for(phone)
    phone.open(draw.text, SETUP)
    phone.acknowledged()
    with pytest.raises(Alarm, match=Check.CHANGED.value):
        phone.open(change(again(draw, phone, 3)).text, SETUP)


def test_the_order_of_hands_and_tries_is_kept(phone: DrawPhone) -> None:
    phone.open(draw_for(phone, hand=5).text, SETUP)
    for hand in (4, 5):
        with pytest.raises(Alarm, match=Check.ORDER.value):
            phone.open(draw_for(phone, hand=hand).text, SETUP)


def test_being_left_out_after_a_receipt_is_an_alarm(phone: DrawPhone) -> None:
    draw = draw_for(phone)
    phone.open(draw.text, SETUP)
    phone.acknowledged()
    redrawn = again(draw, phone, 1)
    with pytest.raises(Alarm, match=Check.LEFT_OUT.value):
        phone.open(redrawn.text, SETUP)
    with pytest.raises(Alarm, match=Check.LEFT_OUT.value):
        phone.dealt(1, message_of(redrawn, "", 1), ["2C"], None)


def test_a_seat_left_out_for_the_third_time_is_an_alarm_until_it_is_readmitted(
    phone: DrawPhone,
) -> None:
    for hand in (1, 2):
        draw = draw_for(phone, hand)
        phone.open(draw.text, SETUP)
        phone.acknowledged()
        phone.open(again(draw, phone, 3).text, SETUP)
        phone.acknowledged()
    draw = draw_for(phone, 3)
    phone.open(draw.text, SETUP)
    third = again(draw, phone, 3)
    with pytest.raises(Alarm, match=Check.OFTEN.value):
        phone.open(third.text, SETUP)
    phone.readmit(3)
    assert phone.open(third.text, SETUP) is not None


def test_another_chain_is_accepted_after_a_public_note_and_never_an_old_one(
    phone: DrawPhone,
) -> None:
    phone.open(draw_for(phone).text, SETUP)
    before = phone.commitment
    other = "1" * 64
    phone.accept_chain(other)
    assert phone.commitment != before
    restored = replace(draw_for(phone), c0=other)
    assert phone.open(restored.text, SETUP) is not None
    phone.accept_chain(other)
    with pytest.raises(Alarm, match=Check.CHAIN.value):
        phone.accept_chain(C0)


def test_the_message_of_the_deal_is_checked(phone: DrawPhone) -> None:
    draw = draw_for(phone)
    opened = phone.open(draw.text, SETUP)
    assert opened is not None
    own = opened.secret
    right = message_of(draw, own)
    for wrong, check in (
        ("", Check.MESSAGE),
        (right[:-1], Check.MESSAGE),
        (message_of(replace(draw, dealer=1), own), Check.MESSAGE),
        (message_of(draw, own, 1), Check.SECRET),
        (message_of(draw, "0" * 64), Check.SECRET),
        (draw.text, Check.SECRET),
    ):
        with pytest.raises(Alarm, match=check.value):
            phone.dealt(1, wrong, [], None)
    with pytest.raises(Alarm, match=Check.DIGEST.value):
        phone.dealt(1, right, [], "0")


def test_the_end_of_the_hand_is_checked(phone: DrawPhone) -> None:
    draw = draw_for(phone)
    opened = phone.open(draw.text, SETUP)
    assert opened is not None
    message = message_of(draw, opened.secret)
    piles = cards_of(message)
    phone.dealt(1, message, piles["1"], None)
    link = fairness.link(SEED, 1).hex()
    phone.ended(1, link, DEALING, [])
    with pytest.raises(Alarm, match=Check.LINK.value):
        phone.ended(1, fairness.link(SEED, 2).hex(), DEALING, [])
    with pytest.raises(Alarm, match=Check.PLAYS.value):
        phone.ended(1, link, DEALING, [(2, piles["3"][0])])
    phone.dealt(1, message, piles["2"], None)
    with pytest.raises(Alarm, match=Check.CARDS.value):
        phone.ended(1, link, DEALING, [])


def test_every_check_has_words_of_its_own() -> None:
    assert len({check.value for check in Check}) == len(Check)
