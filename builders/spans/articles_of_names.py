"""Which names have an article in a passage: the Ukraine, the French, a Turing machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from builders.articles import (
    BEFORE_PLURALS,
    VERBS,
    has_definite,
    is_noun,
    noun_after,
    takes_article,
)
from builders.places import alias_key
from builders.spans.aliases import singular_nation
from builders.text import fold_key
from builders.types import Mention

_AFTER_THE: Final = re.compile(r"(?<=\bthe[ \u00a0])", re.IGNORECASE)
_AFTER_AN: Final = re.compile(r"(?<=\ban[ \u00a0])", re.IGNORECASE)
_AFTER_A: Final = re.compile(r"(?<=\ba[ \u00a0])", re.IGNORECASE)
_REACH: Final = 16
"""How many characters before a name are searched for the word there."""
_JOINED: Final = re.compile(r" ?[-\u2013/] ?| and ")
"""Matches what joins a name to the next; if a noun follows that, "the" belongs to the noun."""
_WORD_BEFORE: Final = re.compile(r"([^\W\d_]+)[ \u00a0]$")
_THE_AND_A_WORD: Final = re.compile(r"\bthe [a-z-]+ $", re.IGNORECASE)


def names_with_article(text: str, mentions: Iterable[Mention]) -> dict[str, bool]:
    """Return a mapping from country names to whether the text writes them with "the".

    The keys are the folded names without "the" (`alias_key`). A name that takes the article, such
    as "us", has it if any of its mentions follows "the", also with one word between ("the northern
    United States"), and another name if more than half follow "the". A mention as in "the France
    team", "the US Senate" or "the Spain and Italy matches" counts as one without "the", because
    "the" belongs to the noun.
    """
    mentions, found = list(mentions), dict[str, list[bool]]()
    ends = {mention.start: mention.end for mention in mentions}
    for mention in mentions:
        key = alias_key(text[mention.start : mention.end])
        noun, follows = noun_after(text, mention.end), _follows_the(text, mention.start)
        if takes_article(key):
            follows = follows or _follows_the_and_a_word(text, mention.start)
            # A word in lower case may be a verb: the US won.
            noun = noun if noun[:1].isupper() or is_noun(noun) else ""
        elif (joined := _JOINED.match(text, mention.end)) and joined.end() in ends:
            noun = noun_after(text, ends[joined.end()])
        found.setdefault(key, []).append(follows and not noun)
    return {
        key: any(owns) if takes_article(key) else 2 * sum(owns) > len(owns)
        for key, owns in found.items()
    }


def peoples_with_article(text: str, mentions: Iterable[Mention]) -> dict[str, bool]:
    """Return the names that denote a people without a plural ending: the French, the Seminole.

    The keys are the folded names without "the" (`alias_key`), and all values are True. A name is
    included if it follows "the" or a word such as "many", has no plural ending (Mongols), and if a
    verb, an adverb or no word that may be a noun follows it (the French invaded, but not: the
    French army).
    """
    found = {}
    for mention in mentions:
        key = alias_key(text[mention.start : mention.end])
        word = noun_after(text, mention.end)
        before = _WORD_BEFORE.search(text[max(0, mention.start - _REACH) : mention.start])
        is_followed = not word or word in VERBS or (word.endswith("ly") and not is_noun(word))
        if before and before[1].lower() in BEFORE_PLURALS and is_followed:
            found.update({key: True} if singular_nation(key) == key else {})
    return found


def names_with_definite(text: str, mentions: Iterable[Mention]) -> dict[str, bool]:
    """Return a mapping from names to whether the text writes them with "the".

    The names are those of organizations or places. The keys are the folded names without "the"
    (`alias_key`). There may be a word between "the" and a name that usually has the article ("the
    southern Rocky Mountains"). If a noun seems to follow a name, "the" may belong to the noun (the
    RAND report). Then a name of several words has the article if such names usually have it
    (`has_definite`), and a name of one word is left out.
    """
    found: dict[str, bool] = {}
    for mention in mentions:
        name = text[mention.start : mention.end]
        if not _is_before_noun(text, mention.end):
            with_word = has_definite(name) is True and _follows_the_and_a_word(text, mention.start)
            found[alias_key(name)] = with_word or _follows_the(text, mention.start)
        elif " " in name and (definite := has_definite(name)) is not None:
            found.setdefault(alias_key(name), definite)
    return found


def names_with_indefinite(text: str, mentions: Iterable[Mention]) -> dict[str, bool]:
    """Return a mapping from names to whether they follow "an" (True) or "a" (False) in the text.

    The keys are folded names. Names that follow neither word are left out.
    """
    found = {}
    for mention in mentions:
        is_an = _AFTER_AN.match(text, mention.start) is not None
        if is_an or _AFTER_A.match(text, mention.start):
            found[fold_key(text[mention.start : mention.end])] = is_an
    return found


def follows_article(text: str, surface: str, places: Iterable[tuple[int, int]]) -> bool | None:
    """Return whether most mentions of a country have "the", or None if no mention is clear.

    `places` are the offsets of the mentions. A mention before a noun may be unclear. In "the Kenya
    team" the article belongs to the team, and "US forces" has no article although the US has one.
    """
    takes = takes_article(surface)
    votes = []
    for start, end in places:
        follows = _follows_the(text, start)
        if follows == takes or not _is_before_noun(text, end):
            votes.append(follows)
    return None if not votes else 2 * sum(votes) + takes > len(votes)


def _follows_the(text: str, start: int) -> bool:
    return _AFTER_THE.match(text, start) is not None


def _follows_the_and_a_word(text: str, start: int) -> bool:
    return _THE_AND_A_WORD.search(text[:start][-30:]) is not None


def _is_before_noun(text: str, end: int) -> bool:
    return bool(noun_after(text, end))
