"""An answer entity is renamed if something besides the recognizer speaks for its type."""

from __future__ import annotations

import pytest

from builders.spans.evidence import is_supported
from builders.spans.knowledge import Knowledge
from builders.types import Answer, Entity, EntityType, Example, Mention
from name_collections.name import Name


class Words:
    def is_known(self, word: str) -> bool:
        return word == "flick"

    def is_proper(self, word: str) -> bool:
        return False

    def is_common(self, word: str) -> bool:
        return word == "flick"


KNOWLEDGE = Knowledge.of([Name("Peru", "COUNTRY"), Name("Carnot", "CITY")], Words())


def supported(name: str, kind: EntityType, text: str, question: str) -> bool:
    at = text.index(name)
    example = Example("1", "d", "", question, text, (Answer(name, at),), (name,))
    mention = Mention("context", at, at + len(name), kind, "e")
    return is_supported(Entity("e", kind, name), example, [mention], KNOWLEDGE)


@pytest.mark.parametrize(
    ("name", "kind", "text", "question", "wanted"),
    [
        ("Ada Quist", "PERSON", "It was Ada Quist.", "What came?", True),
        ("Zorb", "PERSON", "A Zorb came.", "What came?", False),
        ("Zorb", "PERSON", "A Zorb came.", "Who came?", True),
        ("Linda", "PERSON", "A Linda came.", "What came?", True),
        ("Zorb", "PERSON", "Then Dr. Zorb came.", "What came?", True),
        ("Zorb", "PERSON", "Then Zorb's letter came.", "What came?", True),
        ("Flick", "PERSON", "Then Flick came.", "Who came?", False),
        ("Zorb", "ORG", "It was Zorb.", "When was it?", False),
        ("Zorb", "ORG", "It was Zorb.", "Which car manufacturer was it?", True),
        ("ZORB", "ORG", "The ZORB grew.", "Who grew?", True),
        ("Zorb Bank", "ORG", "It was Zorb Bank.", "What came?", True),
        ("Zorb v Bank", "ORG", "It was Zorb v Bank.", "What court was it?", False),
        ("Zorb Blue", "ORG", "It was Zorb Blue.", "What came?", False),
        ("ZORB", "ORG", "The ZORB grew.", "When was it?", False),
        ("Peru", "COUNTRY", "Peru grew.", "What grew?", True),
        ("Carnot", "CITY", "The Carnot cycle ran.", "What ran?", False),
        ("Carnot", "CITY", "They ran to Carnot.", "What was it?", True),
        ("Carnot", "CITY", "Carnot grew.", "Which town grew?", True),
    ],
)
def test_what_speaks_for_a_type(
    name: str, kind: EntityType, text: str, question: str, wanted: bool
) -> None:
    assert supported(name, kind, text, question) is wanted
