"""The examples of Hypothesis: for each test fixed ones, the same in every run, and fresh ones.

Each test of Hypothesis runs twice, as ``test_it[fixed]`` and as ``test_it[fresh]``. The fresh
examples depend on the run's seed, which is printed at the end of a failed run.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, seed, settings

from .seeds import SEED, how_to_repeat
from .sizes import sized

EXAMPLES = sized(30, 500)
"""How many of each kind a property is tried with."""

settings.register_profile(
    "boodle",
    max_examples=EXAMPLES,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("boodle")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of Hypothesis with either kind of examples."""
    if is_hypothesis_test(metafunc.function):
        metafunc.fixturenames.append("chance")
        metafunc.parametrize("chance", ["fixed", "fresh"])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seed a test of Hypothesis."""
    if isinstance(item, pytest.Function) and is_hypothesis_test(item.function):
        fixed = item.callspec.params["chance"] == "fixed"
        seed("fixed" if fixed else f"fresh {SEED}")(item.function)


def pytest_report_header() -> str:
    """Return the line with this run's seed, for the header (``-v``)."""
    return how_to_repeat()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: pytest.ExitCode
) -> None:
    """Print the seed at the end of a failed run."""
    if exitstatus == pytest.ExitCode.TESTS_FAILED:
        terminalreporter.write_line(how_to_repeat())
