"""The answers about rules."""

from __future__ import annotations

from typing_extensions import TypedDict

from chalicelib.api.http.language import Language
from chalicelib.api.http.messages import JsonDict
from chalicelib.rules import Rules


class RulesPage(TypedDict):
    """The rules of a game: every option, and a page for players made from them."""

    preset: str
    """The named game they are based on."""
    version: int
    """The version of the rules of play."""
    rules: JsonDict
    """Every option."""
    language: Language
    """The language of the page."""
    text: str
    """The page: plain text with short headings."""


def rules_page(rules: Rules, language: Language, text: str) -> RulesPage:
    """Return the rules of a game with their page."""
    return {
        "preset": rules.preset,
        "version": rules.version.value,
        "rules": dict(rules.options()),
        "language": language,
        "text": text,
    }
