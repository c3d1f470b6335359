from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.errors import InstallError
from builders.recognizers.bundled.load import MODEL, PIECE, load_bundled
from builders.recognizers.trim import TRIM
from builders.text import is_whole
from builders.types import TypedSpan

TEXT = (
    "Maria Kowalska moved from Poland to Buenos Aires in 1998, where the Argentine government "
    "and the University of Chicago employed her brother."
)


def named(text: str) -> set[tuple[str, str]]:
    (spans,) = load_bundled().recognize([text])
    return {(text[s.start : s.end], s.type) for s in spans}


def test_finds_names_of_each_type() -> None:
    assert named(TEXT) == {
        ("Maria Kowalska", "PERSON"),
        ("Poland", "GPE"),
        ("Buenos Aires", "GPE"),
        ("Argentine", "NORP"),
        ("University of Chicago", "ORG"),
    }


def test_is_lazy() -> None:
    endless = itertools.repeat(TEXT)
    first = next(iter(load_bundled().recognize(endless)))
    assert first[0] == TypedSpan(0, 14, "PERSON")


def test_one_tuple_a_text_in_order_with_empty_ones() -> None:
    texts = ["", TEXT, "   ", "\r\n", "Ann met Bob in Paris.", ""]
    found = list(load_bundled().recognize(texts))
    assert len(found) == len(texts)
    assert [bool(spans) for spans in found] == [False, True, False, False, True, False]


def test_no_texts_no_spans() -> None:
    assert list(load_bundled().recognize([])) == []


def test_a_text_of_many_pieces() -> None:
    sentence = "In 1990 Maria Kowalska moved to Poland with a friend.\n"
    text = sentence * (8 * PIECE // len(sentence))
    (spans,) = load_bundled().recognize([text])
    names = [text[span.start : span.end] for span in spans]
    assert names.count("Poland") == names.count("Maria Kowalska") == text.count("Poland")


def test_a_long_text_without_any_space() -> None:
    (spans,) = load_bundled().recognize(["x" * (3 * PIECE)])
    assert all(span.end <= 3 * PIECE for span in spans)


@pytest.mark.parametrize("ending", ["'s", "’s", "'"])
def test_possessive_endings_stay_outside(ending: str) -> None:
    text = f"They read Maria Kowalska{ending} letters in Berlin."
    assert ("Maria Kowalska", "PERSON") in named(text)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["Ann", "Łódź", "İstanbul", "O’Neil's", "U.S.", "\r\n", "the", "«Paris»", "(UN)",
                 "\u200bBob", "é", "e\u0301", "𝔘nicode", "👩‍👩‍👧", "\ud800", "\x00", "Jean-Luc",
                 "...", '"']
            ),
            st.text(max_size=6),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_spans_are_sorted_whole_trimmed_and_apart(parts: list[str]) -> None:
    text = " ".join(parts)
    (spans,) = load_bundled().recognize([text])
    for span in spans:
        name = text[span.start : span.end]
        assert name
        assert name == name.strip()
        assert not name.endswith(("'s", "’s", "'", "’"))
        assert is_whole(text, span.start, span.end)
    assert all(left.end <= right.start for left, right in itertools.pairwise(spans))


def test_fingerprint_names_model_library_and_policy() -> None:
    fingerprint = load_bundled().fingerprint
    assert fingerprint.startswith("bundled 2.")
    assert "spacy" in fingerprint
    assert TRIM in fingerprint, "cached spans are cut already"
    assert load_bundled(events="rename").fingerprint != fingerprint


def test_a_folder_without_a_model_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="pip install"):
        load_bundled(folder=tmp_path)


def test_the_model_is_small_and_knows_no_paths() -> None:
    files = [path for path in MODEL.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= 20_000_000
    assert "gazetteer = null" in (MODEL / "config.cfg").read_text("utf-8")
