"""The countries and states to which the peoples and places of a text belong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Final

from builders.countries import (
    BRITAIN,
    ENGLAND,
    HOME_COUNTRIES,
    HOME_NATIONALITIES,
    PARTS_OF_A_PEOPLE,
    PAST_COUNTRIES,
    SUCCESSORS,
    USA,
    people_of_state,
)
from builders.past_states import parts_of_state
from builders.perturbations.swap_entities import Derived, State
from builders.perturbations.swapped_types import is_of_no_country, swap_type
from builders.places import alias_key, country_key, place_keys
from builders.spans.aliases import nationality_key
from builders.stages.organization_places import is_country_after_of
from builders.text import fold_key
from builders.types import Entity


@dataclass(frozen=True, slots=True)
class Home:
    """The country and the state to which an entity belongs, if they are known."""

    country: str = ""
    """The folded name of the country, or empty if it is not known."""
    state: State | None = None
    """The state in which a city lies or, if the entity is a state, that state.

    It is a pair of the folded country and the folded name.
    """
    is_capital: bool = False
    """Whether the entity is the capital of the country."""
    towns: tuple[str, ...] = ()
    """If the entity is a state, the ids of its cities in the text."""
    derived: Derived | None = None
    """If a past state or its people is called after a country of today, how its name is made."""
    after_people: bool = False
    """Whether it is a state called after a people of no known country (Almohad Caliphate)."""
    people_of: frozenset[str] = frozenset()
    """For the people of a city, state or region (Bavarian), the folded names of the place."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The countries, states and cities that a text names; all names are folded."""

    countries: frozenset[str] = frozenset()
    """The countries that are mentioned by name or by a nationality."""
    named: frozenset[str] = frozenset()
    """The countries that are mentioned by name."""
    states: Mapping[str, str] = field(default_factory=dict)
    """The country of each state, by the name of the state."""
    towns: Mapping[str, str] = field(default_factory=dict)
    """The entity id of each city, by the name of the city."""
    main: str = ""
    """The country that the text names most often, itself or by its people or places.

    Only places that are known in one country count. Of several countries it is the first. It is
    empty if there is none.
    """
    told: Mapping[str, str] = field(default_factory=dict)
    """The ids of the places in which the text says that other places are, by entity id."""
    regions: Mapping[str, Home] = field(default_factory=dict)
    """The home of each state and country, by entity id."""

    def state_around(self, county: Entity, home: Home) -> State | None:
        """Return the state in which a county or another part of a state is, or None if unknown.

        The text puts it there, or it is a county of the United States and the text names only one
        of their states. `home` is the home of the county, taken for a state.
        """
        told = self.region_of(county.id)
        if told is not None and told.state is not None:
            return told.state if told.state != home.state else None
        key = fold_key(county.name)
        if home.country != USA or not key.endswith(_COUNTY):
            return None
        ours = ((land, state) for state, land in self.states.items() if land == USA)
        states = [one for one in ours if not one[1].endswith(_COUNTY)]
        return states[0] if len(states) == 1 else None

    def region_of(self, place: str) -> Home | None:
        """Return where the text says that the place with this id is, or None if it does not."""
        return self.regions.get(self.told.get(place, ""))

    def part_of_britain(self, place: str, county: State | None) -> str:
        """Return the country of the United Kingdom in which the text says a place is, or "".

        It may say so of the `county` in which the place is: Crewe, Cheshire, England.
        """
        own = (one for one, home in self.regions.items() if county and home.state == county)
        for start in (place, *own):
            at = start
            for _ in range(_LONGEST_CHAIN):
                at = self.told.get(at, "")
                country = self.regions.get(at, Home()).country
                if country in HOME_COUNTRIES:
                    return country
        return ""

    @property
    def lands(self) -> frozenset[str]:
        """Return the countries in the text or, if there are none, those of the states in it."""
        return self.countries or frozenset(self.states.values())


@dataclass(frozen=True, slots=True)
class Homes:
    """World knowledge: the countries of peoples and places, and the cities of states.

    A place or an organization whose country is unknown belongs to the country that the text names
    most often. In DocRED's training articles that name several countries, this is the country of
    65% of the places whose country is known. Names are folded.
    """

    peoples: Mapping[str, str] = field(default_factory=dict)
    """The country of each nationality."""
    capitals: Mapping[str, str] = field(default_factory=dict)
    """The country of each capital."""
    places: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    """All countries with a place of this name, by type and name.

    The type is CITY, STATE, or for other places and for universities LOCATION or ORGANIZATION.
    """
    cities: Mapping[State, tuple[str, ...]] = field(default_factory=dict)
    """The cities of each state, by country and state; the names of the cities are not folded."""
    lands: frozenset[str] = frozenset()
    """The keys of the countries of today (see `builders.places.country_key`)."""
    listed: frozenset[str] = frozenset()
    """Peoples whose country need not be known (Seminole), in the singular."""
    shores: Mapping[str, str] = field(default_factory=dict)
    """Whether a country is an island country ("island") or has no coast ("landlocked")."""
    demonyms: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The names of the city, state or region to which a people belongs, by `nationality_key`."""
    lesser: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The countries of capitals that have larger namesakes elsewhere (Hamilton in Bermuda).

    Only beside its country, such a name is that of the capital.
    """
    largest: Mapping[str, str] = field(default_factory=dict)
    """The country of each town that is far larger than all namesakes elsewhere (Boston)."""

    def surroundings(
        self,
        entities: Collection[Entity],
        before: Surroundings,
        times: Mapping[str, int] | None = None,
    ) -> Surroundings:
        """Return `before` together with the countries, states and cities among `entities`.

        `times` says how often the text names the entities, by id. Without it, each counts once.
        """
        named = before.named | {
            self._of_country(one.name).country for one in entities if swap_type(one) == "COUNTRY"
        }
        cities = {self._key(one): one.id for one in entities if one.type == "CITY"}
        towns = {**before.towns, **cities}
        entities = [one for one in entities if not self._towns_of_people(one, named, towns)]
        peoples = (one for one in entities if swap_type(one) == "NATIONALITY")
        lands = (
            before.countries | named | {self._of_nationality(one.name).country for one in peoples}
        )
        main = before.main or self._main(entities, times or {})
        states = dict(before.states)
        for state in {self._key(one) for one in entities if one.type == "STATE"}:
            country = self._country_of_state(state, lands, towns, main)
            if country:
                states.setdefault(state, country)
        regions = {
            **before.regions,
            **{one.id: self._of_country(one.name) for one in entities if one.type == "COUNTRY"},
            **{
                one.id: Home(states[key], (states[key], key))
                for one, key in ((one, self._key(one)) for one in entities if one.type == "STATE")
                if key in states
            },
        }
        return Surroundings(lands - {""}, named, states, towns, main, before.told, regions)

    def _main(self, entities: Iterable[Entity], times: Mapping[str, int]) -> str:
        """Return the country that is named most often, or the first of these, or "".

        See `Surroundings.main`.
        """
        counts = Counter[str]()
        for one in entities:
            if swap_type(one) in {"COUNTRY", "NATIONALITY"}:
                counts[self._of_country_or_people(one).country] += times.get(one.id, 1)
            elif one.type in {"CITY", "STATE"}:
                key = self._key(one)
                listed = self.places.get((one.type, key), frozenset())
                known = self.capitals.get(key) or self.largest.get(key)
                found = {known} if known else listed
                counts[next(iter(found)) if len(found) == 1 else ""] += times.get(one.id, 1)
        del counts[""]
        return max(counts, key=counts.__getitem__, default="")

    def _of_country_or_people(self, entity: Entity) -> Home:
        is_country = swap_type(entity) == "COUNTRY"
        return (self._of_country if is_country else self._of_nationality)(entity.name)

    @staticmethod
    def main(around: Surroundings) -> str:
        """Return the country that a text names most often, or an empty string.

        It is England, and not the United Kingdom, if the text names no other part of it.
        """
        named = around.countries & {*HOME_COUNTRIES, BRITAIN}
        return ENGLAND if around.main == BRITAIN and named == {ENGLAND} else around.main

    def of(self, entity: Entity, around: Surroundings) -> Home:
        """Return the country and state of an entity in a text.

        `around` has the countries, states and cities that the text names. A British place is in the
        country of the United Kingdom in which the text puts it (Cheshire, England), or if it has
        England but no other of these countries, nor the United Kingdom itself, in England. If it
        has Yugoslavia but not Serbia, a Serbian place is in Yugoslavia.
        """
        past = self._of_past(entity, around)
        if past is not None:
            return past
        named = around.countries & {*HOME_COUNTRIES, BRITAIN}
        if not named & HOME_COUNTRIES:
            return self._of(entity, around)
        home = self._of(entity, replace(around, countries=around.countries | {BRITAIN}))
        if home.country != BRITAIN:
            return self._of(entity, around)
        told = around.part_of_britain(entity.id, home.state)
        part = ENGLAND if named == {ENGLAND} else told
        return replace(home, country=part) if part else self._of(entity, around)

    def _of_past(self, entity: Entity, around: Surroundings) -> Home | None:
        """Return the past country of a place, or None if there is no such country in the text."""
        for past in sorted(around.countries & SUCCESSORS.keys()):
            heirs = SUCCESSORS[past]
            home = self._of(entity, replace(around, countries=around.countries.union(heirs)))
            if home.country in heirs and home.country not in around.countries:
                first = home.is_capital and home.country == heirs[0]
                return replace(home, country=past, is_capital=first)
        return None

    def _of(self, entity: Entity, around: Surroundings) -> Home:
        kind, key = swap_type(entity), self._key(entity)
        if kind in {"COUNTRY", "NATIONALITY"}:
            towns = self._towns_of_people(entity, around.named, around.towns)
            return Home(people_of=towns) if towns else self._of_country_or_people(entity)
        if entity.type == "STATE" and key in around.states:
            land = around.states[key]
            home = Home(land, (land, key))
            homes = {one: around.region_of(one) for one in around.towns.values()}
            own = (
                one
                for town, one in around.towns.items()
                if (homes[one] == home if homes[one] else self._is_in(town, land, key))
            )
            return replace(home, towns=tuple(own))
        if kind == "CITY":
            capital = next((name for name in _names(entity) if name in self.capitals), "")
            told = around.region_of(entity.id)
            lesser = self.lesser.get(key, frozenset()) & around.lands
            is_elsewhere = told is not None and told.country not in lesser
            home = self._of_city(capital or key, around, _NONE if is_elsewhere else lesser)
            listed = self.places.get(("CITY", key), frozenset())
            may_be = told is not None and (not listed or told.state or told.country in listed)
            return told if may_be and told and not (home.is_capital or home.state) else home
        named = self._named_in(key) if kind == "ORGANIZATION" else ""
        if named:
            return Home(named)
        if kind in _SOMEWHERE:
            known = (self.places.get((kind, name), frozenset()) for name in _names(entity))
            return Home(_only(around.lands, around.main, next(filter(None, known), frozenset())))
        return Home()

    def is_people(self, name: str) -> bool:
        """Return whether a name is that of a known people. A name in another script may be one."""
        is_listed = nationality_key(name) in self.listed or not fold_key(name).isascii()
        return is_listed or bool(self._of_nationality(name).country)

    def is_listed(self, name: str) -> bool:
        """Return whether there is a country, state, city or other place of this name."""
        kinds, key = ("STATE", "CITY", "LOCATION"), fold_key(name)
        return country_key(name) in self.lands or any((kind, key) in self.places for kind in kinds)

    def country_of_people(self, name: str) -> str:
        """Return the key of the country of a nationality, or an empty string if it is unknown."""
        return self._of_nationality(name).country

    def _named_in(self, name: str) -> str:
        """Return the country of the people that a folded name contains, or the country after "of".

        The result is empty if there is none. A country without "of" does not count, because it may
        be a person (the Jordan Company), nor does one that is also a state (University of Georgia).
        """
        words = name.split()
        for at, size in product(range(len(words)), range(_LONGEST, 0, -1)):
            part = " ".join(words[at : at + size])
            wider = " ".join(words[max(0, at - 1) : at + size])
            people = self._of_people(part)
            if people and (wider == part or not self._is_wider(wider)):
                return people
            is_told = is_country_after_of(words[:at], part, self.lands)
            if is_told and ("STATE", part) not in self.places:
                return country_key(part)
        return ""

    def _is_wider(self, people: str) -> bool:
        """Return whether a people is another than that in which its name ends (West Indian)."""
        return people in self.listed or is_of_no_country(people)

    def _key(self, entity: Entity) -> str:
        """Return a folded name of an entity: if possible, one that is in the list of places."""
        keys = _names(entity)
        return next((key for key in keys if (entity.type, key) in self.places), keys[0])

    def _of_city(self, key: str, around: Surroundings, lesser: frozenset[str]) -> Home:
        """Return the home of a city; `lesser` are the countries whose lesser capital it may be."""
        if len(lesser) == 1 and self.capitals.get(key, "") not in around.lands:
            return Home(next(iter(lesser)), is_capital=True)
        if key in self.capitals:
            return Home(self.capitals[key], is_capital=True)
        states = [
            (land, state) for state, land in around.states.items() if self._is_in(key, land, state)
        ]
        if len(states) == 1:
            return Home(states[0][0], states[0])
        # Shanghai is a province, too, and listed as that alone.
        listed = (self.places.get((kind, key), frozenset()) for kind in ("CITY", "STATE"))
        found = next(filter(None, listed), _NONE)
        largest = self.largest.get(key, "") if around.main not in found else ""
        return Home(_only(around.lands, largest or around.main, found))

    def _towns_of_people(
        self, entity: Entity, named: Container[str], towns: Mapping[str, str]
    ) -> frozenset[str]:
        """Return the cities in a text after which a people of a past country is called there.

        Beside Rome, and without the Roman Empire, Romans are the people of the city. `named` are
        the countries that the text names, and `towns` its cities.
        """
        if swap_type(entity) != "NATIONALITY" or not entity.name:
            return _NONE
        country = self._of_nationality(entity.name).country
        if not country or country in self.lands or country in named:
            return _NONE
        return self.demonyms.get(nationality_key(entity.name), _NONE) & towns.keys()

    def country_of_places(self, names: Iterable[str], around: Surroundings) -> str:
        """Return the country of the places with which a people is at home (Goa), or "".

        `names` are the folded names of a city, state or region. The first one counts that the text
        has or that is listed in one country.
        """
        for name in sorted(names):
            listed = (self.places.get((kind, name), frozenset()) for kind in ("STATE", "CITY"))
            country = around.states.get(name, "") or _only(
                around.lands, "", next(filter(None, listed), frozenset({""}))
            )
            if country:
                return country
        return ""

    def _of_people(self, name: str) -> str:
        """Return the country of a nationality, or an empty string if unknown."""
        key = fold_key(name)
        for people in (key, nationality_key(name)):
            homeland = self.peoples.get(people) or HOME_NATIONALITIES.get(people)
            if homeland:
                return country_key(homeland)
        return ""

    def _of_nationality(self, name: str) -> Home:
        """Return the country of a nationality.

        East Germans and Native Americans are called after the Germans and the Americans. West
        Indians, who are a people of their own, are not called after the Indians.
        """
        country, is_listed = self._of_people(name), nationality_key(name) in self.listed
        for before, people, after in parts_of_state(name) if not country else ():
            home = self._of_people(people)
            is_part = fold_key(before[:-1]) in PARTS_OF_A_PEOPLE
            is_part |= fold_key(f"{before}{home}") in PAST_COUNTRIES
            if home and not after and (is_part or not is_listed):
                return Home(home, derived=Derived(before))
        of_place = self.demonyms.get(nationality_key(name), frozenset()) if not country else ()
        return Home(country, people_of=frozenset(of_place))

    def _of_country(self, name: str) -> Home:
        """Return the country of today after which a state is called, or else the state itself.

        Examples are Nazi Germany, the Kingdom of Italy and the Russian Empire.
        """
        key, known = country_key(name), self.lands | HOME_COUNTRIES
        if key in known or key != alias_key(name):
            return Home(key)
        for before, other, after in parts_of_state(name):
            if after:
                home = Home(self._of_people(other), derived=Derived("", after, of_people=True))
            else:
                home = self._of_country(other)
            # The Western Roman Empire is called after the Roman Empire, and that after the Romans.
            inner = home.derived or Derived("")
            if home.country and (home.derived or home.country in known):
                return replace(home, derived=inner._replace(before=f"{before}{inner.before}"))
        return Home(key, after_people=bool(people_of_state(alias_key(name))))

    def _country_of_state(
        self, state: str, countries: frozenset[str], towns: Iterable[str], main: str
    ) -> str:
        """Return the country of a state, or an empty string if the country is not clear.

        If several countries have a state of this name, the country is the only one of them that is
        in `countries`, or else the only one where the state has one of the `towns`, or else `main`.
        An unknown state belongs to the only country in `countries`, or else to `main`.
        """
        found = self.places.get(("STATE", state), frozenset())
        with_town = {land for land in found for town in towns if self._is_in(town, land, state)}
        only_one = len(found & countries) == 1 or len(with_town) != 1
        return _only(countries, main, found) if only_one else next(iter(with_town))

    def _is_in(self, town: str, country: str, state: str) -> bool:
        return town in _folded(self.cities.get((country, state), ()))


def _names(entity: Entity) -> list[str]:
    """Return the folded names of an entity in all spellings (St. Louis, Saint Louis)."""
    return [key for name in (entity.name, *entity.aliases) for key in place_keys(name)]


_COUNTY: Final = (" county", " parish")
"""The ends of the names of parts of the states of the United States."""
_LONGEST: Final = 6
"""The most words of a country's name that are looked for inside the name of an organization."""
_LONGEST_CHAIN: Final = 3
"""The most places, each in the next one, that a text names in a row."""
_SOMEWHERE: Final = frozenset({"LOCATION", "ORGANIZATION"})
_NONE: Final[frozenset[str]] = frozenset()


def _only(lands: frozenset[str], main: str, found: frozenset[str] = frozenset()) -> str:
    """Return the country of a place, or an empty string if it is not clear.

    `found` has the countries in which the place is known, and `lands` those that a text names. The
    place is in the only country in both, or else in the only one in `found`. If several countries
    are left, or the place is unknown, it is in `main`, the country that the text names most often.
    """
    # Uruguay has a state Florida, too, but a passage about the United States does not mean that.
    near = found & lands or found or lands or frozenset({main})
    if len(near) == 1:
        return next(iter(near))
    return main if main in near else ""


@lru_cache(maxsize=1024)
def _folded(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold_key, names))
