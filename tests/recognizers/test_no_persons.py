"""Things that bear a name like a person's, and places called after persons."""

import pytest
from span_marks import mark, marked

from builders.recognizers.rules.consistency import make_consistent

NOBODY = (
    "She wrote [Marla Garvel](PERSON), about a fisherman.",
    "Then came [Harlan Garvel](PERSON), a novel set on an island.",
    "Then came [Garvel Zorba](PERSON), from a novel by a friend.",
    "[Rebecca Garvel](PERSON) is a film about love.",
    "[Zorbin](PERSON) is a hormone that",
    "[Zorbin](PERSON) was caused by bad water.",
    "[Zorbsort](PERSON) is a sorting algorithm.",
    "King George's War began, and Zorbo's Rebellion ended.",
    "[Queen Anne](PERSON)'s War had ended.",
    "Fossils of [Zorbosaurus](PERSON) lay there.",
    "She got the [Walter Cross](PERSON).",
    "before St [Zorbo](PERSON)'s Chapel in",
    "[A university college](ORG) was opened.",
)

SOMEBODY = (
    "[Ada Holm](PERSON), a film director, met him.",
    "[Ada Holm](PERSON) was a novel kind of poet.",
    "She wrote [Ada Holm](PERSON), a friend.",
    "It was [Ada Holm](PERSON)'s war.",
    "with a song for [Ada Holm](PERSON), an album and more",
    "a play by [Ada Holm](PERSON), from a novel by a friend",
    "[Ada](PERSON) was caused by nature to sing.",
    "The old [Marcus Cross](PERSON) sang.",
    "where St [Zorbo](PERSON)'s body lay",
)

OTHERWISE = {
    "a town": (
        "The largest city is [Garvon](PERSON), named after [Ada Garvon](PERSON). [Garvon](PERSON)",
        "The largest city is [Garvon](GPE), named after [Ada Garvon](PERSON). [Garvon](GPE)",
    ),
    "a town begins": (
        "[Garvon](PERSON) is a port named for the poet [Ada Garvon](PERSON).",
        "[Garvon](GPE) is a port named for the poet [Ada Garvon](PERSON).",
    ),
    "a town, and later its name": (
        "[Garvon](PERSON) is a city. It bears the name of [Ada Garvon](PERSON). [Garvon](PERSON)",
        "[Garvon](GPE) is a city. It bears the name of [Ada Garvon](PERSON). [Garvon](GPE)",
    ),
    "a ship": (
        "It was named after [Ada Garvon](PERSON). [Garvon](PERSON) was a sailor from a town in it.",
        "It was named after [Ada Garvon](PERSON). [Garvon](PERSON) was a sailor from a town in it.",
    ),
    "a nephew": (
        "[Garvon](PERSON) was named after his uncle [Ivo Garvon](PERSON).",
        "[Garvon](PERSON) was named after his uncle [Ivo Garvon](PERSON).",
    ),
    "a station": (
        "[Garvon](PERSON) broadcast the game",
        "[Garvon](ORG) broadcast the game",
    ),
    "a speaker": ("[Ada](PERSON) broadcast a speech", "[Ada](PERSON) broadcast a speech"),
    "a tribe": ("A [Zorbii](PERSON) settlement stood", "A [Zorbii](NORP) settlement stood"),
    "a family": (
        "[Ada Zorb](PERSON) built a [Zorb](PERSON) village",
        "[Ada Zorb](PERSON) built a [Zorb](PERSON) village",
    ),
    "a firm": (
        "sold to [Zorbilu](PERSON), the company of many",
        "sold to [Zorbilu](ORG), the company of many",
    ),
    "an officer": (
        "met [Zorbilu](PERSON), the company secretary",
        "met [Zorbilu](PERSON), the company secretary",
    ),
    "one of many": (
        "They are many. [Garvon](PERSON) was ill.",
        "They are many. [Garvon](PERSON) was ill.",
    ),
}


@pytest.mark.parametrize("line", NOBODY)
def test_a_thing_is_nobody(line: str) -> None:
    text, spans = marked(line)
    assert make_consistent(text, spans) == ()


@pytest.mark.parametrize("line", SOMEBODY)
def test_a_person_stays_one(line: str) -> None:
    text, spans = marked(line)
    assert mark(text, make_consistent(text, spans)) == line


@pytest.mark.parametrize(("line", "wanted"), OTHERWISE.values(), ids=OTHERWISE.keys())
def test_who_is_called_after_whom(line: str, wanted: str) -> None:
    text, spans = marked(line)
    assert mark(text, make_consistent(text, spans)) == wanted
