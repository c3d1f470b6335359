"""Entity renaming of instances in which the names and entities have been found already.

The spans of an instance that can be renamed are located once. Each renamed file of the release gets
new names of its own for them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, chain, combinations, compress, pairwise
from operator import eq
from typing import Final, NamedTuple

from builders.articles import takes_an, takes_article
from builders.draws import Stem, encoded
from builders.names import ARABIC_ARTICLES
from builders.perturbations.entity_renaming import NO_MENTION, distinct_names, draw_names
from builders.perturbations.name_sources import Firsts, NameSource
from builders.perturbations.reserved_names import (
    ARTICLES,
    COUNTRY_WORDS,
    ReservedNames,
    clash,
    first_words,
)
from builders.places import country_key, country_names
from builders.spans.aliases import is_acronym, singular_people
from builders.spans.answer_entities import CLOSE_READINGS
from builders.spans.persons import first_name_variants, given_key
from builders.stages.batch import Drawn, NewNames
from builders.stages.kept_mentions import with_kept
from builders.stages.prepared import Prepared
from builders.swap.inflection import pluralize
from builders.swap.locate import locate
from builders.swap.new_names import NewName, SourceName
from builders.swap.slots import Slot
from builders.swap.template import Template
from builders.text import fold_key, has_unspaced, occurs_in
from builders.types import Entity, Mention, PerturbableSpan


@dataclass(frozen=True, slots=True)
class Draw:
    """What decides the new names in one file: the source of candidates, and the random choices."""

    source: NameSource
    """The source of candidates for the new names."""
    stem: Stem
    """The first parts of the keys from which the random choices follow: recipe, config and seed."""
    peoples: Mapping[str, str] = field(default_factory=dict)
    """The people of each country (by its key), if peoples change with their country."""

    @property
    def is_related(self) -> bool:
        """Return whether related names stay related: not if every form gets its own new name."""
        return bool(self.peoples) and not self.source.each_form

    def people(self, country: str) -> str:
        """Return the people of a new country, or an empty string if it is not known."""
        return self.peoples.get(country_key(country), "")


@dataclass(frozen=True, slots=True)
class RenamableInstance:
    """An instance whose answer has names that can be renamed, with their places in the texts."""

    template: Template
    """The instance, ready to be renamed when new names are given."""
    names: tuple[PerturbableSpan, ...]
    """The distinct perturbable spans, each of which gets a new name."""
    keys: tuple[bytes, ...]
    """For each of `names`, the last part of the key from which its new name follows."""
    chosen: tuple[int, ...]
    """For each of the template's `sources` (old names), the index in `names` of its span."""
    reserved: ReservedNames
    """The names in the texts of the instance, which cannot be new names."""
    articles: Mapping[int, tuple[ArticleBefore, ...]] = field(default_factory=dict)
    """The articles before the old names that the new names have to fit, by the index in `names`."""
    indefinite: Mapping[str, frozenset[bool]] = field(default_factory=dict)
    """Whether "an" or "a" is before each form of the old names, for sources with `each_form`."""
    adjectives: frozenset[str] = frozenset()
    """The names of countries that the texts also use as adjectives (a U.S. senator)."""

    def draw(self, draw: Draw) -> tuple[list[str | None], str]:
        """Return a new name for each of `names` (None if the name stays), and a reason.

        The reason is reported only if the row is unchanged in the end.
        """
        keys = [(draw.stem, key) for key in self.keys]
        drawn, reasons = draw_names(
            self.names, draw.source, self.reserved, keys,
            people=draw.people if draw.is_related else None,
            suits=self._suits(draw), adjectives=self.adjectives,
        )  # fmt: skip
        return drawn, reasons[0] if reasons else NO_MENTION

    def _suits(self, draw: Draw) -> Mapping[int, Callable[[str], bool]]:
        """Return, for names after such an article and words of organizations, which new ones fit.

        The new name of an acronym should look like an acronym, and that of another word should not.
        """
        if not draw.peoples:
            return {}
        if draw.source.each_form:
            return self._fitting(self.names)

        def suits(number: int, name: str) -> bool:
            span = self.names[number]
            if span.span_type in _WORDS and is_acronym(span.surface) != is_acronym(name):
                return False
            definite = span.article
            return definite in {takes_article(name), None} and all(
                one.fits(draw.people(name) if one.of_people else name)
                for one in self.articles.get(number, ())
            )

        words = (n for n, span in enumerate(self.names) if span.span_type in _WORDS)
        return {number: partial(suits, number) for number in (*self.articles, *words)}

    def _fitting(self, spans: Sequence[PerturbableSpan]) -> Mapping[int, Callable[[str], bool]]:
        """Return, for each form after "a" or "an", whether a new form fits that."""
        return {
            number: partial(_fits_each, self.indefinite[span.surface])
            for number, span in enumerate(spans)
            if span.surface in self.indefinite
        }

    def forms(self, draw: Draw, new: Sequence[str | None]) -> Iterator[tuple[int, NewName]]:
        """Yield the new names of each old name that has other forms (US for United States).

        Each item has the index of the old name in the template's `sources`, and its new names:
        one for the full name, and others for the other forms. `new` has the new name of each of
        `names`, or None if the name is kept. Names that are kept are left out.
        """
        sources = [(n, at) for n, at in enumerate(self.chosen) if new[at] is not None]
        spans = distinct_names(
            replace(self.names[at], surface=alias)
            for n, at in sources
            for alias in self.template.sources[n].aliases
        )
        known = {(one.span_type, one.surface): name
                 for one, name in zip(self.names, new, strict=True)}  # fmt: skip
        reserved = self.reserved.copy()
        for name in filter(None, new):
            reserved.take(name)
        others = [one for one in spans if (one.span_type, one.surface) not in known]
        keys = [(draw.stem, self._key(one)) for one in others]
        suits = self._fitting(others) if draw.peoples else {}
        drawn, _ = draw_names(others, draw.source, reserved, keys, suits=suits)
        known |= {(one.span_type, one.surface): name
                  for one, name in zip(others, drawn, strict=True)}  # fmt: skip
        for n, at in sources:
            aliases = self.template.sources[n].aliases
            forms = {alias: known[self.names[at].span_type, alias] for alias in aliases}
            if found := {alias: name for alias, name in forms.items() if name is not None}:
                yield n, NewName(str(new[at]), aliases=found)

    def _key(self, span: PerturbableSpan) -> bytes:
        return encoded((self.template.example.id, span.span_type, span.surface))


class ArticleBefore(NamedTuple):
    """An article before a name that the new name has to fit."""

    is_an: bool | None
    """Whether it is "an", and not "a"; None for "the" before a plural without an ending.

    Then the new name must have no plural ending, either (the French).
    """
    of_people: bool
    """Whether the name is that of a country's people."""

    def fits(self, name: str) -> bool:
        """Return whether a new name fits the article."""
        if self.is_an is None:
            return pluralize(name, "NATIONALITY") == name
        return takes_an(name) in {self.is_an, None}


def _fits_each(articles: Iterable[bool], name: str) -> bool:
    """Return whether a name fits each of some indefinite articles ("an" if True)."""
    return all(takes_an(name) in {is_an, None} for is_an in articles)


LocatedInstances = dict[tuple[str, tuple[PerturbableSpan, ...]], RenamableInstance]
"""Instances of one dataset with located names, by the example's id and the perturbable spans."""


class Instances:
    """The instances of a shard, for which new names are chosen all at once, to save time.

    The result is the same as if names were chosen for one instance after another.
    """

    def __init__(self, instances: Iterable[RenamableInstance]) -> None:
        self.instances = tuple(instances)
        self._names = [span for one in self.instances for span in one.names]
        self._surfaces = [span.surface for span in self._names]
        self._keys = [key for one in self.instances for key in one.keys]
        self._reserved = [one.reserved for one in self.instances for _ in one.names]
        self._rows = [row for row, one in enumerate(self.instances) for _ in one.names]
        self._first = [0, *accumulate(len(one.names) for one in self.instances)]
        pairs = [pair for row in pairwise(self._first) for pair in combinations(range(*row), 2)]
        self._one, self._other = [one for one, _ in pairs], [other for _, other in pairs]
        reserved = [one.reserved for one in self.instances]
        long = {id(one.long): one.long for one in reserved}
        self._words = COUNTRY_WORDS.union(*long.values(), *(one.short for one in reserved))
        self._drawing: dict[int, tuple[NameSource, Firsts]] = {}
        # A people gets the name of the people of its new country, and articles and acronyms
        # should fit.
        self._following = {
            row
            for row, one in enumerate(self.instances)
            if one.articles
            or one.adjectives
            or any(span.country or span.span_type in _WORDS for span in one.names)
        }
        first_source = accumulate((len(one.chosen) for one in self.instances), initial=0)
        self._adjective = [
            first + form.source
            for first, one in zip(first_source, self.instances, strict=False)
            for form in one.template.surface_forms
            if form.form.adjective
        ]
        self._chosen = [
            first + at
            for first, one in zip(self._first, self.instances, strict=False)
            for at in one.chosen
        ]

    def none(self) -> Drawn:
        """Return new names that keep all old names, and an empty reason for each row.

        The result has the same form as that of `drawn`. It is used for the original file, in
        which nothing is renamed.
        """
        return NewNames([None] * len(self._chosen)), [""] * len(self.instances)

    def drawn(self, draw: Draw) -> Drawn:
        """Return the new names for one file, and for each row a reason to give if it is unchanged.

        Most names get their first candidate. Names are chosen one by one only in the few rows in
        which a first candidate might not be usable.
        """
        firsts = self._firsts(draw)
        names: list[str | None] = [*firsts]
        reasons = [NO_MENTION] * len(self.instances)
        for row in self._in_doubt(firsts) | (self._following if draw.peoples else set()):
            at = slice(self._first[row], self._first[row + 1])
            names[at], reasons[row] = self.instances[row].draw(draw)
        forms = self._forms(draw, names) if draw.source.each_form else self._adjectives(draw, names)
        return NewNames(list(map(names.__getitem__, self._chosen)), forms), reasons

    def _forms(self, draw: Draw, names: Sequence[str | None]) -> dict[int, NewName]:
        """Return the new names for the old names that have other forms (US for United States).

        A key of the result is the index of an old name, counted through all templates. A value
        has the new name for the old name and for its other forms. `names` has the new name for
        each perturbable span of all instances, or None if the span keeps its name.
        """
        found: dict[int, NewName] = {}
        first = 0
        for row, one in enumerate(self.instances):
            if any(source.aliases for source in one.template.sources):
                new = names[self._first[row] : self._first[row + 1]]
                found.update((first + n, name) for n, name in one.forms(draw, new))
            first += len(one.chosen)
        return found

    def _adjectives(self, draw: Draw, names: Sequence[str | None]) -> dict[int, NewName]:
        """Return the new names of countries that a text uses as adjectives (a U.S. senator).

        The keys are those of the result of `_forms`.
        """
        if not draw.peoples:
            return {}
        news = ((at, names[self._chosen[at]]) for at in self._adjective)
        return {at: NewName(new, adjective=draw.people(new)) for at, new in news if new}

    def _firsts(self, draw: Draw) -> list[str]:
        """Return the first candidate for the new name of every span of all instances.

        It is empty for a span without candidates.
        """
        source = draw.source
        if id(source) not in self._drawing:
            self._drawing[id(source)] = source, source.firsts(self._names, self._keys)
        return list(self._drawing[id(source)][1](draw.stem))

    def _in_doubt(self, names: Sequence[str]) -> set[int]:
        """Return the indices of all rows with a first candidate that cannot be used.

        The indices of a few other rows may be among them. `names` are the first candidates.
        """
        firsts = first_words(names)
        doubtful = set(compress(self._rows, map(eq, names, self._surfaces)))
        # A candidate whose first word is not in any instance of the shard is not reserved.
        for at in compress(range(len(names)), map(self._words.__contains__, firsts)):
            first, reserved = firsts[at], self._reserved[at]
            stands = first in reserved.long or first in reserved.short or first in COUNTRY_WORDS
            if stands and names[at] in reserved:
                doubtful.add(self._rows[at])
        if not all(names):
            doubtful.update(row for row, name in zip(self._rows, names, strict=True) if not name)
        plain = list(map(str.isalnum, names))
        for one, other in zip(self._one, self._other, strict=True):
            if not (plain[one] and plain[other]) and clash(names[one], names[other]):
                doubtful.add(self._rows[one])
        doubtful.update(compress(self._rows, map(ARTICLES.__contains__, firsts)))
        alike = map(eq, map(firsts.__getitem__, self._one), map(firsts.__getitem__, self._other))
        doubtful.update(map(self._rows.__getitem__, compress(self._one, alike)))
        return doubtful


def perturbable(
    instances: Iterable[Prepared],
    answer_type: str,
    *,
    gold_is_listed: bool,
    located: LocatedInstances | None = None,
) -> Iterator[RenamableInstance]:
    """Yield every instance with names that can be renamed for an answer type, and locate them.

    `located` is a cache to which located instances are added. It saves work because an instance
    usually has the same spans for MIX as for PER, ORG or GPE.
    """
    located = {} if located is None else located
    for prepared in instances:
        if not is_perturbable(prepared, answer_type):
            continue
        assert prepared.identified is not None
        spans = prepared.identified.renamed(answer_type)
        key = (prepared.example.id, spans)
        if key not in located:
            located[key] = _located(prepared, spans, gold_is_listed=gold_is_listed)
        yield located[key]


def is_perturbable(prepared: Prepared, answer_type: str) -> bool:
    """Return whether an instance has names that can be renamed for an answer type."""
    return bool(prepared.identified and prepared.identified.of(answer_type))


def _located(
    prepared: Prepared, spans: Sequence[PerturbableSpan], *, gold_is_listed: bool
) -> RenamableInstance:
    example = prepared.example
    sources = source_names(prepared, spans)
    template = locate(example, prepared.mentions, sources, gold_is_listed=gold_is_listed)
    # Remaining words count as ordinary words: `half_named` has already excluded other cases.
    template, _ = with_kept(template, prepared.all_mentions(), sources, bool)
    names = distinct_names(spans)
    at: dict[tuple[str, str], int] = {
        (span.span_type, span.surface): n for n, span in enumerate(names)
    }
    chosen = tuple(at[source.type, source.full] for source in template.sources)
    return RenamableInstance(
        template,
        names,
        tuple(encoded((example.id, span.span_type, span.surface)) for span in names),
        chosen,
        ReservedNames.of_example(example),
        _articles(template, names, chosen),
        _indefinite(template),
        frozenset(template.sources[form.source].full for form in template.surface_forms
                  if form.form.adjective),
    )  # fmt: skip


_ARTICLE: Final = re.compile(r"\ba(n?)[ \u00a0]$", re.IGNORECASE)


def _is_plural(text: str, slot: Slot) -> bool:
    """Return whether a people is called by a plural without an ending (the French cheered)."""
    follows = text[: slot.start].lower().endswith("the ")
    return follows and pluralize(slot.old, "NATIONALITY") == slot.old


def _articles(
    template: Template, names: Sequence[PerturbableSpan], chosen: Sequence[int]
) -> dict[int, tuple[ArticleBefore, ...]]:
    """Return the articles that new names have to fit, by the index of the name in `names`.

    Those before a people are listed with its country.
    """
    found: dict[int, dict[ArticleBefore, None]] = {}
    countries = {span.surface: n for n, span in enumerate(names) if span.span_type == "COUNTRY"}
    for cut in (template.context, *template.texts):
        for slot in cut.slots:
            article = _ARTICLE.search(cut.text, max(0, slot.start - 4), slot.start)
            form = template.surface_forms[slot.surface_form]
            at = chosen[form.source]
            country = names[at].country
            of_people = bool(country) or form.form.adjective
            if article:
                one = ArticleBefore(bool(article[1]), of_people)
            elif country and _is_plural(cut.text, slot):
                one = ArticleBefore(None, of_people)
            else:
                continue
            found.setdefault(countries.get(country, at), {})[one] = None
    return {at: tuple(its) for at, its in found.items()}


def _indefinite(template: Template) -> dict[str, frozenset[bool]]:
    """Return the indefinite articles before each form of the old names ("an" is True)."""
    found: dict[str, set[bool]] = {}
    for cut in (template.context, *template.texts):
        for slot in cut.slots:
            if article := _ARTICLE.search(cut.text, max(0, slot.start - 4), slot.start):
                found.setdefault(slot.old, set()).add(bool(article[1]))
    return {form: frozenset(its) for form, its in found.items()}


def half_named(prepared: Prepared, is_word: Callable[[str], bool]) -> Mapping[str, str]:
    """Return the ids of entities that would keep their name in some places, with the reasons.

    `is_word` says whether a folded word is English. A name that is also an English word is
    allowed to stay where it was not recognized as a name. A person or organization is also
    included if the same name is elsewhere the whole name of another organization, because
    it is unclear which one is meant: "Marconi" may be Guglielmo Marconi or his company.
    """
    found: dict[str, str] = {}
    identified = prepared.identified
    every = [identified.renamed(kind) for kind in (*identified.spans, "MIX")] if identified else ()
    for spans in dict.fromkeys(every):
        sources = source_names(prepared, spans)
        template = locate(prepared.example, prepared.mentions, sources, gold_is_listed=True)
        entities = {_named_so(span): span.entity for span in spans}
        mentions = prepared.all_mentions()
        template, half = with_kept(template, mentions, sources, is_word)
        found |= {entities[identity]: reason for identity, reason in half.items()}
        close = {entities[identity] for identity in _maybe_in_short(template, mentions)}
        found |= dict.fromkeys(
            (one for one in close if prepared.entities[one].type in _NAMED_IN_SHORT), CLOSE_READINGS
        )
    return found


_WORDS: Final = frozenset({"NNP", "RARE"})
"""The span types of words in the names of organizations."""
_NAMED_IN_SHORT: Final = frozenset({"PERSON", "ORG"})
"""The types of entities that may share a short name with an organization.

For example, "Marconi" may be Guglielmo Marconi or his company.
"""


def _maybe_in_short(template: Template, mentions: Mapping[str, Sequence[Mention]]) -> Iterator[str]:
    """Yield the ids of renamed entities whose name is elsewhere the name of an organization.

    There, the organization is called by this name alone, and is not renamed. For example,
    "Marconi" may be Guglielmo Marconi or his company.
    """
    spans = {
        (mention.field, mention.start, mention.end)
        for mention in chain.from_iterable(mentions.values())
        if mention.type == "ORG"
    }
    for kept, renamed, over in template.kept:
        alone = kept.reason == "another referent" and (kept.field, kept.start, kept.end) in spans
        if alone and not over:
            yield from (template.changes[at].entity for at in renamed)


def source_names(
    prepared: Prepared, spans: Sequence[PerturbableSpan]
) -> Mapping[str, list[SourceName]]:
    """Return the names to replace in the mentions of each entity, by entity id.

    These are the items of `spans` that belong to the entity. Some spans are also replaced in other
    entities: a last name in persons with the same last name, and the name of an organization in
    organizations whose names contain that name.
    """
    names: dict[str, list[SourceName]] = {}
    renamed = {span.entity for span in spans}
    given = {(span.entity, span.surface) for span in spans if span.span_type.startswith("FIRST")}
    firsts = Counter(given_key(surface) for _, surface in given)
    shared = {span.surface for span in prepared.identified.related} if prepared.identified else ()
    wholes = {span.surface: one.aliases for span in spans
              if (one := prepared.entities[span.entity]).name == span.surface}  # fmt: skip
    for span in spans:
        entity = prepared.entities[span.entity]
        of_person = entity.type == "PERSON" and span.span_type != "PERSON"
        if span.country:
            names.setdefault(span.entity, []).append(_people_name(span, entity))
            continue
        whole = span.surface == entity.name and not of_person
        aliases = entity.aliases if whole else tuple(_variants(span, firsts))
        if not whole and span.surface in shared:
            aliases = (*aliases, *_other_names(span, entity, wholes.get(span.surface, ())))
            whole = entity.type == "COUNTRY" and entity.name in aliases
        source = SourceName(
            _named_so(span), span.span_type, span.surface,
            aliases=aliases, whole=whole, by_words=False,
            beside="unspaced" if has_unspaced(span.surface) else "none",
        )  # fmt: skip
        names.setdefault(span.entity, []).append(source)
        for namesake in _namesakes(prepared, span, renamed):
            names.setdefault(namesake, []).append(source)
        for body in _containing_organizations(prepared, span, entity):
            names.setdefault(body, []).append(source._replace(whole=False))
    return names


def _people_name(span: PerturbableSpan, entity: Entity) -> SourceName:
    """Return the old name of a people, alone or in another name, that changes with its country."""
    whole = entity.type == "NORP"
    aliases = tuple(dict.fromkeys(map(singular_people, entity.aliases))) if whole else ()
    return SourceName(
        span.entity, span.span_type, span.surface, aliases=aliases, whole=whole, by_words=False
    )


def _other_names(span: PerturbableSpan, entity: Entity, aliases: Sequence[str]) -> Iterator[str]:
    """Yield the other names of a place by which an entity calls it.

    For example, an answer may be the United States Senate, and another name in the text may be
    that of the U.S. Navy. `aliases` are the other names of the place in the text.
    """
    own = (entity.name, *entity.aliases)
    known = country_names(country_key(span.surface)) if span.span_type == "COUNTRY" else ()
    for name in dict.fromkeys((*aliases, *known)):
        if name != span.surface and any(occurs_in(one, name) for one in own):
            yield name


def _named_so(span: PerturbableSpan) -> str:
    """Return the id of a span's entity, with another entity type if the span type does not fit it.

    For example, a question may ask for an organization that the recognizer took for a person in the
    passage. Then the id begins with ORG instead of PERSON.
    """
    kind, _, name = span.entity.partition(":")
    is_person = span.span_type in {"LAST", "PERSON"} or span.span_type.startswith("FIRST")
    if (kind == "PERSON") == is_person:
        return span.entity
    return f"{'PERSON' if is_person else 'ORG'}:{name}"


def _variants(span: PerturbableSpan, firsts: Mapping[str, int]) -> Iterator[str]:
    """Yield other forms of a part of a name, such as Tom for Thomas and Turabi for al-Turabi.

    If one person is called Tom and another Thomas, these forms of the first name are left out,
    because the two persons would get the same new name. `firsts` counts the persons for each first
    name, all its forms taken together.
    """
    if span.span_type.startswith("FIRST") and firsts[given_key(span.surface)] == 1:
        yield from first_name_variants(span.surface)
    if " - " in span.surface:  # as in tokenized text
        yield span.surface.replace(" - ", "-")
    elif "-" in span.surface:
        yield span.surface.replace("-", " - ")
    article, hyphen, rest = span.surface.partition("-")
    if span.span_type == "LAST" and hyphen and article.casefold() in ARABIC_ARTICLES:
        yield rest


def _containing_organizations(
    prepared: Prepared, span: PerturbableSpan, entity: Entity
) -> Iterator[str]:
    """Yield the ids of other organizations whose names contain the span, as BBC News contains BBC.

    Nothing is yielded if the span is not the whole name of an organization.
    """
    if span.span_type not in _WORDS or span.surface != entity.name:
        return
    word = f" {fold_key(entity.name)} "
    for identity, other in prepared.entities.items():
        if other.type == "ORG" and identity != entity.id and word in f" {fold_key(other.name)} ":
            yield identity


def _namesakes(prepared: Prepared, span: PerturbableSpan, renamed: Container[str]) -> Iterator[str]:
    """Yield the ids of other entities whose last name has to change with that of the span.

    These are the persons and families with the same last name, except those in `renamed`,
    which have spans of their own. Nothing is yielded if the span is not a last name. Unless
    the span belongs to a family (the Virtanens), nothing is yielded either if one of these
    persons also has a first name, because this person keeps the last name.
    """
    if span.span_type != "LAST":
        return
    surname = fold_key(span.surface)
    bearers = {
        identity: entity
        for identity, entity in prepared.entities.items()
        if entity.type == "PERSON" and fold_key(entity.last or entity.name) == surname
    }
    of_family = span.entity in bearers and bearers[span.entity].is_family
    stays = (one for one in bearers.values() if one.id not in renamed)
    if of_family or all(one.is_family or not one.last for one in stays):
        yield from (identity for identity in bearers if identity not in renamed)
