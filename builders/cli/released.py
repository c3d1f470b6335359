"""What several verbs do with a release: hold it against its invariants, and find it by name."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from builders.cli.console import Bars
from builders.errors import Fault, FixManyError
from builders.hub.pull import pull
from builders.releases.verify import Report, verify

_LISTED: Final = 20


def check(folder: Path) -> None:
    """Raise FixManyError with the first faults of a release that is not sound."""
    with Bars() as bars:
        report = verify(folder, limit=_LISTED, progress=bars.stage("Verifying rows", None))
    if not report.ok:
        raise FixManyError(str(folder), _faults(report))


def _faults(report: Report) -> list[Fault]:
    faults = [
        Fault(found.file, f"row {found.row}" if found.row else "file", found.message)
        for found in report.findings
    ]
    if report.more:
        faults.append(Fault("and", "more", f"{report.more:,} further faults: renamer verify"))
    return faults


@contextmanager
def release_at(place: str) -> Iterator[Path]:
    """Give the folder of a release: a path, or org/name@tag, which is pulled for the while."""
    repo, at, tag = place.rpartition("@")
    if not at or Path(place).exists():
        yield Path(place)
        return
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        target = Path(folder) / "release"
        pull_quietly(repo, tag, target)
        yield target


def pull_quietly(repo: str, tag: str, folder: Path) -> str:
    """Pull a tag with one progress bar instead of the client's own, and return its commit."""
    quiet_client()
    with Bars() as bars:
        progress = bars.stage(f"Pulling {repo}@{tag}", None)
        return pull(repo, tag, folder, verify=check, progress=progress)


def quiet_client() -> None:
    """Keep the Hub's client from drawing bars and telling of every retry."""
    from huggingface_hub import logging, utils

    utils.disable_progress_bars()  # type: ignore[attr-defined,unused-ignore]
    logging.set_verbosity_error()
