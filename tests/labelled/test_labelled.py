"""Pairs, corrections and coreference: renamed alike in all texts, labels in their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import TypedSpan
from builders.cli.main import main
from builders.errors import ChooseKnownError, FixInputError, FixManyError
from builders.labelled.label_scores import class_f1, errant_scores
from builders.labelled.m2 import CUT_NAME
from builders.labelled.renaming import NO_NAME, Renamed, rename_labelled
from builders.releases.undo import undo

KNOWN = {"Ada Holm": "PERSON", "Holm": "PERSON", "Peru": "COUNTRY", "Zorbia Republic": "COUNTRY"}
PAIRS = (
    "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n"
    '1\t10\t11\tAda Holm left "Peru .\tPeru was left by Ada Holm .\r\n'
    "0\t12\t13\tIt rained .\tIt snowed .\n"
)
M2 = (
    "S Ada Holm go to Peru since a year .\n"
    "A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
    "A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||0\n"
    "A 9 9|||M:OTHER|||in Peru|||REQUIRED|||-NONE-|||1\n"
    "\n"
    "S It rain .\n"
    "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"
    "\n"
)
CONLL = (
    "#begin document (a/b); part 000\n"
    "a/b   0   0   Ada    NNP   (TOP(S(NP*   -   -   -   -   (PERSON*   (ARG0*   (0\n"
    "a/b   0   1   Holm   NNP   *)           -   -   -   -   *)         *)       0)\n"
    "a/b   0   2   left   VBD   (VP*         -   -   -   -   *          (V*)     -\n"
    "a/b   0   3   Peru   NNP   (NP*)        -   -   -   -   (GPE)      (ARG1*)  (1)\n"
    "\n"
    "a/b   0   0   She    PRP   (TOP(S(NP*)  -   -   -   -   *          *        (0)\n"
    "\n"
    "#end document\n"
)


class Listed:
    """Finds listed names, the longest first."""

    fingerprint = "listed names 2"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        pattern = re.compile(r"\b(?:" + "|".join(sorted(KNOWN, key=len, reverse=True)) + r")\b")
        for text in texts:
            yield tuple(
                TypedSpan(found.start(), found.end(), KNOWN[found[0]])  # type: ignore[arg-type]
                for found in pattern.finditer(text)
            )


def renamed(text: str, form: str, seed: int = 0) -> Renamed:
    draw = {"PERSON": ("african-persons",), "COUNTRY": ("african-countries",)}
    return rename_labelled(text, form, draw, Listed(), seed=seed)  # type: ignore[arg-type]


def new_names(done: Renamed) -> dict[str, str]:
    return {edit.old: edit.new for row in done.rows for edit in row.edits}


def test_a_pair_has_one_new_name_in_both_sentences() -> None:
    done = renamed(PAIRS, "pairs")
    new = new_names(done)
    assert new.keys() == {"Ada Holm", "Peru"}
    expected = PAIRS.replace("Ada Holm", new["Ada Holm"]).replace("Peru", new["Peru"])
    assert done.text == expected
    assert done.unchanged == {NO_NAME: 1}


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 500))
def test_corrections_stand_where_they_stood(seed: int) -> None:
    """Whatever the number of words of the new names."""
    done = renamed(M2, "m2", seed)
    new = new_names(done)
    lines = done.text.splitlines()
    words = lines[0][2:].split(" ")
    spans = [tuple(map(int, line[2:].split("|")[0].split())) for line in lines[1:4]]
    assert words[slice(*spans[0])] == ["go"]
    assert words[slice(*spans[1])] == ["since"]
    assert spans[2] == (len(words), len(words))
    assert f"|||in {new['Peru']}|||" in lines[3]
    assert done.text.split("\n\n", 1)[1] == M2.split("\n\n", 1)[1]


def test_a_correction_inside_a_name_leaves_the_sentence_as_it_is() -> None:
    text = "S Ada Holm left .\nA 1 2|||R:SPELL|||Holms|||REQUIRED|||-NONE-|||0\n"
    done = renamed(text, "m2")
    assert done.text == text
    assert done.unchanged == {CUT_NAME: 1}
    assert not done.rows[0].edits


def test_coreference_keeps_every_column_but_the_words() -> None:
    done = renamed(CONLL, "conll")
    old, new = CONLL.splitlines(), done.text.splitlines()
    assert len(old) == len(new)
    words = [line.split()[3] for line in new[1:5]]
    assert words[0] != "Ada"
    assert words[2] == "left"
    assert words[3] != "Peru"
    for one, other in zip(old, new, strict=True):
        assert one.split()[4:] == other.split()[4:]
        assert one.split()[:3] == other.split()[:3]


@pytest.mark.parametrize(("text", "form"), [(PAIRS, "pairs"), (M2, "m2"), (CONLL, "conll")])
def test_what_has_no_name_comes_back_byte_for_byte(text: str, form: str) -> None:
    plain = text.replace("Ada Holm", "the pilot").replace("Ada ", "The ").replace("Holm", "man")
    plain = plain.replace("Peru", "it")
    if form == "m2":
        plain = plain.replace("A 9 9", "A 9 9")
    assert renamed(plain, form).text == plain


@pytest.mark.parametrize(("text", "form"), [(PAIRS, "pairs"), (M2, "m2"), (CONLL, "conll")])
def test_every_row_can_be_undone(text: str, form: str) -> None:
    done = renamed(text, form)
    assert any(row.changed for row in done.rows)
    for row in done.rows:
        source = undo(row, gold="answers")
        assert source.context in text.replace("\n", " ") or form == "conll"


@pytest.mark.parametrize(
    ("text", "form", "message"),
    [
        ("a\tb\n", "pairs", "line 1: columns: are 2, expected 5"),
        ("A 0 1|||X|||y|||REQUIRED|||-NONE-|||0\n", "m2", "line 1: expected S"),
        ("S a b\nA 2 3|||X|||y|||R|||-NONE-|||0\n", "m2", "line 2: A: spans tokens"),
        ("S a b\nB\n", "m2", "line 2"),
        ("#begin document\na/b 0 0\n", "conll", "line 2: columns"),
    ],
)
def test_faults_are_told_with_their_lines(text: str, form: str, message: str) -> None:
    with pytest.raises(FixManyError, match=re.escape(message)):
        renamed(text, form)


def test_an_unknown_format_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ChooseKnownError, match="known: conll, m2, pairs"):
        renamed("", "tsv")


def test_the_verb_writes_the_file_and_says_what_stayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "in.tsv", tmp_path / "out.tsv"
    source.write_bytes(PAIRS.encode())

    def run(*draw: str) -> object:
        arguments = [
            "renamer",
            "labelled",
            "rename",
            str(source),
            str(target),
            "--format",
            "pairs",
            *draw,
        ]
        monkeypatch.setattr("sys.argv", arguments)
        with pytest.raises(SystemExit) as left:
            main()
        return left.value.code

    assert run("--draw", "PERSON") == 2
    assert "expected TYPE=COLLECTION" in capsys.readouterr().err
    assert run("--draw", "PERSN=african-persons") == 2
    assert "did you mean 'PERSON'" in capsys.readouterr().err
    assert not target.exists()
    assert run("--draw", "PERSON=african-persons") in {0, None}
    assert "2 texts" in capsys.readouterr().out
    assert target.read_text().startswith("Quality")


def test_f1_of_a_class() -> None:
    assert class_f1(["1", "1", "0", "0"], ["1", "0", "1", "0"]) == 0.5
    assert class_f1(["1", "0"], ["1", "0"]) == 1.0
    assert class_f1(["0"], ["0"]) == 0.0
    with pytest.raises(FixInputError, match="1 predictions for 2 labels"):
        class_f1(["1", "0"], ["1"])


def test_errant_counts_corrections(tmp_path: Path) -> None:
    pytest.importorskip("errant")
    reference, hypothesis = tmp_path / "ref.m2", tmp_path / "hyp.m2"
    reference.write_text(M2, encoding="utf-8")
    hypothesis.write_text(
        M2.replace("A 5 6|||R:PREP|||for", "A 5 6|||R:PREP|||in").replace("|||1\n", "|||0\n"),
        encoding="utf-8",
    )
    found = errant_scores(hypothesis, reference)
    assert found.right >= 1
    assert found.wrong >= 1
    assert 0 < found.f05 < 1
