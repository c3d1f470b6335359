"""The steps between a source and the files of a release: chunks, preparation, rows, jobs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_line import FOUND, RECIPE, WordList, write_tiny

from builders.articles import takes_article
from builders.draws import Stem
from builders.errors import RetryLaterError
from builders.perturbations.kinds import KINDS
from builders.perturbations.name_sources import Ingredients
from builders.perturbations.pools import Pool
from builders.perturbations.reserved_names import ReservedNames
from builders.perturbations.swap_names import SwapNames
from builders.progress import Silent
from builders.releases.layout import ReleaseFile
from builders.releases.parquet import ParquetRowWriter
from builders.releases.recipe import Recipe
from builders.releases.undo import Gold, undo
from builders.spans.knowledge import Knowledge
from builders.stages import ingredients, tasks
from builders.stages.batch import Batch
from builders.stages.finding import Finder, Setup
from builders.stages.homes import Homes
from builders.stages.prepare import Preparer, chunks
from builders.stages.prepared import Prepared
from builders.stages.render_renaming import (
    Draw,
    Instances,
    LocatedInstances,
    perturbable,
    source_names,
)
from builders.stages.render_swap import PassageNames, swappable
from builders.stages.shard_files import plain, write_values
from builders.stages.shard_store import ShardStore, StoredShard
from builders.stages.source_checks import Checks
from builders.stages.source_files import open_source
from builders.stages.tasks import FillTask
from builders.stages.unchanged_reasons import NoteWriter
from builders.types import (
    SWAP_TYPES,
    Answer,
    Entity,
    Example,
    PerturbableSpan,
    Row,
    TypedSpan,
)
from builders.verification.row_check import names_broken
from name_collections import store as names_store
from name_collections.collection import Provenance
from name_collections.lexicon import Lexicon
from name_collections.name import Name


class Countries:
    """Finds countries, with and without the article."""

    fingerprint = "countries 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        names = re.compile(r"Soviet Union|USSR|Sweden|Britain|UK\b|Ukraine")
        for text in texts:
            yield tuple(TypedSpan(*found.span(), "COUNTRY") for found in names.finditer(text))


class Peoples(WordList):
    """Finds two countries and their peoples."""

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            yield tuple(
                TypedSpan(*found.span(), "COUNTRY" if found[1] else "NORP")
                for found in re.finditer(r"(Wales|Sweden)|Welsh|Swed(?:es|ish)", text)
            )


KNOWLEDGE = Knowledge.of([Name("Sweden", "COUNTRY"), Name("Ostrava", "CITY")], Lexicon({}))


def example(
    context: str,
    question: str = "Who?",
    *answers: str,
    name: str = "1",
    title: str = "",
    **more: object,
) -> Example:
    found = tuple(Answer(answer, context.index(answer)) for answer in answers)
    gold = more.pop("gold", tuple(dict.fromkeys(answers)))
    return Example(name, "d", title, question, context, found, gold, **more)  # type: ignore[arg-type]


def prepared(*examples: Example) -> tuple[Prepared, ...]:
    return Preparer(Finder(WordList()), KNOWLEDGE).prepare(examples)


def rows(one: Prepared, kind: str = "MIX", **fixed: str) -> list[Row]:
    """Rename with fixed names, or with random strings where none are given."""
    source = (
        KINDS["fixed-name"](Ingredients({}, fixed=fixed))
        if fixed
        else KINDS["random-string"](Ingredients({}))
    )
    found = perturbable([one], kind, gold_is_listed=True)
    drawn = Instances(found)
    batch = Batch([each.template for each in drawn.instances])
    news, _ = drawn.drawn(Draw(source, Stem(("k",))))
    return [batch.row(n, news) for n in range(len(batch.templates))]


as_lists = plain(Prepared)


def stored(path: Path, *instances: Prepared) -> StoredShard:
    """Write a shard."""
    return StoredShard(path, write_values(path, instances, Prepared), len(instances))


class TestChunks:
    @given(st.lists(st.integers(0, 5), max_size=60), st.integers(1, 9))
    def test_a_chunk_never_parts_the_questions_of_a_passage(
        self, passages: list[int], size: int
    ) -> None:
        examples = [example(f"passage {n}", name=str(at)) for at, n in enumerate(passages)]
        cut = list(chunks(iter(examples), size))
        assert [one for chunk in cut for one in chunk] == examples
        runs = [len(list(run)) for _, run in groupby(passages)]
        for chunk in cut[:-1]:
            assert size <= len(chunk) < size + max(runs)
        for one, other in pairwise(cut):
            assert one[-1].context != other[0].context

    def test_chunks_are_made_one_by_one(self) -> None:
        def endless() -> Iterator[Example]:
            number = 0
            while True:
                yield example(f"passage {number}")
                number += 1

        assert len(next(chunks(endless(), 5))) == 5


class TestPreparation:
    def test_each_distinct_text_is_recognized_once(self) -> None:
        read: list[str] = []

        class Counting(WordList):
            def recognize(self, texts):  # type: ignore[no-untyped-def]
                texts = list(texts)
                read.extend(texts)
                return super().recognize(texts)

        asked = [example("Linda Quist sat.", f"Who {n}?", "Linda Quist", name=str(n)) for n in "ab"]
        made = Preparer(Finder(Counting()), KNOWLEDGE).prepare([*asked, asked[0]])
        assert len(made) == 3
        assert sorted(read) == ["Linda Quist sat.", "Who a?", "Who b?"]

    def test_entities_of_the_passage_come_first(self) -> None:
        (one,) = prepared(
            example("Linda Quist sat in Ostrava.", "Did Robert Nilsson see Linda?", "Linda Quist")
        )
        names = [entity.name for entity in one.entities.values()]
        assert names[: one.in_passage] == ["Linda Quist", "Ostrava"]
        assert names[one.in_passage :] == ["Robert Nilsson"]

    def test_entswap_asks_for_no_spans(self) -> None:
        (one,) = Preparer(Finder(WordList())).prepare([example("Linda Quist sat.")])
        assert one.identified is None

    def test_gold_answers_that_name_the_answer_otherwise_are_mentions_of_it(self) -> None:
        (one,) = prepared(
            example("She lived in Sweden.", "Where?", "Sweden", gold=("Sweden", "Sverige"))
        )
        (row,) = rows(one, "GPE", COUNTRY="Kenya")
        assert row.example.gold_answers == ("Kenya", "Kenya")
        assert undo(row) == one.example

    @pytest.mark.parametrize("room", [0, 1, 2])
    def test_shards_come_back_in_order(self, room: int, tmp_path: Path) -> None:
        one, other = prepared(example("Linda Quist sat."), example("Ostrava."))
        shard_store = ShardStore(room)
        shards = (stored(tmp_path / "0", one), stored(tmp_path / "1", other))
        shard_store.keep(shards[0].path, [one])
        shard_store.keep(shards[1].path, [other])
        for shard in shards[:room]:
            shard.path.unlink()  # What is kept is not read.
        for wanted, found in ((shards, [one, other]), (shards[1:], [other])):
            read = [p for block in shard_store.blocks(wanted) for p in block.instances]
            assert list(map(as_lists, read)) == list(map(as_lists, found))

    def test_the_shards_of_a_small_dataset_are_read_once(self, tmp_path: Path) -> None:
        one, other = prepared(example("Linda Quist sat."), example("Ostrava."))
        shard_store = ShardStore()
        shards, elsewhere = (stored(tmp_path / "0", one),), (stored(tmp_path / "1", other),)
        for wanted in (shards, shards, elsewhere):
            read = [p for block in shard_store.blocks(wanted) for p in block.instances]
            found = one if wanted == shards else other
            assert list(map(as_lists, read)) == [as_lists(found)]
            shards[0].path.unlink(missing_ok=True)  # The second reading is from memory.

    def test_the_shards_of_a_large_dataset_are_not_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("builders.stages.shard_store._KEPT", 0)
        shard_store, (one,) = ShardStore(), prepared(example("Linda Quist sat."))
        shards = (stored(tmp_path / "0", one),)
        (block,) = shard_store.blocks(shards)
        assert list(map(as_lists, block.instances)) == [as_lists(one)]
        shards[0].path.unlink()
        with pytest.raises(RetryLaterError, match="run the command again"):
            list(shard_store.blocks(shards))


class TestRenaming:
    @given(st.integers(0, 40))
    def test_rows_drawn_together_are_those_drawn_alone(self, seed: int) -> None:
        """A pool so small that names are taken, held and given twice."""
        text = "Linda Quist of Ostrava met Robert Nilsson in Sweden; Bo and the Dutch sang."
        answers = ("Linda Quist", "Sweden", "Linda Quist of Ostrava met Robert Nilsson")
        asked = [example(text, f"Who {n}?", one, name=str(n)) for n, one in enumerate(answers)]
        found = Instances(perturbable(prepared(*asked), "MIX", gold_is_listed=False))
        people, countries = Pool(("Ada", "Bo", "Cid", "Dot")), Pool(("Holland", "Peru", "Sweden"))
        pools = {"LAST": people, "FIRST_MALE": people, "FIRST_FEMALE": people, "COUNTRY": countries}
        draw = Draw(KINDS["collections"](Ingredients(pools)), Stem(("k", seed)))
        alone = [(one, *one.draw(draw)) for one in found.instances]
        news, _ = found.drawn(draw)
        assert news.full == [names[at] for one, names, _ in alone for at in one.chosen]

    @pytest.mark.parametrize("seed", range(8))
    def test_a_random_string_is_as_long_as_the_mention(self, seed: int) -> None:
        text = "The Soviet Union fell. The USSR was large; no Soviet Union, no USSR."
        made = Preparer(Finder(Countries()), KNOWLEDGE).prepare(
            [example(text, "What fell, the USSR?", "Soviet Union")]
        )
        found = Instances(perturbable(made, "GPE", gold_is_listed=False))
        source = KINDS["random-string"](Ingredients({}))
        news, _ = found.drawn(Draw(source, Stem(("k", seed))))
        row = Batch([one.template for one in found.instances]).row(0, news)
        shape = re.fullmatch(
            r"The ([A-Z][a-z]{5} [A-Z][a-z]{4}) fell. The ([A-Z]{4}) was large; no (.*), no (.*)\.",
            row.example.context,
        )
        assert shape is not None, row.example.context
        whole, short = shape[1], shape[2]
        assert (shape[3], shape[4]) == (whole, short), "one form, one string"
        assert row.example.question == f"What fell, the {short}?"
        assert [one.text for one in row.example.answers] == [whole]

    def test_other_names_than_random_strings_serve_all_forms(self) -> None:
        made = Preparer(Finder(Countries()), KNOWLEDGE).prepare(
            [example("The USSR, or Soviet Union, fell.", "What?", "Soviet Union")]
        )
        (row,) = rows(made[0], "GPE", COUNTRY="Peru")
        assert row.example.context == "The Peru, or Peru, fell."

    def test_what_is_located_serves_every_type_with_the_same_spans(self) -> None:
        made = prepared(example("Linda Quist sat in Ostrava.", "Who?", "Linda Quist"))
        located: LocatedInstances = {}
        (person,), (mixed,), nobody = (
            tuple(perturbable(made, kind, gold_is_listed=False, located=located))
            for kind in ("PER", "MIX", "GPE")
        )
        assert mixed is person
        assert nobody == ()

    def test_a_template_is_checked_with_the_first_files_that_have_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        checked: list[list[bool]] = []

        class Spying(Checks):
            def __init__(self, batch: Batch, files: int, gold: Gold, anew: list[bool]) -> None:
                checked.append(anew)
                super().__init__(batch, files, gold, anew)

        monkeypatch.setattr(tasks, "Checks", Spying)
        text = "Linda Quist sat in Ostrava."
        asked = (example(text, "Who?", "Linda Quist"), example(text, "Where?", "Ostrava", name="2"))
        shard_store, shard = ShardStore(), stored(tmp_path / "shard", *prepared(*asked))
        protocol = Recipe.read("demo").entity_renaming
        assert protocol is not None
        original = ReleaseFile("Original.parquet", "Original.parquet", "d", "PER", "Original")
        for kind in ("", "PER", "MIX", "GPE"):
            file = ReleaseFile(f"{kind}.parquet", "Original.parquet", "d", kind, "RandStr", 0)
            file = file if kind else original
            writer = ParquetRowWriter(tmp_path / file.path)
            task = FillTask(
                Setup(), (file,), (shard,), "answers", ("k",), protocol, shard_store=shard_store
            )
            tasks.fill(task, [tasks.Output(writer, NoteWriter(tmp_path / f"{kind}.notes"))])
        assert checked == [[True], [True], [False, True], [False]]

    def test_every_mention_of_the_answer_entity_and_no_other(self) -> None:
        text = "Robert Nilsson and Linda Quist met. Nilsson sang; Robert's fans cried. Roberts sat."
        asked = example(text, "Where did Nilsson sing?", "Robert Nilsson", title="Robert_Nilsson")
        (row,) = rows(prepared(asked)[0], FIRST_MALE="Ralph", LAST="Holm")
        assert row.example.context == (
            "Ralph Holm and Linda Quist met. Holm sang; Ralph's fans cried. Roberts sat."
        )
        assert row.example.question == "Where did Holm sing?"
        assert row.example.title == "Ralph_Holm"
        assert row.example.answers == (Answer("Ralph Holm", 0),)

    def test_a_family_takes_the_surname_of_the_answer(self) -> None:
        text = "Hendrik Claes kept goats; the Claes had more. Claes sold them."
        (row,) = rows(prepared(example(text, "Who?", "Hendrik Claes"))[0], LAST="Holm")
        assert "Claes" not in row.example.context

    @pytest.mark.parametrize(
        ("answer", "wanted"),
        [
            # Of two who bear it one keeps the name, and so does whoever is called by it alone.
            ("Ida Quist", "Uma Holm and Bo Quist sat. Quist sang; the Quists left."),
            ("Ida Quist and Bo Quist", "Uma Holm and Tom Holm sat. Holm sang; the Holms left."),
            ("the Quists", "Ida Holm and Bo Holm sat. Holm sang; the Holms left."),
            ("Quist sang", "Ida Holm and Bo Holm sat. Holm sang; the Holms left."),
        ],
    )
    def test_a_family_and_those_who_belong_to_it_bear_one_surname(
        self, answer: str, wanted: str
    ) -> None:
        class Quists(WordList):
            def recognize(self, texts):  # type: ignore[no-untyped-def]
                for text in texts:
                    found = re.finditer(r"(?:Ida |Bo )?Quists?", text)
                    yield tuple(TypedSpan(*match.span(), "PERSON") for match in found)

        asked = example(
            "Ida Quist and Bo Quist sat. Quist sang; the Quists left.", "Who was it?", answer
        )
        (one,) = Preparer(Finder(Quists()), KNOWLEDGE).prepare([asked])
        given = {"FIRST_FEMALE": "Uma", "FIRST_MALE": "Tom", "FIRST_NEUTRAL": "Tom"}
        (row,) = rows(one, "PER", LAST="Holm", **given)
        assert row.example.context == wanted

    @pytest.mark.parametrize(
        ("text", "answer", "gold", "wanted"),
        [
            (
                "Robert Nilsson sat. Bob Nilsson's dog slept.",
                "Robert Nilsson",
                ("Robert Nilsson", "Rob J. Nilsson", "Rob John Nilsson", "Hank Nilsson", "Bobby"),
                ("Ralph Holm sat. Ralph Holm's dog slept.",
                 "Ralph Holm", "Ralph J. Holm", "Ralph John Holm", "Hank Holm", "Ralph"),
            ),
            (
                "Robert (“Rob”) Nilsson sat. Bob Nilsson stood.",
                "Bob Nilsson",
                ("Bob Nilsson",),
                ("Ralph (“Ralph”) Holm sat. Ralph Holm stood.", "Ralph Holm"),
            ),
            (
                "Robert \"Bob\" Nilsson sat. Bob Nilsson stood.",
                "Bob Nilsson",
                ("Bob Nilsson",),
                ("Ralph \"Ralph\" Holm sat. Ralph Holm stood.", "Ralph Holm"),
            ),
        ],
    )  # fmt: skip
    def test_other_forms_of_a_given_name_are_the_same_persons(
        self, text: str, answer: str, gold: tuple[str, ...], wanted: tuple[str, ...]
    ) -> None:
        class Nilssons(WordList):
            def recognize(self, texts):  # type: ignore[no-untyped-def]
                for one in texts:
                    found = re.finditer(r"(?:Robert|Bob)(?: \S+)? Nilsson", one)
                    yield tuple(TypedSpan(*match.span(), "PERSON") for match in found)

        asked = example(text, "Who?", answer, gold=gold)
        (one,) = Preparer(Finder(Nilssons()), KNOWLEDGE).prepare([asked])
        (row,) = rows(one, "PER", FIRST_MALE="Ralph", LAST="Holm")
        assert (row.example.context, *row.example.gold_answers) == wanted
        assert undo(row) == asked

    def test_of_two_of_one_given_name_nobody_is_called_otherwise(self) -> None:
        text = "Bill Quist met William Holm. William Quist and Bill Holm sang."

        class Williams(WordList):
            def recognize(self, texts):  # type: ignore[no-untyped-def]
                for one in texts:
                    found = re.finditer(r"(?:William|Bill) (?:Quist|Holm)", one)
                    yield tuple(TypedSpan(*match.span(), "PERSON") for match in found)

        asked = example(text, "Who?", "William Quist", "Bill Holm")
        (one,) = Preparer(Finder(Williams()), KNOWLEDGE).prepare([asked])
        (row,) = rows(one, "PER")
        assert [*names_broken(row.edits, asked, distinct_names=True)] == []

    def test_a_parted_hyphen_is_one_in_other_fields(self) -> None:
        text = "The singer Jean - Luc Quist sang ."

        class Jean(WordList):
            def recognize(self, texts):  # type: ignore[no-untyped-def]
                for one in texts:
                    found = re.finditer(r"Jean ?- ?Luc Quist", one)
                    yield tuple(TypedSpan(*match.span(), "PERSON") for match in found)

        gold = ("Jean - Luc Quist", "Jean-Luc Quist")
        asked = example(text, "Is Jean-Luc Quist the one?", "Jean - Luc Quist", gold=gold)
        (one,) = Preparer(Finder(Jean()), KNOWLEDGE).prepare([asked])
        (row,) = rows(one, "PER", FIRST_NEUTRAL="Ralph", LAST="Holm")
        assert row.example.question == "Is Ralph Holm the one?"
        assert row.example.gold_answers == ("Ralph Holm", "Ralph Holm")

    def test_a_body_within_another_is_renamed_there_too(self) -> None:
        text = "The BBD sang. BBD News said so."

        class Bodies(WordList):
            def recognize(self, texts):  # type: ignore[no-untyped-def]
                for _ in texts:
                    yield (TypedSpan(4, 7, "ORG"), TypedSpan(14, 22, "ORG"))

        asked = example(text, "", "BBD")
        (one,) = Preparer(Finder(Bodies()), KNOWLEDGE).prepare([replace(asked, question="Who?")])
        (row,) = rows(one, RARE="ZOR")
        assert row.example.context == "The ZOR sang. ZOR News said so."

    def test_a_last_name_may_lack_its_article(self) -> None:
        text = "Ahmad al-Nasser sat. Then Nasser rose."

        class Ahmad(WordList):
            def recognize(self, texts):  # type: ignore[no-untyped-def]
                for _ in texts:
                    yield (TypedSpan(0, 15, "PERSON"), TypedSpan(26, 32, "PERSON"))

        asked = example(text, "", "Ahmad al-Nasser")
        (one,) = Preparer(Finder(Ahmad()), KNOWLEDGE).prepare([asked])
        (row,) = rows(one, FIRST_MALE="Ralph", LAST="Holm")
        assert row.example.context == "Ralph Holm sat. Then Holm rose."

    def test_only_surnames_are_shared_with_a_family(self) -> None:
        (one,) = prepared(example("Robert Nilsson sat.", "Who?", "Robert Nilsson"))
        namesakes = {name: Entity(name, "PERSON", name) for name in ("Robert", "Nilsson")}
        together = replace(one, entities={**one.entities, **namesakes})
        spans = one.identified.of("PER") if one.identified else ()
        assert "Nilsson" in source_names(together, spans)
        assert "Robert" not in source_names(together, spans)

    def test_spans_of_a_place_inside_an_organization(self) -> None:
        text = "Ostrava Glass of Ostrava sold glass."
        (row,) = rows(
            prepared(example(text, "Which company?", "Ostrava Glass"))[0], "ORG", CITY="Lima"
        )
        assert row.example.context == "Lima Glass of Ostrava sold glass."

    def test_an_instance_without_spans_yields_no_row(self) -> None:
        assert rows(prepared(example("Linda Quist sat still.", "How?", "still"))[0]) == []

    def test_a_row_that_stays_has_a_reason(self) -> None:
        (one,) = prepared(example("Linda Quist sat.", "Who?", "Linda Quist"))
        source = KINDS["fixed-name"](Ingredients({}, fixed={"CITY": "Lima"}))
        (found,) = perturbable([one], "PER", gold_is_listed=True)
        news, why = Instances([found]).drawn(Draw(source, Stem(("k",))))
        assert not found.template.render([news.name(0), news.name(1)]).changed
        assert [*why] == ["spans of this type are not substituted under this perturbation"]

    @pytest.mark.parametrize(
        "names",
        [
            ("Ida",),  # the same for all: one each instance holds, and two names of one row get
            ("Linda", "Ida", "Eli"),
            tuple(f"Name{n}" for n in range(90)),
        ],
    )
    def test_names_drawn_in_one_go_are_those_drawn_one_by_one(self, names: tuple[str, ...]) -> None:
        texts = ["Linda Quist met Ida.", "Robert Nilsson sat.", "Eli saw Linda Quist in Ostrava."]
        answers = [("Linda Quist",), ("Robert Nilsson",), ("Ostrava", "Linda Quist")]
        asked = [
            example(text, "Who?", *found, name=str(n))
            for n, (text, found) in enumerate(zip(texts, answers, strict=True))
        ]
        found = list(perturbable(prepared(*asked), "MIX", gold_is_listed=False))
        pool = Pool(tuple(sorted(names)))
        source = KINDS["collections"](Ingredients({"FIRST_MALE": pool, "LAST": pool, "CITY": pool}))
        for seed in range(30):
            draw = Draw(source, Stem(("k", seed)))
            together, reasons = Instances(found).drawn(draw)
            alone = [(one.draw(draw), one.chosen) for one in found]
            assert together.full == [new[at] for (new, _), chosen in alone for at in chosen]
            assert list(reasons) == [why for (_, why), _ in alone]

    def test_a_country_of_the_passage_is_drawn_under_none_of_its_names(self) -> None:
        (one,) = prepared(example("Sweden is not the Netherlands.", "Where?", "Sweden"))
        pool = Pool(("Holland", "Peru"))
        source = KINDS["collections"](Ingredients({"COUNTRY": pool}))
        found = Instances(perturbable([one], "GPE", gold_is_listed=True))
        drawn = {found.drawn(Draw(source, Stem(("k", seed))))[0].full[0] for seed in range(30)}
        assert drawn == {"Peru"}

    def test_no_name_is_drawn_anew_where_the_texts_do_not_tell_it(self) -> None:
        (one,) = prepared(example("Linda Quist sat.", "Who?", "Linda Quist"))
        (found,) = perturbable([one], "PER", gold_is_listed=True)
        blind = Instances([replace(found, reserved=ReservedNames(()))])
        pool = Pool(("Ada", "Linda", "Quist"))
        source = KINDS["collections"](Ingredients({"FIRST_FEMALE": pool, "LAST": pool}))
        for seed in range(30):
            (news, _) = blind.drawn(Draw(source, Stem(("k", seed))))
            first, last = news.full
            assert first != "Linda"
            assert last != "Quist"

    def test_random_strings_never_stand_in_the_instance(self) -> None:
        (one,) = prepared(example("Linda Quist sat.", "Who?", "Linda Quist"))
        (row,) = rows(one)
        assert {edit.type for edit in row.edits} == {"FIRST_FEMALE", "LAST"}
        assert len(row.example.context) == len(one.example.context)


class TestEntSwap:
    NAMES = SwapNames({
        kind: Pool.of(dict.fromkeys(names, 1.0), weighted=False)
        for kind, names in {
            "PERSON": [f"{a} {b}" for a in ("Ama", "Kofi", "Efe") for b in ("Badu", "Eze", "Moyo")],
            "CITY": ["Accra", "Lagos"], "COUNTRY": ["Kenya", "Togo"],
            "NATIONALITY": ["Kenyan", "Togolese"], "ORGANIZATION": ["Volta Mills"],
            "LOCATION": ["Kalahari"],
        }.items()
    })  # type: ignore[misc]  # fmt: skip

    def rows(self, *examples: Example, scope: str = "passage") -> list[Row]:
        passages = PassageNames(self.NAMES, Homes({"swedish": "sweden"}), ("k",), scope)
        made = Preparer(Finder(WordList())).prepare(examples)
        found = swappable(made, passages)
        return [each.template.render(each.variant(SWAP_TYPES)) for each in found]

    def test_every_question_of_a_passage_reads_the_same_passage(self) -> None:
        text = "Linda Quist met Robert Nilsson in Ostrava."
        asked = [example(text, q, name=q) for q in ("Where?", "Did Quist eat?", "Is Sweden near?")]
        found = self.rows(*asked)
        assert len({row.example.context for row in found}) == 1
        assert [row.example for row in self.rows(*reversed(asked))] == [
            row.example for row in reversed(found)
        ]

    def test_a_question_that_holds_a_new_name_makes_its_row_draw_anew(self) -> None:
        text = "They met in Ostrava."
        (plain,) = self.rows(example(text, "Where?"))
        new = next(edit.new for edit in plain.edits)
        (row,) = self.rows(example(text, f"Was it {new}?"))
        assert new in row.example.question
        assert new not in row.example.context
        assert "Ostrava" not in row.example.context

    def test_an_answer_that_cuts_a_body_gets_all_of_its_new_name(self) -> None:
        source = example("Ostrava Glass sold it.", "Who?", "Ostrava")
        (row,) = self.rows(source)
        assert [answer.text for answer in row.example.answers] == ["Volta Mills"]
        assert undo(row).answers == source.answers

    def test_plurals_of_a_people_that_is_named_in_the_plural_only(self) -> None:
        (row,) = self.rows(example("The Swedes sang."))
        assert row.example.context in ("The Kenyans sang.", "The Togolese sang.")

    def countries(self, *asked: Example, keep: bool = True) -> list[tuple[str, str]]:
        """Return passages and questions whose countries become Togo, the Togolese Republic."""
        names = SwapNames(
            {"COUNTRY": Pool(("Togo",))},
            keep_article=keep,
            official={"Togo": "Togolese Republic"} if keep else {},
        )
        made = Preparer(Finder(Countries())).prepare(asked)
        found = swappable(made, PassageNames(names, Homes(), ("k",), "passage"))
        made_rows = [each.template.render(each.variant(SWAP_TYPES)).example for each in found]
        return [(row.context, row.question) for row in made_rows]

    @pytest.mark.parametrize("key", range(6))
    def test_no_question_has_a_say_in_how_a_passage_calls_a_country(self, key: int) -> None:
        pool = Pool(("Togo", "Gambia", "Mali", "Chad", "Niger"))
        names = SwapNames(
            {"COUNTRY": pool}, keep_article=True, official={"Togo": "Togolese Republic"}
        )
        text = "They left Britain, at last."
        asked = [example(text, q, name=q) for q in ("Was it Britain?", "Who left the UK?")]
        passages = set()
        for order in (asked, asked[::-1], asked[1:]):
            made = Preparer(Finder(Countries())).prepare(order)
            found = swappable(made, PassageNames(names, Homes(), ("k", key), "passage"))
            passages |= {
                one.template.render(one.variant(SWAP_TYPES)).example.context for one in found
            }
        assert len(passages) == 1

    @pytest.mark.parametrize("people", ["Welsh", "Swedes", "Swedish"])
    def test_a_people_follows_its_country(self, people: str) -> None:
        peoples = {"Togo": ("Togolese",), "Kenya": ("Kenyan",), "Gabon": ("Gabonese",)}
        names = SwapNames(
            {"COUNTRY": Pool(tuple(peoples)), "NATIONALITY": Pool(("Malian", "Ghanaian"))},
            nationalities=peoples,
            pair=True,
        )
        text = f"Wales and Sweden have the {people}."
        made = Preparer(Finder(Peoples())).prepare([example(text)])
        homes = Homes({"swede": "sweden", "swedish": "sweden"})
        (one,) = swappable(made, PassageNames(names, homes, ("k",), "passage"))
        wales, _, sweden, *_, new = one.template.render(
            one.variant(SWAP_TYPES)
        ).example.context.split()
        country = wales if people == "Welsh" else sweden
        assert new.rstrip(".").removesuffix("s") in {
            name.removesuffix("s") for name in peoples[country]
        }

    @pytest.mark.parametrize(
        ("text", "renamed"),
        [
            ("They left the Soviet Union.", "They left the Togolese Republic."),
            ("The USSR's army sat.", "The Togolese Republic's army sat."),
            ("They left Sweden.", "They left Togo."),
            (
                "Britain sold it. The UK bought it.",
                "Togo sold it. The Togolese Republic bought it.",
            ),
            ("They left the Ukraine, at last.", "They left the Togolese Republic, at last."),
            ("It ends. The Ukraine is far.", "It ends. The Togolese Republic is far."),
            ("It saw the Sweden team.", "It saw the Togo team."),
            ("Sweden sold it. The Sweden of old fell.", "Togo sold it. The Togo of old fell."),
            ("In the Sweden of old. Sweden, Sweden.", "In the Togo of old. Togo, Togo."),
        ],
    )
    def test_a_country_keeps_its_article(self, text: str, renamed: str) -> None:
        assert self.countries(example(text)) == [(renamed, "Who?")]

    def test_a_country_s_article_is_that_of_the_passage_if_it_is_named_there(self) -> None:
        text = "They left Ukraine."
        asked = [example(text, q, name=q) for q in ("Who left the Ukraine?", "Who left the UK?")]
        assert self.countries(*asked)[0] == ("They left Togo.", "Who left the Togo?")
        (alone,) = self.countries(example("They left.", "Who left the Ukraine?"))
        assert alone == ("They left.", "Who left the Togolese Republic?")

    def test_articles_are_kept_where_the_recipe_says_so(self) -> None:
        (row,) = self.countries(example("They left the UK."), keep=False)
        assert row[0] == "They left the Togo."

    def test_an_article_may_share_one_mapping(self) -> None:
        texts = ("Linda Quist sat.", "Linda Quist ran in Ostrava.")
        asked = [example(text, name=text, title="Linda_Quist") for text in texts]
        shared = self.rows(*asked, scope="article")
        assert len({row.example.title for row in shared}) == 1
        first, second = (row.example.context.split(" ")[:2] for row in shared)
        assert first == second

    def test_unanswerable_questions_are_renamed_like_others(self) -> None:
        text = "Linda Quist sat."
        (row,) = self.rows(
            Example("1", "d", "", "Did Quist run?", text, (), (), (Answer("Linda Quist", 0),), True)
        )
        assert row.example.is_impossible
        assert row.example.plausible_answers[0].text in row.example.context
        assert "Quist" not in row.example.question + row.example.context


def test_a_title_is_read_as_its_words_are_spoken() -> None:
    asked = ["Robert_Nilsson", "Robert Nilsson", "snake_case stays"]
    found = Finder(WordList()).find(asked)
    assert [len(found[text]) for text in asked] == [1, 1, 0]


def test_a_silent_reporter_hears_everything() -> None:
    Silent().stage("x", None)(3)


def test_a_source_says_what_its_gold_answers_are(tmp_path: Path) -> None:
    tiny = write_tiny(tmp_path)
    recipe = Recipe.parse(RECIPE)
    opened = {
        spec.name: open_source(spec, tiny.sources, skip_faulty=False) for spec in recipe.sources
    }
    assert {name: source.gold for name, source in opened.items()} == {
        "TinyMRQA": "list", "TinySQuAD": "answers",
    }  # fmt: skip
    squad = opened["TinySQuAD"]
    asked = list(squad.examples(answerable=False))
    kept = list(squad.examples(answerable=True))
    assert kept == [one for one in asked if not one.is_impossible]
    assert len(kept) < len(asked)


def test_the_word_list_of_these_tests_reads_whole_words() -> None:
    (spans,) = WordList().recognize(["Claesson met Linda Quist."])
    assert [(span.start, span.type) for span in spans] == [(13, FOUND["Linda Quist"])]


@pytest.mark.parametrize("keep", [True, False])
def test_a_recipe_says_whether_countries_keep_their_article(keep: bool) -> None:
    renaming = Recipe.read("demo").entity_renaming
    assert renaming is not None
    renaming = replace(renaming, keep_article=keep)
    spec = next(spec for spec in renaming.perturbations if spec.name == "DBName")
    source = ingredients.name_source(spec, renaming, None, [])
    span = PerturbableSpan("e", "COUNTRY", "Zorb", article=True)
    drawn = [next(source.candidates(span, (key,)) or iter(())) for key in range(30)]
    assert all(map(takes_article, drawn)) is keep


def test_a_culture_without_neutral_names_gives_its_others(tmp_path: Path) -> None:
    names = [Name("Alys", "FIRST_FEMALE"), Name("Dafydd", "FIRST_MALE"), Name("Rhys", "LAST")]
    source = Provenance("file:welsh.csv", "CC0-1.0", "2026-01-01", "0" * 64)
    names_store.save(names_store.make("welsh", names, [source]), tmp_path)
    renaming = Recipe.read("demo").entity_renaming
    assert renaming is not None
    spec = replace(renaming.perturbations[0], kind="collections", collections=("welsh",))
    candidates = ingredients.name_source(spec, renaming, tmp_path, []).candidates(
        PerturbableSpan("e", "FIRST_NEUTRAL", "Zorb"), ("key",)
    )
    assert candidates is not None and set(candidates) == {"Alys", "Dafydd"}


def test_only_countries_without_the_article_get_an_official_name() -> None:
    swap = Recipe.read("demo").entswap
    assert swap is not None
    official = ingredients.swap_names(replace(swap, keep_article=True), None).official
    assert official["Kenya"] == "Republic of Kenya"
    assert not any(map(takes_article, official))
