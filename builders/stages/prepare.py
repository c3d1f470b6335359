"""Preparing instances for renaming: finding their names, the entities and the perturbable spans.

A perturbable span is a name, or a part of one, that entity renaming can replace. A passage is read
once for all of its questions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

from builders.places import country_key
from builders.spans.aliases import without_addition
from builders.spans.answer_entities import NO_NAMES, Identified, has_names, identify
from builders.spans.knowledge import Knowledge
from builders.spans.linking import LinkedPassage, link_field, link_passage
from builders.spans.missed_mentions import (
    WORD_BEFORE,
    Names,
    is_distinct,
    missed_mentions,
    names_of_one,
)
from builders.spans.persons import is_one_person, parse_person
from builders.spans.sentence_ends import without_sentence_ends
from builders.stages.common_phrases import with_common_phrases
from builders.stages.event_names import EventNames, KnownPlaces
from builders.stages.finding import Finder, Found
from builders.stages.joined_names import apart_at_dashes
from builders.stages.languages import with_languages, without_languages
from builders.stages.longer_names import lengthened
from builders.stages.one_kind import as_persons, as_places, named_as_in_title, of_one_kind
from builders.stages.organization_places import OrganizationPlaces
from builders.stages.organizations_in_short import in_short
from builders.stages.prepared import Prepared, joined
from builders.stages.related_spans import places_of_peoples, places_of_regions, with_related
from builders.stages.render_renaming import half_named
from builders.stages.told_genders import with_told_genders
from builders.stages.wholeness import (
    SearchedNames,
    find_remaining_entities,
    is_not_word,
    is_plain,
    names_of_entities,
    names_of_spans,
)
from builders.swap.locate import outermost
from builders.text import fold_key, names_in
from builders.types import ANSWERS, Beside, Entity, Example, Mention, Subset, TypedSpan

_ARTICLE: Final = re.compile(r"(the|an?)\s+", re.IGNORECASE)

CHUNK: Final = 256
"""The number of instances in a shard, rounded up to whole passages."""


@dataclass(frozen=True, slots=True)
class Preparer:
    """Finds the names in instances, so that entity renaming, EntSwap or both can rename them."""

    finder: Finder
    knowledge: Knowledge | None = None
    """The gazetteer and lexicon for entity renaming, or None if it does not rename the dataset."""
    keep_all: bool = True
    """Whether EntSwap renames the dataset, so that all instances have to be prepared fully.

    Otherwise the preparation of an instance stops as soon as the passage shows that entity renaming
    leaves the instance out.
    """
    is_word: Callable[[str], bool] = is_not_word
    """Whether a folded word is English."""
    subset: Subset = ANSWERS
    """The entities that entity renaming renames: by default, those in the gold answers."""
    demonyms: Mapping[str, str] | None = None
    """The folded country of each nationality, if names inside events and works follow others.

    Such a name is renamed if the passage also has it elsewhere or has the country of the
    nationality, or if it is in a description (the 2001 Spanish general election). If this is None,
    the names of events and works are kept.
    """
    homelands: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The folded countries of each nationality, if peoples change with their country."""
    states: Set[str] = frozenset()
    """The folded names of states, if `demonyms` is given."""

    def prepare(self, examples: Sequence[Example]) -> tuple[Prepared, ...]:
        """Return instances with their mentions, entities and perturbable spans, in order.

        Perturbable spans are the parts of names that entity renaming can replace. Instances with
        the same passage and title share the entities of the passage.
        """
        found = self.finder.find((one.context for one in examples), misc=True)
        names = self._event_names(found)
        found = {
            text: self._names_in(text, spans, names.get(text)) for text, spans in found.items()
        }
        titles = [with_passage(one.context, "title", one.title) for one in examples if one.title]
        of_titles = dict(self._beside(titles, names))
        families = self.keep_all or self.subset.related
        is_place = lru_cache(maxsize=None)(self.finder.places.is_place)
        passages = _Passages(
            found, of_titles, self.is_word, is_place, self.demonyms is not None, families=families
        )
        known = [self._by_passage(example, passages) for example in examples]
        left = [one for one, spans in zip(examples, known, strict=True) if not _is_out(spans)]
        others = [text for text in _other_texts(left) if text not in of_titles]
        passages.beside.update(self._beside(others, names))
        return tuple(
            Prepared(example, {}, {}, 0, spans)
            if _is_out(spans)
            else self._one(example, passages.of(example), spans)
            for example, spans in zip(examples, known, strict=True)
        )

    def _event_names(self, found: Found) -> Mapping[str, EventNames]:
        """Return the names of each passage that are renamed inside events and works, too."""
        if self.demonyms is None:
            return {}
        parts = OrganizationPlaces(self.demonyms, self.knowledge)
        countries = frozenset(map(country_key, self.demonyms.values()))
        places = KnownPlaces(self.demonyms, countries, self.states)
        return {text: EventNames.of(text, spans, places, parts) for text, spans in found.items()}

    def _names_in(
        self, text: str, spans: Sequence[TypedSpan], names: EventNames | None
    ) -> Sequence[TypedSpan]:
        if names is None:
            return without_sentence_ends(text, apart_at_dashes(text, spans))
        countries = self.finder.places.countries
        longer = lengthened(text, spans, countries)
        spans = without_sentence_ends(text, apart_at_dashes(text, longer, countries))
        in_step = names.in_step(text, spans, self.is_word)
        in_step = as_places(text, in_step, self.finder.places)
        return with_languages(text, with_common_phrases(text, in_step))

    def _beside(
        self, texts: Iterable[Beside], names: Mapping[str, EventNames]
    ) -> Iterator[tuple[Beside, Sequence[TypedSpan]]]:
        """Yield the spans of each text, which is read with its passage; `names` are by passage."""
        for text, found in self.finder.find_with_passages(texts, misc=True).items():
            known, spans = names.get(text.passage), found
            if known is not None and text.kind == "title" and not spans:
                spans = known.in_title(text.text, self.is_word)
            yield text, self._names_in(text.text, spans, known)

    def _by_passage(self, example: Example, passages: _Passages) -> Identified | None:
        """Return the spans of an instance that can be renamed, as found from its passage alone.

        Returns None if all instances are to be prepared fully (`keep_all`), if entity renaming
        is not wanted, or if the question decides which entities are renamed.
        """
        if self.keep_all or self.knowledge is None or self.subset.named_in == "question":
            return None
        if not has_names(example, names_of(passages.found[example.context])):
            return NO_NAMES
        read = passages.of(example)
        entities = read.passage.entities
        return identify(example, read.mentions, entities, self.knowledge, self.subset)

    def _one(self, example: Example, read: _Read, identified: Identified | None) -> Prepared:
        passage, entities = read.passage, dict(read.entities)
        mentions = {"context": read.mentions}
        misc = {"context": read.misc}
        for name, text in other_fields(example):
            mentions[name], new, misc[name] = read.field(name, text)
            for entity in new:
                entities.setdefault(entity.id, entity)
        if self.demonyms is not None:
            mentions, entities = named_as_in_title(mentions, entities, read.entities)
        mentions.update(outermost(_aliases(example, passage)))
        texts = {"context": example.context, **dict(other_fields(example))}
        if self.knowledge is not None and (identified is None or not identified.is_settled):
            everywhere = [mention for of_field in mentions.values() for mention in of_field]
            known = entities if self.subset.named_in == "question" else passage.entities
            identified = identify(example, everywhere, known, self.knowledge, self.subset)
        if identified is not None:
            if self.knowledge is not None and self.subset.related:
                identified = with_told_genders(identified, example, entities, read.mentions)
                others = [
                    one for one in entities.values() if not self._is_part(one, mentions, texts)
                ]
                identified = with_related(identified, others, self.knowledge, self.homelands)
                left = places_of_peoples(identified, entities.values(), self.homelands)
                asked = mentions.get("question", ())
                left |= places_of_regions(identified, example.question, asked)
                identified = identified.without(left) if left else identified
            identified = self._whole(texts, joined(mentions, misc), identified)
        alone = self._alone(texts, joined(mentions, misc), entities, read) if self.keep_all else {}
        found = Prepared(example, mentions, entities, len(read.entities), identified, alone, misc)
        half = half_named(found, self.is_word)
        return replace(found, identified=identified.without(half)) if identified and half else found

    def _is_part(
        self,
        entity: Entity,
        mentions: Mapping[str, Sequence[Mention]],
        texts: Mapping[str, str],
    ) -> bool:
        """Return whether the name of a people follows that of another (American Indians)."""
        if entity.type != "NORP":
            return False
        before = (
            WORD_BEFORE.search(texts[name][: mention.start])
            for name, its in mentions.items()
            for mention in its
            if mention.entity == entity.id and name in texts
        )
        return any(found and fold_key(found[1]) in self.homelands for found in before)

    def _whole(
        self, texts: Mapping[str, str], mentions: Mapping[str, Sequence[Mention]], found: Identified
    ) -> Identified:
        """Return `found` without the spans of each answer type that cannot be renamed everywhere.

        These are the types with an entity whose name would remain somewhere in `texts`.
        """
        spans = found.renamed("MIX") or tuple(
            span for kind in found.spans for span in found.renamed(kind)
        )
        if not spans:
            return found
        left = find_remaining_entities(texts, mentions, names_of_spans(spans), self.is_word)
        return found.without(left) if left else found

    def _alone(
        self,
        texts: Mapping[str, str],
        mentions: Mapping[str, Sequence[Mention]],
        entities: Mapping[str, Entity],
        read: _Read,
    ) -> Mapping[str, str]:
        """Return the ids of the entities that EntSwap does not rename, each with the reason."""
        others = {one: entity for one, entity in entities.items() if one not in read.entities}
        new = SearchedNames.of(names_of_entities(others), self.is_word)
        found = {**read.left}
        for name, text in texts.items():
            own = mentions.get(name, ())
            if name != "context":
                found |= read.searched.remaining_entities(name, text, own)
            found |= new.remaining_entities(name, text, own)
        return {**_named_after(found, entities), **found}


def _named_after(left: Mapping[str, str], entities: Mapping[str, Entity]) -> dict[str, str]:
    """Return the places and organizations that are named after the entities in `left`.

    `left` and the result map the ids of entities that are not renamed to the reasons. For example,
    if the Rhine is not renamed, then the Rhine Delta is not renamed either, for the same reason.
    """
    names = {
        fold_key(name): reason
        for one, reason in left.items()
        for name in (entities[one].name, entities[one].last)
        if name
    }
    others = (entity for entity in entities.values() if entity.type != "PERSON") if names else ()
    return {entity.id: names[key] for entity in others for key, _ in names_in(entity.name, names)}


def _is_out(identified: Identified | None) -> bool:
    return identified is not None and not identified.spans


@dataclass(frozen=True, slots=True)
class _Passages:
    """The passages of some instances of a dataset; a passage is read when it is first needed."""

    found: Mapping[str, Sequence[TypedSpan]]
    """The spans of the names in each passage."""
    beside: dict[Beside, Sequence[TypedSpan]]
    """The spans of the names in other fields: first in titles, later in questions and answers, too.
    """
    is_word: Callable[[str], bool]
    """Whether a folded word is English."""
    is_place: Callable[[str], bool]
    """Whether a name is that of a known place."""
    keeps_languages: bool = False
    """Whether the name of a people is kept where it stands for its language."""
    families: bool = False
    """Whether persons with the same surname get the same new surname."""
    read: dict[tuple[str, str], _Read] = field(default_factory=dict)
    """The passages read so far, by text and title."""

    def of(self, example: Example) -> _Read:
        """Return the passage of an instance, which is read at the first call and then kept."""
        key = example.context, example.title
        if key not in self.read:
            spans = self.found[example.context]
            self.read[key] = _Read.of(
                *key,
                spans,
                self.beside,
                self.is_word,
                is_place=self.is_place,
                keeps_languages=self.keeps_languages,
                families=self.families,
            )
        return self.read[key]


@dataclass(frozen=True)
class _Read:
    """A passage that has been read, with the mentions and entities that were found in it."""

    passage: LinkedPassage
    mentions: Sequence[Mention]
    """The mentions in the passage, without overlap and without those inside a name in `misc`."""
    entities: Mapping[str, Entity]
    """The entities by id, in the order of first mention."""
    misc: Sequence[Mention]
    """The names of events, works and things in the passage."""
    names: Names
    """The names by which mentions that the recognizer missed are found."""
    families: Names
    """The surnames that several persons in the passage share, each with the first of them."""
    beside: Mapping[Beside, Sequence[TypedSpan]]
    """The spans of the names in other fields."""
    is_word: Callable[[str], bool]
    """Whether a folded word is English."""
    is_place: Callable[[str], bool] | None
    """Whether a name is that of a known place, if names are looked for beside other words, too."""
    tied: dict[tuple[str, str], tuple[Sequence[Mention], tuple[Entity, ...], Sequence[Mention]]]
    """The results of the method `field`, by the name and the text of the field.

    They are kept because most questions about a passage have the same title.
    """
    apart: Callable[[str, Iterable[Mention]], tuple[Sequence[Mention], Sequence[Mention]]]
    """Divides the mentions in a text into those of names and those of languages, if any."""

    @classmethod
    def of(
        cls,
        context: str,
        title: str,
        spans: Sequence[TypedSpan],
        found_beside: Mapping[Beside, Sequence[TypedSpan]],
        is_word: Callable[[str], bool],
        *,
        is_place: Callable[[str], bool],
        keeps_languages: bool = False,
        families: bool = False,
    ) -> _Read:
        """Read a passage: assign the names that a recognizer found in it to entities.

        `spans` are the names in the passage, and `found_beside` has those in other fields.
        `is_place` returns whether a name is that of a known place. If the names of languages are
        kept, names follow others, and so do the surnames of families.
        """
        apart = without_languages if keeps_languages else _all_names
        of_title = found_beside.get(with_passage(context, "title", title), ())
        heading = link_passage(
            title.replace("_", " "), names_of(tuple(of_title)), is_place=is_place
        )
        in_title = heading.entities.values()
        spans = as_persons(context, spans, {one.last for one in in_title if one.first})
        own = of_one_kind(context, names_of(spans))
        subjects = _subjects(in_title, _opening_person(context, own))
        passage = link_passage(context, own, known=subjects, is_place=is_place)
        misc = misc_of("context", context, spans)
        is_other = is_place if keeps_languages else None
        names = names_of_one(passage.entities.values())
        shared = _families(passage.entities.values(), names) if families else {}
        inside = shared if keeps_languages else {}
        passage = _with_families(passage, inside)
        known = (*passage.mentions, *(mention for mention, _ in passage.undecided), *misc)
        new = missed_mentions("context", context, {**names, **inside}, known, is_other)
        missed, languages = apart(context, new)
        passage = replace(passage, mentions=_sorted(passage.mentions, missed))
        misc = _sorted(misc, languages)
        order = dict.fromkeys(mention.entity for mention in passage.mentions)
        entities = {identity: passage.entities[identity] for identity in order}
        mentions = (*passage.mentions, *(mention for mention, _ in passage.undecided))
        return cls(
            passage,
            outermost(outside(misc, mentions)).get("context", ()),
            {**entities, **passage.entities},
            misc,
            names,
            shared,
            found_beside,
            is_word,
            is_other,
            {},
            apart,
        )

    @cached_property
    def written(self) -> Names:
        """The names by which missed mentions in questions and titles are found.

        People also write them in lower case, but only those that are no English words are read so.
        """
        names = {**self.names, **self.families}
        small = {name.lower(): one for name, one in names.items()}
        plain = {name for name in small if is_plain(fold_key(name).split(), self.is_word)}
        return {**{name: one for name, one in small.items() if name not in plain}, **names}

    @cached_property
    def searched(self) -> SearchedNames:
        """The names of the entities, for finding occurrences that are not mentions."""
        return SearchedNames.of(names_of_entities(self.entities), self.is_word)

    @cached_property
    def last_names(self) -> Set[str]:
        """The last names that only a person in the passage has."""
        owners = self.names.items()
        return {name for name, one in owners if one.type == "PERSON" and one.last == name}

    @cached_property
    def left(self) -> Mapping[str, str]:
        """The ids of entities with a name that would remain in the passage, each with the reason.

        Such a name occurs somewhere in the passage without being a mention.
        """
        return self.searched.remaining_entities(
            "context", self.passage.context, (*self.mentions, *self.misc)
        )

    def field(
        self, name: str, text: str
    ) -> tuple[Sequence[Mention], tuple[Entity, ...], Sequence[Mention]]:
        """Assign the names in another field to entities.

        Returns the mentions, the entities that the passage does not mention, and the mentions of
        type MISC (events, works and things).
        """
        key = (name, text)
        if key not in self.tied:
            spans = self.beside.get(with_passage(self.passage.context, name, text), ())
            spans = as_persons(text, spans, self.last_names)
            tied, entities = link_field(self.passage, name, text, names_of(spans))
            misc = misc_of(name, text, spans)
            tied, entities = in_short(text, tied, entities, self.entities)
            missed = missed_mentions(name, text, self.written, (*tied, *misc), self.is_place)
            names, languages = self.apart(text, _sorted(tied, missed))
            misc = _sorted(misc, languages)
            self.tied[key] = outermost(outside(misc, names)).get(name, ()), entities, misc
        return self.tied[key]


def _families(entities: Iterable[Entity], names: Container[str]) -> Names:
    """Return the surnames of several persons, each with the first of them: the Holm sisters.

    These persons get the same new surname. Those among `names`, which one entity alone has, are
    left out.
    """
    bearers: dict[str, list[Entity]] = {}
    for one in entities:
        if one.type == "PERSON" and one.first and is_distinct(one.last):
            bearers.setdefault(one.last, []).append(one)
    return {
        last: persons[0]
        for last, persons in bearers.items()
        if len(persons) > 1 and last not in names
    }


def _with_families(passage: LinkedPassage, families: Names) -> LinkedPassage:
    """Return a passage in which the surnames of families are mentions of one of the family.

    It does not matter of which one, because they get the same new surname.
    """
    decided, undecided = [], []
    for mention, reason in passage.undecided:
        one = families.get(passage.context[mention.start : mention.end])
        if one is None or mention.type != "PERSON":
            undecided.append((mention, reason))
        else:
            decided.append(replace(mention, entity=one.id))
    if not decided:
        return passage
    mentions = _sorted(passage.mentions, decided)
    return replace(passage, mentions=mentions, undecided=tuple(undecided))


def _all_names(_: str, mentions: Iterable[Mention]) -> tuple[Sequence[Mention], Sequence[Mention]]:
    return tuple(mentions), ()


def _sorted(mentions: Iterable[Mention], others: Iterable[Mention]) -> tuple[Mention, ...]:
    return tuple(sorted((*mentions, *others), key=lambda mention: mention.start))


def _opening_person(context: str, spans: Iterable[TypedSpan]) -> str:
    """Return the name of the person with whom a passage begins, or an empty string."""
    for span in spans:
        if span.type == "PERSON" and not any(map(str.isalnum, context[: span.start])):
            return context[span.start : span.end]
    return ""


def _subjects(in_title: Iterable[Entity], opening: str) -> Iterator[Entity]:
    """Yield the entities of a title (`in_title`) that the passage may call by another name.

    These are persons with first and last name ("Nikola Tesla" in the title may be "Tesla" in the
    passage) and towns with an addition ("Newcastle upon Tyne" may be "Newcastle"). A passage that
    begins with a person of the same last name, whose given name begins like that in the title, is
    about the person in the title (Al Simmons may be "Aloysius Harry Simmons"). `opening` is the
    name with which it begins, or empty.
    """
    for entity in in_title:
        short = without_addition(entity.name) if entity.type == "CITY" else ""
        if entity.first and entity.last:
            aliases = (opening,) if _may_be_one(entity, opening) else ()
            yield replace(entity, aliases=(*entity.aliases, *aliases))
        elif short:
            yield replace(entity, aliases=(*entity.aliases, short))


def _may_be_one(person: Entity, opening: str) -> bool:
    """Return whether a person in a title and one with whom the passage begins may be the same."""
    name = parse_person(opening)
    given, first = fold_key(" ".join(name.given)), fold_key(person.first)
    begins = given.startswith(first) or first.startswith(given)
    return bool(given) and begins and fold_key(name.last) == fold_key(person.last)


def names_of(spans: Sequence[TypedSpan]) -> Sequence[TypedSpan]:
    """Return the spans that may be renamed: all but those of type MISC (events, works, things)."""
    return [span for span in spans if span.type != "MISC"]


def misc_of(field: str, text: str, spans: Iterable[TypedSpan]) -> tuple[Mention, ...]:
    """Return mentions for the spans of type MISC in a field: events, works and things.

    They are not renamed, and neither is any name inside them (Paris in "Treaty of Paris").
    """
    return tuple(
        Mention(field, span.start, span.end, "MISC", f"MISC:{text[span.start : span.end]}")
        for span in spans
        if span.type == "MISC"
    )


def outside(misc: Sequence[Mention], mentions: Iterable[Mention]) -> Iterable[Mention]:
    """Return the mentions that do not overlap the name of an event, work or thing in `misc`."""
    if not misc:
        return mentions
    return [
        one for one in mentions if not any(m.start < one.end and one.start < m.end for m in misc)
    ]


def other_fields(example: Example) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each field in which names are found, except the passage.

    These are the question, the title and the answers without an offset in the passage.
    """
    yield "question", example.question
    yield "title", example.title
    answers = example.answers
    yield from ((f"answer:{n}", a.text) for n, a in enumerate(answers) if a.start is None)
    plausible = example.plausible_answers
    yield from ((f"plausible:{n}", a.text) for n, a in enumerate(plausible) if a.start is None)


def _aliases(example: Example, passage: LinkedPassage) -> Iterator[Mention]:
    """Yield the mentions in aliases, which are gold answers that do not occur in `answers`.

    An alias names the same entity as the answers. If all answers are one entity and the alias
    contains none of the names in the passage (Polska for Poland), the whole alias is a mention of
    that entity. If the alias stayed unchanged, a model that answers from memory would be counted as
    right.
    """
    repeated = {answer.text for answer in example.answers}
    aliases = [(n, text) for n, text in enumerate(example.gold_answers) if text not in repeated]
    if not aliases:
        return
    answered = _answer_entities(example, passage)
    entity = answered[0] if len(answered) == 1 else None
    for n, text in aliases:
        tied, _ = link_field(passage, f"gold:{n}", text)
        named = next((e for e in answered if e is not None and _is_full_name(text, e)), None)
        named = named or (entity if text and not tied else None)
        if named is not None:
            tied = (Mention(f"gold:{n}", 0, len(text), named.type, named.id),)
        yield from tied


def _is_full_name(text: str, entity: Entity) -> bool:
    """Return whether an alias and the name of `entity` can be names of the same person.

    For example, the alias may have more or other given names. The result is False if `entity` is no
    person.
    """
    if entity.type != "PERSON":
        return False
    return is_one_person(parse_person(text), parse_person(entity.name))


def _answer_entities(example: Example, passage: LinkedPassage) -> list[Entity | None]:
    """Return the distinct entities of the answers, with None for answers that are not mentions."""
    by_span = {(m.start, m.end): m.entity for m in passage.mentions}
    found: dict[str, None] = {}
    for answer in example.answers:
        if answer.start is not None:
            name = (
                _ARTICLE.sub("", answer.text, count=1)
                if _ARTICLE.match(answer.text)
                else answer.text
            )
            end = answer.start + len(answer.text)
            found[by_span.get((end - len(name), end), "")] = None
    return [passage.entities.get(identity) for identity in found]


def with_passage(context: str, field: str, text: str) -> Beside:
    """Return a field of an instance together with the passage, for a recognizer that reads both."""
    return Beside(context, text, "question" if field == "question" else "title")


def _other_texts(examples: Iterable[Example]) -> list[Beside]:
    """Return the non-empty texts outside the passages, each with its passage."""
    return [
        with_passage(one.context, field, text)
        for one in examples
        for field, text in other_fields(one)
        if text
    ]


def chunks(examples: Iterable[Example], size: int = CHUNK) -> Iterator[list[Example]]:
    """Yield chunks of a dataset, cut at the ends of passages: `size` examples or slightly more."""
    chunk: list[Example] = []
    for example in examples:
        full = len(chunk) >= size
        if full and example.context != chunk[-1].context:
            yield chunk
            chunk = []
        chunk.append(example)
    if chunk:
        yield chunk
