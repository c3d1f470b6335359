"""The scripts that train: their tables have the papers' shape, and figures that can be so."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is in an environment of its own")
pytest.importorskip("transformers", reason="so is transformers")
pytestmark = pytest.mark.slow

SCRIPTS = Path(__file__).parents[2] / "scripts"
NUMBER = re.compile(r"-?\d+\.\d+")


def printed(
    script: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *steps: str
) -> list[str]:
    """Run a script, and return what it printed."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.setattr(sys, "argv", [script, *steps])
    importlib.import_module(script).main()
    return capsys.readouterr().out.splitlines()


def test_table_7_in_exact_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed("train_maskings", monkeypatch, capsys, "--steps", "500",
                    "--pretraining-steps", "40")  # fmt: skip
    assert lines[1].split() == ["masking", "Original", "DBName", "RandStr"]
    ours = {line.split()[0]: [float(each) for each in NUMBER.findall(line)] for line in lines[2:7]}
    assert list(ours) == ["none", "vanilla", "whole-word", "span", "entity"]
    original, db_name, rand_str = (sum(column) / 5 for column in zip(*ours.values(), strict=True))
    assert 100 > original > 15  # it answers questions about passages that it has not seen
    assert original > db_name > rand_str
    papers = [[float(each) for each in NUMBER.findall(line)] for line in lines[7:]]
    assert [line[0] for line in papers] == [86.8, 85.6, 86.0, 85.7, 86.0]
    assert papers[-1] == [86.0, 0.4, 84.3, 0.3, 82.7, 0.1]


def test_two_remedies_in_one_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed("train_remedies", monkeypatch, capsys, "--steps", "800", "--renamings", "4")
    systems = {line.split("│")[1].strip(): [float(each) for each in NUMBER.findall(line)]
               for line in lines if line.startswith("│")}  # fmt: skip
    assert list(systems) == [
        "model", "RESEMBLE, M = 1", "RESEMBLE, M = 3", "trained on renamed data",
    ]  # fmt: skip
    worst = {name: figures[1] for name, figures in systems.items()}
    assert worst["model"] < worst["RESEMBLE, M = 3"]
    assert worst["model"] < worst["trained on renamed data"]
    for original, worst_score, best, *_ in systems.values():
        assert 0 <= worst_score <= 100 and 0 <= best <= 100 and 0 <= original <= 100
