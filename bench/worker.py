"""Play-outs in a process of their own: a line with seconds comes in, steps per second go out.

``python -m bench.worker GAME``, run by the interpreter of the environment that has the game.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .playouts import GAMES
from .timing import ROOT


class Worker:
    """A worker as its parent sees it.

    Raises
    ------
    OSError, RuntimeError
        It cannot be started: there is no such environment, or it lacks the game.
    """

    def __init__(self, python: Path | str, game: str) -> None:
        self._game = game
        self._process = subprocess.Popen(
            [str(python), "-m", "bench.worker", game],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            self.rate(0.01)  # imports, and the first steps, are not to be measured
        except RuntimeError:
            self.close()
            raise

    def rate(self, seconds: float) -> float:
        """Return the steps per processor second of about so many seconds of play-outs."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            process.stdin.write(f"{seconds}\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            last = (process.stderr.read().strip().splitlines() or ["no reason given"])[-1]
            raise RuntimeError(f"{self._game} cannot be played: {last}")
        return float(line)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def main() -> None:
    """Answer each line until there are no more."""
    play = GAMES[sys.argv[1]]
    for line in sys.stdin:
        steps, took = play(float(line))
        print(steps / took, flush=True)


if __name__ == "__main__":
    main()
