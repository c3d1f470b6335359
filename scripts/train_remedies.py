"""Compare two remedies for errors after renaming: RESEMBLE, and training with renamed copies.

RESEMBLE combines a model's answer with its answers to copies that have well-known names.

    python scripts/train_remedies.py [--renamings 10] [--steps 1500]

A tiny model is trained to answer questions on generated passages. A second model is trained for the
same number of steps on the same rows together with renamed copies (Spanish names and random
strings). Both models are evaluated on a held-out tenth of the passages, renamed several times with
names of the United States. In the table that is printed, "worst" and "best" are the renamings with
the lowest and highest scores of the first model. "own worst" and "own best" are the renamings with
the lowest and highest scores of the model in that row. See Balasubramanian et al. 2020, table 5
(RESEMBLE only), and Yan et al. 2022 (training).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from rich.console import Console
from small_readers import Start, Teaching, fine_tuned, small_texts
from transformers.utils import logging

from builders import Options, build
from builders.cli.wide_tables import show_table
from builders.experiments.experiment_tables import resemble_table
from builders.experiments.resemble_model import resemble_model
from builders.releases.export import save
from builders.releases.recipe import Recipe
from builders.releases.release_reading import rows_of
from builders.scoring.predictors.extractive import ExtractiveModel, Windows
from builders.sources.squad_export import to_mrqa
from builders.stages.renamings import RenamingOptions
from builders.training.held_out import split_held_out
from builders.types import Example

DATASET = "Small"
LONGEST, BATCH, RATE = 112, 32, 3e-3
RECIPE = """
name = "{name}"
version = "1.0.0"
title = "Small texts"
[[sources]]
name = "Small"
format = "mrqa"
[entity_renaming]
sources = ["Small"]
types = ["PER"]
seeds = 1
"""
TRAINED_WITH = """
[entity_renaming.perturbations.Spanish]
kind = "collections"
collections = ["spanish"]
[entity_renaming.perturbations.RandStr]
kind = "random-string"
"""
TESTED_WITH = """
[entity_renaming.perturbations.DBName]
kind = "collections"
collections = ["us-names"]
"""


def source(examples: Sequence[Example], path: Path) -> dict[str, Path]:
    """Write examples to an MRQA file, and return {name of the dataset: path of the file}."""
    save(to_mrqa(examples, DATASET), path)
    return {DATASET: path}


def renamed(examples: Sequence[Example], folder: Path) -> list[Example]:
    """Return renamed copies of the examples, for training.

    There are copies with Spanish names and copies with random strings.
    """
    recipe = Recipe.parse(RECIPE.format(name="training") + TRAINED_WITH)
    release = build(recipe, folder / "training", Options(source(examples, folder / "train.jsonl")))
    paths = sorted(each.relative_to(release) for each in release.glob("data/*/PER/*/seed0.parquet"))
    return [row.example for path in paths for row in rows_of(release, path.as_posix())]


def main() -> None:
    """Train a model without and one with renamed copies, and print a table of their scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--renamings", type=int, default=10)
    parser.add_argument("--steps", type=int, default=1500)
    asked = parser.parse_args()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    torch.set_num_threads(1)
    train, held_out = split_held_out(small_texts(DATASET))
    teaching = Teaching(asked.steps, RATE, BATCH)
    with TemporaryDirectory() as name:
        folder = Path(name)
        known = renamed(train, folder)
        both = [*train, *known]
        texts = [text for each in both for text in (each.context, each.question)]
        start = Start.at(None, texts, LONGEST, folder)
        models = []
        for place, examples in (("base", train), ("trained", both)):
            saved = start.save(fine_tuned(start, examples, teaching), folder / place)
            models.append(ExtractiveModel(str(saved), Windows(max_length=LONGEST)))
        report = resemble_model(
            Recipe.parse(RECIPE.format(name="held-out") + TESTED_WITH), models[0],
            trained=models[1],
            drawing=RenamingOptions(asked.renamings, source(held_out, folder / "held-out.jsonl")),
        )  # fmt: skip
    show_table(Console(width=160), resemble_table(report.cells[0]))


if __name__ == "__main__":
    main()
