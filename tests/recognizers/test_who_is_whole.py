"""Persons of lists, halves of names, offices, publishers, faiths and acronyms of things."""

import pytest
from span_marks import mark, marked

from builders.atlas import PlaceIndex
from builders.recognizers.rules.consistency import make_consistent
from name_collections.collection import Name

INDEX = PlaceIndex.of([Name("Peru", "COUNTRY", country="Peru")])

LISTED = {
    "between persons": (
        "by [Ada Holm](PERSON), Tsera Zorb and [Ivo Quist](PERSON) then",
        "by [Ada Holm](PERSON), [Tsera Zorb](PERSON) and [Ivo Quist](PERSON) then",
    ),
    "before persons": (
        "by Zorb, Garvel, [Ada Holm](PERSON) and [Ivo Quist](PERSON) then",
        "by [Zorb](PERSON), [Garvel](PERSON), [Ada Holm](PERSON) and [Ivo Quist](PERSON) then",
    ),
    "after persons": (
        "by [Ada Holm](PERSON), [Ivo Quist](PERSON) and Zorb then",
        "by [Ada Holm](PERSON), [Ivo Quist](PERSON) and [Zorb](PERSON) then",
    ),
    "a new phrase": (
        "with [Ada Holm](PERSON) and [Ivo Quist](PERSON), Zorb music began",
        "with [Ada Holm](PERSON) and [Ivo Quist](PERSON), Zorb music began",
    ),
    "no list": (
        "[Ada Holm](PERSON), Zorb, [Ivo Quist](PERSON) then",
        "[Ada Holm](PERSON), Zorb, [Ivo Quist](PERSON) then",
    ),
    "where": (
        "in Garvel, [Ada Holm](PERSON) and [Ivo Quist](PERSON) met",
        "in Garvel, [Ada Holm](PERSON) and [Ivo Quist](PERSON) met",
    ),
    "adverb": (
        "However, [Ada Holm](PERSON) and [Ivo Quist](PERSON) met",
        "However, [Ada Holm](PERSON) and [Ivo Quist](PERSON) met",
    ),
    "adverb by its ending": (
        "Briefly, [Ada Holm](PERSON) and [Ivo Quist](PERSON) met",
        "Briefly, [Ada Holm](PERSON) and [Ivo Quist](PERSON) met",
    ),
    "country": (
        "by [Ada Holm](PERSON), [Ivo Quist](PERSON) and Peru then",
        "by [Ada Holm](PERSON), [Ivo Quist](PERSON) and [Peru](GPE) then",
    ),
    "his own": (
        "for his Garvel, [Ada Holm](PERSON) and [Ivo Quist](PERSON) then",
        "for his Garvel, [Ada Holm](PERSON) and [Ivo Quist](PERSON) then",
    ),
    "who rules": (
        "by Garvel Government, [Ada Holm](PERSON) and [Ivo Quist](PERSON) then",
        "by Garvel Government, [Ada Holm](PERSON) and [Ivo Quist](PERSON) then",
    ),
    "duo": (
        "were [Ada Holm](PERSON), [Zorb & Garve](ORG), [Ivo Quist](PERSON) and [Ida](PERSON)",
        "were [Ada Holm](PERSON), [Zorb & Garve](ORG), [Ivo Quist](PERSON) and [Ida](PERSON)",
    ),
    "word of the text": (
        "zorbs by [Ada Holm](PERSON), [Ivo Quist](PERSON) and Zorb then",
        "zorbs by [Ada Holm](PERSON), [Ivo Quist](PERSON) and Zorb then",
    ),
    "such as": ("historians such as Zorb told", "historians such as [Zorb](PERSON) told"),
    "such as two": (
        "poets, such as Zorb and Ada Garvel, sang",
        "poets, such as [Zorb](PERSON) and [Ada Garvel](PERSON), sang",
    ),
    "ists": ("realists like [al-Zorb](ORG), who", "realists like [al-Zorb](PERSON), who"),
    "such as bands": ("artists such as Zorb sang", "artists such as Zorb sang"),
    "such as things": ("engines such as Zorb ran", "engines such as Zorb ran"),
    "taken for a body": (
        "were [Ada Holm](PERSON), [Afan Zorb](ORG) and [Ivo Quist](PERSON) then",
        "were [Ada Holm](PERSON), [Afan Zorb](PERSON) and [Ivo Quist](PERSON) then",
    ),
    "bands": (
        "bands, [Ada Holm](PERSON), [Afan Zorb](ORG) and [Ivo Quist](PERSON) then",
        "bands, [Ada Holm](PERSON), [Afan Zorb](ORG) and [Ivo Quist](PERSON) then",
    ),
    "a body that does": (
        "with [Ada Holm](PERSON) and [Ivo Quist](PERSON), [Zorb](ORG) sang",
        "with [Ada Holm](PERSON) and [Ivo Quist](PERSON), [Zorb](ORG) sang",
    ),
    "surname that is a word": (
        "the mills of [Holm](PERSON) and Cook ran",
        "the mills of [Holm](PERSON) and [Cook](PERSON) ran",
    ),
    "word beside a person": (
        "the law of [Holm](PERSON) and Congress held",
        "the law of [Holm](PERSON) and Congress held",
    ),
    "two in one": (
        "by [Zorb and Garvel](PERSON) then", "by [Zorb](PERSON) and [Garvel](PERSON) then",
    ),
}  # fmt: skip

WHOLE = {
    "surname after": ("[Edward](PERSON) Zaid made it", "[Edward Zaid](PERSON) made it"),
    "a longer name after": ("[Edward](PERSON) Zaid Holm made", "[Edward](PERSON) Zaid Holm made"),
    "head after": ("[Edward](PERSON) Street lies", "[Edward](PERSON) Street lies"),
    "word after": ("zaids: [Edward](PERSON) Zaid made it", "zaids: [Edward](PERSON) Zaid made it"),
    "no given name": ("[Zorbulon](PERSON) Zaid made it", "[Zorbulon](PERSON) Zaid made it"),
    "another name after": (
        "[Edward](PERSON) [Zaid](NORP) made",
        "[Edward](PERSON) [Zaid](NORP) made",
    ),
    "particle after": (
        "his nephew Zorb de la Garve sold it. [Garve](ORG) was rich.",
        "his nephew [Zorb de la Garve](PERSON) sold it. [Garve](PERSON) was rich.",
    ),
    "given name before": ("by Eberhard [Zorb](PERSON) then", "by [Eberhard Zorb](PERSON) then"),
    "capitals before": ("by Ulm Eberhard [Zorb](PERSON)", "by Ulm Eberhard [Zorb](PERSON)"),
    "a month before": ("in April [Zorb](PERSON) sang", "in April [Zorb](PERSON) sang"),
    "given name that is a people's": (
        "the poet [Christian](NORP) [Zorb](PERSON) sang",
        "the poet [Christian Zorb](PERSON) sang",
    ),
    "a people before": (
        "the [Christian](NORP) [Zorb](PERSON) sang",
        "the [Christian](NORP) [Zorb](PERSON) sang",
    ),
    "office alone": ("by [Prime Minister](PERSON) Zorb", "by Prime Minister Zorb"),
    "office before a name": (
        "Marshal [Zorb](ORG) fled. [Zorb](ORG) fell.",
        "Marshal [Zorb](PERSON) fled. [Zorb](PERSON) fell.",
    ),
    "office in small letters": (
        "the marshal [Zorb](ORG) rose. [Zorb](ORG) fell.",
        "the marshal [Zorb](ORG) rose. [Zorb](ORG) fell.",
    ),
    "his own": ("In 1971 Zorb won his prize", "In 1971 [Zorb](PERSON) won his prize"),
    "its own": ("In 1971 Zorb won its prize", "In 1971 Zorb won its prize"),
    "adverb and his": ("Thus commenced his reign", "Thus commenced his reign"),
    "beside a repeat": (
        "by [Ada Holm](PERSON) then. Holm and Zorb were there.",
        "by [Ada Holm](PERSON) then. [Holm](PERSON) and [Zorb](PERSON) were there.",
    ),
    "notion beside a person": (
        "by [Holm](PERSON) and Zorbology then",
        "by [Holm](PERSON) and Zorbology then",
    ),
    "initials": ("J.R. [Zorb](PERSON) sang", "[J.R. Zorb](PERSON) sang"),
    "an initial": ("made by J. [Zorb](PERSON) then", "made by [J. Zorb](PERSON) then"),
    "letter that ends a sentence": (
        "rich in vitamin C. [Zorb](PERSON) sang",
        "rich in vitamin C. [Zorb](PERSON) sang",
    ),
    "nickname": (
        'by [George](PERSON) "Zabe" [Zorb](PERSON) then',
        'by [George "Zabe" Zorb](PERSON) then',
    ),
    "lady": ("[Lady Zorba](ORG) sang", "Lady [Zorba](PERSON) sang"),
    "lady's body": ("at [Sir Zorb Group of Mills](ORG)", "at [Sir Zorb Group of Mills](ORG)"),
    "dowager": ("Empress [Dowager Zorbi](PERSON) fled", "Empress Dowager [Zorbi](PERSON) fled"),
    "born as": ("Ada (née Zorbska) sang", "Ada (née [Zorbska](PERSON)) sang"),
    "what a person does": (
        "Zorb was hanged. Later, Garvel studied law.",
        "[Zorb](PERSON) was hanged. Later, [Garvel](PERSON) studied law.",
    ),
    "word that does": ("Their zorb fell. Zorb was buried.", "Their zorb fell. Zorb was buried."),
    "many that do": ("Zorbians fled. Zorbology died.", "Zorbians fled. Zorbology died."),
    "full name that does": (
        "Edward Zaid founded it. Zorb Zaid wrote.",
        "[Edward Zaid](PERSON) founded it. Zorb [Zaid](PERSON) wrote.",
    ),
    "land that does": ("Virginia Zaid signed it.", "Virginia Zaid signed it."),
    "house that does": ("Edward Hall was old.", "Edward Hall was old."),
    "body that dies": ("Then [Zorb](ORG) married.", "Then [Zorb](PERSON) married."),
    "acronym that dies": ("Then [ZBC](ORG) died.", "Then [ZBC](ORG) died."),
    "a person's own": ("on [Zorb](LOC)'s early poems", "on [Zorb](PERSON)'s early poems"),
    "a land's own": ("on [Peru](LOC)'s early poems", "on [Peru](LOC)'s early poems"),
    "teaching and his": ("there, Zorbism became his creed", "there, Zorbism became his creed"),
}

BODIES = {
    "publisher of two names": ("([McGraw-Hill](PERSON) did)", "([McGraw-Hill](ORG) did)"),
    "publisher that is cited": ("(by [Wiley](PERSON), 1991)", "(by [Wiley](ORG), 1991)"),
    "person of that name": ("for [Wiley](PERSON) sang", "for [Wiley](PERSON) sang"),
    "taken over": ("taken over by [Zorbo](PERSON) then", "taken over by [Zorbo](ORG) then"),
    "firm with": ("[Zorbo](PERSON), a firm with mills", "[Zorbo](ORG), a firm with mills"),
    "branch of a faith": ("rejected [Shia Islam](ORG) then", "rejected [Shia](NORP) Islam then"),
    "faith": ("taught [Zen Buddhism](ORG) then", "taught Zen Buddhism then"),
}  # fmt: skip

THINGS = {
    "cells": "the [ZK](ORG) cells grow. [ZK](ORG) acts.",
    "class of molecules": "with [ZHC](ORG) class II molecules",
    "hardness": "it is [ZEXP](ORG)-hard here",
    "told": "the [ZLP](ORG) is a link protocol there",
    "classes such as": "complexity classes include [ZPP](ORG), [ZQP](ORG) and [ZP](ORG), which",
    "protocol before": "the layer protocol, [ZAPD](ORG) then",
    "spelt before": "the zeta killer cell receptors ([ZKCR](ORG)) bind",
    "spelt before with capitals": "the Zeta Link Identifier ([ZLI](ORG)) is",
    "spelt before, shortened": "the Zeta Link Connection ID, or [ZLCI](ORG)",
    "treaty": "the Treaty on the Zeal of Every Gelt ([TZEG](ORG)) holds",
    "act": "the Clean Zorb Act ([CZA](ORG)) holds",
    "article of": "under [ZFEU](ORG) article 30 it held",
    "spelt after": "a marker of [ZHC](ORG) I (zeta histo complex)",
}

NO_THINGS = {
    "agency": "the [ZSA](ORG) launched it",
    "spelt in small letters": "the zeta space agency ([ZSA](ORG)) launched",
    "spelt with capitals": "the Zeta Space Agency ([ZSA](ORG)) launched",
    "body of an act": "by the Clean Zorb Act ([ZPA](ORG) enforces it)",
    "article on": "an [ZSA](ORG) article on it ran",
    "other letters": "the linked killer receptors ([ZSA](ORG)) bind",
    "name of letters and a noun": "the [Zorb](ORG) protocol held",
}


@pytest.mark.parametrize(("given", "wanted"), LISTED.values(), ids=LISTED.keys())
def test_persons_of_lists_are_found(given: str, wanted: str) -> None:
    assert _made(given) == wanted


@pytest.mark.parametrize(("given", "wanted"), WHOLE.values(), ids=WHOLE.keys())
def test_persons_are_whole(given: str, wanted: str) -> None:
    assert _made(given) == wanted


@pytest.mark.parametrize(("given", "wanted"), BODIES.values(), ids=BODIES.keys())
def test_bodies_and_persons_are_told_apart(given: str, wanted: str) -> None:
    assert _made(given) == wanted


@pytest.mark.parametrize("given", THINGS.values(), ids=THINGS.keys())
def test_acronyms_of_things_are_left_alone(given: str) -> None:
    assert _made(given) == marked(given)[0]


@pytest.mark.parametrize("given", NO_THINGS.values(), ids=NO_THINGS.keys())
def test_acronyms_of_bodies_stay(given: str) -> None:
    found = [span for _, spans in [marked(_made(given))] for span in spans]
    assert [span.type for span in found if span.type == "ORG"] == ["ORG"]


def _made(given: str) -> str:
    text, spans = marked(given)
    return mark(text, make_consistent(text, spans, places=INDEX))
