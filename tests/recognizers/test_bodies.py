"""Names of bodies begin and end where they do."""

from __future__ import annotations

import pytest

from builders.recognizers.rules.bodies import whole_body
from builders.types import EntityType, TypedSpan


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("the Hayle and Bodmin Railway opened", "Bodmin Railway", "Hayle and Bodmin Railway"),
        ("the Ulm & Aalen Railroad Company", "Aalen Railroad Company",
         "Ulm & Aalen Railroad Company"),
        ("the Hayle and Bodmin Museum", "Bodmin Museum", "Hayle and Bodmin Museum"),
        ("shares of Hayle, and Bodmin Railway", "Bodmin Railway", "Bodmin Railway"),
        ("trams and Bodmin Railway", "Bodmin Railway", "Bodmin Railway"),
        ("Hayle and Bodmin Mills closed", "Bodmin Mills", "Bodmin Mills"),
        ("a rack and pinion Bodmin Railway", "pinion Bodmin Railway", "Bodmin Railway"),
        ("the adidas Group grew", "adidas Group", "adidas Group"),
        ("the de Havilland Company flew", "de Havilland Company", "de Havilland Company"),
        ("by the Zorb Corporation for the Gelt Navy", "Zorb Corporation for the Gelt Navy",
         "Zorb Corporation"),
        ("the Corporation for the Arts", "Corporation for the Arts", "Corporation for the Arts"),
        ("the Zorb People's Gelt Movement met", "Zorb People", "Zorb People's Gelt Movement"),
        ("the Zorb Women's Gelt Union met", "Gelt Union", "Zorb Women's Gelt Union"),
        ("the Zorb Company's Gelt Mills met", "Zorb Company", "Zorb Company"),
        ("the Academy of Sciences and Arts met", "Academy of Sciences",
         "Academy of Sciences and Arts"),
        ("the Ministry of Trade and Zorb met", "Ministry of Trade", "Ministry of Trade"),
        ("the Party of Gelt and Peace and Freedom Party", "Party of Gelt", "Party of Gelt"),
        ("the Zorb Academy and Arts Club", "Zorb Academy", "Zorb Academy"),
        ("the Edward and Flora Museum met", "Flora Museum", "Edward and Flora Museum"),
        ("the Ada & Flora Zorb Fund met", "Flora Zorb Fund", "Ada & Flora Zorb Fund"),
        ("the Zorb and Flora Fund met", "Flora Fund", "Flora Fund"),
        ("by Edward and Flora Fund", "Flora Fund", "Flora Fund"),
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
