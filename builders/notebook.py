"""Progress bars in notebooks for the functions of builders.api."""

from __future__ import annotations

import sys
from collections.abc import Callable

from builders.types import Progress


def in_notebook() -> bool:
    """Return whether the code runs in the kernel of a Jupyter notebook."""
    shell: Callable[[], object] | None = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return shell is not None and type(shell()).__name__ == "ZMQInteractiveShell"


class NotebookBars:
    """Shows one progress bar per stage of a long work in a notebook, and nothing elsewhere."""

    def __init__(self) -> None:
        self._quiet = not in_notebook()

    def stage(self, name: str, total: int | None) -> Progress:
        """Begin a bar of `total` items; return the function that adds to the items done."""
        if self._quiet:
            return lambda done: None
        from tqdm.auto import tqdm

        bar = tqdm(total=total, desc=name)

        def move(done: int) -> None:
            bar.update(done)
            if total is not None and bar.n >= total:
                bar.close()

        return move
