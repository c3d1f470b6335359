"""A loopback Hub, a client bound to it, and a maker of small releases."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import huggingface_hub.constants
import pytest
from huggingface_hub import HfApi

sys.path.insert(0, str(Path(__file__).parents[1]))

from hub_releases import FIRST, Configs, make_release
from loopback_hub import LoopbackHub, loopback_hub

from builders.hub.retry_policy import Patience


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    """A Hub of the test's own. The client's waits between its retries are skipped."""
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    with loopback_hub() as served:
        yield served


@pytest.fixture
def api(hub: LoopbackHub) -> HfApi:
    """A client that may write."""
    return HfApi(endpoint=hub.url, token="hf_writer")


@pytest.fixture
def waits() -> list[float]:
    """The seconds that were waited."""
    return []


@pytest.fixture
def patience(waits: list[float]) -> Patience:
    """Patience that takes note instead of waiting."""
    return Patience(attempts=3, sleep=waits.append)


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A release folder."""
    return make_release(tmp_path / "release", FIRST)


@pytest.fixture
def release_of(tmp_path: Path) -> Callable[..., Path]:
    """Make further release folders: release_of(name, configs, card=...)."""

    def make(name: str, configs: Configs, **rest: str) -> Path:
        return make_release(tmp_path / name, configs, **rest)

    return make
