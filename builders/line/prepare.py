"""Example -> Prepared: recognition, ties, spans; each passage once however many questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from builders.line.prepared import Prepared
from builders.spans.knowledge import Knowledge
from builders.spans.linking import Passage, link_field, link_passage
from builders.spans.renaming import identify
from builders.types import Entity, Example, Mention, TypedSpan

CHUNK: Final = 256
"""Instances of one shard, give or take the questions of a passage."""


class Finder(Protocol):
    """Finds the typed names of texts: recognizer, places and consistency in one."""

    def find(self, texts: Sequence[str]) -> Mapping[str, Sequence[TypedSpan]]:
        """Return the spans of each distinct text."""


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
        prepared = Prepared(example, tuple(mentions), entities, in_passage)
        if self.knowledge is None:
            return prepared
        identified = identify(example, passage.mentions, passage.entities, self.knowledge)
        return replace(prepared, identified=identified)


def other_fields(example: Example) -> Iterator[tuple[str, str]]:
    """Yield the fields outside the passage that hold text of their own, with that text.

    Gold answers that repeat an answer of the passage go with it and are not looked at.
    """
    yield "question", example.question
    yield "title", example.title
    answers = example.answers
    yield from ((f"answer:{n}", a.text) for n, a in enumerate(answers) if a.start is None)
    plausible = example.plausible_answers
    yield from ((f"plausible:{n}", a.text) for n, a in enumerate(plausible) if a.start is None)
    repeated = {answer.text for answer in answers}
    for n, text in enumerate(example.gold_answers):
        if text not in repeated:
            yield f"gold:{n}", text


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
