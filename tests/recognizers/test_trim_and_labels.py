"""Where names begin and end, and what other people's labels mean."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from span_marks import mark, marked

from builders.errors import FixInputError
from builders.recognizers.labels import label_types
from builders.recognizers.trim import trimmed
from builders.text import is_whole
from builders.types import ENTITY_TYPES, TypedSpan

TRIMMED = [
    ("[Klein's](PERSON) hat", "[Klein](PERSON)'s hat"),
    ("[Klein’s](PERSON) hat", "[Klein](PERSON)’s hat"),
    ("[Reyes'](PERSON) hat", "[Reyes](PERSON)' hat"),
    ("[the Red Cross](ORG)", "the [Red Cross](ORG)"),
    ("[The Hague](CITY)", "[The Hague](CITY)"),
    ("in The [Hague](CITY) then", "in [The Hague](CITY) then"),
    ("The [Hague Convention](ORG)", "The [Hague Convention](ORG)"),
    ("[The Oslo](CITY) coast", "The [Oslo](CITY) coast"),
    ("the [Rus](GPE)' lands", "the [Rus'](GPE) lands"),
    ("[Oslo,](CITY) then", "[Oslo](CITY), then"),
    ('["Oslo"](CITY)', '"[Oslo](CITY)"'),
    ("[Dr. Amara Okafor](PERSON)", "Dr. [Amara Okafor](PERSON)"),
    ("[President Orozco](PERSON)", "President [Orozco](PERSON)"),
    ("[Prime Minister Lee](PERSON)", "Prime Minister [Lee](PERSON)"),
    ("[King](PERSON)", "[King](PERSON)"),
    ("[King Jr.](PERSON)", "[King Jr.](PERSON)"),
    ("[King Amado Jr.](PERSON)", "King [Amado Jr.](PERSON)"),
    ("[Duke Ellis](PERSON)", "[Duke Ellis](PERSON)"),
    ("[Prince Albert](ORG)", "[Prince Albert](ORG)"),
    ("the [U.S.](GPE) coast", "the [U.S.](GPE) coast"),
    ("[Walter Finch Jr.](PERSON)", "[Walter Finch Jr.](PERSON)"),
    ("She saw [Oslo.](CITY)", "She saw [Oslo](CITY)."),
    ("[Delta Inc.](ORG)", "[Delta Inc.](ORG)"),
    ("[Jericho (Orik)](CITY)", "[Jericho (Orik)](CITY)"),
    ("([Oslo)](CITY)", "([Oslo](CITY))"),
    ("[Delta (Orik](ORG) Works)", "[Delta](ORG) (Orik Works)"),
    ('[Delta "Orik](ORG) Works"', '[Delta](ORG) "Orik Works"'),
    ('[Ada "Bo Holm](PERSON)" sang', '[Ada "Bo Holm](PERSON)" sang'),
    ("[Del(ta Orik](ORG) met", "Del(ta Orik met"),
    ("The [Hague](ORG) sang", "The [Hague](ORG) sang"),
    ("the [Rus](PERSON)' hat", "the [Rus](PERSON)' hat"),
    ("the [Rus' Land](GPE)", "the [Rus' Land](GPE)"),
    ("the [Kievan Rus'](GPE)", "the [Kievan Rus'](GPE)"),
    ("[João I.](PERSON) He ruled", "[João I](PERSON). He ruled"),
    ("[João I. Reis](PERSON) ruled", "[João I. Reis](PERSON) ruled"),
    ("[Klein's's](PERSON) hat", "[Klein](PERSON)'s's hat"),
    ("[which Ada](PERSON)", "which [Ada](PERSON)"),
    ("[Which Ada](PERSON)", "Which [Ada](PERSON)"),
    ("[President of Kenya](PERSON)", "[President of Kenya](PERSON)"),
    ("[Sir, Ada](PERSON)", "Sir, [Ada](PERSON)"),
    ("[Klein'](ORG) hat", "[Klein](ORG)' hat"),
    ("[Delta Inc.,](ORG) then", "[Delta Inc.](ORG), then"),
    ("[João I.](PERSON)", "[João I](PERSON)."),
    ("[João I.](PERSON), King", "[João I.](PERSON), King"),
    ("[ , ](CITY)", " , "),
    ("O[slo](CITY)", "Oslo"),
    ("for [US](GPE)$3 then", "for US$3 then"),
    ("in the [US](GPE)", "in the [US](GPE)"),
]


@pytest.mark.parametrize(("given_spans", "wanted"), TRIMMED)
def test_trimmed(given_spans: str, wanted: str) -> None:
    text, spans = marked(given_spans)
    assert mark(text, trimmed(text, spans)) == wanted


@given(
    st.text(st.sampled_from("Dr. the Al's’-(),_é\u0301İ北 \n"), max_size=30),
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(0, 30), st.sampled_from(ENTITY_TYPES)), max_size=5
    ),
)
def test_trimmed_spans_are_whole_sorted_and_inside(
    text: str, bounds: list[tuple[int, int, str]]
) -> None:
    spans = [
        TypedSpan(min(a, b, len(text)), min(max(a, b), len(text)), type_) for a, b, type_ in bounds
    ]
    kept = trimmed(text, spans)
    assert all(is_whole(text, span.start, span.end) for span in kept)
    assert all(a.end <= b.start for a, b in pairwise(kept))
    for span in kept:
        outer = [s for s in spans if s.start <= span.start and span.end <= s.end]
        assert span.type in {s.type for s in outer}
    assert trimmed(text, kept) == kept


def test_ontonotes_labels() -> None:
    types = label_types("x", ["PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "DATE", "EVENT"])
    assert types == {
        "PERSON": "PERSON", "ORG": "ORG", "GPE": "GPE", "LOC": "LOC", "FAC": "LOC", "NORP": "NORP",
    }  # fmt: skip


def test_finer_labels_keep_countries_and_cities_apart() -> None:
    types = label_types("x", ["CITY", "COUNTRY", "STATE_OR_PROVINCE", "NATIONALITY", "LOCATION"])
    assert types == {
        "CITY": "CITY", "COUNTRY": "COUNTRY", "STATE_OR_PROVINCE": "STATE",
        "NATIONALITY": "NORP", "LOCATION": "LOC",
    }  # fmt: skip


def test_without_a_label_for_countries_a_place_is_left_to_the_gazetteer() -> None:
    types = label_types("x", ["B-PER", "I-PER", "B-LOC", "B-ORG", "B-MISC"])
    assert types == {"PER": "PERSON", "LOC": "GPE", "ORG": "ORG"}


def test_a_pipeline_without_known_labels_is_refused() -> None:
    with pytest.raises(FixInputError, match=r"x: marks no names .* GENE"):
        label_types("x", ["GENE"])
    with pytest.raises(FixInputError, match=r"its labels: none"):
        label_types("x", [])
