"""Train a tiny model with each masking, and print its loss on original and renamed texts.

    python scripts/train_maskings.py [--steps 50]

The table has the layout of Yan et al. 2022, table 7, with one row per masking and the columns
Original, DBName and RandStr. The cells of the paper are exact match scores of models pretrained on
BookCorpus and Wikipedia. A model with two layers and a few dozen training steps cannot answer
questions, so the cells here are losses on masked words (lower is better). They only show that the
collators work.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
import torch
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertForMaskedLM, BertTokenizerFast

from builders import Options, build
from builders.training.collator import MaskingCollator, tokens_of
from builders.training.masking import MASKINGS, Masking, Tokens

COLUMNS = ("Original", "DBName", "RandStr")
LONGEST, BATCH = 128, 8
HELD = 32
"""The number of passages per column that are excluded from training, to measure the loss.
"""


def passages(release: Path) -> dict[str, list[tuple[str, tuple[tuple[int, int], ...]]]]:
    """Return the distinct passages of each column, with the offsets of renamed names."""
    found: dict[str, dict[str, tuple[tuple[int, int], ...]]] = {name: {} for name in COLUMNS}
    for path in sorted(release.glob("data/*/PER/**/*.parquet")):
        column = next((name for name in COLUMNS if name in path.relative_to(release).parts
                       or path.stem == name), None)  # fmt: skip
        for row in pq.read_table(path).to_pylist() if column else ():
            found[column or ""].setdefault(row["context"], tuple(_places(row)))
    return {name: list(texts.items()) for name, texts in found.items()}


def _places(row: dict) -> Iterator[tuple[int, int]]:
    shift = 0
    for edit in row["edits"]:
        if edit["field"] == "context":
            start = edit["start"] + shift
            yield start, start + len(edit["new"])
            shift += len(edit["new"]) - len(edit["old"])


def tokenizer_of(texts: Sequence[str], folder: Path) -> BertTokenizerFast:
    """Return a WordPiece tokenizer trained on some texts."""
    pieces = BertWordPieceTokenizer(lowercase=False)
    pieces.train_from_iterator(texts, vocab_size=2000, show_progress=False)
    pieces.save_model(str(folder))
    return BertTokenizerFast(vocab=str(folder / "vocab.txt"), do_lower_case=False)


def train(
    tokenizer: BertTokenizerFast, data: Sequence[Tokens], masking: Masking, steps: int
) -> BertForMaskedLM:
    """Train a model from scratch with AdamW and a constant learning rate, as in appendix B."""
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=128, max_position_embeddings=LONGEST,
    )  # fmt: skip
    model = BertForMaskedLM(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    collate = MaskingCollator(tokenizer, masking)
    for step in range(steps):
        collate.epoch, start = step, step * BATCH % max(len(data) - BATCH, 1)
        loss = model(**collate(data[start : start + BATCH])).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model.eval()


def loss_of(model: BertForMaskedLM, tokenizer: BertTokenizerFast, data: Sequence[Tokens]) -> float:
    """Return the mean loss on masked words. The masked words are the same for every model."""
    collate = MaskingCollator(tokenizer, "whole-word", seed=1)
    with torch.no_grad():
        return float(model(**collate(data[:HELD])).loss)


def main() -> None:
    """Build the demonstration data, train, and print the losses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--steps", type=int, default=50)
    steps = parser.parse_args().steps
    with TemporaryDirectory() as folder:
        release = build("demo", Path(folder) / "demo", Options(only="*/PER/*"))
        texts = passages(release)
        tokenizer = tokenizer_of([text for text, _ in texts["Original"]], Path(folder))
        data = {
            name: [tokens_of(tokenizer, text, places, longest=LONGEST) for text, places in pairs]
            for name, pairs in texts.items()
        }
        trained = [one for name in COLUMNS for one in data[name][HELD:]]
        print("masking".ljust(12), *(name.rjust(9) for name in COLUMNS))
        for masking in MASKINGS:
            model = train(tokenizer, trained, masking, steps)
            cells = (f"{loss_of(model, tokenizer, data[name]):9.2f}" for name in COLUMNS)
            print(masking.ljust(12), *cells, flush=True)


if __name__ == "__main__":
    main()
