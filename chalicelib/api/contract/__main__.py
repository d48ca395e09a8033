"""Write what is generated from the route table, or check it.

``python -m chalicelib.api.contract`` writes ``openapi.json`` and ``docs/rights.md``; with
``--check`` it fails instead if a file is not up to date.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from chalicelib.api.routes import RESOURCES, ROUTES

from .docs_page import rights
from .openapi import document_text

FILE: Final = Path("openapi.json")
RIGHTS_FILE: Final = Path("docs/rights.md")


def main(argv: list[str] | None = None) -> int:
    """Write the files, or check them."""
    parser = argparse.ArgumentParser(description="Write what is generated from the route table.")
    parser.add_argument("--check", action="store_true", help="fail if a file is not up to date")
    check = parser.parse_args(argv).check
    stale = False
    for file, text in ((FILE, document_text(RESOURCES)), (RIGHTS_FILE, rights(ROUTES))):
        if not check:
            file.write_text(text, "utf-8")
        elif not file.exists() or file.read_text("utf-8") != text:
            print(f"{file} is not what the routes say; run: make openapi", file=sys.stderr)
            stale = True
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
