"""The name pools of a build (the names that can be drawn) and its knowledge about the world.

Both are made from name collections once per process.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Final

from builders.articles import takes_article
from builders.countries import HOME_NATIONALITIES
from builders.errors import FixInputError
from builders.given_names import is_first_name, is_personal
from builders.lexicon.tables import tags
from builders.names import Gender
from builders.perturbations.kinds import KINDS
from builders.perturbations.name_sources import Ingredients, NameSource
from builders.perturbations.pools import Pool, concatenated
from builders.perturbations.swap_entities import PEOPLE, TRIBE
from builders.perturbations.swap_names import SwapNames
from builders.perturbations.worlds import World
from builders.places import country_key
from builders.recognizers.word_casing import Spelling
from builders.regions import Regions
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import EntityRenaming, EntSwap, PerturbationSpec
from builders.spans.aliases import nationality_key
from builders.spans.knowledge import Knowledge
from builders.stages.homes import Homes
from builders.swap.inflection import pluralize
from builders.text import fold_key
from builders.types import PerturbableSpan, SwapType
from builders.verification.world_pairs import Relations
from name_collections import relations as relations_of_places
from name_collections import store
from name_collections.collection import Name, NameCollection
from name_collections.columns import Columns
from name_collections.kinds import is_narrower, kinds, peoples, staying
from name_collections.lexicon import Lexicon, general_words
from name_collections.name import OFFICIAL

PLACES: Final = "places"
SURNAMES: Final = "us-names"
_RENAMING_TYPES: Final = (
    "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST", "NNP", "COUNTRY", "STATE", "CITY",
    "PERSON",
)  # fmt: skip


_FIRST_NAMES: Final = ("FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL")
FEWEST: Final = 100
"""The smallest number of names in a pool (the names that can be drawn for a type or kind).

A smaller pool of neutral first names is joined with the male and female names. An organization or
place whose kind has a smaller pool keeps its name. Pools of countries and nationalities may be
smaller, because a continent has few of them.
"""
TYPES_WITH_KINDS: Final[tuple[SwapType, ...]] = ("ORGANIZATION", "LOCATION")
_ALSO_DRAWN: Final[Mapping[str, str]] = {"state": "region"}
"""For a kind of place, a second kind for which the names of the first kind are drawn as well.

Names that show their own kind ("Eastern Province") are not drawn for the second kind. Regions need
the names of states and provinces because there are too few names of regions.
"""


@lru_cache(maxsize=64)
def collection(name: str, folder: Path | None) -> NameCollection:
    """Return the collection `name`, loaded once per process; `folder` has harvested collections.

    Raises FixNamesFileError if `folder` is given but is not a folder.
    """
    store.check_folder(folder)
    return store.load(name, folder)


@lru_cache(maxsize=2)
def knowledge(folder: Path | None, *, general: bool = False) -> Knowledge:
    """Return the gazetteer and lexicon by which entity renaming finds the types of spans.

    With `general`, general words that the treebanks lack or have only in names are known, and so
    are the names of peoples: the Bulgarian Socialist Party stays Bulgarian, as a German one does.
    """
    places = kinds("LOCATION").names.items()
    regions = (name for name, kind in places if " " in name and kind != "state")
    places_of_lists = collection(PLACES, folder).names
    words = frozenset[str]()
    if general:
        peoples = {*homelands(folder), *demonyms(), *tags("nationalities", "nations")}
        words = general_words().union(peoples, (f"{one}s" for one in peoples))
    return Knowledge.of(places_of_lists, lexicon(folder), regions, words)


@lru_cache(maxsize=2)
def homelands(folder: Path | None) -> Mapping[str, str]:
    """Return the country of each nationality, with folded names: {"french": "france"}."""
    people = collection(PLACES, folder).select("NATIONALITY", risky=True)
    found: dict[str, str] = {}
    for text, country in people.fields("text", "country"):
        found.setdefault(fold_key(text), fold_key(country))
    return found


@lru_cache(maxsize=2)
def peoples_of_countries(folder: Path | None) -> Mapping[str, str]:
    """Return the people of each country, by the key of the country: {"france": "French"}."""
    people = collection(PLACES, folder).select("NATIONALITY")
    found: dict[str, str] = {}
    for text, country in sorted(people.fields("text", "country"), key=_most_general):
        found.setdefault(country_key(country), text)
    return found


def _most_general(pair: tuple[str, str]) -> tuple[bool, str, str]:
    """Return a sort key for a people and its country.

    Those called after the first of two islands come first: Trinidadian for Trinidad and Tobago.
    """
    text, country = pair
    is_second = " and " in country and fold_key(country)[:3] != fold_key(text)[:3]
    return is_second, text, country


@lru_cache(maxsize=2)
def countries_of_peoples(folder: Path | None) -> Mapping[str, frozenset[str]]:
    """Return all countries of each nationality, with folded names: {"french": {"france"}}.

    The city, state or region of a people such as the Bavarians counts as its country.
    """
    found = {people: {country} for people, country in HOME_NATIONALITIES.items()}
    for people, its in demonyms().items():
        found.setdefault(people, set()).update(its)
    for text, country in (
        collection(PLACES, folder).select("NATIONALITY", risky=True).fields("text", "country")
    ):
        found.setdefault(fold_key(text), set()).add(fold_key(country))
    return {people: frozenset(countries) for people, countries in found.items()}


@lru_cache(maxsize=2)
def lexicon(folder: Path | None) -> Lexicon:
    """Return the lexicon of English words, loaded once per process."""
    return Lexicon.load(folder)


@lru_cache(maxsize=1)
def spelling() -> Spelling:
    """Return the usual case of words, from which the case of upper-case text is restored."""
    people = collection(SURNAMES, None).select("LAST", risky=True)
    return Spelling.of(lexicon(None), people, collection(PLACES, None).names)


def regions(folder: Path | None) -> Regions:
    """Return the regions of the world to which the cities in the gazetteer belong."""
    return Regions.of(collection(PLACES, folder).names)


def collection_names(recipe: Recipe) -> tuple[str, ...]:
    """Return the sorted names of all collections that a recipe needs, including the gazetteer."""
    names = {PLACES, *recipe.collections}
    if recipe.entity_renaming is not None:
        names.add(SURNAMES)
    return tuple(sorted(names))


@lru_cache(maxsize=256)
def pool(span_type: str, names: tuple[str, ...], folder: Path | None, *, weighted: bool) -> Pool:
    """Return the names of a span type in several collections as one pool.

    With `weighted`, frequent names are drawn more often than rare names.
    """
    found = [collection(name, folder) for name in names]
    if not weighted:
        return Pool(tuple(sorted(set().union(*(one.pool(span_type) for one in found)))))
    parts = [dict(zip(one.pool(span_type), one.weights(span_type), strict=True)) for one in found]
    return Pool.of(concatenated(parts), weighted=True)


def frequent_first_names(name: str, most: int, folder: Path | None) -> tuple[str, ...]:
    """Return the `most` most frequent first names of a collection, of any gender, sorted.

    Raises FixInputError for a collection without first names.
    """
    weights: dict[str, float] = {}
    for span_type in _FIRST_NAMES:
        of_type = pool(span_type, (name,), folder, weighted=True)
        for text, weight in of_type.weights().items():
            weights[text] = weights.get(text, 0.0) + weight
    if not weights:
        raise FixInputError(f"{name}: has no first names")
    ranked = sorted(weights, key=lambda text: (-weights[text], text))
    return tuple(sorted(ranked[:most]))


def joined(pools: Sequence[Pool]) -> Pool:
    """Return one pool with the names of several pools; the weights of a name are added up."""
    weights = concatenated([pool.weights() for pool in pools])
    return Pool.of(weights, weighted=any(pool.cumulative for pool in pools))


def name_source(
    spec: PerturbationSpec,
    renaming: EntityRenaming,
    folder: Path | None,
    in_distribution: Iterable[PerturbableSpan],
) -> NameSource:
    """Return the object that proposes new names for a perturbation.

    `in_distribution` has the names in the gold answers of the dataset to be renamed.
    """
    excluded = _texts(spec.exclude, folder)
    pools = {
        span_type: _without(
            pool(span_type, spec.collections, folder, weighted=renaming.weighted), excluded
        )
        for span_type in (_RENAMING_TYPES if spec.collections else ())
    }
    if renaming.entities.related:
        # A store called HMV does not become the Romanian store, nor "Walter".
        nations = homelands(folder)
        in_distribution = [span for span in in_distribution if not _is_people(span, nations)]
        if "NNP" in pools:
            nouns = (
                name
                for name in pools["NNP"].names
                if fold_key(name) not in nations and not is_first_name(name)
            )
            # Without rare words, Sinn Féin would keep its second word.
            pools["NNP"] = pools["RARE"] = pools["NNP"].only(nouns)
    neutral = pools.get("FIRST_NEUTRAL")
    if neutral is not None and len(neutral.names) < FEWEST:
        pools["FIRST_NEUTRAL"] = joined(tuple(pools[each] for each in _FIRST_NAMES))
    return KINDS[spec.kind](
        Ingredients(
            pools, in_distribution, dict(spec.fixed), renaming.match_words, renaming.keep_article
        )
    )


def _is_people(span: PerturbableSpan, peoples: Container[str]) -> bool:
    """Return whether a word of an organization's name is one of `peoples`, which are folded."""
    return span.span_type in {"NNP", "RARE"} and fold_key(span.surface) in peoples


def _texts(names: Iterable[str], folder: Path | None) -> frozenset[str]:
    """Return the names of all types in several collections."""
    found = (Columns.of(collection(name, folder).names).column("text") for name in names)
    return frozenset(chain.from_iterable(found))


def _without(pool: Pool, excluded: Set[str]) -> Pool:
    return pool.only(name for name in pool.names if name not in excluded) if excluded else pool


@lru_cache(maxsize=2)
def swap_names(entswap: EntSwap, folder: Path | None) -> SwapNames:
    """Return the names that EntSwap can draw and the options that decide how it draws them."""
    pools: Mapping[SwapType, Pool] = {
        swap_type: pool(swap_type, names, folder, weighted=entswap.weighted)
        for swap_type, names in entswap.collections
    }
    nationalities: dict[str, list[str]] = {}
    for name in entswap.collections_of("NATIONALITY") if _has_nationality(entswap) else ():
        for row in collection(name, folder).names:
            if row.span_type == "NATIONALITY" and row.country and not row.risky:
                nationalities.setdefault(row.country, []).append(row.text)
    persons = _first_name_pools(entswap, folder)
    of_kinds = _kinds(entswap, folder) if entswap.keep_kind else {}
    if entswap.keep_kind and "NATIONALITY" in pools:
        of_kinds["NATIONALITY"] = _peoples(entswap, folder, pools["NATIONALITY"])
    return SwapNames(
        pools,
        {country: tuple(sorted(names)) for country, names in nationalities.items()},
        pair=entswap.pair_nationalities,
        match_words=entswap.match_words,
        keep_gender=entswap.keep_gender,
        genders=_genders(entswap, folder),
        keep_article=entswap.keep_article,
        keep_kind=entswap.keep_kind,
        keep_script=entswap.keep_script,
        official=_official(entswap, folder),
        same_plural=frozenset(
            name
            for name in pools.get("NATIONALITY", Pool(())).names
            if pluralize(name, "NATIONALITY") == name
        ),
        kinds=of_kinds,
        words={each: kinds(each).words for each in TYPES_WITH_KINDS} if entswap.keep_kind else {},
        wider_places=_wider_places() if entswap.worlds else {},
        staying={each: staying(each) for each in TYPES_WITH_KINDS} if entswap.keep_kind else {},
        given=persons,
        last=pool("LAST", entswap.collections_of("PERSON"), folder, weighted=entswap.weighted)
        if persons
        else None,
        world=world(entswap, folder) if entswap.worlds else None,
    )


def world(entswap: EntSwap, folder: Path | None) -> World:
    """Return, for the names that EntSwap can draw, the countries and states they belong to."""
    rows = {
        swap_type: [row for name in names for row in collection(name, folder).select(swap_type)]
        for swap_type, names in entswap.collections
    }
    nationalities: dict[str, list[str]] = {}
    for row in rows.get("NATIONALITY", ()):
        nationalities.setdefault(row.country, []).append(row.text)
    capitals = {land: names[0] for land, names in relations_of_places.capitals().items()}
    states = [row for row in rows.get("LOCATION", ()) if row.kind == "state"]
    of_countries = relations_of_places.peoples().items()
    cities = _by_country(
        row for row in rows.get("CITY", ()) if capitals.get(row.country) != row.text
    )
    return World(
        {land: tuple(sorted(names)) for land, names in nationalities.items()},
        capitals,
        cities,
        _by_country(states),
        _by_state(cities),
        {
            **_located(
                (row.text, row.country) for kind in TYPES_WITH_KINDS for row in rows.get(kind, ())
            ),
            **_located((people, land) for land, its in of_countries for people in its),
        },
        relations_of_places.shores(),
        {
            **{land: people.title() for people, land in HOME_NATIONALITIES.items()},
            **peoples_of_countries(folder),
        },
    )


def _located(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """Return the countries of each name, given pairs of a name and a country."""
    found: dict[str, set[str]] = {}
    for name, country in pairs:
        found.setdefault(name, set()).add(country)
    return {name: frozenset(countries) for name, countries in found.items()}


def _by_state(cities: Mapping[str, Pool]) -> dict[tuple[str, str], Pool]:
    """Return the cities that can be drawn, by country and state.

    A city with the same name as its state is left out.
    """
    found = {}
    for (country, state), names in relations_of_places.cities().items():
        # Different entities get different names, so a city and its state cannot both be Dire Dawa.
        drawn = (
            set(cities[country].names).intersection(names) - {state} if country in cities else ()
        )
        if drawn:
            found[country, state] = Pool(tuple(sorted(drawn)))
    return found


def _by_country(rows: Iterable[Name]) -> dict[str, Pool]:
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row.country, set()).add(row.text)
    return {land: Pool(tuple(sorted(names))) for land, names in found.items() if land}


def relations(recipe: Recipe) -> Relations:
    """Return the countries of names, from which `verify` sees whether related names stay related.

    EntSwap keeps names related if its option `worlds` is set. For example, the capital of a country
    then becomes the capital of the new country. Names from collections that are not part of this
    package are not checked.
    """
    entswap = recipe.entswap
    if entswap is None:
        return _relations(frozenset(), frozenset(), by_passage=False)
    embedded = {name for name in store.known() for _, used in entswap.collections if name in used}
    cities = embedded.intersection(entswap.collections_of("CITY"))
    # If all passages of an article share their new names, a city may get its name before its state
    # is known. Therefore the cities of states are only checked with the scope "passage".
    by_passage = entswap.scope == "passage"
    return _relations(frozenset(embedded), frozenset(cities), by_passage=by_passage)


@lru_cache(maxsize=2)
def _relations(embedded: frozenset[str], cities: frozenset[str], *, by_passage: bool) -> Relations:
    lands = {name: {land: None} for name, land in HOME_NATIONALITIES.items()}
    places: dict[str, set[str]] = {}
    for name in (PLACES, *sorted(embedded - {PLACES})):
        for row in collection(name, None).names:
            key = fold_key(row.text)
            if row.span_type in {"COUNTRY", "NATIONALITY"} and row.country:
                lands.setdefault(key, {})[fold_key(row.country)] = None
            elif row.country:
                places.setdefault(key, set()).add(country_key(row.country))
    known = homes(None)
    towns: dict[str, set[str]] = {}
    for (_, state), its in known.cities.items() if by_passage else ():
        towns.setdefault(state, set()).update(map(fold_key, its))
    return Relations(
        {name: tuple(found) for name, found in lands.items()},
        known.capitals,
        {
            key: next(iter(of))
            for key, of in known.places.items()
            if len(of) == 1 and key[0] in {"CITY", "STATE"}
        },
        {name: frozenset(found) for name, found in places.items()},
        {state: frozenset(its) for state, its in towns.items()},
        frozenset(fold_key(one) for name in cities for one in collection(name, None).pool("CITY")),
        {
            **{place: frozenset({place}) for its in demonyms().values() for place in its},
            **demonyms(),
        },
        frozenset(known.lesser),
    )


@lru_cache(maxsize=1)
def demonyms() -> Mapping[str, frozenset[str]]:
    """Return the folded names of the city, state or region of a people, by `nationality_key`."""
    found: dict[str, set[str]] = {}
    for place, its in relations_of_places.demonyms().items():
        for people in its:
            found.setdefault(nationality_key(people), set()).add(fold_key(place))
    return {people: frozenset(of) for people, of in found.items()}


@lru_cache(maxsize=2)
def states(folder: Path | None) -> frozenset[str]:
    """Return the folded names of states that are neither capitals nor personal names (Quebec).

    Those of states that are called like a country (Georgia) are returned, too.
    """
    capitals = {fold_key(one) for its in relations_of_places.capitals().values() for one in its}
    lands = set(map(country_key, homelands(folder).values()))
    names = collection(PLACES, folder).select("STATE", risky=True).column("text")
    found = (one for one in names if country_key(one) in lands or not is_personal(one))
    return frozenset(map(fold_key, found)) - capitals


@lru_cache(maxsize=2)
def homes(folder: Path | None) -> Homes:
    """Return the countries of peoples, places and universities, and the cities of each state."""
    less = relations_of_places.lesser_capitals()
    capitals = {
        fold_key(city): country_key(land)
        for land, cities in relations_of_places.capitals().items()
        for city in cities
        if city not in less.get(land, ())
    }
    lesser: dict[str, frozenset[str]] = {}
    for city, land in ((fold_key(city), land) for land, its in less.items() for city in its):
        lesser[city] = lesser.get(city, frozenset()) | {country_key(land)}
    places: dict[tuple[str, str], frozenset[str]] = {}
    for kind in ("CITY", "STATE"):
        rows = collection(PLACES, folder).select(kind, risky=True)
        owners = {name: frozenset({country_key(name)}) for name in set(rows.column("country"))}
        for text, country in rows.fields("text", "country"):
            key, owner = (kind, fold_key(text)), owners[country]
            known = places.get(key, owner)
            places[key] = owner if known == owner else known | owner
    for swap_type, text, country in relations_of_places.located():
        key = (swap_type, fold_key(text))
        places[key] = places.get(key, frozenset()) | {country_key(country)}
    cities = {
        (country_key(country), fold_key(state)): names
        for (country, state), names in relations_of_places.cities().items()
    }
    nations = homelands(folder)
    # Congolese stands for one of the two countries called Congo, but both are countries.
    countries = collection(PLACES, folder).select("COUNTRY", risky=True).column("text")
    lands = frozenset(map(country_key, (*nations.values(), *countries)))
    shores = {country_key(name): shore for name, shore in relations_of_places.shores().items()}
    largest = {
        fold_key(town): country_key(land)
        for land, its in relations_of_places.largest_towns().items()
        for town in its
    }
    return Homes(
        nations, capitals, places, cities, lands, peoples(), shores, demonyms(), lesser, largest
    )


def _wider_places() -> Mapping[str, tuple[str, ...]]:
    """Map each end of the names of well-known places to these names (India: East India)."""
    found: dict[str, list[str]] = {}
    for name in sorted(kinds("LOCATION").names):
        words = name.title().split()
        for at in range(1, len(words)):
            found.setdefault(" ".join(words[at:]), []).append(" ".join(words))
    return {end: tuple(names) for end, names in found.items()}


def _kinds(entswap: EntSwap, folder: Path | None) -> dict[SwapType, dict[str, Pool]]:
    """Return the names of organizations and places by type and kind (university, river).

    Kinds with fewer than FEWEST names, and those that data/kinds/stay.txt lists, are left out.
    """
    found: dict[SwapType, dict[str, Pool]] = {}
    for swap_type in TYPES_WITH_KINDS:
        names: dict[str, dict[str, float]] = {}
        for collection_name in dict(entswap.collections).get(swap_type, ()):
            chosen = collection(collection_name, folder).select(swap_type)
            fields = zip(*map(chosen.column, ("text", "kind", "weight")), strict=True)
            for text, kind, weight in fields:
                for each in _drawn_for(swap_type, kind, kinds(swap_type).of(text)):
                    of_kind = names.setdefault(each, {})
                    of_kind[text] = of_kind.get(text, 0.0) + weight
        if names:
            found[swap_type] = {
                kind: Pool.of(weights, weighted=entswap.weighted)
                for kind, weights in names.items()
                if len(weights) >= FEWEST and kind not in staying(swap_type)
            }
    return found


def _peoples(entswap: EntSwap, folder: Path | None, all_: Pool) -> dict[str, Pool]:
    """Return the pools of the peoples of countries and, if there are any, of other peoples."""
    tribes = {
        row.text
        for name in entswap.collections_of("NATIONALITY")
        for row in collection(name, folder).names
        if row.kind == TRIBE
    }
    found = {PEOPLE: all_.only(name for name in all_.names if name not in tribes)}
    return {**found, TRIBE: all_.only(tribes.intersection(all_.names))} if tribes else found


def _drawn_for(swap_type: SwapType, kind: str, told: str) -> tuple[str, ...]:
    """Return the kinds for which a name of a kind is drawn; `told` is the kind that its words tell.

    The name of a mining company is not drawn for other companies, and a province that is called
    like a bay is not drawn at all.
    """
    if is_narrower(told, kind):
        return (told,)
    if swap_type == "LOCATION" and told not in {"", kind}:
        return ()
    also = _ALSO_DRAWN.get(kind, "") if not told else ""
    return (kind, also) if also else (kind,)


def _first_name_pools(entswap: EntSwap, folder: Path | None) -> dict[Gender, Pool]:
    """Return the pools of first names by gender ("" for all genders).

    The result is empty unless the collections have both first and last names.
    """
    names = dict(entswap.collections).get("PERSON", ())
    if not all(pool(part, names, folder, weighted=False).names for part in ("FIRST_MALE", "LAST")):
        return {}
    by_type = {
        span_type: pool(span_type, names, folder, weighted=entswap.weighted)
        for span_type in _FIRST_NAMES
    }
    male, female, _ = by_type.values()
    return {"male": male, "female": female, "": joined(tuple(by_type.values()))}


def _genders(entswap: EntSwap, folder: Path | None) -> dict[str, Gender]:
    """Return the gender of each person's full name for which the collection gives a gender.

    The result is empty if EntSwap does not keep the gender.
    """
    known: dict[str, Gender] = {"male": "male", "female": "female"}
    return {
        row.text: known[row.gender]
        for name in (dict(entswap.collections).get("PERSON", ()) if entswap.keep_gender else ())
        for row in collection(name, folder).names
        if row.span_type == "PERSON" and row.gender in known
    }


def _official(entswap: EntSwap, folder: Path | None) -> dict[str, str]:
    """Return the official names of countries ("the Republic of Kenya"), by country.

    Only countries whose short name has no article are included. The result is empty if EntSwap does
    not keep articles.
    """
    names = dict(entswap.collections).get("COUNTRY", ()) if entswap.keep_article else ()
    return {
        row.country: row.text
        for name in names
        for row in collection(name, folder).names
        if row.span_type == "COUNTRY" and row.risky == OFFICIAL and not takes_article(row.country)
    }


def _has_nationality(entswap: EntSwap) -> bool:
    return any(swap_type == "NATIONALITY" for swap_type, _ in entswap.collections)
