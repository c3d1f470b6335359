"""What holds of every renamed row, whatever the texts, mentions, names and answers."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from swap_worlds import PIECES, WORDS, broken, field_texts, world

from builders.swap.offsets import boundaries
from builders.text import is_whole
from builders.types import Mention

randoms = st.randoms(use_true_random=False)
names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)


@settings(max_examples=400, deadline=None)
@given(randoms)
def test_every_invariant_of_a_row_holds(rng: Random) -> None:
    case = world(rng)
    for row in case.rows():
        assert broken(case, row) == []


@pytest.mark.parametrize("block", range(4))
def test_every_invariant_holds_of_worlds_that_reach_deep(block: int) -> None:
    """Seeded worlds: Hypothesis keeps to small ones, these are as large as they come."""
    changed = 0
    for seed in range(block * 500, block * 500 + 500):
        case = world(Random(seed))
        for row in case.rows():
            assert broken(case, row) == [], f"seed {seed}"
            changed += row.changed
    assert changed > 500


@settings(max_examples=150, deadline=None)
@given(randoms)
def test_a_template_renders_as_if_it_were_made_anew_each_time(rng: Random) -> None:
    case = world(rng)
    one, other = case.rows()
    anew = [case.template().render([n.get(s) for s in case.template().sources]) for n in case.news]
    assert [one, other] == anew
    template = case.template()
    news = [case.news[0].get(source) for source in template.sources]
    assert [template.render(news) for _ in range(3)] == [one] * 3


@settings(max_examples=150, deadline=None)
@given(randoms)
def test_the_order_of_the_mentions_says_nothing(rng: Random) -> None:
    """Except where two as long cross: the earlier one is told apart by its place, too."""
    case = world(rng)
    distinct = {(m.field, m.start, m.end): m for m in case.mentions}
    forwards = replace(case, mentions=tuple(distinct.values()))
    backwards = replace(case, mentions=tuple(reversed(distinct.values())))
    assert forwards.rows() == backwards.rows()


@settings(max_examples=150, deadline=None)
@given(randoms)
def test_names_that_stay_change_nothing(rng: Random) -> None:
    case = world(rng)
    template = case.template()
    row = template.render([None] * len(template.sources))
    assert row.edits == ()
    assert row.example == case.example


@settings(max_examples=200, deadline=None)
@given(randoms)
def test_a_mention_that_cuts_a_word_is_not_edited_beyond_its_whole_words(rng: Random) -> None:
    case = world(rng)
    texts = field_texts(case.example)
    for row in case.rows():
        for edit in row.edits:
            assert is_whole(texts[edit.field], edit.start, edit.end)


@settings(max_examples=200, deadline=None)
@given(randoms)
def test_edits_of_the_passage_stay_inside_a_mention_of_their_entity(rng: Random) -> None:
    case = world(rng)
    for row in case.rows():
        for edit in row.edits:
            if edit.field not in ("context", "question", "title") or edit.old in "'’":
                continue
            assert any(
                m.entity == edit.entity
                and m.field == edit.field
                and m.start <= edit.start
                and edit.end <= m.end
                for m in case.mentions
            )


@settings(max_examples=150, deadline=None)
@given(randoms, st.sampled_from(["unmapped", "e0"]))
def test_a_mention_over_the_whole_field_shields_what_is_nested_in_it(
    rng: Random, entity: str
) -> None:
    case = world(rng)
    size = len(case.example.context)
    shield = Mention("context", 0, size, "ORG", "unmapped")
    if not size or any((m.start, m.end) == (0, size) for m in case.mentions):
        return
    for row in replace(case, mentions=(*case.mentions, shield)).rows():
        assert row.example.context == case.example.context


@given(names, names, st.lists(st.tuples(names, names), max_size=2))
def test_corresponding_offsets_rise_from_end_to_end(
    old: str, new: str, parts: list[tuple[str, str]]
) -> None:
    pairs = boundaries(old, new, parts)
    assert pairs[0] == (0, 0)
    assert pairs[-1] == (len(old), len(new))
    for before, after in pairwise(pairs):
        assert before[0] < after[0]
        assert before[1] < after[1]


def test_the_worlds_reach_what_they_are_made_for() -> None:
    """The generator itself: cut answers, nested mentions, possessives, gold lists, no change."""
    seen = {"clipped": 0, "listed": 0, "possessive": 0, "unchanged": 0, "combining": 0}
    for seed in range(600):
        case = world(Random(seed))
        template = case.template()
        seen["clipped"] += any(piece and piece.clipped for piece in template.answers)
        seen["listed"] += case.gold_is_listed and len(case.example.gold_answers) > 1
        seen["possessive"] += any(
            surface_form.apostrophe for surface_form in template.surface_forms
        )
        seen["unchanged"] += not template.sources
        seen["combining"] += "\u0301" in case.example.context
    assert min(seen.values()) >= 10, seen
    assert len(set(PIECES)) > 40
