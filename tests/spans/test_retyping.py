"""A question tells the type of its answer, and names that a recognizer missed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from entity_marks import marked

from builders.spans.answer_entities import UNREAD, Identified, identify
from builders.spans.knowledge import Knowledge
from builders.spans.linking import link_passage
from builders.types import Answer, Example
from name_collections.name import Name


@dataclass(frozen=True)
class Words:
    """A lexicon of a few words."""

    common: frozenset[str] = frozenset({"glass", "blue", "radio", "hills"})

    def is_known(self, word: str) -> bool:
        return word in self.common

    is_counted = is_known

    def is_proper(self, word: str) -> bool:
        return False

    def is_common(self, word: str) -> bool:
        return word in self.common


KNOWLEDGE = Knowledge.of(
    [Name("Peru", "COUNTRY"), Name("Lorraine", "STATE"), Name("Boston", "CITY")],
    Words(),
    ["Quist", "Nilsson"],
)


def identified(line: str, question: str, answer: str) -> tuple[Identified, Example]:
    """Identify the spans of a passage whose names are marked."""
    text, spans, _ = marked(line)
    answers = (Answer(answer, text.index(answer)),)
    example = Example("1", "d", "Zorb_and_sons", question, text, answers, (answer,))
    passage = link_passage(text, spans)
    return identify(example, passage.mentions, passage.entities, KNOWLEDGE), example


def spans(line: str, question: str, answer: str) -> set[str]:
    found, _ = identified(line, question, answer)
    return {f"{span.span_type} {span.surface}" for span in found.of("MIX")}


@pytest.mark.parametrize(
    ("line", "question", "answer", "wanted"),
    [
        # A body that is asked for is no person and no place.
        ("[Zorb](PERSON) sold it.", "Which company sold it?", "Zorb", {"RARE Zorb"}),
        ("[Zorb Wix](PERSON) won.", "Which team won?", "the Zorb Wix".removeprefix("the "),
         {"RARE Zorb", "RARE Wix"}),
        ("[Boston](CITY) won.", "Which team won?", "Boston", {"CITY Boston"}),
        ("[Boston Zorbs](LOC) won.", "Which team won?", "Boston Zorbs",
         {"CITY Boston", "RARE Zorbs"}),
        # But who is surely somebody stays so, and is left out.
        ("[Linda Quist](PERSON) sold it.", "Which company sold it?", "Linda Quist", set()),
        ("Lady [Zorb](PERSON) sold it.", "Which company sold it?", "Zorb", set()),
        ("The [Zorb](NORP) left.", "Which group left?", "Zorb", set()),
        ("[Peru](COUNTRY) won.", "Which team won?", "Peru", {"COUNTRY Peru"}),
        ("[Zorb](PERSON) and Wix sold it.", "What did the company sell?", "it", set()),
        # What everybody knows is a firm is one, whoever is asked for.
        ("[Adidas](PERSON) paid.", "Who paid?", "Adidas", {"RARE Adidas"}),
        ("[Boston Zorbs](PERSON) won.", "Who won?", "Boston Zorbs", {"CITY Boston", "RARE Zorbs"}),
        ("[Zorb Records](PERSON) paid.", "Who paid?", "Zorb Records", {"RARE Zorb"}),
        # Who bears a firm's name is not the firm.
        ("[Zorb Quist Company](ORG) of [Quist](ORG).", "Who was it?", "Quist", set()),
        ("[Zorb Quist Company](ORG) of [Quist](ORG).", "What firm was it?", "Quist",
         {"RARE Zorb", "RARE Quist"}),
        # A name that was taken too far, or of which a part was taken, is left out.
        ("[Zorb Company for Peru](ORG) won.", "What firm won?", "Zorb Company", set()),
        ("[Zorb Company for Peru](ORG) won.", "What firm won?", "Zorb Company for Peru",
         {"RARE Zorb", "COUNTRY Peru"}),
        ("[Zorb Company Wix](ORG) won.", "What firm won?", "Zorb Company",
         {"RARE Zorb", "RARE Wix"}),
        ("[Zorb Company of Peru](ORG) won.", "Where was it?", "Peru", set()),
        ("[Linda](PERSON) Zorb won.", "Who won?", "Linda Zorb", set()),
        ("[Linda](PERSON) de la Zorb won.", "Who won?", "Linda de la Zorb", set()),
        ("Linda [Quist](PERSON) won.", "Who won?", "Linda Quist", set()),
        ("Lady [Quist](PERSON) Zorb won.", "Who won?", "Lady Quist", {"FIRST_NEUTRAL Quist"}),
        # A place that is asked for is nobody.
        ("He left [Lorraine](PERSON).", "Where did he live?", "Lorraine", {"STATE Lorraine"}),
        ("He left Lady [Lorraine](PERSON).", "Where did he live?", "Lorraine",
         {"FIRST_FEMALE Lorraine"}),
        ("He left [Boston](ORG).", "Which city did he leave?", "Boston", {"CITY Boston"}),
        ("He left [Boston](ORG).", "Where did he study?", "Boston", set()),
        ("He left [Wanda](PERSON).", "Where did he live?", "Wanda", set()),
        # Somebody with a title or a full name is no place.
        ("[Queen Victoria](LOC) came.", "Who came?", "Queen Victoria", {"FIRST_FEMALE Victoria"}),
        ("[Linda Quist](ORG) came.", "Who came?", "Linda Quist",
         {"FIRST_FEMALE Linda", "LAST Quist"}),
        ("[Boston](CITY) came.", "Who came?", "Boston", set()),
        # Only what the answer is made of is what it asks for.
        ("[Zorb](PERSON) sold glass.", "Which company sold it?", "Zorb sold", set()),
    ],
)  # fmt: skip
def test_a_question_tells_types(line: str, question: str, answer: str, wanted: set[str]) -> None:
    assert spans(line, question, answer) == wanted


@pytest.mark.parametrize(
    ("line", "question", "answer", "wanted"),
    [
        ("It was Zorb.", "Which company was it?", "Zorb", {"RARE Zorb"}),
        ("It was Zorb of Peru.", "Which company was it?", "Zorb of Peru",
         {"RARE Zorb", "COUNTRY Peru"}),
        ("It was Zorb and [Wix](ORG).", "Which firms were it?", "Zorb and Wix",
         {"RARE Zorb", "RARE Wix"}),
        ("It was Blue Glass.", "Which firm was it?", "Blue Glass", set()),
        ("It was glass.", "Which firm was it?", "glass", set()),
        ("It was Zorb 5.", "Which firm was it?", "Zorb 5", set()),
        ("It was Zorb.", "Which company was Zorb?", "Zorb", set()),
        ("It was Adidas.", "Who was it?", "Adidas", {"RARE Adidas"}),
        ("It was Quist.", "Who was it?", "Quist", {"FIRST_NEUTRAL Quist"}),
        ("It was Linda Zorb.", "Who was it?", "Linda Zorb", {"FIRST_FEMALE Linda", "LAST Zorb"}),
        ("It was Zorb.", "Who was it?", "Zorb", set()),
        ("[Linda](PERSON) and Zorb.", "Who was it?", "Linda and Zorb",
         {"FIRST_FEMALE Linda", "FIRST_NEUTRAL Zorb"}),
        ("It was Zorb Wix Quist.", "Who was it?", "Zorb Wix Quist", set()),
        ("It was Boston.", "Which town was it?", "Boston", {"CITY Boston"}),
        ("It was Boston Hills.", "Which town was it?", "Boston", set()),
        ("It was Boston.", "What was it?", "Boston", set()),
        ("It was Zorb.", "Which town was it?", "Zorb", set()),
    ],
)  # fmt: skip
def test_answers_that_were_missed(line: str, question: str, answer: str, wanted: set[str]) -> None:
    assert spans(line, question, answer) == wanted


def test_what_was_missed_is_found_in_every_field() -> None:
    line = "Zorb's men: Zorb, [Ada Zorb](PERSON) and Zorba."
    found, example = identified(line, "Which firm was it?", "Zorb")
    texts = {"context": example.context, "title": example.title, "gold:0": "Zorb"}
    seen = {(m.field, m.start, texts[m.field][m.start : m.end]) for m in found.missed.mentions}
    assert seen == {
        ("context", 0, "Zorb"), ("context", 12, "Zorb"), ("title", 0, "Zorb"),
        ("gold:0", 0, "Zorb"),
    }  # fmt: skip


def test_a_person_that_was_missed_is_called_by_the_last_name() -> None:
    line = "Linda Quist sat. Then Mrs Quist rose; [Ida](PERSON) Quist slept."
    found, example = identified(line, "Who sat?", "Linda Quist")
    assert [example.context[m.start : m.end] for m in found.missed.mentions] == [
        "Linda Quist", "Quist", "Linda Quist",
    ]  # fmt: skip
    assert found.missed.mentions[1].start == line.index("Quist rose")


@pytest.mark.parametrize(
    ("line", "answer", "is_read"),
    [
        ("[Linda Quist](PERSON) and the Zorb sat.", "Linda Quist and the Zorb", False),
        ("[Linda Quist](PERSON), [Zorb Hills](ORG) sat.", "Linda Quist, Zorb Hills", False),
        ("[Linda Quist](PERSON) and the [Zorb](NORP) sat.", "Linda Quist and the Zorb", True),
        ("[Linda Quist](PERSON) and he sat.", "Linda Quist and he", True),
    ],
)
def test_of_a_list_of_names_all_are_renamed_or_none(
    line: str, answer: str, *, is_read: bool
) -> None:
    found, _ = identified(line, "What sat?", answer)
    assert bool(found.of("PER")) is is_read
    assert is_read or found.reason("MIX") == UNREAD
