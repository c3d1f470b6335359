"""Work spread over processes, in order."""

from __future__ import annotations

import multiprocessing
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Final, TypeVar

from builders.errors import RetryLaterError

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_AHEAD: Final = 2
"""Tasks handed out a process before results are asked for: bounds what waits in memory."""


class Workers:
    """Runs functions over items in order: in this process, or in `jobs` others.

    With `copies` the others begin as copies of this process, where the system makes such safely,
    with all that is loaded: at once, but without this one's threads (pyarrow has some). Without,
    they begin empty.
    """

    def __init__(self, jobs: int, *, copies: bool = False) -> None:
        self._jobs = jobs
        self._start = "fork" if copies and sys.platform == "linux" else "spawn"
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        if self._jobs > 1:
            context = multiprocessing.get_context(self._start)
            self._pool = ProcessPoolExecutor(self._jobs, mp_context=context)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def map(
        self, function: Callable[[_Item], _Result], items: Iterable[_Item]
    ) -> Iterator[_Result]:
        """Yield the results in the order of the items."""
        if self._pool is None:
            yield from map(function, items)
            return
        waiting: deque[Future[_Result]] = deque()
        try:
            for item in items:
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
