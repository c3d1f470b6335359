"""The masking strategies as a data collator for the library transformers.

It needs the optional dependencies `models` of this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from builders.training.masking import IGNORED, EntityTokens, Masking, Span, masked


def tokens_of(tokenizer: Any, text: str, names: Iterable[Span], *, longest: int) -> EntityTokens:
    """Return a text as one sequence of tokens, with the token spans of its entities.

    `names` are the character spans of the entities, and `longest` is the maximum number of tokens.
    The tokenizer must be a fast tokenizer of transformers, because its method `word_ids` is used.
    An entity that is truncated, or that shares a token with adjacent text, is dropped.
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
    return EntityTokens(tuple(read["input_ids"]), tuple(words), tuple(sorted(set(entities))))


@dataclass
class MaskingCollator:
    """A function object that makes batches for masked language modelling.

    A batch is {input_ids, attention_mask, labels}. All three are tensors of the shape (number of
    sequences, length of the longest sequence).
    """

    tokenizer: Any
    masking: Masking
    seed: int = 0
    fill: bool = False
    """Whether entity masking also masks other words, until 15% of the tokens are masked."""
    epoch: int = 0
    """The number of the epoch. In another epoch, other tokens of a sequence are masked."""

    def __call__(self, sequences: Sequence[EntityTokens]) -> dict[str, Any]:
        """Return a batch with the sequences, masked and padded to the same length."""
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
