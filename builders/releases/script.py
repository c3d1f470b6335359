"""The loading script that a release contains for older versions of the library `datasets`."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Final

SCRIPT: Final = "loading/entity_renamed_mrqa.py"

_HERE: Final = Path(__file__).parent


def loading_script() -> str:
    """Return the text of the loading script, which is the same in every release."""
    name = PurePosixPath(SCRIPT).name
    packaged = _HERE / "loading" / name
    place = packaged if packaged.is_file() else _HERE.parents[1] / "scripts" / "loading" / name
    return place.read_text(encoding="utf-8")
