"""What a question asks for, by its words."""

from __future__ import annotations

import pytest

from builders.spans.expected_answer_type import asked


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Who was it?", {"who"}),
        ("Which car manufacturer was it?", {"body", "firm"}),
        ("What is the name of the old band that won?", {"body", "firm"}),
        ("Which two parties voted?", {"body"}),
        ("What company's founder died?", {"person"}),
        ("What company's cars sold?", set()),
        ("Which team captain won?", {"person"}),
        ("What was the name of Quist's partner?", {"person"}),
        ("With which writer did she live?", {"person"}),
        ("What type of company was it?", {"thing"}),
        ("Where was it?", {"place"}),
        ("Which old town was it?", {"place", "settled"}),
        ("Which empire fell?", {"place"}),
        ("What ship was it?", {"thing"}),
        ("What river was it?", {"thing"}),
        ("What ship captain was it?", {"person"}),
        ("What network was designed by Quist?", set()),
        ("What network was founded by Quist?", {"body", "firm"}),
        ("Which city was designed by Quist?", {"place", "settled"}),
        ("When was it?", set()),
    ],
)
def test_what_is_asked_for(question: str, wanted: set[str]) -> None:
    found = asked(question)
    assert {name for name, value in found._asdict().items() if value} == wanted
