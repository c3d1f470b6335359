"""Where names of bodies begin and end: two places before one line, nothing after a firm's form.

A firm may end with the country that it works in.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.lands import COUNTRY_MODIFIERS
from builders.names import (
    HEADS_OF,
    OPENERS,
    ORG_WORDS,
    PARTICLES,
    PLACE_MODIFIERS,
    bare,
    is_title,
)
from builders.places import alias_key
from builders.recognizers.rules.peoples import is_people_name
from builders.types import PLACE_TYPES, TypedSpan

# Add what runs between two places, or honours two people, and is called by both.
_OF_TWO: Final = re.compile(
    r".*[ \u00a0](?:Railway|Railroad|Tramway|Turnpike|Museum)(?:[ \u00a0]Company)?"
)
_FIRST_OF_TWO: Final = re.compile(r"\b([A-Z][^\W\d_]+)[ \u00a0](?:and|&)[ \u00a0]$")
# Add what a firm does, after the place that it is called after: "Zorbia Television".
_FIRM_AFTER: Final = re.compile(
    r"(?:[ \u00a0](?:Airlines|Airways|Breweries|Broadcasting|Motors|Pictures|Records|Shipyards|"
    r"Steelworks|Television|Tramways))+\b(?![ \u00a0-][A-Z])"
)
_SMALL_WORD: Final = re.compile(r"([^\W\d_]+)[ \u00a0](?=[A-Z]\S*[ \u00a0][A-Z])")
# "The Zorb Corporation for the Navy": the firm's name ends with its form.
_FOR_ANOTHER: Final = re.compile(
    r"[ \u00a0](?:Corporation|Company|Inc|Incorporated|Ltd|Limited)\.?"
    r"(?=[ \u00a0]for[ \u00a0]the\b)"
)
# "US Air Force": whose force or court it is belongs to the name.
_OF_A_STATE: Final = re.compile(
    r"(?:Air|Armed|Army|Coast|Department|House|Marine|Marines|Navy|Senate|Supreme|Treasury)\b"
)
_STATE_BEFORE: Final = re.compile(
    r"\b(?:US|U\.S\.|UK|U\.K\.|United States|United Kingdom|British|Royal)[ \u00a0]$"
)
# "Gelt People's Democratic Movement": whose body it is belongs to its name.
_OWNERS: Final = (
    r"(?:Children|Citizen|Farmer|Merchant|Miner|Parent|Peasant|People|Teacher|Veteran|Woman|Women|"
    r"Worker|Writer)(?:s['’]|['’]s)[ \u00a0]"
)
_OWNER_BEFORE: Final = re.compile(rf"(?:[A-Z][^\W\d_]+[ \u00a0])*{_OWNERS}$")
_OWNER_AT_END: Final = re.compile(r".*\b(?:People|Children|Women|Woman|Citizen|Worker|Farmer)s?")
_OWNED_AFTER: Final = re.compile(r"['’]s?(?:[ \u00a0][A-Z][^\W\d_]+)+")
# "Ada and Otto Holm Foundation": a body may be called after two persons.
_OF_PERSONS: Final = re.compile(
    r"([A-Z][^\W\d_]+)[ \u00a0](?:[A-Z][^\W\d_]+[ \u00a0]){0,2}(?:Center|Centre|College|"
    r"Foundation|Fund|Hospital|Institute|Library|Museum|School|Theatre|Trust|University)"
)
_FIRST_PERSON: Final = re.compile(
    r"\b(?:the|at)[ \u00a0](([A-Z][^\W\d_]+)[ \u00a0](?:and|&)[ \u00a0])$"
)
# Add what a body is for, told second: the Academy of Sciences "and Arts".
_SUBJECTS: Final = (
    "Administration|Agriculture|Antiquities|Archaeology|Arts|Budget|Commerce|Communications|"
    "Control|Cooperation|Crafts|Crime|Culture|Defence|Defense|Democracy|Democrats|Dentistry|Design|"
    "Development|Economics|Economy|Education|Employment|Energy|Engineering|Environment|Explosives|"
    "Families|Finance|Firearms|Fisheries|Food|Forestry|Freedom|Health|Heritage|History|Housing|"
    "Human|Humanities|Immigration|Industry|Information|Infrastructure|Justice|Labo(?:u)?r|Letters|"
    "Literature|Management|Media|Medicine|Mines|Music|Naturalization|Nutrition|Peace|Pensions|"
    "Planning|Prevention|Progress|Reconciliation|Reform|Research|Rights|Science|Sciences|Security|"
    "Social|Sports?|Statistics|Surgeons|Surgery|Technology|Telecommunications|Tourism|Trade|"
    "Transport|Transportation|Unity|Urban|Welfare|Wildlife|Work|Youth"
)
_SECOND_SUBJECT: Final = re.compile(
    rf"[ \u00a0]and[ \u00a0](?:{_SUBJECTS})(?:[ \u00a0](?:{_SUBJECTS}|Affairs|"
    r"Services|Works|Policy))*\b(?![ \u00a0](?:and[ \u00a0])?[A-Z0-9])"
)
_OF_SUBJECT: Final = re.compile(r".*[ \u00a0](?:of|for)[ \u00a0].+")
_REACH: Final = 40
# "started by Telecom Peru": words with capitals that begin neither a sentence nor another name.
_BRANCH_BEFORE: Final = re.compile(
    r"(?<![A-Z.])\b[a-z]+[ \u00a0]((?:[A-Z][^\W\d_]{2,}[ \u00a0]){1,3})$"
)
# An adjective, a doing or a plural.
_NO_FIRM: Final = re.compile(r"(?:[a-z]{2}ing|an|ish|ese|al|ern|ic|ist|s|ed)$")
# Add a word that has a capital before a country's name and begins no firm's: a day, a time, a part.
_NO_FIRMS: Final = frozenset({
    "january", "february", "march", "april", "june", "july", "august", "september", "october",
    "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "christmas", "easter", "modern", "strong", "free", "rural", "urban", "inland",
    "late", "early", "united", "olympic", "world", "team", "miss", "middle", "tudor", "stuart",
    "meiji", "showa", "norse", "nazi", "soviet", "heartland", "wartime", "contemporary",
    "downtown", "mother", "upper", "captain", "sub-saharan", "post-war", "pax", "visit",
})  # fmt: skip


def whole_body(text: str, span: TypedSpan) -> TypedSpan:
    """Begin and end an organization where its name does.

    "US Air Force" is one body, "Hayle and Bodmin Railway" one company; "rack and pinion Bodmin
    Railway" begins with the town. A particle or a name in small letters before a single word stays
    ("adidas Group").
    """
    two = _start_of_two(text, span)
    if two is not None:
        return replace(span, start=two, type="ORG")
    if span.type in PLACE_TYPES:
        firm = _FIRM_AFTER.match(text, span.end)
        return TypedSpan(span.start, firm.end(), "ORG") if firm else span
    return _whole_organization(text, span) if span.type == "ORG" else span


def _whole_organization(text: str, span: TypedSpan) -> TypedSpan:
    form = _FOR_ANOTHER.search(text, span.start, span.end)
    if form:
        span = replace(span, end=form.end())
    small = _SMALL_WORD.match(text, span.start, span.end)
    if small and small[1].islower() and small[1] not in PARTICLES:
        return replace(span, start=small.end())
    span = _with_owner(text, span)
    second = _SECOND_SUBJECT.match(text, span.end)
    if second and _OF_SUBJECT.fullmatch(text, span.start, span.end):
        span = replace(span, end=second.end())
    state = _STATE_BEFORE.search(text, max(0, span.start - _REACH), span.start)
    if state and _OF_A_STATE.match(text, span.start, span.end):
        return replace(span, start=state.start())
    if not _OF_TWO.fullmatch(text, span.start, span.end):
        return span
    place = _FIRST_OF_TWO.search(text, max(0, span.start - _REACH), span.start)
    return replace(span, start=place.start()) if place else span


def _with_owner(text: str, span: TypedSpan) -> TypedSpan:
    """Stretch a body over whose it is: the "Workers' Party", the "People's Democratic Movement"."""
    owner = _OWNER_BEFORE.search(text, max(0, span.start - _REACH), span.start)
    if owner:
        span = replace(span, start=owner.start())
    owned = _OWNED_AFTER.match(text, span.end)
    if owned and _OWNER_AT_END.fullmatch(text, span.start, span.end):
        span = replace(span, end=owned.end())
    return span


def branch_before(text: str, start: int, places: PlaceIndex) -> int | None:
    """Return where the name of a firm or party starts that a country ends: "Telecom Peru"."""
    found = _BRANCH_BEFORE.search(text, max(0, start - _REACH), start)
    if found is None or not all(_is_of_firm(word, places) for word in found.group(1).split()):
        return None
    return found.start(1)


def _is_of_firm(word: str, places: PlaceIndex) -> bool:
    """Tell whether a word before a country's name can be a firm's: no title, no person's name."""
    key = bare(word)
    known = key in OPENERS or key in PLACE_MODIFIERS or key in COUNTRY_MODIFIERS or is_title(word)
    known = known or key in ORG_WORDS or key in HEADS_OF or places.is_country(alias_key(word))
    other = key in _NO_FIRMS or is_first_name(word) or is_people_name(word)
    return not (known or other or _NO_FIRM.search(word))


def _start_of_two(text: str, span: TypedSpan) -> int | None:
    """Return where a body called after two persons starts, of whom the first was left."""
    second = _OF_PERSONS.fullmatch(text, span.start, span.end)
    first = _FIRST_PERSON.search(text, max(0, span.start - _REACH), span.start) if second else None
    if second is None or first is None:
        return None
    return first.start(1) if all(map(is_first_name, (first.group(2), second.group(1)))) else None
