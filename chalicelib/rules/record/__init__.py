"""Hand records: a hand as one text that other programs can read, and back.

The format is described in ``docs/hand-record.md``. :func:`to_record` and :func:`dumps` write one,
:func:`parse` and :func:`from_record` read it back, and nothing is lost.

Examples
--------
>>> from chalicelib.rules import Hand, cards, deal_hands, make_rules, parse_action
>>> deal = deal_hands({0: cards("9S"), 1: cards("10S KC")})
>>> hand = Hand(make_rules("michigan"), [50, 50], dealer=1, deal=deal)
>>> log = [parse_action("1 plays 9S")]
>>> record = to_record(hand.replay(log), log, recording=Recording.ENTERED)
>>> parse(dumps(record)) == record, from_record(record).ledger.stacks
(True, [48, 40])
"""

from chalicelib.rules.actions import Recording

from .log import LogAction, Step, UnknownAction, step_json
from .members import read_json
from .reading import from_json, parse
from .record import DrawProof, HandRecord, Place, Proof, Result, SeedProof
from .replay import begin, do, from_record, to_record
from .writing import as_json, dumps

__all__ = [
    "DrawProof",
    "HandRecord",
    "LogAction",
    "Place",
    "Proof",
    "Recording",
    "Result",
    "SeedProof",
    "Step",
    "UnknownAction",
    "as_json",
    "begin",
    "do",
    "dumps",
    "from_json",
    "from_record",
    "parse",
    "read_json",
    "step_json",
    "to_record",
]
