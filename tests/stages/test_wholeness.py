"""No entity is half renamed: one whose name stands unread somewhere is left alone."""

import pytest

from builders.spans.answer_entities import (
    ANSWER_ENTITY_TYPES,
    CLOSE_READINGS,
    HALF_NAMED,
    NO_ENTITY,
    Identified,
)
from builders.stages.wholeness import find_remaining_entities, names_of_entities, names_of_spans
from builders.types import Entity, Mention, PerturbableSpan

HOLM = Entity("PERSON:ada holm", "PERSON", "Ada Holm", "Ada", "Holm")
NAMES = names_of_entities({HOLM.id: HOLM})
CONTEXT = "Ada Holm flew. "


def behind(rest: str, *marks: tuple[str, str], question: str = "Who flew?") -> dict[str, str]:
    """Return what is left behind where `marks`, text and entity, are read beside the first name."""
    text = CONTEXT + rest
    mentions = [Mention("context", 0, len("Ada Holm"), "PERSON", HOLM.id)]
    for surface, entity in marks:
        start = text.index(surface, len(CONTEXT))
        mentions.append(Mention("context", start, start + len(surface), "PERSON", entity))
    texts = {"context": text, "question": question}
    return find_remaining_entities(
        texts, {"context": mentions}, NAMES, lambda word: word == "march"
    )


@pytest.mark.parametrize("rest", ["Holm landed.", "HOLM WON!", "A Holm-type wing.", "Hólm’s."])
def test_a_name_that_nobody_reads_is_left_behind_in_any_case(rest: str) -> None:
    assert behind(rest) == {HOLM.id: HALF_NAMED}


@pytest.mark.parametrize(
    ("rest", "marks"),
    [
        ("Holm landed.", [("Holm", HOLM.id)]),
        ("Bo Holm landed.", [("Bo Holm", "PERSON:bo holm")]),
        ("The Holm Prize is hers.", [("Holm Prize", "ORG:holm prize")]),
        ("Holmes landed in Stockholm.", []),
    ],
)
def test_a_name_may_stay_where_somebody_elses_or_a_longer_one_is_read(
    rest: str, marks: list[tuple[str, str]]
) -> None:
    assert behind(rest, *marks) == {}


def test_a_word_in_lower_case_is_not_the_name_in_a_passage_with_capitals() -> None:
    assert behind("Force is measured in holm.") == {}
    assert behind("", question="Who measured force in holm?") == {HOLM.id: HALF_NAMED}
    small = Entity("PERSON:holm", "PERSON", "holm")
    texts = {"context": "The singer holm left. When holm left, Bo came."}
    mentions = {"context": [Mention("context", 11, 15, "PERSON", small.id)]}
    names = names_of_entities({small.id: small})
    assert find_remaining_entities(texts, mentions, names, lambda word: False) == {
        small.id: HALF_NAMED
    }


def test_questions_count_as_well() -> None:
    assert behind("", question="where did holm fly") == {HOLM.id: HALF_NAMED}


def test_a_name_of_which_two_readings_are_close_is_told_apart_from_one_that_nobody_reads() -> None:
    assert behind("Holm landed.", ("Holm", "")) == {HOLM.id: CLOSE_READINGS}


def test_a_word_of_english_and_a_lone_letter_say_nothing() -> None:
    may = Entity("PERSON:may march", "PERSON", "May March", "May", "March", ("M",))
    texts = {"context": "M may well march in May."}
    assert (
        find_remaining_entities(texts, {}, names_of_entities({may.id: may}), lambda w: w == "march")
        == {}
    )


def test_the_types_of_a_half_named_entity_are_left_out_with_the_reason() -> None:
    spans = (PerturbableSpan(HOLM.id, "LAST", "Holm"),)
    oslo = (PerturbableSpan("CITY:oslo", "CITY", "Oslo"),)
    found = Identified({"PER": spans, "GPE": oslo}, {"ORG": NO_ENTITY})
    left = found.without({HOLM.id: HALF_NAMED})
    assert (left.of("PER"), left.reason("PER")) == ((), HALF_NAMED)
    assert (left.of("GPE"), left.reason("ORG")) == (oslo, NO_ENTITY)
    assert (left.of("MIX"), left.reason("MIX")) == ((), HALF_NAMED)
    assert names_of_spans((*spans, *oslo)) == {HOLM.id: ["Holm"], "CITY:oslo": ["Oslo"]}
    assert set(ANSWER_ENTITY_TYPES) == {*left.spans, *left.reasons}
