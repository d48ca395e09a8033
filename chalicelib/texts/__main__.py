"""The command line for checking, updating and compiling the catalogues.

``python -m chalicelib.texts --check`` prints the faults, one a line, and fails if there are any.
``--update [LANGUAGE …]`` brings catalogues in line with the English one, and makes the catalogue of
a new language; ``--compile`` compiles all of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .catalogue import FOLDER, compiled, languages
from .checks import faults
from .files import DEFAULT_LANGUAGE
from .sources import path_of, update

CODE: Final = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m chalicelib.texts", description="Check, update and compile the texts."
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="say what is wrong or missing")
    what.add_argument("--compile", action="store_true", help="compile all catalogues")
    what.add_argument(
        "--update",
        nargs="*",
        metavar="LANGUAGE",
        help="write these catalogues again, with English beside each text (default: all)",
    )
    options = parser.parse_args(arguments)
    if options.check:
        found = faults(FOLDER, CODE)
        print(*found, sep="\n", end="\n" * bool(found))
        return 1 if found else 0
    if options.compile:
        for language in languages():
            compiled(path_of(FOLDER, language))
        return 0
    for language in options.update or languages():
        if language != DEFAULT_LANGUAGE:
            update(FOLDER, language)
    return 0


if __name__ == "__main__":
    sys.exit(main())
