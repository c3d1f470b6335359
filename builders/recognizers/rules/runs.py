"""Places and firms that are told by their names alone: runs of words with capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.lands import STATE_CODES
from builders.names import COMMON_WORDS, OPENERS, bare, is_title
from builders.places import alias_key
from builders.recognizers.rules.bodies import branch_before
from builders.recognizers.rules.context import CAPITALS, head_of

Bounds = tuple[int, int]
Runs = Sequence[tuple[int, str]]
"""Where each run of words with capitals starts, and its words with single spaces."""

_RUN: Final = re.compile(rf"\b{CAPITALS}")
_SMALL: Final = frozenset({"de", "du", "en", "la", "on", "sous", "sur", "under", "upon"})
# "Garvon-sur-Zorb": a small word between hyphens, in the name of a town or a land.
_HYPHENED: Final = re.compile(
    rf"(?<![\w-])([A-ZÀ-Þ][^\W\d_]+)-(?:{'|'.join(sorted(_SMALL))})-[A-ZÀ-Þ][^\W\d_]+(?![\w-])"
)
# Add a country or a state that many people bear as their first name or surname.
_BORNE: Final = frozenset({
    "chad", "jordan", "israel", "georgia", "dominica", "ireland", "holland", "virginia",
    "washington", "montana", "dakota", "indiana", "carolina", "victoria",
})  # fmt: skip
_LONG: Final = 4
# Add a part of the world whose name is a word, a product or a person's as well.
_NOT_ALONE: Final = frozenset({
    "alps", "arctic", "atlantic", "baltic", "burgundy", "capri", "caribbean", "caspian", "dacia",
    "elba", "galicia", "gaul", "java", "lorraine", "madeira", "maui", "media", "mediterranean",
    "midwest", "occident", "orient", "pacific", "rhodes", "samos", "sark", "savoy", "skye",
    "thrace", "west",
})  # fmt: skip
# Of these, the seas, whose names have an article where they are no adjectives.
_SEAS: Final = frozenset({
    "alps", "arctic", "atlantic", "baltic", "caribbean", "caspian", "mediterranean", "midwest",
    "pacific",
})  # fmt: skip
_THE: Final = re.compile(r"\b[Tt]he[ \u00a0]$")
_NO_NOUN_AFTER: Final = re.compile(
    r"[.,;:)]|$|[ \u00a0](?:and|or|is|was|in|to|of|from|by|with|as|has|had|were|are|on|at|during)\b"
)
# "the Count of", "Harald I of": what is ruled follows.
_RULER_BEFORE: Final = re.compile(
    r"(?:\b(?:[Ee]arl|[Dd]uke|[Cc]ount|[Cc]ountess|[Dd]uchess|[Bb]ishop|[Aa]rchbishop|[Kk]ing|"
    r"[Qq]ueen|[Mm]ayor|[Pp]rince|[Pp]rincess|[Aa]bbot|[Gg]overnor|[Ll]ord|[Mm]argrave|[Ee]mir)"
    r"|[ \u00a0][IVX]+)[ \u00a0]of[ \u00a0]$"
)
_LAND_OF: Final = re.compile(
    r"\b[Tt]he (?:[A-Za-z-]+ )?(?:province|region|district|county|island|peninsula|duchy|valley) "
    rf"of (?:the )?({CAPITALS})"
    r"(?![\w'’ʼ-]|[ \u00a0][A-Z])"
)
_REACH: Final = 16
# "Holmville, CA": a town and the code of its state, and no degree after somebody's name.
_CODE: Final = re.compile(r",[ \u00a0]([A-Z]{2})\b(?![ \u00a0.&-]*[A-Z]{2})")


def capital_runs(text: str) -> Runs:
    """Return the runs of a text, each without the word that opens the sentence."""
    runs = []
    for found in _RUN.finditer(text):
        start, run = found.start(), found.group().replace("\u00a0", " ")
        if (
            text[start - 1 : start] == "-"
            and text[max(0, start - 7) : start - 1].rpartition("-")[2] in _SMALL
        ):
            continue
        first, space, rest = run.partition(" ")
        if rest and bare(first) in OPENERS:
            start, run = start + len(first + space), rest
        runs.append((start, run))
    return runs


def countries(text: str, runs: Runs, places: PlaceIndex) -> Iterator[Bounds]:
    """Yield countries, American states and great cities that stand alone or before a title.

    "The Peru Prime Minister", "Ohio Governor Ada Holm"; a state or city whose name is a part of a
    longer one in the text is left, for it may be somebody's.
    """
    heads = [_before_title(run) for _, run in runs]
    borne = {
        word
        for (_, run), head in zip(runs, heads, strict=True)
        if " " in run
        for word in (run if head == run else run[len(head) :]).split()
    }
    for (start, _), head in zip(runs, heads, strict=True):
        key = alias_key(head)
        if len(key) < _LONG or key in _BORNE or key in COMMON_WORDS:
            continue
        if places.is_country(key):
            yield start, start + len(head)
        elif places.is_nothing_but_city(key) or places.is_american_state(key):
            alone = " " in head or head not in borne
            if alone and not _is_of_body(text, start):
                yield start, start + len(head)


def _before_title(run: str) -> str:
    """Return a run up to a title that ends it or stands before a first name."""
    if " " not in run:
        return run
    words = run.split(" ")
    at = next((at for at, word in enumerate(words) if at and is_title(word)), len(words))
    rest = [word for word in words[at:] if not is_title(word)]
    return " ".join(words[:at]) if not rest or is_first_name(rest[0]) else run


def _is_of_body(text: str, start: int) -> bool:
    """Tell whether a place ends the name of a body: "Zorb Society of London"."""
    head = head_of(text, start)
    return bool(head) and not is_title(head)


def branches(text: str, runs: Runs, places: PlaceIndex) -> Iterator[Bounds]:
    """Yield firms and parties whose name ends with a country's: "Telecom Peru"."""
    for start, run in runs:
        firm, _, land = run.rpartition(" ")
        if firm and places.is_country(alias_key(land)):
            first = branch_before(text, start + len(firm) + 1, places)
            if first is not None:
                yield first, start + len(run)


def regions(text: str, runs: Runs) -> Iterator[Bounds]:
    """Yield the parts of the world that stand alone: the Far East, Asia, the Pacific."""
    for start, run in runs:
        key = alias_key(run)
        if not PlaceIndex.is_region(key) or "Coast" in run:
            continue
        end = start + len(run)
        alone = key not in _NOT_ALONE and not _is_of_body(text, start)
        if " " in run or alone or (key in _SEAS and _is_noun(text, start, end)):
            yield start, end


def _is_noun(text: str, start: int, end: int) -> bool:
    """Tell whether a sea's name is no adjective: "the Pacific.", not "the Pacific coast"."""
    article = _THE.search(text, max(0, start - 5), start)
    return article is not None and _NO_NOUN_AFTER.match(text, end) is not None


def ruled(text: str, runs: Runs, places: PlaceIndex) -> Iterator[Bounds]:
    """Yield the lands and towns that somebody rules: "the Count of Garvona", "Harald I of Peru"."""
    for start, run in runs:
        if text[start - 4 : start] == " of " and _RULER_BEFORE.search(
            text, max(0, start - _REACH), start
        ):
            key = alias_key(run)
            if key in places.states or places.is_listed_city(key) or places.is_region(key):
                yield start, start + len(run)


def lands(text: str) -> Iterator[Bounds]:
    """Yield what is told to be a region, a province or an island: "the region of Zorbia"."""
    yield from (found.span(1) for found in _LAND_OF.finditer(text))


def hyphened(text: str) -> Iterator[Bounds]:
    """Yield towns and lands with a small word between hyphens; "Ada-de-Zorb" is somebody."""
    for found in _HYPHENED.finditer(text) if "-" in text else ():
        if not is_first_name(found.group(1)):
            yield found.span()


def before_codes(text: str, runs: Runs, places: PlaceIndex) -> Iterator[Bounds]:
    """Yield an American town before its state's code, and the code: "Holmville, CA"."""
    codes = {
        found.start(): found.span(1)
        for found in _CODE.finditer(text)
        if found.group(1).lower() in STATE_CODES
    }
    for start, run in runs if codes else ():
        end = start + len(run)
        if end in codes and places.is_listed_city(alias_key(run)):
            yield start, end
            yield codes[end]
