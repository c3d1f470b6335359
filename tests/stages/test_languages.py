"""Names of peoples that stand for their language, which are not renamed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from builders.stages.finding import Finder
from builders.stages.languages import is_language, with_languages, without_languages
from builders.stages.prepare import Preparer
from builders.types import EntityType, Example, Mention, TypedSpan


@pytest.mark.parametrize(
    "text",
    [
        "It was written in [German].",
        "the first Bible in [German], which he had worked on",
        "Ana Lake ([Turkish]: Ana Gölü)",
        "known in [Mongolian] as Senbor",
        "It is called Kola in [Turkish].",
        "many writers in the [Spanish] language",
        "the [German]-speaking peoples of the time",
        "a [Tamil]-language film",
        "She translated it from the [French].",
        "The [Armenian] alphabet is old.",
    ],
)
def test_a_people_that_stands_for_its_language_is_known_by_the_words_around_it(text: str) -> None:
    assert is_language(*_marked(text))


@pytest.mark.parametrize(
    "text",
    [
        "The [German] army left.",
        "He met a [German] in Rome.",
        "an expedition against the Saracens and [Byzantines], and another",
        "She is [Spanish].",
        "a [Turkish] painter of the time",
        "the [French] novelist and her sister",
        "The [German] poet used the form as the title of a poem.",
    ],
)
def test_other_peoples_are_no_languages(text: str) -> None:
    assert not is_language(*_marked(text))


def test_only_the_spans_of_languages_get_the_type_of_names_that_stay() -> None:
    text, at, end = _marked("It was written in [German].")
    people, place = TypedSpan(at, end, "NORP"), TypedSpan(at, end, "LOC")
    assert list(with_languages(text, [people, place])) == [TypedSpan(at, end, "MISC"), place]


def test_the_mentions_of_languages_are_apart_from_those_of_names() -> None:
    text = "A German wrote in German."
    one, other = (Mention("context", at, at + 6, "NORP", "NORP:german") for at in (2, 18))
    names, languages = without_languages(text, [one, other])
    assert names == [one]
    assert [(each.start, each.type) for each in languages] == [(18, "MISC")]


class Peoples:
    """Finds the first name of a people in a text, but not the next ones."""

    fingerprint = "peoples"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            found = re.search("German|Dane", text)
            yield (TypedSpan(*found.span(), "NORP"),) if found else ()


def test_a_language_stays_where_the_recognizer_missed_it_and_in_the_question() -> None:
    context = "The German army read it in German."
    example = Example("1", "t", "t", "Was it in German?", context, (), ())
    (kept,) = Preparer(Finder(Peoples()), keep_all=True, demonyms={}).prepare([example])
    (all_,) = Preparer(Finder(Peoples()), keep_all=True).prepare([example])
    assert [one.start for one in kept.mentions["context"]] == [4]
    assert not kept.mentions["question"]
    assert [one.start for one in all_.mentions["context"]] == [4, 27]
    assert [one.start for one in all_.mentions["question"]] == [10]


def _marked(text: str) -> tuple[str, int, int]:
    start, end = text.index("["), text.index("]") - 1
    return text.replace("[", "").replace("]", ""), start, end


def test_a_name_in_a_list_with_two_languages_is_one() -> None:
    text = "Armenian, Georgian, Avar and Rutul are spoken in German towns. Avar and Rutul men left."
    types: dict[str, EntityType] = {
        "Armenian": "MISC", "Georgian": "MISC", "Avar": "NORP", "Rutul": "CITY", "German": "NORP",
    }  # fmt: skip
    spans = [
        TypedSpan(one.start(), one.end(), types[one[0]])
        for one in re.finditer("|".join(types), text)
    ]
    found = [text[one.start : one.end] for one in with_languages(text, spans) if one.type == "MISC"]
    assert found == ["Armenian", "Georgian", "Avar", "Rutul"]
