"""Renaming by EntSwap (Siro and Ajayi 2023), which renames the entities of whole passages.

A variant is a version of the dataset in which certain types of entities are renamed. The new names
of a passage are the same in all variants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import Final

from builders.articles import has_definite, noun_after
from builders.countries import people_of_state
from builders.draws import Key, Part, Stem
from builders.names import COMMON_WORDS
from builders.perturbations.entswap import draw
from builders.perturbations.reserved_names import ReservedNames, text_key
from builders.perturbations.swap_entities import (
    OTHER,
    PEOPLE,
    TRIBE,
    DrawnSoFar,
    EntityName,
    SwapEntity,
)
from builders.perturbations.swap_names import SwapNames
from builders.perturbations.swapped_types import NO_ENTITY, NO_KIND, swap_type
from builders.perturbations.worlds import COAST, fits_shore
from builders.place_stems import place_stem
from builders.places import alias_key, country_key
from builders.spans.aliases import singular_people
from builders.stages.family_order import in_family_order
from builders.stages.homes import Home, Homes, Surroundings
from builders.stages.ingredients import TYPES_WITH_KINDS
from builders.stages.inner_places import places_inside, settled
from builders.stages.left_together import with_their_own
from builders.stages.new_forms import is_in_short, new_name, source_names
from builders.stages.passage_articles import Articles, ArticlesOfNames
from builders.stages.passage_locator import PassageLocator
from builders.stages.person_genders import TextGenders
from builders.stages.prepare import other_fields
from builders.stages.prepared import Prepared
from builders.stages.shores import shores_told, speaks_of_island
from builders.stages.told_regions import told_regions
from builders.stages.wholeness import is_not_word
from builders.swap.new_names import NewName, SourceName
from builders.swap.template import Template
from builders.text import fold_key
from builders.types import Entity, Example, SwapType
from name_collections.kinds import NARROWING, UNIQUE, kinds, regimes


@dataclass(frozen=True, slots=True)
class _Passage:
    """Everything about a passage that is computed once for all of its questions."""

    items: tuple[SwapEntity, ...]
    """The entities of the passage that EntSwap can rename."""
    setting: _Setting
    given: DrawnSoFar
    """The new names of the entities."""
    sources: Mapping[str, list[SourceName]]
    """The names to replace, by entity id."""
    stay: frozenset[SwapType]
    """The types of entities that keep names because their kind is unknown or has no new names."""
    keys: frozenset[str]
    """The new names in normalized form, for finding them in texts."""
    holds_one: bool
    """Whether the passage already contains one of the new names.

    This is only possible if all passages of an article share their new names.
    """

    def has_new_name(self, example: Example) -> bool:
        """Return whether an instance already has one of the new names of its passage."""
        fields = (text_key(example.question), text_key(example.title))
        return self.holds_one or any(key in text for text in fields for key in self.keys)


@dataclass(frozen=True, slots=True)
class Named:
    """The new names for the entities of an instance, and how to put them into its texts."""

    given: DrawnSoFar
    """The new names."""
    sources: Mapping[str, list[SourceName]]
    """The names to replace, by entity id."""
    articles: Mapping[str, Articles]
    """Whether the names in the texts have the definite article, by entity id."""
    stay: frozenset[SwapType]
    """The types of entities that keep names because their kind is unknown or has no new names."""
    items: tuple[SwapEntity, ...] = ()
    """The entities, if those of a country that is not renamed stay with it."""
    follow: frozenset[str] = frozenset()
    """The ids of entities, named only beside the passage, whose new names the passage has: Canada
    beside the Liberal Party of Canada."""


_PLACES: Final = ("CITY", "LOCATION")

_BUILT: Final = frozenset({
    "", OTHER, "airport", "bridge", "building", "dam", "district", "port", "railway", "stadium",
    "station", "street",
})  # fmt: skip
"""The kinds of places that people build, or may have built, and call after others."""
_FIXED: Final = frozenset({"church", "order"})
"""The kinds of organizations whose names are fixed: Church of England, Order of Saint John."""


@dataclass
class PassageNames:
    """The new names for the passages of a dataset, which are chosen once per passage."""

    names: SwapNames
    """The names that can be drawn, and the options of EntSwap."""
    homes: Homes
    """The countries of peoples and places."""
    key: tuple[Part, ...]
    """The first parts of the keys from which the random choices follow."""
    scope: str
    """Whether an entity has one new name in a "passage" or in a whole "article".

    In an article, the names for a passage are chosen after those for earlier passages.
    """
    is_word: Callable[[str], bool] = is_not_word
    """Whether a folded word is English.

    A name that is also an English word is allowed to stay where it was not recognized as a name.
    """
    _passages: dict[tuple[str, str], _Passage] = field(default_factory=dict)
    _of_articles: dict[str, DrawnSoFar] = field(default_factory=dict)

    def of(self, prepared: Prepared) -> Named:
        """Return the new names for all entities of an instance, in the passage and other fields."""
        example = prepared.example
        in_article = _in_article(prepared)
        passage = self._passages.get(in_article)
        if passage is None:
            passage = self._passages[in_article] = self._read(prepared)
        beside = self._articles(prepared, ("title", "question"), passage.given.names)
        articles = passage.setting.articles.before(beside)
        given, stay, sources = passage.given, passage.stay, passage.sources
        if passage.has_new_name(example):
            # The instance already has one of the new names, so this row draws other names.
            reserved = ReservedNames.of_example(example)
            given = draw(self._names(example), passage.items, reserved, self._key(example))
            stay = self._staying(passage.items, given)
        entities = self._entities(prepared, "title", "question")[prepared.in_passage :]
        given = _with_namesakes(given, passage.items, prepared.entities, entities)
        asked = _adjectives(prepared, "question", "title")
        setting = replace(passage.setting, adjectives=asked)
        setting = self._beside(setting, entities, articles)
        kept = setting.kept | self._kept(entities, given.countries)
        setting = replace(setting, kept=kept)
        _, others = self._with_places(entities, setting, prepared.entities.values())
        called = given.called
        if others:
            reserved = ReservedNames.of_example(example)
            given = draw(self._names(example), others, reserved, self._key(example), given)
            stay |= self._staying(others, given)
            sources = {**sources, **source_names(entities)}
        sources = {one: own for one, own in sources.items() if one in given.names}
        follow = frozenset(
            one.id
            for one in entities
            if one.id in given.names and called.get(one.name) == given.names[one.id].full
        )
        items = () if self.names.world is None else (*passage.items, *others)
        return Named(given, sources, articles.definite, stay, items, follow)

    def _read(self, prepared: Prepared) -> _Passage:
        """Read the passage of an instance and choose its new names.

        The choice does not depend on the question.
        """
        example = prepared.example
        articles = self._articles(prepared, ("context", "title"))
        own = self._entities(prepared, "context")[: prepared.in_passage]
        mentions, subjects = prepared.mentions.get("context", ()), _subjects(prepared)
        setting = self._beside(
            _Setting(
                ArticlesOfNames(),
                TextGenders.read(example.context, mentions, prepared.entities, subjects),
                Surroundings(told=told_regions(example.context, mentions)),
                shores_told(example.context, mentions),
                _adjectives(prepared, "context", "title"),
                has_island=speaks_of_island(example.context),
            ),
            own,
            articles,
            Counter(mention.entity for mention in mentions),
        )
        known = [*own, *(one for one in self._entities(prepared, "title") if one.id in subjects)]
        setting = replace(setting, kept=self._kept(known))
        setting, items = self._with_places(own, setting, known)
        before = self._of_articles.get(example.title) if self.scope == "article" else None
        given = draw(
            self._names(example),
            items,
            ReservedNames((example.context,)),
            self._key(example),
            before,
        )
        if self.scope == "article":
            self._of_articles[example.title] = given
        new = [given.names[item.entity.id] for item in items if item.entity.id in given.names]
        keys = frozenset(text_key(name) for person in new for name in person.names)
        text = text_key(example.context)
        return _Passage(
            items, setting, given, source_names(own), self._staying(items, given), keys,
            holds_one=any(key in text for key in keys),
        )  # fmt: skip

    def _entities(self, prepared: Prepared, *fields: str) -> list[Entity]:
        """Return the entities of an instance, in order, as worlds need them.

        Names that only a title has are written with spaces, those of peoples in lower case get a
        capital (the german army), and some places get clearer types, unless one of `fields` has
        them with the article (the Qara Khitai).
        """
        found = list(prepared.entities.values())
        if self.names.world is None:
            return found
        found = [replace(one, name=self._spelt(one)) for one in found]
        calls = _surfaces(prepared)
        lasts = Counter(one.last for one in found[: prepared.in_passage])
        found = [
            in_family_order(one, calls.get(one.id, ())) if lasts[one.last] == 1 else one
            for one in found
        ]
        if not self.names.keep_kind:
            return found
        if not any(one.type in {"GPE", "LOC"} for one in found):
            return found
        told = ArticlesOfNames.read(prepared, fields).definite
        has_article = {one for one, articles in told.items() if True in articles.values()}
        regions = told_regions(prepared.example.context, prepared.mentions.get("context", ()))
        states, around = {one.id for one in found if one.type == "STATE"}, set(regions.values())

        def clear(one: Entity) -> Entity:
            if one.id in has_article:
                return one
            now = settled(one, self.homes, self.is_word, is_around=one.id in around)
            # Plains, Georgia
            is_inside = one.type != now.type == "STATE" and regions.get(one.id) in states
            return replace(now, type="CITY") if is_inside and not _kind_of_place(one) else now

        return list(map(clear, found))

    def _spelt(self, entity: Entity) -> str:
        """Return the name of an entity with spaces and, of the people of a country, a capital."""
        name = entity.name.replace("_", " ")
        is_small = entity.type == "NORP" and name.islower() and name not in COMMON_WORDS
        is_small = is_small and bool(self.homes.country_of_people(name))
        return name.title() if is_small else name

    def _staying(self, items: Iterable[SwapEntity], given: DrawnSoFar) -> frozenset[SwapType]:
        return frozenset(
            item.swap_type
            for item in items
            if item.entity.id not in given.names
            and (self.names.stays(item) or self.names.is_of_one_country(item))
        )

    def _names(self, example: Example) -> SwapNames:
        return self.names.for_text(example.context)

    def _key(self, example: Example) -> Key:
        own = example.title if self.scope == "article" else example.context
        return (Stem((*self.key, own)),)

    def _articles(
        self, prepared: Prepared, fields: Sequence[str], named: Container[str] = ()
    ) -> ArticlesOfNames:
        read = self.names.keep_article
        return ArticlesOfNames.read(prepared, fields, named) if read else ArticlesOfNames()

    def _beside(
        self,
        setting: _Setting,
        entities: Collection[Entity],
        articles: ArticlesOfNames,
        times: Mapping[str, int] | None = None,
    ) -> _Setting:
        """Return a copy of `setting` with other articles and with more countries and places.

        `articles` replace the articles in `setting`. The countries, states and cities that
        `entities` name are added to those in `setting`. `times` says how often the text names the
        entities, by id.
        """
        around = self.homes.surroundings(entities, setting.around, times)
        unclear = (one for one in entities if swap_type(one) is None)
        staying = {fold_key(name) for one in unclear for name in (one.name, *one.aliases)}
        unswapped = setting.unswapped | staying
        return replace(setting, articles=articles, around=around, unswapped=unswapped)

    def _kept(self, entities: Iterable[Entity], renamed: Container[str] = ()) -> frozenset[str]:
        """Return the countries of regimes (Nazi Germany) among entities, and the regimes' own keys.

        The countries in `renamed` have new names already and are left out.
        """
        if not self.names.keep_kind:
            return frozenset()
        found = ((country_key(name), regimes().get(fold_key(name), ""))
                 for one in entities if swap_type(one) == "COUNTRY"
                 for name in (one.name, *one.aliases))  # fmt: skip
        pairs = ((key, country_key(land)) for key, land in found if land)
        return frozenset(chain.from_iterable(p for p in pairs if p[1] not in renamed))

    def _with_places(
        self, entities: Sequence[Entity], setting: _Setting, named: Collection[Entity]
    ) -> tuple[_Setting, tuple[SwapEntity, ...]]:
        """Return the items of entities together with those of the places in names that stay.

        The places are added to the setting, too. Those that have the name of an entity in `named`
        are left out, because they are that entity.
        """
        items = self._items(entities, setting)
        if self.names.world is None:
            return setting, items
        known = {fold_key(name) for one in named for name in (one.name, *one.aliases, one.last)}
        persons = (one.name for one in named if one.type == "PERSON")
        known |= {fold_key(name).rpartition(" ")[2] for name in persons}
        inner, namesakes = dict[str, Entity](), dict[str, Entity]()
        for item in filter(self._may_stay, items):
            places, namesake = places_inside(item, self.homes, self.is_word)
            inner.update((one.id, one) for one in places if fold_key(one.name) not in known)
            if namesake is not None and fold_key(namesake.name) not in known:
                namesakes[namesake.id] = namesake
        if inner:
            setting = self._beside(setting, inner.values(), setting.articles)
            items = self._items([*entities, *inner.values()], setting)
        here = SwapEntity(Entity("", "CITY", ""), "CITY", self.homes.main(setting.around))
        return setting, (*items, *(replace(here, entity=one) for one in namesakes.values()))

    def _may_stay(self, item: SwapEntity) -> bool:
        """Return whether an organization or a building keeps its name for want of another."""
        if item.swap_type == "LOCATION":
            return item.kind in _BUILT and self.names.stays(item)
        if item.kind in _FIXED:
            return False
        # A court may be that of a state (Supreme Court of Florida).
        may_follow = self.names.is_of_one_country(item)
        return item.swap_type == "ORGANIZATION" and (may_follow or self.names.stays(item))

    def _items(self, entities: Sequence[Entity], setting: _Setting) -> tuple[SwapEntity, ...]:
        last = {one.last for one in entities if one.type == "PERSON" and one.first}
        items = (self._item(entity, setting) for entity in entities)
        return tuple(
            replace(item, after_person=True)
            if item.swap_type in _PLACES
            and item.entity.name in last
            and not self.homes.is_listed(item.entity.name)
            else item
            for item in items
            if item is not None
        )

    def _item(self, entity: Entity, setting: _Setting) -> SwapEntity | None:
        kind = swap_type(entity)
        if kind is None:
            return None
        told = frozenset(setting.articles.definite.get(entity.id, {}).values())
        home = self.homes.of(entity, setting.around)
        in_short = kind == "ORGANIZATION" and self.names.keep_kind
        in_short = in_short and any(is_in_short(entity.name, one) for one in entity.aliases)
        keeps = self.names.keep_gender
        gender = (
            setting.genders.of(entity, country=setting.around.main, estimate=keeps)
            if kind == "PERSON"
            else ""
        )
        of_kind = _kind(entity, kind, self.is_word, has_article=told == {True})
        if kind == "CITY" and home.state is None:
            # Earth and Europe stay even where they are taken for cities.
            of_kind = UNIQUE if kinds("LOCATION").of(entity.name) == UNIQUE else ""
        is_part = of_kind == "state" and _tells_state(entity)
        within = setting.around.state_around(entity, home) if is_part else None
        if within:
            home = replace(home, country=within[0], state=None)
        if kind == "NATIONALITY":
            of_kind = self._kind_of_people(entity, home)
            own = self.homes.country_of_places(home.people_of, setting.around)
            home = (
                replace(home, country=own or self.homes.main(setting.around))
                if of_kind == TRIBE
                else home
            )
        item = SwapEntity(
            entity,
            kind,
            home.country,
            told,
            of_kind,
            home.is_capital,
            in_short,
            gender,
            of_kind == UNIQUE or home.country in setting.kept,
            home.state,
            tuple(setting.articles.indefinite.get(entity.id, {}).items()),
            home.towns,
            home.derived,
            home.after_people,
            self._stem(entity, kind, setting),
            home.people_of if entity.id in setting.adjectives else frozenset(),
            self._shore(home, entity, setting) if kind == "COUNTRY" else "",
            within,
        )
        # An organization that stays moves no country that only its name contains. A party does.
        is_alone = kind == "ORGANIZATION" and home.country not in setting.around.lands
        is_alone = is_alone and of_kind not in self.names.staying.get(kind, ())
        return replace(item, homeland="") if is_alone and self.names.stays(item) else item

    def _shore(self, home: Home, country: Entity, setting: _Setting) -> str:
        """Return what the text tells about a country's coast, unless the facts contradict it.

        The result is empty if the text tells nothing. An island near a country that is none is one
        of its islands, so that it has a coast. A country that is an island is one in a text that
        speaks of an island anywhere.
        """
        own = self.homes.shores.get(home.country, COAST)
        is_told = own == "island" and setting.has_island
        told = setting.shores.get(country.id, "island" if is_told else "")
        told = COAST if told == "island" and own != told else told
        return told if fits_shore(own, told) else ""

    def _stem(self, entity: Entity, kind: SwapType, setting: _Setting) -> str:
        """Return the part of a place's name by which others are called, or an empty string.

        It is empty if a name that stays equals it.
        """
        if kind not in _PLACES or self.names.world is None:
            return ""
        stem = place_stem(entity.name, kinds("LOCATION").words, self.is_word)
        return "" if fold_key(stem) in setting.unswapped else stem

    def _kind_of_people(self, entity: Entity, home: Home) -> str:
        """Return whether a people is that of a country or, if there are names for it, another."""
        if not self.homes.is_people(entity.name):
            return ""
        has_tribes = TRIBE in self.names.kinds.get("NATIONALITY", {})
        return TRIBE if has_tribes and not home.country else PEOPLE


def _with_namesakes(
    given: DrawnSoFar,
    items: Iterable[SwapEntity],
    named: Container[str],
    entities: Iterable[Entity],
) -> DrawnSoFar:
    """Return `given` with the new names of those after whom something in the passage is called.

    If Carnegie Hall becomes Moyo Hall, Carnegie in a question (`entities`) becomes Moyo, whatever
    it is taken for. `items` are the entities of the passage and what they are called after, and
    `named` the ids of all entities of the instance.
    """
    news = {
        fold_key(one.entity.name): given.names[one.entity.id].full
        for one in items
        if one.entity.id not in named and one.entity.id in given.names
    }
    found = {
        one.id: EntityName(*[news[fold_key(one.name)]] * 3)
        for one in entities
        if fold_key(one.name) in news and one.id not in given.names
    }
    return replace(given, names={**given.names, **found}) if found else given


def _subjects(prepared: Prepared) -> frozenset[str]:
    return frozenset(mention.entity for mention in prepared.mentions.get("title", ()))


def _surfaces(prepared: Prepared) -> Mapping[str, set[str]]:
    """Return the texts of the mentions of each person in the passage of an instance, by id."""
    text, found = prepared.example.context, dict[str, set[str]]()
    for one in prepared.mentions.get("context", ()):
        if one.type == "PERSON":
            found.setdefault(one.entity, set()).add(text[one.start : one.end])
    return found


def _adjectives(prepared: Prepared, *fields: str) -> frozenset[str]:
    """Return the ids of the peoples whose names are before a noun wherever the fields have them.

    Those after which a state in the text is called are left out.
    """
    texts = {"context": prepared.example.context, **dict(other_fields(prepared.example))}
    # The Venetian Republic is called after the Venetians, and does not get the name of a city.
    states = (one.name for one in prepared.entities.values() if one.type == "COUNTRY")
    found = {f"NORP:{people_of_state(alias_key(name))}": False for name in states}
    for field_ in fields:
        for one in prepared.mentions.get(field_, ()):
            if one.type == "NORP":
                text = texts[field_]
                name = text[one.start : one.end]
                # Before a verb, it is mostly a plural.
                is_before = noun_after(text, one.end) != "" and name == singular_people(name)
                found[one.entity] = found.get(one.entity, True) and is_before
    return frozenset(entity for entity, is_before in found.items() if is_before)


def _in_article(prepared: Prepared) -> tuple[str, str]:
    """Return the title and the passage of an instance; they are the key of its new names."""
    return prepared.example.title, prepared.example.context


def _kind(
    entity: Entity, swap_type: SwapType, is_word: Callable[[str], bool], *, has_article: bool
) -> str:
    """Return the kind of an organization or place (university, river), or "" if it is not known.

    A part of a country has the kind "state", but the Missouri is a river, and the West Coast a
    region. A place of a kind without new names has the kind "other" (Grainger Market). A law school
    gets the name of a university. An organization that is called by an ordinary word alone (the
    Army) has no kind, because the word stays in the names of others (the Chilean Army). A person
    may have a kind, too: God, for example, has the kind "unique".
    """
    kind = ""
    if swap_type == "ORGANIZATION" and is_word(entity.name.lower()):
        return ""
    if swap_type in (*TYPES_WITH_KINDS, "PERSON"):
        kind = kinds(swap_type).of(entity.name, has_article=has_article).removeprefix(NARROWING)
    if entity.type == "STATE" and not (has_article and kind == "river"):
        # The West Coast, which New Zealand has as a state, is a region.
        return "region" if has_article and has_definite(entity.name) is not True else "state"
    words = entity.name.split()
    if kind or swap_type != "LOCATION" or len(words) == 1:
        return kind
    # Grainger Market is a market, a kind without names to draw, and must not get that of a region.
    return OTHER if is_word(words[-1].lower()) else ""


def _tells_state(entity: Entity) -> bool:
    """Return whether the last word of a name tells that it is a part of a country (County)."""
    before, _, word = entity.name.rpartition(" ")
    return bool(before) and kinds("LOCATION").words.get(word.lower()) == "state"


def _kind_of_place(entity: Entity) -> str:
    return kinds("LOCATION").of(entity.name)


@dataclass(frozen=True, slots=True)
class _Setting:
    """Facts that a text gives about its entities."""

    articles: ArticlesOfNames
    """The articles of the names in the text."""
    genders: TextGenders
    """What the passage tells about the genders of persons."""
    around: Surroundings
    """The countries, states and cities that the text names."""
    shores: Mapping[str, str] = field(default_factory=dict)
    """What the text tells about the coasts of countries, by entity id."""
    adjectives: frozenset[str] = frozenset()
    """The ids of the peoples that the text names only before nouns (Bavarian beer)."""
    unswapped: frozenset[str] = frozenset()
    """The folded names of entities that are not renamed, because their type is unclear."""
    has_island: bool = False
    """Whether the passage speaks of an island anywhere."""
    kept: frozenset[str] = frozenset()
    """The countries of which nothing is renamed, because the text names their regime."""


@dataclass(frozen=True, slots=True)
class SwappableInstance:
    """An instance with located names and the new name for each of them."""

    template: Template
    """The instance, ready to be renamed when new names are given."""
    news: tuple[NewName, ...]
    """The new name for each of the template's `sources`."""
    reason: str = ""
    """The reason why an entity keeps its name because not all its mentions can be renamed.

    It is empty if there is no such entity.
    """
    stay: frozenset[SwapType] = frozenset()
    """The types of entities that keep names because their kind is unknown or has no new names."""

    def unchanged(self, types: Iterable[SwapType]) -> str:
        """Return the reason to give if renaming these types of entities changes nothing."""
        return self.reason or (NO_ENTITY if self.stay.isdisjoint(types) else NO_KIND)

    def variant(self, types: Sequence[SwapType]) -> list[NewName | None]:
        """Return the new names for a row in which only entities of the given types are renamed.

        There is an item for each old name of the instance, in order. None means that the name
        stays.
        """
        sources = self.template.sources
        return [
            new if source.type in types else None
            for source, new in zip(sources, self.news, strict=True)
        ]


def swappable(instances: Iterable[Prepared], passages: PassageNames) -> Iterator[SwappableInstance]:
    """Yield every instance with its names located and their new names chosen.

    In `instances`, the instances of a passage must be next to each other.
    """
    for _, questions in groupby(instances, _in_article):
        locator = PassageLocator(passages.is_word)
        for prepared in questions:
            yield _instance(prepared, passages.of(prepared), locator)


def _instance(prepared: Prepared, named: Named, locator: PassageLocator) -> SwappableInstance:
    left = with_their_own(prepared.alone, named.items)
    sources = {one: own for one, own in named.sources.items() if one not in left}
    template, half = locator.located(prepared, sources, named.follow)
    given, articles = named.given.names, named.articles
    taken = {name.full for name in given.values()}
    news = (
        new_name(given[source.entity], source, articles.get(source.entity, {}), taken)
        for source in template.sources
    )
    reasons = (*left.values(), *half.values())
    return SwappableInstance(template, tuple(news), next(iter(reasons), ""), named.stay)
