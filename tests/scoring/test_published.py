"""The papers' figures agree with each other, and stand beside ours where they belong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from stub_models import biased, write_predictions

from builders.scoring.published import PublishedResult, counterparts, published
from builders.scoring.release_scoring import score
from builders.scoring.scorecard import Scorecard
from builders.scoring.tables import published_table


def value(table: str, **keys: Any) -> float:
    (found,) = [
        each for each in published()
        if f"{each.paper} {each.table}" == table
        and all(getattr(each, key) == wanted for key, wanted in keys.items())
    ]  # fmt: skip
    return found.value


YAN = "Yan et al. 2022"
SIRO = "Siro and Ajayi 2023"


def test_every_table_is_there() -> None:
    assert {f"{each.paper} {each.table}" for each in published()} == {
        f"{YAN} table {n}" for n in (3, 4, 5, 6, 7)
    } | {f"{SIRO} table {n}" for n in (3, 4, 5, 6)}
    assert len(set(published())) == len(published())


@pytest.mark.parametrize("dataset", ["SQuAD", "NaturalQuestions", "HotpotQA", "SearchQA"])
@pytest.mark.parametrize("kind", ["PER", "ORG", "GPE"])
def test_drops_of_table_4_are_differences(dataset: str, kind: str) -> None:
    keys = {"dataset": dataset, "type": kind}
    before, after, drop = (
        value(f"{YAN} table 4", **keys, perturbation=perturbation, metric=metric)
        for perturbation, metric in (("Original", "em"), ("DBName", "em"), ("DBName", "drop_em"))
    )
    assert before - after == pytest.approx(drop, abs=0.051)


def test_tables_share_models() -> None:
    for dataset in ("SearchQA", "TriviaQA"):
        for perturbation in ("Original", "InDistName", "DBName", "RandStr"):
            keys = {"dataset": dataset, "perturbation": perturbation, "model": "BERT"}
            assert value(f"{YAN} table 3", **keys) == value(f"{YAN} table 5", **keys)
        for perturbation in ("Original", "DBName", "RandStr"):
            keys = {"dataset": dataset, "perturbation": perturbation, "model": "SpanBERT"}
            assert value(f"{YAN} table 7", **keys) == value(f"{YAN} table 5", **keys)
        keys = {"dataset": dataset, "type": "PER", "perturbation": "DBName", "model": "BERT"}
        assert value(f"{YAN} table 6", **keys) == value(f"{YAN} table 4", **keys, metric="em")


@pytest.mark.parametrize("model", ["DeBERTa-large", "RoBERTa-large", "BERT-large"])
def test_drops_of_siro_s_table_3_are_differences(model: str) -> None:
    for metric in ("em", "f1"):
        before = value(f"{SIRO} table 3", model=model, perturbation="Original", metric=metric)
        after = value(f"{SIRO} table 3", model=model, perturbation="AfriSQuAD2", metric=metric)
        drop = value(f"{SIRO} table 3", model=model, metric=f"drop_{metric}")
        assert before - after == pytest.approx(drop, abs=0.005)
        if metric == "em":
            found = value(f"{SIRO} table 4", model=model, perturbation="AfriSQuAD2")
            assert found == after


def test_table_6_gives_table_3() -> None:
    """5,928 answerable and 5,945 unanswerable questions."""
    for perturbation in ("Original", "AfriSQuAD2"):
        parts = [value(f"{SIRO} table 6", perturbation=perturbation, part=part)
                 for part in ("HasAns", "NoAns")]  # fmt: skip
        whole = (5928 * parts[0] + 5945 * parts[1]) / 11873
        given = value(f"{SIRO} table 5", perturbation=perturbation, metric="em")
        assert whole == pytest.approx(given, abs=0.011)


def test_ours_stand_beside_what_they_are() -> None:
    drop = {"dataset": "SQuAD", "type": "MIX", "perturbation": "DBName", "scorer": "mrqa",
            "original_em": 80.0, "perturbed_em": 70.0, "drop_em": 10.0, "n": 5}  # fmt: skip
    lenient = drop | {"scorer": "lenient", "perturbed_em": 75.0}
    found = {each["perturbation"]: (each["value"], each["ours"], each["n"])
             for each in counterparts([], [lenient, drop])
             if each["table"] == "table 3"}  # fmt: skip
    assert found == {"Original": (81.2, 80.0, 5), "DBName": (78.8, 70.0, 5)}
    row = {"dataset": "SQuAD2", "type": None, "perturbation": "AfriSQuAD2", "scorer": "squad2",
           "hasans_em": 60.0, "hasans_n": 7, "noans_em": None, "noans_n": 0}  # fmt: skip
    (part,) = counterparts([row], [])
    assert (part["value"], part["ours"], part["n"], part["part"]) == (71.5, 60.0, 7, "HasAns")
    figure = PublishedResult("p", "t", "", "SQuAD", "MIX", "DBName", "m", "drop_em", 1.0)
    drop |= {"low_em": 8.0, "high_em": 12.0}
    assert [(each["ours"], each["low"], each["high"])
            for each in counterparts([], [drop], [figure])] == [(10.0, 8.0, 12.0)]  # fmt: skip


def test_each_figure_of_ours_has_its_interval_and_both_have_their_rows() -> None:
    drop = {"dataset": "TriviaQA", "type": "PER", "perturbation": "French", "scorer": "mrqa",
            "n": 9, "original_em": 80.0, "perturbed_em": 70.0, "perturbed_low_em": 66.0,
            "perturbed_high_em": 74.0}  # fmt: skip
    found = [each for each in counterparts([], [drop]) if each["perturbation"] == "French"]
    assert {each["model"] for each in found} == {"BERT", "RoBERTa", "SpanBERT"}
    assert {(each["low"], each["high"], each["n"], each["published_n"])
            for each in found} == {(66.0, 74.0, 9, 2747)}  # fmt: skip
    lines = published_table(Scorecard({}, "", published=found)).rows
    assert all("66.0 to 74.0" in line and "56.10 ± 1.7" in line[6:7]
               for line in lines if line[1] == "BERT")  # fmt: skip


def test_a_scored_release_has_bounds_of_scores_before_and_after(
    release: Path, tmp_path: Path
) -> None:
    card = score(release, write_predictions(release, tmp_path, biased, ("AfriDemo",)))
    for row in card.drops:
        for metric in ("em", "f1"):
            for what in ("original", "perturbed"):
                low, high = (row[f"{what}_{end}_{metric}"] for end in ("low", "high"))
                assert low < row[f"{what}_{metric}"] < high
    for row in card.rows:
        assert row["hasans_low_em"] < row["hasans_em"] < row["hasans_high_em"]
