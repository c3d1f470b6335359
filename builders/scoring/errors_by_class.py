"""Count the predictions that are wrong only after renaming by the kind of the error.

The kinds of errors are described in builders.scoring.cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from builders.scoring.prediction_records import Record


def counted(cases: Iterable[Record]) -> list[Record]:
    """Return the number of predictions that renaming made wrong, by config and error class.

    `cases` are records made by `builders.scoring.cases.case_of`. In a result, `n` is the number,
    and `share` is its percentage of all such predictions for the config.
    """
    counts = Counter((str(case["config"]), str(case["class"])) for case in cases if case["class"])
    totals = Counter(config for config, _ in counts.elements())
    return [
        {"config": config, "class": name, "n": n, "share": 100 * n / totals[config]}
        for (config, name), n in sorted(counts.items(), key=lambda each: (each[0][0], -each[1]))
    ]
