"""Count how often pronouns tell a person's gender, for builders/lexicon/genders.toml.

    python scripts/count_genders.py docred.jsonl.gz

The script reads the training articles of DocRED (see scripts/train_linker.py). It counts the
persons whose first names gender-guesser gives to men or to women alone, by their gender, by whether
they are named first, and by the gender of the pronouns that follow their names or, if none do, of
the pronouns of the whole article.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import log
from pathlib import Path
from typing import Final, NamedTuple

from train_linker import Document, docred

from builders.given_names import detector
from builders.names import pronoun_gender
from builders.stages.person_genders import near_pronouns
from builders.types import Mention

GENDERS: Final = ("male", "female")


class Person(NamedTuple):
    """A person of an article, and the pronouns that may tell the gender."""

    gender: str
    """The gender of the first name."""
    place: str
    """Whether the article names the person first or later."""
    where: str
    """Where the pronouns are: near or elsewhere."""
    told: str
    """The gender of the pronouns, or empty if there are none or they differ."""


def persons(article: Document) -> Iterator[Person]:
    """Yield the persons of an article whose first names only men or only women have."""
    mentions = [
        Mention("context", span.start, span.end, "PERSON", str(entity))
        for span, entity in sorted(article.marks.items(), key=lambda mark: mark[0].start)
        if span.type == "PERSON"
    ]
    near, elsewhere = near_pronouns(article.text, mentions), pronoun_gender(article.text)
    names: dict[str, str] = {}
    for one in mentions:
        name = article.text[one.start : one.end]
        names[one.entity] = max(names.get(one.entity, ""), name, key=len)
    for number, (entity, name) in enumerate(names.items()):
        gender = detector().get_gender(name.split()[0]) if " " in name else ""
        if gender in GENDERS:
            told = near.get(entity, "")
            place, where = "later" if number else "first", "near" if told else "elsewhere"
            yield Person(gender, place, where, told or elsewhere)


def main() -> None:
    """Parse the command line and print the log-odds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("docred", type=Path)
    articles = [one for one in docred(parser.parse_args().docred) if not one.is_heldout]
    counts = Counter(found for article in articles for found in persons(article))
    total = Counter[str]()
    for person, n in counts.items():
        total[person.gender] += n
    prior = log(total["male"] / total["female"])
    print(f"prior {prior:.2f} of {total.total()} persons")
    for place, where, told in product(("first", "later"), ("near", "elsewhere"), GENDERS):
        men, women = (counts[Person(gender, place, where, told)] for gender in GENDERS)
        odds = log((men + 0.5) / (women + 0.5)) - prior
        print(place, where, told, f"{odds:.1f} ({men} men, {women} women)")


if __name__ == "__main__":
    main()
