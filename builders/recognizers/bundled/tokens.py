"""The tokens of several texts as arrays, the input of the recognizers in the bundled ensemble."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np
from spacy.tokens import Doc

from builders.recognizers.bundled.gazetteer import Bits, Hashes
from builders.recognizers.bundled.gazetteer_embed import token_features
from builders.recognizers.bundled.network import Flags, Layer, Numbers

_MULTIPLIER: Final = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of several texts in one sequence, with their features."""

    features: Hashes
    """A row of features for each distinct token."""
    hashes: Hashes
    """A number for each distinct token, the hash of its features."""
    kinds: Numbers
    """For each token, its row in `features`."""
    lengths: Numbers
    """The number of tokens of each text."""
    spaces: Flags
    """Which tokens are white space."""

    @classmethod
    def of(cls, docs: Sequence[Doc], extract: Layer) -> Tokens:
        """Return the tokens of the texts, with the features that `extract` outputs.

        `docs` has the texts and must not be empty.
        """
        features = token_features(extract, docs)
        hashes, first, kinds = _kinds(features)
        spaces = np.concatenate([doc.to_array("IS_SPACE") for doc in docs]).astype(np.bool_)
        lengths = np.array([len(doc) for doc in docs])
        return cls(features[first], hashes, kinds, lengths, spaces)

    @property
    def classes(self) -> Bits:
        """Return the bit set of word classes of each distinct token."""
        return self.features[:, -2]

    def parts(self, size: int) -> Iterator[Tokens]:
        """Yield the texts in order, in batches of about `size` tokens, or of one longer text."""
        ends = np.cumsum(self.lengths)
        cuts = np.flatnonzero(np.diff(ends // size)) + 1
        for low, high in pairwise([0, *cuts.tolist(), len(ends)]):
            here = slice(ends[low] - self.lengths[low], ends[high - 1])
            yield replace(
                self, kinds=self.kinds[here], lengths=self.lengths[low:high],
                spaces=self.spaces[here],
            )  # fmt: skip


def _kinds(features: Hashes) -> tuple[Hashes, Numbers, Numbers]:
    """Return the hash and the first token of each kind, and the kind of each token as a number.

    Tokens are of the same kind if the 64-bit hashes of their features are equal.
    """
    hashes = np.zeros(len(features), np.uint64)
    for column in features.T:
        hashes = (hashes ^ column ^ (hashes >> np.uint64(29))) * _MULTIPLIER
    return np.unique(hashes, return_index=True, return_inverse=True)
