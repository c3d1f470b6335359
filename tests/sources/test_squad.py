import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from sources_strategies import squad_document

from builders.errors import FixManyError
from builders.sources.format_table import read
from builders.types import Answer, Example


def write(folder: Path, document: object, name: str = "source.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def faults(path: Path, **options: Any) -> list[str]:
    with pytest.raises(FixManyError) as caught:
        list(read(path, format="squad", dataset="D", **options))
    return [str(fault) for fault in caught.value.faults]


def examples(path: Path, **options: Any) -> list[Example]:
    return list(read(path, format="squad", dataset="D", **options))


def test_a_question_becomes_an_example(tmp_path: Path) -> None:
    [example] = examples(write(tmp_path, squad_document()))
    assert example == Example(
        id="q1",
        dataset="D",
        title="Rome",
        question="Who lives in Rome?",
        context="Ada lives in Rome.",
        answers=(Answer("Ada", 0),),
        gold_answers=("Ada",),
    )


def test_repeated_answers_are_kept_and_gold_answers_are_distinct(tmp_path: Path) -> None:
    answers = [
        {"text": "Rome", "answer_start": 13},
        {"text": "in Rome", "answer_start": 10},
        {"text": "Rome", "answer_start": 13},
    ]
    [example] = examples(write(tmp_path, squad_document(answers=answers)))
    assert example.answers == (Answer("Rome", 13), Answer("in Rome", 10), Answer("Rome", 13))
    assert example.gold_answers == ("Rome", "in Rome")


def test_unanswerable_questions_keep_their_plausible_answers(tmp_path: Path) -> None:
    plausible = [{"text": "Rome", "answer_start": 13}]
    document = squad_document(answers=[], is_impossible=True, plausible_answers=plausible)
    [example] = examples(write(tmp_path, document))
    assert example.is_impossible
    assert example.plausible_answers == (Answer("Rome", 13),)
    assert (example.answers, example.gold_answers) == ((), ())


def test_squad_1_has_no_is_impossible(tmp_path: Path) -> None:
    [example] = examples(write(tmp_path, squad_document(is_impossible=...)))
    assert not example.is_impossible


def test_gzip_is_told_by_content_and_not_by_name(tmp_path: Path) -> None:
    plain = write(tmp_path, squad_document(), "really-plain.json.gz")
    zipped = tmp_path / "really-zipped.json"
    zipped.write_bytes(gzip.compress(plain.read_bytes()))
    assert examples(plain) == examples(zipped)


@pytest.mark.parametrize("frame", [b"\xef\xbb\xbf%s", b"\r\n%s\r\n", b"\xef\xbb\xbf\r\n %s"])
def test_a_bom_and_crlf_are_accepted(tmp_path: Path, frame: bytes) -> None:
    path = tmp_path / "source.json"
    text = json.dumps(squad_document(), indent=1).replace("\n", "\r\n")
    path.write_bytes(frame % text.encode())
    assert examples(path)[0].context == "Ada lives in Rome."


def test_an_empty_title_is_a_title(tmp_path: Path) -> None:
    document = squad_document()
    document["data"][0]["title"] = ""
    assert examples(write(tmp_path, document))[0].title == ""


QUESTION = "data[0].paragraphs[0].qas[0]"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"id": ...}, f"{QUESTION}: id: is missing"),
        ({"id": 7}, f"{QUESTION}: id: is a whole number, expected a string"),
        ({"id": ""}, f"{QUESTION}: id: is empty"),
        ({"question": " \n"}, f"{QUESTION}: question: is empty"),
        ({"question": None}, f"{QUESTION}: question: is null, expected a string"),
        (
            {"question": "Who \ud83d?"},
            f"{QUESTION}: question: holds half of a surrogate pair ('\\ud83d') at character 4",
        ),
        ({"answers": ...}, f"{QUESTION}: answers: is missing"),
        ({"answers": {}}, f"{QUESTION}: answers: is an object, expected a list"),
        ({"answers": ["Ada"]}, f"{QUESTION}: answers[0]: is a string, expected an object"),
        (
            {"answers": [{"text": "Ada"}]},
            f"{QUESTION}: answers[0].answer_start: is missing",
        ),
        (
            {"answers": [{"answer_start": 0}]},
            f"{QUESTION}: answers[0].text: is missing",
        ),
        (
            {"answers": [{"text": "", "answer_start": 0}]},
            f"{QUESTION}: answers[0].text: is empty",
        ),
        (
            {"answers": [{"text": "Ada", "answer_start": "0"}]},
            f"{QUESTION}: answers[0].answer_start: is a string, expected a whole number",
        ),
        (
            {"answers": [{"text": "Ada", "answer_start": False}]},
            f"{QUESTION}: answers[0].answer_start: is true or false, expected a whole number",
        ),
        (
            {"answers": [{"text": "Rome", "answer_start": 12}]},
            f"{QUESTION}: answers[0].answer_start: is 12, where the passage has ' Rom'; "
            "'Rome' occurs at 13",
        ),
        (
            {"answers": [{"text": "Oslo", "answer_start": 13}]},
            f"{QUESTION}: answers[0].answer_start: is 13, where the passage has 'Rome'; "
            "'Oslo' does not occur in it",
        ),
        (
            {"answers": [{"text": "Ada", "answer_start": -18}]},
            f"{QUESTION}: answers[0].answer_start: is -18, outside the passage of 18 characters",
        ),
        (
            {"answers": [{"text": "Ada", "answer_start": 18}]},
            f"{QUESTION}: answers[0].answer_start: is 18, outside the passage of 18 characters",
        ),
        (
            {"is_impossible": True},
            f"{QUESTION}: is_impossible: is true, but there are answers",
        ),
        (
            {"answers": []},
            f"{QUESTION}: is_impossible: is not true, but there are no answers",
        ),
        (
            {"is_impossible": "no"},
            f"{QUESTION}: is_impossible: is a string, expected true or false",
        ),
        (
            {"plausible_answers": [{"text": "Oslo", "answer_start": 0}]},
            f"{QUESTION}: plausible_answers[0].answer_start: is 0, where the passage has 'Ada '; "
            "'Oslo' does not occur in it",
        ),
    ],
)
def test_a_fault_of_a_question_is_named(
    tmp_path: Path, changes: dict[str, Any], expected: str
) -> None:
    assert expected in faults(write(tmp_path, squad_document(**changes)))


@pytest.mark.parametrize(("length", "quoted"), [(40, "x" * 40), (41, "x" * 40 + "\\u2026")])
def test_long_texts_are_shortened_in_messages(tmp_path: Path, length: int, quoted: str) -> None:
    answers = [{"text": "x" * length, "answer_start": 17}]
    [fault] = faults(write(tmp_path, squad_document(answers=answers)))
    assert fault.endswith(f"the passage has '.'; '{quoted}' does not occur in it")


def test_the_nearest_place_of_an_answer_is_named(tmp_path: Path) -> None:
    document = squad_document(answers=[{"text": "aa", "answer_start": 8}])
    document["data"][0]["paragraphs"][0]["context"] = "aa bb aaa bb aa"
    [fault] = faults(write(tmp_path, document))
    assert fault.endswith("'aa' occurs at 7")


def test_all_faults_of_a_file_are_listed(tmp_path: Path) -> None:
    document = squad_document(question="")
    passage = document["data"][0]["paragraphs"][0]
    passage["qas"].append({"id": "q1", "question": "?", "answers": 3})
    document["data"].append({"title": None, "paragraphs": []})
    document["data"].append("article")
    passage["qas"].append("question")
    document["data"].append({"title": "T", "paragraphs": [{"context": "", "qas": {}}, 1]})
    assert faults(write(tmp_path, document)) == [
        "data[0].paragraphs[0].qas[0]: question: is empty",
        "data[0].paragraphs[0].qas[1]: answers: is a whole number, expected a list",
        "data[0].paragraphs[0].qas[1]: id: 'q1' is the id of an earlier question too",
        "data[0].paragraphs[0].qas[2]: question: is a string, expected an object",
        "data[1]: title: is null, expected a string",
        "data[2]: article: is a string, expected an object",
        "data[3].paragraphs[0]: context: is empty",
        "data[3].paragraphs[0]: qas: is an object, expected a list",
        "data[3].paragraphs[1]: paragraph: is a whole number, expected an object",
    ]


def test_faulty_questions_are_left_out_and_counted(tmp_path: Path) -> None:
    document = squad_document()
    passages = document["data"][0]["paragraphs"]
    passages[0]["qas"].append({"id": "q2", "question": "", "answers": []})
    passages.append({"context": " ", "qas": [{"id": "q3"}, {"id": "q4"}]})
    document["data"].append({"paragraphs": [{"context": "A", "qas": [{}, {}, {}]}]})
    reading = read(write(tmp_path, document), format="squad", dataset="D", skip_faulty=True)
    assert [example.id for example in reading] == ["q1"]
    assert reading.left_out == 1 + 2 + 3
    assert [f"{f.where} {f.field}" for f in reading.skipped][-1] == "data[1] title"


def test_what_cannot_be_counted_counts_once(tmp_path: Path) -> None:
    document = squad_document()
    document["data"][0]["paragraphs"] += [{"context": "A", "qas": None}, "paragraph"]
    document["data"] += [{"title": "T"}, None]
    reading = read(write(tmp_path, document), format="squad", dataset="D", skip_faulty=True)
    reading.check()
    assert reading.left_out == len(reading.skipped) == 4


def test_a_file_without_a_sound_question_is_refused_even_then(tmp_path: Path) -> None:
    path = write(tmp_path, squad_document(id=1))
    assert faults(path, skip_faulty=True)[0].startswith(f"{QUESTION}: id")
    assert faults(write(tmp_path, {"data": []})) == ["file: questions: holds no question at all"]


@pytest.mark.parametrize("cut", [1, 40, -1, -2, -30])
def test_a_truncated_file_is_called_truncated(tmp_path: Path, cut: int) -> None:
    whole = write(tmp_path, squad_document()).read_bytes()
    path = tmp_path / "cut.json"
    path.write_bytes(whole[:cut])
    [fault] = faults(path, skip_faulty=True)
    if cut == 40:
        assert "JSON of another shape" in fault
    elif cut != 1:
        assert fault.startswith("file: JSON: not JSON: ")
        assert fault.endswith("the file is truncated; fetch it again")


def test_a_truncated_gzip_file_is_called_truncated(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(json.dumps(squad_document()).encode())[:-9])
    assert faults(path) == [
        "file: bytes: the gzip stream ends too early: the file is truncated; fetch it again"
    ]


def test_a_syntax_error_in_the_middle_has_its_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "source.json"
    path.write_text(json.dumps(squad_document(), indent=1).replace('"title":', '"title"'))
    [fault] = faults(path)
    assert fault == "file: JSON: not JSON: Expecting ':' delimiter (line 5, column 12)"


def test_bytes_that_are_not_utf_8_are_located(tmp_path: Path) -> None:
    path = tmp_path / "source.json"
    path.write_bytes(json.dumps(squad_document()).encode().replace(b"Rome.", b"Rom\xe9."))
    at = path.read_bytes().index(b"\xe9")
    assert faults(path) == [f"file: JSON: byte {at} (0xe9) is not UTF-8; save the file as UTF-8"]


def test_a_missing_file_and_a_folder_are_faults(tmp_path: Path) -> None:
    missing = "file: path: does not exist; give the path of a file"
    assert faults(tmp_path / "nothing.json") == [missing]
    assert faults(tmp_path) == ["file: path: is not a regular file; give the path of a file"]


@pytest.mark.parametrize("text", ["[" * 200_000, '{"data": ' + "9" * 5000 + "}"])
def test_json_that_python_refuses_to_read_is_a_fault(tmp_path: Path, text: str) -> None:
    path = tmp_path / "source.json"
    path.write_text(text)
    assert len(faults(path)) == 1
