"""Output with tables and progress bars on a terminal, and plain text without bars in a pipe."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from builders.types import Progress as Done


class _Out(Console):
    """A console that leaves the handling of a closed pipe to the command line."""

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, because rich would exit with status 1.

        Commands use status 1 to say that they found a fault in the data.
        """
        raise BrokenPipeError from None


def out() -> Console:
    """Return a console that prints to standard output.

    If standard output is not a terminal, the console has 200 columns and no colours.
    """
    console = _Out(highlight=False)
    return console if console.is_terminal else _Out(highlight=False, width=200, no_color=True)


def count(number: int, what: str) -> str:
    """Return a number with a noun, in the plural if needed: 1 row, 2,000 rows."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


class Bars:
    """Shows a progress bar per stage on standard error, or nothing if that is not a terminal."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> Bars:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def stage(self, name: str, total: int | None) -> Done:
        """Show a bar for `total` items; return a function to call with the number of items done.

        Each call adds to the number. `total` is None if the number of items is not known.
        """
        task = self._progress.add_task(name, total=total)
        return lambda done: self._progress.advance(task, done)
