"""A release folder appears whole or not at all, and a killed build ends in the same bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from release_samples import RECIPE, bytes_of, sample_rows, write_release

from builders.errors import ChooseFolderError, FixInputError, FreeSpaceError, ReportBugError
from builders.releases.layout import ReleaseFile
from builders.releases.manifest import Manifest
from builders.releases.recipe import Recipe
from builders.stages.write import ReleaseFolder, holds_release
from builders.types import Row


def test_a_release_holds_what_the_design_says(sample: Path) -> None:
    names = set(bytes_of(sample))
    assert {name for name in names if not name.startswith(("data/", "harness/"))} == {
        "README.md", "manifest.json", "SHA256SUMS", "croissant.json", "eval.yaml",
        "left-out.parquet",
        "loading/entity_renamed_mrqa.py", "figures/subset-sizes.svg", "figures/renamed-names.svg",
        "figures/frequent-names.svg",
    }  # fmt: skip
    assert not [name for name in names if name.endswith(".partial")]
    assert [path.name for path in sample.parent.iterdir()] == ["release"]


def test_sums_are_those_of_all_other_files(sample: Path) -> None:
    expected = {
        name: sha256(data).hexdigest() for name, data in bytes_of(sample).items()
        if name != "SHA256SUMS"
    }  # fmt: skip
    lines = (sample / "SHA256SUMS").read_text().splitlines()
    assert {line[66:]: line[:64] for line in lines} == expected
    assert [line[66:] for line in lines] == sorted(expected)


def test_the_manifest_says_nothing_of_time_and_place(sample: Path) -> None:
    text = (sample / "manifest.json").read_text()
    assert str(sample) not in text
    assert os.uname().nodename not in text
    manifest = Manifest.from_json(text)
    assert manifest.to_json() == text
    assert manifest.recipe.text == RECIPE
    assert manifest.recipe.digest == Recipe.parse(RECIPE).digest


def test_two_builds_give_the_same_bytes(sample: Path, tmp_path: Path) -> None:
    assert bytes_of(write_release(tmp_path / "again")) == bytes_of(sample)


def test_a_release_is_replaced_by_force_alone(sample: Path, tmp_path: Path) -> None:
    out = write_release(tmp_path / "out", count=3)
    before = bytes_of(out)
    with pytest.raises(ChooseFolderError, match="--force"):
        write_release(out)
    assert bytes_of(out) == before
    write_release(out, force=True)
    assert bytes_of(out) == bytes_of(sample)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    ("name", "text"), [("thesis.tex", "years of work"), ("manifest.json", '{"name": "an app"}')]
)
def test_a_folder_of_something_else_is_never_touched(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text(text)
    for force in (False, True):
        with pytest.raises(ChooseFolderError, match="not a release"):
            write_release(tmp_path / "out", force=force)
    assert bytes_of(tmp_path) == {f"out/{name}": text.encode()}


def test_a_file_or_a_link_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("file", "link"):
        with pytest.raises(ChooseFolderError):
            write_release(tmp_path / name, force=True)


def test_an_empty_folder_may_be_filled(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert holds_release(write_release(tmp_path / "out"))


@pytest.mark.parametrize("journal", [False, True])
def test_a_folder_like_ours_that_is_not_ours_is_left_alone(tmp_path: Path, journal: bool) -> None:
    partial = tmp_path / "out.partial"
    (partial / "journal" if journal else partial).mkdir(parents=True)
    (partial / "mine").write_text("")
    with pytest.raises(ChooseFolderError, match="not the trace of a build"):
        write_release(tmp_path / "out")
    assert bytes_of(tmp_path) == {"out.partial/mine": b""}


@pytest.mark.parametrize("made", [[], ["journal"], ["journal", "lock"], ["journal", "release"]])
def test_a_build_killed_at_its_very_start_resumes(
    tmp_path: Path, sample: Path, made: list[str]
) -> None:
    (tmp_path / "out.partial").mkdir()
    for name in made:
        path = tmp_path / "out.partial" / name
        path.write_text("") if name == "lock" else path.mkdir()
    assert bytes_of(write_release(tmp_path / "out")) == bytes_of(sample)


def test_two_builds_of_one_folder_do_not_mix(tmp_path: Path) -> None:
    script = "\n".join([
        "import sys",
        "from pathlib import Path",
        "from builders.stages.write import ReleaseFolder",
        "with ReleaseFolder.begin(Path(sys.argv[1]), force=False, key='k'):",
        "    print('begun', flush=True)",
        "    sys.stdin.read()",
    ])  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "out")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdout is not None
        assert other.stdout.readline() == "begun\n"
        with pytest.raises(ChooseFolderError, match="another build is writing"):
            write_release(tmp_path / "out", key="k")
        other.communicate("")
    write_release(tmp_path / "out", key="k")


def test_an_unwritable_place_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FreeSpaceError, match="choose a folder"):
        write_release(tmp_path / "file" / "out")


def test_a_failure_at_once_leaves_nothing(tmp_path: Path) -> None:
    def fail(file: ReleaseFile) -> list[Row]:
        raise FixInputError("no")

    with pytest.raises(FixInputError):
        write_release(tmp_path / "out", rows_of=fail)
    assert list(tmp_path.iterdir()) == []


def test_a_failure_half_way_resumes(sample: Path, tmp_path: Path) -> None:
    asked: list[str] = []

    def fail_late(file: ReleaseFile) -> list[Row]:
        asked.append(file.path)
        if len(asked) == 9:
            raise FixInputError("no")
        return sample_rows(file, 7)

    with pytest.raises(FixInputError):
        write_release(tmp_path / "out", rows_of=fail_late)
    assert not (tmp_path / "out").exists()
    write_release(tmp_path / "out", rows_of=fail_late)
    # Nothing was written twice but the file that failed.
    assert len(asked) == len(set(asked)) + 1
    assert bytes_of(tmp_path / "out") == bytes_of(sample)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_another_build_does_not_take_over(tmp_path: Path, sample: Path) -> None:
    with pytest.raises(RuntimeError):
        _stop_after(tmp_path / "out", 5, key="one")
    asked: list[str] = []

    def rows_of(file: ReleaseFile) -> list[Row]:
        asked.append(file.path)
        return sample_rows(file, 7)

    write_release(tmp_path / "out", rows_of=rows_of, key="two")
    assert len(asked) == 20
    assert bytes_of(tmp_path / "out") == bytes_of(sample)


@pytest.mark.parametrize("damage", ["cut", "gone", "record"])
def test_what_is_damaged_is_written_again(tmp_path: Path, sample: Path, damage: str) -> None:
    with pytest.raises(RuntimeError):
        _stop_after(tmp_path / "out", 5, key="key")
    path = tmp_path / "out.partial" / "release" / "data" / "Afri" / "Afri.parquet"
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-1])
    elif damage == "gone":
        path.unlink()
    else:
        for record in (tmp_path / "out.partial" / "journal").glob("*.json"):
            record.write_text(record.read_text()[:20])
    assert bytes_of(write_release(tmp_path / "out")) == bytes_of(sample)


def test_files_of_another_choice_do_not_stay(tmp_path: Path, sample: Path) -> None:
    with pytest.raises(RuntimeError):
        _stop_after(tmp_path / "out", 5, key="key")
    stray = tmp_path / "out.partial" / "release" / "data" / "Other" / "PER" / "Original.parquet"
    stray.parent.mkdir(parents=True)
    stray.write_bytes(b"left by a build with --only")
    assert bytes_of(write_release(tmp_path / "out")) == bytes_of(sample)


def test_a_release_between_its_two_renames_is_not_lost(tmp_path: Path) -> None:
    out = write_release(tmp_path / "out", count=3)
    before = bytes_of(out)
    out.rename(tmp_path / "out.old")
    with pytest.raises(ChooseFolderError, match="--force"):
        write_release(out)
    assert bytes_of(out) == before


def test_paths_outside_are_a_bug(tmp_path: Path) -> None:
    with ReleaseFolder.begin(tmp_path / "out", force=False, key="k") as folder:
        for name in ("../x", "/x", "a/../../x", "a\\b", ""):
            with pytest.raises(ReportBugError):
                folder.path(name)


def test_a_manifest_of_other_files_is_a_bug(tmp_path: Path, sample: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    with (
        pytest.raises(ReportBugError),
        ReleaseFolder.begin(tmp_path / "out", force=False, key="k") as folder,
    ):
        folder.finish(manifest)
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from release_samples import sample_rows, write_release

left = [{moment}]

def killing(method):
    def moved(self, target):
        if Path(target).name == {target!r}:
            os.kill(os.getpid(), signal.SIGKILL)
        return method(self, target)
    return moved

def rows_of(file):
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return sample_rows(file, 7)

Path.rename, Path.replace = killing(Path.rename), killing(Path.replace)
write_release(Path({out!r}), rows_of=rows_of, force=True)
"""


# After so many files, or when the file or folder of this name is about to be put into its place.
@pytest.mark.parametrize(
    ("moment", "target"),
    [(1, ""), (4, ""), (20, ""), *((0, name) for name in
     ("manifest.json", "README.md", "SHA256SUMS", "out.old", "out"))],
)  # fmt: skip
def test_a_killed_build_leaves_the_old_release_and_resumes(
    tmp_path: Path, sample: Path, moment: int, target: str
) -> None:
    out = write_release(tmp_path / "out", count=3)
    before = bytes_of(out)
    here = str(Path(__file__).parents[1])
    script = KILLED.format(moment=moment, target=target, out=str(out), tests=here)
    killed = subprocess.run([sys.executable, "-c", script], check=False)
    assert killed.returncode == -signal.SIGKILL
    kept = out if out.exists() else out.with_name("out.old")
    assert bytes_of(kept) == before
    write_release(out, force=True)
    assert bytes_of(out) == bytes_of(sample)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


MANIFEST_FAULTS = [
    ({"surprise": 1}, "unknown key 'surprise'"),
    ({"seeds": "5"}, "seeds: expected a whole number, found a text"),
    ({"seeds": True}, "seeds: expected a whole number, found true or false"),
    ({"sources": {}}, "sources: expected a list"),
    ({"sources": [{}]}, r"sources\[0\]: key 'attribution' is missing"),
    ({"files": [3]}, r"files\[0\]: expected an object"),
    ({"format": 3}, "not a release manifest of format 2"),
    ({"format": 1}, "a release of format 1, without the kept mentions"),
]


@pytest.mark.parametrize(("change", "message"), MANIFEST_FAULTS)
def test_a_manifest_that_does_not_fit_is_named(
    sample: Path, change: dict[str, object], message: str
) -> None:
    value = json.loads((sample / "manifest.json").read_text())
    with pytest.raises(FixInputError, match=message):
        Manifest.from_json(json.dumps({**value, **change}))


def test_a_manifest_lacking_something_is_named(sample: Path) -> None:
    value = json.loads((sample / "manifest.json").read_text())
    del value["engine"]
    with pytest.raises(FixInputError, match="key 'engine' is missing"):
        Manifest.from_json(json.dumps(value))


def _stop_after(out: Path, files: int, *, key: str) -> None:
    count = 0

    def rows_of(file: ReleaseFile) -> list[Row]:
        nonlocal count
        count += 1
        if count > files:
            raise RuntimeError
        return sample_rows(file, 7)

    write_release(out, rows_of=rows_of, key=key)
