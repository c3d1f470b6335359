"""Common nouns that begin with the name of a people keep it."""

from __future__ import annotations

import pytest

from builders.stages.common_phrases import with_common_phrases
from builders.types import TypedSpan


@pytest.mark.parametrize(
    ("text", "name", "phrase"),
    [
        ("He plays American football.", "American", "American football"),
        ("Two American bisons, or more", "American", "American bisons"),
        ("Swiss stone pines grow.", "Swiss", "Swiss stone pines"),
        ("a Syrian\nbear", "Syrian", "Syrian\nbear"),
        ("German Shepherds bark.", "German", "German Shepherds"),
        ("The faith is Roman Catholicism.", "Roman", "Roman Catholicism"),
        ("a Greek Orthodox church", "Greek", "Greek Orthodox"),
        ("Roman numerals are letters.", "Roman", "Roman numerals"),
        ("the Roman language", "Roman", ""),
        ("The Roman buildings fell.", "Roman", ""),
        ("The American senator left.", "American", ""),
        ("American footballers", "American", ""),
        ("American Bison Society", "American", ""),
        ("an American", "American", ""),
    ],
)
def test_a_phrase_is_taken_whole(text: str, name: str, phrase: str) -> None:
    start = text.index(name)
    span = TypedSpan(start, start + len(name), "NORP", 0.9)
    (found,) = with_common_phrases(text, [span])
    assert text[found.start : found.end] == phrase if phrase else found == span
    assert (found.type == "MISC") is bool(phrase)


def test_persons_and_other_names_are_no_phrases() -> None:
    spans = [TypedSpan(0, 8, "PERSON"), TypedSpan(9, 17, "MISC")]
    assert list(with_common_phrases("American football", spans)) == spans


def test_a_name_inside_a_phrase_goes_and_one_that_goes_on_behind_it_stays() -> None:
    text = "Roman Catholicism, a Roman Catholic Diocese, American Robin Holm"
    faith = [TypedSpan(0, 5, "NORP"), TypedSpan(6, 17, "NORP")]
    diocese = [TypedSpan(21, 26, "NORP"), TypedSpan(27, 43, "ORG")]
    person = [TypedSpan(45, 53, "NORP"), TypedSpan(54, 59, "PERSON")]
    assert list(with_common_phrases(text, [*faith, *diocese, *person])) == [
        TypedSpan(0, 17, "MISC"),
        *diocese,
        *person,
    ]
