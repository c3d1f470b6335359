"""The perturbable spans of persons' names, spans that overlap, and entities known beforehand."""

from __future__ import annotations

import pytest
from entity_marks import linked, marked

from builders.spans.linking import link_field, link_passage, outermost
from builders.spans.missed_mentions import missed_mentions, names_of_one
from builders.spans.person_spans import (
    LOWER_CASE_WORD,
    ONE_CHARACTER,
    THREE_WORDS,
    TWO_GIVEN,
    person_spans,
)
from builders.types import Answer, Entity, LoneName, Mention, TypedSpan


def spans(name: str, answer: str = "", lone: LoneName = "first") -> list[tuple[str, str]] | str:
    """Return the types and surfaces of the spans of a name, or the reason if there are none."""
    found, reason = person_spans(Entity("e", "PERSON", name), [Answer(answer or name, 0)], lone)
    return [(span.span_type.partition("_")[0], span.surface) for span in found] or reason


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Ada Holm", [("FIRST", "Ada"), ("LAST", "Holm")]),
        ("Ada", [("FIRST", "Ada")]),
        ("A. Holm", [("LAST", "Holm")]),
        ("Ada H.", [("FIRST", "Ada")]),
        ("Dr. Ada Holm", [("FIRST", "Ada"), ("LAST", "Holm")]),
        ("Ada Holm Jr.", [("FIRST", "Ada"), ("LAST", "Holm")]),
        ("Otto III", [("FIRST", "Otto")]),
        ("Otto Holm III", [("FIRST", "Otto"), ("LAST", "Holm")]),
        ("Jr.", [("FIRST", "Jr.")]),
        ("Jean - Luc Holm", [("FIRST", "Jean - Luc"), ("LAST", "Holm")]),
        ("Ada Marie Holm", THREE_WORDS),
        ("John Paul II", TWO_GIVEN),
        ("Ada holm", LOWER_CASE_WORD),
        ("李明", [("PERSON", "李明")]),
        ("李", ONE_CHARACTER),
        ("约翰·史密斯", [("FIRST", "约翰"), ("LAST", "史密斯")]),
    ],
)
def test_a_name_of_one_or_two_words_has_a_span_per_word(
    name: str, wanted: list[tuple[str, str]] | str
) -> None:
    assert spans(name) == wanted


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("Ada Holm", [("FIRST", "Ada"), ("LAST", "Holm")]),
        ("Dr. Ada Holm", [("FIRST", "Ada"), ("LAST", "Holm")]),
        ("Ada", THREE_WORDS),
        ("Bo Holm", THREE_WORDS),
        ("Ada Reed", THREE_WORDS),
        ("Ada of Holm", THREE_WORDS),
    ],
)
def test_a_longer_name_is_renamed_where_the_answer_has_first_and_last_name(
    answer: str, wanted: list[tuple[str, str]] | str
) -> None:
    assert spans("Ada Marie Holm", answer) == wanted


def test_the_answer_may_have_a_short_form_of_the_first_name() -> None:
    assert spans("William Henry Reed", "Bill Reed") == [("FIRST", "Bill"), ("LAST", "Reed")]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Holm", [("LAST", "Holm")]),
        ("Dr. Holm", [("LAST", "Holm")]),
        ("Ada Holm", [("FIRST", "Ada"), ("LAST", "Holm")]),
        ("Otto III", [("FIRST", "Otto")]),
    ],
)
def test_a_name_of_one_word_may_be_a_last_name(name: str, wanted: list[tuple[str, str]]) -> None:
    assert spans(name, lone="last") == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Miller", [("LAST", "Miller")]),
        ("Mr. Manning", [("LAST", "Manning")]),
        ("MILLER", [("LAST", "MILLER")]),
        ("Peter", [("FIRST", "Peter")]),
        ("Avicenna", [("FIRST", "Avicenna")]),
        ("Martin V", [("FIRST", "Martin")]),
        ("Martin Peter", [("FIRST", "Martin"), ("LAST", "Peter")]),
    ],
)
def test_a_name_of_one_word_may_be_what_it_more_often_is(
    name: str, wanted: list[tuple[str, str]]
) -> None:
    assert spans(name, lone="frequent") == wanted


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ([(0, 5), (1, 3)], [(0, 5)]),
        ([(0, 5), (3, 9)], [(3, 9)]),
        ([(0, 5), (4, 9)], [(0, 5)]),
        ([(0, 5), (5, 8)], [(0, 5), (5, 8)]),
        ([(3, 3), (0, 2)], [(0, 2)]),
        ([(4, 2)], []),
        ([(0, 4), (4, 4), (3, 6)], [(0, 4)]),
        ([(10, 13), (11, 15)], [(11, 15)]),
        ([(10, 16), (12, 17)], [(10, 16)]),
        ([(0, 2), (4, 7), (6, 12)], [(0, 2), (6, 12)]),
        ([(0, 3), (2, 6), (5, 12)], [(5, 12)]),
    ],
)
def test_of_spans_that_cross_the_longer_one_is_kept(
    given: list[tuple[int, int]], kept: list[tuple[int, int]]
) -> None:
    found = outermost([TypedSpan(*bounds, "PERSON") for bounds in given])
    assert [(span.start, span.end) for span in found] == kept


def test_entities_that_are_known_keep_their_ids() -> None:
    text = "Holm met Quist of the EU."
    known = [
        Entity("p1", "PERSON", "Ada Holm", "Ada", "Holm"),
        Entity("o1", "ORG", "European Union", aliases=("EU",)),
    ]
    spans = [TypedSpan(0, 4, "PERSON"), TypedSpan(9, 14, "PERSON"), TypedSpan(22, 24, "ORG")]
    passage = link_passage(text, spans, known=known)
    assert [mention.entity for mention in passage.mentions] == ["p1", "PERSON:quist", "o1"]
    assert passage.entities["p1"] == known[0] and passage.entities["o1"] == known[1]


@pytest.mark.parametrize("name", ["holm", "X", "The", "May"])
def test_an_ordinary_word_is_not_looked_for(name: str) -> None:
    text = f"They met {name} there."
    assert missed_mentions("context", text, names_of_one([Entity("e", "ORG", name)]), []) == ()


def test_a_name_that_touches_a_mention_is_found_beside_it() -> None:
    names = names_of_one([Entity("e", "CITY", "Arva"), Entity("f", "ORG", "QZ")])
    taken = [Mention("context", 5, 7, "ORG", "f")]
    (found,) = missed_mentions("context", "Arva/QZ/Arva-born"[:7], names, taken)
    assert (found.start, found.end, found.entity) == (0, 4, "e")
    assert len(missed_mentions("context", "QZ/Arva", names, [])) == 2


@pytest.mark.parametrize(
    ("passage", "kind", "line", "wanted"),
    [
        # Of two places with one name, the recognized type decides.
        ("[Zorba](CITY) and [Zorba](STATE)", "question", "Is [Zorba](STATE) far?",
         [("Zorba", "STATE:zorba")]),
        ("[Zorba](CITY) and [Zorba](STATE)", "question", "Is [Zorba](CITY) far?",
         [("Zorba", "CITY:zorba")]),
        # A word that the passage has, but not as a name, is not a name in the question.
        ("[Holm](PERSON) met Reed.", "question", "Did [Reed](PERSON) sing?", []),
        ("[Holm](PERSON) met a reed.", "question", "Did [Reed](ORG) sing?", []),
        ("They will meet [Holm](PERSON).", "question", "Did [Will](PERSON) sing?",
         [("Will", "PERSON:will")]),
        ("They will meet [Holm](PERSON).", "question", "[Will](PERSON) they sing?", []),
        ("They will meet [Holm](PERSON).", "title", "About [Will](PERSON)", []),
        ("They will meet [Holm](PERSON).", "question", "Did [Will](ORG) sing?", []),
        # Of a fuller name in the question, the known part is a name of the passage.
        ("[Klein](PERSON) sold bread.", "question", "Did [Marta Klein](PERSON) sell?",
         [("Klein", "PERSON:klein")]),
        ("[Klein](PERSON) sold bread.", "question", "Did [Kleinn](PERSON) sell?",
         [("Kleinn", "PERSON:klein")]),
        ("[Marta Klein](PERSON) sold bread.", "question", "Did [Marta Anna Klein](PERSON) sell?",
         [("Marta Anna Klein", "PERSON:marta klein")]),
    ],
)  # fmt: skip
def test_names_in_other_fields_are_those_of_the_passage_or_new(
    passage: str, kind: str, line: str, wanted: list[tuple[str, str]]
) -> None:
    text, spans, _ = marked(line)
    mentions, _ = link_field(linked(passage), kind, text, spans)
    assert [(text[m.start : m.end], m.entity) for m in mentions] == wanted
