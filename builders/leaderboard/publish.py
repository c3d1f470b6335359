"""Write the site of a leaderboard, completely or not at all.

The user can have an earlier site replaced; other files are never replaced.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from builders.errors import ChooseFolderError
from builders.leaderboard.comparisons import Comparisons
from builders.leaderboard.site import site_files
from builders.leaderboard.submissions import Board, Submission
from builders.releases.parquet import writing

_OURS: Final = {"index.html", "results.csv", "results.json", "README.md", "models"}


def write_site(
    board: Board,
    submissions: Sequence[Submission],
    site: Path,
    comparisons: Comparisons | None = None,
    *,
    force: bool = False,
) -> None:
    """Write the files of a leaderboard's site to the folder `site`.

    With `force`, an earlier site in the folder is replaced. Raises ChooseFolderError if the folder
    contains an earlier site and `force` is not set, or if it contains other files. Raises
    FreeSpaceError if the disk is full or the folder is not writable.
    """
    _check_free(site, force=force)
    partial = site.with_name(f".{site.name}.partial")
    with writing(site):
        shutil.rmtree(partial, ignore_errors=True)
        try:
            for name, text in site_files(board, submissions, comparisons).items():
                path = partial / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="")
            if site.exists():
                shutil.rmtree(site)
            partial.rename(site)
        finally:
            shutil.rmtree(partial, ignore_errors=True)


def _check_free(site: Path, *, force: bool) -> None:
    if site.is_symlink() or (site.exists() and not site.is_dir()):
        raise ChooseFolderError(f"{site}: is no folder; choose another --out")
    names = {path.name for path in site.iterdir()} if site.exists() else set()
    if names and names != _OURS:
        raise ChooseFolderError(f"{site}: holds something else; choose another --out")
    if names and not force:
        raise ChooseFolderError(f"{site}: holds a site already; replace it with --force")
