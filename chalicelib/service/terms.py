"""Terms: the rules and settings of a league, stored once for each content.

A live record names its terms by the hash of their content. They never change, so a process reads
them once. They state every option, so a change of presets in a later Boodle never changes an old
hand.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace
from typing import Final, NamedTuple

from chalicelib.rules import Rules, make_rules
from chalicelib.rules.version import Version
from chalicelib.store.port import Store, Write
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.terms import TermsRecord

from .recent import Recent


class Terms(NamedTuple):
    """The rules and settings of a table.

    Attributes
    ----------
    play_clock
        Seconds after which anyone at the table may act for a seat that does not play; ``None``:
        never.
    """

    rules: Rules
    play_clock: int | None = None

    def renewed(self) -> Terms:
        """Return the terms for hands dealt from now on: these, by the present version of rules."""
        if self.rules.version is Version.CURRENT:
            return self
        return self._replace(rules=replace(self.rules, version=Version.CURRENT))


_read: Final[Recent[str, Terms]] = Recent(256)
"""The terms read last. They are named by the hash of their content, the same in every store."""


def terms_of(league: LeagueRecord) -> Terms:
    """Return the terms that a league's record states, for hands dealt from now on."""
    return Terms(make_rules(league.preset, league.options), league.play_clock)


def record_of(terms: Terms) -> TermsRecord:
    """Return the record of terms."""
    rules = terms.rules
    return TermsRecord(rules.version, rules.preset, rules.options(), terms.play_clock)


def from_record(record: TermsRecord) -> Terms:
    """Return the terms of a record."""
    rules = make_rules(record.preset, record.options, record.rules_version)
    return Terms(rules, record.play_clock)


def hash_of(terms: Terms) -> str:
    """Return the hash that names terms: 72 bits of the SHA-256 of their content."""
    digest = hashlib.sha256(record_of(terms).dumps().encode()).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode()


def full_hash_of(terms: Terms) -> str:
    """Return the whole SHA-256 of the content of terms, in hex."""
    return hashlib.sha256(record_of(terms).dumps().encode()).hexdigest()


def load_terms(store: Store, name: str) -> Terms:
    """Return the terms with a hash; a process reads them once."""
    terms = _read.get(name)
    if terms is None:
        stored = TermsRecord.at(name).read(store)
        assert stored is not None  # written before the first record that names them
        terms = from_record(stored.record)
        _read.put(name, terms)
    return terms


def writes_for(store: Store, terms: Terms) -> list[Write]:
    """Return the writes that store ``terms``; none if they exist."""
    at = TermsRecord.at(hash_of(terms))
    return [] if at.read(store) else [at.create(record_of(terms))]
