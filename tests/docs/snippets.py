"""The fenced blocks of the README and the site, and how each of them is run.

    ```console            lines after $ are run; what follows each is what it prints (on standard
                          output), … for anything
    ```python             is run as a file; a block with the title "output" says what it printed
    ```text title="f"     is written to the file f; so is a block of any language with a title

A page's blocks are run in their order in one folder. <!-- not run: REASON --> above a block leaves
it out.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
RUN = ("console", "python")

_BLOCK = re.compile(
    r"(?:<!-- not run: (?P<reason>[^>]+?) -->\n)?"
    r"^```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A fenced block: what it is, the file it stands for, why it is not run, and its line."""

    language: str
    title: str
    reason: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page in their order."""
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("language")) + 1
        parts = (found[name] or "" for name in ("language", "title", "reason", "text"))
        yield Block(*parts, line)


def commands(text: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with what it is said to print."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
    assert not parts[0], f"a console block starts with $, not {parts[0]!r}"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(block: Block, folder: Path, env: dict[str, str], printed: str = "") -> str:
    """Run a block in a folder and return what it printed; `printed` is what the one before did.

    AssertionError where it fails or prints something else.
    """
    if block.title == "output":
        assert _as_pattern(block.text).fullmatch(printed.strip()), printed
    elif block.title:
        (folder / block.title).write_text(block.text, encoding="utf-8")
    elif block.language == "python":
        (folder / "snippet.py").write_text(block.text, encoding="utf-8")
        return _output(f"{sys.executable} snippet.py", folder, env)
    elif block.language == "console":
        for command, expected in commands(block.text):
            printed = _output(command, folder, env)
            assert _as_pattern(expected).fullmatch(printed.strip()), f"{command}\n{printed}"
    return ""


def _output(command: str, folder: Path, env: dict[str, str]) -> str:
    done = subprocess.run(
        command, shell=True, cwd=folder, env=env, text=True, check=False, timeout=300,
        capture_output=True,
    )  # fmt: skip
    assert not done.returncode, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def _as_pattern(expected: str) -> re.Pattern[str]:
    """Return what a command may print: `expected`, with anything for …; anything for nothing."""
    text = expected.strip() or "…"
    return re.compile(".*".join(map(re.escape, text.split("…"))), re.DOTALL)
