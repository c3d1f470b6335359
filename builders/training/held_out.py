"""The tenth of a training file that is held out by passage (Yan et al. 2022, section 3.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from builders.draws import integer
from builders.types import Example

PARTS: Final = 10


def is_held_out(example: Example, seed: int = 0) -> bool:
    """Return whether a passage is of the tenth, by a draw that depends on its text alone.

    All questions of a passage go one way, whatever the order of the file; the paper's own draw
    depends on it, so the counts of its table 8 cannot be met exactly.
    """
    return integer(("held out", seed, example.dataset, example.context), PARTS) == 0


def split_held_out(
    examples: Iterable[Example], seed: int = 0
) -> tuple[list[Example], list[Example]]:
    """Return the examples to train on and the held-out ones, each in the order given."""
    train: list[Example] = []
    held_out: list[Example] = []
    for example in examples:
        (held_out if is_held_out(example, seed) else train).append(example)
    return train, held_out
