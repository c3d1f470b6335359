"""The tenth of a training file that is held out by passage (Yan et al. 2022, section 3.3)."""

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


@dataclass(frozen=True, slots=True)
class SplitSizes:
    """A line of table 8: instances to train on and held out, ours and the paper's.

    The paper's are None for a dataset that it does not have.
    """

    dataset: str
    train: int
    held_out: int
    published_train: int | None
    published_held_out: int | None
    is_distantly_supervised: bool


def split_sizes(train: Iterable[Example], held_out: Iterable[Example]) -> Iterator[SplitSizes]:
    """Yield the sizes of each dataset beside those of Yan et al. (2022, table 8).

    They differ by the draw: ours is of passages and does not depend on the order of the file.
    """
    trained = Counter(one.dataset for one in train)
    held = Counter(one.dataset for one in held_out)
    for dataset in sorted(trained | held):
        published_train, published_held = TRAINING_SETS.get(dataset, (None, None))
        yield SplitSizes(
            dataset, trained[dataset], held[dataset], published_train, published_held,
            dataset in DISTANTLY_SUPERVISED,
        )  # fmt: skip
