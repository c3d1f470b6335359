"""The network of one recognizer in the bundled ensemble, computed with numpy.

It gives the same results as spaCy's layers, several times as fast. Equal tokens are embedded only
once, products of weights are computed when the model is loaded, and nothing is stored for training.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
from thinc.api import Model, NumpyOps

from builders.recognizers.bundled.gazetteer import Bits, Hashes, bits_apart

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Layer = Model[Any, Any]

_OPS: Final = NumpyOps()
_LEAST_VARIANCE: Final = np.float32(1e-8)


@dataclass(frozen=True, slots=True)
class Maxout:
    """The last part of a layer: maxout (a maximum over several outputs), and normalization."""

    bias: Floats
    gain: Floats
    shift: Floats

    @classmethod
    def of(cls, maxout: Layer, norm: Layer) -> Maxout:
        """Take the weights from a maxout layer and from the normalization layer after it."""
        return cls(
            weights_of(maxout, "b").T.reshape(-1), weights_of(norm, "G"), weights_of(norm, "b")
        )

    def __call__(self, sums: Floats) -> Floats:
        """Return a row of outputs for each row of `sums`, the weighted sums of the inputs.

        The array `sums` is overwritten.
        """
        sums += self.bias
        best = _best_pieces(sums, len(self.gain))
        size = np.float32(len(self.gain))
        best -= (np.einsum("ij->i", best) / size)[:, None]
        variance = np.einsum("ij,ij->i", best, best) / size
        best *= (1 / np.sqrt(variance + _LEAST_VARIANCE))[:, None]
        best *= self.gain
        best += self.shift
        return best


@dataclass(frozen=True, slots=True)
class Embedding:
    """The layer that gives each token a vector that does not depend on its context.

    The vector is the sum of several rows of weights, to which `mix` is applied. The weights have
    been multiplied by those of the mixing layer in advance.
    """

    hashed: tuple[tuple[int, int, int], ...]
    """For each hash table, the column of features to look up, the seed, and the number of rows."""
    table: Floats
    """The rows of weights in all hash tables, in sequence."""
    class_column: int
    """The column of features that has the bit set of word classes."""
    classes: Floats
    """A row of weights per word class."""
    mix: Maxout

    @classmethod
    def of(cls, layer: Layer) -> Embedding:
        """Return an `Embedding` with the weights of a trained embedding layer."""
        (mixer,), (norm,) = _named(layer, "maxout"), _named(layer, "layernorm")
        (classes,) = _named(layer, "renamer_classes")
        tables = _named(layer, "hashembed")
        *parts, last = np.split(_weights(mixer), len(tables) + 1)
        rows = [weights_of(table, "E") for table in tables]
        return cls(
            tuple(
                (table.attrs["column"], table.attrs["seed"], len(its_rows))
                for table, its_rows in zip(tables, rows, strict=True)
            ),
            np.concatenate([its @ part for its, part in zip(rows, parts, strict=True)]),
            classes.attrs["column"],
            weights_of(classes, "W").T @ last,
            Maxout.of(mixer, norm),
        )

    def __call__(self, features: Hashes) -> Floats:
        """Return a vector for each row of features."""
        sums = self._of_classes(features[:, self.class_column])
        for rows in self._rows(features):
            sums += self.table[rows]
        return self.mix(sums)

    def _of_classes(self, sets: Bits) -> Floats:
        """Return, for each bit set of word classes, the sum of the rows of its classes.

        Unlike in a product of matrices, no sum depends on what other sets there are.
        """
        tokens, classes = np.nonzero(bits_apart(sets))
        sums = np.zeros((len(sets), self.classes.shape[1]), np.float32)
        counts = np.bincount(tokens, minlength=len(sets))
        rank = np.arange(len(tokens)) - np.repeat(np.cumsum(counts) - counts, counts)
        for number in range(counts.max(initial=0)):
            chosen = rank == number
            sums[tokens[chosen]] += self.classes[classes[chosen]]
        return sums

    def _rows(self, features: Hashes) -> Iterator[Numbers]:
        """Yield several arrays, each with the index in `table` of one row for each token.

        The vector of a token is computed from the sum of its rows in all arrays.
        """
        above = 0
        for column, seed, count in self.hashed:
            hashes = _OPS.hash(np.ascontiguousarray(features[:, column]), seed)
            yield from (hashes % np.uint32(count)).T + np.intp(above)
            above += count


@dataclass(frozen=True, slots=True)
class Encoder:
    """The layers that turn vectors of single tokens into vectors of tokens in context."""

    reach: int
    """The number of tokens on either side of a token that a layer reads with it."""
    layers: tuple[tuple[Floats, Maxout], ...]
    """The weights of each layer, and its last part."""

    @classmethod
    def of(cls, layer: Layer) -> Encoder:
        """Take the weights from spaCy's layers that encode tokens in context."""
        (reach,) = {window.attrs["window_size"] for window in _named(layer, "expand_window")}
        pairs = zip(_named(layer, "maxout"), _named(layer, "layernorm"), strict=True)
        return cls(
            reach, tuple((_weights(maxout), Maxout.of(maxout, norm)) for maxout, norm in pairs)
        )

    def __call__(self, vectors: Floats, lengths: Numbers) -> Floats:
        """Return the vector of each token in context; `lengths` has the number of tokens per text.

        Texts are separated by rows of zeros, so no layer reads tokens of two texts together.
        """
        blank = self.reach * len(self.layers)
        width = vectors.shape[1]
        rows = np.arange(len(vectors)) + blank * np.repeat(np.arange(1, len(lengths) + 1), lengths)
        padded = np.zeros((len(vectors) + blank * (len(lengths) + 1) + 2 * self.reach, width), "f")
        inner = padded[self.reach : -self.reach]
        inner[rows] = vectors
        around = (2 * self.reach + 1) * width
        windows = np.lib.stride_tricks.sliding_window_view(padded.reshape(-1), around)[::width]
        for weights, maxout in self.layers:
            inner += maxout(np.ascontiguousarray(windows) @ weights)
        seen: Floats = inner[rows]
        return seen


def weights_of(layer: Layer, name: str) -> Floats:
    """Return the weights with this name in a layer."""
    return cast("Floats", layer.get_param(name))


def _best_pieces(scores: Floats, width: int) -> Floats:
    """Return the elementwise maximum of blocks of columns, each of which has `width` columns."""
    best = scores[:, :width]
    for start in range(width, scores.shape[1], width):
        best = np.maximum(best, scores[:, start : start + width])
    return best


def _named(layer: Layer, name: str) -> list[Layer]:
    """Return the layers with this name in the order of computation."""
    return [found for found in layer.walk(order="dfs_pre") if found.name == name]


def _weights(maxout: Layer) -> Floats:
    """Return the weights of a maxout layer as a matrix with one row per input.

    The columns are ordered by piece: first all outputs of the first piece, and so on.
    """
    weights = weights_of(maxout, "W")  # outputs, pieces, inputs
    return np.ascontiguousarray(weights.transpose(2, 1, 0)).reshape(weights.shape[2], -1)
