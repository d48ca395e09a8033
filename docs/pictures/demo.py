"""Make ``demo.svg``: what a small demonstration prints, as a picture of a terminal.

Run it from the repository: ``.venv/bin/python docs/pictures/demo.py``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ARGUMENTS = ("demo", "--once", "--tables", "2", "--players", "8", "--hands", "4", "--seed", "7")
LINE, LEFT, TOP, WIDTH = 19, 24, 62, 640
VARIES = re.compile(r"^(serving|standings:|\d+ plays a second)")  # differ from run to run


def main() -> None:
    """Run the demonstration and write the picture beside this file."""
    command = [sys.executable, "-m", "chalicelib.local.cli", *ARGUMENTS]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = [line for line in printed.splitlines() if not VARIES.match(line)]
    shown = ["$ make demo", *lines]
    height = TOP + LINE * len(shown) + 6
    texts = "".join(
        f'<text x="{LEFT}" y="{TOP + LINE * place}">{escape(line)}</text>'
        for place, line in enumerate(shown)
    )
    dots = "".join(
        f'<circle cx="{24 + 20 * place}" cy="22" r="6" fill="{colour}"/>'
        for place, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" '
        'aria-label="The standings that make demo prints">'
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#1d2330"/>{dots}'
        '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" '
        f'fill="#e6e9ef" xml:space="preserve">{texts}</g></svg>\n'
    )
    Path(__file__).with_name("demo.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
