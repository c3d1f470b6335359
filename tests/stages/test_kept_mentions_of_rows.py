"""Rows record which mentions of a renamed name stay, whichever names are renamed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from builders.releases.rows import rows_to_table
from builders.spans.answer_entities import CLOSE_READINGS, HALF_NAMED
from builders.stages.batch import Batch, News
from builders.stages.kept_mentions import with_kept
from builders.swap.locate import locate, outermost
from builders.swap.new_names import NewName, SourceName
from builders.swap.template import Template
from builders.types import Example, Kept, Mention, Row

HOLM = SourceName("PERSON:holm", "PERSON", "Holm")
TOWN = SourceName("CITY:holm", "CITY", "Holm")
NEW = {"PERSON": NewName("Bakari"), "CITY": NewName("Jinja")}


def located(
    text: str, marks: Sequence[tuple[str, str]], *sources: SourceName
) -> tuple[Template, dict[str, str]]:
    """Locate sources in a passage in which `marks`, text and entity, are read one by one."""
    mentions, at = [], 0
    for surface, entity in marks:
        at = text.index(surface, at)
        kind = "CITY" if entity.startswith("CITY") else "PERSON"
        mentions.append(Mention("context", at, at + len(surface), kind, entity))  # type: ignore[arg-type]
        at += len(surface)
    names = {source.entity: [source] for source in sources}
    by_field = outermost(mentions)
    template = locate(Example("1", "d", "", "Who?", text, (), ()), by_field, names)
    found, half = with_kept(template, by_field, names, lambda word: word == "march")
    return found, dict(half)


def row(template: Template, *types: str) -> Row:
    """Rename sources of some types; the row of a table is the same."""
    news = [NEW[one.type] if one.type in types else None for one in template.sources]
    made = template.render(news)
    assert (
        Batch([template, template])
        .table(News.of([*news, *news]))
        .equals(rows_to_table([made, made]))
    )
    return made


@pytest.mark.parametrize(
    ("rest", "mark", "kept"),
    [
        ("Bo Holm left.", ("Bo Holm", "PERSON:bo holm"), (0, 7, "part of a longer name")),
        ("HOLM is a town.", ("HOLM", "CITY:holm"), (0, 4, "another referent")),
    ],
)
def test_what_others_are_called_is_kept_with_the_reason(
    rest: str, mark: tuple[str, str], kept: tuple[int, int, str]
) -> None:
    text = f"Holm flew. {rest}"
    template, half = located(text, [("Holm", HOLM.entity), mark], HOLM)
    start = len("Holm flew. ")
    assert half == {}
    assert row(template, "PERSON").kept == (
        Kept("context", start + kept[0], start + kept[1], kept[2]),
    )
    assert row(template).kept == ()


def test_a_word_of_english_is_kept_as_such() -> None:
    march = SourceName("PERSON:march", "PERSON", "March")
    template, half = located("March came in march.", [("March", march.entity)], march)
    assert half == {}
    assert row(template, "PERSON").kept == (Kept("context", 14, 19, "plain word"),)


@pytest.mark.parametrize(("entity", "reason"), [(None, HALF_NAMED), ("", CLOSE_READINGS)])
def test_an_entity_that_would_be_half_renamed_is_named(entity: str | None, reason: str) -> None:
    marks = [("Holm", HOLM.entity), *([] if entity is None else [("Holm", entity)])]
    assert located("Holm flew. Holm fell.", marks, HOLM)[1] == {HOLM.entity: reason}


def test_of_two_who_share_a_name_one_is_kept_only_where_the_other_alone_is_renamed() -> None:
    marks = [("Holm", HOLM.entity), ("Holm", TOWN.entity)]
    template, half = located("Holm left for Holm.", marks, HOLM, TOWN)
    assert half == {}
    assert row(template, "PERSON", "CITY").kept == ()
    assert row(template, "PERSON").kept == (Kept("context", 14, 18, "another referent"),)
    assert row(template, "CITY").kept == (Kept("context", 0, 4, "another referent"),)
