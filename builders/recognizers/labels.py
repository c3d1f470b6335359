"""The entity types that correspond to the labels of spaCy's, Stanza's and similar pipelines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from builders.errors import FixInputError
from builders.types import EntityType

# The type of each label that pipelines give names. Labels of other things (dates, numbers, events,
# works, languages) are left out. Add a label here.
_TYPES: Final[dict[str, EntityType]] = {
    # OntoNotes 5, the scheme of most pipelines for English
    "PERSON": "PERSON",
    "ORG": "ORG",
    "GPE": "GPE",
    "LOC": "LOC",
    "FAC": "LOC",
    "NORP": "NORP",
    # CoNLL 2003 and WikiNER
    "PER": "PERSON",
    # The finer labels of CoreNLP and Stanza
    "ORGANIZATION": "ORG",
    "LOCATION": "LOC",
    "COUNTRY": "COUNTRY",
    "STATE_OR_PROVINCE": "STATE",
    "STATE": "STATE",
    "CITY": "CITY",
    "NATIONALITY": "NORP",
    "RELIGION": "NORP",
    "FACILITY": "LOC",
}


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
