"""What the verbs show and refuse before anything is published or kept."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from tiny_release import TinyRelease

from builders.cli.push import published_form, show_plan
from builders.cli.released import check, release_at
from builders.errors import ChooseKnownError, FixInputError
from builders.hub.content import HashedFile
from builders.hub.push_plan import PushPlan
from builders.hub.versions import Version
from builders.stages.edits_only import is_edits_only, needed_sources
from builders.stages.write import sums_text

LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
)


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A release of which one source may not be passed on."""
    return TinyRelease(licence="unknown").build(tmp_path / "release")


def shown(plan: PushPlan) -> str:
    stream = io.StringIO()
    show_plan(plan, Console(file=stream, width=200, highlight=False))
    return stream.getvalue()


def file(number: int) -> HashedFile:
    return HashedFile(f"data/{number}.parquet", 1000, "0" * 64, "0" * 40)


def plan(**rest: object) -> PushPlan:
    given: dict[str, object] = {
        "repo": "org/x", "parent": "0" * 40, "added": (), "changed": (), "removed": (),
        "configs_added": (), "configs_removed": (), **rest,
    }  # fmt: skip
    return PushPlan(**given)  # type: ignore[arg-type]


def test_a_plan_is_shown_with_files_bytes_configs_and_version() -> None:
    text = shown(
        plan(
            added=(file(1),), changed=(file(2),), removed=("data/3.parquet",),
            configs_added=("A-PER",), configs_removed=("B-PER",), foreign=("LICENSE",),
            latest=Version(1, 2, 3), bump="major", tag="v1.3.0",
        )
    )  # fmt: skip
    assert text.splitlines() == [
        "+ data/1.parquet (1.0 kB)",
        "~ data/2.parquet (1.0 kB)",
        "- data/3.parquet",
        "files: 1 added, 1 changed, 1 removed; 2.0 kB to upload",
        "configs added: 1 (A-PER)",
        "configs removed: 1 (B-PER)",
        "changed by hand on the Hub: LICENSE",
        "published as v1.3.0; the latest is v1.2.3",
        "what changed since v1.2.3 is worth v2.0.0: see the recipe's version",
    ]


def test_a_long_plan_is_cut() -> None:
    lines = shown(plan(added=tuple(map(file, range(500))))).splitlines()
    assert len(lines) == 13
    assert lines[10] == "  and 490 more files"


def test_names_from_the_hub_do_not_reach_the_terminal_raw() -> None:
    text = shown(plan(foreign=("\x1b[2J", "[red]x"), configs_removed=("\u202eevil",)))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[red]x" in text


def test_texts_are_withheld_by_licence_and_on_request(release: Path) -> None:
    with published_form(release, (), ()) as folder:
        assert needed_sources(folder) == ("Lists",)
    assert not folder.exists()
    with published_form(release, ["Quads"], ()) as folder:
        assert set(needed_sources(folder)) == {"Quads", "Lists"}
    with published_form(release, (), ["Lists"]) as folder:
        assert folder == release
    with pytest.raises(ChooseKnownError), published_form(release, ["Nobody"], ()):
        pass


def test_edits_are_published_as_they_are(release: Path) -> None:
    with published_form(release, (), ()) as edits, published_form(edits, (), ()) as again:
        assert is_edits_only(edits)
        assert again == edits
        check(edits)


def test_edits_of_one_source_do_not_let_the_texts_of_another_out(release: Path) -> None:
    with published_form(release, ["Quads"], ["Lists"]) as partly:
        with pytest.raises(FixInputError, match="holds the texts of Lists in full"):
            published_form(partly, (), ()).__enter__()
        with published_form(partly, (), ["Lists"]) as allowed:
            assert allowed == partly


def test_an_empty_folder_of_edits_lets_no_text_out(release: Path) -> None:
    (release / "edits" / "Lists").mkdir(parents=True)
    with published_form(release, (), ()) as folder:
        assert needed_sources(folder) == ("Lists",)


def test_a_folder_is_taken_for_a_folder_whatever_its_name(tmp_path: Path) -> None:
    odd = tmp_path / "org@v1"
    odd.mkdir()
    with release_at(str(odd)) as folder:
        assert folder == odd


@pytest.mark.parametrize("bomb", [LAUGHS, "a: " + "[" * 100_000, "a: " + "9" * 100_000])
def test_a_card_that_is_a_bomb_is_refused(release: Path, bomb: str) -> None:
    (release / "README.md").write_text(f"---\n{bomb}\n---\n")
    (release / "SHA256SUMS").write_text(sums_text(release))
    with pytest.raises(FixInputError, match="not a sound release"):
        check(release)


def test_an_unsound_release_is_told_in_one_line(release: Path) -> None:
    (release / "README.md").write_text("x")
    with pytest.raises(FixInputError, match=r"README\.md") as raised:
        check(release)
    assert "\n" not in str(raised.value)
