"""Words that were taken for persons' names, and that are no names where they stand.

A recognizer that has never seen a word takes it for a surname. What follows it, what stands
before it and how it ends tell words from names in any text.
"""

from __future__ import annotations

import re
from typing import Final

from builders.given_names import is_first_name
from builders.names import PARTICLES, bare, is_title
from builders.recognizers.rules.context import after, before, begins_sentence
from builders.types import TypedSpan

# Add a being, a book, a place or a practice of faith: nobody who could bear another name.
_OF_FAITH: Final = frozenset({
    "allah", "armageddon", "bible", "brahman", "buddhahood", "dharma", "eucharist", "god",
    "gospel", "hadith", "hades", "hajj", "halakha", "heaven", "hell", "hijra", "holy ghost",
    "holy spirit", "jehovah", "jihad", "kaaba", "karma", "koran", "lent", "limbo", "mishnah",
    "nirvana", "passover", "pentecost", "purgatory", "quran", "qur'an", "ramadan", "sabbath",
    "satan", "scripture", "sharia", "shariah", "shari'a", "sunnah", "talmud", "tanakh", "torah",
    "ummah", "upanishads", "valhalla", "vedas", "yahweh", "yom kippur", "zakat", "zion",
})  # fmt: skip
# Add what stands before a thing that is somebody's or one of many, never before a person's name.
_OWNED: Final = frozenset({"its", "their", "this", "these", "each", "every"})
# Add a participle that joins a substance or a kind of thing to what it does.
_JOINED: Final = re.compile(
    r"-(?:activated|associated|binding|containing|deficient|dependent|derived|free|induced|"
    r"infected|mediated|negative|positive|producing|resistant|rich|sensitive|specific)\b"
)
_MADE: Final = re.compile(r"[A-Z][a-z]{2,}i[sz](?:ed|ing|ation)")
# "Slowly put, it ...", "Broadly speaking, ...": an adverb, and what is done so.
_DONE_SO: Final = re.compile(r"(?:,| (?:[a-z]+(?:ed|ing)|put|said|enough),)")
# "Gelt valves are": what begins the sentence tells which of many things are meant.
_OF_MANY: Final = re.compile(r" [a-z]{2,}[^s\W]s (?:are|were|have|do|can|may|must|will|also)\b")
_PLURAL_DOES: Final = re.compile(r" (?:are|were|have)\b")


def is_nobody(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether what was taken for a person is a word, an office or a thing."""
    near = before(text, span.start)
    if span.type in {"PERSON", "NORP", "LOC"} and bare(surface) in _OF_FAITH:
        return True
    if span.type != "PERSON":
        return False
    first = surface.partition(" ")[0]
    if first in PARTICLES and is_title(near.word):
        return True  # "2nd Count de Gelt" tells of what somebody is the count.
    return " " not in surface and (
        near.key in _OWNED
        or _is_office(text, span, surface)
        or (_is_word(text, span, surface) and not is_first_name(surface))
    )


def _is_office(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether it is an office of several: "as Dukes of Gelt"."""
    plural = surface.endswith("s") and is_title(surface.removesuffix("s"))
    return plural and after(text, span.end).word == "of"


def _is_word(text: str, span: TypedSpan, surface: str) -> bool:
    if _JOINED.match(text, span.end) or _MADE.fullmatch(surface):
        return True
    if not begins_sentence(text, span.start) or _stands_elsewhere(text, span, surface):
        return False
    if surface.endswith("ly") and _DONE_SO.match(text, span.end):
        return True
    plural = surface.endswith("s") and _PLURAL_DOES.match(text, span.end) is not None
    return plural or _OF_MANY.match(text, span.end) is not None


def _stands_elsewhere(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether a text has a word with its capital in the midst of a sentence as well."""
    return any(
        found.start() != span.start and not begins_sentence(text, found.start())
        for found in re.finditer(rf"\b{re.escape(surface)}\b", text)
    )
