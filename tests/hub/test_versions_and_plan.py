"""Versions say what changed; waits grow; what a server says is shown safely."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import FixInputError, FreeSpaceError, RenamerError, RetryLaterError
from builders.hub.content import HashedFile, parse_sums
from builders.hub.paths import fault_of_path
from builders.hub.push_plan import bump_of, compare
from builders.hub.repository import RemoteFile, holds_exactly, is_hidden
from builders.hub.retry_policy import Patience, explained, redacted
from builders.hub.summary import Summary, read_summary
from builders.hub.versions import Version, latest, parse_version

numbers = st.integers(0, 999_999_999)
versions = st.builds(Version, numbers, numbers, numbers)


# -- versions ------------------------------------------------------------------------------------


@given(versions)
def test_a_version_is_read_as_it_is_written(version: Version) -> None:
    assert parse_version(str(version)) == version


@given(versions)
def test_the_next_version_is_later_and_resets_what_follows(version: Version) -> None:
    assert version.next("major") == Version(version.major + 1, 0, 0)
    assert version.next("minor") == Version(version.major, version.minor + 1, 0)
    assert version.next("patch") == Version(version.major, version.minor, version.patch + 1)
    assert version < version.next("patch") < version.next("minor") < version.next("major")


def test_the_latest_version_is_the_highest_and_not_the_last() -> None:
    assert latest(["v1.10.0", "v1.9.0", "draft", "v2", "v1.2.3-rc1"]) == Version(1, 10, 0)
    assert latest(["draft"]) is None


# -- what changed --------------------------------------------------------------------------------

PER, GPE = "data/A/PER.parquet", "data/A/GPE.parquet"


@pytest.mark.parametrize(
    ("configs", "rows", "expected"),
    [
        (("a", "b"), {PER: "1", GPE: "2"}, "patch"),
        (("a", "b", "c"), {PER: "1", GPE: "2"}, "minor"),
        (("b", "a"), {PER: "1", GPE: "2"}, "minor"),
        (("a", "b"), {PER: "1", GPE: "2", "data/new.parquet": "3"}, "minor"),
        (("a",), {PER: "1", GPE: "2"}, "major"),
        (("a", "b"), {PER: "1"}, "major"),
        (("a", "b"), {PER: "1", GPE: "9"}, "major"),
        (("a", "b", "c"), {PER: "1", GPE: "9"}, "major"),
    ],
)
def test_the_bump_follows_from_what_users_counted_on(
    configs: tuple[str, ...], rows: dict[str, str], expected: str
) -> None:
    assert bump_of(Summary(("a", "b"), {PER: "1", GPE: "2"}), Summary(configs, rows)) == expected


paths = st.sampled_from(["README.md", "SHA256SUMS", PER, GPE, "loading/x.py"])
contents = st.dictionaries(paths, st.sampled_from("abc"))


def local(path: str, content: str) -> HashedFile:
    return HashedFile(path, len(content), sha256=f"sha of {content}", git_oid=f"git {content}")


def remote(path: str, content: str) -> RemoteFile:
    sha256 = f"sha of {content}" if path.endswith(".parquet") else ""
    return RemoteFile(path, len(content), f"git {content}" if not sha256 else "pointer", sha256)


@given(contents, contents)
def test_a_plan_leads_from_the_head_to_the_release(
    before: dict[str, str], after: dict[str, str]
) -> None:
    content = [local(path, text) for path, text in sorted(after.items())]
    files = {path: remote(path, text) for path, text in before.items()}
    plan = compare("org/x", "0" * 40, content, files, before=Summary(), after=Summary())

    result = {path: text for path, text in before.items() if path not in plan.removed}
    result |= {file.path: after[file.path] for file in (*plan.added, *plan.changed)}
    assert result == after
    assert plan.empty == (before == after) == holds_exactly(files, content)
    assert not {file.path for file in plan.added} & before.keys()
    assert all(before[file.path] != after[file.path] for file in plan.changed)


# -- paths and sums ------------------------------------------------------------------------------


@given(st.text(max_size=40))
def test_a_path_that_passes_stays_inside(path: str) -> None:
    if not fault_of_path(path):
        parts = path.split("/")
        assert all(part and part.strip(".") and part.isascii() for part in parts)
        assert not path.startswith("/")
        assert not is_hidden(path)


@pytest.mark.parametrize("path", ["README.md", "data/SQuAD/PER/seed0.parquet", "a+b-c_d.1"])
def test_paths_of_releases_pass(path: str) -> None:
    assert fault_of_path(path) == ""


@pytest.mark.parametrize("path", [".gitattributes", "data/.cache/x", ".github/workflows/ci.yml"])
def test_the_hubs_housekeeping_is_hidden(path: str) -> None:
    assert is_hidden(path)


@given(st.text(max_size=200))
def test_sums_are_read_or_refused_whatever_they_hold(text: str) -> None:
    try:
        assert parse_sums(text, "SHA256SUMS")
    except FixInputError as error:
        assert "SHA256SUMS" in str(error)


@given(st.binary(max_size=200))
def test_manifests_are_read_or_refused_whatever_they_hold(data: bytes) -> None:
    with pytest.raises(FixInputError, match="not a release's manifest"):
        read_summary(data, "manifest.json")


# -- patience ------------------------------------------------------------------------------------


def test_waits_double_up_to_a_limit() -> None:
    waits = list(Patience(attempts=9, first_wait=1, longest_wait=20).waits())
    assert waits == [1, 2, 4, 8, 16, 20, 20, 20]
    assert all(later >= earlier for earlier, later in pairwise(waits))


def test_what_passes_is_asked_again_and_no_more_often_than_allowed() -> None:
    waited: list[float] = []
    asked: list[int] = []

    def fail() -> None:
        asked.append(1)
        raise ConnectionResetError("reset")

    with pytest.raises(RetryLaterError, match="run the command again"):
        Patience(attempts=4, sleep=waited.append).ask("asking", fail)
    assert (len(asked), waited) == (4, [1.0, 2.0, 4.0])


def test_what_does_not_pass_is_asked_once() -> None:
    asked: list[int] = []

    def fail() -> None:
        asked.append(1)
        raise ValueError("no")

    with pytest.raises(FixInputError, match="asking: no"):
        Patience(sleep=lambda _: None).ask("asking", fail)
    assert len(asked) == 1


def test_a_full_disk_is_said() -> None:
    error = explained(OSError(28, "No space left on device", "x.parquet"), "fetching")
    assert isinstance(error, FreeSpaceError)
    assert "x.parquet: No space left on device" in str(error)


@given(st.text(max_size=500))
def test_a_reason_is_one_printable_line(text: str) -> None:
    shown = redacted(text)
    assert shown.isprintable() or not shown
    assert len(shown) <= 300


@pytest.mark.parametrize(
    "text",
    [
        "token hf_aBcDeF123 is bad",
        "Authorization: Bearer abc.def",
        "a\nbearer xyz\tb",
        "hf_x\x1b[31m",
    ],
)
def test_tokens_are_taken_out(text: str) -> None:
    shown = redacted(text)
    assert "***" in shown
    assert not any(secret in shown for secret in ("aBcDeF123", "abc.def", "xyz", "\x1b"))


def test_an_error_of_ours_is_passed_on_as_it_is() -> None:
    ours = RenamerError("plain")
    assert explained(ours, "doing") is ours
