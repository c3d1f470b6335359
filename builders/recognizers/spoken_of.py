"""Persons that the words around them tell of: who is named, related, called or doing something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from builders.names import HEADS_AFTER, OPENERS, ORG_WORDS, PERSON_NOUNS, bare, is_title
from builders.recognizers.context import CAPITALS
from builders.recognizers.peoples import is_people

Bounds = tuple[int, int]

# Add a noun that says of somebody what he or she is, before "named" or "called".
_SOMEBODY: Final = PERSON_NOUNS | {
    "boy", "child", "dancer", "farmer", "girl", "guard", "hunter", "lady", "man", "nobleman",
    "noblewoman", "nurse", "official", "peasant", "pilot", "sailor", "scribe", "servant",
    "shepherd", "slave", "soldier", "trader", "warrior", "woman",
}  # fmt: skip
_NAMED: Final = re.compile(rf"\b([^\W\d_]+)[ \u00a0](?:named|called)[ \u00a0]({CAPITALS})")
_KIN: Final = (
    r"(?:half-|step|grand|foster-)?(?:brother|sister|son|daughter|father|mother|wife|husband|widow|"
    r"uncle|aunt|cousin|nephew|niece|fiancée?)(?:-in-law)?"
)
_RELATED: Final = re.compile(
    r"\b(?:[Hh]is|[Hh]er|[Tt]heir|[A-Z][^\W\d_]+['’]s)[ \u00a0]"
    rf"(?:[a-z]+[ \u00a0])?(?:{_KIN}|friend|colleague|student|pupil|"
    rf"successor|predecessor|rival|partner|assistant|mentor|teacher)[ \u00a0]({CAPITALS})"
)
# "Ivo, Ada's son": whose relative somebody is may stand behind the name.
_KIN_BEHIND: Final = re.compile(
    rf"\b([A-Z][^\W\d_]{{2,}}),[ \u00a0](?:[A-Z][^\W\d_]+['’]s|his|her)[ \u00a0]{_KIN}\b"
)
# Add a calling that stands before a name and means nothing else beside one.
_CALLED: Final = re.compile(
    r"\b(?:mathematician|philosopher|physicist|chemist|biologist|astronomer|economist|historian|"
    r"sociologist|psychologist|engineer|inventor|architect|theologian|novelist|playwright|painter|"
    r"sculptor|composer|guitarist|pianist|actor|actress|explorer|emperor|king|queen|prince|princess|"
    r"duke|duchess|pope|sultan|bishop|abbot|abbess|monk|poet|jurist|surgeon|physician|botanist|"
    r"geologist|geographer|linguist|missionary|chronicler|nobleman|warlord|cardinal|"
    rf"archbishop|prophet|quarterback|footballer|mercenary|chieftain)[ \u00a0]({CAPITALS})"
)
_OWNS: Final = re.compile(
    r"\b([A-Z][^\W\d_]{2,})(?:['’]s|(?<=s)['’])[ \u00a0](?:[a-z]+[ \u00a0])?"
    r"(?:[Ll]aws?|[Pp]rinciple|[Tt]heorem|[Cc]onjecture|[Ee]quations?|[Ll]emma|[Tt]hesis|paradox)\b"
)
# Add a verb whose doer, after "by", is hardly ever anything but a person.
_DONE_BY: Final = re.compile(
    r"\b(?:led|commanded|invented|discovered|painted|sculpted|composed|written|coached|portrayed|"
    rf"succeeded|murdered|assassinated|betrayed|married)[ \u00a0](?:by|to)[ \u00a0]({CAPITALS})"
)
# Add what only persons have or do, before "of".
_OF_PERSONS: Final = re.compile(
    rf"\b(?:{_KIN}|assassination|childhood|coronation|descendants?|disciples?|marriage|murder|"
    rf"nickname|reign|tomb|writings)[ \u00a0]of[ \u00a0]({CAPITALS})"
)
# Add an adverb that opens a sentence, or a day or month that is nobody's first name.
_NOT_FIRST: Final = frozenset({
    "afterwards", "again", "consequently", "elsewhere", "furthermore", "hence", "here", "however",
    "indeed", "instead", "later", "likewise", "meanwhile", "moreover", "namely", "nevertheless",
    "nonetheless", "now", "otherwise", "overall", "still", "subsequently", "therefore", "thus",
    "today", "together", "tomorrow", "yesterday", "yet", "january", "february", "march", "april",
    "july", "september", "october", "november", "december", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday", "christmas", "easter", "god",
})  # fmt: skip
# "In 1971 Zorb won his second prize": who has done what is his or hers.
_HIS: Final = re.compile(
    r"\b([A-Z][^\W\d_]{2,})[ \u00a0](?:(?:had|has)[ \u00a0])?"
    r"(?:became|began|gave|held|left|lost|made|put|said|saw|sent|spent|threw|took|told|won|wrote|"
    r"[a-z]+ed)[ \u00a0](?:his|himself|her|herself)\b"
)
_NOTION: Final = re.compile(r"(?:ism|ity|ment|ness|tion)$")
_BEFORE_DOER: Final = re.compile(r"(?:^|[.!?]\s|[\d,] |\b(?:when|that|where|while) )$")
# "In Quist v Holm": who goes to law with whom.
_PARTY: Final = re.compile(r"\b[Ii]n[ \u00a0]([A-Z][^\W\d_]{2,})[ \u00a0]vs?\.?[ \u00a0](?=[A-Z])")
_PATTERNS: Final = (
    _RELATED, _KIN_BEHIND, _DONE_BY, _OF_PERSONS, _CALLED, _OWNS, _PARTY,
)  # fmt: skip


def spoken_of(text: str) -> Iterator[Bounds]:
    """Yield where persons are: "his nephew Ivo", "led by Ivo", "a man called Ivo"."""
    for named in _NAMED.finditer(text):
        is_somebody = bare(named.group(1)) in _SOMEBODY or is_people(text, *named.span(1))
        if is_somebody and is_name_of_person(named.group(2)):
            yield named.span(2)
    for pattern in (*_PATTERNS, _HIS):
        for named in pattern.finditer(text):
            start, end = named.span(1)
            if pattern is _HIS and not _is_doer(text, start, named.group(1)):
                continue
            if is_name_of_person(named.group(1)) and not is_people(text, start, end):
                yield start, end


def _is_doer(text: str, start: int, surface: str) -> bool:
    """Tell whether who does what is his stands where a sentence or a clause begins."""
    begins = _BEFORE_DOER.search(text, max(0, start - 8), start) is not None
    return begins and _NOTION.search(surface) is None


def is_name_of_person(surface: str) -> bool:
    """Tell whether words with capitals can be a person's name."""
    words = surface.split()
    bodies = any(bare(word) in ORG_WORDS or bare(word) in HEADS_AFTER for word in words)
    return not bodies and not surface.isupper() and can_be_first(words[0])


def can_be_first(word: str) -> bool:
    """Tell whether a person's name can begin with a word."""
    key = bare(word)
    return (
        key not in _NOT_FIRST
        and key not in OPENERS
        and key not in HEADS_AFTER
        and not is_title(word)
    )
