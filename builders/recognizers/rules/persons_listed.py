"""Persons in lists: who stands among persons, or is one of "historians such as X and Y"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Final

from builders.atlas import PlaceIndex
from builders.names import COMMON_WORDS, PERSON_NOUNS, bare
from builders.places import alias_key
from builders.recognizers.rules.context import before, begins_sentence
from builders.recognizers.rules.peoples import is_people
from builders.recognizers.rules.spoken_of import is_name_of_person
from builders.types import TypedSpan

Bounds = tuple[int, int]
Spans = Sequence[TypedSpan]

_NAME: Final = (
    r"(?:(?:[A-Z]\.[ \u00a0]?)+|[A-Z][^\W\d_]+[ \u00a0-]|al-(?=[A-Z]))"
    r"{0,3}[A-Z][^\W\d_]+(?<![A-Z][A-Z])"
)
_BETWEEN: Final = r"(?:,[ \u00a0](?:and[ \u00a0]|or[ \u00a0])?|[ \u00a0](?:and|or)[ \u00a0])"
# What may follow the last of a list: a verb, a stop, a bracket; no longer name.
_ENDS: Final = r"(?![\w’'&-]|[ \u00a0][A-Z(]|[ \u00a0]of\b)"
_NEXT: Final = re.compile(rf"{_BETWEEN}({_NAME}){_ENDS}")
_FORMER: Final = re.compile(rf"(?<![\w’'.&-])({_NAME}){_BETWEEN}$")
_SEPARATOR: Final = re.compile(_BETWEEN)
_LAST_SEPARATOR: Final = re.compile(r",?[ \u00a0](?:and|or)[ \u00a0]")
_REACH: Final = 48
_MANY: Final = 2
_PLACED_BEFORE: Final = re.compile(
    r"\b(?:at|after|before|during|from|in|near|on|since|to|until)[ \u00a0](?:the[ \u00a0])?$",
    re.IGNORECASE,
)

# Add what stands before one of many, or somebody's, and what rules a land.
_OWNED: Final = frozenset({"a", "an", "each", "every", "her", "his", "its", "our", "the", "their"})
_RULE: Final = frozenset({
    "administration", "cabinet", "crown", "government", "opposition", "staff", "treasury",
})  # fmt: skip
# Add a noun of persons that is told of in the plural and is no calling.
_FIGURES: Final = frozenset({
    "figure", "follower", "founder", "intellectual", "modernizer", "moderniser", "reformer",
    "ruler", "thinker",
})  # fmt: skip
# An artist, a singer or a musician may be a band.
_BANDS_TOO: Final = frozenset({"artist", "count", "general", "musician", "player", "singer"})
_SUCH_AS: Final = re.compile(rf"\b(?:such as|like|including|namely)[ \u00a0]({_NAME}){_ENDS}")
_CALLING: Final = re.compile(r"\b([A-Za-z]+),?[ \u00a0](?:such as|like|including|namely)[ \u00a0]$")


def persons_of_lists(text: str, spans: Spans, places: PlaceIndex) -> Iterator[TypedSpan]:
    """Yield the persons of lists that no span touches.

    "Ada Holm, Ivo Quist and Zorb" are three persons, and so are "poets such as Zorb and Holm".
    """
    taken = [(span.start, span.end) for span in spans]
    persons = [(span.start, span.end) for span in spans if span.type == "PERSON"]
    found: list[Bounds] = []
    for told in _SUCH_AS.finditer(text):
        bounds = told.span(1)
        if not is_told_as_person(text, bounds[0]):
            continue
        if bounds in persons or (_is_free(taken, bounds) and _can_be_listed(text, bounds, places)):
            if bounds not in persons:
                found.append(bounds)
            found += _after(text, bounds, taken, places)
    for run in _runs(text, persons):
        if len(run) >= _MANY:
            found += _beside(text, run, taken, places)
    done: list[Bounds] = []
    for start, end in sorted(found):
        if _is_free(done, (start, end)):
            done.append((start, end))
            yield TypedSpan(start, end, "PERSON")


def is_told_as_person(text: str, start: int) -> bool:
    """Tell whether the calling of persons stands before a name: "poets such as Zorb"."""
    calling = _CALLING.search(text, max(0, start - _REACH), start)
    return calling is not None and _is_of_persons(calling.group(1).casefold())


@lru_cache(maxsize=4096)
def _is_of_persons(plural: str) -> bool:
    noun = plural.removesuffix("s")
    if plural in {"men", "people", "women"} or plural.endswith("smen"):
        return True
    known = noun in PERSON_NOUNS | _FIGURES or plural.endswith("ists")
    return plural != noun and known and noun not in _BANDS_TOO


def _is_free(taken: Collection[Bounds], bounds: Bounds) -> bool:
    start, end = bounds
    return all(end <= left or right <= start for left, right in taken)


def _runs(text: str, persons: Sequence[Bounds]) -> Iterator[list[Bounds]]:
    """Yield persons in a row, with nothing but commas and "and" between them, or one name."""
    run: list[Bounds] = []
    for bounds, following in zip_longest(persons, persons[1:]):
        run.append(bounds)
        between = text[bounds[1] : following[0]] if following else ""
        if not _SEPARATOR.fullmatch(between):
            gap = _NEXT.match(text, bounds[1]) if between else None
            if gap is None or not _SEPARATOR.fullmatch(text, gap.end(1), following[0]):
                yield run
                run = []


def _beside(
    text: str, run: Sequence[Bounds], taken: Collection[Bounds], places: PlaceIndex
) -> Iterator[Bounds]:
    """Yield the free names within, before and after a run of persons that "and" joins."""
    before = list(_before(text, run[0], taken, places))
    after = [name for bounds in run for name in _after(text, bounds, taken, places)]
    whole = sorted({*before, *run, *after})
    joins = (text[left[1] : right[0]] for left, right in pairwise(whole))
    if any(_LAST_SEPARATOR.fullmatch(join) for join in joins):
        yield from before
        yield from after


def _before(
    text: str, bounds: Bounds, taken: Collection[Bounds], places: PlaceIndex
) -> Iterator[Bounds]:
    while former := _FORMER.search(text, max(0, bounds[0] - _REACH), bounds[0]):
        bounds = former.span(1)
        placed = _PLACED_BEFORE.search(text, max(0, bounds[0] - 12), bounds[0])
        if placed or not (_is_free(taken, bounds) and _can_be_listed(text, bounds, places)):
            return
        yield bounds


def _after(
    text: str, bounds: Bounds, taken: Collection[Bounds], places: PlaceIndex
) -> Iterator[Bounds]:
    while following := _NEXT.match(text, bounds[1]):
        last = bounds[1]
        bounds = following.span(1)
        goes_on = _SEPARATOR.match(text, bounds[1]) is not None
        if not goes_on and _LAST_SEPARATOR.match(text, last) is None:
            return  # "With Ada and Ivo, Zorb sang" begins a new phrase.
        if not (_is_free(taken, bounds) and _can_be_listed(text, bounds, places)):
            return
        yield bounds


def _can_be_listed(text: str, bounds: Bounds, places: PlaceIndex) -> bool:
    """Tell whether a name can be a person's: no place, no people, no word of the text."""
    start, end = bounds
    surface = text[start:end]
    key = alias_key(surface)
    if not is_name_of_person(surface) or is_people(text, start, end) or surface.islower():
        return False
    if before(text, start).key in _OWNED or bare(surface.split()[-1]) in _RULE:
        return False
    if begins_sentence(text, start) and _opens(text, surface, end):
        return False
    known = places.is_country(key) or places.is_famous_city(key) or PlaceIndex.is_region(key)
    plain = re.search(rf"\b{re.escape(surface.lower())}s?\b", text) is not None
    return not (known or plain or key in COMMON_WORDS)


def _opens(text: str, surface: str, end: int) -> bool:
    """Tell whether a word at the start of a sentence may have its capital from there."""
    return " " not in surface and (surface.endswith("ly") or not text.startswith(", ", end))
