"""Pushing: what lands on the Hub is the release that was verified, once, under its tag."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hub_releases import FIRST, REPO, files_at, files_of, make_release, sound
from huggingface_hub import HfApi
from loopback_hub import Fault, LoopbackHub
from stage_record import StageRecord

from builders.errors import FixAccessError, FixInputError, RenamerError, RetryLaterError
from builders.hub.push import Pushed, PushOptions, push
from builders.hub.push_plan import PushPlan
from builders.hub.retry_policy import Patience

Push = Callable[..., Pushed]


@pytest.fixture
def send(api: HfApi, patience: Patience) -> Push:
    """Push with the loopback's client: send(folder, tag, ...)."""

    def call(folder: Path, tag: str = "v1.0.0", **rest: object) -> Pushed:
        made = partial(push, folder, REPO, tag, verify=sound, api=api, patience=patience)
        return made(**rest)  # type: ignore[arg-type]

    return call


def test_first_push_makes_one_commit_and_one_tag(
    hub: LoopbackHub, send: Push, release: Path
) -> None:
    pushed = send(release)

    assert pushed.outcome == "pushed"
    assert hub.repos[REPO].tags == {"v1.0.0": pushed.commit}
    assert files_at(hub, "v1.0.0") == files_of(release)
    assert [commit.title for commit in hub.repos[REPO].log()] == [
        "Release v1.0.0",
        "initial commit",
    ]


def test_only_what_the_sums_list_is_pushed(hub: LoopbackHub, send: Push, release: Path) -> None:
    listed = files_of(release)
    (release / ".env").write_text("HF_TOKEN=hf_secret")
    (release / ".git").mkdir()
    (release / ".git" / "config").write_text("x")
    (release / "notes.txt").write_text("for me only")
    send(release)

    assert files_at(hub, "v1.0.0") == listed


def test_pushing_again_does_nothing(hub: LoopbackHub, send: Push, release: Path) -> None:
    first = send(release)
    again = send(release)

    assert again.outcome == "done already"
    assert again.commit == first.commit
    assert hub.kinds().count("commit") == hub.kinds().count("tag") == 1


def test_a_published_version_is_never_changed(
    hub: LoopbackHub, send: Push, release: Path, release_of: Callable[..., Path]
) -> None:
    first = send(release)
    other = release_of("other", FIRST, card="Another text.")

    with pytest.raises(FixInputError, match=r"v1\.0\.0 is published already, with other content"):
        send(other)
    assert hub.repos[REPO].tags == {"v1.0.0": first.commit}
    assert hub.kinds().count("commit") == 1


def test_a_dry_run_shows_the_plan_and_changes_nothing(
    hub: LoopbackHub, send: Push, release: Path
) -> None:
    seen: list[PushPlan] = []
    planned = send(release, options=PushOptions(dry_run=True), show=seen.append)

    assert planned.outcome == "planned"
    assert not planned.commit
    assert hub.repos == {}
    (plan,) = seen
    assert [file.path for file in plan.added] == sorted(files_of(release))
    assert plan.bytes == sum(map(len, files_of(release).values()))
    assert plan.configs_added == tuple(FIRST)
    assert plan.tag == "v1.0.0"


def test_a_new_release_removes_files_in_the_same_commit(
    hub: LoopbackHub, send: Push, release: Path, release_of: Callable[..., Path]
) -> None:
    send(release)
    smaller = release_of("smaller", {"Demo-PER-RandStr": ("Ann", "Bob")}, version="2.0.0")
    pushed = send(smaller, "v2.0.0")

    assert pushed.plan.removed == ("data/Demo-GPE-RandStr.parquet",)
    assert pushed.plan.configs_removed == ("Demo-GPE-RandStr",)
    assert files_at(hub, "v2.0.0") == files_of(smaller)
    assert files_at(hub, "v1.0.0") == files_of(release)
    assert hub.kinds().count("commit") == 2


@pytest.mark.parametrize(
    ("configs", "card", "expected"),
    [
        (FIRST, "Corrected prose.", "v1.0.1"),
        ({**FIRST, "Demo-ORG-RandStr": ("Acme",)}, "A benchmark.", "v1.1.0"),
        ({**FIRST, "Demo-GPE-RandStr": ("Paris",)}, "A benchmark.", "v2.0.0"),
        ({"Demo-PER-RandStr": ("Ann", "Bob")}, "A benchmark.", "v2.0.0"),
    ],
    ids=["card", "config added", "rows changed", "config removed"],
)
def test_the_next_version_says_what_changed(
    send: Push,
    release: Path,
    release_of: Callable[..., Path],
    configs: dict[str, tuple[str, ...]],
    card: str,
    expected: str,
) -> None:
    send(release)
    next_one = release_of("next", configs, card=card, version="3.0.0")
    pushed = send(next_one, "", options=PushOptions(dry_run=True))

    assert str(pushed.plan.suggested) == expected
    assert pushed.tag == "v3.0.0"


def test_without_a_change_no_version_is_suggested(send: Push, release: Path) -> None:
    send(release)
    again = send(release, "")

    assert again.outcome == "done already"
    assert again.tag == "v1.0.0"
    assert again.plan.suggested is None


@pytest.mark.parametrize("tag", ["v1.0.1", "v2.0.0", "v0.9.0"])
def test_a_tag_that_is_not_the_version_of_the_release_is_refused(
    hub: LoopbackHub, send: Push, release: Path, tag: str
) -> None:
    with pytest.raises(FixInputError) as refused:
        send(release, tag)
    assert "is version 1.0.0" in str(refused.value)
    assert f"push it as v1.0.0, or set the recipe's version to {tag[1:]}" in str(refused.value)
    assert hub.calls == []


def test_a_release_has_one_tag(hub: LoopbackHub, send: Push, release: Path) -> None:
    pushed = send(release)
    hub.repos[REPO].tags = {"v2.0.0": pushed.commit}  # as somebody else named it
    with pytest.raises(FixInputError, match=r"holds this very release as v2\.0\.0 already"):
        send(release)
    assert hub.repos[REPO].tags == {"v2.0.0": pushed.commit}


def test_other_content_under_a_published_version_is_told_the_next_one(
    send: Push, release: Path, release_of: Callable[..., Path]
) -> None:
    send(release)
    other = release_of("other", {**FIRST, "Demo-GPE-RandStr": ("Paris",)})
    with pytest.raises(
        FixInputError, match=r"set the recipe's version to a higher one \(2\.0\.0\)"
    ):
        send(other, "")


CARD = """
load_dataset("ORG/NAME", "Demo", revision="v1.0.0")
load_dataset("other/one.x", "Demo-2")
renamer pull ORG/NAME@v1.0.0 here
A word on ORG/NAME.
"""


def test_the_snippets_of_a_published_card_name_its_repository(
    hub: LoopbackHub, send: Push, release_of: Callable[..., Path]
) -> None:
    folder = release_of("snippets", FIRST, card=CARD)
    before = files_of(folder)
    assert send(folder).outcome == "pushed"
    there = files_at(hub, "v1.0.0")
    card = there["README.md"].decode()
    assert f'load_dataset("{REPO}", "Demo", revision="v1.0.0")' in card
    assert f'load_dataset("{REPO}", "Demo-2")' in card
    assert f"renamer pull {REPO}@v1.0.0 here" in card
    assert "A word on ORG/NAME." in card
    digest = hashlib.sha256(there["README.md"]).hexdigest()
    assert f"{digest}  README.md\n" in there["SHA256SUMS"].decode()
    assert {path for path in before if before[path] != there[path]} == {"README.md", "SHA256SUMS"}
    assert files_of(folder) == before
    assert send(folder).outcome == "done already"


@pytest.mark.parametrize("tag", ["1.0.0", "v1.0", "v01.0.0", "latest", "v1.0.0\n", "main"])
def test_a_tag_that_is_no_version_is_refused(hub: LoopbackHub, send: Push, tag: str) -> None:
    with pytest.raises(FixInputError, match=r"expected a version such as v1\.0\.0"):
        send(Path("nowhere"), tag)
    assert hub.calls == []


def test_an_older_version_does_not_take_the_place_of_a_newer(
    hub: LoopbackHub, send: Push, release: Path, release_of: Callable[..., Path]
) -> None:
    send(release_of("new", FIRST, version="2.0.0"), "v2.0.0")
    with pytest.raises(FixInputError, match=r"v1\.0\.0 is older than v2\.0\.0"):
        send(release_of("old", FIRST, card="Old."), "v1.0.0")
    assert hub.kinds().count("commit") == 1


def test_what_fails_verification_never_reaches_the_network(
    hub: LoopbackHub, api: HfApi, release: Path
) -> None:
    def broken(folder: Path) -> None:
        raise FixInputError(f"{folder}: row 3 is wrong")

    with pytest.raises(FixInputError, match="row 3 is wrong"):
        push(release, REPO, "v1.0.0", verify=broken, api=api)
    assert hub.calls == []


def test_a_byte_that_changed_since_the_sums_is_refused(
    hub: LoopbackHub, send: Push, release: Path
) -> None:
    place = release / "data" / "Demo-PER-RandStr.parquet"
    data = bytearray(place.read_bytes())
    data[50] ^= 1
    place.write_bytes(data)

    with pytest.raises(FixInputError, match=r"data/Demo-PER-RandStr\.parquet: file: other bytes"):
        send(release)
    assert hub.calls == []


def test_a_file_that_changes_while_it_is_pushed_is_not_tagged(
    hub: LoopbackHub, send: Push, release: Path, release_of: Callable[..., Path]
) -> None:
    place = release / "README.md"
    whole = place.read_bytes()

    with pytest.raises(FixInputError, match="changed while it was pushed"):
        send(release, show=lambda plan: place.write_bytes(whole + b"later"))
    assert hub.repos[REPO].tags == {}
    assert hub.kinds().count("commit") == 0

    place.write_bytes(whole)
    assert send(release).outcome == "pushed"


# -- repositories --------------------------------------------------------------------------------


@pytest.mark.parametrize("private", [True, False])
def test_a_new_repository_is_as_private_as_asked(
    hub: LoopbackHub, send: Push, release: Path, private: bool
) -> None:
    send(release, options=PushOptions(private=private))
    assert hub.repos[REPO].private is private


@pytest.mark.parametrize("private", [True, False])
def test_an_existing_repository_keeps_its_visibility(
    hub: LoopbackHub, send: Push, release: Path, private: bool
) -> None:
    hub.create(REPO, private=not private)
    with pytest.raises(FixAccessError, match="change that in its settings"):
        send(release, options=PushOptions(private=private))
    assert hub.kinds().count("commit") == 0


def test_what_was_changed_by_hand_is_not_lost_unasked(
    hub: LoopbackHub, send: Push, release: Path, release_of: Callable[..., Path]
) -> None:
    send(release)
    hub.commit_by_other(REPO, {"README.md": b"better prose\n", "LICENSE": b"CC BY-SA 4.0\n"})
    newer = release_of("newer", FIRST, card="New prose.", version="1.0.1")

    with pytest.raises(FixAccessError, match=r"LICENSE, README\.md; .*--replace"):
        send(newer, "v1.0.1")
    assert hub.kinds().count("commit") == 1

    send(newer, "v1.0.1", options=PushOptions(replace=True))
    assert files_at(hub, "v1.0.1") == files_of(newer)


def test_a_repository_of_something_else_is_not_wiped(
    hub: LoopbackHub, send: Push, release: Path
) -> None:
    hub.create(REPO)
    hub.commit_by_other(REPO, {"train.csv": b"a,b\n"})
    with pytest.raises(FixAccessError, match=r"changed on the Hub .* train\.csv"):
        send(release)
    assert "train.csv" in files_at(hub, "main")


@pytest.mark.parametrize("name", ["renamed", "a/b/c", "../org/x", "org/", "org/a b", ""])
def test_a_repository_name_without_sense_is_refused(api: HfApi, release: Path, name: str) -> None:
    with pytest.raises(FixAccessError, match="expected org/name"):
        push(release, name, "v1.0.0", verify=sound, api=api)


# -- rights and secrets --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "remedy"),
    [
        ("hf_reader", "use a token that may write"),
        ("hf_unknownSecret", "hf auth login"),
        (False, "hf auth login"),
    ],
)
def test_a_refusal_says_what_to_do_and_never_shows_the_token(
    hub: LoopbackHub,
    release: Path,
    patience: Patience,
    caplog: pytest.LogCaptureFixture,
    token: str | bool,
    remedy: str,
) -> None:
    caplog.set_level(logging.DEBUG)
    api = HfApi(endpoint=hub.url, token=token)
    with pytest.raises(FixAccessError, match=remedy) as raised:
        push(release, REPO, "v1.0.0", verify=sound, api=api, patience=patience)

    assert "\n" not in str(raised.value)
    assert str(token) not in str(raised.value) + caplog.text
    assert hub.repos == {}


def test_a_token_in_an_answer_is_not_repeated(
    hub: LoopbackHub, api: HfApi, release: Path, patience: Patience
) -> None:
    echo = (("X-Error-Message", "token hf_writer has no such right"),)
    hub.order("create", Fault(status=403, headers=echo), times=9)
    with pytest.raises(FixAccessError) as raised:
        push(release, REPO, "v1.0.0", verify=sound, api=api, patience=patience)
    assert "hf_writer" not in str(raised.value)


# -- other maintainers ---------------------------------------------------------------------------


def test_a_commit_by_another_meanwhile_stops_the_push(
    hub: LoopbackHub, send: Push, release: Path, release_of: Callable[..., Path]
) -> None:
    send(release)
    newer = release_of("newer", FIRST, card="New prose.", version="1.0.1")

    def interfere() -> None:
        hub.commit_by_other(REPO, {"NOTES.md": b"mine\n"})

    hub.order("commit", Fault(meanwhile=interfere))
    with pytest.raises(RetryLaterError, match=r"another commit .* nothing of yours was written"):
        send(newer, "v1.0.1")
    assert "v1.0.1" not in hub.repos[REPO].tags
    assert files_at(hub, "main") == {**files_of(release), "NOTES.md": b"mine\n"}


def test_a_version_tagged_by_another_meanwhile_is_not_moved(
    hub: LoopbackHub, send: Push, release: Path
) -> None:
    def interfere() -> None:
        repo = hub.repos[REPO]
        repo.tags["v1.0.0"] = repo.log()[-1].oid

    hub.order("tag", Fault(meanwhile=interfere))
    with pytest.raises(FixInputError, match="published already, with other content"):
        send(release)
    assert hub.repos[REPO].tags["v1.0.0"] == hub.repos[REPO].log()[-1].oid


def test_a_crash_between_commit_and_tag_is_made_good(
    hub: LoopbackHub, send: Push, release: Path
) -> None:
    hub.order("tag", Fault(status=503), times=3)
    with pytest.raises(RetryLaterError):
        send(release)
    assert hub.repos[REPO].tags == {}

    pushed = send(release)
    assert pushed.outcome == "tagged"
    assert hub.repos[REPO].tags == {"v1.0.0": pushed.commit}
    assert len(hub.repos[REPO].log()) == 2


def test_a_release_left_untagged_is_tagged_below_later_commits(
    hub: LoopbackHub, send: Push, release: Path
) -> None:
    hub.order("tag", Fault(status=503), times=3)
    with pytest.raises(RetryLaterError):
        send(release)
    release_commit = hub.repos[REPO].find("main").oid
    hub.commit_by_other(REPO, {"data/more.parquet": b"PAR1"})

    pushed = send(release, options=PushOptions(replace=True))
    assert pushed.commit == release_commit
    assert len(hub.repos[REPO].log()) == 3


# -- waiting -------------------------------------------------------------------------------------


def test_waits_grow_and_honour_what_the_server_asks(
    hub: LoopbackHub, send: Push, release: Path, waits: list[float]
) -> None:
    hub.order("commit", Fault(status=503))
    hub.order("commit", Fault(status=429, headers=(("Retry-After", "17"),)))
    send(release)
    assert waits == [1.0, 17.0]


def test_progress_counts_every_file(send: Push, release: Path) -> None:
    stages = StageRecord()
    send(release, reporter=stages)
    assert list(stages.totals.values()) == list(stages.done.values()) == [len(files_of(release))]


def test_a_listing_of_several_pages_is_read_whole(
    hub: LoopbackHub, send: Push, release: Path
) -> None:
    hub.page = 2
    send(release)
    assert send(release).outcome == "done already"


def test_errors_are_one_line(hub: LoopbackHub, send: Push, release: Path) -> None:
    hub.order("commit", Fault(status=413))
    with pytest.raises(RenamerError) as raised:
        send(release)
    assert "413" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_files_that_the_hub_has_are_not_sent_again(
    hub: LoopbackHub, send: Push, tmp_path: Path
) -> None:
    configs = {f"Demo-PER-seed{n}": (str(n),) for n in range(70)}
    many = make_release(tmp_path / "many", configs)
    hub.order("commit", Fault(status=503), times=3)
    with pytest.raises(RetryLaterError):
        send(many)
    send(many)
    assert hub.kinds().count("put") == len(configs)
