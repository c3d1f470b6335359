"""Which rows of a file are unchanged and why, noted beside the shards for a build that resumes."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from builders.releases.parquet import writing

Reasons = Sequence[tuple[str, str]]
"""The id of a row and why it is unchanged, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Notes:
    """One note a file of the release; it is written whole, before the file counts as done."""

    folder: Path

    def write(self, path: str, reasons: Reasons) -> None:
        """Note why rows of the file `path` are unchanged."""
        note = self._note(path)
        beside = note.with_suffix(".partial")
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(reasons), encoding="utf-8")
            os.replace(beside, note)  # noqa: PTH105 - atomic on every system

    def read(self, path: str) -> Reasons | None:
        """Return what was noted of a file; None if nothing was."""
        try:
            noted = json.loads(self._note(path).read_text(encoding="utf-8"))
            return [(row_id, reason) for row_id, reason in noted]
        except (OSError, ValueError, TypeError):
            return None

    def _note(self, path: str) -> Path:
        return self.folder / f"{sha256(path.encode()).hexdigest()[:32]}.json"
