"""A build from end to end, over a tiny line of its own: the same bytes, whole or not at all."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import pytest
from forks import Forks
from tiny_line import COUNTRY_OF, NAMED, PASSAGES, RECIPE, RECOGNIZER, Tiny, WordList, write_tiny

from builders.errors import (
    ChooseFolderError,
    ChooseKnownError,
    FixInputError,
    FixManyError,
    RenamerError,
)
from builders.given_names import gender_of
from builders.pipeline import Options, build
from builders.releases.manifest import Manifest
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest, rows_of
from builders.sources.format_table import read as read_source
from builders.types import Progress, Row, TypedSpan
from builders.verification.verify import verify
from name_collections.errors import NamesError

TESTS = Path(__file__).parent
TOUCHES = 830
"""How often a build touches files, at the least (see forks.py)."""
QUESTIONS = sum(len(asked) for _, _, asked in PASSAGES)


def run(tiny: Tiny, out: Path, **changes: object) -> Path:
    """Build the tiny recipe."""
    options = Options(
        sources=tiny.sources, names=tiny.names, cache=tiny.folder / "cache", recognizer=NAMED
    )
    return build(Recipe.read(tiny.recipe), out, replace(options, **changes))  # type: ignore[arg-type]


def run_child(tiny: Tiny, out: Path, *arguments: object, **environment: str) -> int:
    """Build in a process of its own; return its exit status."""
    command = [sys.executable, str(TESTS / "build_child.py"), tiny.folder, out, *arguments]
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **environment}, capture_output=True, check=False,
    )  # fmt: skip
    return done.returncode


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of every file of a folder."""
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def all_rows(folder: Path) -> dict[tuple[str, str], Row]:
    """Return every row by file and id."""
    return {
        (record.path, row.example.id): row
        for record in read_manifest(folder).files
        for row in rows_of(folder, record.path)
    }


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return write_tiny(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def release(tiny: Tiny) -> Path:
    """A release that nobody may change."""
    return run(tiny, tiny.folder / "release", recognizer=RECOGNIZER)


@pytest.fixture(scope="module")
def manifest(release: Path) -> Manifest:
    return read_manifest(release)


def test_every_invariant_holds_of_the_release_and_its_sources(tiny: Tiny, release: Path) -> None:
    readers = {
        "TinyMRQA": lambda: read_source(tiny.mrqa, format="mrqa", dataset="TinyMRQA"),
        "TinySQuAD": lambda: read_source(tiny.squad, format="squad", dataset="TinySQuAD"),
    }
    report = verify(release, readers)
    assert [str(finding) for finding in report.findings] == []
    assert report.rows > 200


def test_a_build_leaves_nothing_but_the_release(tiny: Tiny, release: Path) -> None:
    beside = {path.name for path in release.parent.iterdir()}
    assert not {name for name in beside if name.endswith((".partial", ".old"))}
    top = {path.name for path in release.iterdir()}
    assert top == {
        "README.md", "croissant.json", "manifest.json", "SHA256SUMS", "left-out.parquet", "loading",
        "data", "figures", "harness", "eval.yaml",
    }  # fmt: skip


def test_two_builds_are_the_same_bytes(tiny: Tiny, release: Path, tmp_path: Path) -> None:
    assert digests(run(tiny, tmp_path / "again")) == digests(release)


def test_jobs_change_no_byte(tiny: Tiny, release: Path, tmp_path: Path) -> None:
    assert digests(run(tiny, tmp_path / "two", jobs=2)) == digests(release)


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_stage_has_its_total_from_the_start_and_reaches_it(
    tiny: Tiny, tmp_path: Path, jobs: int
) -> None:
    stages: dict[str, list[int]] = {}

    class Hearing:
        def stage(self, name: str, total: int | None) -> Progress:
            assert total
            stages[name] = [total]
            return stages[name].append

    options = Options(
        sources=tiny.sources, names=tiny.names, cache=tiny.folder / "cache", recognizer=NAMED,
        jobs=jobs,
    )  # fmt: skip
    build(Recipe.read(tiny.recipe), tmp_path / "out", options, Hearing())
    assert list(stages) == [
        "Checking sources", "Reading TinySQuAD", "Reading TinyMRQA", "Recognizing", "Counting",
        "Renaming",
    ]  # fmt: skip
    assert all(sum(moved) == total and moved for total, *moved in stages.values())


def test_so_many_files_are_open_at_once_whatever_the_recipe_and_this_changes_no_byte(
    tiny: Tiny, release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builders.stages.plan.OPEN", 2)
    filled: list[int] = []

    class Hearing:
        def stage(self, name: str, total: int | None) -> Progress:
            del total
            return filled.append if name == "Renaming" else lambda done: None

    options = Options(
        sources=tiny.sources, names=tiny.names, cache=tiny.folder / "cache", recognizer=NAMED
    )
    few = build(Recipe.read(tiny.recipe), tmp_path / "few", options, Hearing())
    assert digests(few) == digests(release)
    assert max(filled) == 2


def test_the_hash_seed_changes_no_byte(tiny: Tiny, release: Path, tmp_path: Path) -> None:
    assert run_child(tiny, tmp_path / "seeded", 1, PYTHONHASHSEED="7") == 0
    assert digests(tmp_path / "seeded") == digests(release)


def test_the_place_and_the_cache_change_no_byte(release: Path, tmp_path: Path) -> None:
    elsewhere = write_tiny(tmp_path / "else" / "where")
    assert digests(run(elsewhere, tmp_path / "out", cache=tmp_path / "fresh")) == digests(release)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_build_leaves_nothing_and_ends_in_the_same_bytes(
    tiny: Tiny, release: Path, tmp_path: Path
) -> None:
    out = tmp_path / "killed"
    assert run_child(tiny, out, 1, 20) == -9
    assert not out.exists()
    begun = tmp_path / "killed.partial" / "release"
    filled = {path.relative_to(begun): path.stat().st_ino for path in begun.rglob("*.parquet")}
    assert filled, "the build was to die after some files"
    assert len(filled) < len(read_manifest(release).files)
    run(tiny, out)
    assert digests(out) == digests(release)
    assert all((out / path).stat().st_ino == file for path, file in filled.items()), "not resumed"
    assert [path.name for path in tmp_path.iterdir()] == ["killed"]


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    """Builds in processes of their own."""
    with Forks(TESTS / "build_child.py") as started:
        yield started


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("number", range(50))
def test_a_build_killed_at_fifty_random_moments_ends_in_the_same_bytes(
    release: Path, tmp_path: Path, forks: Forks, number: int
) -> None:
    tiny = write_tiny(tmp_path / "tiny")
    out = tmp_path / "out"
    moment = random.Random(number).randrange(TOUCHES)
    assert forks.run(tiny.folder, out, moment) == -signal.SIGKILL
    finished = out.exists()
    assert not finished or digests(out) == digests(release)
    again = forks.run(tiny.folder, out, -1)
    assert again == (1 if finished else 0), "a second build says that a release is there"
    assert digests(out) == digests(release)
    assert {path.name for path in tmp_path.iterdir()} == {"out", "tiny"}


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_what_a_killed_build_left_is_not_taken_for_another_recipe(
    tiny: Tiny, tmp_path: Path
) -> None:
    out = tmp_path / "killed"
    assert run_child(tiny, out, 1, 20) == -9
    other = write_tiny(tmp_path / "other", recipe=RECIPE.replace('"1.0.0"', '"1.1.0"'))
    fresh = run(other, tmp_path / "fresh")
    assert digests(run(other, out)) == digests(fresh)


def test_the_rows_are_the_source_questions_in_order(release: Path, manifest: Manifest) -> None:
    wanted = [f"{title}-{n}" for title, _, asked in PASSAGES for n in (*range(len(asked)), "no")]
    by_path = {record.path: record for record in manifest.files}
    for variant in ("TinySwap", "TinySwap-wo-person"):
        rows = list(rows_of(release, f"data/TinySwap/{variant}.parquet"))
        assert sorted(row.example.id for row in rows) == sorted(wanted)
        order = {title: n for n, (title, _, _) in enumerate(PASSAGES)}
        titles = [order[row.example.id.split("-")[0]] for row in rows]
        assert titles == sorted(titles)
    assert by_path["data/TinySwap/Original.parquet"].changed == 0


def test_entswap_keeps_unanswerable_questions_and_entity_renaming_leaves_them_out(
    release: Path,
) -> None:
    rows = all_rows(release)
    unanswerable = [row for (path, _), row in rows.items() if row.example.is_impossible]
    assert len(unanswerable) == len(PASSAGES) * 8  # original, the full variant and six more
    assert all(row.example.answers == () for row in unanswerable)
    assert all(row.example.plausible_answers for row in unanswerable)
    assert {path.split("/")[1] for (path, _), row in rows.items() if row.example.is_impossible} == {
        "TinySwap"
    }


def test_a_variant_leaves_its_type_as_it_is(release: Path) -> None:
    for left_out in ("person", "country", "city", "location", "organization", "nationality"):
        rows = list(rows_of(release, f"data/TinySwap/TinySwap-wo-{left_out}.parquet"))
        types = {edit.type for row in rows for edit in row.edits}
        assert left_out.upper() not in types
        assert len(types) == 5


def test_variants_draw_the_same_names(release: Path) -> None:
    full = {row.example.id: row for row in rows_of(release, "data/TinySwap/TinySwap.parquet")}
    for row in rows_of(release, "data/TinySwap/TinySwap-wo-city.parquet"):
        every = full[row.example.id].edits
        assert set(row.edits) >= {edit for edit in every if edit.field == "question"} - {
            edit for edit in every if edit.type == "CITY"
        }


def test_passages_share_a_mapping_and_questions_follow_it(release: Path) -> None:
    rows = {row.example.id: row for row in rows_of(release, "data/TinySwap/TinySwap.parquet")}
    contexts = {title: set() for title, _, _ in PASSAGES}
    for name, row in rows.items():
        contexts[name.split("-")[0]].add(row.example.context)
    assert {title: len(found) for title, found in contexts.items()} == {
        "Clocks": 1, "Glass": 1, "Weather": 1,
    }  # fmt: skip
    keeper = rows["Clocks-0"].example.answers[0].text
    assert keeper in rows["Clocks-1"].example.question
    assert "Swedes" not in rows["Glass-0"].example.context


def test_only_the_answer_entity_is_renamed_and_in_every_field(release: Path) -> None:
    row = all_rows(release)["data/TinyMRQA/PER/DBName/seed0.parquet", "m-Glass-0"]
    answer = row.example.answers[0].text
    assert answer not in ("Robert Nilsson", "")
    assert row.example.gold_answers == (answer, f"old {answer}")
    assert row.example.context.count(answer.split()[1]) == 2
    assert "Sweden" in row.example.context
    assert {edit.type for edit in row.edits} == {"FIRST_MALE", "LAST"}


def test_seeds_differ_and_the_original_is_the_source(release: Path) -> None:
    rows = all_rows(release)
    paths = [f"data/TinyMRQA/PER/RandStr/seed{seed}.parquet" for seed in (0, 1)]
    one, other = (rows[path, "m-Weather-1"].example.context for path in paths)
    assert one != other
    original = rows["data/TinyMRQA/PER/Original.parquet", "m-Weather-1"]
    assert original.example.context == PASSAGES[2][1]
    assert not original.changed


def test_what_is_left_out_or_unchanged_is_counted_with_its_reason(manifest: Manifest) -> None:
    counted: dict[tuple[str, str], int] = {}
    for reason in manifest.reasons:
        assert reason.reason
        key = (reason.path, reason.kind)
        counted[key] = counted.get(key, 0) + reason.count
    for record in manifest.files:
        unchanged = 0 if record.path.endswith("Original.parquet") else record.rows - record.changed
        assert counted.get((record.path, "unchanged"), 0) == unchanged, record.path
        if record.path.startswith("data/TinyMRQA") and record.path.endswith("Original.parquet"):
            assert counted[record.path, "left-out"] + record.rows == QUESTIONS


def test_the_manifest_names_what_went_in(manifest: Manifest) -> None:
    assert "word list 1" in manifest.recognizer
    assert [
        (s.name, s.questions, s.passages, s.skipped)
        for s in sorted(manifest.sources, key=lambda s: s.name)
    ] == [
        ("TinyMRQA", QUESTIONS, 3, 0),
        ("TinySQuAD", QUESTIONS + 3, 3, 0),
    ]
    # Surnames of us-names tell persons from other names.
    wanted = {"places", "people", "african", "us-names"}
    assert {record.name for record in manifest.collections} == wanted
    assert manifest.seeds == 2


@pytest.mark.parametrize("dropped", ["m-Weather-1", "m-Clocks-0", "Glass-no", "Weather-0"])
def test_a_question_that_goes_changes_no_other_row(
    release: Path, tmp_path: Path, dropped: str
) -> None:
    """Under InDistName, only rows that had drawn a name that it had given.

    A name that others give as well stays in the pool, only less often.
    """
    before = all_rows(release)
    after = all_rows(run(write_tiny(tmp_path / "less", drop=(dropped,)), tmp_path / "out"))
    assert {key for key in before if key[1] != dropped} == set(after)
    alone = {"m-Weather-1": ("Linda", "Quist"), "m-Clocks-0": ("Martha",)}.get(dropped, ())
    given = (*alone, "Claes") if dropped == "m-Clocks-0" else alone
    moved = 0
    for key, row in after.items():
        if row == before[key]:
            continue
        moved += 1
        assert "/InDistName/" in key[0]
        assert any(name in edit.new for edit in before[key].edits for name in given)
        assert not any(edit.new in alone for edit in row.edits)
    assert bool(moved) == bool(given)


def test_only_builds_the_files_that_fit_and_they_are_the_same(
    tiny: Tiny, release: Path, tmp_path: Path
) -> None:
    some = run(tiny, tmp_path / "some", only="TinyMRQA/PER/*")
    parts = {name: value for name, value in digests(some).items() if name.startswith("data/")}
    assert parts
    assert all(name.startswith("data/TinyMRQA/PER/") for name in parts)
    every = digests(release)
    assert parts == {name: every[name] for name in parts}
    assert [source.name for source in read_manifest(some).sources] == ["TinyMRQA"]
    assert verify(some).findings == ()


def test_more_seeds_leave_the_first_ones_as_they_are(
    tiny: Tiny, release: Path, tmp_path: Path
) -> None:
    three = run(tiny, tmp_path / "three", seeds=3, only="*/PER/RandStr/*")
    every = digests(release)
    parts = {name: value for name, value in digests(three).items() if name.startswith("data/")}
    new = {name for name in parts if name.endswith("seed2.parquet")}
    assert len(new) == 2
    assert all(every[name] == value for name, value in parts.items() if name not in new)
    assert read_manifest(three).seeds == 3


def test_only_that_fits_nothing_says_what_there_is(tiny: Tiny, tmp_path: Path) -> None:
    with pytest.raises(FixInputError, match=r"Nowhere.*data/TinySwap/Original"):
        run(tiny, tmp_path / "out", only="Nowhere/*")
    assert list(tmp_path.iterdir()) == []


def test_faulty_questions_stop_a_build_or_are_left_out_and_counted(tmp_path: Path) -> None:
    tiny = write_tiny(tmp_path / "tiny", faulty=True)
    with pytest.raises(FixManyError) as caught:
        run(tiny, tmp_path / "out")
    assert len(caught.value.faults) == 3
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "out.partial").exists()
    out = run(tiny, tmp_path / "out", skip_faulty=True)
    skipped = {source.name: source.skipped for source in read_manifest(out).sources}
    assert skipped == {"TinyMRQA": 0, "TinySQuAD": 3}
    assert "TinySwap" in (out / "README.md").read_text(encoding="utf-8")


class TestFolders:
    def test_a_release_is_replaced_by_force_only(self, tiny: Tiny, tmp_path: Path) -> None:
        out = run(tiny, tmp_path / "out", only="*/ORG/RandStr/*")
        before = digests(out)
        with pytest.raises(ChooseFolderError, match="--force"):
            run(tiny, out, only="*/GPE/RandStr/*")
        assert digests(out) == before
        run(tiny, out, only="*/GPE/RandStr/*", force=True)
        assert digests(out) != before
        assert [path.name for path in tmp_path.iterdir()] == ["out"]

    @pytest.mark.parametrize("force", [True, False])
    def test_a_folder_of_somebody_elses_is_never_touched(
        self, tiny: Tiny, tmp_path: Path, force: bool
    ) -> None:
        theirs = tmp_path / "photos"
        theirs.mkdir()
        (theirs / "cat.jpg").write_bytes(b"cat")
        with pytest.raises(ChooseFolderError):
            run(tiny, theirs, force=force)
        assert digests(theirs) == {"cat.jpg": sha256(b"cat").hexdigest()}

    def test_a_file_is_no_folder(self, tiny: Tiny, tmp_path: Path) -> None:
        (tmp_path / "out").write_text("mine")
        with pytest.raises(ChooseFolderError):
            run(tiny, tmp_path / "out")
        assert (tmp_path / "out").read_text() == "mine"

    def test_it_is_looked_at_before_anything_else(self, tiny: Tiny, tmp_path: Path) -> None:
        out = run(tiny, tmp_path / "out", only="*/ORG/RandStr/*")
        with pytest.raises(ChooseFolderError, match="--force"):
            run(tiny, out, sources={}, recognizer="nobody")

    @pytest.mark.parametrize(("here", "out"), [(".", "."), ("in/it", "..")])
    @pytest.mark.parametrize("force", [True, False])
    def test_nobody_stands_in_a_folder_that_is_replaced(
        self, tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        here: str, out: str, force: bool,
    ) -> None:  # fmt: skip
        (tmp_path / here).mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(tmp_path / here)
        with pytest.raises(ChooseFolderError, match=r"^\.\.?: the current folder lies there"):
            run(tiny, Path(out), force=force)
        assert Path.cwd() == tmp_path / here

    def test_an_empty_folder_will_do(self, tiny: Tiny, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        assert run(tiny, tmp_path / "out", only="*/ORG/RandStr/*").is_dir()


class TestUnknownNames:
    """Each answer lists what is known, and nothing is left behind."""

    def test_recipe(self) -> None:
        with pytest.raises(ChooseKnownError, match=r"afrisquad2.*demo.*entity-renamed-mrqa"):
            Recipe.read("demmo")

    def test_recognizer(self, tiny: Tiny, tmp_path: Path) -> None:
        with pytest.raises(ChooseKnownError, match=r"bundled.*spacy:NAME"):
            run(tiny, tmp_path / "out", recognizer="bundeled")
        assert list(tmp_path.iterdir()) == []

    def test_source(self, tiny: Tiny, tmp_path: Path) -> None:
        given = {**tiny.sources, "TinySQAD": tiny.squad}
        with pytest.raises(ChooseKnownError, match="TinyMRQA, TinySQuAD"):
            run(tiny, tmp_path / "out", sources=given)
        assert list(tmp_path.iterdir()) == []

    def test_source_that_nobody_gave(self, tiny: Tiny, tmp_path: Path) -> None:
        with pytest.raises(FixInputError, match="--source TinyMRQA=PATH"):
            run(tiny, tmp_path / "out", sources={"TinySQuAD": tiny.squad})
        assert list(tmp_path.iterdir()) == []

    def test_source_file_that_is_not_there(self, tiny: Tiny, tmp_path: Path) -> None:
        given = {**tiny.sources, "TinySQuAD": tmp_path / "gone.json"}
        with pytest.raises(FixInputError, match=r"gone\.json"):
            run(tiny, tmp_path / "out", sources=given)
        assert list(tmp_path.iterdir()) == []

    def test_type(self, tmp_path: Path) -> None:
        text = RECIPE.replace('"ORG", "GPE"', '"ORGS", "GPE"')
        tiny = write_tiny(tmp_path / "tiny", recipe=text)
        with pytest.raises(RenamerError, match=r"tiny\.toml:\d+: .*ORGS.*PER, ORG, GPE, MIX"):
            Recipe.read(tiny.recipe)

    def test_collection(self, tmp_path: Path) -> None:
        text = RECIPE.replace('collections = ["people"', 'collections = ["peeple"')
        tiny = write_tiny(tmp_path / "tiny", recipe=text)
        with pytest.raises(NamesError, match=r"peeple.*african.*people.*names holds no other"):
            run(tiny, tmp_path / "out")
        assert [path.name for path in tmp_path.iterdir()] == ["tiny"]

    def test_a_collection_of_ones_own_without_its_folder(self, tiny: Tiny, tmp_path: Path) -> None:
        with pytest.raises(NamesError, match=r"'people'; known: .*; --names takes a folder"):
            run(tiny, tmp_path / "out", names=None)
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_of_names_that_is_none(self, tiny: Tiny, tmp_path: Path) -> None:
        with pytest.raises(NamesError, match=r"gone: there is no such folder; --names takes"):
            run(tiny, tmp_path / "out", names=tmp_path / "gone")
        (tmp_path / "file").write_text("mine")
        with pytest.raises(NamesError, match=r"file: is a file; --names takes"):
            run(tiny, tmp_path / "out", names=tmp_path / "file")
        assert [path.name for path in tmp_path.iterdir()] == ["file"]


@dataclass(frozen=True)
class Failing:
    """A recognizer that breaks after some texts."""

    fingerprint: str = "failing 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Fail."""
        for n, _ in enumerate(texts):
            if n == 2:
                raise FixInputError("the model broke")
            yield ()


def test_a_build_that_fails_leaves_nothing(tiny: Tiny, tmp_path: Path) -> None:
    with pytest.raises(FixInputError, match="the model broke"):
        run(tiny, tmp_path / "out", recognizer=Failing(), cache=tmp_path / "cache")
    assert {path.name for path in tmp_path.iterdir()} <= {"cache"}


def test_another_recognizer_is_another_release(tiny: Tiny, release: Path, tmp_path: Path) -> None:
    other = run(tiny, tmp_path / "out", recognizer=WordList("word list 2"))
    assert read_manifest(other).recognizer != read_manifest(release).recognizer
    assert verify(other).findings == ()


@dataclass
class Changeable:
    """A recognizer that is compared by value and so has no hash: a plain dataclass."""

    fingerprint: str = "changeable 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Find what the word list finds."""
        return RECOGNIZER.recognize(texts)


def test_any_object_of_the_right_shape_is_a_recognizer(tiny: Tiny, tmp_path: Path) -> None:
    out = run(tiny, tmp_path / "out", recognizer=Changeable(), only="*/PER/RandStr/*")
    assert "changeable 1" in read_manifest(out).recognizer
    assert sum(record.changed for record in read_manifest(out).files) > 0


class TestNothingToRename:
    """A source whose one answer is no name: "the clocks"."""

    @pytest.fixture
    def nameless(self, tiny: Tiny, tmp_path: Path) -> dict[str, Path]:
        (tmp_path / "in").mkdir()
        header, first, *_ = map(json.loads, tiny.mrqa.read_text(encoding="utf-8").splitlines())
        first["qas"] = [qa for qa in first["qas"] if "the clocks" in qa["answers"]]
        lines = f"{json.dumps(header)}\n{json.dumps(first)}\n"
        (tmp_path / "in" / "nameless.jsonl").write_text(lines, encoding="utf-8")
        return {**tiny.sources, "TinyMRQA": tmp_path / "in" / "nameless.jsonl"}

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_build_without_a_row_is_refused_with_the_reasons(
        self, tiny: Tiny, nameless: dict[str, Path], tmp_path: Path, jobs: int
    ) -> None:
        with pytest.raises(FixInputError) as caught:
            run(tiny, tmp_path / "out", sources=nameless, only="TinyMRQA/PER/*", jobs=jobs)
        told = str(caught.value)
        assert told.startswith("tiny: of 1 questions of TinyMRQA none is perturbable")
        assert told.endswith(": no answer entity of this type (1)")
        assert [path.name for path in tmp_path.iterdir()] == ["in"]

    def test_a_build_in_which_some_configs_have_no_row_is_a_build(
        self, tiny: Tiny, nameless: dict[str, Path], tmp_path: Path
    ) -> None:
        out = run(tiny, tmp_path / "out", sources=nameless, only="*/PER/*")
        assert verify(out).findings == ()
        assert {bool(record.rows) for record in read_manifest(out).files} == {True, False}


@dataclass(frozen=True)
class Overlapping:
    """Finds what the word list finds, backwards, and spans that lie in those or cross them."""

    fingerprint: str = "overlapping 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Find."""
        for spans in RECOGNIZER.recognize(texts):
            inside = [replace(span, end=span.end - 2) for span in spans]
            across = [replace(span, start=max(0, span.start - 3)) for span in inside]
            within = [span for span in (*inside, *across) if span.start < span.end]
            yield (*reversed(spans), *within)


def test_spans_that_overlap_do_no_harm(tiny: Tiny, tmp_path: Path) -> None:
    out = run(tiny, tmp_path / "out", recognizer=Overlapping())
    assert verify(out).findings == ()
    assert sum(record.changed for record in read_manifest(out).files) > 0


@pytest.mark.parametrize(
    "options",
    [
        'scope = "article"',
        "pair_nationalities = true",
        "match_words = true\nweighted = true",
        "seed = 9\nleave_one_out = false",
        "keep_gender = true",
        "keep_article = true",
        "keep_kind = true",
    ],
)
def test_every_invariant_holds_under_the_options_of_entswap(options: str, tmp_path: Path) -> None:
    recipe = RECIPE.replace('config = "TinySwap"', f'config = "TinySwap"\n{options}')
    tiny = write_tiny(tmp_path / "tiny", recipe=recipe)
    out = run(tiny, tmp_path / "out", only="TinySwap/*")
    assert [str(finding) for finding in verify(out).findings] == []
    rows = list(rows_of(out, "data/TinySwap/TinySwap.parquet"))
    assert sum(row.changed for row in rows) == len(rows)
    if "pair" in options:
        row = next(row for row in rows if row.example.id == "Weather-0")
        drawn = {edit.type: edit.new for edit in row.edits if edit.field == "context"}
        assert COUNTRY_OF[drawn["NATIONALITY"]] == drawn["COUNTRY"]
    persons = [edit for row in rows for edit in row.edits if edit.type == "PERSON"]
    genders = {(gender_of(e.old.split()[0]), gender_of(e.new.split()[0])) for e in persons}
    crossed = genders & {("male", "female"), ("female", "male")}
    if "gender" in options:
        assert not crossed
    elif "scope" not in options:
        assert crossed, "the tiny passages draw across genders where nothing forbids it"


@pytest.mark.parametrize(
    "options", ["match_words = true", "weighted = true", "keep_article = true"]
)
def test_every_invariant_holds_under_the_options_of_entity_renaming(
    options: str, tmp_path: Path
) -> None:
    recipe = RECIPE.replace("seeds = 2", f"seeds = 1\n{options}")
    tiny = write_tiny(tmp_path / "tiny", recipe=recipe)
    out = run(tiny, tmp_path / "out", only="TinyMRQA/*")
    assert [str(finding) for finding in verify(out).findings] == []
    assert sum(record.changed for record in read_manifest(out).files) > 20


def test_names_of_ones_own_win_over_the_embedded_ones(release: Path) -> None:
    rows = all_rows(release)
    news = {
        edit.new
        for (path, _), row in rows.items()
        if "/GPE/DBName/" in path
        for edit in row.edits
        if edit.field == "context"
    }
    assert news <= {"Kenya", "Peru", "Nepal", "Assam", "Jalisco", "Quito", "Dakar", "Lima"}
    assert len(news) >= 4


def test_a_fixed_name_stands_for_every_name_of_its_type(release: Path) -> None:
    rows = all_rows(release)
    drawn = [
        (edit.type, edit.new)
        for (path, _), row in rows.items()
        if "/Paula/" in path
        for edit in row.edits
    ]
    assert set(drawn) == {("FIRST_FEMALE", "Paula"), ("FIRST_MALE", "Ralph")}


def test_the_card_says_what_changed_since_the_previous_release(tiny: Tiny, tmp_path: Path) -> None:
    first = run(tiny, tmp_path / "first", recognizer=RECOGNIZER, seeds=1)
    second = run(tiny, tmp_path / "second", recognizer=RECOGNIZER, seeds=2, previous=first)
    assert "## Changes" in (second / "README.md").read_text(encoding="utf-8")
    assert "## Changes" not in (first / "README.md").read_text(encoding="utf-8")
