"""Many strings that are stored together in one array of bytes.

The strings are compared, sliced and joined without a Python object for each string.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from builders.releases.arrow_columns import Bytes, Leaf
from builders.text import is_joined, is_word_char

Places = npt.NDArray[np.int64]
"""An array of counts or offsets, with 64 bits each.

Sums and products of 32-bit numbers could overflow.
"""

Mask = npt.NDArray[np.bool_]

_LONGEST_CHAR: Final = 4


@dataclass(frozen=True, slots=True)
class FlatTexts:
    """Strings that are stored as their concatenated UTF-8 bytes.

    String n is `data[offsets[n]:offsets[n + 1]]`.
    """

    offsets: Places
    data: Bytes

    @classmethod
    def of(cls, leaf: Leaf) -> FlatTexts:
        """Return the strings of a column that is given by its offsets and bytes (`leaf`)."""
        return cls(leaf.offsets.astype(np.int64), leaf.values)

    @classmethod
    def joined(cls, parts: Sequence[FlatTexts]) -> FlatTexts:
        """Return the strings of several FlatTexts (`parts`) as one FlatTexts, in order."""
        offsets, end = [], 0
        for part in parts:
            offsets.append(part.offsets[:-1] + end)
            end += len(part.data)
        offsets.append(np.array([end]))
        return cls(np.concatenate(offsets), np.concatenate([part.data for part in parts]))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def sizes(self) -> Places:
        """Return the number of bytes of each string."""
        return self.offsets[1:] - self.offsets[:-1]

    def text(self, index: int) -> str:
        """Return the string at an index."""
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes().decode()

    def cut(self, first: int, end: int) -> FlatTexts:
        """Return the strings from index `first` up to, but excluding, `end`."""
        offsets = self.offsets[first : end + 1]
        return FlatTexts(offsets - offsets[0], self.data[offsets[0] : offsets[-1]])

    def taken(self, indices: Places) -> FlatTexts:
        """Return the strings at `indices`."""
        if not len(indices):
            return FlatTexts(np.zeros(1, np.int64), np.empty(0, np.uint8))
        _, offsets, data = self._array(pa.large_binary()).take(pa.array(indices)).buffers()
        places: Places = np.frombuffer(offsets, np.int64)[: len(indices) + 1]
        return FlatTexts(places, np.frombuffer(data, np.uint8)[: places[-1]])

    def same(self, others: FlatTexts) -> Mask:
        """Return, for each string, whether it equals the string at the same index of `others`."""
        if np.array_equal(self.offsets, others.offsets) and np.array_equal(self.data, others.data):
            return np.ones(len(self), np.bool_)
        kind = pa.large_binary()
        equal: Mask = pc.equal(self._array(kind), others._array(kind)).to_numpy(
            zero_copy_only=False
        )
        return equal

    def coded(self) -> tuple[list[str], Places]:
        """Return a list of the distinct strings, and for each string its index in this list."""
        encoded = self._array(pa.large_string()).dictionary_encode()
        return encoded.dictionary.to_pylist(), encoded.indices.to_numpy().astype(np.int64)

    def _array(self, kind: pa.DataType) -> pa.Array:
        buffers = [None, pa.py_buffer(self.offsets), pa.py_buffer(self.data)]
        return pa.Array.from_buffers(kind, len(self), buffers)


class CodePoints:
    """A converter between code point offsets and byte offsets in a UTF-8 text.

    It stores only the positions of continuation bytes: the bytes of a character after its first.
    Most texts have few of them.
    """

    def __init__(self, data: Bytes) -> None:
        self._continued = np.flatnonzero(data.view(np.int8) < -64)  # 0x80 to 0xBF
        self._before = self._continued - np.arange(len(self._continued))

    def before(self, at: Places) -> Places:
        """Return, for each byte offset, the number of code points that start before it."""
        if not len(self._continued):
            return at
        return at - np.searchsorted(self._continued, at)

    def bytes_of(self, at: Places) -> Places:
        """Return the byte offset of each code point offset."""
        if not len(self._before):
            return at
        return at + np.searchsorted(self._before, at, side="right")


# Whether a byte may belong to a word character. Bytes beyond ASCII have to be decoded first.
_OF_WORD: Final = np.array([code > 127 or is_word_char(chr(code)) for code in range(256)])


def cuts_word(data: Bytes, at: Places) -> Mask:
    """Return, for each byte offset in a UTF-8 text (`data`), whether it lies inside a word.

    There must be a character of the text on both sides of each offset.
    """
    found: Mask = _OF_WORD[data[at - 1]] & _OF_WORD[data[at]]
    for index in np.flatnonzero(found):
        found[index] = _cuts_word(data, int(at[index]))
    return found


def _cuts_word(data: Bytes, at: int) -> bool:
    # Characters truncated at the outer ends of the slices are ignored; only two are compared.
    before = data[max(at - _LONGEST_CHAR, 0) : at].tobytes().decode(errors="ignore")
    after = data[at : at + _LONGEST_CHAR].tobytes().decode(errors="ignore")
    return is_joined(before[-1], after[0])


def offsets_of(sizes: Places) -> Places:
    """Return the start offset of each of several adjacent items, and the end of the last item.

    `sizes` are the sizes of the items.
    """
    found = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=found[1:])
    return found


def ranges(starts: Places, sizes: Places) -> Places:
    """Return the integers in several ranges, one range after the other.

    Range n starts with `starts[n]` and has `sizes[n]` integers. For example, starts [0, 7] and
    sizes [2, 3] give [0, 1, 7, 8, 9].
    """
    offsets = offsets_of(sizes)
    return np.repeat(starts - offsets[:-1], sizes) + np.arange(offsets[-1])


def rows_of(ends: Places) -> Places:
    """Return, for each item, the index of the row to which it belongs.

    The items of row r are those from `ends[r]` up to, but excluding, `ends[r + 1]`. For example,
    ends [0, 2, 5] give [0, 0, 1, 1, 1].
    """
    return np.repeat(np.arange(len(ends) - 1), ends[1:] - ends[:-1])


def distinct(numbers: Places) -> Places:
    """Return the distinct numbers, sorted; this is faster than np.unique, which hashes numbers."""
    ordered = np.sort(numbers)
    found: Places = ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])[: len(ordered)]]
    return found
