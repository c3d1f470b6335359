"""Predictions for labelled files are scored by the scorer of their task."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builders.cli.main import main
from builders.errors import ChooseKnownError, FixInputError, FixManyError
from builders.labelled.labelled_scores import score_labelled

HEAD = "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n"
GOLD = HEAD + "1\t10\t20\tAda left.\tShe left.\n0\t11\t21\tBen sang.\tBen ate.\n"
OTHERS = "1\t12\t22\tCleo ran.\tCleo went.\n0\t13\t23\tDan sat.\tDan lay.\n"


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_pairs_are_matched_by_their_ids(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.tsv", GOLD + OTHERS)
    lines = (GOLD + OTHERS).splitlines(keepends=True)
    said = lines[0] + lines[4] + lines[3].replace("1\t12", "0\t12") + lines[2] + lines[1]
    # Of two pairs of class 1, one is found, and nothing else is said to be of it: 2 / 3.
    found = score_labelled(write(tmp_path / "said.tsv", said), gold, "pairs")
    assert found == {"F1 of class 1": pytest.approx(200 / 3)}


def test_files_of_other_pairs_are_refused(tmp_path: Path) -> None:
    gold, more = write(tmp_path / "gold.tsv", GOLD), write(tmp_path / "more.tsv", GOLD + OTHERS)
    for predicted, right in ((gold, more), (more, gold)):
        with pytest.raises(FixInputError, match=r"gold\.tsv: lacks the pair 12 and 22"):
            score_labelled(predicted, right, "pairs")


def test_all_faults_of_a_file_of_pairs_are_listed(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.tsv", GOLD + "1\t10\t20\tOnce more.\tAgain.\n1\tno columns\n")
    with pytest.raises(FixManyError) as caught:
        score_labelled(gold, gold, "pairs")
    text = str(caught.value)
    assert "line 4" in text and "10 and 20 occur twice" in text
    assert "line 5" in text and "expected 5 separated by tabs" in text
    with pytest.raises(FixInputError, match="cannot be read"):
        score_labelled(tmp_path / "none.tsv", gold, "pairs")


def conll(path: Path, words: str, clusters: str) -> Path:
    rows = zip(words.split(), clusters.split(), strict=True)
    lines = [f"d 0 {n} {word} - {cluster}" for n, (word, cluster) in enumerate(rows)]
    return write(path, "\n".join([*lines, "", "#end document", ""]))


BEFORE, WORDS = "Ada met Ben . She left him .", "Zoe met Ben . She left him ."
CLUSTERS = "(0) - (1) - (0) - (1) -"


def test_only_clusters_with_a_renamed_token_count(tmp_path: Path) -> None:
    pytest.importorskip("scorch")
    gold = conll(tmp_path / "gold", WORDS, CLUSTERS)
    before = conll(tmp_path / "before", BEFORE, CLUSTERS)
    said = conll(tmp_path / "said", WORDS, "(0) - (1) - (0) - (2) -")
    assert score_labelled(said, gold, "conll", before)["mean"] == pytest.approx(100)
    assert score_labelled(said, gold, "conll")["mean"] < 90
    assert [*score_labelled(said, gold, "conll")] == ["MUC F1", "B-cubed F1", "CEAF-e F1", "mean"]


def test_the_file_before_renaming_has_the_same_tokens(tmp_path: Path) -> None:
    gold = conll(tmp_path / "gold", WORDS, CLUSTERS)
    other = conll(tmp_path / "other", "Ada met Ben .", "(0) - (1) -")
    with pytest.raises(FixInputError, match="other: does not have as many tokens"):
        score_labelled(gold, gold, "conll", other)
    with pytest.raises(FixInputError, match="is for the format conll only"):
        score_labelled(gold, gold, "pairs", other)
    with pytest.raises(ChooseKnownError, match="known: conll, m2, pairs"):
        score_labelled(gold, gold, "tsv")


def test_corrections_are_scored_by_errant(tmp_path: Path) -> None:
    pytest.importorskip("errant")
    m2 = "S This are a sentence .\nA 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0\n\n"
    gold = write(tmp_path / "gold.m2", m2)
    found = score_labelled(gold, gold, "m2")
    assert found == {"precision": 100, "recall": 100, "F0.5": 100}


def test_the_verb_prints_and_writes_the_scores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gold, scores = write(tmp_path / "gold.tsv", GOLD), tmp_path / "scores.json"
    words = ["labelled", "score", gold, gold, "--format", "pairs", "--json", scores]
    monkeypatch.setattr("sys.argv", ["renamer", *map(str, words)])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code in {0, None}
    assert capsys.readouterr().out == "F1 of class 1: 100.00\n"
    assert json.loads(scores.read_text()) == {"F1 of class 1": 100}
