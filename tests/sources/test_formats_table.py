import gzip
import hashlib
import json
from pathlib import Path

import pytest
from sources_strategies import mrqa_record, mrqa_text, squad_document

from builders.errors import ChooseKnownError, FixInputError, FixManyError
from builders.source_table import SOURCE_TABLE
from builders.sources.format_table import check, read


def test_an_unknown_format_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ChooseKnownError, match=f"known: {', '.join(sorted(SOURCE_TABLE))}"):
        read(tmp_path / "x", format="csv", dataset="D")


def test_every_format_refuses_the_files_of_the_others_by_name(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"id": ["1"]}), tmp_path / "table.parquet")
    contents = {
        'SQuAD JSON (format "squad")': json.dumps(squad_document()).encode(),
        'MRQA JSONL (format "mrqa")': mrqa_text(mrqa_record()).encode(),
        'Parquet (format "hub-squad" or "hub-mrqa" of a recipe)': (
            (tmp_path / "table.parquet").read_bytes()
        ),
    }
    own = {"squad": "SQuAD", "mrqa": "MRQA", "squad-rows": "Parquet", "mrqa-rows": "Parquet"}
    assert own.keys() < SOURCE_TABLE.keys(), "others take files of several layouts"
    for name, mine in own.items():
        for found, content in contents.items():
            if found.startswith(mine):
                continue
            for data in (content, gzip.compress(content)):
                (tmp_path / "source").write_bytes(data)
                with pytest.raises(FixManyError) as caught:
                    check(tmp_path / "source", format=name, dataset="D")
                [fault] = caught.value.faults
                assert f"this is {found}, expected {mine}" in str(fault)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "an empty file"),
        (b" \r\n", "an empty file"),
        (b"<!DOCTYPE html><html>", "an HTML or XML page (a failed download?)"),
        (b"[]", "a JSON list"),
        (b'{"a": 1}', "JSON of another shape"),
        (b'{"data": {}}', "JSON of another shape"),
        (b"\xef\xbb\xbfnumber,said\n", "neither JSON nor a format known here"),
        (b"PK\x03\x04....", "a zip archive (only gzip is unpacked)"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"),
        ('{"data": []}'.encode("utf-16"), "UTF-16 text (UTF-8 is expected)"),
        (gzip.compress(gzip.compress(b"{}", mtime=0), mtime=0), "gzip within gzip"),
        (b"null", "JSON of another shape"),
        (b"3\n", "JSON of another shape"),
        (b'"a \\" text"', "JSON of another shape"),
        (b"3,4\n", "neither JSON nor a format known here"),
        ('{"version": 1}'.encode("utf-16-le"), "UTF-16 text"),
    ],
)
@pytest.mark.parametrize("name", sorted(SOURCE_TABLE))
def test_what_was_given_instead_is_recognized(
    tmp_path: Path, content: bytes, found: str, name: str
) -> None:
    (tmp_path / "source").write_bytes(content)
    with pytest.raises(FixManyError) as caught:
        check(tmp_path / "source", format=name, dataset="D")
    assert f"this is {found}" in str(caught.value)


@pytest.mark.parametrize("algorithm", ["md5", "sha256"])
def test_a_digest_is_that_of_the_file_as_it_lies_on_disk(tmp_path: Path, algorithm: str) -> None:
    path = tmp_path / "source.gz"
    path.write_bytes(gzip.compress(json.dumps(squad_document()).encode()))
    right = hashlib.new(algorithm, path.read_bytes()).hexdigest()
    check(path, format="squad", dataset="D", digest=f"{algorithm}:{right.upper()}")
    wrong = f"{algorithm}:{right[::-1]}"
    with pytest.raises(FixManyError) as caught:
        list(read(path, format="squad", dataset="D", digest=wrong, skip_faulty=True))
    assert f"file: digest: {algorithm} is {right}, expected {right[::-1]}" in str(caught.value)


@pytest.mark.parametrize("digest", ["crc32:00", "05f3911", "md5:", "sha256"])
def test_a_digest_must_name_its_algorithm(tmp_path: Path, digest: str) -> None:
    with pytest.raises(FixInputError, match="md5:HEX or sha256:HEX"):
        read(tmp_path / "x", format="squad", dataset="D", digest=digest)


def test_one_message_lists_file_place_and_field(tmp_path: Path) -> None:
    path = tmp_path / "source.json"
    path.write_text(json.dumps(squad_document(id="", question="")))
    with pytest.raises(FixManyError) as caught:
        check(path, format="squad", dataset="D")
    assert str(caught.value).splitlines() == [
        f"{path}: 2 faults",
        f"  {path}: data[0].paragraphs[0].qas[0]: id: is empty",
        f"  {path}: data[0].paragraphs[0].qas[0]: question: is empty",
    ]
