"""What readers found: how many names were rightly identified and substituted, by type.

dataset_cards/quality.toml; a recipe that is not in it has no such section. `renamer audit keep`
writes a reading whose counts are made from its sheets, which lie beside the file:

    [[readings]]
    recipe = "afrisquad2"
    version = "1.0.0"
    texts = "ten articles"    # what the rows that were read were made from
    note = ""                 # what else has to be known of this reading; may be left out

    [[readings.sheets]]       # one a reader; the first is counted, its arguable units as wrong
    file = "readings/afrisquad2-1.0.0-5e2d11ab.csv"
    sha256 = "…"              # a sheet that was changed is refused

Readings of which no sheets were kept are counts that were typed in:

    readers = 2               # who agreed on every name
    rows = 50                 # that were read with their sources beside

    [readings.types.PERSON]   # a reading without counts says in its note what was found
    names = 120               # that stand in these rows and should have been renamed
    identified = 113          # with the right type and borders
    substituted = 110         # by a fitting name, in every place
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from builders.cards.sheets import Sheet, read_sheet
from builders.errors import FixInputError, not_utf8, on_one_line
from builders.releases.keys import KeyFaults, Keys, parse_toml


@dataclass(frozen=True, slots=True)
class TypeQuality:
    """Counts of one entity type: names that were read, and those that are right."""

    type: str
    names: int
    identified: int
    substituted: int


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of rows that a recipe made from some texts."""

    recipe: str
    version: str
    readers: int
    rows: int
    texts: str
    note: str
    types: tuple[TypeQuality, ...]


def read_quality(path: Path) -> tuple[Reading, ...]:
    """Read the file, nothing where there is none; raise FixRecipeError with what is wrong."""
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
    """Return what a sheet counts by type: its units, and those judged right in each step."""
    found: dict[str, dict[str, list[str]]] = {}
    for cells in sheet.values():
        steps = found.setdefault(cells["type"], {"identification": [], "substitution": []})
        steps[cells["step"]].append(cells["judgement"])
    return tuple(
        TypeQuality(kind, len(steps["identification"]),
                    *(judged.count("right") for judged in steps.values()))
        for kind, steps in sorted(found.items()) if steps["identification"]
    )  # fmt: skip


def _reading(keys: Keys, folder: Path) -> Reading:
    if "sheets" in keys:
        return _of_sheets(keys, folder)
    made = Reading(
        recipe=keys.text("recipe"),
        version=keys.text("version"),
        readers=_required(keys, "readers"),
        rows=_required(keys, "rows"),
        texts=keys.text("texts"),
        note=keys.text("note", ""),
        types=tuple(_type(name, table) for name, table in keys.table("types").named_tables()),
    )
    if not made.types and not made.note:
        keys.fault("types", "is missing: a table [readings.types.<TYPE>] for every type read")
    keys.close()
    return made


def _of_sheets(keys: Keys, folder: Path) -> Reading:
    sheets = [_sheet(each, folder) for each in keys.tables("sheets")]
    first: Sheet = next((each for each in sheets if each), {})
    arguable = sum(cells["judgement"] == "arguable" for cells in first.values())
    said = [keys.text("note", "")]
    if arguable:
        said.append(f"{arguable:,} judgements are arguable and count as wrong.")
    made = Reading(
        recipe=keys.text("recipe"),
        version=keys.text("version"),
        readers=len(sheets),
        rows=len({(cells["path"], cells["id"]) for cells in first.values()}),
        texts=keys.text("texts"),
        note=" ".join(filter(None, said)),
        types=counted(first),
    )
    if not sheets:
        keys.fault("sheets", "is empty: one a reader")
    keys.close()
    return made


def _sheet(keys: Keys, folder: Path) -> Mapping[str, Mapping[str, str]]:
    name, digest = keys.text("file"), keys.text("sha256")
    keys.close()
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        keys.fault("file", "leads out of the folder")
        return {}
    if not path.is_file():
        keys.fault("file", f"there is no {path}")
        return {}
    if sha256(path.read_bytes()).hexdigest() != digest:
        keys.fault("sha256", f"{name} was changed since it was kept; see renamer audit keep")
        return {}
    try:
        return read_sheet(path)
    except FixInputError as error:
        keys.fault("file", on_one_line(str(error)))
        return {}


def _type(name: str, keys: Keys) -> TypeQuality:
    names = _required(keys, "names")
    right = []
    for key in ("identified", "substituted"):
        right.append(keys.count(key, 0, least=0))
        if key not in keys:
            keys.fault(key, "is missing")
        elif right[-1] > names:
            keys.fault(key, f"is more than the {names} names that were read")
    keys.close()
    return TypeQuality(name, names, *right)


def _required(keys: Keys, key: str) -> int:
    if key not in keys:
        keys.fault(key, "is missing")
    return keys.count(key, 1, least=1)
