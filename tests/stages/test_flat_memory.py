"""What the process that shares a build out holds does not grow with the questions."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from tiny_line import NAMED, Tiny, write_tiny

from builders import pipeline
from builders.pipeline import Options
from builders.releases.recipe import Recipe
from builders.stages import job

FEW, MORE = 400, 1600


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return write_tiny(tmp_path_factory.mktemp("tiny"))


def copied(path: Path, lines: list[str], copies: int) -> Path:
    """Write the passages of an MRQA file so many times, under other ids."""
    with path.open("w", encoding="utf-8") as file:
        file.write(lines[0] + "\n")
        for copy in range(copies):
            for line in lines[1:]:
                passage = json.loads(line)
                for asked in passage["qas"]:
                    asked["qid"] += f"-{copy}"
                passage["context"] += f" #{copy}"
                file.write(json.dumps(passage) + "\n")
    return path


@pytest.mark.slow
def test_sharing_out_and_finishing_take_as_much_memory_however_many_questions_there_are(
    tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builders.stages.prepare.chunks.__defaults__", (64,))
    lines = tiny.sources["TinyMRQA"].read_text(encoding="utf-8").splitlines()
    peaks = []
    for copies in (FEW, FEW, MORE):
        source = copied(tmp_path / f"{copies}.jsonl", lines, copies)
        options = Options(
            sources={"TinyMRQA": source}, names=tiny.names, cache=tmp_path / "cache",
            recognizer=NAMED, only="TinyMRQA/PER/*", seeds=1,
        )  # fmt: skip
        out = tmp_path / f"out-{len(peaks)}"
        tracemalloc.start()
        pipeline.plan(Recipe.read(tiny.recipe), out, options)
        _, planned = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        pipeline.work(out, 0, 1, NAMED)
        job._build.cache_clear()
        tracemalloc.start()
        pipeline.finish(out, NAMED)
        _, finished = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        peaks.append((planned, finished))
    _, few, many = peaks  # The first build loads what all of them need.
    questions = 11 * (MORE - FEW)
    # 24 bytes are those by which an id is known again: of a question itself nothing stays.
    assert many[0] - few[0] < 40 * questions, peaks
    assert many[1] - few[1] < 40 * questions, peaks
