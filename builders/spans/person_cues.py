"""What speaks for a name being a person's."""

from __future__ import annotations

import re
from typing import Final

from builders.given_names import is_first_name
from builders.names import is_title
from builders.spans.answer_context import Seen
from builders.spans.knowledge import Knowledge
from builders.spans.organization_cues import looks_like_body
from builders.text import fold_key

# Add what persons alone do or have done to them.
_PERSON_AFTER: Final = re.compile(
    r"(?:['’]s\b|\s+(?:who|himself|herself|was born|wrote|said|argued|died|married|"
    r"had|has|developed|invented|proposed|published|described|discovered|founded|believed)\b)"
)
_SURELY_PERSON_AFTER: Final = re.compile(
    r"(?:['’]s\s+(?:wife|husband|son|daughter|father|mother|brother|sister|death|birth|life|widow|"
    r"childhood|reign|marriage|friend|body|tomb|paintings?|poems?|novels?|widow|cousin|nephew)\b|"
    r",?\s+(?:who|whom|whose|himself|herself|was born|wrote|argued|died|married|believed|painted|"
    r"composed|studied|sang|thought|felt|was assassinated|was executed|was crowned|was elected|"
    r"was appointed|was killed|reigned|abdicated|fled|knew)\b|"
    r"[^.!?\n]{0,60}\b(?:he|she|his|her|him|himself|herself)\b)"
)
# Add what firms do, and persons hardly ever.
_FIRMLY_AFTER: Final = re.compile(
    r"\s+(?:supplie[sd]|distribut\w+|operate[sd]?|manufactur\w+|release[sd]?|acquire[sd]?|merged|"
    r"sells|launch\w*|employ\w*|broadcasts?|sponsor\w*|provide[sd]?|makes)\b"
)
# Add what firms do more often than persons.
_FIRM_AFTER: Final = re.compile(
    r"\s+(?:runs|ran|own(?:s|ed)|bought|sold|made|produce[sd]?|won the contract|built|took over|"
    r"announced|introduced|publish\w*|joined|signed|handle[sd]|offers?|offered|began|started)\b"
)
# "The Zorb Blue and", "the Zorb Blue 500": a thing; "the Ada Quist letters" are a person's.
_ARTICLE_BEFORE: Final = re.compile(r"\b(?:the|an?)\s+$", re.IGNORECASE)
_THING_AFTER: Final = re.compile(r"[.,;:)]|\s+(?:and|or|is|was|are|were|has|had)\b|$")
_NUMBER_BEFORE: Final = re.compile(r"(?:\d|\b(?:hundred|thousand|million|billion))[ -]$")
_NUMBER_AFTER: Final = re.compile(r"[ -]\d+\b(?!\))")
# Not the score of a game, and no year.
_SERIAL_AFTER: Final = re.compile(r" \d{1,3}\b(?![-–:.,]\d)")
_ACRONYM: Final = 5
_NAME_AFTER: Final = re.compile(
    r" (?:(?:de|du|van|von|der|di|da|del|della|la|le|al|bin|ibn) ){0,2}[A-Z]"
)
_WORD_BEFORE: Final = re.compile(r"\b([A-Z][^\W\d_]+) $")
_FAR_AFTER: Final = 80


def is_person(seen: Seen) -> bool:
    """Return whether something besides the recognizer says that an entity is a person.

    Who has a first and a last name needs little more; one word alone needs somebody who is asked
    for, a list of names, or what is said of it.
    """
    name, asked = seen.entity.name, seen.asked
    titled = seen.is_titled
    if _is_acronym(name) or _is_part(seen) or (not titled and looks_like_body(seen)):
        return False
    if " " not in name and not titled and _is_numbered(seen):
        return False
    who = asked.who or asked.person
    if not who and _is_asked_otherwise(seen, titled=titled):
        return False
    if len(name.split()) > 1:
        return titled or _is_full_name(seen, who=who)
    return _is_single_person(seen, who=who, titled=titled)


def _is_numbered(seen: Seen) -> bool:
    """Return whether a number follows a name wherever it stands: "Zorbnet 1 was a network"."""
    around = seen.around()
    return bool(around) and all(_SERIAL_AFTER.match(after) for _, after in around)


def _is_asked_otherwise(seen: Seen, *, titled: bool) -> bool:
    """Return whether a question asks for something that is no person, or a passage shows it."""
    asked = seen.asked
    elsewhere = asked.place and seen.is_answer and not _is_given_and_last(seen)
    if asked.body or ((asked.thing or elsewhere) and not titled):
        return True
    return any(_is_thing(before, after) for before, after in seen.around())


def _is_part(seen: Seen) -> bool:
    """Return whether an answer has more of a person's name than a recognizer took."""
    text = seen.example.context
    for start, end, m in seen.answered():
        if start <= m.start and m.end <= end:
            given = _WORD_BEFORE.search(text, start, m.start)
            word = given.group(1) if given else ""
            named = is_first_name(word) and not is_title(word) if word else False
            if named or _NAME_AFTER.match(text, m.end, end):
                return True
    return False


def _is_given_and_last(seen: Seen) -> bool:
    first, _, last = seen.entity.name.partition(" ")
    return bool(last) and is_first_name(first) and seen.knowledge.place_type(last) is None


def _is_full_name(seen: Seen, *, who: bool) -> bool:
    """Return whether a name of several words has one that persons bear, and ends in no thing."""
    words, knowledge = seen.entity.name.split(), seen.knowledge
    named = any(_is_borne(word, knowledge) for word in words)
    is_thing = knowledge.lexicon.is_common(fold_key(words[-1]))
    if is_thing and not _is_borne(words[-1], knowledge):
        return named and who
    return named or who or any(_PERSON_AFTER.match(after) for _, after in seen.around())


def _is_borne(word: str, knowledge: Knowledge) -> bool:
    return is_first_name(word) or knowledge.is_surname(word)


def _is_single_person(seen: Seen, *, who: bool, titled: bool) -> bool:
    name, knowledge = seen.entity.name, seen.knowledge
    is_common = knowledge.lexicon.is_common(fold_key(name))
    if is_common or _is_plural(name, seen.example.context, knowledge):
        return False
    if _is_word_or_people(name, seen.example.context) and not who:
        return False
    if titled or is_first_name(name):
        return True
    around = seen.around(_FAR_AFTER)
    sure = any(_SURELY_PERSON_AFTER.match(after) for _, after in around)
    if who:
        firmly = any(_FIRMLY_AFTER.match(after) for _, after in around)
        acts = firmly or any(_FIRM_AFTER.match(after) for _, after in around)
        return sure or (knowledge.is_surname(name) and not firmly) or not acts
    return sure or any(_PERSON_AFTER.match(after) for _, after in around)


def _is_acronym(name: str) -> bool:
    return name.isalpha() and name.isupper() and 1 < len(name) <= _ACRONYM


def _is_thing(before: str, after: str) -> bool:
    if _NUMBER_AFTER.match(after) or _NUMBER_BEFORE.search(before):
        return True
    return bool(_ARTICLE_BEFORE.search(before) and _THING_AFTER.match(after))


def _is_word_or_people(name: str, text: str) -> bool:
    """Return whether a text also has a word in small letters, or as a people ("the Normans")."""
    word = re.escape(name)
    return re.search(rf"\b(?:{re.escape(name.lower())}|{word}s)\b", text) is not None


def _is_plural(name: str, text: str, knowledge: Knowledge) -> bool:
    """Return whether a name means several ("Zorbians"): a people's, or a text has one of them."""
    one = name.removesuffix("s")
    if one == name or is_first_name(name) or is_first_name(one):
        return False
    return fold_key(one) in knowledge.homelands or (
        re.search(rf"\b{re.escape(one)}\b(?!['’])", text) is not None
    )
