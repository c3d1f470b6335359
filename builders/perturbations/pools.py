"""Pools of names, and the order in which a key walks through them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from typing import Final

from builders.draws import Key, digest, indices, integer

_UNIT: Final = 1 << 62
_WEIGHTED_ATTEMPTS: Final = 64
_RING: Final = 1 << 64


@dataclass(frozen=True, slots=True)
class Pool:
    """Distinct names, sorted; `cumulative` holds running weights, empty for a uniform draw."""

    names: tuple[str, ...]
    cumulative: tuple[float, ...] = ()

    @classmethod
    def of(cls, weights: dict[str, float], *, weighted: bool) -> Pool:
        """Build a pool from names and their weights."""
        names = tuple(sorted(weights))
        sums = tuple(accumulate(weights[name] for name in names)) if weighted else ()
        return cls(names, sums)

    def walk(self, key: Key) -> Iterator[str]:
        """Yield names in the order that `key` draws them, until every name was offered."""
        if self.cumulative:
            yield from self._weighted(key)
        else:
            yield from (self.names[index] for index in indices(key, len(self.names)))

    def _weighted(self, key: Key) -> Iterator[str]:
        total = self.cumulative[-1]
        for attempt in range(_WEIGHTED_ATTEMPTS):
            point = integer((*key, "weighted", attempt), _UNIT) / _UNIT * total
            at = min(bisect_left(self.cumulative, point), len(self.names) - 1)
            yield self.names[at]
        yield from (self.names[index] for index in indices(key, len(self.names)))


@dataclass(frozen=True, slots=True)
class Ring:
    """A multiset of names as points on a ring; a key draws the next point after its own.

    A name that leaves the multiset takes its points with it and moves no other: only the draws
    that had found one of them draw anew. An index into a list would shift every draw.
    """

    points: tuple[int, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, names: Iterable[str]) -> Ring:
        """Place every occurrence of every name; occurrences of one name are interchangeable."""
        counted = Counter(names)
        placed = sorted(
            (_point(("ring", name, n)), name)
            for name, times in counted.items()
            for n in range(times)
        )
        return cls(tuple(point for point, _ in placed), tuple(name for _, name in placed))

    def walk(self, key: Key) -> Iterator[str]:
        """Yield the names from the key's place on the ring onwards, once round."""
        start = bisect_left(self.points, _point(key))
        size = len(self.names)
        yield from (self.names[(start + step) % size] for step in range(size))


def _point(key: Key) -> int:
    return int.from_bytes(digest(key)[:8], "big") % _RING


def random_string(surface: str, key: Key) -> Iterator[str]:
    """Yield random strings of the casing and length of `surface`, without end (Yan et al. 3.2).

    Every letter is drawn anew with the case of the letter it replaces and becomes an ASCII
    letter; digits, punctuation and spaces stay.
    """
    for attempt in count():
        yield _letters_drawn(surface, (*key, attempt))


def _letters_drawn(surface: str, key: Key) -> str:
    drawn: list[str] = []
    state = integer((*key, 0), 26**16)
    left = 16
    for position, char in enumerate(surface):
        if not char.isalpha():
            drawn.append(char)
            continue
        if not left:
            state, left = integer((*key, position), 26**16), 16
        state, letter = divmod(state, 26)
        left -= 1
        drawn.append(chr((65 if char.isupper() or char.istitle() else 97) + letter))
    return "".join(drawn)


def concatenated(pools: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the union of weighted names; a name in several has their summed weight."""
    total: dict[str, float] = {}
    for pool in pools:
        for name, weight in pool.items():
            total[name] = total.get(name, 0.0) + weight
    return total
