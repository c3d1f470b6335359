"""Names inside the names of events and works, renamed in step with the rest of the passage."""

from __future__ import annotations

import pytest
from entity_marks import marked

from builders.stages.event_names import EventNames, KnownPlaces
from builders.types import EntityType

WORDS = frozenset({"cat", "called", "civil", "war", "new", "marathon", "peace", "who", "doctor"})
DEMONYMS = {"spanish": "spain", "dutch": "netherlands", "south zorbian": "south zorbia"}
COUNTRIES = frozenset({"spain", "netherlands", "south zorbia", "georgia", "jordan"})
PLACES = KnownPlaces(DEMONYMS, COUNTRIES, frozenset({"arva", "georgia", "central", "cat"}))

PARTS: dict[str, list[tuple[str, EntityType]]] = {
    "Bank of Spain": [("Spain", "COUNTRY")], "Kell Club": [("Kell", "STATE")],
}  # fmt: skip


def in_step(passage: str, line: str) -> list[tuple[str, str]]:
    """Return the names of a marked line, with those of a marked passage inside its events."""
    text, spans, _ = marked(passage)
    names = EventNames.of(text, spans, PLACES, lambda name: PARTS.get(name, ()))
    text, spans, _ = marked(line)
    found = names.in_step(text, spans, WORDS.__contains__)
    return [(text[span.start : span.end], span.type) for span in found]


@pytest.mark.parametrize(
    ("passage", "event", "wanted"),
    [
        ("It lies in [Arva](CITY).", "Treaty of Arva", [("Arva", "CITY")]),
        ("It lies in [Arva](CITY).", "Arva Marathon", [("Arva", "CITY")]),
        ("It lies in [Arva](CITY).", "Arva Hilton Tales", []),
        ("It lies in [Arva](CITY).", "New Arva Marathon", []),
        ("It lies in [Arva](CITY).", "Arva-Kell Marathon", []),
        ("It lies in [Arva](CITY).", "Kell-Arva Marathon", []),
        ("It lies in [Kell](CITY).", "Treaty of Arva", []),
        ("It lies in [Arva](CITY), not [Arva](STATE).", "Treaty of Arva", []),
        ("A [Doctor](PERSON) came.", "Doctor Who", []),
        ("[Ada Holm](PERSON) came.", "Holm Marathon", [("Holm", "PERSON")]),
        ("[Ada Holm](PERSON) came.", "The Ada Holm Marathon", [("Ada Holm", "PERSON")]),
        ("[Ada Holm](PERSON) came.", "A Cat Called Holm", [("Holm", "PERSON")]),
        ("[Ada Holm](PERSON) came.", "Linda Holm Marathon", []),
        ("[Ada Holm](PERSON) came.", "King Holm War", [("Holm", "PERSON")]),
        ("They left [Spain](COUNTRY).", "Spanish Civil War", [("Spanish", "NORP")]),
        ("They left [Spain](COUNTRY).", "1931 Spanish general election", [("Spanish", "NORP")]),
        ("They left [Spain](COUNTRY).", "1931_Spanish_election", [("Spanish", "NORP")]),
        ("They left [Spain](COUNTRY).", "Spanish general election", [("Spanish", "NORP")]),
        ("They left [Spain](COUNTRY).", "Spanish dialect", []),
        ("They left the [U.S.](COUNTRY)", "1984 United States election", [
            ("United States", "COUNTRY")]),
        ("The [Bank of Spain](ORG) rose.", "1931 Spanish election", [("Spanish", "NORP")]),
        ("The [Kell Club](ORG) rose.", "1931 Kell election", [("Kell", "STATE")]),
        ("They left [Holland](COUNTRY).", "Dutch Civil War", [("Dutch", "NORP")]),
        ("They left [South Zorbia](COUNTRY).", "South Zorbian Civil War",
         [("South Zorbian", "NORP")]),
        ("They are [Spanish](NORP).", "First Spanish War", []),
        ("They are [Spanish](NORP).", "New Spanish War", [("Spanish", "NORP")]),
        ("They are [Dutch](NORP).", "Spanish Civil War", []),
        ("They left [Spain](COUNTRY).", "Spanish-speaking", []),
        ("They left [Spain](COUNTRY).", "Spanish", []),
        ("[Nokia](ORG) grew.", "Nokia Lumia", [("Nokia", "ORG")]),
        ("[Arva](ORG) grew.", "Arva Lumia", []),
        ("[Ada Holm](PERSON) left [Spain](COUNTRY).", "Peace of Spain and Holm",
         [("Spain", "COUNTRY"), ("Holm", "PERSON")]),
    ],
)  # fmt: skip
def test_an_event_gives_way_to_the_names_of_its_passage(
    passage: str, event: str, wanted: list[tuple[str, str]]
) -> None:
    found = in_step(passage, f"[Ely](CITY) saw the [{event}](MISC) and left.")
    assert found == [("Ely", "CITY"), *(wanted or [(event, "MISC")])]


@pytest.mark.parametrize(
    ("event", "wanted"),
    [
        ("2001 Spanish general war", [("Spanish", "NORP")]),
        ("war in Arva", [("Arva", "STATE")]),
        ("1986 South Zorbia Senate war in Arva", [("South Zorbia", "COUNTRY"), ("Arva", "STATE")]),
        ("general war in Jordan", [("Jordan", "COUNTRY")]),
        ("Jordan Hart called", []),
        ("war in Georgia", []),
        ("war in Cat", []),
        ("Spanish Civil War", []),
        ("Treaty of Arva", []),
        ("Spanish war", []),
    ],
)
def test_a_description_of_an_event_has_names_of_its_own(
    event: str, wanted: list[tuple[str, EntityType]]
) -> None:
    assert in_step("They are [Dutch](NORP).", f"It was the [{event}](MISC).") == (
        wanted or [(event, "MISC")]
    )


def test_a_text_without_events_stays_as_it_is() -> None:
    assert in_step("It lies in [Arva](CITY).", "To [Ely](CITY)") == [("Ely", "CITY")]
