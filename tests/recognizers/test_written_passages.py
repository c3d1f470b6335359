"""The passages that were written to train the recognizer."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from recognizer.written import WrittenPassage, written_passages

ARTICLES = """\
# Rjukan
P: In 1906 {P:Knut Tveit} moved to {G:Rjukan}. "The {L:Måna} is ours," he told {P:J. R. Moe}.
Q: Where did {P:Tveit} move?
P: {O:Norsk Hydro} came before the {M:Treaty of Karlstad}.

# Grout
P: Grout has no names. Sealant has none either.
Q: What is grout?
"""


@pytest.fixture
def passages(tmp_path: Path) -> list[WrittenPassage]:
    path = tmp_path / "written.txt.gz"
    path.write_bytes(gzip.compress(ARTICLES.encode()))
    return list(written_passages(path))


def test_a_passage_has_its_questions(passages: list[WrittenPassage]) -> None:
    assert [(one.article, [text.kind for text in one.texts]) for one in passages] == [
        ("Rjukan", ["passage", "question"]),
        ("Rjukan", ["passage"]),
        ("Grout", ["passage", "question"]),
    ]


def test_marks_become_spans_of_the_text_without_marks(passages: list[WrittenPassage]) -> None:
    text = passages[1].texts[0]
    assert text.text == "Norsk Hydro came before the Treaty of Karlstad."
    assert [(text.text[start:end], label) for start, end, label in text.names] == [
        ("Norsk Hydro", "ORG"),
        ("Treaty of Karlstad", "MISC"),
    ]


def test_sentences_keep_their_names_and_divide_none(passages: list[WrittenPassage]) -> None:
    sentences = list(passages[0].texts[0].sentences())
    assert [one.text for one in sentences] == [
        "In 1906 Knut Tveit moved to Rjukan.",
        '"The Måna is ours," he told J. R. Moe.',
    ]
    assert [
        [(one.text[start:end], label) for start, end, label in one.names] for one in sentences
    ] == [
        [("Knut Tveit", "PERSON"), ("Rjukan", "GPE")],
        [("Måna", "LOC"), ("J. R. Moe", "PERSON")],
    ]
    assert [one.text for one in passages[2].texts[0].sentences()] == [
        "Grout has no names.",
        "Sealant has none either.",
    ]


def test_every_shipped_name_is_in_its_text() -> None:
    shipped = list(written_passages())
    assert len(shipped) > 900
    for passage in shipped:
        assert passage.article and passage.texts[0].kind == "passage"
        for text in passage.texts:
            assert not set("{}") & set(text.text)
            assert all(text.text[start:end].strip() for start, end, _ in text.names)
