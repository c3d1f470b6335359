"""Longer names of places of which a recognizer found the parts."""

from __future__ import annotations

import pytest
from entity_marks import marked

from builders.stages.longer_names import lengthened

COUNTRIES = frozenset(
    {
        "bosnia and herzegovina",
        "sao tome and principe",
        "saint kitts and nevis",
        "bahama and the kells",
    }
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[Washington](STATE), D.C. fell.", [("Washington, D.C.", "CITY")]),
        ("[São Tomé](CITY) and [Príncipe](LOC) won.", [("São Tomé and Príncipe", "COUNTRY")]),
        ("[Bosnia](COUNTRY) & [Herzegovina](LOC) won.", [("Bosnia & Herzegovina", "COUNTRY")]),
        ("[St. Kitts](PERSON)_and_the_[Nevis](LOC)", [
            ("St. Kitts", "PERSON"), ("Nevis", "LOC")]),
        ("[Bosnia](COUNTRY) and [Austria](COUNTRY)", [
            ("Bosnia", "COUNTRY"), ("Austria", "COUNTRY")]),
        ("[Bahama](LOC) and the [Kells](LOC)", [("Bahama and the Kells", "COUNTRY")]),
        ("[Bosnia](COUNTRY), [Herzegovina](LOC)", [("Bosnia", "COUNTRY"), ("Herzegovina", "LOC")]),
    ],
)  # fmt: skip
def test_a_place_gets_its_whole_name(text: str, wanted: list[tuple[str, str]]) -> None:
    text, spans, _ = marked(text)
    found = lengthened(text, spans, COUNTRIES)
    assert [(text[one.start : one.end], one.type) for one in found] == wanted
