"""A table of a batch holds the rows that its templates render one by one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from itertools import chain

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from swap_worlds import World, world

from builders.errors import ReportBugError
from builders.releases.rows import SCHEMA, rows_to_table
from builders.stages import source_checks
from builders.stages.batch import Batch, NewNames
from builders.stages.source_checks import Checks
from builders.swap.locate import locate, outermost
from builders.swap.new_names import NewName, SourceName
from builders.swap.template import Template
from builders.types import Answer, Example, Mention

WORLDS = st.lists(st.randoms(use_true_random=False).map(world), max_size=5)


def news_of(
    worlds: Sequence[World], templates: Sequence[Template], n: int
) -> list[list[NewName | None]]:
    return [
        [one.news[n].get(source) for source in template.sources]
        for one, template in zip(worlds, templates, strict=True)
    ]


@given(WORLDS)
@settings(deadline=None)
def test_a_table_equals_the_rows_rendered_one_by_one(worlds: list[World]) -> None:
    templates = [one.template() for one in worlds]
    batch = Batch(templates)
    nothing: list[list[NewName | None]] = [[None] * len(template.sources) for template in templates]
    for news in (news_of(worlds, templates, 0), news_of(worlds, templates, 1), nothing):
        rows = [template.render(new) for template, new in zip(templates, news, strict=True)]
        table = batch.table(NewNames.of(list(chain.from_iterable(news))))
        assert table.schema == SCHEMA
        assert table.equals(rows_to_table(rows))
        table.validate(full=True)


ANNA = SourceName("a", "PERSON", "Anna")
OTTO = SourceName("o", "PERSON", "Otto")


def two_names(*answers: str) -> Template:
    text = "Anna and Otto met."
    placed = tuple(Answer(answer, text.index(answer)) for answer in answers)
    example = Example("1", "d", "", "Who?", text, placed, tuple(dict.fromkeys(answers)))
    mentions = [Mention("context", 0, 4, "PERSON", "a"), Mention("context", 9, 13, "PERSON", "o")]
    return locate(example, outermost(mentions), {"a": [ANNA], "o": [OTTO]})


def named(template: Template, **new: str) -> list[NewName | None]:
    names = {ANNA: new.get("anna"), OTTO: new.get("otto")}
    return [None if (name := names[s]) is None else NewName(name) for s in template.sources]


def test_answers_that_become_one_are_one_gold_answer() -> None:
    template = two_names("Anna", "Otto", "Anna and Otto")
    table = Batch([template]).table(NewNames.of(named(template, anna="Ida", otto="Ida")))
    assert table.column("gold_answers").to_pylist() == [["Ida", "Ida and Ida"]]
    assert table.column("answers").to_pylist() == [
        {"text": ["Ida", "Ida", "Ida and Ida"], "answer_start": [0, 8, 0]}
    ]


def test_a_name_that_stays_makes_no_edit() -> None:
    template = two_names("Anna")
    news = NewNames.of(named(template, otto="Ida") + named(template))
    table = Batch([template, template]).table(news)
    assert table.column("changed").to_pylist() == [True, False]
    assert [[edit["new"] for edit in row] for row in table.column("edits").to_pylist()] == [
        ["Ida"], [],
    ]  # fmt: skip


def test_a_batch_of_nothing_has_no_rows() -> None:
    assert Batch([]).table(NewNames([])).num_rows == 0


class TestChecks:
    TEMPLATE = two_names("Otto")
    NAMES = named(TEMPLATE, anna="Ida", otto="Bo")
    NEWS = NewNames.of(NAMES)

    def check(self, column: str, value: object) -> None:
        batch = Batch([self.TEMPLATE])
        table = batch.table(self.NEWS)
        at = SCHEMA.get_field_index(column)
        broken = rows_to_table([self.TEMPLATE.render(self.NAMES)]).to_pylist()
        broken[0][column] = value
        table = table.from_pylist(broken, schema=SCHEMA)
        assert table.column(at).to_pylist() == [value]
        checks = Checks(batch, 1, "answers", [True] * len(batch.templates))
        checks.add(self.NEWS, table)
        checks.compare()

    def test_sound_rows_pass(self) -> None:
        self.check("question", "Who?")

    @pytest.mark.parametrize("column", ["answers", "plausible_answers"])
    def test_an_answer_that_lost_its_place_ends_the_build(self, column: str) -> None:
        with pytest.raises(ReportBugError, match="d 1: an answer lost its place"):
            self.check(column, {"text": ["Bo"], "answer_start": [7]})

    def test_a_row_that_differs_from_the_one_rendered_alone_ends_the_build(self) -> None:
        with pytest.raises(ReportBugError, match="rendered alone"):
            self.check("question", "Whom?")

    def test_a_row_with_other_names_than_were_drawn_ends_the_build(self) -> None:
        batch = Batch([self.TEMPLATE])
        checks = Checks(batch, 1, "answers", [True] * len(batch.templates))
        checks.add(self.NEWS, batch.table(NewNames.of(named(self.TEMPLATE, anna="Eva", otto="Bo"))))
        with pytest.raises(ReportBugError, match="d 1: a row differs from the one rendered alone"):
            checks.compare()

    @pytest.mark.parametrize("most", [0, 1 << 20])
    @pytest.mark.parametrize("title", ["", "Another"])
    def test_every_file_is_compared_however_large(
        self, title: str, most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(source_checks, "_MOST_BYTES", most)
        batch = Batch([self.TEMPLATE] * 16)
        news = NewNames.of(self.NAMES * 16)
        last = batch.table(news).to_pylist()
        last[15]["title"] = title
        checks = Checks(batch, 2, "answers", [True] * len(batch.templates))
        checks.add(news, batch.table(news))
        with pytest.raises(ReportBugError, match="rendered alone") if title else nullcontext():
            checks.add(news, pa.Table.from_pylist(last, schema=SCHEMA))
            checks.compare()

    @pytest.mark.parametrize("anew", [[14, 15], [3, 9, 15], [15]])
    def test_rows_that_other_files_had_are_left_to_them(self, anew: list[int]) -> None:
        batch = Batch([self.TEMPLATE] * 16)
        news = NewNames.of(self.NAMES * 16)
        for at in range(1, 16):
            rows = batch.table(news).to_pylist()
            rows[at]["question"] = "Whom?"
            checks = Checks(batch, 1, "answers", [row in anew for row in range(16)])
            checks.add(news, pa.Table.from_pylist(rows, schema=SCHEMA))
            refused = pytest.raises(ReportBugError, match="rendered alone")
            with refused if at in anew else nullcontext():
                checks.compare()
