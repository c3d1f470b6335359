"""Who is who in passages as people write them: tests/golden/linking.

A line that begins with "#" says what the next passage shows. Every name is marked with its type and
the entity that it names; a name of "nobody" is to be left alone, because a reader could not say
whose it is. Lines that begin with "?" are questions on the passage.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from entity_marks import marked

from builders.spans.linking import LinkedPassage, link_field, link_passage

STORIES = {
    head.removeprefix("# "): (passage, [question.removeprefix("? ") for question in questions])
    for path in sorted((Path(__file__).parents[1] / "golden" / "linking").glob("*.txt"))
    for story in path.read_text(encoding="utf-8").strip().split("\n\n")
    for head, passage, *questions in [story.splitlines()]
}
LEFT_ALONE = "nobody"


def read(line: str) -> tuple[LinkedPassage, dict[str, set[str]]]:
    """Link a marked passage; return also the ids that were given to each marked entity."""
    text, spans, wanted = marked(line)
    passage = link_passage(text, spans)
    by_start = {mention.start: mention.entity for mention in passage.mentions}
    given: dict[str, set[str]] = {}
    for span, entity in zip(spans, wanted, strict=True):
        given.setdefault(entity, set()).add(by_start.get(span.start, LEFT_ALONE))
    return passage, given


@pytest.mark.parametrize("story", STORIES)
def test_every_name_of_a_passage_is_the_entity_that_a_reader_takes_it_for(story: str) -> None:
    _, given = read(STORIES[story][0])
    assert all(len(ids) == 1 for ids in given.values()), given
    assert len(set.union(*given.values())) == len(given), given
    assert given.get(LEFT_ALONE, {LEFT_ALONE}) == {LEFT_ALONE}


@pytest.mark.parametrize("story", [story for story, (_, asked) in STORIES.items() if asked])
def test_the_names_of_a_question_are_those_of_the_passage(story: str) -> None:
    line, questions = STORIES[story]
    passage, given = read(line)
    for question in questions:
        text, spans, wanted = marked(question)
        mentions, _ = link_field(passage, "question", text, spans)
        found = [(mention.start, mention.entity) for mention in mentions]
        assert found == [
            (span.start, next(iter(given[entity])))
            for span, entity in zip(spans, wanted, strict=True)
        ]
