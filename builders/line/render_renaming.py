"""Prepared -> rows of entity renaming: an instance is located once and redrawn for every file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builders.draws import Key
from builders.line.prepared import Prepared
from builders.perturbations.held import Held
from builders.perturbations.renaming import rename_spans
from builders.perturbations.sources import NameSource
from builders.swap.locate import locate
from builders.swap.naming import NewName, SourceName
from builders.swap.template import Template
from builders.text import fold_key
from builders.types import Example, PerturbableSpan, Row


@dataclass(frozen=True, slots=True)
class Draw:
    """One file to fill: where names come from, and the first part of every key."""

    path: str
    source: NameSource
    key: Key


def render(
    instances: Sequence[Prepared],
    answer_type: str,
    draws: Sequence[Draw],
    reasons: Counter[tuple[str, str]],
    *,
    gold_is_listed: bool,
) -> Iterator[tuple[Example, list[Row]]]:
    """Yield each perturbable instance and its row for each draw; count why rows are unchanged."""
    for prepared in instances:
        if prepared.identified is None:
            continue
        spans = prepared.identified.of(answer_type)
        if not spans:
            continue
        template = locate(
            prepared.example,
            prepared.mentions,
            source_names(prepared, spans),
            gold_is_listed=gold_is_listed,
        )
        held = Held.by(prepared.example)
        yield prepared.example, [_row(template, spans, held, draw, reasons) for draw in draws]


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


def _row(
    template: Template,
    spans: Sequence[PerturbableSpan],
    held: Held,
    draw: Draw,
    reasons: Counter[tuple[str, str]],
) -> Row:
    key = (*draw.key, template.example.id)
    renamings, why = rename_spans(spans, draw.source, held, key)
    news: dict[tuple[str, str, str], NewName] = {}
    for renaming in renamings:
        span = renaming.span
        news[span.entity, span.span_type, span.surface] = NewName(renaming.new_name)
    row = template.render(
        [news.get((source.entity, source.type, source.full)) for source in template.sources]
    )
    if not row.changed:
        reasons[draw.path, why[0] if why else "no mention of the span could be edited"] += 1
    return row
