"""A body is renamed in all its names, and beside no name that nobody read."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from entity_marks import marked

from builders.spans.answer_entities import NO_WORD, UNREAD, UNSUPPORTED, Identified, identify
from builders.spans.knowledge import Knowledge
from builders.spans.linking import link_passage
from builders.types import Answer, Example
from name_collections.name import Name


@dataclass(frozen=True)
class Words:
    """A lexicon of a few words: all others are rare."""

    common: frozenset[str] = frozenset({
        "then", "they", "national", "salt", "board", "glass", "comet", "it", "treaty",
    })  # fmt: skip

    def is_known(self, word: str) -> bool:
        return word in self.common

    is_counted = is_known

    def is_proper(self, word: str) -> bool:
        return False

    def is_common(self, word: str) -> bool:
        return word in self.common


KNOWLEDGE = Knowledge.of(
    [
        Name("Peru", "COUNTRY"), Name("United States", "COUNTRY"), Name("Zorbia", "STATE"),
        Name("Peruvian", "NATIONALITY", country="Peru"),
        Name("Zinks", "COUNTRY"), Name("Zink", "NATIONALITY", country="Zinks"),
        Name("American", "NATIONALITY", country="United States"),
    ],
    Words(),
    ["Quist"],
)  # fmt: skip


def identified(
    line: str, answer: str = "", question: str = "What happened?"
) -> tuple[Identified, Example]:
    """Identify the spans of a passage whose names are marked; the answer may be all of it."""
    text, spans, _ = marked(line)
    answer = answer or text
    example = Example(
        "1", "d", "", question, text, (Answer(answer, text.index(answer)),), (answer,)
    )
    passage = link_passage(text, spans)
    return identify(example, passage.mentions, passage.entities, KNOWLEDGE), example


def surfaces(found: Identified, kind: str) -> list[str]:
    return [span.surface for span in found.of(kind)]


@pytest.mark.parametrize(
    "line",
    [
        "[Zorb Bank](ORG), the bank, was in Wixtron v Nedra",
        "Wixtron grew and was sold to the bank [Zorb Bank](ORG)",
        "[Zorb Bank](ORG) (ZRB) grew",
        "[Zorb Bank](ORG) and its heir Wixtron's rival grew",
        "[Zorb Bank](ORG) beat [Wixtron](ORG) and its salt",
        "[Peru](COUNTRY) Wixtron joined [Zorb Bank](ORG)",
        "[Zorb Bank](ORG). Wixtron grew",
    ],
)
def test_a_body_beside_a_name_that_nobody_read_stays(line: str) -> None:
    found, _ = identified(line)
    assert found.of("ORG") == found.of("MIX") == ()
    assert found.reason("ORG") == found.reason("MIX") == UNREAD


@pytest.mark.parametrize(
    "line",
    [
        "Then [Zorb Bank](ORG) grew. They sold Glass",
        "[Zorb Bank](ORG) met [Linda Quist](PERSON) and the [Wixtrons](NORP) on [Wix](LOC)",
        "[Zorb Bank](ORG) is, as Nedra article 28 says, a bank",
        "[Zorb Bank](ORG) broke the Nedra Treaty",
        "[Zorb Bank](ORG) broke the Treaty of Nedra",
        "[Zorb Bank](ORG) sold salt in October on a Friday at 5 PM",
        "Then [Zorb Bank](ORG) sold the [Zorb Bank](ORG) Nedra Mark 2",
        "[Zorb Bank](ORG) ran on NED/IP, on X.25 and on Nedrism",
        "[Zorb Bank](ORG) had a Nedra, and one nedra is enough",
        "[Zorb Bank](ORG) met Dr. [Quist](PERSON)",
    ],
)
def test_capitals_that_are_no_other_body_do_no_harm(line: str) -> None:
    found, _ = identified(line)
    assert "Zorb" in surfaces(found, "ORG")
    assert found.reason("GPE") != UNREAD


def test_an_unread_name_is_no_harm_to_persons_and_places_by_themselves() -> None:
    line = "[Linda Quist](PERSON) of [Peru](COUNTRY) left [Zorb Bank](ORG) for Wixtron and salt"
    found, _ = identified(line)
    assert surfaces(found, "PER") == ["Linda", "Quist"]
    assert surfaces(found, "GPE") == ["Peru"]
    assert found.of("MIX") == ()


def test_a_name_outside_of_the_answers_is_no_harm() -> None:
    found, _ = identified("[Zorb Bank](ORG) met Wixtron.", "Zorb Bank")
    assert surfaces(found, "ORG") == ["Zorb"]


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("Bank Zorb met Nedra Wix Club", ["Zorb", "Nedra", "Wix"]),
        ("Bank Zorb met Nedra Wix", []),
        ("Zorb met Nedra Wix Club", []),
    ],
)
def test_a_body_that_an_answer_cuts_is_not_left_behind(answer: str, wanted: list[str]) -> None:
    found, _ = identified("The [Bank Zorb](ORG) met [Nedra Wix Club](ORG).", answer)
    assert surfaces(found, "ORG") == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("The [Zorb National Salt Board](ORG) ([ZNSB](ORG)) met", ["Zorb", "ZNSB"]),
        ("The [National Salt Board](ORG) ([NSB](ORG)) met", []),
        ("The firm [Zorb](ORG) met, and [ZORB](ORG) grew", ["Zorb"]),
        ("The [Zorb Salt Board](ORG) met, and the [Zorb](ORG) grew", ["Zorb"]),
    ],
)
def test_the_acronym_of_a_name_goes_with_it(line: str, wanted: list[str]) -> None:
    found, _ = identified(line)
    assert surfaces(found, "ORG") == wanted


@pytest.mark.parametrize(
    ("line", "question", "wanted"),
    [
        ("The [Peru Salt Board](ORG) met.", "Which firm was it?", ["Peru"]),
        ("The [Peru Salt Board](ORG) met in [Peru](COUNTRY).", "Which firm was it?", []),
        ("The [Peru Zorb Board](ORG) met in [Peru](COUNTRY).", "Which firm was it?", ["Zorb"]),
        ("The [U.S. Salt Board](ORG) met in the [United States](COUNTRY).", "Which firm?", []),
        ("The [Salt Board of Peru](ORG) met in [Peru](COUNTRY).", "Which firm was it?", ["Peru"]),
        ("The [Peru Salt Board](ORG) met in [Zorbia](STATE).", "Which firm was it?", ["Peru"]),
    ],
)
def test_a_country_has_one_name(line: str, question: str, wanted: list[str]) -> None:
    text, _, _ = marked(line)
    body = text[len("The ") : text.index(" met")]
    found, _ = identified(line, body, question)
    assert surfaces(found, "ORG") == wanted
    assert wanted or found.reason("ORG") == NO_WORD


def test_a_firm_that_was_missed_is_called_without_its_legal_form() -> None:
    line = "It was Zorb AB. Then Zorb's men and Zorb Hill and [Linda Zorb](PERSON) came."
    found, example = identified(line, "Zorb AB", "Which company was it?")
    assert surfaces(found, "ORG") == ["Zorb"]
    spans = [(m.start, m.end) for m in found.missed.mentions if m.field == "context"]
    first, second = example.context.index("Zorb AB"), example.context.index("Zorb's")
    assert spans == [(first, first + len("Zorb AB")), (second, second + len("Zorb"))]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("It was Glass Oyj Ltd. Glass came.", "Glass Oyj Ltd"),
        ("It was Zorb Hill. Zorb came.", "Zorb Hill"),
    ],
)
def test_a_common_word_or_half_of_a_name_is_no_firm_by_itself(line: str, answer: str) -> None:
    found, _ = identified(line, answer, "Which company was it?")
    contexts = [m for m in found.missed.mentions if m.field == "context"]
    assert [m.end - m.start for m in contexts] in ([], [len(answer)])


@pytest.mark.parametrize(
    ("line", "answer", "is_place"),
    [
        ("It left the [Zorbian Empire](COUNTRY).", "Zorbian", False),
        ("It left the [Zorbian Empire](COUNTRY).", "Empire", False),
        ("It left the [Zorbian Empire](COUNTRY).", "Zorbian Empire", True),
        ("It left the [Zorbian Empire](COUNTRY).", "the Zorbian Empire", True),
        ("It left the [Kingdom of Nedra](COUNTRY).", "Nedra", True),
        ("It left the [Republic of the Nedra](COUNTRY).", "Nedra", True),
        ("It left the [Peru Republic](COUNTRY).", "Peru", True),
        ("It left [The Nedra](COUNTRY).", "Nedra", True),
        ("It left [the N.E.](COUNTRY).", "N.E", True),
        ("It left [Nedra, Zorbia](COUNTRY).", "Nedra", True),
        ("It left [Wixa, Nedra](COUNTRY).", "Nedra", True),
    ],
)
def test_an_answer_cut_out_of_a_place_is_one_by_itself(
    line: str, answer: str, *, is_place: bool
) -> None:
    found, _ = identified(line, answer, "Which country was it?")
    assert bool(found.of("GPE")) is is_place
    assert is_place or found.reason("GPE") == UNSUPPORTED


@pytest.mark.parametrize(
    ("answers", "is_place"),
    [
        (("Peru", "the Peruvians"), False),
        (("Peru", "Peruvian"), False),
        (("Peru", "the Americans"), True),
        (("Peru", "Peru and the Peruvian salt"), True),
        (("Peru",), True),
        (("Zinks",), True),
        (("Zinks", "Zink"), False),
    ],
)
def test_a_country_is_not_renamed_where_its_people_answer_too(
    answers: tuple[str, ...], *, is_place: bool
) -> None:
    text, spans, _ = marked(
        "It left [Peru](COUNTRY) and the [Peruvian](NORP) salt to the [Peruvians](NORP) and the "
        "[Americans](NORP) in the [Zinks](COUNTRY), a [Zink](NORP) land."
    )
    found = tuple(Answer(answer, text.index(answer)) for answer in answers)
    example = Example("1", "d", "", "Which country was it?", text, found, answers)
    passage = link_passage(text, spans)
    identified = identify(example, passage.mentions, passage.entities, KNOWLEDGE)
    assert bool(identified.of("GPE")) is is_place
