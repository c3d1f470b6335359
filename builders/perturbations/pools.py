"""Pools of names, and the order in which a key walks through them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, count, groupby
from typing import Final

from builders.draws import Key, digest, extended, indices, integer, numbered

_UNIT: Final = 1 << 62
_WEIGHTED_ATTEMPTS: Final = 64
_RING: Final = 1 << 64
_BLOCK: Final = 16
"""Letters that one draw of a random string gives."""
_SIXTEEN: Final = 26**_BLOCK
_PAIRS: Final = tuple(chr(97 + n % 26) + chr(97 + n // 26) for n in range(676))


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
        names = self.names
        for index in indices(key, len(names)):
            yield names[index]

    def _weighted(self, key: Key) -> Iterator[str]:
        for attempt in range(_WEIGHTED_ATTEMPTS):
            point = integer((*key, "weighted", attempt), _UNIT) / _UNIT * self.cumulative[-1]
            yield self.names[min(bisect_left(self.cumulative, point), len(self.names) - 1)]


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
        for step in range(size):
            yield self.names[(start + step) % size]


def _point(key: Key) -> int:
    return int.from_bytes(digest(key)[:8], "big") % _RING


def random_string(surface: str, key: Key) -> Iterator[str]:
    """Yield random strings of the casing and length of `surface`, without end (Yan et al. 3.2).

    Every letter is drawn anew with the case of the letter it replaces and becomes an ASCII
    letter; digits, punctuation and spaces stay.
    """
    shape = _shape(surface)
    for attempt in count():
        yield shape.filled(key, numbered(attempt))


@dataclass(frozen=True, slots=True)
class _Shape:
    """A surface as runs of capitals, of small letters and of what stays.

    A run is its kind (str.upper, str.lower; None for what stays), where its letters end among
    all letters, and its text. `blocks` are the positions of every sixteenth letter, each with
    the number of letters from there on: every block is drawn by a key of its own.
    """

    runs: tuple[tuple[Callable[[str], str] | None, int, str], ...]
    blocks: tuple[tuple[bytes, int], ...]

    def filled(self, key: Key, attempt: bytes) -> str:
        """Return the surface with its letters drawn anew."""
        drawn = "".join([
            _letters(integer(extended(key, attempt + at), _SIXTEEN), letters)
            for at, letters in self.blocks
        ])  # fmt: skip
        pieces: list[str] = []
        start = 0
        for write, end, text in self.runs:
            pieces.append(write(drawn[start:end]) if write else text)
            start = end
        return "".join(pieces)


@lru_cache(maxsize=4096)
def _shape(surface: str) -> _Shape:
    runs: list[tuple[Callable[[str], str] | None, int, str]] = []
    letters = [at for at, char in enumerate(surface) if char.isalpha()]
    end = 0
    for write, run in groupby(surface, _kind):
        text = "".join(run)
        end += len(text) if write else 0
        runs.append((write, end, text))
    # The first block is drawn by position 0, wherever the first letter stands.
    places = (0, *letters[_BLOCK::_BLOCK]) if letters else ()
    blocks = tuple((numbered(at), len(letters) - n * _BLOCK) for n, at in enumerate(places))
    return _Shape(tuple(runs), blocks)


def _kind(char: str) -> Callable[[str], str] | None:
    if not char.isalpha():
        return None
    return str.upper if char.isupper() or char.istitle() else str.lower


def _letters(state: int, wanted: int) -> str:
    """Return at most sixteen letters, as many as are wanted: digits of a number, two at a time."""
    pairs = []
    for _ in range((min(wanted, _BLOCK) + 1) // 2):
        state, pair = divmod(state, 676)
        pairs.append(_PAIRS[pair])
    return "".join(pairs)


def concatenated(pools: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the union of weighted names; a name in several has their summed weight."""
    total: dict[str, float] = {}
    for pool in pools:
        for name, weight in pool.items():
            total[name] = total.get(name, 0.0) + weight
    return total
