"""Lines of `renamer swap` that are not what they should be: every fault told, nothing written."""

from __future__ import annotations

import gzip
import json
import os
import socket
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import builders
from builders import swap_rows
from builders.errors import Fault, FixInputError, FixManyError, FreeSpaceError, RenamerError
from builders.swap.swap_records import SwapRequest, parse_line, swap, to_line
from builders.swapping import Missing, Swapped, swap_file
from builders.text import fold_key
from builders.types import TypedSpan

GOOD: dict[str, Any] = {
    "id": "1",
    "title": "Lima",
    "context": "Lima has 7 hills.",
    "question": "What has Lima?",
    "answers": [{"text": "7 hills", "answer_start": 9}],
    "plausible_answers": [{"text": "Lima", "answer_start": 0}],
    "renames": [{"entity": "l", "type": "CITY", "source": "Lima", "target": "Accra"}],
    "mentions": [
        {"entity": "l", "type": "CITY", "field": "context", "start": 0, "end": 4},
        {"entity": "l", "type": "CITY", "field": "question", "start": 9, "end": 13},
    ],
}
MENTION = GOOD["mentions"][0]
RENAME = GOOD["renames"][0]
HALF = "\ud83d"


def changed(**fields: Any) -> dict[str, Any]:
    return {**GOOD, **fields}


def faults(record: object) -> list[Fault]:
    found = parse_line(record, "line 7")
    assert not isinstance(found, SwapRequest), "taken for a good line"
    return list(found)


def write(path: Path, lines: Iterable[object]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_a_good_line_comes_out_renamed() -> None:
    request = parse_line(GOOD, "line 1")
    assert isinstance(request, SwapRequest)
    line = to_line(swap(request, request.mentions or ()))
    assert line["context"] == "Accra has 7 hills."
    assert line["question"] == "What has Accra?"
    assert line["title"] == "Lima"
    assert line["answers"] == [{"text": "7 hills", "answer_start": 10}]
    assert line["plausible_answers"] == [{"text": "Accra", "answer_start": 0}]
    assert line["edits"][0] == {
        "field": "context", "start": 0, "end": 4, "old": "Lima", "new": "Accra",
        "type": "CITY", "entity": "l",
    }  # fmt: skip
    assert [edit["field"] for edit in line["edits"]] == ["context", "question", "plausible:0"]
    assert line["changed"] is True


BAD = {
    "no object": (["a", "list"], ""),
    "null": (None, ""),
    "no context": ({k: v for k, v in GOOD.items() if k != "context"}, "context"),
    "context is a number": (changed(context=3), "context"),
    "no question": ({k: v for k, v in GOOD.items() if k != "question"}, "question"),
    "title is a list": (changed(title=["x"]), "title"),
    "title is false": (changed(title=False), "title"),
    "id is missing": ({k: v for k, v in GOOD.items() if k != "id"}, "id"),
    "id is true": (changed(id=True), "id"),
    "id is not a number": (changed(id=float("nan")), "id"),
    "half a surrogate pair in the passage": (changed(context=f"Lima {HALF}"), "context"),
    "half a surrogate pair in the id": (changed(id=HALF), "id"),
    "answers is an object": (changed(answers={"text": []}), "answers"),
    "answer is a text": (changed(answers=["7 hills"]), "answers[0]"),
    "answer without text": (changed(answers=[{"answer_start": 9}]), "answers[0].text"),
    "answer is empty": (changed(answers=[{"text": "", "answer_start": 2}]), "answers[0].text"),
    "offset is true": (
        changed(answers=[{"text": "Lima"}, {"text": "L", "answer_start": False}]),
        "answers[1].answer_start",
    ),
    "offset is a fraction": (
        changed(answers=[{"text": "Lima", "answer_start": 0.0}]),
        "answers[0].answer_start",
    ),
    "offset is a text": (
        changed(answers=[{"text": "Lima", "answer_start": "0"}]),
        "answers[0].answer_start",
    ),
    "offset is off by one": (
        changed(answers=[{"text": "7 hills", "answer_start": 8}]),
        "answers[0].answer_start",
    ),
    "offset is negative": (
        changed(answers=[{"text": "Lima", "answer_start": -17}]),
        "answers[0].answer_start",
    ),
    "offset is huge": (
        changed(plausible_answers=[{"text": "Lima", "answer_start": 10**40}]),
        "plausible_answers[0].answer_start",
    ),
    "no renames": ({k: v for k, v in GOOD.items() if k != "renames"}, "renames"),
    "renames is an object": (changed(renames=RENAME), "renames"),
    "rename is a text": (changed(renames=["Lima"]), "renames[0]"),
    "no target": (
        changed(renames=[{k: v for k, v in RENAME.items() if k != "target"}]),
        "renames[0].target",
    ),
    "empty target": (changed(renames=[{**RENAME, "target": ""}]), "renames[0].target"),
    "blank target": (changed(renames=[{**RENAME, "target": " \u00a0"}]), "renames[0].target"),
    "blank source": (changed(renames=[{**RENAME, "source": "\t"}]), "renames[0].source"),
    "empty source": (changed(renames=[{**RENAME, "source": ""}]), "renames[0].source"),
    "target is a number": (changed(renames=[{**RENAME, "target": 5}]), "renames[0].target"),
    "half a pair in the target": (
        changed(renames=[{**RENAME, "target": HALF}]),
        "renames[0].target",
    ),
    "misspelled key": (
        changed(renames=[{**RENAME, "targetfirst": "Ada"}]),
        "renames[0].targetfirst",
    ),
    "entity renamed twice": (changed(renames=[RENAME, RENAME]), "renames[1].entity"),
    "first is a list": (changed(renames=[{**RENAME, "first": []}]), "renames[0].first"),
    "aliases is a list": (changed(renames=[{**RENAME, "aliases": ["x"]}]), "renames[0].aliases"),
    "aliases is false": (changed(renames=[{**RENAME, "aliases": False}]), "renames[0].aliases"),
    "alias to nothing": (
        changed(renames=[{**RENAME, "aliases": {"LIM": ""}}]),
        "renames[0].aliases",
    ),
    "mentions is an object": (changed(mentions={}), "mentions"),
    "mention is a list": (changed(mentions=[[0, 4]]), "mentions[0]"),
    "mention of an unknown field": (
        changed(mentions=[{**MENTION, "field": "body"}]),
        "mentions[0]",
    ),
    "mention of an answer that is not there": (
        changed(mentions=[{**MENTION, "field": "answer:1"}]),
        "mentions[0]",
    ),
    "mention of an answer with an endless number": (
        changed(mentions=[{**MENTION, "field": "answer:" + "9" * 5000}]),
        "mentions[0]",
    ),
    "mention starts at true": (changed(mentions=[{**MENTION, "start": False}]), "mentions[0]"),
    "mention is empty": (changed(mentions=[{**MENTION, "end": 0}]), "mentions[0]"),
    "mention runs out of the text": (changed(mentions=[{**MENTION, "end": 99}]), "mentions[0]"),
    "mention before the text": (changed(mentions=[{**MENTION, "start": -1}]), "mentions[0]"),
    "mention without entity": (changed(mentions=[{**MENTION, "entity": None}]), "mentions[0]"),
}


@pytest.mark.parametrize(("record", "field"), BAD.values(), ids=BAD.keys())
def test_a_fault_names_its_line_and_field(record: object, field: str) -> None:
    (fault,) = faults(record)
    assert (fault.where, fault.field) == ("line 7", field)
    assert fault.message
    str(fault).encode("utf-8")


def test_all_faults_of_a_line_are_told_at_once() -> None:
    found = faults({"id": 1, "context": None, "question": 3, "answers": [{}], "renames": [{}]})
    assert {fault.field for fault in found} >= {
        "context", "question", "answers[0].text", "renames[0].entity", "renames[0].target",
    }  # fmt: skip


@pytest.mark.parametrize(
    "record",
    [
        changed(id=12),
        changed(title=None),
        {k: v for k, v in GOOD.items() if k not in ("title", "answers", "plausible_answers")},
        changed(answers=None, plausible_answers=None, mentions=[]),
        changed(answers=[{"text": "Peru"}]),
        changed(renames=[]),
        changed(renames=[{**RENAME, "first": None, "aliases": None}]),
        changed(mentions=[{**MENTION, "entity": "somebody else"}]),
        changed(extra=[[[]]]),
    ],
)
def test_what_may_be_left_out_may_be_left_out(record: dict[str, Any]) -> None:
    request = parse_line(record, "line 1")
    assert isinstance(request, SwapRequest)
    swap(request, request.mentions or ())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(GOOD)), json_values, st.data())
def test_no_value_anywhere_ends_in_a_traceback(key: str, value: Any, data: st.DataObject) -> None:
    record = json.loads(json.dumps(GOOD))
    inner = record[key]
    if isinstance(inner, list) and data.draw(st.booleans()):
        inner[0][data.draw(st.sampled_from(sorted(inner[0])))] = value
    else:
        record[key] = value
    request = parse_line(record, "line 1")
    if isinstance(request, SwapRequest):
        to_line(swap(request, request.mentions or ()))
    else:
        assert all(fault.where == "line 1" and fault.field for fault in request)


def test_a_file_is_renamed_line_by_line(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", [GOOD, changed(id="2", title="中")])
    out = tmp_path / "out.jsonl"
    assert swap_file(source, out) == Swapped(rows=2, changed=2, missing=())
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["1", "2"]
    assert rows[1]["title"] == "中"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_a_file_can_be_renamed_in_its_place(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", [GOOD])
    swap_file(source, source)
    assert json.loads(source.read_text(encoding="utf-8"))["context"] == "Accra has 7 hills."


def test_a_byte_order_mark_and_empty_lines_are_no_fault(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r\n\n  \n")
    assert swap_file(source, tmp_path / "out.jsonl").rows == 1


def test_an_empty_file_makes_an_empty_file(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", [])
    assert swap_file(source, tmp_path / "out.jsonl").rows == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""


def test_all_faults_of_a_file_are_told_and_nothing_is_written(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    lines = [
        json.dumps(GOOD).encode(),
        b"{not json",
        json.dumps(changed(question=1, id=None)).encode(),
        b"[" * 100_000,
        b'{"id": ' + b"9" * 5000 + b"}",
        json.dumps(changed(context="Lima " + HALF)).encode(),
    ]
    source.write_bytes(b"\n".join(lines))
    out = tmp_path / "out.jsonl"
    with pytest.raises(FixManyError) as caught:
        swap_file(source, out)
    told = [(fault.where, fault.field) for fault in caught.value.faults]
    assert told == [
        ("line 2", ""), ("line 3", "question"), ("line 3", "id"), ("line 4", ""),
        ("line 5", ""), ("line 6", "context"),
    ]  # fmt: skip
    assert str(source) in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


FRAGMENT = json.dumps(GOOD).encode() + b"\n"
UNREADABLE = {
    "cut gzip": (gzip.compress(FRAGMENT)[:-9], "the gzip stream ends too early"),
    "damaged gzip": (gzip.compress(FRAGMENT)[:-6] + b"\0" * 6, "the gzip stream is damaged"),
    "UTF-16": (FRAGMENT.decode().encode("utf-16"), "this is UTF-16 text"),
    "UTF-16 unmarked": (FRAGMENT.decode().encode("utf-16-le"), "this is UTF-16 text"),
    "Latin-1": (FRAGMENT + '{"id": "é"}\n{"id": "è"}\n'.encode("latin-1"),
                r"line 2: byte 8 \(0xe9\) is not UTF-8; save the file as UTF-8"),
    "marked": (b'\xef\xbb\xbf{"id": "\xe9"}\n', r"line 1: byte 8 \(0xe9\) is not UTF-8"),
    "zip": (b"PK\x03\x04\n\n{", "this is a zip archive"),
    "page": (b"<!doctype html>\n<p>\n", "this is an HTML or XML page"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "message"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_file_that_holds_no_lines_of_json_is_told_what_it_is(
    tmp_path: Path, data: bytes, message: str
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(data)
    with pytest.raises(FixInputError, match=rf"in\.jsonl: {message}") as caught:
        swap_file(source, tmp_path / "out.jsonl")
    assert "\n" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_a_gzipped_file_is_read_whatever_its_name(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(gzip.compress(FRAGMENT))
    assert swap_file(source, tmp_path / "out.jsonl").changed == 1


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(FRAGMENT * 3,))
    writer.start()
    assert swap_file(pipe, tmp_path / "out.jsonl").rows == 3
    writer.join()


def test_a_device_is_written_and_not_replaced(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    swap_file(write(tmp_path / "in.jsonl", [GOOD]), pipe)
    reader.join()
    assert json.loads(got[0])["context"] == "Accra has 7 hills."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "pipe"]


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"renames": [{**RENAME, "source": "Rome"}], "mentions": []}, [Missing("1", "Rome")]),
        ({"renames": [{**RENAME, "source": "lima"}], "mentions": []}, [Missing("1", "lima")]),
        ({"renames": [{**RENAME, "source": "Rome"}], "mentions": [], "title": "Chrome"},
         [Missing("1", "Rome")]),
        ({"renames": [{**RENAME, "source": "Quito City"}], "title": "Quito_City"}, []),
        ({"renames": [{**RENAME, "source": "Old Lima", "aliases": {"Lima": "Accra"}}]}, []),
        ({"answers": [{"text": "Rome"}], "mentions": [],
          "renames": [{**RENAME, "entity": "r", "source": "Rome"}]}, []),
        ({"renames": [RENAME, {**RENAME, "entity": "p", "source": "Peru"}]},
         [Missing("1", "Peru")]),
    ],
)  # fmt: skip
def test_a_name_that_is_nowhere_is_noticed(
    tmp_path: Path, fields: dict[str, Any], missing: list[Missing]
) -> None:
    source = write(tmp_path / "in.jsonl", [changed(**fields)])
    assert list(swap_file(source, tmp_path / "out.jsonl").missing) == missing


def test_passages_are_not_kept_in_memory(tmp_path: Path) -> None:
    fields = {"renames": [{**RENAME, "source": "Rome"}], "mentions": []}
    lines = [changed(**fields, title=f"Title {number}") for number in range(20)]
    fold_key.cache_clear()
    swap_file(write(tmp_path / "in.jsonl", lines), tmp_path / "out.jsonl")
    assert fold_key.cache_info().currsize < 10


def test_a_stream_that_cannot_be_read_is_told_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("here")
        with pytest.raises(FixInputError, match=r"^here: cannot be read: No such device"):
            swap_file(Path("here"), tmp_path / "out.jsonl")


@pytest.mark.parametrize("missing", ["nowhere.jsonl", "."])
def test_a_file_that_cannot_be_read_is_told_by_name(tmp_path: Path, missing: str) -> None:
    with pytest.raises(FixInputError, match=str(tmp_path)):
        swap_file(tmp_path / missing, tmp_path / "out.jsonl")


@pytest.mark.parametrize("target", [".", "no-folder/out.jsonl", "in.jsonl/out.jsonl"])
def test_a_place_that_cannot_be_written_is_told_by_name(tmp_path: Path, target: str) -> None:
    source = write(tmp_path / "in.jsonl", [GOOD])
    with pytest.raises((FixInputError, FreeSpaceError), match=str(tmp_path)):
        swap_file(source, tmp_path / target)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


class Cities:
    """Finds Lima."""

    fingerprint = "cities 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        for text in texts:
            at = text.find("Lima")
            yield () if at < 0 else (TypedSpan(at, at + 4, "GPE"),)


def test_without_mentions_a_recognizer_of_ones_own_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builders.stages.finding.default_folder", lambda: tmp_path)
    plain = {key: value for key, value in GOOD.items() if key != "mentions"}
    found, given, none = swap_rows([plain, GOOD, changed(mentions=[])], Cities())
    assert found["context"] == given["context"] == "Accra has 7 hills."
    assert found["question"] == "What has Accra?"
    assert found["title"] == "Accra"
    assert given["title"] == "Lima", "mentions that are given are all there are"
    assert not none["changed"], "also where none is given"


@pytest.mark.parametrize("other", ["Anna Birch the Elder", "Anna Birch Sr.", "Anna Birch I"])
def test_who_is_told_apart_by_the_end_of_a_name_is_somebody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    monkeypatch.setattr("builders.stages.finding.default_folder", lambda: tmp_path)
    own = other.replace("Elder", "Younger").replace("Sr", "Jr").replace("h I", "h II")
    line = {
        "id": "1", "question": "", "context": f"{other} taught {own} to sing.",
        "renames": [{
            "entity": "b", "type": "PERSON", "source": own, "first": "Anna", "last": "Birch",
            "target": own.replace("Anna Birch", "Ida Holm"),
        }],
    }  # fmt: skip
    (row,) = swap_rows([line], Cities())
    new = own.replace("Anna Birch", "Ida Holm")
    assert row["context"] == f"{other} taught {new} to sing."


class Nobody:
    """Sees no name anywhere."""

    fingerprint = "sees-nobody"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        yield from (() for _ in texts)


@pytest.mark.parametrize(
    ("context", "renamed"),
    [
        ("Gustav III ruled. Gustav died. Gustav IV fled.",
         "Osmund III ruled. Osmund died. Gustav IV fled."),
        ("Gustav ruled. Gustav I had a son.", "Osmund ruled. Osmund I had a son."),
        ("Gustav III ruled. Gustav IV's crown is not Gustav's, nor Gustav V’s.",
         "Osmund III ruled. Gustav IV's crown is not Osmund's, nor Gustav V’s."),
        ("Gustav Jr. sang, Gustav Sr. wept.", "Osmund Jr. sang, Gustav Sr. wept."),
    ],
)  # fmt: skip
def test_of_several_who_are_told_apart_the_first_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, context: str, renamed: str
) -> None:
    monkeypatch.setattr("builders.stages.finding.default_folder", lambda: tmp_path)
    rename = {"entity": "g", "type": "PERSON", "source": "Gustav", "target": "Osmund"}
    (row,) = swap_rows(
        [{"id": "1", "question": "", "context": context, "renames": [rename]}], Nobody()
    )
    assert row["context"] == renamed


def test_a_ruler_is_told_by_an_epithet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builders.stages.finding.default_folder", lambda: tmp_path)
    rename = {
        "entity": "g", "type": "PERSON", "source": "Gustav the Bold", "target": "Osmund the Bold",
        "first": "Gustav", "target_first": "Osmund",
    }  # fmt: skip
    context = "Gustav the Bold had a son, Gustav the Mild. Gustav the Bold and the sea fed Gustav."
    line = {"id": "1", "question": "", "context": context, "renames": [rename]}
    (row,) = swap_rows([line], Nobody())
    wanted = "Osmund the Bold had a son, Gustav the Mild. Osmund the Bold and the sea fed Osmund."
    assert row["context"] == wanted


def test_an_error_is_one_the_command_line_knows() -> None:
    assert issubclass(FixManyError, RenamerError)


def test_a_text_that_would_take_minutes_is_refused_with_the_bound(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({**GOOD, "context": GOOD["context"] + " " * 1_000_000}))
    with pytest.raises(FixManyError, match="at most 1,000,000 are read, split it"):
        swap_file(source, tmp_path / "out.jsonl")


def test_an_unknown_type_is_refused_with_the_known_ones_and_the_nearest(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    rename = {"entity": "e", "type": "Persn", "source": "Lima", "target": "Accra"}
    source.write_text(json.dumps({**GOOD, "mentions": None, "renames": [rename]}))
    with pytest.raises(FixManyError, match="'Persn' is no type, did you mean PERSON; known: ") as e:
        swap_file(source, tmp_path / "out.jsonl")
    assert "CITY" in str(e.value)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Illinois' law", "Kano's law"),
        ('Illinois\' "Best" Award', 'Kano\'s "Best" Award'),
        ("Illinois’ (old) law", "Kano’s (old) law"),
        ("'In Illinois' he said", "'In Kano' he said"),
        ("Illinois' - so", "Kano' - so"),
    ],
)
def test_an_apostrophe_after_s_is_possessive_unless_it_closes_a_quotation(
    text: str, wanted: str
) -> None:
    row = {
        "id": "1", "context": text, "question": "Who?", "answers": {"text": [], "answer_start": []},
        "renames": [{"entity": "LOCATION:illinois", "type": "LOCATION", "source": "Illinois",
                     "target": "Kano"}],
    }  # fmt: skip
    (renamed,) = builders.swap_rows([row])
    assert renamed["context"] == wanted
