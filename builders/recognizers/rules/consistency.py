"""A text's names made consistent, after any recognizer.

Persons are whole and titles outside (`wholes`), one name has one type (`voting`), missed repeats
are found (`repeats`), and names inside the names of events and works are left to a policy
(`events`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import tee
from typing import Final, Literal

from builders.atlas import PlaceIndex
from builders.recognizers.rules.announced import announced, joined
from builders.recognizers.rules.bodies import whole_body
from builders.recognizers.rules.clean import clean
from builders.recognizers.rules.clubs import with_clubs
from builders.recognizers.rules.context import begins_sentence, is_shouted
from builders.recognizers.rules.dashed import without_dashes
from builders.recognizers.rules.datelines import with_datelines
from builders.recognizers.rules.described import described, with_whole
from builders.recognizers.rules.doubt import without_doubtful
from builders.recognizers.rules.events import is_in_event, is_in_longer_name
from builders.recognizers.rules.halves import with_halves
from builders.recognizers.rules.homes import with_homes
from builders.recognizers.rules.parted import parted
from builders.recognizers.rules.peoples import announced_peoples
from builders.recognizers.rules.persons_listed import persons_of_lists
from builders.recognizers.rules.realms import with_realms
from builders.recognizers.rules.repeats import with_repeats
from builders.recognizers.rules.spoken_of import Told, spoken_of
from builders.recognizers.rules.towns_alone import with_towns_alone
from builders.recognizers.rules.towns_listed import listed
from builders.recognizers.rules.voting import with_one_type
from builders.recognizers.rules.wholes import whole_name, with_given_names
from builders.recognizers.trim import trimmed
from builders.types import Recognizer, TypedSpan

Policy = Literal["keep", "rename"]
"""Names inside the names of events and works: kept as they are, or renamed like others."""

# Shorter words are too often names and words at once ("Will will sign").
_LONG: Final = 6
# "A university college": the article alone has a capital.
_ARTICLE: Final = re.compile(r"^An?[ \u00a0](?=[a-z])")
# Add a word that opens a sentence before a comma and is nobody's name.
_LETTER_ENDS: Final = re.compile(
    r"[A-Z]\.[ \u00a0](?:Again|Also|Conversely|Consequently|Finally|Furthermore|Hence|Here|However|"
    r"Indeed|Instead|Likewise|Moreover|Nevertheless|Next|Now|Otherwise|Similarly|Then|Therefore|"
    r"Thus|Yet)(?=,)"
)


@dataclass(frozen=True, slots=True)
class ConsistentRecognizer:
    """A recognizer whose spans are made consistent within each text."""

    recognizer: Recognizer
    events: Policy = "keep"
    places: PlaceIndex | None = None

    @property
    def fingerprint(self) -> str:
        """Add this step and its policy to the recognizer's own fingerprint."""
        known = "" if self.places is None else ", countries known"
        return f"{self.recognizer.fingerprint} + consistency 15 (events {self.events}{known})"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its consistent spans: sorted, never overlapping.

        The recognizer is given the texts `clean`.
        """
        mine, theirs = tee((text, clean(text)) for text in texts)
        found = self.recognizer.recognize(cleaned.text for _, cleaned in theirs)
        for (text, cleaned), spans in zip(mine, found, strict=True):
            source = cleaned.source(spans)
            yield make_consistent(text, source, events=self.events, places=self.places)


def make_consistent(
    text: str,
    spans: Iterable[TypedSpan],
    *,
    events: Policy = "keep",
    places: PlaceIndex | None = None,
) -> tuple[TypedSpan, ...]:
    """Return the spans of one text made consistent.

    `places` lets the names of countries speak for places.
    """
    apart = trimmed(text, without_dashes(text, spans, places or PlaceIndex()))
    written = [span for span in apart if _is_written_as_name(text, span)]
    named = trimmed(text, parted(text, written, places or PlaceIndex()))
    whole = trimmed(text, (whole_body(text, whole_name(text, span, places)) for span in named))
    whole = tuple(with_realms(text, whole, places or PlaceIndex()))
    whole = tuple(with_datelines(text, whole, places or PlaceIndex()))
    whole = tuple(with_towns_alone(text, whole, places or PlaceIndex()))
    whole = tuple(with_clubs(text, whole, places or PlaceIndex()))
    told = (*spoken_of(text), *described(text, places or PlaceIndex()))
    whole = with_whole(text, whole, told)
    whole = _sorted(*whole, *announced(text, whole, places, told))
    whole = _sorted(*whole, *announced_peoples(text, whole))
    whole = _sorted(*whole, *persons_of_lists(text, whole, places or PlaceIndex()))
    whole = tuple(with_halves(text, tuple(with_given_names(text, whole))))
    whole = tuple(with_homes(text, whole, places or PlaceIndex()))
    whole = tuple(_without_common_words(text, whole))
    typed = trimmed(text, with_one_type(text, whole, places, told))
    sure = without_doubtful(text, typed, places)
    beside = tuple(joined(text, typed))
    if beside:
        sure = with_homes(text, _sorted(*sure, *beside), places or PlaceIndex())
    found = with_repeats(text, sure, places)
    found = _voted_again(text, sure, found, places, told)
    more = (*listed(text, found, places or PlaceIndex()), *_beside_persons(text, found, places))
    found = with_repeats(text, _sorted(*found, *more), places) if more else found
    if events == "keep":
        found = [
            span
            for span in found
            if not is_in_event(text, span) and not is_in_longer_name(text, span, found)
        ]
    return tuple(found)


def _beside_persons(
    text: str, found: Sequence[TypedSpan], places: PlaceIndex | None
) -> tuple[TypedSpan, ...]:
    """Return who stands in a list with, or is joined to, the repeats of a person's name."""
    of_lists = tuple(persons_of_lists(text, found, places or PlaceIndex()))
    return *of_lists, *joined(text, _sorted(*found, *of_lists))


def _voted_again(
    text: str,
    sure: Sequence[TypedSpan],
    found: Sequence[TypedSpan],
    places: PlaceIndex | None,
    told: Sequence[Told],
) -> list[TypedSpan]:
    """Let what stands around the repeats of a name speak for the type of all its mentions."""
    if len(found) == len(sure):
        return list(found)
    known = {text[span.start : span.end] for span in sure}
    return [
        voted if text[span.start : span.end] in known else span
        for span, voted in zip(found, with_one_type(text, found, places, told), strict=True)
    ]


def _sorted(*spans: TypedSpan) -> tuple[TypedSpan, ...]:
    return tuple(sorted(spans, key=lambda span: span.start))


def _without_common_words(text: str, spans: Sequence[TypedSpan]) -> Iterator[TypedSpan]:
    """Yield the spans but words that have a capital only because they begin a sentence.

    "Antigens bind" is no name where the text writes "an antigen", unless Antigens is a name in
    the midst of a sentence as well.
    """
    inside = {
        word
        for span in spans
        if " " in (surface := text[span.start : span.end]) or not begins_sentence(text, span.start)
        for word in surface.split()
    }
    for span in spans:
        surface = text[span.start : span.end]
        doubtful = len(surface) >= _LONG and surface.isalpha() and surface not in inside
        one = surface.lower().removesuffix("s")
        if not doubtful or re.search(rf"\b{one}s?\b", text) is None:
            yield span


def _is_written_as_name(text: str, span: TypedSpan) -> bool:
    """Tell whether a span is more than a letter and has a capital, where the text has any.

    Of "equal to P. Again, there are" P is a letter that ends a sentence.

    Scripts without case have no capitals to ask for.
    """
    surface = text[span.start : span.end]
    if (len(surface) == 1 and surface.isascii()) or is_shouted(text, span.start, span.end):
        return False
    ended = _LETTER_ENDS.match(text, span.start)
    if ended is not None and ended.end() == span.end:
        return False
    named = _ARTICLE.sub("", surface)
    return named != named.lower() or surface == surface.upper() or text == text.lower()
