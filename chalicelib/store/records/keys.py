"""Where each record lives. One place, so that no two records can meet by accident.

A league's records share its partition, a table's share the table's. Numbers in sort keys are
padded, because sort keys are compared as text.
"""

from __future__ import annotations

from chalicelib.store.port import Key

PLAYERS = "P#"
ROUNDS = "R#"
CODE_SHEETS = "K#"


def _league(league: str) -> str:
    return f"L#{league}"


def league(league_id: str) -> Key:
    """The league itself: name, rules, epochs of organisers, directors and viewers."""
    return Key(_league(league_id), "LEAGUE")


def counters(league_id: str) -> Key:
    """The last player and round numbers given out. Tables never touch it."""
    return Key(_league(league_id), "COUNTERS")


def player(league_id: str, number: int) -> Key:
    """A player of a league."""
    return Key(_league(league_id), f"{PLAYERS}{number:05d}")


def round_(league_id: str, number: int) -> Key:
    """A round: its seating and state."""
    return Key(_league(league_id), f"{ROUNDS}{number:04d}")


def code_sheet(league_id: str, sheet_id: str) -> Key:
    """The join codes that were issued together, by their hashes."""
    return Key(_league(league_id), f"{CODE_SHEETS}{sheet_id}")


def code(code_hash: str) -> Key:
    """A join code, found by its keyed hash."""
    return Key(f"C#{code_hash}", "CODE")


def terms(terms_hash: str) -> Key:
    """Rules and settings, found by the hash of their content; never changed."""
    return Key(f"X#{terms_hash}", "TERMS")


def once(scope: str, key_hash: str) -> Key:
    """The reply to a POST that carried an Idempotency-Key."""
    return Key(f"I#{scope}", key_hash)


def tally(name: str, window: int) -> Key:
    """A count of attempts within a window of time."""
    return Key(f"N#{name}", f"{window}")
