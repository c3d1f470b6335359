"""The names that occur in training data, which a test with unseen names must not contain.

Balasubramanian et al. 2020, section 2.2: "remove names encountered in the training data".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from builders.types import Example
from name_collections.name import Name

_WORD: Final = re.compile(r"\w+")


def seen_names(examples: Iterable[Example], names: Iterable[Name]) -> Iterator[Name]:
    """Yield the names whose words all occur in the examples, with the same case or in upper case.

    The noun "rose" does not count as the name Rose. Anne-Marie counts as seen if Anne and Marie
    occur, even in different examples.
    """
    words = seen_words(examples)
    for name in names:
        parts = _WORD.findall(name.text)
        if words.issuperset(parts) or words.issuperset(map(str.upper, parts)):
            yield name


def seen_words(examples: Iterable[Example]) -> frozenset[str]:
    """Return the set of words in all passages, questions, titles and gold answers."""
    texts: dict[str, None] = {}
    for one in examples:
        texts |= dict.fromkeys((one.context, one.question, one.title, *one.gold_answers))
    return frozenset(word for text in texts for word in _WORD.findall(text.replace("_", " ")))
