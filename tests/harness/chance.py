"""What Hypothesis draws: for each test fixed examples, the same in every run, and fresh ones.

Each test of Hypothesis runs twice, as ``test_it[fixed]`` and as ``test_it[fresh]``. The fresh
examples hang on the run's seed, which is said at the end of a run that has failed.
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
    """Say what this run's chance comes from, where there is a header (``-v``)."""
    return how_to_repeat()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: pytest.ExitCode
) -> None:
    """Say it at the end of a run that has failed."""
    if exitstatus == pytest.ExitCode.TESTS_FAILED:
        terminalreporter.write_line(how_to_repeat())
