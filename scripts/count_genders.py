"""Count how often pronouns tell a person's gender, for builders/lexicon/genders.toml.

    python scripts/count_genders.py docred.jsonl.gz

The script reads the training articles of DocRED (see scripts/train_linker.py). It counts the
persons whose first names gender-guesser gives to men or to women alone, by their gender, by whether
they are named first, and by the gender of the pronouns that follow their names or, if none do, of
the pronouns of the whole article. The weight of the endings of names is fitted to the persons named
first whose first names gender-guesser does not know.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import exp, log
from pathlib import Path
from typing import Final, NamedTuple

from train_linker import Document, docred

from builders.given_names import detector, gender_of, male_leaning
from builders.names import pronoun_gender
from builders.stages.person_genders import near_pronouns
from builders.types import Mention

GENDERS: Final = ("male", "female")


class Person(NamedTuple):
    """A person of an article, and the pronouns that may tell the gender."""

    name: str
    """The first name."""
    gender: str
    """The gender of the first name."""
    place: str
    """Whether the article names the person first or later."""
    where: str
    """Where the pronouns are: near or elsewhere."""
    told: str
    """The gender of the pronouns, or empty if there are none or they differ."""


def persons(article: Document, *, of_known_names: bool = True) -> Iterator[Person]:
    """Yield the persons of an article whose first names only men or only women have.

    Without `of_known_names`, those whose first names are not known instead.
    """
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
        first = name.split()[0]
        gender = detector().get_gender(first) if " " in name else ""
        is_wanted = gender in GENDERS if of_known_names else " " in name and not gender_of(first)
        if is_wanted:
            told = near.get(entity, "")
            place, where = "later" if number else "first", "near" if told else "elsewhere"
            yield Person(first, gender, place, where, told or elsewhere)


def leanings(article: Document) -> Iterator[tuple[str, float]]:
    """Yield the gender by pronouns of who is named first, and the leaning of an unknown name."""
    for person in persons(article, of_known_names=False):
        if person.place == "first" and person.where == "near":
            yield person.told, male_leaning(person.name)


def weight_of_endings(unknown: Sequence[tuple[str, float]], prior: float) -> float:
    """Return the weight, in tenths, of the leanings of names that fits the genders best."""

    def likelihood(weight: float) -> float:
        odds = ((1 if is_ == "male" else -1, prior + weight * lean) for is_, lean in unknown)
        return -sum(log(1 + exp(-sign * each)) for sign, each in odds)

    return max((tenths / 10 for tenths in range(11)), key=likelihood)


def main() -> None:
    """Parse the command line and print the log-odds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("docred", type=Path)
    articles = [one for one in docred(parser.parse_args().docred) if not one.is_heldout]
    counts = Counter(found[1:] for article in articles for found in persons(article))
    total = Counter[str]()
    for (gender, *_), n in counts.items():
        total[gender] += n
    prior = log(total["male"] / total["female"])
    print(f"prior {prior:.2f} of {total.total()} persons")
    for place, where, told in product(("first", "later"), ("near", "elsewhere"), GENDERS):
        men, women = (counts[gender, place, where, told] for gender in GENDERS)
        odds = log((men + 0.5) / (women + 0.5)) - prior
        print(place, where, told, f"{odds:.1f} ({men} men, {women} women)")
    unknown = [one for article in articles for one in leanings(article)]
    print(f"ending {weight_of_endings(unknown, prior):.1f} of {len(unknown)} persons")


if __name__ == "__main__":
    main()
