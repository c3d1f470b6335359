"""The recurrent recognizer as a torch model: how it is trained, and its weights for numpy.

builders/recognizers/bundled/recurrent.py computes the trained model. It scores the same actions as
spaCy's entity recognizer: at a token outside names, to skip it, to mark it as a name or to begin a
name; at a token inside a name, to continue or to end the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from thinc.api import NumpyOps
from torch import nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from builders.recognizers.bundled.gazetteer import BIT_COUNT, bits_apart
from builders.recognizers.bundled.observed import LABELS
from builders.recognizers.bundled.recurrent import CLASS_COLUMN, PIECES

# The columns of features, with the number of rows of their hash tables: the form, prefix, suffix
# and shape of a token, the bit set of its word classes, and its word cluster.
ROWS: Final = (8000, 1000, 3000, 1500, 1500, 700)
FIRST_SEED: Final = 8
_FORMS: Final = (0, 5)  # The columns that are hidden at random: the form and the cluster.
WIDTH, MIX, HIDDEN = 64, 96, 128
_ON, _END = range(2)
_IGNORED: Final = -100


class Sample(NamedTuple):
    """A text to train on."""

    features: np.ndarray
    """A row of features per token (see builders.recognizers.bundled.tokens)."""
    names: Sequence[tuple[int, int, int]]
    """The names in the text: first token, index after the last token, index of the label."""


class Network(nn.Module):
    """An embedding of tokens, a bidirectional LSTM, and the layers that score the actions."""

    def __init__(self, dropout: float, hidden_forms: float) -> None:
        super().__init__()
        self.hidden_forms = hidden_forms
        self.tables = nn.ModuleList(nn.Embedding(rows, WIDTH) for rows in ROWS)
        for table in self.tables:
            nn.init.normal_(table.weight, std=0.2)
        self.classes = nn.Linear(BIT_COUNT, WIDTH, bias=False)
        self.mix = nn.Linear(WIDTH * (len(ROWS) + 1), PIECES * MIX)
        self.norm = nn.LayerNorm(MIX, eps=1e-8)
        self.lstm = nn.LSTM(MIX, HIDDEN, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(dropout)
        self.outside = nn.Linear(2 * HIDDEN, PIECES * (1 + 2 * len(LABELS)))
        self.inside = nn.Linear(2 * HIDDEN, 3 * PIECES * 2 * len(LABELS))

    def forward(self, batch: Sequence[Sample]) -> tuple[Any, Any]:
        """Return the scores of the actions outside and inside names, for each text and token."""
        lengths = [len(sample.features) for sample in batch]
        ids = np.zeros((len(batch), max(lengths), len(ROWS), 4), np.int64)
        bits = np.zeros((len(batch), max(lengths), BIT_COUNT), np.float32)
        for n, sample in enumerate(batch):
            ids[n, : lengths[n]] = _rows(sample.features)
            bits[n, : lengths[n]] = bits_apart(sample.features[:, CLASS_COLUMN])
        where = torch.from_numpy(ids)
        parts = [table(where[:, :, n]).sum(2) for n, table in enumerate(self.tables)]
        if self.training:
            for column in _FORMS:
                shown = torch.rand((*parts[column].shape[:2], 1)) >= self.hidden_forms
                parts[column] = parts[column] * shown
        mixed = self.mix(torch.cat([*parts, self.classes(torch.from_numpy(bits))], dim=-1))
        best = mixed.view(*mixed.shape[:2], PIECES, MIX).amax(dim=2)
        packed = pack_padded_sequence(
            self.dropout(self.norm(best)), torch.tensor(lengths), True, enforce_sorted=False
        )
        seen, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        seen = self.dropout(seen)
        outside = self.outside(seen).view(*seen.shape[:2], PIECES, -1).amax(dim=2)
        return outside, self.inside(seen).view(*seen.shape[:2], 3, PIECES, 2, len(LABELS))

    def loss(self, batch: Sequence[Sample]) -> Any:
        """Return the mean cross-entropy of the right actions per token."""
        outside, inside = self(batch)
        right = torch.full(outside.shape[:2], _IGNORED)
        at: list[tuple[int, int, int, int]] = []
        ends: list[int] = []
        for n, sample in enumerate(batch):
            right[n, : len(sample.features)] = 0
            for start, end, label in sample.names:
                right[n, start] = 1 + label + (len(LABELS) if end > start + 1 else 0)
                right[n, start + 1 : end] = _IGNORED
                at += [(n, here, start, label) for here in range(start + 1, end)]
                ends += [_ON] * (end - start - 2) + [_END] * (end > start + 1)
        total = cross_entropy(
            outside.flatten(0, 1), right.flatten(), ignore_index=_IGNORED, reduction="sum"
        )
        if at:
            text, here, first, label = torch.tensor(at).T
            scores = sum(
                inside[text, place, role][torch.arange(len(at)), :, :, label]
                for role, place in enumerate((here, first, here - 1))
            )
            total = total + cross_entropy(scores.amax(1), torch.tensor(ends), reduction="sum")
        return total / sum(len(sample.features) for sample in batch)


def _rows(features: np.ndarray) -> np.ndarray:
    """Return the rows of the hash tables for each token and column: four per table."""
    ops = NumpyOps()
    hashed = (
        ops.hash(np.ascontiguousarray(features[:, n]), FIRST_SEED + n) % np.uint32(rows)
        for n, rows in enumerate(ROWS)
    )
    return np.stack(list(hashed), axis=1).astype(np.int64)


def weights(network: Network) -> Mapping[str, np.ndarray]:
    """Return the weights under the names by which builders/recognizers reads them."""
    lstm = network.lstm
    found = {
        "table": torch.cat([table.weight for table in network.tables]),
        "classes": network.classes.weight.T,
        "mix": network.mix.weight.T,
        "mix_bias": network.mix.bias,
        "gain": network.norm.weight,
        "shift": network.norm.bias,
        "outside": network.outside.weight.T,
        "outside_bias": network.outside.bias,
        "inside": network.inside.weight.T,
        "inside_bias": network.inside.bias,
    }
    for name, end in (("forward", ""), ("backward", "_reverse")):
        found[f"{name}_inputs"] = getattr(lstm, f"weight_ih_l0{end}")
        found[f"{name}_recurrent"] = getattr(lstm, f"weight_hh_l0{end}")
        biases = (getattr(lstm, f"bias_{part}_l0{end}") for part in ("ih", "hh"))
        found[f"{name}_bias"] = sum(biases)
    arrays = {name: value.detach().numpy().astype(np.float16) for name, value in found.items()}
    hashed = [(n, FIRST_SEED + n, rows) for n, rows in enumerate(ROWS)]
    return {**arrays, "hashed": np.array(hashed, np.int32)}


def batches(samples: Iterable[Sample], size: int, shuffle: Any) -> Iterable[list[Sample]]:
    """Divide texts into batches of texts of similar length, of about `size` tokens each.

    `shuffle` shuffles a list in place.
    """
    ordered = sorted(samples, key=lambda sample: len(sample.features))
    made: list[list[Sample]] = [[]]
    for sample in ordered:
        if made[-1] and (len(made[-1]) + 1) * len(sample.features) > size:
            made.append([])
        made[-1].append(sample)
    shuffle(made)
    return made
