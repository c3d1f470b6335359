"""Parquet files of the Hub's schemas, written by `datasets` itself."""

import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import datasets
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.errors import ChooseKnownError, FixInputError, FixManyError
from builders.sources.format_table import read
from builders.sources.hub import HUB_DATASETS, read_hub
from builders.types import Answer, Example

TEXT, NUMBER = datasets.Value("string"), datasets.Value("int32")


def lists_of(feature: Any) -> Any:
    """Declare lists as the datasets on the Hub do: of objects, they become a struct of lists."""
    return datasets.Sequence(feature)


SPANS = lists_of({"start": NUMBER, "end": NUMBER})
TOKENS = lists_of({"tokens": TEXT, "offsets": NUMBER})
FEATURES = {
    "squad-rows": datasets.Features({
        "id": TEXT, "title": TEXT, "context": TEXT, "question": TEXT,
        "answers": lists_of({"text": TEXT, "answer_start": NUMBER}),
    }),
    "mrqa-rows": datasets.Features({
        "subset": TEXT, "context": TEXT, "context_tokens": TOKENS, "qid": TEXT,
        "question": TEXT, "question_tokens": TOKENS,
        "detected_answers": lists_of({"text": TEXT, "char_spans": SPANS, "token_spans": SPANS}),
        "answers": lists_of(TEXT),
    }),
}  # fmt: skip


def write(path: Path, name: str, rows: Sequence[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    datasets.disable_progress_bars()
    datasets.Dataset.from_list(list(rows), features=FEATURES[name]).to_parquet(path)
    return path


def faults(path: Path, name: str, dataset: str = "SQuAD") -> list[str]:
    with pytest.raises(FixManyError) as caught:
        list(read(path, format=name, dataset=dataset))
    return [str(fault) for fault in caught.value.faults]


def squad_row(**changes: Any) -> dict[str, Any]:
    row = {
        "id": "q1",
        "title": "Rome",
        "context": "Ada lives in Rome.",
        "question": "Who?",
        "answers": {"text": ["Ada", "Ada"], "answer_start": [0, 0]},
    }
    return {**row, **changes}


def mrqa_row(**changes: Any) -> dict[str, Any]:
    spans = [{"start": [0, 8], "end": [2, 10]}, {"start": [8], "end": [10]}]
    row = {
        "subset": "SQuAD",
        "context": "Ada and Ada.",
        "context_tokens": {"tokens": ["Ada"], "offsets": [0]},
        "qid": "q1",
        "question": "Who?",
        "question_tokens": {"tokens": ["Who"], "offsets": [0]},
        "detected_answers": {"text": ["Ada", "ada"], "char_spans": spans, "token_spans": spans},
        "answers": ["Ada", "Ada L."],
    }
    return {**row, **changes}


def test_squad_rows_become_examples(tmp_path: Path) -> None:
    none: dict[str, list[Any]] = {"text": [], "answer_start": []}
    path = write(
        tmp_path / "a.parquet", "squad-rows", [squad_row(), squad_row(id="q2", answers=none)]
    )
    first, second = read(path, format="squad-rows", dataset="S")
    assert first == Example(
        id="q1",
        dataset="S",
        title="Rome",
        question="Who?",
        context="Ada lives in Rome.",
        answers=(Answer("Ada", 0), Answer("Ada", 0)),
        gold_answers=("Ada",),
    )
    assert second.is_impossible
    assert not (second.answers or second.gold_answers or second.plausible_answers)


@pytest.mark.parametrize("name", ["squad-rows", "mrqa-rows"])
def test_rows_of_one_passage_share_its_text(tmp_path: Path, name: str) -> None:
    row = squad_row() if name == "squad-rows" else mrqa_row()
    key = "id" if name == "squad-rows" else "qid"
    path = write(tmp_path / "a.parquet", name, [{**row, key: "a"}, {**row, key: "b"}])
    first, second = read(path, format=name, dataset="SQuAD")
    assert first.context is second.context


def test_mrqa_rows_of_one_subset_become_examples(tmp_path: Path) -> None:
    rows = [mrqa_row(), mrqa_row(subset="TriviaQA-web", qid="q2"), mrqa_row(qid="q3")]
    path = write(tmp_path / "a.parquet", "mrqa-rows", rows)
    first, third = read(path, format="mrqa-rows", dataset="SQuAD")
    assert first == Example(
        id="q1",
        dataset="SQuAD",
        title="",
        question="Who?",
        context="Ada and Ada.",
        answers=(Answer("Ada", 0), Answer("Ada", 8), Answer("Ada", 8)),
        gold_answers=("Ada", "Ada L."),
    )
    assert third.id == "q3"
    [second] = read(path, format="mrqa-rows", dataset="TriviaQA")
    assert (second.id, second.dataset) == ("q2", "TriviaQA")


def test_a_subset_that_is_not_there_is_answered_with_those_that_are(tmp_path: Path) -> None:
    rows = [mrqa_row(), mrqa_row(subset="HotpotQA")]
    path = write(tmp_path / "a.parquet", "mrqa-rows", rows)
    assert faults(path, "mrqa-rows", "NaturalQuestions") == [
        "file: subset: holds no rows of 'NaturalQuestionsShort'; it holds HotpotQA, SQuAD"
    ]


def test_offsets_of_a_passage_that_the_hub_stripped_are_put_right(tmp_path: Path) -> None:
    spans = [{"start": [2, 10], "end": [4, 12]}]
    detected = {"text": ["Ada"], "char_spans": spans, "token_spans": spans}
    tokens = {"tokens": ["Ada"], "offsets": [2]}
    stripped = mrqa_row(context_tokens=tokens, detected_answers=detected)
    whole = {**stripped, "qid": "q2", "context": "  Ada and Ada."}
    path = write(tmp_path / "a.parquet", "mrqa-rows", [stripped, whole])
    first, second = read(path, format="mrqa-rows", dataset="SQuAD")
    assert first.answers == (Answer("Ada", 0), Answer("Ada", 8))
    assert second.answers == (Answer("Ada", 2), Answer("Ada", 10))


def test_faults_of_rows_are_named(tmp_path: Path) -> None:
    rows = [
        squad_row(),
        squad_row(id=None),
        squad_row(id="q2", answers={"text": ["Rome"], "answer_start": [12]}),
        squad_row(id="q3", context=""),
        squad_row(id="q4", answers=None),
    ]
    path = write(tmp_path / "a.parquet", "squad-rows", rows)
    assert faults(path, "squad-rows") == [
        "row 1: id: is null, expected a string",
        "row 2: answers[0].answer_start: is 12, where the passage has ' Rom'; 'Rome' occurs at 13",
        "row 3: context: is empty",
        "row 4: answers: expected {text: [string], answer_start: [int32]}",
    ]
    detected = mrqa_row()["detected_answers"]
    uneven = [{"start": [0], "end": [2, 10]}, {"start": [8], "end": [12]}]
    rows = [
        mrqa_row(question=" "),
        mrqa_row(qid="q2", answers=[]),
        mrqa_row(qid="q3", detected_answers={**detected, "char_spans": uneven}),
        mrqa_row(qid="q4", detected_answers={**detected, "text": ["Ada"]}),
        mrqa_row(qid="q5", detected_answers=None),
    ]
    found = faults(write(tmp_path / "b.parquet", "mrqa-rows", rows), "mrqa-rows")
    assert found[:2] == [
        "SQuAD row 0: question: is empty",
        "SQuAD row 1: answers: is empty",
    ]
    assert found[2].startswith("SQuAD row 2, detected_answers[0]: char_spans[0]: is ")
    assert found[3].endswith("is [8, 12], outside the passage of 12 characters")
    assert found[4] == "SQuAD row 3: detected_answers: 1 texts, but 2 char_spans"
    assert "SQuAD row 4: detected_answers: expected {text: [string], char_spans: [...]}" in found


def test_faulty_rows_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [squad_row(), squad_row(), squad_row(id="q2", context=None), squad_row(id="q3")]
    path = write(tmp_path / "a.parquet", "squad-rows", rows)
    reading = read(path, format="squad-rows", dataset="S", skip_faulty=True)
    assert [example.id for example in reading] == ["q1", "q3"]
    assert reading.left_out == 2


def test_missing_columns_are_named_together_with_those_there(tmp_path: Path) -> None:
    pq.write_table(pa.table({"id": ["1"], "title": ["T"]}), tmp_path / "a.parquet")
    assert faults(tmp_path / "a.parquet", "squad-rows") == [
        f"file: {column}: no such column; there are id, title"
        for column in ("context", "question", "answers")
    ]
    pq.write_table(pa.table({f"c{n}": [1] for n in range(3000)}), tmp_path / "b.parquet")
    fault = faults(tmp_path / "b.parquet", "squad-rows")[0]
    assert fault.endswith("c18, c19 and 2,980 more")
    pq.write_table(pa.table({}), tmp_path / "c.parquet")
    assert faults(tmp_path / "c.parquet", "squad-rows")[0].endswith("there are none")


def test_a_column_that_is_there_twice_is_a_fault(tmp_path: Path) -> None:
    table = pa.Table.from_pylist([squad_row()])
    table = table.append_column("context", pa.array(["Bo lives there."]))
    pq.write_table(table, tmp_path / "a.parquet")
    assert faults(tmp_path / "a.parquet", "squad-rows") == [
        "file: context: there are 2 columns of this name; leave one"
    ]


def test_a_long_list_of_subsets_is_cut(tmp_path: Path) -> None:
    rows = [mrqa_row(subset=f"Part{n:03d}", qid=str(n)) for n in range(50)]
    path = write(tmp_path / "a.parquet", "mrqa-rows", [*rows, mrqa_row(subset="P" * 5000)])
    [fault] = faults(path, "mrqa-rows")
    assert fault.endswith("Part018 and 31 more")
    path = write(tmp_path / "b.parquet", "mrqa-rows", [mrqa_row(subset="P" * 5000)])
    assert len(faults(path, "mrqa-rows")[0]) < 200


@pytest.mark.parametrize(
    "name", ["a*b.parquet", "[ab].parquet", "a::b.parquet", "{a}.parquet", b"a\xff.parquet"]
)
def test_a_path_is_a_path_and_no_pattern(tmp_path: Path, name: str | bytes) -> None:
    write(tmp_path / "a-and-b.parquet", "squad-rows", [squad_row(id="other")])
    source = write(tmp_path / "b.parquet", "squad-rows", [squad_row()])
    path = source.rename(tmp_path / os.fsdecode(name))
    assert [example.id for example in read(path, format="squad-rows", dataset="S")] == ["q1"]


def test_layouts_of_the_same_values_are_read_alike(tmp_path: Path) -> None:
    plain = pa.Table.from_pylist(
        [mrqa_row(subset=subset, qid=str(n)) for n, subset in enumerate(["SQuAD", "X", "SQuAD"])]
    )
    spelt = {
        "dictionary": plain.set_column(0, "subset", plain["subset"].dictionary_encode()),
        "large": plain.set_column(1, "context", plain["context"].cast(pa.large_string())),
        "other metadata": plain.replace_schema_metadata({"huggingface": "{", "pandas": "["}),
    }
    for label, table in spelt.items():
        path = tmp_path / f"{label}.parquet"
        pq.write_table(table, path, row_group_size=1)
        found = read(path, format="mrqa-rows", dataset="SQuAD")
        assert [example.id for example in found] == ["0", "2"], label


def test_columns_of_another_type_are_a_fault_each_and_not_one_of_every_row(tmp_path: Path) -> None:
    columns = {"id": [1], "title": ["T"], "context": ["Ada"], "question": ["?"], "answers": [[1]]}
    columns = {name: values * 500 for name, values in columns.items()}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    assert faults(tmp_path / "a.parquet", "squad-rows") == [
        "file: id: is a column of int64, expected string",
        "file: answers: is a column of list<element: int64>, "
        "expected {text: [string], answer_start: [int32]}",
    ]


def test_lists_that_are_empty_in_every_row_need_no_type(tmp_path: Path) -> None:
    none: dict[str, list[Any]] = {"text": [], "answer_start": []}
    table = pa.Table.from_pylist([squad_row(answers=none)])
    assert pa.types.is_null(table.schema.field("answers").type.field("text").type.value_type)
    pq.write_table(table, tmp_path / "a.parquet")
    [example] = read(tmp_path / "a.parquet", format="squad-rows", dataset="S")
    assert example.is_impossible


def test_a_text_of_other_bytes_than_utf8_is_told_without_the_codec(tmp_path: Path) -> None:
    row = {key: [value] for key, value in squad_row().items()}
    latin = pa.array([b"Zo\xeb lives in Rome."]).view(pa.string())
    table = pa.table({**row, "context": latin})
    pq.write_table(table, tmp_path / "a.parquet")
    assert faults(tmp_path / "a.parquet", "squad-rows") == [
        "file: bytes: damaged Parquet (a text is not UTF-8); fetch it again"
    ]


TYPES = st.sampled_from([pa.string(), pa.int32(), pa.binary(), pa.bool_(), pa.timestamp("s")])
SCHEMAS = st.recursive(
    TYPES,
    lambda inner: (
        inner.map(pa.list_)
        | st.builds(lambda a, b: pa.struct([("text", a), ("char_spans", b)]), inner, inner)
        | st.builds(lambda a, b: pa.struct([("start", a), ("end", b)]), inner, inner)
        | st.builds(lambda a, b: pa.struct([("text", a), ("answer_start", b)]), inner, inner)
    ),
    max_leaves=5,
)


def value_of(kind: pa.DataType) -> Any:
    """Return one value of an Arrow type."""
    if pa.types.is_list(kind):
        return [value_of(kind.value_type)]
    if pa.types.is_struct(kind):
        return {field.name: value_of(field.type) for field in kind}
    return {"string": "SQuAD", "int32": 1, "binary": b"a", "bool": True}.get(str(kind), 0)


@given(st.data(), st.sampled_from(sorted(FEATURES)))
@settings(max_examples=20, deadline=None)
def test_columns_of_any_type_end_in_faults(data: st.DataObject, name: str) -> None:
    row = squad_row() if name == "squad-rows" else mrqa_row()
    table = pa.Table.from_pylist([row], schema=FEATURES[name].arrow_schema.remove_metadata())
    column = data.draw(st.sampled_from(table.column_names))
    kind = data.draw(SCHEMAS)
    changed = pa.array([value_of(kind)], type=kind)
    table = table.set_column(table.column_names.index(column), column, changed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        pq.write_table(table, path)
        try:
            examples = list(read(path, format=name, dataset="SQuAD"))
        except FixManyError as error:
            assert error.faults
        else:
            assert len(examples) == 1


def test_truncated_and_damaged_parquet_is_refused(tmp_path: Path) -> None:
    rows = [squad_row(id=str(n), context=f"Ada lives in Rome {n * 7919}.") for n in range(500)]
    whole = write(tmp_path / "a.parquet", "squad-rows", rows).read_bytes()
    for length in (4, 5, 50, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.parquet").write_bytes(whole[:length])
        [fault] = faults(tmp_path / "cut.parquet", "squad-rows")
        assert "damaged or truncated Parquet" in fault
    data = bytearray(whole)
    data[40 : len(data) // 2] = b"\xff" * (len(data) // 2 - 40)
    (tmp_path / "damaged.parquet").write_bytes(data)
    assert "damaged" in faults(tmp_path / "damaged.parquet", "squad-rows")[0]


def test_a_hub_dataset_must_be_known_and_pinned_to_a_commit() -> None:
    with pytest.raises(ChooseKnownError, match="known: mrqa-workshop/mrqa, rajpurkar/squad_v2"):
        read_hub("rajpurkar/squad", dataset="SQuAD")
    for revision in ("main", "v1.0", "3ffb306"):
        with pytest.raises(FixInputError, match="40 hex digits"):
            read_hub("rajpurkar/squad_v2", dataset="SQuAD", revision=revision)
    with pytest.raises(FixInputError, match="has no subsets"):
        read_hub("rajpurkar/squad_v2", dataset="SQuAD", subset="SQuAD")


def test_hub_datasets_are_read_from_the_pinned_revision_offline(tmp_path: Path) -> None:
    for repo, name, row in (
        ("rajpurkar/squad_v2", "squad-rows", squad_row()),
        ("mrqa-workshop/mrqa", "mrqa-rows", mrqa_row(subset="TriviaQA-web")),
    ):
        known = HUB_DATASETS[repo]
        snapshot = tmp_path / f"datasets--{repo.replace('/', '--')}" / "snapshots" / known.revision
        for split, mark in (("validation", "v"), ("train", "t")):
            for shard in range(2):
                shown = known.files.format(split=split).replace("*", f"{shard:05d}-of-00002")
                key = "qid" if "qid" in row else "id"
                write(snapshot / shown, name, [{**row, key: f"{mark}{shard}"}])
    script = """
        from builders.errors import RenamerError
        from builders.sources.hub import read_hub
        for repo in ("rajpurkar/squad_v2", "mrqa-workshop/mrqa"):
            for split in ("validation", "train", "test"):
                try:
                    reading = read_hub(repo, dataset="TriviaQA", split=split)
                    print(repo, split, [example.id for example in reading])
                except RenamerError as error:
                    print(type(error).__name__)
        mrqa = read_hub("mrqa-workshop/mrqa", dataset="Trivia", subset="TriviaQA-web")
        print({example.dataset for example in mrqa})
        try:
            read_hub("rajpurkar/squad_v2", dataset="S", revision="0" * 40)
        except RenamerError as error:
            print(type(error).__name__)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        env={**os.environ, "HF_HUB_CACHE": str(tmp_path), "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "rajpurkar/squad_v2 validation ['v0', 'v1']",
        "rajpurkar/squad_v2 train ['t0', 't1']",
        "FixInputError",
        "mrqa-workshop/mrqa validation ['v0', 'v1']",
        "mrqa-workshop/mrqa train ['t0', 't1']",
        "FixInputError",
        "{'Trivia'}",
        "RetryLaterError",
    ]
