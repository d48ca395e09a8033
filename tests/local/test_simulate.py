"""`boodle simulate`: the same for the same seed, counted rightly, drawn, and told to both eyes."""

import io
import json
import os
import re
import statistics
import subprocess
from contextlib import redirect_stderr
from pathlib import Path
from xml.etree import ElementTree

import pytest
from harness.served import COMMAND, PATIENCE
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.local.chart import MOST_BARS, histogram, round_step
from chalicelib.local.cli import main
from chalicelib.local.playing import Trial, play
from chalicelib.local.simulated import Spread, position
from chalicelib.rules import make_rules


def simulate(*args: object) -> int:
    return main(["simulate", *map(str, args)])


SMALL = ("--hands", 30, "--seed", 5)
DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"


# -- the same again -----------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_output_and_picture(tmp_path: Path) -> None:
    outputs = []
    for hashing in ("1", "2"):
        picture = tmp_path / f"{hashing}.svg"
        line = [*COMMAND, "simulate", "--preset", "michigan_ru", *map(str, SMALL)]
        done = subprocess.run(
            [*line, "--picture", str(picture)],
            env={**os.environ, "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert re.fullmatch(r"\d+ hands a second\n", done.stderr)
        outputs.append((done.stdout, picture.read_bytes()))
    assert outputs[0] == outputs[1]


def test_another_seed_gives_another_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--hands", 30, "--seed", 1) == simulate("--hands", 30, "--seed", 2) == 0
    first, second = capsys.readouterr().out.split("michigan: ")[1:]
    assert first != second.replace("seed 2", "seed 1")


def test_the_seed_is_printed_when_none_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--hands", 5) == 0
    out = capsys.readouterr().out
    seed = re.search(r"seed (\d+)", out)
    assert seed
    assert simulate("--hands", 5, "--seed", seed[1]) == 0
    assert capsys.readouterr().out == out


# -- counted ------------------------------------------------------------------------------------


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=99))
def test_a_spread_is_what_the_numbers_are(values: list[int]) -> None:
    spread = Spread()
    spread.counts.update(values)
    assert spread.size == len(values)
    assert spread.mean == pytest.approx(statistics.fmean(values))
    assert spread.deviation == pytest.approx(statistics.stdev(values))
    assert spread.quantile(50) == statistics.median_low(values)
    assert (spread.quantile(0), spread.quantile(100)) == (min(values), max(values))


def test_every_seat_dealt_in_is_counted_once_at_its_position() -> None:
    results = play(Trial(make_rules("michigan"), 5, 40, 0, 1))
    assert {place: spread.size for place, spread in results.positions.items()} == dict.fromkeys(
        range(5), 40
    )
    assert results.net.size == 200
    assert sum(spread.size for spread in results.styles.values()) == 200
    assert [position(place) for place in range(5)] == [
        "dealer",
        "eldest",
        "2nd from eldest",
        "3rd from eldest",
        "4th from eldest",
    ]


def test_chips_won_and_lost_are_those_that_the_table_gives_and_keeps() -> None:
    """R14: with nothing carried over, one hand costs all seats together what is left lying."""
    results = play(Trial(make_rules("michigan", {"ending.hands": 1}), 4, 50, 0, 1))
    staked = 50 * (4 * 3 + 8)
    net = sum(chips * count for chips, count in results.net.counts.items())
    assert net == sum(results.won.values()) - staked
    assert results.endings == {"hands": 50}
    assert all(results.wins[space] <= results.hands for space in range(4))


def test_misses_are_fined_as_often_as_bots_are_careless() -> None:
    rules = make_rules("michigan_ru")
    attentive, careless = (play(Trial(rules, 4, 60, share, 1)) for share in (0, 0.3))
    assert attentive.misses == attentive.fined == attentive.compensated == 0
    assert careless.misses > 60
    assert careless.fined > careless.misses
    assert careless.compensated
    assert not play(Trial(make_rules("michigan"), 4, 20, 0.3, 1)).misses


def test_hands_without_a_winner_are_counted() -> None:
    rules = make_rules("michigan", {"lead.stuck": "pass_then_end"})
    results = play(Trial(rules, 3, 300, 0, 1))
    assert 0 < results.without_winner < 300


# -- told ---------------------------------------------------------------------------------------


def test_stakes_that_leave_nobody_a_chip_are_hands_as_well(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """R12, ``drop_out``: who is not dealt in for want of chips has staked, and lost."""
    options = ("--option", "broke=drop_out", "--option", "chips.start=4")
    assert main(["simulate", "--hands", "10", "--seed", "1", "--json", *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["hands"] == 10


def test_tables_on_stdout_and_nothing_else_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--preset", "michigan_ru", "--careless", 0.2, *SMALL) == 0
    out, err = capsys.readouterr()
    assert out.startswith("michigan_ru: 30 hands, 4 seats, careless 20 %, seed 5\n\n")
    for line in ("dealer", "eldest", "plays", "actions", "AH", "missed plays", "games ended"):
        assert re.search(rf"^{line} .*\d", out, re.M), line
    assert max(map(len, out.splitlines())) <= 100
    assert re.fullmatch(r"\d+ hands a second\n", err)


def test_that_carelessness_has_no_effect_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """R9: where missed plays cost nothing, none is missed."""
    assert simulate("--careless", 0.2, *SMALL) == 0
    told = capsys.readouterr().out.splitlines()[:3]
    assert told[1].startswith("careless has no effect: missed plays cost nothing")
    assert not told[2]
    for other in (("--careless", 0), ("--option", "penalty.missed_play=1")):
        assert simulate(*other, *SMALL) == 0
        assert "no effect" not in capsys.readouterr().out


def test_options_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--option", "stakes.kitty=2", "--option", 'layout=["AH", "KC"]')
    assert simulate(*asked, *SMALL) == 0
    said = capsys.readouterr().out.splitlines()[1]
    assert said == 'with layout=["AH", "KC"], stakes.kitty=2'


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--json", "--option", "chips.start=99", "--seats", 3, *SMALL) == 0
    told = json.loads(capsys.readouterr().out)
    results = play(Trial(make_rules("michigan", {"chips.start": 99}), 3, 30, 0.05, 5))
    assert told["options"]["chips.start"] == 99
    assert told["seed"] == 5
    for name, value in results.as_json().items():
        assert told[name] == value
    assert sum(told["net_counts"].values()) == told["net"]["count"] == 90


def test_a_bar_on_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    with redirect_stderr(Terminal()) as shown:
        assert simulate(*SMALL) == 0
    bar, last = shown.getvalue().split("\r\x1b[K")
    assert re.match(r"\r█*░+ 1 of 30 hands", bar)
    assert re.fullmatch(r"\d+ hands a second\n", last)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--option", "lead.chang=suit"], "did you mean lead.change?"),
        (["--option", "lead.change"], "write name=value"),
        (["--option", "per_card=many"], "per_card must be a whole number"),
        (["--option", "stakes.short=sit_out", "--option", "chips.start=1"], "has the chips"),
        (["--picture", "nowhere/at/all.svg"], "there is no folder"),
    ],
)
def test_what_the_user_can_put_right(
    asked: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(*asked, *SMALL) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("boodle simulate: ")
    assert told in err


def test_a_picture_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "folder.svg"
    folder.mkdir()
    assert simulate("--picture", folder, *SMALL) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["net.png", "net", "svg"])
def test_a_picture_of_another_kind_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        simulate("--picture", tmp_path / name, *SMALL)
    assert ended.value.code == 2
    assert f"{name}' does not end in .svg" in capsys.readouterr().err
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("share", ["1.1", "-0.1", "nan", "few"])
def test_a_share_is_from_0_to_1(share: str) -> None:
    with pytest.raises(SystemExit) as ended:
        simulate("--careless", share)
    assert ended.value.code == 2


def test_the_page_shows_a_real_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "simulate.md").read_text("utf-8")
    command, output = re.findall(r"^```(?:sh|text)\n(.*?)^```", page, re.M | re.S)
    args = command.replace("\\\n", " ").replace("docs/", f"{tmp_path}/").split()
    assert args[:2] == ["boodle", "simulate"]
    assert simulate(*args[2:]) == 0
    assert capsys.readouterr().out == output
    drawn = (tmp_path / "simulate.svg").read_text("utf-8")
    assert drawn == (DOCS / "simulate.svg").read_text("utf-8")


# -- drawn --------------------------------------------------------------------------------------


def drawn(counts: dict[int, int], median: int) -> tuple[list[str], list[ElementTree.Element]]:
    """Return the texts of a histogram, and its bars."""
    root = ElementTree.fromstring(histogram(counts, median, "A <title>", "chips", "results"))
    texts = [node.text or "" for node in root.iter(f"{SVG}text")]
    return texts, list(root.findall(f"{SVG}rect[@class='bar']"))


def test_the_picture_has_title_axes_counts_and_median() -> None:
    texts, bars = drawn({-3: 5, -2: 900, 0: 1200, 4: 7}, -2)
    assert len(bars) == 4
    for text in ("A <title>", "chips (2,112 results)", "results", "median −2", "0", "+4", "1,200"):
        assert text in texts
    told = [bar.findtext(f"{SVG}title") for bar in bars]
    assert told == ["−3: 5", "−2: 900", "0: 1,200", "+4: 7"]


@given(st.dictionaries(st.integers(-3000, 3000), st.integers(1, 9999), min_size=1))
def test_any_distribution_fits_the_picture(counts: dict[int, int]) -> None:
    _, bars = drawn(counts, min(counts))
    assert 1 <= len(bars) <= min(MOST_BARS + 1, len(counts))
    places = [float(bar.attrib["x"]) for bar in bars]
    assert places == sorted(places)
    for bar in bars:
        x, y, width, height = (float(bar.attrib[name]) for name in ("x", "y", "width", "height"))
        assert 80 <= x <= x + width <= 876.1
        assert 76 <= y <= y + height <= 430.1


@pytest.mark.parametrize(
    ("least", "step"), [(0.1, 1), (1, 1), (1.1, 2), (3, 5), (5.5, 10), (11, 20), (450, 500)]
)
def test_steps_are_round(least: float, step: int) -> None:
    assert round_step(least) == step
