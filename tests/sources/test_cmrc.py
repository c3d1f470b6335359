"""CMRC and DuReader files: two layouts, offsets that are not always right, answers withheld."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from builders.errors import FixManyError
from builders.sources.format_table import read
from builders.types import Answer, Example

CONTEXT = "昨天王小明去了利马。利马在海边。"


def examples(path: Path, document: object) -> list[Example]:
    file = path / "zh.json"
    file.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return list(read(file, format="cmrc", dataset="zh"))


def squad(*questions: dict[str, Any]) -> dict[str, Any]:
    return {"data": [{"paragraphs": [{"id": "P", "context": CONTEXT, "qas": list(questions)}]}]}


def question(**more: Any) -> dict[str, Any]:
    return {"id": "1", "question": "谁去了利马？", **more}


@pytest.mark.parametrize(
    ("text", "start", "wanted"),
    [
        ("王小明", 2, 2),
        ("王小明", 3, 2),
        ("利马", 11, 10),
        ("利马", 6, 7),
        ("利马", -1, 7),
        ("北京", 3, None),
    ],
)
def test_an_answer_stands_at_the_occurrence_nearest_to_its_offset(
    tmp_path: Path, text: str, start: int, wanted: int | None
) -> None:
    answers = [{"text": text, "answer_start": start}]
    (one,) = examples(tmp_path, squad(question(answers=answers)))
    assert one.answers == (Answer(text, wanted),)
    assert one.gold_answers == (text,)


def test_the_layout_of_cmrc_is_a_list_of_passages(tmp_path: Path) -> None:
    passage = {
        "context_id": "P", "context_text": CONTEXT, "title": "利马",
        "qas": [{"query_id": "1", "query_text": "谁？", "answers": ["王小明", "王小明", "小明"]}],
    }  # fmt: skip
    (one,) = examples(tmp_path, [passage])
    assert (one.id, one.title, one.question) == ("1", "利马", "谁？")
    assert one.answers == (Answer("王小明", 2), Answer("王小明", 2), Answer("小明", 3))
    assert one.gold_answers == ("王小明", "小明")


@pytest.mark.parametrize("withheld", [{}, {"answers": []}])
def test_a_question_of_a_test_file_has_no_answers(tmp_path: Path, withheld: dict[str, Any]) -> None:
    (one,) = examples(tmp_path, squad(question(**withheld)))
    assert one.answers == one.gold_answers == ()
    assert one.is_impossible


def test_a_question_may_be_empty(tmp_path: Path) -> None:
    (one,) = examples(tmp_path, squad(question(question="", answers=[])))
    assert one.question == ""


def test_all_faults_are_told_together(tmp_path: Path) -> None:
    faulty = squad(
        question(answers=[{"text": "", "answer_start": 0}]),
        question(answers=[{"text": "利马", "answer_start": "7"}]),
        {"id": "3", "answers": []},
    )
    with pytest.raises(FixManyError) as error:
        examples(tmp_path, faulty)
    assert len(error.value.faults) == 4
    assert "qas[2]: question: is missing" in str(error.value)


def test_the_message_lists_a_hundred_faults_and_counts_the_others(tmp_path: Path) -> None:
    questions = [{"id": f"{n}", "answers": []} for n in range(103)]
    with pytest.raises(FixManyError) as error:
        examples(tmp_path, squad(*questions))
    message = str(error.value).splitlines()
    assert len(error.value.faults) == 103
    assert message[0].endswith(": 103 faults") and len(message) == 102
    assert "qas[99]" in message[-2] and message[-1] == "  and 3 more"


@pytest.mark.parametrize("document", [{"data": {}}, [], 3, "text"])
def test_another_shape_is_refused_in_one_line(tmp_path: Path, document: object) -> None:
    with pytest.raises(FixManyError, match="expected CMRC or DuReader JSON"):
        examples(tmp_path, document)
