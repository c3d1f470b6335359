"""The places and peoples in the names of organizations, which elections are called after, too.

If the Liberal Party of Canada is renamed after a new country, so is a Canadian federal election.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from builders.places import country_key
from builders.spans.answer_entities import word_spans
from builders.spans.knowledge import Knowledge
from builders.text import fold_key
from builders.types import Entity, EntityType

_LONGEST: Final = 6
"""The most words of a country's name that are looked for."""
_PLACES: Final[Mapping[str, EntityType]] = {"COUNTRY": "COUNTRY", "STATE": "STATE", "CITY": "CITY"}


class OrganizationPlaces:
    """Finds the countries and peoples in an organization's name.

    Entity renaming, which has `knowledge`, also renames the states and cities in such a name, so
    these are found for it, too.
    """

    def __init__(self, demonyms: Mapping[str, str], knowledge: Knowledge | None) -> None:
        """Find the peoples in `demonyms`, and their countries; all names are folded."""
        self._demonyms = demonyms
        self._lands = frozenset(map(country_key, demonyms.values()))
        self._knowledge = knowledge

    def __call__(self, organization: str) -> Iterator[tuple[str, EntityType]]:
        """Yield each place and people in the name with its type."""
        if self._knowledge is not None:
            for span in word_spans(Entity("", "ORG", organization), self._knowledge):
                if span.span_type in _PLACES:
                    yield span.surface, _PLACES[span.span_type]
        words = organization.split()
        for at, end in combinations(range(len(words) + 1), 2):
            part = " ".join(words[at:end]) if end - at <= _LONGEST else ""
            if fold_key(part) in self._demonyms:
                yield part, "NORP"
            elif self._knowledge is None and is_country_after_of(words[:at], part, self._lands):
                yield part, "COUNTRY"


def is_country_after_of(before: Sequence[str], name: str, countries: Container[str]) -> bool:
    """Return whether a name after the words `before` is that of a country: Bank of the U.S.

    Without "of" it may be a person (the Jordan Company). `countries` has the keys of all countries.
    """
    is_after = before[-1:] == ["of"] or before[-2:] == ["of", "the"]
    return is_after and not name.startswith("the ") and country_key(name) in countries
