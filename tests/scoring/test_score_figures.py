"""Figures of a scorecard: all drops and names are drawn, where they belong, and nothing runs."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stub_models import biased, write_predictions
from typer.testing import CliRunner

from builders.cards.svg import fault_of_drawing
from builders.cli.main import app
from builders.errors import RenamerError
from builders.scoring.score_figures import figures
from builders.scoring.scorecard import Scorecard
from builders.scoring.single_names import NameScore

SVG = "{http://www.w3.org/2000/svg}"
ORG, MIX = "DemoSQuAD2-ORG-DBName", "DemoSQuAD2-MIX-DBName"


def drop(config: str, value: float, low: float | None, high: float | None) -> dict[str, object]:
    figures_of = {f"{key}_{metric}": each for metric in ("em", "f1")
                  for key, each in (("drop", value), ("low", low), ("high", high))}  # fmt: skip
    return {"config": config, "scorer": "squad", **figures_of}


def dots(svg: str) -> list[tuple[float, float]]:
    return [(float(each.get("x", 0)), float(each.get("y", 0)))
            for each in ET.fromstring(svg).iter(f"{SVG}rect") if each.get("rx") == "3"]  # fmt: skip


def test_drops_and_their_intervals_are_drawn(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path / "predictions", biased, (ORG, MIX))
    arguments = ["score", str(release), str(folder), "--figures", str(tmp_path / "figures")]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    drawn = {place.name: place.read_text() for place in (tmp_path / "figures").iterdir()}
    assert set(drawn) == {"drops-em.svg", "drops-f1.svg", "drops-by-length.svg"}
    for svg in drawn.values():
        assert not fault_of_drawing(svg)
        said = ET.fromstring(svg).findtext(f"{SVG}desc") or ""
        assert ORG in said
        assert MIX in said
        assert " to " in said  # an interval


def test_a_file_is_no_folder_for_figures(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path / "predictions", biased, (ORG,))
    (tmp_path / "file").write_text("mine")
    arguments = ["score", str(release), str(folder), "--figures", str(tmp_path / "file")]
    with pytest.raises(RenamerError, match="file"):
        CliRunner().invoke(app, arguments, catch_exceptions=False)


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=8))
def test_bars_begin_at_zero_and_stay_within(values: list[float]) -> None:
    card = Scorecard({}, "m", drops=[drop("A", each, each - 1, each + 1) for each in values])
    root = ET.fromstring(figures(card)["drops-em.svg"])
    bars = [(float(each.get("x", 0)), float(each.get("width", 0)))
            for each in root.iter(f"{SVG}rect")][1:]  # fmt: skip
    assert len(bars) == len(values)
    zeros = [x if value >= 0 else x + width for (x, width), value in zip(bars, values, strict=True)]
    assert max(zeros) - min(zeros) <= 1.2
    assert all(300 <= x <= x + width <= 702 for x, width in bars)
    assert not fault_of_drawing(figures(card)["drops-em.svg"])


def test_a_dot_a_name_infinite_ones_at_the_end() -> None:
    names = [NameScore("A", 1.0, 10, 50, 9), NameScore("B", 100.0, 1000, 70, 9),
             NameScore("C", math.inf, 100, 60, 9)]  # fmt: skip
    drawn = figures(Scorecard({}, "m"), names)
    (a, a_up), (b, b_up), (c, c_up) = dots(drawn["names-polarity.svg"])
    assert a < b < c
    assert b_up < c_up < a_up
    a, c, b = (x for x, _ in sorted(dots(drawn["names-popularity.svg"]), key=lambda dot: -dot[1]))
    assert a < c < b
    assert all(not fault_of_drawing(svg) for svg in drawn.values())


def test_nothing_is_drawn_of_nothing() -> None:
    assert figures(Scorecard({}, "m")) == {}


def test_figures_hold_no_markup_of_a_config() -> None:
    svg = figures(Scorecard({}, "m", drops=[drop("<script>\x1b&", 1, None, None)]))["drops-em.svg"]
    assert not fault_of_drawing(svg)
    assert "<script" not in svg
