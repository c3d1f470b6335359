"""The training documents of corpora whose names were annotated anew."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from recognizer import corpora, reannotated

SENTENCES = ("Knut Tveit moved to St.", "Louis in 1906.", "The Treaty of Moss ended it.")
TEXT = " ".join(SENTENCES)


def _sentence(text: str, document: str = "Tveit") -> corpora.Sentence:
    return corpora.Sentence("docred", text, ((0, 4, "ORG"),), (), "train", document)


def _named(sentences: Sequence[corpora.Sentence]) -> list[tuple[str, str]]:
    return [(one.text[s:e], label) for one in sentences for s, e, label in one.spans]


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotate the document `SENTENCES` anew."""
    row = {
        "document": "Tveit", "text": reannotated.digest(TEXT),
        "names": [[0, 10, "PERSON"], [20, 29, "GPE"], [43, 57, "MISC"]],
    }  # fmt: skip
    path = tmp_path / "names.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(row).encode()))
    monkeypatch.setattr(reannotated, "NAMES", path)


@pytest.mark.usefixtures("names")
def test_sentences_get_the_names_of_their_document_and_are_joined_where_one_divides_a_name() -> (
    None
):
    found = list(reannotated.reannotated(map(_sentence, SENTENCES)))
    assert [one.text for one in found] == [" ".join(SENTENCES[:2]), SENTENCES[2]]
    assert _named(found) == [("Knut Tveit", "PERSON"), ("St. Louis", "GPE")]
    assert [found[1].text[s:e] for s, e in found[1].misc] == ["Treaty of Moss"]


@pytest.mark.usefixtures("names")
def test_a_sentence_that_was_annotated_by_itself_gets_its_names() -> None:
    others = [_sentence(text, "all") for text in ("Knut left.", TEXT, "Ann left.")]
    found = list(reannotated.reannotated(others))
    assert (found[0], found[2]) == (others[0], others[2])
    assert _named([found[1]]) == [("Knut Tveit", "PERSON"), ("St. Louis", "GPE")]


@pytest.mark.usefixtures("names")
def test_a_document_that_was_not_annotated_anew_keeps_its_names() -> None:
    other = _sentence("Knut left.", "Knut")
    found = list(reannotated.reannotated([*map(_sentence, SENTENCES), other]))
    assert found[2] == other


def test_the_shipped_names_lie_in_order_and_none_lies_inside_another() -> None:
    with gzip.open(reannotated.NAMES, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert len(rows) > 6_000
    for row in rows:
        assert all(start < end for start, end, _ in row["names"])
        assert all(end <= start for (_, end, _), (start, _, _) in pairwise(row["names"]))
