"""Works on a planned tiny build, or finishes it, in a process of its own, and may die on the way.

python work_child.py FOLDER RANK DIE_AT: the process kills itself, as kill -9 would, when it
touches files of the plan for the DIE_ATth time. The rank `finish` finishes the build.
"""

from __future__ import annotations

import sys
from pathlib import Path

from forks import die_at
from tiny_line import NAMED

from builders.pipeline import finish, work

if __name__ == "__main__":
    folder, rank, moment = sys.argv[1:]
    die_at(int(moment), folder)
    if rank == "finish":
        finish(Path(folder), NAMED)
    else:
        work(Path(folder), int(rank), 3, NAMED)
