"""The location of a shared build: the release folder, its `.partial` folder, or a store."""

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
class Place:
    """A planned build: the folder of the release, the folder of the plan, and the store, if any."""

    out: Path
    root: Path
    store: RemoteFolder | None = None


@contextmanager
def shared_place(out: Path | str) -> Iterator[Place | None]:
    """Yield the location of a planned build, or None if the release is finished."""
    if not is_url(out):
        folder = folder_of(out)
        root = _root(folder)
        yield None if root is None else Place(folder, root)
        return
    with scratch_folder() as scratch:
        store = RemoteFolder(str(out), scratch / "plan")
        yield Place(store.root, store.root, store) if store.fetch_plan() else None


def _root(out: Path) -> Path | None:
    """Return the folder of a planned build, or None if the release is finished."""
    if holds_release(out):
        return None
    for root in (out, out.with_name(out.name + ".partial")):
        if (root / PLAN).is_file():
            return root
    raise ChooseFolderError(f"{out}: holds no plan; make one with renamer plan RECIPE --out {out}")
