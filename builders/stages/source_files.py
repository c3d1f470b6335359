"""Opening the sources of a recipe: local files, the embedded demo, the Hub and downloads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from huggingface_hub import cached_assets_path

from builders.errors import ChooseKnownError, FixInputError, RetryLaterError
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import SourceSpec
from builders.sources import format_table
from builders.sources.demo import demo_path
from builders.sources.hub import read_hub
from builders.sources.opening import NOT_REGULAR, UnreadableError, no_file, open_bytes
from builders.sources.recognition import HEAD, SQUAD, recognize
from builders.sources.row_formats import columns_of, holds_rows, row_format
from builders.sources.source_reading import Reading
from builders.types import Example

_FORMATS = {"hub-squad": "squad-rows", "hub-mrqa": "mrqa-rows"}
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Opened:
    """A source that is ready to be read."""

    spec: SourceSpec
    """The entry for the source in the recipe."""
    reading: Reading
    """The examples of the source."""
    digest: str
    """The identity of the content, for the manifest: a SHA-256, or the name of a Hub dataset."""
    gold: Literal["list", "answers"]
    """Whether the gold answers are a list of their own (MRQA) or the answer texts (SQuAD)."""

    def examples(self, *, answerable: bool) -> Iterable[Example]:
        """Return the examples; with `answerable`, only examples with an answer."""
        if not answerable:
            return self.reading
        return (example for example in self.reading if not example.is_impossible)

    def size(self, *, answerable: bool) -> int:
        """Return the number of examples or, with `answerable`, of examples with an answer.

        The number is known only after the source has been checked by `reading.check`.
        """
        return self.reading.answerable if answerable else self.reading.questions


def check_names(recipe: Recipe, given: Mapping[str, Path]) -> None:
    """Raise ChooseKnownError if a source in `given` is not in the recipe."""
    known = [spec.name for spec in recipe.sources]
    for name in given:
        if name not in known:
            raise ChooseKnownError("source", name, known)


def open_source(spec: SourceSpec, given: Mapping[str, Path], *, skip_faulty: bool) -> Opened:
    """Open a source; a local file in `given` replaces the location in the recipe.

    `given` has the paths of local files by source name. Raises FixInputError if there is no file to
    read, and RetryLaterError if a download fails.
    """
    if spec.name in given:
        return _file(spec, given[spec.name], skip_faulty=skip_faulty)
    if spec.hub_id:
        reading = read_hub(
            spec.hub_id,
            dataset=spec.name,
            subset=spec.subset,
            split=spec.split or "validation",
            revision=spec.revision,
            skip_faulty=skip_faulty,
        )
        return Opened(spec, reading, reading.name, _gold(spec.format))
    if spec.embedded:
        return _file(spec, demo_path(spec.embedded), skip_faulty=skip_faulty)
    if spec.url:
        from name_collections.errors import NamesError
        from name_collections.fetch import fetch

        folder = cached_assets_path("renamer", "sources", spec.name)
        try:
            path = fetch(spec.url, folder=folder, sha256=spec.sha256, md5=spec.md5)
        except NamesError as error:
            raise RetryLaterError(
                f"{error}, or give your own file with --source {spec.name}=PATH"
            ) from None
        return _file(spec, path, skip_faulty=skip_faulty)
    raise FixInputError(
        f"source {spec.name}: the recipe names no place to fetch it from; "
        f"give your file with --source {spec.name}=PATH"
    )


def _gold(name: str) -> Literal["list", "answers"]:
    return "list" if "mrqa" in name else "answers"


def _file(spec: SourceSpec, path: Path, *, skip_faulty: bool) -> Opened:
    problem = no_file(path)
    if problem and not (problem == NOT_REGULAR and row_format(path)):
        problem = "no such file" if problem == "does not exist" else problem
        raise FixInputError(f"{path}: {problem} (source {spec.name})")
    name = _format(spec.format, path)
    reading = format_table.read(
        path, format=name, dataset=spec.name, subset=spec.subset, skip_faulty=skip_faulty
    )
    return Opened(spec, reading, _digest(path), _gold(name))


def _format(wanted: str, path: Path) -> str:
    """Return the name of the format in which to read a file; `wanted` is the recipe's format.

    A SQuAD file is accepted in place of an MRQA file, and so are files of rows such as CSV or
    Parquet (any format in row_formats.ROW_FORMATS). Rows in the layout of MRQA on the Hub are
    recognized by the column `detected_answers`.
    """
    if wanted in _FORMATS and _begins(path, b"PAR1"):
        own = "detected_answers" if wanted == "hub-mrqa" else "answers"
        return _FORMATS[wanted] if own in (held := columns_of(path)) or not held else "rows"
    if wanted == "cmrc" and not path.is_dir():
        return wanted  # One layout of CMRC is a list of objects, which looks like rows.
    wanted = wanted.removeprefix("hub-")
    if path.is_dir() or holds_rows(path):
        return "mrqa-rows" if "detected_answers" in columns_of(path) else "rows"
    if wanted == "mrqa":
        try:
            with open_bytes(path) as stream:
                found = recognize(stream.read(HEAD))
        except (UnreadableError, OSError):
            return wanted
        return "squad" if found == SQUAD else wanted
    return wanted


def _begins(path: Path, mark: bytes) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(mark)) == mark
    except OSError:
        return False  # The error is reported when the file is read.


def _digest(path: Path) -> str:
    hasher = sha256()
    if path.is_dir():
        for inside in sorted(member for member in path.iterdir() if member.is_file()):
            hasher.update(f"{inside.name}\0{_digest(inside)}\n".encode())
        return hasher.hexdigest()
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                hasher.update(block)
    except OSError as error:
        raise FixInputError(f"{path}: cannot be read: {error.strerror}") from None
    return hasher.hexdigest()
