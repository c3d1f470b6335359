"""Small source files that come with the package.

Their texts were written by the authors of the package and are in the public domain.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from builders.errors import ChooseKnownError

# To add a source, put the file that its author edits into scripts/demo_sources/, and the file that
# is made from it here.
_FILES: Final = {"squad": "harbour-towns.squad2.json", "mrqa": "evening-courier.mrqa.jsonl"}


def demo_path(name: str) -> Path:
    """Return the path of a small source file: "squad" is SQuAD 2.0 JSON, "mrqa" is MRQA JSONL.

    Raises ChooseKnownError for other names.
    """
    if name not in _FILES:
        raise ChooseKnownError("demo source", name, _FILES)
    return Path(str(files(__package__) / _FILES[name]))
