"""Small files that stand for much are refused before they are unpacked."""

from __future__ import annotations

import resource
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from release_samples import rewrite, sample_rows

from builders.errors import FixInputError
from builders.releases import pages
from builders.releases.layout import ReleaseFile
from builders.releases.pages import batches
from builders.releases.release_reading import rows_of
from builders.releases.rows import SCHEMA, rows_to_table
from builders.verification.verify import verify

TEXTS = pa.schema([pa.field("text", pa.string())])
FRENCH = "data/Books/PER/French/seed0.parquet"
LISTS = pa.schema([pa.field("n", pa.list_(pa.field("element", pa.int32())))])
_MIB = 1 << 20


def write(path: Path, table: pa.Table, **settings: object) -> Path:
    pq.write_table(table, path, store_schema=False, **{"compression": "zstd", **settings})
    return path


def read(path: Path, schema: pa.Schema = TEXTS) -> list[pa.RecordBatch]:
    return list(batches(path, schema, 1024))


def shared(value: str, rows: int) -> pa.Table:
    """One text that all rows share."""
    indices = pa.array([0] * rows, pa.int32())
    return pa.table({"text": pa.DictionaryArray.from_arrays(indices, pa.array([value]))})


@given(st.lists(st.text(max_size=40), max_size=60), st.booleans(), st.sampled_from(["1.0", "2.0"]))
def test_sound_files_are_read_whole(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], packed: bool, version: str
) -> None:
    path = tmp_path_factory.mktemp("pages") / "x.parquet"
    table = pa.table({"text": pa.array(texts, pa.string())})
    write(path, table, use_dictionary=packed, data_page_version=version, data_page_size=64)
    assert [text for batch in read(path) for text in batch.column(0).to_pylist()] == texts


def test_a_text_that_many_rows_share_comes_in_small_batches(tmp_path: Path) -> None:
    path = write(tmp_path / "x.parquet", shared("x" * (40 * _MIB), 500))
    assert path.stat().st_size < _MIB
    first = next(iter(batches(path, TEXTS, 1024)))
    assert first.num_rows == 6


def test_verify_stops_at_a_text_that_many_rows_share(copied: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table = pq.read_table(copied / FRENCH)
    rows = 20_000
    table = pa.concat_tables([table] * (rows // table.num_rows + 1)).slice(0, rows)
    text = shared("x" * (40 * _MIB), rows).column("text")
    rewrite(copied, FRENCH, table.set_column(2, "context", text), store_schema=False)
    found = verify(copied).findings
    assert any(f.file == FRENCH and "too large" in f.message for f in found)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 3 * _MIB  # KiB on Linux, bytes elsewhere: 3 GiB of the 800 that it stands for


def test_every_reader_refuses_what_verify_refuses(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LARGEST", 100)
    assert any("too large" in f.message for f in verify(copied).findings)
    with pytest.raises(FixInputError, match="too large"):
        next(rows_of(copied, FRENCH))


def test_a_footer_that_lies_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pa.table({"text": ["x" * (4 * _MIB)]})
    path = write(tmp_path / "x.parquet", table, use_dictionary=False)
    chunk = pq.read_metadata(path).row_group(0).column(0)
    size = chunk.total_uncompressed_size
    data = path.read_bytes()
    foot = chunk.data_page_offset + chunk.total_compressed_size
    assert varint(size) in data[foot:]
    path.write_bytes(data[:foot] + data[foot:].replace(varint(size), varint(9, len(varint(size)))))
    assert pq.read_metadata(path).row_group(0).column(0).total_uncompressed_size == 9
    monkeypatch.setattr(pages, "LARGEST", 3 * _MIB)
    with pytest.raises(FixInputError, match="too large"):
        read(path)


def test_a_footer_that_tells_other_rows_is_not_believed(tmp_path: Path) -> None:
    path = write(tmp_path / "x.parquet", pa.table({"text": ["a"] * 1234}), compression="none")
    data = path.read_bytes()
    foot = pq.read_metadata(path).row_group(0).column(0).total_compressed_size
    number = b"\x16" + varint(1234)  # a field of 64 bits
    assert data[foot:].count(number) > 1
    at = data.index(number, foot)
    path.write_bytes(data[:at] + b"\x16" + varint(1230) + data[at + len(number) :])
    with pytest.raises((FixInputError, OSError)):
        read(path)


@pytest.mark.parametrize("small", [True, False])
def test_large_files_are_read_as_small_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: bool
) -> None:
    texts = [str(n) * 50 for n in range(3000)]
    path = write(tmp_path / "x.parquet", pa.table({"text": texts}), row_group_size=700)
    if not small:
        monkeypatch.setattr(pages, "_SMALL", 10)
    assert [text for batch in read(path) for text in batch.column(0).to_pylist()] == texts


def varint(value: int, length: int = 0) -> bytes:
    """A number as Thrift's compact protocol has it, in no fewer bytes than asked for."""
    value *= 2
    made = bytearray()
    while value > 127 or len(made) + 1 < length:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])


def test_a_list_of_equal_numbers_without_end_is_refused(tmp_path: Path) -> None:
    values = pa.repeat(pa.scalar(0, pa.int32()), 2**24 + 1)
    lists = pa.ListArray.from_arrays(pa.array([0, len(values)], pa.int32()), values)
    path = write(tmp_path / "x.parquet", pa.table({"n": lists}))
    assert path.stat().st_size < _MIB
    with pytest.raises(FixInputError, match="too large"):
        read(path, LISTS)


def test_a_list_of_one_long_text_is_refused(tmp_path: Path) -> None:
    indices = pa.array([0] * 10_000, pa.int32())
    texts = pa.DictionaryArray.from_arrays(indices, pa.array(["x" * _MIB]))
    lists = pa.ListArray.from_arrays(pa.array([0, 10_000], pa.int32()), texts)
    path = write(tmp_path / "x.parquet", pa.table({"t": lists}))
    schema = pa.schema([pa.field("t", pa.list_(pa.field("element", pa.string())))])
    with pytest.raises(FixInputError, match="too large"):
        read(path, schema)


def test_prefixes_that_texts_share_are_refused(tmp_path: Path) -> None:
    table = pa.table({"text": ["xy"] * 40})
    path = write(
        tmp_path / "x.parquet", table, use_dictionary=False,
        column_encoding={"text": "DELTA_BYTE_ARRAY"},
    )  # fmt: skip
    with pytest.raises(FixInputError, match="encoding"):
        read(path)


def test_a_footer_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "x.parquet", pa.table({"text": ["a"]}))
    monkeypatch.setattr(pages, "_LONGEST_HEADER", 100)
    with pytest.raises(FixInputError, match="footer too large"):
        read(path)


@pytest.mark.parametrize("forged", ["a field twice", "a long number", "a list", "depth"])
def test_page_headers_that_readers_may_take_differently_are_refused(
    tmp_path: Path, forged: str
) -> None:
    added = {
        "a field twice": b"\x05" + varint(2) + varint(1),
        "a long number": b"\x05" + varint(2**16 + 2) + varint(1),  # field 2, in 16 bits
        "a list": b"\x09" + varint(9) + b"\x15" + varint(1),
        "depth": b"\xfc" * 30 + b"\x00" * 30,
    }[forged]
    table = pa.table({"text": ["a"]})
    path = write(tmp_path / "x.parquet", table, use_dictionary=False, compression="none")
    data = path.read_bytes()
    path.write_bytes(data[:4] + added + b"\x05" + varint(0) + varint(0) + data[4:])
    with pytest.raises(FixInputError, match="headers that cannot be read"):
        read(path)


def test_no_damage_to_a_file_does_more_than_a_clear_error(tmp_path: Path) -> None:
    file = ReleaseFile(FRENCH, FRENCH.replace("seed0", "Original"), "Books", "PER", "French", 0)
    sound = write(tmp_path / "x.parquet", rows_to_table(sample_rows(file, 3)))
    data = sound.read_bytes()
    for at in range(4, len(data), 2):
        sound.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        try:
            read(sound, SCHEMA)
        except (FixInputError, pa.ArrowException, OSError, ValueError) as error:
            assert str(error)
