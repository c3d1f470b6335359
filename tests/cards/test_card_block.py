"""A card's YAML is read as clients read it, and a bomb in it costs nothing."""

from __future__ import annotations

import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from builders.cards.card_block import card_data
from builders.errors import FixInputError

_MERGES = "a0: &a0 {x: 1}\n" + "".join(
    f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}], k{n}: 1}}\n" for n in range(1, 12)
)
_SHARED = "a0: &a0 [x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 200)
)


def read(block: str) -> object:
    return card_data(f"---\n{block}\n---\n")


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (_MERGES, "merge keys"),
        ("a: &a {b: 1}\nc:\n  <<: *a", "merge keys"),
        ("a: !!int 1:1", "tags"),
        ("a: !!float " + "1:" * 50_000 + "1", "tags"),
        ("a: !!python/name:os.system x", "tags"),
        ("? !!merge b\n: {}", "tags"),
        ("a: " + "[" * 50 + "]" * 50, "nested"),
        ("a: *b", "cannot be read"),
        ("x" * (9 << 20), "larger"),
    ],
)
def test_what_a_card_does_not_need_is_refused(block: str, message: str) -> None:
    with pytest.raises(FixInputError, match=message):
        read(block)


@pytest.mark.parametrize(
    "value",
    ["1:" * 1_000_000 + "1", "1:" * 500_000 + "1.5", "9" * 4_000_000, "9" * 2_000_000 + ".5",
     "0x" + "f" * 2_000_000, "1." + "9" * 2_000_000, "1_" * 1_000_000],
    ids=["base 60", "base 60 fraction", "digits", "long fraction", "hex", "places", "underscores"],
)  # fmt: skip
def test_numbers_without_end_are_texts(value: str) -> None:
    start = time.process_time()
    assert read(f"a: {value}") == {"a": value}
    assert time.process_time() - start < 5


def test_shared_parts_stay_shared() -> None:
    assert len(read(_SHARED)) == 200  # type: ignore[arg-type]


def test_a_quoted_merge_key_is_a_text() -> None:
    assert read('"<<": 1') == {"<<": 1}


_SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**17), 10**17), st.dates(), st.text(max_size=12),
    st.floats(allow_nan=False, width=32),
)  # fmt: skip
_VALUES = st.recursive(
    _SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12
)


@given(st.dictionaries(st.text(max_size=8), _VALUES, min_size=1))
def test_other_cards_are_read_as_clients_read_them(data: dict[str, object]) -> None:
    block = yaml.safe_dump(data, allow_unicode=True)
    assert read(block.rstrip("\n")) == yaml.safe_load(block)
