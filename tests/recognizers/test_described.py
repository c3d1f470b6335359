"""Persons told by what they are, lead, teach or do, and offices that are nobody."""

import pytest
from span_marks import mark, marked

from builders.atlas import PlaceIndex
from builders.recognizers.rules.consistency import make_consistent
from name_collections.collection import Name

INDEX = PlaceIndex.of(
    [
        Name("Peru", "COUNTRY", country="Peru"),
        Name("Garvelburg", "CITY", country="Peru"),
    ]
)

FOUND = {
    "apposition": (
        "Later [Zorbanes](ORG), a prince raised at court, ruled",
        "Later [Zorbanes](PERSON), a prince raised at court, ruled",
    ),
    "apposition, untouched": (
        "he drove Zorbanes, the Garvelian ruler of Quist, out",
        "he drove [Zorbanes](PERSON), the Garvelian ruler of Quist, out",
    ),
    "predicate": (
        "Zorbanes was a Garvelian general who fought. Then [Zorbanes](ORG) fled",
        "[Zorbanes](PERSON) was a Garvelian general who fought. Then [Zorbanes](PERSON) fled",
    ),
    "predicate, all of the name": (
        "[Titus Zorbius](PERSON) Garvo was a general of the Quisti.",
        "[Titus Zorbius Garvo](PERSON) was a general of the Quisti.",
    ),
    "kin": (
        "[Zorbanes](ORG) was the third son of a miller",
        "[Zorbanes](PERSON) was the third son of a miller",
    ),
    "calling": ("the minister Zorbanes spoke", "the minister [Zorbanes](PERSON) spoke"),
    "relative between commas": (
        "and his first wife, [Zorba](GPE) of [Garvel](GPE), died",
        "and his first wife, [Zorba of Garvel](PERSON), died",
    ),
    "office between commas": (
        "when the Chancellor, [Garvelburg](CITY), is said to",
        "when the Chancellor, [Garvelburg](PERSON), is said to",
    ),
    "together": ("he and Zorbanes played", "he and [Zorbanes](PERSON) played"),
    "named so": ("they nicknamed him [Zorb](ORG).", "they nicknamed him [Zorb](PERSON)."),
    "whom he named": (
        "Ivo, whom he renamed [Garvelburg](CITY), and",
        "Ivo, whom he renamed [Garvelburg](PERSON), and",
    ),
    "brothers": (
        "by his half-brothers Zorbo and [Mhlan](LOC) at",
        "by his half-brothers [Zorbo](PERSON) and [Mhlan](PERSON) at",
    ),
    "poets": (
        "with the poets Zorbo, Garvin and Quill.",
        "with the poets [Zorbo](PERSON), [Garvin](PERSON) and [Quill](PERSON).",
    ),
    "quarrel": (
        "a quarrel between [Ada Zorb](CITY) and [Ivo de Garv](CITY).",
        "a quarrel between [Ada Zorb](PERSON) and [Ivo de Garv](PERSON).",
    ),
    "leader": ("the army of [Zorban Beg](ORG) fled", "the army of [Zorban Beg](PERSON) fled"),
    "host": (
        "at the invitation of Ada Garvel to",
        "at the invitation of [Ada Garvel](PERSON) to",
    ),
    "under": ("and under Zorbanes it fought", "and under [Zorbanes](PERSON) it fought"),
    "taught": (
        "He studied at the school under Zorban Garvel. In",
        "He studied at the school under [Zorban Garvel](PERSON). In",
    ),
    "ruler": (
        "After it [Zorbanes](ORG) succeeded to the throne.",
        "After it [Zorbanes](PERSON) succeeded to the throne.",
    ),
    "the surname of one told": (
        "He and [Ivo Garvon](ORG) met. Then [Garvon](ORG) sang",
        "He and [Ivo Garvon](PERSON) met. Then [Garvon](PERSON) sang",
    ),
    "both": (
        "both [Zorbo and Garvin](ORG) were",
        "both [Zorbo](PERSON) and [Garvin](PERSON) were",
    ),
    "works by": (
        "beside works by [Zorbo and Garvin](ORG), who",
        "beside works by [Zorbo](PERSON) and [Garvin](PERSON), who",
    ),
    "one is known": (
        "[Ada Garvin](PERSON) came, [Zorbo and Garvin](ORG) left",
        "[Ada Garvin](PERSON) came, [Zorbo](PERSON) and [Garvin](PERSON) left",
    ),
    "a firm after its founder": (
        "[Ada Garvin](PERSON) came, [Garvin and Daughters](ORG) left",
        "[Ada Garvin](PERSON) came, [Garvin and Daughters](ORG) left",
    ),
    "a firm that was founded": (
        "[Ada Garvin](PERSON) founded [Garvin and Zorbo](ORG) then",
        "[Ada Garvin](PERSON) founded [Garvin and Zorbo](ORG) then",
    ),
    "a surname that is a word": (
        "after [Ada Cook](PERSON). Cook, born in a town, sang. Cook, then, eat",
        "after [Ada Cook](PERSON). [Cook](PERSON), born in a town, sang. Cook, then, eat",
    ),
    "three words": (
        "the physician [Anton Willem](PERSON) Zorbenhuis made",
        "the physician [Anton Willem Zorbenhuis](PERSON) made",
    ),
    "a rank of a place": (
        "as the [Marquis of Garvelburg](PERSON), he",
        "as the Marquis of [Garvelburg](GPE), he",
    ),
    "a rank of another tongue": ("the [Ras Zorbo](PERSON) came", "the Ras [Zorbo](PERSON) came"),
}

KEPT = (
    "[Garvelburg](CITY) was the queen of cities.",
    "He lived in [Zorbille](GPE), a poet of note wrote.",
    "At [Peru](GPE), [Zorbille](GPE), the widow of war",
    "The [Turbin](ORG), the queen of the seas, sank.",
    "[Peru](COUNTRY), the widow of war, fell.",
    "Zorbille became a general problem",
    "the minister Council chose",
    "To his wife, [Garvel](GPE) was dull",
    "In the end, the mayor, [Peru](COUNTRY), was told",
    "the army of [Peru](COUNTRY) fled",
    "the army of New Garvel fled",
    "the supporters of [Garvel United](ORG) sang",
    "Under Zorbism it fell. Under Parliament it rose",
    "under Garvelburg it rose",
    "he and Parliament met, she and [Peru](COUNTRY) agreed",
    "the [Globe and Mail](ORG) wrote",
    "the firm [Garvel and Zorbo](ORG) made",
    "[William James](PERSON) Fellow of the",
    "the rivalry between [Garvel](GPE) and [Zorbille](GPE) grew",
)


@pytest.mark.parametrize(("line", "wanted"), FOUND.values(), ids=FOUND.keys())
def test_who_is_described_is_a_person(line: str, wanted: str) -> None:
    text, spans = marked(line)
    assert mark(text, make_consistent(text, spans, places=INDEX)) == wanted


@pytest.mark.parametrize("line", KEPT)
def test_what_is_described_otherwise_is_none(line: str) -> None:
    text, spans = marked(line)
    found = mark(text, make_consistent(text, spans, places=INDEX))
    assert "PERSON" not in found.replace("[William James](PERSON) Fellow", "")
