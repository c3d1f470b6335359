"""Reads and writes collections. Each consists of one Parquet file and one manifest.

    NAME.parquet   the names, sorted, with one column per field of Name (zstd)
    NAME.json      the name, the digest of the names, the SHA-256 of the Parquet file, the numbers
                   of names, and the provenance

A collection in a folder of harvested collections replaces the embedded collection with the same
name.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, fields
from hashlib import sha256
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from name_collections.collection import NameCollection
from name_collections.columns import SCHEMA, Columns
from name_collections.errors import ChooseKnownNameError, FixNamesFileError, NamesError
from name_collections.files import write_whole
from name_collections.name import SPAN_TYPES, Name, Provenance

EMBEDDED: Final = Path(__file__).parent / "data"
FORMAT: Final = 1
_SHOWN: Final = 5
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_PROVENANCE: Final = {field.name for field in fields(Provenance)}
_NEEDED: Final = {field.name for field in fields(Provenance) if field.default is MISSING}


def known(folder: Path | None = None) -> tuple[str, ...]:
    """Return the sorted names of the collections that `load` finds."""
    folders = [EMBEDDED] if folder is None else [EMBEDDED, folder]
    return tuple(sorted({path.stem for each in folders for path in each.glob("*.parquet")}))


def load(name: str, folder: Path | None = None) -> NameCollection:
    """Load a collection by name, from `folder` if it is there, or else from the embedded data.

    Raises ChooseKnownNameError if there is no such collection.
    """
    if name in known(folder):
        harvested = folder / f"{name}.parquet" if folder is not None else None
        return read(harvested if harvested and harvested.exists() else EMBEDDED / f"{name}.parquet")
    check_folder(folder)
    hint = f"; {folder} holds no other" if folder else "; --names takes a folder of your own"
    raise ChooseKnownNameError("collection", name, known(folder), hint)


def check_folder(folder: Path | None) -> None:
    """Raise FixNamesFileError if `folder` is given but is not an existing folder."""
    if folder is not None and not folder.is_dir():
        what = "is a file" if folder.exists() else "there is no such folder"
        raise FixNamesFileError(
            f"{folder}: {what}; --names takes a folder that collections were saved or harvested in"
        )


def read(path: Path) -> NameCollection:
    """Read a collection from its Parquet file, and check it against its manifest.

    Raises FixNamesFileError if the file is invalid or differs from the manifest.
    """
    manifest = read_manifest(path.with_suffix(".json"))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FixNamesFileError(f"{path}: cannot be read ({error.strerror})") from error
    if sha256(data).hexdigest() != manifest["file_sha256"]:
        raise FixNamesFileError(f"{path}: differs from its manifest; harvest it again")
    try:
        columns = Columns(pq.ParquetFile(BytesIO(data)).read(use_threads=False))
        if empty := [column for column in columns.table.schema.names if _lacks(columns, column)]:
            raise FixNamesFileError(f"{path}: lacks values in {', '.join(empty)}; harvest it again")
        provenance = tuple(Provenance(**entry) for entry in manifest["provenance"])
        return NameCollection(manifest["name"], columns, provenance, manifest["digest"])
    except (pa.ArrowException, ValueError, KeyError, TypeError) as error:
        raise FixNamesFileError(f"{path}: not a collection ({error}); harvest it again") from error


def read_manifest(path: Path) -> dict[str, Any]:
    """Read only the manifest of a collection, not the names themselves.

    Raises FixNamesFileError if the manifest is missing or invalid.
    """
    manifest = _json(path)
    if not isinstance(manifest, dict):
        raise FixNamesFileError(f"{path}: not a manifest of names (no JSON object)")
    if manifest.get("format") != FORMAT:
        raise FixNamesFileError(f"{path}: not a manifest of names of format {FORMAT}")
    for key in ("name", "digest", "file_sha256"):
        if not isinstance(manifest.get(key), str):
            raise FixNamesFileError(f"{path}: not a manifest of names ({key}: expected a text)")
    entries = manifest.get("provenance")
    if not isinstance(entries, list) or not all(map(_is_provenance, entries)):
        keys = ", ".join(sorted(_NEEDED))
        raise FixNamesFileError(
            f"{path}: not a manifest of names (provenance: expected objects with {keys})"
        )
    return manifest


def _json(path: Path) -> object:
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise FixNamesFileError(f"{path}: missing; harvest the collection again") from None
    except OSError as error:
        raise FixNamesFileError(f"{path}: cannot be read ({error.strerror})") from error
    except json.JSONDecodeError as error:
        raise FixNamesFileError(f"{path}: not a manifest of names ({error})") from None
    except (ValueError, RecursionError) as error:
        raise FixNamesFileError(f"{path}: not a manifest of names (no JSON)") from error


def _is_provenance(entry: object) -> bool:
    """Return whether an entry of a manifest describes a valid `Provenance`.

    It must have all required fields of `Provenance`, no unknown fields, and only strings as values.
    """
    if not isinstance(entry, dict) or not _NEEDED <= entry.keys() <= _PROVENANCE:
        return False
    return all(isinstance(value, str) for value in entry.values())


def _lacks(columns: Columns, name: str) -> bool:
    return bool(columns.table.column(name).null_count)


def make(name: str, names: Iterable[Name], provenance: Iterable[Provenance]) -> NameCollection:
    """Make a collection of sorted, distinct names, and compute its digest.

    Raises ChooseKnownNameError for an unknown span type, and FixNamesFileError for names that are
    empty or contain invisible characters.
    """
    columns = Columns.of(sorted(set(names), key=_row))
    unknown = sorted(set(columns.counts("span_type")) - set(SPAN_TYPES))
    if unknown:
        raise ChooseKnownNameError("span type", unknown[0], SPAN_TYPES)
    if faulty := [text for text in columns.counts("text") if _unwritable(text)]:
        shown = ", ".join(map(ascii, faulty[:_SHOWN])) + (", ..." if faulty[_SHOWN:] else "")
        raise FixNamesFileError(
            f"collection {name}: {len(faulty)} of the names cannot be drawn, being empty or with "
            f"characters that nobody sees: {shown}"
        )
    return NameCollection(name, columns, tuple(provenance), _digest(columns))


def _unwritable(text: str) -> bool:
    """Return whether a name is empty or contains invisible characters."""
    return not text.strip() or any(unicodedata.category(char) in _UNSEEN for char in text)


def save(
    collection: NameCollection, folder: Path, counts: Mapping[str, object] | None = None
) -> Path:
    """Write a collection and its manifest atomically, and return the path of the Parquet file.

    `counts` says how many records a harvest read and dropped. It is stored in the manifest but does
    not affect the digest.
    """
    made = collection
    if not made.digest:
        made = make(collection.name, collection.names, collection.provenance)
    columns = Columns.of(made.names)
    buffer = BytesIO()
    pq.write_table(columns.table, buffer, compression="zstd", compression_level=9)
    manifest = {
        "format": FORMAT,
        "name": made.name,
        "digest": made.digest,
        "file_sha256": sha256(buffer.getvalue()).hexdigest(),
        "rows": len(columns),
        "span_types": columns.counts("span_type"),
        "provenance": [asdict(entry) for entry in made.provenance],
        **({"harvest": dict(counts)} if counts else {}),
    }
    text = json.dumps(manifest, indent=2, ensure_ascii=False, sort_keys=True)
    path = folder / f"{made.name}.parquet"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, buffer.getvalue())
        write_whole(path.with_suffix(".json"), (text + "\n").encode())
    except OSError as error:
        raise NamesError(f"{path}: cannot be written ({error.strerror})") from error
    return path


def digest(names: Iterable[Name]) -> str:
    """Return the SHA-256 of the names in canonical form (sorted, one JSON array per line)."""
    return _digest(Columns.of(sorted(names, key=_row)))


_row = attrgetter(*SCHEMA.names)


def _digest(columns: Columns) -> str:
    hasher = sha256()
    for row in columns.rows():
        # Without the empty kind the digests of older collections, which have no kinds, stay valid.
        text = json.dumps(row if row[-1] else row[:-1], ensure_ascii=False, separators=(",", ":"))
        hasher.update(text.encode("utf-8", "surrogatepass") + b"\n")
    return hasher.hexdigest()
