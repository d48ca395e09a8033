"""The ``proof`` of a hand record, by its protocol (``docs/hand-record.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chalicelib.json_value import Json
from chalicelib.message import say
from chalicelib.rules.errors import Malformed
from chalicelib.rules.fairness import DEAL_1, DEAL_2, read_message

from .members import Members, wrong
from .record import DrawProof, Proof, SeedProof

_LONGEST_SETUP: Final = 20_000


def proof_json(proof: Proof, dealing: Mapping[str, Json]) -> dict[str, Json]:
    """Return a proof as JSON values, with the way in which the rules deal the pack out."""
    written: dict[str, Json] = {
        "algorithm": proof.algorithm,
        "commitment": proof.commitment,
        "link": proof.link,
        "message": proof.message,
    }
    match proof:
        case SeedProof():
            written["seeds"] = list(proof.seeds)
        case DrawProof():
            written |= {**_of_draw(proof.message), "setup": proof.setup}
    return {**written, "dealing": dealing}


def _of_draw(message: str) -> dict[str, Json]:
    """Return what a message says, for people and programs that do not take it apart."""
    draw = read_message(message).draw
    return {
        "draw": draw.hash,
        "tries": draw.attempt,
        "contributed": list(draw.contributed),
        "left_out": [list(seats) for seats in draw.left_out],
    }


def read_proof(members: Members, dealing: Mapping[str, Json]) -> Proof | None:
    """Return a proof; ``None``, with a warning, if its protocol is unknown to this version.

    Raises
    ------
    Malformed
        It is not one, or says two things of the same draw.
    """
    stated = members.maybe("dealing")
    if stated is not None and stated != dealing:
        raise wrong("proof.dealing", Malformed(say("record.dealt-otherwise")))
    algorithm = members.text("algorithm")
    if algorithm not in (DEAL_1, DEAL_2):
        members.warnings.append(say("record.member-unknown", at="proof"))
        return None
    commitment, link = members.text("commitment"), members.text("link")
    message = members.text("message")
    proof: Proof
    if algorithm == DEAL_1:
        proof = SeedProof(commitment, link, message, _seeds(members))
    else:
        _check_draw(members, message)
        proof = DrawProof(commitment, link, message, members.text("setup", _LONGEST_SETUP))
    members.end()
    return proof


def _seeds(members: Members) -> tuple[str, ...]:
    seeds = [seed for seed in members.rows("seeds") if isinstance(seed, str)]
    if len(seeds) < len(members.rows("seeds")):
        raise wrong("proof.seeds", Malformed(say("record.texts")))
    return tuple(seeds)


def _check_draw(members: Members, message: str) -> None:
    try:
        said = _of_draw(message)
    except Malformed as error:
        raise wrong("proof.message", error) from None
    for name, value in said.items():
        if members.take(name) != value:
            raise wrong(members.path(name), Malformed(say("record.drawn-otherwise")))
