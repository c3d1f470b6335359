"""A compact map from the digests of texts to numbers, for millions of texts."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from hashlib import blake2b
from typing import Final

import numpy as np

_WAITING: Final = 1 << 12
_SHARE: Final = 16
"""New entries are kept in a dictionary until they reach 1/_SHARE of the entries in the arrays.

Then they are merged into the sorted arrays.
"""


def short_digest(text: str) -> int:
    """Return a 64-bit digest of a text; two texts very rarely have the same digest."""
    encoded = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(encoded, digest_size=8).digest(), "big")


class DigestMap:
    """A map from 64-bit digests to numbers below 2**32, which takes about 12 bytes per entry."""

    def __init__(self) -> None:
        self._digests = array("Q")
        self._numbers = array("I")
        self._new: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._digests) + len(self._new)

    def get(self, digest: int) -> int | None:
        """Return the number of a digest, or None if the map does not have the digest."""
        found = self._new.get(digest)
        if found is not None:
            return found
        at = bisect_left(self._digests, digest)
        is_there = at < len(self._digests) and self._digests[at] == digest
        return self._numbers[at] if is_there else None

    def add(self, digest: int, number: int = 0) -> bool:
        """Add a digest with its number, and return True.

        If the map already has the digest, keep its old number and return False.
        """
        if self.get(digest) is not None:
            return False
        self._new[digest] = number
        if len(self._new) >= max(_WAITING, len(self._digests) // _SHARE):
            self._sort()
        return True

    def _sort(self) -> None:
        new = np.array([*self._new], np.uint64), np.array([*self._new.values()], np.uint32)
        digests = np.concatenate([np.frombuffer(self._digests, np.uint64), new[0]])
        numbers = np.concatenate([np.frombuffer(self._numbers, np.uint32), new[1]])
        order = np.argsort(digests, kind="stable")
        self._digests = array("Q", digests[order].tobytes())
        self._numbers = array("I", numbers[order].tobytes())
        self._new = {}
