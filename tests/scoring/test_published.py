"""The papers' figures agree with each other, and stand beside ours where they belong."""

from __future__ import annotations

from typing import Any

import pytest

from builders.scoring.published import Figure, beside, published


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
        f"{YAN} table {n}" for n in (3, 4, 5, 6)
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


def test_tables_3_and_5_share_bert() -> None:
    for dataset in ("SearchQA", "TriviaQA"):
        for perturbation in ("Original", "InDistName", "DBName", "RandStr"):
            keys = {"dataset": dataset, "perturbation": perturbation, "model": "BERT"}
            assert value(f"{YAN} table 3", **keys) == value(f"{YAN} table 5", **keys)
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
             for each in beside([], [lenient, drop]) if each["table"] == "table 3"}  # fmt: skip
    assert found == {"Original": (81.2, 80.0, 5), "DBName": (78.8, 70.0, 5)}
    row = {"dataset": "SQuAD2", "type": None, "perturbation": "AfriSQuAD2", "scorer": "squad2",
           "hasans_em": 60.0, "hasans_n": 7, "noans_em": None, "noans_n": 0}  # fmt: skip
    (part,) = beside([row], [])
    assert (part["value"], part["ours"], part["n"], part["part"]) == (71.5, 60.0, 7, "HasAns")
    figure = Figure("p", "t", "", "SQuAD", "MIX", "DBName", "m", "drop_em", 1.0)
    assert [each["ours"] for each in beside([], [drop], [figure])] == [10.0]
