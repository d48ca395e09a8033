"""What of the clients is quick to check: ``python -m clients.check``, with tests on the path."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from .tools import ToolError, redocly, spectral, typescript


def main() -> int:
    """Lint the document and compile the TypeScript clients; return the exit code."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        asked = [pool.submit(spectral), pool.submit(redocly), pool.submit(typescript, Path(folder))]
        faults = [fault for one in asked if (fault := one.exception())]
    for fault in faults:
        if not isinstance(fault, ToolError):
            raise fault
        print(fault, file=sys.stderr)
    if not faults:
        print("Spectral and Redocly have no complaint; the TypeScript clients compile.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
