"""An answer entity is renamed if something besides the recognizer speaks for its type."""

from __future__ import annotations

import pytest

from builders.spans.answer_context import Seen
from builders.spans.evidence import is_supported
from builders.spans.knowledge import Knowledge
from builders.types import Answer, Entity, EntityType, Example, Mention
from name_collections.name import Name


class Words:
    def is_known(self, word: str) -> bool:
        return word == "flick"

    is_counted = is_known

    def is_proper(self, word: str) -> bool:
        return False

    def is_common(self, word: str) -> bool:
        return word == "flick"


KNOWLEDGE = Knowledge.of(
    [
        Name("Peru", "COUNTRY"), Name("Carnot", "CITY"),
        Name("Peruvian", "NATIONALITY", country="Peru"),
    ],
    Words(),
    ["Quist", "Wix"],
)  # fmt: skip


def supported(name: str, kind: EntityType, text: str, question: str) -> bool:
    at = text.index(name)
    example = Example("1", "d", "", question, text, (Answer(name, at),), (name,))
    mention = Mention("context", at, at + len(name), kind, "e")
    return is_supported(Seen(Entity("e", kind, name), example, [mention], KNOWLEDGE))


@pytest.mark.parametrize(
    ("name", "kind", "text", "question", "wanted"),
    [
        ("Carnot", "CITY", "Carnot, also spelled Karnot, the capital of Peru.", "What came?", True),
        ("Carnot", "CITY", "Carnot | national capital, Peru | Facts", "What came?", True),
        ("Carnot", "CITY", "Carnot became a town of note.", "What came?", True),
        ("Carnot", "CITY", "Carnot was a son of the city.", "What came?", False),
        ("Carnot", "CITY", "Carnot, who loved his city, came.", "What came?", False),
        ("Carnot", "CITY", "Carnot came. The city slept.", "What came?", False),
        ("Ada Quist", "PERSON", "It was Ada Quist.", "What came?", True),
        ("Zorb", "PERSON", "A Zorb came.", "What came?", False),
        ("Zorb", "PERSON", "A Zorb came.", "Who came?", True),
        ("Zorb", "PERSON", "Then Zorb 1 came.", "Who came?", False),
        ("Zorb", "PERSON", "They beat Zorb 6-4.", "Who came?", True),
        ("Ada Quist", "PERSON", "Then Ada Quist 1 came.", "Who came?", True),
        ("Zorb", "PERSON", "Then Dr. Zorb 1 came.", "Who came?", True),
        ("Linda", "PERSON", "A Linda came.", "What came?", True),
        ("Zorb", "PERSON", "Then Dr. Zorb came.", "What came?", True),
        ("Zorb", "PERSON", "Then Zorb's letter came.", "What came?", True),
        ("Flick", "PERSON", "Then Flick came.", "Who came?", False),
        ("Zorb", "PERSON", "Zorb sells salt.", "Who came?", False),
        ("Wix", "PERSON", "Wix sells salt.", "Who came?", False),
        ("Wix", "PERSON", "Wix sold salt.", "Who came?", True),
        ("Zorb", "PERSON", "Zorb sold salt.", "Who came?", False),
        ("Zorb", "PERSON", "Zorb sells salt and loves his dog.", "Who came?", True),
        ("Zorb", "PERSON", "Zorb, who sells salt, came.", "What came?", True),
        ("Zorb", "PERSON", "It cost 6 million Zorb.", "Who came?", True),
        ("Linda", "PERSON", "It cost 6 million Linda.", "How much was it?", False),
        ("Zorb Flick", "PERSON", "The Zorb Flick came.", "Who came?", False),
        ("Ada Flick", "PERSON", "It was Ada Flick here.", "What came?", False),
        ("Ada Flick", "PERSON", "It was Ada Flick here.", "Who came?", True),
        ("Zorb Blik", "PERSON", "It was Zorb Blik here.", "What came?", False),
        ("Zorb Blik", "PERSON", "Zorb Blik wrote it.", "What came?", True),
        ("Zorb Wix", "PERSON", "It was Zorb Wix here.", "What came?", True),
        ("Linda Carnot", "PERSON", "It was Linda Carnot.", "Where was it?", False),
        ("Linda Quist", "PERSON", "It was Linda Quist.", "Where was it?", True),
        ("Boeing", "PERSON", "Then Boeing, who flew, came.", "Who came?", True),
        ("Adidas", "PERSON", "Then Adidas came.", "Who came?", False),
        ("Adidas", "ORG", "Then Adidas came.", "What came?", True),
        ("WHO", "ORG", "Then the WHO came.", "What came?", True),
        ("Who", "ORG", "Then the Who came.", "What came?", False),
        ("Carnot Wixes", "ORG", "Then Carnot Wixes came.", "What came?", True),
        ("Zorb Wixes", "ORG", "Then Zorb Wixes came.", "What came?", False),
        ("Carnot", "CITY", "They ran to Carnot.", "What river is it?", False),
        ("Zorb Wix Company", "ORG", "The Zorb Wix Company came.", "Who came?", True),
        ("Zorb Clinic", "ORG", "The Zorb Clinic came.", "What came?", True),
        ("Islamic Republic", "COUNTRY", "The Islamic Republic grew.", "What grew?", False),
        ("Peru Republic", "COUNTRY", "The Peru Republic grew.", "What grew?", True),
        ("Zorb", "ORG", "It was Zorb.", "When was it?", False),
        ("Zorb", "ORG", "It was Zorb.", "Which car manufacturer was it?", True),
        ("ZORB", "ORG", "The ZORB grew.", "Who grew?", True),
        ("Zorb Bank", "ORG", "It was Zorb Bank.", "What came?", True),
        ("Zorb v Bank", "ORG", "It was Zorb v Bank.", "What court was it?", False),
        ("Zorb Blue", "ORG", "It was Zorb Blue.", "What came?", False),
        ("ZORB", "ORG", "The ZORB grew.", "When was it?", False),
        ("GE", "PERSON", "It ran GE's four shops.", "What ran?", False),
        ("Linda", "PERSON", "Linda ways spread; the Lindas ruled.", "What spread?", False),
        ("Zorbs", "PERSON", "It hit Zorbs, and each Zorb village.", "Who was hit?", False),
        ("Zorbs", "PERSON", "It hit Zorbs and Zorbia.", "Who was hit?", True),
        ("Peruvians", "PERSON", "It hit Peruvians.", "Who was hit?", False),
        ("Adams", "PERSON", "It hit Adams and Adam.", "Who was hit?", True),
        ("Linda", "PERSON", "Linda nova, or linda nova, held.", "Which law held?", False),
        ("Zorb", "PERSON", "Zorb ways spread.", "What culture's ways were they?", False),
        ("Ada Quist", "PERSON", "The novel was Ada Quist.", "Which novel was it?", False),
        ("Zorb", "PERSON", "It was the novel of Mr Zorb.", "Which novel was it?", True),
        ("Ada Quist", "PERSON", "It was Ada Quist.", "Which ship captain was it?", True),
        ("Zorb Blue", "PERSON", "They sold the Zorb Blue and more.", "What sold?", False),
        ("Zorb Blue", "PERSON", "They sold Zorb Blue 500 cars.", "What sold?", False),
        ("Ada Quist", "PERSON", "They sold the Ada Quist letters.", "What sold?", True),
        ("ZORB", "ORG", "The ZORB grew.", "Who built the ZORB?", False),
        ("Zorb Bank", "ORG", "In Ada v Zorb Bank it won.", "What won?", False),
        ("Zorb Bank", "ORG", "In Zorb Bank v Ada it won.", "What won?", False),
        ("Zorb", "ORG", "In Ada v Zorb it won.", "Which company won?", True),
        ("Zorb", "ORG", "She worked for Zorb.", "What did she do?", True),
        ("Zorb", "ORG", "The company Zorb grew.", "What grew?", True),
        ("Zorb", "ORG", "Then Zorb announced it.", "What came?", True),
        ("Zorb", "ORG", "Zorb is a small German newspaper.", "What was it?", True),
        ("Zorb", "ORG", "The company Zorb grew.", "Which town was it?", False),
        ("Zorb", "ORG", "Zorb is a small German cheese.", "What was it?", False),
        ("Zorb Union of 7 December", "ORG", "Zorb Union of 7 December.", "What?", False),
        ("North", "STATE", "They ran to North Asia.", "Where did they run?", False),
        ("Carnot", "CITY", "It ran as in the Carnot cycle.", "What ran?", False),
        ("Zorb", "STATE", "They ran through, and left the Zorb.", "What was it?", True),
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
