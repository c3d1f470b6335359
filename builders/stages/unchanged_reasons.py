"""Which rows of a file are unchanged and why, noted beside the shards for a build that resumes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from builders.stages.shard_files import write_json

Reasons = Sequence[tuple[str, str]]
"""The id of a row and why it is unchanged, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Notes:
    """One note a file of the release; it is written whole, before the file counts as done."""

    folder: Path

    def write(self, path: str, reasons: Reasons) -> None:
        """Note why rows of the file `path` are unchanged."""
        write_json(self._note(path), reasons)

    def read(self, path: str) -> Reasons | None:
        """Return what was noted of a file; None if nothing was."""
        try:
            noted = json.loads(self._note(path).read_text(encoding="utf-8"))
            return [(row_id, reason) for row_id, reason in noted]
        except (OSError, ValueError, TypeError):
            return None

    def _note(self, path: str) -> Path:
        return self.folder / f"{sha256(path.encode()).hexdigest()[:32]}.json"
