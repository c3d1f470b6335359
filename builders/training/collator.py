"""The maskings as data collators of transformers (extra `models`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from builders.training.masking import IGNORED, Masking, Span, Tokens, masked


def tokens_of(tokenizer: Any, text: str, names: Iterable[Span], *, longest: int) -> Tokens:
    """Return a text as one sequence; `names` are where entities are in it, in characters.

    The tokenizer is a fast one: its words are those of `word_ids`. An entity that the end of the
    sequence cuts, or that shares a token with what is beside it, is dropped.
    """
    read = tokenizer(text, truncation=True, max_length=longest, return_offsets_mapping=True)
    words = read.word_ids(0)
    of_words = [
        (n, *place)
        for n, (place, word) in enumerate(zip(read["offset_mapping"], words, strict=True))
        if word is not None
    ]
    starts = {start: n for n, start, _ in of_words}
    ends = {end: n + 1 for n, _, end in of_words}
    entities = [
        (starts[start], ends[end]) for start, end in names if start in starts and end in ends
    ]
    return Tokens(tuple(read["input_ids"]), tuple(words), tuple(sorted(set(entities))))


@dataclass
class MaskingCollator:
    """Makes a batch for masked language modelling; `epoch` is to be raised for other masks.

    Batches are {input_ids, attention_mask, labels}, tensors of shape (sequences, longest one).
    """

    tokenizer: Any
    masking: Masking
    seed: int = 0
    fill: bool = False
    epoch: int = 0

    def __call__(self, sequences: Sequence[Tokens]) -> dict[str, Any]:
        """Mask sequences and pad them to one length."""
        import torch

        size = max(len(one.ids) for one in sequences)
        ids = np.full((len(sequences), size), self.tokenizer.pad_token_id, np.int64)
        labels = np.full_like(ids, IGNORED)
        attended = np.zeros_like(ids)
        for row, one in enumerate(sequences):
            ids[row, : len(one.ids)], labels[row, : len(one.ids)] = masked(
                one, self.masking, (self.seed, self.epoch, self.masking),
                mask_id=self.tokenizer.mask_token_id, vocabulary=len(self.tokenizer),
                fill=self.fill,
            )  # fmt: skip
            attended[row, : len(one.ids)] = 1
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy(attended),
            "labels": torch.from_numpy(labels),
        }
