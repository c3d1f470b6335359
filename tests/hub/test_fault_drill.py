"""The fault drill: whatever breaks, the Hub holds the old release or the new one, whole.

Every kind of request that a push or a pull makes is met with every fault, once and lastingly.
Then the command is run again as it was, and finishes.
"""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from forks import Forks
from hub_releases import FIRST, REPO, files_at, files_of, make_release, sound
from huggingface_hub import HfApi
from loopback_hub import Fault, LoopbackHub

from builders.errors import FixInputError, RenamerError, RetryLaterError
from builders.hub.pull import pull
from builders.hub.push import push
from builders.hub.retry_policy import Patience

OLD, NEW = "v1.0.0", "v1.1.0"

FAULTS = {
    **{str(status): Fault(status=status) for status in (412, 413, 429, 500, 503, 504)},
    "before": Fault(drop="before"),
    "sending": Fault(drop="sending"),
    "answering": Fault(drop="answering"),
    "after": Fault(drop="after"),
}
PASSING = frozenset(FAULTS) - {"412", "413"}
LASTING = ("503", "before", "after")
PUSH_KINDS = (
    "info", "refs", "tree", "get", "commits", "create", "validate", "preupload", "batch", "put",
    "verify", "commit", "tag",
)  # fmt: skip
PULL_KINDS = ("info", "tree", "head", "get", "object")


class Drill:
    """A repository that holds an old release, and a new one to be pushed."""

    def __init__(self, hub: LoopbackHub, folder: Path, *, exists: bool) -> None:
        self.hub = hub
        self.old = make_release(folder / "old", FIRST)
        self.new = make_release(
            folder / "new", {**FIRST, "Demo-ORG-RandStr": ("Acme",)}, version="1.1.0"
        )
        self.exists = exists
        if exists:
            hub.create(REPO)
            hub.repos[REPO].tags[OLD] = hub.commit_by_other(REPO, files_of(self.old)).oid

    def assert_whole(self) -> None:
        """Check that nothing in between can be seen."""
        if REPO not in self.hub.repos:
            assert not self.exists
            return
        repo = self.hub.repos[REPO]
        old = files_of(self.old) if self.exists else {}
        assert files_at(self.hub, "main") in (old, files_of(self.new))
        assert set(repo.tags) <= {OLD, NEW}
        if self.exists:
            assert files_at(self.hub, OLD) == old
        if NEW in repo.tags:
            assert files_at(self.hub, NEW) == files_of(self.new)
        self.assert_one_commit(at_most=True)

    def assert_one_commit(self, *, at_most: bool = False) -> None:
        """Check that the new release was committed once."""
        titles = [commit.title for commit in self.hub.repos[REPO].log()]
        assert titles.count(f"Release {NEW}") in ((0, 1) if at_most else (1,))

    def assert_done(self) -> None:
        """Check that the new release is there, once, under its tag."""
        assert files_at(self.hub, NEW) == files_at(self.hub, "main") == files_of(self.new)
        self.assert_whole()
        self.assert_one_commit()


def met(hub: LoopbackHub, kind: str, fault: str) -> bool:
    """Return whether a request ran into the fault."""
    ordered = FAULTS[fault]
    return any(c.kind == kind and c.outcome == (ordered.status or fault) for c in hub.calls)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("kind", PUSH_KINDS)
def test_push_meets_a_fault_once(
    hub: LoopbackHub, api: HfApi, patience: Patience, tmp_path: Path, kind: str, fault: str
) -> None:
    drill = Drill(hub, tmp_path, exists=kind != "create")
    hub.order(kind, FAULTS[fault])

    def send() -> None:
        push(drill.new, REPO, NEW, verify=sound, api=api, patience=patience)

    try:
        send()
    except RenamerError as error:
        assert "\n" not in str(error)
        assert fault not in PASSING
        drill.assert_whole()
        send()
    assert met(hub, kind, fault)
    drill.assert_done()


@pytest.mark.parametrize("fault", LASTING)
@pytest.mark.parametrize("kind", PUSH_KINDS)
def test_push_meets_a_fault_until_it_gives_up(
    hub: LoopbackHub, api: HfApi, patience: Patience, tmp_path: Path, kind: str, fault: str
) -> None:
    drill = Drill(hub, tmp_path, exists=kind != "create")
    hub.order(kind, FAULTS[fault], times=1000)

    def send() -> None:
        push(drill.new, REPO, NEW, verify=sound, api=api, patience=patience)

    try:
        send()
    except RetryLaterError as error:
        assert "run the command again" in str(error)
        drill.assert_whole()
        hub.forget_faults()
        send()
    else:
        assert fault == "after"
    drill.assert_done()


@pytest.mark.parametrize(
    ("fault", "times"), [*((fault, 1) for fault in FAULTS), *((fault, 1000) for fault in LASTING)]
)
@pytest.mark.parametrize("kind", PULL_KINDS)
def test_pull_is_whole_whatever_breaks(
    hub: LoopbackHub,
    api: HfApi,
    patience: Patience,
    tmp_path: Path,
    kind: str,
    fault: str,
    times: int,
) -> None:
    drill = Drill(hub, tmp_path, exists=True)
    target = tmp_path / "pulled"
    hub.order(kind, FAULTS[fault], times=times)

    def fetch() -> None:
        pull(REPO, OLD, target, verify=sound, api=api, patience=patience)

    try:
        fetch()
    except RenamerError as error:
        assert "\n" not in str(error)
        assert times > 1 or fault not in PASSING
        assert not target.exists()
        hub.forget_faults()
        fetch()
    assert met(hub, kind, fault)
    assert files_of(target) == files_of(drill.old)


# -- killed at any moment ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks]:
    """Processes of their own for pushes and pulls; what a killed one leaves lies with the rest."""
    home = str(tmp_path_factory.mktemp("hf"))
    quiet = {"HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
    quiet |= {"HF_HOME": home, "TMPDIR": home}
    with Forks(Path(__file__).with_name("hub_child.py"), **quiet) as started:
        yield started


Stop = Callable[..., None]


def killer(forks: Forks, request: int, *, applied: bool, certain: bool = True) -> Stop:
    """Return what kills a push or pull when a request came in, or when it was applied."""

    def stop(hub: LoopbackHub, *arguments: str) -> None:
        children: list[int] = []
        started, killed = threading.Event(), threading.Event()

        def kill() -> None:
            started.wait()
            os.kill(children[0], signal.SIGKILL)
            killed.wait()

        hub.order_next(Fault(then=kill) if applied else Fault(meanwhile=kill), after=request)
        children.append(forks.start(*arguments, hub.url))
        started.set()
        status = forks.wait()
        killed.set()
        assert status == -signal.SIGKILL or (status == 0 and not certain)
        hub.forget_faults()

    return stop


def drill_push(hub: LoopbackHub, folder: Path, forks: Forks, stop: Stop) -> None:
    drill = Drill(hub, folder, exists=True)
    arguments = ("push", str(drill.new), REPO, NEW)
    stop(hub, *arguments)
    drill.assert_whole()
    assert forks.run(*arguments, hub.url) == 0
    drill.assert_done()


def drill_pull(hub: LoopbackHub, folder: Path, forks: Forks, stop: Stop) -> None:
    drill = Drill(hub, folder, exists=True)
    target = folder / "pulled"
    arguments = ("pull", str(target), REPO, OLD)
    stop(hub, *arguments)
    assert not target.exists() or files_of(target) == files_of(drill.old)
    assert forks.run(*arguments, hub.url) == 0
    assert files_of(target) == files_of(drill.old)


@pytest.mark.parametrize(("request_", "applied"), [(9, False), (15, True), (17, True)])
def test_push_survives_being_killed(
    hub: LoopbackHub, tmp_path: Path, forks: Forks, request_: int, applied: bool
) -> None:
    drill_push(hub, tmp_path, forks, killer(forks, request_, applied=applied))


@pytest.mark.parametrize(("request_", "applied"), [(4, False), (11, True)])
def test_pull_survives_being_killed(
    hub: LoopbackHub, tmp_path: Path, forks: Forks, request_: int, applied: bool
) -> None:
    drill_pull(hub, tmp_path, forks, killer(forks, request_, applied=applied))


@pytest.mark.slow
@pytest.mark.parametrize("drill", [drill_push, drill_pull])
@pytest.mark.parametrize("moment", range(50))
def test_killed_at_fifty_random_moments(
    hub: LoopbackHub, tmp_path: Path, forks: Forks, drill: Callable[..., None], moment: int
) -> None:
    chance = random.Random(moment)
    applied = chance.random() < 0.5
    drill(hub, tmp_path, forks, killer(forks, chance.randrange(20), applied=applied, certain=False))


# -- two at once ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["create", "preupload", "commit", "tag"])
def test_two_pushes_of_one_release_at_once_make_one(
    hub: LoopbackHub, api: HfApi, patience: Patience, tmp_path: Path, kind: str
) -> None:
    drill = Drill(hub, tmp_path, exists=kind != "create")

    def send() -> None:
        push(drill.new, REPO, NEW, verify=sound, api=api, patience=patience)

    hub.order(kind, Fault(meanwhile=send))
    send()
    drill.assert_done()


@pytest.mark.parametrize("kind", ["preupload", "commit", "tag"])
def test_of_two_releases_under_one_tag_one_wins_whole(
    hub: LoopbackHub, api: HfApi, patience: Patience, tmp_path: Path, kind: str
) -> None:
    drill = Drill(hub, tmp_path, exists=True)
    rival = make_release(tmp_path / "rival", {"Demo-MIX-RandStr": ("Eve",)}, version="1.1.0")

    def send(folder: Path) -> None:
        push(folder, REPO, NEW, verify=sound, api=api, patience=patience)

    hub.order(kind, Fault(meanwhile=lambda: send(rival)))
    with pytest.raises(RenamerError):
        send(drill.new)
    assert files_at(hub, NEW) == files_of(rival)
    with pytest.raises(FixInputError, match="published already, with other content"):
        send(drill.new)
    assert files_at(hub, NEW) == files_of(rival)
    assert files_at(hub, OLD) == files_of(drill.old)
