"""The site as mkdocs builds it: strict, whole, and nothing in it loaded from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOADED = re.compile(r"<(?:script|img|iframe|link)\b[^>]*?(?:src|href)=\"?((?:https?:)?//[^\" >]+)")
STYLED = re.compile(r"(?:@import|url\()\s*['\"]?((?:https?:)?//[^'\")]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.returncode, done.stderr
    return folder


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 8
    for path in pages:
        assert not LOADED.findall(path.read_text(encoding="utf-8")), path
    for path in site.rglob("*.css"):
        assert not STYLED.findall(path.read_text(encoding="utf-8")), path


def test_generated_pages_have_what_they_document(site: Path) -> None:
    def page(name: str) -> str:
        return (site / "reference" / f"{name}.html").read_text(encoding="utf-8")

    assert "keep_article" in page("recipe")
    assert "renamer leaderboard check" in page("commands")
    assert 'id="builders.api.swap_rows"' in page("python")
    assert "{{" not in page("glossary") + page("formats")


def test_search_finds_what_pages_say(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "leave_one_out" in index
