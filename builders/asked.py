"""What kind of thing a question asks for: a person, an organization, or a country, state or city.

A logistic regression per kind reads the words around the question word ("which record label"). Its
weights were learned by scripts/train_asked.py and are in the lexicon file asked.toml.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Final

from builders.lexicon.tables import table, tags
from builders.type_table import AnswerEntityType

QUESTION_WORDS: Final = frozenset({
    "how", "what", "when", "where", "which", "who", "whom", "whose", "why",
})  # fmt: skip
_WORD: Final = re.compile(r"\w+")
_REACH: Final = 4
"""The number of words after the question word that may say what is asked for."""
_NOUNS: Final[Mapping[str, str]] = tags("asked", "nouns")
"""The kind of thing (person, group, location or artifact) that a noun denotes."""
_WEIGHTS: Final[Mapping[AnswerEntityType, Mapping[str, float]]] = table("asked")["weights"]
_BIAS: Final[Mapping[AnswerEntityType, float]] = table("asked")["bias"]


def question_features(question: str, nouns: Mapping[str, str] = _NOUNS) -> frozenset[str]:
    """Return what may tell what a question asks for, or nothing if it has no question word.

    These are the first question word, the words beside it, and what the nouns near it denote.
    `nouns` maps nouns to kinds of things.
    """
    words = _WORD.findall(question.lower())
    at = next((n for n, word in enumerate(words) if word in QUESTION_WORDS), None)
    if at is None:
        return frozenset()
    near = [_singular(word) for word in words[at + 1 : at + 1 + _REACH]]
    kinds = [nouns[word] for word in near if word in nouns]
    found = {f"asks: {words[at]}", f"asks: {' '.join(words[at : at + 2])}"}
    if at:
        found.add(f"before: {words[at - 1]}")
    if words[at] in {"what", "which"}:
        found.update(f"first: a {kind}" for kind in kinds[:1])
    return frozenset(chain(found, (f"near: {w}" for w in near), (f"near: a {k}" for k in kinds)))


def _singular(word: str) -> str:
    plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if plural else word


@lru_cache(maxsize=1024)
def asked_chance(question: str, kind: AnswerEntityType) -> float | None:
    """Return the probability that a question asks for something of this kind.

    The result is None for a text without an English question word.
    """
    features = question_features(question)
    if not features:
        return None
    weights = _WEIGHTS[kind]
    score = _BIAS[kind] + sum(weights.get(feature, 0.0) for feature in sorted(features))
    return 1.0 / (1.0 + math.exp(-score))
