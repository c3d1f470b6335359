"""Rows as `datasets` gives them: every form that it writes is read alike at every door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import datasets
import pytest
from tiny_line import WordList

from builders.errors import FixInputError, FixManyError
from builders.recognizing import recognize_file
from builders.releases.recipe_specs import SourceSpec
from builders.sources.format_table import read
from builders.sources.row_formats import ROW_FORMATS, holds_rows, rows_of, write_rows
from builders.stages.source_files import open_source
from builders.swapping import swap_file
from builders.types import Answer

ROWS: list[dict[str, Any]] = [
    {
        "id": "1", "title": "", "context": "Linda Quist lives\nin Ostrava, “far” off.",
        "question": "Who lives there?",
        "answers": {"text": ["Linda Quist"], "answer_start": [0]},
        "renames": [
            {"entity": "e1", "type": "PERSON", "source": "Linda Quist", "target": "Ada Holm"}
        ],
    },
    {
        "id": "2", "title": "", "context": "Nobody lives there.", "question": "Who?",
        "answers": {"text": [], "answer_start": []}, "renames": [],
    },
]  # fmt: skip
FORMS = ("rows.parquet", "rows.arrow", "rows.jsonl", "rows.json", "rows.csv", "saved")


@pytest.fixture(params=FORMS)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    datasets.disable_progress_bars()
    data = datasets.Dataset.from_list(ROWS)
    path = tmp_path / request.param
    match request.param:
        case "rows.parquet":
            data.to_parquet(path)
        case "rows.arrow":
            import pyarrow as pa

            table = data.data.table
            with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as out:
                out.write_table(table)
        case "rows.jsonl":
            data.to_json(path)
        case "rows.json":
            path.write_text(json.dumps(ROWS), encoding="utf-8")
        case "rows.csv":
            data.to_pandas().assign(
                answers=[json.dumps(row["answers"]) for row in ROWS],
                renames=[repr(row["renames"]) for row in ROWS],
            ).to_csv(path, index=False)
        case _:
            data.save_to_disk(path)
    # The content says what it is, not the name.
    return path.rename(tmp_path / "data")


@pytest.mark.parametrize("format_", ["squad", "mrqa", "hub-squad", "hub-mrqa"])
def test_a_build_reads_every_form_in_any_recipe(written: Path, format_: Any) -> None:
    opened = open_source(SourceSpec("Mine", format_), {"Mine": written}, skip_faulty=False)
    first, second = opened.examples(answerable=False)
    assert (first.id, first.context, first.answers) == (
        "1", ROWS[0]["context"], (Answer("Linda Quist", 0),)
    )  # fmt: skip
    assert second.is_impossible
    assert opened.gold == "answers"
    assert len(opened.digest) == 64


def test_csv_that_datasets_writes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    datasets.Dataset.from_list(ROWS).to_csv(path)
    made = list(read(path, format="rows", dataset="Mine"))
    write_rows(ROWS, tmp_path / "rows.jsonl")
    assert made == list(read(tmp_path / "rows.jsonl", format="rows", dataset="Mine"))


def test_swap_and_recognize_read_every_form(written: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert swap_file(written, out, WordList("word list of rows")).changed == 1
    row = json.loads(out.read_text().splitlines()[0])
    assert row["context"] == "Ada Holm lives\nin Ostrava, “far” off."
    assert row["answers"] == [{"text": "Ada Holm", "answer_start": 0}]
    assert recognize_file(written, out, WordList("word list of rows")) == 2
    found = json.loads(out.read_text().splitlines()[0])["mentions"]
    assert {(name["start"], name["end"]) for name in found} >= {(0, 11)}


def test_frames_and_tables_are_rows(tmp_path: Path) -> None:
    data = datasets.Dataset.from_list(ROWS)
    kinds: list[Any] = [data, data.to_pandas(), data.data.table, iter(ROWS)]
    for kind in kinds:
        write_rows(kind, tmp_path / "kept.jsonl")
        examples = list(read(tmp_path / "kept.jsonl", format="rows", dataset="Mine"))
        assert [example.id for example in examples] == ["1", "2"]
    for wrong in ("a text", 3, [4]):
        with pytest.raises(FixInputError, match="expected a"):
            list(rows_of(wrong))


def test_the_folder_of_all_splits_is_refused_with_their_names(tmp_path: Path) -> None:
    data = datasets.Dataset.from_list(ROWS)
    datasets.DatasetDict({"dev": data, "test": data}).save_to_disk(tmp_path / "all")
    with pytest.raises(FixManyError, match="holds the splits dev, test; give the folder of one"):
        list(read(tmp_path / "all", format="rows", dataset="Mine"))


def test_faults_name_row_and_column(tmp_path: Path) -> None:
    shifted = {**ROWS[0], "answers": {"text": ["Linda"], "answer_start": [3]}}
    uneven = {**ROWS[1], "answers": {"text": ["Linda"], "answer_start": []}}
    (tmp_path / "rows").write_text(json.dumps([shifted, uneven, 7]))
    with pytest.raises(FixManyError) as caught:
        list(read(tmp_path / "rows", format="rows", dataset="Mine"))
    told = str(caught.value)
    assert "row 0: answers[0].answer_start" in told
    assert "row 1: answers: is an object, expected a list" in told
    assert "row 2: row: is a whole number, expected an object" in told


@pytest.mark.parametrize(
    ("head", "damage"), [(b"PAR1", "damaged"), (b"ARROW1", "damaged"), (b"\xff\xff\xff\xff", "dam")]
)
def test_a_damaged_file_says_so(head: bytes, damage: str, tmp_path: Path) -> None:
    (tmp_path / "rows").write_bytes(head + b"nothing that could be read")
    with pytest.raises(FixManyError, match=damage):
        list(read(tmp_path / "rows", format="rows", dataset="Mine"))


@pytest.mark.parametrize("form", ["csv", "parquet", "arrow"])
def test_a_column_that_is_missing_is_one_fault(form: str, tmp_path: Path) -> None:
    frame = datasets.Dataset.from_list(ROWS).to_pandas().rename(columns={"context": "contxt"})
    path = tmp_path / f"rows.{form}"
    write = {"csv": frame.to_csv, "parquet": frame.to_parquet, "arrow": frame.to_feather}
    write[form](path, **({"index": False} if form == "csv" else {}))
    with pytest.raises(FixManyError, match=r"no column context; .*'contxt'") as told:
        list(read(path, format="rows", dataset="Mine"))
    assert len(told.value.faults) == 1
    with pytest.raises(FixInputError, match="no column text or context; the columns are"):
        recognize_file(path, tmp_path / "out.jsonl", WordList("word list of rows"))


def test_lines_that_begin_with_a_long_passage_are_rows(tmp_path: Path) -> None:
    row = {
        "context": "Ada flew far. " * 20_000,
        **{k: v for k, v in ROWS[0].items() if k != "context"},
    }
    row["answers"] = {"text": ["Ada"], "answer_start": [0]}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    assert holds_rows(tmp_path / "rows.jsonl")
    (question,) = read(tmp_path / "rows.jsonl", format="rows", dataset="Mine")
    assert question.context == row["context"]


def test_lines_without_a_column_are_not_called_broken(tmp_path: Path) -> None:
    for missing in ("context", "question"):
        lines = [json.dumps({key: row[key] for key in row if key != missing}) for row in ROWS]
        (tmp_path / "rows.jsonl").write_text("\n".join(lines))
        with pytest.raises(FixManyError, match=f"rows without a column {missing}"):
            list(read(tmp_path / "rows.jsonl", format="squad", dataset="Mine"))


def test_what_holds_no_rows_is_refused_with_every_form_that_does(tmp_path: Path) -> None:
    (tmp_path / "rows").write_text("just words\n")
    with pytest.raises(FixManyError) as caught:
        list(read(tmp_path / "rows", format="rows", dataset="Mine"))
    assert all(row.help in str(caught.value) for row in ROW_FORMATS)
