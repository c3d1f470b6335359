"""`renamer work`: runs a worker's share of a planned build."""

from __future__ import annotations

from typing import Annotated

import typer

from builders.cli.console import Bars, out
from builders.cli.options import PlanArgument, RecognizerOption


def work(
    folder: PlanArgument,
    rank: Annotated[int, typer.Option(min=0, help="Rank of this worker, from 0.")] = 0,
    world: Annotated[int, typer.Option(min=1, help="Number of workers.")] = 1,
    recognizer: RecognizerOption = None,
) -> None:
    """Run a worker's share of a planned build, and then the unfinished tasks of other workers.

    Workers may run in any order, any number of times, at once or one after the other. A worker
    never waits for others, and skips finished tasks. If a worker is lost, the others run its tasks.

    Example: renamer work shared/er --rank 3 --world 16
    """
    from builders.pipeline import work as do_share

    with Bars() as bars:
        done = do_share(folder, rank, world, recognizer, bars)
    out().print(f"{done} task{'' if done == 1 else 's'} done; nothing of the plan is left to do")
