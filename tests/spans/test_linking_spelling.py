"""One letter wrong inside a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.spans.coreference import Coreference
from builders.spans.misspellings import is_misspelt
from builders.swap.forms import analyse
from builders.swap.new_names import SourceName
from builders.types import EntityType, TypedSpan


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("isaac", "issac"), ("scottish", "scotish"), ("harold wilson", "harold winson"),
        ("trevithick", "trevihtick"), ("maastricht", "mastricht"), ("essex", "esssex"),
        ("schwabach", "schwaback"), ("alejandro sanz", "alejandro sans"),
    ],
)  # fmt: skip
def test_misspelt(one: str, other: str) -> None:
    assert is_misspelt(one, other)
    assert is_misspelt(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("russia", "russian"), ("iran", "iraq"), ("austria", "australia"), ("klein", "klein"),
        ("baker", "maker"), ("jonas", "jones king"), ("abcde", "acdbe"),
        ("", ""), ("norman", "roman"), ("antonio", "antonia"), ("henry iv", "henry ix"),
        ("super bowl xliv", "super bowl xlix"), ("bergen", "berger"),
        ("apollo 12", "apollo 13"),
    ],
)  # fmt: skip
def test_another_word(one: str, other: str) -> None:
    assert not is_misspelt(one, other)
    assert not is_misspelt(other, one)


_WORDS = st.text("abc", max_size=8)


@given(_WORDS, _WORDS)
def test_either_way_round(one: str, other: str) -> None:
    assert is_misspelt(one, other) == is_misspelt(other, one)
    if is_misspelt(one, other):
        assert one != other
        assert one[0] == other[0]
        assert one[-1] == other[-1] or (one[:-1] == other[:-1] and len(one) > 6)


@given(st.text("abcd", min_size=5, max_size=8), st.integers(1, 5), st.sampled_from("abcd"))
def test_a_letter_put_in_is_seen(name: str, at: int, letter: str) -> None:
    spoilt = name[:at] + letter + name[at:]
    if spoilt[-1] == name[-1]:
        assert is_misspelt(name, spoilt)


@pytest.mark.parametrize(
    ("text", "name", "type_", "asked"),
    [
        ("Schwabach is old.", "Schwabach", "CITY", "Schwaback"),
        ("Alejandro Sanz sang.", "Alejandro Sanz", "PERSON", "Alejandro Sans"),
    ],
)
def test_a_question_may_misspell_the_last_letter(
    text: str, name: str, type_: EntityType, asked: str
) -> None:
    read = Coreference(text)
    read.read([TypedSpan(0, len(name), type_)])
    assert read.best_clusters(asked, type_) == read.clusters


def test_two_known_places_that_are_spelt_alike_are_two() -> None:
    text = "Hartford is called after Hertford."
    spans = [TypedSpan(0, 8, "CITY"), TypedSpan(25, 33, "CITY")]
    for known, count in (((), 1), (("Hartford",), 1), (("Hartford", "Hertford"), 2)):
        read = Coreference(text, is_place=known.__contains__)
        read.read(spans)
        assert len(read.clusters) == count


def test_a_misspelt_surname_is_replaced_with_the_first_name() -> None:
    source = SourceName("1", "PERSON", "Alejandro Sanz", "Alejandro", "Sanz")
    found = analyse("Alejandro Sans", source)
    assert found is not None and (found.start, found.end) == (0, len("Alejandro Sans"))
