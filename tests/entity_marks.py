"""Texts with their names marked: [surface](TYPE), or [surface](TYPE:entity)."""

from __future__ import annotations

import re

from builders.spans.linking import LinkedPassage, link_field, link_passage
from builders.types import Mention, TypedSpan

_MARK = re.compile(r"\[([^\]]*)\]\((\w+)(?::([\w ]+))?\)")


def marked(line: str) -> tuple[str, list[TypedSpan], list[str]]:
    """Return the plain text, its spans and the entity that each span is marked with."""
    text, spans, entities, at = "", [], [], 0
    for mark in _MARK.finditer(line):
        text += line[at : mark.start()]
        spans.append(TypedSpan(len(text), len(text) + len(mark.group(1)), mark.group(2)))
        text += mark.group(1)
        entities.append(mark.group(3) or "")
        at = mark.end()
    return text + line[at:], spans, entities


def linked(line: str) -> LinkedPassage:
    """Link a marked passage."""
    text, spans, _ = marked(line)
    return link_passage(text, spans)


def ties(line: str) -> dict[str, set[str]]:
    """Return what the mentions of each linked entity are marked with."""
    text, spans, wanted = marked(line)
    found: dict[str, set[str]] = {}
    by_span = {(m.start, m.end): m.entity for m in link_passage(text, spans).mentions}
    for span, entity in zip(spans, wanted, strict=True):
        found.setdefault(by_span.get((span.start, span.end), "nobody"), set()).add(entity)
    return found


def in_field(
    passage: LinkedPassage, text: str, spans: tuple[TypedSpan, ...] = ()
) -> list[tuple[str, str]]:
    """Return surface and entity of the mentions found in another text."""
    mentions, _ = link_field(passage, "question", text, spans)
    return [(text[m.start : m.end], m.entity) for m in mentions]


def surfaces(text: str, mentions: tuple[Mention, ...]) -> list[str]:
    """Return what the mentions cover."""
    return [text[m.start : m.end] for m in mentions]
