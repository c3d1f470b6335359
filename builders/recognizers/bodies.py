"""Where names of bodies begin and end: two places before one line, nothing after a firm's form."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from builders.names import PARTICLES
from builders.types import TypedSpan

# Add what a company runs between the two places that it is called by.
_LINE: Final = re.compile(r".*[ \u00a0](?:Railway|Railroad|Tramway|Turnpike)(?:[ \u00a0]Company)?")
_FIRST_PLACE: Final = re.compile(r"\b([A-Z][^\W\d_]+)[ \u00a0](?:and|&)[ \u00a0]$")
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


def whole_body(text: str, span: TypedSpan) -> TypedSpan:
    """Begin and end an organization where its name does.

    "US Air Force" is one body, "Hayle and Bodmin Railway" one company; "rack and pinion Bodmin
    Railway" begins with the town. A particle or a name in small letters before a single word stays
    ("adidas Group").
    """
    if span.type != "ORG":
        return span
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
    if not _LINE.fullmatch(text, span.start, span.end):
        return span
    place = _FIRST_PLACE.search(text, max(0, span.start - _REACH), span.start)
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
