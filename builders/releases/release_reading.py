"""Reading of release folders that are not trusted: manifest, files and rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pyarrow as pa

from builders.errors import ChooseKnownError, FixInputError
from builders.releases.layout import ORIGINAL_SPLIT, parts_in
from builders.releases.manifest import Manifest, SourceRecord
from builders.releases.pages import batches
from builders.releases.rows import SCHEMA, table_to_rows
from builders.releases.undo import Gold
from builders.types import Row

MANIFEST: Final = "manifest.json"
_LARGEST_MANIFEST: Final = 64 << 20
_BATCH: Final = 1024


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a release; raise FixInputError if it is missing or invalid."""
    place = inside(folder, MANIFEST)
    if place.stat().st_size > _LARGEST_MANIFEST:
        raise FixInputError(f"{place}: larger than {_LARGEST_MANIFEST >> 20} MiB: not a manifest")
    try:
        text = place.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FixInputError(f"{place}: byte {error.start} is not UTF-8") from error
    return Manifest.from_json(text, str(place))


def inside(folder: Path, path: str) -> Path:
    """Return the full path of a file in a folder, where `path` is relative to the folder.

    Raises FixInputError if `path` leads out of the folder, goes through a link, or is not a file.
    """
    parts = path.split("/")
    if "\\" in path or "\0" in path or any(part in {"", ".", ".."} for part in parts):
        raise FixInputError(f"{folder}: {path!r:.200}: not a path inside a release")
    place = folder
    for part in parts:
        place = place / part
        if place.is_symlink():
            raise FixInputError(f"{place}: is a link, which a release does not hold")
    if not place.is_file():
        raise FixInputError(f"{place}: missing; expected a file of a release")
    return place


def split_path(manifest: Manifest, config: str, split: str = "") -> str:
    """Return the path of the file with the rows of a split.

    If `split` is empty, the renamed split of the config is used. Raises ChooseKnownError for an
    unknown config or split, and FixInputError if `config` is empty, or if `split` is empty and the
    config does not have exactly one renamed split.
    """
    configs = {record.name: record for record in manifest.configs}
    if not config:
        listed = ", ".join(configs)
        raise FixInputError(f"the release has several configs; name one of: {listed:.2000}")
    if config not in configs:
        raise ChooseKnownError("config", config, configs)
    splits = {record.name: record.path for record in configs[config].splits}
    if not split:
        renamed = [name for name in splits if name != ORIGINAL_SPLIT]
        if len(renamed) != 1:
            raise FixInputError(
                f"{config} has several splits; say which with --split: {', '.join(splits)}"
            )
        split = renamed[0]
    if split not in splits:
        raise ChooseKnownError(f"split of {config}", split, splits)
    return splits[split]


def source_of(manifest: Manifest, path: str) -> SourceRecord:
    """Return the manifest's record of the source dataset from which a file was made.

    Raises FixInputError if the manifest has no such record.
    """
    names = {record.path: record.source for record in manifest.originals}
    sources = {record.name: record for record in manifest.sources}
    source = sources.get(names.get(path, ""))
    if source is None:
        raise FixInputError(f"{MANIFEST}: {path!r:.200} has no source")
    return source


def gold_of(manifest: Manifest, path: str) -> Gold:
    """Return where the gold answers of a file's rows come from: "list" or "answers".

    With "list", the dataset has a separate list of gold answers (MRQA). With "answers", the gold
    answers are the distinct texts of the answers (SQuAD). Raises FixInputError if the manifest does
    not list the file.
    """
    return source_of(manifest, path).gold


def rows_of(folder: Path, path: str, dataset: str = "") -> Iterator[Row]:
    """Yield the rows of a file of a release; raise FixInputError if the file is invalid.

    Each row gets `dataset` as the name of its dataset, because the file does not contain this name.
    """
    for batch in batches_of(folder, path):
        yield from table_to_rows(pa.Table.from_batches([batch]), dataset)


def batches_of(
    folder: Path, path: str, columns: Sequence[str] | None = None, rows: int = _BATCH
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file of a release in batches of at most `rows` rows.

    If `columns` is given, only these columns are read. If the file is stored as several Parquet
    files, these are read in order. Raises FixInputError if the file is invalid or contains nulls.
    """
    for part in parts_in(folder, path):
        yield from _batches_of(inside(folder, part), columns, rows)


def _batches_of(place: Path, columns: Sequence[str] | None, rows: int) -> Iterator[pa.RecordBatch]:
    try:
        for batch in batches(place, SCHEMA, rows, columns):
            _check_full(batch)
            yield batch
    except FixInputError as error:
        raise FixInputError(f"{place}: {error}") from None
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise FixInputError(f"{place}: not a Parquet file that can be read: {reason}") from error


def _check_full(batch: pa.RecordBatch) -> None:
    if any(column.null_count for column in batch.columns):
        raise FixInputError("a value is null")
