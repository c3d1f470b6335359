"""Pulling: a folder appears whole and verified, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hub_releases import REPO, files_at, files_of, sound
from huggingface_hub import HfApi
from loopback_hub import Fault, LoopbackHub
from stage_record import StageRecord

from builders.errors import (
    ChooseFolderError,
    FixAccessError,
    FixInputError,
    RenamerError,
    RetryLaterError,
)
from builders.hub.pull import pull
from builders.hub.push import push
from builders.hub.retry_policy import Patience

Pull = Callable[..., str]
COUNT = 6
"""Files of the small release."""


@pytest.fixture
def fetch(hub: LoopbackHub, api: HfApi, patience: Patience, release: Path) -> Pull:
    """Pull a release that was pushed: fetch(folder, tag=...)."""
    push(release, REPO, "v1.0.0", verify=sound, api=api)
    hub.calls.clear()

    def call(folder: Path, tag: str = "v1.0.0", **rest: object) -> str:
        given = {"verify": sound, "api": api, "patience": patience, **rest}
        return pull(REPO, tag, folder, **given)  # type: ignore[arg-type]

    return call


def left_over(folder: Path) -> list[Path]:
    """Return what lies in a folder besides the release."""
    return sorted(folder.parent.glob(".*"))


def test_a_tag_is_fetched_whole(
    hub: LoopbackHub, fetch: Pull, release: Path, tmp_path: Path
) -> None:
    target = tmp_path / "deep" / "pulled"
    commit = fetch(target)

    assert commit == hub.repos[REPO].tags["v1.0.0"]
    assert files_of(target) == files_of(release)
    assert left_over(target) == []
    assert not list(target.glob(".*"))


def test_an_old_tag_is_fetched_as_it_was(
    hub: LoopbackHub,
    api: HfApi,
    fetch: Pull,
    release: Path,
    release_of: Callable[..., Path],
    tmp_path: Path,
) -> None:
    push(
        release_of("next", {"Demo-X": ("Y",)}, version="2.0.0"),
        REPO,
        "v2.0.0",
        verify=sound,
        api=api,
    )
    fetch(tmp_path / "pulled")
    assert files_of(tmp_path / "pulled") == files_of(release)


def test_pulling_again_leaves_the_folder_alone(
    hub: LoopbackHub, fetch: Pull, tmp_path: Path
) -> None:
    fetch(tmp_path / "pulled")
    hub.calls.clear()
    fetch(tmp_path / "pulled")
    assert "get" not in hub.kinds()


def test_an_empty_folder_may_be_filled_and_another_may_not(
    fetch: Pull, release: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    fetch(tmp_path / "empty")
    assert files_of(tmp_path / "empty") == files_of(release)

    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    with pytest.raises(ChooseFolderError, match="choose a new or empty folder"):
        fetch(tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.tex").read_text() == "x"


def test_a_folder_that_was_tampered_with_is_not_taken_for_the_release(
    fetch: Pull, tmp_path: Path
) -> None:
    fetch(tmp_path / "pulled")
    (tmp_path / "pulled" / "README.md").write_text("other")
    with pytest.raises(ChooseFolderError):
        fetch(tmp_path / "pulled")


def test_what_fails_verification_does_not_appear(fetch: Pull, tmp_path: Path) -> None:
    def broken(folder: Path) -> None:
        raise FixInputError("row 3 is wrong")

    with pytest.raises(FixInputError, match="row 3"):
        fetch(tmp_path / "pulled", verify=broken)
    assert not (tmp_path / "pulled").exists()


def test_a_pull_that_was_cut_off_goes_on(
    hub: LoopbackHub, fetch: Pull, release: Path, tmp_path: Path
) -> None:
    hub.order("get", Fault(status=403), times=99, after=2)
    with pytest.raises(FixAccessError):
        fetch(tmp_path / "pulled")
    assert not (tmp_path / "pulled").exists()

    hub.forget_faults()
    hub.calls.clear()
    fetch(tmp_path / "pulled")
    assert files_of(tmp_path / "pulled") == files_of(release)
    assert hub.kinds().count("get") + hub.kinds().count("object") < COUNT
    assert left_over(tmp_path / "pulled") == []


@pytest.mark.parametrize("kind", ["get", "object"])
def test_a_file_that_is_larger_than_announced_is_not_taken_in(
    hub: LoopbackHub, fetch: Pull, release: Path, tmp_path: Path, kind: str
) -> None:
    hub.order(kind, Fault(endless=512 << 20), times=99)
    with pytest.raises(FixInputError, match=r"sends more than the .* bytes announced"):
        fetch(tmp_path / "pulled")
    assert hub.endless_sent < 256 << 20
    kept = [path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()]
    assert max(kept) < 1 << 20

    hub.forget_faults()
    fetch(tmp_path / "pulled")
    assert files_of(tmp_path / "pulled") == files_of(release)
    assert left_over(tmp_path / "pulled") == []


def test_what_pulls_of_other_commits_left_is_cleared(
    fetch: Pull, release: Path, tmp_path: Path
) -> None:
    old = tmp_path / f".pulled.{'a' * 12}.partial"
    (old / "data").mkdir(parents=True)
    others = [tmp_path / f".other.{'a' * 12}.partial", tmp_path / ".pulled.notes.partial"]
    for other in others:
        other.mkdir()
    fetch(tmp_path / "pulled")
    assert not old.exists()
    assert all(other.exists() for other in others)


def test_rubbish_in_the_partial_folder_is_not_kept(
    hub: LoopbackHub, fetch: Pull, release: Path, tmp_path: Path
) -> None:
    commit = hub.repos[REPO].tags["v1.0.0"]
    partial = tmp_path / f".pulled.{commit[:12]}.partial"
    (partial / "data").mkdir(parents=True)
    (partial / "data" / "extra.parquet").write_bytes(b"x")
    (partial / "README.md").write_bytes(b"half")
    (partial / "loading").symlink_to(tmp_path)
    fetch(tmp_path / "pulled")
    assert files_of(tmp_path / "pulled") == files_of(release)


def test_a_place_that_cannot_be_a_folder_is_named(fetch: Pull, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for target in (tmp_path / "file", tmp_path / "file" / "inside"):
        with pytest.raises(ChooseFolderError, match=str(target)):
            fetch(target)
    assert (tmp_path / "file").read_text() == "x"


def test_progress_counts_every_file(fetch: Pull, release: Path, tmp_path: Path) -> None:
    stages = StageRecord()
    fetch(tmp_path / "pulled", reporter=stages)
    assert list(stages.totals.values()) == list(stages.done.values()) == [COUNT]


@pytest.mark.parametrize(
    ("tag", "error"), [("v9.9.9", FixAccessError), ("v1.0.0", RetryLaterError)]
)
def test_what_cannot_be_fetched_is_said_in_one_line(
    hub: LoopbackHub, fetch: Pull, tmp_path: Path, tag: str, error: type[RenamerError]
) -> None:
    hub.order("tree", Fault(status=503), times=99)
    with pytest.raises(error) as raised:
        fetch(tmp_path / "pulled", tag)
    assert "\n" not in str(raised.value)
    assert list(tmp_path.glob("*pulled*")) == []


# -- hostile releases ----------------------------------------------------------------------------

SUM = "0" * 64


def serve(hub: LoopbackHub, files: Mapping[str, bytes]) -> None:
    """Put a tag on a commit that holds exactly these files."""
    hub.create(REPO)
    repo = hub.repos[REPO]
    tree = {path: repo.store(data, large=False) for path, data in files.items()}
    repo.tags["v1.0.0"] = repo.add(tree, "Release v1.0.0").oid


@pytest.mark.parametrize(
    "path",
    [
        "../outside.parquet",
        "data/../../outside.parquet",
        "/tmp/outside.parquet",
        "data/./x.parquet",
        "data//x.parquet",
        "C:\\outside.parquet",
        "data/a\nb.parquet",
        "data/\u202egnp.parquet",
        "renamed.py",
        "data/" + "x" * 600,
    ],
)
def test_a_path_that_could_do_harm_is_refused_before_anything_is_fetched(
    hub: LoopbackHub, api: HfApi, patience: Patience, tmp_path: Path, path: str
) -> None:
    serve(hub, {"SHA256SUMS": b"x", "README.md": b"x", path: b"evil"})
    with pytest.raises(FixInputError, match="path: "):
        pull(REPO, "v1.0.0", tmp_path / "in" / "x", verify=sound, api=api, patience=patience)
    assert list(tmp_path.iterdir()) == []
    assert "get" not in hub.kinds()


@pytest.mark.parametrize(
    "sums",
    [
        f"{SUM}  ../../etc/passwd\n",
        f"{SUM}  /etc/passwd\n",
        f"{SUM}  .git/config\n",
        f"{SUM} *README.md\n",
        f"{SUM}  README.md\n{SUM}  README.md\n",
        f"{SUM}  README.md",
        "",
        "\ufeff",
        "a" * 100_000,
    ],
)
def test_hostile_sums_are_refused(
    hub: LoopbackHub, api: HfApi, patience: Patience, tmp_path: Path, sums: str
) -> None:
    serve(hub, {"SHA256SUMS": sums.encode(), "README.md": b"x", "manifest.json": b"{}"})
    with pytest.raises(FixInputError):
        pull(REPO, "v1.0.0", tmp_path / "pulled", verify=sound, api=api, patience=patience)
    assert not (tmp_path / "pulled").exists()


def test_an_extra_file_on_the_hub_is_refused(hub: LoopbackHub, fetch: Pull, tmp_path: Path) -> None:
    hub.commit_by_other(REPO, {"data/extra.parquet": b"PAR1"})
    with pytest.raises(FixInputError, match="holds files that its SHA256SUMS does not list"):
        fetch(tmp_path / "pulled", "main")
    assert not (tmp_path / "pulled").exists()


def test_a_file_missing_on_the_hub_is_named(hub: LoopbackHub, fetch: Pull, tmp_path: Path) -> None:
    repo = hub.repos[REPO]
    tree = {path: blob for path, blob in repo.find("main").tree.items() if "GPE" not in path}
    repo.add(tree, "a slip")
    with pytest.raises(FixInputError, match=r"data/Demo-GPE-RandStr\.parquet: file: .*missing"):
        fetch(tmp_path / "pulled", "main")


def test_links_in_a_folder_are_not_followed(
    hub: LoopbackHub, api: HfApi, release: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    card = release / "README.md"
    card.rename(secret)
    card.symlink_to(secret)
    with pytest.raises(FixInputError, match=r"README\.md is a link"):
        push(release, REPO, "v1.0.0", verify=sound, api=api)

    card.unlink()
    secret.rename(card)
    (release / "data").rename(tmp_path / "elsewhere")
    (release / "data").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FixInputError, match="data is a link"):
        push(release, REPO, "v1.0.0", verify=sound, api=api)
    assert hub.calls == []


def test_the_hubs_own_hidden_files_are_left_there(
    hub: LoopbackHub, fetch: Pull, tmp_path: Path
) -> None:
    assert ".gitattributes" in hub.repos[REPO].find("v1.0.0").tree
    fetch(tmp_path / "pulled")
    assert set(files_of(tmp_path / "pulled")) == set(files_at(hub, "v1.0.0"))
    assert not (tmp_path / "pulled" / ".gitattributes").exists()
