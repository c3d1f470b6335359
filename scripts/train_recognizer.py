"""Train the members (the NER models) of the bundled recognizer.

    python scripts/train_recognizer.py --corpora FOLDER --out FOLDER [--seeds 1 2]

The folder of corpora contains the corpora of recognizer/corpora.py as .jsonl.gz files, and lists of
demonyms and peoples in lists/. The settings are in scripts/recognizer/config.cfg, and each can be
overridden, for example with --set training.max_steps=500. Each seed gives one member. OUT/model is
the pipeline of all members, to which scripts/train_evidence.py adds the forest that selects names.
Runs with the same seeds and settings on the same machine give the same weights.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import spacy
import srsly
from recognizer.augment import Swapper, Text, passages, recase
from recognizer.corpora import read_corpora
from recognizer.matmul import use_matmul
from recognizer.sentence import Sentence
from recognizer.wordlists import build_gazetteer, name_pools
from spacy.language import Language
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config
from thinc.api import Config

from builders.recognizers.bundled.gazetteer_embed import share_gazetteer
from builders.recognizers.bundled.ops import set_precision

# Part of the recognizer's fingerprint. Increase it whenever a new model is shipped.
VERSION = "2.5.0"
CONFIG = Path(__file__).parent / "recognizer" / "config.cfg"
Reader = Callable[[Language], Iterator[Example]]


@spacy.registry.readers("renamer.TrainingTexts.v1")
def training_texts(
    folder: str,
    *,
    seed: int,
    copies: dict[str, float],
    swap_share: float,
    made_sentences: int,
    longest_passage: int,
    lower_share: float,
    upper_share: float,
    events: bool = False,
) -> Reader:
    """Return a spaCy corpus reader that generates different training texts in every epoch.

    The texts are the corpora, copies of the corpora with other names, and generated sentences. With
    `events`, the names of events and works are marked as well.
    """
    sentences = [s for s in read_corpora(Path(folder)) if s.role == "train"]
    if events:
        sentences = [sentence.with_events() for sentence in sentences]
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
        epoch += [swapper.sentence(rng) for _ in range(made_sentences)]
        rng.shuffle(epoch)
        for text in epoch:
            yield _example(nlp, recase(text, rng, lower_share, upper_share))

    return read


@spacy.registry.readers("renamer.HeldoutTexts.v1")
def heldout_texts(folder: str) -> Reader:
    """Return a spaCy corpus reader of the sentences by which the best checkpoint is selected.

    The sentences have the role `evidence` in recognizer/corpora.py. They train no NER model, but
    the forest that selects names among the candidates of the NER models.
    """

    def read(nlp: Language) -> Iterator[Example]:
        for sentence in read_corpora(Path(folder)):
            if sentence.role == "evidence":
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


def train_member(corpora: Path, out: Path, overrides: dict[str, Any]) -> Path:
    """Train one of the recognizer's NER models, and return the folder of its best checkpoint."""
    out.mkdir(parents=True, exist_ok=True)
    lists = out / "gazetteer.npz"
    lists.write_bytes(build_gazetteer().to_bytes())
    paths = {"paths.corpora": str(corpora), "paths.gazetteer": str(lists)}
    nlp = init_nlp(load_config(CONFIG, overrides={**paths, **overrides}), use_gpu=-1)
    use_matmul(nlp)
    train(nlp, out, use_gpu=-1)
    return out / "model-best"


def publish(members: Sequence[Path], folder: Path) -> None:
    """Join trained NER models in one pipeline, without training settings and paths."""
    nlp = spacy.blank("en")
    for number, member in enumerate(members, start=1):
        # The vocabulary is not saved, because it contains the words of the training texts.
        trained = spacy.load(member, exclude=["vocab"])
        nlp.add_pipe("ner", name=f"ner_{number}", source=trained)
    nlp.meta.update(
        name="renamer_bundled", version=VERSION, license="CC BY-SA 4.0", author="entity-renamer",
        description="English names: PERSON, ORG, GPE, LOC, NORP. See README.md beside.",
        performance={}, sources=[],
    )  # fmt: skip
    share_gazetteer(nlp, keep_copies=False)
    set_precision(nlp, "float16")
    folder.mkdir(parents=True, exist_ok=True)
    nlp.to_disk(folder)
    config = Config({key: nlp.config[key] for key in ("nlp", "components")})
    for number in range(1, len(members) + 1):
        embed = config["components"][f"ner_{number}"]["model"]["tok2vec"]["embed"]
        embed["gazetteer"] = None
    config.to_disk(folder / "config.cfg")


def main() -> None:
    """Parse the command line, train the NER models in turn, and write one pipeline."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument(
        "--trained", type=Path, nargs="+", help="only publish these members, trained before"
    )
    arguments = parser.parse_args()
    overrides = {}
    for setting in arguments.set:
        key, _, value = setting.partition("=")
        try:
            overrides[key] = srsly.json_loads(value)
        except ValueError:
            overrides[key] = value
    members = arguments.trained or [
        train_member(
            arguments.corpora, arguments.out / f"seed{seed}", {**overrides, "system.seed": seed}
        )
        for seed in arguments.seeds
    ]
    publish(members, arguments.out / "model")


if __name__ == "__main__":
    main()
