"""Where each record lives. One place, so that no two records can meet by accident.

A league's records share its partition, a table's share the table's. Numbers in sort keys are
padded, because sort keys are compared as text.
"""

from __future__ import annotations

from chalicelib.store.port import Key

LIVE_SORT = "LIVE"
PLAYERS = "P#"
ROUNDS = "R#"
SUMMARIES = "S#"
CODE_SHEETS = "K#"
ARCHIVES = "A#"
COUNTS = "K#"


def _league(league: str) -> str:
    return f"L#{league}"


def _table(table: str) -> str:
    return f"T#{table}"


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


def summary(league_id: str, round_number: int, table_number: int) -> Key:
    """What a table contributes to the standings."""
    return Key(_league(league_id), f"{SUMMARIES}{round_number:04d}#{table_number:03d}")


def code_sheet(league_id: str, sheet_id: str) -> Key:
    """The join codes that were issued together, by their hashes."""
    return Key(_league(league_id), f"{CODE_SHEETS}{sheet_id}")


def code(code_hash: str) -> Key:
    """A join code, found by its keyed hash."""
    return Key(f"C#{code_hash}", "CODE")


def live(table_id: str) -> Key:
    """The live record of a table: what a play reads and writes."""
    return Key(_table(table_id), LIVE_SORT)


def info(table_id: str) -> Key:
    """What never changes about a table: where it belongs, its commitment."""
    return Key(_table(table_id), "INFO")


def chain(table_id: str) -> Key:
    """The secret end of a table's hash chain."""
    return Key(_table(table_id), "CHAIN")


def entries(table_id: str, hand: int) -> Key:
    """What was said before a deal: amount, stakes, seeds."""
    return Key(_table(table_id), f"E#{hand:04d}")


def setup(table_id: str, hand: int) -> Key:
    """A hand's set-up: what was fixed when it was dealt."""
    return Key(_table(table_id), f"H#{hand:04d}")


def archive(table_id: str, hand: int) -> Key:
    """A hand that is over, whole."""
    return Key(_table(table_id), f"{ARCHIVES}{hand:04d}")


def count(table_id: str, hand: int) -> Key:
    """The real chips counted after a hand."""
    return Key(_table(table_id), f"{COUNTS}{hand:04d}")


def terms(terms_hash: str) -> Key:
    """Rules and settings, found by the hash of their content; never changed."""
    return Key(f"X#{terms_hash}", "TERMS")


def once(scope: str, key_hash: str) -> Key:
    """The reply to a POST that carried an Idempotency-Key."""
    return Key(f"I#{scope}", key_hash)


def tally(name: str, window: int) -> Key:
    """A count of attempts within a window of time."""
    return Key(f"N#{name}", f"{window}")
