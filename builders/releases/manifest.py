"""The manifest: everything that went into a release and everything that came out, as JSON.

It holds no clock, no path of the builder's machine and no name of a host: the same recipe,
sources, collections and versions give the same bytes.
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
"""Version of the release's shape, of its rows as of its manifest: 1 had no column `kept`."""

OPTIONAL: Final = "optional"
"""In a field's metadata: a manifest need not have it, and has it only where it says something."""

_T = TypeVar("_T")


def _joined(digests: Iterable[str]) -> str:
    return sha256("".join(digests).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A Parquet file: its path in the release, its rows and both of its digests.

    `bytes` is the size of the file, `memory` that of its values uncompressed; `sha256` is the
    digest of the bytes, `logical` that of the rows (builders.releases.logical). A large file is
    there as `parts` alone: its digests are then those of the parts' digests.
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
        """Return the record of a file that is there as parts, the only one of them itself."""
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
        """Return the files that hold the rows: this one, or its parts."""
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
    """A source as it was read.

    `gold` says what the gold answers of its rows are: a list of their own, or the distinct
    answer texts. `skipped` counts faulty questions that were left out on request.
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
    """Where the names of a collection came from; the date of retrieval is left out."""

    url: str
    licence: str
    sha256: str
    query: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """A name collection that names were drawn from."""

    name: str
    digest: str
    names: int
    provenance: tuple[ProvenanceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneratedRecord:
    """A file that harnesses run or read, and the digest of its bytes."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """How many instances were left out, or are in a file but unchanged, and why.

    `path` is the file they are missing from or unchanged in.
    """

    path: str
    kind: Literal["left-out", "unchanged"]
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class SplitRecord:
    """A split: the file it reads and how many rows that has."""

    name: str
    path: str
    rows: int


@dataclass(frozen=True, slots=True)
class ConfigRecord:
    """A config of the release, a view on its files."""

    name: str
    kind: Literal["entswap", "by-dataset", "by-seed"]
    splits: tuple[SplitRecord, ...]


@dataclass(frozen=True, slots=True)
class OriginalRecord:
    """Which file holds the unrenamed rows of a renamed one, and from which source they come."""

    path: str
    original: str
    source: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a release is made of; see the classes above for the parts.

    `package` and `engine` are versions, `recognizer` is the fingerprint of the recognizer.
    `distinct_names` says that new names were drawn so that none equals the old one or a name
    that the instance already holds; a mapping given by a user promises no such thing.
    `generated` are the files for harnesses (builders.cards.harness_files); in a release of
    edits they are those of the full one.
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
        """Return the canonical JSON text: sorted keys, one value a line, a final newline."""
        data = asdict(self)
        for record in data["files"]:
            _drop_empty(record)
        return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str, path: str = "manifest.json") -> Manifest:
        """Read a manifest; FixInputError names the place of what does not fit."""
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
        """Return the files in the order of the recipe: as people read them, not by path."""
        places = {entry.path: place for place, entry in enumerate(self.originals)}
        return tuple(sorted(self.files, key=lambda record: places.get(record.path, len(places))))

    def record(self, path: str) -> FileRecord | None:
        """Return the record of a file, None where there is none."""
        return next((record for record in self.files if record.path == path), None)


def _drop_empty(record: dict[str, Any]) -> None:
    """Drop what a record of a file need not have."""
    for part in record["parts"]:
        _drop_empty(part)
    if not record["parts"]:
        del record["parts"]


_KINDS: Final[Mapping[type, str]] = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false",
    list: "a list", dict: "an object", NoneType: "null",
}  # fmt: skip


def decoded(kind: type[_T], value: Any, where: str) -> _T:
    """Read a dataclass from JSON values; FixInputError names the place of what does not fit."""
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
    """Return the fields of a record and their types: a manifest has thousands of records."""
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
