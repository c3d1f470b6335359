"""The manifest: all inputs and all files of a release, as JSON.

It contains no date or time, no paths and no host names. The same recipe, sources, collections and
versions therefore give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from builders.errors import FixInputError

FORMAT: Final = 2
"""The version of the format of rows and manifest; rows of version 1 had no column `kept`."""

OPTIONAL: Final = "optional"
"""The metadata key of a field that may be missing from the JSON text and is omitted if empty."""

_T = TypeVar("_T")


def _joined(digests: Iterable[str]) -> str:
    return sha256("".join(digests).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A Parquet file: its path in the release, its sizes and its two digests.

    `rows` is the number of rows, `changed` the number of renamed rows. `bytes` is the size of the
    file, `memory` the uncompressed size of its values. `sha256` is the digest of the bytes,
    `logical` the digest of the rows (builders.releases.logical). A large file is stored only as
    `parts`; its digests are then computed from the digests of the parts.
    """

    path: str
    rows: int
    changed: int
    bytes: int
    memory: int
    sha256: str
    logical: str
    parts: tuple[FileRecord, ...] = field(default=(), metadata={OPTIONAL: True})

    @classmethod
    def of_parts(cls, path: str, parts: Sequence[FileRecord]) -> FileRecord:
        """Return the record of a file that is stored as parts, or the record of its only part."""
        if len(parts) == 1 and parts[0].path == path:
            return parts[0]
        return cls(
            path,
            rows=sum(part.rows for part in parts),
            changed=sum(part.changed for part in parts),
            bytes=sum(part.bytes for part in parts),
            memory=sum(part.memory for part in parts),
            sha256=_joined(part.sha256 for part in parts),
            logical=_joined(part.logical for part in parts),
            parts=tuple(parts),
        )

    def files(self) -> tuple[FileRecord, ...]:
        """Return the stored files that contain the rows: this file, or its parts."""
        return self.parts or (self,)


@dataclass(frozen=True, slots=True)
class RecipeRecord:
    """The recipe that was built, with its full text."""

    name: str
    version: str
    title: str
    licence: str
    digest: str
    text: str


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A source dataset as it was read.

    If `gold` is "list", the source dataset has a separate list of gold answers. If it is "answers",
    the gold answers are the distinct answer texts. `skipped` is the number of faulty questions that
    were skipped at the user's request.
    """

    name: str
    sha256: str
    questions: int
    passages: int
    gold: Literal["list", "answers"]
    skipped: int = 0
    licence: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class ProvenanceRecord:
    """The origin of the names of a collection. The date of retrieval is omitted."""

    url: str
    licence: str
    sha256: str
    query: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """A name collection from which new names were drawn."""

    name: str
    digest: str
    names: int
    provenance: tuple[ProvenanceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneratedRecord:
    """A file that evaluation harnesses run or read, and the digest of its bytes."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """The number of instances that were left out of the file `path`, or left unchanged in it."""

    path: str
    kind: Literal["left-out", "unchanged"]
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class SplitRecord:
    """A split: its name, the file that it loads and the number of rows."""

    name: str
    path: str
    rows: int


@dataclass(frozen=True, slots=True)
class ConfigRecord:
    """A config of the release, which loads some of its files."""

    name: str
    kind: Literal["entswap", "by-dataset", "by-seed"]
    splits: tuple[SplitRecord, ...]


@dataclass(frozen=True, slots=True)
class OriginalRecord:
    """A file, the original file with the same rows before renaming, and their source dataset."""

    path: str
    original: str
    source: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a release; its parts are described by the classes above.

    `package` and `engine` are versions, `recognizer` is the fingerprint of the recognizer. If
    `distinct_names` is true, no new name equals the old name or a name that the instance already
    contains. A mapping given by the user does not guarantee that. `generated` are the files for
    harnesses (builders.cards.harness_files); for an edits-only release, they are the files of the
    full release.
    """

    recipe: RecipeRecord
    package: str
    engine: str
    recognizer: str
    seeds: int
    sources: tuple[SourceRecord, ...]
    collections: tuple[CollectionRecord, ...]
    files: tuple[FileRecord, ...]
    originals: tuple[OriginalRecord, ...]
    configs: tuple[ConfigRecord, ...]
    reasons: tuple[ReasonCount, ...] = ()
    generated: tuple[GeneratedRecord, ...] = ()
    distinct_names: bool = True
    format: int = FORMAT

    def to_json(self) -> str:
        """Return the canonical JSON text: sorted keys, one value per line, a final newline."""
        data = asdict(self)
        for record in data["files"]:
            _drop_empty(record)
        return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str, path: str = "manifest.json") -> Manifest:
        """Parse a manifest; raise FixInputError with the location of an invalid value."""
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise FixInputError(f"{path}: not JSON: {error}") from None
        except (ValueError, RecursionError):
            message = "nested too deeply, or with a number that is too long"
            raise FixInputError(f"{path}: not JSON that can be read: {message}") from None
        found = value.get("format") if isinstance(value, dict) else None
        if type(found) is int and found in range(1, FORMAT):
            raise FixInputError(
                f"{path}: a release of format {found}, without the kept mentions of format "
                f"{FORMAT}; build it again, or read it with the version of renamer that made it"
            )
        if found != FORMAT:
            raise FixInputError(f"{path}: not a release manifest of format {FORMAT}")
        return decoded(cls, value, path)

    def in_order(self) -> tuple[FileRecord, ...]:
        """Return the files in the order of the recipe, which is clearer than the order of paths."""
        places = {entry.path: place for place, entry in enumerate(self.originals)}
        return tuple(sorted(self.files, key=lambda record: places.get(record.path, len(places))))

    def record(self, path: str) -> FileRecord | None:
        """Return the record of a file, or None if the manifest does not list it."""
        return next((record for record in self.files if record.path == path), None)


def _drop_empty(record: dict[str, Any]) -> None:
    """Remove the optional keys that are empty from the record of a file."""
    for part in record["parts"]:
        _drop_empty(part)
    if not record["parts"]:
        del record["parts"]


_KINDS: Final[Mapping[type, str]] = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false",
    list: "a list", dict: "an object", NoneType: "null",
}  # fmt: skip


def decoded(kind: type[_T], value: Any, where: str) -> _T:
    """Build a dataclass from JSON values.

    Raises FixInputError with the location of a missing, unknown or invalid value.
    """
    if not isinstance(value, Mapping):
        raise FixInputError(f"{where}: expected an object")
    hints = _hints(cast(Any, kind))
    for name in sorted(value.keys() - hints.keys()):
        raise FixInputError(f"{where}: unknown key {name!r}")
    optional = {one.name for one in fields(cast(Any, kind)) if one.metadata.get(OPTIONAL)}
    for name in sorted(hints.keys() - value.keys() - optional):
        raise FixInputError(f"{where}: key {name!r} is missing")
    return kind(**{
        name: _value(hint, value[name], f"{where}: {name}")
        for name, hint in hints.items() if name in value
    })  # fmt: skip


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the type of each field of a record; cached, because a manifest has many records."""
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def _value(kind: Any, value: Any, where: str) -> Any:
    origin = get_origin(kind)
    if is_dataclass(kind):
        return decoded(kind, value, where)  # type: ignore[arg-type]
    if origin is tuple:
        if not isinstance(value, list):
            raise FixInputError(f"{where}: expected a list")
        item = get_args(kind)[0]
        return tuple(_value(item, each, f"{where}[{index}]") for index, each in enumerate(value))
    if origin is Literal:
        if value not in get_args(kind):
            raise FixInputError(f"{where}: expected one of {', '.join(get_args(kind))}")
        return value
    if origin in {Union, UnionType}:
        inner = next(arg for arg in get_args(kind) if arg is not NoneType)
        return None if value is None else _value(inner, value, where)
    if type(value) is not kind:
        raise FixInputError(f"{where}: expected {_KINDS[kind]}, found {_KINDS[type(value)]}")
    return value
