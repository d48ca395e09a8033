"""What all tests share: failing assertions in the helpers show their values too."""

from __future__ import annotations

import pytest
from hypothesis import settings

# How long one example takes says more about the machine's other work than about ours.
settings.register_profile("boodle", deadline=None)
settings.load_profile("boodle")

pytest.register_assert_rewrite("harness")

from harness import seeds  # noqa: E402 - only now are its assertions rewritten

pytest_plugins = ["harness.fixtures"]


def pytest_report_header() -> str:
    """Say what this run's chance comes from, where there is a header (``-v``)."""
    return seeds.how_to_repeat()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: pytest.ExitCode
) -> None:
    """Say it at the end of a run that has failed."""
    if exitstatus == pytest.ExitCode.TESTS_FAILED:
        terminalreporter.write_line(seeds.how_to_repeat())
