"""The public functions: their names, and that they do what the command line does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import datasets
import pandas
import pytest
from typer.testing import CliRunner

import builders
from builders import RenamerError, recognize, swap_rows
from builders.cli.main import app
from builders.cli.push import published_form
from builders.cli.released import check
from builders.recognizing import recognize_file
from builders.releases.release_reading import read_manifest, rows_of
from builders.scoring.predicting import Question
from builders.stages import ingredients
from builders.verification.world_pairs import Relations

ROOT = Path(__file__).parents[1]
PUBLIC = {
    "__version__", "build", "plan", "work", "finish", "verify", "recognize", "swap_rows", "export",
    "push", "pull",
    "reproduce", "diff", "apply", "predict", "score", "probe", "probe_model", "Probe",
    "rename_labelled", "score_labelled", "audit_sample", "audit_score", "audit_keep", "audit_check",
    "Prediction", "Scorecard", "Options", "Recipe", "Report", "ReleaseDiff", "Recognizer",
    "TypedSpan", "RenamerError",
}  # fmt: skip
TEXT = "Ada Holm flew to Lima and met the Peruvian Linda Quist."


def test_the_public_names() -> None:
    assert set(builders.__all__) == PUBLIC
    assert all(getattr(builders, name) for name in PUBLIC)
    stub = (ROOT / "builders" / "__init__.pyi").read_text(encoding="utf-8")
    assert set(re.findall(r"as (\w+)$", stub, re.MULTILINE)) == PUBLIC - {"__version__"}
    with pytest.raises(AttributeError, match="'bild'"):
        _ = builders.bild


def test_recognize_finds_what_the_command_finds(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"id": 0, "text": TEXT}), encoding="utf-8")
    recognize_file(source, target)
    told = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    rows: list[Any] = [iter([TEXT]), source, str(source), [{"id": 0, "text": TEXT}]]
    rows += [kind(datasets.Dataset.from_list(rows[3])) for kind in (_itself, _frame, _table)]
    assert told[0]["mentions"][1]["type"] == "CITY"
    assert all(recognize(given) == told for given in rows)


def test_verify_finds_what_the_command_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = {"id": "1", "question": "Who?", "context": "Peru sent Peruvian ships.",
                "answers": {"text": ["Peru"], "answer_start": [0]}}  # fmt: skip
    folder = builders.build("afrisquad2", tmp_path / "made", sources={"SQuAD2": [question]})
    assert builders.verify(folder).ok
    nowhere = Relations({"peru": ("peru",), "peruvian": ("peru",)})
    monkeypatch.setattr(ingredients, "relations", lambda recipe: nowhere)
    found = builders.verify(folder).findings
    assert found and "'peru'" in found[0].message
    result = CliRunner().invoke(app, ["verify", str(folder)])
    assert result.exit_code == 1
    assert all(str(one) in result.stdout for one in found)


def test_a_country_that_became_its_people_may_be_published(tmp_path: Path) -> None:
    context = "The U.S. sent a U.S. senator and American pilots to Peru."
    question = {"id": "1", "question": "Who went?", "context": context,
                "answers": {"text": ["American pilots"], "answer_start": [33]}}  # fmt: skip
    folder = builders.build("afrisquad2", tmp_path / "made", sources={"SQuAD2": [question]})
    rows = (row for record in read_manifest(folder).files for row in rows_of(folder, record.path))
    news: dict[str, set[str]] = {}
    for edit in (edit for row in rows for edit in row.edits):
        news.setdefault(edit.old, set()).add(edit.new)
    assert len(news["U.S."]) == 2 and news["American"] < news["U.S."]
    check(folder)


QUESTION = {"id": "1", "question": "Who?", "context": "Peru sent Peruvian ships.",
            "answers": {"text": ["Peru"], "answer_start": [0]}}  # fmt: skip


def test_sources_may_be_rows_wherever_they_are_paths(tmp_path: Path) -> None:
    folder = builders.build("afrisquad2", tmp_path / "made", sources={"SQuAD2": [QUESTION]})
    assert builders.verify(folder, {"SQuAD2": [QUESTION]}).ok
    assert not builders.verify(folder, {"SQuAD2": [{**QUESTION, "question": "What?"}]}).ok


def test_a_column_of_texts_is_read_and_mentions_are_explained() -> None:
    (told,) = recognize(pandas.Series([TEXT]), explain=True)
    (plain,) = recognize([TEXT])
    found = told["mentions"]
    assert [{key: one[key] for key in ("start", "end", "type")} for one in found] == plain[
        "mentions"
    ]
    assert all(one["reasons"] and 0 < one["score"] <= 1 for one in found)


def test_faults_of_rows_in_memory_name_the_row() -> None:
    with pytest.raises(RenamerError, match=r"^rows: row 1: renames: expected a list"):
        swap_rows([{**QUESTION, "renames": []}, {**QUESTION, "renames": 3}])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "source SQuAD2: has no rows"),
        ([{**QUESTION, "answers": {"text": ["Peru"], "answer_start": [3]}}],
         "source SQuAD2: row 0: answers[0].answer_start: is 3"),
        ([{"id": "1", "context": "Peru"}], "source SQuAD2: file: format: this is rows without"),
    ],
)  # fmt: skip
def test_faults_of_a_source_in_memory_name_the_source(
    tmp_path: Path, rows: list[Any], message: str
) -> None:
    with pytest.raises(RenamerError, match=f"^{re.escape(message)}"):
        builders.build("afrisquad2", tmp_path / "made", sources={"SQuAD2": rows})


def test_faults_of_a_source_on_disk_name_its_path(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("{", encoding="utf-8")
    given: dict[str, Any] = {"SQuAD2": tmp_path / "no.json"}
    with pytest.raises(RenamerError, match=re.escape(str(tmp_path / "no.json"))):
        builders.build("afrisquad2", tmp_path / "made", sources=given)


def test_options_take_texts_for_paths_and_refuse_numbers_below_1(tmp_path: Path) -> None:
    given: dict[str, Any] = {"names": str(tmp_path), "sources": {"A": "a.json"}}
    options = builders.Options(**given)
    assert (options.names, options.sources) == (tmp_path, {"A": Path("a.json")})
    for name in ("jobs", "seeds"):
        wrong: dict[str, Any] = {name: 0}
        with pytest.raises(RenamerError, match=f"{name} 0: expected 1 or more"):
            builders.Options(**wrong)


def test_edits_are_joined_to_ones_own_source_and_releases_are_compared(tmp_path: Path) -> None:
    source = tmp_path / "rows.jsonl"
    source.write_text(json.dumps(QUESTION) + "\n", encoding="utf-8")
    full = builders.build("afrisquad2", tmp_path / "full", sources={"SQuAD2": source})
    with published_form(full, ["SQuAD2"], ()) as edits:
        joined = builders.apply(edits, tmp_path / "joined", {"SQuAD2": source})
        with pytest.raises(RenamerError, match="holds its rows in full"):
            builders.apply(full, tmp_path / "again", {"SQuAD2": source})
    found = builders.diff(full, joined)
    assert {file.state for file in found.files} == {"same bytes"}


class Guesser:
    """Answers with the first word of the passage."""

    fingerprint = "a guesser"

    def predict(self, questions: Sequence[Question]) -> Iterator[builders.Prediction]:
        for each in questions:
            yield builders.Prediction(each.id, each.context.split()[0])


def test_a_model_is_probed_as_the_files_of_its_predictions_are(tmp_path: Path) -> None:
    options = builders.Options(only="DemoMRQA/PER/DBName/*", seeds=2)
    release = builders.build("demo", tmp_path / "release", options)
    builders.predict(release, Guesser(), tmp_path / "said")
    found = builders.probe(release, tmp_path / "said", out=tmp_path / "extremes")
    asked = builders.probe_model("demo", Guesser(), 2, options)
    [cell], [same] = found.cells, asked.cells
    assert (cell["worst_f1"], cell["stability"]) == (same["worst_f1"], same["stability"])
    assert builders.verify(tmp_path / "extremes").ok


def test_labelled_files_are_renamed_and_scored(tmp_path: Path) -> None:
    pairs, renamed = tmp_path / "pairs.tsv", tmp_path / "renamed.tsv"
    head = "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n"
    pairs.write_text(head + "1\t1\t2\tAda Holm left Peru.\tAda Holm left.\n", encoding="utf-8")
    done = builders.rename_labelled(pairs, renamed, "pairs", {"COUNTRY": "african-countries"})
    assert [row.changed for row in done.rows] == [True]
    assert "Peru" not in renamed.read_text(encoding="utf-8")
    assert builders.score_labelled(renamed, pairs, "pairs") == {"F1 of class 1": 100}


def test_a_polars_frame_is_rows() -> None:
    polars = pytest.importorskip("polars")
    answers = {"text": ["Lima"], "answer_start": [0]}
    rename = {"entity": "e1", "type": "CITY", "source": "Lima", "target": "Accra"}
    row = {"id": "1", "context": "Lima has hills.", "question": "Which?", "answers": answers}
    frame = polars.DataFrame([{**row, "renames": [rename]}])
    assert swap_rows(frame)[0]["context"] == "Accra has hills."
    assert recognize(frame) == recognize([row])


def _itself(data: datasets.Dataset) -> Any:
    return data


def _frame(data: datasets.Dataset) -> Any:
    return data.to_pandas()


def _table(data: datasets.Dataset) -> Any:
    return data.data.table


def test_a_row_that_was_swapped_can_be_swapped_again() -> None:
    def rename(old: str, new: str) -> list[dict[str, str]]:
        return [{"entity": "e1", "type": "CITY", "source": old, "target": new}]

    answers = {"text": ["Lima"], "answer_start": [0]}
    row = {"id": "1", "context": "Lima has hills.", "question": "Which?", "answers": answers}
    [made] = swap_rows([{**row, "renames": rename("Lima", "Accra")}])
    [back] = swap_rows([{**made, "renames": rename("Accra", "Lima")}])
    assert (made["context"], back["context"]) == ("Accra has hills.", row["context"])


@pytest.mark.parametrize("rows", [7, [7], {"id": 1}])
def test_what_holds_no_rows_is_an_error_of_one_line(rows: object) -> None:
    with pytest.raises(RenamerError, match="expected"):
        recognize(rows)
