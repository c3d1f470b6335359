"""Running tasks on a Ray cluster, whose machines share nothing but the folder of the plan.

Ray repeats a task if the process or machine that runs the task is lost. The repeated task writes
the same bytes.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Final, TypeVar

from builders.errors import InstallError, RenamerError, RetryLaterError

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_AHEAD: Final = 2
"""The number of items per processor that are handed to Ray before the first result is awaited."""
_RETRIES: Final = 3


class RayWorkers:
    """A context manager that applies functions to items on the processors of a Ray cluster.

    The cluster is the one that the environment variable RAY_ADDRESS names, or else a local cluster
    with `jobs` processors. Raises InstallError if Ray is not installed.
    """

    def __init__(self, jobs: int) -> None:
        try:
            import ray
        except ImportError:
            raise InstallError(
                "--engine ray: Ray is not installed; run pip install 'entity-renamer[ray]'"
            ) from None
        self._ray: Any = ray
        self._jobs = jobs

    def __enter__(self) -> RayWorkers:
        own = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": self._jobs}
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        self._ray.init(
            include_dashboard=False, log_to_driver=False, logging_level="ERROR",
            ignore_reinit_error=True, **own,
        )  # fmt: skip
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ray.shutdown()

    def map(
        self, function: Callable[[_Item], _Result], items: Iterable[_Item]
    ) -> Iterator[_Result]:
        """Apply a function to items in parallel, and yield the results in order."""
        run = self._ray.remote(num_cpus=1, max_retries=_RETRIES)(_run)
        handed = self._ray.put(function)
        most = _AHEAD * int(self._ray.cluster_resources().get("CPU", 1))
        waiting: deque[Any] = deque()
        try:
            for item in items:
                waiting.append(run.remote(handed, item))
                if len(waiting) > most:
                    yield self._ray.get(waiting.popleft())
            while waiting:
                yield self._ray.get(waiting.popleft())
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, RenamerError):
                raise cause from None
            raise
        except self._ray.exceptions.RayError as error:
            raise RetryLaterError(
                f"Ray lost a task {_RETRIES + 1} times ({type(error).__name__}; out of memory?); "
                "run the command again: it resumes"
            ) from None


def _run(function: Callable[[Any], Any], item: Any) -> Any:
    return function(item)
