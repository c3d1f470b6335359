from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.atlas import PlaceIndex
from builders.recognizers.truecasing import in_usual_case
from builders.recognizers.word_casing import Spelling
from builders.stages.finding import Finder, Setup, make_finder
from builders.stages.ingredients import spelling
from builders.types import TypedSpan
from name_collections.lexicon import Lexicon, Word


def calm(text: str) -> str:
    return in_usual_case(text, spelling)


@pytest.mark.parametrize(
    ("shouted", "shown"),
    [
        ("HELGA STROM WINS GOLD IN OSLO", "Helga Strom wins gold in Oslo"),
        ("HELGA STROM'S BROTHER SPEAKS", "Helga Strom's brother speaks"),
        ("HELGA STROM’S LAST WORDS: A STORY", "Helga Strom’s last words: A story"),
        ("A WALK THROUGH OLD PRAGUE", "A walk through Old Prague"),
        # Names that are words, beside names.
        ("MEET HELGA KOWALSKI AND PETER WOOD", "Meet Helga Kowalski and Peter Wood"),
        ("THE FARM OF PETER S. BANKS", "The farm of Peter S. Banks"),
        ("HELEN RICH SAID NO", "Helen Rich said no"),
        ("HELEN SAID NO", "Helen said no"),
        ("MAYOR HELEN PRICE RESIGNS", "Mayor Helen Price resigns"),
        ("WILL PRAGUE PAY?", "Will Prague pay?"),
        ("WHY THE ROSE PRAGUE LOVES FADES", "Why the rose Prague loves fades"),
        # Peoples and places.
        ("NORWEGIAN SAILORS AND THE GERMANS", "Norwegian sailors and the Germans"),
        ("BANK CUTS JOBS IN NEW YORK", "Bank cuts jobs in New York"),
        # Other spellings than a capital and small letters.
        ("FAMILY OF LIAM STROM SUES PAYPAL", "Family of Liam Strom sues PayPal"),
        ("THE PORT OF GLASGOW SUES", "The port of Glasgow sues"),
        ("SIX TRAMS RAMMED, TWO CARRIED OFF", "Six trams rammed, two carried off"),
        ("HELGA STROM OF THE Q.E.D. CLUB", "Helga Strom of the Q.E.D. Club"),
        ("THE MAN WHO ROBBED THE TOWN BANK", "The man who robbed the town bank"),
        ("KING HENRY VIII AND ANNE O'HARA", "King Henry VIII and Anne O'Hara"),
        ("JEAN-LUC MÜLLER WINS AGAIN", "Jean-Luc Müller wins again"),
        ("NASA SENDS TWO PROBES TO MARS (ESA)", "NASA sends two probes to Mars (ESA)"),
        ("THE U.S. ARMY IN NORWAY", "The U.S. Army in Norway"),
        ("XQZ BUYS TWO SHIPS OF QBT", "XQZ buys two ships of QBT"),
        ("VAN DER BERG PAINTS THE HARBOUR", "Van der Berg paints the harbour"),
        ("HTTP GROUP SINGS", "HTTP group sings"),
        # A short word in brackets is an acronym.
        ("TRADE BODY (SINGS) MEETS", "Trade body (SINGS) meets"),
        ("TRADE BODY (SINGER) MEETS", "Trade body (singer) meets"),
        # Half of the words are known.
        ("ZORBA SINGS", "Zorba sings"),
        ("ABE SINGS", "Abe sings"),
        # Only the line in capitals is changed.
        ("TWO SHIPS SINK\nThe FBI asked why.", "Two ships sink\nThe FBI asked why."),
        ('He read "KEEP OFF THE GRASS" twice.', 'He read "keep off the grass" twice.'),
        ("The signs said NO ENTRY TODAY.", "The signs said no entry today."),
        ("LOS ANGELES, California (CBN) -- Rain", "Los Angeles, California (CBN) -- Rain"),
    ],
)
def test_lines_in_capitals_are_shown_as_others_write_them(shouted: str, shown: str) -> None:
    assert calm(shouted) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Holm",
        "NATO",
        "The FBI, CIA and NSA met at NASA.",
        "IBM PC XT and CD-ROM",
        "Helga STROM and Peter HOLM signed for the UN.",
        "WHEREAS the parties agree, AND notice was given",
        "TCP, UDP and ARP are protocols.",
        "ZORBA KALVOR SINGS",
        "ZORBA KALVOR MIRNAT SINGS",
        "BLVD SINGS",
        "SINGS U.N.A.",
        "(SINGS GOLD",
        "A SINGS",
        "PARIS, France -- It rained.",
    ],
)
def test_acronyms_and_single_words_stay(text: str) -> None:
    assert calm(text) == text


@given(st.text(st.sampled_from("AÉİẞMC mcé'’.-()[]1\nOF THE ROSE"), max_size=60))
def test_nothing_but_the_case_is_changed(text: str) -> None:
    shown = calm(text)
    assert len(shown) == len(text)
    assert shown.casefold() == text.casefold()


class Titles:
    """Finds two capitalized words in a row, and no words in capitals."""

    fingerprint = "titles"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            found = re.finditer(r"[A-Z][a-z]+ [A-Z][a-z]+", text)
            yield tuple(TypedSpan(*match.span(), "PERSON") for match in found)


def test_names_are_found_where_they_stand_in_capitals() -> None:
    texts = ["By night\nTHE LIFE OF HELGA STROM", "Ada Holm"]
    found = Finder(Titles(), PlaceIndex(), None).find(texts)
    assert [texts[0][span.start : span.end] for span in found[texts[0]]] == ["HELGA STROM"]
    assert [texts[1][span.start : span.end] for span in found[texts[1]]] == ["Ada Holm"]


def test_lists_are_loaded_for_lines_in_capitals_only() -> None:
    def loads() -> Spelling:
        raise AssertionError

    text = "The FBI met J. R. HOLM (NASA)."
    assert in_usual_case(text, loads) == text


def test_headings_are_read_by_the_recognizer_that_comes_along() -> None:
    text = (
        "Helga Strom will sail in May, said the owners of the ship.\nHELGA STROM JOINS CREW IN OSLO"
    )
    found = make_finder(Setup()).find([text])[text]
    named = [(text[span.start : span.end], span.type) for span in found]
    assert ("HELGA STROM", "PERSON") in named
    assert ("Helga Strom", "PERSON") in named
    assert ("OSLO", "CITY") in named


def test_a_word_is_spelt_as_it_mostly_is() -> None:
    lexicon = Lexicon(
        {
            "xnw": Word(3, 3, "XNW"),
            "delft": Word(2, 2, "delft"),
            "port": Word(2, 9, ""),
            "bank": Word(5, 9, ""),
            "mark": Word(6, 9, ""),
        },
        frozenset({"port", "yacht"}),
    )
    asked = ("XNW", "DELFT", "PORT", "YACHT", "Holm", "BANK", "mark")
    assert [lexicon.spelled(word) for word in asked] == [
        "XNW", "Delft", "port", "yacht", "", "bank", "Mark",
    ]  # fmt: skip
