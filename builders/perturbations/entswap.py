"""EntSwap: one new name for every entity of a passage (Siro and Ajayi 2023, section 4)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Final

from builders.articles import ARTICLE_ALONE, has_definite, takes_article
from builders.countries import people_of_state
from builders.draws import Key
from builders.lexicon.tables import words
from builders.perturbations.new_acronyms import acronym_of
from builders.perturbations.person_names import MOST_CANDIDATES, PersonNames
from builders.perturbations.pools import Pool
from builders.perturbations.reserved_names import ReservedNames, word_key
from builders.perturbations.swap_entities import (
    TRIBE,
    Derived,
    DrawnSoFar,
    EntityName,
    State,
    SwapEntity,
    may_replace,
    suits_article,
)
from builders.perturbations.swap_names import SwapNames
from builders.perturbations.swapped_types import wider_peoples
from builders.perturbations.worlds import World, renamed_after, with_place_head
from builders.place_stems import is_plural, place_stem
from builders.places import country_key, country_names
from builders.text import fold_key, occurs_in
from builders.types import Entity


def draw(
    names: SwapNames,
    entities: Iterable[SwapEntity],
    reserved: ReservedNames,
    key: Key,
    given: DrawnSoFar | None = None,
) -> DrawnSoFar:
    """Return new names for `entities`, in addition to the names already `given`.

    Names are drawn in the order of `entities`, except that persons without a known surname
    come last. For example, a person who is only called Holm gets the new surname of Ann
    Holm. If related names stay related (`names.world` is given), countries, peoples and
    states come before the other entities, whose names can depend on them. For example, the
    new name of a capital depends on that of its country.

    All new names are different, and none occurs in the instance. `key` identifies recipe,
    config, seed and passage. The name of an entity depends only on the key and on the
    entities before it. An entity that keeps its name, or for which no name is free, is
    missing from the result.
    """
    drawing = _Drawing(names, reserved.copy(), key, given or DrawnSoFar())
    items = sorted(entities, key=_is_called_by_one_name)
    if names.world is not None:
        drawing.settle(items)
        items.sort(key=drawing.depends)
    for item in items:
        drawing.add(item)
    for item in items if names.world is not None else ():
        drawing.follow(item)
    return drawing.result()


class _Drawing:
    def __init__(
        self, source: SwapNames, reserved: ReservedNames, key: Key, given: DrawnSoFar
    ) -> None:
        self.source = source
        self.reserved = reserved
        self.key = key
        self.names = dict(given.names)
        self.surnames = dict(given.surnames)
        self.firsts = dict(given.firsts)
        self.person_names = PersonNames(
            source, reserved, key, self.names, self.surnames, self.firsts
        )
        self.countries = dict(given.countries)
        self.called = dict(given.called)
        self.peoples = dict(given.peoples)
        self.persons: set[str] = set()
        """The old names of persons in `called`."""
        self.cities_here: set[str] = set()
        """The names of the cities in the passage."""
        self.stems: dict[str, str] = {}
        """The new stems of states (Kaluga in Kaluga Oblast), by old stem."""
        self.states = dict(given.states)
        self.towns: Counter[State] = Counter()
        """The number of cities in each state of the passage that need new names."""
        self.staying: set[str] = set()
        """The names in the passage that stay because no name of the same kind can replace them."""
        self.of_kind: Counter[tuple[str, str, str]] = Counter()
        """The number of entities that need new names, by country, entity type and kind."""
        for person in self.names.values():
            self._take(person)
        for country in self.countries.values() if source.world is not None else ():
            for name in self._names_of(country):
                self.reserved.take(name)

    @property
    def _place_kinds(self) -> Mapping[str, str]:
        return self.source.words.get("LOCATION", {})

    def result(self) -> DrawnSoFar:
        return DrawnSoFar(
            self.names, self.surnames, self.firsts, self.countries, self.called, self.peoples,
            self.states,
        )  # fmt: skip

    def settle(self, items: Iterable[SwapEntity]) -> None:
        """Draw a new country for each country that one of the entities is or belongs to."""
        world = self.source.world or World()
        items = list(items)
        self.cities_here = {item.entity.name for item in items if item.swap_type == "CITY"}
        told: dict[str, list[SwapEntity]] = {}
        for item in items:
            is_kept = item.unique and self.source.keep_kind
            if item.homeland and item.entity.id not in self.names and not is_kept:
                told.setdefault(item.homeland, []).append(item)
                state = item.within or (item.state if item.swap_type == "CITY" else None)
                if state:
                    self.towns[state] += 1
                if not item.within:
                    self.of_kind[item.homeland, item.swap_type, item.kind] += 1
        for homeland in sorted(told.keys() - self.countries.keys()):
            country = self._country(homeland, told[homeland])
            if country:
                self.countries[homeland] = country
                # What is called after the country follows it, even if only its people are named.
                own = () if people_of_state(homeland) else (homeland.title(),)
                names = country_names(homeland) or own
                for name in names:
                    self.called.setdefault(name, country)
                self._call_people(homeland, country)
                definite = self.source.official.get(country, "")
                people = next(iter(world.nationalities.get(country, ())), "")
                self._call_country(names, EntityName(country, "", "", definite, people=people))
                for name in self._names_of(country):
                    self.reserved.take(name)

    def _call_people(self, homeland: str, country: str) -> None:
        """Note the new people for what is called after the old one: the North Vietnamese Army."""
        world = self.source.world or World()
        old, new = world.peoples.get(homeland, ""), world.nationalities.get(country, ())
        if old and new:
            self._call_after_people(old, new[0])

    def _call_after_people(self, old: str, new: str) -> None:
        """Note the new name of a people, and its plural, for what is called after them."""
        self.called.setdefault(old, new)
        if not old.endswith("s"):
            plural = new if new in self.source.same_plural else f"{new}s"
            self.called.setdefault(f"{old}s", plural)

    def depends(self, item: SwapEntity) -> tuple[int, int, int]:
        """Return a sort key that puts an entity after those on which its new name may depend.

        For example, Jacksonville Beach comes after Jacksonville, and Kano State after Kano. A city
        in a state that the text names comes before other cities, because it needs one of the few
        cities of the new state.
        """
        if item.within:
            return 0, 2, 0
        is_first = item.swap_type in _FIRST or item.kind == "state"
        is_first &= not (item.people_of or item.after_person or self._is_after_city(item))
        if is_first:
            return 0, int(item.after_people), 0
        words = len(item.entity.name.split())
        if item.swap_type == "CITY":
            return 1, int(item.state is None), words
        return (1, 0, 0) if item.swap_type == "PERSON" else (2, 0, words)

    def _is_after_city(self, item: SwapEntity) -> bool:
        """Return whether a state has the name of a city in the passage: Kano State, beside Kano."""
        has_name = item.stem in self.cities_here and item.stem != item.entity.name
        return item.kind == "state" and has_name

    def _country(self, homeland: str, items: Sequence[SwapEntity]) -> str:
        """Return a new country for the entities (`items`) that belong to the country `homeland`.

        None of the names of the new country may be in use already. Among such countries, the
        one that has fitting new names for the most entities is chosen; the country, its people,
        its states and their cities come before all others. Returns an empty string if no country
        is found.
        """
        articles = frozenset(
            article for item in items if item.swap_type == "COUNTRY" for article in item.articles
        )
        entity = Entity(f"COUNTRY:{homeland}", "COUNTRY", homeland)
        # In the names of organizations (Bank of Canada) a country is written without the article.
        country = SwapEntity(entity, "COUNTRY", articles=articles or frozenset({False}))
        world = self.source.world or World()
        states = self.of_kind[homeland, "LOCATION", "state"]
        best, most = "", (-1, -1, False)
        for name in islice(self._in_order(country), MOST_CANDIDATES):
            reserved = any(each in self.reserved for each in self._names_of(name))
            if reserved or _are_one(name, world.capitals.get(name, "")):
                continue
            suited = [item for item in items if self._suits(name, item, world)]
            of_country = sum(bool(one.state) or _is_of_country(one) for one in suited)
            own = not states or self._has_states(name, states, world, or_cities=False)
            score = of_country, len(suited), own
            if score > most:
                best, most = name, score
            if len(suited) == len(items) and own:
                break
        return best

    def _suits(self, country: str, item: SwapEntity, world: World) -> bool:
        """Return whether a new country has a fitting name for an entity.

        A past state or its people (East Germany) needs a country whose name is one word. A country
        that the text calls an island or landlocked, or whose coast it names, needs such a country.
        The new name of a country or people must take "a" or "an" as the old name does in the text.
        If the old name of a people has the article (the French), the plural of the new name must
        equal its singular. For a state, or a city in a known state, the new country must have a
        state that can replace the old state (`_fitting_states`), and as many states as are needed.
        For another place, an organization or another people, it must have enough names of the kind
        that can be written with or without the article, as the old name is.
        """
        if item.derived is not None and not item.derived.is_long_form and " " in country:
            return False
        if not world.is_at(country, item.shore):
            return False
        if _is_of_country(item):
            names = self._names_in(country, item, world)
            people = world.nationalities.get(country, ())[:1]
            is_free = item.swap_type == "COUNTRY" or not item.articles
            has_plural = is_free or self.source.same_plural.issuperset(people)
            return has_plural and all(suits_article(item, EntityName(one, "", "")) for one in names)
        if not item.state:
            return item.swap_type not in self.source.kinds or self._has_kind(country, item, world)
        needed = self.of_kind[item.homeland, item.swap_type, item.kind]
        return self._has_states(country, needed if item.kind == "state" else 1, world) and any(
            states.names for states in self._fitting_states(country, item, world)
        )

    def _has_states(
        self, country: str, needed: int, world: World, *, or_cities: bool = True
    ) -> bool:
        """Return whether a country has enough states whose names are not in the text (North).

        `or_cities` says whether these may be the names of cities, too (Lagos).
        """
        states: Iterable[str] = world.states_of(country).names
        if not or_cities:
            cities = {*world.cities_of(country).names, world.capitals.get(country, "")}
            states = (name for name in states if name not in cities)
        free = (name for name in states if name not in self.reserved)
        return len(list(islice(free, needed))) == needed

    def _has_kind(self, country: str, item: SwapEntity, world: World) -> bool:
        """Return whether a country has enough names of an entity's kind, such as rivers.

        It must have a fitting name for each entity of this kind that needs a new name (`of_kind`).
        Names with that of the country or its people (University of Burundi) are not free.
        """
        pool = self.source.pool_of(item) or Pool(())
        keeps = self.source.keep_article and item.articles
        needed = self.of_kind[item.homeland, item.swap_type, item.kind] if pool.names else 0
        own = self._names_of(country)
        found = (
            name
            for name in pool.names
            if world.is_in(name, country) and not any(occurs_in(name, each) for each in own)
        )
        fitting = (name for name in found if not keeps or self._fits(name, item))
        return len(list(islice(fitting, needed))) == needed

    def _names_of(self, country: str) -> tuple[str, ...]:
        world = self.source.world or World()
        people = world.nationalities.get(country, ())[:1]
        names = (country, self.source.official.get(country, ""), *people)
        return (*filter(None, names), *filter(None, [world.capitals.get(country, "")]))

    def _of_world(self, item: SwapEntity) -> EntityName | None:
        """Return the new name that an entity must have so that related names stay related.

        For example, the capital of a country gets the name of the new country's capital. Returns
        None if no name follows in this way, or if it is not free.
        """
        world = self.source.world
        if world is None:
            return None
        if item.after_person and item.entity.name in self.persons:
            return EntityName(self.called[item.entity.name], "", "")
        follows = self._named_after(item) or self._of_place(item)
        if follows is not None:
            return follows
        country = self.countries.get(item.homeland, "")
        free = self._unused(self._names_in(country, item, world)) if country else None
        if free is not None and item.swap_type == "COUNTRY":
            peoples = world.nationalities.get(country, ()) if item.derived is None else ()
            definite = self._definite(country, item.derived)
            return replace(free, definite=definite, people=next(iter(peoples), ""))
        return free

    def _named_after(self, item: SwapEntity) -> EntityName | None:
        """Return the new name of what is called after an entity with a new name (Bank of Boston).

        Returns None if no new name follows in this way, or if it is not free.
        """
        # Western Australia becomes a state of the new country, and not the west of it, but Kaluga
        # Region is Kaluga Oblast.
        is_state = item.kind == "state" and item.homeland in self.countries
        is_state &= item.stem not in self.stems and not self._is_after_city(item)
        is_own = is_state or (self.source.keep_kind and item.unique)
        is_called = item.swap_type in _CALLED and not is_own
        if not (is_called or item.after_people or _is_extended(item, self.called)):
            return None
        called = self._called_in(item.entity.name)
        if item.kind == "state" and item.stem in self.stems:
            called = {item.stem: self.stems[item.stem]}
        if item.kind in self.source.staying.get(item.swap_type, ()):
            # The Green Party is not called after Mr Green.
            called = {old: new for old, new in called.items() if old not in self.persons}
        new = renamed_after(item.entity.name, called)
        follows = self._unused([new]) if new and new != item.entity.name else None
        return follows and replace(follows, acronym=self._acronym(item, new))

    def _of_place(self, item: SwapEntity) -> EntityName | None:
        """Return the new name of the place whose people an entity is, or None if it has none."""
        news = (new for old, new in self.called.items() if fold_key(old) in item.people_of)
        found = EntityName(next(news, ""), "", "") if item.people_of else None
        return found if found and found.full and suits_article(item, found) else None

    def _called_in(self, name: str) -> dict[str, str]:
        """Return the new names of what an organization or place may be called after.

        At its start or after a number, the name of a country that takes the article stands for the
        people: the U.S. Army becomes the Kenyan Army. What is called after the South Americans is
        not called after the Americans, nor the East India Company after India.
        """
        people = {
            old: new
            for old, new in self.peoples.items()
            if re.match(rf"(?:\d\w* )?{re.escape(old)} (?!\d)", name)
        }
        wider = {each: each for old in self.called for each in wider_peoples(old)}
        places = {
            each: each for old in self.called for each in self.source.wider_places.get(old, ())
        }
        return {**places, **self.called, **people, **wider}

    def _definite(self, country: str, derived: Derived | None) -> str:
        """Return the name of a new country to use with the article, or an empty string."""
        if derived is None:
            return self.source.official.get(country, "")
        has_two_names = self.source.keep_article and derived.is_long_form
        return derived.full(country) if has_two_names else ""

    def _names_in(self, country: str, item: SwapEntity, world: World) -> Iterator[str]:
        """Yield the new names that a country has for an entity, depending on the entity's type.

        The names are the country itself, its people, its capital, or its other cities or states.
        Organizations and other types get none here.
        """
        if _is_of_country(item):
            derived = item.derived or Derived("")
            derived = Derived("") if derived.is_long_form else derived
            of_people = derived.of_people or item.swap_type == "NATIONALITY"
            names = world.nationalities.get(country, ())[:1] if of_people else (country,)
            yield from map(derived.full, names)
        elif item.is_capital:
            yield from filter(None, [world.capitals.get(country, "")])
        elif item.swap_type == "CITY" or item.kind == "state":
            key = (*self.key, item.swap_type, fold_key(item.entity.name))
            is_city = item.swap_type == "CITY" or item.within in self.states
            places = (
                self._cities(country, item, world)
                if is_city
                else self._states(country, item, world)
            )
            for pool in places:
                yield from (name for name in pool.walk(key) if name not in self.reserved)

    def _cities(self, country: str, item: SwapEntity, world: World) -> Iterator[Pool]:
        """Yield the pools from which a city's new name may be drawn, or that of a county.

        They are the cities of its new state, if that is known, and then those of the new country.
        """
        state = item.within or item.state
        if state in self.states:
            yield world.towns_of(country, self.states[state])
        yield world.cities_of(country)

    def _states(self, country: str, item: SwapEntity, world: World) -> Iterator[Pool]:
        """Yield the pools from which a state's new name may be drawn.

        The states of the new country with suitable cities to replace those of the old state (see
        `_fitting_states`) come before its other states. In each of these two groups, states that
        have the name of a city (Dar es Salaam) come last.
        """
        for pool in (*self._fitting_states(country, item, world), world.states_of(country)):
            cities = {*world.cities_of(country).names, world.capitals.get(country, "")}
            yield pool.only(name for name in pool.names if name not in cities)
            yield pool

    def _fitting_states(self, country: str, item: SwapEntity, world: World) -> Iterator[Pool]:
        """Yield one pool: the states of a new country that can replace an old state and its cities.

        If new names were already drawn for cities in the old state, these are the states that have
        all of the new cities. Otherwise these are the states with at least as many cities as need
        new names.
        """
        pool, towns = world.states_of(country), self.towns[item.state] if item.state else 0
        cities = {self.names[town].full for town in item.towns if town in self.names}
        # Bujumbura is not drawn beside Bujumbura Mairie, because one name holds the other.
        of_state = {
            name: [town for town in world.towns_of(country, name).names if town not in name]
            for name in pool.names
        }
        if cities:
            yield pool.only(name for name, its in of_state.items() if cities.issubset(its))
        else:
            yield pool.only(name for name, its in of_state.items() if len(its) >= towns)

    def _unused(self, names: Iterable[str]) -> EntityName | None:
        """Return the first of `names` that is free: not a new name already, nor in the passage.

        Returns None if no name is free.
        """
        used = {person.full for person in self.names.values()}
        free = (name for name in names if name not in used and not self.reserved.occurs(name))
        return next((EntityName(name, "", "") for name in free), None)

    def add(self, item: SwapEntity) -> None:
        if item.entity.id in self.names:
            return
        is_person = item.swap_type == "PERSON"
        if item.unique and self.source.keep_kind:
            return
        person = self.person_names.draw(item) if is_person else self._of_world(item)
        if person is None and not is_person and not self._is_called_after_one_that_stays(item):
            person = self._other(item)
        if person is None:
            if self.source.stays(item) and not item.unique:
                # Holm University is not called after "the University".
                words = self.source.words.get(item.swap_type, {})
                names = (item.entity.name, *item.entity.aliases)
                self.staying.update(n for n in names if n.isupper() or n.lower() not in words)
            return
        self._name(item, person)

    def follow(self, item: SwapEntity) -> None:
        """Rename an entity without a new name after others that have got theirs by now.

        For example, Minnehaha Falls may come before Minnehaha Creek.
        """
        if item.entity.id not in self.names and item.swap_type != "PERSON":
            follows = self._named_after(item)
            if follows is not None:
                self._name(item, follows)

    def _is_called_after_one_that_stays(self, item: SwapEntity) -> bool:
        """Return whether the name of an entity contains a name that stays.

        For example, if the island of Lampedusa stays, so does Lampedusa Airport.
        """
        name = item.entity.name
        is_called = self.source.world is not None and item.swap_type in _CALLED
        return is_called and any(
            one != name and occurs_in(name, one) for one in self.staying if one in name
        )

    def _name(self, item: SwapEntity, person: EntityName) -> None:
        """Give an entity its new name, and note it for others that are called after the entity."""
        drawn = person.full
        if item.kind == "state":
            person = replace(person, full=self._with_head(drawn, item))
        self.names[item.entity.id] = person
        self._take(person)
        if item.swap_type == "PERSON":
            last = item.entity.last or item.entity.name
            self.persons.update((last, item.entity.name))
            self.called.setdefault(last, person.last)
            self.called[item.entity.name] = person.full
        else:
            names = (item.entity.name, *_aliases(item))
            is_place = item.swap_type in _PLACES
            self.called.update(
                {
                    name: with_place_head(person.full, name) if is_place else person.full
                    for name in names
                }
            )
            if item.swap_type == "NATIONALITY" and self.source.world is not None:
                self._call_after_people(item.entity.name, person.full)
            if item.kind == "state" and item.stem not in {"", item.entity.name}:
                self.stems[item.stem] = place_stem(person.full, self._place_kinds) or person.full
            if item.stem and (item.stem in names or item.stem not in self.called):
                self.called[item.stem] = place_stem(person.full, self._place_kinds) or person.full
            if item.swap_type == "COUNTRY":
                self._call_country(names, person)
        if item.swap_type == "COUNTRY" and item.derived is None:
            self.countries[country_key(item.entity.name)] = person.full
        if item.swap_type == "LOCATION" and item.state:
            self.states[item.state] = drawn

    def _call_country(self, names: Iterable[str], country: EntityName) -> None:
        """Note the new name of a country for what is called after its old names with an article.

        The Supreme Court of the US becomes that of the Republic of Kenya, or of Kenya.
        """
        with_the = f"the {country.definite}" if country.definite else country.full
        for name in filter(takes_article, names):
            if not takes_article(country.full):
                self.called[f"the {name}"] = with_the
            if country.people:
                self.peoples[name] = country.people

    def _with_head(self, new: str, item: SwapEntity) -> str:
        """Return the new name of an organization or place, with the last word of the old name.

        The word is added to the name of a state that does not tell by itself what it is (Harari
        County), to a name without the article and a word for its kind that replaces the name of an
        organization with the article (the Biograph Company), and to such a name of another place
        if one of the old and the new name has the article and the other has not (Cedar Creek).
        """
        kinds = self.source.words.get(item.swap_type, {})
        is_state = item.kind == "state"
        if item.swap_type == "LOCATION" and not is_state and not self._lacks_article(new, item):
            return new
        # The Carnegie Corporation of New York is a corporation.
        name = item.entity.name if is_state else item.entity.name.partition(" of ")[0]
        head = name.rsplit(maxsplit=1)[-1]
        if kinds.get(head.lower()) != item.kind:
            return new
        told = {kinds.get(word.lower(), "") for word in new.split()} - {""}
        if (item.kind in told) if is_state else told:
            return new
        is_bare = True in item.articles and has_definite(new) is not True
        is_bare |= item.swap_type == "LOCATION"
        return f"{new} {head}" if is_state or is_bare else new

    def _lacks_article(self, name: str, item: SwapEntity) -> bool:
        """Return whether a place's new name takes "the" or not, unlike its old name in the text."""
        keeps = self.source.world is not None and self.source.keep_article and item.articles
        return bool(keeps) and len(item.articles) == 1 and not self._fits(name, item)

    def _take(self, person: EntityName) -> None:
        for name in person.names:
            self.reserved.take(name)

    def _other(self, item: SwapEntity) -> EntityName | None:
        official = self.source.official if item.swap_type == "COUNTRY" else {}
        for drawn in islice(self._in_order(item), MOST_CANDIDATES):
            name = self._with_head(drawn, item) if item.swap_type in _CALLED else drawn
            if item.swap_type == "LOCATION" and self._lacks_article(name, item):
                continue
            person = EntityName(name, "", "", official.get(name, ""), self._acronym(item, name))
            if may_replace(item.entity, name) and not any(
                each in self.reserved for each in person.names
            ):
                return person
        return None

    def _in_order(self, item: SwapEntity) -> Iterator[str]:
        """Yield candidates for an entity, the best ones first; a name may be repeated.

        If a nationality stays with its country, the nationalities of the new country come first.
        Then come names that meet all preferences that apply: they are plural if the old name is
        (the Rocky Mountains), keep the article, have a free acronym, take "a" or "an" as the old
        name does, are in the new country, and of parliaments, courts and armies, have a word for
        the kind of the old name (Navy). Names that meet fewer of them follow, those that meet more
        first, and at last all names.
        """
        country = self.countries.get(country_key(item.homeland), "") if self.source.pair else ""
        if item.swap_type == "NATIONALITY" and country and _is_of_country(item):
            yield from self.source.nationalities.get(country, ())
        wanted: list[Callable[[str], bool]] = []
        if self.source.world is not None and item.swap_type == "LOCATION":
            number = is_plural(item.entity.name, self._place_kinds)
            wanted.append(lambda name: is_plural(name, self._place_kinds) == number)
        if self.source.keep_article and item.articles:
            wanted.append(lambda name: self._fits(name, item))
        if item.in_short:
            wanted.append(lambda name: bool(self._acronym(item, name)))
        if item.indefinite:
            wanted.append(lambda name: suits_article(item, EntityName(name, "", "")))
        world, land = self.source.world, self.countries.get(item.homeland, "")
        if world is not None and land:
            wanted.append(lambda name: world.is_in(name, land))
        if world is not None and self.source.is_of_one_country(item):
            words = self.source.words.get(item.swap_type, {})
            old = _kind_words(item.entity.name, words)
            wanted.append(lambda name: not old.isdisjoint(_kind_words(name, words)))
        for size in range(len(wanted), -1, -1):
            for tests in combinations(wanted, size):
                yield from (
                    name for name in self._candidates(item) if all(test(name) for test in tests)
                )

    def _acronym(self, item: SwapEntity, name: str) -> str:
        """Return the acronym of an organization's new name, or an empty string.

        It is empty if the text does not use the acronym of the old name, or if another name in the
        text or another new name equals the acronym.
        """
        acronym = acronym_of(name) if item.in_short else ""
        return "" if acronym in self.reserved else acronym

    def _fits(self, name: str, item: SwapEntity) -> bool:
        """Return whether a new name can be written with "the" or without, as the old name is.

        If the old name is that of a people with the article (the French), the new name must
        have the same form in the singular and the plural.
        """
        if item.swap_type == "NATIONALITY":
            return name in self.source.same_plural
        if item.swap_type != "COUNTRY":
            # The Rhine has the article of the Rhine River, its full form.
            is_bare = item.swap_type == "LOCATION" and item.kind in ARTICLE_ALONE
            is_bare = is_bare and not _kind_words(name, self._place_kinds)
            full = f"{name} {item.kind}" if is_bare else name
            return item.articles == {has_definite(full) is True}
        has = {takes_article(name), name in self.source.official or takes_article(name)}
        return has.issuperset(item.articles)

    def _candidates(self, item: SwapEntity) -> Iterator[str]:
        """Yield all names of the pool for an entity, in random order.

        Of parliaments, courts and armies, only those of the new country are yielded, and no navy
        for an army.
        """
        pool = self.source.pool_of(item)
        if pool is None or not pool.names:
            return
        walk = pool.walk((*self.key, item.swap_type, fold_key(item.entity.name)))
        if self.source.is_of_one_country(item):
            world, land = self.source.world or World(), self.countries.get(item.homeland, "")
            branches = _branches(item.entity.name)
            walk = (
                name for name in walk if world.is_in(name, land) and _branches(name) == branches
            )
        words = len(item.entity.name.split())
        yield from (
            name for name in walk if not self.source.match_words or len(name.split()) == words
        )


def _aliases(item: SwapEntity) -> tuple[str, ...]:
    """Return further names of a country or city that may be part of longer names in the text.

    For a country, these are all its names, for a city those that the passage calls it by. Returns
    an empty tuple for other entities.
    """
    if item.swap_type == "COUNTRY":
        return country_names(country_key(item.entity.name))
    return item.entity.aliases if item.swap_type == "CITY" else ()


def _are_one(country: str, capital: str) -> bool:
    """Return whether the name of a country contains that of its capital, or the reverse.

    Examples are Djibouti and its capital Djibouti, and Guatemala and Guatemala City.
    """
    one, other = word_key(country), word_key(capital)
    return bool(capital) and (one in other or other in one)


def _kind_words(name: str, words: Container[str]) -> set[str]:
    """Return the words of a name that tell its kind, in lower case: navy, for the Royal Navy."""
    return {word for word in name.lower().split() if word in words}


def _branches(name: str) -> set[str]:
    """Return the words of a name that tell a branch of the armed forces: navy, air, coast."""
    return set(_BRANCHES.intersection(name.lower().split()))


def _is_extended(item: SwapEntity, called: Iterable[str]) -> bool:
    """Return whether an entity is a city whose name begins with another renamed name.

    For example, Jacksonville Beach begins with Jacksonville. Capitals are excepted, and cities
    called after their state, as New York City. `called` are the old names that were renamed.
    """
    name = item.entity.name
    begins = any(name.startswith(f"{old} ") and name != f"{old} City" for old in called)
    return begins and item.swap_type == "CITY" and not item.is_capital


_BRANCHES: Final[frozenset[str]] = words("words_of_names", "branches")
_FIRST: Final = ("COUNTRY", "NATIONALITY")
_PLACES: Final = ("CITY", "LOCATION")
_CALLED: Final = frozenset({"ORGANIZATION", "LOCATION"})
"""The types of entities that may be called after others."""


def _is_of_country(item: SwapEntity) -> bool:
    """Return whether an entity is a country or the people of a country."""
    return item.swap_type in _FIRST and item.kind != TRIBE


def _is_called_by_one_name(item: SwapEntity) -> bool:
    return item.swap_type == "PERSON" and not item.entity.last
