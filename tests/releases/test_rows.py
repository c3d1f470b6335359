"""Rows to Parquet and back: nothing is lost, and the bytes are those of the rows alone."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from release_samples import NEW_NAMES, renamed, source

from builders.errors import FreeSpaceError
from builders.releases import parquet
from builders.releases.logical import BLOCK, LogicalDigest
from builders.releases.parquet import ParquetRowWriter
from builders.releases.row_blocks import RowBlock, blocks
from builders.releases.rows import SCHEMA, read_rows, rows_to_table, table_to_rows
from builders.types import Answer, Edit, Example, Kept, Row

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBER = st.integers(0, 2**31 - 1)
ANSWERS = st.lists(st.builds(Answer, TEXT, NUMBER), max_size=3).map(tuple)


@st.composite
def rows(draw: st.DrawFn) -> Row:
    answers, gold = draw(ANSWERS), draw(st.lists(TEXT, max_size=3).map(tuple))
    example = Example(
        id=draw(TEXT), dataset="D", title=draw(TEXT), question=draw(TEXT), context=draw(TEXT),
        answers=answers, gold_answers=gold, plausible_answers=draw(ANSWERS),
        is_impossible=not answers and not gold,
    )  # fmt: skip
    edit = st.builds(Edit, TEXT, NUMBER, NUMBER, TEXT, TEXT, TEXT, TEXT)
    return Row(example, tuple(draw(st.lists(edit, max_size=3))))


@given(st.lists(rows(), max_size=8))
@settings(max_examples=60, deadline=None)
def test_rows_come_back_as_they_were(given_rows: list[Row]) -> None:
    table = rows_to_table(given_rows)
    assert table.schema.equals(SCHEMA, check_metadata=True)
    assert table.column("answer").to_pylist() == [
        (*row.example.gold_answers, "")[0] for row in given_rows
    ]
    assert list(table_to_rows(table, "D")) == given_rows
    # Slices share buffers with what lies beside them: they have to give their own rows alone.
    assert list(table_to_rows(table.slice(1, 2), "D")) == given_rows[1:3]
    block = RowBlock.of(table.slice(1))
    assert [block.row(row) for row in range(block.rows)] == [
        replace(row, example=replace(row.example, dataset="")) for row in given_rows[1:]
    ]


def test_answers_without_an_offset_are_left_to_gold_answers() -> None:
    example = Example("q", "D", "", "?", "x", (Answer("x", 0), Answer("y", None)), ("x", "y"))
    back = next(table_to_rows(rows_to_table([Row(example)]), "D"))
    assert back.example.answers == (Answer("x", 0),)
    assert back.example.gold_answers == ("x", "y")


KEPT = (Kept("title", 0, 5, "another referent"), Kept("context", 3, 9, "plain word"))


def sample(count: int) -> list[Row]:
    rows = [renamed(source(n, listed=True), NEW_NAMES[n % 2], listed=True) for n in range(count)]
    return [replace(row, kept=KEPT) if n % 3 == 0 else row for n, row in enumerate(rows)]


def written(path: Path, given_rows: list[Row], chunk: int) -> bytes:
    with ParquetRowWriter(path) as writer:
        for start in range(0, len(given_rows), chunk):
            writer.write(given_rows[start : start + chunk])
    return path.read_bytes()


def test_bytes_do_not_depend_on_how_rows_are_handed_over(tmp_path: Path) -> None:
    given_rows = sample(2 * BLOCK + 100)
    whole = written(tmp_path / "a.parquet", given_rows, len(given_rows))
    assert whole == written(tmp_path / "b.parquet", given_rows, 7)
    assert whole == written(tmp_path / "c.parquet", given_rows, BLOCK)


def test_what_is_recorded_is_true(tmp_path: Path) -> None:
    given_rows = [*sample(30), Row(source(99, listed=True))]
    path = tmp_path / "rows.parquet"
    with ParquetRowWriter(path, "data/rows.parquet") as writer:
        writer.write(given_rows)
    record = writer.record
    digest = LogicalDigest()
    digest.update(pq.read_table(path))
    assert (record.path, record.rows, record.changed) == ("data/rows.parquet", 31, 30)
    assert record.bytes == path.stat().st_size
    assert record.logical == digest.hexdigest()
    assert record.memory == digest.bytes
    assert list(read_rows(path)) == given_rows
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]


def test_row_groups_do_not_depend_on_the_memory_beside_the_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_GROUP_BYTES", 1_500_000)
    given_rows = sample(3 * BLOCK)
    alone = written(tmp_path / "alone.parquet", given_rows, BLOCK)
    assert 1 < pq.read_metadata(tmp_path / "alone.parquet").num_row_groups < 3
    table = rows_to_table(given_rows)
    at = SCHEMA.get_field_index("gold_answers")
    gold = table.column(at).chunk(0)
    # pyarrow counts what stands before a slice as the slice's own.
    large = pa.concat_arrays([pa.array(["x" * 10**7]), gold.values])
    shared = pa.ListArray.from_arrays(gold.offsets, large[1:], type=gold.type)
    assert shared.nbytes > gold.nbytes + 10**6
    with ParquetRowWriter(tmp_path / "shared.parquet") as writer:
        for start in range(0, len(given_rows), BLOCK):
            part = table.set_column(at, SCHEMA.field(at), shared).slice(start, BLOCK)
            writer.write_table(part)
    assert (tmp_path / "shared.parquet").read_bytes() == alone


def test_a_passage_of_several_questions_is_written_once(tmp_path: Path) -> None:
    def passages(name: str, contexts: list[str]) -> int:
        example = source(1, listed=True)
        given_rows = [Row(replace(example, context=context)) for context in contexts]
        written(tmp_path / name, given_rows, len(given_rows))
        size: int = context_column(tmp_path / name).total_uncompressed_size
        return size

    long = ["abc " * 1000 + str(n) for n in range(40)]
    assert passages("shared.parquet", [text for text in long[:8] for _ in range(5)]) < 9 * 4100
    # Renamed, they are all different: a dictionary would only be an indirection.
    assert passages("apart.parquet", long) < 41 * 4100
    assert not context_column(tmp_path / "apart.parquet").has_dictionary_page


def test_no_text_is_written_again_as_the_least_or_the_largest_one(tmp_path: Path) -> None:
    given_rows = [Row(replace(source(n, listed=True), context="abc " * 9000)) for n in range(3)]
    assert len(written(tmp_path / "a.parquet", given_rows, 3)) < 9000
    assert context_column(tmp_path / "a.parquet").statistics is None


def context_column(path: Path) -> pq.ColumnChunkMetaData:
    group = pq.read_metadata(path).row_group(0)
    columns = (group.column(at) for at in range(group.num_columns))
    return next(column for column in columns if column.path_in_schema == "context")


def test_the_schema_carries_nothing_of_a_client(tmp_path: Path) -> None:
    written(tmp_path / "a.parquet", sample(3), 3)
    schema = pq.read_schema(tmp_path / "a.parquet")
    assert schema.equals(SCHEMA)
    assert not schema.metadata


def test_an_empty_file_has_columns_too(tmp_path: Path) -> None:
    written(tmp_path / "empty.parquet", [], 1)
    assert list(read_rows(tmp_path / "empty.parquet")) == []
    assert pq.read_schema(tmp_path / "empty.parquet").equals(SCHEMA)


def test_a_file_that_was_given_up_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), ParquetRowWriter(tmp_path / "a.parquet") as writer:
        writer.write(sample(BLOCK + 1))
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_said_to_be_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Text of its own in every row, so that a row group does not fit a buffer.
    given_rows = [
        Row(Example(str(n), "D", "", "?", os.urandom(3000).hex(), (), ())) for n in range(2 * BLOCK)
    ]
    # What is written beside its place has a name of its own: one that is known here.
    monkeypatch.setattr("builders.releases.parquet.uuid4", lambda: UUID(int=0))
    (tmp_path / "a.parquet.000000000000.partial").symlink_to("/dev/full")
    with (
        pytest.raises(FreeSpaceError, match="No space left"),
        ParquetRowWriter(tmp_path / "a.parquet") as writer,
    ):
        writer.write(given_rows)
    assert not (tmp_path / "a.parquet").exists()


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(FreeSpaceError, match="choose a folder"),
        ParquetRowWriter(tmp_path / "file" / "a.parquet"),
    ):
        pass


def test_the_logical_digest_is_of_rows_and_not_of_files(tmp_path: Path) -> None:
    given_rows = sample(BLOCK + 300)
    table = rows_to_table(given_rows)
    whole = _digest([table])
    assert whole == _digest([table.slice(n, 77) for n in range(0, len(given_rows), 77)])
    pq.write_table(table, tmp_path / "other.parquet", compression="none", row_group_size=50)
    assert whole == _digest(list(blocks(tmp_path / "other.parquet")))


def test_the_logical_digest_is_fixed_for_ever() -> None:
    """Written down in manifests: a change of this value breaks every release."""
    expected = "15d3e4e748799b3fd4e67f4f1be4dc95d0888992550f5fa2c5294c77293782ba"
    assert _digest([rows_to_table(sample(3))]) == expected


@given(st.lists(rows(), min_size=1, max_size=4), st.lists(rows(), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_other_rows_have_another_digest(some: list[Row], others: list[Row]) -> None:
    assert (_digest([rows_to_table(some)]) == _digest([rows_to_table(others)])) == (some == others)


def test_blocks_are_of_one_size(tmp_path: Path) -> None:
    table = rows_to_table(sample(2 * BLOCK + 5))
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=700)
    assert [block.num_rows for block in blocks(tmp_path / "a.parquet")] == [BLOCK, BLOCK, 5]


def _digest(tables: list[pa.Table]) -> str:
    digest = LogicalDigest()
    for table in tables:
        digest.update(table)
    return digest.hexdigest()
