"""Functions that several commands use to find a release on disk or on the Hub, and to check it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from builders.cli.console import Bars
from builders.errors import FixInputError
from builders.scratch import scratch_folder

if TYPE_CHECKING:
    from builders.hub.content import Verify
    from builders.progress import Reporter
    from builders.verification.findings import Report
    from builders.verification.verify import SourceReader


def check(folder: Path) -> None:
    """Verify a release; if it has faults, raise FixInputError with the first of them."""
    from builders.stages import ingredients
    from builders.verification.verify import verify as verify_folder

    with Bars() as bars:
        report = verify_folder(
            folder, limit=1, progress=bars.stage("Verifying", rows_in(folder)),
            relations=ingredients.relations, related=False,
        )  # fmt: skip
    if not report.ok:
        count = len(report.findings) + report.more
        raise FixInputError(
            f"{folder}: not a sound release: {count:,} fault{'s' if count > 1 else ''}, the first: "
            f"{report.findings[0]}; see `renamer verify`"
        )


def verified(
    folder: Path, readers: Mapping[str, SourceReader], limit: int, reporter: Reporter
) -> Report:
    """Verify a release, and return a report that lists at most `limit` of its faults.

    In addition to what `check` does, related new names, such as those of a city and its country,
    are compared with this package's data on places. `check` does not do this, because it must
    accept releases that were made with older data. `readers` maps the names of sources to functions
    that read the source files with which unrenamed rows are compared.
    """
    from builders.stages import ingredients
    from builders.verification.verify import verify as verify_folder

    progress = reporter.stage("Verifying", rows_in(folder))
    return verify_folder(
        folder, readers, limit=limit, progress=progress, relations=ingredients.relations
    )


def rows_in(folder: Path) -> int | None:
    """Return the number of rows of a release, or None if its manifest cannot be read."""
    from builders.releases.release_reading import read_manifest

    try:
        return sum(record.rows for record in read_manifest(folder).files)
    except FixInputError:
        return None  # the command itself will report the fault


def check_joined(folder: Path) -> None:
    """Raise FixInputError if a release has edits in place of rows, so that texts are missing."""
    from builders.stages.edits_only import is_edits_only

    if is_edits_only(folder):
        raise FixInputError(
            f"{folder}: holds edits in place of some texts; join them first: see renamer apply"
        )


@contextmanager
def release_at(place: str, *, verify: Verify = check) -> Iterator[Path]:
    """Yield the folder of a release, which is given as a path or as ORG/NAME@TAG.

    A release given as ORG/NAME@TAG is downloaded from the Hub to a temporary folder, and `verify`
    is called to check it. Raises FixInputError if `place` is empty.
    """
    if not place:
        raise FixInputError("the release is an empty name; give a folder, or ORG/NAME@TAG")
    repo, at, tag = place.rpartition("@")
    if not at or Path(place).exists():
        yield Path(place)
        return
    with scratch_folder() as folder:
        target = folder / "release"
        pull_quietly(repo, tag, target, verify=verify)
        yield target


def pull_quietly(repo: str, tag: str, folder: Path, *, verify: Verify = check) -> str:
    """Download a release from the Hub with a single progress bar, and return its commit hash."""
    from builders.hub.pull import pull

    quiet_client()
    with Bars() as bars:
        return pull(repo, tag, folder, verify=verify, reporter=bars)


def quiet_client() -> None:
    """Stop the Hub's client from showing progress bars and reporting every retry."""
    from huggingface_hub import logging, utils

    utils.disable_progress_bars()  # type: ignore[attr-defined,unused-ignore]
    logging.set_verbosity_error()  # type: ignore[no-untyped-call,unused-ignore]
