"""Temporary folders for commands, and the removal of those that killed commands left behind."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

try:
    import fcntl
except ImportError:  # Windows: leftovers are not removed here
    fcntl = None  # type: ignore[assignment]

_PREFIX: Final = "renamer-work-"
_LOCK: Final = "lock"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Yield an empty folder that is removed at the end of the `with` block.

    First, folders left behind by killed processes are removed. A process locks a file in its
    folder, and the lock ends with the process. So a folder with an unlocked file is a leftover.
    """
    place = Path(tempfile.gettempdir())
    for left in place.glob(f"{_PREFIX}*"):
        _clear(left)
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as folder, _lock(Path(folder)):
        work = Path(folder) / "work"
        work.mkdir()
        yield work


def _lock(folder: Path) -> IO[bytes]:
    file = (folder / _LOCK).open("wb")
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX)
    return file


def _clear(folder: Path) -> None:
    """Remove a folder if no process holds its lock.

    A folder without a lock file is kept, because another process may be making it.
    """
    if fcntl is None or folder.is_symlink():
        return
    with suppress(OSError), (folder / _LOCK).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
