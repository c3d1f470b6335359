"""Predictions mapped back through the edits: toys by hand, then random worlds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.releases.undo import undo_text
from builders.scoring.mapback import ContextEdits, context_edits, map_back
from builders.types import Edit

SOURCE = "Ada Holm flew to Lima."
RENAMED = "Jo Ek flew to Accra."
EDITS = (
    Edit("context", 0, 8, "Ada Holm", "Jo Ek", "PERSON", "p"),
    Edit("context", 17, 21, "Lima", "Accra", "CITY", "c"),
)


class Row:
    """A row that knows the names of EDITS, and of answers what it is given."""

    def __init__(self, **answers: str) -> None:
        self.answer = answers.get

    def names(self) -> list[tuple[str, str]]:
        return [(edit.new, edit.old) for edit in EDITS]


@pytest.mark.parametrize(
    ("text", "start", "source", "span", "how"),
    [
        ("Accra", 14, "Lima", (17, 21), "exact"),
        ("Accra", None, "Lima", (17, 21), "exact"),
        ("accra", None, "Lima", (17, 21), "exact"),
        ("flew to", 6, "flew to", (9, 16), "exact"),
        ("Ek", 3, "Ada Holm", (0, 8), "snapped"),
        ("Ek flew", None, "Ada Holm flew", (0, 13), "snapped"),
        ("Jo Ek flew to Accra.", 0, SOURCE, (0, 22), "exact"),
        ("Accra, Ghana", None, "Lima, Ghana", (None, None), "by-name"),
        ("Accraland", None, "Accraland", (None, None), "unmapped"),
        ("", None, "", (None, None), "unmapped"),
        ("Accra", 3, "Lima", (17, 21), "exact"),  # it does not stand at 3
    ],
)
def test_toys(
    text: str, start: int | None, source: str, span: tuple[int | None, int | None], how: str
) -> None:
    mapped = map_back(RENAMED, context_edits(EDITS), Row(), text, start)
    assert (mapped.text, (mapped.start, mapped.end), mapped.how) == (source, span, how)


def test_places_of_different_sources_are_counted() -> None:
    edits = context_edits([Edit("context", 0, 4, "Lima", "Accra", "CITY", "c")])
    mapped = map_back("Accra is not Accra.", edits, Row(), "Accra")
    assert (mapped.text, mapped.ambiguous) == ("Lima", True)
    assert map_back("Accra is not Accra.", edits, Row(), "Accra", 13).text == "Accra"


def test_an_answer_that_cuts_a_name_is_the_source_s_answer() -> None:
    mapped = map_back(RENAMED, context_edits(EDITS), Row(Ek="Holm"), "Ek", 3)
    assert (mapped.text, mapped.how) == ("Holm", "exact")


WORD = st.text(st.sampled_from("abÅé北 "), min_size=1, max_size=5)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[str, str, ContextEdits, list[tuple[int, int]]]:
    """Draw a source, its renaming, the edits and where in the renaming every piece stands."""
    source = renamed = ""
    starts, ends, olds, news, places = [], [], [], [], []
    for _ in range(draw(st.integers(1, 6))):
        old = draw(WORD)
        new = draw(WORD) if draw(st.booleans()) else old
        if new != old:
            starts.append(len(source))
            ends.append(len(source) + len(old))
            olds.append(old)
            news.append(new)
        places.append((len(renamed), len(renamed) + len(new)))
        source, renamed = source + old, renamed + new
    return source, renamed, ContextEdits(starts, ends, olds, news), places


@given(worlds(), st.data())
def test_whole_pieces_give_the_source_back(
    world: tuple[str, str, ContextEdits, list[tuple[int, int]]], data: st.DataObject
) -> None:
    source, renamed, edits, places = world
    first = data.draw(st.integers(0, len(places) - 1))
    last = data.draw(st.integers(first, len(places) - 1))
    start, end = places[first][0], places[last][1]
    mapped = map_back(renamed, edits, Row(), renamed[start:end], start)
    assert mapped.how == "exact"
    assert mapped.start is not None
    assert source[mapped.start : mapped.end] == mapped.text
    as_edits = [
        Edit("context", *each, "", "")
        for each in zip(edits.starts, edits.ends, edits.olds, edits.news, strict=True)
    ]
    assert undo_text("context", renamed, as_edits) == source
    before = undo_text("context", renamed[:start], [e for e in as_edits if e.end <= mapped.start])
    assert len(before) == mapped.start


@given(worlds(), st.text(max_size=6), st.none() | st.integers(0, 40))
def test_it_never_raises_and_gives_a_slice_of_the_source(
    world: tuple[str, str, ContextEdits, list[tuple[int, int]]], text: str, start: int | None
) -> None:
    source, renamed, edits, _ = world
    mapped = map_back(renamed, edits, Row(), text, start)
    if mapped.start is not None:
        assert source[mapped.start : mapped.end] == mapped.text
    at = len(renamed) // 2
    cut = map_back(renamed, edits, Row(), renamed[at : at + 3], at)
    if cut.start is not None:
        assert source[cut.start : cut.end] == cut.text


@given(st.text(max_size=20), st.text(max_size=5))
def test_an_unrenamed_row_is_left_as_it_is(context: str, text: str) -> None:
    nothing = ContextEdits([], [], [], [])
    mapped = map_back(context, nothing, Row(), text)
    assert mapped.text.lower() == text.lower()
    if text in context:
        assert mapped.text == text
