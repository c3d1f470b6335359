"""Answer entities in texts with marked names: sure enough, named alike, renamed whole."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from entity_marks import marked

from builders.spans.answer_entities import (
    ANSWER_ENTITY_TYPES,
    NO_WORD,
    UNREAD,
    UNSURE,
    AnswerEntityType,
    Identified,
    identify,
)
from builders.spans.knowledge import Knowledge
from builders.spans.linking import link_passage
from builders.spans.thresholds import LEAST
from builders.types import Answer, Example, TypedSpan
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


@pytest.mark.parametrize("kind", ANSWER_ENTITY_TYPES)
def test_an_answer_entity_is_as_sure_as_its_type_asks(kind: AnswerEntityType) -> None:
    name, type_ = {"PER": ("Linda Quist", "PERSON"), "ORG": ("Zorb Bank", "ORG"),
                   "GPE": ("Peru", "COUNTRY")}[kind]  # fmt: skip
    text = f"It was {name}. Then {name} left."
    at = text.index(name)
    least = LEAST[kind]
    for score, is_sure in ((least, True), (least - 0.01, False)):
        # A mention that no answer holds may be as sure as it likes.
        spans = [
            TypedSpan(at, at + len(name), type_, score),
            TypedSpan(text.rindex(name), text.rindex(name) + len(name), type_, 1.0),
        ]
        passage = link_passage(text, spans)
        example = Example("1", "d", "", "What?", text, (Answer(name, at),), (name,))
        found = identify(example, passage.mentions, passage.entities, KNOWLEDGE)
        assert bool(found.of(kind)) is is_sure
        assert is_sure or found.reason(kind) == found.reason("MIX") == UNSURE


def test_a_recognizer_without_scores_is_taken_at_its_word() -> None:
    found, _ = identified("It was [Zorb](PERSON).", "Zorb")
    assert surfaces(found, "PER") == ["Zorb"]


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


@pytest.mark.parametrize(
    ("line", "answer", "is_read"),
    [
        ("[Linda Quist](PERSON) and the Zorb sat.", "Linda Quist and the Zorb", False),
        ("[Linda Quist](PERSON) and the [Zorb](NORP) sat.", "Linda Quist and the Zorb", True),
        ("[Linda Quist](PERSON) and he sat.", "Linda Quist and he", True),
    ],
)
def test_of_a_list_of_names_all_are_renamed_or_none(
    line: str, answer: str, *, is_read: bool
) -> None:
    found, _ = identified(line, answer)
    assert bool(found.of("PER")) is is_read
    assert is_read or found.reason("MIX") == UNREAD
