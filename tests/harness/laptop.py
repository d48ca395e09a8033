"""A laptop that fails in the middle of play, and is started again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .served import PATIENCE, Serving, serving


class Laptop:
    """A laptop that serves a folder, and whose process can be killed and started again."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self.served = self._start()

    def _start(self) -> Serving:
        return self._stack.enter_context(serving("--data", self._folder))

    def address(self) -> tuple[str, int]:
        """Return where it serves, or served before it was killed."""
        return self.served.host, self.served.port

    def kill(self) -> None:
        """Kill it as if the power had gone, and start it on what is left."""
        self.served.process.kill()
        self.served.process.communicate(timeout=PATIENCE)
        self.served = self._start()


@contextmanager
def laptop(folder: Path) -> Iterator[Laptop]:
    with ExitStack() as stack:
        yield Laptop(folder, stack)
