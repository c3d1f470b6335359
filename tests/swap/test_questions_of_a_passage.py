"""A passage is located once for all of its questions, which changes none of them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from swap_worlds import World, world

from builders.stages.kept_mentions import Repeats, with_kept
from builders.swap.locate import locate, locate_passage, outermost
from builders.swap.new_names import SourceName
from builders.types import Answer, Example, Mention

WORLDS = st.randoms(use_true_random=False).map(world)


@given(WORLDS)
@settings(deadline=None)
def test_a_question_is_located_as_it_is_alone(one: World) -> None:
    mentions, names = outermost(one.mentions), one.names
    passage = locate_passage(one.example.context, mentions, names)
    listed, alone = one.gold_is_listed, one.template()
    shared = locate(one.example, mentions, names, gold_is_listed=listed, passage=passage)
    assert shared == alone
    if shared.context is passage.context:
        repeats = Repeats.of(passage.context, passage.changes, tuple(passage.surface_forms))
        found = with_kept(shared, mentions, names, bool, repeats)
        assert found == with_kept(alone, mentions, names, bool)


def test_a_name_stays_if_undoing_would_not_find_the_answer_of_this_question() -> None:
    text = "Boutros Boutros-Ghali spoke."
    mentions = {"context": [Mention("context", 0, 21, "PERSON", "b")]}
    names = {"b": [SourceName("b", "PERSON", "Boutros Boutros-Ghali", "Boutros", "Boutros-Ghali")]}
    passage = locate_passage(text, mentions, names)
    for start, renamed in ((0, 1), (8, 0)):
        example = Example("1", "d", "", "Who?", text, (Answer("Boutros", start),), ())
        assert locate(example, mentions, names, passage=passage).slots == renamed
