"""Recurrent recognizers of the bundled ensemble: a bidirectional LSTM, computed with numpy.

A recurrent recognizer reads a text from its start and from its end, so that a token is seen with
everything before and after it. It embeds tokens and marks names like the others of the ensemble.
It is trained by scripts/train_recurrent.py with torch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from builders.recognizers.bundled.actions import Actions, Affine, Likely
from builders.recognizers.bundled.network import Embedding, Floats, Maxout, Numbers
from builders.recognizers.bundled.observed import LABELS, LEAST
from builders.recognizers.bundled.tokens import Tokens

PIECES: Final = 2
"""The number of outputs of which the mixing layer and the score of an action take the maximum."""
CLASS_COLUMN: Final = 4
"""The column of features that has the bit set of word classes."""
_GATES: Final = 4  # The input, forget, cell and output gates of an LSTM, in torch's order.
_CELL: Final = 2
_HALF: Final = np.float32(0.5)


@dataclass(frozen=True, slots=True)
class Direction:
    """An LSTM that reads texts in one direction.

    A sigmoid is computed as a hyperbolic tangent, for which the weights of all gates except the
    cell gate are halved in advance.
    """

    inputs: Affine
    """The layer that is applied to each token."""
    recurrent: Floats
    """The weights that are applied to the state after the token before."""

    @classmethod
    def of(cls, weights: Mapping[str, Floats], name: str) -> Direction:
        """Take the weights whose names begin with `name`."""
        scale = np.repeat(np.full(_GATES, _HALF), weights[f"{name}_recurrent"].shape[1])
        scale[_CELL * (len(scale) // _GATES) : (_CELL + 1) * (len(scale) // _GATES)] = 1
        return cls(
            Affine(
                np.ascontiguousarray(weights[f"{name}_inputs"].T * scale),
                weights[f"{name}_bias"] * scale,
            ),
            np.ascontiguousarray(weights[f"{name}_recurrent"].T * scale),
        )

    def __call__(
        self, vectors: Floats, kinds: Numbers, first: Numbers, lengths: Numbers, step: int
    ) -> Floats:
        """Return the state after each token of several texts.

        `vectors` has a row for each distinct token, and `kinds` the row of each token. `first` has
        the index of the token with which each text begins, in this direction, and `step` is 1 or
        -1. The texts are sorted by length, from the longest to the shortest.
        """
        gates = self.inputs(vectors)
        size = self.recurrent.shape[0]
        states = np.empty((len(kinds), size), np.float32)
        state = np.zeros((len(lengths), size), np.float32)
        cell = np.zeros_like(state)
        # The number of texts that have another token, after each number of tokens.
        left = np.searchsorted(-lengths, -np.arange(lengths.max(initial=0)), side="left")
        for at, count in enumerate(left.tolist()):
            rows = first[:count] + step * at
            each = gates[kinds[rows]]
            if at:
                each += state[:count] @ self.recurrent
            np.tanh(each, out=each)
            opened, kept, new, shown = (
                each[:, gate * size : (gate + 1) * size] for gate in range(_GATES)
            )
            cells = cell[:count]
            cells *= kept + 1
            cells += (opened + 1) * new
            cells *= _HALF
            state[:count] = (shown + 1) * np.tanh(cells) * _HALF
            states[rows] = state[:count]
        return states


@dataclass(frozen=True, slots=True)
class RecurrentMember:
    """One recurrent recognizer of the ensemble: the weights of its layers."""

    embedding: Embedding
    forward: Direction
    backward: Direction
    actions: Actions

    @classmethod
    def load(cls, path: Path) -> RecurrentMember:
        """Read the weights that scripts/train_recurrent.py wrote."""
        with np.load(path) as file:
            arrays = dict(file.items())
        hashed = tuple(map(tuple, arrays.pop("hashed").tolist()))
        weights = {name: array.astype(np.float32) for name, array in arrays.items()}
        return cls(
            _embedding(weights, hashed),
            Direction.of(weights, "forward"),
            Direction.of(weights, "backward"),
            _actions(weights),
        )

    def likely(self, tokens: Tokens, vectors: Floats) -> Iterator[Likely]:
        """Yield the spans that may be names.

        `vectors` has the output of `embedding` for each distinct token. Starts and ends are indices
        into the sequence of the tokens of all texts.
        """
        lengths = tokens.lengths
        kinds = tokens.kinds
        order = np.argsort(-lengths, kind="stable")
        ends = np.cumsum(lengths)[order]
        states = (
            self.forward(vectors, kinds, ends - lengths[order], lengths[order], 1),
            self.backward(vectors, kinds, ends - 1, lengths[order], -1),
        )
        yield self.actions.likely(np.concatenate(states, axis=1), lengths, tokens.spaces, LEAST)


def _embedding(weights: Mapping[str, Floats], hashed: tuple[tuple[int, ...], ...]) -> Embedding:
    *parts, last = np.split(weights["mix"], len(hashed) + 1)
    rows = np.split(weights["table"], np.cumsum([count for _, _, count in hashed])[:-1])
    return Embedding(
        tuple((column, seed, count) for column, seed, count in hashed),
        np.concatenate([its @ part for its, part in zip(rows, parts, strict=True)]),
        CLASS_COLUMN,
        weights["classes"] @ last,
        Maxout(weights["mix_bias"], weights["gain"], weights["shift"]),
    )


def _actions(weights: Mapping[str, Floats]) -> Actions:
    """Return the actions: to skip a token, to mark a name of one word, and to begin a name."""
    numbers = np.arange(len(LABELS))
    marks = np.arange(1 + 2 * len(LABELS))
    return Actions(
        LABELS,
        Affine(weights["outside"], weights["outside_bias"].reshape(PIECES, -1)),
        begins=marks > len(LABELS),
        units=(marks > 0) & (marks <= len(LABELS)),
        label_of=np.concatenate([[-1], numbers, numbers]),
        inside=Affine(weights["inside"], weights["inside_bias"].reshape(3, PIECES, 2, -1)),
    )
