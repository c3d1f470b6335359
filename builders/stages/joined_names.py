"""Two names that a dash joins: the Michelson–Morley experiment, Angola–Cuba relations."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from builders.countries import PAST_COUNTRIES
from builders.places import country_key
from builders.types import PLACE_TYPES, TypedSpan

_EN_DASH: Final = re.compile(r"(?<=\w)[ _]?\u2013[ _]?(?=[^\W\d_])")
_DASH: Final = re.compile(r"(?<=\w)[ _]?[-\u2013][ _]?(?=[^\W\d_])")


def apart_at_dashes(
    text: str, spans: Iterable[TypedSpan], countries: Container[str] = ()
) -> Iterator[TypedSpan]:
    """Yield the spans of names in a text, with two in place of one for two persons or countries.

    A hyphen joins the names of one person (Mary Tyler-Moore), and an en dash those of two. Either
    joins two countries, unless that is the name of one (Guinea-Bissau, Austria-Hungary).
    `countries` has the keys of those of today (see `builders.places.country_key`).
    """
    for span in spans:
        if span.type == "PERSON":
            yield from _parts(text, span, _EN_DASH)
        elif span.type in PLACE_TYPES:
            lands = [replace(one, type="COUNTRY") for one in _parts(text, span, _DASH)]
            names = (text[one.start : one.end] for one in (span, *lands))
            keys = [country_key(name) for name in names]
            is_one, *are = (key in countries or key in PAST_COUNTRIES for key in keys)
            yield from lands if len(lands) > 1 and all(are) and not is_one else [span]
        else:
            yield span


def _parts(text: str, span: TypedSpan, dash: re.Pattern[str]) -> Sequence[TypedSpan]:
    found = [one.span() for one in dash.finditer(text, span.start, span.end)]
    starts = [span.start, *(end for _, end in found)]
    ends = [*(start for start, _ in found), span.end]
    return [replace(span, start=start, end=end) for start, end in zip(starts, ends, strict=True)]
