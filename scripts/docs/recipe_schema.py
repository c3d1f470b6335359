"""Finds the keys that a recipe can have, by recording which keys the recipe reader requests.

The meanings of the keys are in recipe_keys.toml.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from builders.releases.keys import Keys, parse_toml
from builders.releases.recipe import Recipe

MEANINGS: Final = Path(__file__).with_name("recipe_keys.toml")
# Tables whose keys are types, or names chosen by the author of the recipe.
_FREE: Final = {"perturbations": "NAME", "collections": "TYPE", "fixed": "TYPE"}
_FIXED_NAME: Final = """
[entity_renaming.perturbations.FixedName]
kind = "fixed-name"
fixed = {LAST = "Holm"}
"""


@dataclass(frozen=True)
class Key:
    """A key that a recipe can have."""

    table: str
    """The table of the recipe that contains the key, or empty for the top of the file."""
    name: str
    type: str
    """A description of the value ("list of strings")."""
    default: Any = None
    """The value if the recipe lacks the key, or None if the key is required."""
    allowed: tuple[str, ...] = ()
    """The allowed values, or empty if there is no list of them."""


class _Recorder(Keys):
    """Reads a recipe like its base class, and records every key that is requested."""

    asked: dict[tuple[str, str], Key]

    def _note(self, name: str, kind: str, default: Any = None, allowed: Any = ()) -> None:
        steps = [part for part in (*self.path, name) if isinstance(part, str)]
        path = [_FREE.get(above, step) for above, step in zip(["", *steps], steps, strict=False)]
        key = Key(".".join(path[:-1]), path[-1], kind, default, tuple(allowed))
        self.asked.setdefault((key.table, key.name), key)

    def text(self, key: str, *default: str) -> str:
        self._note(key, "string", *default)
        return super().text(key, *default)

    def flag(self, key: str, *, default: bool) -> bool:
        self._note(key, "true or false", default)
        return super().flag(key, default=default)

    def count(self, key: str, default: int, **bounds: int) -> int:
        most = f" to {bounds['most']:,}" if "most" in bounds else " or more"
        self._note(key, f"integer, {bounds['least']}{most}", default)
        return super().count(key, default, **bounds)

    def choice(self, key: str, known: Any, *default: str) -> str:
        self._note(key, "string", *(default or (None,)), known)
        return super().choice(key, known, *default)

    def texts(self, key: str, *default: Any) -> tuple[str, ...]:
        self._note(key, "list of strings", *default)
        return super().texts(key, *default)

    def choices(self, key: str, known: Any, *default: Any) -> tuple[str, ...]:
        self._note(key, "list of strings", *(default or (None,)), known)
        return super().choices(key, known, *default)

    def table(self, key: str) -> Keys:
        self._note(key, "table", {})
        return super().table(key)

    def tables(self, key: str) -> tuple[Keys, ...]:
        self._note(key, "array of tables", ())
        return super().tables(key)


def asked_keys() -> list[Key]:
    """Return every key that the recipe reader requests, in the order of the requests.

    The keys of a table are requested only if the recipe has the table. Therefore the recipe `demo`
    is read together with the only table that it lacks, a perturbation with a fixed name.
    """
    _Recorder.asked = {}
    Recipe.parse(f"{Recipe.read('demo').text}\n{_FIXED_NAME}", keys=_Recorder)
    return list(_Recorder.asked.values())


def meanings() -> dict[str, dict[str, str]]:
    """Return the meaning of every key of a recipe, by its table and then by its name."""
    return parse_toml(str(MEANINGS), MEANINGS.read_text(encoding="utf-8"))


def as_markdown() -> str:
    """Return the reference of recipe keys in Markdown, with one section per TOML table."""
    told = meanings()
    keys = asked_keys()
    parts: list[str] = []
    for table in dict.fromkeys(key.table for key in keys):
        head = "The top of the file" if not table else f"`{_bracketed(table)}`"
        parts += [f"## {head}", "| key | value | default | meaning |\n|---|---|---|---|"]
        parts[-1] += "".join(
            f"\n| `{key.name}` | {_value(key)} | {_default(key)} | {told[table][key.name]} |"
            for key in keys
            if key.table == table
        )
    return "\n\n".join(parts)


def _bracketed(table: str) -> str:
    return "[[sources]]" if table == "sources" else f"[{table}]"


def _value(key: Key) -> str:
    if not key.allowed:
        return key.type
    listed = ", ".join(f"`{value}`" for value in key.allowed)
    return f"list of {listed}" if key.type.startswith("list") else f"one of {listed}"


def _default(key: Key) -> str:
    if key.default is None:
        return "required"
    if isinstance(key.default, bool):
        return f"`{str(key.default).lower()}`"
    if isinstance(key.default, (list, tuple)):
        return "all" if key.allowed and tuple(key.default) == key.allowed else "none"
    if isinstance(key.default, dict):
        return "none"
    return f"`{key.default!r}`".replace("'", '"') if key.default != "" else "none"
