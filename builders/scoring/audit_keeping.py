"""Judged sheets kept beside quality.toml, so that a card's quality table is made from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from builders.cards.quality_table import read_quality
from builders.cards.sheets import Sheet, read_sheet, sheet_text
from builders.errors import ChooseFolderError, FixInputError
from builders.releases.export import save
from builders.releases.release_reading import batches_of, read_manifest

FOLDER: Final = "readings"
_TEXTS: Final = ("source", "renamed")


@dataclass(frozen=True, slots=True)
class About:
    """What a sheet does not say: what the rows were made from, and what else is to be known."""

    texts: str
    note: str = ""


def keep(sheets: Sequence[Path], release: Path, quality: Path, about: About) -> tuple[str, ...]:
    """Copy sheets beside quality.toml and add a reading of them; return the names of the copies.

    The texts of rows are left out of the copies, as licences of sources may ask. Raises
    FixInputError for sheets that are not of one sample of the release.
    """
    if not quality.parent.is_dir():
        raise ChooseFolderError(f"{quality}: expected a file of a folder that exists")
    read_quality(quality)
    read = [read_sheet(path) for path in sheets]
    for path, other in zip(sheets[1:], read[1:], strict=True):
        if other.keys() != read[0].keys():
            raise FixInputError(f"{path}: has other units than {sheets[0]}: not of one sample")
    _check_rows(sheets[0], read[0], release)
    recipe = read_manifest(release).recipe
    copies: dict[str, str] = {}
    for each in read:
        text = sheet_text(_without_texts(cells) for cells in each.values())
        digest = sha256(text.encode()).hexdigest()
        copies[f"{FOLDER}/{recipe.name}-{recipe.version}-{digest[:8]}.csv"] = digest
        place = quality.parent / FOLDER / f"{recipe.name}-{recipe.version}-{digest[:8]}.csv"
        place.parent.mkdir(exist_ok=True)
        save([text.removesuffix("\n")], place)
    entry = {"recipe": recipe.name, "version": recipe.version, "texts": about.texts,
             "note": about.note}  # fmt: skip
    lines = ["[[readings]]", *(f"{key} = {_quoted(value)}" for key, value in entry.items())]
    for name, digest in copies.items():
        lines += ["", "[[readings.sheets]]", f"file = {_quoted(name)}", f'sha256 = "{digest}"']
    before = quality.read_text(encoding="utf-8").rstrip("\n") if quality.is_file() else ""
    save([*([before, ""] if before else []), *lines], quality)
    return tuple(copies)


def _without_texts(cells: Mapping[str, str]) -> Mapping[str, str]:
    return {**cells, **dict.fromkeys(_TEXTS, "")}


def _quoted(text: str) -> str:
    """Return a text as TOML writes it, which is as JSON does."""
    return json.dumps(text)


def _check_rows(path: Path, sheet: Sheet, release: Path) -> None:
    """Raise FixInputError where a unit is of no row of the release."""
    known = {record.path for record in read_manifest(release).files}
    for file in dict.fromkeys(cells["path"] for cells in sheet.values()):
        ids: set[str] = set()
        if file in known:
            for batch in batches_of(release, file, ("id",), 1 << 16):
                ids.update(batch.column("id").to_pylist())
        for unit, cells in sheet.items():
            if cells["path"] == file and cells["id"] not in ids:
                raise FixInputError(f"{path}: unit {unit!r:.40} is of no row of {release}")
