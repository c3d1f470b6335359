"""Folders of submissions for tests, with numbers that are made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MANIFEST = "a" * 64
CELLS = (
    ("SQuAD", "PER", "InDistName", 3.0), ("SQuAD", "PER", "French", 4.5),
    ("SQuAD", "GPE", "RandStr", 9.0), ("TriviaQA", "PER", "InDistName", 12.0),
)  # fmt: skip
# Name, F1 on original rows, how much of a usual drop, width of intervals.
MODELS = (("reader", 91.2, 0.1, 1.0), ("biased", 88.0, 2.0, 1.2), ("twin", 87.6, 2.1, 1.2))


def scores(original: float, factor: float, half: float, clusters: int = 200) -> dict[str, Any]:
    """Return what `renamer score --json` writes of a model."""
    rows: list[dict[str, Any]] = []
    drops: list[dict[str, Any]] = []
    for dataset, kind, perturbation, drop in CELLS:
        config = f"{dataset}-{kind}-{perturbation}"
        for scorer, gain in (("squad", 0.0), ("lenient", 0.5)):
            lost = factor * drop - gain
            for seed in range(2):
                rows.append({
                    "config": config, "split": f"seed{seed}", "perturbation": perturbation,
                    "seed": seed, "scorer": scorer,
                    **{f"{part}{metric}": original - lost + shift
                       for metric in ("em", "f1")
                       for part, shift in (("", 0.0), ("low_", -half), ("high_", half))},
                })  # fmt: skip
            record: dict[str, Any] = {
                "config": config, "dataset": dataset, "type": kind, "perturbation": perturbation,
                "scorer": scorer, "seeds": [0, 1], "n": 3 * clusters, "clusters": clusters,
                "consistency": 90.0,
            }  # fmt: skip
            for metric in ("em", "f1"):
                known = clusters >= 20
                record |= {
                    f"original_{metric}": original, f"perturbed_{metric}": original - lost,
                    f"drop_{metric}": lost, f"low_{metric}": lost - half if known else None,
                    f"high_{metric}": lost + half if known else None,
                }  # fmt: skip
            drops.append(record)
    return {
        "format": 1, "model": "", "rows": rows, "drops": drops,
        "release": {"recipe": "demo", "version": "1.0.0", "manifest": MANIFEST},
    }  # fmt: skip


def submit(results: Path, name: str, found: dict[str, Any] | None, /, **meta: object) -> Path:
    """Write a submission; `meta` takes the place of what meta.json says."""
    folder = results / "submissions" / f"{len(list(results.rglob('meta.json'))):03}"
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"name": name, **meta}), encoding="utf-8")
    if found is not None:
        (folder / "scores.json").write_text(json.dumps(found), encoding="utf-8")
    return folder


def sample_results(results: Path) -> Path:
    """Write a folder of four submissions, one of them a paper's."""
    results.mkdir()
    (results / "board.json").write_text(json.dumps({
        "title": "Renamed SQuAD", "url": "https://example.org/renamed",
        "description": "Extractive question answering on entities that nobody has heard of.",
        "release": {"repo": "org/renamed-squad", "tag": "v1.0.0", "manifest": MANIFEST},
    }))  # fmt: skip
    for name, original, factor, half in MODELS:
        submit(
            results, name, scores(original, factor, half),
            url="https://example.org/model", size=110_000_000, licence="MIT", revision="f00ba4" * 3,
            predictor="renamer predict --model, seed 0",
        )  # fmt: skip
    reproduced = results / "submissions" / "000"
    (reproduced / "scores.json").rename(reproduced / "reproduced.json")
    paper = scores(90.0, 1.0, 1.0, clusters=12) | {"release": {}}
    submit(results, "SpanBERT (Yan et al. 2022)", paper, source="paper")
    return results
