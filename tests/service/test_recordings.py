"""How hands are recorded: four objects, asked the same questions; nobody else compares the word."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from harness.messages import says

from chalicelib.rules import Deal, Fold, Hand, Malformed, deal_hands, make_rules
from chalicelib.rules.actions import (
    STOP,
    TABLE,
    Abandon,
    Bid,
    CardAction,
    Play,
    Recording,
    Role,
    Row,
    Verb,
)
from chalicelib.rules.cards import cards
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.scored import ScoredHand
from chalicelib.service.errors import Refusal
from chalicelib.service.posts import Post
from chalicelib.service.recordings import recording_of
from chalicelib.service.terms import Terms
from chalicelib.store.records.live import LiveDeal, LiveTable
from chalicelib.store.records.live_log import Logged, Poster

SOURCE = Path(__file__).resolve().parents[2] / "chalicelib"
RULES = make_rules("michigan", {"widow": "none"})
SCORER, SECOND = Poster(Role.SCORER, 0), Poster(Role.PLAYER, 1)
POSTERS = (SECOND, SCORER, Poster(Role.DIRECTOR, 1), Poster(Role.ORGANISER, 1))


def known_hand() -> Hand:
    held = {0: cards("2S 5H"), 1: cards("3S 9D"), 2: cards("4S JS")}
    return Hand(RULES, [50] * 3, 2, deal_hands(held))


def live_deal(where: tuple[int, ...] = (), enterer: Poster | None = None) -> LiveDeal:
    return LiveDeal(1000, "d" * 43, 2, 1, where, enterer=enterer)


@dataclass
class Played:
    """A hand under way, with its log."""

    hand: Fold = field(default_factory=known_hand)
    deal: LiveDeal = field(default_factory=live_deal)
    terms: Terms = field(default_factory=lambda: Terms(RULES, play_clock=30))
    actions: tuple[Logged, ...] = ()

    def waiting_since(self) -> int:
        return self.deal.started

    def in_force(self, upto: int) -> list[int]:
        return list(range(1, upto + 1))


each_recording = pytest.mark.parametrize("word", Recording)


@each_recording
def test_each_word_has_its_object(word: Recording) -> None:
    assert recording_of(word).word is word


@each_recording
@pytest.mark.parametrize("row", TABLE.values(), ids=lambda row: row.verb.value)
def test_rights_follow_the_table_of_verbs(word: Recording, row: Row) -> None:
    allowed = row.by.get(word, frozenset())
    for poster in POSTERS:
        post = Post(row.verb)
        if poster.role in allowed:
            recording_of(word).seat_for(row, post, poster, Played())
        else:
            with pytest.raises(Refusal) as refused:
                recording_of(word).seat_for(row, post, poster, Played())
            assert refused.value.code == "forbidden"
            kinds = refused.value.members["kinds"]
            assert isinstance(kinds, tuple)
            assert set(kinds) == {role.value for role in allowed}


@pytest.mark.parametrize(
    "word", [word for word, roles in TABLE[Verb.PLAY].by.items() if Role.PLAYER in roles]
)
def test_a_player_acts_for_the_own_seat(word: Recording) -> None:
    recording = recording_of(word)
    row = TABLE[Verb.PLAY]
    assert recording.seat_for(row, Post(Verb.PLAY, card=1), SECOND, Played()) == 1
    with pytest.raises(Refusal, match=says("rights.act-for-own-seat")):
        recording.seat_for(row, Post(Verb.PLAY, seat=0, card=1), SECOND, Played())


def test_who_entered_the_deal_acts_for_every_seat() -> None:
    played = Played(deal=live_deal(enterer=SCORER))
    post = Post(Verb.PLAY, seat=2, card=1)
    recording = recording_of(Recording.ENTERED)
    assert recording.enterer(SCORER) == SCORER
    assert recording.knows_deal(SCORER, played.deal)
    assert recording.seat_for(TABLE[Verb.PLAY], post, SCORER, played) == 2
    assert not recording.knows_deal(SECOND, played.deal)
    for word in (Recording.DEALT, Recording.OBSERVED, Recording.RESULT):
        assert recording_of(word).enterer(SCORER) is None


def test_only_the_scorer_of_real_cards_wrote_them_all_down() -> None:
    deal = live_deal()
    knowing = {word for word in Recording if recording_of(word).knows_deal(SCORER, deal)}
    assert knowing == {Recording.OBSERVED}
    for word in Recording:
        assert not recording_of(word).knows_deal(SECOND, deal)
        insiders = word in (Recording.ENTERED, Recording.OBSERVED)
        assert recording_of(word).has_insiders is insiders


def test_the_next_card_of_a_run_is_known_or_follows() -> None:
    hand = known_hand()
    hand.do(Play(0, cards("2S")[0]))
    row, post = TABLE[Verb.FOLLOW], Post(Verb.FOLLOW)
    found = recording_of(Recording.DEALT).resolve(row, post, None, SCORER, Played(hand), 1000)
    assert isinstance(found, CardAction)
    assert (found.seat, found.card) == (1, cards("3S")[0])
    with pytest.raises(Refusal, match=says("log.clock-runs", left=10)) as early:
        recording_of(Recording.DEALT).resolve(row, post, None, SECOND, Played(hand), 1200)
    assert early.value.members == {"retry_after": 10}
    with pytest.raises(Malformed, match=says("action.without-seat")):
        recording_of(Recording.DEALT).resolve(row, post, 1, SCORER, Played(hand), 1000)


def test_on_a_score_sheet_a_verb_without_a_seat_takes_none() -> None:
    row, post = TABLE[Verb.ABANDON], Post(Verb.ABANDON)
    sheet = recording_of(Recording.RESULT)
    assert sheet.resolve(row, post, None, SCORER, Played(), 1000) == Abandon()
    with pytest.raises(Malformed, match=says("action.without-seat", verb="abandon")):
        sheet.resolve(row, post, 0, SCORER, Played(), 1000)


def test_an_undo_takes_back_the_last_action_or_of_real_cards_any() -> None:
    log = tuple(Logged(action, SCORER, 1000) for action in (STOP, Bid(1, 2)))
    played = Played(actions=log)
    for word in (Recording.DEALT, Recording.ENTERED):
        with pytest.raises(Refusal, match=says("log.undo-last-only", last=2)):
            recording_of(word).check_undo(1, played)
        with pytest.raises(Refusal, match=says("log.undo-shows", verb="bid")):
            recording_of(word).check_undo(2, played)
        recording_of(word).check_undo(1, Played(actions=log[:1]))
    for word in (Recording.OBSERVED, Recording.RESULT):
        recording_of(word).check_undo(1, played)
        recording_of(word).check_undo(2, played)


@each_recording
def test_a_hand_begins_as_it_is_recorded(word: Recording) -> None:
    where = Deal(known_hand().deal.where).where
    table = LiveTable("l", 1, 1, word, (1, 2, 3), (0, 0, 0), stacks=(50, 50, 50))
    hand = recording_of(word).begin(RULES, table, live_deal(where), {})
    kinds = {Recording.OBSERVED: ObservedHand, Recording.RESULT: ScoredHand}
    assert isinstance(hand, kinds.get(word, Hand))
    assert recording_of(word).real_cards is (word in kinds)
    assert recording_of(word).takes_sheet is (word is Recording.RESULT)


def compared(tree: ast.AST) -> list[int]:
    """Return the lines where a way to record is compared, or told apart by a match."""
    words = {word.value for word in Recording}
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue):
            for part in ast.walk(node):
                match part:
                    case ast.Attribute(value=ast.Name("Recording")):
                        lines.append(part.lineno)
                    case ast.Constant(value=str(word)) if word in words:
                        lines.append(part.lineno)
    return lines


def test_comparisons_are_found() -> None:
    code = (
        "a == 'dealt'\nb is Recording.RESULT\nmatch c:\n    case Recording.DEALT: pass\nd = 'dealt'"
    )
    assert compared(ast.parse(code)) == [1, 2, 4]


def test_nobody_else_compares_the_word() -> None:
    found = {
        f"{path.relative_to(SOURCE)}:{line}"
        for room in ("api", "export", "league", "service", "store")
        for path in sorted((SOURCE / room).rglob("*.py"))
        for line in compared(ast.parse(path.read_text("utf-8")))
    }
    assert found == set()
