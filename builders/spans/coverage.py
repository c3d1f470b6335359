"""Names of an answer that nobody read.

Of an answer that names two parties of a case, or that is a sentence about two firms, a row that
renames one and leaves the other would rename half of what is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from builders.names import DAYS, EVENT_HEADS, EVENT_HEADS_OF, MONTHS, is_title
from builders.spans.knowledge import Knowledge
from builders.text import fold_key, stands_in
from builders.types import Example, Mention

_WORD: Final = re.compile(r"[^\W\d_][^\s_,()/\"“”:;]*")
_ENDING: Final = re.compile(r"['’]s?$|[.!?'’‘]+$")
# Add a word that, after a capitalized one, makes it a document's name or that of a kind of thing.
_THING_AFTER: Final = re.compile(
    r"\s+(?:articles?|sections?|clauses?|chapters?|paragraphs?|protocols?|standards?|models?|"
    rf"directives?|regulations?|classes|class|cells?|molecules?|{'|'.join(sorted(EVENT_HEADS))}|\d+)\b",
    re.IGNORECASE,
)
_THING_BEFORE: Final = re.compile(
    rf"\b(?:{'|'.join(sorted(EVENT_HEADS_OF))})\s+of\s+(?:the\s+)?$", re.IGNORECASE
)
_REACH: Final = 32
_MAKERS: Final = frozenset({"ORG", "PERSON"})
# Nothing but capitalized words and numbers between two parts of one name: "Zorb Comet II".
_RUN: Final = re.compile(r"(?:[ -](?:[A-Z0-9][^\s,()]*)?)+")
_DOCTRINE: Final = re.compile(r"\w{3}(?:ism|ology|ity)s?$")
# Add what is written with a capital and is neither a name nor in every lexicon.
_NO_NAMES: Final = frozenset({*MONTHS, *DAYS, "ad", "bc", "bce", "ce", "am", "pm", "gmt", "utc"})


def unread_names(
    example: Example, mentions: Iterable[Mention], knowledge: Knowledge
) -> Iterator[str]:
    """Yield the proper nouns and rare words of answers that lie in none of the mentions."""
    text = example.context
    named = [m for m in mentions if m.field == "context"]
    for answer in dict.fromkeys(example.answers):
        if answer.start is None:
            continue
        first, last = answer.start, answer.start + len(answer.text)
        read = [m for m in named if not _crosses(m, first, last)]
        for match in _WORD.finditer(text, first, last):
            start, word = match.start(), _ENDING.sub("", match.group())
            end = start + len(word)
            if any(m.start < end and start < m.end for m in read):
                continue
            if _is_name(word, example, knowledge) and not _is_thing(text, start, end, read):
                yield word


def _crosses(mention: Mention, first: int, last: int) -> bool:
    """Return whether a mention begins in an answer and ends after it, or the other way round."""
    return mention.start < first < mention.end < last or first < mention.start < last < mention.end


def _is_name(word: str, example: Example, knowledge: Knowledge) -> bool:
    """Return whether a word can be a name: it is written small nowhere."""
    if not word[:1].isupper() or is_title(word) or fold_key(word).strip(".") in _NO_NAMES:
        return False
    if _DOCTRINE.search(word) or knowledge.word_type(word) is None:
        return False
    small = word.lower()
    return not any(stands_in(text, small) for text in (example.context, example.question))


def _is_thing(text: str, start: int, end: int, read: Iterable[Mention]) -> bool:
    """Return whether a word continues a firm's or person's name (a product) or names a document."""
    if _THING_AFTER.match(text, end) or _THING_BEFORE.search(text, max(0, start - _REACH), start):
        return True
    if "/" in (text[start - 1 : start], text[end : end + 1]):
        return True
    return any(
        m.type in _MAKERS and m.end < start and _RUN.fullmatch(text, m.end, start) is not None
        for m in read
    )
