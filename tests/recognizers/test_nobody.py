"""Words that were taken for persons are left alone, and persons like them are not."""

import pytest
from span_marks import mark, marked

from builders.recognizers.rules.consistency import make_consistent

LEFT = {
    "faith": "without [Sharia](PERSON) there",
    "being of faith": "for [Allah](PERSON)'s sake",
    "place of faith": "saved from [Hell](PERSON) once",
    "law of a faith": "the [Shariah](NORP) of it",
    "form of state": "the [Islamic Republic](COUNTRY) of it",
    "emirate": "the [Islamic Emirate](COUNTRY) of it",
    "its thing": "the firm sold its [Gelto](PERSON) then",
    "each": "and each [Gelto](PERSON) flew",
    "count of a place": "the 2nd Count [de Gelt](PERSON) came",
    "offices": "as [Dukes](PERSON) of Gelt they",
    "substance joined": "such [Lysogen](PERSON)-associated cells",
    "participle": "[Zorbized](PERSON) by monks, it",
    "adverb and participle": "[Broadly](PERSON) stated, it holds",
    "adverb and gerund": "[Broadly](PERSON) speaking, it holds",
    "adverb alone": "[Broadly](PERSON), it holds",
    "plural that does": "[Zorbazoans](PERSON) are small.",
    "which of many": "[Geltol](PERSON) bosons are light.",
    "thing called": "built a network, called [Gelto](PERSON), in",
    "thing named": "a robot named [Ada](PERSON) sang",
    "town-like thing": "the system called [Garvona](GPE) was",
    "sum": "claimed 6 million [Garvona](GPE) from",
}

KEPT = {
    "person of that name": "[Jihad Holm](PERSON) sang",
    "his relative": "and his [Ada](PERSON) sang",
    "duke of": "the [Duke](PERSON) of it",
    "person joined": "[Ada](PERSON)-associated songs",
    "first name that ends so": "[Kelly](PERSON) stated, it holds",
    "adverb-like surname": "[Bexly](PERSON) stated it.",
    "one that does": "[Holms](PERSON) is small.",
    "in the midst as well": "[Holms](PERSON) are two. She met [Holms](PERSON).",
    "first name of many": "[Ada](PERSON) songs are light.",
    "person called": "a woman called [Gelto](PERSON) sang",
    "body called": "the network called [Gelto](ORG) was",
}


@pytest.mark.parametrize("given", LEFT.values(), ids=LEFT.keys())
def test_words_are_left(given: str) -> None:
    text, spans = marked(given)
    assert mark(text, make_consistent(text, spans)) == text


@pytest.mark.parametrize("given", KEPT.values(), ids=KEPT.keys())
def test_persons_are_kept(given: str) -> None:
    text, spans = marked(given)
    assert mark(text, make_consistent(text, spans)) == given
