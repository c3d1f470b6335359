"""Records of the finished files of a release: one per file, written by any process."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

from builders.errors import FixInputError, ReportBugError
from builders.releases.manifest import FileRecord, decoded
from builders.stages.shard_files import write_json

RELEASE: Final = "release"
JOURNAL: Final = "journal"


@dataclass(frozen=True, slots=True)
class Journal:
    """The journal of a build: records of finished files, in the build folder `root`."""

    root: Path

    def path(self, name: str) -> Path:
        """Return the path at which to write the release file `name`, a relative POSIX path.

        Raises ReportBugError if `name` is not such a path.
        """
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or "\\" in name or not pure.parts:
            raise ReportBugError(f"{name!r} cannot be the path of a release file")
        return self.root.joinpath(RELEASE, *pure.parts)

    def done(self, name: str, *, read: bool) -> FileRecord | None:
        """Return the record of a finished file, or None if the file is missing or damaged.

        The digest of the file is checked if `read` is set, otherwise only the size.
        """
        try:
            entry = self.entry(name)
            value = json.loads(entry.read_text(encoding="utf-8"))
            record = decoded(FileRecord, value, str(entry))
            path = self.path(name)
            whole = record.path == name and path.stat().st_size == record.bytes
            return record if whole and (not read or file_digest(path) == record.sha256) else None
        except (OSError, ValueError, RecursionError, FixInputError):
            return None

    def is_sound(self, name: str) -> bool:
        """Return whether the release file `name` is finished and has the recorded digest."""
        return self.done(name, read=True) is not None

    def record(self, record: FileRecord) -> None:
        """Store the record of a release file, which marks the file as finished."""
        write_json(self.entry(record.path), asdict(record))

    def drop(self, name: str) -> None:
        """Remove the record of the release file `name`, which then counts as not finished."""
        self.entry(name).unlink(missing_ok=True)

    def is_begun(self) -> bool:
        """Return whether any release file is recorded as finished."""
        return any((self.root / JOURNAL).glob("*.json"))

    def entry(self, name: str) -> Path:
        """Return the path of the record of the release file `name`."""
        return self.root / JOURNAL / (sha256(name.encode()).hexdigest()[:32] + ".json")


def file_digest(path: Path) -> str:
    """Return the SHA-256 of the content of a file in hexadecimal digits."""
    hasher = sha256()
    with path.open("rb") as file:
        while block := file.read(2**20):
            hasher.update(block)
    return hasher.hexdigest()
