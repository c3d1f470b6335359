"""Persons called after a place, names that something stands inside of, and bynames of nobody."""

import pytest
from span_marks import mark, marked

from builders.atlas import PlaceIndex
from builders.recognizers.rules.consistency import make_consistent
from name_collections.collection import Name

INDEX = PlaceIndex.of([Name("Peru", "COUNTRY", country="Peru")])

HOMES = {
    "a given name and its home": (
        "with [Walter](PERSON) of [Garvelburg](GPE) then",
        "with [Walter of Garvelburg](PERSON) then",
    ),
    "the given name was passed over": (
        "and Walter of [Garvelburg](GPE) then",
        "and [Walter of Garvelburg](PERSON) then",
    ),
    "the home was passed over": (
        "[Walter](PERSON) of Garvelburg died. Later [Walter](PERSON) was honoured",
        "[Walter of Garvelburg](PERSON) died. Later [Walter](PERSON) was honoured",
    ),
    "after a title": (
        "Abbot [Walter](PERSON) of [Garvelburg](GPE) then",
        "Abbot [Walter of Garvelburg](PERSON) then",
    ),
    "everywhere once it is read": (
        "[Zorbel of Garvel](PERSON) came, and [Zorbel](PERSON) of [Garvel](GPE) fell",
        "[Zorbel of Garvel](PERSON) came, and [Zorbel of Garvel](PERSON) fell",
    ),
    "who has a surname": (
        "with [Walter Holm](PERSON) of [Garvelburg](GPE) then",
        "with [Walter Holm](PERSON) of [Garvelburg](GPE) then",
    ),
    "who rules a country": (
        "with [Walter](PERSON) of [Peru](GPE) then",
        "with [Walter](PERSON) of [Peru](GPE) then",
    ),
    "a month": ("in March of [Garvelburg](GPE)", "in March of [Garvelburg](GPE)"),
    "a town": (
        "in [Florence](GPE) of [Garvelburg](GPE)",
        "in [Florence](GPE) of [Garvelburg](GPE)",
    ),
    "an office": ("the Bishop of [Garvelburg](GPE)", "the Bishop of [Garvelburg](GPE)"),
    "a body": (
        "the [March of Dimes](ORG) and more",
        "the [March of Dimes](ORG) and more",
    ),
    "the home of a body": (
        "with [Walter](PERSON) of Garvel University then",
        "with [Walter](PERSON) of Garvel University then",
    ),
    "what a thing is of": (
        "the Walter of [Garvelburg](GPE) is a ship",
        "the Walter of [Garvelburg](GPE) is a ship",
    ),
}

INSIDE = {
    "a nickname read apart": (
        '[Ada](PERSON) "[Bird](PERSON)" [Holm](PERSON) sang',
        '[Ada "Bird" Holm](PERSON) sang',
    ),
    "a nickname cut": ('[Ada "Bird](PERSON)" Holm sang', '[Ada "Bird" Holm](PERSON) sang'),
    "two given names": (
        'her son, [Walter Ivo](PERSON) "Bud" Garvel, left',
        'her son, [Walter Ivo "Bud" Garvel](PERSON), left',
    ),
    "a quoted word": (
        'The word "Bird" [Holm](PERSON) used',
        'The word "Bird" [Holm](PERSON) used',
    ),
    "a particle with an apostrophe": (
        "the scribe [Walter](PERSON) de' Garvi of",
        "the scribe [Walter de' Garvi](PERSON) of",
    ),
    "a short particle": ("[Ada](PERSON) do Garvel met", "[Ada do Garvel](PERSON) met"),
    "a name of a parent": (
        "King [Zorbo](PERSON) a Garvelu wrote",
        "King [Zorbo a Garvelu](PERSON) wrote",
    ),
    "a gift": ("gave [Ada](PERSON) a Garvel car", "gave [Ada](PERSON) a Garvel car"),
    "a syllable after an apostrophe": (
        "by [Zorbul](PERSON) Q'asim [Garvel](PERSON), who",
        "by [Zorbul Q'asim Garvel](PERSON), who",
    ),
    "the syllable last": ("[Nabila](PERSON) Gar'vel wrote", "[Nabila Gar'vel](PERSON) wrote"),
    "short for is": ("[Ada](PERSON) Garvel's house", "[Ada](PERSON) Garvel's house"),
    "short for come on": ("C'mon [Ada Holm](PERSON)!", "C'mon [Ada Holm](PERSON)!"),
    "a family name first": ("[Trinh](PERSON) Ba came", "[Trinh Ba](PERSON) came"),
    "that is an English word": (
        "the admiral [Zheng](PERSON) He sailed",
        "the admiral [Zheng He](PERSON) sailed",
    ),
    "at the start of a sentence": ("Trinh [Ba](PERSON) came", "[Trinh Ba](PERSON) came"),
    "after a calling": (
        "the vizier Zorbu [Mehmed Garvel](PERSON) kept",
        "the vizier [Zorbu Mehmed Garvel](PERSON) kept",
    ),
    "after no calling": (
        "the Zorbu [Mehmed Garvel](PERSON) kept",
        "the Zorbu [Mehmed Garvel](PERSON) kept",
    ),
}

BYNAMES = {
    "a ruler": ("[Ivan](LOC) the Terrible fell", "[Ivan the Terrible](PERSON) fell"),
    "in a country": (
        "of [Peru](GPE) the Catholic schools said",
        "of [Peru](GPE) the Catholic schools said",
    ),
    "in an unknown land": (
        "In [Garvel](GPE) the Old school closed",
        "In [Garvel](GPE) the Old school closed",
    ),
    "a longer name": (
        "To [Garvel](GPE) the White Rose came",
        "To [Garvel](GPE) the White Rose came",
    ),
}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [*HOMES.values(), *INSIDE.values(), *BYNAMES.values()],
    ids=[*HOMES, *INSIDE, *BYNAMES],
)
def test_persons_are_whole(line: str, wanted: str) -> None:
    text, spans = marked(line)
    assert mark(text, make_consistent(text, spans, places=INDEX)) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Whom did [Garvel](PERSON) force to leave?", "Whom did [Garvel](PERSON) force to leave?"),
        ("The [Garvel](PERSON) force is weak.", "The Garvel force is weak."),
        ("Where was [Lindqvist](PERSON) born?", "Where was [Lindqvist](PERSON) born?"),
        ("Crowned as [João I.](PERSON) He", "Crowned as [João I](PERSON). He"),
        ("By [John I. Holm](PERSON), who", "By [John I. Holm](PERSON), who"),
    ],
)
def test_what_a_person_is_read_in(line: str, wanted: str) -> None:
    text, spans = marked(line)
    assert mark(text, make_consistent(text, spans)) == wanted
