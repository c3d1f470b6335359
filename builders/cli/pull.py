"""`renamer pull`: fetches a version of a release from the Hub to a folder, and verifies it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import out
from builders.cli.released import pull_quietly
from builders.errors import FixInputError


def pull(
    release: Annotated[str, typer.Argument(metavar="ORG/NAME@TAG", help="What to fetch.")],
    folder: Annotated[Path, typer.Argument(help="New or empty folder to write to.")],
) -> None:
    """Fetch a release from the Hub, and check every byte and row.

    An interrupted pull resumes when the command is run again.

    Example: renamer pull my-org/renamed-squad@v1.0.0 renamed-squad-1.0.0
    """
    repo, at, tag = release.rpartition("@")
    if not at or not tag:
        raise FixInputError(f"{release}: expected ORG/NAME@TAG, such as my-org/renamed@v1.0.0")
    commit = pull_quietly(repo, tag, folder)
    out().print(f"{release} (commit {commit[:8]}) is in {folder}, verified", soft_wrap=True)
