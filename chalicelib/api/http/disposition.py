"""The file name of an answer (RFC 6266)."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

_UNFIT: Final = frozenset('<>:"/\\|?*%')
"""Characters that some system refuses in file names, or some browser takes for an escape."""


def attachment(name: str) -> str:
    """Return the ``Content-Disposition`` of a file to be saved.

    A name that is not ASCII is given in two forms, because old programs read only the first. What
    cannot be shown, or what no system takes in a name, becomes a space.

    Examples
    --------
    >>> attachment("Tuesday club.csv")
    'attachment; filename="Tuesday club.csv"'
    >>> attachment("Клуб/1.csv")
    'attachment; filename="____ 1.csv"; filename*=UTF-8\\'\\'%D0%9A%D0%BB%D1%83%D0%B1%201.csv'
    """
    fit = "".join(" " if one in _UNFIT or not one.isprintable() else one for one in name)
    plain = "".join(one if one.isascii() else "_" for one in fit)
    value = f'attachment; filename="{plain}"'
    return value if plain == fit else f"{value}; filename*=UTF-8''{quote(fit)}"
