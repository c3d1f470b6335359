"""Parquet files with any byte of their footer changed: read, or refused in one line, and soon."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.errors import FixInputError
from builders.sources.format_table import read

ROWS: list[dict[str, Any]] = [
    {"id": f"q{number}", "title": "T", "context": "Lima has hills.", "question": "Which town?",
     "answers": {"text": ["Lima"], "answer_start": [0]}}
    for number in range(3)
]  # fmt: skip


@pytest.fixture(scope="module")
def footer_at(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, int]:
    path = tmp_path_factory.mktemp("whole") / "rows.parquet"
    pq.write_table(
        pa.Table.from_pylist(ROWS), path, store_schema=False, write_statistics=False,
        row_group_size=2,
    )  # fmt: skip
    data = path.read_bytes()
    return data, len(data) - 8 - int.from_bytes(data[-8:-4], "little")


@pytest.mark.parametrize("form", ["squad-rows", "rows"])
@pytest.mark.parametrize("value", [0, 0x15, 0xFF])
def test_no_byte_of_the_footer_takes_long_or_ends_in_a_traceback(
    footer_at: tuple[bytes, int], tmp_path: Path, form: str, value: int
) -> None:
    data, start = footer_at
    path = tmp_path / "rows.parquet"
    refused = 0
    for place in range(start, len(data)):
        path.write_bytes(data[:place] + bytes([value]) + data[place + 1 :])
        try:
            found = [example.id for example in read(path, format=form, dataset="S")]
        except FixInputError as error:
            refused += 1
            assert all(str(path) in line for line in str(error).splitlines())
        else:
            assert len(found) == len(ROWS)
    assert refused > 50


def test_fewer_rows_than_the_footer_says_are_refused(
    footer_at: tuple[bytes, int], tmp_path: Path
) -> None:
    data, start = footer_at
    # The number of rows of the file is the third field of its footer.
    number = data.index(b"\x16\x06\x19", start)
    path = tmp_path / "rows.parquet"
    path.write_bytes(data[:number] + b"\x16\x08" + data[number + 2 :])
    for form in ("squad-rows", "rows"):
        with pytest.raises(FixInputError, match="has not as many rows as its footer says"):
            list(read(path, format=form, dataset="S"))
