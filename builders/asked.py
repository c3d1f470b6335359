"""What kind of thing a question asks for: a person, an organization, or a country, state or city.

A logistic regression per kind reads the words around the question word ("which record label"). Its
weights were learned by scripts/train_asked.py and are in the lexicon file asked.toml.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import Final

from builders.lexicon.tables import table, tags, words
from builders.text import has_unspaced
from builders.type_table import AnswerEntityType

QUESTION_WORDS: Final = words("names", "question_words")
_WORD: Final = re.compile(r"\w+")
_REACH: Final = 4
"""The number of words after a question word that may say what is asked for."""
_NOUNS: Final[Mapping[str, str]] = tags("asked", "nouns")
"""The kind of thing (person, group, location or artifact) that a noun denotes."""
_WEIGHTS: Final[Mapping[AnswerEntityType, Mapping[str, float]]] = table("asked")["weights"]
_BIAS: Final[Mapping[AnswerEntityType, float]] = table("asked")["bias"]


def question_features(
    question: str, nouns: Mapping[str, str] = _NOUNS
) -> tuple[frozenset[str], ...]:
    """Return, for each question word, what may tell what the question asks for.

    This is the question word itself, the words beside it, and what the nouns near it denote.
    `nouns` maps nouns to kinds of things. A capitalized word that is not the first may be a part of
    a name (The Who) and is no question word.
    """
    written = _WORD.findall(question)
    lower = [word.lower() for word in written]
    found = (at for at, word in enumerate(lower) if word in QUESTION_WORDS)
    return tuple(_features(lower, at, nouns) for at in found if not at or not written[at].istitle())


def _features(lower: Sequence[str], at: int, nouns: Mapping[str, str]) -> frozenset[str]:
    """Return the features of the question word at index `at` of the words of a question."""
    near = [_singular(word) for word in lower[at + 1 : at + 1 + _REACH]]
    kinds = [nouns[word] for word in near if word in nouns]
    found = {f"asks: {lower[at]}", f"asks: {' '.join(lower[at : at + 2])}"}
    if at:
        found.add(f"before: {lower[at - 1]}")
    if lower[at] in {"what", "which"}:
        found.update(f"first: a {kind}" for kind in kinds[:1])
    return frozenset(chain(found, (f"near: {w}" for w in near), (f"near: a {k}" for k in kinds)))


def _singular(word: str) -> str:
    plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if plural else word


@lru_cache(maxsize=1024)
def asked_chance(question: str, kind: AnswerEntityType) -> float | None:
    """Return the probability that a question asks for something of this kind.

    If there are several question words (When he left, which club did he join?), it is the highest
    of their probabilities. The result is None for a text without an English question word, and for
    a text in a script without blanks between words.
    """
    features = question_features(question) if not has_unspaced(question) else ()
    return max((_chance(one, kind) for one in features), default=None)


def _chance(features: Set[str], kind: AnswerEntityType) -> float:
    weights = _WEIGHTS[kind]
    score = _BIAS[kind] + sum(weights.get(feature, 0.0) for feature in sorted(features))
    return 1.0 / (1.0 + math.exp(-score))
