"""Names of questions and titles that the passage refutes: it has them, and no names there.

A question or a title has less to go by than the passage. What is renamed in a question and stays
in the passage, because nobody took it for a name there, cannot be answered any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeGuard

from builders.given_names import is_first_name
from builders.names import EVENT_HEADS_OF, HEADS_OF, OPENERS
from builders.spans.spelling import is_misspelt
from builders.text import fold_key, lowered, occurrences, stands_in
from builders.types import Mention, TypedSpan

_CAPITALIZED: Final = re.compile(r"(?<![^\W_])[A-Z][^\W_]{3,}")
# The word after a name, and the one before "of" and the name that makes another one of it.
_WORD_AFTER: Final = re.compile(r"(?:\s|,\s| ,\s)([^\W_](?:[^\W_]|\.(?=\w))*)")
_HEAD_BEFORE: Final = re.compile(r"\b([^\W_]+)\s+of\s+$")
_HEADS: Final = HEADS_OF | EVENT_HEADS_OF
_REACH: Final = 40
_NUMERAL: Final = re.compile(r"[IVX]+|\d+")


def is_refuted(
    context: str, mentions: Sequence[Mention], field_name: str, text: str, span: TypedSpan
) -> bool:
    """Tell whether the passage has a name that a recognizer found elsewhere, and no name there.

    What the passage writes small is no name in a title ("Force"), and none in a question
    ("Melatonin") but for a given name ("Will") that does not open it.
    """
    surface = text[span.start : span.end].replace("_", " ")
    if any(not _is_named(mentions, start, end) for start, end in occurrences(context, surface)):
        return True
    if _is_left_alone(context, mentions, span, surface):
        return True
    opens = not text[: span.start].strip()
    if span.type == "PERSON" and field_name != "title" and is_first_name(surface) and not opens:
        return False
    first, _, rest = surface.partition(" ")
    small = {surface.lower(), f"{first} {rest.lower()}"} if rest else {surface.lower()}
    return any(stands_in(context, word) for word in small)


def is_part_of_longer(
    context: str, mentions: Iterable[Mention], text: str, start: int, end: int
) -> bool:
    """Tell whether a name stands in a longer one that the passage has, and leaves alone there.

    Asked for "the zorb medal" a question means the Zorb Medal, whoever Zorb is. `mentions` are
    those of the entities that bear the name.
    """
    following = _WORD_AFTER.match(text, end)
    head = _HEAD_BEFORE.search(text, max(0, start - _REACH), start)
    if head is not None and head.group(1).lower() not in _HEADS:
        head = None
    if following is None and head is None:
        return False
    own = [(m.start, m.end) for m in mentions]
    apart = False
    for at, to in occurrences(_small(context), lowered(text[start:end])):
        beside = (
            following and _WORD_AFTER.match(context, to),
            head and _HEAD_BEFORE.search(context, max(0, at - _REACH), at),
        )
        same = [
            w[1] for w, asked in zip(beside, (following, head), strict=True) if _is_same(w, asked)
        ]
        if same and any(first < to and at < last for first, last in own):
            return False
        apart = apart or any(word[:1].isupper() for word in same)
    return apart


@lru_cache(maxsize=64)
def _small(context: str) -> str:
    """Return a passage in small letters, once for its questions."""
    return lowered(context)


def _is_same(word: re.Match[str] | None, asked: re.Match[str] | None) -> TypeGuard[re.Match[str]]:
    return word is not None and asked is not None and word[1].lower() == asked[1].lower()


def _is_left_alone(
    context: str, mentions: Sequence[Mention], span: TypedSpan, surface: str
) -> bool:
    """Tell whether a name is written otherwise where the passage has it ("Zorbtalk", ZorbTalk).

    Of what is taken for a person one such word refutes all: "Zorbnet II" of "Zorbnet Phase II".
    """
    words = [fold_key(word) for word in surface.split() if not _NUMERAL.fullmatch(word)]
    if len(words) > 1 and span.type != "PERSON":
        return False
    strange = [word for word in words if not is_first_name(word)]
    if len(words) > 1 and len(strange) < len(words):
        return False
    left = set(_left_alone(context, mentions))
    return any(word == one or is_misspelt(word, one) for word in strange for one in left)


def _left_alone(context: str, mentions: Sequence[Mention]) -> Iterator[str]:
    """Yield the folded words that the passage writes with a capital and that name nobody."""
    for match in _CAPITALIZED.finditer(context):
        word = fold_key(match.group())
        if word not in OPENERS and not _is_named(mentions, *match.span()):
            yield word


def _is_named(mentions: Sequence[Mention], start: int, end: int) -> bool:
    return any(m.start < end and start < m.end for m in mentions)
