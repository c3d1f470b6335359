"""What kind of thing a question asks for."""

from __future__ import annotations

import pytest

from builders.asked import asked_chance
from builders.type_table import AnswerEntityType

KINDS: tuple[AnswerEntityType, ...] = ("PER", "ORG", "GPE")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who painted the ceiling of the chapel?", "PER"),
        ("which surveyor drew the first map of the delta", "PER"),
        ("For which record label did the trio sign?", "ORG"),
        ("What newspaper printed the letters?", "ORG"),
        ("In which province does the road end?", "GPE"),
        ("Where was the inventor born?", "GPE"),
        ("When the treaty was signed, which country gained the island?", "GPE"),
        ("The author of What Katy Did was which American writer?", "PER"),
    ],
)
def test_the_words_of_a_question_tell_what_it_asks_for(question: str, kind: str) -> None:
    chances = {each: asked_chance(question, each) or 0.0 for each in KINDS}
    assert max(chances, key=lambda each: chances[each]) == kind


@pytest.mark.parametrize(
    "question",
    ["How many wells were dug?", "In what year did the mine close?", "Why did the dam break?"],
)
def test_a_question_may_ask_for_no_name(question: str) -> None:
    assert all((asked_chance(question, kind) or 0.0) < 0.1 for kind in KINDS)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Name the river.",
        "这座城市叫什么名字？",
        "披头士和 what 来自哪个国家?",
        "He founded The Who in this city",
    ],
)
def test_a_text_without_a_question_word_tells_nothing(question: str) -> None:
    assert [asked_chance(question, kind) for kind in KINDS] == [None, None, None]
