import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from sources_strategies import mrqa_record, mrqa_text

from builders.errors import FixManyError
from builders.sources.format_table import read
from builders.types import Answer, Example


def write(folder: Path, *records: object) -> Path:
    path = folder / "source.jsonl"
    path.write_text(mrqa_text(*records), encoding="utf-8")
    return path


def examples(path: Path, **options: Any) -> list[Example]:
    return list(read(path, format="mrqa", dataset="D", **options))


def faults(path: Path, **options: Any) -> list[str]:
    with pytest.raises(FixManyError) as caught:
        examples(path, **options)
    return [str(fault) for fault in caught.value.faults]


def detected(text: str, *spans: list[int]) -> dict[str, object]:
    return {"text": text, "char_spans": list(spans)}


def test_a_question_becomes_an_example(tmp_path: Path) -> None:
    assert examples(write(tmp_path, mrqa_record())) == [
        Example(
            id="q1",
            dataset="D",
            title="",
            question="Who lives in Rome?",
            context="Ada lives in Rome.",
            answers=(Answer("Ada", 0),),
            gold_answers=("Ada", "Ada Lovelace"),
        )
    ]


def test_markers_are_kept_and_every_span_is_an_answer_in_order(tmp_path: Path) -> None:
    context = "[DOC] [TLE] Ada [PAR]  Ada Byron, Ada's aunt [SEP]"
    answers = [detected("Ada Byron", [23, 31]), detected("Ada", [12, 14], [23, 25], [34, 36])]
    record = {**mrqa_record(detected_answers=answers), "context": context}
    [example] = examples(write(tmp_path, record))
    assert example.context == context
    assert example.answers == (
        Answer("Ada Byron", 23), Answer("Ada", 12), Answer("Ada", 23), Answer("Ada", 34),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "passage"),
    [
        ("ada lives", "Ada lives"),
        ("the Ada", "Ada"),
        ("U.S.", "U. S."),
        ("Lopez-Garcia", "López Garcia"),
        ("ábel", "Abel"),
        ("rome", '"ROME"'),
        ("fifty", "“Fifty”"),
        ("--", "--"),
    ],
)
def test_distant_supervision_may_differ_in_form(tmp_path: Path, given: str, passage: str) -> None:
    answers = [detected(given, [5, 4 + len(passage)])]
    record = {**mrqa_record(detected_answers=answers), "context": f"Then {passage} again"}
    [example] = examples(write(tmp_path, record))
    assert example.answers == (Answer(passage, 5),)


def test_ids_are_unique_across_lines_and_lines_hold_several_questions(tmp_path: Path) -> None:
    record = mrqa_record()
    record["qas"] = [{**record["qas"][0], "qid": qid} for qid in ("a", "b")]
    assert [e.id for e in examples(write(tmp_path, record))] == ["a", "b"]
    assert faults(write(tmp_path, record, mrqa_record(qid="b"))) == [
        "line 3, qas[0]: qid: 'b' is the id of an earlier question too"
    ]


def test_blank_lines_a_bom_crlf_and_a_missing_last_line_break_are_accepted(tmp_path: Path) -> None:
    path = write(tmp_path, mrqa_record(), mrqa_record(qid="q2"))
    expected = examples(path)
    path.write_bytes(
        b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n \r\n").rstrip(b"\r\n ")
    )
    assert examples(path) == expected


def test_gzip_is_told_by_content(tmp_path: Path) -> None:
    path = write(tmp_path, mrqa_record())
    expected = examples(path)
    path.write_bytes(gzip.compress(path.read_bytes()))
    assert examples(path) == expected


def test_a_title_that_the_file_gives_is_taken(tmp_path: Path) -> None:
    [example] = examples(write(tmp_path, {**mrqa_record(), "title": "Rome"}))
    assert example.title == "Rome"
    fault = "line 2: title: is a whole number, expected a string"
    assert faults(write(tmp_path, {**mrqa_record(), "title": 1})) == [fault]


QAS = "line 2, qas[0]"
SPAN = f"{QAS}, detected_answers[0]"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"qid": ...}, "line 2, qas[0]: qid: is missing"),
        ({"question": []}, "line 2, qas[0]: question: is a list, expected a string"),
        ({"answers": []}, "line 2, qas[0]: answers: is empty"),
        ({"answers": ...}, "line 2, qas[0]: answers: is missing"),
        ({"answers": ["Ada", " "]}, "line 2, qas[0]: answers[1]: is empty"),
        ({"answers": ["Ada", 1.5]}, "line 2, qas[0]: answers[1]: is a number, expected a string"),
        ({"detected_answers": []}, "line 2, qas[0]: detected_answers: is empty"),
        ({"detected_answers": "A"}, f"{QAS}: detected_answers: is a string, expected a list"),
        ({"detected_answers": [[]]}, f"{SPAN}: answer: is a list, expected an object"),
        ({"detected_answers": [{"char_spans": [[0, 2]]}]}, f"{SPAN}: text: is missing"),
        ({"detected_answers": [{"text": "Ada"}]}, f"{SPAN}: char_spans: is missing"),
        ({"detected_answers": [detected("Ada")]}, f"{SPAN}: char_spans: is empty"),
        (
            {"detected_answers": [detected("Ada", [0, 2], [0])]},
            f"{SPAN}: char_spans[1]: is a list, expected two whole numbers, [first, last]",
        ),
        (
            {"detected_answers": [detected("Ada", [0, True])]},
            f"{SPAN}: char_spans[0]: is a list, expected two whole numbers, [first, last]",
        ),
        (
            {"detected_answers": [detected("Rome", [13, 18])]},
            f"{SPAN}: char_spans[0]: is [13, 18], outside the passage of 18 characters",
        ),
        (
            {"detected_answers": [detected("Ada", [-18, -16])]},
            f"{SPAN}: char_spans[0]: is [-18, -16], outside the passage of 18 characters",
        ),
        (
            {"detected_answers": [detected("Ada", [2, 0])]},
            f"{SPAN}: char_spans[0]: is [2, 0], outside the passage of 18 characters",
        ),
        (
            {"detected_answers": [detected("Rome", [13, 15])]},
            f"{SPAN}: char_spans[0]: is [13, 15], where the passage has 'Rom', not 'Rome'",
        ),
        (
            {"detected_answers": [detected("Ada", [3, 3])]},
            f"{SPAN}: char_spans[0]: is [3, 3], where the passage has ' ', not 'Ada'",
        ),
    ],
)  # fmt: skip
def test_a_fault_of_a_question_is_named(
    tmp_path: Path, changes: dict[str, Any], expected: str
) -> None:
    assert faults(write(tmp_path, mrqa_record(**changes))) == [expected]


def test_all_faults_are_listed_and_lines_count_the_header(tmp_path: Path) -> None:
    path = write(tmp_path, mrqa_record(question=""), {}, [], mrqa_record(qid="q4"))
    with path.open("ab") as file:
        file.write(b"{nonsense}\n\xff\n")
    at = path.read_bytes().index(b"\xff")
    assert faults(path) == [
        "line 2, qas[0]: question: is empty",
        "line 3: context: is missing",
        "line 3: qas: is missing",
        "line 4: passage: is a list, expected an object",
        "line 6: JSON: not JSON: Expecting property name enclosed in double quotes (column 2)",
        f"line 7: JSON: byte {at} (0xff) is not UTF-8; save the file as UTF-8",
    ]


def test_faulty_questions_are_left_out_and_counted(tmp_path: Path) -> None:
    lost = {**mrqa_record(qid="q3"), "context": 5}
    lost["qas"] = [{**lost["qas"][0], "qid": qid} for qid in ("q3", "q4")]
    path = write(tmp_path, mrqa_record(), mrqa_record(qid="q2", answers=[]), lost)
    reading = read(path, format="mrqa", dataset="D", skip_faulty=True)
    assert [example.id for example in reading] == ["q1"]
    assert reading.left_out == 3
    assert [str(fault) for fault in reading.skipped] == [
        "line 3, qas[0]: answers: is empty",
        "line 4: context: is a whole number, expected a string",
    ]


def test_what_cannot_be_counted_counts_once(tmp_path: Path) -> None:
    path = write(tmp_path, mrqa_record(), {"context": "A"}, {"context": "", "qas": []}, 7)
    reading = read(path, format="mrqa", dataset="D", skip_faulty=True)
    reading.check()
    assert reading.left_out == len(reading.skipped) == 3


def test_nothing_comes_out_before_everything_was_looked_at(tmp_path: Path) -> None:
    path = write(tmp_path, mrqa_record(), mrqa_record(qid=""))
    with pytest.raises(FixManyError):
        next(iter(read(path, format="mrqa", dataset="D")))


def test_a_truncated_file_is_refused_even_if_faulty_questions_are_skipped(tmp_path: Path) -> None:
    path = write(tmp_path, mrqa_record(), mrqa_record(qid="q2"))
    path.write_bytes(path.read_bytes()[:-8])
    [fault] = faults(path, skip_faulty=True)
    assert fault.startswith("line 3: JSON: not JSON: ")
    assert fault.endswith(": the file is truncated; fetch it again")
    whole = gzip.compress(mrqa_text(mrqa_record()).encode())
    path.write_bytes(whole[:-4])
    assert "truncated" in faults(path, skip_faulty=True)[0]


@pytest.mark.parametrize("line", ['{"context": "A\n', '{"context" "A cut that is no cut"}'])
def test_a_bad_line_that_is_no_truncation_is_a_fault_of_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "source.jsonl"
    path.write_text(mrqa_text(mrqa_record()) + line, encoding="utf-8")
    reading = read(path, format="mrqa", dataset="D", skip_faulty=True)
    assert [example.id for example in reading] == ["q1"]
    assert reading.left_out == 1
    assert "truncated" not in str(reading.skipped)


def test_a_damaged_gzip_stream_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "source.gz"
    whole = bytearray(gzip.compress(mrqa_text(mrqa_record()).encode()))
    whole[len(whole) // 2] ^= 0xFF
    path.write_bytes(whole)
    assert any("gzip stream is damaged" in fault for fault in faults(path))


def test_a_file_that_changes_between_the_passes_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, mrqa_record())
    reading = read(path, format="mrqa", dataset="D")
    reading.check()
    write(tmp_path, mrqa_record(qid=""))
    with pytest.raises(FixManyError, match="qid"):
        list(reading)
    path.write_text("")
    with pytest.raises(FixManyError, match="empty file"):
        list(reading)


def test_a_reading_can_be_iterated_again(tmp_path: Path) -> None:
    reading = read(write(tmp_path, mrqa_record()), format="mrqa", dataset="D")
    assert list(reading) == list(reading) != []


def test_a_header_is_demanded(tmp_path: Path) -> None:
    path = tmp_path / "source.jsonl"
    path.write_text(json.dumps(mrqa_record()) + "\n")
    [fault] = faults(path)
    assert "MRQA JSONL without its header line" in fault
    assert '{"header": {"dataset": NAME, "split": NAME}}' in fault
