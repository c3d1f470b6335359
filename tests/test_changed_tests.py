"""The fast test target chooses what changed files can break, the nearest first."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from changed_tests import nearest  # noqa: E402

METRICS = Path("tests/scoring/test_metrics.py")


def test_the_nearest_tests_come_first() -> None:
    found = nearest({Path("builders/scoring/metrics.py")})
    assert METRICS in found[:4]
    assert METRICS not in nearest({Path("builders/recognizers/bundled/forest.py")})[:4]


def test_a_test_chooses_itself_and_what_tests_share_chooses_those_that_use_it() -> None:
    assert nearest({METRICS}) == [METRICS]
    assert Path("tests/verification/test_tampers.py") in nearest({Path("tests/release_samples.py")})


def test_a_data_file_counts_as_the_modules_that_lie_nearest() -> None:
    found = nearest({Path("builders/releases/recipes/demo.toml")})
    assert Path("tests/releases/test_recipe.py") in found[:12]


@pytest.mark.parametrize("name", ["README.md", "gone/with.py"])
def test_what_nothing_imports_chooses_nothing(name: str) -> None:
    assert nearest({Path(name)}) == []
