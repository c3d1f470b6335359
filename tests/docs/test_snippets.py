"""Every command and snippet of the README and the site is run, page by page."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))

from loopback_hub import LoopbackHub, loopback_hub
from snippets import PAGES, ROOT, RUN, Block, blocks, run

from builders import build
from builders.sources.demo import demo_path

NOT_RUN = 7


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def runnable(page: Path) -> list[Block]:
    return [block for block in blocks(page) if not block.reason]


PAGES_WITH_CODE = [page for page in PAGES if any(block.language in RUN for block in runnable(page))]


@pytest.fixture(scope="module")
def hub() -> Iterator[LoopbackHub]:
    with loopback_hub() as served:
        yield served


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("demo", tmp_path_factory.mktemp("demo") / "demo-release")


@pytest.fixture
def folder(demo: Path, tmp_path: Path) -> Path:
    shutil.copytree(demo, tmp_path / "demo-release")
    shutil.copy(demo_path("squad"), tmp_path / "dev-v2.0.json")
    return tmp_path


@pytest.fixture
def env(hub: LoopbackHub, cache: Path) -> dict[str, str]:
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {
        **os.environ, "PATH": programs, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "200",
        "XDG_CACHE_HOME": str(cache), "HF_HOME": str(cache / "huggingface"),
        "HF_ENDPOINT": hub.url, "HF_TOKEN": "hf_writer", "HF_HUB_DISABLE_XET": "1",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES_WITH_CODE, ids=named)
def test_a_page_does_what_it_says(page: Path, folder: Path, env: dict[str, str]) -> None:
    first = runnable(page)[0].text
    if "--out demo-release" in first or "pip install" in first:
        shutil.rmtree(folder / "demo-release")
    printed = ""
    for block in runnable(page):
        try:
            printed = run(block, folder, env, printed)
        except AssertionError as error:
            raise AssertionError(f"{named(page)}:{block.line}: {error}") from None


def test_what_is_not_run_says_why_and_is_little() -> None:
    left_out = [(named(page), block) for page in PAGES for block in blocks(page) if block.reason]
    assert all("needs the network: " in block.reason for _, block in left_out)
    assert len(left_out) <= NOT_RUN


def test_every_block_is_run_or_shown_as_a_file() -> None:
    for page in PAGES:
        fences = page.read_text(encoding="utf-8").count("\n```") // 2
        found = list(blocks(page))
        assert len(found) == fences, f"{named(page)}: a fence that the reader of blocks missed"
        for block in found:
            known = block.language in (*RUN, "text") or block.title
            assert known, f"{named(page)}:{block.line}: {block.language}"
    assert len(PAGES_WITH_CODE) > 4
