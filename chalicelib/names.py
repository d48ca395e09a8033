"""Names as people write them: how they are cleaned, and when two are the same.

A name of a player, a league or a space is stored as :func:`named` returns it: in Unicode's form
NFC, its white space trimmed and collapsed, without the characters that nobody sees. Two names are
the same if :func:`key` is, whatever keyboard, case or width they were written with. Names that
were stored before may be of any form; nothing but :func:`key` is ever asked about them.

The standard library has no table of the characters that Unicode lets programs ignore
(``Default_Ignorable_Code_Point``). It is this: all format characters (``Cf``) but the few that can
be seen, and :data:`_IGNORED`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from .message import Message, say

ZWNJ: Final = "\u200c"
ZWJ: Final = "\u200d"
_FLAG: Final = "\U0001f3f4"
_KEYCAP: Final = "\u20e3"


def _span(*spans: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(code) for first, last in spans for code in range(first, last + 1))


_IGNORED: Final = _span(
    (0x34F, 0x34F),  # combining grapheme joiner
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),  # Mongolian variation selectors
    (0x2060, 0x206F),
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFFF0, 0xFFF8),
    (0xE0000, 0xE0FFF),  # tags, further variation selectors
)
_SEEN_FORMATS: Final = _span(
    (0x600, 0x605),
    (0x6DD, 0x6DD),
    (0x70F, 0x70F),
    (0x890, 0x891),
    (0x8E2, 0x8E2),
    (0x110BD, 0x110BD),
    (0x110CD, 0x110CD),
    (0x13430, 0x1343F),
)
_BLANK: Final = frozenset("\u2800\u3164\uffa0")
"""Characters of no space's category that show as an empty place."""

_JOINING: Final = frozenset(
    {
        *("ADLAM", "ARABIC", "CHORASMIAN", "HANIFI", "MANDAIC", "MANICHAEAN", "MONGOLIAN"),
        *("NKO", "OLD", "PHAGS-PA", "PSALTER", "SOGDIAN", "SYRIAC"),
    }
)
"""The first words of the names of letters that join, so that joiners change how they look."""

_VIRAMA: Final = 9
"""The combining class of the sign after which a joiner chooses between forms of a letter."""


class NotAName(ValueError):
    """A text that is no name.

    Attributes
    ----------
    detail
        Why.
    """

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


def named(text: str) -> str:
    """Return a name as it is stored.

    Raises
    ------
    NotAName
        There are control characters in it, or nothing that can be seen.

    Examples
    --------
    >>> named("\\ufeffAnn\\u00a0 Lee ")
    'Ann Lee'
    """
    name = clean(text)
    if not key(name):
        raise NotAName(say("name.nothing-seen"))
    return name


def clean(text: str) -> str:
    """Return a note or a name as it is stored; it may be empty.

    White space at its ends is dropped whatever it is, a line break included. Within it spaces of
    any width become one space. Joiners and variation selectors are kept where they change what is
    seen: between letters of scripts that join, in emoji, after ideographs.

    Raises
    ------
    NotAName
        There are line breaks or other control characters in it, or code points that are no
        characters.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    text = unicodedata.normalize("NFC", text).strip().strip("\ufeff").strip()
    seen: list[str] = []
    for place, char in enumerate(text):
        if char == " " or char in _BLANK or unicodedata.category(char) == "Zs":
            if seen:
                seen.append(" ")
        elif _ignored(char):
            if seen and _shows(char, seen, text[place + 1 : place + 2]):
                seen.append(char)
        elif _is_character(char):
            # An accent before any letter would stand on what happens to be printed before it.
            if seen or not _is_mark(char):
                seen.append(char)
        else:
            raise NotAName(say("value.control-characters"))
    return unicodedata.normalize("NFC", " ".join("".join(seen).split()))


def key(name: str) -> str:
    """Return what two names have in common if they are the same.

    They are compared by Unicode's NFKC and case folding; characters that nobody sees, differences
    of white space and accents that stand on no letter do not count.

    Examples
    --------
    >>> key("Ａnn  LEE") == key("ann lee")
    True
    """
    if name.isascii():
        return " ".join(name.split()).casefold()
    text = "".join(" " if one in _BLANK else one for one in name if not _ignored(one))
    for _ in range(2):  # folding can undo a normal form, and the other way round
        text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    words = " ".join("".join(one for one in text if not _ignored(one)).split())
    folded = ""
    for char in words:
        if not (_is_mark(char) and folded[-1:] in ("", " ")):
            folded += char
    return " ".join(folded.split())


def find(name: str, names: Iterable[str]) -> int | None:
    """Return the place of a name in a list: as it is written, or else as the one that is the same.

    Where two of the list are the same, which names of old may be, only the spelling tells.
    """
    known = tuple(names)
    if name in known:
        return known.index(name)
    wanted = key(name)
    places = [place for place, other in enumerate(known) if key(other) == wanted]
    return places[0] if len(places) == 1 else None


def _ignored(char: str) -> bool:
    return char in _IGNORED or (unicodedata.category(char) == "Cf" and char not in _SEEN_FORMATS)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _is_character(char: str) -> bool:
    """Return whether everyone can see it: code points of newer versions of Unicode may be."""
    match unicodedata.category(char):
        case "Cc" | "Co" | "Cs" | "Zl" | "Zp":
            return False
        case "Cn":
            return ord(char) & 0xFFFE != 0xFFFE and not 0xFDD0 <= ord(char) <= 0xFDEF
        case _:
            return True


def _shows(char: str, before: list[str], after: str) -> bool:
    """Return whether a character that can be ignored changes how its neighbours look."""
    last = before[-1]
    match char:
        case "\u200c" | "\u200d":
            if unicodedata.combining(last) == _VIRAMA:
                return True
            if char == ZWJ and after and unicodedata.combining(after) == _VIRAMA:
                return True
            if _script(last) in _JOINING and _script(after) in _JOINING:
                return True
            return char == ZWJ and _is_emoji(_emoji_before(before)) and _is_emoji(after)
        case "\ufe0e" | "\ufe0f":
            return _is_emoji(last) or last in "\u203c\u2049\u3030\u303d" or after == _KEYCAP
        case "\u180b" | "\u180c" | "\u180d" | "\u180f":
            return _script(last) == "MONGOLIAN"
        case _ if "\U000e0020" <= char <= "\U000e007f":
            return last == _FLAG or "\U000e0020" <= last < "\U000e007f"
        case _ if "\ufe00" <= char <= "\ufe02" or "\U000e0100" <= char <= "\U000e01ef":
            return _script(last) == "CJK"
        case _:
            return False


def _emoji_before(before: list[str]) -> str:
    """Return the last character that is no variation selector, skin colour or tag."""
    for char in reversed(before):
        if char not in _IGNORED and not "\U0001f3fb" <= char <= "\U0001f3ff":
            return char
    return ""


def _is_emoji(char: str) -> bool:
    if not char:
        return False
    category = unicodedata.category(char)
    return category in ("So", "Sm") or (category == "Cn" and "\U0001f000" <= char <= "\U0001faff")


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0] if char else ""
