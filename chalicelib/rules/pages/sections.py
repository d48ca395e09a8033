"""What a rules page is made of: sections of bullets, each of messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from chalicelib.message import Message

Bullet: TypeAlias = tuple[Message, ...]
"""Sentences that stand together."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Short rows under a bullet; ``numbered`` where their order counts."""

    messages: tuple[Message, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and what stands under it."""

    heading: Message
    bullets: Sequence[Bullet | Rows]
