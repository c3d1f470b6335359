"""Prepared -> new names of entity renaming: located once, drawn anew for every file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from builders.draws import Stem, encoded
from builders.line.prepared import Prepared
from builders.perturbations.held import Held
from builders.perturbations.renaming import distinct_names, draw_names
from builders.perturbations.sources import NameSource
from builders.swap.locate import locate
from builders.swap.naming import NewName, SourceName
from builders.swap.template import Template
from builders.text import fold_key
from builders.types import PerturbableSpan

NO_MENTION: Final = "no mention of the span could be edited"


@dataclass(frozen=True, slots=True)
class Draw:
    """One file to fill: where names come from, and the first parts of every key."""

    source: NameSource
    stem: Stem


@dataclass(frozen=True, slots=True)
class Instance:
    """A perturbable instance, located once; `names` are its distinct perturbable spans.

    `chosen` gives, for each source of the template, its name among them; `keys` the last parts
    of the names' keys.
    """

    template: Template
    names: tuple[PerturbableSpan, ...]
    keys: tuple[bytes, ...]
    chosen: tuple[int, ...]
    held: Held

    def draw(self, draw: Draw) -> tuple[list[NewName | None], str]:
        """Return the new name of each source, and why it may be that none is written."""
        drawn, reasons = draw_names(
            self.names, draw.source, self.held, [(draw.stem, key) for key in self.keys]
        )
        news = [None if name is None else NewName(name) for name in drawn]
        return [news[at] for at in self.chosen], reasons[0] if reasons else NO_MENTION


def perturbable(
    instances: Iterable[Prepared], answer_type: str, *, gold_is_listed: bool
) -> Iterator[Instance]:
    """Locate the perturbable spans of every instance that has some."""
    for prepared in instances:
        spans = prepared.identified.of(answer_type) if prepared.identified else ()
        if spans:
            yield _located(prepared, spans, gold_is_listed=gold_is_listed)


def _located(
    prepared: Prepared, spans: Sequence[PerturbableSpan], *, gold_is_listed: bool
) -> Instance:
    example = prepared.example
    sources = source_names(prepared, spans)
    template = locate(example, prepared.mentions, sources, gold_is_listed=gold_is_listed)
    names = distinct_names(spans)
    at: dict[tuple[str, str], int] = {
        (span.span_type, span.surface): n for n, span in enumerate(names)
    }
    return Instance(
        template,
        names,
        tuple(encoded((example.id, span.span_type, span.surface)) for span in names),
        tuple(at[source.type, source.full] for source in template.sources),
        Held.by(example),
    )


def source_names(
    prepared: Prepared, spans: Sequence[PerturbableSpan]
) -> Mapping[str, list[SourceName]]:
    """Return what to look for in the mentions of every entity: its perturbable spans."""
    names: dict[str, list[SourceName]] = {}
    for span in spans:
        entity = prepared.entities[span.entity]
        whole = span.surface == entity.name and entity.type != "PERSON"
        aliases = entity.aliases if whole else ()
        source = SourceName(span.entity, span.span_type, span.surface, aliases=aliases, whole=whole)
        names.setdefault(span.entity, []).append(source)
        for family in _family(prepared, span):
            names.setdefault(family, []).append(source)
    return names


def _family(prepared: Prepared, span: PerturbableSpan) -> Iterator[str]:
    """Yield the entities that are called by a person's last name alone: the Virtanens."""
    if span.span_type != "LAST":
        return
    surname = fold_key(span.surface)
    for identity, entity in prepared.entities.items():
        if entity.type == "PERSON" and identity != span.entity and fold_key(entity.name) == surname:
            yield identity
