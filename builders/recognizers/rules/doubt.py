"""Words that a recognizer took for names, and that the text shows to be something else.

A law called after somebody, a ship, a car, a plural of common words, a class of mathematics: what
bears no name of the six types is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.names import (
    OPENERS,
    PARTICLES,
    bare,
    is_form_of_state,
    is_numeral,
    is_title,
    name_words,
)
from builders.places import alias_key
from builders.recognizers.rules.acronyms import acronyms_of_things, ends_as_body
from builders.recognizers.rules.cars import cars, makers_of_cars
from builders.recognizers.rules.context import after, before, begins_sentence
from builders.recognizers.rules.no_persons import is_award, is_in_name_of_house, no_persons
from builders.recognizers.rules.nobody import is_nobody
from builders.recognizers.rules.parted import EPONYM_NOUNS
from builders.types import PLACE_TYPES, TypedSpan

# Add a holy person or figure who has an article.
_WITH_ARTICLE: Final = frozenset({
    "buddha", "christ", "madonna", "messiah", "virgin mary", "prophet", "baptist", "virgin",
})  # fmt: skip
# Add a town, or a part of one, that has an article.
_TOWNS_WITH_ARTICLE: Final = frozenset({"bronx", "hague", "vatican", "city", "strand", "marais"})
_ARTICLE_BEFORE: Final = re.compile(r"\b[Tt]he[ \u00a0][\"“]?$")
_THING_AFTER: Final = re.compile(
    r"[\"”]?(?:[.,;:)\]]|$|[ \u00a0](?:and|or|is|was|are|were|has|had|in|at|on|by|with|from|to|"
    r"\()\b)"
)
_EPONYM_AFTER: Final = re.compile(r"[ \u00a0](?:([a-z-]+)[ \u00a0])?([A-Za-z]+)\b")
_ASKED_BEFORE: Final = re.compile(
    r"\b(?:[Dd]id|[Dd]oes|[Cc]an|[Cc]ould|[Ss]hould|[Ww]ill|[Ww]ould)[ \u00a0]$"
)
_JOINED_BEFORE: Final = re.compile(r"[^\W\d_][-–]$")
_JOINED_AFTER: Final = re.compile(r"[-–](?=[^\W\d_])")
_OF_SETS: Final = frozenset("≠⊂⊆⊄⊊∈∉∪∩")
_LETTERS: Final = re.compile(r"(?<![\w.'’/&-])[B-HJ-Z](?![\w.'’/&-])")
_MANY_LETTERS: Final = 3
# Add a thing that bears a name of its own, written after it.
_CALLED_THINGS: Final = frozenset({
    "aircraft", "album", "film", "frigate", "galleon", "locomotive", "novel", "opera", "ship",
    "song", "spacecraft", "steamboat", "steamer", "steamship", "submarine", "vessel", "warship",
})  # fmt: skip
# Add a thing that is given a name of its own, told by "called" or "named".
_NAMED_THING: Final = re.compile(
    r"\b(?i:aircraft|album|boat|building|car|computer|engine|film|game|language|locomotive|machine|"
    r"magazine|model|network|novel|opera|operation|play|poem|product|programme|program|project|"
    r"protocol|robot|satellite|series|ship|software|song|spacecraft|submarine|system|tapestry|"
    r"telescope|train|vessel|weapon),?[ \u00a0](?:called|named|dubbed|christened|nicknamed|"
    r"codenamed|known as)[ \u00a0][\"“]?$"
)
_SUM: Final = re.compile(r"\b(?:million|billion|trillion)[ \u00a0]$")
_PLANET: Final = re.compile(r"\b(?:planet|asteroid|comet|moon)[ \u00a0]\(?$")
# Add what a name of a law, a doctrine, an event or a work ends in, or begins with before "of".
_NO_BODIES: Final = frozenset({
    "amendment", "conjecture", "doctrine", "equation", "equations", "freedoms", "hypothesis", "law",
    "laws", "lemma", "paradox", "policy", "principle", "principles", "property", "restoration",
    "revolution", "rights", "spring", "standard", "standards", "tapestry", "theorem", "theory",
    "treaties", "treaty", "war", "wars",
})  # fmt: skip
# A number with its unit: "45 Mbit".
_MEASURE: Final = re.compile(
    r"\d[\d.,]*[ \u00a0]?(?:[kMGT]?(?:bit|bps|B|Hz|W|V)|[cdkm]?m|m?[gl]|kg|km/h|mph|rpm)"
)
_THINGS_BEFORE: Final = (_PLANET, _NAMED_THING, _SUM)
_REACH: Final = 40
_COUNTED: Final = re.compile(r"\b(?:million|billion|thousand|hundred|\d)[ \u00a0]$")
_TIME: Final = re.compile(r"(?:Days|Weeks|Months|Years|Hours) (?:later|ago|after|before|earlier)\b")
_ADJECTIVE: Final = re.compile(r"[A-Z][a-z]{3,}(?:ous|ical|ive|able|ible|less|ful|ed)")
# Add a document, in the plural, that is no body even where it has a capital.
_PAPERS: Final = frozenset({
    "acts", "amendments", "articles", "bills", "charters", "conventions", "declarations",
    "directives", "laws", "protocols", "regulations", "rules", "statutes", "treaties",
})  # fmt: skip
_BARE_STATE: Final = frozenset({
    "caliphate", "colony", "county", "duchy", "empire", "kingdom", "principality", "republic",
    "state", "sultanate",
})  # fmt: skip
_STATES: Final = PLACE_TYPES | {"NORP"}
_LOWER_WORDS_BEFORE: Final = re.compile(r"((?:[A-Za-z]+[ -]){1,6})\($")


def without_doubtful(
    text: str, spans: Sequence[TypedSpan], places: PlaceIndex | None = None
) -> list[TypedSpan]:
    """Return the spans but those that the text shows to be no names of their types."""
    surfaces = [text[span.start : span.end] for span in spans]
    dropped = (
        _eponyms(text, spans, places or PlaceIndex()) | _things(text, spans) | _signs(text, spans)
    )
    dropped |= _with_article(text, spans, places or PlaceIndex())
    dropped |= _expanded(text, spans) | _titles_of_many(surfaces, spans)
    dropped |= acronyms_of_things(text, spans) | no_persons(text, spans)
    makers = makers_of_cars(surfaces)
    dropped |= cars(text, spans) | {
        (span.type, surface)
        for span, surface in zip(spans, surfaces, strict=True)
        if _is_named_thing(text, span)
    }
    return [
        replace(span, type="ORG") if span.type == "PERSON" and surface in makers else span
        for span, surface in zip(spans, surfaces, strict=True)
        if (span.type, surface) not in dropped and not _is_no_name(text, span, surface)
    ]


_Named = tuple[str, str]
"""A type and a surface: all mentions of a name share its fate."""


def _by_name(text: str, spans: Iterable[TypedSpan]) -> dict[_Named, list[TypedSpan]]:
    found: dict[_Named, list[TypedSpan]] = {}
    for span in spans:
        found.setdefault((span.type, text[span.start : span.end]), []).append(span)
    return found


def _eponyms(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> set[_Named]:
    """Return names that stand nowhere but in that of a law, a machine or a method.

    In "the Pauli exclusion principle" nobody is spoken of; "Pauli's principle" is somebody's.
    """
    full = [name_words(text[span.start : span.end]) for span in spans if span.type == "PERSON"]
    parts = {word for words in full if len(words) > 1 for word in words}
    return {
        (type_, surface)
        for (type_, surface), mentions in _by_name(text, spans).items()
        if type_ != "NORP" and " " not in surface and surface not in parts
        and not _is_known_place(surface, places)
        and all(_is_eponym(text, span) for span in mentions)
    }  # fmt: skip


def _is_known_place(surface: str, places: PlaceIndex) -> bool:
    key = alias_key(surface)
    return places.is_famous_city(key) or places.is_country(key) or key in places.states


def _is_eponym(text: str, span: TypedSpan) -> bool:
    end = span.end
    if _JOINED_AFTER.match(text, end):
        end = after_compound(text, end)
    if _ASKED_BEFORE.search(text, max(0, span.start - _REACH), span.start):
        return False  # "Whom did Zorb force to": a verb.
    joined = end != span.end or _JOINED_BEFORE.search(text, max(0, span.start - 2), span.start)
    noun = _EPONYM_AFTER.match(text, end)
    if noun is None or text[span.start : span.end].isupper():
        return False
    between = noun.group(1) or ""
    if between not in EPONYM_NOUNS and (
        between in OPENERS or between.endswith("ed") or bare(noun.group(2)) not in EPONYM_NOUNS
    ):
        return False
    return bool(joined) or span.type != "ORG"


def after_compound(text: str, end: int) -> int:
    """Return where a compound ends: of Cobham in "Cobham–Edmonds thesis", after Edmonds."""
    following = re.compile(r"(?:[-–][^\W\d_]+)+").match(text, end)
    return following.end() if following else end


def _things(text: str, spans: Sequence[TypedSpan]) -> set[_Named]:
    """Return what has an article as no person has: "the Turbinia" is a ship."""
    return {
        named
        for named, mentions in _by_name(text, spans).items()
        if named[0] == "PERSON" and _can_be_thing(named[1])
        and any(_is_thing(text, span) for span in mentions)
        and not any(is_title(before(text, span.start).word) for span in mentions)
    }  # fmt: skip


def _with_article(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> set[_Named]:
    """Return what was taken for a town and has an article, as hardly any town has."""
    if not places.cities:
        return set()
    return {
        named
        for named, mentions in _by_name(text, spans).items()
        if named[0] in {"GPE", "CITY"} and named[1].isalpha() and not named[1].isupper()
        and not named[1].endswith("s") and not places.is_region(alias_key(named[1]))
        and bare(named[1]) not in _TOWNS_WITH_ARTICLE
        and not _is_known_place(named[1], places)
        and all(_is_thing(text, span) for span in mentions)
    }  # fmt: skip


def _can_be_thing(surface: str) -> bool:
    plural_or_ruler = surface.endswith("s") or is_numeral(surface.rpartition(" ")[2])
    return not plural_or_ruler and " the " not in surface and bare(surface) not in _WITH_ARTICLE


def _is_thing(text: str, span: TypedSpan) -> bool:
    article = _ARTICLE_BEFORE.search(text, max(0, span.start - 6), span.start)
    return article is not None and _THING_AFTER.match(text, span.end) is not None


def _signs(text: str, spans: Sequence[TypedSpan]) -> set[_Named]:
    """Return the capitals of a text of mathematics, where letters and signs stand alone."""
    if not _OF_SETS & set(text) and len(_LETTERS.findall(text)) < _MANY_LETTERS:
        return set()
    return {
        (span.type, surface)
        for span in spans
        if (surface := text[span.start : span.end]).isupper()
        and span.type in {"ORG", "PERSON", "LOC"}
        and before(text, span.start).key != "the"
    }  # fmt: skip


def _expanded(text: str, spans: Sequence[TypedSpan]) -> set[_Named]:
    """Return acronyms of common words, wherever they are spelled out: "dendritic cells (DC)"."""
    return {
        (type_, surface)
        for type_, surface in _by_name(text, spans)
        if type_ != "NORP" and surface.isalpha() and surface.isupper()
        and any(
            _stands_for_words(text, bracket.start(1), surface)
            for bracket in re.finditer(rf"\(({surface})s?\b", text)
        )
    }  # fmt: skip


def _stands_for_words(text: str, start: int, acronym: str) -> bool:
    expansion = _LOWER_WORDS_BEFORE.search(text, max(0, start - 80), start)
    if expansion is None or ends_as_body(expansion.group(1).strip()):
        return False
    words = re.split(r"[ -]", expansion.group(1).strip())
    own = words[-len(acronym) :]
    initials = "".join(word[:1] for word in own).casefold()
    return initials == acronym.casefold() and all(word.islower() for word in own[1:])


def _is_named_thing(text: str, span: TypedSpan) -> bool:
    """Tell whether a text says that what was taken for a place is a network, a ship or a song."""
    if span.type not in PLACE_TYPES:
        return False
    return _NAMED_THING.search(text, max(0, span.start - _REACH), span.start) is not None


def _titles_of_many(surfaces: Sequence[str], spans: Sequence[TypedSpan]) -> set[_Named]:
    """Return offices that were taken for persons: "the Dukes of Gelt"."""
    return {
        (span.type, surface)
        for span, surface in zip(spans, surfaces, strict=True)
        if span.type == "PERSON" and " of " in surface
        and (is_title(surface.partition(" ")[0].removesuffix("s")))
    }  # fmt: skip


def _opens(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether an adjective or a span of time opens a sentence: "Weeks later"."""
    if not begins_sentence(text, span.start) or not after(text, span.end).word.islower():
        return False
    if _TIME.match(text, span.start):
        return True
    return _ADJECTIVE.fullmatch(surface) is not None and not is_first_name(surface)


def _is_no_name(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether it is a form of state, a document, an adverb, a sum, a ship or the like."""
    key, near = bare(surface), before(text, span.start)
    ahead = max(0, span.start - _REACH), span.start
    if key in _PAPERS or _MEASURE.fullmatch(surface):
        return True
    if span.type in _STATES and _is_state_of_any(surface):
        return True
    if span.type == "ORG" and _is_no_body(surface):
        return True
    if span.type not in {"ORG", "NORP"} and (
        near.word in _CALLED_THINGS or any(p.search(text, *ahead) for p in _THINGS_BEFORE)
    ):
        return True
    if span.type in PLACE_TYPES and key in PARTICLES and after(text, span.end).is_capital:
        return True
    return _is_no_person(text, span, surface) or _is_adverb(text, span, surface)


def _is_state_of_any(surface: str) -> bool:
    return bare(surface) in _BARE_STATE or is_form_of_state(surface)


def _is_no_body(surface: str) -> bool:
    """Tell whether a name of several words is that of a law, an event or a work."""
    head = surface.partition(" of ")[0]
    return " " in surface and bare(head.rpartition(" ")[2]) in _NO_BODIES


def _is_no_person(text: str, span: TypedSpan, surface: str) -> bool:
    if is_nobody(text, span, surface):
        return True
    if span.type == "PERSON" and (is_award(text, span, surface) or is_in_name_of_house(text, span)):
        return True
    if span.type not in {"PERSON", "ORG"}:
        return False
    counted = _COUNTED.search(text, max(0, span.start - 12), span.start) is not None
    gerund = " the " in surface and surface.partition(" ")[0].endswith("ing")
    return (span.type == "PERSON" and (counted or gerund)) or _opens(text, span, surface)


def _is_adverb(text: str, span: TypedSpan, surface: str) -> bool:
    adverb = surface.endswith("ly") and surface.isalpha() and not is_first_name(surface)
    return adverb and begins_sentence(text, span.start) and text[span.end : span.end + 1] == ","
