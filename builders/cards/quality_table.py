"""What readers found: how many names were rightly identified and substituted, by type.

dataset_cards/quality.toml, which maintainers fill; a recipe that is not in it has no such section:

    [[readings]]
    recipe = "afrisquad2"
    version = "1.0.0"
    readers = 2               # who agreed on every name
    rows = 50                 # that were read with their sources beside
    texts = "ten articles"    # what they were made from
    note = ""                 # what else has to be known of this reading; may be left out

    [readings.types.PERSON]   # a reading without counts says in its note what was found
    names = 120               # that stand in these rows and should have been renamed
    identified = 113          # with the right type and borders
    substituted = 110         # by a fitting name, in every place
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builders.errors import FixInputError, not_utf8
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
    readings = tuple(map(_reading, root.tables("readings")))
    root.close()
    faults.check()
    return readings


def _reading(keys: Keys) -> Reading:
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
