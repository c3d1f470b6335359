"""Why rows of a file are unchanged, noted beside the shards: what a killed build resumes with."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from builders.releases.parquet import writing


@dataclass(frozen=True, slots=True)
class Notes:
    """One note a file of the release; it is written whole, before the file counts as done."""

    folder: Path

    def write(self, path: str, reasons: Counter[str]) -> None:
        """Note how many rows of the file `path` have which reason."""
        note = self._note(path)
        beside = note.with_suffix(".partial")
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(reasons, sort_keys=True), encoding="utf-8")
            os.replace(beside, note)  # noqa: PTH105 - atomic on every system

    def read(self, path: str) -> Counter[str] | None:
        """Return what was noted of a file; None if nothing was."""
        try:
            return Counter(json.loads(self._note(path).read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return None

    def _note(self, path: str) -> Path:
        return self.folder / f"{sha256(path.encode()).hexdigest()[:32]}.json"
