"""Determines the kind of an organization or location, such as university or river, from its name.

The key words, and the names whose kinds are known, are in data/kinds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from name_collections import facts

FOLDER: Final = Path(__file__).parent / "data" / "kinds"
UNIQUE: Final = "unique"
"""The kind of unique entities, such as Africa, God or the United Nations."""
WITH_ARTICLE: Final = "the "
"""Begins the headings of names that have a kind only after "the"."""

NARROWING: Final = "specialized "
"""Begins the kinds that a word alone does not tell: only a university can be a technical one."""

_END_OF_HEAD: Final = re.compile(r"[,(]| (?:of|for|in|at|de|des|du|do|da|von) ")
_WORD: Final = re.compile(r"[^\W_][\w'’.&-]*")
_HAN: Final = re.compile("[\u4e00-\u9fff]+")
_LONGEST_ACRONYM: Final = 3
"""The most letters of an organization's name in capitals that tells no kind: AFC."""
_LEAST: Final = 2
"""The fewest Chinese characters before the ending that tells the kind."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """Looks up the kind of a name in a table of names, or else by the words of the name.

    For example, Boston College is a university. Each field maps texts to kinds. Texts in Latin
    letters are in lower case.
    """

    names: Mapping[str, str]
    """The names whose kinds are known."""
    with_article: Mapping[str, str]
    """Names that have another kind after "the": the Ohio is a river, Ohio a state."""
    words: Mapping[str, str]
    """Single words that tell the kind of a name (college: university)."""
    phrases: Mapping[str, str]
    """Phrases that tell the kind of a name, from the longest to the shortest."""
    endings: Mapping[str, str]
    """Endings of Chinese names, which have no separate words, from the longest to the shortest."""

    def of(self, name: str, *, has_article: bool = False) -> str:
        """Return the kind of a name, ignoring letter case, or an empty string if it is unknown.

        `has_article` says whether the text writes the name with "the".
        """
        key = " ".join(name.lower().replace("’", "'").split()).removeprefix("the ")
        if has_article and key in self.with_article:
            return self.with_article[key]
        if key in self.names:
            return self.names[key]
        if name.isupper() and name.isascii() and len(key) <= _LONGEST_ACRONYM and " " not in key:
            return ""  # AFC alone is no football club.
        head = _END_OF_HEAD.split(key, maxsplit=1)[0]
        told = self._told(head) or self._told(key)
        # What stands after "of" may narrow the kind: University of Technology.
        words = (self.words.get(word, "") for word in _WORD.findall(key))
        return next((kind for kind in words if is_narrower(kind, told)), told)

    def _told(self, text: str) -> str:
        for phrase, kind in self.phrases.items():
            if f" {phrase} " in f" {text} ":
                return kind
        words = reversed(_WORD.findall(text))
        found = (self.words.get(word.rstrip("."), "") for word in words)
        told = [kind for kind in found if kind and not kind.startswith(NARROWING)]
        if not told:
            return self._ending(text)
        return next((kind for kind in told if is_narrower(kind, told[0])), told[0])

    def _ending(self, text: str) -> str:
        for ending, kind in self.endings.items() if not text.isascii() else ():
            if text.endswith(ending):
                return kind if len(text) >= len(ending) + _LEAST else ""
        return ""


def is_narrower(kind: str, other: str) -> bool:
    """Return whether a kind is a part of another: a mining company is a company."""
    return bool(other) and kind.endswith(f" {other}")


@cache
def kinds(span_type: str) -> Kinds:
    """Return the object that looks up the kinds of names of a span type.

    For ORGANIZATION and LOCATION, words such as "college" tell the kind of a name. For
    other span types, only the names of unique entities, such as God, have a kind.
    """
    words: dict[str, str] = {}
    phrases: dict[str, str] = {}
    for heading, items in facts.read(FOLDER / "heads.txt").items():
        wanted, _, kind = heading.partition(" ")
        if wanted == span_type:
            words.update((item, kind) for item in items if " " not in item)
            phrases.update((item, kind) for item in items if " " in item)
    endings = {word: words.pop(word) for word in list(words) if _HAN.fullmatch(word)}
    named, with_article = _named(span_type)
    return Kinds(named, with_article, words, _longest_first(phrases), _longest_first(endings))


@cache
def staying(span_type: str) -> frozenset[str]:
    """Return the kinds of a span type for which no new names are drawn, such as parties.

    A name of such a kind is renamed only after what it is called after, such as a country.
    """
    return frozenset(facts.read(FOLDER / "stay.txt").get(span_type, ()))


@cache
def peoples() -> frozenset[str]:
    """Return the peoples that are known even if their country is not, in lower case, singular."""
    return frozenset().union(*facts.read(FOLDER / "peoples.txt").values())


@cache
def regimes() -> Mapping[str, str]:
    """Map states whose whole country keeps its names, in lower case, to the country."""
    listed = facts.read(FOLDER / "regimes.txt")
    return {name: country for country, names in listed.items() for name in names}


def _longest_first(items: Mapping[str, str]) -> dict[str, str]:
    return dict(sorted(items.items(), key=lambda item: (-len(item[0]), item[0])))


def _named(span_type: str) -> tuple[dict[str, str], dict[str, str]]:
    known: dict[str, str] = {}
    with_article: dict[str, str] = {}
    path = FOLDER / f"{span_type.lower()}s.txt"
    for heading, items in facts.read(path).items() if path.exists() else ():
        kind = heading.removeprefix(WITH_ARTICLE)
        found = known if kind == heading else with_article
        found.update((item.lower(), kind) for item in items)
    unique = facts.read(FOLDER / "unique.txt")
    known.update((item, UNIQUE) for items in unique.values() for item in items)
    return known, with_article
