"""A release scored: the contract for scripts, models that rank as they must, bad predictions."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stub_models import biased, memorizer, reader, write_predictions
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError, FixManyError
from builders.scoring.comparison import compare
from builders.scoring.prediction_records import level
from builders.scoring.release_scoring import score
from builders.scoring.scorecard import Scorecard
from builders.scoring.subset_scoring import ScoringOptions
from builders.scoring.tables import group_table, score_table
from builders.scoring.uncertainty import clustered

PER = "DemoSQuAD2-PER-French"
MIX = "DemoSQuAD2-MIX-DBName"
MRQA = "DemoMRQA-MIX-RandStr"
SWAP = "AfriDemo"
WITHOUT_PERSONS = "AfriDemo-wo-person"
CONFIGS = (PER, MIX, MRQA, SWAP, WITHOUT_PERSONS)


@pytest.fixture(scope="session")
def cards(release: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Scorecard]:
    folder = tmp_path_factory.mktemp("predictions")
    return {
        model.__name__: score(
            release, write_predictions(release, folder / model.__name__, model, CONFIGS)
        )
        for model in (reader, biased, memorizer)
    }


def drop(card: Scorecard, config: str) -> dict[str, Any]:
    return next(each for each in card.drops if each["config"] == config)


@pytest.mark.parametrize("config", [MIX, MRQA])
def test_models_rank_as_they_must(cards: dict[str, Scorecard], config: str) -> None:
    kept, lost, gone = (drop(cards[name], config) for name in ("reader", "biased", "memorizer"))
    assert kept["drop_em"] == 0
    assert kept["low_em"] <= 0 <= kept["high_em"]
    assert lost["low_em"] > 0
    assert lost["drop_em"] < gone["drop_em"]
    assert 0 < gone["low_em"] < gone["drop_em"] < gone["high_em"]
    assert gone["holm_em"] < 0.001
    assert kept["original_em"] == lost["original_em"] == gone["original_em"] > 70


def test_comparing_models_is_paired(cards: dict[str, Scorecard]) -> None:
    found = {each["config"]: each for each in compare(cards["biased"], cards["reader"])}[MIX]
    assert found["original_em"] == 0
    assert found["mcnemar_em"] == 1
    assert found["perturbed_em"] < 0 < found["drop_low_em"]
    assert found["drop_holm_em"] < 0.05


def test_answers_agree_in_the_names_of_the_source(cards: dict[str, Scorecard]) -> None:
    assert drop(cards["reader"], MIX)["stability"] > 90
    assert drop(cards["memorizer"], MIX)["stability"] == 100  # it says the same whatever is asked
    assert drop(cards["biased"], MIX)["stability"] < drop(cards["reader"], MIX)["stability"] - 10


@pytest.mark.slow
def test_gold_answers_map_back_to_the_source_s(
    release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every gold answer of every row; where aliases got one new name, to any of theirs."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "scripts"))
    found = list(importlib.import_module("check_mapping").outcomes(release))
    assert [(path, id_) for path, id_, right in found if not right] == []
    assert len(found) > 5000


def test_the_original_is_scored_as_what_it_is(release: Path, cards: dict[str, Scorecard]) -> None:
    rows = [each for each in cards["memorizer"].rows if each["config"] == SWAP]
    assert [(row["split"], row["scorer"]) for row in rows] == [
        ("original", "squad2"), ("original", "lenient"),
        ("validation", "squad2"), ("validation", "lenient"),
    ]  # fmt: skip
    original, renamed = rows[0], rows[2]
    assert original["noans_em"] == renamed["noans_em"]
    assert original["hasans_em"] > renamed["hasans_em"]
    assert original["hasans_n"] + original["noans_n"] == original["n"]
    assert original["changed_n"] == 0
    assert original["changed_em"] is None


def test_scorers_fit_their_sources(cards: dict[str, Scorecard]) -> None:
    found = {each["config"]: each["scorer"] for each in reversed(cards["reader"].rows)}
    assert (found[PER], found[MRQA], found[SWAP]) == ("squad", "mrqa", "squad2")


def test_what_a_type_costs(cards: dict[str, Scorecard]) -> None:
    (left,) = cards["memorizer"].left_out_types
    assert (left["config"], left["type"]) == (WITHOUT_PERSONS, "person")
    assert left["gain_em"] > 0
    (left,) = cards["reader"].left_out_types
    assert left["gain_em"] == 0


def test_parts_and_means_add_up(cards: dict[str, Scorecard]) -> None:
    card = cards["biased"]
    whole = drop(card, MIX)
    wanted = (MIX, "squad", "edits")
    parts = [each for each in card.groups
             if (each["config"], each["scorer"], each["by"]) == wanted]  # fmt: skip
    assert sum(each["n"] for each in parts) == whole["n"]
    mean = sum(each["n"] * each["drop_em"] for each in parts) / whole["n"]
    assert mean == pytest.approx(whole["drop_em"])
    shares = [whole[key] for key in ("right_right", "right_wrong", "wrong_right", "wrong_wrong")]
    assert sum(shares) == pytest.approx(100)
    assert shares[1] - shares[2] == pytest.approx(whole["drop_em"])
    assert whole["worst_em"] <= whole["perturbed_em"] <= whole["original_em"]
    known = {"edits", "span type", "answer", "gender", "culture"}
    assert {each["by"] for each in card.groups} == known


def test_a_file_that_several_configs_show_has_one_line(release: Path, tmp_path: Path) -> None:
    both = (PER, "DemoSQuAD2-PER-DBName")
    card = score(release, write_predictions(release, tmp_path, reader, both))
    paths = [row["path"] for row in card.rows if row["scorer"] == "squad"]
    assert len(paths) > len(set(paths))
    lines = [line for line in score_table(card).rows if line[2] == "squad"]
    assert len(lines) == len(set(paths))


def test_directions_of_few_passages_are_in_the_files_alone(cards: dict[str, Scorecard]) -> None:
    card = cards["biased"]
    few = [each for each in card.groups if each["by"] == "culture" and each["clusters"] < 20]
    assert few
    lines = group_table(card).rows
    assert {line[2] for line in lines} >= {"edits", "span type", "culture"}
    assert all(line[8] != "-" for line in lines if line[2] in ("culture", "gender"))
    assert {line[1] for line in lines} == {"squad", "mrqa", "squad2"}


def test_no_bound_of_a_score_is_below_nothing() -> None:
    low = clustered(np.array([1.0] + [0.0] * 29), np.arange(30))
    assert low.interval is not None
    assert low.interval.low < 0
    for estimate in (low, replace(low, mean=1 - low.mean)):
        found = level("f1", estimate)
        assert 0 <= found["low_f1"] < found["f1"] < found["high_f1"] <= 100


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["score", *arguments], env={"COLUMNS": "200"})


def test_the_contract_for_scripts(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path / "stub", biased, (PER, SWAP))
    result = invoke(str(release), str(folder), "--json", str(tmp_path / "a.json"),
                    "--csv", str(tmp_path / "a.csv"), "--markdown", str(tmp_path / "a.md"),
                    "--parts", "--against", str(folder))  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "Drops, EM" in result.output
    card = json.loads((tmp_path / "a.json").read_text())
    assert {"config", "split", "scorer", "em", "f1", "n", "clusters", "se_em", "se_f1", "hasans_em",
            "hasans_f1", "noans_em", "noans_f1"} <= card["rows"][0].keys()  # fmt: skip
    assert {each["split"] for each in card["rows"]} == {
        "original",
        "validation",
        "seed0",
        "seed1",
        "seed2",
    }
    assert (tmp_path / "a.csv").read_text().count("\n") == 1 + len(card["drops"])
    assert "| config | scorer |" in (tmp_path / "a.md").read_text()
    invoke(str(release), str(folder), "--json", str(tmp_path / "b.json"))
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_a_seed_is_not_an_instance(release: Path, tmp_path: Path) -> None:
    """The same predictions thrice are no surer than once."""
    folder = write_predictions(release, tmp_path / "all", memorizer, (MIX,))
    card = score(release, folder)
    for seed in ("seed1", "seed2"):
        (folder / MIX / f"{seed}.json").unlink()
    alone = score(release, folder)
    assert drop(alone, MIX)["seeds"] == [0]
    assert drop(card, MIX)["n"] == drop(alone, MIX)["n"]
    assert drop(card, MIX)["se_em"] == pytest.approx(drop(alone, MIX)["se_em"], rel=0.3)


def test_missing_predictions_score_nothing_and_are_counted(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path / "some", reader, (SWAP,))
    place = folder / SWAP / "validation.json"
    texts = json.loads(place.read_text())
    gone = list(texts)[:10]
    place.write_text(json.dumps({id_: text for id_, text in texts.items() if id_ not in gone}))
    card = score(release, folder)
    assert card.rows[2]["missing"] == 10
    assert card.warnings == [
        f"AfriDemo/validation: 10 of {len(texts)} questions unanswered, scored 0"
    ]
    assert drop(card, SWAP)["changed_answer"] >= 100 * 10 / len(texts) - 1e-9


def test_no_interval_under_twenty_passages(release: Path, tmp_path: Path) -> None:
    small = "DemoSQuAD2-ORG-DBName"
    card = score(release, write_predictions(release, tmp_path / "org", memorizer, (small,)))
    found = drop(card, small)
    assert found["clusters"] < 20
    assert found["drop_em"] > 0
    keys = ("low_em", "high_em", "p_em", "holm_em", "mde_em", "worst_low_em", "consistency_low")
    assert [found[key] for key in keys] == [None] * len(keys)
    assert card.rows[0]["low_em"] is None


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ('{"x": NaN}', ["expected a text, found a number that is none (NaN or Infinity)"]),
        ('{"x": "a", "x": "b", "y": 3}', ["is there twice", "expected a text, found a number"]),
        ('{"x": "a"}', ["none is an id of this split"]),
        ('{"x": "' + "a" * 10_000_000 + '"}', ["longer than 100,000 characters"]),
        ('{"x": "\\ud800"}', ["half a surrogate pair"]),
        ('{"x": ', ["not JSON"]),
        ("[]", ["expected an object of ids and texts"]),
        ("[" * 100_000, ["nested too deeply"]),
    ],
)
def test_bad_predictions_are_told_together(
    release: Path, tmp_path: Path, text: str, faults: list[str]
) -> None:
    place = tmp_path / "bad" / SWAP / "validation.json"
    place.parent.mkdir(parents=True)
    place.write_text(text)
    with pytest.raises(FixInputError) as raised:
        score(release, tmp_path / "bad")
    for fault in faults:
        assert fault in str(raised.value)
    assert len(str(raised.value)) < 2000
    result = invoke(str(release), str(tmp_path / "bad"), "--json", str(tmp_path / "out.json"))
    assert result.exit_code != 0
    assert not (tmp_path / "out.json").exists()


def test_unknown_configs_and_splits_are_told_together(release: Path, tmp_path: Path) -> None:
    for name in ("Nowhere/seed0.json", f"{SWAP}/seed9.json", f"{SWAP}/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")
    with pytest.raises(FixManyError) as raised:
        score(release, tmp_path)
    assert len(raised.value.faults) == 3
    with pytest.raises(FixInputError, match="holds no predictions"):
        score(release, tmp_path / "Nowhere")


def test_predictions_for_another_release(release: Path, tmp_path: Path) -> None:
    (tmp_path / "about.json").write_text(json.dumps({"release": {"manifest": "0" * 64}}))
    with pytest.raises(FixInputError, match="predictions for another release"):
        score(release, tmp_path)


def test_views_by_seed_are_the_same_files(release: Path, tmp_path: Path) -> None:
    by_seed = ("PER-Original", "PER-French-seed0", "PER-French-seed1")
    folder = write_predictions(release, tmp_path / "seeds", memorizer, by_seed)
    card = score(release, folder)
    assert {(row["config"], row["split"]) for row in card.rows} == {
        (config, split) for config in by_seed for split in ("DemoSQuAD2", "DemoMRQA")
    }
    assert drop(card, PER)["seeds"] == [0, 1]
    whole = score(release, write_predictions(release, tmp_path / "config", memorizer, (PER,)))
    assert drop(card, PER)["original_em"] == drop(whole, PER)["original_em"]
    (mean,) = [each for each in card.macro if each["scorer"] == "lenient"]
    parts = [each["drop_em"] for each in card.drops if each["scorer"] == "lenient"]
    assert len(parts) == len(mean["datasets"]) == 2
    assert mean["drop_em"] == pytest.approx(sum(parts) / 2)


def test_no_drop_without_the_original(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path, memorizer, (PER,))
    (folder / PER / "original.json").unlink()
    card = score(release, folder)
    assert not card.drops
    assert card.warnings == [f"{PER}: no predictions of `original`, no drop"]
    assert len(card.rows) == 6


def test_null_odds_give_thresholds(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path, reader, (SWAP,))
    for split in ("original", "validation"):
        texts = json.loads((folder / SWAP / f"{split}.json").read_text())
        always = dict.fromkeys(texts, "anything")
        odds = {id_: 0.0 if text else 5.0 for id_, text in texts.items()}
        (folder / SWAP / f"{split}.json").write_text(json.dumps(always))
        (folder / SWAP / f"{split}.null_odds.json").write_text(json.dumps(odds))
    row = score(release, folder).rows[0]
    assert row["em"] == row["noans_em"] == 0
    assert row["best_em"] == pytest.approx(100 * row["noans_n"] / row["n"])


@pytest.mark.parametrize("threshold", ["best", "2.5"])
def test_a_threshold_decides_what_is_no_answer(
    release: Path, tmp_path: Path, threshold: str
) -> None:
    folder = write_predictions(release, tmp_path, reader, (SWAP,))
    whole = score(release, folder)
    for split in ("original", "validation"):
        texts = json.loads((folder / SWAP / f"{split}.json").read_text())
        odds = {id_: 0.0 if text else 5.0 for id_, text in texts.items()}
        never = {id_: text or "anything" for id_, text in texts.items()}
        (folder / SWAP / f"{split}.json").write_text(json.dumps(never))
        (folder / SWAP / f"{split}.null_odds.json").write_text(json.dumps(odds))
    place = tmp_path / "scores.json"
    arguments = ["score", str(release), str(folder), "--json", str(place), "--threshold", threshold]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    found = json.loads(place.read_text())
    assert found["drops"] == json.loads(whole.to_json())["drops"]
    used = {row["threshold"] for row in found["rows"]}
    assert used == {0.0 if threshold == "best" else 2.5}


def test_thresholds_that_are_none(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path, reader, (SWAP, PER))
    with pytest.raises(FixInputError, match="predictions have no score of no answer"):
        score(release, folder, ScoringOptions(threshold=0.5))
    with pytest.raises(FixInputError, match="expected a number, or best"):
        CliRunner().invoke(
            app, ["score", str(release), str(folder), "--threshold", "nan"], catch_exceptions=False
        )


def test_n_best_takes_the_most_probable(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path, reader, (PER,))
    whole = score(release, folder)
    for place in (folder / PER).iterdir():
        texts = json.loads(place.read_text())
        best = {id_: [{"text": "x", "probability": 0.1}, {"text": text, "probability": 0.9}]
                for id_, text in texts.items()}  # fmt: skip
        place.write_text(json.dumps(best))
    assert score(release, folder).rows == whole.rows
