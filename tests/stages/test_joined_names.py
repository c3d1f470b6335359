"""Two persons or countries whose names a dash joins."""

from __future__ import annotations

import pytest

from builders.stages.joined_names import apart_at_dashes
from builders.types import EntityType, TypedSpan


@pytest.mark.parametrize(
    ("name", "kind", "wanted"),
    [
        ("Holm\u2013Qvist", "PERSON", ["Holm", "Qvist"]),
        ("Ada Holm \u2013 Jo Qvist\u2013Zorb", "PERSON", ["Ada Holm", "Jo Qvist", "Zorb"]),
        ("Holm-Qvist", "PERSON", ["Holm-Qvist"]),
        ("Holm\u2013Qvist", "ORG", ["Holm\u2013Qvist"]),
        ("Holm", "PERSON", ["Holm"]),
    ],
)
def test_an_en_dash_joins_the_names_of_two_persons(
    name: str, kind: EntityType, wanted: list[str]
) -> None:
    text = f"The {name} test."
    spans = apart_at_dashes(text, [TypedSpan(4, 4 + len(name), kind)])
    assert [text[one.start : one.end] for one in spans] == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Angola-South Africa", ["Angola", "South Africa"]),
        ("Angola \u2013 Guinea", ["Angola", "Guinea"]),
        ("Guinea-Bissau", ["Guinea-Bissau"]),
        ("Austria-Hungary", ["Austria-Hungary"]),
        ("Angola-Kell", ["Angola-Kell"]),
        ("Angola", ["Angola"]),
    ],
)
def test_a_dash_joins_the_names_of_two_countries(name: str, wanted: list[str]) -> None:
    text = f"The {name} talks."
    countries = {
        "angola",
        "south africa",
        "guinea",
        "guinea-bissau",
        "bissau",
        "austria",
        "hungary",
    }
    spans = list(apart_at_dashes(text, [TypedSpan(4, 4 + len(name), "GPE")], countries))
    assert [text[one.start : one.end] for one in spans] == wanted
    assert {one.type for one in spans} == ({"COUNTRY"} if len(wanted) > 1 else {"GPE"})
