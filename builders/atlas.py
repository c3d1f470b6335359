"""The type of a place (country, state or city), decided by a gazetteer and the passage.

The gazetteer is a collection of names. A place whose type follows neither from the gazetteer nor
from words in the passage keeps the type GPE, which means "country, state or city". Names are
compared by `builders.places.alias_key`, and the `key` of a place is what this function returns for
the name of the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from builders.cities import (
    CALLED_OTHERWISE,
    CITY_FIRST,
    PAST_CITIES,
    PROVINCES_OF_TOWNS,
    WELL_KNOWN,
)
from builders.countries import (
    AREA_ENDS,
    AREA_STARTS,
    BRITAIN,
    COUNTIES,
    COUNTRY_MODIFIERS,
    DIRECTIONS,
    FEDERAL,
    HOME_COUNTRIES,
    PAST_COUNTRIES,
    PHYSICAL_WORDS,
    PROVINCE_ENDS,
    RARELY_PAST,
    REGIONS,
    STATE_CODES,
    STATE_ENDS,
    STATE_SHORT,
    STATE_STARTS,
    TOWN_ENDS,
    TOWN_NOUNS,
    TOWN_STARTS,
    USA,
)
from builders.lexicon.tables import tags
from builders.names import COMMON_WORDS
from builders.places import SPELLED_IN_TWO_WAYS, alias_key, country_key, place_keys
from builders.types import PLACE_TYPES, EntityType, TypedSpan
from name_collections.collection import Columns, Name

_OF: Final = re.compile(r"\b([A-Za-z]+) of (?:the )?$")
_CALLED: Final = re.compile(r"\b([A-Za-z]+) of $")
_NOUNS_OF: Final[Mapping[str, EntityType]] = tags("places", "nouns_of")
_AREAS_OF: Final[Mapping[str, EntityType]] = tags("places", "areas_of")
_LISTS_OF: Final[Mapping[str, EntityType]] = tags("places", "lists_of")
_JOINS: Final = (", ", " and ", ", and ", " or ", ", or ")
_AFTER: Final = re.compile(r",? (?:the |its |a )?([a-z]+)\b")
_NOUNS_AFTER: Final[Mapping[str, EntityType]] = tags("places", "nouns_after")

_STATE_NOUNS: Final = frozenset({"province", "state"})
_BEFORE_TOWNS: Final = re.compile(
    r"\b(?:in|at|near|from|to|outside|towards?|via|besieg(?:e|ed|ing)|burn(?:ed|t)|"
    r"captur(?:e|ed|ing)|bombard(?:ed|ing)|enter(?:ed|ing)|found(?:ed|ing)|raz(?:ed|ing)|retook|"
    r"shell(?:ed|ing)|storm(?:ed|ing)|occup(?:ied|ying)|reach(?:ed|ing)|sack(?:ed|ing)|tak(?:e|en|ing)|took|"
    r"visit(?:ed|ing))[ \u00a0]$"
)
_COURSE: Final = re.compile(r"\b(?:[Rr]iver|the (?:lower|middle|upper))[ \u00a0]$")
_LISTING_AFTER: Final = re.compile(r",? (?:and|or|as well as) (?=[A-Z])")
_LIST_AFTER: Final = re.compile(r"[\w .'-]{3,24}(?:,? (?:and|or) |, )[A-Z]")
_WASHINGTON: Final = "washington, d"
_FEW: Final = 2
_NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class PlaceIndex:
    """A gazetteer: the names of countries, states and cities, without case and accents."""

    countries: frozenset[str] = frozenset()
    states: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For the name of each state, the countries that have a state with this name."""
    cities: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For the name of each city, the countries that have a city with this name."""

    @staticmethod
    def of(names: Iterable[Name]) -> PlaceIndex:
        """Build the index from the names in a collection whose type is COUNTRY, STATE or CITY."""
        countries: set[str] = set()
        places: dict[str, dict[str, frozenset[str]]] = {"STATE": {}, "CITY": {}}
        owners: dict[str, frozenset[str]] = {}  # one set per country
        for text, span_type, country in Columns.of(names).fields("text", "span_type", "country"):
            kind = places.get(span_type)
            if kind is not None:
                owner = owners.get(country)
                if owner is None:
                    owner = owners[country] = frozenset({country_key(country)})
                key = _key(text)
                known = kind.get(key)
                kind[key] = owner if known is None or known == owner else known | owner
            elif span_type == "COUNTRY":
                countries.add(country_key(text))
        for country, towns in CALLED_OTHERWISE.items() if places["CITY"] else ():
            for town in towns:
                known = places["CITY"].get(town, _NONE)
                places["CITY"][town] = known | {country_key(country)}
        for province, lands in places["STATE"].items() if places["CITY"] else ():
            if lands <= PROVINCES_OF_TOWNS:
                places["CITY"].setdefault(province, lands)
        for kind in places.values():
            _add_spellings(kind)
        return PlaceIndex(frozenset(countries), places["STATE"], places["CITY"])

    def resolve(self, text: str, spans: Sequence[TypedSpan]) -> tuple[TypedSpan, ...]:
        """Return the spans, with GPE replaced by COUNTRY, STATE, CITY or LOC where possible.

        All GPE spans with the same name get the same type. A LOC with the name of a country
        becomes a COUNTRY. A LOC usually becomes a CITY if it has the name of a famous city, if a
        city of that name is known and the text uses the name like that of a city, or if the text
        calls it a town. A LOC that the text calls a river stays a LOC.
        """
        if not any(span.type in {"GPE", "LOC"} for span in spans):
            return tuple(spans)
        reader = _Reader(self, text, [span for span in spans if span.type in PLACE_TYPES])
        kinds = {key: reader.kind(key) for key in reader.unsettled}
        towns = {
            key
            for key in reader.unsettled
            if kinds[key] == "CITY" and (reader.is_listed_town(key) or reader.is_called_town(key))
        }
        keys = [alias_key(text[span.start : span.end]) for span in spans]
        return tuple(
            _typed(
                span,
                None if span.type == "LOC" and _is_river(text, span.start) else kinds.get(key),
                is_town=_is_known_city(key) or key in towns,
            )
            for span, key in zip(spans, keys, strict=True)
        )

    def owners(self, key: str) -> frozenset[str]:
        """Return the countries in which a place named `key` may be; empty for an unknown name.

        The name of a country gives this country alone. However, if a state has the same name, the
        result is the countries that have such a state: Georgia gives the United States. England,
        Scotland, Wales and Northern Ireland give the United Kingdom.
        """
        country = BRITAIN if key in HOME_COUNTRIES else country_key(key)
        if country in self.countries and (key in HOME_COUNTRIES or key not in self.states):
            return frozenset({country})
        return self.state_owners(key) or self.cities.get(key) or _NONE

    def state_owners(self, key: str) -> frozenset[str]:
        """Return the countries that have a state, province or county with that name."""
        owners = self.states.get(key, _NONE)
        return owners | {BRITAIN} if key in COUNTIES else owners

    @staticmethod
    def is_famous_city(key: str) -> bool:
        """Return whether `key` is the name of a well-known city of the present or past."""
        return key in CITY_FIRST or key in PAST_CITIES or key in WELL_KNOWN

    def is_listed_city(self, key: str) -> bool:
        """Return whether the gazetteer has a city with that name, and the name is no common word.

        For example, "reading" is also a common word.
        """
        return key in self.cities and key not in COMMON_WORDS

    def is_place(self, name: str) -> bool:
        """Return whether a name is that of a listed country, state or city."""
        key = alias_key(name)
        return self.is_country(key) or key in self.states or self.is_listed_city(key)

    def is_country(self, key: str) -> bool:
        """Return whether `key` is the name of a country of the present or past."""
        first, _, rest = key.partition(" ")
        part = first in COUNTRY_MODIFIERS and rest and key not in self.states
        country = country_key(rest if part else key)
        if STATE_STARTS.match(key):
            return True
        if first == "state" and rest.startswith("of "):
            return country_key(rest.removeprefix("of ")) in self.countries - self.states.keys()
        if country in self.countries or (country in PAST_COUNTRIES and key not in RARELY_PAST):
            return True
        return key.rpartition(" ")[2] in STATE_ENDS and " " in key


def _typed(span: TypedSpan, kind: EntityType | None, *, is_town: bool) -> TypedSpan:
    if kind is None or span.type not in {"GPE", "LOC"} or span.type == kind:
        return span
    if span.type == "LOC" and kind != "COUNTRY" and not is_town:
        return span
    return replace(span, type=kind)


def _is_river(text: str, start: int) -> bool:
    """Return whether the name at `start` is a river's: "river" or "the lower" precedes it."""
    return _COURSE.search(text, max(0, start - 12), start) is not None


def _add_spellings(places: dict[str, frozenset[str]]) -> None:
    """Add the other spellings of places to a map of their countries: St. Louis for Saint Louis."""
    for key in [key for key in places if key.startswith(SPELLED_IN_TWO_WAYS)]:
        for spelling in map(alias_key, place_keys(key)[1:]):
            places[spelling] = places.get(spelling, _NONE) | places[key]


def _key(name: str) -> str:
    """Return the `alias_key` of any name; for most ASCII names, a faster computation is used."""
    if name.isascii() and "." not in name and name[:4] != "The " and len(name) > 1:
        return " ".join(name.lower().split())
    return alias_key(name)


def _is_called_city(key: str) -> bool:
    return key.endswith(" city") or key.startswith(_WASHINGTON)


def _is_known_city(key: str) -> bool:
    return PlaceIndex.is_famous_city(key) or key.startswith(_WASHINGTON)


def _by_words(key: str) -> EntityType | None:
    """Return the type of a place by the words in its name, or None if they do not decide."""
    first, _, last = key.rpartition(" ")
    if last in PROVINCE_ENDS:
        return "STATE"
    if first and last in TOWN_ENDS:
        return "CITY"
    head, of, _ = key.partition(" of ")
    if of and (head in TOWN_NOUNS or head in _STATE_NOUNS):
        return "CITY" if head in TOWN_NOUNS else "STATE"
    if (first and last in AREA_ENDS) or key.startswith("county "):
        return "LOC"
    return "LOC" if PHYSICAL_WORDS & set(key.split()) else None


def _is_like_a_town(key: str) -> bool:
    """Return whether a name looks like that of a city: one word, or a start such as "San"."""
    first, _, rest = key.partition(" ")
    return not rest or (first in TOWN_STARTS and rest.count(" ") < _FEW)


class _Reader:
    """Decides the types of the places in one text.

    A place is identified by its key, which is its name without case and accents. `places` maps the
    key of each place to its spans in the text. `unsettled` has the keys of the places whose type is
    to be decided, because one of their spans has the type GPE or LOC. `starts` and `ends` map the
    offsets at which spans start and end to the keys of their places, and `spans` those at which
    they end to the spans.
    """

    def __init__(self, index: PlaceIndex, text: str, spans: Sequence[TypedSpan]) -> None:
        self.index = index
        self.text = text
        self.places: dict[str, list[TypedSpan]] = {}
        for span in spans:
            self.places.setdefault(alias_key(text[span.start : span.end]), []).append(span)
        self.unsettled = [
            key
            for key, found in self.places.items()
            if any(span.type in {"GPE", "LOC"} for span in found)
        ]
        self.ends = {span.end: key for key, found in self.places.items() for span in found}
        self.spans = {span.end: span for span in spans}
        self.starts = {span.start: key for key, found in self.places.items() for span in found}

    def kind(self, key: str) -> EntityType | None:
        """Return the type of a place, or None if neither its name nor the text decides it."""
        if key in REGIONS:
            joined = self.index.is_listed_city(key) and self._is_next_to_city(
                key, (" and ", " or "), sure=True
            )
            return "CITY" if joined else "LOC"
        if self._is_short_state(key):
            return "STATE"
        if self._is_part_of_country(key):
            return "LOC"
        kinds = self._candidates(key)
        area = self._area(key)
        if area is not None and "COUNTRY" not in kinds:
            return area
        said = area or self._type_in_context(key)
        if said is not None and (said in kinds or not kinds):
            return said
        return self._by_lists(key, kinds)

    def _by_lists(self, key: str, kinds: tuple[EntityType, ...]) -> EntityType | None:
        if not kinds:
            return _by_words(key) or self._as_town(key)
        return kinds[0] if len(kinds) == 1 else self._by_neighbours(key, kinds)

    def is_called_town(self, key: str) -> bool:
        """Return whether the text calls a place a town: "the town of Garvona"."""
        heads = (
            _CALLED.search(self.text, max(0, span.start - 24), span.start)
            for span in self.places[key]
        )
        is_other = _by_words(key) == "LOC"
        return not is_other and any(head and head[1].lower() in TOWN_NOUNS for head in heads)

    def is_listed_town(self, key: str) -> bool:
        """Return whether a place is a city of the gazetteer and the text uses it as a city.

        The text does so if the name follows a word such as "in" or "captured", or if it is next to
        a city in a list.
        """
        listed = self.index.is_listed_city(key) and key not in REGIONS
        return listed and (
            self._is_used_as_city(key) or self._is_next_to_city(key, (", ", " and "))
        )

    def _as_town(self, key: str) -> EntityType | None:
        """Return CITY for a place that the gazetteer does not have, or None if undecided.

        The text must use the name like that of a city ("in Garvona", "Garvona, Peru"). For a name
        of one word, it is enough if a city is next to it in a list.
        """
        if not _is_like_a_town(key) or any(span.type != "GPE" for span in self.places[key]):
            return None
        stands = self._is_used_as_city(key) or self._is_before_country(key)
        stands = stands or self.is_called_town(key)
        beside = " " not in key and (
            self._is_next_to_city(key) or self._is_next_to_city(key, (" and ", " or "), sure=True)
        )
        return "CITY" if stands or beside else None

    def _is_before_country(self, key: str) -> bool:
        """Return whether a country or state follows a place after a comma: "Garvona, Peru"."""
        behind = (
            self.starts.get(span.end + 2)
            for span in self.places[key]
            if self.text.startswith(", ", span.end)
            and not _LIST_AFTER.match(self.text, span.end + 2)
        )
        return any(
            land is not None and (self.index.is_country(land) or land in self.index.states)
            for land in behind
        )

    def _is_part_of_country(self, key: str) -> bool:
        """Return whether a name is that of a part of a country: Northern Peru."""
        first, _, rest = key.partition(" ")
        known = key in self.index.states or country_key(key) in self.index.countries
        if first in AREA_STARTS and not known:
            return rest in REGIONS or rest in self.index.states or self.index.is_country(rest)
        return (
            first in DIRECTIONS and not known and key not in HOME_COUNTRIES
            and rest.rpartition(" ")[2] not in STATE_ENDS and self.index.is_country(rest)
        )  # fmt: skip

    def _is_used_as_city(self, key: str) -> bool:
        return any(
            _BEFORE_TOWNS.search(self.text, max(0, span.start - 16), span.start)
            for span in self.places[key]
        )

    def _is_next_to_city(
        self, key: str, gaps: tuple[str, ...] = (", ",), *, sure: bool = False
    ) -> bool:
        """Return whether a place is next to a city in a list: "Garvona, Bari and Tarsus".

        With `sure`, the other place must be unambiguously a city.
        """
        beside = (
            other
            for span in self.places[key]
            for gap in gaps
            for at, edges, same in (
                (span.start - len(gap), self.ends, self.text.endswith(gap, 0, span.start)),
                (span.end + len(gap), self.starts, self.text.startswith(gap, span.end)),
            )
            if same and (other := edges.get(at)) is not None
        )
        return any(self._is_city(other, sure=sure) for other in beside)

    def _is_city(self, key: str, *, sure: bool) -> bool:
        if self.is_called_town(key):
            return True
        kinds = self._candidates(key)
        if sure and (len(kinds) != 1 or key in REGIONS):
            return False
        listed = "CITY" in kinds and "COUNTRY" not in kinds
        called = all(span.type == "CITY" for span in self.places[key])
        return listed or called or (not kinds and self._is_used_as_city(key))

    def _candidates(self, key: str) -> tuple[EntityType, ...]:
        found: list[EntityType] = []
        if key in HOME_COUNTRIES:
            return ("COUNTRY",)
        if self.index.is_country(key):
            found.append("COUNTRY")
        if self.index.state_owners(key):
            found.append("STATE")
        known = self.index.is_listed_city(key) or self.index.is_famous_city(key)
        if known or _is_called_city(key):
            found.append("CITY")
        if key.endswith(" city") and "COUNTRY" in found:
            return ("COUNTRY",)
        return tuple(found)

    def _is_short_state(self, key: str) -> bool:
        """Return whether a place is the abbreviation of a state or province ("Calif.", "MA")."""
        span = self.places[key][0]
        surface = self.text[span.start : span.end]
        if key in STATE_SHORT and self.text[span.end - 1 : span.end + 1].count("."):
            return True
        if key not in STATE_CODES or not surface.replace(".", "").isupper():
            return False
        return "." in surface or self.text[: span.start].endswith(", ")

    def _area(self, key: str) -> EntityType | None:
        """Return the type that words such as "the state of" before a place give it, or None.

        Such words must precede all mentions of the place, or a list in which it stands (the
        provinces of Garvona, Bari and Tarsus), and give it the same type.
        """
        kinds = {self._area_of(span) for span in self.places[key]}
        kind = kinds.pop() if len(kinds) == 1 else None
        return None if kind == "LOC" and _is_known_city(key) else kind

    def _area_of(self, span: TypedSpan) -> EntityType | None:
        head = _OF.search(self.text, max(0, span.start - 24), span.start)
        if head and head[1] in _AREAS_OF:
            return _AREAS_OF[head[1]]
        first: TypedSpan | None = span
        while first is not None:
            start = first.start
            first = next(
                (
                    self.spans[start - len(join)]
                    for join in _JOINS
                    if self.text.endswith(join, 0, start) and start - len(join) in self.spans
                ),
                None,
            )
        is_list = start < span.start or any(
            self.text.startswith(join, span.end) and span.end + len(join) in self.starts
            for join in _JOINS
        )
        head = _OF.search(self.text, max(0, start - 24), start) if is_list else None
        return _LISTS_OF.get(head[1]) if head else None

    def _type_in_context(self, key: str) -> EntityType | None:
        """Return the type given by the words next to some mention of a place, or None."""
        for span in self.places[key]:
            said = self._type_of_mention(span, key)
            if said is not None:
                return said
        return None

    def _type_of_mention(self, span: TypedSpan, key: str) -> EntityType | None:
        before = self.text[max(0, span.start - 24) : span.start]
        of = _OF.search(before)
        if of and of.group(1).casefold() in _NOUNS_OF:
            return _NOUNS_OF[of.group(1).casefold()]
        after = _AFTER.match(self.text, span.end)
        if after and after.group(1) in _NOUNS_AFTER:
            return _NOUNS_AFTER[after.group(1)]
        town = self.ends.get(span.start - 2)
        if town is not None and before.endswith(", "):
            return self._of_town(town, key, span)
        region = self.starts.get(span.end + 2)
        if region is not None and self.text[span.end : span.end + 2] == ", ":
            return self._in_region(key, region)
        return None

    def _of_town(self, town: str, key: str, span: TypedSpan) -> EntityType | None:
        """Return the type of a place that follows a town, such as Georgia in "Atlanta, Georgia".

        Returns COUNTRY if the place is a country that has a city with the town's name, STATE if
        it is a state in such a country, and otherwise None. Returns None instead of STATE if
        the place is probably another city in a list, such as Bergen in "Oslo, Bergen and Rome".
        That is the case if no federal country (such as the United States) has a state with this
        name, and if the name is that of a well-known city, or that of any city and is followed
        by "and" or "or" and another name.
        """
        towns, states = self.index.cities.get(town, _NONE), self.index.states.get(key, _NONE)
        if country_key(key) in towns:
            return "COUNTRY"
        if not states & FEDERAL and (
            self.index.is_famous_city(key)
            or (key in self.index.cities and _LISTING_AFTER.match(self.text, span.end))
        ):
            return None
        return "STATE" if towns & states else None

    def _in_region(self, key: str, region: str) -> EntityType | None:
        """Return CITY for a place that a state follows, such as Lebanon in "Lebanon, Tennessee".

        The country of this state (`region`) must have a city with the name of the place. Otherwise
        the result is None.
        """
        towns = self.index.cities.get(key, _NONE)
        states = self.index.states.get(region, _NONE)
        listed = self.index.is_country(key) and self.index.is_country(region)
        return "CITY" if towns & states and not listed else None

    def _by_neighbours(self, key: str, kinds: tuple[EntityType, ...]) -> EntityType:
        """Decide which of several possible types (`kinds`) a place has, and return it.

        The decision depends on the other places in the text, their countries, and what such a
        name usually means.
        """
        owners = self.index.state_owners(key)
        if "COUNTRY" in kinds and USA not in owners:
            return "COUNTRY"
        if "COUNTRY" in kinds:
            inside, outside = self._weight(key, {country_key(key)}), self._weight(key, owners)
            return "STATE" if "STATE" in kinds and outside > inside else "COUNTRY"
        if key == "washington":
            near = {"seattle", "oregon", "spokane", "tacoma"} & self.places.keys()
            return "STATE" if near else "CITY"
        if USA in owners and key not in CITY_FIRST:
            return "STATE"
        if key not in COUNTIES and self._is_next_to_city(key, (" and ", " or "), sure=True):
            return "CITY"
        return "CITY" if self._is_rather_city(key, owners) else "STATE"

    def _is_rather_city(self, key: str, owners: frozenset[str]) -> bool:
        """Return whether a name that a state and a city share means the city in this text.

        `owners` are the countries that have a state with this name.
        """
        towns = self.index.cities.get(key, _NONE)
        shire = key.endswith("shire") and BRITAIN in owners
        county = shire or (key in COUNTIES and BRITAIN in owners)
        if key in CITY_FIRST or (owners & towns and not owners & FEDERAL and not county):
            return True
        state, town = self._weight(key, owners), self._weight(key, towns - owners)
        if shire or state == town:
            return not owners & (FEDERAL | {BRITAIN})
        return state < town

    def _weight(self, key: str, countries: Iterable[str]) -> float:
        """Return how many other places in the text are in one of these countries.

        A place that could be in several countries counts as a fraction. For example, a name that
        cities in Peru and Chad share counts 0.5 if only Peru is in `countries`.
        """
        wanted = set(countries)
        total = 0.0
        for other in self.places:
            owners = self.index.owners(other)
            if other != key and owners:
                total += len(owners & wanted) / len(owners)
        return total
