"""The rule by which the spans of all recognizers are trimmed to the bounds of names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from builders.names import name_words, title_length
from builders.text import is_currency, is_whole, is_word_char
from builders.types import EntityType, TypedSpan

TRIM: Final = "trim 3"
"""The version of the rule. Increase it if the bounds change, because cached spans are trimmed."""

# An article or a question word before a name: "Whose First Council", "Which Ada".
_ARTICLE: Final = re.compile(
    r"(?:the|(?:What|Which|Whose|Who|Whom|When|Where|How)(?=\s+[A-Z]))\s+(?=\w)", re.IGNORECASE
)
_POSSESSIVE: Final = re.compile(r"['’ʼ＇]s?$", re.IGNORECASE)
# Names that end in an apostrophe that is not a possessive ending. Add a name here.
_APOSTROPHED: Final = re.compile(r"(?:[A-Z][^\W\d_]+\s+)?Rus['’ʼ](?!\w)")
# Towns whose name includes the article. Add a town here.
_WITH_ARTICLE: Final = re.compile(r"The\s+(?:Dalles|Hague|Woodlands)$")
_TOWNS: Final = frozenset({"GPE", "CITY"})
_BRACKETS: Final = {")": "(", "]": "["}
_OPENED: Final = re.compile(r"\((?![^()]*\))|\[(?![^\[\]]*\])|“(?![^“”]*”)|\"(?![^\"]*\")")
# Abbreviations at the end of names, which keep their full stop. Add an abbreviation here.
_DOTTED: Final = re.compile(
    r"(?:^|[\s.(])(?:[^\W\d_]|Jr|Sr|Inc|Ltd|Corp|Co|Bros|St|Calif|Mass|Conn|Penn|Fla|Ill|Mich|"
    r"Minn|Tenn|Tex|Va|Wash|Wis|Ala|Ariz|Ark|Colo|Del|Ind|Kan|Ky|La|Md|Miss|Mo|Mont|Neb|Nev|Okla|"
    r"Ore|Pa|Vt|Wyo)\.$"
)
# A name of one word with a numeral that could also be an initial, and the text after a sentence.
_REGNAL: Final = re.compile(r"[A-Z][^\W\d_]{2,}[ \u00a0][IV]\.")
_NEXT_SENTENCE: Final = re.compile(r"[\"”)]?(?:\s+[A-Z\"“]|\s*$)")


def trim(text: str, start: int, end: int, type_: EntityType) -> tuple[int, int]:
    """Return the start and end of the name in text[start:end].

    Spaces and punctuation at its ends do not belong to the name, except for the full stop of "U.S."
    and "Jr.". Nor do an initial "the" or "which", the possessive ending, and titles of persons. A
    name, unless it is a person's, ends before a bracket or quotation mark that is not closed. If
    such a mark is inside a word, the start and end returned are equal.
    """
    start, end = _trim_edges(text, start, end)
    # This is not done for persons, whose names may continue after a nickname.
    if type_ != "PERSON" and (opened := _OPENED.search(text[start:end])):
        before = start + opened.start()
        if is_word_char(text[before - 1]):
            return start, start
        start, end = _trim_edges(text, start, before)
    named = type_ in _TOWNS and _WITH_ARTICLE.search(text, max(0, start - len("The ")), end)
    article = _ARTICLE.match(text, start, end)
    if named:
        start = named.start()
    elif article:
        start = article.end()
    own = _APOSTROPHED.match(text, start)
    if own and own.end() in {end, end + 1} and type_ != "PERSON":
        return start, own.end()
    while possessive := _POSSESSIVE.search(text, start, end):
        start, end = _trim_edges(text, start, possessive.start())
    if type_ == "PERSON":
        start = _past_titles(text, start, end)
    return start, end


def _trim_edges(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and not is_word_char(text[start]):
        start += 1
    while start < end and not is_word_char(text[end - 1]):
        last = text[end - 1]
        if last == "." and _DOTTED.search(text, start, end) and not _is_regnal(text, start, end):
            break
        if last in "'’" or (last in _BRACKETS and _BRACKETS[last] in text[start:end]):
            break
        end -= 1
    return start, end


def _is_regnal(text: str, start: int, end: int) -> bool:
    """Return whether "I." or "V." ends both a ruler's name and a sentence: "crowned as João I."."""
    return _REGNAL.fullmatch(text, start, end) is not None and (
        _NEXT_SENTENCE.match(text, end) is not None
    )


def _past_titles(text: str, start: int, end: int) -> int:
    words = name_words(text[start:end])
    length = title_length(words)
    if not length or words[length] == "of":
        return start
    at = start
    for word in words[:length]:
        at = text.index(word, at, end) + len(word)
    while at < end and not is_word_char(text[at]):
        at += 1
    return at if at < end else start


def trimmed(text: str, spans: Iterable[TypedSpan]) -> tuple[TypedSpan, ...]:
    """Return the spans, sorted and trimmed, without those that cannot be names.

    A span is dropped if it is empty, overlaps the span before it, begins or ends inside a word, or
    denotes a currency, as "US" does in "US$3".
    """
    kept: list[TypedSpan] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        start, end = trim(text, span.start, span.end, span.type)
        after = kept[-1].end if kept else 0
        if start >= after and is_whole(text, start, end) and not is_currency(text, end):
            kept.append(replace(span, start=start, end=end))
    return tuple(kept)
