"""Acronyms of things: a protocol, a kind of cell, a class of problems is no organization."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from builders.types import TypedSpan

_ACRONYM: Final = re.compile(r"[a-z]?[A-Z][A-Za-z0-9]{0,6}[A-Z0-9][a-z]?")
# Add a noun of techniques, life and matter that bodies have hardly ever one of.
_THINGS: Final = (
    r"algorithms?|antibod(?:y|ies)|antigens?|assays?|cells?|compounds?|encodings?|enzymes?|genes?|"
    r"headers?|hormones?|identifiers?|molecules?|packets?|proteins?|protocols?|receptors?|"
    r"sequences?|syndrome|viruses|virus"
)
# Add a noun after which acronyms stand that are called so.
_CALLED_SO: Final = (
    rf"{_THINGS}|complexity[ \u00a0]class(?:es)?|classes|codes|file[ \u00a0]formats|formats|"
    r"interfaces|(?:programming[ \u00a0])?languages?|markers?|standards|techniques"
)
_AFTER: Final = re.compile(
    r"(?:-(?:complete|completeness|hard|hardness|easy|positive|negative|type|like)\b|"
    rf"[ \u00a0-](?:(?:class|type|I{{1,3}}|\d)[ \u00a0]){{0,2}}(?:{_THINGS})\b|"
    r"[ \u00a0][Aa]rticles?[ \u00a0]\d)"
)
_IS_A: Final = re.compile(
    r",?[ \u00a0](?:is|was|are|an?|the)[ \u00a0](?:(?:an?|the)[ \u00a0])?"
    rf"(?:[a-z-]+[ \u00a0]){{0,3}}(?:{_THINGS}|interface|programming[ \u00a0]language)\b"
)
_BEFORE: Final = re.compile(
    rf"\b(?:{_CALLED_SO})(?:,|[ \u00a0](?:called|include|included|includes|including|"
    r"known[ \u00a0]as|like|named|such[ \u00a0]as),?)?[ \u00a0]"
    r"(?:[A-Z0-9]{2,8}(?:,|,?[ \u00a0](?:and|or))[ \u00a0])*$"
)
# "killer receptors (ZKR)", "the Link Identifier, or LZI": what the letters stand for.
_SPELLED_BEFORE: Final = re.compile(
    r"((?:[a-z-]+[ \u00a0]){1,6}[a-z-]+|"
    r"[A-Z][a-z]+[ \u00a0](?:[A-Z][a-z]+[ \u00a0]){0,3}"
    r"(?:Algorithm|Code|Control|Format|Hormone|ID|Identifier|Interface|Language|Protein|Protocol|"
    r"Receptor|Syndrome|Virus))(?:,[ \u00a0]or[ \u00a0]|[ \u00a0]\()$"
)
# "the Treaty on Gelt and Zorb (TGZ)", "the Clean Gelt Act (CGA)": the letters of a document.
_PAPER: Final = (
    r"(?:Act|Agreement|Charter|Code|Convention|Directive|Pact|Protocol|Regulation|Treaty)"
)
_PAPER_BEFORE: Final = re.compile(
    rf"\b({_PAPER}[ \u00a0](?:of|on|for)[ \u00a0](?:[A-Za-z]+[ \u00a0]){{1,8}}|"
    rf"(?:[A-Z][a-z]+[ \u00a0]){{1,5}}{_PAPER}[ \u00a0])\($"
)
_SPELLED_AFTER: Final = re.compile(
    r"(?:[ \u00a0]I{1,3})?[ \u00a0]\(((?:[a-z-]+[ \u00a0]){1,6}[a-z-]+)\)"
)
# Add a noun of a body that may be spelt out in small letters.
_BODY_ENDS: Final = re.compile(
    r"\b(?:administration|agency|army|association|authority|board|body|bureau|club|commission|"
    r"committee|community|company|congress|corporation|council|department|federation|firm|forces?|"
    r"foundation|front|government|group|institute|league|ministry|movement|network|office|"
    r"organi[sz]ation|part(?:y|ies)|police|school|service|society|team|union|university)$"
)
_REACH: Final = 96

Named = tuple[str, str]
"""A type and a surface: all mentions of a name share its fate."""


def acronyms_of_things(text: str, spans: Sequence[TypedSpan]) -> set[Named]:
    """Return the acronyms that a text shows to be no body's, as ZKR in "ZKR cells"."""
    return {
        (span.type, surface)
        for span in spans
        if span.type in {"ORG", "PERSON"}
        and _ACRONYM.fullmatch(surface := text[span.start : span.end])
        and _is_of_thing(text, span, surface)
    }


def _is_of_thing(text: str, span: TypedSpan, surface: str) -> bool:
    if _AFTER.match(text, span.end) or _IS_A.match(text, span.end):
        return True
    ahead = max(0, span.start - _REACH), span.start
    if _BEFORE.search(text, *ahead):
        return True
    spelled = _SPELLED_AFTER.match(text, span.end)
    if text.endswith((" (", "or "), 0, span.start):
        paper = _PAPER_BEFORE.search(text, *ahead)
        if paper and _begin_in_order(surface, paper.group(1).strip()):
            return True
        spelled = spelled or _SPELLED_BEFORE.search(text, *ahead)
    return spelled is not None and _stands_for(surface, spelled.group(1))


def ends_as_body(words: str) -> bool:
    """Tell whether words in small letters tell of a body: "the ruling party"."""
    return _BODY_ENDS.search(words) is not None


def _stands_for(acronym: str, words: str) -> bool:
    """Tell whether the capitals of an acronym begin words in order, and no body's."""
    return not ends_as_body(words) and _begin_in_order(acronym, words)


def _begin_in_order(acronym: str, words: str) -> bool:
    words = re.sub(r"ID$", "I D", words)
    initials = [word[0].casefold() for word in re.split(r"[ \u00a0-]", words) if word]
    wanted = [char.casefold() for char in acronym if char.isupper()]
    letters = iter(initials[-len(wanted) - 2 :])
    return len(wanted) > 1 and all(letter in letters for letter in wanted)
