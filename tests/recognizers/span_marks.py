"""Texts with their names marked: [surface](TYPE)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from builders.types import TypedSpan

_MARK = re.compile(r"\[([^\]]*)\]\((\w+)\)")


def marked(line: str) -> tuple[str, tuple[TypedSpan, ...]]:
    """Return the plain text and its spans."""
    text, spans, at = "", [], 0
    for mark in _MARK.finditer(line):
        text += line[at : mark.start()]
        spans.append(TypedSpan(len(text), len(text) + len(mark.group(1)), mark.group(2)))
        text += mark.group(1)
        at = mark.end()
    return text + line[at:], tuple(spans)


def mark(text: str, spans: Iterable[TypedSpan]) -> str:
    """Return the text with its spans marked, the inverse of `marked`."""
    out, at = "", 0
    for span in spans:
        out += f"{text[at : span.start]}[{text[span.start : span.end]}]({span.type})"
        at = span.end
    return out + text[at:]
