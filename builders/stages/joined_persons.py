"""Two persons whose names an en dash joins: the Michelson–Morley experiment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from builders.types import TypedSpan

_DASH: Final = re.compile(r"(?<=\w)[ _]?\u2013[ _]?(?=[^\W\d_])")


def apart_at_dashes(text: str, spans: Iterable[TypedSpan]) -> Iterator[TypedSpan]:
    """Yield the spans of names in a text, with two in place of a person's if an en dash is in it.

    A hyphen joins the names of one person (Mary Tyler-Moore), and an en dash those of two.
    """
    for span in spans:
        dashes = _DASH.finditer(text, span.start, span.end) if span.type == "PERSON" else ()
        start = span.start
        for dash in dashes:
            yield replace(span, start=start, end=dash.start())
            start = dash.end()
        yield replace(span, start=start)
