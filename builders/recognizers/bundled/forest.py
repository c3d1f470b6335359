"""A forest of decision trees that gives a candidate for a name the probability of each type.

It is trained by scripts/train_evidence.py with LightGBM. Here it is evaluated with numpy, all trees
at once, level by level.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from builders.recognizers.bundled.network import Flags, Floats, Numbers

EVENT: Final = "MISC"
"""The class of names of events, works and things, inside which no name is renamed by default."""

TYPES: Final = ("PERSON", "ORG", "GPE", "LOC", "NORP", EVENT)
"""The classes of a candidate; probabilities have one more column, the last, for "no name"."""

# The number of candidates that are scored at once, so that their data fit into the CPU cache.
_AT_ONCE: Final = 256
# The share of the trees that score all candidates, and the log odds of no name from which on the
# other trees do not score a candidate. Of 12,500 candidates in SQuAD and XQuAD, these are 57%, and
# all trees together give none of them a probability of a name over 8%.
_SHARE: Final = 1 / 3
_SURE: Final = 4.0


@dataclass(frozen=True, slots=True)
class Forest:
    """A forest of decision trees, with the nodes of all trees in sequence."""

    columns: npt.NDArray[np.int16]
    """The column of features that each node tests."""
    limits: Floats
    """The limit of each node: its left child follows if the feature is at most the limit."""
    left: npt.NDArray[np.int32]
    """The left child of each node; a leaf is its own child."""
    right: npt.NDArray[np.int32]
    values: Floats
    """The mean value of the leaves below each node; for a leaf, its own value."""
    roots: npt.NDArray[np.int32]
    """The first node of each tree."""
    classes: npt.NDArray[np.int16]
    """The class that each tree scores."""
    depth: int
    """The number of steps from a root to the deepest leaf."""

    @classmethod
    def load(cls, path: Path) -> Forest:
        """Read a forest that `save` wrote."""
        with np.load(path) as file:
            arrays = {name: file[name] for name in cls.__slots__}
        arrays["depth"] = int(arrays["depth"])
        arrays["limits"] = arrays["limits"].astype(np.float32)
        arrays["values"] = arrays["values"].astype(np.float32)
        return cls(**arrays)

    def save(self, path: Path) -> None:
        """Write the forest to one compressed file."""
        arrays = {name: getattr(self, name) for name in self.__slots__}
        with path.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)

    def __call__(self, table: Floats) -> Floats:
        """Return, for each row of features, the probability of each type and, last, of no name.

        The last trees do not score rows that the first trees are sure are no names. The
        probability of no name of such a row is high, but not exact.
        """
        scores = np.zeros((len(table), len(TYPES) + 1), np.float32)
        first = np.arange(len(self.roots)) < len(self.roots) * _SHARE
        for start in range(0, len(table), _AT_ONCE):
            part, own = table[start : start + _AT_ONCE], scores[start : start + _AT_ONCE]
            own += self._scores(part, first)
            unsure = np.flatnonzero(own[:, -1] - own[:, :-1].max(axis=1) <= _SURE)
            own[unsure] += self._scores(part[unsure], ~first)
        scores -= scores.max(axis=1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=1, keepdims=True)
        return scores

    def _scores(self, table: Floats, trees: Flags) -> Floats:
        """Return the sums of the values that some trees give each row of features, by class."""
        values = self.values[self._leaves(table, self.roots[trees])]
        classes = self.classes[trees]
        sums = [values[classes == number].sum(axis=0) for number in range(len(TYPES) + 1)]
        return np.stack(sums, axis=1)

    def _leaves(self, table: Floats, roots: npt.NDArray[np.int32]) -> Numbers:
        """Return the index of the leaf that each row of features reaches in each of some trees.

        The result has a row for each tree, which is given by its root.
        """
        values = np.ascontiguousarray(table.T).ravel()
        rows = np.arange(len(table))
        sides = np.stack([self.left, self.right], axis=1).astype(np.intp).ravel()
        columns = self.columns.astype(np.intp) * len(table)
        nodes = np.repeat(roots.astype(np.intp)[:, None], len(table), axis=1)
        for _ in range(self.depth):
            goes_right = values.take(rows + columns.take(nodes)) > self.limits.take(nodes)
            nodes = sides.take(2 * nodes + goes_right)
        return nodes

    def reasons(self, row: Floats, number: int) -> dict[int, float]:
        """Return how much each feature changed the score of a class, for one row of features.

        `number` is the index of the class. The keys of the result are the columns of features. A
        step from a node to its child changes the mean value of the leaves below; the change is
        credited to the feature that the node tests.
        """
        moved: dict[int, float] = {}
        for root in self.roots[self.classes == number].tolist():
            node = root
            while self.left[node] != node:
                column = int(self.columns[node])
                side = self.left if row[column] <= self.limits[node] else self.right
                step = float(self.values[side[node]] - self.values[node])
                moved[column] = moved.get(column, 0.0) + step
                node = int(side[node])
        return moved
