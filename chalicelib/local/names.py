"""Names for the players of a demonstration."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase
from typing import Final

_NAMES: Final = """
Ada Agnes Alan Alice Amina Anna Anton Arthur Astrid Beata Ben Bruno Carla Carmen Chen Clara
Colin Dana David Dora Edgar Elena Elif Elsa Emil Emma Erik Esther Eva Farid Felix Fiona Frank
Freya Gabriel Gita Greta Gustav Hana Harold Helen Henry Hugo Ida Igor Ines Ingrid Irina Isaac
Ivan Jana Jonas Josef Julia Karin Kenji Klara Lars Laura Leila Leo Lidia Linus Lucia Magda Marco
Maria Marta Max Mei Mina Nadia Nils Nina Noah Nora Olga Oscar Paula Pavel Petra Priya Rafael
Rosa Ruth Samir Sofia Sven Tamar Theo Tomas Uma Vera Viktor Wanda Yusuf Zoe
"""
_FIRST: Final = tuple(_NAMES.split())


def draw_names(rng: Random, count: int) -> list[str]:
    """Return this many different names; when first names run out, with an initial."""
    names = rng.sample(_FIRST, len(_FIRST))
    for initial in ascii_uppercase:
        if len(names) >= count:
            break
        names += [f"{name} {initial}." for name in names[: len(_FIRST)]]
    return names[:count]
