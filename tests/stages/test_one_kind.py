"""A name that was taken once for an organization and once for a place is one of the two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from builders.atlas import PlaceIndex
from builders.stages.finding import Finder
from builders.stages.one_kind import named_as_in_title, of_one_kind
from builders.stages.prepare import Preparer
from builders.types import Entity, EntityType, Example, Mention, TypedSpan

DOME = "Millennium Dome"
JOINED = r"Peru-Kenya|Peru|Kenya Islands"


def types_of(text: str, name: str, *found: tuple[EntityType, float]) -> list[EntityType]:
    """Return the types of a name that was found in a text with the given types and scores."""
    starts = [one.start() for one in re.finditer(re.escape(name), text)]
    spans = [
        TypedSpan(start, start + len(name), *its) for start, its in zip(starts, found, strict=True)
    ]
    made = of_one_kind(text, spans)
    assert [(one.start, one.end, one.score) for one in made] == [
        (one.start, one.end, one.score) for one in spans
    ]
    return [one.type for one in made]


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ((("ORG", 0.9), ("LOC", 0.6), ("LOC", 0.5)), "LOC"),
        ((("ORG", 0.9), ("LOC", 0.6), ("LOC", 0.2)), "ORG"),
        ((("LOC", 0.7), ("ORG", 0.6), ("ORG", 0.6)), "ORG"),
        ((("ORG", 0.5), ("CITY", 0.4), ("LOC", 0.45)), "ORG"),
        ((("CITY", 0.5), ("LOC", 0.4), ("LOC", 0.45)), "LOC"),
    ],
)
def test_a_name_of_several_words_has_the_type_with_the_highest_scores(
    found: tuple[tuple[EntityType, float], ...], wanted: EntityType
) -> None:
    text = f"The {DOME} closed. It sold the {DOME} for a song. The {DOME} leaked."
    assert types_of(text, DOME, *found) == [wanted] * 3


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Harvard", (("ORG", 0.9), ("CITY", 0.5))),
        (DOME, (("CITY", 0.9), ("STATE", 0.5))),
        ("Marie Curie", (("PERSON", 0.9), ("ORG", 0.5))),
        ("Marie Curie", (("PERSON", 0.4), ("LOC", 0.5))),
    ],
)
def test_single_words_places_and_persons_are_left_as_they_are(
    name: str, found: tuple[tuple[EntityType, float], ...]
) -> None:
    text = f"They met at {name}. Later {name} was old."
    assert types_of(text, name, *found) == [type_ for type_, _ in found]


def test_a_name_of_a_passage_that_was_found_as_two_things_is_one_entity() -> None:
    class Domes:
        fingerprint = "domes"

        def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
            for text in texts:
                types: tuple[EntityType, ...] = ("ORG", "LOC", "LOC")
                found = zip(re.finditer(DOME, text), types, strict=False)
                yield tuple(TypedSpan(*one.span(), type_, 0.5) for one, type_ in found)

    text = f"The {DOME} opened. Few came to the {DOME}, and the {DOME} closed."
    (made,) = Preparer(Finder(Domes())).prepare([Example("1", "d", "", "Why?", text, (), ())])
    ((entity, its),) = made.entities.items()
    assert (its.name, its.type) == (DOME, "LOC")
    assert [mention.entity for mention in made.mentions["context"]] == [entity] * 3


@pytest.mark.parametrize("passage", ["It lies inland.", "Zorba lies inland."])
def test_a_place_in_a_question_is_the_place_of_its_name_in_the_title(passage: str) -> None:
    class Towns:
        fingerprint = "towns"

        def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
            for text in texts:
                kind: EntityType = "LOC" if text == "Zorba" else "CITY"
                yield tuple(TypedSpan(*one.span(), kind, 0.5) for one in re.finditer("Zorba", text))

    example = Example("1", "d", "Zorba", "Which Zorba river floods?", passage, (), ())
    (made,) = Preparer(Finder(Towns()), demonyms={}).prepare([example])
    tied = {its[0].entity for its in made.mentions.values() if its}
    assert len(tied) == 1 and set(made.entities) == tied
    (entity,) = made.entities.values()
    assert entity.type == ("LOC" if passage.startswith("It") else "CITY")


@pytest.mark.parametrize(
    ("kind", "is_known", "merged"),
    [("CITY", False, True), ("CITY", True, False), ("PERSON", False, False)],
)
def test_only_places_that_the_passage_does_not_name_are_those_of_the_title(
    kind: EntityType, is_known: bool, merged: bool
) -> None:
    state, other = Entity("s", "STATE", "Zorba"), Entity("o", kind, "Zorba")
    asked = Mention("question", 0, 5, kind, "o")
    mentions = {"title": (Mention("title", 0, 5, "STATE", "s"),), "question": (asked,)}
    known = {"o"} if is_known else set[str]()
    found, entities = named_as_in_title(mentions, {"s": state, "o": other}, known)
    assert set(entities) == ({"s"} if merged else {"s", "o"})
    assert found["question"] == ((Mention("question", 0, 5, "STATE", "s"),) if merged else (asked,))


def test_a_text_with_two_joined_countries_has_them_as_two() -> None:
    class Lands:
        fingerprint = "lands"

        def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
            for text in texts:
                yield tuple(TypedSpan(*one.span(), "GPE", 0.5) for one in re.finditer(JOINED, text))

    places = PlaceIndex(countries=frozenset({"peru", "kenya", "peru and kenya islands"}))
    text = "Peru-Kenya talks began. Peru and Kenya Islands won."
    (made,) = Preparer(Finder(Lands(), places), demonyms={}).prepare(
        [Example("1", "d", "", "Why?", text, (), ())]
    )
    names = [text[one.start : one.end] for one in made.mentions["context"]]
    assert names == ["Peru", "Kenya", "Peru and Kenya Islands"]
