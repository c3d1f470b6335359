"""Train the recurrent recognizers of the bundled ensemble, after its convolutional ones.

    python scripts/train_recurrent.py --corpora FOLDER --model FOLDER [--seeds 11 12]

MODEL is the pipeline that scripts/train_recognizer.py wrote, from which the tokenizer and the word
classes come. The texts are those of its members, with the names of events and works as well. Each
seed gives one recognizer, MODEL/recurrent_SEED.npz, in about twenty minutes on one core. Training
needs torch. Runs with the same seeds on the same machine give the same weights.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import torch
from recognizer.recurrent import Network, Sample, batches, weights
from spacy.language import Language
from thinc.api import Config
from train_recognizer import CONFIG, training_texts

from builders.recognizers.bundled.gazetteer_embed import extract_layer, token_features
from builders.recognizers.bundled.load import load_members
from builders.recognizers.bundled.observed import LABELS

STEPS: Final = 3300
# The learning rate rises for WARM steps and then falls along a cosine to the share LOWEST.
RATE, WARM, LOWEST = 3e-3, 100, 0.02
REPORT_EVERY: Final = 100
BATCH: Final = 2500
"""The number of tokens of a batch."""
POOL: Final = 2048
"""The number of texts among which texts of similar length are put into one batch."""
# The share of numbers that is dropped between layers, and of tokens whose form is hidden.
DROPOUT, HIDDEN_FORMS = 0.3, 0.1


def samples(pipeline: Language, corpora: Path, seed: int) -> Iterator[Sample]:
    """Yield training texts without end, different ones in every epoch."""
    settings = Config().from_disk(CONFIG)["corpora"]["train"]
    settings = {name: value for name, value in settings.items() if name[0] != "@"}
    read = training_texts(**{**settings, "folder": str(corpora), "seed": seed}, events=True)
    extract = extract_layer(pipeline.components[0][1].model)
    while True:
        for example in read(pipeline):
            if len(example.reference):
                names = [(e.start, e.end, LABELS.index(e.label_)) for e in example.reference.ents]
                yield Sample(token_features(extract, [example.predicted]), names)


def train(pipeline: Language, corpora: Path, seed: int, steps: int) -> Network:
    """Train one recurrent recognizer."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    network = Network(DROPOUT, HIDDEN_FORMS)
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=RATE, weight_decay=0.01, betas=(0.9, 0.98)
    )

    def rate(step: int) -> float:
        fallen = 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps)))
        return min(1.0, (step + 1) / WARM) * max(LOWEST, fallen)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    shuffle = random.Random(seed).shuffle
    texts = samples(pipeline, corpora, seed)
    pools = (list(islice(texts, POOL)) for _ in iter(int, 1))
    total = 0.0
    for step, batch in enumerate(
        islice((batch for pool in pools for batch in batches(pool, BATCH, shuffle)), steps)
    ):
        loss = network.loss(batch)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        total += loss.item()
        if step % REPORT_EVERY == REPORT_EVERY - 1:
            print(f"seed {seed}, step {step + 1}: loss {total / REPORT_EVERY:.4f}", flush=True)
            total = 0.0
    return network


def main() -> None:
    """Parse the command line, train the recognizers in turn, and write their weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[11, 12])
    parser.add_argument("--steps", type=int, default=STEPS)
    arguments = parser.parse_args()
    pipeline = load_members(arguments.model)
    for seed in arguments.seeds:
        network = train(pipeline, arguments.corpora, seed, arguments.steps)
        path = arguments.model / f"recurrent_{seed}.npz"
        np.savez_compressed(path, allow_pickle=False, **weights(network))


if __name__ == "__main__":
    main()
