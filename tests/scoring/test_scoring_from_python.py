"""Predicting, scoring and auditing from Python: what the command line does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from stub_models import reader, write_predictions

from builders import Prediction, RenamerError, audit_sample, audit_score, predict, score
from builders.releases.release_reading import read_manifest, rows_of, split_path
from builders.scoring.predicting import Question
from builders.scoring.release_scoring import score as score_folder

ORG = "DemoSQuAD2-ORG-DBName"


class FirstWord:
    """Answers with the first word of the passage."""

    fingerprint = "first word"

    def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        for each in questions:
            yield Prediction(each.id, each.context.split()[0], 0)


def test_a_model_is_asked_and_scored(release: Path, tmp_path: Path) -> None:
    done = predict(release, FirstWord(), tmp_path / "out", configs=[ORG])
    assert done.asked == done.questions > 0
    card = score(release, tmp_path / "out")
    assert [each["config"] for each in card.drops] == [ORG, ORG]


def test_predictions_in_memory_score_as_those_of_files(release: Path, tmp_path: Path) -> None:
    manifest = read_manifest(release)
    splits = ("original", "seed0")
    given = {
        split: {row.example.id: reader(row, row)
                for row in rows_of(release, split_path(manifest, ORG, split))}
        for split in splits
    }  # fmt: skip
    folder = write_predictions(release, tmp_path, reader, (ORG,))
    for place in (folder / ORG).iterdir():
        if place.stem not in splits:
            place.unlink()
    assert score(release, {ORG: given}).to_json() == score_folder(release, folder).to_json()
    assert {row["scorer"] for row in score(release, folder, scorers=["mrqa"]).rows} == {"mrqa"}


def test_predictions_that_are_none(release: Path) -> None:
    with pytest.raises(RenamerError, match="nowhere/seed0"):
        score(release, {"nowhere": {"seed0": {}}})
    with pytest.raises(RenamerError, match="none is an id of this split"):
        score(release, {ORG: {"original": {"nobody": "x"}}})


def test_an_audit(release: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    text = audit_sample(release, per_type=2)
    head, *lines = text.splitlines()
    assert head.startswith("unit,")
    assert lines
    sheet.write_text(text, encoding="utf-8")
    with pytest.raises(RenamerError, match="judgement"):
        audit_score(sheet)
    with pytest.raises(RenamerError, match="no sheet"):
        audit_score()
