"""`renamer finish`: makes the release of a planned build."""

from __future__ import annotations

from builders.cli.build import print_summary
from builders.cli.console import Bars, out
from builders.cli.options import (
    EngineChoice,
    EngineOption,
    JobsOption,
    PlanArgument,
    RecognizerOption,
)


def finish(
    folder: PlanArgument,
    recognizer: RecognizerOption = None,
    jobs: JobsOption = 1,
    engine: EngineOption = EngineChoice.processes,
) -> None:
    """Check the workers' results, run tasks that are missing, and write the release to the folder.

    Example: renamer finish shared/er
    """
    from builders.pipeline import Options
    from builders.pipeline import finish as finish_build
    from builders.stages.remote_folder import folder_of, is_url

    with Bars() as bars:
        finish_build(folder, recognizer, Options(jobs=jobs, engine=engine.value), bars)
    if is_url(folder):
        out().print(f"{folder}: the release is there", soft_wrap=True, highlight=False)
    else:
        print_summary(folder_of(folder))
