"""The check that related names stay related after renaming.

For example, if Peru becomes Kenya, Peruvian has to become Kenyan, and Lima has to become Nairobi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from builders.countries import BRITAIN, HOME_COUNTRIES, SUCCESSORS, people_of_state
from builders.past_states import parts_of_state
from builders.places import country_key, country_names
from builders.releases.quoting import shown
from builders.spans.aliases import nationality_key, singular_nation
from builders.types import Edit
from builders.verification.row_check import Broken, folded

_FIELDS: Final = frozenset({"context", "question", "title"})
_ANCHORS: Final = frozenset({"COUNTRY", "NATIONALITY"})
_PLACES: Final = frozenset({"CITY", "LOCATION"})


@dataclass(frozen=True, slots=True)
class Relations:
    """The countries to which names of countries, peoples and places belong.

    All names are folded (see builders.text.fold_key).
    """

    countries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The possible countries of each name of a country or people, the most likely one first.

    For example, "Congolese" has two.
    """
    capitals: Mapping[str, str] = field(default_factory=dict)
    """The country of each capital that has no larger namesake elsewhere."""
    homes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The country of each city and state, unless several countries have a place with its name.

    A key is the type, CITY or STATE, and the name.
    """
    places: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """All countries that have a place with the name, for each known name of a place."""
    towns: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The cities of each state, by the name of the state. States with the same name are joined."""
    drawn: frozenset[str] = frozenset()
    """The cities whose names can become new names."""
    peopled: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The names of the city, state or region to which a people belongs, by the name of the people
    and by each of these names: both Bavarian and Bavaria belong to Bavaria."""
    lesser: frozenset[str] = frozenset()
    """The other capitals, such as Hamilton. Their names are not checked as those of capitals."""

    def countries_of(self, name: str) -> tuple[str, ...]:
        """Return the possible countries of a name of a country or people, most likely first.

        The country of Nazi Germany is Germany, that of the Russian Empire Russia. For an unknown
        name, the only element is a key made from the name itself.
        """
        key = folded(name).removesuffix("'s").removesuffix("’s")
        return tuple(map(country_key, self._known(key) or (key,)))

    def known_countries_of(self, key: str) -> tuple[str, ...]:
        """Return the possible countries of a folded name, or nothing if it is not known."""
        found = tuple(map(country_key, self._known(key)))
        land = country_key(key)
        return found or ((land,) if country_names(land) else ())

    def lands_of(self, key: str) -> tuple[str, ...]:
        """Return the possible countries of a folded name, and the places of a people.

        For the city, state or region of a people, the place is the name itself. Romans are of the
        Roman Empire and of Rome.
        """
        own = self.peopled.get(key) or self.peopled.get(nationality_key(key), frozenset())
        return (*self.known_countries_of(key), *sorted(own))

    def _known(self, key: str) -> tuple[str, ...]:
        names = (key, nationality_key(key), singular_nation(key))
        found = next(filter(None, map(self.countries.get, names)), ())
        # Northern Ireland is no part of the country Ireland.
        is_whole = found or key in HOME_COUNTRIES
        others = () if is_whole else (self._known(other) for _, other, _ in parts_of_state(key))
        return found or next(filter(None, others), ())


Check = Callable[[Sequence[Edit], Relations], Iterator[Broken]]
"""A function that yields the faults of new names that have to stay related."""


def worlds_broken(edits: Sequence[Edit], relations: Relations) -> Iterator[Broken]:
    """Yield a fault for each new name that does not belong to the right country or state.

    For example, if Peru becomes Kenya, Peruvian must become Kenyan. All these faults break
    invariant 3 (see builders.verification.findings). The name of a people is only checked
    if the row also renames its country. The name of a place is only checked if the row also
    renames its country or the people of this country. If the row renames a state and its
    cities, the new cities must lie in the new state. A British place may go with the
    United Kingdom or with one of its countries, and is not checked if the row renames no country.
    """
    countries, peoples = _anchors(edits, relations)
    yield from _peoples_broken(countries, peoples, relations)
    for old, names in peoples.items():
        new_countries = chain.from_iterable(map(relations.countries_of, names))
        countries.setdefault(old, set()).update(new_countries)
    yield from _places_broken(edits, countries, relations)
    yield from _states_broken(edits, relations)


def peoples_broken(edits: Sequence[Edit], relations: Relations) -> Iterator[Broken]:
    """Yield the faults of worlds_broken that are about peoples and their countries."""
    yield from _peoples_broken(*_anchors(edits, relations), relations)


_Anchors = dict[str, set[str]]


def _anchors(edits: Sequence[Edit], relations: Relations) -> tuple[_Anchors, _Anchors]:
    """Return the new countries and the new peoples, by the key of the old country."""
    countries: _Anchors = {}
    peoples: _Anchors = {}
    for edit in edits:
        if edit.field in _FIELDS and edit.type in _ANCHORS:
            if edit.type == "NATIONALITY":
                peoples.setdefault(relations.countries_of(edit.old)[0], set()).add(edit.new)
                continue
            # The British Empire may stand for the country of the British.
            people = people_of_state(folded(edit.old))
            for name in (edit.old, people) if relations.known_countries_of(people) else (edit.old,):
                old = relations.countries_of(name)[0]
                countries.setdefault(old, set()).update(relations.countries_of(edit.new))
    return countries, peoples


def _peoples_broken(
    countries: Mapping[str, set[str]], peoples: Mapping[str, set[str]], relations: Relations
) -> Iterator[Broken]:
    for old, news in countries.items():
        for name in sorted(peoples.get(old, ())):
            # If a people has two names here, only one of them has to fit the new country.
            if news.isdisjoint(relations.countries_of(name)) and len(peoples[old]) == 1:
                yield 3, f"{shown(name)} does not belong to what {shown(old)} became"


def _places_broken(
    edits: Sequence[Edit], countries: Mapping[str, set[str]], relations: Relations
) -> Iterator[Broken]:
    towns = {(edit.entity, edit.old, edit.new, edit.type) for edit in edits
             if edit.field in _FIELDS and edit.type in _PLACES}  # fmt: skip
    names_countries = any(edit.type == "COUNTRY" for edit in edits)
    for entity, old, new, kind in sorted(towns):
        type_, _, name = entity.partition(":")
        if folded(old) != name:
            continue  # another form of the name, whose country is unknown
        capital_of = relations.capitals.get(name, "") if kind == "CITY" else ""
        home = capital_of or relations.homes.get((type_, name), "")
        news = countries.get(home)
        if news is None:
            continue
        if home == BRITAIN:
            if not names_countries:
                continue  # London may be in England, which this row does not rename.
            news = news.union(*(countries.get(part, set()) for part in HOME_COUNTRIES))
        # Prague may be in Czechoslovakia, even if a question names the Czech Republic.
        pasts = (past for past, heirs in SUCCESSORS.items() if home in heirs)
        news = news.union(*(countries.get(past, set()) for past in pasts))
        became = folded(new)
        if capital_of and relations.capitals.get(became) not in news:
            yield 3, f"{shown(new)} is not the capital of what {shown(capital_of)} became"
        elif not capital_of and not _known(relations.places, became, news) & news:
            yield 3, f"{shown(new)} is not in the country that the one of {shown(old)} became"


def _states_broken(edits: Sequence[Edit], relations: Relations) -> Iterator[Broken]:
    """Yield a fault for each new name of a city that does not lie in the new state.

    For example, if Texas becomes Bavaria, then Houston has to become a city in Bavaria. A city is
    checked if it belongs to exactly one state that the passage renames, unless it is a capital or
    its new name is not in `relations.drawn`. Nothing is yielded for a new state with fewer cities
    in `relations.drawn` than it needs; those that are a part of its name are not drawn.
    """
    named = {(edit.field, *edit.entity.partition(":"), edit.new) for edit in edits
             if edit.entity.endswith(f":{folded(edit.old)}")}  # fmt: skip
    states = {(old, new) for at, kind, _, old, new in named if (at, kind) == ("context", "STATE")}
    cities = {(old, new) for at, kind, _, old, new in named if at in _FIELDS and kind == "CITY"}
    own: dict[str, set[str]] = {}
    for city, new in cities:
        of = {state for state, _ in states if city in relations.towns.get(state, ())}
        is_capital = city in relations.capitals or city in relations.lesser
        if len(of) == 1 and not is_capital and folded(new) in relations.drawn:
            own.setdefault(of.pop(), set()).add(new)
    for state, became in sorted(states):
        listed = _known(relations.towns, folded(became), frozenset()) & relations.drawn
        towns = {town for town in listed if town not in folded(became)}
        for new in sorted(own.get(state, ())) if len(towns) >= len(own.get(state, ())) else ():
            if folded(new) not in towns:
                yield 3, f"{shown(new)} is not in {shown(became)}, which {shown(state)} became"


def _known(table: Mapping[str, frozenset[str]], name: str, otherwise: Set[str]) -> Set[str]:
    """Return the value of a name, or that of the name without its last word (Harari County)."""
    return table.get(name) or table.get(name.rpartition(" ")[0]) or otherwise


def rows_with_pairs(table: pa.Table) -> list[int]:
    """Return the indices of the rows that rename two names which might be related.

    The two names are a country and a people, a country or people and a place, or a city and a place
    of another type.
    """
    lists = table.column("edits").combine_chunks()
    kinds = pc.struct_field(lists.flatten(), "type")
    rows = pc.list_parent_indices(lists)
    country, people, city, place = (
        set(rows.filter(pc.equal(kinds, kind)).to_pylist())
        for kind in ("COUNTRY", "NATIONALITY", "CITY", "LOCATION")
    )
    return sorted((country & people) | ((country | people) & (city | place)) | (city & place))
