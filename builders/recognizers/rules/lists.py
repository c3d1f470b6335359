"""Lists of names that a text itself tells the kind of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from builders.types import EntityType, TypedSpan

_REACH: Final = 160
# Add a plural that gives its kind to all places of the list before it.
_SHARED_HEADS: Final = re.compile(
    r"\b(?:[A-Z][^\W\d_]+,[ \u00a0])*[A-Z][^\W\d_]+,?[ \u00a0]and[ \u00a0]"
    r"[A-Z][^\W\d_]+[ \u00a0](?:Islands|Mountains|Rivers|Lakes|Seas|Hills|Valleys|Straits|Oceans)\b"
    r"|\b[Tt]he[ \u00a0](?:[A-Z][^\W\d_]+,[ \u00a0])*[A-Z][^\W\d_]+,?[ \u00a0]and[ \u00a0]"
    r"(?:the[ \u00a0])?[A-Z][^\W\d_]+[ \u00a0](?:deserts|hills|islands|lakes|mountains|rivers|"
    r"straits|valleys)\b"
)

# Add a plural that gives its kind to all names of the list after it.
_KINDS_BEFORE: Final[dict[str, EntityType]] = {
    **dict.fromkeys((
        "cities", "fortresses", "ports", "suburbs", "towns", "villages",
    ), "CITY"),
    **dict.fromkeys((
        "islands", "islets", "lakes", "mountains", "peaks", "regions", "rivers", "valleys",
    ), "LOC"),
    **dict.fromkeys((
        "airlines", "banks", "bands", "brands", "companies", "corporations", "firms",
        "manufacturers", "publishers", "retailers",
    ), "ORG"),
}  # fmt: skip
_ONE: Final = r"(?:the[ \u00a0])?[A-Z][^\W\d_]+(?:[ \u00a0-][A-Z][^\W\d_]+){0,2}"
_LISTED_AFTER: Final = re.compile(
    rf"\b((?i:{'|'.join(_KINDS_BEFORE)}))"
    r"(?:,?[ \u00a0](?:such as|like|including|among them)|[ \u00a0](?:of|called|named)|"
    r"(?:[ \u00a0][a-z][a-z-]*){0,5}[ \u00a0](?:are|include|included|were))[ \u00a0]"
    rf"({_ONE}(?:,[ \u00a0]{_ONE})*,?[ \u00a0](?:and|or)[ \u00a0]{_ONE})"
)
_NAME: Final = re.compile(r"[A-Z][^\W\d_]+(?:[ \u00a0-][A-Z][^\W\d_]+){0,2}")
# Add a plural that says after a list what all of it are: "A, B and C are its largest towns".
_TOWNS_AFTER: Final = re.compile(
    rf"(?<![\w-]){_ONE}(?:,[ \u00a0]{_ONE})*,?[ \u00a0](?:and|or)[ \u00a0]{_ONE}[ \u00a0]"
    r"(?:are|were|became|remain|remained|and|or)[ \u00a0](?:[a-z]+[ \u00a0]){0,3}"
    r"(?:cities|fortresses|ports|suburbs|towns|villages)\b"
)


def of_shared_heads(text: str, span: TypedSpan) -> bool:
    """Tell whether a name is one of several with one head: "the A, B and C Islands"."""
    return any(
        found.start() <= span.start and span.end <= found.end()
        for found in _SHARED_HEADS.finditer(text, max(0, span.start - _REACH), span.end + _REACH)
    )


def listed_kinds(text: str) -> Iterator[tuple[EntityType, tuple[int, int]]]:
    """Yield the kind and the bounds of each name of such lists."""
    for found in _LISTED_AFTER.finditer(text):
        for name in _NAME.finditer(text, *found.span(2)):
            yield _KINDS_BEFORE[found.group(1).lower()], name.span()


def of_listed_kind(text: str, span: TypedSpan) -> EntityType | None:
    """Return the kind that a list gives to its names: "islands such as A and B"."""
    for start, end, kind in _lists(text):
        if start <= span.start and span.end <= end:
            return kind
    return None


@lru_cache(maxsize=16)
def _lists(text: str) -> tuple[tuple[int, int, EntityType], ...]:
    """Return where a text has lists, and the kind of all their names."""
    lists: list[tuple[int, int, EntityType]] = []
    for found in _LISTED_AFTER.finditer(text):
        lists.append((*found.span(2), _KINDS_BEFORE[found.group(1).lower()]))
    for found in _TOWNS_AFTER.finditer(text):
        lists.append((*found.span(), "CITY"))
    return tuple(lists)
