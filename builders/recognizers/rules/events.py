"""Names inside those of events, treaties, works and what was not read: "Treaty of Rome"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from builders.names import EVENT_HEADS, EVENT_HEADS_OF, is_title
from builders.recognizers.rules.context import after, head_of
from builders.types import PLACE_TYPES, TypedSpan

# Add a word in small letters that makes an event of two names: "Iran-Iraq war".
_COMPOUND: Final = re.compile(r"[-–][A-Z]\w+ (?:war|conflict|crisis|treaty|agreement)\b")
# "The French and Indian War" is one war, "the Polish–Soviet War" as well.
_FIRST_OF_WAR: Final = re.compile(
    r"(?: and |[-–])[A-Z]\w+ (?:War|Wars|Treaty|Pact|Accord|Conflict)\b"
)
# So many words with capitals after a place belong to a longer name, whoever bears it.
_LONGER_AFTER: Final = re.compile(r"(?: [A-Z][a-z]+){3,}")
# "The Zorb–Quell Delta" is called after two places, the "Tour de Zorb" after one.
_COMPOUND_AFTER: Final = re.compile(
    r"[-–](?:[A-Z][^\W\d_]+[ \u00a0]){1,3}(?:Basin|Canal|Corridor|Delta|Expressway|Highway|Line|"
    r"Railroad|Railway|Range|River|Valley)\b"
)
_OF_BEFORE: Final = re.compile(r"\b[A-Z][a-z]+[ \u00a0]d[eu][ \u00a0]$")
_REACH: Final = 24
_YEAR_BEFORE: Final = re.compile(r"\b(?:1[5-9]|20)\d\d $")
_ELECTION: Final = re.compile(r"(?: [a-z]+){0,2} elections?\b")
# Add a word that ends the name of a law or an event and hardly ever that of a body.
_LAWS: Final = (
    r"(?:Act|Agreement|Armistice|Declaration|Directive|Intifada|Invasion|Massacre|"
    r"Rebellion|Revolt|Revolution|Treaty|Truce|Uprising|Wars?)"
)
_IS_LAW: Final = re.compile(rf"(?:[A-Z][\w'’.&-]* )+{_LAWS}")
_OF_LAW: Final = re.compile(rf" {_LAWS}(?![\w-])")
# "King George's War": what is somebody's in name only.
_HIS_WAR: Final = re.compile(r"['’]s? (?:Massacre|Rebellion|Revolt|War)\b")
_QUOTED: Final = re.compile(r"[\"“]([^\"“”\n]{3,60})[\"”]")


def is_in_event(text: str, span: TypedSpan) -> bool:
    """Tell whether a name stands inside the name of an event, a treaty or a work."""
    if span.type == "ORG":
        return _is_law(text, span)
    following = after(text, span.end)
    if following.key in EVENT_HEADS and (following.is_capital or _ends_compound(text, span)):
        return True
    if head_of(text, span.start) in EVENT_HEADS_OF or _COMPOUND.match(text, span.end):
        return True
    if _FIRST_OF_WAR.match(text, span.end) or _HIS_WAR.match(text, span.end):
        return True
    if _ELECTION.match(text, span.end) and _YEAR_BEFORE.search(
        text, max(0, span.start - 6), span.start
    ):
        return True
    return span.type != "PERSON" and _is_in_work(text, span)


def _is_law(text: str, span: TypedSpan) -> bool:
    """Tell whether a body is a law or an event, or begins one's name: "Clean Gelt [Act]".

    What is one word may be a body of its own that the law is about.
    """
    if _IS_LAW.fullmatch(text, span.start, span.end):
        return True
    return " " in text[span.start : span.end] and _OF_LAW.match(text, span.end) is not None


def is_in_longer_name(text: str, span: TypedSpan, found: Sequence[TypedSpan]) -> bool:
    """Tell whether a place begins a long name that was not read: "Gelt Harbour Search Pact"."""
    if span.type not in PLACE_TYPES:
        return False
    if _COMPOUND_AFTER.match(text, span.end) or _OF_BEFORE.search(
        text, max(0, span.start - _REACH), span.start
    ):
        return True
    longer = _LONGER_AFTER.match(text, span.end)
    if longer is None or any(is_title(word) for word in longer.group().split()):
        return False
    return not any(span.end < other.start < longer.end() for other in found)


def _ends_compound(text: str, span: TypedSpan) -> bool:
    """Tell whether a name is the second half of a compound ("Iran-Iraq war")."""
    return span.start > 1 and text[span.start - 1] in "-–" and text[span.start - 2].isalpha()


def _is_in_work(text: str, span: TypedSpan) -> bool:
    """Tell whether a name is part of a quoted title: all its longer words have capitals."""
    for quote in _QUOTED.finditer(text, max(0, span.start - 62), span.end + 62):
        if quote.start() < span.start and span.end < quote.end():
            words = re.findall(r"[^\W\d_]{4,}", quote.group(1))
            longer = quote.end(1) - quote.start(1) > span.end - span.start
            return longer and len(words) > 1 and all(word[:1].isupper() for word in words)
    return False
