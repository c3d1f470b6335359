"""A batch script for Slurm: an array of workers, and then a job that finishes the release."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Final

_SCRIPT: Final = """\
#!/bin/bash
#SBATCH --job-name=renamer
#SBATCH --array=0-{last}
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
#SBATCH --time=24:00:00
#SBATCH --requeue
# Submit this script with: sbatch SCRIPT
# It starts {workers} workers. The first worker submits a job that finishes the release. That job
# starts when all workers have ended, even if some of them failed. Tasks of a worker that stopped
# early are done by the other workers or by the finishing job.
set -euo pipefail

plan={plan}
if [[ "${{1:-work}}" == finish ]]; then
    exec renamer finish "$plan"{recognizer}
fi
if [[ "$SLURM_ARRAY_TASK_ID" == 0 && "${{SLURM_RESTART_COUNT:-0}}" == 0 ]]; then
    script=$(scontrol show job "$SLURM_JOB_ID" | sed -n "s/^ *Command=//p" | head -n 1)
    sbatch --array=0 --dependency="afterany:$SLURM_ARRAY_JOB_ID" "$script" finish
fi
exec renamer work "$plan" --rank "$SLURM_ARRAY_TASK_ID" --world {workers}{recognizer}
"""


def slurm_script(plan: Path | str, workers: int, recognizer: str | None = None) -> str:
    """Return a batch script that runs a planned build with this number of workers."""
    return _SCRIPT.format(
        plan=quote(str(plan)),
        workers=workers,
        last=workers - 1,
        recognizer=f" --recognizer {quote(recognizer)}" if recognizer else "",
    )
