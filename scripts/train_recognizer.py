"""Train the bundled recognizer: python scripts/train_recognizer.py --corpora FOLDER --out FOLDER.

The folder of corpora holds crossner, wikigold, gum, uner_ewt, wnut17 and btc as .jsonl.gz and
nnp_counts.tsv.gz; settings are in scripts/recognizer/config.cfg and can be overridden with
--set training.max_steps=500. Two runs with one seed on one machine give the same weights.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import spacy
from recognizer.augment import Swapper, Text, passages, recase
from recognizer.corpora import Sentence, read_corpora
from recognizer.wordlists import build_gazetteer, name_pools
from spacy.language import Language
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config
from thinc.api import Config

from builders.recognizers import gazetteer_embed  # noqa: F401  registers the architecture
from builders.recognizers.bundled_ops import set_precision, use_matmul

# Raised whenever another model is shipped: part of the recognizer's fingerprint.
VERSION = "1.0.0"
CONFIG = Path(__file__).parent / "recognizer" / "config.cfg"
Reader = Callable[[Language], Iterator[Example]]


@spacy.registry.readers("renamer.TrainingTexts.v1")
def training_texts(
    folder: str,
    seed: int,
    copies: dict[str, float],
    swap_share: float,
    longest_passage: int,
    lower_share: float,
    upper_share: float,
) -> Reader:
    """Return a reader that gives other copies of the corpora in every epoch."""
    sentences = [s for s in read_corpora(Path(folder)) if not s.heldout]
    swapper = Swapper.of(sentences, name_pools())
    rng = random.Random(seed)

    def texts_of(corpus: list[Sentence], times: float) -> Iterator[Text]:
        for copy in range(math.ceil(times)):
            share = swap_share if copy else 0.0
            for sentence in corpus:
                if rng.random() < times - copy:
                    yield swapper(sentence, rng, share)

    def read(nlp: Language) -> Iterator[Example]:
        epoch: list[Text] = []
        for name, times in copies.items():
            corpus = [s for s in sentences if s.corpus == name]
            epoch += passages(texts_of(corpus, times), rng, longest_passage)
        rng.shuffle(epoch)
        for text in epoch:
            yield _example(nlp, recase(text, rng, lower_share, upper_share))

    return read


@spacy.registry.readers("renamer.HeldoutTexts.v1")
def heldout_texts(folder: str) -> Reader:
    """Return a reader of the held-out sentences, unchanged."""

    def read(nlp: Language) -> Iterator[Example]:
        for sentence in read_corpora(Path(folder)):
            if sentence.heldout:
                yield _example(nlp, (sentence.text, sentence.spans))

    return read


def _example(nlp: Language, text: Text) -> Example:
    doc = nlp.make_doc(text[0])
    spans = [doc.char_span(s, e, label=t, alignment_mode="expand") for s, e, t in text[1]]
    reference = doc.copy()
    kept = spacy.util.filter_spans([span for span in spans if span is not None])
    reference.ents = tuple(
        spacy.tokens.Span(reference, s.start, s.end, label=s.label_) for s in kept
    )
    return Example(doc, reference)


def train_recognizer(corpora: Path, out: Path, overrides: dict[str, Any]) -> None:
    """Train by the config and write the best pipeline, without what it does not need, to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    lists = out / "gazetteer.npz"
    lists.write_bytes(build_gazetteer(corpora / "nnp_counts.tsv.gz").to_bytes())
    config = load_config(
        CONFIG,
        overrides={
            "paths.corpora": str(corpora), "paths.gazetteer": str(lists), **overrides,
        },
    )  # fmt: skip
    nlp = init_nlp(config, use_gpu=-1)
    use_matmul(nlp)
    train(nlp, out, use_gpu=-1)
    publish(out / "model-best", out / "model")


def publish(trained: Path, folder: Path) -> None:
    """Write `trained` to `folder` as the package ships it: no training settings, no paths."""
    nlp = spacy.load(trained, exclude=["vocab"])  # the strings of the training texts
    nlp.meta.update(
        name="renamer_bundled", version=VERSION, license="CC BY-SA 4.0", author="entity-renamer",
        description="English names: PERSON, ORG, GPE, LOC, NORP. See README.md beside.",
        performance={}, sources=[],
    )  # fmt: skip
    set_precision(nlp, "float16")
    nlp.to_disk(folder)
    config = Config({key: nlp.config[key] for key in ("nlp", "components")})
    config["components"]["ner"]["model"]["tok2vec"]["embed"]["gazetteer"] = None
    config.to_disk(folder / "config.cfg")


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    arguments = parser.parse_args()
    overrides = {}
    for setting in arguments.set:
        key, _, value = setting.partition("=")
        try:
            overrides[key] = spacy.util.srsly.json_loads(value)
        except ValueError:
            overrides[key] = value
    train_recognizer(arguments.corpora, arguments.out, overrides)


if __name__ == "__main__":
    main()
