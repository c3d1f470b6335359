"""Names of bodies begin and end where they do."""

from __future__ import annotations

import pytest

from builders.recognizers.bodies import whole_body
from builders.types import EntityType, TypedSpan


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("the Hayle and Bodmin Railway opened", "Bodmin Railway", "Hayle and Bodmin Railway"),
        ("the Ulm & Aalen Railroad Company", "Aalen Railroad Company",
         "Ulm & Aalen Railroad Company"),
        ("shares of Hayle, and Bodmin Railway", "Bodmin Railway", "Bodmin Railway"),
        ("trams and Bodmin Railway", "Bodmin Railway", "Bodmin Railway"),
        ("Hayle and Bodmin Mills closed", "Bodmin Mills", "Bodmin Mills"),
        ("a rack and pinion Bodmin Railway", "pinion Bodmin Railway", "Bodmin Railway"),
        ("the adidas Group grew", "adidas Group", "adidas Group"),
        ("the de Havilland Company flew", "de Havilland Company", "de Havilland Company"),
        ("by the Zorb Corporation for the Gelt Navy", "Zorb Corporation for the Gelt Navy",
         "Zorb Corporation"),
        ("the Corporation for the Arts", "Corporation for the Arts", "Corporation for the Arts"),
        ("the iFix Repair Company", "iFix Repair Company", "iFix Repair Company"),
    ],
)  # fmt: skip
def test_a_body_is_where_its_name_is(text: str, found: str, whole: str) -> None:
    span = whole_body(text, _span(text, found, "ORG"))
    assert text[span.start : span.end] == whole


def test_other_types_stay() -> None:
    place = _span("the Hayle and Bodmin Railway", "Bodmin Railway", "LOC")
    assert whole_body("the Hayle and Bodmin Railway", place) == place


def _span(text: str, surface: str, type_: EntityType) -> TypedSpan:
    start = text.index(surface)
    return TypedSpan(start, start + len(surface), type_)
