"""Continue pretraining with each masking strategy, fine-tune, and print exact match.

    python scripts/train_maskings.py [--checkpoint FOLDER] [--train FILE] [--runs N]

The table has the layout of Yan et al. 2022, table 7, with one row per masking strategy and the
columns Original, DBName and RandStr. A tenth of the passages of the training file is held out.
Their answer entities of all types are renamed twice (two seeds), with names from collections
(DBName) and with random strings (RandStr). As in the paper of Yan et al., ± is the standard
deviation over training runs.

Without arguments, a tiny model is trained on generated texts within some minutes. This shows that
all steps work, but the figures are not comparable with the paper, which pretrains SpanBERT for
8,000 steps of 2,048 sequences (appendix C). To obtain meaningful figures, give a checkpoint and a
training file in SQuAD or MRQA format. The results of the paper are printed below the table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory

import torch
from small_readers import Start, Teaching, fine_tuned, learn, small_texts
from transformers.utils import logging

from builders import Options, build, recognize
from builders.releases.export import save
from builders.scoring.predicting import predict
from builders.scoring.predictors.extractive import ExtractiveModel, Windows
from builders.scoring.published import published
from builders.scoring.release_scoring import score
from builders.sources import format_table
from builders.sources.squad_export import answerable, to_mrqa
from builders.training.collator import MaskingCollator, tokens_of
from builders.training.held_out import split_held_out
from builders.training.masking import MASKINGS, EntityTokens, Masking
from builders.types import Example

COLUMNS = ("Original", "DBName", "RandStr")
BASE = "none"
RECIPE = """
name = "held-out"
version = "1.0.0"
title = "The held-out tenth of a training file"
[[sources]]
name = "{dataset}"
format = "mrqa"
[entity_renaming]
sources = ["{dataset}"]
types = ["MIX"]
seeds = 2
[entity_renaming.perturbations.DBName]
kind = "collections"
collections = ["us-names", "places", "proper-nouns"]
[entity_renaming.perturbations.RandStr]
kind = "random-string"
"""


@dataclass(frozen=True)
class Pretraining:
    """The settings of continued pretraining, with AdamW and a constant learning rate.

    See Yan et al. 2022, appendix C.
    """

    steps: int
    rate: float
    batch: int


def renamed(held_out: Sequence[Example], dataset: str, folder: Path) -> Path:
    """Build a release of the renamed held-out examples to test models on; return its folder."""
    source, recipe = folder / "held-out.jsonl", folder / "held-out.toml"
    save(to_mrqa(held_out, dataset), source)
    recipe.write_text(RECIPE.format(dataset=dataset), encoding="utf-8")
    return build(recipe, folder / "release", Options(sources={dataset: source}))


def sequences(examples: Sequence[Example], start: Start) -> list[EntityTokens]:
    """Return each distinct passage as tokens, with the names that are recognized in it."""
    passages = list(dict.fromkeys(each.context for each in examples))
    return [
        tokens_of(start.tokenizer, text,
                  ((each["start"], each["end"]) for each in found["mentions"]),
                  longest=start.longest)
        for text, found in zip(passages, recognize(passages), strict=True)
    ]  # fmt: skip


def pretrained(
    start: Start, data: Sequence[EntityTokens], masking: Masking, how: Pretraining, seed: int
) -> torch.nn.Module:
    """Return a model after continued pretraining with a masking strategy."""
    model = start.masked_model(seed).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=how.rate)
    collate = MaskingCollator(start.tokenizer, masking, seed)
    for step in range(how.steps):
        collate.epoch, first = step, step * how.batch % max(len(data) - how.batch, 1)
        batch = collate(data[first : first + how.batch])
        if (batch["labels"] >= 0).any():
            learn(optimizer, model(**batch).loss)
    return model


def exact_match(release: Path, reader: Path, out: Path, longest: int) -> dict[str, float]:
    """Answer the questions of a release with a saved model, and return exact match in percent.

    The keys are "Original", and "DBName" and "RandStr" for names from collections and random
    strings. The values of the last two are averages over seeds.
    """
    model = ExtractiveModel(str(reader), Windows(max_length=longest, stride=longest // 3))
    predict(release, out, model, configs=["*-MIX-*"])
    drops = score(release, out).drops
    return {"Original": drops[0]["original_em"]} | {
        each["perturbation"]: each["perturbed_em"] for each in drops
    }


def cells(runs: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Yield the cells of a table row: the mean and standard deviation over training runs."""
    for column in COLUMNS:
        values = [run[column] for run in runs]
        spread = f" ± {stdev(values):.1f}" if len(values) > 1 else ""
        yield f"{mean(values):.1f}{spread}".rjust(14)


def paper(dataset: str) -> Iterator[str]:
    """Yield the results of Yan et al. (2022) for a dataset as table rows, if there are any."""
    own = [each for each in published() if each.table == "table 7" and each.dataset == dataset]
    for model in dict.fromkeys(each.model for each in own):
        by_column = {each.perturbation: each for each in own if each.model == model}
        yield model.ljust(28) + "".join(
            f"{by_column[column].value:.1f} ± {by_column[column].sd:.1f}".rjust(14)
            for column in COLUMNS
        )


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--checkpoint", type=Path, help="model to start from, such as SpanBERT")
    parser.add_argument("--train", type=Path, help="a training file of SQuAD or MRQA")
    parser.add_argument("--dataset", default="SQuAD", help="its name, as in the paper")
    parser.add_argument("--runs", type=int, default=1, help="training runs per line")
    parser.add_argument("--longest", type=int, default=112, help="tokens (paper: 256)")
    parser.add_argument("--pretraining-steps", type=int, default=200, help="(paper: 8,000)")
    parser.add_argument("--pretraining-batch", type=int, default=32, help="(paper: 2,048)")
    parser.add_argument("--pretraining-rate", type=float, default=1e-3, help="(paper: 1e-4)")
    parser.add_argument("--steps", type=int, default=1500, help="fine-tuning (paper: 4 epochs)")
    parser.add_argument("--batch", type=int, default=32, help="fine-tuning (paper: 16)")
    parser.add_argument("--rate", type=float, default=3e-3, help="fine-tuning (paper: 2e-5)")
    return parser.parse_args()


def main() -> None:
    """Split the data, build the test release, train, and print a table of exact match scores."""
    asked = options()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    torch.set_num_threads(1)
    examples = (
        list(answerable(format_table.read(asked.train, dataset=asked.dataset)))
        if asked.train else small_texts(asked.dataset)
    )  # fmt: skip
    train, held_out = split_held_out(examples)
    how = Pretraining(asked.pretraining_steps, asked.pretraining_rate, asked.pretraining_batch)
    teaching = Teaching(asked.steps, asked.rate, asked.batch)
    with TemporaryDirectory() as name:
        folder = Path(name)
        release = renamed(held_out, asked.dataset, folder)
        texts = [text for each in train for text in (each.context, each.question)]
        start = Start.at(asked.checkpoint, texts, asked.longest, folder)
        data = sequences(train, start)
        print(f"Exact match on {asked.dataset}, {len(train):,} questions trained on")
        print("masking".ljust(28), *(column.rjust(13) for column in COLUMNS))
        for line in (BASE, *MASKINGS):
            runs = []
            for seed in range(asked.runs):
                place = folder / f"{line}-{seed}"
                before = None
                if line != BASE:
                    model = pretrained(start, data, line, how, seed)
                    before = start.save(model, place / "pretrained")
                reader = fine_tuned(start, train, teaching, pretrained=before, seed=seed)
                saved = start.save(reader, place / "reader")
                runs.append(exact_match(release, saved, place / "predictions", asked.longest))
            print(line.ljust(28) + "".join(cells(runs)), flush=True)
    for line in paper(asked.dataset):
        print(line)


if __name__ == "__main__":
    main()
