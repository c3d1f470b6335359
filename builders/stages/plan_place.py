"""The location of a build that several machines share.

It is the URL of a remote store, or the folder of the future release. The last step
moves the build out of this folder, to one beside it with `.partial` at the end of its
name. If the last step was interrupted, the build is found there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from builders.errors import ChooseFolderError
from builders.scratch import scratch_folder
from builders.stages.remote_folder import RemoteFolder, folder_of, is_url
from builders.stages.write import PLAN, holds_release


@dataclass(frozen=True, slots=True)
class PlanPlace:
    """The location of a planned build."""

    out: Path
    """The folder of the future release."""
    root: Path
    """The folder of the plan."""
    store: RemoteFolder | None = None
    """The remote store with the plan, or None if the plan is in a local or shared folder."""


@contextmanager
def shared_place(out: Path | str) -> Iterator[PlanPlace | None]:
    """Yield the location of the build that makes the release `out`, or None if it is finished.

    Raises ChooseFolderError if there is neither a plan nor a release.
    """
    if not is_url(out):
        folder = folder_of(out)
        root = _root(folder)
        yield None if root is None else PlanPlace(folder, root)
        return
    with scratch_folder() as scratch:
        store = RemoteFolder(str(out), scratch / "plan")
        yield PlanPlace(store.root, store.root, store) if store.fetch_plan() else None


def _root(out: Path) -> Path | None:
    """Return the folder of the plan for the release `out`, or None if the release is finished.

    Raises ChooseFolderError if there is neither a plan nor a release.
    """
    if holds_release(out):
        return None
    for root in (out, out.with_name(out.name + ".partial")):
        if (root / PLAN).is_file():
            return root
    raise ChooseFolderError(f"{out}: holds no plan; make one with renamer plan RECIPE --out {out}")
