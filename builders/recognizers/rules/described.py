"""Persons who are told by what they are: "Zorb, a prince of Gelt", "the minister Zorb".

Told are also who commands an army, invites or rules ("the army of Ada Zorb", "under Zorb the"),
and who does what rulers alone do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.names import (
    COMMON_WORDS,
    OPENERS,
    PLACE_MODIFIERS,
    bare,
    is_title,
)
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITALS, before
from builders.recognizers.rules.peoples import is_people
from builders.recognizers.rules.persons_told import has_given_name, is_known_place
from builders.recognizers.rules.spoken_of import KIN, Told, can_be_first, gated, is_name_of_person
from builders.types import PLACE_TYPES, TypedSpan

_NAMED_SO: Final = rf"{CAPITALS}(?:[ \u00a0](?:da|de|del|di|van|von)[ \u00a0]{CAPITALS})?"
# Add a noun that says of somebody what he or she is, and of a thing never.
_SOMEBODY: Final = (
    r"(?:actor|actress|admiral|archbishop|aristocrat|astronaut|astronomer|bishop|botanist|"
    r"businessman|businesswoman|chemist|chieftain|composer|cosmonaut|councillor|courtier|dancer|"
    r"dramatist|duchess|duke|economist|emperor|empress|explorer|geologist|historian|"
    r"inventor|journalist|jurist|king|lawyer|mathematician|merchant|minister|missionary|monk|"
    r"naturalist|navigator|nobleman|noblewoman|novelist|nun|painter|philosopher|physician|"
    r"physicist|playwright|poet|politician|pope|priest|prince|princess|prophet|queen|"
    r"ruler|scholar|sculptor|senator|singer|statesman|sultan|surgeon|theologian|vizier|warlord|"
    r"widow)"
)
_WHAT: Final = (
    rf"(?:an?|the)[ \u00a0](?:(?!of\b|in\b|for\b)[\w'’-]+[ \u00a0]){{0,3}}"
    rf"(?:(?:general|{_SOMEBODY})(?=[.,;]|[ \u00a0](?:who|and|from|in|whose|born|raised|sent|"
    r"named|under|at)\b|[ \u00a0]of[ \u00a0](?:the[ \u00a0])?[A-Z])|"
    rf"{KIN}[ \u00a0](?:of|and)\b)"
)
_IS_SOMEBODY: Final = re.compile(
    rf"(?<![\w.'’&-])({CAPITALS})(?:,|[ \u00a0](?:was|is|became))[ \u00a0]{_WHAT}"
)
# "The Chancellor, Zorb, said": who holds an office, between commas.
_HOLDER: Final = re.compile(
    rf"[Tt]he[ \u00a0](?:[\w-]+[ \u00a0]){{0,2}}[A-Z][a-z]+,[ \u00a0]({CAPITALS}),[ \u00a0]"
    r"(?:is|was|has|had|said|who|then|[a-z]+ed)\b"
)
# "His half-brothers Zorb and Holm", "the poets Zorb, Holm and Quist": who several are.
_SEVERAL: Final = re.compile(
    rf"s,?[ \u00a0]({CAPITALS}(?:,[ \u00a0]{CAPITALS})*,?[ \u00a0]and[ \u00a0]{CAPITALS})(?![\w-])"
)
_ARE_SEVERAL: Final = re.compile(
    r"(?:(?:\b(?:[Hh]is|[Hh]er|[Tt]heir)|['’]s)[ \u00a0](?:[a-z-]+[ \u00a0]){0,2}"
    r"(?:half-|step|grand)?(?:aunt|brother|cousin|daughter|nephew|niece|parent|sister|son|uncle)|"
    rf"\b[Tt]he[ \u00a0](?:[\w-]+[ \u00a0])?{_SOMEBODY})$"
)
_ONE: Final = re.compile(rf"({CAPITALS})")
# Add what is between persons: "the quarrel between Ada Zorb and Ivo Holm".
_BETWEEN: Final = re.compile(
    r"\b(?:affair|correspondence|duel|feud|friendship|marriage|quarrel|rivalry)[ \u00a0]between"
    rf"[ \u00a0]({_NAMED_SO})[ \u00a0]and[ \u00a0]({_NAMED_SO})"
)
# "He studied drawing under Ada Zorb": who teaches or leads.
_TAUGHT: Final = re.compile(
    r"\b(?:apprenticed|fought|fighting|served|serving|studied|studying|trained|training|worked|"
    rf"working)\b[^.;()\n]{{0,60}}?[ \u00a0]under[ \u00a0]({CAPITALS})"
)
# "His first wife, Zorba of Gelt, died": a relative between commas.
_KIN_NAMED: Final = re.compile(
    rf"[Hh](?:is|er)[ \u00a0](?:[a-z]+[ \u00a0]){{0,2}}{KIN},[ \u00a0]"
    rf"({CAPITALS}(?:[ \u00a0]of[ \u00a0]{CAPITALS})?)(?=[,.;])"
)
# Add what somebody leads or gives, before "of".
_OF_LEADERS: Final = re.compile(
    r"(?:arm(?:y|ies)|followers|government|invitation|rebellion|revolt|soldiers|supporters|"
    rf"troops|warriors)[ \u00a0]of[ \u00a0]({CAPITALS})"
)
# "He and Zorb": who does something together with somebody; "he nicknamed him Zorb".
_BESIDE: Final = re.compile(rf"\b(?:[Hh]e|[Ss]he)[ \u00a0]and[ \u00a0]({CAPITALS})")
_NAMED: Final = re.compile(
    r"\b(?:called|christened|named|nicknamed|renamed)[ \u00a0](?:him|her|himself|herself)[ \u00a0]"
    rf"({CAPITALS})"
)
_RENAMED: Final = re.compile(
    rf"\bwhom[ \u00a0]\w+[ \u00a0](?:christened|named|nicknamed|renamed)[ \u00a0]({CAPITALS})"
)
_UNDER: Final = re.compile(
    r"\b[Uu]nder[ \u00a0]([A-Z][^\W\d_]{3,})(?=[ \u00a0](?:he|it|she|the|they)\b)"
)
# Add what rulers alone do.
_RULES: Final = re.compile(
    r"\b([A-Z][^\W\d_]{3,})[ \u00a0](?:reigned|abdicated|"
    r"(?:succeeded|acceded|ascended)[ \u00a0](?:to[ \u00a0])?the[ \u00a0]throne|"
    r"was[ \u00a0](?:enthroned|crowned|dethroned)|ruled[ \u00a0](?:the[ \u00a0][\w ]{3,24})?"
    r"(?:from|until)[ \u00a0]\d)"
)
_PLACED: Final = re.compile(
    r"\b(?:and|at|between|from|in|into|near|of|or|outside|to|with)[ \u00a0](?:the[ \u00a0])?$|"
    r"\bthe[ \u00a0]$|,[ \u00a0]$",
    re.IGNORECASE,
)
_NOTION: Final = re.compile(
    r"(?:cy|ics|ism|ists?|ity|ment|ness|ogy|ship|ers|ians|men|tion|tions|law|rule)$"
)
# Add an honour that ends the name of whoever has it: "Orlan Khan".
HONOURED: Final = frozenset({"bey", "beg", "khan", "pasha", "shah"})
_TWO: Final = 2
_REACH: Final = 16
_FAR: Final = 40


def described(text: str, places: PlaceIndex) -> Iterator[Told]:
    """Yield where persons are, told by what they are, lead or do."""
    for pattern in (_IS_SOMEBODY, _RULES):
        for named in pattern.finditer(text):
            if _begins_name(text, named.start(1)) and _is_subject(text, named.group(1)):
                told = Told(*named.span(1), surely=True, whole=pattern is not _RULES)
                yield from _checked(text, told, places)
    for pattern, is_meant in _NAMING:
        for named in gated(text, pattern, _GATES):
            if is_meant(text, named):
                told = Told(*named.span(1), pattern is not _TAUGHT, pattern is _KIN_NAMED)
                yield from _checked(text, told, places)
    for start, end in _several(text):
        yield from _checked(text, Told(start, end, surely=True), places)
    for named in gated(text, _UNDER, _GATES):
        town = alias_key(named.group(1)) in places.cities
        if not town and not _is_word(text, named.group(1)):
            yield from _checked(text, Told(*named.span(1)), places)


def with_whole(
    text: str, spans: Sequence[TypedSpan], told: Sequence[Told]
) -> tuple[TypedSpan, ...]:
    """Return the spans, with persons stretched over all of a name of which a part was read."""
    kept = list(spans)
    for one in told:
        touched = [span for span in kept if span.start < one.end and one.start < span.end]
        inside = all(one.start <= span.start and span.end <= one.end for span in touched)
        home = " of " in text[one.start : one.end]
        types = {span.type for span in touched} - (PLACE_TYPES if home else set())
        if one.whole and touched and inside and types <= {"PERSON"}:
            kept = [span for span in kept if span not in touched]
            kept.append(TypedSpan(one.start, one.end, "PERSON"))
    return tuple(sorted(kept, key=lambda span: span.start))


def _several(text: str) -> Iterator[tuple[int, int]]:
    """Yield each of the brothers, poets or enemies that are named together."""
    for named in _SEVERAL.finditer(text):
        start = named.start()
        if _ARE_SEVERAL.search(text, max(0, start - _FAR), start):
            yield from (one.span() for one in _ONE.finditer(text, *named.span(1)))
    for named in gated(text, _BETWEEN, _GATES):
        if has_given_name(named.group(1)) and has_given_name(named.group(2)):
            yield from (named.span(1), named.span(2))


def _checked(text: str, told: Told, places: PlaceIndex) -> Iterator[Told]:
    """Yield the person without what opens the sentence or is a title; nothing where it is none."""
    surface = text[told.start : told.end]
    first, space, rest = surface.partition(" ")
    while rest and not can_be_first(first):
        told = told._replace(start=told.start + len(first + space))
        first, space, rest = rest.partition(" ")
    surface = text[told.start : told.end]
    if not is_name_of_person(surface) or is_people(text, told.start, told.end):
        return
    if not is_known_place(surface, places):
        yield told


def _begins_name(text: str, start: int) -> bool:
    """Tell whether a name begins where it was found, and is no place that something is in."""
    if _PLACED.search(text, max(0, start - _REACH), start):
        return False
    near = before(text, start)
    return not near.is_capital or is_title(near.word) or near.key in OPENERS


def _is_subject(text: str, surface: str) -> bool:
    last = surface.rpartition(" ")[2]
    return not _NOTION.search(last) and not (" " not in surface and _is_word(text, surface))


def _is_word(text: str, surface: str) -> bool:
    key = bare(surface)
    plain = re.search(rf"\b{re.escape(surface.lower())}s?\b", text) is not None
    return plain or key in COMMON_WORDS or _NOTION.search(surface) is not None


def _is_leader(_: str, named: re.Match[str]) -> bool:
    """Tell whether an army can be a person's: of two words, and no part of a land."""
    words = named.group(1).split()
    if len(words) != _TWO or bare(words[0]) in PLACE_MODIFIERS:
        return False
    return is_first_name(words[0]) or bare(words[1]) in HONOURED


def _is_taught(text: str, named: re.Match[str]) -> bool:
    return not _is_word(text, named.group(1))


def _is_holder(_: str, named: re.Match[str]) -> bool:
    return is_title(named.group().partition(",")[0].rpartition(" ")[2])


def _anybody(_text: str, _named: re.Match[str]) -> bool:
    return True


# Add what names a person, and what else must hold.
_NAMING: Final[tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str]], bool]], ...]] = (
    (_KIN_NAMED, _anybody), (_BESIDE, _anybody), (_NAMED, _anybody),
    (_RENAMED, _anybody), (_HOLDER, _is_holder), (_OF_LEADERS, _is_leader), (_TAUGHT, _is_taught),
)  # fmt: skip
# Add words of which a text has one where a pattern can match.
_GATES: Final[dict[re.Pattern[str], tuple[str, ...]]] = {
    _BESIDE: ("e and",), _BETWEEN: (" between",), _NAMED: ("named", "called", "christened"),
    _RENAMED: ("whom",), _TAUGHT: (" under",), _UNDER: ("nder ", "nder\u00a0"),
}  # fmt: skip
