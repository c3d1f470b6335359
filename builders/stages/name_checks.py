"""A check that the name collections of a recipe have names of every type that it renames."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final, cast

from builders.releases.keys import KeyFaults
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import (
    ANSWER_TYPES,
    RENAMING_TYPES,
    AnswerType,
    EntityRenaming,
    EntSwap,
    PerturbationSpec,
)
from builders.stages import ingredients
from builders.type_table import TYPE_TABLE
from builders.types import SpanType
from name_collections import store
from name_collections.columns import Columns

_DRAWN: Final = {
    answer: tuple(
        span_type
        for row in TYPE_TABLE
        if row.answer == answer
        for span_type in row.drawn
        if span_type in RENAMING_TYPES
    )
    for answer in ("PER", "ORG", "GPE")
}
"""The span types for which entity renaming needs new names, by answer type."""


def check_collections(recipe: Recipe, folder: Path | None) -> None:
    """Check that a recipe's name collections have names of every type that the recipe renames.

    `folder` has further name collections of the user, or is None. Raises FixRecipeError if one type
    has no names or one excluded collection is unknown, FixManyKeysError for several such faults,
    and NamesError for any other unknown collection.
    """
    faults = KeyFaults(f"recipe {recipe.name}", recipe.text)
    if recipe.entity_renaming is not None:
        _check_renaming(recipe.entity_renaming, folder, faults)
    if recipe.entswap is not None:
        _check_entswap(recipe.entswap, folder, faults)
    faults.check()


def _check_renaming(renaming: EntityRenaming, folder: Path | None, faults: KeyFaults) -> None:
    for spec in renaming.perturbations:
        for name in spec.exclude:
            if name not in store.known(folder):
                faults.add(
                    ("entity_renaming", "perturbations", spec.name, "exclude"),
                    f"there is no collection {name} (names that training data holds); make it with "
                    f"`renamer names seen TRAIN --as {name} --out NAMES` and give --names NAMES",
                )
        if not spec.collections and not spec.fixed:
            continue
        held = _held(spec.collections, folder) | {span_type for span_type, _ in spec.fixed}
        allowed = [each for each in ANSWER_TYPES if not _lacking(each, held)]
        for answer_type in spec.types:
            for lacking in _lacking(answer_type, held):
                key = ("entity_renaming", "perturbations", spec.name)
                faults.add((*key, "types"), _message(spec, answer_type, lacking, allowed))


def _lacking(answer_type: AnswerType, held: Collection[SpanType]) -> list[str]:
    """Return the parts of an answer type for which there are no new names.

    The parts of MIX are PER, ORG and GPE. Any other answer type has only itself as its part. `held`
    has the span types with names. A part has no names if `held` has none of its span types (for
    GPE, these are COUNTRY, STATE and CITY).
    """
    parts = _DRAWN if answer_type == "MIX" else (answer_type,)
    return [part for part in parts if not set(_DRAWN[part]) & set(held)]


def _message(
    spec: PerturbationSpec, answer_type: str, lacking: str, allowed: Iterable[AnswerType]
) -> str:
    given = ", ".join(spec.collections) or "fixed"
    wanted = f"{lacking} ({', '.join(_DRAWN[lacking])})"
    return f"{answer_type}: no names for {wanted} in {given}; allowed: {_listed(allowed)}"


def _check_entswap(entswap: EntSwap, folder: Path | None, faults: KeyFaults) -> None:
    for swap_type, names in entswap.collections:
        held = _held(names, folder)
        persons = swap_type == "PERSON" and {"FIRST_MALE", "FIRST_FEMALE", "LAST"} <= held
        if swap_type not in held and not persons:
            message = (
                f"no names for {swap_type} in {', '.join(names)}; there: {_listed(sorted(held))}"
            )
            faults.add(("entswap", "collections", swap_type), message)


def _held(names: Iterable[str], folder: Path | None) -> set[SpanType]:
    """Return the span types of the names in some collections, without names flagged as risky.

    Risky names are not drawn as new names. For example, some of them are also common words.
    """
    drawn = (
        Columns.of(ingredients.collection(name, folder).names).where({"risky": ""})
        for name in names
    )
    return {cast(SpanType, each) for columns in drawn for each in columns.counts("span_type")}


def _listed(held: Iterable[str]) -> str:
    return ", ".join(held) or "none"
