"""The answer entities of an instance, and the parts of their names that can be renamed.

An answer entity is an entity with a mention in a gold answer. The rules are those of Yan et al.
2022, section 3.1, steps 1 and 2, and table 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from builders.asked import asked_chance
from builders.spans.aliases import acronyms, is_acronym, name_key
from builders.spans.answer_names import answer_items, answer_names
from builders.spans.articles_of_names import follows_article
from builders.spans.knowledge import Knowledge
from builders.spans.person_spans import person_spans
from builders.spans.thresholds import is_probable
from builders.text import fold_key, has_unspaced
from builders.type_table import ANSWERED, AnswerEntityType
from builders.types import (
    ANSWERS,
    Answer,
    Entity,
    Example,
    Mention,
    PerturbableSpan,
    RenamingType,
    Subset,
    TypedSpan,
    Value,
)

ANSWER_ENTITY_TYPES: Final[tuple[AnswerEntityType, ...]] = ("PER", "ORG", "GPE")

_RESOLVED: Final[Mapping[str, RenamingType]] = {
    "COUNTRY": "COUNTRY", "STATE": "STATE", "CITY": "CITY",
}  # fmt: skip
_WORD: Final = re.compile(r"[^\s_,()/\"“”]+")
_MOST: Final = 0.75

NO_ENTITY: Final = "no answer entity of this type"
NOT_ASKED: Final = "a question that names nobody and nothing of this type"
UNSURE: Final = "an answer entity whose type is not probable enough"
UNREAD: Final = "an answer with a name beside others that was not recognized"
NO_WORD: Final = "an organization's name without a place, a proper noun or a rare word"
HALF: Final = "an answer of several names of which one cannot be renamed"
UNSPACED: Final = "an organization's name in a script without blanks between words"
NO_PLACE: Final = "a place that is no country, state or city of the database"
HALF_NAMED: Final = "a name that stands somewhere without being read as one"
CLOSE_READINGS: Final = "a name that may be read as one of two"
PEOPLE_STAYS: Final = "a city or state whose people is named, too, and cannot change with it"
REGION_ASKED: Final = "a place that the question asks for by its part of the world"

_STAYS: Final = frozenset({UNREAD, HALF, HALF_NAMED, CLOSE_READINGS, PEOPLE_STAYS, REGION_ASKED})


@dataclass(frozen=True, slots=True)
class Identified(Value):
    """What can be renamed in an instance: parts of the names of its answer entities, by type."""

    spans: Mapping[AnswerEntityType, tuple[PerturbableSpan, ...]]
    """The parts that can be renamed (spans), for each type of entity that has some."""
    reasons: Mapping[AnswerEntityType, str]
    """For each other type, why there are no spans."""
    related: tuple[PerturbableSpan, ...] = ()
    """Spans of other entities that change with those in `spans` (builders.stages.related_spans)."""

    def of(self, answer_type: str) -> tuple[PerturbableSpan, ...]:
        """Return the spans of PER, ORG or GPE, or those of all three types for MIX.

        For MIX, the result is empty if the names of one of the types can be renamed only in
        part: for example, only one of two names in an answer.
        """
        if answer_type == "MIX" and not _STAYS.isdisjoint(self.reasons.values()):
            return ()
        wanted = ANSWER_ENTITY_TYPES if answer_type == "MIX" else (answer_type,)
        return tuple(span for kind in wanted for span in self.spans.get(kind, ()))  # type: ignore[call-overload]

    def renamed(self, answer_type: str) -> tuple[PerturbableSpan, ...]:
        """Return the spans of an answer type, and then the related spans that change with them."""
        spans = self.of(answer_type)
        return (*spans, *self._with(spans)) if self.related else spans

    def _with(self, spans: Sequence[PerturbableSpan]) -> Iterator[PerturbableSpan]:
        names = {(span.span_type, span.surface) for span in spans}
        for one in self.related:
            if (("COUNTRY", one.country) if one.country else (one.span_type, one.surface)) in names:
                yield one

    def reason(self, answer_type: str) -> str:
        """Return why an instance has no span of this type."""
        if answer_type != "MIX":
            return self.reasons[answer_type]  # type: ignore[index]
        none = {NO_ENTITY, NOT_ASKED}
        told = sorted(self.reasons.values(), key=lambda r: (r not in _STAYS, r in none))
        return next(iter(told), NO_ENTITY)

    def without(self, entities: Mapping[str, str]) -> Identified:
        """Return a copy in which the types of the given entities have no spans.

        For example, if a person with a span is given, the copy has no spans of PER. `entities`
        maps the id of each entity to the reason why its type has no spans.
        """
        spans, reasons = dict(self.spans), dict(self.reasons)
        for kind, own in self.spans.items():
            every = (*own, *self._with(own))
            told = [entities[span.entity] for span in every if span.entity in entities]
            if told:
                del spans[kind]
                reasons[kind] = told[0]
        return Identified(spans, reasons, self.related)

    @property
    def is_settled(self) -> bool:
        """Return whether mentions outside the passage cannot change the spans to be renamed.

        Such mentions matter only if an organization's name contains a country. For example, if
        the question mentions Kenya, the word Kenya stays in Kenya Airways.
        """
        return all(span.span_type != "COUNTRY" for span in self.spans.get("ORG", ()))


NO_NAMES: Final = Identified({}, dict.fromkeys(ANSWER_ENTITY_TYPES, NO_ENTITY))
"""The value for an instance without names in its answers, for which `has_names` is false."""


def has_names(example: Example, spans: Iterable[TypedSpan]) -> bool:
    """Return whether a gold answer overlaps a name in the passage or looks like a name.

    `spans` are all spans that a recognizer found in the passage. The result is False for most
    questions, because they ask for numbers, dates or reasons.
    """
    placed = [(a.start, a.start + len(a.text)) for a in example.answers if a.start is not None]
    touched = any(s.start <= end and start <= s.end for s in spans for start, end in placed)
    return touched or any(answer_names(answer.text) for answer in example.answers)


def identify(
    example: Example,
    mentions: Sequence[Mention],
    entities: Mapping[str, Entity],
    knowledge: Knowledge,
    subset: Subset = ANSWERS,
) -> Identified:
    """Find the answer entities in the passage, and the parts of their names that can be renamed.

    If `subset` selects by the names in the question, the entities that the question names are used
    in place of the answer entities. For other subsets, mentions outside the passage have only one
    effect: a country that the question mentions keeps its name at the start of an organization's
    name.
    """
    asked = subset.named_in == "question"
    chosen = question_entities if asked else answer_entities
    seen: dict[str, list[Mention]] = {}
    for mention in mentions:
        if mention.field == "context":
            seen.setdefault(mention.entity, []).append(mention)
    judged = [
        _judged(_Seen(entity, example, seen.get(entity.id, ()), knowledge, subset))
        for entity in chosen(example, mentions, entities)
    ]
    if not asked and not _are_all_read(example, judged):
        return Identified({}, dict.fromkeys(ANSWER_ENTITY_TYPES, UNREAD))
    spans: dict[AnswerEntityType, tuple[PerturbableSpan, ...]] = {}
    reasons: dict[AnswerEntityType, str] = {}
    has_organization = any(one.kind == "ORG" for one in judged)
    has_free = has_organization and not subset.related
    free = _free_countries(example, mentions) if has_free else frozenset()
    for kind in ANSWER_ENTITY_TYPES:
        collected, reason = _spans_of(kind, judged, free)
        if collected:
            spans[kind] = tuple(collected)
        else:
            reasons[kind] = NOT_ASKED if asked and reason == NO_ENTITY else reason
    return Identified(spans, reasons)


class _Seen(NamedTuple):
    """An entity with everything that decides which parts of its names are renamed."""

    entity: Entity
    example: Example
    mentions: Sequence[Mention]
    knowledge: Knowledge
    subset: Subset


class _Judged(NamedTuple):
    """An answer entity, its type (PER, ORG or GPE), and whether the type is probable enough.

    The type is None for entities of other types, which are not renamed.
    """

    seen: _Seen
    kind: AnswerEntityType | None
    is_sure: bool


def _judged(seen: _Seen) -> _Judged:
    """Return an entity with its type, and whether the type is probable enough to rename it.

    Without this test, a principle of physics that a recognizer mistook for a person would be
    renamed like a person. If entities are selected by the question, all of them pass, because only
    mentions in the passage have scores.
    """
    kind = ANSWERED.get(seen.entity.type)
    if kind is None or seen.subset.named_in == "question":
        return _Judged(seen, kind, is_sure=True)
    example, mentions = seen.example, seen.mentions
    asks = any(answer_items(answer.text) for answer in example.answers)
    asked = asked_chance(example.question, kind) if asks else None
    whole = is_whole(example, mentions)
    return _Judged(seen, kind, is_probable(kind, answer_score(example, mentions), asked, whole))


def is_whole(example: Example, mentions: Iterable[Mention]) -> bool:
    """Return whether a mention is an answer, or most of it, or one item of a list."""
    surfaces = {example.context[m.start : m.end] for m in mentions}
    return any(
        name in surface or (surface in name and len(surface) >= _MOST * len(name))
        for answer in example.answers
        for name in answer_items(answer.text)
        for surface in surfaces
    )


def _spans_of(
    kind: AnswerEntityType, judged: Iterable[_Judged], free: Set[str]
) -> tuple[list[PerturbableSpan], str]:
    """Return the spans of the answer entities of one type, and the reason if there are none.

    `free` has the keys (`name_key`) of the countries that the passage or the question mentions
    alone, and not only in a longer name such as Kenya Airways.
    """
    reason = NO_ENTITY
    collected: list[PerturbableSpan] = []
    lacking = False
    for seen, its_kind, is_sure in judged:
        if its_kind != kind:
            continue
        if not is_sure:
            reason = UNSURE
            continue
        parts, reason = _SPANS[kind](seen, free)
        collected += (_with_article(span, seen) for span in parts)
        lacking = lacking or (not parts and _is_one_of_several(seen))
    return ([], HALF) if lacking and collected else (collected, reason)


def _with_article(span: PerturbableSpan, seen: _Seen) -> PerturbableSpan:
    """Return the span of a country with `article` set: whether the passage writes it with "the".

    Spans of other types are returned unchanged.
    """
    if span.span_type != "COUNTRY":
        return span
    text, surface = seen.example.context, span.surface
    places = [(m.start, m.end) for m in seen.mentions]
    if surface != seen.entity.name:
        starts = [text.find(surface, *place) for place in places]
        places = [(start, start + len(surface)) for start in starts if start >= 0]
    return replace(span, article=follows_article(text, surface, places))


def _is_one_of_several(seen: _Seen) -> bool:
    """Return whether an answer names an entity among others, as in "Ada Quist and Zorb"."""
    return any(
        _is_inside_answer(answer, mention)
        for answer in seen.example.answers
        if len(answer_items(answer.text)) > 1
        for mention in seen.mentions
    )


def _are_all_read(example: Example, judged: Iterable[_Judged]) -> bool:
    """Return whether all names were recognized in each answer that is a list of names.

    For example, if Zorb was not recognized in "Ada Quist and Zorb", the result is False, because
    only half of the answer could be renamed.
    """
    for answer in dict.fromkeys(example.answers):
        items = answer_items(answer.text)
        if answer.start is None or len(items) == 1:
            continue
        at = answer.start
        for item in items:
            at = example.context.find(item, at)
            known = (m for one in judged if one.is_sure for m in one.seen.mentions)
            if not any(m.start < at + len(item) and at < m.end for m in known):
                return False
    return True


def _free_countries(example: Example, mentions: Iterable[Mention]) -> Set[str]:
    """Return the `name_key` of each country with a mention in the passage or the question."""
    texts = {"context": example.context, "question": example.question}
    return {
        name_key("COUNTRY", texts[m.field][m.start : m.end])
        for m in mentions
        if m.field in texts and m.type in {"COUNTRY", "GPE"}
    }


def answer_entities(
    example: Example, mentions: Sequence[Mention], entities: Mapping[str, Entity]
) -> tuple[Entity, ...]:
    """Return the entities with a mention in a gold answer.

    Entities whose name is in lower case are left out, even if a recognizer found them.
    """
    inside = (m.entity for a in example.answers for m in mentions if _is_inside_answer(a, m))
    return _capitalized(inside, entities)


def question_entities(
    example: Example, mentions: Sequence[Mention], entities: Mapping[str, Entity]
) -> tuple[Entity, ...]:
    """Return the entities that the question names (Balasubramanian et al. 2020, section 2.4)."""
    del example
    return _capitalized((m.entity for m in mentions if m.field == "question"), entities)


def _capitalized(ids: Iterable[str], entities: Mapping[str, Entity]) -> tuple[Entity, ...]:
    named = (entities[identity] for identity in dict.fromkeys(ids) if identity in entities)
    return tuple(entity for entity in named if not entity.name.islower())


def answer_score(example: Example, mentions: Iterable[Mention]) -> float:
    """Return the highest score of the mentions inside an answer, or 0 if there are none."""
    scores = (m.score for m in mentions if any(_is_inside_answer(a, m) for a in example.answers))
    return max(scores, default=0.0)


def _is_inside_answer(answer: Answer, mention: Mention) -> bool:
    """Return whether a mention is in the passage and inside an answer."""
    if answer.start is None or mention.field != "context":
        return False
    return answer.start <= mention.start and mention.end <= answer.start + len(answer.text)


_Found = tuple[list[PerturbableSpan], str]


def _place_spans(seen: _Seen) -> _Found:
    """Return the spans of a place, and the reason if there are none.

    For a known country, state or city, the span is the whole name. For another place, the spans are
    the longest parts of the name that are in the gazetteer.
    """
    entity, knowledge = seen.entity, seen.knowledge
    resolved = _RESOLVED.get(entity.type) or knowledge.place_type(entity.name)
    if resolved is not None:
        return [PerturbableSpan(entity.id, resolved, entity.name)], NO_PLACE
    if has_unspaced(entity.name):
        return [], NO_PLACE
    return [span for span in word_spans(entity, knowledge) if span.span_type in _RESOLVED], NO_PLACE


def _organization_spans(seen: _Seen, free: Set[str]) -> _Found:
    """Return the spans of an organization, and the reason if there are none.

    The spans are the places, proper nouns and rare words of its name, and its acronyms. A country
    at the start of the name is left out if the passage or the question also mentions it alone;
    otherwise, it would get two new names. `free` has the keys (`name_key`) of such countries.
    General words are renamed only if the organization has an acronym and nothing else to rename
    (NASA, the National Aeronautics and Space Administration).
    """
    if has_unspaced(seen.entity.name):
        return [], UNSPACED
    spans = list(word_spans(seen.entity, seen.knowledge))
    if not spans and any(map(is_acronym, _surfaces(seen))):
        spans = list(word_spans(seen.entity, replace(seen.knowledge, general=frozenset())))
    land = spans[0].surface if spans and spans[0].span_type == "COUNTRY" else ""
    goes_on = seen.entity.name.removeprefix("the ").startswith(f"{land} ")
    if land and goes_on and name_key("COUNTRY", land) in free:
        del spans[0]
    return [*spans, *(_acronyms(seen, spans) if spans else ())], NO_WORD


def _surfaces(seen: _Seen) -> Iterator[str]:
    """Yield the names by which the passage calls an entity."""
    yield from (seen.example.context[one.start : one.end] for one in seen.mentions)


def _acronyms(seen: _Seen, spans: Sequence[PerturbableSpan]) -> Iterator[PerturbableSpan]:
    """Yield the acronyms of an organization that are not in `spans`.

    These are its mentions in the passage and, with `related`, words of the question and the title
    that spell its initials.
    """
    example = seen.example
    known = {fold_key(span.surface) for span in spans}
    initials = acronyms(seen.entity.name) if seen.subset.related else frozenset[str]()
    words = re.findall(r"\w{3,}", f"{example.question} {example.title.replace('_', ' ')}")
    spelled = (word for word in words if fold_key(word) in initials)
    for surface in dict.fromkeys((*_surfaces(seen), *spelled)):
        kind = seen.knowledge.word_type(surface) if is_acronym(surface) else None
        if kind is not None and fold_key(surface) not in known:
            yield PerturbableSpan(seen.entity.id, kind, surface)


def word_spans(entity: Entity, knowledge: Knowledge) -> Iterator[PerturbableSpan]:
    """Yield the places, proper nouns and rare words of a name, in order and without overlap.

    Where two of them overlap, the one with more words is taken. The words of a region within the
    name (New England Patriots) are left out.
    """
    name = entity.name
    words = [match.span() for match in _WORD.finditer(name)]
    free = [True] * len(words)
    found: list[tuple[int, PerturbableSpan]] = []
    for length in range(len(words), 0, -1):
        for at in range(len(words) - length + 1):
            if not all(free[at : at + length]):
                continue
            start, end = words[at][0], words[at + length - 1][1]
            if name[start:end].count(".") == 1:
                end -= len(name[start:end]) - len(name[start:end].rstrip("."))
            surface = name[start:end]
            kind = knowledge.place_type(surface) or knowledge.word_type(
                surface, is_whole=len(words) == 1
            )
            if kind is None and not knowledge.is_region(surface):
                continue
            free[at : at + length] = [False] * length
            if kind is not None:
                found.append((start, PerturbableSpan(entity.id, kind, surface)))
    yield from (span for _, span in sorted(found, key=lambda item: item[0]))


_SPANS: Final[Mapping[AnswerEntityType, Callable[[_Seen, Set[str]], _Found]]] = {
    "PER": lambda seen, _: person_spans(seen.entity, seen.example.answers, seen.subset.lone),
    "ORG": _organization_spans,
    "GPE": lambda seen, _: _place_spans(seen),
}
