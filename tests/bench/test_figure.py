"""Verdicts, and the forms in which figures are printed."""

import pytest

from bench.figure import Figure, at_least, at_most, heading
from bench.timing import interleaved, median_ratio


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("a", 12.0, "s", 2.0, 6.0, at_least(6)), "ok"),
        (Figure("a", 11.0, "s", 2.0, 5.5, at_least(6)), "short"),
        (Figure("a", 1.3, "s", 1.0, 1.3, at_most(1.3)), "ok"),
        (Figure("a", 1.4, "s", 1.0, 1.4, at_most(1.3)), "short"),
        (Figure("a", 1.4, "s", target=at_most(1.3)), "missing"),
        (Figure("a", None, "s", 1.0, 1.0, at_most(1.3)), "missing"),
        (Figure("a", 0.0, "requests", target=at_most(0), of_value=True), "ok"),
        (Figure("a", 1.0, "requests", target=at_most(0), of_value=True), "short"),
        (Figure("a", 14_400.0, "RU/h"), "-"),
    ],
)
def test_a_figure_is_judged_by_its_ratio_and_never_ok_without_one(
    figure: Figure, verdict: str
) -> None:
    assert figure.verdict == verdict
    assert figure.as_json()["verdict"] == verdict
    assert verdict in figure.line().split()


def test_a_line_stands_under_its_headings() -> None:
    line = Figure("engine.chess", 177_574.0, "steps/s", 42_222.0, 4.22, at_least(6)).line()
    assert line.split() == [
        "engine.chess",
        "177,574",
        "steps/s",
        "42,222",
        "4.22x",
        ">=",
        "6",
        "short",
    ]
    assert line.index("short") == heading().index("verdict")


def test_tasks_take_turns_and_every_other_round_backwards() -> None:
    order = []

    def task(name: str, result: float) -> float:
        order.append(name)
        return result

    a, b = interleaved(3, lambda: task("a", 2.0), lambda: task("b", 1.0))
    assert "".join(order) == "abbaab"
    assert (a, b) == ([2.0] * 3, [1.0] * 3)
    assert median_ratio([2.0, 9.0, 6.0], [1.0, 3.0, 3.0]) == 2.0
