"""Random choices that depend only on a hash of a key, such as (seed, dataset, entity).

No random generator is shared between choices. Therefore a choice does not depend on the order of
instances, on the number of processes or shards, or on Python's hash seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

Part = str | int
_SIZE: Final = 16


def encoded(parts: tuple[Part, ...]) -> bytes:
    """Return parts of a key as bytes; ("ab", "c") and ("a", "bc") give different bytes."""
    return b"".join(map(_encoded, parts))


@lru_cache(maxsize=1024)
def numbered(number: int) -> bytes:
    """Return a number as bytes, as `encoded` does, but from a cache if possible."""
    return _encoded(number)


def _encoded(part: Part) -> bytes:
    if isinstance(part, int):
        return b"i%d;" % part
    return b"s%d:%b" % (len(part), part.encode("utf-8", "surrogatepass"))


class Stem:
    """The first parts that many keys share, which are hashed only once for all these keys.

    For example, the keys (Stem(("a", 1)), "b") and ("a", 1, "b") have the same digest.
    """

    __slots__ = ("_hash",)

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self._hash = blake2b(encoded(parts), digest_size=_SIZE)

    def digest(self, rest: bytes) -> bytes:
        """Return the digest of a whole key, which is this stem followed by `rest`.

        `rest` has the other parts of the key, as `encoded` returns them.
        """
        hasher = self._hash.copy()
        hasher.update(rest)
        return hasher.digest()

    def numbers(self, key_ends: Iterable[bytes]) -> Numbers:
        """Return the digests of many keys that begin with this stem, as an array of numbers.

        `key_ends` has the other parts of each key, as `encoded` returns them.
        """
        copy, digests = self._hash.copy, []
        for rest in key_ends:
            hasher = copy()
            hasher.update(rest)
            digests.append(hasher.digest())
        return numbers(digests)


Numbers = npt.NDArray[np.uint64]
"""Digests as 128-bit numbers, one per row; the two columns are their high and low 64 bits."""


def numbers(digests: Iterable[bytes]) -> Numbers:
    """Return digests of 16 bytes as an array of numbers, to calculate with all of them at once."""
    return np.frombuffer(b"".join(digests), ">u8").astype(np.uint64).reshape(-1, 2)


class Remainders:
    """Draws an integer below a bound for each of many keys at once.

    The results are those of `integer(key, bound)`, which is slower. `below` has one bound
    per key, and each bound is less than 2**32.
    """

    def __init__(self, below: Sequence[int]) -> None:
        bounds = self._bounds = np.array(below, np.uint64)
        # 2**64 modulo each bound
        self._turn = (np.uint64(2**64 - 1) % bounds + np.uint64(1)) % bounds

    def of(self, drawn: Numbers) -> list[int]:
        """Return, for each key, the integer that the function `integer` returns.

        `drawn` has the digests of the keys, as numbers.
        """
        high, low = drawn[:, 0] % self._bounds, drawn[:, 1] % self._bounds
        found: list[int] = ((high * self._turn + low) % self._bounds).tolist()
        return found


Key = tuple[Stem | Part | bytes, ...]
"""The parts of a key. A Stem must be the first, and bytes are parts that `encoded` has returned."""

_NO_STEM: Final = Stem(())


def digest(key: Key) -> bytes:
    """Return a hash of 16 bytes; keys whose parts differ in value or type have different hashes."""
    if len(key) == 2 and isinstance(key[0], Stem) and isinstance(key[1], bytes):
        return key[0].digest(key[1])  # the usual case
    stem = _NO_STEM
    rest: list[bytes] = []
    for part in key:
        if isinstance(part, bytes):
            rest.append(part)
        elif isinstance(part, Stem):
            stem = part
        else:
            rest.append(_encoded(part))
    return stem.digest(b"".join(rest))


def extended(key: Key, rest: bytes) -> Key:
    """Return `key` with the parts in `rest`, a result of `encoded`, added at its end."""
    if len(key) == 2 and isinstance(key[1], bytes):
        return (key[0], key[1] + rest)
    return (*key, rest)


def integer(key: Key, below: int) -> int:
    """Return an integer in [0, below) that depends only on `key`.

    All integers are practically equally likely: the bias is under 2**-64. Raises ValueError if
    `below` is not positive.
    """
    if below <= 0:
        raise ValueError(f"nothing to draw from: below={below}")
    return int.from_bytes(digest(key), "big") % below


def indices(key: Key, size: int) -> Iterator[int]:
    """Yield every index of [0, size) once, in an order fixed by `key`.

    The first index equals `integer(key, size)`. Further indices are chosen by the key and a counter
    until half of all indices have been yielded. Later choices would mostly hit indices that have
    been yielded before. So the rest follows in cyclic order, from an index that the key chooses.
    """
    if not size:
        return
    first = integer(key, size)
    # Usually only the first index is needed.
    yield first
    seen = {first}
    attempt = 0
    while len(seen) * 2 < size:
        attempt += 1
        index = integer((*key, attempt), size)
        if index not in seen:
            seen.add(index)
            yield index
    start = integer((*key, "rest"), size)
    for step in range(size):
        index = (start + step) % size
        if index not in seen:
            yield index
