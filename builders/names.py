"""The parts of names: titles, particles, suffixes, numerals and words that are not names.

The word lists and lookups here are used both to recognize names and to assign names to entities.
Words are compared folded (`builders.text.fold_key`) and without full stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal

from builders.lexicon.tables import tags, words
from builders.text import fold_key, has_unspaced

Gender = Literal["male", "female", ""]

GENDERED_TITLES: Final[Mapping[str, Gender]] = tags("names", "gendered_titles")
_NOUNS: Final[Mapping[str, Gender]] = tags("names", "gendered_nouns")
_NOUN_BEFORE: Final = re.compile(r"([^\W\d_][\w-]*)[ \u00a0]$")
_NOUN_AFTER: Final = re.compile(
    rf"(?:,| is| was)[ \u00a0](?:an?|the)[ \u00a0](?:[a-z-]+[ \u00a0])?"
    rf"({'|'.join(map(re.escape, _NOUNS))})\b(?!['’])"
)
_PRONOUNS: Final[Mapping[str, Gender]] = tags("names", "pronouns")
_WORD: Final = re.compile(r"[^\W\d_]+")

NEUTRAL_TITLES: Final[frozenset[str]] = words("names", "neutral_titles")

_TITLE_STARTERS: Final = words("names", "title_starters")
_NAMES_TOO: Final = words("names", "names_too")

PARTICLES: Final[frozenset[str]] = words("names", "particles")

ARABIC_ARTICLES: Final = words("names", "arabic_articles")

SUFFIXES: Final[frozenset[str]] = words("names", "suffixes")
GENERATIONS: Final[dict[str, str]] = {"junior": "jr", "senior": "sr"}
AGES: Final[frozenset[str]] = frozenset({"elder", "younger"})
"""The words after "the" by which one of two persons with the same name is told (the Elder)."""

_DOUBLE_REGNAL: Final = words("names", "double_regnal")

COMMON_WORDS: Final[frozenset[str]] = words("names", "common_words")

OPENERS: Final[frozenset[str]] = words("names", "openers")

_ROMAN: Final = re.compile(r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})$")
_INITIAL: Final = re.compile(r"[^\W\d_](?:\.|$)")
_DOTS: Final = str.maketrans(dict.fromkeys(words("chinese", "dots"), " "))
_GLUED_INITIALS: Final = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_])")


def bare(word: str) -> str:
    """Return a word folded and without the punctuation marks (. , ; :) at its ends."""
    return fold_key(word).strip(".,;:")


@lru_cache(maxsize=65536)
def without_particles(last: str) -> str:
    """Return a surname without its particles: "Hoek" for van der Hoek, "Banna" for al-Banna."""
    words = last.split()
    while len(words) > 1 and bare(words[0]) in PARTICLES:
        del words[0]
    article, _, rest = last.partition("-")
    if len(words) == 1 and rest and article.casefold() in ARABIC_ARTICLES:
        return rest
    return " ".join(words)


def is_title(word: str) -> bool:
    """Return whether a word is a title or an honorific (Mr., Dr., King, President)."""
    key = bare(word)
    return key in GENDERED_TITLES or key in NEUTRAL_TITLES


def title_gender(word: str) -> Gender:
    """Return the gender that a title shows ("female" for Mrs.), or an empty string."""
    return GENDERED_TITLES.get(bare(word), "")


def noun_gender(text: str, start: int, end: int) -> Gender:
    """Return the gender that a noun beside a person's name shows, or "" if none shows it.

    The name is text[start:end]. The noun is directly before the name (his wife Ada) or explains it
    (Ada, the eldest daughter of a smith).
    """
    before = _NOUN_BEFORE.search(text, max(0, start - 20), start)
    after = _NOUN_AFTER.match(text, end)
    told = (_NOUNS.get(found[1], "") for found in (before, after) if found)
    return next(filter(None, told), "")


def pronouns(text: str, start: int = 0, end: int | None = None) -> Iterator[Gender]:
    """Yield the genders of the personal pronouns in text[start:end], in order."""
    words = (
        found.lower() for found in _WORD.findall(text, start, len(text) if end is None else end)
    )
    return (_PRONOUNS[word] for word in words if word in _PRONOUNS)


def pronoun_gender(text: str) -> Gender:
    """Return the gender of the pronouns in a text, or "" if there are none or they differ."""
    found = set(pronouns(text))
    return found.pop() if len(found) == 1 else ""


def is_numeral(word: str) -> bool:
    """Return whether a word is a Roman numeral up to 39, as in names of rulers (I, VII, XIV)."""
    return bool(word) and _ROMAN.match(word.rstrip(".,")) is not None


def is_initial(word: str) -> bool:
    """Return whether a word is one letter, with or without a full stop."""
    return _INITIAL.fullmatch(word) is not None


def is_double_regnal(words: Iterable[str]) -> bool:
    """Return whether words are a double given name of rulers ("John Paul", as in John Paul II)."""
    return " ".join(map(bare, words)) in _DOUBLE_REGNAL


def undotted(surface: str) -> str:
    """Return a name with its dots replaced by spaces, if its script has no spaces (约翰·史密斯).

    Names in other scripts are returned unchanged.
    """
    return surface.translate(_DOTS) if has_unspaced(surface) else surface


@lru_cache(maxsize=65536)
def name_words(surface: str) -> tuple[str, ...]:
    """Split a name at spaces, at underscores and between adjacent initials (H.T. Walsh).

    A foreign name in Chinese characters is split at its dots (约翰·史密斯).
    """
    spaced = _GLUED_INITIALS.sub(" ", undotted(surface).replace("_", " "))
    return tuple(word for word in spaced.split() if word.strip(",;"))


def title_length(words: tuple[str, ...]) -> int:
    """Return the number of words at the start of a name that are titles.

    At least one word is not counted. In a name of two words, the first is not a title if it is also
    a name (Duke, Earl, Khan). Suffixes are ignored, so the Earl in Earl King Jr. is not a title. A
    word that begins titles (Vice) counts only if a title follows it (Vice President).
    """
    length = 0
    while words and bare(words[-1]) in SUFFIXES:
        words = words[:-1]
    while length < len(words) - 1 and is_title(words[length]):
        if len(words) == 2 and bare(words[0]) in _NAMES_TOO:
            break
        length += 1
    while length and bare(words[length - 1]) in _TITLE_STARTERS:
        length -= 1
    return length


HEADS_OF: Final[frozenset[str]] = words("names", "heads_of")

HEADS_AFTER: Final[frozenset[str]] = words("names", "heads_after")

PLACE_MODIFIERS: Final[frozenset[str]] = words("names", "place_modifiers")


EVENT_HEADS: Final[frozenset[str]] = words("names", "event_heads")

ORG_WORDS: Final[frozenset[str]] = words("names", "org_words")
