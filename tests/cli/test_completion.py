"""What a shell completes and how help writes what is to be filled in; neither loads the engine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from builders.cli.main import VERBS, app
from builders.releases.recipe import shipped_recipes

HEAVY = ("pyarrow", "datasets", "spacy", "numpy", "huggingface_hub", "jinja2")
CODE = f"""
import sys
from builders.cli.main import main
sys.argv[0] = "renamer"
try:
    main()
finally:
    sys.stderr.write(" ".join(name for name in {HEAVY} if name in sys.modules))
"""


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        capture_output=True, text=True, check=False, env={**os.environ, **environment},
    )  # fmt: skip


def completed(line: str) -> list[str]:
    words = line.split(" ")
    done = run(_RENAMER_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1))
    assert done.stderr == "", "completion loads what it does not need"
    return done.stdout.split()


def test_verbs_recipes_and_configs_are_completed(sample: Path) -> None:
    assert completed("renamer re") == ["recognize", "reproduce"]
    assert set(completed("renamer build ")) >= set(shipped_recipes())
    assert completed("renamer build afri") == ["afrisquad2", "afrisquad2-literal"]
    assert completed(f"renamer show {sample} Afri-wo") == ["Afri-wo-person", "Afri-wo-city"]
    assert completed(f"renamer export {sample} Books-PER-F") == ["Books-PER-French"]
    assert completed("renamer show nowhere ") == []


def test_a_file_of_ones_own_is_completed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    assert completed("renamer build mi") == ["mine.toml"]


def test_help_loads_nothing_that_it_does_not_need() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert done.stderr == ""


def leaves() -> list[list[str]]:
    """Return every command: verbs, and the verbs below a verb."""
    group = typer.main.get_command(app)
    context = typer.Context(group)
    found = []
    for verb in VERBS:
        below = getattr(group.get_command(context, verb), "commands", {})  # type: ignore[attr-defined]
        found += [[verb, name] for name in below] or [[verb]]
    return found


@pytest.mark.parametrize("command", leaves(), ids=" ".join)
def test_what_is_to_be_filled_in_is_in_capitals(command: list[str]) -> None:
    result = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    usage = next(line for line in result.output.splitlines() if "Usage:" in line)
    for name in re.findall(r"[{\[]([^\]}]+)[}\]]", usage):
        assert re.fullmatch(r"[A-Z/@_]+(\.[a-z]+)?", name), usage
    assert not re.search(r"--[\w-]+ +<(str|path|int|float)>", result.output)
