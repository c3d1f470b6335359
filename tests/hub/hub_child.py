"""A push or pull in a process of its own, to be killed: verb, folder, repository, tag."""

from __future__ import annotations

import sys
from pathlib import Path

from builders.hub.pull import pull
from builders.hub.push import push


def sound(folder: Path) -> None:
    """Find nothing wrong."""


if __name__ == "__main__":
    verb, folder, repo, tag = sys.argv[1:]
    if verb == "push":
        push(Path(folder), repo, tag, verify=sound)
    else:
        pull(repo, tag, Path(folder), verify=sound)
