"""Write what is generated from the code, or check it.

``python -m chalicelib.api.contract`` writes ``openapi.json`` and the pages ``docs/rights.md``,
``docs/options.md``, ``docs/limits.md`` and ``docs/problems.md``. With ``--check`` it fails instead
if a file is not up to date.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from chalicelib.api.problems import page as problems_page
from chalicelib.api.routes import RESOURCES, ROUTES

from . import limits_page
from .docs_page import rights
from .openapi import document_text
from .options_page import options_page

FILE: Final = Path("openapi.json")
RIGHTS_FILE: Final = Path("docs/rights.md")
OPTIONS_FILE: Final = Path("docs/options.md")


def main(argv: list[str] | None = None) -> int:
    """Write the files, or check them."""
    parser = argparse.ArgumentParser(description="Write what is generated from the code.")
    parser.add_argument("--check", action="store_true", help="fail if a file is not up to date")
    check = parser.parse_args(argv).check
    stale = False
    written = {
        FILE: document_text(RESOURCES),
        RIGHTS_FILE: rights(ROUTES),
        OPTIONS_FILE: options_page(),
        limits_page.FILE: limits_page.markdown(),
        problems_page.FILE: problems_page.markdown(),
    }
    for file, text in written.items():
        if not check:
            file.write_text(text, "utf-8")
        elif not file.exists() or file.read_text("utf-8") != text:
            print(f"{file} is not what the code says; run: make openapi", file=sys.stderr)
            stale = True
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
