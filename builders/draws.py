"""Keyed draws: which name is drawn is a hash of the key and of nothing else.

There is no shared stream of random numbers, so a draw depends neither on the order of
instances nor on processes, sharding or Python's hash seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

Key = tuple[str | int, ...]


def digest(key: Key) -> bytes:
    """Return 16 bytes that depend on the parts of `key`, their kinds and their boundaries."""
    text = "".join([
        f"i{part};" if isinstance(part, int) else f"s{len(part)}:{part}" for part in key
    ])  # fmt: skip
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def integer(key: Key, below: int) -> int:
    """Return an integer in [0, below), uniform up to a bias under 2**-64."""
    if below <= 0:
        raise ValueError(f"nothing to draw from: below={below}")
    return int.from_bytes(digest(key), "big") % below


def indices(key: Key, size: int) -> Iterator[int]:
    """Yield every index of [0, size) once, in an order fixed by `key`.

    The first index equals `integer(key, size)`; the next ones are drawn with a counter until
    half of the pool was seen, and are then walked through in order, so that a caller who
    refuses names always ends.
    """
    seen: set[int] = set()
    attempt = 0
    while len(seen) * 2 < size:
        index = integer((*key, attempt) if attempt else key, size)
        attempt += 1
        if index not in seen:
            seen.add(index)
            yield index
    start = integer((*key, "rest"), size) if size else 0
    for step in range(size):
        index = (start + step) % size
        if index not in seen:
            yield index


def choose(key: Key, pool: Sequence[str]) -> str:
    """Return the member of `pool` that `key` draws; `pool` must be sorted by the caller."""
    return pool[integer(key, len(pool))]
