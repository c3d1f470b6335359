"""Holding out a tenth of the passages of a training file (Yan et al. 2022, section 3.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from builders.cards.papers import DISTANTLY_SUPERVISED, TRAINING_SETS
from builders.draws import integer
from builders.types import Example

PARTS: Final = 10


def is_held_out(example: Example, seed: int = 0) -> bool:
    """Return whether an example belongs to the tenth that is held out from training.

    This depends only on the seed, the dataset and the text of the passage. Therefore, all questions
    about a passage are held out, or none of them is, whatever the order of the file. In Yan et al.
    (2022), the choice depends on the order of the file, so the counts in their table 8 cannot be
    reproduced exactly.
    """
    return integer(("held out", seed, example.dataset, example.context), PARTS) == 0


def split_held_out(
    examples: Iterable[Example], seed: int = 0
) -> tuple[list[Example], list[Example]]:
    """Return the training examples and the held-out examples, both in the given order."""
    train: list[Example] = []
    held_out: list[Example] = []
    for example in examples:
        (held_out if is_held_out(example, seed) else train).append(example)
    return train, held_out


@dataclass(frozen=True, slots=True)
class SplitSizes:
    """The numbers of training and held-out instances of a dataset: ours and the published ones.

    The published numbers are from Yan et al. 2022 (table 8). They are None for a dataset that is
    not in this table.
    """

    dataset: str
    train: int
    held_out: int
    published_train: int | None
    published_held_out: int | None
    is_distantly_supervised: bool


def split_sizes(train: Iterable[Example], held_out: Iterable[Example]) -> Iterator[SplitSizes]:
    """Yield the sizes of each dataset together with those of Yan et al. (2022, table 8).

    The sizes differ, because the passages to hold out are chosen differently (see `is_held_out`).
    """
    trained = Counter(one.dataset for one in train)
    held = Counter(one.dataset for one in held_out)
    for dataset in sorted(trained | held):
        published_train, published_held = TRAINING_SETS.get(dataset, (None, None))
        yield SplitSizes(
            dataset, trained[dataset], held[dataset], published_train, published_held,
            dataset in DISTANTLY_SUPERVISED,
        )  # fmt: skip
