"""Pools of names, from which names are drawn in an order that a key determines."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, count, groupby, pairwise
from typing import Final

import numpy as np

from builders.draws import (
    Key,
    Numbers,
    Stem,
    digest,
    encoded,
    extended,
    indices,
    integer,
    numbered,
    numbers,
)

_UNIT: Final = 1 << 62
_WEIGHTED_ATTEMPTS: Final = 64
_RING: Final = Stem(("ring",))
_BLOCK: Final = 16
"""The number of letters of a random string that are drawn at once."""
_CAPITAL: Final = ord("a") - ord("A")
_SIX: Final = np.uint64(26**6)
_THREE: Final = np.uint64(26**3)
_PLACES: Final = np.array([1, 26, 26**2], np.uint64)
_LOW: Final = np.uint64(2**32 - 1)


@dataclass(frozen=True, slots=True)
class Pool:
    """Distinct names from which new names are drawn, uniformly or by weight."""

    names: tuple[str, ...]
    """The names, sorted."""
    cumulative: tuple[float, ...] = ()
    """For each name, the sum of the weights up to and including its own; empty if uniform."""

    @classmethod
    def of(cls, weights: dict[str, float], *, weighted: bool) -> Pool:
        """Build a pool from names and their weights, which are ignored unless `weighted`."""
        names = tuple(sorted(weights))
        sums = tuple(accumulate(weights[name] for name in names)) if weighted else ()
        return cls(names, sums)

    def only(self, names: Iterable[str]) -> Pool:
        """Return a pool of only the given names of this pool, with their weights."""
        if not self.cumulative:
            return Pool(tuple(sorted(names)))
        weights = self.weights()
        return Pool.of({name: weights[name] for name in names}, weighted=True)

    def weights(self) -> dict[str, float]:
        """Return the names with their weights, which are 1 for a uniform draw."""
        if not self.cumulative:
            return dict.fromkeys(self.names, 1.0)
        each = (after - before for before, after in pairwise((0.0, *self.cumulative)))
        return dict(zip(self.names, each, strict=True))

    def walk(self, key: Key) -> Iterator[str]:
        """Yield all names in an order that `key` determines.

        If the names have weights, some names drawn by weight come first. Therefore a name may
        be yielded more than once.
        """
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
    """A multiset of names that are placed at points on a ring (consistent hashing).

    A key is hashed to a point on the same ring and draws the name at the next point. If a name is
    removed, only the keys that drew this name draw another name. If a key were hashed to an index
    into a list of names instead, nearly all keys would draw other names.
    """

    points: tuple[int, ...]
    """The points, sorted, one per occurrence of a name."""
    round: tuple[str, ...]
    """The names in the order of their points, and the first name again for keys beyond the last."""

    @classmethod
    def of(cls, names: Iterable[str]) -> Ring:
        """Build a ring of names (consistent hashing).

        A name has as many points on the ring as it has occurrences in `names`.
        """
        counted = Counter(names)
        occurrences = [(name, n) for name, times in counted.items() for n in range(times)]
        points: list[int] = _RING.numbers(map(encoded, occurrences))[:, 0].tolist()
        placed = sorted(zip(points, (name for name, _ in occurrences), strict=True))
        ordered = tuple(name for _, name in placed)
        return cls(tuple(point for point, _ in placed), (*ordered, *ordered[:1]))

    def walk(self, key: Key) -> Iterator[str]:
        """Yield each name once, in the order of the ring, from the point of `key` onwards."""
        start = bisect_left(self.points, _point(key))
        size = len(self.points)
        offered: set[str] = set()
        for step in range(size):
            name = self.round[(start + step) % size]
            if name not in offered:
                offered.add(name)
                yield name


def _point(key: Key) -> int:
    return int.from_bytes(digest(key)[:8], "big")


def random_string(surface: str, key: Key) -> Iterator[str]:
    """Yield random strings with the length and case of `surface` (Yan et al. 2022, section 3.2).

    Every letter is replaced by a random ASCII letter of the same case. Digits, punctuation and
    spaces stay. There is no limit to the number of strings.
    """
    shape = _shape(surface)
    for attempt in count():
        number = numbered(attempt)
        drawn = numbers(digest(extended(key, number + at)) for at in shape.blocks)
        yield shape.filled(_letters(drawn, shape.cases), 0)


def first_random_strings(
    surfaces: Iterable[str], key_ends: Iterable[bytes]
) -> Callable[[Stem], list[str]]:
    """Return a function that draws, for each name in `surfaces`, the first of its random strings.

    The function takes a stem, the part with which the keys of all names begin. The key of a name is
    the stem followed by the name's element of `key_ends`. See `random_string` for the strings.
    """
    shapes = list(map(_shape, surfaces))
    number = numbered(0)
    keys = [
        rest + number + at
        for shape, rest in zip(shapes, key_ends, strict=True)
        for at in shape.blocks
    ]
    cases = b"".join([shape.cases for shape in shapes])
    starts = [0, *accumulate(len(shape.cases) for shape in shapes)]
    plain = [slice(start, start + one.alone) for start, one in zip(starts, shapes, strict=False)]
    mixed = [
        (at, start, one)
        for at, (start, one) in enumerate(zip(starts, shapes, strict=False))
        if not one.alone
    ]

    def draw(stem: Stem) -> list[str]:
        letters = _letters(stem.numbers(keys), cases)
        strings = list(map(letters.__getitem__, plain))
        for at, start, shape in mixed:
            strings[at] = shape.filled(letters, start)
        return strings

    return draw


@dataclass(frozen=True, slots=True)
class _Shape:
    """Where a name has letters, and in which case, as needed to replace them by random letters.

    Random letters are drawn in blocks of sixteen.
    """

    runs: tuple[tuple[int, int, str], ...]
    """The name, divided into runs of letters and runs of other characters.

    A run of letters is (start, end, ""), where start and end are counted in letters. A run of other
    characters is (n, n, text), where n is the number of letters before the run.
    """
    blocks: tuple[bytes, ...]
    """The encoded position of the first letter of each block, which is part of the block's key."""
    cases: bytes
    """What to subtract from the code of each lower-case random letter: 32 for a capital, else 0."""
    alone: int
    """The number of letters if the name has only letters (the usual case), otherwise 0."""

    def filled(self, letters: str, at: int) -> str:
        """Return the name with its letters replaced by `letters`, read from the index `at` on."""
        return "".join([letters[at + start : at + end] + kept for start, end, kept in self.runs])


@lru_cache(maxsize=4096)
def _shape(surface: str) -> _Shape:
    runs: list[tuple[int, int, str]] = []
    start = 0
    for is_letter, run in groupby(surface, str.isalpha):
        text = "".join(run)
        end = start + len(text) if is_letter else start
        runs.append((start, end, "" if is_letter else text))
        start = end
    places = [at for at, char in enumerate(surface) if char.isalpha()]
    # The position of the first block is 0, even if the surface does not begin with a letter.
    blocks = tuple(map(numbered, (0, *places[_BLOCK::_BLOCK]))) if places else ()
    capitals = (surface[at].isupper() or surface[at].istitle() for at in places)
    cases = bytes(_CAPITAL if capital else 0 for capital in capitals)
    alone = len(places) if len(places) == len(surface) else 0
    return _Shape(tuple(runs), blocks, cases.ljust(_BLOCK * len(blocks), b"\0"), alone)


def _letters(drawn: Numbers, cases: bytes) -> str:
    """Turn each 128-bit number into sixteen letters: its lowest digits in base 26, lowest first.

    The result is one text with the letters for all numbers. Each byte of `cases` is subtracted from
    the code of the letter at its place: 32 makes it a capital.
    """
    high, low = drawn[:, 0], drawn[:, 1]
    half = np.uint64(32)
    limbs = [high >> half, high & _LOW, low >> half, low & _LOW]
    sixes = [_divided(limbs) for _ in range(3)]
    triples = np.stack([part for six in sixes for part in (six % _THREE, six // _THREE)], axis=1)
    digits = triples[:, :, None] // _PLACES % np.uint64(26) + np.uint64(ord("a"))
    letters = digits.reshape(-1, 18)[:, :_BLOCK].astype(np.uint8).ravel()
    cased: bytes = (letters - np.frombuffer(cases, np.uint8)).tobytes()
    return cased.decode("ascii")


def _divided(limbs: list[Numbers]) -> Numbers:
    """Divide 128-bit numbers by 26**6 in place, and return the remainders.

    The numbers are given as four arrays of 32 bits each, the highest bits first.
    """
    rest = np.zeros_like(limbs[0])
    for n, limb in enumerate(limbs):
        limbs[n], rest = np.divmod(rest << np.uint64(32) | limb, _SIX)
    return rest


def concatenated(pools: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the union of pools of weighted names; a name's weights in several pools are added."""
    total: dict[str, float] = {}
    for pool in pools:
        for name, weight in pool.items():
            total[name] = total.get(name, 0.0) + weight
    return total
