"""Full stops that end an abbreviation and a sentence at once."""

from __future__ import annotations

import pytest

from builders.spans.known_entities import find_known
from builders.spans.sentence_ends import without_sentence_ends
from builders.types import Entity, TypedSpan


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("She came to the U.S. He left.", "U.S.", "U.S"),
        ('She came to the U.S. "The end" came.', "U.S.", "U.S"),
        ("She came to the U.S. Senate.", "U.S.", "U.S."),
        ("She came to the U.S. in May.", "U.S.", "U.S."),
        ("She left. He came to the U.S.", "U.S.", "U.S"),
        ('She left. "He came to the U.S."', "U.S.", "U.S"),
        ("Mayor of Arva, D.C.", "Arva, D.C.", "Arva, D.C."),
        ("She left Arva. He came.", "Arva", "Arva"),
    ],
)
def test_a_name_ends_before_the_full_stop_of_its_sentence(
    text: str, name: str, wanted: str
) -> None:
    start = text.index(name)
    (span,) = without_sentence_ends(text, [TypedSpan(start, start + len(name), "CITY")])
    assert text[span.start : span.end] == wanted


def test_a_known_name_ends_before_the_full_stop_of_its_sentence() -> None:
    text = "She left Arva, D.C. He came to Arva, D.C. in May."
    city = Entity("1", "CITY", "Arva, D.C.")
    found = find_known([("context", text)], [city], {})
    assert [text[one.start : one.end] for one in found] == ["Arva, D.C", "Arva, D.C."]
