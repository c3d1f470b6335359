"""Gold answers that are a list of their own (MRQA), and those that are the answer texts."""

from __future__ import annotations

from builders.releases.undo import undo
from builders.swap.locate import locate, outermost
from builders.swap.new_names import NewName, SourceName
from builders.types import Answer, Edit, Example, Mention, Row

CONTEXT = "Peru won. The team of Peru sang."


def render(
    answers: tuple[Answer, ...], gold: tuple[str, ...], *mentions: Mention, listed: bool = True
) -> Row:
    example = Example("1", "d", "", "Who won?", CONTEXT, answers, gold)
    places = [Mention("context", at, at + 4, "COUNTRY", "peru") for at in (0, 22)]
    source = SourceName("peru", "COUNTRY", "Peru", aliases=("Perú", "PER"))
    template = locate(
        example, outermost([*places, *mentions]), {"peru": [source]}, gold_is_listed=listed
    )
    new = NewName("Kenya", aliases={"PER": "KEN"})
    row = template.render([new for _ in template.sources])
    assert undo(row, gold="list" if listed else "answers") == example
    return row


def edits(row: Row, field: str) -> list[tuple[int, str, str]]:
    return [(e.start, e.old, e.new) for e in row.edits if e.field == field]


def test_a_gold_answer_that_repeats_an_answer_goes_with_it() -> None:
    row = render((Answer("Peru", 0), Answer("The team of Peru", 10)), ("Peru", "The team of Peru"))
    assert row.example.gold_answers == ("Kenya", "The team of Kenya")
    assert edits(row, "gold:0") == [(0, "Peru", "Kenya")]
    assert edits(row, "gold:1") == edits(row, "answer:1") == [(12, "Peru", "Kenya")]


def test_an_alias_that_does_not_occur_is_renamed_through_its_own_mention() -> None:
    aliases = (Mention("gold:1", 0, 3, "COUNTRY", "peru"), Mention("gold:3", 4, 8, "GPE", "peru"))
    row = render((Answer("Peru", 0),), ("Peru", "PER", "Inca land", "the Peru"), *aliases)
    assert row.example.gold_answers == ("Kenya", "KEN", "Inca land", "the Kenya")
    assert edits(row, "gold:2") == []


def test_repeated_gold_answers_stay_repeated() -> None:
    row = render((Answer("Peru", 22), Answer("Peru", 0)), ("Peru", "Peru"))
    assert row.example.gold_answers == ("Kenya", "Kenya")
    assert [edit.field for edit in row.edits].count("gold:1") == 1


def test_gold_answers_without_a_list_are_the_distinct_answer_texts() -> None:
    answers = (Answer("Peru", 0), Answer("Peru", 22), Answer("won", 5))
    row = render(answers, ("Peru", "won"), listed=False)
    assert row.example.gold_answers == ("Kenya", "won")
    assert not any(edit.field.startswith("gold") for edit in row.edits)


def test_an_unanswerable_question_has_no_gold_answers() -> None:
    assert render((), (), listed=False).example.gold_answers == ()


def test_edits_come_field_by_field_and_in_order() -> None:
    row = render((Answer("Peru", 0), Answer("Peru", 22)), ("Peru",))
    assert row.edits[:2] == (
        Edit("context", 0, 4, "Peru", "Kenya", "COUNTRY", "peru"),
        Edit("context", 22, 26, "Peru", "Kenya", "COUNTRY", "peru"),
    )
    assert [edit.field for edit in row.edits[2:]] == ["answer:0", "answer:1", "gold:0"]


def test_a_gold_answer_goes_with_the_occurrence_that_is_a_name_by_itself() -> None:
    context = "Peru City, New Peru and the Peru Union are not in Peru."
    starts = (0, 15, 28, 50)
    answers = tuple(Answer("Peru", at) for at in starts)
    mentions = outermost([
        Mention("context", 0, 9, "CITY", "city"), Mention("context", 50, 54, "COUNTRY", "peru"),
        Mention("context", 11, 19, "STATE", "state"),
    ])  # fmt: skip
    names = {
        "city": [SourceName("city", "CITY", "Peru City")],
        "peru": [SourceName("peru", "COUNTRY", "Peru")],
        "state": [SourceName("state", "STATE", "New Peru")],
    }
    new = {"city": "Zorb", "peru": "Kenya", "state": "Gelt"}
    for kept, wanted in ((answers, "Kenya"), (answers[:3], "Peru"), (answers[:2], "Zorb")):
        example = Example("1", "d", "", "Where?", context, kept, ("Peru", "Inca land"))
        template = locate(example, mentions, names, gold_is_listed=True)
        row = template.render([NewName(new[source.entity]) for source in template.sources])
        assert row.example.gold_answers == (wanted, "Inca land")
        assert undo(row) == example
