"""Words that follow a name that is the subject of its sentence."""

from __future__ import annotations

from typing import Final

from builders.lexicon.tables import words

_PREDICATES: Final[frozenset[str]] = words("predicates", "predicates")
_NO_ADVERBS: Final = words("predicates", "no_adverbs")
_NO_PAST: Final = words("predicates", "no_past")


def is_predicate(word: str) -> bool:
    """Return whether a folded word follows a subject and not a modifier."""
    if word in _PREDICATES or (word.endswith("ly") and word not in _NO_ADVERBS):
        return True
    return len(word) > 3 and word.endswith("ed") and word not in _NO_PAST
