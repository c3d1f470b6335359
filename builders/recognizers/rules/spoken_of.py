"""Persons that the words around them tell of: who is named, related, called or doing something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from builders.given_names import gender_of
from builders.names import (
    COMMON_WORDS,
    EVENT_HEADS,
    HEADS_AFTER,
    OPENERS,
    ORG_WORDS,
    PERSON_NOUNS,
    bare,
    is_title,
)
from builders.recognizers.rules.context import CAPITALS, before
from builders.recognizers.rules.peoples import is_people

Bounds = tuple[int, int]

# Add a noun that says of somebody what he or she is, before "named" or "called".
_SOMEBODY: Final = PERSON_NOUNS | {
    "boy", "child", "dancer", "farmer", "girl", "guard", "hunter", "lady", "man", "nobleman",
    "noblewoman", "nurse", "official", "peasant", "pilot", "sailor", "scribe", "servant",
    "shepherd", "slave", "soldier", "trader", "warrior", "woman",
}  # fmt: skip
_NAMED: Final = re.compile(rf"\b([^\W\d_]+)[ \u00a0](?:named|called)[ \u00a0]({CAPITALS})")
_OF_PEOPLE: Final = re.compile(r"[A-Z][a-z]+(?:an|ese)")
KIN: Final = (
    r"(?:half-|step|grand|foster-)?(?:brother|sister|son|daughter|father|mother|wife|husband|widow|"
    r"uncle|aunt|cousin|nephew|niece|fiancée?)(?:-in-law)?"
)
_RELATED: Final = re.compile(
    r"\b(?:[Hh]is|[Hh]er|[Tt]heir|[A-Z][^\W\d_]+['’]s)[ \u00a0]"
    rf"(?:[a-z]+[ \u00a0])?(?:{KIN}|friend|colleague|student|pupil|"
    rf"successor|predecessor|rival|partner|assistant|mentor|teacher)[ \u00a0]({CAPITALS})"
)
# "Ivo, Ada's son": whose relative somebody is may stand behind the name.
_KIN_BEHIND: Final = re.compile(
    rf"\b([A-Z][^\W\d_]{{2,}}),[ \u00a0](?:[A-Z][^\W\d_]+['’]s|his|her)[ \u00a0]{KIN}\b"
)
# Add a calling that stands before a name and means nothing else beside one.
_CALLED: Final = re.compile(
    r"\b(?:mathematician|philosopher|physicist|chemist|biologist|astronomer|economist|historian|"
    r"sociologist|psychologist|engineer|inventor|architect|theologian|novelist|playwright|painter|"
    r"sculptor|composer|guitarist|pianist|actor|actress|explorer|emperor|king|queen|prince|princess|"
    r"duke|duchess|pope|sultan|bishop|abbot|abbess|monk|poet|jurist|surgeon|physician|botanist|"
    r"geologist|geographer|linguist|missionary|chronicler|nobleman|warlord|cardinal|"
    r"archbishop|prophet|quarterback|footballer|mercenary|chieftain|minister|councillor|counsellor|"
    r"vizier|wazir|eunuch|regent|shogun|courtier|diplomat|statesman|notary|chancellor|governor|"
    rf"admiral|lieutenant)[ \u00a0]((?:al-)?{CAPITALS})"
)
_OWNS: Final = re.compile(
    r"\b([A-Z][^\W\d_]{2,})(?:['’]s|(?<=s)['’])[ \u00a0](?:[a-z]+[ \u00a0])?"
    r"(?:[Ll]aws?|[Pp]rinciple|[Tt]heorem|[Cc]onjecture|[Ee]quations?|[Ll]emma|[Tt]hesis|axioms|formula|paradox|proof)\b"
)
# Add a verb whose doer, after "by", is hardly ever anything but a person.
_DONE_BY: Final = re.compile(
    r"\b(?:led|commanded|invented|discovered|painted|sculpted|composed|written|coached|portrayed|"
    r"succeeded|murdered|assassinated|beheaded|betrayed|killed|married|slain|strangled|taught|visited)"
    rf"[ \u00a0](?:by|to)[ \u00a0]({CAPITALS})"
)
# Add what only persons have or do, before "of".
_OF_PERSONS: Final = re.compile(
    rf"\b(?:{KIN}|assassination|childhood|contemporary|coronation|descendants?|disciples?|pupils?|marriage|murder|"
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
_NOTION: Final = re.compile(r"(?:ics|ism|ist|ists|ity|ment|ness|ogy|ship|ers|ians|men|tion|tions)$")
_BEFORE_DOER: Final = re.compile(r"(?:^|[.!?]\s|[\d,] |\b(?:when|that|where|while) )$")
# "Zorb was hanged": add what a person does or suffers, and no body, town or thing.
DOES: Final = (
    r"[ \u00a0](?:(?:later|then|also|himself|herself)[ \u00a0])?(?:was[ \u00a0](?:also[ \u00a0])?"
    r"(?:assassinated|baptized|beheaded|born|buried|canonized|crowned|educated|executed|exiled|"
    r"hanged|imprisoned|knighted|married|murdered|ordained|shot)|died|emigrated|fled|graduated|"
    r"married|preached|resigned|studied[ \u00a0](?:at|in|law|medicine|under|with)|"
    r"became[ \u00a0](?:the[ \u00a0])?(?:(?:first|prime|vice)[ \u00a0])?(?:archbishop|bishop|"
    r"captain|chancellor|emperor|governor|king|mayor|minister|pope|president|professor|queen|regent|"
    r"senator|sultan)|(?:argued|believed|thought)[ \u00a0]that|disagreed[ \u00a0]with|"
    r"wrote[ \u00a0](?:an?|in|that|the|to))\b"
)
_LONE: Final = re.compile(rf"\b([A-Z][^\W\d_]{{3,}}){DOES}")
_FULL: Final = re.compile(
    r"\b(([A-Z][^\W\d_]+)[ \u00a0]([A-Z][a-z][^\W\d_]+))[ \u00a0](?:became|built|commanded|"
    r"composed|declared|defeated|designed|discovered|explored|founded|invented|named|painted|"
    r"proposed|reigned|retired|returned|ruled|sailed|served|signed|succeeded|was|wrote)\b"
)
# Add a given name that is a people's, a faith's or a land's as well.
_NOT_GIVEN: Final = frozenset({
    "asia", "austin", "carolina", "chad", "christian", "dallas", "dominica", "florence", "georgia",
    "german", "israel", "jordan", "kent", "lincoln", "madison", "norman", "paris", "roman", "royal",
    "sydney", "victoria", "virginia",
})  # fmt: skip
_BORN_AS: Final = re.compile(rf"\b(?:née|nee|né)[ \u00a0]({CAPITALS})")
# "In Quist v Holm": who goes to law with whom.
_PARTY: Final = re.compile(r"\b[Ii]n[ \u00a0]([A-Z][^\W\d_]{2,})[ \u00a0]vs?\.?[ \u00a0](?=[A-Z])")
# "Ada Zorb, who came": not "the Zorb Sisters, who came".
_WHO: Final = re.compile(r"\b([A-Z][^\W\d_]+[ \u00a0][A-Z][^\W\d_]+),[ \u00a0]who\b")
_NOT_WHO: Final = frozenset({"and", "at", "for", "from", "in", "near", "of", "or", "the", "to"})
_OF_DOERS: Final = (_HIS, _LONE)
_PATTERNS: Final = (
    _RELATED, _KIN_BEHIND, _DONE_BY, _OF_PERSONS, _CALLED, _OWNS, _PARTY, _BORN_AS,
)  # fmt: skip


# Add words of which a text has one where a pattern can match: they are quicker to look for.
_GATES: Final[dict[re.Pattern[str], tuple[str, ...]]] = {
    _NAMED: ("named", "called"), _BORN_AS: ("né", "nee"), _PARTY: (" v ", " v. ", " vs"),
    _WHO: ("who",),
}  # fmt: skip
_SURE: Final = frozenset({_RELATED, _KIN_BEHIND, _CALLED, _BORN_AS})


class Told(NamedTuple):
    """Where a person is told of; `surely` where it can be nothing else, such as a firm.

    `whole` where nothing but the name stands there, however little of it a recognizer read.
    """

    start: int
    end: int
    surely: bool = False
    whole: bool = False


def gated(
    text: str, pattern: re.Pattern[str], gates: Mapping[re.Pattern[str], tuple[str, ...]]
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern, at once none where a text has none of its words."""
    words = gates.get(pattern, ())
    if not words or any(word in text for word in words):
        yield from pattern.finditer(text)


def spoken_of(text: str) -> Iterator[Told]:
    """Yield where persons are: "his nephew Ivo", "led by Ivo", "a man called Ivo"."""
    for named in gated(text, _NAMED, _GATES):
        if _is_somebody(text, named) and is_name_of_person(named.group(2)):
            yield Told(*named.span(2), surely=True)
    for named in _FULL.finditer(text):
        if _is_full_name(text, named):
            yield Told(*named.span(1))
    for pattern in (*_PATTERNS, *_OF_DOERS, _WHO):
        for named in gated(text, pattern, _GATES):
            start, end = named.span(1)
            if pattern in _OF_DOERS and not _is_doer(text, start, named.group(1)):
                continue
            if pattern is _WHO and not _is_who(text, start, named.group(1)):
                continue
            if is_name_of_person(named.group(1)) and not is_people(text, start, end):
                yield Told(start, end, pattern in _SURE)


def _is_somebody(text: str, named: re.Match[str]) -> bool:
    """Tell whether who is named is a man, a trader or a Peruvian."""
    word = named.group(1)
    people = is_people(text, *named.span(1)) or _OF_PEOPLE.fullmatch(word) is not None
    return people or bare(word) in _SOMEBODY


def _is_who(text: str, start: int, surface: str) -> bool:
    """Tell whether "who" can be said of a name: not of the town in "the mayor of New Gelt, who"."""
    near, last = before(text, start), surface.rpartition(" ")[2]
    return not near.is_capital and near.key not in _NOT_WHO and not is_title(last)


def _is_doer(text: str, start: int, surface: str) -> bool:
    """Tell whether who does something stands where a clause begins, and is no common word."""
    begins = _BEFORE_DOER.search(text, max(0, start - 8), start) is not None
    return begins and _NOTION.search(surface) is None and not _is_word(text, surface)


def _is_word(text: str, surface: str) -> bool:
    key = bare(surface)
    return key in COMMON_WORDS or re.search(rf"\b{re.escape(key)}s?\b", text) is not None


def _is_full_name(text: str, named: re.Match[str]) -> bool:
    """Tell whether a given name and a surname stand alone, where somebody does something."""
    _, first, last = named.groups()
    key = bare(last)
    heads = key in EVENT_HEADS or key in HEADS_AFTER or key in ORG_WORDS or key in OPENERS
    if (
        not gender_of(first)
        or bare(first) in _NOT_GIVEN
        or heads
        or is_title(last)
        or key.endswith("s")
    ):
        return False
    alone = text[: named.start()].rstrip(" \u00a0")[-1:] in {"", ".", ",", "!", "?", "\n"}
    return alone and not is_title(first) and not _is_word(text, last)


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
