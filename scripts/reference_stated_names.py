"""Find out which names stated by hand other works list too, and write facts/references.txt.

    python scripts/reference_stated_names.py WORKS.tsv

Names stated by hand are those in the files of name_collections/data/facts, which were written from
general knowledge. WORKS.tsv is a tab-separated table with a row for each name in a work. It has the
columns `work`, `file` (the file of facts to compare, such as "african_locations"), `name`, `kind`
(such as "river", or "first" and "last" for names of persons) and `country` (several are separated
by semicolons). Kind and country are empty if the work does not state them. Names are compared
without regard to letter case, accents and punctuation. If kind and country agree, words that only
say the kind do not count either: "Chad" equals "Lake Chad".
"""

from __future__ import annotations

import argparse
import csv
import re
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Final

from name_collections import facts
from name_collections.kinds import FOLDER as KINDS

NOTE: Final = (
    "# Works that list a name stated by hand: `file, work: names`. Written by\n"
    "# scripts/reference_stated_names.py; pages.txt has web pages for names that are not here.\n"
)
CONTINENT: Final = "Africa"
"""What the facts state instead of a country for names that occur in many countries.

It agrees with every country.
"""


def fold(text: str) -> str:
    """Return a text in lower case without accents, and with spaces instead of punctuation."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", plain))


def own_words(name: str, generic: frozenset[str]) -> str:
    """Return the words of a name, as `fold` writes them, without those that only say its kind.

    For "Lake Chad", the result is "chad". `generic` has the words that say a kind.
    """
    return " ".join(word for word in fold(name).split() if word not in generic)


def generic_words() -> frozenset[str]:
    """Return words that only say a kind ("lake") or join words ("of"), as `fold` writes them."""
    heads = facts.read(KINDS / "heads.txt").values()
    return frozenset(fold(head) for items in heads for head in items) | {"the", "of", "de", "du"}


def read_works(table: Path, generic: frozenset[str]) -> dict[tuple[str, ...], set[str]]:
    """Return the works that list each name in the table, by keys of the name.

    A name has the key (file, kind, folded name). If the table states a kind and countries
    for it, it also has a key (file, kind, folded country, own words) for each country and
    for Africa. The own words leave out the kind: they are "chad" for Lake Chad.
    """
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            file, name, kind, work = row["file"], row["name"], row["kind"], row["work"]
            found[file, kind, fold(name)].add(work)
            countries = [*row["country"].split(";"), CONTINENT] if kind and row["country"] else []
            for country in countries:
                found[file, kind, fold(country), own_words(name, generic)].add(work)
    return found


def main() -> None:
    """Look up every name stated by hand in the table of works, and write facts/references.txt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("works", type=Path, metavar="WORKS.tsv")
    generic = generic_words()
    works = read_works(parser.parse_args().works, generic)
    listed: dict[tuple[str, str], set[str]] = defaultdict(set)
    for file in sorted({key[0] for key in works}):
        for heading, names in facts.read(facts.FOLDER / f"{file}.txt").items():
            kind, _, country = heading.partition("," if "," in heading else " ")
            for name in names:
                same = works.get((file, kind, fold(name)), set())
                anywhere = works.get((file, "", fold(name)), set())
                alike = works.get((file, kind, fold(country), own_words(name, generic)), set())
                for work in same | anywhere | alike:
                    listed[file, work].add(name)
    lines = [
        f"{file}, {work}: {'; '.join(sorted(names))}" for (file, work), names in listed.items()
    ]
    text = NOTE + "\n".join(sorted(lines)) + "\n"
    (facts.FOLDER / "references.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
