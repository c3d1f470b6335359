"""Annotation results: how often names were identified and replaced rightly, by type.

`renamer audit keep` writes the file dataset_cards/quality.toml. The card of a recipe that is not in
this file has no section on quality. The file names CSV files, called sheets, in which annotators
have judged renamed rows. The sheets are stored next to it, and all counts are computed from them:

    [[readings]]
    recipe = "afrisquad2"
    version = "1.0.0"
    texts = "ten articles"    # the source texts of the annotated rows
    note = ""                 # further remarks; optional
    [[readings.sheets]]       # one per annotator; the first sheet is counted
    file = "readings/afrisquad2-1.0.0-5e2d11ab.csv"
    sha256 = "…"              # a sheet that has been modified is refused

The card of a release names the sheets with their digests. `renamer audit check` compares the card
with the sheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from builders.cards.sheets import STEPS, Sheet, read_sheet
from builders.errors import FixInputError, not_utf8, on_one_line
from builders.releases.keys import KeyFaults, Keys, parse_toml


@dataclass(frozen=True, slots=True)
class Judged:
    """The number of all judgements, and the numbers of those that are "right" or "arguable"."""

    units: int
    """The number of all judgements: "right", "arguable" and "wrong"."""
    right: int
    arguable: int


@dataclass(frozen=True, slots=True)
class TypeQuality:
    """The numbers of judgements in an annotator's sheet for one entity type."""

    type: str
    identification: Judged
    """The judgements of whether names were found rightly."""
    substitution: Judged
    """The judgements of whether names were replaced rightly."""


@dataclass(frozen=True, slots=True, order=True)
class KeptSheet:
    """A CSV file with an annotator's judgements, stored next to quality.toml."""

    file: str
    """The path, relative to quality.toml."""
    sha256: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """The annotation of a sample of a recipe's rows, with one sheet per annotator."""

    recipe: str
    version: str
    rows: int
    """The number of annotated rows."""
    texts: str
    """What the source texts of the rows are, for example "ten articles"."""
    note: str
    types: tuple[TypeQuality, ...]
    """The judgements in the first sheet, counted by entity type."""
    sheets: tuple[KeptSheet, ...]


def read_quality(path: Path) -> tuple[Annotation, ...]:
    """Read quality.toml and the sheets that it names; return () if the file does not exist.

    Raises FixRecipeError if the file is invalid or a sheet is missing or has changed, and
    FixInputError if the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise FixInputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FixInputError(f"{path}: {not_utf8(error)}; save the file as UTF-8") from None
    faults = KeyFaults(path.name, text)
    root = Keys(parse_toml(path.name, text), (), faults)
    readings = tuple(_reading(keys, path.parent) for keys in root.tables("readings"))
    root.close()
    faults.check()
    return readings


def counted(sheet: Sheet) -> tuple[TypeQuality, ...]:
    """Return the numbers of judgements in an annotator's sheet, one entry per entity type.

    There may be more judgements of identification than of substitution, because a name that was
    missed has no substitution to judge.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for cells in sheet.values():
        steps = found.setdefault(cells["type"], {step: [] for step in STEPS})
        steps[cells["step"]].append(cells["judgement"])
    return tuple(
        TypeQuality(kind, *(Judged(len(each), each.count("right"), each.count("arguable"))
                            for each in steps.values()))
        for kind, steps in sorted(found.items())
    )  # fmt: skip


def _reading(keys: Keys, folder: Path) -> Annotation:
    sheets = [_sheet(each, folder) for each in keys.tables("sheets")]
    first: Sheet = next((sheet for _, sheet in sheets if sheet), {})
    made = Annotation(
        recipe=keys.text("recipe"),
        version=keys.text("version"),
        rows=len({(cells["path"], cells["id"]) for cells in first.values()}),
        texts=keys.text("texts"),
        note=keys.text("note", ""),
        types=counted(first),
        sheets=tuple(kept for kept, _ in sheets),
    )
    if not sheets:
        keys.fault("sheets", "is missing: a table [[readings.sheets]] for every reader")
    keys.close()
    return made


def _sheet(keys: Keys, folder: Path) -> tuple[KeptSheet, Sheet]:
    kept = KeptSheet(keys.text("file"), keys.text("sha256"))
    keys.close()
    return kept, _lines(keys, folder / kept.file, folder, kept) or {}


def _lines(keys: Keys, path: Path, folder: Path, kept: KeptSheet) -> Sheet | None:
    if not path.resolve().is_relative_to(folder.resolve()):
        keys.fault("file", "leads out of the folder")
    elif not path.is_file():
        keys.fault("file", f"there is no {path}")
    elif sha256(path.read_bytes()).hexdigest() != kept.sha256:
        keys.fault("sha256", f"{kept.file} was changed since it was kept; see renamer audit keep")
    else:
        try:
            return read_sheet(path)
        except FixInputError as error:
            keys.fault("file", on_one_line(str(error)))
    return None
