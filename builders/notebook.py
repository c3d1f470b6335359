"""Progress bars that the functions of builders.api show in notebooks."""

from __future__ import annotations

import sys
from collections.abc import Callable

from builders.types import Progress


def in_notebook() -> bool:
    """Return whether the code runs in the kernel of a Jupyter notebook."""
    shell: Callable[[], object] | None = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return shell is not None and type(shell()).__name__ == "ZMQInteractiveShell"


class NotebookBars:
    """Shows a progress bar for each stage of a long task in a notebook, and nothing elsewhere."""

    def __init__(self) -> None:
        self._quiet = not in_notebook()

    def stage(self, name: str, total: int | None) -> Progress:
        """Show a bar for a stage of `total` items, or of an unknown number if None.

        Returns a function that is called with the number of items done since its last call.
        """
        if self._quiet:
            return lambda done: None
        from tqdm.auto import tqdm

        bar = tqdm(total=total, desc=name)

        def move(done: int) -> None:
            bar.update(done)
            if total is not None and bar.n >= total:
                bar.close()

        return move
