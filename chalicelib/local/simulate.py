"""`boodle simulate`: bots play a set of rules, to see its effects."""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chalicelib.json_value import Json
from chalicelib.rules import Malformed, Rules, new_rules, overridden

from .playing import Trial, play
from .simulated import Results
from .terminal import show, show_in_place, show_json, warn
from .trouble import Trouble, in_words


def trial_of(
    preset: str,
    options: Sequence[str],
    seats: int,
    hands: int,
    careless: float,
    seed: int | None,
) -> Trial:
    """Return the trial, with options from ``name=value`` and a random seed if none is given.

    Raises
    ------
    Trouble
        An option cannot be read, or cannot have that value.
    """
    try:
        rules = new_rules(preset, dict(map(_option, options)))
    except Malformed as problem:
        raise Trouble(in_words(problem.detail)) from None
    seed = secrets.randbelow(10**6) if seed is None else seed
    return Trial(rules, seats, hands, careless, seed)


def _option(text: str) -> tuple[str, Any]:
    """Read ``name=value``; the value is JSON, or a string without quotes."""
    name, found, value = text.partition("=")
    if not found:
        raise Trouble(f"{text!r} is no option: write name=value, as in lead.change=colour")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def simulate(trial: Trial, picture: Path | None, as_json: bool) -> int:
    """Play the trial, print the results, draw them if asked; return the exit code.

    Raises
    ------
    Trouble
        Nobody can stake by these rules, or the picture cannot be written.
    """
    if picture is not None and not picture.absolute().parent.is_dir():
        raise Trouble(f"there is no folder {picture.absolute().parent}")
    started = time.monotonic()
    with _Progress(trial.hands) as progress:
        results = play(trial, progress.show)
    seconds = time.monotonic() - started
    rules = trial.rules
    if as_json:
        asked: dict[str, Json] = {
            "preset": rules.preset,
            "options": rules.options(),
            "seats": trial.seats,
            "careless": trial.careless,
            "seed": trial.seed,
        }
        show_json({**asked, **results.as_json()}, indent=1)
    else:
        about = [_heading(trial), *_options(rules), *_idle(trial)]
        show(*about, "", *results.as_text().split("\n"))
    if picture is not None:
        _draw(trial, results, picture)
    warn(f"{results.hands / seconds:.0f} hands a second")
    return 0


def _heading(trial: Trial) -> str:
    careless = f", careless {100 * trial.careless:g} %" if trial.rules.misses.cost_anything else ""
    return (
        f"{trial.rules.preset}: {trial.hands} hands, {trial.seats} seats{careless}, "
        f"seed {trial.seed}"
    )


def _options(rules: Rules) -> list[str]:
    """Return a line about the options that differ from the preset's, if there are any."""
    set_otherwise = [
        f"{name}={value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in overridden(rules).items()
    ]
    return [f"with {', '.join(set_otherwise)}"] if set_otherwise else []


def _idle(trial: Trial) -> list[str]:
    """Return a line that says so if carelessness has no effect (R9)."""
    if trial.rules.misses.cost_anything or not trial.careless:
        return []
    return ["careless has no effect: missed plays cost nothing by these rules, so none is missed"]


def _draw(trial: Trial, results: Results, picture: Path) -> None:
    from .chart import histogram

    drawn = histogram(
        results.net.counts,
        results.net.quantile(50),
        f"Net chips of a seat in a hand — {_heading(trial)}",
        "chips won or lost in a hand",
        "results",
    )
    try:
        picture.write_text(drawn, "utf-8")
    except OSError as problem:
        raise Trouble(f"{picture} cannot be written: {problem.strerror}") from None


class _Progress:
    """A bar on stderr, kept up to date if that is a terminal."""

    _WIDTH = 40

    def __init__(self, hands: int) -> None:
        self._hands = hands
        self._shown = sys.stderr.isatty()
        self._at = 0.0

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self._shown:
            show_in_place("")

    def show(self, played: int) -> None:
        """Show how many hands were played, unless that has just been done."""
        if not self._shown or time.monotonic() - self._at < 0.1:
            return
        self._at = time.monotonic()
        full = self._WIDTH * played // self._hands
        bar = "█" * full + "░" * (self._WIDTH - full)
        show_in_place(f"{bar} {played} of {self._hands} hands")
