"""Numbers by digests, packed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import digest_map
from builders.digest_map import DigestMap, short_digest


@given(
    st.lists(st.tuples(st.integers(0, 40) | st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1))),
    st.integers(1, 5),
)
def test_it_answers_as_a_dictionary_in_which_the_first_stays(
    entries: list[tuple[int, int]], waiting: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(digest_map, "_WAITING", waiting)
        packed, plain = DigestMap(), dict[int, int]()
        for digest, number in entries:
            assert packed.add(digest, number) == (digest not in plain)
            plain.setdefault(digest, number)
            assert len(packed) == len(plain)
        assert {digest: packed.get(digest) for digest in plain} == plain
        assert all(packed.get(digest) is None for digest in range(40) if digest not in plain)


def test_texts_that_differ_have_other_digests() -> None:
    texts = ["", "a", "b", "ab", "\ud800", "\u00e9", "e\u0301"]
    assert len({short_digest(text) for text in texts}) == len(texts)
