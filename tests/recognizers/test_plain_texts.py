"""Texts are read without the marks of those who stored them; names lie where they were."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.atlas import PlaceIndex
from builders.recognizers.detokenizing import Detokenized, is_tokenized
from builders.stages.finding import Finder
from builders.types import TypedSpan

PIECES = (
    "Lyon", "Ada", "d'Arc", "U.S.", ",", ".", "``", "''", "'s", "n't", "(", ")", "-", "--", "%",
    "<P>", "</Td>", "[PAR]", "\n", "  ", "İz", "é", "x",
)  # fmt: skip
STORED = st.lists(st.sampled_from(PIECES), max_size=24).map(" ".join) | st.text(max_size=40)
DROPPED = re.compile(r"\[PAR\]|</?(?:P|Td)>|[\s`'\".-]")


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ("Ada Holm , of Lyon , France , sang .", "Ada Holm, of Lyon, France, sang."),
        ("`` Lucky Penny '' was Ted 's , not hers .", '"Lucky Penny" was Ted\'s, not hers.'),
        ("Jean - Paul ( born 1905 ) , 50 % , did n't", "Jean-Paul (born 1905), 50%, didn't"),
        ("`` Bo '' <P> Ada , too .", '"Bo" Ada, too.'),
        ("Ada ; Bo ; Cy", "Ada; Bo; Cy"),
        ("The players ' union , ' as it '", "The players' union, ' as it '"),
        ("<P> Ada sang . </P> <Ul> <Li> Bo </Li> </Ul>", "Ada sang. Bo. "),
        ('<Th_colspan="2"> Team </Th> <Td> Oslo , Norway </Td>', "Team. Oslo, Norway. "),
        ("[DOC] [TLE] Ada - Diary | Gelt [PAR] Ada - no, Bo.", "Ada. Diary. Gelt. Ada - no, Bo."),
        ('[PAR] Is it? [SEP] It - "so" [TLE] x', 'Is it? It - "so" x'),
        ("Written text - as it is , once, and again, with 50 %.", ""),
        ("a [P] <b> and [X]", ""),
        ("", ""),
    ],
)
def test_marks_are_taken_out(stored: str, read: str) -> None:
    assert Detokenized.of(stored).text == (read or stored)


def test_one_odd_comma_does_not_make_a_text_tokenized() -> None:
    assert is_tokenized("Lyon , France")
    assert not is_tokenized("Oslo, Bergen, and Lyon , France.")
    assert not is_tokenized("Oslo and Lyon")


@given(STORED, st.data())
def test_a_name_is_given_where_the_source_has_it(stored: str, data: st.DataObject) -> None:
    plain = Detokenized.of(stored)
    kept = [
        at
        for start, end in zip(plain.starts, plain.ends, strict=True)
        for at in range(start, end)
        if not plain.text[at].isspace()
    ]
    if kept:
        start, end = sorted(data.draw(st.tuples(*[st.sampled_from(kept)] * 2)))
        (found,) = plain.spans([TypedSpan(start, end + 1, "PERSON")])
        name = stored[found.start : found.end]
        assert name[0] == plain.text[start]
        assert name[-1] == plain.text[end]
        assert DROPPED.sub("", name) == DROPPED.sub("", plain.text[start : end + 1])


def test_what_is_nothing_but_a_mark_is_no_name() -> None:
    plain = Detokenized.of("Ada met '' , <P> , ``")
    marks = [TypedSpan(at, at + 1, "ORG") for at, char in enumerate(plain.text) if char in '\n"']
    assert marks
    assert list(plain.spans(marks)) == []


class Capitals:
    """Finds capitalized words in a row, quotes included."""

    fingerprint = "capitals"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            found = re.finditer(r"\"?[A-Z]\w+(?:[- ][A-Z]\w+)*\"?", text)
            yield tuple(TypedSpan(*match.span(), "PERSON") for match in found)


def test_names_are_found_across_what_is_taken_out() -> None:
    text = "<Td> Jean - Paul Holm </Td> <Td> Ada </Td> met , by chance , `` Bo '' ."
    found = Finder(Capitals(), PlaceIndex(), None).find([text, "nobody"])
    named = [text[span.start : span.end] for span in found[text]]
    assert named == ["Jean - Paul Holm", "Ada", "Bo"]
    assert found["nobody"] == ()
