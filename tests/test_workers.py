from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from worker_tasks import deadly, doubled, has_loaded, load, refusing

from builders.errors import RetryLaterError
from builders.workers import Workers

both = pytest.mark.parametrize("copies", [False, True])


def test_one_job_works_here_and_lazily() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with Workers(1) as workers:
        results = workers.map(doubled, numbers())
        assert [next(results), next(results)] == [0, 2]
    assert taken == [0, 1]


@both
def test_results_come_in_the_order_of_the_items(copies: bool) -> None:
    with Workers(2, copies=copies) as workers:
        assert list(workers.map(doubled, range(20))) == [2 * n for n in range(20)]
        with pytest.raises(ValueError, match="two"):
            list(workers.map(refusing, range(5)))


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@both
def test_a_worker_that_is_killed_ends_the_work_with_advice(copies: bool) -> None:
    with Workers(2, copies=copies) as workers, pytest.raises(RetryLaterError, match="--jobs"):
        list(workers.map(deadly, range(10)))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process is copied")
@both
def test_copies_have_what_is_loaded_here(copies: bool) -> None:
    load()
    with Workers(2, copies=copies) as workers:
        assert set(workers.map(has_loaded, range(4))) == {copies}


@pytest.mark.parametrize(("given", "wanted"), [(None, "1"), ("3", "3")])
def test_a_worker_computes_with_one_thread_unless_told_otherwise(
    given: str | None, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if given is not None:
        monkeypatch.setenv("OMP_NUM_THREADS", given)
    with Workers(2) as workers:
        assert set(workers.map(os.getenv, ["OMP_NUM_THREADS"] * 4)) == {wanted}
    assert os.environ.get("OMP_NUM_THREADS") == given
