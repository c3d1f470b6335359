"""The manifest: all inputs and all files of a release, as JSON.

It contains no time of the build, no host names and no paths outside the release. The same recipe,
sources, collections and versions therefore give the same bytes.
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
"""The key that marks a field as optional in the metadata of the field (dataclasses.field).

An optional field may be missing from the JSON text, and is left out of it if it is empty.
"""

_T = TypeVar("_T")


def _joined(digests: Iterable[str]) -> str:
    return sha256("".join(digests).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A data file of a release, with its sizes and its digests."""

    path: str
    """The path in the release."""
    rows: int
    """The number of rows."""
    changed: int
    """The number of renamed rows."""
    bytes: int
    """The size of the file."""
    memory: int
    """The uncompressed size of the values in the file, in bytes."""
    sha256: str
    """The digest of the bytes of the file."""
    logical: str
    """The digest of the rows, whatever way they are stored (see builders.releases.logical)."""
    parts: tuple[FileRecord, ...] = field(default=(), metadata={OPTIONAL: True})
    """The Parquet files in which a large file is stored, in order; empty for any other file.

    The digests of a file with parts are computed from the digests of its parts.
    """

    @classmethod
    def of_parts(cls, path: str, parts: Sequence[FileRecord]) -> FileRecord:
        """Return the record of a file that is stored as the given parts.

        If the only part has the path of the file, the record of this part is returned.
        """
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
        """Return the records of the Parquet files that store this file.

        These are its parts or, if it has no parts, this record itself.
        """
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
    """A source dataset as it was read: its digest, its size and its origin."""

    name: str
    sha256: str
    """The digest of the source file."""
    questions: int
    """The number of questions."""
    passages: int
    """The number of passages."""
    gold: Literal["list", "answers"]
    """The kind of gold answers: a separate list, or the distinct answer texts."""
    skipped: int = 0
    """The number of faulty questions that were skipped at the user's request."""
    licence: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class ProvenanceRecord:
    """The place from which names of a collection were retrieved, without the date of retrieval."""

    url: str
    licence: str
    sha256: str
    query: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """A name collection from which new names were drawn; `names` is the number of its names."""

    name: str
    digest: str
    names: int
    provenance: tuple[ProvenanceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneratedRecord:
    """A generated file that evaluation harnesses run or read, and the digest of its bytes."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """How many instances were left out of a file, or left unchanged in it, for the same reason."""

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
    """A config: a name under which some of the files of the release can be loaded as splits."""

    name: str
    kind: Literal["entswap", "by-dataset", "by-seed"]
    """What the config contains, besides the split of the original file if there is one.

    - entswap: one variant of EntSwap.
    - by-dataset: a perturbation of one dataset, with a split for each seed.
    - by-seed: a perturbation with one seed, or the original files, with a split for each dataset.
    """
    splits: tuple[SplitRecord, ...]


@dataclass(frozen=True, slots=True)
class OriginalRecord:
    """The origin of a data file: the file with the same rows before renaming, and the source.

    For a file with original rows, `original` is the file itself.
    """

    path: str
    original: str
    source: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a release: its inputs and its files."""

    recipe: RecipeRecord
    package: str
    """The version of the package."""
    engine: str
    """The version of the code that turns mentions and new names into edits."""
    recognizer: str
    """The fingerprint of the recognizer: its library, model, version and settings."""
    seeds: int
    """The number of seeds."""
    sources: tuple[SourceRecord, ...]
    collections: tuple[CollectionRecord, ...]
    files: tuple[FileRecord, ...]
    originals: tuple[OriginalRecord, ...]
    """For each file, the file with the same rows before renaming."""
    configs: tuple[ConfigRecord, ...]
    reasons: tuple[ReasonCount, ...] = ()
    """Why instances were left out or left unchanged, with counts."""
    generated: tuple[GeneratedRecord, ...] = ()
    """The files for evaluation harnesses (see builders.cards.harness_files).

    For an edits-only release, which has no texts, these are the files of the full release.
    """
    distinct_names: bool = True
    """Whether new names differ from the old name and do not occur in the source instance.

    This is true for every release that is built from a recipe.
    """
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
        """Return the records of all files in the order in which the recipe makes the files."""
        places = {entry.path: place for place, entry in enumerate(self.originals)}
        return tuple(sorted(self.files, key=lambda record: places.get(record.path, len(places))))

    def record(self, path: str) -> FileRecord | None:
        """Return the record of a file, or None if the manifest does not list it."""
        return next((record for record in self.files if record.path == path), None)


def _drop_empty(record: dict[str, Any]) -> None:
    """Remove `parts` from the record of a file if it is empty, and likewise from each part."""
    for part in record["parts"]:
        _drop_empty(part)
    if not record["parts"]:
        del record["parts"]


_KINDS: Final[Mapping[type, str]] = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false",
    list: "a list", dict: "an object", NoneType: "null",
}  # fmt: skip


def decoded(kind: type[_T], value: Any, where: str) -> _T:
    """Return an instance of the dataclass `kind` with the values of a JSON object.

    Raises FixInputError with the location of a missing, unknown or invalid value. `where` is the
    location of the object.
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
    """Return the type of each field of a dataclass.

    The result is cached because a manifest has many records of the same class.
    """
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
