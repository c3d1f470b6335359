"""Store the filled-in sheets of annotators, and check dataset cards against these sheets.

The sheets are stored next to quality.toml, the file that lists them. The quality table of a dataset
card is computed from the sheets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from builders.cards.card_tables import quality as table_of
from builders.cards.card_tables import render
from builders.cards.quality_table import KeptSheet, read_quality
from builders.cards.sheets import Sheet, read_sheet, sheet_text
from builders.errors import ChooseFolderError, FixInputError, not_utf8
from builders.releases.export import save
from builders.releases.release_reading import batches_of, read_manifest

FOLDER: Final = "readings"
CARD: Final = "README.md"
_HEADING: Final = "\n## Quality\n"
_NAMED: Final = re.compile(r"`([^`\n]+)` \(SHA-256 `([0-9a-f]{64})`\)")
_TEXTS: Final = ("source", "renamed")


@dataclass(frozen=True, slots=True)
class About:
    """Remarks on the annotated rows that are written to quality.toml.

    `texts` describes the source texts of the rows, for example "ten articles". `note` has further
    remarks.
    """

    texts: str
    note: str = ""


def keep(
    sheets: Sequence[Path], releases: Sequence[Path], quality: Path, about: About
) -> tuple[str, ...]:
    """Copy filled-in sheets next to quality.toml, and list them in a new entry of that file.

    `quality` is the path of quality.toml. Returns the paths of the copies, relative to the folder
    of quality.toml. The texts of the rows are left out of the copies, in case the licence of a
    source dataset does not allow copying them. The rows can come from several releases of one
    recipe. Raises FixInputError if the sheets do not contain the same sample of these releases, and
    ChooseFolderError if the folder of quality.toml does not exist.
    """
    if not quality.parent.is_dir():
        raise ChooseFolderError(f"{quality}: expected a file of a folder that exists")
    read_quality(quality)
    read = [read_sheet(path) for path in sheets]
    for path, other in zip(sheets[1:], read[1:], strict=True):
        if other.keys() != read[0].keys():
            raise FixInputError(f"{path}: has other units than {sheets[0]}: not of one sample")
    _check_rows(sheets[0], read[0], releases)
    recipe, *more = (read_manifest(release).recipe for release in releases)
    for release, another in zip(releases[1:], more, strict=True):
        if (another.name, another.version) != (recipe.name, recipe.version):
            raise FixInputError(
                f"{release}: made by {another.name} {another.version}, and {releases[0]} by "
                f"{recipe.name} {recipe.version}; keep a sheet for each"
            )
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
    """Return a text as a quoted string of TOML, which is quoted in the same way as in JSON."""
    return json.dumps(text)


def _check_rows(path: Path, sheet: Sheet, releases: Sequence[Path]) -> None:
    """Raise FixInputError if a line of a sheet is not for a row of one of the releases."""
    files = {cells["path"] for cells in sheet.values()}
    rows = {
        (file, row)
        for release in releases
        for file in files & {record.path for record in read_manifest(release).files}
        for batch in batches_of(release, file, ("id",), 1 << 16)
        for row in batch.column("id").to_pylist()
    }
    for unit, cells in sheet.items():
        if (cells["path"], cells["id"]) not in rows:
            listed = ", ".join(map(str, releases))
            raise FixInputError(f"{path}: unit {unit!r:.40} is of no row of {listed}")


def check(release: Path, quality: Path) -> tuple[int, list[str]]:
    """Return how many annotated sheets a release's card names, and messages on faults of the card.

    It is a fault if the card names a sheet that is not stored next to quality.toml, if it names all
    sheets of an entry in quality.toml but lacks the table computed from them, or if it has a
    section on quality but names no sheet. Raises FixInputError or a subclass if the release is
    invalid or its card cannot be read, and FixRecipeError if quality.toml is invalid or a sheet
    does not have the digest that quality.toml states.
    """
    recipe = read_manifest(release).recipe
    place = release / CARD
    try:
        card = place.read_text(encoding="utf-8")
    except OSError as error:
        raise FixInputError(f"{place}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FixInputError(f"{place}: {not_utf8(error)}") from None
    named = {KeptSheet(*match) for match in _NAMED.findall(card)}
    readings = [each for each in read_quality(quality) if each.recipe == recipe.name]
    kept = {sheet for reading in readings for sheet in reading.sheets}
    faults = [f"{place}: counts {sheet.file} (SHA-256 {sheet.sha256:.12}…), which is not kept "
              f"beside {quality}" for sheet in sorted(named - kept)]  # fmt: skip
    for reading in readings:
        if named.issuperset(reading.sheets) and render(table_of(reading)) not in card:
            faults.append(f"{place}: its table is not what {reading.sheets[0].file} counts")
    if not named and _HEADING in card:
        faults.append(f"{place}: its section on quality names no sheet")
    return len(named), faults
