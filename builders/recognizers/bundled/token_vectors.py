"""The vectors of tokens in the recognizers of the bundled ensemble, kept from text to text.

The vector of a token does not depend on the text around it, and most tokens of a text occur in
earlier texts, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

import numpy as np

from builders.recognizers.bundled.network import Embedding, Floats
from builders.recognizers.bundled.tokens import Tokens

# The number of distinct tokens whose vectors are kept, some 1.5 kilobytes each.
_MOST: Final = 30_000


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """The vectors of tokens in each recognizer of an ensemble."""

    embeddings: tuple[Embedding, ...]
    tables: tuple[Floats, ...]
    """The vectors that were computed, one table per recognizer with a row for each token."""
    rows: dict[int, int] = field(default_factory=dict)
    """The row of each token in the tables, by the hash of its features."""
    lock: Any = field(default_factory=Lock, repr=False)

    @classmethod
    def of(cls, embeddings: Iterable[Embedding]) -> TokenVectors:
        """Return the vectors of no token yet."""
        embeddings = tuple(embeddings)
        sizes = (len(embedding.mix.gain) for embedding in embeddings)
        return cls(embeddings, tuple(np.empty((_MOST, size), np.float32) for size in sizes))

    def __call__(self, tokens: Tokens) -> list[Floats]:
        """Return the vectors of the distinct tokens of some texts, for each recognizer."""
        hashes = tokens.hashes.tolist()
        if len(hashes) > _MOST:
            return [embedding(tokens.features) for embedding in self.embeddings]
        with self.lock:
            new = [n for n, one in enumerate(hashes) if one not in self.rows]
            if len(self.rows) + len(new) > _MOST:
                self.rows.clear()
                new = list(range(len(hashes)))
            first = len(self.rows)
            for embedding, table in zip(self.embeddings, self.tables, strict=True):
                table[first : first + len(new)] = embedding(tokens.features[new])
            self.rows.update((hashes[n], row) for row, n in enumerate(new, first))
            at = [self.rows[one] for one in hashes]
            return [table[at] for table in self.tables]
