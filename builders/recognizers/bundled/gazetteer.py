"""Word classes: which lists (first names, countries, words for organizations) contain a token.

A table maps hashes of lower-cased words, and of runs of two to four words, to bit sets. Lookups are
array operations on the token hashes of spaCy. They are fast, need no token attributes, and give the
same result in every process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Final

import numpy as np
import numpy.typing as npt
from spacy.strings import get_string_id

Hashes = npt.NDArray[np.uint64]
Bits = npt.NDArray[np.uint64]

# To add a class: append its name (trained models use the order as the order of bits), fill it in
# scripts/recognizer/wordlists.py, and train again.
WORD_CLASSES: Final = (
    "first", "first_rare", "last", "last_rare", "particle", "title", "byname", "numeral",
    "country", "state", "city", "city_major", "region", "place_head", "place_part",
    "demonym", "demonym_derived", "faith",
    "org_head", "org_suffix", "work_head", "calendar",
    "common", "proper", "mixed",
    "known_person", "known_group", "known_people", "known_place", "known_other", "known_adjective",
    "known_feature",
)  # fmt: skip
# Each class of phrases has two bits: the first token of a match, and its other tokens.
PHRASE_CLASSES: Final = (
    "country", "state", "city", "region",
    "known_person", "known_group", "known_place", "known_other", "known_feature", "known_people",
)  # fmt: skip
LONGEST_PHRASE: Final = 4
BIT_COUNT: Final = len(WORD_CLASSES) + 2 * len(PHRASE_CLASSES)

_MULTIPLIER: Final = np.uint64(0x9E3779B97F4A7C15)
_HIGH: Final = np.uint64(32)
_SHIFTS: Final = np.arange(BIT_COUNT, dtype=np.uint64)


def _key(hashes: Hashes) -> npt.NDArray[np.uint32]:
    keys: npt.NDArray[np.uint32] = ((hashes * _MULTIPLIER) >> _HIGH).astype(np.uint32)
    return keys


def _chain(left: Hashes, right: Hashes) -> Hashes:
    chained: Hashes = (left ^ (left >> _HIGH)) * _MULTIPLIER + right
    return chained


def _hash_words(phrase: tuple[str, ...]) -> Hashes:
    hashes = np.array([[get_string_id(word)] for word in phrase], dtype=np.uint64)
    chained: Hashes = hashes[0]
    for following in hashes[1:]:
        chained = _chain(chained, following)
    return chained


@dataclass(frozen=True, slots=True)
class HashTable:
    """A map from the hashes of words or phrases to their classes.

    One lookup in 20,000 is a false hit, because hashes have only 32 bits.
    """

    keys: npt.NDArray[np.uint32]
    """The hashes, sorted."""
    classes: npt.NDArray[np.uint32]
    """The classes for each hash, as a bit set (or the number of a word cluster)."""

    @classmethod
    def build(cls, lists: Mapping[tuple[str, ...], int]) -> HashTable:
        """Make a table from a map of phrases, which are tuples of words, to bit sets of classes."""
        if not lists:
            return cls(np.zeros(1, np.uint32), np.zeros(1, np.uint32))
        merged: dict[int, int] = {}
        for phrase, classes in lists.items():
            key = int(_key(_hash_words(phrase))[0])
            merged[key] = merged.get(key, 0) | classes
        keys = sorted(merged)
        return cls(np.array(keys, np.uint32), np.array([merged[k] for k in keys], np.uint32))

    def __getitem__(self, hashes: Hashes) -> npt.NDArray[np.uint32]:
        """Return the classes of each hash as a bit set, or 0 for a hash that is not in the table.

        A table of word clusters has the number of a cluster in place of the bit set.
        """
        keys = _key(hashes)
        index = np.searchsorted(self.keys, keys)
        index[index == len(self.keys)] = 0
        found: npt.NDArray[np.uint32] = np.where(
            self.keys[index] == keys, self.classes[index], np.uint32(0)
        )
        return found


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Lookup tables of words, of phrases, and of word clusters (groups of similar words)."""

    words: HashTable
    phrases: tuple[HashTable, ...]
    """One table for each number of words in a phrase, from two to LONGEST_PHRASE."""
    clusters: HashTable

    @classmethod
    def build(
        cls,
        words: Mapping[str, Iterable[str]],
        phrases: Mapping[str, Iterable[tuple[str, ...]]],
        clusters: Mapping[str, int] | None = None,
    ) -> Gazetteer:
        """Make a gazetteer from the words and the phrases of each class.

        Words are in lower case; phrases are tuples of lower-cased tokens. `clusters` maps words,
        which are not lower-cased, to the numbers of their clusters.
        """
        word_bits: dict[tuple[str, ...], int] = {}
        for bit, name in enumerate(WORD_CLASSES):
            for word in words.get(name, ()):
                word_bits[(word,)] = word_bits.get((word,), 0) | 1 << bit
        phrase_bits: dict[tuple[str, ...], int] = {}
        for bit, name in enumerate(PHRASE_CLASSES):
            for phrase in phrases.get(name, ()):
                phrase_bits[phrase] = phrase_bits.get(phrase, 0) | 1 << bit
        lengths = range(2, LONGEST_PHRASE + 1)
        by_length = [{p: b for p, b in phrase_bits.items() if len(p) == n} for n in lengths]
        return cls(
            HashTable.build(word_bits),
            tuple(HashTable.build(lists) for lists in by_length),
            HashTable.build({(word,): number for word, number in (clusters or {}).items()}),
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> Gazetteer:
        """Restore a gazetteer from the result of `to_bytes`."""
        with np.load(BytesIO(data)) as arrays:
            tables = [
                HashTable(
                    np.cumsum(_unplane(arrays[f"steps{n}"]), dtype=np.uint32),
                    _unplane(arrays[f"classes{n}"]),
                )
                for n in range(1, LONGEST_PHRASE + 2)
            ]
        return cls(tables[0], tuple(tables[1:-1]), tables[-1])

    def to_bytes(self) -> bytes:
        """Return the tables as a compressed .npz file, about 2.5 bytes per phrase."""
        arrays = {}
        for length, table in enumerate((self.words, *self.phrases, self.clusters), start=1):
            steps = np.diff(table.keys, prepend=np.uint32(0)).astype(np.uint32)
            arrays[f"steps{length}"] = _plane(steps)
            arrays[f"classes{length}"] = _plane(table.classes)
        file = BytesIO()
        np.savez_compressed(file, allow_pickle=False, **arrays)
        return file.getvalue()

    def of_texts(self, lower: Hashes, lengths: npt.NDArray[np.intp]) -> Bits:
        """Return the bit set of word classes of each token.

        `lower` has the hashes of the lower-case forms of all tokens of several texts, and `lengths`
        the number of tokens of each text. A phrase never extends over two texts.
        """
        bits = self.words[lower].astype(np.uint64)
        texts = np.repeat(np.arange(len(lengths)), lengths)
        chained = lower
        for length, table in enumerate(self.phrases, start=2):
            if len(lower) < length:
                break
            chained = _chain(chained[:-1], lower[length - 1 :])
            classes = table[chained]
            starts = np.flatnonzero((classes > 0) & (texts[: 1 - length] == texts[length - 1 :]))
            found = classes[starts].astype(np.uint64) << np.uint64(len(WORD_CLASSES))
            bits[starts] |= found
            for further in range(1, length):
                bits[starts + further] |= found << np.uint64(len(PHRASE_CLASSES))
        return bits


def bits_apart(sets: Bits) -> npt.NDArray[np.float32]:
    """Return each bit set as a row with one number per bit: 1 if the bit is set, otherwise 0."""
    apart: npt.NDArray[np.float32] = ((sets[:, None] >> _SHIFTS) & np.uint64(1)).astype("float32")
    return apart


def _plane(numbers: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """Return all lowest bytes of the numbers, then all second bytes, and so on.

    In this order, they compress better.
    """
    planes: npt.NDArray[np.uint8] = numbers.astype("<u4").view(np.uint8).reshape(-1, 4).T.copy()
    return planes


def _unplane(planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
    numbers: npt.NDArray[np.uint32] = planes.T.copy().view("<u4").reshape(-1).astype(np.uint32)
    return numbers
