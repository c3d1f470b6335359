"""Bars of the public functions: in the kernel of a notebook, and nowhere else."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from builders import recognize
from builders.notebook import NotebookBars, in_notebook


class ZMQInteractiveShell:
    """What a kernel's shell is called."""

    config: dict[str, object] = {}  # noqa: RUF012 - as the real one has it, without the kernel's app


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(get_ipython=ZMQInteractiveShell, version_info=(8, 0))
    monkeypatch.setitem(sys.modules, "IPython", module)


def test_a_stage_has_its_total_from_the_start_and_moves(
    notebook: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert in_notebook()
    move = NotebookBars().stage("Reading SQuAD", 40)
    assert "Reading SQuAD:   0%" in (begun := capsys.readouterr().err)
    assert "0/40" in begun
    move(40)
    assert "40/40" in capsys.readouterr().err


def test_a_public_function_draws_one(notebook: None, capsys: pytest.CaptureFixture[str]) -> None:
    recognize(["Ada Holm flew to Lima."])
    assert "Recognizing" in capsys.readouterr().err


def test_elsewhere_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert not in_notebook()
    NotebookBars().stage("Reading", 40)(40)
    recognize(["Ada Holm flew to Lima."])
    assert capsys.readouterr() == ("", "")
