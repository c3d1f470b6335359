"""The entity types that correspond to the labels of spaCy's, Stanza's and similar pipelines."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from builders.errors import FixInputError
from builders.toml_file import read_toml
from builders.types import EntityType

_TYPES: Final[dict[str, EntityType]] = read_toml(Path(__file__).with_name("labels.toml"))["types"]


def label_types(pipeline: str, labels: Iterable[str]) -> dict[str, EntityType]:
    """Return the entity type for each label that a pipeline gives to names.

    A pipeline without labels for countries or cities gives them the label LOC. The type for LOC is
    then GPE, and a gazetteer later tells which places are countries or cities. `pipeline` is a name
    for messages. Raises FixInputError if no label is known.
    """
    marked = {label.rpartition("-")[2] for label in labels}
    types = {label: _TYPES[label] for label in sorted(marked) if label in _TYPES}
    if not types:
        raise FixInputError(
            f"{pipeline}: marks no names that are known here (its labels: "
            f"{', '.join(sorted(marked)) or 'none'}); choose a pipeline with labels such as PERSON"
        )
    if not {"GPE", "COUNTRY", "CITY"} & marked:
        types.update({label: "GPE" for label in ("LOC", "LOCATION") if label in types})
    return types
