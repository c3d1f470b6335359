"""How the candidates of a text are weighed, and which of them are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.recognizers.bundled.decoding import ChosenName, confident, decode
from builders.recognizers.bundled.features import COLUMNS, GROUPS, read
from builders.recognizers.bundled.forest import TYPES, Forest
from builders.recognizers.bundled.load import load_bundled
from builders.recognizers.bundled.observed import LABELS, Observed
from builders.types import Beside, TypedSpan

PASSAGE = (
    "The Kingdom of Ostravia was ruled by Queen Milena Tarkova from 1820. Tarkova moved the court "
    "to Vellin, and Vellin grew. In Ostravia the harvest failed twice."
)


def found(text: Beside) -> set[tuple[str, str]]:
    (spans,) = load_bundled().recognize_beside([text])
    return {(text.text[s.start : s.end], s.type) for s in spans}


def test_a_question_knows_what_its_passage_knows() -> None:
    assert ("tarkova", "PERSON") in found(Beside(PASSAGE, "how old was tarkova?"))
    assert found(Beside("", "how old was tarkova?")) == set()


def test_a_passage_reads_the_same_whatever_is_asked_about_it() -> None:
    before = list(load_bundled().recognize([PASSAGE]))
    list(load_bundled().recognize_beside([Beside(PASSAGE, "Who was Queen Vellin?")]))
    assert list(load_bundled().recognize([PASSAGE])) == before


def test_texts_beside_passages_come_in_order_and_do_not_mix() -> None:
    texts = [
        Beside(PASSAGE, "Who ruled Vellin?"),
        Beside("Vellin sang.", "Who ruled Vellin?", "title"),
    ]
    together = list(load_bundled().recognize_beside([*texts, *texts]))
    assert together[:2] == together[2:]
    assert together[:2] == [next(load_bundled().recognize_beside([text])) for text in texts]


def test_every_name_has_a_score_and_reasons() -> None:
    explained = list(load_bundled().explain(Beside("", PASSAGE, "passage")))
    (spans,) = load_bundled().recognize([PASSAGE])
    assert {(s.start, s.end) for s, _ in explained} == {(s.start, s.end) for s in spans}
    for span, reasons in explained:
        assert 0 < span.score <= 1
        assert {reason.cue for reason in reasons} <= set(COLUMNS)
        weights = [abs(reason.weight) for reason in reasons]
        assert weights == sorted(weights, reverse=True)


def test_names_inside_events_are_kept_or_found() -> None:
    text = "Vietnam was divided. The Vietnam War ended in 1975."
    names = {}
    for policy in ("keep", "rename"):
        (spans,) = load_bundled(events=policy).recognize([text])  # type: ignore[arg-type]
        names[policy] = [text[s.start : s.end] for s in spans]
    assert names["keep"] == ["Vietnam"]
    assert names["rename"] == ["Vietnam", "Vietnam"]


def test_the_names_of_events_are_given_where_they_are_asked_for() -> None:
    text = "Vietnam was divided. The Vietnam War ended in 1975."
    names = {}
    for policy in ("keep", "rename"):
        (spans,) = load_bundled(events=policy, misc=True).recognize([text])  # type: ignore[arg-type]
        names[policy] = [(s.type, text[s.start : s.end]) for s in spans]
    assert names["keep"] == [("GPE", "Vietnam"), ("MISC", "Vietnam War")]
    assert [kind for kind, _ in names["rename"]] == ["GPE", "GPE"]
    explained = load_bundled(misc=True).explain(Beside("", text, "passage"))
    assert [span.type for span, _ in explained] == ["GPE"]
    assert load_bundled(misc=True).fingerprint != load_bundled().fingerprint


def test_columns_are_named_once() -> None:
    assert len(set(COLUMNS)) == len(COLUMNS) == sum(map(len, GROUPS.values()))


@pytest.mark.parametrize(
    ("other", "chance"), [((1, 3), 0.1 * len(LABELS)), ((2, 3), 0), ((0, 1), 0)]
)
def test_only_names_that_share_some_of_their_words_cross(
    other: tuple[int, int], chance: float
) -> None:
    words = ["Ada", "Holm", "Reed"]
    firsts, lasts = np.array(sorted([(0, 2), other])).T
    chances = np.full((2, len(LABELS)), 0.1, np.float32)
    observed = Observed(
        " ".join(words), words, [0, 4, 9], np.zeros(3, np.uint32), firsts, lasts, chances
    )
    found = read(observed, "passage")
    row = found.table[found.spans.index((0, 2))]
    assert row[COLUMNS.index("crossing any")] == pytest.approx(chance)


SPANS = st.tuples(st.integers(0, 8), st.integers(1, 4)).map(lambda s: (s[0], s[0] + s[1]))


@given(st.lists(SPANS, max_size=7, unique=True).map(sorted), st.randoms(use_true_random=False))
def test_the_best_set_of_names_that_do_not_overlap(
    spans: Sequence[tuple[int, int]], rng: object
) -> None:
    draws = np.random.default_rng(rng.randrange(2**32))  # type: ignore[attr-defined]
    chances = draws.dirichlet(np.ones(len(TYPES) + 1), len(spans)).astype(np.float32)
    odds = np.log(chances[:, :-1].max(axis=1) + 1e-9) - np.log(chances[:, -1] + 1e-9)
    best = max(
        sum(odds[list(chosen)])
        for size in range(len(spans) + 1)
        for chosen in combinations(range(len(spans)), size)
        if all(spans[a][1] <= spans[b][0] or spans[b][1] <= spans[a][0]
               for a, b in combinations(chosen, 2))
    )  # fmt: skip
    chosen = decode(spans, chances, 0.0)
    assert sum(odds[choice.number] for choice in chosen) == pytest.approx(best, abs=1e-4)
    ends = [spans[choice.number] for choice in chosen]
    assert all(left[1] <= right[0] for left, right in pairwise(ends))


def tree() -> Forest:
    """Return one tree a class; that of the first asks two columns."""
    others = len(TYPES)
    return Forest(
        columns=np.array([3, 0, 5, 0, 0] + [0] * others, np.int16),
        limits=np.array([0.5, 0, 2.0, 0, 0] + [0] * others, np.float32),
        left=np.array([1, 1, 3, 3, 4, *range(5, 5 + others)], np.int32),
        right=np.array([2, 1, 4, 3, 4, *range(5, 5 + others)], np.int32),
        values=np.array([0.25, -1.0, 1.5, 1.0, 2.0] + [0.0] * others, np.float32),
        roots=np.array([0, *range(5, 5 + others)], np.int32),
        classes=np.arange(others + 1, dtype=np.int16),
        depth=2,
    )


@pytest.mark.parametrize(
    ("third", "fifth", "score"), [(0.5, 9, -1.0), (0.6, 2.0, 1.0), (0.6, 2.1, 2.0)]
)
def test_a_tree_is_followed_to_its_leaf(
    third: float, fifth: float, score: float, tmp_path: Path
) -> None:
    tree().save(tmp_path / "forest.npz")
    row = np.zeros((1, len(COLUMNS)), np.float32)
    row[0, 3], row[0, 5] = third, fifth
    forest = Forest.load(tmp_path / "forest.npz")
    chances = forest(row)[0]
    assert np.log(chances[0] / chances[1]) == pytest.approx(score, abs=1e-5)
    assert chances.sum() == pytest.approx(1.0)
    assert sum(forest.reasons(row[0], 0).values()) == pytest.approx(score - 0.25, abs=1e-5)


def test_the_same_bytes_whenever_a_forest_is_saved(tmp_path: Path) -> None:
    for name in ("one", "two"):
        tree().save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_score_is_no_part_of_what_a_span_is() -> None:
    assert TypedSpan(0, 3, "CITY", 0.4) == TypedSpan(0, 3, "CITY")


def test_a_name_must_be_probable_somewhere_in_its_text() -> None:
    choices = [ChosenName(0, "ORG", 0.3), ChosenName(1, "PERSON", 0.45), ChosenName(2, "ORG", 0.9)]
    least = {"ORG": 0.5, "PERSON": 0.5}
    assert confident(choices, ["Zorb", "Holm", "Zorb"], least) == [choices[0], choices[2]]
    assert confident(choices, ["Zorb", "Holm", "Quist"], least) == [choices[2]]
    assert confident(choices, ["Zorb", "Holm", "Quist"], {}) == choices
