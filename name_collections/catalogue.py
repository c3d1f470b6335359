"""The table of all sources of names and words that `renamer harvest` can read."""

from __future__ import annotations

from typing import Final

from name_collections.errors import ChooseKnownNameError
from name_collections.harvest import (
    arabic,
    census,
    chinese,
    countries_states_cities,
    french,
    indian,
    ptb,
    spanish,
    ssa,
    ud_english,
    wikidata,
)
from name_collections.harvest.source import Source

# To add a source, write a file in harvest/ with a parser and its SOURCE, add a raw fixture to
# tests/name_collections, and add a row here.
SOURCES: Final[tuple[Source, ...]] = (
    ssa.SOURCE,
    census.SOURCE,
    countries_states_cities.SOURCE,
    wikidata.SOURCE,
    wikidata.PERSONS,
    ptb.SOURCE,
    ud_english.SOURCE,
    french.SOURCE,
    indian.SOURCE,
    arabic.SOURCE,
    chinese.SOURCE,
    spanish.SOURCE,
)


def source(name: str) -> Source:
    """Return the source with the given name, or raise ChooseKnownNameError if it is unknown."""
    for row in SOURCES:
        if row.name == name:
            return row
    raise ChooseKnownNameError("source", name, (row.name for row in SOURCES))
