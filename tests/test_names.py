"""Names as people write them: cleaned, and compared."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.names import NotAName, clean, find, key, named

FAMILY = "👨\u200d👩\u200d👧"
WELSH_FLAG = "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\u00a0Lee", "Ann Lee"),
        ("\ufeffAnn", "Ann"),
        ("\tAnn\r\n", "Ann"),
        ("Zoe\u0308", "Zoë"),
        ("Ann\u3000Lee", "Ann Lee"),
        ("An\u034fn", "Ann"),
        ("Ann\u3164", "Ann"),
        ("Ann\u2800Lee", "Ann Lee"),
        ("Ann\ufe0f", "Ann"),
        ("A\u200bn\u00adn", "Ann"),
        ("\u202eAnn\u202c", "Ann"),
        ("A\u200dnn", "Ann"),
        ("\u0301Ann", "Ann"),
        ("Ａnn", "Ａnn"),
        ("O’Brien-Lee, Jr.", "O’Brien-Lee, Jr."),
    ],
)
def test_a_name_is_stored_without_what_nobody_sees(written: str, stored: str) -> None:
    assert named(written) == stored


@pytest.mark.parametrize(
    "name",
    [
        "علی\u200cرضا",  # a non-joiner between Arabic letters
        "क\u094d\u200dष",  # a joiner after a virama of Devanagari
        "র\u200d\u09cdযাব",  # and before one of Bengali
        "ශ\u0dca\u200dරී",
        FAMILY,
        "👩🏽\u200d🚀",
        "🏳️\u200d🌈",
        WELSH_FLAG,
        "❤️",
        "1️⃣",
        "辻\U000e0100さん",  # an ideograph in the form the family writes
        "ᠠ\u180bᠨ",
        "( ͡° ͜ʖ ͡°)",
        "李雷",
    ],
)
def test_what_changes_how_a_name_looks_is_kept(name: str) -> None:
    assert named(name) == name


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\u3164", "\u2800\u2800", "\u200d", "\ufe0f", "\u034f", "\u00ad", "\u0301", "´",
        "\u200b \u2060", "\ufeff", "Ann\nLee", "Ann\u2028Lee", "Ann\tLee", "\x1b[2JAnn", "a\x00b",
        "\ud83d", "\uf8ff", "\ufffe",
    ],
)  # fmt: skip
def test_what_nobody_could_read_is_no_name(text: str) -> None:
    with pytest.raises(NotAName):
        named(text)


def test_a_note_may_be_empty() -> None:
    assert clean(" \u200b ") == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", "Zoe\u0308"),
        ("Zoë", "ZOË"),
        ("Ann Lee", "Ann  Lee"),
        ("Ann Lee", "ann\u00a0lee"),
        ("Ann", "Ａnn"),
        ("Ann", "𝐀𝐧𝐧"),
        ("Ann", "A\u034fnn"),
        ("Ann", "Ann\u3164"),
        ("Ann", "Ann\u2800"),
        ("Ann", "Ann\ufe0f"),
        ("Ann", "Ann \u0301"),
        ("Ann", "Ann´"),
        ("straße", "STRASSE"),
        ("ﬁn", "fin"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("علی\u200cرضا", "علیرضا"),
        ("가", "\u1100\u1161"),
        ("ｱﾝ", "アン"),
    ],
)
def test_one_name_written_in_two_ways_is_one_name(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoë", "Zoe"), ("Ann Lee", "AnnLee"), ("Ann", "Аnn"), ("Семён", "Семен"), ("Ann", "Ann!")],
)
def test_two_names_are_two_names(one: str, other: str) -> None:
    assert key(one) != key(other)


def test_a_name_is_found_as_it_is_written_or_as_the_one_that_is_the_same() -> None:
    assert find("Zoe\u0308", ["Ann", "Zoë"]) == 1
    assert find("Ann", ["ANN", "Ann"]) == 1
    assert find("ann", ["ANN", "Ann"]) is None  # two names of old that are the same
    assert find("Ben", ["Ann"]) is None


TEXTS = st.text(
    st.one_of(
        st.sampled_from("Aa \u00e9e\u0301\u0308\u200c\u200d\ufe0f\u034f\u3164\u2800👩👧ک\u094dक´ﬁ"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=12,
)


@given(TEXTS)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    try:
        once = named(text)
    except NotAName:
        return
    assert named(once) == once == unicodedata.normalize("NFC", once)
    assert key(once) == key(text.strip())


@given(TEXTS)
def test_the_key_of_a_key_is_that_key(text: str) -> None:
    assert key(key(text)) == key(text)
