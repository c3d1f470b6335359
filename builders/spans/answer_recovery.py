"""Answers that are names a recognizer missed, where the question tells what they name.

"Which company built it?" answered by "Zorb": whatever a recognizer saw there, Zorb is a company.
Such a name is looked for in every field; where it stands in a longer name it is another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from builders.given_names import is_first_name
from builders.names import OPENERS, ORG_WORDS, is_initial, is_title, name_words, title_length
from builders.spans.aliases import name_key, without_legal_form
from builders.spans.answer_context import answer_names
from builders.spans.expected_answer_type import Asked, asked
from builders.spans.knowledge import Knowledge
from builders.spans.organization_cues import is_famous
from builders.text import fold_key, occurrences, stands_in
from builders.types import Answer, Entity, EntityType, Example, Mention, Value

# Add a word in small letters that stands within the name of an organization.
_WITHIN: Final = frozenset({"of", "the", "and", "for", "de", "&"})
_WORD_BEFORE: Final = re.compile(r"\b([A-Z][^\W_]*\.?)[ -]$")
_WORD_AFTER: Final = re.compile(r"[ -]([A-Z][^\W_]*)")
_REACH: Final = 24
_MOST_WORDS: Final = 6


@dataclass(frozen=True, slots=True)
class Missed(Value):
    """Entities that only the question tells, and where they are named."""

    entities: Mapping[str, Entity]
    mentions: tuple[Mention, ...]


NOTHING_MISSED: Final = Missed({}, ())


def missed_names(example: Example, mentions: Sequence[Mention], knowledge: Knowledge) -> Missed:
    """Return the names of answers that no mention of the passage touches."""
    wanted = asked(example.question)
    entities: dict[str, Entity] = {}
    found: list[Mention] = []
    for name, kind in _names(example, mentions, wanted, knowledge):
        entity = _entity(name, kind)
        if entity.id in entities:
            continue
        entities[entity.id] = entity
        for field, text in _fields(example):
            taken = [(m.start, m.end) for m in mentions if m.field == field]
            found += _mentions(field, text, entity, taken, knowledge)
    return Missed(entities, tuple(found)) if entities else NOTHING_MISSED


def _names(
    example: Example, mentions: Sequence[Mention], wanted: Asked, knowledge: Knowledge
) -> Iterator[tuple[str, EntityType]]:
    text = example.context
    read = [m for m in mentions if m.field == "context"]
    for answer in dict.fromkeys(example.answers):
        start = answer.start
        for name in answer_names(answer.text) if start is not None else ():
            at = (start or 0) + answer.text.find(name)
            end = at + len(name)
            # Nearly all names of answers are read: what it takes to judge others comes last.
            if [m for m in read if m.start < end and at < m.end] or _is_read(name, text, read):
                continue
            beside = _is_beside_person(answer, read)
            kind = _kind(name, wanted, knowledge, beside_person=beside)
            if kind is None or _is_in(example.question, name):
                continue
            if text[at:end] == name and not _is_part(text, at, end):
                yield name, kind


def _is_read(name: str, text: str, read: Iterable[Mention]) -> bool:
    """Return whether a name is read elsewhere in a text."""
    return any(text[m.start : m.end] == name for m in read)


def _is_beside_person(answer: Answer, read: Iterable[Mention]) -> bool:
    """Return whether a person is named in an answer."""
    start = answer.start or 0
    end = start + len(answer.text)
    return any(start <= m.start < end for m in read if m.type == "PERSON")


def _kind(
    name: str, wanted: Asked, knowledge: Knowledge, *, beside_person: bool
) -> EntityType | None:
    """Return what a name is by what is asked for and by its words; None where they disagree.

    Whoever is named beside a person is one.
    """
    words = name_words(name)
    if not 0 < len(words) <= _MOST_WORDS or title_length(words) or any(map(str.isdigit, name)):
        return None
    small = [word for word in words if not word[:1].isupper()]
    if is_famous(name) or (wanted.firm and not wanted.who and not wanted.person):
        return "ORG" if set(small) <= _WITHIN and _is_distinct(words, knowledge) else None
    if small or wanted.body:
        return None
    if wanted.who or wanted.person:
        fits = _is_like_person(words, knowledge, beside_person=beside_person)
        return "PERSON" if fits else None
    kind = knowledge.place_type(name) if wanted.settled else None
    return None if kind is None else "GPE"


def _is_distinct(words: Sequence[str], knowledge: Knowledge) -> bool:
    """Return whether one of a name's words is no common word of English, or all say what it is."""
    keys = [fold_key(word) for word in words]
    return any(not knowledge.lexicon.is_common(key) for key in keys) or (
        len(keys) > 1 and any(key in ORG_WORDS for key in keys)
    )


def _is_like_person(words: Sequence[str], knowledge: Knowledge, *, beside_person: bool) -> bool:
    first, last = words[0], words[-1]
    if len(words) > 2 or is_initial(last):
        return False
    common = knowledge.lexicon.is_common(fold_key(last))
    if len(words) == 1:
        place = knowledge.place_type(first) is not None
        borne = beside_person or knowledge.is_surname(first)
        return not common and not place and borne
    return is_first_name(first) and (knowledge.is_surname(last) or not common)


def _entity(name: str, kind: EntityType) -> Entity:
    if kind == "PERSON":
        first, _, last = name.partition(" ")
        key = fold_key(name)
        return Entity(f"PERSON:{key}", kind, name, first if last else "", last)
    return Entity(f"{kind}:{name_key(kind, name)}", kind, name)


def _fields(example: Example) -> Iterator[tuple[str, str]]:
    yield "context", example.context
    yield "question", example.question
    yield "title", example.title
    yield from ((f"answer:{n}", a.text) for n, a in enumerate(example.answers) if a.start is None)
    yield from ((f"gold:{n}", text) for n, text in enumerate(example.gold_answers))


def _mentions(
    field: str,
    text: str,
    entity: Entity,
    taken: Sequence[tuple[int, int]],
    knowledge: Knowledge,
) -> Iterator[Mention]:
    """Yield where a text has the name, or what it is called by alone, and nothing longer."""
    done = list(taken)
    for surface in dict.fromkeys((entity.name, _called(entity, knowledge))):
        whole = entity.type == "ORG" and surface == entity.name
        for start, end in occurrences(text.replace("_", " "), surface):
            free = all(end <= left or right <= start for left, right in done)
            if free and (whole or not _is_part(text, start, end)):
                done.append((start, end))
                yield Mention(field, start, end, entity.type, entity.id)


def _called(entity: Entity, knowledge: Knowledge) -> str:
    """Return a person's last name, a company's without its legal form if it is no common word."""
    if entity.type != "ORG":
        return entity.last or entity.name
    short = without_legal_form(entity.name)
    distinct = any(knowledge.word_type(word) is not None for word in name_words(short))
    return short if distinct else entity.name


def _is_in(text: str, surface: str) -> bool:
    return stands_in(text.replace("_", " "), surface)


def _is_part(text: str, start: int, end: int) -> bool:
    """Return whether a name goes on before or after: Chapel is no name in "Chapel Hill"."""
    before = _WORD_BEFORE.search(text, max(0, start - _REACH), start)
    after = _WORD_AFTER.match(text, end)
    if after is not None and fold_key(after.group(1)) not in OPENERS:
        return True
    if before is None or is_title(before.group(1)):
        return False
    return fold_key(before.group(1)) not in OPENERS
