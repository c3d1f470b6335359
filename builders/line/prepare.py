"""Example -> Prepared: recognition, ties, spans; each passage once however many questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from builders.line.finding import Finder
from builders.line.prepared import Prepared
from builders.spans.knowledge import Knowledge
from builders.spans.linking import Passage, link_field, link_passage
from builders.spans.renaming import identify
from builders.types import Entity, Example, Mention, TypedSpan

_ARTICLE: Final = re.compile(r"(the|an?)\s+", re.IGNORECASE)

CHUNK: Final = 256
"""Instances of one shard, give or take the questions of a passage."""


@dataclass(frozen=True, slots=True)
class Preparer:
    """Prepares chunks of a dataset; `knowledge` is given for entity renaming only."""

    finder: Finder
    knowledge: Knowledge | None = None

    def prepare(self, examples: Sequence[Example]) -> tuple[Prepared, ...]:
        """Prepare instances; those that share a passage share its entities."""
        found = self.finder.find(_texts(examples))
        passages: dict[str, Passage] = {}
        prepared = []
        for example in examples:
            passage = passages.get(example.context)
            if passage is None:
                passage = link_passage(example.context, found[example.context])
                passages[example.context] = passage
            prepared.append(self._one(example, passage, found))
        return tuple(prepared)

    def _one(
        self, example: Example, passage: Passage, found: Mapping[str, Sequence[TypedSpan]]
    ) -> Prepared:
        entities: dict[str, Entity] = {}
        for mention in passage.mentions:
            entities.setdefault(mention.entity, passage.entities[mention.entity])
        for identity, entity in passage.entities.items():
            entities.setdefault(identity, entity)
        in_passage = len(entities)
        mentions: list[Mention] = [*passage.mentions, *(m for m, _ in passage.undecided)]
        for field, text in other_fields(example):
            tied, new = link_field(passage, field, text, found.get(text, ()))
            mentions += tied
            for entity in new:
                entities.setdefault(entity.id, entity)
        mentions += _aliases(example, passage)
        prepared = Prepared(example, tuple(mentions), entities, in_passage)
        if self.knowledge is None:
            return prepared
        identified = identify(example, passage.mentions, passage.entities, self.knowledge)
        return replace(prepared, identified=identified)


def other_fields(example: Example) -> Iterator[tuple[str, str]]:
    """Yield the fields outside the passage in which names are recognized, with their text."""
    yield "question", example.question
    yield "title", example.title
    answers = example.answers
    yield from ((f"answer:{n}", a.text) for n, a in enumerate(answers) if a.start is None)
    plausible = example.plausible_answers
    yield from ((f"plausible:{n}", a.text) for n, a in enumerate(plausible) if a.start is None)


def _aliases(example: Example, passage: Passage) -> Iterator[Mention]:
    """Yield the mentions of gold answers that do not occur in the passage.

    Whatever such an alias looks like, it names what the answers name: where these are one
    entity and the alias shows none of its names (Polska for Poland), all of it is a mention. An
    alias left as it was would reward an answer from memory.
    """
    repeated = {answer.text for answer in example.answers}
    aliases = [(n, text) for n, text in enumerate(example.gold_answers) if text not in repeated]
    if not aliases:
        return
    entity = _only_entity(example, passage)
    for n, text in aliases:
        tied, _ = link_field(passage, f"gold:{n}", text)
        if not tied and entity is not None and text:
            tied = (Mention(f"gold:{n}", 0, len(text), entity.type, entity.id),)
        yield from tied


def _only_entity(example: Example, passage: Passage) -> Entity | None:
    """Return the entity that every answer is a mention of, if there is one."""
    by_span = {(m.start, m.end): m.entity for m in passage.mentions}
    found = set()
    for answer in example.answers:
        if answer.start is not None:
            name = (
                _ARTICLE.sub("", answer.text, count=1)
                if _ARTICLE.match(answer.text)
                else answer.text
            )
            end = answer.start + len(answer.text)
            found.add(by_span.get((end - len(name), end), ""))
    return passage.entities.get(found.pop()) if len(found) == 1 else None


def _texts(examples: Iterable[Example]) -> list[str]:
    texts = dict.fromkeys(example.context for example in examples)
    texts.update(dict.fromkeys(text for e in examples for _, text in other_fields(e) if text))
    return list(texts)


def chunks(examples: Iterable[Example], size: int = CHUNK) -> Iterator[list[Example]]:
    """Cut a dataset at the ends of articles or, within long ones, of passages."""
    chunk: list[Example] = []
    for example in examples:
        full = len(chunk) >= size
        if full and example.context != chunk[-1].context:
            yield chunk
            chunk = []
        chunk.append(example)
    if chunk:
        yield chunk
