"""Running a function on many items in several processes, which end when this process ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Final, Protocol, TypeVar

from builders.errors import RetryLaterError

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_AHEAD: Final = 2
"""The number of tasks per process that are submitted ahead, which bounds the waiting results."""
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Mapper(Protocol):
    """An executor that applies a function to items, perhaps in several processes."""

    def map(
        self, function: Callable[[_Item], _Result], items: Iterable[_Item]
    ) -> Iterator[_Result]:
        """Apply the function to each item, and yield the results in the order of the items."""


class Workers:
    """An executor that applies a function to items in this process, or in `jobs` processes.

    With `copies`, on Linux, the processes start as copies of this process. A copy has all modules
    and data already loaded, but lacks the threads of this process (pyarrow has some). Otherwise the
    processes start as new Python interpreters, which import the modules again.
    """

    def __init__(self, jobs: int, *, copies: bool = False) -> None:
        self._jobs = jobs
        self._start = "fork" if copies and sys.platform == "linux" else "spawn"
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        if self._jobs > 1:
            context = multiprocessing.get_context(self._start)
            with _safe_folder() as here, _one_thread():
                self._pool = ProcessPoolExecutor(
                    self._jobs, mp_context=context, initializer=_begin, initargs=(here,)
                )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            if kind is not None and issubclass(kind, KeyboardInterrupt):
                _stop(self._pool)
            self._pool.shutdown(wait=True, cancel_futures=True)

    def map(
        self, function: Callable[[_Item], _Result], items: Iterable[_Item]
    ) -> Iterator[_Result]:
        """Apply the function to each item, and yield the results in the order of the items."""
        if self._pool is None:
            yield from map(function, items)
            return
        waiting: deque[Future[_Result]] = deque()
        try:
            for item in items:
                with _safe_folder(), _one_thread():
                    waiting.append(self._pool.submit(function, item))
                if len(waiting) > self._jobs * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise RetryLaterError(
                "a worker process was killed (out of memory?); run the command again: it resumes, "
                "with fewer --jobs if memory is short"
            ) from None


@contextmanager
def _safe_folder() -> Iterator[str]:
    """Change to the folder of Python's own modules while processes start; yield the old folder.

    A new process first searches its current folder for modules. That folder could be a downloaded
    release, whose modules must not be imported.
    """
    library = str(Path(os.__file__).parent)
    try:
        here = str(Path.cwd())
    except OSError:  # There is no current folder any more.
        here = library
    os.chdir(library)
    try:
        yield here
    finally:
        os.chdir(here)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Make processes that start now use one thread each for numerical computations.

    A number that the user has set in an environment variable such as OMP_NUM_THREADS is kept. If
    there were one process per core, and each had one thread per core, they would be slower than a
    single process.
    """
    unset = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            del os.environ[name]


def _begin(here: str) -> None:
    """Initialize a worker process, with `here` as its current folder.

    The process ignores interrupts, which its parent handles, and ends when its parent ends.
    """
    os.chdir(here)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended, for whatever reason."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once."""
    for process in tuple((pool._processes or {}).values()):  # Public from Python 3.14 on.
        process.terminate()
