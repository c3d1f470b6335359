"""The annotated documents on which nothing is trained; they show how good the recognizer is."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from recognizer import gold

TEXT = "Knut Tveit moved to Rjukan. The Tveit family owns Norsk Hydro."
PERSON = {"start": 0, "end": 10, "type": "PERSON"}
CITY = {"start": 20, "end": 26, "type": "GPE", "alt_types": ["LOC"]}
FAMILY = {"start": 32, "end": 37, "type": "PERSON", "optional": True}


def _sentence(document: str, text: str, split: str) -> dict[str, Any]:
    return {"doc": document, "text": text, "ents": [], "misc": [], "split": split}


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with three documents of docred, two of them annotated."""
    (tmp_path / "lists").mkdir()
    for name in ("country_demonyms", "ethnic_groups"):
        (tmp_path / "lists" / f"{name}.tsv").write_text("")
    first, second = TEXT[:27], TEXT[28:]
    sentences = (
        _sentence("Tveit", first, "heldout"),
        _sentence("Tveit", second, "heldout"),
        _sentence("Rjukan", "Rjukan lies in Norway.", "train"),
        _sentence("Grout", "Grout fills joints.", "heldout"),
    )
    lines = "\n".join(map(json.dumps, sentences))
    (tmp_path / "docred.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    question = {"text": "Where did Tveit move?", "mentions": [dict(PERSON, start=10, end=15)]}
    rows = [
        {"document": "Tveit", "annotator": "A", "text": gold.digest(TEXT),
         "mentions": [PERSON, CITY, FAMILY], "questions": [question]},
        {"document": "Tveit", "annotator": "B", "text": gold.digest(TEXT),
         "mentions": [PERSON], "questions": []},
        {"document": "Rjukan", "annotator": "A", "text": gold.digest("Rjukan lies in Norway."),
         "mentions": [], "questions": []},
    ]  # fmt: skip
    path = tmp_path / "heldout_annotations.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    monkeypatch.setattr(gold, "HELDOUT_ANNOTATIONS", path)
    return tmp_path


def test_documents_have_the_mentions_and_questions_of_an_annotator(corpora: Path) -> None:
    [document] = gold.annotated_heldout(corpora, "docred", "A")
    passage, question = document.texts
    assert (passage.kind, passage.text, question.kind) == ("passage", TEXT, "question")
    names = [(TEXT[one.start : one.end], one.type, one.optional) for one in passage.names]
    assert names == [
        ("Knut Tveit", "PERSON", False), ("Rjukan", "GPE", False), ("Tveit", "PERSON", True),
    ]  # fmt: skip
    assert passage.names[1].accepted == {"LOC"}
    assert [question.text[one.start : one.end] for one in question.names] == ["Tveit"]


def test_another_annotator_can_be_asked_for(corpora: Path) -> None:
    [document] = gold.annotated_heldout(corpora, "docred", "B")
    assert [len(text.names) for text in document.texts] == [1]


def test_a_document_that_is_trained_on_is_left_out(corpora: Path) -> None:
    assert {one.document for one in gold.annotated_heldout(corpora, "docred", "A")} == {"Tveit"}


def test_the_shipped_annotations_are_complete() -> None:
    with gzip.open(gold.HELDOUT_ANNOTATIONS, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    texts = {one: {row["text"] for row in rows if row["annotator"] == one} for one in "ABCDEH"}
    assert {one: len(found) for one, found in texts.items()} == {
        "A": 60, "B": 60, "C": 40, "D": 40, "E": 40, "H": 758,
    }  # fmt: skip
    assert texts["A"] == texts["B"] and texts["D"] == texts["E"]
    assert not (texts["A"] & texts["C"] or texts["D"] & (texts["A"] | texts["C"]))
    for question in (question for row in rows for question in row["questions"]):
        for mention in question["mentions"]:
            assert question["text"][mention["start"] : mention["end"]].strip()
