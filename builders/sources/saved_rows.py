"""The rows of folders that `Dataset.save_to_disk` of the library `datasets` writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.sources.opening import UnreadableError


def one(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield every row of a saved dataset, with its position as text for messages ("row 7")."""
    import datasets

    try:
        rows = datasets.load_from_disk(str(path))
        yield from ((f"row {number}", row) for number, row in enumerate(rows))
    except (OSError, ValueError, TypeError, KeyError) as error:
        message = f"damaged folder of `save_to_disk` ({type(error).__name__}: {error})"
        raise UnreadableError("folder", "format", " ".join(message.split())) from None


def splits(path: Path) -> Iterator[tuple[str, Any]]:
    """Raise an UnreadableError that lists the splits in a folder.

    No row is yielded, because the user has to give the folder of one split.
    """
    inside = sorted(folder.name for folder in path.iterdir() if folder.is_dir())
    message = f"holds the splits {', '.join(inside)}; give the folder of one of them"
    raise UnreadableError("folder", "split", message)
    yield
