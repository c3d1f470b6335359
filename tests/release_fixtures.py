"""Releases for tests of their format, their cards and their verification."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from release_samples import write_release


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release that nobody may change."""
    return write_release(tmp_path_factory.mktemp("sample") / "release")


@pytest.fixture
def copied(sample: Path, tmp_path: Path) -> Path:
    """A release to tamper with."""
    return Path(shutil.copytree(sample, tmp_path / "release"))


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A cache of `datasets` of our own: one key of its local cache is the card alone."""
    return str(tmp_path_factory.mktemp("datasets-cache"))
