"""Prepared -> rows of EntSwap: one mapping a passage, every variant from the same mapping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from builders.draws import Key
from builders.lands import HOME_PEOPLES
from builders.line.prepared import Prepared
from builders.perturbations.entswap import Given, Person, SwapEntity, SwapNames
from builders.perturbations.held import Held, text_key
from builders.places import alias_key, country_key, country_names
from builders.spans.aliases import singular_nation
from builders.spans.articles import names_with_article
from builders.spans.swapping import swap_type
from builders.swap.locate import locate
from builders.swap.naming import NewName, SourceName
from builders.swap.template import Template
from builders.text import fold_key
from builders.types import Entity, Mention, SwapType


@dataclass
class PassageNames:
    """New names of the passages of one build, each drawn once.

    With `scope` "article" the passages of an article share one mapping: a passage's entities
    are drawn after those of the passages before it.
    """

    names: SwapNames
    homelands: Mapping[str, str]
    key: Key
    scope: str
    _given: dict[str, Given] = field(default_factory=dict)

    def of(self, prepared: Prepared) -> Given:
        """Return the names for all entities of an instance, those of its question included."""
        example = prepared.example
        keep, entities = self.names.keep_article, [*prepared.entities.values()]
        # The passage alone decides for its own: no question has a say in what others read.
        articles = _articles(prepared, ("context",)) if keep else {}
        own = self._items(entities[: prepared.in_passage], articles)
        articles = _articles(prepared) if keep else {}
        others = self._items(entities[prepared.in_passage :], articles)
        scope = example.title if self.scope == "article" else example.context
        key = (*self.key, scope)
        given = self._given.get(example.context)
        if given is None:
            before = self._given.get("\0" + example.title) if self.scope == "article" else None
            given = self.names.draw(own, Held((example.context,)), key, before)
            self._given[example.context] = given
            if self.scope == "article":
                self._given["\0" + example.title] = given
        held = Held.by(example)
        used = {item.entity.id for item in own}
        if any(_clashes(person, prepared) for name, person in given.names.items() if name in used):
            # The question holds a name that the passage was given: this row draws its own.
            given = self.names.draw(own, held, key)
        return self.names.draw(others, held, key, given) if others else given

    def _items(
        self, entities: Iterable[Entity], articles: Mapping[str, Articles]
    ) -> list[SwapEntity]:
        items = (self._item(entity, articles) for entity in entities)
        return [item for item in items if item is not None]

    def _item(self, entity: Entity, articles: Mapping[str, Articles]) -> SwapEntity | None:
        kind = swap_type(entity)
        if kind is None:
            return None
        return SwapEntity(
            entity, kind, self._homeland(entity), frozenset(articles.get(entity.id, {}).values())
        )

    def _homeland(self, entity: Entity) -> str:
        """Return the folded country of a people, empty where it is none or not known."""
        key = fold_key(entity.name)
        for people in (key, singular_nation(key)):
            homeland = self.homelands.get(people) or HOME_PEOPLES.get(people)
            if homeland:
                return homeland
        return ""


Articles = Mapping[str, bool]
"""Whether the names of a country, by `alias_key`, take the article."""


def _articles(
    prepared: Prepared, fields: Sequence[str] = ("title", "question", "context")
) -> Mapping[str, Articles]:
    """Tell of the countries of some fields; where the passage bears a name, it alone is asked."""
    example, found = prepared.example, dict[str, dict[str, bool]]()
    texts = {
        "title": example.title, "question": example.question, "context": example.context,
    }  # fmt: skip
    for field_ in fields:
        text = texts[field_]
        countries: dict[str, list[Mention]] = {}
        for mention in prepared.mentions.get(field_, ()):
            if mention.type == "COUNTRY":
                countries.setdefault(mention.entity, []).append(mention)
        for entity, mentions in countries.items():
            found.setdefault(entity, {}).update(names_with_article(text, mentions))
    return found


def _clashes(person: Person, prepared: Prepared) -> bool:
    example = prepared.example
    texts = [text_key(text) for text in (example.context, example.question, example.title)]
    names = {text_key(name) for name in person.names}
    return any(name in text for name in names for text in texts)


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance, located once, and the new name of each source of its template."""

    template: Template
    news: tuple[NewName, ...]

    def variant(self, types: Sequence[SwapType]) -> list[NewName | None]:
        """Return the new names of a variant, which renames the given types."""
        sources = self.template.sources
        return [
            new if source.type in types else None
            for source, new in zip(sources, self.news, strict=True)
        ]


def swappable(instances: Iterable[Prepared], passages: PassageNames) -> Iterator[Instance]:
    """Locate the entities of every instance and draw their new names."""
    for prepared in instances:
        given = passages.of(prepared)
        template = locate(prepared.example, prepared.mentions, _source_names(prepared, given))
        articles = _articles(prepared) if passages.names.keep_article else {}
        news = (
            _new_name(given.names[source.entity], source, articles.get(source.entity, {}))
            for source in template.sources
        )
        yield Instance(template, tuple(news))


def _source_names(prepared: Prepared, given: Given) -> dict[str, list[SourceName]]:
    names: dict[str, list[SourceName]] = {}
    for entity in prepared.entities.values():
        kind = swap_type(entity)
        if kind is not None and entity.id in given.names:
            # A person's other names are read as parts of the full one.
            aliases = entity.aliases if kind != "PERSON" else ()
            full = entity.name
            if kind == "COUNTRY":
                # "U.S." is a name of the United States, not their name in capitals.
                known = country_names(country_key(full))
                aliases = tuple(dict.fromkeys((*aliases, *(n for n in known if n.isupper()))))
            if kind == "NATIONALITY":
                full, aliases = _singular(full), tuple(dict.fromkeys(map(_singular, aliases)))
            source = SourceName(entity.id, kind, full, entity.first, entity.last, aliases)
            names[entity.id] = [source._replace(by_words=kind == "PERSON")]
    return names


def _singular(nationality: str) -> str:
    """Return Swede for Swedes, so that the plural is seen and put on the new name."""
    key = fold_key(nationality)
    return nationality[:-1] if singular_nation(key) == key[:-1] else nationality


def _new_name(person: Person, source: SourceName, articles: Articles) -> NewName:
    """Return the new names of a source: of a country, one for each name that it bears."""
    if not person.definite:
        return NewName(person.full, person.first, person.last)

    def new(name: str) -> str:
        return person.definite if articles.get(alias_key(name)) else person.full

    return NewName(new(source.full), aliases={alias: new(alias) for alias in source.aliases})
