"""The demonstration release, built once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.pipeline import Options, build
from builders.releases.recipe import Recipe


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the demonstration with three seeds."""
    folder = tmp_path_factory.mktemp("scoring") / "release"
    build(Recipe.read("demo"), folder, Options(seeds=3))
    return folder
