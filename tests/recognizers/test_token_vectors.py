"""The vectors of tokens are kept from text to text, and no text changes those of another."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from builders.recognizers.bundled import token_vectors
from builders.recognizers.bundled.load import MODEL, load_reader
from builders.recognizers.bundled.reader import Reader

FIRST = ["Ada Holm left Peru for the University of Oslo.", "", "She ran the Zorb Bank in 1998."]
OTHERS = ["Nobody left.", "The Bank of Peru is in Lima; Ada Quist runs it.", "Oslo, Oslo, Oslo!"]


def read(reader: Reader, texts: Iterable[str]) -> list[np.ndarray]:
    return [one.chances for one in reader.read(list(texts))]


def equal(one: list[np.ndarray], other: list[np.ndarray]) -> bool:
    return all(map(np.array_equal, one, other))


def test_earlier_texts_change_no_bit_of_a_probability() -> None:
    reader = load_reader(MODEL)
    first = read(reader, FIRST)
    others = read(reader, OTHERS)
    assert equal(first, read(reader, FIRST))
    again = load_reader(MODEL)
    assert equal(others, read(again, OTHERS)) and equal(first, read(again, FIRST))
    assert any(len(chances) for chances in first)


@pytest.mark.parametrize("most", [4, 16, 30])
def test_only_so_many_vectors_are_kept(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    whole = load_reader(MODEL)
    monkeypatch.setattr(token_vectors, "_MOST", most)
    small = load_reader(MODEL)
    for texts in (FIRST, OTHERS, FIRST, [*FIRST, *OTHERS]):
        assert equal(read(small, texts), read(whole, texts))
        assert len(small.vectors.rows) <= most
