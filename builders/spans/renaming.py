"""Entity renaming: the answer entities of an instance and their perturbable spans.

Yan et al. 2022, section 3.1, steps 1 and 2, and table 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from builders.names import SUFFIXES, bare, is_initial, is_numeral
from builders.spans.evidence import is_supported
from builders.spans.gender import first_name_type
from builders.spans.knowledge import Knowledge
from builders.types import Entity, Example, Mention, PerturbableSpan, RenamingType, Value

AnswerEntityType = Literal["PER", "ORG", "GPE"]
ANSWER_ENTITY_TYPES: Final[tuple[AnswerEntityType, ...]] = ("PER", "ORG", "GPE")

_ANSWER_TYPES: Final[Mapping[str, AnswerEntityType]] = {
    "PERSON": "PER", "ORG": "ORG", "GPE": "GPE", "COUNTRY": "GPE", "STATE": "GPE", "CITY": "GPE",
}  # fmt: skip
_RESOLVED: Final[Mapping[str, RenamingType]] = {
    "COUNTRY": "COUNTRY", "STATE": "STATE", "CITY": "CITY",
}  # fmt: skip
_WORD: Final = re.compile(r"[^\s_,()/\"“”]+")

NO_ENTITY: Final = "no answer entity of this type"
UNSUPPORTED: Final = "an answer entity that only the recognizer takes for one of this type"
THREE_WORDS: Final = "a person's name of three or more words"
SMALL_LETTERS: Final = "a person's name with a word in small letters"
NO_WORD: Final = "an organization's name without a place, a proper noun or a rare word"
NO_PLACE: Final = "a place that is no country, state or city of the database"


@dataclass(frozen=True, slots=True)
class Identified(Value):
    """The perturbable spans of an instance's answer entities, by entity type.

    `reasons` says for every type without spans why it has none.
    """

    spans: Mapping[AnswerEntityType, tuple[PerturbableSpan, ...]]
    reasons: Mapping[AnswerEntityType, str]

    def of(self, answer_type: str) -> tuple[PerturbableSpan, ...]:
        """Return the spans of PER, ORG or GPE; MIX is the union of all three."""
        wanted = ANSWER_ENTITY_TYPES if answer_type == "MIX" else (answer_type,)
        return tuple(span for kind in wanted for span in self.spans.get(kind, ()))  # type: ignore[call-overload]

    def reason(self, answer_type: str) -> str:
        """Return why an instance has no span of this type."""
        if answer_type != "MIX":
            return self.reasons[answer_type]  # type: ignore[index]
        return next((r for r in self.reasons.values() if r != NO_ENTITY), NO_ENTITY)


def identify(
    example: Example,
    mentions: Sequence[Mention],
    entities: Mapping[str, Entity],
    knowledge: Knowledge,
) -> Identified:
    """Find the answer entities among the passage's mentions, and what of their names can change."""
    spans: dict[AnswerEntityType, tuple[PerturbableSpan, ...]] = {}
    reasons: dict[AnswerEntityType, str] = {}
    found = answer_entities(example, mentions, entities)
    for kind in ANSWER_ENTITY_TYPES:
        own = [entity for entity in found if _ANSWER_TYPES.get(entity.type) == kind]
        reason = NO_ENTITY
        collected: list[PerturbableSpan] = []
        for entity in own:
            if not is_supported(entity, example, mentions, knowledge):
                reason = UNSUPPORTED
                continue
            parts, reason = _SPANS[kind](entity, knowledge)
            collected += parts
        if collected:
            spans[kind] = tuple(collected)
        else:
            reasons[kind] = reason
    return Identified(spans, reasons)


def answer_entities(
    example: Example, mentions: Sequence[Mention], entities: Mapping[str, Entity]
) -> tuple[Entity, ...]:
    """Return the entities whose mention is in a gold answer, or that one is part of.

    What is written in small letters is no name, whatever a recognizer says.
    """
    found: dict[str, Entity] = {}
    for answer in dict.fromkeys(example.answers):
        if answer.start is None:
            continue
        start, end = answer.start, answer.start + len(answer.text)
        for mention in mentions:
            entity = entities.get(mention.entity)
            if mention.field != "context" or entity is None or entity.name.islower():
                continue
            inside = start <= mention.start and mention.end <= end
            if inside or (mention.start <= start and end <= mention.end):
                found[mention.entity] = entity
    return tuple(found.values())


_Found = tuple[list[PerturbableSpan], str]


def _person_spans(entity: Entity, knowledge: Knowledge) -> _Found:
    """Split a person's name of one or two words; numerals and suffixes are no part of it."""
    del knowledge
    words = [match.group() for match in _WORD.finditer(entity.name)]
    while len(words) > 1 and (bare(words[-1]) in SUFFIXES or is_numeral(words[-1])):
        words.pop()
    if len(words) > 2:
        return [], THREE_WORDS
    if any(word.islower() for word in words):
        return [], SMALL_LETTERS
    spans = []
    if not is_initial(words[0]):
        spans.append(PerturbableSpan(entity.id, first_name_type(words[0]), words[0]))
    if len(words) == 2 and not is_initial(words[1]):
        spans.append(PerturbableSpan(entity.id, "LAST", words[1]))
    return spans, THREE_WORDS


def _place_spans(entity: Entity, knowledge: Knowledge) -> _Found:
    """Take a resolved place whole; of another one the longest names of the database."""
    resolved = _RESOLVED.get(entity.type) or knowledge.place_type(entity.name)
    if resolved is not None:
        return [PerturbableSpan(entity.id, resolved, entity.name)], NO_PLACE
    return [
        span for span in _word_spans(entity, knowledge) if span.span_type in _RESOLVED
    ], NO_PLACE


def _organization_spans(entity: Entity, knowledge: Knowledge) -> _Found:
    return list(_word_spans(entity, knowledge)), NO_WORD


def _word_spans(entity: Entity, knowledge: Knowledge) -> Iterator[PerturbableSpan]:
    """Yield place names, longest first, then proper nouns and rare words; no word twice."""
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
            kind = knowledge.place_type(name[start:end])
            if kind is None and length == 1:
                kind = knowledge.word_type(name[start:end])
            if kind is not None:
                free[at : at + length] = [False] * length
                found.append((start, PerturbableSpan(entity.id, kind, name[start:end])))
    yield from (span for _, span in sorted(found, key=lambda item: item[0]))


_SPANS: Final = {"PER": _person_spans, "ORG": _organization_spans, "GPE": _place_spans}
