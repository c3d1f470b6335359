"""The articles that names have: the Netherlands, the Gambia, a Kenyan, an Angolan.

The articles follow from the names alone, without the text in which a name occurs. Names are
compared by `builders.places.alias_key`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from builders.countries import STATE_ENDS, STATE_STARTS
from builders.lexicon.tables import table, words
from builders.names import OPENERS
from builders.places import alias_key
from builders.text import fold_key
from name_collections.lexicon import nouns

_COUNTRIES_WITH_ARTICLE: Final[frozenset[str]] = words("places", "lands")
_ENDS: Final[frozenset[str]] = STATE_ENDS | words("places", "ends")
_STARTS: Final[frozenset[str]] = words("places", "starts")
# Whether a name has the article, by its last word ("ends") or by the word before "of" ("starts").
_BY_WORD: Final = {
    (place, word): kind == "with"
    for place in ("ends", "starts")
    for kind, its in table("articles")[place].items()
    for word in its
}
ARTICLE_ALONE: Final = frozenset(table("articles")["without_a_word"]["kinds"])
"""The kinds of places whose names have the article without a word for the kind, too: the Nile."""
_AFTER_PEOPLES: Final = frozenset(table("articles")["after_peoples"]["words"])
BEFORE_PLURALS: Final[frozenset[str]] = words("peoples", "before_plurals")
"""Words before the name of a people in the plural."""
VERBS: Final = frozenset(table("articles")["verbs"]["words"])
"""Verbs that may follow the name of a people."""
_DIRECTIONS: Final[frozenset[str]] = words("words_of_names", "directions")
_THE: Final = re.compile(r"\bthe[ \u00a0]$", re.IGNORECASE)
_INDEFINITE: Final = re.compile(r"\b[Aa]n?[ \u00a0]$")
_WORD_BEFORE: Final = re.compile(r"\w[ \u00a0]$")
_NEXT_WORD: Final = re.compile(r"[ \u00a0]([^\W\d_]+)")
_VOWELS: Final = frozenset("aeio")
_ACRONYM: Final = re.compile(r"(?!E[UW][A-Z])[A-Z]{2,}(?![^\W\d_])")
_READ: Final = re.compile(r".+[AEIOU]")
"""Matches a word in capitals with a vowel after the first letter, which may be read like others."""
# The letters of the alphabet whose names begin with a vowel: an MP, but a UK court.
_WITH_AN: Final = frozenset("AEFHILMNORSX")
# The spelling does not show the sound: Umar and Uganda, Ewa and Ewing, MPs and McKay, digits.
_UNCLEAR: Final = re.compile(r"[Uu]|[Ee][uw]|[A-Z]{2}|[\W\d_]")


@lru_cache(maxsize=4096)
def takes_article(name: str) -> bool:
    """Return whether the name of a country has the article "the"."""
    key = alias_key(name)
    first, of, _ = key.partition(" of ")
    begins = bool(of) and (first in _STARTS or first.rpartition(" ")[2] in STATE_ENDS)
    ends = not of and key.rpartition(" ")[2] in _ENDS and " " in key
    return begins or ends or key in _COUNTRIES_WITH_ARTICLE or STATE_STARTS.match(key) is not None


def noun_after(text: str, end: int) -> str:
    """Return the word after a name if it may be a noun, because it is no function word.

    Returns an empty string if it is one, or if punctuation or the end of the text follows.
    """
    word = _NEXT_WORD.match(text, end)
    return word[1] if word is not None and word[1].lower() not in OPENERS else ""


def is_noun(word: str) -> bool:
    """Return whether a word in lower case is a noun and nothing else, in the singular or plural."""
    stems = {word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)}
    return not nouns().isdisjoint(stems)


def is_adjective(text: str, start: int, end: int) -> bool:
    """Return whether text[start:end], a country with the article, is used as an adjective.

    It is one before a word that follows the names of peoples in the corpora in which the lexicon
    file articles.toml was counted ("a U.S. state"), if it follows a word other than "the", before
    two words in lower case that are no function words ("a UK marching song"), if it does not follow
    "the", before any noun ("UK charities"), and before any capitalized noun ("the UK Parliament").
    Before other capitalized nouns, a name that ends in a full stop, which may also end a sentence,
    must follow "a" ("a U.S. Representative"). Other countries (a Kenya team) are never adjectives,
    because any name can replace them.
    """
    noun = noun_after(text, end) if takes_article(text[start:end]) else ""
    has_the = _THE.search(text, max(0, start - 4), start) is not None
    is_bare = not has_the and _WORD_BEFORE.search(text, max(0, start - 2), start) is not None
    if noun.lower() in _AFTER_PEOPLES or (is_noun(noun) and not has_the):
        return True
    if noun.islower() and is_bare and noun_after(text, end + 1 + len(noun)).islower():
        return True
    is_open = text[end - 1] == "." and not _INDEFINITE.search(text, max(0, start - 4), start)
    return noun[:1].isupper() and not is_open


@lru_cache(maxsize=4096)
def takes_an(name: str) -> bool | None:
    """Return whether the indefinite article of a name is "an", or None if that is unclear.

    It is unclear, too, for an acronym that may be read as a word (NATO) or spelled (NGO).
    """
    if acronym := _ACRONYM.match(name):
        is_spelled, is_read = name[0] in _WITH_AN, name[0].lower() in _VOWELS
        is_word = _READ.search(acronym[0]) is not None
        return None if is_word and is_spelled != is_read else is_spelled
    return None if _UNCLEAR.match(name) else fold_key(name)[:1] in _VOWELS


def article_word(name: str) -> tuple[str, str]:
    """Return the word that decides whether a name has an article, with the word's position first.

    The word is in lower case and without accents. The result is ("starts", "university") for the
    University of Lima, because "of" follows the word, and ("ends", "university") for Lima
    University, where the word is the last.
    """
    before, of, _ = fold_key(name).partition(" of ")
    return "starts" if of else "ends", before.rpartition(" ")[2]


@lru_cache(maxsize=4096)
def has_definite(name: str) -> bool | None:
    """Return whether the name of an organization or place has "the", or None if unclear."""
    if " " in name:
        place, word = article_word(name)
        if place == "ends" and word in _DIRECTIONS:
            return None  # the Middle East, but Bono East
        # In the corpora in which the lexicon file articles.toml was counted, 71% of the names with
        # a word before "of" that the file does not list have the article.
        rarer = True if place == "starts" else None
        return _BY_WORD.get((place, word), _BY_WORD.get(("ends", word), rarer))
    return None if name.isupper() else False
