"""The parts of a rules page: sections of bullets, each made of messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from chalicelib.message import Message

Bullet: TypeAlias = tuple[Message, ...]
"""Sentences that belong together."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Short rows under a bullet; ``numbered`` where their order counts."""

    messages: tuple[Message, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and its bullets."""

    heading: Message
    bullets: Sequence[Bullet | Rows]
