from __future__ import annotations

import itertools
from collections import Counter

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span

from builders.recognizers.bundled.vote import BALLOT, COUNT, Vote, elect

votes = st.lists(
    st.tuples(st.integers(0, 9), st.integers(1, 4), st.sampled_from(["PERSON", "ORG"])).map(
        lambda v: (v[0], v[0] + v[1], v[2])
    ),
    max_size=12,
)


@pytest.mark.parametrize(
    ("ballots", "elected"),
    [
        ([(0, 2, "ORG"), (0, 2, "ORG")], [(0, 2, "ORG")]),
        ([(0, 2, "ORG"), (0, 2, "PERSON")], [(0, 2, "ORG")]),
        ([(0, 2, "ORG"), (0, 2, "LOC"), (0, 2, "LOC")], [(0, 2, "LOC")]),
        ([(0, 2, "ORG"), (1, 2, "ORG")], []),
        ([(0, 2, "ORG"), (0, 1, "ORG"), (0, 2, "ORG"), (0, 1, "ORG")], [(0, 2, "ORG")]),
        ([(0, 1, "ORG")] * 3 + [(0, 2, "ORG")] * 2, [(0, 1, "ORG")]),
        ([(3, 4, "ORG"), (0, 1, "ORG")] * 2, [(0, 1, "ORG"), (3, 4, "ORG")]),
        ([], []),
    ],
)
def test_two_votes_elect(ballots: list[Vote], elected: list[Vote]) -> None:
    assert elect(ballots, 2) == elected


@given(votes, st.integers(1, 3))
def test_the_elected_have_votes_enough_and_are_apart(ballots: list[Vote], needed: int) -> None:
    counted = Counter(vote[:2] for vote in ballots)
    elected = elect(ballots, needed)
    assert all(counted[vote[:2]] >= needed and vote in ballots for vote in elected)
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(elected))
    for (start, end), times in counted.items():
        beaten = any(other[0] < end and start < other[1] for other in elected)
        assert times < needed or beaten


@spacy.Language.factory("test_finder")
class Finder:
    def __init__(self, nlp: spacy.Language, name: str, words: tuple[str, ...] = ()) -> None:
        self.words = words

    def __call__(self, doc: Doc) -> Doc:
        assert not doc.ents, "a member must start afresh"
        doc.ents = [Span(doc, t.i, t.i + 1, "PERSON") for t in doc if t.text in self.words]
        return doc


def test_a_pipeline_of_three_takes_what_two_find() -> None:
    nlp = spacy.blank("en")
    for number, words in enumerate((["Ann", "Bob"], ["Ann"], ["Bob", "Cleo"])):
        nlp.add_pipe("test_finder", name=f"finder{number}", config={"words": words})
        nlp.add_pipe(BALLOT, name=f"ballot{number}")
    nlp.add_pipe(COUNT)
    doc = nlp("Ann saw Bob and Cleo")
    assert [entity.text for entity in doc.ents] == ["Ann", "Bob"]
    assert not doc.user_data
